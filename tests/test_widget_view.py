"""What every widget promises, whatever it shows: a still, words, lines instead of tracebacks, nothing left behind."""

import gc
from types import SimpleNamespace

import ipywidgets
import matplotlib.pyplot as plt
import pytest
from living_widgets import living_widgets
from matplotlib.figure import Figure

from autograd_lib.widgets import view as module
from autograd_lib.widgets.front import module as front_module
from autograd_lib.widgets.view import Front, Shown, errors_as_notice, parts_of

LIVE = "application/vnd.jupyter.widget-view+json"


class Counter:
    """The smallest model: a number."""

    moves = ("set",)

    def __init__(self):
        self.count = 0

    def set(self, count):
        if count > 5:
            raise ValueError(f"the count goes up to 5, not {count}")
        self.count = count

    def text(self):
        return f"count < {self.count + 1}\nin words"

    def figure(self):
        return Figure(figsize=(2, 1))

    def scene(self):
        return {"most": 5}

    def state(self):
        return {"count": self.count}


class CounterFront(Front):
    _esm = front_module("tangent")


def test_one_output_holds_the_live_view_and_a_still_and_words():
    view = CounterFront(Counter())
    data, metadata = view._repr_mimebundle_()
    assert data[LIVE]["model_id"] == view.model_id
    assert data["text/plain"] == "count < 1\nin words"
    assert metadata["image/png"]["width"] == 200


def test_a_still_that_cannot_be_drawn_is_a_line_and_the_widget_lives():
    view = CounterFront(Counter())
    view.model.figure = lambda: Figure(figsize=(2, -1))
    bundle, _ = view._repr_mimebundle_()
    assert bundle["text/plain"].startswith("No still picture: ") and LIVE in bundle


def test_wrong_use_is_a_line_and_other_mistakes_are_not_hidden():
    @errors_as_notice
    def widget(mistake):
        raise mistake

    assert repr(widget(ValueError("no nodes"))) == "widget: no nodes"
    with pytest.raises(KeyError):
        widget(KeyError("a bug of ours"))


@pytest.fixture
def shell(monkeypatch):
    """A notebook's shell: a front end names the cell that it runs, as JupyterLab does."""
    shell = SimpleNamespace(cell=None, execution_count=0, user_ns={"In": ["", "counter()"]})
    shell.get_parent = lambda: {"metadata": {"cellId": shell.cell}} if shell.cell else {}
    monkeypatch.setattr(module, "get_ipython", lambda: shell)
    monkeypatch.setattr(module, "_shown", {})
    return shell


def show(shell, cell, number):
    """Run a cell that shows a new view."""
    shell.cell, shell.execution_count = cell, number
    view = CounterFront(Counter())
    view._repr_mimebundle_()
    return view


@pytest.mark.parametrize("cell", ["a1", None], ids=["a front end that names cells", "one that does not"])
def test_a_hundred_runs_of_a_cell_leave_one_widget_and_no_figure(shell, cell):
    show(shell, cell, 0)
    gc.collect()
    widgets, figures = len(living_widgets), plt.get_fignums()
    for number in range(1, 101):
        last = show(shell, cell, number)
    assert len(living_widgets) == widgets
    assert plt.get_fignums() == figures
    assert last.model_id in living_widgets


def test_views_of_other_cells_and_of_the_same_run_stay(shell):
    first, second, other = show(shell, "a1", 1), show(shell, "a1", 1), show(shell, "b2", 2)
    assert {view.model_id for view in (first, second, other)} <= set(living_widgets)
    third = show(shell, "a1", 3)
    assert {view.model_id for view in (other, third)} <= set(living_widgets)
    assert first.comm is None and second.comm is None


def test_a_widget_of_several_parts_is_closed_to_the_last_of_them():
    slider = ipywidgets.IntSlider()
    slider.observe(print, "value")
    box = Shown([ipywidgets.HBox([slider])])
    parts = list(parts_of(box))
    box.close()
    assert slider in parts and all(part.comm is None for part in parts)
    assert not slider._trait_notifiers.get("value")


def answers(front):
    told = []
    front.send = lambda content, buffers=None: told.append(content)
    return told


def test_a_front_gets_the_state_after_each_move_with_the_number_of_its_question():
    front = CounterFront(Counter())
    told = answers(front)
    front.asked(front, {"n": 7, "move": "set", "args": [3]}, [])
    assert told == [{"n": 7, "state": {"count": 3}, "problem": ""}]


def test_a_front_is_told_why_a_move_cannot_be_made():
    front = CounterFront(Counter())
    told = answers(front)
    front.asked(front, {"n": 1, "move": "set", "args": [9]}, [])
    assert told[0]["problem"] == "Not possible: the count goes up to 5, not 9" and told[0]["state"] == {"count": 0}


def test_a_front_can_call_the_moves_of_the_model_and_nothing_else():
    front = CounterFront(Counter())
    told = answers(front)
    front.asked(front, {"n": 1, "move": "figure", "args": []}, [])
    assert told == []


def test_a_page_that_opens_later_sees_the_moves_that_were_made_before():
    front = CounterFront(Counter())
    answers(front)
    front.asked(front, {"n": 1, "move": "set", "args": [4]}, [])
    assert front.get_state()["state"] == {"most": 5, "count": 4}


def test_a_front_is_one_module_that_loads_nothing_from_elsewhere():
    source = front_module("tangent")
    assert "./shared.js" not in source and "http://" not in source.replace("http://www.w3.org/2000/svg", "")
    assert source.count('from "data:text/javascript;base64,') == 1

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
from autograd_lib.widgets.view import Front, View, errors_as_notice, parts_of

LIVE = "application/vnd.jupyter.widget-view+json"


class Counter:
    """The smallest model: a number."""

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


def counter_view():
    model = Counter()
    slider = ipywidgets.IntSlider(0, description="count", max=10)
    view = View(model, [slider])
    view.on(slider, model.set)
    return view, slider


def test_a_move_reaches_the_model_and_shows():
    view, slider = counter_view()
    slider.value = 3
    assert view.model.count == 3
    assert "count &lt; 4\nin words" in view.words.value
    assert view.picture.value.startswith('<svg role="img" aria-label="count &lt; 4"')


def test_a_move_that_cannot_be_made_says_why_and_leaves_the_rest():
    view, slider = counter_view()
    slider.value = 3
    picture = view.picture.value
    slider.value = 7
    assert "Not possible: the count goes up to 5, not 7" in view.words.value
    assert view.picture.value == picture and view.model.count == 3


def test_one_output_holds_the_live_view_and_a_still_and_words():
    view, _ = counter_view()
    data, metadata = view._repr_mimebundle_()
    assert data[LIVE]["model_id"] == view.model_id
    assert data["text/plain"] == "count < 1\nin words"
    assert metadata["image/png"]["width"] == 200


def test_a_still_that_cannot_be_drawn_is_a_line_and_the_widget_lives():
    view, _ = counter_view()
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
    shell = SimpleNamespace(cell=None, execution_count=0, user_ns={"In": ["", "counter_view()"]})
    shell.get_parent = lambda: {"metadata": {"cellId": shell.cell}} if shell.cell else {}
    monkeypatch.setattr(module, "get_ipython", lambda: shell)
    monkeypatch.setattr(module, "_shown", {})
    return shell


def show(shell, cell, number):
    """Run a cell that shows a new view."""
    shell.cell, shell.execution_count = cell, number
    view, _ = counter_view()
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


def test_a_closed_view_is_closed_to_its_last_part():
    view, slider = counter_view()
    parts = list(parts_of(view))
    view.close()
    assert all(part.comm is None for part in parts)
    assert not slider._trait_notifiers.get("value")


# Fronts: widgets that the browser draws.


class Tally(Counter):
    moves = ("set",)

    def scene(self):
        return {"most": 5}

    def state(self):
        return {"count": self.count}


class TallyFront(Front):
    _esm = front_module("tangent")


def answers(front):
    told = []
    front.send = lambda content, buffers=None: told.append(content)
    return told


def test_a_front_gets_the_state_after_each_move_with_the_number_of_its_question():
    front = TallyFront(Tally())
    told = answers(front)
    front.asked(front, {"n": 7, "move": "set", "args": [3]}, [])
    assert told == [{"n": 7, "state": {"count": 3}, "problem": ""}]


def test_a_front_is_told_why_a_move_cannot_be_made():
    front = TallyFront(Tally())
    told = answers(front)
    front.asked(front, {"n": 1, "move": "set", "args": [9]}, [])
    assert told[0]["problem"] == "Not possible: the count goes up to 5, not 9" and told[0]["state"] == {"count": 0}


def test_a_front_can_call_the_moves_of_the_model_and_nothing_else():
    front = TallyFront(Tally())
    told = answers(front)
    front.asked(front, {"n": 1, "move": "figure", "args": []}, [])
    assert told == []


def test_a_page_that_opens_later_sees_the_moves_that_were_made_before():
    front = TallyFront(Tally())
    answers(front)
    front.asked(front, {"n": 1, "move": "set", "args": [4]}, [])
    assert front.get_state()["state"] == {"most": 5, "count": 4}


def test_a_front_has_a_still_and_words_for_pages_where_nothing_moves():
    data, _ = TallyFront(Tally())._repr_mimebundle_()
    assert {"text/plain", "image/png", LIVE} <= set(data) and data["text/plain"] == "count < 1\nin words"


def test_a_front_is_one_module_that_loads_nothing_from_elsewhere():
    source = front_module("tangent")
    assert "./shared.js" not in source and "http://" not in source.replace("http://www.w3.org/2000/svg", "")
    assert source.count('from "data:text/javascript;base64,') == 1

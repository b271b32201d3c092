"""Code that notebook 04 prints for whoever wants it: Kahn's way, in a fold, and the engine that may become a file."""

import re
from pathlib import Path

import nbformat

from autograd_lib import check, yours
from autograd_lib.checks.report_card import check_engine
from autograd_lib.course import yours as kept
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.solutions import solution_text

NOTEBOOK = nbformat.read(Path(__file__).parent.parent / "notebooks" / "04_topological_sort.ipynb", as_version=4)


def folded(summary):
    """The code in the fold of that name."""
    text = "\n".join(cell.source for cell in NOTEBOOK.cells if cell.cell_type == "markdown")
    (code,) = re.findall(rf"<summary>{re.escape(summary)}</summary>\s*```python\n(.*?)```", text, re.DOTALL)
    return code


def test_kahns_way_passes_the_check_of_4_2_and_goes_as_deep_as_4_6_asks(monkeypatch):
    monkeypatch.setattr(kept, "_passed", {})
    names = {}
    exec(folded("Kahn's way"), names)
    for exercise_id in ("4.2", "4.6"):
        check(exercise_id, names["by_counting"])
        assert yours(exercise_id) is names["by_counting"]


def test_the_engine_at_the_end_is_right_as_a_file_with_the_printed_order_and_backward():
    (cell,) = [cell for cell in NOTEBOOK.cells if cell.id == "engine"]
    theirs = "\n\n".join(solution_text(find_exercise(exercise_id)) for exercise_id in ("4.2", "4.5"))
    file, lines = re.subn(r"^.* = yours\(.*$", theirs, cell.source, flags=re.MULTILINE)
    names = {"__name__": "my_engine"}
    exec(file, names)
    card = check_engine(names["Value"])
    assert lines == 1
    assert {"+", "*", "a node used twice", "the right order", "one turn for each node"} <= set(card.passed)
    assert {"sum() of a list", "tanh", "two calls of backward()"} <= set(card.passed)

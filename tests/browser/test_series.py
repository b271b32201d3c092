"""The series as a reader meets it: every notebook runs by Run All, and an exercise is failed, fixed and passed."""

import json

import nbformat
import pytest
from lab import PROJECT
from playwright.sync_api import expect

NAMES = sorted(path.stem[:2] for path in (PROJECT / "notebooks").glob("*.ipynb"))
AT_NIGHT = ("06", "08", "12", "13", "14", "15")  # those that no other test needs whole
EACH = [pytest.param(name, marks=[pytest.mark.nightly] if name in AT_NIGHT else []) for name in NAMES]
STUB = """def topological_order(root):
    {body}


check("4.2", topological_order)"""
# To append the node at {first} is a mistake, since its inputs should come before it; at {last} it is right.
PRE_ORDER = """order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            {first}
            for n in node._prev:
                visit(n)
            {last}

    visit(root)
    return order"""


@pytest.mark.parametrize("name", EACH)
def test_run_all_leaves_no_error_in_the_page_or_the_kernel(notebooks, name):
    notebook = notebooks(name)
    assert notebook.error_outputs() == []
    assert notebook.errors == []


@pytest.fixture
def exercise(notebooks):
    """Notebook 04, and the id of its cell with exercise 4.2."""
    return notebooks("04"), code_cell("04", 'check("4.2", topological_order)')


def code_cell(name, last_line):
    """The id of the code cell of a notebook that ends with this line."""
    [path] = (PROJECT / "notebooks").glob(f"{name}*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    [cell] = [c.id for c in cells if c.cell_type == "code" and c.source.endswith(last_line)]
    return cell


def typed(first, last):
    return STUB.format(body=PRE_ORDER.format(first=first, last=last))


def test_a_wrong_answer_is_told_why_then_mended_and_counted(lab, notebooks, exercise):
    notebook, cell = exercise
    output = notebook.output(cell)
    expect(output).to_contain_text("Exercise 4.2 · not attempted yet")

    notebook.rewrite(cell, typed("order.append(node)", "pass"))
    notebook.run(cell)
    expect(output.locator("td").filter(has_text="b, a")).to_be_visible()
    expect(output).to_contain_text("the list is a pre-order")
    assert not notebook.error_outputs()

    notebook.rewrite(cell, typed("pass", "order.append(node)"))
    notebook.run(cell)
    expect(output).to_contain_text("passed")
    expect(output).to_contain_text("1 of 6")
    assert "4.2" in json.dumps(json.loads(lab.progress.read_text()))

    start, cell = notebooks("00"), code_cell("00", "progress()")
    start.run(cell)
    expect(start.output(cell)).to_contain_text("1 of 6")


def test_an_endless_loop_is_cut_off_and_the_notebook_goes_on(exercise):
    notebook, cell = exercise
    notebook.rewrite(cell, STUB.format(body="while True:\n        pass"))
    notebook.run(cell)
    expect(notebook.output(cell)).to_contain_text("did not finish within 3 seconds and was stopped")
    notebook.rewrite(cell, "6 * 7")
    notebook.run(cell)
    expect(notebook.output(cell)).to_contain_text("42")

"""Verdicts of real solutions as a reader sees them: in both themes, in a narrow window, in a file not yet trusted."""

import json

import nbformat
import pytest
from contrast import too_faint
from lab import Notebook
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

PASSED, GAP, RAISES, TABLE, REFUSED, OPEN, MAP = "passed", "gap", "raises", "table", "refused", "open", "map"
CELLS = {
    PASSED: "from autograd_lib import Value, check, progress, topological_order\ncheck('4.2', topological_order)",
    GAP: "def mul(a, b):\n    return Value(a.data * b.data, (a, b), '+', (a.data, b.data))\ncheck('3.1', mul)",
    RAISES: "def order(root):\n    return root.depth\ncheck('4.2', order)",
    TABLE: "check('2.1', {'t1': 6, 't2': 1_000, 't3': 'x' * 500, 'L': 70, 'nodes': 8, 'edges': 8})",
    REFUSED: "check('4.2', [1, 2])",
    OPEN: "check('4.2', lambda root: ...)",
    MAP: "progress()",
}
METADATA = {"kernelspec": {"name": "python3", "display_name": ""}}
STATED = {PASSED: "✓ Exercise 4.2 · passed", GAP: "✗ Exercise 3.1 · not yet", TABLE: "✗ Exercise 2.1 · not yet"}
SCREENFUL = 800  # pixels


def opened(lab, browser, path):
    notebook = Notebook(lab, browser, path.stem)
    notebook.command("application:toggle-left-area")  # the list of files
    return notebook


@pytest.fixture(scope="module")
def run(lab, browser):
    path = lab.notebooks / "verdicts.ipynb"
    cells = [new_code_cell(code, id=name) for name, code in CELLS.items()]
    nbformat.write(new_notebook(cells=cells, metadata=METADATA), path)
    notebook = opened(lab, browser, path)
    notebook.run_all()
    notebook.command("docmanager:save")
    yield notebook
    notebook.close()


@pytest.fixture(scope="module")
def untrusted(lab, browser, run):
    """The same outputs in a file that this JupyterLab has not written: it drops some of their style."""
    stored = json.loads((lab.notebooks / "verdicts.ipynb").read_text())
    stored["cells"][0]["source"] += "  # from somebody else"
    path = lab.notebooks / "from_somebody_else.ipynb"
    path.write_text(json.dumps(stored))
    notebook = opened(lab, browser, path)
    yield notebook
    notebook.close()


@pytest.fixture(params=["run", "untrusted"])
def notebook(request):
    return request.getfixturevalue(request.param)


def box(notebook, cell):
    """The box of a verdict, or the table of the map."""
    return notebook.output(cell).locator(".jp-RenderedHTMLCommon").first


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("cell", CELLS)
def test_each_word_can_be_read(notebook, cell, theme):
    notebook.theme(theme)
    assert too_faint(box(notebook, cell)) == []


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("width", [1200, 600])
def test_a_verdict_is_no_wider_than_the_page_and_no_higher_than_a_screen(run, cell, width):
    run.page.set_viewport_size({"width": width, "height": 1000})
    part = box(run, cell)
    assert part.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert part.bounding_box()["height"] <= SCREENFUL


@pytest.mark.parametrize("cell", STATED)
def test_it_says_by_a_mark_and_in_words_how_it_stands(notebook, cell):
    expect(box(notebook, cell)).to_contain_text(STATED[cell])


def test_an_answer_stands_beside_what_was_expected_in_code_type(notebook):
    row = box(notebook, GAP).get_by_role("row").filter(has_text="a.grad")
    expected, yours = row.get_by_role("cell").nth(1), row.get_by_role("cell").nth(2)
    left, right = expected.bounding_box(), yours.bounding_box()
    assert left["y"] == right["y"] and left["x"] + left["width"] <= right["x"] + 1
    for cell in expected, yours:
        assert "mono" in cell.evaluate("node => getComputedStyle(node).fontFamily")
        assert cell.evaluate("node => getComputedStyle(node).textAlign") == "left"


def test_the_edge_has_the_colour_of_the_verdict(notebook):
    edges = [
        box(notebook, cell).locator("div").first.evaluate("node => getComputedStyle(node).borderLeft")
        for cell in (PASSED, GAP, REFUSED)
    ]
    assert len(set(edges)) == 3 and all(edge.startswith("4px solid") for edge in edges)


def test_nothing_complained(notebook):
    assert notebook.errors == []

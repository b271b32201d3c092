"""The promise in two Pythons: in the browser, each notebook prints what it has stored, but for what is listed."""

import itertools
import tomllib
from collections import defaultdict
from pathlib import Path

import nbformat
import pytest
from pyodide_tab import PyodideTab
from website.lite import PACKAGES, PROJECT

from autograd_lib.course.contents import extra_of
from autograd_lib.course.solutions import exercise_cells, solved

LISTED = tomllib.loads(Path(__file__).with_name("differences.toml").read_text(encoding="utf-8"))
NOTEBOOKS = [path for path in sorted((PROJECT / "notebooks").glob("*.ipynb")) if not extra_of(path.name[:2])]

# nbval compares everything else; its pictures are compared by their words here as there.
NOT_COMPARED = {"image/png", "image/svg+xml", "application/vnd.jupyter.widget-view+json"}


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def listed(name, way):
    """The ids of the cells of a notebook that are listed to tell something else, when it is run this way."""
    entries = [*LISTED["difference"], *LISTED["answered"]]
    return {entry["cell"] for entry in entries if entry["notebook"] == name and way in entry["ways"]}


def told(outputs):
    """The texts of a cell, by what kind they are; nbval's rules, but that warnings (stderr) are left out."""
    texts = defaultdict(list)
    for output in outputs:
        if output.output_type == "stream":
            texts[output.name].append(output.text)
        for kind, text in output.get("data", {}).items():
            texts[kind].append(text)
        if output.output_type == "error":
            texts["error"].append(f"{output.ename}: {output.evalue}")
    return {kind: texts[kind] for kind in texts.keys() - NOT_COMPARED - {"stderr"}}


def differing_cells(tab, notebook, cells, ways):
    """Run these cells of a notebook; returns what the cells told that tell something else than stored, by their ids.

    Args:
        ways: ["stored"], ["solved"], or both: then each exercise is run as it is stored, and after that solved.
    """
    exercises = {notebook.cells[each.place].id: each.id for each in exercise_cells(notebook)}
    sources = {cell.id: cell.source for cell in solved(notebook).cells}
    found = {}
    for cell in cells:
        if "stored" in ways or cell.id not in exercises:
            new = told(tab.run(cell.source))
            is_as_stored = "error" not in new if "nbval-ignore-output" in tags(cell) else new == told(cell.outputs)
            if not is_as_stored:
                found[cell.id] = new
        if "solved" in ways and cell.id in exercises:
            new = told(tab.run(sources[cell.id]))
            if f"Exercise {exercises[cell.id]} · passed" not in str(new.get("text/plain")):
                found[cell.id] = new
    return found


def tags(cell):
    return cell.metadata.get("tags", [])


def run_each_day(name, cells):
    """The cells of a notebook that are run every day: those before a long one, if one is listed, but for lone ones."""
    long = {entry["cell"]: entry.get("alone", False) for entry in LISTED["long"] if entry["notebook"] == name}
    until = itertools.takewhile(lambda cell: long.get(cell.id, True), cells)
    return [cell for cell in until if cell.id not in long]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_in_the_browser_a_notebook_tells_what_it_has_stored_and_its_solutions_pass(context, address, path):
    notebook = nbformat.read(path, as_version=4)
    cells = run_each_day(path.stem, code_cells(notebook))
    tab = PyodideTab(context.new_page(), address, PACKAGES)
    found = differing_cells(tab, notebook, cells, ["stored", "solved"])
    assert found.keys() == listed(path.stem, "solved") & {cell.id for cell in cells}, found


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["stored", "solved"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_so_it_does_each_way_by_itself_and_to_its_end(context, address, path, way):
    notebook = nbformat.read(path, as_version=4)
    found = differing_cells(PyodideTab(context.new_page(), address, PACKAGES), notebook, code_cells(notebook), [way])
    assert found.keys() == listed(path.stem, way), found


def test_at_most_one_cell_in_fifty_tells_something_else():
    cells = sum(len(code_cells(nbformat.read(path, as_version=4))) for path in NOTEBOOKS)
    assert 50 * len({(entry["notebook"], entry["cell"]) for entry in LISTED["difference"]}) <= cells


def test_what_is_listed_is_a_cell_of_a_notebook_and_says_why():
    ids = {(path.stem, cell.id) for path in NOTEBOOKS for cell in code_cells(nbformat.read(path, as_version=4))}
    for entry in itertools.chain.from_iterable(LISTED.values()):
        assert (entry["notebook"], entry["cell"]) in ids and len(entry["why"]) > 20
        assert set(entry.get("ways", [])) <= {"stored", "solved"}

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


def differing_cells(tab, notebook, way, cells):
    """Run these cells of a notebook; returns what the cells told that tell something else than stored, by their ids."""
    exercises = {notebook.cells[each.place].id: each.id for each in exercise_cells(notebook)}
    sources = {cell.id: cell.source for cell in (solved(notebook) if way == "solved" else notebook).cells}
    found = {}
    for cell in cells:
        new = told(tab.run(sources[cell.id]))
        if way == "solved" and cell.id in exercises:
            is_as_expected = f"Exercise {exercises[cell.id]} · passed" in str(new.get("text/plain"))
        elif "nbval-ignore-output" in cell.metadata.get("tags", []):
            is_as_expected = "error" not in new
        else:
            is_as_expected = new == told(cell.outputs)
        if not is_as_expected:
            found[cell.id] = new
    return found


def before_the_long_cell(name, cells):
    """The cells that are run every day: those before the one that is listed as long, if one is."""
    long = [entry["cell"] for entry in LISTED["long"] if entry["notebook"] == name]
    return list(itertools.takewhile(lambda cell: cell.id not in long, cells))


EACH_WAY = pytest.mark.parametrize("way", ["stored", "solved"])


@EACH_WAY
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_in_the_browser_a_notebook_tells_what_it_has_stored(context, address, path, way):
    notebook = nbformat.read(path, as_version=4)
    cells = before_the_long_cell(path.stem, code_cells(notebook))
    found = differing_cells(PyodideTab(context.new_page(), address, PACKAGES), notebook, way, cells)
    assert found.keys() == listed(path.stem, way) & {cell.id for cell in cells}, found


@pytest.mark.nightly
@EACH_WAY
@pytest.mark.parametrize("name", [entry["notebook"] for entry in LISTED["long"]])
def test_a_notebook_with_a_long_cell_tells_what_it_has_stored_to_its_end(context, address, name, way):
    notebook = nbformat.read(PROJECT / "notebooks" / f"{name}.ipynb", as_version=4)
    tab = PyodideTab(context.new_page(), address, PACKAGES)
    found = differing_cells(tab, notebook, way, code_cells(notebook))
    assert found.keys() == listed(name, way), found


def test_at_most_one_cell_in_fifty_tells_something_else():
    cells = sum(len(code_cells(nbformat.read(path, as_version=4))) for path in NOTEBOOKS)
    assert 50 * len({(entry["notebook"], entry["cell"]) for entry in LISTED["difference"]}) <= cells


def test_what_is_listed_is_a_cell_of_a_notebook_and_says_why():
    ids = {(path.stem, cell.id) for path in NOTEBOOKS for cell in code_cells(nbformat.read(path, as_version=4))}
    for entry in itertools.chain.from_iterable(LISTED.values()):
        assert (entry["notebook"], entry["cell"]) in ids and len(entry["why"]) > 20
        assert set(entry.get("ways", [])) <= {"stored", "solved"}

"""What every notebook promises, beyond reproducing its stored outputs (which nbval checks)."""

import json
import re
import textwrap
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nightly import NIGHTLY

from autograd_lib.course.contents import all_exercises, exercise_ids, extra_of, notebooks, page_order, title_of
from autograd_lib.course.solutions import exercise_cells, solution_text, solved

FOLDER = Path(__file__).parent.parent / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
EXERCISES = all_exercises()
EACH = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
# To run those that need an extra, the extra has to be there: `make test-peers`. With their solutions, twice, the quick
# ones are run each day and the others at night; each day the browser's Python runs all that need no extra with their
# solutions, up to their long cells: `make test-site`.
QUICK = ("01", "02", "03", "04", "09")


def marks(path):
    needs_an_extra, is_slow = extra_of(path.name[:2]), path.name[:2] not in QUICK
    return [pytest.mark.peers] * bool(needs_an_extra) + [pytest.mark.nightly] * is_slow


EACH_TO_BE_RUN = pytest.mark.parametrize(
    "path", [pytest.param(path, marks=marks(path)) for path in PATHS], ids=lambda path: path.stem
)
NOT_COMPARED = "nbval-ignore-output"  # the tag of a cell whose output nobody compares
LONG = "long"  # the tag of a cell that takes too long to be run twice in every test: it is at night
# Notebooks that train, and how many such cells they may have.
FEW_LONG = {"06": 2, "08": 8, "11": 2, "12": 1, "13": 1, "14": 2, "15": 3}
HIDDEN = {"source_hidden": True}  # for code that only draws: the page shows its picture, and the code on a click
EMOJI = re.compile("[\U0001f300-\U0001faff\u2705\u274c]")


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@EACH
def test_stored_outputs_are_those_of_one_run_from_top_to_bottom(path):
    cells = code_cells(read(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        for output in cell.outputs:
            assert output.get("name") != "stderr", output
            assert output.output_type != "error" or "raises-exception" in cell.metadata.get("tags", []), output


@EACH
def test_a_step_fits_one_look_and_there_is_no_emoji(path):
    notebook = read(path)
    for cell in code_cells(notebook):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        assert len(lines) <= 30, lines[0]
    assert not EMOJI.search("\n".join(cell.source for cell in notebook.cells))


@EACH
def test_few_cells_are_too_long_to_be_run_twice(path):
    long = [cell.id for cell in code_cells(read(path)) if LONG in cell.metadata.get("tags", [])]
    assert len(long) <= FEW_LONG.get(path.name[:2], 0), long


@EACH
def test_few_cells_show_what_no_test_compares(path):
    tagged = [cell for cell in code_cells(read(path)) if NOT_COMPARED in cell.metadata.get("tags", [])]
    if path.name.startswith("12"):  # what a language model writes and looks at, rounding decides
        assert len(tagged) <= 9
    else:
        assert len(tagged) <= 1
        assert all("perf_counter" in cell.source for cell in tagged)


@EACH
def test_files_hold_nothing_that_changes_from_run_to_run(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert "version" not in notebook["metadata"]["language_info"]
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= {"tags", "jupyter"}
        assert cell["metadata"].get("jupyter", HIDDEN) == HIDDEN


@EACH
def test_code_that_only_draws_is_short_or_hidden(path):
    for cell in code_cells(read(path)):
        drawing = [line for line in cell.source.splitlines() if re.search(r"\b(axes|figure|subplots)\b", line)]
        assert len(drawing) <= 10 or cell.metadata.get("jupyter") == HIDDEN, drawing[0]


@EACH
def test_every_picture_is_also_there_in_words(path):
    for cell in code_cells(read(path)):
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                words = output.data["text/plain"]
                assert len(words) > 20 and not words.startswith("<"), words
                assert output.metadata["image/png"].get("alt")


@EACH
def test_stubs_are_stored_as_not_attempted_and_have_the_solution_that_the_checker_knows(path):
    notebook = read(path)
    for cell in exercise_cells(notebook):
        exercise = EXERCISES[cell.id]
        said = "".join(o.data["text/plain"] for o in notebook.cells[cell.place].outputs if "data" in o)
        assert said == f"Exercise {exercise.id} · not attempted yet"
        assert cell.solution, f"exercise {exercise.id} shows no solution"
        if not exercise.is_data:
            assert cell.solution == solution_text(exercise), f"the notebook's solution of {exercise.id} is out of date"
        assert notebook.cells[cell.place].source.rstrip().endswith(f'check("{exercise.id}", {exercise.name})')


@EACH
def test_an_exercise_has_a_box_with_its_title_stars_and_minutes(path):
    notebook = read(path)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for cell in exercise_cells(notebook):
        heading = re.search(rf"^### Exercise {re.escape(cell.id)} · (.+?)  ★{{1,3}} · \d+ min$", text, re.MULTILINE)
        assert heading, f"exercise {cell.id} has no heading"
        assert heading[1].replace("`", "") == EXERCISES[cell.id].title


def test_every_exercise_stands_in_its_notebook_once():
    for number in notebooks():
        (path,) = FOLDER.glob(f"{number}_*.ipynb")
        found = [cell.id for cell in exercise_cells(read(path))]
        assert found == page_order(number), f"{path.name} checks {found}"
        assert sorted(found) == exercise_ids(number)
        title = read(path).cells[0].source.splitlines()[0]
        assert title == f"# {number} · {title_of(number)}"


def test_no_notebook_has_an_exercise_that_the_checker_does_not_know():
    for path in PATHS:
        assert {cell.id for cell in exercise_cells(read(path))} <= set(EXERCISES)


@EACH_TO_BE_RUN
def test_with_the_solutions_in_every_exercise_passes_and_every_cell_can_be_run_twice(path, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(tmp_path / "progress.json"))
    notebook = solved(read(path))
    exercises = {cell.place: cell.id for cell in exercise_cells(notebook)}
    client = NotebookClient(
        notebook,
        timeout=600,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(FOLDER)}},
    )
    with client.setup_kernel():
        for place, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            tags = cell.metadata.get("tags", [])
            times = 1 if LONG in tags and not NIGHTLY else 2
            first, *again = [shown(client.execute_cell(cell, place)) for _ in range(times)]
            if NOT_COMPARED not in tags:
                assert set(again) <= {first}, f"run a second time, cell {place} shows something else:\n{cell.source}"
            if place in exercises:
                assert f"Exercise {exercises[place]} · passed" in first, first


def shown(cell):
    """What a cell shows, in words."""
    texts = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.outputs]
    return textwrap.dedent("\n".join(texts))

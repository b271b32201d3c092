"""The notebooks for a class: nothing of a solution is left in them, and everything else is."""

import re
from pathlib import Path

import nbformat
import pytest
import student_notebooks
from run_notebooks import read

from autograd_lib.course.contents import exercises_of
from autograd_lib.course.solutions import checked_ids, exercise_cells, solution_text, unsolved

PATHS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def words(cells):
    return " ".join(" ".join(cell.source for cell in cells).split())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_class_gets_every_cell_but_no_solution_and_no_output(path):
    original, notebook = read(path), unsolved(read(path))
    assert [cell.source for cell in notebook.cells if cell.cell_type == "code"] == [
        cell.source for cell in original.cells if cell.cell_type == "code"
    ]
    assert not any(cell.get("outputs") for cell in notebook.cells)
    assert checked_ids(notebook) == checked_ids(original)
    assert all(cell.solution is None for cell in exercise_cells(notebook))
    prose = words(cell for cell in notebook.cells if cell.cell_type == "markdown")
    for exercise in exercises_of(path.name[:2]):
        assert " ".join(solution_text(exercise).split()) not in prose
    for heading in re.findall(r"^#+ .*", "\n".join(cell.source for cell in original.cells), re.MULTILINE):
        assert heading in "\n".join(cell.source for cell in notebook.cells)


@pytest.mark.parametrize("path", PATHS[1:], ids=lambda path: path.stem)
def test_hints_stay_unless_they_are_not_wanted(path):
    original, with_hints, without = (read(path), unsolved(read(path)), unsolved(read(path), hints=False))
    boxes = [words(notebook.cells).count("<details>") for notebook in (original, with_hints, without)]
    solutions = len(exercise_cells(original))
    assert boxes[0] - boxes[1] == solutions
    assert boxes[1] - boxes[2] >= solutions  # at least one hint each


def test_what_stands_below_a_solution_stays(tmp_path):
    box = "<details><summary>{}</summary>\n\nText.\n\n</details>"
    below = f"{box.format('I am lost')}\n\n{box.format('Solution')}\n\nIn any case, remember this."
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(below)])
    assert unsolved(notebook).cells[0].source == f"{box.format('I am lost')}\n\nIn any case, remember this."
    assert unsolved(notebook, hints=False).cells[0].source == "In any case, remember this."
    student_notebooks.write_student(PATHS[4], tmp_path)
    assert nbformat.read(tmp_path / PATHS[4].name, as_version=4).cells[0] == read(PATHS[4]).cells[0]

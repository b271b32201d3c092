"""Grading a folder of handed-in notebooks: each gets its row, whatever is in it."""

import csv
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograd_lib.course.contents import find_exercise
from autograd_lib.course.grading import grade_folder, write_csv
from autograd_lib.course.solutions import solution_text

SLOPE = solution_text(find_exercise("0.1"))
ORDER = solution_text(find_exercise("4.2"))
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def hand_in(folder, name, *cells):
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=KERNEL)
    nbformat.write(notebook, folder / name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handed in")
    start = "from autograd_lib import check"
    right, wrong = f'{SLOPE}\n\ncheck("0.1", average_slope)', 'check("4.2", lambda root: [root])'
    quiz = (
        'from autograd_lib.widgets import quiz\nview = quiz("4.q1")\nview.answer.value = 2\nview.button.click()\nview'
    )
    hand_in(folder, "ada.ipynb", start, right, f'{ORDER}\n\ncheck("4.2", topological_order)', quiz)
    hand_in(folder, "ben.ipynb", start, wrong, "1 / 0", right)
    hand_in(folder, "eve.ipynb", start, right, "import os; os._exit(1)")
    hand_in(folder, "hal.ipynb", start, right, "while True: pass")
    (folder / "zoe.ipynb").write_text("not a notebook")
    return folder


@pytest.fixture(scope="module")
def grades(folder):
    return {grade.file: grade for grade in grade_folder(folder, seconds=12)}


def test_what_is_right_passes_and_what_is_wrong_does_not(grades):
    assert grades["ada.ipynb"].passed == ("0.1", "4.2")
    assert grades["ben.ipynb"].passed == ("0.1",)
    assert grades["ben.ipynb"].exercises == ("4.2", "0.1")


def test_quizzes_are_not_graded(grades):
    assert grades["ada.ipynb"].exercises == ("0.1", "4.2") and not grades["ada.ipynb"].problem


def test_an_error_in_one_cell_does_not_stop_the_rest(grades):
    assert grades["ben.ipynb"].problem == "cells that raised an error: 1"


def test_a_notebook_that_crashes_or_hangs_or_is_none_gets_its_row(grades):
    assert grades["eve.ipynb"].passed == ("0.1",)
    assert grades["eve.ipynb"].problem == "the kernel died (code cell 3)"
    assert grades["hal.ipynb"].passed == ("0.1",)
    assert grades["hal.ipynb"].problem == "did not finish within 12 seconds (code cell 3)"
    assert "cannot be read as a notebook" in grades["zoe.ipynb"].problem


def test_the_csv_has_a_row_a_notebook_and_a_column_an_exercise(grades, tmp_path):
    write_csv(tmp_path / "grades.csv", list(grades.values()))
    rows = list(csv.DictReader((tmp_path / "grades.csv").read_text().splitlines()))
    assert [row["file"] for row in rows] == ["ada.ipynb", "ben.ipynb", "eve.ipynb", "hal.ipynb", "zoe.ipynb"]
    assert [(row["0.1"], row["4.2"]) for row in rows] == [("1", "1"), ("1", "0"), ("1", ""), ("1", ""), ("", "")]


def test_a_wrong_folder_gets_one_line_and_no_traceback(tmp_path):
    for folder, words in [(tmp_path / "none", "is not a folder"), (tmp_path, "holds no notebook")]:
        command = [sys.executable, "-m", "autograd_lib.course", str(folder)]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == 1
        assert words in run.stderr and len(run.stderr.splitlines()) == 1

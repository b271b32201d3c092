"""Grade a folder of handed-in notebooks: run each in a kernel of its own, and see which exercises pass.

The code of the notebooks is run as it is, with your rights: do it where that is safe.
"""

import csv
import io
import json
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError

from autograd_lib.atomic import write_text
from autograd_lib.course.contents import all_exercises
from autograd_lib.course.progress import VARIABLE, by_number
from autograd_lib.course.solutions import exercise_cells


class Grade(NamedTuple):
    """One notebook: which of its exercises passed, which there are, and what stopped the run, if anything did."""

    file: str
    passed: tuple[str, ...]
    exercises: tuple[str, ...]
    problem: str = ""


def grade_folder(folder, seconds=300):
    """A Grade for each notebook in `folder` and below, in the order of their names, as each is done.

    Args:
        folder: a path.
        seconds: how long one notebook may run.

    Raises:
        NotADirectoryError: there is no such folder.
        FileNotFoundError: it holds no notebook.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder. Name the folder that holds the handed-in notebooks.")
    paths = sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not paths:
        raise FileNotFoundError(f"{folder} holds no notebook (*.ipynb), nor do the folders in it.")
    for path in paths:
        yield grade(path, str(path.relative_to(folder)), seconds)


def grade(path, name, seconds):
    """The Grade of one notebook. Whatever is in the file, this returns."""
    try:
        notebook = nbformat.read(path, as_version=4)
        exercises = tuple(cell.id for cell in exercise_cells(notebook) if cell.id in all_exercises())
    except Exception as error:
        return Grade(name, (), (), f"cannot be read as a notebook: {one_line(error)}")
    with tempfile.TemporaryDirectory() as folder:
        progress = Path(folder, "progress.json")
        problem = run(notebook, folder, progress, seconds)
        passed = json.loads(progress.read_text(encoding="utf-8"))["passed"] if progress.exists() else []
    return Grade(name, tuple(i for i in exercises if i in passed), exercises, problem)


def run(notebook, folder, progress, seconds):
    """Run a notebook's cells, past those that fail, in a kernel of its own; returns what stopped it, or ""."""
    client = NotebookClient(
        notebook,
        allow_errors=True,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": folder}},
    )
    ends = time.monotonic() + seconds
    try:
        with client.setup_kernel(env=os.environ | {VARIABLE: str(progress)}):
            for place, cell in enumerate(notebook.cells):
                client.timeout = max(1, int(ends - time.monotonic()))
                client.execute_cell(cell, place)
                if time.monotonic() > ends:
                    return f"did not finish within {seconds} seconds"
    except CellTimeoutError:
        return f"did not finish within {seconds} seconds (code cell {cells_before(notebook, place)})"
    except DeadKernelError:
        return f"the kernel died (code cell {cells_before(notebook, place)})"
    except Exception as error:
        return f"could not be run: {one_line(error)}"
    failed = [cell for cell in notebook.cells if any(o.output_type == "error" for o in cell.get("outputs", []))]
    return f"cells that raised an error: {len(failed)}" if failed else ""


def cells_before(notebook, place):
    """The number that the cell at `place` has among the code cells, counted from 1."""
    return sum(cell.cell_type == "code" for cell in notebook.cells[: place + 1])


def one_line(error):
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]


def as_table(grades):
    """The grades as lines of text."""
    width = max(len(grade.file) for grade in grades)
    return "\n".join(
        f"{grade.file.ljust(width)}  {len(grade.passed):2} of {len(grade.exercises):2}  {grade.problem}".rstrip()
        for grade in grades
    )


def write_csv(path, grades):
    """Write the grades, a row for each notebook and a column for each exercise (1, 0, or empty: not in there)."""
    ids = sorted({i for grade in grades for i in grade.exercises}, key=by_number)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["file", "passed", "of", "problem", *ids])
    for grade in grades:
        marks = [("1" if i in grade.passed else "0") if i in grade.exercises else "" for i in ids]
        writer.writerow([grade.file, len(grade.passed), len(grade.exercises), grade.problem, *marks])
    write_text(path, text.getvalue())

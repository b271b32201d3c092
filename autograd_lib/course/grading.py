"""Grade a folder of handed-in notebooks: run each in a kernel of its own, and see which exercises pass.

The code of the notebooks is run as it is, with your rights: do it where that is safe.
"""

import csv
import io
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from subprocess import DEVNULL
from typing import NamedTuple

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError

from autograd_lib.atomic import write_text
from autograd_lib.course.contents import all_exercises
from autograd_lib.course.grading_pipe import Told, listening
from autograd_lib.course.progress import VARIABLE, by_number
from autograd_lib.course.solutions import checked_ids


class Grade(NamedTuple):
    """One notebook: what was Told of its exercises, which there are, and what stopped the run, if anything did."""

    file: str
    told: Mapping[str, Told]
    exercises: tuple[str, ...]
    problem: str = ""

    @property
    def passed(self):
        """The exercises that passed, in order."""
        return tuple(i for i in self.exercises if i in self.told and self.told[i].status == "passed")


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
    return (grade(path, readable(str(path.relative_to(folder))), seconds) for path in paths)


def grade(path, name, seconds):
    """The Grade of one notebook. Whatever is in the file, and whatever its code does, this returns."""
    try:
        if not path.is_file():
            raise FileNotFoundError("this is not a file")  # a folder, or a pipe that would be read for ever
        notebook = nbformat.read(path, as_version=4)
        exercises = tuple(i for i in checked_ids(notebook) if i in all_exercises())
    except Exception as error:
        return Grade(name, {}, (), f"cannot be read as a notebook: {one_line(error)}")
    told = {}
    try:
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            listening(exercises) as (told, variables, descriptors),
        ):
            own_progress = {VARIABLE: str(Path(folder, "progress.json"))}
            environment = os.environ | own_progress | variables
            problem = run(notebook, folder, seconds, env=environment, pass_fds=descriptors)
    except Exception as error:
        problem = f"could not be run: {one_line(error)}"
    return Grade(name, told, exercises, problem)


class Client(NotebookClient):
    """Runs cells and keeps no output but errors: a cell that prints without end must not fill the memory."""

    def output(self, outs, msg, display_id, cell_index):
        return super().output(outs, msg, display_id, cell_index) if msg["msg_type"] == "error" else None


def run(notebook, folder, seconds, **kernel):
    """Run a notebook's cells, past those that fail, in a kernel of its own; returns what stopped it, or "".

    What the kernel prints past its cells goes nowhere, and at the end it is killed, with the processes of its group.
    """
    code_cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code_cells:
        cell.outputs = []  # an empty cell, which is not run, would keep what is stored
    client = Client(
        notebook,
        kernel_name="python3",  # this Python, whatever the learner's kernel is called
        allow_errors=True,
        shutdown_kernel="immediate",
        resources={"metadata": {"path": folder}},
    )
    ends = time.monotonic() + seconds
    place = 0
    try:
        with client.setup_kernel(stdout=DEVNULL, stderr=DEVNULL, **kernel):
            for place, cell in enumerate(notebook.cells):
                client.timeout = max(1, int(ends - time.monotonic()))
                client.execute_cell(cell, place)
                if time.monotonic() > ends:
                    return f"did not finish within {seconds} seconds"
    except CellTimeoutError:
        return f"did not finish within {seconds} seconds (code cell {cells_before(notebook, place)})"
    except DeadKernelError:
        return f"the kernel died (code cell {cells_before(notebook, place)})"
    failed = sum(any(output.output_type == "error" for output in cell.outputs) for cell in code_cells)
    return f"cells that raised an error: {failed}" if failed else ""


def cells_before(notebook, place):
    """The number that the cell at `place` has among the code cells, counted from 1."""
    return sum(cell.cell_type == "code" for cell in notebook.cells[: place + 1])


def one_line(error):
    return readable(f"{type(error).__name__}: {' '.join(str(error).split())}"[:200])


def readable(text):
    r"""Text that can be printed and stored as UTF-8: what cannot, such as odd bytes in a name, becomes `\udce9`."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


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
        writer.writerow([no_formula(grade.file), len(grade.passed), len(grade.exercises), grade.problem, *marks])
    write_text(path, text.getvalue())


def no_formula(file):
    """The path of a file, so that no spreadsheet takes it for a formula, as `=1+1.ipynb`: then it begins with `./`."""
    return file if file[0].isalnum() else f"./{file}"

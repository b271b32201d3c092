"""Run notebooks from top to bottom, each in a fresh kernel, and store their outputs: `make notebooks`.

    run_notebooks.py [--solved] [NOTEBOOK ...]        all of notebooks/, if none is named

With --solved, the solutions are put in first, and the results go to solved/, for teachers: `make solved`.

The stored outputs depend on the notebook alone: they hold no times, versions or widget ids, so that a diff shows what
has changed. A notebook that fails is left as it was.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from autograd_lib.atomic import write_text
from autograd_lib.course.solutions import solved

PROJECT = Path(__file__).resolve().parent.parent
SOLVED = PROJECT / "solved"
SECONDS_A_CELL = 300

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
# This output names a widget model that dies with the kernel. Without it, a page shows the still picture beside it.
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class NotebookError(Exception):
    """A notebook cannot be read, or one of its cells cannot be run; the message says which, and why."""


def read(path):
    """The notebook at `path`, or a NotebookError."""
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError) as error:
        raise NotebookError(f"cannot be read as a notebook: {error}") from None


def run(notebook, folder):
    """Run a notebook in a fresh kernel that works in `folder`, and keep the outputs in the notebook.

    Raises:
        NotebookError: a cell failed, took too long or killed the kernel.
    """
    client = NotebookClient(
        notebook,
        kernel_name=KERNEL["name"],
        timeout=SECONDS_A_CELL,
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],  # or each kernel warns that its local sockets are not encrypted
        coalesce_streams=True,  # how prints are split into messages varies from run to run
        resources={"metadata": {"path": str(folder)}},
    )
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                cell.update(outputs=[], execution_count=None)
            try:
                client.execute_cell(cell, index)
            except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                raise NotebookError(f"cell {index + 1} (id {cell.get('id')}) failed.\n{error}") from None


def normalise(notebook):
    """Remove, in place, everything that differs from run to run or from machine to machine."""
    notebook.metadata.update(kernelspec=KERNEL, language_info=LANGUAGE)
    notebook.metadata.pop("widgets", None)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            output.get("data", {}).pop(WIDGET_VIEW, None)
        cell.outputs = [output for output in cell.outputs if output.get("data") != {}]
    for count, cell in enumerate((cell for cell in cells if cell.source.strip()), start=1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count


def run_and_store(path):
    """Run the notebook at `path` and store it there, complete or not at all.

    Raises:
        NotebookError: the notebook cannot be read, or did not run to its end.
    """
    notebook = read(path)
    run(notebook, path.parent)
    normalise(notebook)
    write_text(path, nbformat.writes(notebook) + "\n")
    return path


def run_solved(path):
    """Run the notebook at `path` with its solutions put in, and write it to solved/ under the same name.

    Raises:
        NotebookError: the notebook cannot be read, an exercise has no solution, or a cell could not be run.
    """
    try:
        notebook = solved(read(path))
    except ValueError as error:
        raise NotebookError(str(error)) from None
    run(notebook, path.parent)
    normalise(notebook)
    SOLVED.mkdir(exist_ok=True)
    write_text(SOLVED / path.name, nbformat.writes(notebook) + "\n")
    return SOLVED / path.name


def main(paths, store=run_and_store):
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        # Kernels inherit these, so the reader's progress, start-up files and choice of backend stay out of the outputs.
        os.environ["IPYTHONDIR"] = folder
        os.environ.pop("MPLBACKEND", None)
        for number, path in enumerate(paths):
            os.environ["AUTOGRAD_LIB_PROGRESS"] = os.path.join(folder, f"progress_{number}.json")
            try:
                print(f"{store(path)}: stored")
            except NotebookError as failure:
                failures += 1
                print(f"{path}: left as it was, {failure}", file=sys.stderr)
    return failures


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name != "--solved"]
    chosen = [Path(name) for name in names] or sorted((PROJECT / "notebooks").glob("*.ipynb"))
    sys.exit(1 if main(chosen, run_solved if "--solved" in sys.argv else run_and_store) else 0)

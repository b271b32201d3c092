"""Write the notebooks with their solutions put in and run, for a teacher: `make solved`.

    solve_notebooks.py [NOTEBOOK ...]        all of notebooks/, if none is named

They go to solved/, under the same names.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from run_notebooks import PROJECT, NotebookError, normalise, run

from autograd_lib.atomic import write_text
from autograd_lib.exercises.solutions import solved

FOLDER = PROJECT / "solved"


def main(paths):
    FOLDER.mkdir(exist_ok=True)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = folder
        for path in paths:
            os.environ["AUTOGRAD_LIB_PROGRESS"] = os.path.join(folder, f"{path.stem}.json")
            try:
                write_text(FOLDER / path.name, solved_and_run(path))
                print(f"solved/{path.name}: written")
            except (NotebookError, ValueError) as failure:
                failures += 1
                print(f"solved/{path.name}: not written, {failure}", file=sys.stderr)
    return failures

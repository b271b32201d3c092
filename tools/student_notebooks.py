"""Write the notebooks as a class gets them, without solutions and outputs, to student/: `make student`.

    student_notebooks.py [--no-hints] [NOTEBOOK ...]        all of notebooks/, if none is named

What is in student/ is overwritten: it is there to be handed out, not to be worked in.
"""

import sys
from pathlib import Path

import nbformat
from run_notebooks import NotebookError, read

from autograd_lib.atomic import write_text
from autograd_lib.course.solutions import unsolved

PROJECT = Path(__file__).resolve().parent.parent


def write_student(path, folder, hints=True):
    """Write the notebook at `path` to `folder`, under the same name, without its solutions.

    Raises:
        NotebookError: it cannot be read.
    """
    write_text(folder / path.name, nbformat.writes(unsolved(read(path), hints)) + "\n")


def main():
    names = [name for name in sys.argv[1:] if name != "--no-hints"]
    paths = [Path(name) for name in names] or sorted((PROJECT / "notebooks").glob("*.ipynb"))
    folder = PROJECT / "student"
    folder.mkdir(exist_ok=True)
    try:
        for path in paths:
            write_student(path, folder, hints="--no-hints" not in sys.argv)
    except (NotebookError, OSError) as error:
        sys.exit(f"{path}: {error}")
    print(f"{folder.name}/: {len(paths)} notebooks without solutions{' and hints' * ('--no-hints' in sys.argv)}.")


if __name__ == "__main__":
    main()

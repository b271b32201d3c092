"""The exercises as a notebook holds them: each stub, its hints and its solution, put in or taken out."""

import copy
import inspect
import re
import textwrap
from typing import NamedTuple

# A call of `check`, from the beginning of its line, however it is written; not in a comment or a string.
CHECK = re.compile(
    r"""^[^#\n"']*?(?<!\w)check\s*\(\s*(?:exercise_id\s*=\s*)?(?P<quote>["']?)(?P<id>\d+\.\d+)(?P=quote)\s*,""",
    re.MULTILINE,
)
ANSWER = re.compile(r"<summary>Solution</summary>")
SOLUTION = re.compile(r"<summary>Solution</summary>\s*```python\n(.*?)```", re.DOTALL)

FOLDED = re.compile(r"<details>.*?</details>\s*", re.DOTALL)


class ExerciseCell(NamedTuple):
    """An exercise in a notebook: its id, the place of its code cell, and the code of the solution shown below it."""

    id: str
    place: int
    solution: str | None


def solution_text(exercise):
    """The source of the reference, under the name that the notebook gives it."""
    source = textwrap.dedent(inspect.getsource(exercise.reference))
    return re.sub(rf"\b{exercise.reference.__name__}\b", exercise.name, source).strip()


def exercise_cells(notebook):
    """Every code cell of a notebook that calls `check`, with the first solution that follows it."""
    found = []
    for place, cell in enumerate(notebook.cells):
        match = CHECK.search(cell.source) if cell.cell_type == "code" else None
        if match:
            found.append(ExerciseCell(match["id"], place, solution_after(notebook, place)))
    return found


def checked_ids(notebook):
    """The ids of the exercises that a notebook calls `check` for, each once, also where a cell has several."""
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return list(dict.fromkeys(match["id"] for source in code for match in CHECK.finditer(source)))


def solution_after(notebook, place):
    """The code in the first "Solution" box after a cell, before the next check; None if there is none."""
    for cell in notebook.cells[place + 1 :]:
        if cell.cell_type == "code" and CHECK.search(cell.source):
            return None
        match = SOLUTION.search(cell.source) if cell.cell_type == "markdown" else None
        if match:
            return match[1].strip()
    return None


def solved(notebook):
    """A copy of a notebook in which each stub is replaced by its solution; the call of `check` stays.

    Raises:
        ValueError: an exercise has no solution.
    """
    notebook = copy.deepcopy(notebook)
    for exercise in exercise_cells(notebook):
        if exercise.solution is None:
            raise ValueError(f"exercise {exercise.id} has no box titled Solution with Python code in it")
        cell = notebook.cells[exercise.place]
        call = textwrap.dedent(cell.source[CHECK.search(cell.source).start() :])
        cell.source = f"{exercise.solution}\n\n{call}"
    return notebook


def unsolved(notebook, hints=True, outputs=False):
    """A copy of a notebook without the boxes titled Solution; hints and outputs are in it if they are wanted.

    What stands below a solution in the same cell stays: it is written for everybody.
    """
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.update({} if outputs else {"outputs": [], "execution_count": None})
        elif ANSWER.search(cell.source):
            cell.source = FOLDED.sub(
                lambda box: box[0] if hints and not ANSWER.search(box[0]) else "", cell.source
            ).strip()
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code" or cell.source]
    return notebook

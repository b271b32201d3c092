"""Notebook 08 tells the reader how to put an engine together from notebooks 03 to 05. Here somebody does it."""

import ast
import random
import re
from pathlib import Path

import nbformat
import pytest

from autograd_lib import MLP, SGD, Value, check_engine, datasets, losses
from autograd_lib.course.solutions import exercise_cells

FOLDER = Path(__file__).parent.parent / "notebooks"


def read(number):
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    return nbformat.read(path, as_version=4)


def last_definition(name, sources):
    """The text of a function or class, from its `def` or `class` to its last line, as it is printed last."""
    found = []
    for source in sources:
        for node in ast.parse(source).body:
            if getattr(node, "name", None) == name:
                found.append(ast.get_source_segment(source, node))
    return found[-1]


def printed(name, where):
    """What the notebook shows: the solution of an exercise, or a definition in a cell of its own."""
    if where.startswith("exercise"):
        ids = re.findall(r"\d+\.\d+", where)
        cells = {cell.id: cell for each in ids for cell in exercise_cells(read(f"0{each[0]}"))}
        return last_definition(name, [cells[each].solution for each in ids])
    cells = read(re.search(r"notebook (\d\d)", where)[1]).cells
    return last_definition(name, [cell.source for cell in cells if cell.cell_type == "code"])


@pytest.fixture
def engine():
    text = "\n".join(cell.source for cell in read("08").cells if cell.cell_type == "markdown")
    (skeleton,) = re.findall(r"```python\n(import math\n.*?)```", text, re.DOTALL)

    def fill_in(line):
        names = line[1].removeprefix("class ").split(", ")
        return "\n\n".join(printed(name, line[2]) for name in names)

    file = {}
    exec(re.sub(r"^# (.+?): (.+)$", fill_in, skeleton, flags=re.MULTILINE), file)
    return file["Value"]


def test_a_network_can_be_trained_on_it_and_two_extras_are_open(engine):
    card = check_engine(engine)
    assert card.usable and set(card.problems) == {"relu", "deep graphs"}


def test_its_run_is_that_of_the_librarys_engine(engine):
    histories = []
    for cls in (engine, Value):
        model = MLP(2, [8, 1], output="linear", rng=random.Random(3), value=cls)
        optimizer, history = SGD(model.parameters(), lr=0.1), []
        for xs, ys in datasets.batches(*datasets.moons(60, seed=3), 20, random.Random(2)):
            loss = losses.mean_squared_error([model(x) for x in xs], ys)
            model.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss.data)
        histories.append(history)
    assert histories[0] == pytest.approx(histories[1], rel=1e-9)


def test_the_notebook_trains_it_with_that_loss():
    (cell,) = [cell for cell in read("08").cells if "mine = MLP(" in cell.source]
    assert "losses.mean_squared_error" in cell.source

"""The engine that notebook 08 begins with: a file of what 03 to 05 print, which a network can be trained on."""

import ast
import random
import runpy
from pathlib import Path

import nbformat
import pytest

from autograd_lib import MLP, SGD, Value, check_engine, datasets, losses
from autograd_lib.course.nb08 import start_my_engine
from autograd_lib.course.solutions import exercise_cells

FOLDER = Path(__file__).parent.parent / "notebooks"


def read(number):
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    return nbformat.read(path, as_version=4)


@pytest.fixture
def path(tmp_path):
    start_my_engine(tmp_path / "my_engine.py")
    return tmp_path / "my_engine.py"


@pytest.fixture
def engine(path):
    return runpy.run_path(path)["Value"]


def test_each_part_of_it_is_printed_in_a_notebook(path):
    notebooks = [read(number) for number in ("03", "04", "05")]
    cells = [cell.source for notebook in notebooks for cell in notebook.cells if cell.cell_type == "code"]
    solutions = [cell.solution or "" for notebook in notebooks for cell in exercise_cells(notebook)]
    source = path.read_text(encoding="utf-8")
    parts = [ast.get_source_segment(source, node) for node in ast.parse(source).body if hasattr(node, "body")]
    assert len(parts) == 15
    for part in parts:
        assert any(part in text for text in [*cells, *solutions]), part


def test_a_file_that_is_there_stays_as_it_is(path):
    path.write_text("# mine")
    with pytest.raises(FileExistsError, match=r"my_engine\.py is there already, and stays as it is"):
        start_my_engine(path)
    assert path.read_text() == "# mine"


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


def test_the_notebook_says_how_to_begin_and_counts_the_solutions_in_the_file(path):
    text = "\n".join(cell.source for cell in read("08").cells if cell.cell_type == "markdown")
    assert "from autograd_lib.course.nb08 import start_my_engine" in text and "the six solutions" in text
    assert path.read_text(encoding="utf-8").count("\n# exercise ") == 6

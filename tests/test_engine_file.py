"""The file for an engine of one's own: what 03 to 05 print, whole, and never in the place of the reader's."""

import ast
import runpy
from pathlib import Path

import nbformat
import pytest

from autograd_lib.checks.report_card import check_engine
from autograd_lib.course.nb08 import start_my_engine
from autograd_lib.course.solutions import exercise_cells

NOTEBOOKS = [
    nbformat.read(path, as_version=4)
    for number in ("03", "04", "05")
    for path in (Path(__file__).parent.parent / "notebooks").glob(f"{number}*.ipynb")
]


@pytest.fixture
def path(tmp_path):
    start_my_engine(tmp_path / "my_engine.py")
    return tmp_path / "my_engine.py"


def definitions(source):
    """The source of each function and class of a text."""
    return [ast.get_source_segment(source, node) for node in ast.parse(source).body if hasattr(node, "body")]


def test_a_network_can_be_trained_on_it_and_relu_and_deep_graphs_are_left_to_the_reader(path):
    card = check_engine(runpy.run_path(path)["Value"])
    assert card.usable
    assert set(card.problems) == {"relu", "deep graphs"}


def test_each_part_of_it_stands_in_a_notebook(path):
    cells = [cell.source for notebook in NOTEBOOKS for cell in notebook.cells if cell.cell_type == "code"]
    solutions = [cell.solution or "" for notebook in NOTEBOOKS for cell in exercise_cells(notebook)]
    parts = definitions(path.read_text(encoding="utf-8"))
    assert len(parts) == 15
    for part in parts:
        assert any(part in text for text in [*cells, *solutions]), part


def test_a_file_that_is_there_stays_as_it_is(path):
    path.write_text("# mine")
    with pytest.raises(FileExistsError, match=r"my_engine\.py is there already, and stays as it is"):
        start_my_engine(path)
    assert path.read_text() == "# mine"

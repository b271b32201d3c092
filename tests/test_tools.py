"""The two scripts behind `make lab` and `make notebooks`: neither ever costs anybody their work."""

import nbformat
import pytest
from copy_notebooks import copy_new
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from run_notebooks import KERNEL, WIDGET_VIEW, NotebookError, main, normalise, run_and_store, run_solved


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "notebooks"
    for name in ("00.ipynb", "data/points.csv", ".ipynb_checkpoints/00-checkpoint.ipynb"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"the original {name}")
    return folder


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_copies_have_the_data_beside_them_and_no_hidden_files(originals, tmp_path):
    mine = tmp_path / "mine"
    assert copy_new(originals, mine) == files(mine) == ["00.ipynb", "data/points.csv"]
    assert (mine / "data/points.csv").read_text() == "the original data/points.csv"


def test_a_file_that_is_there_is_never_written_to(originals, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "00.ipynb").write_text("my solutions")
    (originals / "01.ipynb").write_text("a new notebook")
    assert copy_new(originals, mine) == ["01.ipynb", "data/points.csv"]
    assert copy_new(originals, mine) == []
    assert (mine / "00.ipynb").read_text() == "my solutions"


def test_a_copy_that_breaks_off_is_made_again(originals, tmp_path, monkeypatch):
    def half_a_copy(source, target):
        target.write_text(source.read_text()[:5])
        raise OSError("no space left on device")

    mine = tmp_path / "mine"
    with monkeypatch.context() as patched, pytest.raises(OSError, match="no space"):
        patched.setattr("shutil.copyfile", half_a_copy)
        copy_new(originals, mine)
    copy_new(originals, mine)
    assert files(mine) == ["00.ipynb", "data/points.csv"]
    assert (mine / "00.ipynb").read_text() == "the original 00.ipynb"


def stored(folder, *cells):
    """The path of a notebook with these cells; text is code."""
    cells = [new_code_cell(cell, id=f"cell-{n}") if isinstance(cell, str) else cell for n, cell in enumerate(cells)]
    path = folder / "lesson.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def test_a_run_stores_outputs_counts_and_cell_ids_and_a_second_run_stores_the_same(tmp_path):
    (tmp_path / "number.txt").write_text("42")
    words = new_markdown_cell("text", id="words")
    emptied = new_code_cell("", id="emptied", execution_count=7, outputs=[new_output("stream", text="of old")])
    path = stored(tmp_path, "x = int(open('number.txt').read())", words, emptied, "x")
    run_and_store(path)
    first = path.read_bytes()
    notebook = nbformat.reads(first.decode(), as_version=4)
    assert [cell.id for cell in notebook.cells] == ["cell-0", "words", "emptied", "cell-3"]
    assert [cell.get("execution_count") for cell in notebook.cells] == [1, None, None, 2]
    assert notebook.cells[2].outputs == []
    assert notebook.cells[3].outputs[0].data["text/plain"] == "42"
    assert notebook.metadata.kernelspec == KERNEL and "version" not in notebook.metadata.language_info
    run_and_store(path)
    assert path.read_bytes() == first


def test_a_notebook_that_fails_is_named_with_its_cell_and_left_as_it_was(tmp_path, capsys):
    path = stored(tmp_path, "1 + 1", "1 / 0", "2 + 2")
    before = path.read_bytes()
    assert main([path]) == 1
    message = capsys.readouterr().err
    assert "lesson.ipynb" in message and "cell 2 (id cell-1)" in message and "ZeroDivisionError" in message
    assert path.read_bytes() == before and files(tmp_path) == ["lesson.ipynb"]


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    path = tmp_path / "lesson.ipynb"
    path.write_text("{")
    with pytest.raises(NotebookError, match="cannot be read"):
        run_and_store(path)


def test_a_widget_leaves_its_still_and_its_words_and_nothing_that_needs_the_kernel():
    still = {"image/png": "aGVsbG8=", "text/plain": "a slider at 3", WIDGET_VIEW: {"model_id": "4f"}}
    outputs = [new_output("display_data", still), new_output("display_data", {WIDGET_VIEW: {"model_id": "50"}})]
    cell = new_code_cell("slider", outputs=outputs, metadata={"execution": {"iopub.status.busy": "now"}, "tags": ["x"]})
    notebook = new_notebook(cells=[cell], metadata={"widgets": {"state": {}}})
    normalise(notebook)
    [output] = notebook.cells[0].outputs
    assert set(output.data) == {"image/png", "text/plain"}
    assert notebook.cells[0].metadata == {"tags": ["x"]} and "widgets" not in notebook.metadata


def test_solved_notebooks_are_written_beside_the_originals_with_the_solution_run(tmp_path, monkeypatch):
    monkeypatch.setattr("run_notebooks.SOLVED", tmp_path / "solved")
    stub = new_code_cell('from autograd_lib import check\n\ncheck("0.1", ...)', id="stub")
    box = "<details><summary>Solution</summary>\n\n```python\nfrom autograd_lib import check\n```\n\n</details>"
    path = stored(tmp_path, stub, new_markdown_cell(box, id="box"))
    before = path.read_bytes()
    assert main([path], run_solved) == 0
    written = nbformat.read(tmp_path / "solved" / path.name, as_version=4)
    assert "not attempted yet" in written.cells[0].outputs[0].data["text/plain"]
    assert path.read_bytes() == before
    assert main([stored(tmp_path, stub)], run_solved) == 1

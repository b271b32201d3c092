"""The two scripts behind `make lab` and `make notebooks`: neither ever costs anybody their work."""

import nbformat
import pytest
from copy_notebooks import EDITIONS, copy_new
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from run_notebooks import KERNEL, WIDGET_VIEW, NotebookError, main, normalise, run_and_store, run_solved


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "notebooks"
    for name in ("00.ipynb", "data/points.csv", ".ipynb_checkpoints/00-checkpoint.ipynb"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"the original {name}")
    lay(folder / "01.ipynb", "print(1)")
    return folder


def lay(path, code, output="1\n"):
    """Write a notebook with one cell and its output."""
    cell = new_code_cell(code, id="only", execution_count=1, outputs=[new_output("stream", text=output)])
    nbformat.write(new_notebook(cells=[cell]), path)


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("[!.]*") if path.is_file())


def test_copies_have_the_data_beside_them_and_no_hidden_files(originals, tmp_path):
    mine = tmp_path / "mine"
    assert copy_new(originals, mine) == (["00.ipynb", "01.ipynb", "data/points.csv"], [])
    assert files(mine) == ["00.ipynb", "01.ipynb", "data/points.csv"]
    assert (mine / "data/points.csv").read_text() == "the original data/points.csv"


def test_a_copy_has_no_outputs_and_the_original_keeps_them(originals, tmp_path):
    copy_new(originals, tmp_path / "mine")
    [copy] = nbformat.read(tmp_path / "mine/01.ipynb", as_version=4).cells
    assert (copy.source, copy.outputs, copy.execution_count) == ("print(1)", [], None)
    assert nbformat.read(originals / "01.ipynb", as_version=4).cells[0].outputs


def test_a_file_that_is_there_is_never_written_to(originals, tmp_path):
    mine = tmp_path / "mine"
    copy_new(originals, mine)
    (mine / "00.ipynb").write_text("my solutions")
    (mine / "02.ipynb").write_text("my own notebook")
    (originals / "03.ipynb").write_text("a new notebook")
    assert copy_new(originals, mine) == (["03.ipynb"], [])
    assert copy_new(originals, mine) == ([], [])
    assert (mine / "00.ipynb").read_text() == "my solutions"
    assert (mine / "02.ipynb").read_text() == "my own notebook"


def test_a_newer_edition_is_laid_beside_the_copy_and_neither_is_lost(originals, tmp_path):
    mine = tmp_path / "mine"
    copy_new(originals, mine)
    lay(mine / "01.ipynb", "my solution")
    lay(originals / "01.ipynb", "print(2)")
    for _ in range(2):  # the second time it is there already, and named again
        assert copy_new(originals, mine) == ([], [("01.ipynb", "01.new.ipynb")])
    lay(mine / "01.new.ipynb", "my solution in the new edition")
    lay(originals / "01.ipynb", "print(3)")
    assert copy_new(originals, mine) == ([], [("01.ipynb", "01.new-2.ipynb")])
    assert [nbformat.read(mine / name, as_version=4).cells[0].source for name in files(mine)[1:4]] == [
        "my solution",
        "print(3)",
        "my solution in the new edition",
    ]


def test_outputs_that_were_stored_again_make_no_new_edition(originals, tmp_path):
    copy_new(originals, tmp_path / "mine")
    lay(originals / "01.ipynb", "print(1)", output="stored again\n")
    assert copy_new(originals, tmp_path / "mine") == ([], [])


@pytest.mark.parametrize("damage", ["no JSON", "[]", None])
def test_copies_of_which_nobody_knows_the_edition_stay_and_get_the_new_one_beside(originals, tmp_path, damage):
    mine = tmp_path / "mine"
    copy_new(originals, mine)
    (mine / EDITIONS).write_text(damage) if damage else (mine / EDITIONS).unlink()
    lay(mine / "01.ipynb", "my solution")
    _, beside = copy_new(originals, mine)
    assert ("01.ipynb", "01.new.ipynb") in beside
    assert copy_new(originals, mine) == ([], beside)
    assert nbformat.read(mine / "01.ipynb", as_version=4).cells[0].source == "my solution"


def test_a_copy_that_breaks_off_is_made_again(originals, tmp_path, monkeypatch):
    def breaks_off(source, target):
        raise OSError("no space left on device")

    mine = tmp_path / "mine"
    with monkeypatch.context() as patched, pytest.raises(OSError, match="no space"):
        patched.setattr("os.replace", breaks_off)
        copy_new(originals, mine)
    assert not files(mine)
    copy_new(originals, mine)
    assert files(mine) == ["00.ipynb", "01.ipynb", "data/points.csv"]
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

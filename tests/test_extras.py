"""A notebook that needs more than the others says so at once, in one line, and is left to `make test-peers`."""

import re
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from autograd_lib.course.contents import extra_of, notebooks
from autograd_lib.course.extras import MissingExtraError, needs

FOLDER = Path(__file__).parent.parent / "notebooks"
# As in an environment without the extra: its packages cannot be found.
WITHOUT = """import importlib.util, sys
class Hidden:
    def find_spec(name, path, target=None):
        if name.split(".")[0] in {"torch", "jax", "distributed", "dask", "array_api_compat", "array_api_strict"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden)
real = importlib.util.find_spec
def find_spec(name, package=None):
    try:
        return real(name, package)
    except ModuleNotFoundError:
        return None
importlib.util.find_spec = find_spec"""


def code_of(number):
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def test_what_is_there_is_not_complained_of():
    needs("json", "numpy")


def test_what_is_missing_is_named_with_the_way_to_get_it():
    with pytest.raises(
        MissingExtraError, match=r"needs no_such_module, nor_this\. .*`make peers` .*\[peers\]"
    ) as raised:
        needs("json", "no_such_module", "nor_this")
    assert isinstance(raised.value, ImportError)


def test_a_browser_tab_is_told_that_there_is_no_build_for_it(monkeypatch):
    monkeypatch.setattr("sys.platform", "emscripten")
    with pytest.raises(MissingExtraError, match="no build of it for the browser"):
        needs("no_such_module")


def test_a_notebook_shows_one_line_and_no_traceback(capsys):
    shell = InteractiveShell.instance()
    shell.run_cell("from autograd_lib import needs\nneeds('no_such_module')")
    shown = "".join(capsys.readouterr())
    assert "This notebook needs no_such_module" in shown and "Traceback" not in shown
    InteractiveShell.clear_instance()


@pytest.mark.parametrize("number", notebooks())
def test_a_notebook_asks_for_its_extra_before_it_imports_anything_of_it(number):
    first, *others = [cell.source for cell in code_of(number)]
    asks = re.search(r"^needs\((.*)\)$", first, re.MULTILINE)
    assert bool(asks) == bool(extra_of(number))
    assert not any(re.search(r"^needs\(", source, re.MULTILINE) for source in others)
    before = first[: asks.start()] if asks else ""
    assert not re.search(r"^(?:import|from) (?:torch|jax|distributed|dask|array_api)", before, re.MULTILINE)


@pytest.mark.parametrize("number", [number for number in notebooks() if extra_of(number)])
def test_without_the_extra_its_first_cell_says_what_is_missing(number, tmp_path):
    first = code_of(number)[0]
    cells = [nbformat.v4.new_code_cell(WITHOUT), nbformat.v4.new_code_cell(first.source)]
    client = NotebookClient(nbformat.v4.new_notebook(cells=cells), extra_arguments=["--log-level=ERROR"])
    with pytest.raises(CellExecutionError, match="This notebook needs"):
        client.execute()
    (output,) = client.nb.cells[1].outputs
    assert output.ename == "MissingExtraError" and len(output.traceback) == 1
    assert "make peers" in output.traceback[0]

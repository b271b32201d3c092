"""The house: imports point one way, nobody pays for what they do not use, and every public name can be found."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import jedi
import nbformat
import pytest

import autograd_lib

PACKAGE = Path(autograd_lib.__file__).parent
NOTEBOOKS = sorted((PACKAGE.parent / "notebooks").glob("*.ipynb"))

# What each room may import. A file on its own, such as `picture`, imports nothing of ours.
MAY_IMPORT = {
    "engine": set(),
    "dual": {"engine"},
    "nn": {"engine", "atomic"},
    "compile": {"engine", "nn"},
    "parallel": {"nn"},
    "checks": {"engine"},
    "draw": {"engine.graph", "picture"},
    "plot": {"picture"},
    "course": {"engine", "dual", "nn", "checks", "draw", "plot", "picture", "datasets", "atomic"},
    "widgets": {"course", "engine", "nn", "checks", "draw", "plot", "picture", "datasets"},
    "array_api": {"engine.graph"},
    "picture": set(),
    "datasets": set(),
    "lab_server": set(),
    "atomic": set(),
    "browser_tab": set(),
    "browser_packages": set(),
}


def imports_of(source):
    """Every module, or name in a module, that a source imports from autograd_lib, without `autograd_lib.`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "autograd_lib":
            inner = node.module.removeprefix("autograd_lib").lstrip(".")
            yield from ([inner] if inner else [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            yield from (a.name.removeprefix("autograd_lib.") for a in node.names if a.name.startswith("autograd_lib."))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room):
    files = sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / f"{room}.py"]
    for file in files:
        for module in imports_of(file.read_text(encoding="utf-8")):
            allowed = {room} | MAY_IMPORT[room]
            assert any(f"{module}.".startswith(f"{name}.") for name in allowed), f"{file.name} imports {module}"


def test_every_file_and_folder_is_a_room_of_the_plan():
    found = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith("__")}
    assert found == set(MAY_IMPORT)


def loaded_after(code):
    """The names of all modules that are loaded once a fresh Python has run `code`."""
    command = [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_a_value_costs_neither_matplotlib_nor_numpy_nor_an_exercise():
    loaded = loaded_after("from autograd_lib import Value")
    assert "autograd_lib.engine.value" in loaded
    assert not loaded & {"matplotlib", "IPython", "graphviz", "ipywidgets", "numpy", "autograd_lib.course"}


@pytest.mark.parametrize(
    "names", ["Tensor", "MLP, SGD, losses, datasets", "topological_order", "check_gradients", "dual"]
)
def test_to_compute_costs_neither_pictures_nor_the_course(names):
    loaded = loaded_after(f"from autograd_lib import {names}")
    assert not loaded & {"matplotlib", "IPython", "graphviz", "ipywidgets", "autograd_lib.course"}


def test_matplotlib_is_imported_when_something_is_drawn_and_not_in_a_notebooks_first_cell():
    loaded = loaded_after("from autograd_lib import Value, check, draw_graph, plot\nfrom autograd_lib.widgets import *")
    assert "autograd_lib.widgets.training" in loaded and "matplotlib" not in loaded


def test_check_loads_only_the_exercise_that_is_asked_for():
    loaded = loaded_after('from autograd_lib.course.contents import find_exercise\nfind_exercise("4.2")')
    exercises = {name for name in loaded if ".course.nb" in name and ".ex" in name}
    assert exercises == {"autograd_lib.course.nb04.ex2_topological_order"}


def test_import_star_gives_every_public_name():
    names = {}
    exec("from autograd_lib import *", names)
    assert set(autograd_lib.__all__) <= set(names)
    assert names["MLP"].__name__ == "MLP" and names["plot"].plot_losses and names["losses"].hinge


def test_a_folder_can_be_reached_from_the_package_alone():
    folders = [path.parent.name for path in PACKAGE.glob("*/__init__.py")]
    for folder in folders:
        if folder == "array_api" and not find_spec("array_api_compat"):
            continue  # it needs the extra `peers`
        assert f"autograd_lib.{folder}" in loaded_after(f"import autograd_lib; autograd_lib.{folder}")
        assert folder in dir(autograd_lib)
    assert "import_module" not in dir(autograd_lib)


def test_dir_lists_every_public_name_before_it_is_imported():
    code = "import autograd_lib, json; print(json.dumps([autograd_lib.__all__, dir(autograd_lib)]))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    public, listed = ast.literal_eval(printed)
    assert set(public) <= set(listed) and len(public) == len(set(public))


@pytest.mark.parametrize("name", autograd_lib.__all__)
def test_an_editor_completes_every_public_name_and_finds_where_it_is_defined(name):
    """Jedi, which completes names in JupyterLab and many editors, reads files and does not run them."""
    before = f"from autograd_lib import {name}"
    script = jedi.Script(before, project=jedi.Project(PACKAGE.parent))
    found = [completion.name for completion in script.complete()]
    assert name in found, f"add {name} to the imports under TYPE_CHECKING"
    (definition,) = script.goto(line=1, column=len(before), follow_imports=True)
    public = getattr(autograd_lib, name)
    assert definition.full_name == getattr(public, "__name__", name) or definition.full_name.endswith(f".{name}")
    assert definition.type in {"class", "function", "module"}


def test_a_name_that_is_not_there_is_an_attribute_error_as_anywhere():
    with pytest.raises(AttributeError, match="module 'autograd_lib' has no attribute 'Valeu'"):
        _ = autograd_lib.Valeu
    with pytest.raises(ImportError, match="cannot import name 'Valeu'"):
        exec("from autograd_lib import Valeu")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_import_from_the_package_and_its_folders_and_never_from_a_file(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code" and "autograd_lib" in cell.source:
            for module in imports_of(cell.source):
                parts = module.split(".")
                inside_a_folder = PACKAGE.joinpath(*parts, "__init__.py").exists()
                assert inside_a_folder or module in autograd_lib.__all__, module


@pytest.mark.parametrize("folder", ["nn", "compile", "parallel", "plot", "dual", "draw", "widgets"])
def test_what_a_folder_lists_is_there(folder):
    names = {}
    exec(f"from autograd_lib.{folder} import *", names)
    assert len(names) > 1

"""Packages that are loaded when they are imported: here from wheels in a folder, in the browser from the site."""

import io
import sys
import zipfile

import pytest

from autograd_lib.browser_packages import FinderOfTheSite

WHEELS = {
    "far-1.whl": {"far/__init__.py": "from far.inside import two", "far/inside.py": "import near\ntwo = 1 + near.one"},
    "near-1.whl": {"near.py": "one = 1"},
}
LOCK = {
    "far-package": {"imports": ["far"], "depends": ["near"], "file_name": "far-1.whl"},
    "near": {"imports": ["near"], "depends": [], "file_name": "near-1.whl"},
}


def wheel(files):
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return contents.getvalue()


@pytest.fixture
def fetched(tmp_path, monkeypatch):
    """The names of the files that were fetched; imports find these packages until the test is over."""
    names = []

    def fetch(file):
        names.append(file)
        return wheel(WHEELS[file])

    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, FinderOfTheSite(LOCK, fetch, str(tmp_path))])
    yield names
    for name in ("far", "far.inside", "near"):
        sys.modules.pop(name, None)


def test_an_import_loads_a_package_and_what_it_depends_on_once(fetched):
    import far
    import far.inside
    import near

    assert far.two == far.inside.two == 2 and near.one == 1
    assert fetched == ["near-1.whl", "far-1.whl"]
    assert far.__spec__.loader.name == "far" and far.__file__.endswith("__init__.py")


def test_to_ask_whether_a_package_is_there_loads_nothing(fetched):
    from importlib.util import find_spec

    assert find_spec("far") and find_spec("nowhere") is None
    assert fetched == []


def test_a_module_that_a_loaded_package_does_not_have_is_not_found(fetched):
    with pytest.raises(ModuleNotFoundError, match=r"far\.other"):
        import far.other  # noqa: F401

"""Packages that a browser tab loads only when they are imported; `autograd_lib` imports this there, and nowhere else.

The kernel loads what a cell itself imports. What our own functions import in their bodies, scikit-learn and with it
SciPy, would have to be there before the first cell, and would make every start longer. So an import fetches it.
"""

import importlib
import io
import sys
import sysconfig
import zipfile
from importlib.machinery import ModuleSpec, PathFinder


def load_when_imported():
    """Let imports find the packages of the site that are not loaded yet."""
    import pyodide_js

    sys.meta_path.append(FinderOfTheSite(pyodide_js.lockfile.packages.to_py(), fetch, sysconfig.get_path("purelib")))


def fetch(file):
    """The contents of a file beside Pyodide. Nothing else happens meanwhile, as in any import."""
    import js
    import pyodide_js

    request = js.XMLHttpRequest.new()
    request.open("GET", pyodide_js.lockfileBaseUrl + file, False)
    request.responseType = "arraybuffer"
    request.send()
    if request.status != 200:
        raise ImportError(f"{file} was not found (status {request.status}): is the site still there? Try once more.")
    return request.response.to_bytes()


class FinderOfTheSite:
    """Finds the modules of packages that are not loaded yet, and loads them; asked after all other finders.

    Args:
        packages: those of Pyodide's lock, by name; each has `imports`, `depends` and `file_name`.
        fetch: a function from the name of a file to its contents.
        folder: where the packages go.
    """

    def __init__(self, packages, fetch, folder):
        self.packages, self.fetch, self.folder = packages, fetch, folder
        self.homes = {module: name for name, each in packages.items() for module in each["imports"]}

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name in self.homes else None

    def create_module(self, spec):
        return None  # as usual

    def exec_module(self, module):
        """Load the package of this module with all that it depends on, and hand over to Python's own loader."""
        self.load(self.homes[module.__name__])
        importlib.invalidate_caches()
        spec = PathFinder.find_spec(module.__name__, [self.folder])
        module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
        if spec.submodule_search_locations:
            module.__path__ = spec.submodule_search_locations
        spec.loader.exec_module(module)

    def load(self, name):
        package = self.packages[name]
        if all(PathFinder.find_spec(module, [self.folder]) for module in package["imports"]):
            return
        for needed in package["depends"]:
            self.load(needed)
        zipfile.ZipFile(io.BytesIO(self.fetch(package["file_name"]))).extractall(self.folder)
        importlib.invalidate_caches()

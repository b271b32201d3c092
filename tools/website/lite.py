"""The notebooks in a browser tab: JupyterLite, with the Python of `website.pyodide`."""

import json
import os
import subprocess
import sys
from pathlib import Path

from copy_notebooks import clean_copy, edition_of

from autograd_lib.course.contents import extra_of
from website import pyodide

PROJECT = Path(__file__).resolve().parent.parent.parent
KERNEL_WHEELS = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi")

EDITIONS = Path(__file__).with_name("editions.js")

# What a notebook links to besides the other notebooks.
LINKED = ["READING.md", "TEACHING.md", *(f"autograd_lib/{room}" for room in ("engine", "nn", "dual", "checks"))]

PACKAGES = [*pyodide.KERNEL, "autograd-lib"]  # loaded before the first cell is run
CONFIGURATION = {
    "jupyter-lite.json": {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Automatic differentiation",
            "exposeAppInBrowser": True,
            "litePluginSettings": {
                "@jupyterlite/pyodide-kernel-extension:kernel": {
                    "disablePyPIFallback": True,
                    "loadPyodideOptions": {"packages": PACKAGES},
                }
            },
        },
    },
    "overrides.json": {
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    },
}


def build(wheels, work, target):
    """Build the browser edition in the folder `target`. Returns the names of its notebooks.

    Args:
        wheels: a folder with the wheels of wheels.txt.
        work: a folder for what is made on the way.
    """
    folder = work / "lite"
    pyodide.our_wheel(work / "wheels")
    pyodide.collect([wheels, KERNEL_WHEELS, work / "wheels"], folder / "static/pyodide")
    names = copy_contents(folder / "contents")
    for name, contents in CONFIGURATION.items():
        write(folder / name, json.dumps(contents, indent=1).encode())
    command = [
        *(sys.executable, "-m", "jupyter", "lite", "build", "--output-dir", str(target), "--contents", "contents"),
        *("--apps", "lab", "--no-sourcemaps", "--no-unused-shared-packages"),
    ]
    run(command, folder)
    add_editions(target, names)
    return names


def add_editions(target, names):
    """Add the extension that lays new editions beside the reader's copies, and the list of editions that it reads."""
    originals = {f"notebooks/{name}": PROJECT / "notebooks" / name for name in names}
    editions = {path: edition_of(original) for path, original in originals.items()}
    write(target / "editions.json", json.dumps(editions, indent=1).encode())
    write(target / "extensions/autograd-lib/editions.js", EDITIONS.read_bytes())
    path = target / "jupyter-lite.json"
    configuration = json.loads(path.read_text(encoding="utf-8"))
    extension = {"name": "autograd-lib", "load": "editions.js", "extension": "./extension"}
    configuration["jupyter-config-data"]["federated_extensions"].append(extension)
    write(path, json.dumps(configuration, indent=2).encode())


def copy_contents(folder):
    """Copy the notebooks, without outputs as for `make lab`, and what they link to. Returns the notebooks' names.

    Those that need an extra are left out: there is no build of it for the browser.
    """
    notebooks = [path for path in sorted((PROJECT / "notebooks").glob("*.ipynb")) if not extra_of(path.name[:2])]
    for path in notebooks:
        write(folder / "notebooks" / path.name, clean_copy(path))
    for name in LINKED:
        for file in [PROJECT / name, *sorted((PROJECT / name).rglob("*.py"))]:
            if file.is_file():
                write(folder / file.relative_to(PROJECT), file.read_bytes())
    return [path.name for path in notebooks]


def write(path, contents):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)


def run(command, folder, **environment):
    """Run a command quietly in `folder`; if it fails, end with what it wrote."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=os.environ | environment)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nfailed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")

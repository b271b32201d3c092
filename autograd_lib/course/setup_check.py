"""Check that everything the notebooks need is here: one line for each thing, and how to fix what is missing."""

import importlib.util
import os
import sys

from autograd_lib.course.progress import ProgressError, passed, progress_file
from autograd_lib.draw import RenderingError, draw_graph
from autograd_lib.draw.render import HAS_PAINTER
from autograd_lib.engine.value import Value

NEEDED = {  # module: package
    "numpy": "numpy",
    "matplotlib": "matplotlib",
    "ipywidgets": "ipywidgets",
    "anywidget": "anywidget",
    "sklearn": "scikit-learn",
}


def check_setup():
    """Print what the notebooks need, whether it is there, and how to fix what is not. Returns nothing."""
    results = [python_version(), packages(), drawing(), engine(), progress_can_be_kept()]
    for what, problem in results:
        print(f"{what}: {problem or 'yes'}")
    if any(problem for _, problem in results):
        print("\nFix the lines above, from the top, restart the kernel and run this cell again.")
    else:
        print("\nEverything is in place.")


def python_version():
    new_enough = sys.version_info >= (3, 11)
    found = f"no, this is {sys.version_info.major}.{sys.version_info.minor}. Choose a newer kernel, or run `make lab`."
    return "Python 3.11 or newer", None if new_enough else found


def packages():
    missing = [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]
    remedy = f"no. In a cell of its own, run: %pip install {' '.join(missing)}"
    return "NumPy, matplotlib, ipywidgets, anywidget, scikit-learn", remedy if missing else None


def drawing():
    try:
        drawing = draw_graph(Value(1.0))
        size = len(drawing.png if HAS_PAINTER else drawing.svg)
    except RenderingError as error:
        return "graphs can be drawn", f"no. {error}"
    return "graphs can be drawn", None if size else "no: the picture is empty."


def engine():
    x = Value(2.0)
    (x * x + 3 * x).backward()
    return "the engine computes ∂(x² + 3x)/∂x = 7 at x = 2", None if x.grad == 7.0 else f"no, it says {x.grad}."


def progress_can_be_kept():
    what, file = "your progress can be kept", progress_file()
    folder = file.resolve().parent
    try:
        passed()
    except ProgressError as error:
        return what, f"no. {error} The next exercise that you pass begins a new one; this one is kept."
    if not os.access(file if file.exists() else folder, os.W_OK):
        return what, f"no: {file} cannot be written. Copy the notebooks to a folder of yours, or run `make lab`."
    return what, None

"""A small automatic-differentiation engine, and what the notebooks that build it need around it.

The public names are listed in the order in which the notebooks introduce them. Each is imported when it is first asked
for (PEP 562), so that who wants a Value does not wait for matplotlib.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if sys.platform == "emscripten":  # before any class of nodes is defined
    from autograd_lib import browser_packages, browser_tab

    browser_tab.settle_in()
    browser_packages.load_when_imported()

# Each name, and the module that it is in, or that it is.
_HOMES = {
    "check_setup": "course.setup_check",
    "progress": "course.check",
    "check": "course.check",
    "yours": "course.yours",
    "draw_graph": "draw",
    "Value": "engine.value",
    "topological_order": "engine.graph",
    "central_difference": "checks.gradcheck",
    "complex_step": "checks.gradcheck",
    "check_gradients": "checks.gradcheck",
    "Neuron": "nn.mlp",
    "Layer": "nn.mlp",
    "MLP": "nn.mlp",
    "losses": "nn.losses",
    "datasets": "datasets",
    "plot": "plot",
    "SGD": "nn.optim",
    "Adam": "nn.optim",
    "predict_many": "nn.mlp",
    "with_bar": "course.bar",
    "from_figure": "picture",
    "check_engine": "checks.report_card",
    "dual": "dual",
    "Tensor": "engine.tensor",
    "concatenate": "engine.joining",
    "stack": "engine.joining",
    "where": "engine.joining",
    "record": "compile.record",
    "compile_step": "compile.step",
    "checkpoint": "compile.checkpoint",
    "needs": "course.extras",
}
__all__ = list(_HOMES)

# `import autograd_lib` is enough for `autograd_lib.nn.Linear`.
_FOLDERS = ("array_api", "checks", "compile", "course", "draw", "engine", "nn", "parallel", "widgets")

if TYPE_CHECKING:  # the same once more, for editors, which read a file without running it
    from autograd_lib import datasets, dual, plot
    from autograd_lib.checks.gradcheck import central_difference, check_gradients, complex_step
    from autograd_lib.checks.report_card import check_engine
    from autograd_lib.compile.checkpoint import checkpoint
    from autograd_lib.compile.record import record
    from autograd_lib.compile.step import compile_step
    from autograd_lib.course.bar import with_bar
    from autograd_lib.course.check import check, progress
    from autograd_lib.course.extras import needs
    from autograd_lib.course.setup_check import check_setup
    from autograd_lib.course.yours import yours
    from autograd_lib.draw import draw_graph
    from autograd_lib.engine.graph import topological_order
    from autograd_lib.engine.joining import concatenate, stack, where
    from autograd_lib.engine.tensor import Tensor
    from autograd_lib.engine.value import Value
    from autograd_lib.nn import losses
    from autograd_lib.nn.mlp import MLP, Layer, Neuron, predict_many
    from autograd_lib.nn.optim import SGD, Adam
    from autograd_lib.picture import from_figure


def __getattr__(name):
    """A public name or a folder, imported now; from here on it is an attribute of the package like any other."""
    if name in _HOMES:
        module = import_module(f"{__name__}.{_HOMES[name]}")
        globals()[name] = getattr(module, name, module)
        return globals()[name]
    if name in _FOLDERS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*__all__, *_FOLDERS, *(name for name in globals() if name.startswith("__"))})

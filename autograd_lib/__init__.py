"""A small automatic-differentiation engine, and what the notebooks that build it need around it.

The public names are listed in the order in which the notebooks introduce them.
"""

from autograd_lib import datasets, dual, losses, plot
from autograd_lib.conformance import check_engine
from autograd_lib.draw import draw_graph
from autograd_lib.exercises import check, progress
from autograd_lib.gradcheck import central_difference, check_gradients, complex_step
from autograd_lib.graph import topological_order
from autograd_lib.joining import concatenate, stack, where
from autograd_lib.nn import MLP, Layer, Neuron, predict_many
from autograd_lib.optim import SGD, Adam
from autograd_lib.picture import from_figure
from autograd_lib.setup_check import check_setup
from autograd_lib.tensor import Tensor
from autograd_lib.value import Value

__all__ = [  # noqa: RUF022 (the order of the notebooks, not of the alphabet)
    "check_setup",
    "progress",
    "check",
    "draw_graph",
    "Value",
    "topological_order",
    "central_difference",
    "complex_step",
    "check_gradients",
    "Neuron",
    "Layer",
    "MLP",
    "losses",
    "datasets",
    "plot",
    "SGD",
    "Adam",
    "predict_many",
    "from_figure",
    "check_engine",
    "dual",
    "Tensor",
    "concatenate",
    "stack",
    "where",
]

"""Transforms from functions to derivatives, in forward and reverse mode: `jvp`, `vjp`, `grad`, `jacobian`, `hvp`.

Each takes a plain Python function of numbers, and calls it with tracers instead of numbers. In forward mode a tracer is
a `Dual`, a number with its tangent: how fast it moves (Wengert 1964). In reverse mode it is a `Node`, which remembers
its inputs for the backward pass, as a Value does.

`tracers.py` holds the two, and the functions that work on them (`sin`, `exp`, ...); `transforms.py` the transforms.
"""

from autograd_lib.dual.tracers import Dual, cos, exp, leaky_relu, log, relu, sigmoid, sin, softplus, sqrt, tanh
from autograd_lib.dual.transforms import grad, hvp, jacobian, jvp, value_and_grad, vjp

__all__ = [
    "Dual",
    "cos",
    "exp",
    "grad",
    "hvp",
    "jacobian",
    "jvp",
    "leaky_relu",
    "log",
    "relu",
    "sigmoid",
    "sin",
    "softplus",
    "sqrt",
    "tanh",
    "value_and_grad",
    "vjp",
]

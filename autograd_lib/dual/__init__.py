"""Derivatives as functions of functions, forwards and backwards: `jvp`, `vjp`, `grad`, `jacobian`, `hvp`.

All of them take plain Python functions of numbers, and call them with tracers in the place of the numbers. Going
forwards the tracer is a `Dual`, a number with its tangent: how fast it moves (Wengert 1964). Going backwards it is a
`Node`, which remembers its inputs for a walk back, as a Value does.

`tracers.py` holds the two, and the functions that work on them (`sin`, `exp`, ...); `transforms.py` the rest.
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

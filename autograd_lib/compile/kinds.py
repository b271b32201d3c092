"""How many Values of one kind are computed at once: their numbers, and their local gradients.

`x` holds a row for each input and a column for each node. What an operation depends on besides its inputs, such as an
exponent, is a row like the others. A *kind* is a pair of functions:

    forward(x)        the numbers of the nodes, (n,)
    slopes(x, out)    their local gradients, (inputs, n) or what broadcasts to it; `out` is what `forward` gave

Nodes may also lie in two axes, points and neurons (see `lattice.py`): then both are one axis longer.

A new operation of Values can be recorded once it is in KINDS, under its name.
"""

import numpy as np

from autograd_lib.engine.array_functions import stable_sigmoid
from autograd_lib.engine.operation import name_and_settings


def dot(x):
    """bias + w₁x₁ + w₂x₂ + …: a row for the bias, then the rows of the weights, then those of their inputs."""
    k = len(x) // 2
    return x[0] + np.add.reduce(x[1 : k + 1] * x[k + 1 :], 0)


def dot_slopes(x, out):
    k = len(x) // 2
    return np.concatenate((np.ones_like(x[:1]), x[k + 1 :], x[1 : k + 1]))


def power_slopes(x, out):
    base, exponent = x
    # x**0 is constant: its slope is 0, also at 0, where the power rule would divide by zero.
    slope = exponent * base ** np.where(exponent == 0, 0, exponent - 1)
    return np.stack((slope, out * np.log(base)))


def leaky_slopes(x, out):
    return np.stack((np.where(x[0] > 0, 1.0, x[1]), np.minimum(x[0], 0)))


def minus_slopes(x, out):
    return np.array([1.0, -1.0]).reshape(2, *[1] * out.ndim)


KINDS = {
    "+": (lambda x: x[0] + x[1], lambda x, out: 1.0),
    "-": (lambda x: x[0] - x[1], minus_slopes),
    "*": (lambda x: x[0] * x[1], lambda x, out: x[::-1]),
    "/": (lambda x: x[0] / x[1], lambda x, out: np.stack((1 / x[1], -out / x[1]))),
    "**": (lambda x: x[0] ** x[1], power_slopes),
    "neg": (lambda x: -x[0], lambda x, out: -1.0),
    "sum": (lambda x: np.add.reduce(x, 0), lambda x, out: 1.0),
    "dot": (dot, dot_slopes),
    "exp": (lambda x: np.exp(x[0]), lambda x, out: out),
    "log": (lambda x: np.log(x[0]), lambda x, out: 1 / x),
    "sqrt": (lambda x: np.sqrt(x[0]), lambda x, out: 0.5 / out),
    "sin": (lambda x: np.sin(x[0]), lambda x, out: np.cos(x)),
    "cos": (lambda x: np.cos(x[0]), lambda x, out: -np.sin(x)),
    "tanh": (lambda x: np.tanh(x[0]), lambda x, out: 1.0 - out * out),
    "sigmoid": (lambda x: stable_sigmoid(x[0]), lambda x, out: out * (1.0 - out)),
    "relu": (lambda x: np.maximum(x[0], 0.0), lambda x, out: (x > 0).astype(float)),
    "leaky_relu": (lambda x: np.where(x[0] > 0, x[0], x[1] * x[0]), leaky_slopes),
    "softplus": (lambda x: np.logaddexp(x[0], 0.0), lambda x, out: stable_sigmoid(x)),
    "abs": (lambda x: np.abs(x[0]), lambda x, out: np.sign(x)),
}


def operands(node):
    """The name of a Value's operation, and its operands in order: Values, and the plain numbers of its settings."""
    name, settings = name_and_settings(node._op)
    nodes = iter(node._prev)
    if name == "dot":
        count = next((len(settings[part]) for part in ("weights", "inputs") if part in settings), len(node._prev) // 2)
        template = [settings.get("bias")]
        for part in ("weights", "inputs"):
            template += settings.get(part, (None,) * count)
    elif name == "sum":
        template = settings.get("values", (None,) * len(node._prev))
    else:
        template = [None] * len(node._prev) + list(settings.values())
    return name, [next(nodes) if number is None else number for number in template]

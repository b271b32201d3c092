"""The networks that the tensor tables train: their data, their sizes, and the parameters that all engines start from.

Parameters come in the order of the layers, a weight and then its bias. A linear layer's weight has the shape
(inputs, outputs), a convolution's (output channels, input channels, height, width).
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

MLP_SIZES = {"moons": [2, 16, 16, 1], "digits": [64, 128, 10]}
CHANNELS = [1, 8, 16]
CLASSES = 10
RATES = {"SGD": 0.05, "Adam": 0.01}
BETAS, EPS = (0.9, 0.999), 1e-8


class Problem(NamedTuple):
    """The input of an engine: float32 arrays; for digits, the targets are integers."""

    xs: np.ndarray
    targets: np.ndarray
    parameters: list


def problem(name, batch):
    """The problem "moons", "digits" or "convolution" with a batch of this size, the same in every process."""
    xs, targets = moons(batch) if name == "moons" else digits(batch)
    if name == "convolution":
        xs = xs.reshape(batch, 1, 8, 8)
    rng = np.random.default_rng(0)
    parameters = []
    for shape in shapes(name):
        inputs = shape[0] if len(shape) == 2 else int(np.prod(shape[1:]))
        weight = rng.normal(0, np.sqrt(2 / inputs), shape)
        bias = rng.uniform(-0.1, 0.1, shape[1] if len(shape) == 2 else shape[0])
        parameters += [weight.astype(np.float32), bias.astype(np.float32)]
    return Problem(xs, targets, parameters)


def shapes(name):
    """The shapes of the weights."""
    if name == "convolution":
        return [(after, before, 3, 3) for before, after in pairwise(CHANNELS)] + [(CHANNELS[-1] * 2 * 2, CLASSES)]
    return list(pairwise(MLP_SIZES[name]))


def moons(batch):
    from sklearn.datasets import make_moons

    points, classes = make_moons(batch, noise=0.1, random_state=0)
    return points.astype(np.float32), (2 * classes[:, None] - 1).astype(np.float32)


def digits(batch):
    """The first handwritten digits of scikit-learn, 8 × 8 pixels from 0 to 1."""
    from sklearn.datasets import load_digits

    data = load_digits()
    return (data.data[:batch] / 16).astype(np.float32), data.target[:batch]

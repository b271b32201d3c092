"""The language models that the GPT tables train: their sizes, a batch, and the parameters that all engines start from.

Parameters have the names that autograd_lib gives them. The weight of a linear layer has the shape (inputs, outputs).
"""

from typing import NamedTuple

import numpy as np

CHARACTERS = 86  # in the vocabulary
RATE = 0.003
BETAS, EPS, NORM_EPS = (0.9, 0.999), 1e-8, 1e-5


class Size(NamedTuple):
    """The size of a model and of its batch."""

    layers: int
    heads: int
    width: int
    context: int
    batch: int


SIZES = {"small": Size(1, 4, 32, 16, 8), "larger": Size(2, 4, 64, 32, 16)}


class Problem(NamedTuple):
    """The input of an engine: a batch of texts, the characters that follow, and a dictionary of float32 arrays."""

    size: Size
    indices: np.ndarray
    targets: np.ndarray
    parameters: dict


def problem(name):
    """The problem "small" or "larger", the same in every process."""
    size, rng = SIZES[name], np.random.default_rng(0)
    texts = rng.integers(0, CHARACTERS, (size.batch, size.context + 1))
    parameters = {}
    for key, shape in shapes(size).items():
        spread = 0.1 if key.endswith(("table", "bias")) else 0.7 / np.sqrt(shape[0])
        numbers = rng.normal(1, 0.1, shape) if key.endswith("gain") else rng.normal(0, spread, shape)
        parameters[key] = numbers.astype(np.float32)
    return Problem(size, texts[:, :-1], texts[:, 1:], parameters)


def shapes(size):
    """The shape of each parameter, in the order in which a model is made."""
    width, found = size.width, {}

    def norm(name):
        found.update({f"{name}.gain": (width,), f"{name}.bias": (width,)})

    def linear(name, nin, nout):
        found.update({f"{name}.weight": (nin, nout), f"{name}.bias": (nout,)})

    found["characters.table"], found["positions.table"] = (CHARACTERS, width), (size.context, width)
    for i in range(size.layers):
        norm(f"blocks.{i}.norm1")
        for part in ("query", "key", "value", "output"):
            linear(f"blocks.{i}.attention.{part}", width, width)
        norm(f"blocks.{i}.norm2")
        linear(f"blocks.{i}.hidden", width, 4 * width)
        linear(f"blocks.{i}.output", 4 * width, width)
    norm("norm")
    linear("logits", width, CHARACTERS)
    return found

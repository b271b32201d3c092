"""Neurons, layers and networks of them, on `Value` or on a class of the reader's own.

Nothing here knows about derivatives. A network is a function made of many parameters; the engine below it turns each
call into a graph, and `backward()` does the rest.
"""

import json
import math
import random
from itertools import pairwise
from numbers import Integral
from pathlib import Path

import numpy as np

from autograd_lib import atomic
from autograd_lib.engine.array_functions import stable_sigmoid
from autograd_lib.engine.graph import shorten
from autograd_lib.engine.number_checks import leaf_number
from autograd_lib.engine.value import Value
from autograd_lib.nn.module import Module, damaged_model

ACTIVATIONS = ("linear", "tanh", "relu", "sigmoid", "leaky_relu", "softplus")


class Neuron(Module):
    """activation(b + w₁x₁ + w₂x₂ + …): an activation of a weighted sum of the inputs.

    Args:
        nin: the number of inputs.
        activation: one of "linear" (none), "tanh", "relu", "sigmoid", "leaky_relu", "softplus".
        rng: draws the initial weights and then the bias, each uniform from -1 to 1: a `random.Random`, or None for the
            global `random`, so that `random.seed` reproduces a run.
        value: the class of the parameters, called with a number each. If it has `dot(weights, inputs, bias)`, the
            weighted sum is one node; otherwise it is built from * and +.
        label: the beginning of the parameters' names: "n2" gives n2.w1, n2.w2, …, n2.b.

    Attributes: `w` (the list of weights), `b` (the bias), `activation`, `value`.

    Raises:
        ValueError: `nin` is not a whole number > 0, or the activation is not known.
        TypeError: `value` has no such activation, or `rng` no `uniform`.
    """

    def __init__(self, nin, activation="tanh", rng=None, value=Value, label=""):
        check_size(nin, "nin")
        check_activation(activation, value)
        prefix = f"{label}." if label else ""
        self.w = [new_parameter(value, rng, f"{prefix}w{i}") for i in range(1, nin + 1)]
        self.b = new_parameter(value, rng, f"{prefix}b")
        self.activation = activation
        self.value = value

    def __call__(self, inputs):
        """One node, from a list, a tuple or a 1-d array of `nin` numbers or nodes."""
        return self.forward(as_row(inputs, len(self.w)))

    def forward(self, row):
        """The same for a row that is known to fit: a layer checks its inputs once, not once for each neuron."""
        total = weighted_sum(self.value, self.w, row, self.b)
        return total if self.activation == "linear" else getattr(total, self.activation)()

    def members(self):
        return [*((f"w{i}", w) for i, w in enumerate(self.w, start=1)), ("b", self.b)]

    def parameters(self):
        return [*self.w, self.b]  # without making names: a training loop calls this in each step

    def extra_repr(self):
        inputs = "1 input" if len(self.w) == 1 else f"{len(self.w)} inputs"
        return f"{inputs}, {self.activation}"


class Layer(Module):
    """`nout` neurons side by side, which all see the same `nin` inputs. The arguments are those of `Neuron`."""

    def __init__(self, nin, nout, activation="tanh", rng=None, value=Value, label=""):
        check_size(nout, "nout")
        prefix = f"{label}." if label else ""
        self.neurons = [Neuron(nin, activation, rng, value, f"{prefix}n{i}") for i in range(1, nout + 1)]
        self.activation = activation

    def __call__(self, inputs):
        """A list of `nout` nodes, one for each neuron."""
        row = as_row(inputs, len(self.neurons[0].w))
        return [neuron.forward(row) for neuron in self.neurons]

    def extra_repr(self):
        return f"{len(self.neurons[0].w)} → {len(self.neurons)}, {self.activation}"

    __repr__ = Module.repr_in_one_line


class MLP(Module):
    """A multi-layer perceptron: layers of neurons, each of which takes the outputs of the one before as its inputs.

    Args:
        nin: the number of inputs.
        nouts: the number of neurons in each layer, as a list: `MLP(2, [16, 16, 1])`.
        activation: the activation of each layer but the last.
        output: that of the last layer; None for the same one, "linear" for none.
        rng, value: as for `Neuron`. The neurons draw their numbers one after the other, layer by layer.

    The label of a parameter says where it is: L1.n2.w3 is the third weight of the second neuron of the first layer.

    Raises:
        ValueError, TypeError: as for `Neuron`, and where `nouts` is not a list of at least one size.
    """

    def __init__(self, nin, nouts, activation="tanh", output=None, rng=None, value=Value):
        if not isinstance(nouts, (list, tuple)) or not nouts:
            raise ValueError(f"nouts is a list of the layers' sizes, at least one, as in [16, 1]: got {nouts!r}")
        for name, size in [("nin", nin), *((f"nouts[{i}]", size) for i, size in enumerate(nouts))]:
            check_size(size, name)
        self.sizes = [nin, *nouts]
        self.value = value
        activations = [activation] * (len(nouts) - 1) + [activation if output is None else output]
        self.layers = [
            Layer(self.sizes[i], self.sizes[i + 1], each, rng, value, f"L{i + 1}") for i, each in enumerate(activations)
        ]

    def __call__(self, inputs):
        """One node if the last layer has one neuron, else a list of nodes."""
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs[0] if len(inputs) == 1 else inputs

    def predict(self, points):
        """The outputs for many points at once, as an array and without a graph: for pictures and for scores.

        The weighted sums of a layer are one matrix product. The activations are NumPy's for `Value`, and those of the
        model's own class otherwise, so the numbers are the model's up to rounding, whatever class it is built on.

        Args:
            points: n rows of as many numbers as the model has inputs.

        Returns:
            n numbers if the last layer has one neuron, else n rows of numbers.
        """
        rows = np.asarray(points, dtype=float)
        if rows.ndim != 2 or rows.shape[1] != self.sizes[0]:
            raise ValueError(f"points are rows of {self.sizes[0]} numbers; got an array of shape {rows.shape}")
        for layer in self.layers:
            weights = np.array([[w.data for w in neuron.w] for neuron in layer.neurons])
            rows = rows @ weights.T + [neuron.b.data for neuron in layer.neurons]
            if layer.activation == "linear":
                continue
            if self.value is Value:
                rows = ARRAY_ACTIVATIONS[layer.activation](rows)
            else:
                flat = [getattr(self.value(number), layer.activation)().data for number in rows.ravel().tolist()]
                rows = np.array(flat).reshape(rows.shape)
        return rows[:, 0] if self.sizes[-1] == 1 else rows

    def extra_repr(self):
        return shape_in_words(self.sizes, [layer.activation for layer in self.layers])

    __repr__ = Module.repr_in_one_line

    def save(self, path):
        """Write sizes, activations and parameters to a JSON file, every digit of them, whole or not at all.

        Raises:
            ValueError: a parameter is NaN or infinite, or a subclass has other parameters than those of its layers;
                nothing is written.
            OSError: the file cannot be written; what was there is as it was.
        """
        parameters = self.layers_parameters()
        numbers = [float(parameter.data) for parameter in parameters]
        for number, parameter in zip(numbers, parameters):
            if not math.isfinite(number):
                raise ValueError(f"{parameter.label} is {number}: this model has diverged and was not saved")
        saved = {
            "format": FORMAT,
            "version": 1,
            "sizes": [int(size) for size in self.sizes],
            "activations": [layer.activation for layer in self.layers],
            "parameters": numbers,
        }
        atomic.write_text(path, json.dumps(saved, indent=1) + "\n")

    def load(self, path):
        """Take over the parameters that `save` wrote, of a model of the same shape; returns the model.

        Raises:
            ValueError: the file is damaged, or holds a model of another shape, or a subclass has other parameters
                than those of its layers. The model is as it was before.
            FileNotFoundError: there is no such file.
        """
        parameters = self.layers_parameters()
        numbers = read_parameters(path, self.sizes, [layer.activation for layer in self.layers])
        for parameter, number in zip(parameters, numbers):
            parameter.data = number
        return self

    def layers_parameters(self):
        """`parameters()`, once they are known to be as many as the sizes say: the file holds nothing else."""
        parameters, wanted = self.parameters(), parameter_count(self.sizes)
        if len(parameters) != wanted:
            raise ValueError(
                f"this {type(self).__name__} has {len(parameters)} parameters, and a saved MLP of its sizes holds "
                f"{wanted}. Module.save(model, path) and Module.load(model, path) keep every parameter, by its name"
            )
        return parameters


FORMAT = "autograd_lib MLP"


def read_parameters(path, sizes, activations):
    """The numbers of a saved model, once all of them are known to be numbers and to fit these sizes."""
    try:
        saved = json.loads(Path(path).read_text(encoding="utf-8"))
        if (saved["format"], saved["version"]) != (FORMAT, 1):
            raise ValueError(f"it says format {saved['format']!r}, version {saved['version']!r}")
        shape = (saved["sizes"], saved["activations"])
        there = shape_in_words(*shape)
        numbers = [leaf_number(number) for number in saved["parameters"]]
        wanted = parameter_count(saved["sizes"])
        if len(numbers) != wanted:
            raise ValueError(f"it has {len(numbers)} parameters, and {there} takes {wanted}")
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise damaged_model(path, error) from error
    if shape != (sizes, activations):
        raise ValueError(
            f"{path} holds MLP({there}), and this model is MLP({shape_in_words(sizes, activations)}). "
            "Make a model of that shape and load into it; this one is as it was."
        )
    return numbers


def parameter_count(sizes):
    """How many parameters a network of these sizes has: for each neuron a weight for each input, and a bias."""
    return sum((nin + 1) * nout for nin, nout in pairwise(sizes))


# Value's activations on whole arrays, some fifty times as fast as one node for each number.
ARRAY_ACTIVATIONS = {
    "tanh": np.tanh,
    "relu": lambda x: np.maximum(x, 0.0),
    "sigmoid": stable_sigmoid,
    "leaky_relu": lambda x: np.where(x > 0, x, 0.01 * x),
    "softplus": lambda x: np.logaddexp(0.0, x),
}


def predict_many(model, points):
    """The outputs of an MLP for many points at once, as an array and without a graph: see `MLP.predict`."""
    return model.predict(points)


def weighted_sum(value, weights, inputs, bias):
    """bias + w₁x₁ + w₂x₂ + …, as one node if the class `value` has `dot`, otherwise as a chain of * and +."""
    if hasattr(value, "dot"):
        return value.dot(weights, inputs, bias)
    total = bias
    for w, x in zip(weights, inputs):
        total = total + w * x
    return total


def new_parameter(value, rng, label):
    """A new leaf of class `value` with a number from `rng`, and with a label where the class allows one."""
    rng = random if rng is None else rng
    if not hasattr(rng, "uniform"):
        raise TypeError(f"rng is a generator such as random.Random(42), or None; got {rng!r}")
    parameter = value(float(rng.uniform(-1, 1)))
    try:
        parameter.label = label
    except AttributeError:
        pass  # a class with slots, or with a label that cannot be set: names are a convenience
    return parameter


def as_row(inputs, wanted):
    """`inputs` as a list or tuple of `wanted` numbers or nodes, or an error that says what came."""
    if not isinstance(inputs, (list, tuple)):
        row = inputs.tolist() if hasattr(inputs, "tolist") else inputs  # a NumPy array has it
        if not isinstance(row, list):
            raise TypeError(f"the inputs are a list, here of {wanted}: got {inputs!r} ({type(inputs).__name__})")
        inputs = row
    if len(inputs) != wanted:
        raise ValueError(f"wanted {wanted} inputs, one for each weight, got {len(inputs)}: {shorten(repr(inputs), 60)}")
    if inputs and isinstance(inputs[0], (list, tuple)):
        raise TypeError("one row of inputs at a time, got several: [model(x) for x in xs]")
    return inputs


def check_size(size, name):
    if not isinstance(size, Integral) or isinstance(size, bool) or size < 1:
        raise ValueError(f"{name} is a whole number > 0, got {size!r}")


def check_activation(activation, value):
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation is one of {', '.join(ACTIVATIONS)}; got {activation!r}")
    if activation != "linear" and not hasattr(value, activation):
        name = getattr(value, "__name__", value)
        raise TypeError(f"{name} has no {activation}(): write that method first, or choose an activation that it has")


def shape_in_words(sizes, activations):
    """The shape of a network: "2 → 16 → 1, tanh", and the last activation where it is another one."""
    shape = " → ".join(str(size) for size in sizes)
    output = f", {activations[-1]} output" if activations[-1] != activations[0] else ""
    return f"{shape}, {activations[0]}{output}"

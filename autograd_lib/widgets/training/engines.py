"""The network that is trained, on one of two engines: scalars, one node for each number, or arrays, for a whole batch.

Both have the same interface, and from the same numbers they take the same step up to rounding. `layers` are the
parameters as one table for each layer: a row for each neuron, with its weights and then its bias.
"""

import numpy as np

from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn import losses
from autograd_lib.nn.functional import linear
from autograd_lib.nn.mlp import ARRAY_ACTIVATIONS, predict_many
from autograd_lib.nn.optim import SGD
from autograd_lib.nn.parameter import Parameter


class OnScalars:
    """An MLP as it is, on `Value` or on the reader's own class.

    Args:
        network: an MLP with one output.
        loss: a function of a list of predictions and a list of targets that returns one node.
        lr, momentum: those of SGD.
    """

    def __init__(self, network, loss, lr, momentum):
        self.network, self.loss = network, loss
        self.optimizer = SGD(network.parameters(), lr, momentum)

    def losses(self, xs, ys):
        """The loss of these points, as a node, for `backward`."""
        return self.loss([self.network(x) for x in xs], ys)

    def step(self, loss, l2):
        """Move all parameters against the gradient of the loss, and of the penalty if its strength `l2` is not 0."""
        if l2:
            loss = loss + losses.l2(self.network.parameters(), l2)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def scores(self, points):
        return predict_many(self.network, points)

    def outputs(self, points):
        """For each layer an array: a row for each point, with a number for each neuron."""
        own = None if self.network.value is Value else self.network.value
        return outputs(self.network, self.layers, points, own)

    @property
    def layers(self):
        return cut(self.network, [parameter.data for parameter in self.network.parameters()])

    @property
    def velocity(self):
        """The memory of the momentum, in the form of `layers`; None before the first step."""
        return cut(self.network, self.optimizer.memory[0]) if self.optimizer.memory else None

    def take_over(self, layers, velocity):
        for parameter, number in zip(self.network.parameters(), flat(layers)):
            parameter.data = number
        self.optimizer.memory = [] if velocity is None else [flat(velocity)]


class OnArrays:
    """The same network as a few Tensors. The arguments are those of `OnScalars`; the MLP gives sizes and numbers.

    A loss of our own takes a Tensor. Any other one, such as a reader's, is given one Value for each prediction: what
    its `backward()` leaves in them is the gradient of the predictions, and with that the arrays go on.
    """

    def __init__(self, network, loss, lr, momentum):
        self.shape, self.loss = network, loss
        self.is_ours = getattr(loss, "__module__", "") == losses.__name__
        tables = cut(network, [parameter.data for parameter in network.parameters()])
        self.parts = [
            (Parameter(table[:, :-1].T.copy(), f"L{i}.weight"), Parameter(table[:, -1].copy(), f"L{i}.bias"))
            for i, table in enumerate(tables, start=1)
        ]
        self.parameters = [parameter for pair in self.parts for parameter in pair]
        self.optimizer = SGD(self.parameters, lr, momentum)

    def losses(self, xs, ys):
        rows = np.array(xs)
        for (weight, bias), layer in zip(self.parts, self.shape.layers):
            rows = TENSOR_ACTIVATIONS[layer.activation](linear(rows, weight, bias))
        if self.is_ours:
            return self.loss(rows, np.array(ys).reshape(-1, 1))
        return Bridge(rows, self.loss, ys)

    def step(self, loss, l2):
        self.optimizer.zero_grad()
        loss.backward()
        if l2:
            losses.l2(self.parameters, l2).backward()
        self.optimizer.step()

    def scores(self, points):
        return outputs(self.shape, self.layers, points)[-1][:, 0]

    def outputs(self, points):
        return outputs(self.shape, self.layers, points)

    @property
    def network(self):
        """The MLP, with the numbers that the arrays have now."""
        for parameter, number in zip(self.shape.parameters(), flat(self.layers)):
            parameter.data = number
        return self.shape

    @property
    def layers(self):
        return [np.column_stack([weight.data.T, bias.data]) for weight, bias in self.parts]

    @property
    def velocity(self):
        if not self.optimizer.memory:
            return None
        [group] = self.optimizer.groups
        parts = iter(group.unflatten(self.optimizer.memory[0][0]))
        return [np.column_stack([weight.T, bias]) for weight, bias in zip(parts, parts)]

    def take_over(self, layers, velocity):
        for (weight, bias), table in zip(self.parts, layers):
            weight.data, bias.data = table[:, :-1].T, table[:, -1]
        parts = [part.ravel() for table in velocity or () for part in (table[:, :-1].T, table[:, -1])]
        self.optimizer.memory = [[np.concatenate(parts)]] if parts else []


class Bridge:
    """A loss on Values, of predictions that are one Tensor."""

    def __init__(self, predictions, loss, targets):
        self.predictions = predictions
        self.leaves = [Value(number) for number in predictions.data[:, 0].tolist()]
        self.loss = loss(self.leaves, targets)
        self.data = self.loss.data

    def backward(self):
        self.loss.backward()
        self.predictions.backward(np.array([[leaf.grad] for leaf in self.leaves]))


TENSOR_ACTIVATIONS = {
    "linear": lambda x: x,
    "tanh": Tensor.tanh,
    "relu": Tensor.relu,
    "sigmoid": Tensor.sigmoid,
    "leaky_relu": lambda x: x.relu() * 0.99 + x * 0.01,
    "softplus": Tensor.softplus,
}


def outputs(network, layers, points, own=None):
    """The outputs of every layer, with NumPy's activations, or with those of `own`, a class of scalars."""
    rows, every = np.asarray(points, dtype=float), []
    for table, layer in zip(layers, network.layers):
        rows = rows @ table[:, :-1].T + table[:, -1]
        if layer.activation != "linear":
            rows = bent(rows, layer.activation, own)
        every.append(rows)
    return every


def bent(rows, activation, own):
    if own is None:
        return ARRAY_ACTIVATIONS[activation](rows)
    numbers = [getattr(own(number), activation)().data for number in rows.ravel().tolist()]
    return np.array(numbers).reshape(rows.shape)


def cut(network, numbers):
    """Numbers in the order of an MLP's `parameters()`, as a table for each layer."""
    tables, numbers, start = [], np.array(numbers, dtype=float), 0
    for nin, nout in zip(network.sizes, network.sizes[1:]):
        tables.append(numbers[start : start + (nin + 1) * nout].reshape(nout, nin + 1))
        start += (nin + 1) * nout
    return tables


def flat(tables):
    return [number for table in tables for number in table.ravel().tolist()]

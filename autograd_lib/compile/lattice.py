"""A faster replay of Values, which finds the matrices that are hidden among them.

The inputs of a group of nodes often lie in the array of all numbers as on a lattice: the k-th input of neuron j at
point s is entry `base + k·dk + s·ds + j·dj`. Such entries need no gathering: they are a *strided view* of the array,
with a stride of 0 where neurons, or points, share a number. A group of `dot`s whose weights are shared by all points
and whose inputs are shared by all neurons is one matrix product. Nobody said that there are points and neurons: it
shows in the strides.
"""

import math

import numpy as np
from numpy.lib.stride_tricks import as_strided

from autograd_lib.compile.checks import check_finite
from autograd_lib.compile.values import ValueRecording


class LatticeRecording(ValueRecording):
    """A ValueRecording whose groups use views and matrix products where their inputs lie on lattices."""

    def plan_payments(self):
        self.plans = [plan_for(group, self.data, self.grad, self.changing) for group in self.groups]
        for group, plan in zip(self.groups, self.plans):
            group.how = plan.how

    def run(self):
        with np.errstate(all="ignore"):  # what is not finite is found below, and named
            for plan in self.plans:
                plan.forward()
            self.grad[:] = 0.0
            self.grad[self.root] = 1.0
            for plan in reversed(self.plans):
                plan.backward()
        check_finite(self)


class Lattice:
    """Entries `base + k·dk + s·ds + j·dj` of an array, for k < K, s < S and j < J: shape (K, S, J)."""

    def __init__(self, base, steps, shape):
        self.base, self.steps, self.shape = base, steps, shape

    def view(self, array):
        strides = [step * array.itemsize for step in self.steps]
        return as_strided(array[self.base :], self.shape, strides)

    def shared(self):
        """The axes along which all entries are the same."""
        return tuple(i for i in range(3) if self.steps[i] == 0 and self.shape[i] > 1)

    def receiver(self, grad):
        """A function that adds payments, an array of this shape, to the gradients of the entries."""
        target = self.view(grad)[tuple(slice(0, 1) if i in self.shared() else slice(None) for i in range(3))]
        axes = self.shared()

        def receive(payments):
            np.add(target, np.add.reduce(payments, axes, keepdims=True) if axes else payments, out=target)

        return receive


def lattice(places, points):
    """The (K, n) places as a Lattice of shape (K, points, n / points), or None if they lie otherwise."""
    k, n = places.shape
    grid = places.reshape(k, points, n // points)
    steps = [int(grid.take(1, i).flat[0] - grid.flat[0]) if grid.shape[i] > 1 else 0 for i in range(3)]
    corner = grid.flat[0] + sum(step * (size - 1) for step, size in zip(steps, grid.shape))
    if min(steps) < 0 or grid.flat[-1] != corner:
        return None
    offsets = [step * np.arange(size) for step, size in zip(steps, grid.shape)]
    if not np.array_equal(grid, grid.flat[0] + np.add.outer(np.add.outer(*offsets[:2]), offsets[2])):
        return None
    # A view that names an entry twice would lose one of two payments, except along an axis that is summed up first.
    distinct = math.prod(size for size, step in zip(grid.shape, steps) if step)
    return Lattice(int(grid.flat[0]), steps, grid.shape) if len(np.unique(places)) == distinct else None


def parts_of(group):
    """The rows of a group's inputs that may lie on lattices of their own."""
    places = group.inputs
    if group.kind == "dot":
        k = len(places) // 2
        return [places[:1], places[1 : k + 1], places[k + 1 :]] if k else [places]
    return [places] if group.kind == "sum" else [places[i : i + 1] for i in range(len(places))]


def plan_for(group, data, grad, changing):
    """How to compute a group: as a matrix product, by views, or, where its inputs lie on no lattice, by gathering."""
    parts, n, views = parts_of(group), group.inputs.shape[1], None
    for points in [d for d in range(1, n + 1) if n % d == 0]:
        lattices = [lattice(part, points) for part in parts]
        if None in lattices:
            continue
        if group.kind == "dot" and len(parts) == 3 and is_product(*lattices):
            return Product(group, lattices, data, grad, changing)
        views = views or Views(group, lattices, data, grad, changing)
    return views or Gathered(group, data, grad)


def is_product(bias, weights, inputs):
    """Whether points share the weights, and neurons share the inputs, and nothing else is shared: a matrix product."""
    is_shared = bias.steps[1] == weights.steps[1] == 0 == inputs.steps[2] and weights.shape[1] > 1
    return is_shared and weights.shared() == (1,) and set(inputs.shared()) <= {2}


class Product:
    """inputs @ weights + bias, with the points in rows and the neurons in columns."""

    def __init__(self, group, lattices, data, grad, changing):
        k, points, neurons = lattices[1].shape
        self.how = f"({points}, {k}) @ ({k}, {neurons})"
        self.bias, self.weights, self.inputs = (each.view(data) for each in lattices)
        self.bias, self.weights, self.inputs = self.bias[0, 0], self.weights[:, 0], self.inputs[:, :, 0].T
        bias, weights, inputs = (each.view(grad) for each in lattices)
        self.to_bias, self.to_weights, self.to_inputs = bias[0, 0], weights[:, 0], inputs[:, :, 0].T
        self.out, self.grad = (array[group.mine].reshape(points, neurons) for array in (data, grad))
        self.paid_weights, self.paid_inputs = np.empty((k, neurons)), np.empty((points, k))
        self.ones, self.bias_is_shared = np.ones(points), lattices[0].steps[2] == 0
        self.inputs_change = lattices[2].view(changing).any()

    def forward(self):
        np.matmul(self.inputs, self.weights, out=self.out)
        np.add(self.out, self.bias, out=self.out)

    def backward(self):
        np.add(self.to_weights, np.matmul(self.inputs.T, self.grad, out=self.paid_weights), out=self.to_weights)
        total = self.ones @ self.grad
        self.to_bias[: 1 if self.bias_is_shared else None] += total.sum() if self.bias_is_shared else total
        if self.inputs_change:
            np.add(self.to_inputs, np.matmul(self.grad, self.weights.T, out=self.paid_inputs), out=self.to_inputs)


class Views:
    """The functions of the group's kind, on views of its inputs."""

    def __init__(self, group, lattices, data, grad, changing):
        self.how, self.kind = "views", group
        self.views = [each.view(data) for each in lattices]
        shape = self.views[0].shape[1:]
        self.out, self.grad = (array[group.mine].reshape(shape) for array in (data, grad))
        self.paid = np.empty((len(group.inputs), *shape))
        ends = np.cumsum([each.shape[0] for each in lattices])
        pieces = [self.paid[end - each.shape[0] : end] for end, each in zip(ends, lattices)]
        changes = [each.view(changing).any() for each in lattices]
        self.receivers = [(each.receiver(grad), piece) for each, piece, any_ in zip(lattices, pieces, changes) if any_]

    def forward(self):
        self.x = self.views[0] if len(self.views) == 1 else np.concatenate(self.views)
        self.out[...] = self.kind.forward(self.x)

    def backward(self):
        np.multiply(self.kind.slopes(self.x, self.out), self.grad, out=self.paid)
        for receive, piece in self.receivers:
            receive(piece)


class Gathered:
    """The functions of the group's kind, on inputs gathered from everywhere."""

    def __init__(self, group, data, grad):
        self.how, self.group, self.data, self.all_grad = "gathered", group, data, grad

    def forward(self):
        group = self.group
        self.x = self.data[group.inputs]
        self.data[group.mine] = group.forward(self.x)

    def backward(self):
        group = self.group
        paid = np.empty(group.inputs.shape)
        np.multiply(group.slopes(self.x, self.data[group.mine]), self.all_grad[group.mine], out=paid)
        first, last = group.inputs.min(), group.inputs.max() + 1
        self.all_grad[first:last] += np.bincount((group.inputs - first).ravel(), paid.ravel(), last - first)

"""How the shapes of arrays fit together: broadcasting, its way back, and the errors where they do not.

NumPy stretches an axis of size 1, or one that is not there, to the size of the other array: it *copies* numbers. So
by the rule for a number that is used several times, gradients that come back for the copies are added up.
"""

import math

import numpy as np


def unbroadcast(gradient, shape):
    """The gradient of an array of `shape` that was broadcast: `gradient`, added up over every axis that was stretched.

    Args:
        gradient: an array of the shape that `shape` was broadcast to.
        shape: the shape before.
    """
    if gradient.shape == shape:
        return gradient
    new_axes = gradient.ndim - len(shape)
    stretched = tuple(i for i in range(gradient.ndim) if i < new_axes or shape[i - new_axes] == 1)
    return np.add.reduce(gradient, stretched).reshape(shape)


def with_unbroadcast(vjp, before, after):
    """`vjp`, and then the way back of broadcasting an input of shape `before` to `after`, if the two differ."""
    return vjp if before == after else lambda g: unbroadcast(vjp(g), before)


def spread(gradient, kept, shape):
    """The way back of a sum: each number of `gradient` goes to all that were added up to it.

    Args:
        gradient: the gradient of the sums.
        kept: its shape with the axes that were summed over put back, as axes of size 1.
        shape: the shape before the sum.
    """
    # Not np.broadcast_to: that costs more time for a small array, and a matrix product of its view is slow.
    full = np.empty(shape, gradient.dtype)
    full[...] = gradient.reshape(kept)
    return full


def checked_axes(op, shape, axis):
    """`axis` (None for all, a whole number, or a tuple of them, from the end where negative) as a tuple from 0 up."""
    if axis is None:
        return tuple(range(len(shape)))
    axes = []
    for number in axis if isinstance(axis, (tuple, list)) else (axis,):
        if not isinstance(number, (int, np.integer)) or isinstance(number, bool):
            raise TypeError(f"{op}: an axis is a whole number, got {number!r}")
        if not -len(shape) <= number < len(shape):
            raise ValueError(f"{op}: shape {shape} has {count_axes(shape)}, so there is no axis {number}")
        axes.append(int(number) % len(shape))
    if len(set(axes)) != len(axes):
        raise ValueError(f"{op}: axis {axis} of shape {shape} names one axis twice")
    return tuple(axes)


def checked_axis(op, shape, axis):
    """One axis, as a number from 0 up."""
    if axis is None or isinstance(axis, (tuple, list)):
        raise TypeError(f"{op} goes along one axis, a whole number: got {axis!r}")
    return checked_axes(op, shape, axis)[0]


def kept_shape(shape, axes):
    """`shape` with size 1 for each of `axes`."""
    return tuple([1 if i in axes else size for i, size in enumerate(shape)])


def number_of_entries(op, shape, axes):
    """How many numbers of an array of `shape` meet in each result over `axes`, which may not be none."""
    count = math.prod([shape[axis] for axis in axes])
    if not count:
        raise ValueError(f"{op}: over axes {axes} of shape {shape} there are no numbers, so it has no value")
    return count


def broadcast_error(op, a, b):
    """The error, to be raised, for two shapes that do not broadcast."""
    for i in range(-1, -1 - min(len(a), len(b)), -1):
        if a[i] != b[i] and 1 not in (a[i], b[i]):
            return ValueError(
                f"{op}: shapes {a} and {b} do not broadcast: axis {i} has size {a[i]} in one and {b[i]} in the other. "
                "Counted from the end, sizes are equal, or one of them is 1"
            )
    return ValueError(f"{op}: shapes {a} and {b} do not broadcast")


def matmul_error(a, b):
    """The error, to be raised, for two shapes that have no matrix product."""
    if not (a and b):
        return ValueError(f"@: shapes {a} and {b}: a matrix product takes arrays, with a number use *")
    inner = -2 if len(b) > 1 else -1
    if a[-1] != b[inner]:
        return ValueError(
            f"@: shapes {a} and {b} have no matrix product: axis -1 of the first has size {a[-1]}, axis {inner} of the "
            f"second has size {b[inner]}, and the two must be equal"
        )
    return broadcast_error("@, over the axes before the last two", a[:-2], b[:-2])


def count_axes(shape):
    return "1 axis" if len(shape) == 1 else f"{len(shape)} axes"

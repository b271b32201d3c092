"""Shapes: broadcasting and its vjp, the axes of a reduction, and the errors for shapes that do not fit.

NumPy stretches an axis of size 1, or a missing one, to the size of the other array: it *copies* numbers. A number
that is used several times adds up the gradients of all its uses, and so the gradients of the copies are added up.
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
    """`vjp`, followed by `unbroadcast` if the two shapes differ: the input was broadcast from `before` to `after`."""
    return vjp if before == after else lambda g: unbroadcast(vjp(g), before)


def sum_vjp(gradient, kept, shape):
    """The vjp of a sum: each term of a sum gets the gradient of the sum.

    Args:
        gradient: the upstream gradient, that of the sums.
        kept: its shape with the summed axes kept, as axes of size 1.
        shape: the shape of the input.
    """
    # Not np.broadcast_to: it takes longer for a small array, and a matrix product with its view is slow.
    full = np.empty(shape, gradient.dtype)
    full[...] = gradient.reshape(kept)
    return full


def checked_axes(op, shape, axis):
    """`axis` (None for all axes, a number or a tuple of numbers, negative from the end) as a tuple of numbers >= 0."""
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
    """A single axis, as a number >= 0."""
    if axis is None or isinstance(axis, (tuple, list)):
        raise TypeError(f"{op} goes along one axis, a whole number: got {axis!r}")
    return checked_axes(op, shape, axis)[0]


def kept_shape(shape, axes):
    """`shape` with size 1 for each of `axes`, as `keepdims=True` leaves it."""
    return tuple([1 if i in axes else size for i, size in enumerate(shape)])


def reduction_size(op, shape, axes):
    """How many numbers each result of a reduction over `axes` is computed from. None at all is a ValueError."""
    count = math.prod([shape[axis] for axis in axes])
    if not count:
        raise ValueError(f"{op}: over axes {axes} of shape {shape} there are no numbers, so it has no value")
    return count


def broadcast_error(op, a, b):
    """The error to raise for two shapes that do not broadcast."""
    for i in range(-1, -1 - min(len(a), len(b)), -1):
        if a[i] != b[i] and 1 not in (a[i], b[i]):
            return ValueError(
                f"{op}: shapes {a} and {b} do not broadcast: axis {i} has size {a[i]} in one and {b[i]} in the other. "
                "Counted from the end, sizes are equal, or one of them is 1"
            )
    return ValueError(f"{op}: shapes {a} and {b} do not broadcast")


def matmul_error(a, b):
    """The error to raise for two shapes that have no matrix product."""
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

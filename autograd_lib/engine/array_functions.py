"""Functions of arrays that more than one operation of the tensor engine uses."""

import math

import numpy as np

from autograd_lib.engine.broadcasting import unbroadcast


def matmul_vjps(a, b):
    """The vjps of a @ b: g @ bᵀ and aᵀ @ g, with a vector as a matrix of one row (left) or one column (right)."""
    rows = a[np.newaxis] if a.ndim == 1 else a
    columns = b[:, np.newaxis] if b.ndim == 1 else b

    def as_matrices(g):
        g = np.expand_dims(g, -2) if a.ndim == 1 and b.ndim > 1 else g
        return g.reshape(*g.shape[: max(a.ndim, b.ndim) - 2], rows.shape[-2], columns.shape[-1])

    def left(g):
        return unbroadcast(as_matrices(g) @ columns.swapaxes(-1, -2), rows.shape).reshape(a.shape)

    def right(g):
        g = as_matrices(g)
        if b.ndim <= 2:  # one product for the whole stack, not one for each and then their sum
            return (flat(rows).T @ flat(g)).reshape(b.shape)
        return unbroadcast(rows.swapaxes(-1, -2) @ g, columns.shape).reshape(b.shape)

    return left, right


def is_basic_index(index):
    """Whether an index is basic, as NumPy calls it: of whole numbers, slices, None and ..., it names no place twice."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(part is None or part is ... or isinstance(part, (int, np.integer, slice)) for part in parts)


def flat(array):
    """An array of rows, whatever the number of axes before the last."""
    # Not reshape(-1, ...): where the rows are empty, NumPy cannot tell how many there are.
    return array if array.ndim == 2 else array.reshape(math.prod(array.shape[:-1]), array.shape[-1])


def stable_sigmoid(x):
    """1/(1 + e⁻ˣ) without an e to the power of a large number."""
    return np.exp(np.minimum(x, 0)) / (1.0 + np.exp(-np.abs(x)))


def stable_softmax(x, axis):
    """The softmax, after the largest number was subtracted: that changes nothing, and no exponential overflows."""
    e = np.exp(x - largest_along(x, axis))
    return e / np.add.reduce(e, axis, keepdims=True)


def softmax_vjp(g, softmax, axis):
    """The way back of a softmax: what would only add the same to all numbers along the axis is taken out."""
    return softmax * (g - np.add.reduce(g * softmax, axis, keepdims=True))


def largest_along(x, axis):
    """The largest number along an axis, which stays; of none, -infinity."""
    return np.maximum.reduce(x, axis, keepdims=True, initial=-np.inf)

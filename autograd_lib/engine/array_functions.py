"""Functions of arrays that several operations of the tensor engine share."""

import math

import numpy as np

from autograd_lib.engine.broadcasting import unbroadcast


def matmul_vjps(a, b):
    """The vjps of a @ b: g @ bᵀ and aᵀ @ g. A vector counts as a matrix: a row on the left, a column on the right."""
    rows = a[np.newaxis] if a.ndim == 1 else a
    columns = b[:, np.newaxis] if b.ndim == 1 else b

    def as_matrices(g):
        g = np.expand_dims(g, -2) if a.ndim == 1 and b.ndim > 1 else g
        return g.reshape(*g.shape[: max(a.ndim, b.ndim) - 2], rows.shape[-2], columns.shape[-1])

    def left(g):
        return unbroadcast(as_matrices(g) @ columns.swapaxes(-1, -2), rows.shape).reshape(a.shape)

    def right(g):
        g = as_matrices(g)
        if b.ndim <= 2:  # one product for the whole stack, instead of one for each matrix and then a sum
            return (as_rows(rows).T @ as_rows(g)).reshape(b.shape)
        return unbroadcast(rows.swapaxes(-1, -2) @ g, columns.shape).reshape(b.shape)

    return left, right


def is_basic_index(index):
    """Whether NumPy calls an index basic (integers, slices, None and ...), so that it names no entry twice."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(part is None or part is ... or isinstance(part, (int, np.integer, slice)) for part in parts)


def as_rows(array):
    """The array as a matrix: the axes before the last become one, that of the rows."""
    # Not reshape(-1, ...): where the rows are empty, NumPy cannot tell how many there are.
    return array if array.ndim == 2 else array.reshape(math.prod(array.shape[:-1]), array.shape[-1])


def stable_sigmoid(x):
    """1/(1 + e⁻ˣ), without the exponential of a large number."""
    return np.exp(np.minimum(x, 0)) / (1.0 + np.exp(-np.abs(x)))


def stable_softmax(x, axis):
    """The softmax. Subtracting the largest number first does not change it, and no exponential overflows."""
    e = np.exp(x - largest_along(x, axis))
    return e / np.add.reduce(e, axis, keepdims=True)


def softmax_vjp(g, softmax, axis):
    """The vjp of a softmax s: s · (g - Σ g·s). It sums to 0, as adding one number to all inputs changes nothing."""
    return softmax * (g - np.add.reduce(g * softmax, axis, keepdims=True))


def largest_along(x, axis):
    """The largest number along an axis, kept as an axis of size 1; -infinity if there are no numbers."""
    return np.maximum.reduce(x, axis, keepdims=True, initial=-np.inf)

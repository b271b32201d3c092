"""Fused operations: each could be written with those of `Tensor`, but is one node here: fewer arrays and less time.

Each has the same result and the same gradients as its long form, which the docstring shows.
"""

import math
from functools import lru_cache

import numpy as np

from autograd_lib.engine.array_checks import constant_array
from autograd_lib.engine.array_functions import as_rows, softmax_vjp, stable_softmax
from autograd_lib.engine.graph import repr_and_type
from autograd_lib.engine.operation import with_settings
from autograd_lib.engine.tensor import Tensor


def linear(x, weight, bias=None):
    """A layer of neurons before its activation: `x @ weight + bias`.

    Args:
        x: a Tensor or an array (…, nin). An array is part of the operation, like the exponent in `x ** 2`: no gradient
            is computed for it, which saves up to a third of the time.
        weight: a Tensor (nin, nout), with a column for each neuron. (In PyTorch each has a row.)
        bias: a Tensor (nout,), or None.

    Returns:
        A Tensor (…, nout).

    Raises:
        ValueError: the shapes do not fit.
        TypeError: weight or bias is not a Tensor.
    """
    check_tensors("linear", weight, weight if bias is None else bias)
    w = weight.data
    is_node = isinstance(x, Tensor)
    array = x.data if is_node else constant_array(x, w.dtype)
    check_linear(array.shape, w.shape, bias)
    rows = as_rows(array)
    # For two matrices `.dot` is `@` with less overhead: for small ones it takes half the time.
    data = rows.dot(w)
    nodes, vjps = [weight], [lambda g: rows.T.dot(as_rows(g))]
    if bias is not None:
        data += bias.data
        nodes.append(bias)
        vjps.append(lambda g: sum_of_rows(as_rows(g)))
    if is_node:
        nodes.insert(0, x)
        vjps.insert(0, lambda g: as_rows(g).dot(w.T).reshape(array.shape))
    if array.ndim != 2:
        data = data.reshape(*array.shape[:-1], w.shape[1])
    op = "linear" if is_node else with_settings("linear", {"x": array})
    return Tensor(data, nodes, op, vjps)


def cross_entropy(logits, targets):
    """The mean of -log softmax(logits)[target]: `-logits.log_softmax()[np.arange(n), targets].mean()`.

    Args:
        logits: a Tensor (…, classes).
        targets: an array of integers (…): for each row of logits the index of its class.

    Raises:
        TypeError: the targets are not integers.
        ValueError: the shapes do not fit, there are no rows, or a target is not the index of a class.
    """
    check_tensors("cross_entropy", logits)
    targets = np.asarray(targets)
    shape = logits.data.shape
    check_targets(shape, targets)
    # A column for each point: NumPy reduces all columns at once, but rows one after the other.
    columns, n = np.ascontiguousarray(as_rows(logits.data).T), targets.size
    at_targets = targets.ravel(), np.arange(n)
    shifted = columns - np.maximum.reduce(columns)
    exponentials = np.exp(shifted)
    totals = np.add.reduce(exponentials)
    costs = np.log(totals) - shifted[at_targets]

    def vjp(g):
        """The softmax, minus 1 at the target, divided by the number of points."""
        scale = g / n
        gradient = exponentials * (scale / totals)
        gradient[at_targets] -= scale
        return gradient.T.reshape(shape)

    return Tensor(np.add.reduce(costs) / n, (logits,), with_settings("cross_entropy", {"targets": targets}), (vjp,))


def layer_norm(x, gain, bias, eps=1e-5):
    """Normalise each row to mean 0 and variance 1, then multiply by `gain` and add `bias` (Ba, Kiros and Hinton 2016).

    The long form: `c = x - x.mean(-1, True)`, then `c / ((c * c).mean(-1, True) + eps).sqrt() * gain + bias`.

    Args:
        x: a Tensor (…, n).
        gain, bias: Tensors (n,).
        eps: a small number that is added to the variance, which may be 0.

    Raises:
        ValueError: the shapes do not fit, or a row holds no numbers.
        TypeError: an argument is not a Tensor.
    """
    check_tensors("layer_norm", x, gain, bias)
    n = x.data.shape[-1] if x.data.ndim else 0
    if not n or gain.data.shape != (n,) or bias.data.shape != (n,):
        raise ValueError(
            f"layer_norm: gain and bias have a number for each place of a row, the last axis of x: got shapes "
            f"{gain.data.shape} and {bias.data.shape} for x of shape {x.data.shape}"
        )
    centred = x.data - row_mean(x.data)
    scale = 1 / np.sqrt(row_mean(centred * centred) + eps)
    normal = centred * scale
    gains = gain.data

    def x_vjp(g):
        """The gradient without what would only shift or scale a row, as normalising undoes both."""
        g = g * gains
        return scale * (g - row_mean(g) - normal * row_mean(g * normal))

    vjps = (x_vjp, lambda g: sum_of_rows(as_rows(g * normal)), lambda g: sum_of_rows(as_rows(g)))
    return Tensor(normal * gains + bias.data, (x, gain, bias), with_settings("layer_norm", {"eps": eps}), vjps)


def embedding(table, indices):
    """The row of the table for each index: `table[indices]`. A row that is used several times adds up its gradients.

    Args:
        table: a Tensor (rows, n).
        indices: an array of integers, of any shape.

    Returns:
        A Tensor of shape `(*indices.shape, n)`.

    Raises:
        TypeError: the table is not a Tensor, or the indices are not integers.
        ValueError: the table does not have two axes, or an index is negative or too large.
    """
    check_tensors("embedding", table)
    indices, shape = np.asarray(indices), table.data.shape
    if indices.dtype.kind not in "iu":
        raise TypeError(f"embedding: the indices of rows are integers: got an array of {indices.dtype}")
    if len(shape) != 2:
        raise ValueError(f"embedding: a table has two axes, rows and numbers: got shape {shape}")
    check_range("embedding: rows", indices, shape[0])
    vjp = lambda g: segment_sum(as_rows(g), indices.ravel(), shape)  # noqa: E731
    return Tensor(table.data[indices], (table,), with_settings("embedding", {"indices": indices}), (vjp,))


def segment_sum(rows, indices, shape):
    """An array of `shape` in which row i is the sum of all `rows` whose index is i.

    They are sorted by index, so that each sum is over adjacent rows: faster than `np.add.at`.
    """
    full = np.zeros(shape, rows.dtype)
    if indices.size:
        order = np.argsort(indices, kind="stable")
        present, starts = np.unique(indices[order], return_index=True)
        full[present] = np.add.reduceat(rows[order], starts)
    return full


def causal_attention(q, k, v):
    """Scaled dot-product attention in which each position sees itself and earlier ones (Vaswani et al. 2017).

    Heads, like batches, are axes before the last two.
    The long form, with `future` true above the diagonal of a (T, T) array:
    `where(future, -np.inf, q @ k.transpose(…, -1, -2) / √d).softmax() @ v`.

    Args:
        q, k: queries and keys, Tensors (…, T, d).
        v: values, a Tensor (…, T, n).

    Returns:
        A Tensor of the shape of v.

    Raises:
        ValueError: the shapes do not fit.
        TypeError: an argument is not a Tensor.
    """
    check_tensors("causal_attention", q, k, v)
    check_attention(q.data.shape, k.data.shape, v.data.shape)
    queries, keys, values = q.data, k.data, v.data
    scale = 1 / math.sqrt(queries.shape[-1])
    scores = queries @ keys.swapaxes(-1, -2) * scale
    scores += causal_mask(scores.shape[-1], scores.dtype)
    weights = stable_softmax(scores, -1)

    @cache_last
    def score_gradient(g):
        """The gradient of q @ kᵀ: back through the softmax and the scale."""
        return softmax_vjp(g @ values.swapaxes(-1, -2), weights, -1) * scale

    vjps = (
        lambda g: score_gradient(g) @ keys,
        lambda g: score_gradient(g).swapaxes(-1, -2) @ queries,
        lambda g: weights.swapaxes(-1, -2) @ g,
    )
    return Tensor(weights @ values, (q, k, v), "causal_attention", vjps)


@lru_cache(maxsize=8)
def causal_mask(size, dtype):
    """A mask to add to the scores: -infinity for later positions, whose share in the softmax is then 0."""
    mask = np.triu(np.full((size, size), -np.inf, dtype), 1)
    mask.flags.writeable = False
    return mask


def cache_last(compute):
    """`compute`, for vjps that share a step: called again with the same gradient, it returns its last result."""
    last = [None, None]

    def answer(g):
        if last[0] is not g:
            last[:] = g, compute(g)
        return last[1]

    return answer


def sum_of_rows(rows):
    """The sum of the rows, as a matrix product with a row of ones: that takes less than half of the time."""
    return row_of_ones(len(rows), rows.dtype).dot(rows)


@lru_cache(maxsize=8)
def row_of_ones(count, dtype):
    ones = np.ones(count, dtype)
    ones.flags.writeable = False
    return ones


def row_mean(array):
    return np.add.reduce(array, -1, keepdims=True) / array.shape[-1]


def check_tensors(op, *given):
    for tensor in given:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{op}: this is to be a Tensor, got {repr_and_type(tensor)}")


def check_linear(x, weight, bias):
    if len(weight) != 2 or not x or x[-1] != weight[0]:
        raise ValueError(
            f"linear: x of shape {x} and weight of shape {weight}: axis -1 of x must be as long as axis 0 of weight, "
            "which has two axes"
        )
    if bias is not None and bias.data.shape != weight[1:]:
        raise ValueError(f"linear: weight of shape {weight} takes a bias of shape {weight[1:]}, got shape {bias.shape}")


def check_targets(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError(f"cross_entropy: targets are indices of classes, integers: got an array of {targets.dtype}")
    if not logits or targets.shape != logits[:-1] or not targets.size:
        raise ValueError(
            f"cross_entropy: logits of shape {logits} and targets of shape {targets.shape}: there is to be one target "
            "for each row of logits, and at least one, so the shape of the logits without its last axis"
        )
    check_range("cross_entropy: classes", targets, logits[-1])


def check_range(what, indices, size):
    # Read as unsigned, a negative number is larger than any size: so one comparison finds both kinds of mistake.
    if indices.size and np.maximum.reduce(indices.view(f"u{indices.itemsize}"), None) >= size:
        raise ValueError(f"{what} go from 0 to {size - 1}: got {indices.min()} to {indices.max()}")


def check_attention(q, k, v):
    if len(q) < 2 or len(v) < 2 or q != k or v[:-1] != q[:-1] or not q[-1] or not q[-2]:
        raise ValueError(
            f"causal_attention: q, k and v of shapes {q}, {k} and {v}: wanted (…, T, d), the same again, and "
            "(…, T, n), with no axis of size 0 among T and d"
        )

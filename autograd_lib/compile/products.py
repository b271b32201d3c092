"""Matrix products, and the fused operations of `nn.functional`, computed into buffers."""

import math

import numpy as np

from autograd_lib.compile.buffers import with_ones
from autograd_lib.compile.calls import copy, operation
from autograd_lib.compile.reductions import softmax_of, softmax_vjp
from autograd_lib.compile.shapes import reshaped
from autograd_lib.engine.array_functions import matmul_vjps
from autograd_lib.nn.functional import causal_mask, check_range, row_of_ones, segment_sum


def dot(call, a, b, out):
    """The product of two matrices; returns the array that it is in.

    NumPy writes it into rows only. Into columns goes the product of the transposes, which on some processors differs in
    the last bits: so only if speed is wanted. Otherwise the product has rows of its own, as in the eager engine.
    """
    if out.flags.c_contiguous:
        return call(np.dot, a, b, out=out)
    if not call.fast:
        return call(np.dot, a, b, out=np.empty(out.shape, out.dtype))
    if out.flags.f_contiguous:
        call(np.dot, b.T, a.T, out=out.T)
        return out
    return call(np.matmul, a, b, out=out)


@operation("@")
def matmul(call, out, a, b):
    if a.ndim == b.ndim == 2:
        vjps = [lambda g, into: dot(call, g, b.T, into), lambda g, into: dot(call, a.T, g, into)]
        return dot(call, a, b, out), vjps
    call(np.matmul, a, b, out=out)
    of = lambda which: lambda g, into: call(product_vjp, which, g, a, b, out=into)  # noqa: E731
    return out, [of(0), of(1)]


def product_vjp(which, g, a, b, out):
    """The vjp of a stack of matrix products, as the eager engine computes it."""
    out[...] = matmul_vjps(a, b)[which](g)


def in_rows(call, x):
    """x as a matrix: the axes before the last become one, that of the rows."""
    return x if x.ndim == 2 else reshaped(call, x, (math.prod(x.shape[:-1]), x.shape[-1]))


@operation("linear")
def linear(call, out, *nodes, x=None):
    is_node = x is None
    x, w, *bias = nodes if is_node else (x, *nodes)
    if id(w) in call.folded and x.ndim == 2:
        return folded_linear(call, out, x, w, is_node)
    rows = in_rows(call, x)
    result = out if out.ndim == 2 else np.empty((len(rows), w.shape[1]), out.dtype)
    result = dot(call, rows, w, result)
    vjps = [lambda g, into: dot(call, rows.T, in_rows(call, g), into)]
    if bias:
        call(np.add, result, bias[0], out=result)
        vjps.append(lambda g, into: sum_of_rows(call, in_rows(call, g), into))
    if is_node:
        vjps.insert(0, lambda g, into: dot(call, in_rows(call, g), w.T, in_rows(call, into)).reshape(x.shape))
    return result.reshape(out.shape), vjps


def folded_linear(call, out, x, w, is_node):
    """`linear` with the bias as one more weight, of an input that is always 1: see `buffers`."""
    (both, gradient), columns = call.folded[id(w)], with_ones(call, x)
    dot(call, columns.T, both, out)

    def of_weight_and_bias(g, into):
        dot(call, columns, g, gradient)
        return into

    # The gradient of the bias lies behind that of the weight, and was computed with it.
    vjps = [of_weight_and_bias, lambda g, into: into]
    return out, [lambda g, into: dot(call, g, w.T, into), *vjps] if is_node else vjps


def sum_of_rows(call, rows, into):
    """The sum of the rows, as a matrix product with a row of ones: that takes less than half of the time."""
    return call(np.dot, row_of_ones(len(rows), rows.dtype), rows, out=into)


@operation("cross_entropy")
def cross_entropy(call, out, logits, targets):
    rows, n = in_rows(call, logits), targets.size
    # A column for each point: NumPy reduces all columns at once, but rows one after the other.
    columns = rows.T
    if not columns.flags.c_contiguous:
        columns = call(copy, columns, out=np.empty(columns.shape, columns.dtype))
    call(check_range, "cross_entropy: classes", targets, len(columns))
    hot = call(one_hot, targets, out=np.empty_like(columns))
    row = lambda: np.empty(n, rows.dtype)  # noqa: E731
    largest = call(np.maximum.reduce, columns, 0, out=row())
    shifted = call(np.subtract, columns, largest, out=np.empty_like(columns))
    powers = call(np.exp, shifted, out=np.empty_like(columns))
    totals = call(np.add.reduce, powers, 0, out=row())
    costs = call(np.log, totals, out=row())
    call(np.subtract, costs, call(at_targets, shifted, targets, out=row()), out=costs)
    call(np.divide, call(np.add.reduce, costs, 0, out=out), float(n), out=out)

    def vjp(g, into):
        """The softmax, minus 1 at the target, divided by the number of points."""
        scale = call(np.divide, g, float(n), out=np.empty_like(out))
        gradient = call(np.multiply, powers, call(np.divide, scale, totals, out=row()), out=np.empty_like(columns))
        call(np.subtract, gradient, call(np.multiply, hot, scale, out=np.empty_like(hot)), out=gradient)
        return gradient.T.reshape(logits.shape)

    return out, [vjp]


def one_hot(targets, out):
    out[...] = 0
    out[targets.ravel(), np.arange(targets.size)] = 1


def at_targets(columns, targets, out):
    out[...] = columns[targets.ravel(), np.arange(targets.size)]


@operation("layer_norm")
def layer_norm(call, out, x, gain, bias, eps):
    def mean(array):
        total = call(np.add.reduce, array, -1, out=np.empty((*x.shape[:-1], 1), x.dtype), keepdims=True)
        return call(np.divide, total, float(x.shape[-1]), out=total)

    normal = call(np.subtract, x, mean(x), out=np.empty_like(out))
    squares = call(np.multiply, normal, normal, out=np.empty_like(out))
    scale = mean(squares)
    call(np.sqrt, call(np.add, scale, eps, out=scale), out=scale)
    call(np.divide, 1.0, scale, out=scale)
    call(np.multiply, normal, scale, out=normal)
    call(np.add, call(np.multiply, normal, gain, out=out), bias, out=out)

    def of_x(g, into):
        """The gradient without what would only shift or scale a row, as normalising undoes both."""
        g = call(np.multiply, g, gain, out=np.empty_like(g))
        product = call(np.multiply, g, normal, out=np.empty_like(g))
        call(np.multiply, normal, mean(product), out=product)
        call(np.subtract, g, mean(g), out=into)
        call(np.subtract, into, product, out=into)
        return call(np.multiply, scale, into, out=into)

    def of_gain(g, into):
        return sum_of_rows(call, in_rows(call, call(np.multiply, g, normal, out=np.empty_like(g))), into)

    return out, [of_x, of_gain, lambda g, into: sum_of_rows(call, in_rows(call, g), into)]


@operation("embedding")
def embedding(call, out, table, indices):
    call(check_range, "embedding: rows", indices, len(table))
    call(take_rows, table, indices, out=out)
    return out, [lambda g, into: call(rows_added_up, in_rows(call, g), indices, out=into)]


def take_rows(table, indices, out):
    table.take(indices, 0, out=out, mode="clip")


def rows_added_up(rows, indices, out):
    out[...] = segment_sum(rows, indices.ravel(), out.shape)


@operation("causal_attention")
def causal_attention(call, out, q, k, v):
    scale = 1 / math.sqrt(q.shape[-1])
    scores = call(np.matmul, q, k.swapaxes(-1, -2), out=np.empty((*q.shape[:-1], q.shape[-2]), q.dtype))
    call(np.multiply, scores, scale, out=scores)
    call(np.add, scores, causal_mask(scores.shape[-1], scores.dtype), out=scores)
    weights = softmax_of(call, scores, scores.ndim - 1, np.empty_like(scores))
    call(np.matmul, weights, v, out=out)
    gradient = np.empty_like(scores)
    computed = []

    def of_scores(g):
        """The gradient of q @ kᵀ, which the vjps of q and k share: back through the softmax and the scale."""
        if not computed:
            of_weights = call(np.matmul, g, v.swapaxes(-1, -2), out=np.empty_like(scores))
            softmax_vjp(call, of_weights, weights, scores.ndim - 1, gradient)
            computed.append(call(np.multiply, gradient, scale, out=gradient))
        return gradient

    return out, [
        lambda g, into: call(np.matmul, of_scores(g), k, out=into),
        lambda g, into: call(np.matmul, of_scores(g).swapaxes(-1, -2), q, out=into),
        lambda g, into: call(np.matmul, weights.swapaxes(-1, -2), g, out=into),
    ]

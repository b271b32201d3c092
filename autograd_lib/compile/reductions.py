"""Sums, means, maxima and softmaxes of Tensors, computed into buffers."""

import math

import numpy as np

from autograd_lib.compile.calls import copy, operation
from autograd_lib.engine.broadcasting import kept_shape


@operation("sum")
def sum(call, out, x, axis, keepdims):
    call(np.add.reduce, x, axis, out=out, keepdims=keepdims)
    kept = kept_shape(x.shape, axis)
    return out, [lambda g, into: call(copy, g.reshape(kept), out=into)]


@operation("mean")
def mean(call, out, x, axis, keepdims):
    count = float(math.prod([x.shape[i] for i in axis]))
    kept = kept_shape(x.shape, axis)
    call(np.add.reduce, x, axis, out=out, keepdims=keepdims)
    call(np.divide, out, count, out=out)
    return out, [lambda g, into: call(np.divide, g.reshape(kept), count, out=into)]


@operation("max")
def max(call, out, x, axis, keepdims):
    kept = out.reshape(kept_shape(x.shape, axis))
    call(np.maximum.reduce, x, axis, out=kept, keepdims=True)

    def vjp(g, into):
        """Numbers that tie share the gradient equally."""
        call(np.equal, x, kept, out=into, casting="unsafe")
        count = call(np.add.reduce, into, axis, out=np.empty_like(kept), keepdims=True)
        share = call(np.divide, g.reshape(kept.shape), count, out=np.empty_like(kept))
        return call(np.multiply, into, share, out=into)

    return out, [vjp]


def shifted_by_largest(call, x, axis, out):
    """x minus its largest number along the axis, whose exponential does not overflow."""
    largest = np.empty(kept_shape(x.shape, (axis,)), x.dtype)
    call(np.maximum.reduce, x, axis, out=largest, keepdims=True, initial=-np.inf)
    return call(np.subtract, x, largest, out=out)


def softmax_of(call, x, axis, out):
    call(np.exp, shifted_by_largest(call, x, axis, out), out=out)
    total = np.empty(kept_shape(x.shape, (axis,)), x.dtype)
    call(np.add.reduce, out, axis, out=total, keepdims=True)
    return call(np.divide, out, total, out=out)


def softmax_vjp(call, g, softmax, axis, into):
    """The vjp of a softmax s: s · (g - Σ g·s)."""
    call(np.multiply, g, softmax, out=into)
    total = np.empty(kept_shape(into.shape, (axis,)), into.dtype)
    call(np.add.reduce, into, axis, out=total, keepdims=True)
    call(np.subtract, g, total, out=into)
    return call(np.multiply, softmax, into, out=into)


@operation("softmax")
def softmax(call, out, x, axis):
    softmax_of(call, x, axis, out)
    return out, [lambda g, into: softmax_vjp(call, g, out, axis, into)]


@operation("log_softmax")
def log_softmax(call, out, x, axis):
    shifted_by_largest(call, x, axis, out)
    powers = call(np.exp, out, out=np.empty_like(out))
    total = call(np.add.reduce, powers, axis, out=np.empty(kept_shape(x.shape, (axis,)), x.dtype), keepdims=True)
    call(np.subtract, out, call(log_or_minus_infinity, total, out=total), out=out)

    def vjp(g, into):
        total_g = call(np.add.reduce, g, axis, out=np.empty_like(total), keepdims=True)
        call(np.multiply, call(np.exp, out, out=into), total_g, out=into)
        return call(np.subtract, g, into, out=into)

    return out, [vjp]


def log_or_minus_infinity(x, out):
    with np.errstate(divide="ignore"):  # along an axis of size 0 the sum is 0, and the result has no entries
        np.log(x, out=out)

"""Arithmetic and elementwise functions of Tensors, computed into buffers. See `calls.operation` for what is what."""

import numpy as np

from autograd_lib.compile.calls import copy, operation


def added_up(call, g, into):
    """The vjp of broadcasting: `g`, added up over the axes that were stretched; `g` itself if none was."""
    if g.shape == into.shape:
        return g
    new = g.ndim - into.ndim
    axes = tuple(i for i in range(g.ndim) if i < new or into.shape[i - new] == 1)
    kept = tuple(size for i, size in enumerate(g.shape) if i not in axes)
    call(np.add.reduce, g, axes, out=into.reshape(kept))
    return into


def full(g, into):
    """A buffer for a gradient that has the shape of `g` and is still to be added up: `into` itself if it fits."""
    return into if g.shape == into.shape else np.empty_like(g)


@operation("+")
def add(call, out, a, b):
    call(np.add, a, b, out=out)
    return out, [lambda g, into: added_up(call, g, into)] * 2


@operation("-")
def subtract(call, out, a, b):
    call(np.subtract, a, b, out=out)
    negative = lambda g, into: added_up(call, call(np.negative, g, out=full(g, into)), into)  # noqa: E731
    return out, [lambda g, into: added_up(call, g, into), negative]


@operation("*")
def multiply(call, out, a, b):
    call(np.multiply, a, b, out=out)
    times = lambda x: lambda g, into: added_up(call, call(np.multiply, g, x, out=full(g, into)), into)  # noqa: E731
    return out, [times(b), times(a)]


@operation("/")
def divide(call, out, a, b):
    call(np.divide, a, b, out=out)

    def right(g, into):
        quotient = call(np.divide, a, b, out=np.empty_like(g))
        minus = call(np.negative, g, out=full(g, into))
        call(np.multiply, minus, quotient, out=minus)
        return added_up(call, call(np.divide, minus, b, out=minus), into)

    return out, [lambda g, into: added_up(call, call(np.divide, g, b, out=full(g, into)), into), right]


@operation("neg")
def negative(call, out, x):
    call(np.negative, x, out=out)
    return out, [lambda g, into: call(np.negative, g, out=into)]


# As NumPy's `x ** 2` does: many times as fast as the general power.
POWERS = {2.0: np.square, 1.0: np.positive, 0.5: np.sqrt, -1.0: np.reciprocal}


def power_of(call, x, exponent, out):
    return call(POWERS[exponent], x, out=out) if exponent in POWERS else call(np.power, x, exponent, out=out)


@operation("**")
def power(call, out, base, other=None, exponent=None):
    if exponent is None:
        return power_of_arrays(call, out, base, other)
    power_of(call, base, exponent, out)

    def vjp(g, into):
        if not exponent:
            return call(copy, 0.0, out=into)
        power_of(call, base, exponent - 1, into)
        call(np.multiply, exponent, into, out=into)
        return call(np.multiply, g, into, out=into)

    return out, [vjp]


def power_of_arrays(call, out, a, b):
    call(np.power, a, b, out=out)

    def of_base(g, into):
        # x**0 is constant: its slope is 0, also at 0, where the power rule would divide by zero.
        less = call(np.subtract, b, 1.0, out=np.empty_like(b))
        call(zero_where_zero, b, out=less)
        slope = call(np.power, a, less, out=np.empty_like(g))
        product = call(np.multiply, g, b, out=full(g, into))
        return added_up(call, call(np.multiply, product, slope, out=product), into)

    def of_exponent(g, into):
        call(check_bases, a)
        logs = call(np.log, a, out=np.empty_like(a))
        product = call(np.multiply, g, out, out=full(g, into))
        return added_up(call, call(np.multiply, product, logs, out=product), into)

    return out, [of_base, of_exponent]


def zero_where_zero(x, out):
    np.copyto(out, 0, where=x == 0)


def check_bases(bases):
    if not (bases > 0).all():
        raise ValueError(
            f"**: with a Tensor as exponent every base must be > 0, and in this replay one is {bases.min():.4g}"
        )


@operation("exp")
def exp(call, out, x):
    call(np.exp, x, out=out)
    return out, [lambda g, into: call(np.multiply, g, out, out=into)]


@operation("log")
def log(call, out, x):
    call(np.log, x, out=out)
    return out, [lambda g, into: call(np.divide, g, x, out=into)]


@operation("sqrt")
def sqrt(call, out, x):
    call(np.sqrt, x, out=out)
    return out, [lambda g, into: call(np.divide, call(np.multiply, g, 0.5, out=into), out, out=into)]


@operation("tanh")
def tanh(call, out, x):
    call(np.tanh, x, out=out)

    def vjp(g, into):
        call(np.multiply, out, out, out=into)
        call(np.subtract, 1.0, into, out=into)
        return call(np.multiply, g, into, out=into)

    return out, [vjp]


def sigmoid_of(call, x, out):
    """1/(1 + e⁻ˣ), without the exponential of a large number."""
    call(np.exp, call(np.minimum, x, 0.0, out=out), out=out)
    bottom = call(np.abs, x, out=np.empty_like(out))
    call(np.exp, call(np.negative, bottom, out=bottom), out=bottom)
    return call(np.divide, out, call(np.add, 1.0, bottom, out=bottom), out=out)


@operation("sigmoid")
def sigmoid(call, out, x):
    sigmoid_of(call, x, out)

    def vjp(g, into):
        call(np.subtract, 1.0, out, out=into)
        call(np.multiply, out, into, out=into)
        return call(np.multiply, g, into, out=into)

    return out, [vjp]


@operation("relu")
def relu(call, out, x):
    call(np.maximum, x, call.zeros_like(x), out=out)

    def vjp(g, into):
        # As floats: a product of floats and booleans takes longer.
        call(np.greater, out, 0.0, out=into, casting="unsafe")
        return call(np.multiply, g, into, out=into)

    return out, [vjp]


@operation("softplus")
def softplus(call, out, x):
    call(np.logaddexp, x, 0.0, out=out)
    return out, [lambda g, into: call(np.multiply, g, sigmoid_of(call, x, into), out=into)]


@operation("abs")
def absolute(call, out, x):
    call(np.abs, x, out=out)
    return out, [lambda g, into: call(np.multiply, g, call(np.sign, x, out=into), out=into)]

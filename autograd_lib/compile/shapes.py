"""Shapes, indices and joins of Tensors, computed into buffers, or not at all where a view will do."""

import numpy as np

from autograd_lib.compile.calls import copy, operation
from autograd_lib.compile.elementwise import added_up, full
from autograd_lib.engine.array_functions import is_basic_index


def reshaped(call, x, shape):
    """x in another shape: a view where memory allows it, else a buffer into which it is copied."""
    try:
        return np.reshape(x, shape, copy=False)
    except ValueError:
        copied = np.empty(shape, x.dtype)
        call(copy, x, out=copied.reshape(x.shape))
        return copied


@operation("reshape")
def reshape(call, out, x, shape):
    return reshaped(call, x, shape), [lambda g, into: reshaped(call, g, x.shape)]


@operation("transpose")
def transpose(call, out, x, axes):
    back = tuple(np.argsort(axes))
    return x.transpose(axes), [lambda g, into: g.transpose(back)]


@operation("[]")
def index(call, out, x, index):
    if is_basic_index(index):
        whole = (*index, ...) if isinstance(index, tuple) and ... not in index else index
        whole = (whole, ...) if not isinstance(whole, tuple) and whole is not ... else whole

        def vjp(g, into):
            call(copy, 0.0, out=into)
            call(copy, g, out=into[whole])
            return into

        return x[whole], [vjp]
    call(take_entries, x, index, out=out)
    return out, [lambda g, into: call(add_entries, g, index, out=into)]


def take_entries(x, index, out):
    out[...] = x[index]


def add_entries(g, index, out):
    """The index may name an entry twice, which then adds up the gradients of all its uses."""
    out[...] = 0
    np.add.at(out, index, g)


@operation("concatenate")
def concatenate(call, out, *xs, axis):
    call(np.concatenate, xs, axis, out=out)
    ends = np.cumsum([x.shape[axis] for x in xs]).tolist()
    before = (slice(None),) * axis
    pieces = [(*before, slice(end - x.shape[axis], end)) for x, end in zip(xs, ends)]
    return out, [lambda g, into, piece=piece: g[piece] for piece in pieces]


@operation("stack")
def stack(call, out, *xs, axis):
    call(np.stack, xs, axis, out=out)
    before = (slice(None),) * axis
    return out, [lambda g, into, i=i: g[(*before, i, ...)] for i in range(len(xs))]


@operation("where")
def where(call, out, a, b, condition):
    call(choose, condition, a, b, out=out)

    def of_a(g, into):
        return added_up(call, call(choose, condition, g, 0.0, out=full(g, into)), into)

    def of_b(g, into):
        return added_up(call, call(choose, condition, 0.0, g, out=full(g, into)), into)

    return out, [of_a, of_b]


def choose(condition, a, b, out):
    np.copyto(out, b)
    np.copyto(out, a, where=condition)

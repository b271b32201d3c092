"""`Calls`: the flat list of NumPy calls that a recording of Tensors consists of; and the table of all operations."""

from functools import partial

import numpy as np

# From the name of an operation to a function that says how it is computed: see `operation`.
OPERATIONS = {}


def operation(name):
    """A decorator: this function says how the operation of this name is computed into buffers.

        @operation("exp")
        def exp(call, out, x):
            call(np.exp, x, out=out)
            return out, [lambda g, into: call(np.multiply, g, out, out=into)]

    Args of the function:
        call: `call(f, *args, out=array)` adds f(*args, out=array) to the recording, and returns that array.
        out: an empty array of the shape and dtype of the result.
        x, …: the arrays of the node's inputs; then, by name, its settings.

    It returns the array that holds the result (`out`, or a view of x where nothing need be computed) and for each input
    a vjp: a function of `g`, the array of the upstream gradient, and `into`, an empty array like the input. It returns
    the array that holds the input's gradient: `into`, a view of g, or another array of its own.
    """
    return lambda function: OPERATIONS.setdefault(name, function)


class Calls:
    """Calls to be repeated in each step, in order; those whose arguments cannot change are made once, when they come.

    Args:
        changing: the arrays that will hold other numbers in the next step: parameters, inputs, gradients to be set.
        fast: whether speed counts for more than the last bits.

    Attributes: `forward` and `backward`, lists of functions without arguments; `made_once`, how many calls were made
    and not listed; `notes`, for each call of both sorts: (is it backward, the node in words, function, shape of its
    result, is it listed).
    """

    def __init__(self, changing, fast=False):
        self.forward, self.backward, self.notes, self.made_once = [], [], [], 0
        self.list, self.purpose, self.fast = self.forward, "", fast
        self.changing, self.fixed, self.folded, self.zeros = {}, {}, {}, {}
        for array in changing:
            self.mark(array)

    def __call__(self, f, *args, out=None, **settings):
        """Add f(*args, out=out, **settings). A float among args becomes an array, which NumPy takes more quickly."""
        args = [np.array(a, out.dtype) if isinstance(a, float) else a for a in args]
        again = any(self.is_changing(array) for array in (*args, out))
        if again and out is not None:
            # What was computed once is not to be overwritten: the next step would start from something else.
            mine = memory_of(out)
            fixed = [isinstance(a, np.ndarray) and memory_of(a) is mine and not self.is_changing(a) for a in args]
            args = [a.copy() if is_fixed else a for a, is_fixed in zip(args, fixed)]
            self.mark(out)
        settings |= {} if out is None else {"out": out}
        if again:
            self.list.append(partial(f, *args, **settings))
        else:
            f(*args, **settings)
            self.made_once += 1
            if out is not None:
                self.fixed[id(memory_of(out))] = memory_of(out)
        self.notes.append((self.list is self.backward, self.purpose, f, None if out is None else out.shape, again))
        return out

    def again(self, f, *args, out, **settings):
        """Add a call that is to be made in each step, although its arguments cannot: it clears `out` for a sum."""
        self.mark(out)
        return self(f, *args, out=out, **settings)

    def is_free(self, array):
        """Whether another call may write into it: nothing that was computed once is in its memory."""
        return self.is_changing(array) and id(memory_of(array)) not in self.fixed

    def zeros_like(self, array):
        """Zeros that nobody writes into. NumPy compares with them three times as fast as with a single zero."""
        key = array.shape, array.strides, array.dtype
        return self.zeros.setdefault(key, np.zeros_like(array))

    def mark(self, array):
        memory = memory_of(array)
        self.changing[id(memory)] = memory  # the array itself, too: so no other one can get its id

    def is_changing(self, thing):
        if isinstance(thing, (tuple, list)):
            return any(map(self.is_changing, thing))
        return isinstance(thing, np.ndarray) and id(memory_of(thing)) in self.changing


def copy(x, out):
    """What np.positive(x, out=out) does, in a third of the time."""
    np.copyto(out, x)


def memory_of(array):
    """The array whose memory this one is a view of, or itself."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array

"""Where the arrays of a recording lie in memory: the plain way, and a faster one.

`FastBuffers` does three things that change no result but the last bits of a matrix product:

- *The batch lies last.* A matrix of a row for each point is kept with its columns one after the other in memory. NumPy
  then adds, compares and sums over runs as long as the batch.
- *The bias is one more weight.* Below each such matrix lies a row of ones, and behind each weight, in the flat array of
  all parameters, its bias: so one product computes `x @ weight + bias`, and one both of their gradients.
- *Buffers are used again.* Once the backward pass has gone through a node, nobody reads its array or its gradient any
  more, and the next gradient of that shape goes there, where memory is still in the processor's cache.
"""

from collections import Counter
from itertools import pairwise

import numpy as np

from autograd_lib.compile.calls import copy, memory_of


class Buffers:
    """Each array has its own buffer, laid out as the eager engine's: so the replay has the eager engine's bits."""

    def for_result(self, array):
        return np.empty_like(array)

    def for_gradient(self, like):
        return np.empty_like(like)

    def received(self, gradient, before=None):
        """A node now has this array as its gradient, instead of `before`."""

    def done(self, data, gradient):
        """The backward pass has gone through a node with this array and this gradient."""


class FastBuffers(Buffers):
    """See the top of this file. `users` counts the nodes whose numbers or gradient lie in some memory."""

    def __init__(self, calls):
        self.calls, self.users, self.spare = calls, Counter(), {}

    def for_result(self, array):
        return batch_last(array.shape, array.dtype) if np.ndim(array) == 2 else np.empty_like(array)

    def for_gradient(self, like):
        spare = self.spare.get(layout(like))
        return spare.pop() if spare else np.empty_like(like)

    def received(self, gradient, before=None):
        self.users[id(memory_of(gradient))] += 1
        if before is not None:
            self.users[id(memory_of(before))] -= 1

    def done(self, data, gradient):
        for array in (data, gradient):
            memory = memory_of(array)
            self.users[id(memory)] -= 1
            if array.ndim and not self.users[id(memory)] and self.calls.is_free(memory):
                self.spare.setdefault(layout(array), []).append(array)


def layout(array):
    return array.shape, array.strides, array.dtype


def batch_last(shape, dtype):
    """A matrix of this shape whose columns lie one after the other, and then a column of ones."""
    with_ones = np.ones((shape[1] + 1, shape[0]), dtype)
    return with_ones[:-1].T


def with_ones(call, x):
    """The transpose of a matrix, with a row of ones below: as it lies if `batch_last` made it, else a copy."""
    memory = memory_of(x)
    if memory.shape == (x.shape[1] + 1, x.shape[0]) and x.strides == memory.strides[::-1]:
        return memory
    mine = batch_last(x.shape, x.dtype)
    call(copy, x, out=mine)
    return memory_of(mine)


def folded_pairs(order, parameters, arrays, gradients):
    """For each weight with its bias behind it in memory: {id of its array: (both as one matrix, its gradient)}.

    Only for pairs that are used once, so that the gradient of that use is the whole gradient.
    """
    uses = Counter(node_input for node in order for node_input in node._prev)
    pairs = {}
    for (p, w, gw), (q, b, gb) in pairwise(zip(parameters, arrays, gradients)):
        if uses[p] == uses[q] == 1 and w.ndim == 2 and b.shape == w.shape[1:]:
            both = behind_each_other(w, b), behind_each_other(gw, gb)
            if all(matrix is not None for matrix in both):
                pairs[id(w)] = both
    return pairs


def behind_each_other(w, b):
    """A matrix and a row that lie behind each other in one flat array, as one matrix; None if they do not."""
    memory = memory_of(w)
    start = (address(w) - address(memory)) // w.itemsize
    adjacent = memory_of(b) is memory and address(b) == address(w) + w.nbytes and w.flags.c_contiguous
    return memory[start : start + w.size + b.size].reshape(len(w) + 1, -1) if adjacent and memory.ndim == 1 else None


def address(array):
    return array.__array_interface__["data"][0]

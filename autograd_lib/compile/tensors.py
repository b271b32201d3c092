"""Replay of a graph of Tensors: one flat list of NumPy calls, each of which writes into a buffer that is already there.

Recording walks through the graph once, forward and back. At each node it asks how the operation is computed
(`calls.operation`) and gets calls for the list. A step makes the calls, one after the other: no node is built, no array
allocated, no order sorted. Gradients that nobody asked for are not computed, and what cannot change is computed once.
"""

import math

import numpy as np

from autograd_lib.compile import elementwise, images, products, reductions, shapes  # noqa: F401 (they fill OPERATIONS)
from autograd_lib.compile.buffers import Buffers, FastBuffers, folded_pairs
from autograd_lib.compile.calls import OPERATIONS, Calls, copy, memory_of
from autograd_lib.compile.checks import check_kind
from autograd_lib.compile.explain import Block, explain_tensors
from autograd_lib.engine.graph import expression, repr_and_type, topological_order
from autograd_lib.engine.operation import name_and_settings


class TensorRecording:
    """A recorded graph of Tensors; `record` makes it.

    Attributes: `calls`, what a step does; `gradients`, the array that each step writes a parameter's gradient into.
    """

    def __init__(self, loss, parameters, inputs, fast=False):
        order = topological_order(loss)
        arrays = [x if isinstance(x, np.ndarray) else x.data for x in inputs]
        check_inputs(inputs, arrays, order)
        self.parameters, self.gradients = parameters, flat_views(parameters)
        # A parameter keeps its array, which is used where it is; any other leaf may be given a new one.
        leaves = [*parameters, *(x for x in inputs if hasattr(x, "_prev"))]
        self.leaves = [(leaf, leaf.data if hasattr(leaf, "move_into") else leaf.data.copy()) for leaf in leaves]
        data = dict(self.leaves)
        fixed = [node for node in order if not node._prev and node not in data]
        self.fixed = [(leaf, leaf.data) for leaf in fixed]
        self.calls, self.names = Calls([*data.values(), *self.gradients, *arrays], fast), {}
        self.buffers = FastBuffers(self.calls) if fast else Buffers()
        if fast:
            self.calls.folded = folded_pairs(order, parameters, data.values(), self.gradients)
        vjps = self.record_forward(order, data)
        self.loss, self.name = data[loss], expression(loss)
        gradient = self.record_backward(order, data, vjps, loss)
        self.drawn = blocks_of(order, data, vjps, {} if fast else gradient)[loss]

    def record_forward(self, order, data):
        """Add the calls of the forward pass; in `data`, the array of each node. Returns the vjps of each node."""
        call, vjps = self.calls, {}
        for node in order:
            name, settings = name_and_settings(node._op)
            if node in data:
                continue
            if not any(call.is_changing(array) for array in (*(data[x] for x in node._prev), *settings.values())):
                data[node] = np.asarray(node.data)
                continue
            check_kind(node, name, OPERATIONS, "autograd_lib.compile.OPERATIONS")
            self.names[node] = f"#{len(self.names) + 1}"
            call.purpose = self.words(node)
            out = self.buffers.for_result(node.data)
            data[node], vjps[node] = OPERATIONS[name](call, out, *(data[x] for x in node._prev), **settings)
        return vjps

    def words(self, node):
        """A node that is computed, numbered, with its inputs by their numbers: `#2 relu(#1)`."""
        return f"{self.names[node]} {expression(node, lambda x: self.names.get(x) or expression(x), width=40)}"

    def record_backward(self, order, data, vjps, loss):
        """Add the calls of the backward pass: from the loss back, each vjp whose result is needed."""
        call = self.calls
        call.list = call.backward
        target, needed = dict(zip(self.parameters, self.gradients)), set(self.parameters)
        for node in order:
            if not needed.isdisjoint(node._prev):
                needed.add(node)
        gradient = {loss: np.ones_like(data[loss])}
        for array in (*data.values(), data[loss], gradient[loss]):  # the loss once more: it is read after the step
            self.buffers.received(array)
        for node in reversed(order):
            if node not in needed or not node._prev:
                continue
            call.purpose = self.words(node)
            for node_input, vjp in zip(node._prev, vjps[node]):
                if node_input in needed:
                    into = target.pop(node_input, None)
                    into = self.buffers.for_gradient(data[node_input]) if into is None else into
                    paid, before = vjp(gradient[node], into), gradient.get(node_input)
                    if before is not None:
                        paid = call(np.add, before, paid, out=np.empty_like(paid))
                    gradient[node_input] = paid
                    self.buffers.received(paid, before)
            self.buffers.done(data[node], gradient[node])
        for parameter, array in zip(self.parameters, self.gradients):
            if gradient.get(parameter, array) is not array:
                call(copy, gradient[parameter], out=array)
        return gradient | dict(zip(self.parameters, self.gradients))

    def step(self):
        """Compute the loss for what the parameters and inputs hold now, and set the gradients of the parameters.

        The gradients are arrays of the recording, which the next step overwrites: copy what you want to keep.

        Returns:
            The loss, as a float.

        Raises:
            FloatingPointError: the loss is NaN; the gradients are those of the step before.
            ValueError: a leaf holds an array of another shape than when it was recorded.
        """
        for leaf, array in self.leaves:
            if leaf.data is not array:
                copy_in(leaf, array)
        for leaf, array in self.fixed:
            if leaf.data is not array:
                raise changed_leaf(leaf)
        for call in self.calls.forward:
            call()
        loss = self.loss.item()
        if math.isnan(loss):
            raise FloatingPointError(
                f"{self.name} is NaN in this replay, so there is no gradient to compute. Build the graph anew and call "
                "backward(): it names the first node with a NaN"
            )
        for call in self.calls.backward:
            call()
        for parameter, gradient in zip(self.parameters, self.gradients):
            if parameter._grad is not gradient:
                parameter.grad = gradient
        return loss

    def explain(self):
        """What a step does, in words and shapes: the calls for each node, and which were made once and for all."""
        return explain_tensors(self)

    def blocks(self):
        """For `draw_graph`: a graph with a box for each node that a step computes, and for what it begins from."""
        return self.drawn


def blocks_of(order, data, vjps, gradient):
    """For each node a block to be drawn; what is computed once is a leaf."""
    blocks = {}
    for node in order:
        inputs = [blocks[x] for x in node._prev] if node in vjps else []
        label = node.label if inputs or node.label or not node._prev else f"{expression(node)}, once"
        blocks[node] = Block(data[node], gradient.get(node), node._op if inputs else "", inputs, label)
    return blocks


def flat_views(parameters):
    """An array of zeros for each parameter; those of one dtype are pieces of one flat array, in order."""
    sizes = {}
    for parameter in parameters:
        sizes[parameter.dtype] = sizes.get(parameter.dtype, 0) + parameter.size
    flat = {dtype: np.zeros(size, dtype) for dtype, size in sizes.items()}
    views, start = [], dict.fromkeys(flat, 0)
    for parameter in parameters:
        a, b = start[parameter.dtype], start[parameter.dtype] + parameter.size
        views.append(flat[parameter.dtype][a:b].reshape(parameter.shape))
        start[parameter.dtype] = b
    return views


def copy_in(leaf, array):
    """The numbers that a leaf holds now, into the buffer that the calls read."""
    numbers = np.asarray(leaf.data)
    if numbers.shape != array.shape:
        raise ValueError(
            f"{expression(leaf)} had shape {array.shape} when this was recorded, and has {numbers.shape} now: a "
            "recording is for one shape. Record the graph of the new shape; compile_step does so by itself"
        )
    array[...] = numbers


def changed_leaf(leaf):
    return ValueError(
        f"{expression(leaf)} was given another array since this was recorded. It is neither a parameter nor an input, "
        "so a replay would go on with the old one: name it, record(loss, parameters, inputs=[…])"
    )


def check_inputs(inputs, arrays, order):
    """An error for an input that the graph does not use: its numbers could change without any effect."""
    used = [part for node in order for part in name_and_settings(node._op)[1].values() if isinstance(part, np.ndarray)]
    used += [node.data for node in order if not node._prev]
    memory = {id(memory_of(array)) for array in used}
    for given, array in zip(inputs, arrays):
        if id(memory_of(array)) not in memory:
            raise ValueError(
                f"record: the graph does not use the input {repr_and_type(given)}. An array is found only if it went "
                "into the graph itself, and not a copy: in the dtype of the parameters, and not computed from by NumPy"
            )

"""`checkpoint`: memory for time. What lies between two nodes is not kept, but computed again in the backward pass."""

import numpy as np

from autograd_lib.engine.graph import expression, repr_and_type, topological_order
from autograd_lib.engine.operation import with_settings
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.functional import cache_last


def checkpoint(f, *inputs):
    """`f(*inputs)` as one node, which keeps the result and nothing of what was computed on the way.

    The backward pass computes f once more, this time with its graph, and goes back through that (Griewank and Walther
    2000; Chen et al. 2016). For a chain of n layers in segments of √n, about 2√n arrays are kept instead of n, and the
    forward pass is made twice. The gradients are the same, bit for bit.

    Args:
        f: a function of Tensors that returns a Tensor, such as a layer, or several one after the other. It may use
            parameters of its own. Any other node that it uses is to be among the inputs.
        inputs: its arguments. A gradient goes to those that are Tensors; anything else is passed on as it is.

    Raises:
        TypeError: none of the inputs is a Tensor, or f does not return one.
        ValueError: in the backward pass, f gives other numbers than before, as with a mask drawn at random, or uses a
            node that was computed outside of it and is not among the inputs.
    """
    nodes = [x for x in inputs if isinstance(x, Tensor)]
    if not callable(f) or not nodes:
        given = f"{repr_and_type(f)} and {repr_and_type(inputs)}"
        raise TypeError(f"checkpoint(f, x): a function, and at least one Tensor for it: got {given}")
    arguments, leaves = with_new_leaves(inputs)
    first = f(*arguments)
    if not isinstance(first, Tensor):
        raise TypeError(f"checkpoint: the function is to return a Tensor, got {repr_and_type(first)}")
    data, outside = first.data, other_nodes(first, leaves)

    @cache_last
    def gradients(g):
        """Those of all inputs, from one backward pass, which also pays the parameters that f uses."""
        arguments, leaves = with_new_leaves(inputs)
        again = f(*arguments)
        check_same(data, again, outside)
        again.backward(g)
        return [leaf.grad for leaf in leaves]

    vjps = [lambda g, k=k: gradients(g)[k] for k in range(len(nodes))]
    return Tensor(data, nodes, with_settings("checkpoint", {"f": f}), vjps)


def with_new_leaves(inputs):
    """The arguments, each Tensor among them as a new leaf on the same array; and those leaves."""
    arguments, leaves = list(inputs), []
    for k, x in enumerate(inputs):
        if isinstance(x, Tensor):
            arguments[k] = Tensor(0.0, label=x.label)
            arguments[k].data = x.data  # not Tensor(x.data), which copies
            leaves.append(arguments[k])
    return arguments, leaves


def other_nodes(result, leaves):
    """The computed nodes below `result` that depend on none of the leaves."""
    reached = set(leaves)
    for node in topological_order(result):
        if not reached.isdisjoint(node._prev):
            reached.add(node)
    return [node for node in topological_order(result) if node._prev and node not in reached]


def check_same(data, again, outside):
    """An error where a second run of f gave other numbers, or shares a computed node with the first."""
    shared = set(outside) & set(topological_order(again))
    if shared:
        raise ValueError(
            f"checkpoint: the function uses {expression(shared.pop())}, which was computed outside of it, so its "
            "gradient would be lost: give that node to it, checkpoint(f, x, node)"
        )
    if not np.array_equal(data, again.data, equal_nan=True):
        raise ValueError(
            "checkpoint: computed again, the function gives other numbers, so the gradients would be those of another "
            "function. Draw a random mask outside and give it as an argument; do not change data in between"
        )


def checkpoint_chain(layers, x, segment):
    """The layers one after the other, in segments of `segment` layers: only what goes from one to the next is kept.

    Args:
        layers: functions of one Tensor each, such as `list(model)` of a Sequential.
        x: what the first one gets, a Tensor.
        segment: how many layers are computed again at a time; the last segment may be shorter.
    """
    layers = list(layers)
    if not isinstance(segment, int) or isinstance(segment, bool) or segment < 1:
        raise ValueError(f"checkpoint_chain: a segment is a whole number of layers, at least 1: got {segment!r}")
    for start in range(0, len(layers), segment):
        x = checkpoint(in_order(layers[start : start + segment]), x)
    return x


def in_order(layers):
    def f(x):
        for layer in layers:
            x = layer(x)
        return x

    return f

"""Answers of exercises that make a Tensor: its array, and the gradients that it pays to leaves."""

import numpy as np

from autograd_lib.course.exercise import Drawn, NotAnAnswer
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor


def leaf(label, *shape):
    """A Tensor of this shape; its numbers are random, but the same each time for the same label."""
    return Tensor(np.random.default_rng(sum(map(ord, label))).standard_normal(shape), label=label)


def cotangent(*shape):
    """Random numbers for a backward pass to begin with: with ones, mistakes could hide."""
    return np.random.default_rng(10).standard_normal(shape)


def answer_of(node, leaves, gradient, name):
    """A node's array, and the gradient of each of `leaves` when the backward pass begins with `gradient`.

    Args:
        node: what a solution returned. leaves: the Tensors that it was given.
        gradient: an array of the shape that the node should have.
        name: what to call the node in a drawing, and its array in the answer.
    """
    if not isinstance(node, Tensor):
        raise NotAnAnswer(f"You returned {node!r:.60} ({type(node).__name__}). Expected a Tensor.")
    if node in leaves or not set(leaves) & set(topological_order(node)):
        raise NotAnAnswer(
            "Your Tensor knows of no inputs, so no gradient can come back. Make it with "
            "Tensor(array, inputs, op, (...))."
        )
    node.label = name
    answer = {name: np.asarray(node.data)}
    if node.data.shape == gradient.shape:
        answer |= dict(zip([f"{given.label}.grad" for given in leaves], gradients(node, leaves, gradient)))
    return Drawn(answer, node)


def gradients(node, leaves, gradient):
    """The gradient of each leaf. If the leaves are the node's own inputs, as its vjps give it, whatever its shape."""
    if node._prev == tuple(leaves):
        return [np.asarray(vjp(gradient)) for vjp in node._vjps]
    node.backward(gradient=gradient)
    return [given.grad for given in leaves]

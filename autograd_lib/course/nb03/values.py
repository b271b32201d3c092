"""The Value class of notebook 03, and what its exercises do with it.

The notebook's class grows while the reader works, and they may come back to an exercise with a later version of it. So
a solution is tried on nodes of the class that it finds under the name `Value`; the `Value` below is for our own
solutions.
"""

import inspect

from autograd_lib.course.exercise import NotAnAnswer
from autograd_lib.engine.graph import expression, topological_order


class Value:
    """The class as it stands at the end of the notebook, without the operations that are exercises."""

    def __init__(self, data, inputs=(), op="", local_gradients=(), label=""):
        self.data = data
        self.grad = 0.0
        self.label = label
        self._prev = tuple(inputs)
        self._op = op
        self._local_gradients = tuple(local_gradients)

    def _backward(self):
        for node, local_gradient in zip(self._prev, self._local_gradients):
            node.grad += local_gradient * self.grad

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), "/", (1 / other.data, -quotient / other.data))

    def __pow__(self, n):
        return Value(self.data**n, (self,), f"**{n}", (n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    __radd__ = __add__
    __rmul__ = __mul__


def as_value(other):
    """`other` itself if it is a Value, else a new leaf."""
    return other if isinstance(other, Value) else Value(other)


def class_seen_by(solution):
    """The class that is called Value where a solution was written: in a notebook the reader's own, otherwise ours."""
    # The checker wraps a solution to note what it returns; the learner's own function is inside the wrapper.
    found = getattr(inspect.unwrap(solution), "__globals__", {}).get("Value")
    return found if isinstance(found, type) else Value


def pay_from(node, grad):
    """Set the gradient of `node`, then let it and all nodes below it pay their inputs, outputs before inputs."""
    node.grad = grad
    for each in reversed(topological_order(node)):
        each._backward()


def result_node(result, label):
    """The node that an operation returned, now with a label.

    Raises:
        NotAnAnswer: `result` or one of its inputs is not a node, or its `_backward` cannot be called.
    """
    if not hasattr(result, "_prev"):
        raise NotAnAnswer(f"You returned {result!r} ({type(result).__name__}). Expected a Value.")
    for node in result._prev:
        if not hasattr(node, "_prev"):
            raise NotAnAnswer(f"Among the inputs of your node is {node!r} ({type(node).__name__}). Expected Values.")
    if not callable(result._backward):
        came = f"{result._backward!r} ({type(result._backward).__name__})"
        raise NotAnAnswer(f"`_backward` of your node is {came}. Expected a function, to be called later.")
    result.label = label
    return result


def inputs_in_words(node):
    """The inputs of a node by their labels, or numbers, in order: "a, b"."""
    return ", ".join(expression(node_input) for node_input in node._prev) or "none"

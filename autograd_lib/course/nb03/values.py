"""The Value class of notebook 03, and what its exercises do with it.

The notebook's class grows while the reader works, and they may come back to an exercise with a later version of it. So
a solution is tried on nodes of the class that it finds under the name `Value`; the `Value` below is for our own
solutions.
"""

import inspect
import math
from contextlib import contextmanager

from autograd_lib.course.answers import in_words, is_number, with_kind
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

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1 - t * t,))

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    __radd__ = __add__
    __rmul__ = __mul__


def as_value(other):
    """`other` itself if it is a Value, else a new leaf."""
    return other if isinstance(other, Value) else Value(other)


def class_seen_by(solution, has_local_gradients=False):
    """The class that is called Value where a solution was written: in a notebook the reader's own, otherwise ours.

    Raises:
        NotAnAnswer: it is not the class of this part of the notebook, so that no verdict on the solution would be true.
    """
    found = names_seen_by(solution).get("Value")
    if not isinstance(found, type):
        return Value
    if not works(found, has_local_gradients):
        pays = " and pays them by the local gradients that it is given" if has_local_gradients else ""
        raise NotAnAnswer(
            "The class `Value` that your function finds is not the one of this section. There, `Value(2.0, label='a')` "
            f"has `data`, `grad`, `_prev`, `_op` and `_backward`, and a node knows its inputs{pays}. Run the cells "
            "above this exercise once more, beginning with the last one that starts with `class Value:`.",
            kind="another class",
        )
    return found


def names_seen_by(solution):
    """The global names of the module or notebook in which a solution was written."""
    # The checker wraps a solution to note what it returns; the learner's own function is inside the wrapper.
    solution = inspect.unwrap(solution)
    solution = getattr(solution, "func", solution)  # of a functools.partial
    found = getattr(solution, "__globals__", None) or getattr(type(solution).__call__, "__globals__", None)
    return found if isinstance(found, dict) else {}


def works(value_class, has_local_gradients):
    """Whether a class makes nodes as the notebook's does and, if it is to have local gradients, pays by them."""
    try:
        leaf = value_class(2.0, label="a")
        node = value_class(6.0, (leaf,), "triple", *([(3.0,)] if has_local_gradients else []))
        is_leaf = (leaf.data, leaf.grad, leaf.label, tuple(leaf._prev), leaf._op) == (2.0, 0.0, "a", (), "")
        if not (is_leaf and callable(leaf._backward) and node._prev[0] is leaf and node._op == "triple"):
            return False
        if has_local_gradients:
            leaf.grad, node.grad = 0.25, 0.5
            node._backward()
            return leaf.grad == 1.75 and tuple(node._local_gradients) == (3.0,)
        return True
    except Exception:  # another class altogether
        # The class of the next section wants local gradients and a finished one insists on them.
        return not has_local_gradients and works(value_class, has_local_gradients=True)


def pay_from(node, grad):
    """Set the gradient of `node`, then let it and all nodes below it pay their inputs, outputs before inputs."""
    node.grad = grad
    for each in reversed(topological_order(node)):
        each._backward()


def new_node(result, label):
    """The node that an operation returned, now with a label.

    Raises:
        NotAnAnswer: `result` or one of its inputs is not a node.
    """
    if not hasattr(result, "_prev"):
        kind = "a number came back" if is_number(result) else "no node came back"
        came = with_kind(result, in_words(result, depth=1))
        raise NotAnAnswer(f"You returned {came}. Expected a Value.", kind)
    for node in result._prev:
        if not hasattr(node, "_prev"):
            came, kind = with_kind(node, in_words(node)), "a text" if isinstance(node, str) else "no node"
            raise NotAnAnswer(f"Among the inputs of your node is {came}. Expected Values.", f"{kind} among the inputs")
    result.label = label
    return result


def result_node(result, label):
    """The node that an operation returned, now with a label.

    Raises:
        NotAnAnswer: `result` or one of its inputs is not a node, or its `_backward` cannot be called.
    """
    node = new_node(result, label)
    if not callable(node._backward):
        came = with_kind(node._backward, in_words(node._backward))
        raise NotAnAnswer(
            f"`_backward` of your node is {came}. Expected a function, to be called later.",
            "_backward cannot be called",
        )
    return node


def inputs_in_words(node):
    """The inputs of a node by their labels, or numbers, in order: "a, b"."""
    return ", ".join(expression(node_input) for node_input in node._prev) or "none"


def operation_of(node):
    return (node._op or "none") if isinstance(node._op, str) else with_kind(node._op, in_words(node._op))


@contextmanager
def methods(value_class, **functions):
    """A context in which a class has these methods instead of its own."""
    before = {name: vars(value_class)[name] for name in functions if name in vars(value_class)}
    for name, function in functions.items():
        setattr(value_class, name, function)
    try:
        yield
    finally:
        for name in functions:
            if name in before:
                setattr(value_class, name, before[name])
            else:
                delattr(value_class, name)


def unknown_operator(self, other):
    """Stands for an operator's method that is still to be written."""
    return NotImplemented


def paid(solution, taught, leaves, other, before, grad, another=False, after=None, in_new_form=False):
    """The node c = solution(a, other), after it has paid its inputs, and what an exercise looks at, by names.

    Args:
        taught: the names of the methods that the exercise is about, which the class does not know yet.
        leaves: {"a": 2.0, "b": -3.0}. other: the label of one of them, or a plain number.
        before: {label: what another use has paid it before}. grad: the gradient that c has when it pays.
        another: whether the solution makes another node before c pays.
        after: {label: what another use pays it when c has been made, and before c pays}.
        in_new_form: nodes pay by local gradients, and all below c do as well; otherwise c alone.
    """
    value_class = class_seen_by(solution, has_local_gradients=in_new_form)
    nodes = {label: value_class(number, label=label) for label, number in leaves.items()}
    for label, gradient in before.items():
        nodes[label].grad = gradient
    with methods(value_class, **dict.fromkeys(taught, unknown_operator)):
        name = result_node if in_new_form else new_node
        c = name(solution(nodes["a"], nodes.get(other, other)), "c")
        if another:
            solution(value_class(7.0), value_class(11.0))
        for label, payment in (after or {}).items():
            nodes[label].grad += payment
        if in_new_form:
            pay_from(c, grad)
        else:
            c.grad = grad
            if callable(c._backward):
                c._backward()
    gradients = {f"{label}.grad": node.grad for label, node in {"c": c, **nodes}.items()}
    if other not in nodes:  # a plain number, and a leaf by now
        leaves = [node for node in c._prev if node.data == other and not node._prev and node is not nodes["a"]]
        gradients |= {f"{other}.grad": leaf.grad for leaf in leaves[:1]}
    words = {"c's list of inputs": inputs_in_words(c), "c's operation": operation_of(c)}
    return c, {"c.data": c.data, **gradients, **words}


def backward_of(node):
    """Which function a node has as its `_backward`, in words: its own, that of a leaf, or no function at all."""
    pay = node._backward
    if not callable(pay):
        return with_kind(pay, in_words(pay))
    leaf = type(node)(1.0)
    is_of_a_leaf = getattr(pay, "__code__", None) is getattr(leaf._backward, "__code__", pay)
    return "that of a leaf" if is_of_a_leaf and not getattr(node, "_local_gradients", ()) else "its own"

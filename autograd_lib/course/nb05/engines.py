"""Six small engines, each with one fault, for exercise 5.6. Reading on gives the faults away.

`Engine` is a whole engine without a fault, built as in notebooks 03 to 05. The six inherit all of it but one method.
"""

import math
from numbers import Real

from autograd_lib.engine.graph import four_decimals


class Engine:
    """A number with its inputs and local gradients. Operations make nodes of the class of their first input."""

    def __init__(self, data, inputs=(), op="", local_gradients=()):
        self.data = data
        self.grad = 0.0
        self.label = ""
        self._prev = tuple(inputs)
        self._op = op
        self._local_gradients = tuple(local_gradients)

    def __repr__(self):
        return f"Value(data={four_decimals(self.data)}, grad={four_decimals(self.grad)})"

    def operation(self, op, data, inputs, *local_gradients):
        return type(self)(data, inputs, op, local_gradients)

    def as_node(self, other):
        if isinstance(other, Engine):
            return other
        if not isinstance(other, Real):
            raise TypeError(f"an operation takes nodes and numbers, got {other!r} ({type(other).__name__})")
        return type(self)(float(other))

    def __add__(self, other):
        other = self.as_node(other)
        return self.operation("+", self.data + other.data, (self, other), 1.0, 1.0)

    def __sub__(self, other):
        other = self.as_node(other)
        return self.operation("-", self.data - other.data, (self, other), 1.0, -1.0)

    def __mul__(self, other):
        other = self.as_node(other)
        return self.operation("*", self.data * other.data, (self, other), other.data, self.data)

    def __truediv__(self, other):
        other = self.as_node(other)
        quotient = self.data / other.data
        return self.operation("/", quotient, (self, other), 1 / other.data, -quotient / other.data)

    def __pow__(self, n):
        if not isinstance(n, Real):
            raise TypeError(f"these engines take a number as exponent, got {n!r}")
        return self.operation(f"**{n}", self.data**n, (self,), self.slope_of_power(n))

    def slope_of_power(self, n):
        return n * self.data ** (n - 1)

    def __neg__(self):
        return self.operation("neg", -self.data, (self,), -1.0)

    def __radd__(self, other):
        return self.as_node(other) + self

    def __rsub__(self, other):
        return self.as_node(other) - self

    def __rmul__(self, other):
        return self.as_node(other) * self

    def __rtruediv__(self, other):
        return self.as_node(other) / self

    def exp(self):
        e = math.exp(self.data)
        return self.operation("exp", e, (self,), e)

    def log(self):
        return self.operation("log", math.log(self.data), (self,), 1 / self.data)

    def sin(self):
        return self.operation("sin", math.sin(self.data), (self,), math.cos(self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return self.operation("tanh", t, (self,), 1 - t * t)

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return self.operation("sigmoid", s, (self,), s * (1 - s))

    def relu(self):
        return self.operation("relu", max(0.0, self.data), (self,), 1.0 if self.data > 0 else 0.0)

    def abs(self):
        return self.operation("abs", abs(self.data), (self,), math.copysign(1.0, self.data) if self.data else 0.0)

    __abs__ = abs

    def payments(self):
        """The payments of this node: pairs of an input and an amount."""
        return [(node, slope * self.grad) for node, slope in zip(self._prev, self._local_gradients)]

    def _backward(self):
        for node, amount in self.payments():
            node.grad += amount

    def identity(self):
        """A key that tells this node from the others while the graph is walked."""
        return id(self)

    def turns(self):
        """The nodes in the order in which they pay: this one first, every node after all that use it."""
        order, seen = [], set()

        def visit(node):
            if node.identity() not in seen:
                seen.add(node.identity())
                for node_input in node._prev:
                    visit(node_input)
                order.append(node)

        visit(self)
        return order[::-1]

    def backward(self):
        self.grad = 1.0
        for node in self.turns():
            node._backward()


class EngineA(Engine):
    """The slope of exp is the input. An issue of a well-known course, whose slope was right, asks for this as a
    correction: nn-zero-to-hero, issue 52.
    """

    def exp(self):
        return self.operation("exp", math.exp(self.data), (self,), self.data)


class EngineB(Engine):
    """The slope of xⁿ is n·x, without the exponent n - 1: right for squares, which is what tests are made of."""

    def slope_of_power(self, n):
        return n * self.data


class EngineC(Engine):
    """relu stops negative gradients as well as gradients at negative inputs: a reading of "sets what is negative to
    0" that had to be cleared up for a textbook's translation (deeplearningbook-chinese, issue 127). As "guided
    backpropagation" it is used on purpose, to draw pictures (Springenberg et al. 2014).
    """

    def payments(self):
        return [(node, max(0.0, amount) if self._op == "relu" else amount) for node, amount in super().payments()]


class EngineD(Engine):
    """A node that is an input twice is paid once, the last time, as happens where inputs are kept in a set or a dict.
    An engine that stopped at the first of the two got a - a wrong: paradox, pull request 3.
    """

    def payments(self):
        return list(dict(super().payments()).items())


class EngineE(Engine):
    """Two nodes that hold the same number are taken for one, as happens where `__eq__` and `__hash__` compare numbers:
    only the first is visited. MyGrad, pull request 276, tells how close a library came to it.
    """

    def identity(self):
        return self.data


class EngineF(Engine):
    """Nodes have their turns nearest first, as at the beginning of notebook 04. "Why sort at all?" is the most asked
    question in the tracker of micrograd (issues 21, 68, 91, 96), whose own first version did not sort (issue 2).
    """

    def turns(self):
        order = [self]
        for node in order:
            order.extend(node_input for node_input in dict.fromkeys(node._prev) if node_input not in order)
        return order


ENGINES = {"A": EngineA, "B": EngineB, "C": EngineC, "D": EngineD, "E": EngineE, "F": EngineF}

"""A Value as a reader might write it on the way through notebook 03: closures, a set of inputs, a recursive sort."""

import math


class OwnValue:
    """As little as a network needs: no labels, no `sum`, no `dot`, and no operation that a reader might not have."""

    __slots__ = ("_backward", "_prev", "data", "grad")

    def __init__(self, data, inputs=(), slopes=()):
        self.data, self.grad, self._prev = data, 0.0, set(inputs)

        def backward():
            for node, slope in zip(inputs, slopes):
                node.grad += slope * self.grad

        self._backward = backward

    def __add__(self, other):
        other = other if isinstance(other, OwnValue) else OwnValue(other)
        return OwnValue(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, OwnValue) else OwnValue(other)
        return OwnValue(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        return self + other * -1

    def exp(self):
        return OwnValue(math.exp(self.data), (self,), (math.exp(self.data),))

    def log(self):
        return OwnValue(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        return OwnValue(math.tanh(self.data), (self,), (1 - math.tanh(self.data) ** 2,))

    def relu(self):
        return OwnValue(max(self.data, 0.0), (self,), (float(self.data > 0),))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for each in node._prev:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()

"""The Dual class of notebook 09, and what its exercises do with it.

A solution is tried on Duals of the class that it finds under that name: in the notebook, the reader's own.
"""

import inspect
from numbers import Real

from autograd_lib.course.answers import in_words, kind, with_kind
from autograd_lib.course.exercise import NotAnAnswer


class Dual:
    """The class of the notebook, with more operators, as a solution may need them. Like that of the notebook, it cannot
    be taken off a plain number: there is no `__rsub__`.
    """

    def __init__(self, data, tangent=0.0):
        self.data = data
        self.tangent = tangent

    def __add__(self, other):
        other = as_dual(other)
        return Dual(self.data + other.data, self.tangent + other.tangent)

    def __sub__(self, other):
        other = as_dual(other)
        return Dual(self.data - other.data, self.tangent - other.tangent)

    def __mul__(self, other):
        other = as_dual(other)
        return Dual(self.data * other.data, self.tangent * other.data + self.data * other.tangent)

    def __truediv__(self, other):
        other = as_dual(other)
        quotient = self.data / other.data
        return Dual(quotient, (self.tangent - quotient * other.tangent) / other.data)

    def __pow__(self, n):
        return Dual(self.data**n, n * self.data ** (n - 1) * self.tangent)

    def __neg__(self):
        return self * -1

    def __rtruediv__(self, other):
        return as_dual(other) / self

    __radd__ = __add__
    __rmul__ = __mul__


def as_dual(other):
    """`other` itself if it is a Dual, else a Dual with tangent 0."""
    return other if isinstance(other, Dual) else Dual(other)


def class_seen_by(solution):
    """The class that is called Dual where a solution was written: in a notebook the reader's own, otherwise ours."""
    # The checker wraps a solution to note what it returns; the learner's own function is inside the wrapper.
    found = getattr(inspect.unwrap(solution), "__globals__", {}).get("Dual")
    return found if isinstance(found, type) else Dual


def as_number(x, what):
    """`x` as a float; NotAnAnswer, which calls it `what`, if it is not a plain number."""
    if isinstance(x, Real):
        return float(x)
    hint = " Take its tangent." if hasattr(x, "tangent") else ""
    raise NotAnAnswer(f"{what} is {with_kind(x, in_words(x))}. Expected a number.{hint}", kind=f"{what} is {kind(x)}")


CLOSE = 0.05


class Places:
    """Where a function is called: whether beside its inputs as well, as is done to measure a slope."""

    def __init__(self, inputs):
        self.inputs, self.distances = list(inputs), []

    def visit(self, arguments):
        numbers = [innermost(x) for x in arguments]
        self.distances.append(max((abs(a - b) for a, b in zip(numbers, self.inputs)), default=0.0))

    def are_close_together(self):
        return any(self.distances) and max(self.distances) < CLOSE


def innermost(x):
    """The plain number of a Dual, a Value, or one that holds another."""
    while hasattr(x, "data") and not isinstance(x, Real):
        x = x.data
    return float(x)

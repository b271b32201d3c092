"""The file `my_engine.py` to begin with: the parts of an engine, as notebooks 03 to 05 print them."""

import re
from pathlib import Path

from autograd_lib.course.contents import find_exercise
from autograd_lib.course.solutions import solution_text

# A line "# exercise 3.7" is followed by its solution.
PARTS = '''\
"""An engine. The functions below "exercise" are printed solutions: put your own in their places."""

import math


# notebook 03, What about a + 1, and 1 + a?
def as_value(other):
    """`other` itself if it is a Value already, else a new leaf."""
    return other if isinstance(other, Value) else Value(other)


# exercise 3.7


# notebook 03, Can one _backward serve all operations?
class Value:
    """A number that remembers how it was computed."""

    def __init__(self, data, inputs=(), op="", local_gradients=(), label=""):
        self.data = data
        self.grad = 0.0
        self.label = label
        self._prev = tuple(inputs)
        self._op = op
        self._local_gradients = tuple(local_gradients)

    def __repr__(self):
        return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        slopes = (other.data, self.data)
        return Value(self.data * other.data, (self, other), "*", slopes)

    __radd__, __rmul__ = __add__, __mul__


# notebook 03, What do the other operators need?
def minus(self, other):
    other = as_value(other)
    return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))


def negative(self):
    return Value(-self.data, (self,), "neg", (-1.0,))


def power(self, n):
    slope = n * self.data ** (n - 1)
    return Value(self.data**n, (self,), f"**{n}", (slope,))


# exercise 3.3


# exercise 3.4


# notebook 03, below exercise 3.4
def rdiv(self, other):
    return as_value(other) / self


def tanh(self):
    t = math.tanh(self.data)
    return Value(t, (self,), "tanh", (1 - t * t,))


# exercise 4.2


# exercise 4.5


# notebook 05, How steep is exp?
def exp(x):
    e = math.exp(x.data)
    return Value(e, (x,), "exp", (e,))


def log(x):
    return Value(math.log(x.data), (x,), "log", (1 / x.data,))


# exercise 5.1


Value._backward, Value.backward = pay_inputs, backward
Value.__sub__, Value.__neg__, Value.__pow__ = minus, negative, power
Value.__rsub__, Value.__truediv__, Value.__rtruediv__ = rsub, div, rdiv
Value.tanh, Value.exp, Value.log, Value.sigmoid = tanh, exp, log, sigmoid
'''


def with_solutions(parts):
    """The text, with the printed solution below each line that names an exercise."""
    return re.sub(r"(?m)^# exercise (.*)$", lambda line: f"{line[0]}\n{solution_text(find_exercise(line[1]))}", parts)


def start_my_engine(path="my_engine.py"):
    """Write a whole engine, made of the printed solutions, to begin with.

    Raises:
        FileExistsError: there is such a file already, which stays as it is.
    """
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(with_solutions(PARTS))
    except FileExistsError:
        raise FileExistsError(
            f"{path} is there already, and stays as it is: go on with it, or rename it to begin anew"
        ) from None
    print(f"{path} is there. Open it, and put your own functions in the places of the solutions.")

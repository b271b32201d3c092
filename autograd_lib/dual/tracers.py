"""The tracers that a function is given in the place of its numbers, and what an operation does with them.

A `Dual` and a `Node` know one operation at a time, and take its number and its local gradients from value.py. A Dual
multiplies by them at once, a Node keeps them for a walk back.

Either may hold another one in the place of its number. Each belongs to a *level*, one for each call of a transform.
An operation works on the highest level among its inputs, and what is below counts as a constant there: without that,
d/dx of x · d/dy(x + y) comes out as 2 (perturbation confusion; Siskind and Pearlmutter 2005).
"""

import operator
from collections.abc import Callable
from numbers import Real
from typing import NamedTuple

from autograd_lib.engine.graph import four_decimals
from autograd_lib.engine.value import Value, as_value


class Tracer:
    """What a function is given in the place of a number. Operations and comparisons are those of numbers."""

    __slots__ = ("data", "level")

    # NumPy then leaves `np.float64(2) * dual` to the methods below.
    __array_ufunc__ = None

    def __add__(self, other):
        return apply(ADD, self, other)

    def __radd__(self, other):
        return apply(ADD, other, self)

    def __sub__(self, other):
        return apply(SUBTRACT, self, other)

    def __rsub__(self, other):
        return apply(SUBTRACT, other, self)

    def __mul__(self, other):
        return apply(MULTIPLY, self, other)

    def __rmul__(self, other):
        return apply(MULTIPLY, other, self)

    def __truediv__(self, other):
        return apply(DIVIDE, self, other)

    def __rtruediv__(self, other):
        return apply(DIVIDE, other, self)

    def __pow__(self, exponent):
        """A plain number as exponent is part of the operation; any other needs a base > 0."""
        return apply(power(exponent), self) if isinstance(exponent, Real) else apply(RAISE, self, exponent)

    def __rpow__(self, base):
        return apply(RAISE, base, self)

    def __neg__(self):
        return apply(NEGATE, self)

    def abs(self):
        return apply(ABS, self)

    __abs__ = abs

    def __lt__(self, other):
        return number_of(self) < number_of(other)

    def __le__(self, other):
        return number_of(self) <= number_of(other)

    def __gt__(self, other):
        return number_of(self) > number_of(other)

    def __ge__(self, other):
        return number_of(self) >= number_of(other)

    # Unlike Values, tracers are equal when their numbers are: `if x == 0` in a function of numbers means just that.
    # A walk over a graph asks for the hash first, and that is still the object's own.
    def __eq__(self, other):
        return number_of(self) == number_of(other)

    __hash__ = object.__hash__

    def __bool__(self):
        return bool(number_of(self))

    def __float__(self):
        raise TypeError(
            f"{self!r} cannot become a plain float without losing its derivative. In the place of the functions of "
            "math use those of autograd_lib.dual: dual.sin(x)."
        )


class Dual(Tracer):
    """A number and its tangent: data + tangent·ε, where ε² = 0.

    Args:
        data: the number.
        tangent: how fast it moves; of a constant, 0.
        level: which call of `jvp` it belongs to. Leave it out for Duals made by hand.
    """

    __slots__ = ("tangent",)

    def __init__(self, data, tangent=0.0, level=1):
        self.data = data
        self.tangent = tangent
        self.level = level

    def __repr__(self):
        return f"Dual(data={number_in_words(self.data)}, tangent={number_in_words(self.tangent)})"

    @classmethod
    def made_from(cls, data, inputs, local_gradients, level):
        """The result of an operation moves by local gradient · tangent for each of its inputs."""
        tangent = 0.0
        for node, local_gradient in zip(inputs, local_gradients):
            tangent = apply(ADD, tangent, apply(MULTIPLY, local_gradient, node.tangent))
        return cls(data, tangent, level)


class Node(Tracer):
    """A number that remembers its inputs and local gradients. Unlike those of a Value, they may all be tracers.

    Attributes: `data`, `grad`, `_prev`, `_local_gradients`, as for Value, and `level`, the call of `vjp` it belongs to.
    """

    __slots__ = ("_local_gradients", "_prev", "grad")

    def __init__(self, data, inputs=(), local_gradients=(), level=1):
        self.data = data
        self.grad = 0.0
        self.level = level
        self._prev = tuple(inputs)
        self._local_gradients = tuple(local_gradients)

    def __repr__(self):
        return f"Node(data={number_in_words(self.data)}, grad={number_in_words(self.grad)})"

    @classmethod
    def made_from(cls, data, inputs, local_gradients, level):
        """The result of an operation keeps what a walk back will need."""
        return cls(data, inputs, local_gradients, level)

    _backward = Value._backward


class Operation(NamedTuple):
    """What an operation does to Values, and its local gradients in terms that can themselves be differentiated."""

    on_values: Callable
    local_gradients: Callable  # from the result and the inputs to a tuple


def power(n):
    """The operation that raises to a plain number. x⁰ is constant, at 0 too."""
    return Operation(lambda x: x**n, lambda y, x: (n * x ** (n - 1) if n else 0.0,))


def leaky(slope):
    return Operation(lambda x: x.leaky_relu(slope), lambda y, x: (1.0 if x > 0 else slope,))


ADD = Operation(operator.add, lambda y, a, b: (1.0, 1.0))
SUBTRACT = Operation(operator.sub, lambda y, a, b: (1.0, -1.0))
MULTIPLY = Operation(operator.mul, lambda y, a, b: (b, a))
DIVIDE = Operation(operator.truediv, lambda y, a, b: (1 / b, -y / b))
RAISE = Operation(operator.pow, lambda y, a, b: (b * a ** (b - 1), y * log(a)))
NEGATE = Operation(operator.neg, lambda y, x: (-1.0,))
ABS = Operation(Value.abs, lambda y, x: (float((x > 0) - (x < 0)),))
EXP = Operation(Value.exp, lambda y, x: (y,))
LOG = Operation(Value.log, lambda y, x: (1 / x,))
SQRT = Operation(Value.sqrt, lambda y, x: (0.5 / y,))
SIN = Operation(Value.sin, lambda y, x: (cos(x),))
COS = Operation(Value.cos, lambda y, x: (-sin(x),))
TANH = Operation(Value.tanh, lambda y, x: (1 - y * y,))
SIGMOID = Operation(Value.sigmoid, lambda y, x: (y * (1 - y),))
SOFTPLUS = Operation(Value.softplus, lambda y, x: (sigmoid(x),))
RELU = Operation(Value.relu, lambda y, x: (1.0 if x > 0 else 0.0,))


def apply(operation, *inputs):
    """An operation on plain numbers, Values and tracers of any level: the one place where modes and levels meet."""
    level = max(map(level_of, inputs))
    if level == 0:
        result = operation.on_values(*map(as_value, inputs))
        return result if any(isinstance(x, Value) for x in inputs) else result.data
    numbers = [x.data if level_of(x) == level else x for x in inputs]
    data, local_gradients = differentiated(operation, numbers)
    active = [(x, slope) for x, slope in zip(inputs, local_gradients) if level_of(x) == level]
    return type(active[0][0]).made_from(data, *zip(*active), level)


def differentiated(operation, inputs):
    """The result of an operation, and its local gradients. At the bottom, where all is plain, they are Value's own."""
    if any(isinstance(x, Tracer | Value) for x in inputs):
        result = apply(operation, *inputs)
        return result, operation.local_gradients(result, *inputs)
    node = operation.on_values(*map(as_value, inputs))
    return node.data, node._local_gradients


def level_of(x):
    return x.level if isinstance(x, Tracer) else 0


def number_of(x):
    """The plain number at the bottom of a tracer."""
    while isinstance(x, Tracer | Value):
        x = x.data
    return x


def number_in_words(x):
    return four_decimals(x) if isinstance(x, Real) else repr(x)


# The functions: of a plain number, a Value or a tracer. Conventions and errors are those of the methods of Value.


def exp(x):
    return apply(EXP, x)


def log(x):
    return apply(LOG, x)


def sqrt(x):
    return apply(SQRT, x)


def sin(x):
    return apply(SIN, x)


def cos(x):
    return apply(COS, x)


def tanh(x):
    return apply(TANH, x)


def sigmoid(x):
    return apply(SIGMOID, x)


def softplus(x):
    return apply(SOFTPLUS, x)


def relu(x):
    return apply(RELU, x)


def leaky_relu(x, slope=0.01):
    return apply(leaky(slope), x)


# As methods too, so that what is written for Values runs on tracers: x.tanh().
for function in (exp, log, sqrt, sin, cos, tanh, sigmoid, softplus, relu, leaky_relu):
    setattr(Tracer, function.__name__, function)

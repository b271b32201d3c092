"""The tracers that a function is given instead of numbers, and the operations on them.

Each operation takes its result and its local gradients from value.py. A `Dual` multiplies its tangent by the local
gradients at once; a `Node` keeps them for the backward pass.

A tracer may hold another tracer instead of a number. Each belongs to a *level*, one for each call of a transform. An
operation works on the highest level among its inputs, and everything below counts as a constant there: without that,
d/dx of x · d/dy(x + y) comes out as 2 (perturbation confusion; Siskind and Pearlmutter 2005).
"""

import operator
from collections.abc import Callable
from numbers import Real
from typing import NamedTuple

from autograd_lib.engine.graph import four_decimals
from autograd_lib.engine.value import Value, as_value


class Tracer:
    """An object that a function is given instead of a number. It has the operations and comparisons of a number."""

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
        """A plain number as exponent is part of the operation; any other exponent needs a base > 0."""
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
            f"{self!r} cannot become a plain float without losing its derivative. Instead of the functions of "
            "math use those of autograd_lib.dual: dual.sin(x)."
        )


class Dual(Tracer):
    """A number and its tangent: data + tangent·ε, where ε² = 0.

    Args:
        data: the number.
        tangent: how fast it moves; 0 for a constant.
        level: the call of `jvp` that it belongs to. Leave it out for Duals made by hand.
    """

    __slots__ = ("tangent",)

    def __init__(self, data, tangent=0.0, level=1):
        self.data = data
        self.tangent = tangent
        self.level = level

    def __repr__(self):
        return f"Dual(data={nested_repr(self.data)}, tangent={nested_repr(self.tangent)})"

    @classmethod
    def from_operation(cls, data, inputs, local_gradients, level):
        """The result of an operation. Its tangent is the sum of local gradient · tangent over the inputs."""
        tangent = 0.0
        for node, local_gradient in zip(inputs, local_gradients):
            tangent = apply(ADD, tangent, apply(MULTIPLY, local_gradient, node.tangent))
        return cls(data, tangent, level)


class Node(Tracer):
    """A number that remembers its inputs and local gradients. Unlike in a Value, all of these may be tracers.

    Attributes: `data`, `grad`, `_prev`, `_local_gradients`, as for Value; `level`, the call of `vjp` it belongs to.
    """

    __slots__ = ("_local_gradients", "_prev", "grad")

    def __init__(self, data, inputs=(), local_gradients=(), level=1):
        self.data = data
        self.grad = 0.0
        self.level = level
        self._prev = tuple(inputs)
        self._local_gradients = tuple(local_gradients)

    def __repr__(self):
        return f"Node(data={nested_repr(self.data)}, grad={nested_repr(self.grad)})"

    @classmethod
    def from_operation(cls, data, inputs, local_gradients, level):
        """The result of an operation, which keeps its inputs and local gradients for the backward pass."""
        return cls(data, inputs, local_gradients, level)

    _backward = Value._backward


class Primitive(NamedTuple):
    """A primitive operation: its function of Values, and its local gradients, which can be differentiated in turn."""

    on_values: Callable
    local_gradients: Callable  # from the result and the inputs to a tuple


def power(n):
    """The primitive that raises to the power of a plain number. x⁰ is constant, at 0 too."""
    return Primitive(lambda x: x**n, lambda y, x: (n * x ** (n - 1) if n else 0.0,))


def leaky(slope):
    return Primitive(lambda x: x.leaky_relu(slope), lambda y, x: (1.0 if x > 0 else slope,))


ADD = Primitive(operator.add, lambda y, a, b: (1.0, 1.0))
SUBTRACT = Primitive(operator.sub, lambda y, a, b: (1.0, -1.0))
MULTIPLY = Primitive(operator.mul, lambda y, a, b: (b, a))
DIVIDE = Primitive(operator.truediv, lambda y, a, b: (1 / b, -y / b))
RAISE = Primitive(operator.pow, lambda y, a, b: (b * a ** (b - 1), y * log(a)))
NEGATE = Primitive(operator.neg, lambda y, x: (-1.0,))
ABS = Primitive(Value.abs, lambda y, x: (float((x > 0) - (x < 0)),))
EXP = Primitive(Value.exp, lambda y, x: (y,))
LOG = Primitive(Value.log, lambda y, x: (1 / x,))
SQRT = Primitive(Value.sqrt, lambda y, x: (0.5 / y,))
SIN = Primitive(Value.sin, lambda y, x: (cos(x),))
COS = Primitive(Value.cos, lambda y, x: (-sin(x),))
TANH = Primitive(Value.tanh, lambda y, x: (1 - y * y,))
SIGMOID = Primitive(Value.sigmoid, lambda y, x: (y * (1 - y),))
SOFTPLUS = Primitive(Value.softplus, lambda y, x: (sigmoid(x),))
RELU = Primitive(Value.relu, lambda y, x: (1.0 if x > 0 else 0.0,))


def apply(primitive, *inputs):
    """Apply a primitive to plain numbers, Values and tracers of any level: all modes and levels meet only here."""
    level = max(map(level_of, inputs))
    if level == 0:
        result = primitive.on_values(*map(as_value, inputs))
        return result if any(isinstance(x, Value) for x in inputs) else result.data
    numbers = [x.data if level_of(x) == level else x for x in inputs]
    data, local_gradients = differentiated(primitive, numbers)
    active = [(x, slope) for x, slope in zip(inputs, local_gradients) if level_of(x) == level]
    return type(active[0][0]).from_operation(data, *zip(*active), level)


def differentiated(primitive, inputs):
    """The result of a primitive, and its local gradients: those of Value itself where all inputs are plain numbers."""
    if any(isinstance(x, Tracer | Value) for x in inputs):
        result = apply(primitive, *inputs)
        return result, primitive.local_gradients(result, *inputs)
    node = primitive.on_values(*map(as_value, inputs))
    return node.data, node._local_gradients


def level_of(x):
    return x.level if isinstance(x, Tracer) else 0


def number_of(x):
    """The plain number inside a tracer, however deep."""
    while isinstance(x, Tracer | Value):
        x = x.data
    return x


def nested_repr(x):
    return four_decimals(x) if isinstance(x, Real) else repr(x)


# Functions of a plain number, a Value or a tracer. Conventions and errors are those of the methods of Value.


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


# As methods too, so that code written for Values runs on tracers: x.tanh().
for function in (exp, log, sqrt, sin, cos, tanh, sigmoid, softplus, relu, leaky_relu):
    setattr(Tracer, function.__name__, function)

"""`Value`: a number that remembers how it was computed, and so can say how the result depends on it.

This is the whole scalar engine. Each operation makes a new `Value` that holds its number, its *inputs* (`_prev`)
and, for each input, a *local gradient*: the derivative of this one operation with respect to that input.
`backward()` multiplies and adds those numbers, from the result back to the leaves. That is the chain rule, and all
of reverse-mode automatic differentiation (Linnainmaa 1970; Griewank and Walther, Evaluating Derivatives, 2008).
"""

import math
from itertools import compress
from numbers import Real

from autograd_lib.engine.graph import expression, four_decimals, pairs_error, topological_order
from autograd_lib.engine.number_checks import POWER_REMEDY, leaf_number, no_number
from autograd_lib.engine.operation import power_operation, with_settings


class Value:
    """A node of a computational graph: one number, the operation it came from, and its gradient.

    Args:
        data: the number. A leaf (a node without inputs) takes any finite real number and stores it as a float.
        _children: the inputs of the operation, in order. The name is the one that micrograd gave it.
        _op: the operation, "" for a leaf. It reads as text; an `Operation` also holds settings, such as an exponent.
        local_gradients: for each input, the derivative of this node with respect to it, as a number.
        label: a name, for drawings and errors.

    A new operation is one line: `Value(data, inputs, op, (slope, ...))`.

    Attributes: `data`, `grad` (the derivative of the node that `backward()` was called on with respect to this
    one; 0.0 before), `label`, `_prev` (the inputs, a tuple: `a + a` has two), `_op`, `_local_gradients`.

    Raises:
        TypeError: a leaf's data is not a real number.
        ValueError: a leaf is NaN or infinite, or there is not one local gradient for each input.
    """

    # Slots keep a node small: with a dict for each, a graph takes about half as much memory again.
    __slots__ = ("_local_gradients", "_op", "_prev", "data", "grad", "label")

    # NumPy then leaves `array * value` and `np.float64(2) * value` to the methods below.
    __array_ufunc__ = None

    def __init__(self, data, _children=(), _op="", local_gradients=(), label=""):
        try:
            fits = len(_children) == len(local_gradients)
        except TypeError:
            fits = False
        if not fits:
            call = "Value(data, inputs, op, (slope, ...))"
            raise pairs_error(_op, _children, local_gradients, "local gradient", call)
        self.data = data if _children else leaf_number(data)
        self.grad = 0.0
        self.label = label
        self._prev = tuple(_children)
        self._op = _op
        self._local_gradients = local_gradients

    def __repr__(self):
        return f"Value(data={four_decimals(self.data)}, grad={four_decimals(self.grad)})"

    # Arithmetic. A number becomes an unlabelled leaf, so that every operation has two inputs in a drawing.

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
        remedy = "Keep the denominator away from 0, for example by adding a small constant to it."
        if other.data == 0:
            raise no_number("/", (self, other), remedy, ZeroDivisionError)
        data = self.data / other.data
        return function_node("/", (self, other), data, (1 / other.data, -data / other.data), remedy)

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, exponent):
        """`base ** exponent`. A number is part of the operation; a Value is an input, and needs a base > 0."""
        if isinstance(exponent, Value):
            return power_of_values(self, exponent)
        power = leaf_number(exponent)
        # Not the exponent as it came: `**1/2`, of a fraction, would read as half of the base.
        op = power_operation(power)
        base = float(self.data)  # of a NumPy number, ** warns and returns infinity where a float's raises
        try:
            data = base**power
            # x**0 is constant: its slope is 0, also at 0, where the power rule would divide by zero.
            slope = power * base ** (power - 1) if power else 0.0
        except ArithmeticError as error:
            raise no_number(op, (self,), POWER_REMEDY, type(error)) from None
        if isinstance(data, complex):
            raise no_number(op, (self,), POWER_REMEDY)
        return function_node(op, (self,), data, (slope,), POWER_REMEDY)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __rpow__(self, other):
        return as_value(other) ** self

    # Order is that of the numbers. `==` stays identity, or `node in seen` would confuse nodes of equal value.

    def __lt__(self, other):
        return self.data < number_of(other)

    def __le__(self, other):
        return self.data <= number_of(other)

    def __gt__(self, other):
        return self.data > number_of(other)

    def __ge__(self, other):
        return self.data >= number_of(other)

    # Functions. Each is written so that it neither overflows nor loses its digits where the answer is a plain number.

    def exp(self):
        """e to the power of this value; the local gradient is the result itself. OverflowError above about 709.78."""
        try:
            data = math.exp(self.data)
        except OverflowError:
            remedy = "Scale its input down, or subtract the largest of the inputs first."
            raise no_number("exp", (self,), remedy, OverflowError) from None
        return function_node("exp", (self,), data, (data,))

    def log(self):
        """The natural logarithm of a number > 0; local gradient 1/x."""
        remedy = "log needs a number > 0: keep its input above 0, or compute the loss from logits, with softplus."
        if not self.data > 0:
            raise no_number("log", (self,), remedy)
        return function_node("log", (self,), math.log(self.data), (1 / self.data,), remedy)

    def sqrt(self):
        """The square root of a number > 0; local gradient 1/(2√x), which has no value at 0."""
        remedy = "sqrt and its slope need a number > 0: add a small constant under the root."
        if not self.data > 0:
            raise no_number("sqrt", (self,), remedy)
        data = math.sqrt(self.data)
        return function_node("sqrt", (self,), data, (0.5 / data,), remedy)

    def sin(self):
        """The sine of an angle in radians; local gradient cos."""
        angle = self.data if math.isfinite(self.data) else math.nan
        return function_node("sin", (self,), math.sin(angle), (math.cos(angle),))

    def cos(self):
        """The cosine of an angle in radians; local gradient -sin."""
        angle = self.data if math.isfinite(self.data) else math.nan
        return function_node("cos", (self,), math.cos(angle), (-math.sin(angle),))

    def tanh(self):
        """The hyperbolic tangent, from -1 to 1; local gradient 1 - tanh²."""
        data = math.tanh(self.data)
        return Value(data, (self,), "tanh", (1.0 - data * data,))

    def sigmoid(self):
        """1/(1 + e⁻ˣ), from 0 to 1; local gradient s(1 - s)."""
        data = stable_sigmoid(self.data)
        return Value(data, (self,), "sigmoid", (data * (1.0 - data),))

    def relu(self):
        """max(0, x); local gradient 1 above 0, and 0 elsewhere, at 0 too (PyTorch's convention)."""
        slope = 1.0 if self.data > 0 else 0.0
        return Value(self.data if slope else 0.0, (self,), "relu", (slope,))

    def leaky_relu(self, slope=0.01):
        """x above 0, `slope`·x elsewhere; local gradient 1 or `slope`, at 0 `slope` (PyTorch's convention)."""
        slope = leaf_number(slope)
        factor = 1.0 if self.data > 0 else slope
        return Value(self.data * factor, (self,), with_settings("leaky_relu", {"slope": slope}), (factor,))

    def softplus(self):
        """log(1 + eˣ), a smooth relu; its local gradient is the sigmoid."""
        x = self.data
        data = max(x, 0.0) + math.log1p(math.exp(-abs(x)))
        return Value(data, (self,), "softplus", (stable_sigmoid(x),))

    def abs(self):
        """The distance from 0; local gradient -1 or 1, and 0 at 0 (PyTorch's convention)."""
        slope = math.copysign(1.0, self.data) if self.data else 0.0
        return Value(math.fabs(self.data), (self,), "abs", (slope,))

    __abs__ = abs

    # Sums. One node for many inputs is the same number and the same gradients as a chain of + and *, several times
    # faster: the time of a training step goes into nodes, not into arithmetic.

    @staticmethod
    def sum(values):
        """The sum of any number of Values, as one node. Plain numbers among them are added as constants."""
        if not hasattr(values, "__iter__"):
            raise TypeError(f"Value.sum takes a list of Values or numbers, got {values!r} ({type(values).__name__})")
        values = list(values)
        # An explicit loop, here and in `dot`: the built-in sum() rounds differently from Python 3.12 on.
        data, nodes = 0.0, []
        for value in values:
            if isinstance(value, Value):
                data += value.data
                nodes.append(value)
            else:
                data += leaf_number(value)
        if not nodes:
            return Value(data)
        op = "sum" if len(nodes) == len(values) else with_settings("sum", {"values": numbers_among(values)})
        return Value(data, nodes, op, (1.0,) * len(nodes))

    @staticmethod
    def dot(weights, inputs, bias=0.0):
        """bias + w₁x₁ + w₂x₂ + …, as one node: what a neuron computes before its activation.

        Args:
            weights, inputs: sequences of the same length, of Values or numbers. A number is part of the operation,
                like the exponent in `x ** 2`, and not a node of the graph.
            bias: a Value or a number.

        Raises:
            ValueError: the lengths differ.
            TypeError: one of the two is not a list or tuple.
        """
        try:
            sizes = len(weights), len(inputs)
        except TypeError:
            raise TypeError(f"Value.dot takes two lists of Values or numbers, got {weights!r} and {inputs!r}") from None
        if sizes[0] != sizes[1]:
            raise ValueError(f"dot takes as many inputs as weights: got {sizes[1]} and {sizes[0]}")
        if not isinstance(bias, Value):
            return mixed_dot(weights, inputs, bias)
        data, w_numbers, x_numbers = bias.data, [], []
        for w, x in zip(weights, inputs):
            if not isinstance(w, Value):
                return mixed_dot(weights, inputs, bias)
            if not isinstance(x, Value):
                return first_layer_dot(weights, inputs, bias)
            w_number, x_number = w.data, x.data
            w_numbers.append(w_number)
            x_numbers.append(x_number)
            data += w_number * x_number
        return Value(data, (bias, *weights, *inputs), "dot", (1.0, *x_numbers, *w_numbers))

    # The backward pass.

    def _backward(self):
        """Pay each input this node's gradient, times the input's local gradient (one step of the chain rule)."""
        grad = self.grad
        for node, local_gradient in zip(self._prev, self._local_gradients):
            node.grad += local_gradient * grad

    def backward(self):
        """Set `.grad` of every node below this one to the derivative of this node with respect to it.

        Inner nodes are set afresh by each call and leaves accumulate: two calls give twice the leaves' gradients, as
        two losses over the same parameters should. Set leaves to 0.0 (or call a model's `zero_grad()`) between steps.

        Raises:
            FloatingPointError: a node overflowed to infinity or NaN in the forward pass, or a leaf's gradient did in
                the backward pass; the error names the node.
        """
        order, leaves = topological_order(self), []
        for node in order:
            if not math.isfinite(node.data):
                raise FloatingPointError(
                    f"{expression(node)} is {node.data}, so there is no gradient to compute. It is the first node that "
                    "is not finite: scale its inputs down, or take smaller steps."
                )
            if node._prev:
                node.grad = 0.0
            else:
                leaves.append(node)
        self.grad += 1.0  # not `=`: it may be a leaf itself, and leaves accumulate
        for node in reversed(order):
            if node.grad:  # 0 pays nothing, and relu and hinge leave many nodes at 0
                node._backward()
        # A gradient that is not finite ends up in a leaf: 0 * inf is NaN, and NaN stays.
        for leaf in leaves:
            if not math.isfinite(leaf.grad):
                raise FloatingPointError(
                    f"the gradient of {expression(leaf)} is {leaf.grad}: it overflowed on the way back. Scale the "
                    "inputs down, and set the gradients to zero before the next backward()."
                )


def as_value(other):
    """`other` itself if it is a Value, else a new unlabelled leaf."""
    return other if isinstance(other, Value) else Value(other)


def number_of(other):
    """The number of a Value, or the number itself. Infinity is allowed: `loss < best` may begin at infinity."""
    if isinstance(other, Value):
        return other.data
    return other if isinstance(other, Real) else leaf_number(other)


def power_of_values(base, exponent):
    """`base ** exponent` with a gradient for both; that of the exponent takes log(base), so the base must be > 0."""
    remedy = "With a Value as exponent the base must be > 0; use a plain number as exponent for other bases."
    if not base.data > 0:
        raise no_number("**", (base, exponent), remedy)
    try:
        data = base.data**exponent.data
        slopes = (exponent.data * base.data ** (exponent.data - 1), data * math.log(base.data))
    except OverflowError:
        raise no_number("**", (base, exponent), remedy, OverflowError) from None
    return function_node("**", (base, exponent), data, slopes, remedy)


def first_layer_dot(weights, inputs, bias):
    """A `dot` of plain inputs, the most frequent after one of Values alone: its settings are the inputs."""
    data = bias.data
    for w, x in zip(weights, inputs):
        if type(x) is not float or not isinstance(w, Value):
            return mixed_dot(weights, inputs, bias)
        data += w.data * x
    if not math.isfinite(data):  # perhaps because of an input, which is then refused by name
        return mixed_dot(weights, inputs, bias)
    return Value(data, (bias, *weights), with_settings("dot", {"inputs": tuple(inputs)}), (1.0, *inputs))


def mixed_dot(weights, inputs, bias):
    """A `dot` that mixes Values and plain numbers: its settings are the plain numbers among its arguments."""
    w_numbers = [w.data if isinstance(w, Value) else leaf_number(w) for w in weights]
    x_numbers = [x.data if isinstance(x, Value) else leaf_number(x) for x in inputs]
    data = bias.data if isinstance(bias, Value) else leaf_number(bias)
    for w_number, x_number in zip(w_numbers, x_numbers):
        data += w_number * x_number
    arguments, slopes = (bias, *weights, *inputs), (1.0, *x_numbers, *w_numbers)
    is_node = [isinstance(argument, Value) for argument in arguments]
    nodes, slopes = tuple(compress(arguments, is_node)), tuple(compress(slopes, is_node))
    if not nodes:
        return Value(data)
    settings = {"weights": numbers_among(weights), "inputs": numbers_among(inputs), "bias": numbers_among([bias])[0]}
    return Value(data, nodes, with_settings("dot", settings), slopes)


def numbers_among(values):
    """The plain numbers among `values`, each at its index, with None instead of each Value."""
    return tuple([None if isinstance(value, Value) else leaf_number(value) for value in values])


def stable_sigmoid(x):
    """1/(1 + e⁻ˣ), without the exponential of a large number."""
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


def function_node(op, inputs, data, slopes, remedy=""):
    """The node of a function that has no value, or no finite derivative, at some inputs: there, an error names them."""
    if not (math.isfinite(data) and all(map(math.isfinite, slopes))):
        raise no_number(op, inputs, remedy)
    return Value(data, inputs, op, slopes)

"""The transforms: from a function to its derivatives.

A function `f` takes numbers as separate arguments, f(x, y), and returns a number or a list of numbers. It is called
with tracers.
"""

import itertools
import math
from numbers import Real

from autograd_lib.dual.tracers import Dual, Node, Tracer, level_of
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value, as_value

# An inner call of jvp or vjp begins after the outer one, and so has the higher level. Plain numbers are on level 0,
# Duals made by hand on level 1.
LEVELS = itertools.count(2)


def jvp(f, inputs, tangents):
    """The value of f, and how fast it moves when the inputs move at the speeds `tangents`, in one forward pass.

    The second is the Jacobian-vector product J·tangents. With the tangent 1 for one input and 0 for the others, it is a
    column of J: the derivatives of all outputs with respect to that input.

    Args:
        f: a function of as many numbers as there are inputs, which returns a number or a list of numbers.
        inputs, tangents: lists of numbers; for a single input [x].

    Returns:
        (value, tangent), each a number or a list, like the result of f.

    Raises:
        TypeError, ValueError: the lists do not fit, f does not return numbers, or an operation has no finite value or
            derivative there.
        FloatingPointError: a result overflowed.
    """
    inputs, tangents = as_list(inputs, "inputs"), as_list(tangents, "tangents")
    if len(inputs) != len(tangents):
        raise ValueError(f"jvp takes a tangent for each input: got {len(inputs)} inputs and {len(tangents)} tangents")
    level = next(LEVELS)
    result = f(*(Dual(x, tangent, level) for x, tangent in zip(inputs, tangents)))
    outputs = as_outputs(result)
    values = [y.data if level_of(y) == level else y for y in outputs]
    speeds = [y.tangent if level_of(y) == level else 0.0 for y in outputs]
    return shaped_as(result, finite(values, "value")), shaped_as(result, finite(speeds, "tangent"))


def vjp(f, inputs):
    """The value of f, and a function from a cotangent for each output to a gradient for each input.

    The gradients are the vector-Jacobian product cotangents·J. With the cotangent 1 for one output and 0 for the
    others, they are a row of J: the derivatives of that output with respect to all inputs. f runs once, and each call
    of the function is one backward pass.

    Args:
        f, inputs: as for `jvp`.

    Returns:
        (value, pull_back). pull_back takes a number, or a list if f returns one, and returns a list.

    Raises:
        As for `jvp`; pull_back also raises a ValueError unless there is one cotangent for each output.
    """
    level = next(LEVELS)
    leaves = [Node(x, level=level) for x in as_list(inputs, "inputs")]
    result = f(*leaves)
    outputs = as_outputs(result)
    values = [y.data if level_of(y) == level else y for y in outputs]

    def pull_back(cotangents):
        cotangents = as_list(cotangents if isinstance(result, list | tuple) else [cotangents], "cotangents")
        if len(cotangents) != len(outputs):
            raise ValueError(f"f has {len(outputs)} outputs: give a cotangent for each, got {len(cotangents)}")
        paid = [(y, cotangent) for y, cotangent in zip(outputs, cotangents) if level_of(y) == level]
        # One more node, the sum of the outputs times their cotangents: a single backward pass from there pays them all.
        root = Node(None, *zip(*paid), level=level) if paid else Node(None)
        order = topological_order(root)
        for node in order:
            node.grad = 0.0
        root.grad = 1.0
        for node in reversed(order):
            node._backward()
        return finite([leaf.grad for leaf in leaves], "gradient")

    return shaped_as(result, finite(values, "value")), pull_back


def value_and_grad(f):
    """A function that returns the value of f and its gradient, (value, gradient), in one forward and one backward pass.

    The gradient is a number for one input, and a list for several. A call raises a TypeError if f returns a list.
    """

    def value_and_gradient(*inputs):
        value, pull_back = vjp(f, inputs)
        if isinstance(value, list):
            raise TypeError(f"a gradient is of one number, and f returned {len(value)}: use jacobian(f)")
        gradient = pull_back(1.0)
        return value, gradient if len(inputs) > 1 else gradient[0]

    return value_and_gradient


def grad(f):
    """The gradient of f, as a function: a number for one input, a list for several. It can be differentiated again."""
    both = value_and_grad(f)
    return lambda *inputs: both(*inputs)[1]


def jacobian(f, by="rows"):
    """The Jacobian of f, as a function: a list of rows, one for each output, with a column for each input.

    Args:
        by: "rows", with a backward pass for each output, or "columns", with a forward pass for each input. Choose
            the one with fewer passes.
    """
    if by not in ("rows", "columns"):
        raise ValueError(f'by is "rows" (reverse mode) or "columns" (forward mode), got {by!r}')

    def by_rows(*inputs):
        value, pull_back = vjp(f, inputs)
        return [pull_back(unit) for unit in unit_vectors(len(value))] if isinstance(value, list) else [pull_back(1.0)]

    def by_columns(*inputs):
        columns = [as_outputs(jvp(f, inputs, unit)[1]) for unit in unit_vectors(len(inputs))]
        return [list(row) for row in zip(*columns)]

    return by_rows if by == "rows" else by_columns


def hvp(f, inputs, vector):
    """The Hessian of f times `vector`, as a list: how the gradient changes when the inputs move along `vector`.

    Forward over reverse: a `jvp` of the gradient (Pearlmutter 1994). It costs a few runs of f, whatever the number of
    inputs, and never builds the Hessian, which has a row and a column for each input.

    Args:
        f: as for `grad`.
        inputs, vector: as the inputs and tangents of `jvp`.
    """
    return jvp(lambda *moved: as_outputs(grad(f)(*moved)), inputs, vector)[1]


def unit_vectors(n):
    """The n unit vectors, as lists of n numbers."""
    return [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]


def as_list(given, what):
    """The numbers of a list, plain ones as floats."""
    if isinstance(given, str | Real | Tracer | Value) or not hasattr(given, "__iter__"):
        raise TypeError(f"the {what} are a list of numbers, for one alone [x]: got {given!r}")
    numbers = [x if isinstance(x, Tracer | Value) else as_value(x).data for x in given]
    if not numbers:
        raise ValueError(f"the list of {what} is empty")
    return numbers


def as_outputs(result):
    """The result of f as a list of numbers."""
    outputs = list(result) if isinstance(result, list | tuple) else [result]
    for y in outputs:
        if not isinstance(y, Real | Tracer | Value):
            hint = " Did you forget the return?" if y is None else ""
            raise TypeError(f"f returns a number or a list of numbers, got {y!r} ({type(y).__name__}).{hint}")
    return outputs


def shaped_as(result, numbers):
    return numbers if isinstance(result, list | tuple) else numbers[0]


def finite(numbers, what):
    """The numbers, or a FloatingPointError if a plain one among them is not finite."""
    for position, number in enumerate(numbers, start=1):
        if isinstance(number, Real) and not math.isfinite(number):
            raise FloatingPointError(f"{what} {position} is {number}: it overflowed on the way. Scale the inputs down.")
    return numbers

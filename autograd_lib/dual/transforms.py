"""The transforms: from a function to its derivatives.

`f` takes numbers one by one, f(x, y), and returns a number or a list of numbers. It is called with tracers.
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
    """Where f is and how fast it moves, when its inputs move at the speeds `tangents`: one pass forwards.

    The second is the Jacobian-vector product J·tangents. With a single 1 among the tangents it is a column of J, the
    derivatives of all outputs by one input.

    Args:
        f: a function of as many numbers as there are inputs, which returns a number or a list of numbers.
        inputs, tangents: lists of numbers, for one alone [x].

    Returns:
        (value, tangent), each a number or a list, as f returns it.

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
    """f's value, and a function that goes back: from a cotangent for each output to a gradient for each input.

    That is the vector-Jacobian product cotangents·J. With a single 1 among the cotangents it is a row of J, the
    derivatives of one output by all inputs. f runs once, and each call of the function is one walk back.

    Args:
        f, inputs: as for `jvp`.

    Returns:
        (value, pull_back). pull_back takes a number, or, where f returns a list, a list, and returns a list.

    Raises:
        As for `jvp`; pull_back: ValueError where there is not one cotangent for each output.
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
        # Above the outputs, a node for their sum, each times its cotangent: one walk from there pays them all.
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
    """The function that gives f's value and its gradient, in one pass there and one back: (value, gradient).

    The gradient is a number if the function is called with one number, else a list. f must return one number.
    """

    def value_and_gradient(*inputs):
        value, pull_back = vjp(f, inputs)
        if isinstance(value, list):
            raise TypeError(f"a gradient is of one number, and f returned {len(value)}: use jacobian(f)")
        gradient = pull_back(1.0)
        return value, gradient if len(inputs) > 1 else gradient[0]

    return value_and_gradient


def grad(f):
    """The derivative of f, as a function: a number for one input, a list for several. It can be applied again."""
    both = value_and_grad(f)
    return lambda *inputs: both(*inputs)[1]


def jacobian(f, by="rows"):
    """The function that gives all derivatives of f: a list of rows, one for each output, with a column for each input.

    Args:
        by: "rows" walks back once for each output, "columns" goes forward once for each input. Choose the fewer.
    """
    if by not in ("rows", "columns"):
        raise ValueError(f'by is "rows" (reverse mode) or "columns" (forward mode), got {by!r}')

    def by_rows(*inputs):
        value, pull_back = vjp(f, inputs)
        return [pull_back(unit) for unit in units(len(value))] if isinstance(value, list) else [pull_back(1.0)]

    def by_columns(*inputs):
        columns = [as_outputs(jvp(f, inputs, unit)[1]) for unit in units(len(inputs))]
        return [list(row) for row in zip(*columns)]

    return by_rows if by == "rows" else by_columns


def hvp(f, inputs, vector):
    """The Hessian of f times a vector, a list: how the gradient changes when the inputs move along `vector`.

    Forward over reverse: a `jvp` of the gradient (Pearlmutter 1994). It costs a few runs of f, whatever the number of
    inputs, and the Hessian, which has a row and a column for each, is never written down.

    Args:
        f: as for `grad`. inputs, vector: as for `jvp`.
    """
    return jvp(lambda *moved: as_outputs(grad(f)(*moved)), inputs, vector)[1]


def units(n):
    """The n lists that hold a single 1."""
    return [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]


def as_list(given, what):
    """The numbers of a list; plain ones as floats."""
    if isinstance(given, str | Real | Tracer | Value) or not hasattr(given, "__iter__"):
        raise TypeError(f"the {what} are a list of numbers, for one alone [x]: got {given!r}")
    numbers = [x if isinstance(x, Tracer | Value) else as_value(x).data for x in given]
    if not numbers:
        raise ValueError(f"the list of {what} is empty")
    return numbers


def as_outputs(result):
    """What f returned, as a list of numbers."""
    outputs = list(result) if isinstance(result, list | tuple) else [result]
    for y in outputs:
        if not isinstance(y, Real | Tracer | Value):
            hint = " Did you forget the return?" if y is None else ""
            raise TypeError(f"f returns a number or a list of numbers, got {y!r} ({type(y).__name__}).{hint}")
    return outputs


def shaped_as(result, numbers):
    return numbers if isinstance(result, list | tuple) else numbers[0]


def finite(numbers, what):
    """The numbers, or an error if a plain one among them is not finite."""
    for place, number in enumerate(numbers, start=1):
        if isinstance(number, Real) and not math.isfinite(number):
            raise FloatingPointError(f"{what} {place} is {number}: it overflowed on the way. Scale the inputs down.")
    return numbers

"""The numbers that the scalar engine accepts, and the errors for those that it does not."""

import math
from numbers import Real

from autograd_lib.engine.graph import expression, operation_in_words, short_number

POWER_REMEDY = "A power needs a base > 0, or a whole exponent that is not negative where the base is 0."


def leaf_number(data):
    """`data` as a finite float, or a TypeError or ValueError that says what came and what to do."""
    if type(data) is float:
        number = data
    elif isinstance(data, Real):
        number = float_or_infinity(data)
    else:
        hint = ""
        if hasattr(data, "shape"):
            hint = " For an array, index one number out of it, or use Tensor."
        elif isinstance(data, str):
            hint = " For text, convert it first: float(text)."
        raise TypeError(f"a Value holds one real number, got {data!r} ({type(data).__name__}).{hint}")
    if not math.isfinite(number):
        raise ValueError(
            f"a Value holds a finite number, got {number}. Find out where it comes from: "
            "whatever is computed from it would be NaN or infinite too."
        )
    return number


def float_or_infinity(number):
    """A real number as a float, or infinity if it is too large for one."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def no_number(op, inputs, remedy, error=ValueError):
    """The error to raise for an operation without a finite value or derivative at these inputs."""
    if not all(math.isfinite(node.data) for node in inputs):
        remedy = "It overflowed on the way here: scale down what it was computed from."
    elif error is OverflowError and op != "exp":
        remedy = "The result is too large for a float: scale the inputs down."
    facts = [f"{expression(n)} = {short_number(n.data)}" for n in inputs if n.label or n._prev]
    where = ", ".join(dict.fromkeys(facts))  # a node that is used twice is named once
    asked = operation_in_words(op, [expression(n) for n in inputs])
    return error(f"{asked}{where and f', with {where},'} has no finite value or derivative. {remedy}")

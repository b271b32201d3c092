"""`Operation`: the name of an operation that has settings, such as an exponent, an axis or an index.

A node's `_op` is text, for drawings, errors and comparisons: "+", "tanh", "sum". Where an operation depends on more
than its inputs, its `_op` is an Operation: the same text, with the settings as data. So `_prev` and `_op` alone say all
that is needed to compute a finished graph again.

Arrays and lists among the settings are those that the caller gave, and not copies: one that is changed in place later
changes what the graph says of itself, as it changes the gradients.
"""

from functools import lru_cache

from autograd_lib.engine.graph import short_number


class Operation(str):
    """The text of an operation, with its settings as data.

    Attributes:
        settings: a dictionary of all that it depends on besides its inputs: {"exponent": 0.12345678}.
        name: the operation alone, where the text says more: "**" for "**0.1235".
    """

    __slots__ = ("name", "settings")


def with_settings(name, settings, text=None):
    """An Operation with this name and these settings. It reads as `text` if that is given, else as its name."""
    operation = Operation(text or name)  # not with a `__new__` of its own: this takes two thirds of the time
    operation.name = name
    operation.settings = settings
    return operation


@lru_cache(maxsize=256)  # programs use few exponents, and each of them often
def power_operation(exponent):
    """The operation `x ** exponent`, for an exponent that is a plain number."""
    return with_settings("**", {"exponent": exponent}, text=f"**{short_number(exponent)}")


def name_and_settings(op):
    """The name and the settings of a node's `_op`: an Operation, or a plain text, which has the settings {}."""
    return (op.name, op.settings) if isinstance(op, Operation) else (op, {})

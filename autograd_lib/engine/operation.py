"""`Operation`: the name of an operation that has settings, such as an exponent, an axis or an index.

A node's `_op` is a text, for drawings, errors and comparisons: "+", "tanh", "sum". Where an operation depends on more
than its inputs, its `_op` is an Operation: the same text, with the settings as data. So a finished graph says all that
is needed to compute it again, from `_prev` and `_op` alone.
"""


class Operation(str):
    """The text of an operation, with its settings.

    Attributes:
        settings: a dictionary of what it depends on besides its inputs: {"exponent": 0.12345678}.
        name: the operation, where the text says more: "**" of "**0.1235".
    """

    __slots__ = ("name", "settings")


def with_settings(name, settings, text=None):
    """An Operation. It is shown as `text`, if that is given, else by its name."""
    operation = Operation(text or name)  # not by a constructor of its own: this takes two thirds of the time
    operation.name = name
    operation.settings = settings
    return operation


def name_and_settings(op):
    """The name and the settings, {} where there are none, of a node's operation: an Operation or any other text."""
    return (op.name, op.settings) if isinstance(op, Operation) else (op, {})

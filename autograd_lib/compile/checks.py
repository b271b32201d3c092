"""What a recording refuses, and the errors that say so."""

import math

import numpy as np

from autograd_lib.engine.graph import expression, repr_and_type, topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value


def check_graph(loss, parameters, inputs):
    """The parameters and inputs as lists, once they are known to be different leaves, and the loss to depend on them.

    Raises:
        TypeError: the loss is not a Value or Tensor, or one of the others is not a leaf of the same engine.
        ValueError: a leaf comes twice, there are no parameters, the loss depends on none of them, or it is not one
            number.
    """
    engine = next((engine for engine in (Value, Tensor) if isinstance(loss, engine)), None)
    if engine is None:
        raise TypeError(
            f"record takes the last node of a finished graph, a Value or a Tensor such as a loss: got "
            f"{repr_and_type(loss)}"
        )
    parameters, inputs = as_list("parameters", parameters), as_list("inputs", inputs)
    seen = {}
    for name, leaves in (("parameters", parameters), ("inputs", inputs)):
        for leaf in leaves:
            if id(leaf) in seen:
                raise ValueError(f"record: {words(leaf)} comes twice, in {seen[id(leaf)]} and in {name}")
            seen[id(leaf)] = name
            is_array = engine is Tensor and name == "inputs" and isinstance(leaf, np.ndarray)
            if not is_array and not (isinstance(leaf, engine) and not leaf._prev):
                wanted = f"leaves, each a {engine.__name__} that was not computed from others"
                raise TypeError(f"record: the {name} are {wanted}: got {words(leaf)}")
    if not parameters:
        raise ValueError("record: there are no parameters, so there is nothing to differentiate by")
    if not loss._prev or not set(parameters) & set(topological_order(loss)):
        raise ValueError(
            f"record: {expression(loss)} does not depend on any of the {len(parameters)} parameters: give those that "
            "the loss was computed from, and the loss itself, not a number or a copy of it"
        )
    if np.size(loss.data) != 1:
        raise ValueError(
            f"record: a backward pass starts from one number, and {expression(loss)} has shape {np.shape(loss.data)}: "
            "add it up first, as with .sum() or .mean()"
        )
    return parameters, inputs


def as_list(name, leaves):
    if hasattr(leaves, "_prev") or isinstance(leaves, (str, np.ndarray)) or not hasattr(leaves, "__iter__"):
        raise TypeError(f"record: the {name} are a list, for one alone [{name[0]}]: got {repr_and_type(leaves)}")
    return list(leaves)


def words(thing):
    """A node or an array, for an error."""
    return expression(thing) if hasattr(thing, "_prev") else repr_and_type(thing)


def check_kind(node, name, known, table):
    """An error unless the operation of `node` is in the table of those that can be replayed."""
    if name not in known:
        raise ValueError(
            f"record: {expression(node)} was made by {name!r}, of which a recording does not know how it is computed. "
            f"Add it to {table}, or compute this part from operations that are there"
        )


def check_finite(recording):
    """An error where a number of the forward pass, or the gradient of a parameter, is NaN or infinite."""
    data, grad = recording.data, recording.grad[: recording.count]
    # Sums of squares, a tenth of the time of a look at each number. They may overflow: then look.
    if math.isfinite(np.vdot(data, data)) and math.isfinite(np.vdot(grad, grad)):
        return
    for numbers, of in ((data, ""), (grad, "the gradient of ")):
        if not np.isfinite(numbers).all():
            first = int(np.argmin(np.isfinite(numbers)))
            node = recording.nodes[first]
            number = numbers[first].item()
            name = expression(node) if hasattr(node, "_prev") else number
            raise FloatingPointError(
                f"{of}{name} is {number} in this replay, where the eager engine would have stopped, too. "
                "Scale the inputs down or take smaller steps; build the graph anew to see where it goes wrong"
            )


def check_unchanged(leaves, numbers):
    """An error where a leaf that is neither a parameter nor an input holds another number than when it was recorded."""
    if [leaf.data for leaf in leaves] == numbers:
        return
    for leaf, number in zip(leaves, numbers):
        if leaf.data != number:
            name = f"{leaf.label} held" if leaf.label else "a leaf without a label held"
            raise ValueError(
                f"{name} {number} when this was recorded, and now {leaf.data}. It is neither a parameter nor an input, "
                "so a replay would go on with the old number: name it, record(loss, parameters, inputs=[…])"
            )

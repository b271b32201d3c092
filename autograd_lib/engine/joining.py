"""Several tensors joined into one: `concatenate`, `stack`, and `where`, which chooses between two entry by entry."""

import numpy as np

from autograd_lib.engine.broadcasting import broadcast_error, checked_axis, unbroadcast
from autograd_lib.engine.graph import repr_and_type
from autograd_lib.engine.operation import with_settings
from autograd_lib.engine.tensor import Tensor, as_tensor


def concatenate(tensors, axis=0):
    """Join tensors end to end along `axis`. The gradient of each is its own piece of the upstream gradient.

    Args:
        tensors: a list of Tensors and arrays, at least one of them a Tensor, whose shapes differ at most along `axis`.
        axis: one of their axes; a negative number counts from the end.

    Raises:
        ValueError: the shapes do not fit, or there is no such axis.
        TypeError: there is no Tensor in the list.
    """
    tensors = as_tensors("concatenate", tensors)
    shapes = [tensor.shape for tensor in tensors]
    axis = checked_axis("concatenate", shapes[0], axis)
    for shape in shapes:
        if len(shape) != len(shapes[0]) or without(shape, axis) != without(shapes[0], axis):
            raise ValueError(f"concatenate: shapes {shapes[0]} and {shape} differ elsewhere than in axis {axis}")
    vjps, start = [], 0
    for shape in shapes:
        piece = (slice(None),) * axis + (slice(start, start + shape[axis]),)
        vjps.append(lambda g, piece=piece: g[piece])
        start += shape[axis]
    op = with_settings("concatenate", {"axis": axis})
    return Tensor(np.concatenate([tensor.data for tensor in tensors], axis), tensors, op, vjps)


def stack(tensors, axis=0):
    """Join tensors of the same shape along a new axis, which is axis `axis` of the result.

    Raises:
        ValueError: the shapes differ, or the result has no such axis.
        TypeError: there is no Tensor in the list.
    """
    tensors = as_tensors("stack", tensors)
    first = tensors[0].shape
    for tensor in tensors:
        if tensor.shape != first:
            raise ValueError(f"stack: all shapes are to be equal, got {first} and {tensor.shape}")
    axis = checked_axis("stack, of one axis more", (len(tensors), *first), axis)
    before = (slice(None),) * axis
    vjps = [lambda g, i=i: g[(*before, i)] for i in range(len(tensors))]
    op = with_settings("stack", {"axis": axis})
    return Tensor(np.stack([tensor.data for tensor in tensors], axis), tensors, op, vjps)


def where(condition, a, b):
    """The entries of `a` where `condition` is true, of `b` elsewhere. Each gets the gradient of the entries it gave.

    Args:
        condition: an array of booleans, such as `x.data > 0`.
        a, b: Tensors, arrays or numbers, at least one of them a Tensor. All three are broadcast together.

    Raises:
        TypeError: the condition does not hold booleans, or neither a nor b is a Tensor.
        ValueError: the shapes do not broadcast.
    """
    condition = np.asarray(condition)
    if condition.dtype != bool:
        raise TypeError(f"where: the condition is an array of booleans, such as x.data > 0: got {condition.dtype}")
    a, b = as_tensors("where", [a, b])
    try:
        data = np.where(condition, a.data, b.data)
    except ValueError:
        shapes = [condition.shape, a.shape, b.shape]
        raise shapes_error("where", shapes) from None
    vjps = (
        lambda g: unbroadcast(np.where(condition, g, 0), a.shape),
        lambda g: unbroadcast(np.where(condition, 0, g), b.shape),
    )
    return Tensor(data, (a, b), with_settings("where", {"condition": condition}), vjps)


def as_tensors(op, tensors):
    """The list with its arrays as constants, of the dtype of its first Tensor. Without a Tensor, a TypeError."""
    if isinstance(tensors, Tensor) or not hasattr(tensors, "__iter__"):
        raise TypeError(f"{op} takes a list of Tensors, got {repr_and_type(tensors)}")
    tensors = list(tensors)
    for like in tensors:
        if isinstance(like, Tensor):
            return [as_tensor(tensor, like) for tensor in tensors]
    raise TypeError(f"{op} takes at least one Tensor: for arrays alone there is np.{op}")


def shapes_error(op, shapes):
    """The error to raise for the first two of several shapes that do not broadcast."""
    for i, a in enumerate(shapes):
        for b in shapes[i + 1 :]:
            try:
                np.broadcast_shapes(a, b)
            except ValueError:
                return broadcast_error(op, a, b)


def without(shape, axis):
    return shape[:axis] + shape[axis + 1 :]

"""The data that the tensor engine accepts, and the errors for data that it does not."""

import math
from numbers import Real

import numpy as np

from autograd_lib.engine.graph import expression, repr_and_type, topological_order

FLOATS = (np.dtype(np.float64), np.dtype(np.float32))


def leaf_array(data):
    """A new array of floats with the numbers of `data`, or a TypeError that says what came and what to do."""
    if isinstance(data, np.ndarray) and data.dtype.kind in "iub":
        raise TypeError(
            f"a Tensor holds floats, got an array of {data.dtype} with shape {data.shape}: such arrays are indices or "
            "masks, and have no gradient. If these are quantities, convert them: array.astype(float)"
        )
    array = as_floats(data, "a Tensor holds an array of numbers")
    return array.copy() if array is data or array.base is not None else array


def constant_array(data, dtype):
    """A number or an array used with a Tensor, as an array of the Tensor's dtype: so float32 stays float32."""
    if type(data) is float or type(data) is int:
        return np.array(data, dtype)
    if type(data) is np.ndarray and data.dtype == dtype:
        return data
    array = as_floats(data, "an operation takes Tensors, numbers and arrays of numbers")
    return array if array.dtype == dtype else array.astype(dtype)


def as_floats(data, wanted):
    """`data` as an array: float32 stays float32, all else becomes float64. An array of floats is not copied."""
    if hasattr(data, "_prev"):
        raise TypeError(f"{wanted}, got a {type(data).__name__}: a node already. Its numbers alone are in its .data")
    try:
        array = np.asarray(data)
    except (ValueError, TypeError) as error:
        raise TypeError(f"{wanted}, got {repr_and_type(data)}: {error}") from None
    if array.dtype.kind not in "fiub":
        hint = " Of nodes, make one with stack()." if array.dtype == object else ""
        raise TypeError(f"{wanted}, got {repr_and_type(data)} of {array.dtype}.{hint}")
    return array if array.dtype in FLOATS else array.astype(np.float64)


def is_number(data):
    return isinstance(data, Real) or (isinstance(data, np.ndarray) and data.ndim == 0)


def numbers_in_words(array, indent):
    """An array as text: four decimals where they suit every number, and the shape where the text does not show it."""
    size = np.abs(array[np.isfinite(array) & (array != 0)])
    fixed = {"float_kind": lambda number: f"{number:.4f}"} if ((size >= 1e-3) & (size < 1e6)).all() else None
    text = np.array2string(
        np.asarray(array), precision=4, separator=", ", threshold=60, edgeitems=2, formatter=fixed, prefix=" " * indent
    )
    shape = f", shape={array.shape}" if array.size > 60 or not array.size else ""
    return f"{text}{shape}{', dtype=float32' if array.dtype == np.float32 else ''}"


def first_gradient(node, gradient):
    """The gradient that the backward pass of `node` starts from: a checked copy of `gradient`, or 1 if that is None."""
    shape, dtype = node.data.shape, node.data.dtype
    if has_nan(node.data):
        raise nan_error(node)
    if gradient is None:
        if node.data.size != 1:
            raise ValueError(
                f"backward() starts from one number, this node has shape {shape}: add it up first, as with "
                f".sum() or .mean(), or give backward(gradient=...) an array of shape {shape}"
            )
        return np.ones(shape, dtype)
    gradient = np.array(constant_array(gradient, dtype))  # a copy: it becomes this node's own
    if gradient.shape != shape:
        raise ValueError(f"backward: the gradient has shape {gradient.shape}, and this node {shape}")
    return gradient


def has_nan(array):
    # For one number, such as a loss, this is four times as fast.
    return math.isnan(array.item()) if array.size == 1 else np.isnan(array).any()


def nan_error(root):
    """The error to raise for a backward pass from NaN."""
    first = next(node for node in topological_order(root) if has_nan(node.data))
    index = tuple(map(int, np.argwhere(np.isnan(first.data))[0]))
    return FloatingPointError(
        f"{expression(root)} is NaN, so there is no gradient to compute. The first node with a NaN is "
        f"{expression(first)}, at {index} of shape {first.data.shape}: look at what it was computed from"
    )

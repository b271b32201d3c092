"""`Tensor`: an array that remembers how it was computed, and so can say how the result depends on it.

This is `Value` again, over NumPy arrays. Each operation makes a new `Tensor` that holds its array, its *inputs*
(`_prev`) and, for each input, a *vjp* (vector-Jacobian product) where a Value holds a local gradient: a function from
the gradient of the result, the *upstream gradient*, to the gradient of the input. `backward()` calls the vjps, from
the result back to the leaves, and adds up the gradients that they return. For `c = a * b` with numbers, the local
gradient of a is b; with arrays, the vjp of a is `lambda g: g * b`.
"""

import numpy as np

from autograd_lib.engine.array_checks import constant_array, first_gradient, is_number, leaf_array, numbers_in_words
from autograd_lib.engine.array_functions import (
    is_basic_index,
    largest_along,
    matmul_vjps,
    softmax_vjp,
    stable_sigmoid,
    stable_softmax,
)
from autograd_lib.engine.broadcasting import (
    broadcast_error,
    checked_axes,
    checked_axis,
    kept_shape,
    matmul_error,
    reduction_size,
    sum_vjp,
    with_unbroadcast,
)
from autograd_lib.engine.graph import expression, pairs_error, repr_and_type, topological_order
from autograd_lib.engine.operation import power_operation, with_settings


class Tensor:
    """A node of a computational graph: one array, the operation it came from, and its gradient.

    Args:
        data: the array. A leaf takes a number, a list or an array of floats, and stores a copy: float32 if it is an
            array of float32, else float64. An array of integers is refused, as it usually holds indices.
        _children: the inputs of the operation, in order. The name is the one that micrograd gave it.
        _op: the operation, "" for a leaf. It reads as text; an `Operation` also holds settings, such as an axis.
        vjps: for each input, a function from the gradient of this node, an array of its shape, to the gradient of
            that input, an array of the input's shape.
        label: a name, for drawings and errors.

    A new operation is one line: `Tensor(data, inputs, op, (vjp, ...))`. A vjp may use arrays, but not the new node:
    node and function would hold each other, a reference cycle that only Python's garbage collector can free.

    Attributes: `data`, `grad` (the derivative of the node that `backward()` was called on with respect to each entry
    of this one: an array of data's shape and dtype, zeros before), `label`, `_prev` (the inputs, a tuple), `_op`,
    `_vjps`; and those of the array: `shape`, `ndim`, `size`, `dtype` and `len()`.

    Changing an array in place between an operation and `backward()` gives wrong gradients, as vjps use the array as
    it is then. This is not detected.

    Raises:
        TypeError: a leaf's data are not numbers, or are an array of integers.
        ValueError: there is not one vjp for each input.
    """

    __slots__ = ("_grad", "_op", "_prev", "_vjps", "data", "label")

    # NumPy then leaves `array * tensor` to `__rmul__` below, instead of making an array of Tensors.
    __array_ufunc__ = None

    def __init__(self, data, _children=(), _op="", vjps=(), label=""):
        try:
            fits = len(_children) == len(vjps)
        except TypeError:
            fits = False
        if not fits:
            raise pairs_error(_op, _children, vjps, "vjp", "Tensor(data, inputs, op, (vjp, ...))")
        if not _children:
            data = leaf_array(data)
        elif not hasattr(data, "dtype"):  # a plain number, as `float(...)` gives it
            data = np.asarray(data, float)
        self.data = data
        self._grad = None  # stands for zeros, which take as long to make as some operations
        self.label = label
        self._prev = tuple(_children)
        self._op = _op
        self._vjps = vjps

    @property
    def grad(self):
        if self._grad is None:
            self._grad = np.zeros(self.data.shape, self.data.dtype)
        return self._grad

    @grad.setter
    def grad(self, gradient):
        """An array of data's shape, or a number for all of its entries."""
        if gradient is None or (type(gradient) is float and gradient == 0.0):
            self._grad = None
            return
        gradient = np.asarray(gradient, self.data.dtype)
        if gradient.ndim and gradient.shape != self.data.shape:
            raise ValueError(f"grad has the shape of data, {self.data.shape}: got shape {gradient.shape}")
        self._grad = gradient if gradient.shape == self.data.shape else np.full_like(self.data, gradient)

    def __repr__(self):
        return f"Tensor({numbers_in_words(self.data, indent=7)})"

    def __reduce_ex__(self, protocol):
        if self._prev:
            raise TypeError(
                f"{expression(self)} was computed, and cannot be copied or pickled: its vjps would stay with the "
                "arrays of this graph. Take its numbers, tensor.data.copy(), or copy the leaves and compute it again"
            )
        return super().__reduce_ex__(max(protocol, 2))  # older ones know no slots

    # The attributes of the array.

    @property
    def shape(self):
        return self.data.shape

    @property
    def ndim(self):
        return self.data.ndim

    @property
    def size(self):
        return self.data.size

    @property
    def dtype(self):
        return self.data.dtype

    def item(self):
        """The number in a Tensor of size 1, as a float. Any other size is a ValueError."""
        if self.data.size != 1:
            raise ValueError(f"item() is for a Tensor of one number, this one has shape {self.data.shape}")
        return self.data.item()

    def __len__(self):
        if not self.data.ndim:
            raise TypeError("a Tensor of shape () is one number and has no len()")
        return len(self.data)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        raise TypeError("a Tensor is neither true nor false: compare its numbers, as in (tensor.data > 0).all()")

    def __array__(self, *_, **__):
        raise TypeError("NumPy's functions would lose the graph: use the Tensor's methods, or its array, tensor.data")

    # Arithmetic. A number or an array becomes an unlabelled leaf, so that every operation has two inputs in a drawing.

    def __add__(self, other):
        return elementwise("+", np.add, self, as_tensor(other, self), identity, identity)

    def __sub__(self, other):
        return elementwise("-", np.subtract, self, as_tensor(other, self), identity, np.negative)

    def __mul__(self, other):
        other = as_tensor(other, self)
        a, b = self.data, other.data
        return elementwise("*", np.multiply, self, other, lambda g: g * b, lambda g: g * a)

    def __truediv__(self, other):
        other = as_tensor(other, self)
        a, b = self.data, other.data
        return elementwise("/", np.divide, self, other, lambda g: g / b, lambda g: -g * (a / b) / b)

    def __neg__(self):
        return Tensor(-self.data, (self,), "neg", (np.negative,))

    def __pow__(self, exponent):
        """`base ** exponent`. A number is part of the operation; a Tensor is an input, and needs a base > 0."""
        if not is_number(exponent):
            return power_of_tensors(self, as_tensor(exponent, self))
        base, power = self.data, float(exponent)
        # x**0 is constant: its slope is 0, also at 0, where the power rule would divide by zero.
        vjp = (lambda g: g * (power * base ** (power - 1))) if power else np.zeros_like
        return Tensor(base**power, (self,), power_operation(power), (vjp,))

    def __matmul__(self, other):
        """The matrix product, over the last two axes: (…, n, k) @ (…, k, m) is (…, n, m). One axis is a vector."""
        other = as_tensor(other, self)
        a, b = self.data, other.data
        try:
            data = a @ b
        except ValueError:
            raise matmul_error(a.shape, b.shape) from None
        return Tensor(data, (self, other), "@", matmul_vjps(a, b))

    def __radd__(self, other):
        return as_tensor(other, self) + self

    def __rsub__(self, other):
        return as_tensor(other, self) - self

    def __rmul__(self, other):
        return as_tensor(other, self) * self

    def __rtruediv__(self, other):
        return as_tensor(other, self) / self

    def __rpow__(self, other):
        return as_tensor(other, self) ** self

    def __rmatmul__(self, other):
        return as_tensor(other, self) @ self

    # Elementwise functions.

    def exp(self):
        """e to the power of each number; the local gradient is the result itself."""
        data = np.exp(self.data)
        return Tensor(data, (self,), "exp", (lambda g: g * data,))

    def log(self):
        """The natural logarithm; local gradient 1/x. At 0 it is -infinity, and below 0 NaN."""
        x = self.data
        return Tensor(np.log(x), (self,), "log", (lambda g: g / x,))

    def sqrt(self):
        """The square root; local gradient 1/(2√x), which is infinite at 0."""
        data = np.sqrt(self.data)
        return Tensor(data, (self,), "sqrt", (lambda g: g * 0.5 / data,))

    def tanh(self):
        """The hyperbolic tangent, from -1 to 1; local gradient 1 - tanh²."""
        data = np.tanh(self.data)
        return Tensor(data, (self,), "tanh", (lambda g: g * (1.0 - data * data),))

    def sigmoid(self):
        """1/(1 + e⁻ˣ), from 0 to 1; local gradient s(1 - s)."""
        data = stable_sigmoid(self.data)
        return Tensor(data, (self,), "sigmoid", (lambda g: g * (data * (1.0 - data)),))

    def relu(self):
        """max(0, x); local gradient 1 above 0, and 0 elsewhere, at 0 too (PyTorch's convention)."""
        data = np.maximum(self.data, 0)
        # As floats: a product of floats and booleans takes longer.
        return Tensor(data, (self,), "relu", (lambda g: g * (data > 0).astype(g.dtype),))

    def softplus(self):
        """log(1 + eˣ), a smooth relu; its local gradient is the sigmoid."""
        x = self.data
        return Tensor(np.logaddexp(x, 0), (self,), "softplus", (lambda g: g * stable_sigmoid(x),))

    def abs(self):
        """The distance from 0; local gradient -1 or 1, and 0 at 0 (PyTorch's convention)."""
        x = self.data
        return Tensor(np.abs(x), (self,), "abs", (lambda g: g * np.sign(x),))

    __abs__ = abs

    # Along axes: `axis` is None for all of them, a number (negative from the end), or a tuple of numbers.

    def sum(self, axis=None, keepdims=False):
        """The sum over `axis`, which is removed, or with `keepdims` kept as an axis of size 1."""
        shape = self.data.shape
        axes = checked_axes("sum", shape, axis)
        kept = kept_shape(shape, axes)
        data = np.add.reduce(self.data, axes, keepdims=keepdims)
        op = with_settings("sum", {"axis": axes, "keepdims": keepdims})
        return Tensor(data, (self,), op, (lambda g: sum_vjp(g, kept, shape),))

    def mean(self, axis=None, keepdims=False):
        """The mean over `axis`: the sum, divided by how many numbers it adds up. A mean of none is a ValueError."""
        shape = self.data.shape
        axes = checked_axes("mean", shape, axis)
        kept = kept_shape(shape, axes)
        count = reduction_size("mean", shape, axes)
        data = np.add.reduce(self.data, axes, keepdims=keepdims) / count
        op = with_settings("mean", {"axis": axes, "keepdims": keepdims})
        return Tensor(data, (self,), op, (lambda g: sum_vjp(g / count, kept, shape),))

    def max(self, axis=None, keepdims=False):
        """The largest number over `axis`. Numbers that tie share the gradient equally, as in PyTorch's amax."""
        x = self.data
        axes = checked_axes("max", x.shape, axis)
        reduction_size("max", x.shape, axes)
        largest = np.maximum.reduce(x, axes, keepdims=True)

        def vjp(g):
            where = x == largest
            return where * (g.reshape(largest.shape) / np.add.reduce(where, axes, g.dtype, keepdims=True))

        data = largest if keepdims else np.squeeze(largest, axes)
        op = with_settings("max", {"axis": axes, "keepdims": keepdims})
        return Tensor(data, (self,), op, (vjp,))

    def softmax(self, axis=-1):
        """eˣ divided by its sum over `axis`: positive numbers that add up to 1 (Bridle 1990)."""
        axis = checked_axis("softmax", self.data.shape, axis)
        data = stable_softmax(self.data, axis)
        op = with_settings("softmax", {"axis": axis})
        return Tensor(data, (self,), op, (lambda g: softmax_vjp(g, data, axis),))

    def log_softmax(self, axis=-1):
        """The logarithm of the softmax over `axis`, accurate even where the softmax itself rounds to 0."""
        axis = checked_axis("log_softmax", self.data.shape, axis)
        shifted = self.data - largest_along(self.data, axis)
        with np.errstate(divide="ignore"):  # along an axis of size 0 the sum is 0, and the result has no entries
            data = shifted - np.log(np.exp(shifted).sum(axis, keepdims=True))
        vjp = lambda g: g - np.exp(data) * g.sum(axis, keepdims=True)  # noqa: E731
        return Tensor(data, (self,), with_settings("log_softmax", {"axis": axis}), (vjp,))

    # Shapes and indices.

    def reshape(self, *shape):
        """The same numbers, row by row, in another shape: `reshape(2, 3)` or `reshape((2, 3))`; one size may be -1."""
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        before = self.data.shape
        try:
            data = self.data.reshape(shape)
        except ValueError:
            raise ValueError(
                f"reshape: shape {before}, {self.data.size} numbers, does not go into shape {tuple(shape)}"
            ) from None
        return Tensor(data, (self,), with_settings("reshape", {"shape": data.shape}), (lambda g: g.reshape(before),))

    def transpose(self, *axes):
        """The axes in another order: `transpose(1, 0)` or `transpose((1, 0))`; without arguments, in reversed order."""
        axes = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        ndim = self.data.ndim
        order = checked_axes("transpose", self.data.shape, tuple(axes) or tuple(range(ndim))[::-1])
        if len(order) != ndim:
            raise ValueError(f"transpose: shape {self.data.shape} wants each of its {ndim} axes once, got {axes}")
        back = tuple(np.argsort(order))
        op = with_settings("transpose", {"axes": order})
        return Tensor(self.data.transpose(order), (self,), op, (lambda g: g.transpose(back),))

    @property
    def T(self):  # noqa: N802 (NumPy's name)
        """The axes in reversed order: the rows of a matrix become its columns."""
        return self.transpose()

    def __getitem__(self, index):
        """The entries at an index, as in NumPy: integers, slices, None, ..., and arrays of integers or booleans."""
        x = self.data
        try:
            data = x[index]
        except (IndexError, TypeError) as error:
            raise type(error)(f"[{repr_and_type(index)}] of shape {x.shape}: {error}") from None

        def vjp(g):
            full = np.zeros(x.shape, g.dtype)
            if is_basic_index(index):
                full[index] = g
            else:  # it may name an entry twice, and `full[index] = g` would keep only the last gradient for it
                np.add.at(full, index, g)
            return full

        return Tensor(data, (self,), with_settings("[]", {"index": index}), (vjp,))

    # The backward pass.

    def _backward(self):
        """Pay each input this node's gradient, taken through the input's vjp (one step of the chain rule)."""
        grad = self.grad
        for node, vjp in zip(self._prev, self._vjps):
            if type(node) is not Constant:
                node._receive(vjp(grad))

    def _receive(self, gradient):
        """Add `gradient` to this node's own. Never in place: the array may be another node's gradient too."""
        if self._prev:
            self._grad = gradient if self._grad is None else self._grad + gradient
            return
        if gradient.shape != self.data.shape:
            raise ValueError(
                f"a gradient of shape {gradient.shape} came back to {expression(self)}, of shape {self.data.shape}: "
                "the vjp of an operation that uses it must give the input's shape (after broadcasting, unbroadcast)"
            )
        # A leaf's gradient is the reader's to change, so it is an array of its own.
        if self._grad is None:
            self._grad = np.array(gradient, self.data.dtype, order="C")
        else:
            self._grad = np.asarray(self._grad + gradient, self.data.dtype)

    def backward(self, gradient=None):
        """Set `.grad` of every node below this one to the derivative of this node with respect to it.

        Inner nodes are set afresh by each call and leaves accumulate: two calls give twice the leaves' gradients, as
        two losses over the same parameters should. Set leaves to 0.0 (or call a model's `zero_grad()`) between steps.

        Every node keeps its data and its gradient as long as the graph exists, so that you can look at them. A
        training step therefore takes more memory than in PyTorch, which frees them during the backward pass.

        Args:
            gradient: the gradient to start from, an array of this node's shape; by default 1, for a node of one
                number. For a node y, `y.backward(gradient=g)` gives the derivatives of (y * g).sum().

        Raises:
            ValueError: a node of several numbers gets no gradient, or the gradient has another shape.
            FloatingPointError: this node holds a NaN; the error names the first node that does. Infinity is allowed:
                masks need it.
        """
        gradient = first_gradient(self, gradient)
        inner = [node for node in topological_order(self) if node._prev]
        for node in inner:
            node._grad = None
        self._receive(gradient)
        for node in reversed(inner):
            node._backward()


class Constant(Tensor):
    """A number or an array in an expression: a leaf for which no gradient is computed, as nobody can ask for it."""

    __slots__ = ()

    @property
    def grad(self):
        return None

    @grad.setter
    def grad(self, gradient):
        """Ignored: code that sets the gradients of all nodes of a graph, as to 0.0, need not leave out constants."""


def as_tensor(other, like):
    """`other` itself if it is a Tensor, else a constant leaf, of the dtype of the Tensor `like`."""
    if isinstance(other, Tensor):
        return other
    constant = Constant.__new__(Constant)
    constant.data = constant_array(other, like.data.dtype)
    constant._grad, constant.label, constant._prev, constant._op, constant._vjps = None, "", (), "", ()
    return constant


def identity(g):
    """The vjp of a term of a sum: its gradient is the upstream gradient."""
    return g


def elementwise(op, ufunc, left, right, left_vjp, right_vjp):
    """The node of an elementwise operation on two Tensors. The vjps need not undo broadcasting: that is done here."""
    a, b = left.data, right.data
    try:
        data = ufunc(a, b)
    except ValueError:
        raise broadcast_error(op, a.shape, b.shape) from None
    shape = data.shape
    vjps = (with_unbroadcast(left_vjp, a.shape, shape), with_unbroadcast(right_vjp, b.shape, shape))
    return Tensor(data, (left, right), op, vjps)


def power_of_tensors(base, exponent):
    """`base ** exponent` with a gradient for both; that of the exponent takes log(base), which needs bases > 0."""
    a, b = base.data, exponent.data
    if type(exponent) is not Constant and not (a > 0).all():
        raise ValueError(
            f"**: with a Tensor as exponent every base must be > 0, and {expression(base)} goes down to {a.min():.4g}. "
            "Use a plain number as exponent for other bases"
        )

    def base_vjp(g):
        # x**0 is constant: its slope is 0, also at 0, where the power rule would divide by zero.
        return g * b * a ** np.where(b == 0, 0, b - 1)

    return elementwise("**", np.power, base, exponent, base_vjp, lambda g: g * a**b * np.log(a))

"""A Tensor on any arrays that keep to the array API standard: NumPy's, PyTorch's, JAX's, on whatever device they are.

The graph, the order and the payments are those of `engine/tensor.py`. What differs is where functions come from: not
from NumPy, but from the library of the arrays at hand, which `array_namespace` finds. Needs the extra `peers`.
"""

from array_api_compat import array_namespace, device

from autograd_lib.engine.graph import topological_order


def unbroadcast(gradient, shape):
    """The gradient of an array of `shape` that was broadcast: added up over every axis that was stretched."""
    xp, new_axes = array_namespace(gradient), gradient.ndim - len(shape)
    axes = tuple(i for i, n in enumerate(gradient.shape) if i < new_axes or (shape[i - new_axes] == 1 and n != 1))
    return xp.reshape(xp.sum(gradient, axis=axes), shape) if axes else gradient


class Tensor:
    """An array, and how to pay its gradient back to the arrays that it was computed from.

    Args:
        data: a floating-point array of a library that follows the standard.
        _children, _op, vjps: as in the engine's Tensor.
    """

    def __init__(self, data, _children=(), _op="", vjps=()):
        self.data, self._prev, self._op, self.vjps, self.grad = data, _children, _op, vjps, None

    def _binary(self, other, op, f, vjp_self, vjp_other):
        if not isinstance(other, Tensor):  # a number or an array, in our dtype and on our device
            xp = array_namespace(self.data)
            other = Tensor(xp.asarray(other, dtype=self.data.dtype, device=device(self.data)))
        a, b = self.data, other.data
        vjps = (lambda g: unbroadcast(vjp_self(g, b), a.shape), lambda g: unbroadcast(vjp_other(g, a), b.shape))
        return Tensor(f(a, b), (self, other), op, vjps)

    def __add__(self, other):
        return self._binary(other, "+", lambda a, b: a + b, lambda g, b: g, lambda g, a: g)

    def __sub__(self, other):
        return self._binary(other, "-", lambda a, b: a - b, lambda g, b: g, lambda g, a: -g)

    def __mul__(self, other):
        return self._binary(other, "*", lambda a, b: a * b, lambda g, b: g * b, lambda g, a: g * a)

    def __matmul__(self, other):
        """The product of two matrices."""
        xp, a, b = array_namespace(self.data), self.data, other.data
        vjps = (lambda g: g @ xp.matrix_transpose(b), lambda g: xp.matrix_transpose(a) @ g)
        return Tensor(a @ b, (self, other), "@", vjps)

    def exp(self):
        result = array_namespace(self.data).exp(self.data)
        return Tensor(result, (self,), "exp", (lambda g: g * result,))

    def tanh(self):
        result = array_namespace(self.data).tanh(self.data)
        return Tensor(result, (self,), "tanh", (lambda g: g * (1.0 - result * result),))

    def relu(self):
        xp, x = array_namespace(self.data), self.data
        zeros = xp.zeros_like(x)
        return Tensor(xp.where(x > 0, x, zeros), (self,), "relu", (lambda g: xp.where(x > 0, g, zeros),))

    def sum(self, axis=None, keepdims=False):
        xp, x = array_namespace(self.data), self.data

        def vjp(g):
            kept = g if axis is None or keepdims else xp.expand_dims(g, axis=axis)
            return xp.broadcast_to(kept, x.shape)

        return Tensor(xp.sum(x, axis=axis, keepdims=keepdims), (self,), "sum", (vjp,))

    def take(self, rows):
        """The rows of a matrix with these numbers. The standard has no `add.at`: backward, a product adds them up."""
        xp, count = array_namespace(self.data), self.data.shape[0]

        def vjp(g):
            numbers = xp.arange(count, device=device(g))
            one_hot = xp.expand_dims(numbers, axis=1) == xp.expand_dims(rows, axis=0)
            return xp.astype(one_hot, g.dtype) @ g

        return Tensor(xp.take(self.data, rows, axis=0), (self,), "take", (vjp,))

    def backward(self):
        """Set `.grad` of every node to the gradient of this one, a single number, with respect to it."""
        if self.data.ndim:
            shape = tuple(self.data.shape)
            raise ValueError(f"backward() begins at a single number, got shape {shape}: add it up with .sum()")
        order = topological_order(self)
        for node in order:
            node.grad = None
        self.grad = array_namespace(self.data).ones_like(self.data)
        for node in reversed(order):
            for child, vjp in zip(node._prev, node.vjps):
                payment = vjp(node.grad)
                child.grad = payment if child.grad is None else child.grad + payment

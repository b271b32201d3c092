"""A Tensor on the arrays of NumPy, PyTorch, JAX and others, by the array API standard. Needs the extra `peers`."""

from autograd_lib.array_api.tensor import Tensor

__all__ = ["Tensor"]

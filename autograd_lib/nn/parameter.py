"""`Parameter`: a leaf whose numbers stay in one array, so that all parameters of a model can share one flat array."""

from operator import attrgetter

import numpy as np

from autograd_lib.engine.array_checks import leaf_array
from autograd_lib.engine.tensor import Tensor


class Parameter(Tensor):
    """A leaf to be learned: assigning to `data` copies the numbers into the array that is already there.

    An optimiser calls `move_into` once for each parameter, with a piece of one flat array. Its step is then one
    operation on that array, however many parameters there are, and each of them sees its own piece of the result.

    Args:
        data, label: as for a leaf of `Tensor`.

    Raises:
        ValueError: an array of another shape is assigned to `data`.
    """

    __slots__ = ("_array",)

    def __init__(self, data, label=""):
        self._array = leaf_array(data)  # before Tensor assigns to `data`, which copies into it
        super().__init__(self._array, label=label)

    def _copy_in(self, numbers):
        array = self._array
        if numbers is array:  # as after `p.data -= ...`, which has done its work in place
            return
        if np.shape(numbers) != array.shape:
            raise ValueError(f"{self.label or 'a parameter'} has shape {array.shape}, got shape {np.shape(numbers)}")
        array[...] = numbers

    data = property(attrgetter("_array"), _copy_in)

    def move_into(self, array):
        """Copy the numbers into `array`, which has this shape and dtype, and keep them there from now on."""
        if (array.shape, array.dtype) != (self.data.shape, self.data.dtype):
            raise ValueError(
                f"{self.label or 'a parameter'} of shape {self.data.shape} and {self.data.dtype} does not fit into an "
                f"array of shape {array.shape} and {array.dtype}"
            )
        array[...] = self.data
        self._array = array

    def __reduce__(self):
        """For `copy` and `pickle`, which would otherwise assign to `data` before there is an array to copy into.

        A copy has an array of its own, even where this parameter is a piece of a flat one.
        """
        return rebuilt, (type(self), self.data, self._grad, self.label), getattr(self, "__dict__", None)


def rebuilt(kind, numbers, gradient, label):
    """A copy of a parameter, made from what its `__reduce__` gave."""
    parameter = kind.__new__(kind)
    Parameter.__init__(parameter, numbers, label)
    # An array that comes from another process may be read-only, and a gradient is the reader's to change.
    parameter._grad = None if gradient is None else gradient.copy()
    return parameter

"""`Parameter`: a leaf that keeps its place in memory, so that all parameters of a model can lie in one flat array."""

import numpy as np

from autograd_lib.engine.array_checks import leaf_array
from autograd_lib.engine.tensor import Tensor

# Where Tensor itself keeps `data`. Its getter, used below as it is, costs as little as no property at all.
SLOT = Tensor.data


class Parameter(Tensor):
    """A leaf to be learned: assigning to `data` copies the numbers into the array that is there.

    An optimiser calls `move_into` once for each parameter, with a piece of one flat array. Its step is then one
    operation on that array, however many parameters there are, and each of them sees its own piece of the result.

    Args:
        data, label: as for a leaf of `Tensor`.

    Raises:
        ValueError: what is assigned to `data` has another shape.
    """

    __slots__ = ()

    def __init__(self, data, label=""):
        SLOT.__set__(self, leaf_array(data))
        super().__init__(self.data, label=label)

    def _copy_in(self, numbers):
        place = self.data
        if numbers is place:  # as after `p.data -= ...`, which has done its work in place
            return
        if np.shape(numbers) != place.shape:
            raise ValueError(f"{self.label or 'a parameter'} has shape {place.shape}, got shape {np.shape(numbers)}")
        place[...] = numbers

    data = property(SLOT.__get__, _copy_in)

    def move_into(self, place):
        """Lie in `place`, an array of this shape and dtype, from now on, with the numbers of now."""
        if (place.shape, place.dtype) != (self.data.shape, self.data.dtype):
            raise ValueError(
                f"{self.label or 'a parameter'} of shape {self.data.shape} and {self.data.dtype} does not fit into an "
                f"array of shape {place.shape} and {place.dtype}"
            )
        place[...] = self.data
        SLOT.__set__(self, place)

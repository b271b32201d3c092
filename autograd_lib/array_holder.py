"""What a Tensor tells of its array without being asked for a derivative: shape, length, text."""

from autograd_lib.array_domain import numbers_in_words


class ArrayHolder:
    """What has an array in `data`."""

    __slots__ = ()

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
        """The number of a Tensor that holds one."""
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

    def __repr__(self):
        return f"Tensor({numbers_in_words(self.data, indent=7)})"

"""Layers, and models made of them, on `Tensor`: they take a whole batch at once, `mlp.py` one point at a time.

A layer draws the initial numbers of its parameters from its `rng`: a `numpy.random.Generator`, the seed of a new one,
or None for a new one with other numbers each time. A model whose layers share one generator is reproducible:

    rng = np.random.default_rng(0)
    model = Sequential(Linear(2, 16, rng=rng), ReLU(), Linear(16, 1, rng=rng))

Weights start as normal numbers with mean 0 and standard deviation √(2/n), where n is the number of inputs of a neuron
or filter. Activations then keep their size from layer to layer through relu (He et al. 2015). Biases start at 0.
"""

from numbers import Integral

import numpy as np

from autograd_lib.engine.array_checks import FLOATS
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import functional
from autograd_lib.nn.convolution import check_whole, conv2d, max_pool2d
from autograd_lib.nn.module import Module
from autograd_lib.nn.parameter import Parameter


class Sequential(Module):
    """Layers one after the other: each takes the output of the one before.

    Args:
        layers: modules, or any functions of one Tensor. Parameters are labelled by the layer's index: `0.weight`.

    It has a length, can be iterated over, and `model[i]` is its i-th layer.
    """

    def __init__(self, *layers):
        for i, layer in enumerate(layers):
            if not callable(layer) or isinstance(layer, type):
                hint = f"; make one: {layer.__name__}(…)" if isinstance(layer, type) else ""
                raise TypeError(f"layer {i} is to be a layer or a function, as in ReLU(): got {layer!r}{hint}")
        self.layers = layers
        self.label_parameters()

    def members(self):
        return [(str(i), layer) for i, layer in enumerate(self.layers) if isinstance(layer, Module)]

    def __call__(self, x):
        """x: the input of the first layer, usually an array with a row, or an image, for each point."""
        for i, layer in enumerate(self.layers):
            try:
                x = layer(x)
            except (TypeError, ValueError) as error:
                error.add_note(f"in layer {i} of the Sequential, {layer!r}")
                raise
        return x

    def __len__(self):
        return len(self.layers)

    def __iter__(self):
        return iter(self.layers)

    def __getitem__(self, index):
        return self.layers[index]


class Linear(Module):
    """`x @ weight + bias`: `nout` neurons side by side, without their activation.

    Args:
        nin, nout: how many numbers go in, and come out, for each point.
        bias: whether the layer has one.
        rng: see the top of this file.
        dtype: np.float64 or np.float32: that of the parameters, and so of what is computed with them.

    Attributes: `weight`, a Parameter (nin, nout) with a column for each neuron; `bias`, a Parameter (nout,), or None.
    """

    def __init__(self, nin, nout, bias=True, rng=None, dtype=np.float64):
        check_whole("Linear", "nin", nin, 1)
        check_whole("Linear", "nout", nout, 1)
        self.weight = kaiming_normal((nin, nout), nin, rng, dtype)
        self.bias = Parameter(np.zeros(nout, self.weight.dtype)) if bias else None

    def __call__(self, x):
        """x: a Tensor or an array (…, nin)."""
        return functional.linear(x, self.weight, self.bias)

    def extra_repr(self):
        return " → ".join(str(size) for size in self.weight.shape)


class Conv2d(Module):
    """`filters` filters at every position of an image (see `conv2d`).

    Args:
        channels: how many channels the images have: 1 if they are grey.
        filters: how many channels the output has.
        size: height and width of a filter.
        stride, padding: as for `conv2d`.
        bias, rng, dtype: as for `Linear`.

    Attributes: `weight`, a Parameter (filters, channels, size, size); `bias`, a Parameter (filters,), or None.
    """

    def __init__(self, channels, filters, size, stride=1, padding=0, bias=True, rng=None, dtype=np.float64):
        for name, number in [("channels", channels), ("filters", filters), ("size", size), ("stride", stride)]:
            check_whole("Conv2d", name, number, 1)
        check_whole("Conv2d", "padding", padding, 0)
        self.stride, self.padding = stride, padding
        self.weight = kaiming_normal((filters, channels, size, size), channels * size * size, rng, dtype)
        self.bias = Parameter(np.zeros(filters, self.weight.dtype)) if bias else None

    def __call__(self, x):
        """x: a Tensor or an array (images, channels, height, width)."""
        return conv2d(x, self.weight, self.bias, self.stride, self.padding)

    def extra_repr(self):
        filters, channels, height, width = self.weight.shape
        return f"{channels} → {filters}, {height} × {width}, stride={self.stride}, padding={self.padding}"


class MaxPool2d(Module):
    """The largest number in each window of `size` × `size` pixels (see `max_pool2d`)."""

    def __init__(self, size, stride=None):
        self.size, self.stride = size, size if stride is None else stride
        check_whole("MaxPool2d", "size", self.size, 1)
        check_whole("MaxPool2d", "stride", self.stride, 1)

    def __call__(self, x):
        return max_pool2d(as_node(x), self.size, self.stride)

    def extra_repr(self):
        return f"{self.size} × {self.size}, stride={self.stride}"


class LayerNorm(Module):
    """Normalise each row, the last axis, to mean 0 and variance 1; multiply by `gain`, add `bias` (Ba et al. 2016).

    Args:
        width: the length of a row. The gains start at 1, the biases at 0.
        eps: a small number that is added to the variance, which may be 0.
        dtype: as for `Linear`.
    """

    def __init__(self, width, eps=1e-5, dtype=np.float64):
        check_whole("LayerNorm", "width", width, 1)
        self.gain, self.bias = Parameter(np.ones(width, float_type(dtype))), Parameter(np.zeros(width, dtype))
        self.eps = eps

    def __call__(self, x):
        return functional.layer_norm(as_node(x), self.gain, self.bias, self.eps)

    def extra_repr(self):
        return str(len(self.gain))


class Embedding(Module):
    """A learned row of numbers for each of `count` things: words, letters, positions.

    Args:
        count: how many things there are; their indices go from 0 to count - 1.
        width: the length of a row. It starts as normal numbers with mean 0 and standard deviation 1.
        rng, dtype: as for `Linear`.
    """

    def __init__(self, count, width, rng=None, dtype=np.float64):
        check_whole("Embedding", "count", count, 1)
        check_whole("Embedding", "width", width, 1)
        self.table = Parameter(generator(rng).standard_normal((count, width)).astype(float_type(dtype)))

    def __call__(self, indices):
        """indices: integers, in any shape; the rows become one more axis, the last."""
        return functional.embedding(self.table, indices)

    def extra_repr(self):
        return " × ".join(str(size) for size in self.table.shape)


class Flatten(Module):
    """All numbers of a point in one row: (points, …) becomes (points, n)."""

    def __call__(self, x):
        return x.reshape(len(x), int(np.prod(x.shape[1:])))


class Activation(Module):
    """An elementwise function. A subclass says which method of Tensor it is."""

    method = None

    def __call__(self, x):
        return self.method(as_node(x))


class ReLU(Activation):
    """max(0, x)"""

    method = staticmethod(Tensor.relu)


class Tanh(Activation):
    """The hyperbolic tangent, from -1 to 1."""

    method = staticmethod(Tensor.tanh)


class Sigmoid(Activation):
    """1/(1 + e⁻ˣ), from 0 to 1."""

    method = staticmethod(Tensor.sigmoid)


class Softplus(Activation):
    """log(1 + eˣ)"""

    method = staticmethod(Tensor.softplus)


def kaiming_normal(shape, inputs, rng, dtype):
    """A Parameter of normal numbers with mean 0 and standard deviation √(2/inputs) (Kaiming He et al. 2015)."""
    numbers = generator(rng).standard_normal(shape) * np.sqrt(2 / inputs)
    return Parameter(numbers.astype(float_type(dtype)))


def generator(rng):
    """A `numpy.random.Generator`: `rng` itself, or a new one with this seed."""
    if rng is None or (isinstance(rng, Integral) and not isinstance(rng, bool)):
        return np.random.default_rng(rng)
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng is a generator such as np.random.default_rng(0), a seed, or None; got {rng!r}")
    return rng


def float_type(dtype):
    if dtype not in FLOATS:
        raise TypeError(f"dtype is np.float64 or np.float32, got {dtype!r}")
    return dtype


def as_node(x):
    """`x` itself if it is a Tensor, else a new leaf."""
    return x if isinstance(x, Tensor) else Tensor(x)

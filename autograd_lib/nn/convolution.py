"""Convolution and pooling: operations on every small window of an image.

Images have the shape (images, channels, height, width). In a convolution each window becomes a column of numbers
(im2col) and each filter a row, so all of it is one matrix product, `filter_rows @ columns`, with the vjps of one.

In memory the images come last here, not first: the same pixel of all images lies side by side, so shifting a window by
one pixel shifts runs of numbers as long as the batch. NumPy copies those about five times as fast as the three pixels
in a row of a small window, and keeps this order in what is computed from it (`relu`, and gradients).
"""

from numbers import Integral

import numpy as np

from autograd_lib.engine.array_checks import constant_array
from autograd_lib.engine.operation import with_settings
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.functional import check_tensors

# From (images, channels, height, width) to the memory order, and back.
IMAGES_LAST, IMAGES_FIRST = (1, 2, 3, 0), (3, 0, 1, 2)

EVERY = slice(None)


def conv2d(x, weight, bias=None, stride=1, padding=0):
    """Each filter at each position of each image: the sum of its weights times the pixels under them.

    As in PyTorch and JAX the filter is not flipped first, so this is what mathematics calls cross-correlation.

    Args:
        x: images, a Tensor or an array (N, C, H, W). An array is part of the operation: no gradient is computed for it.
        weight: filters, a Tensor (O, C, h, w).
        bias: a number for each filter, a Tensor (O,), or None.
        stride: how many pixels the window moves at a time, in both directions.
        padding: the width, in pixels, of a border of zeros around each image.

    Returns:
        A Tensor of shape (N, O, (H + 2 · padding - h) // stride + 1, (W + 2 · padding - w) // stride + 1).

    Raises:
        ValueError: the shapes do not fit, the window is larger than the padded image, the stride is below 1, or the
            padding below 0.
        TypeError: weight or bias is not a Tensor.
    """
    check_tensors("conv2d", weight, *([] if bias is None else [bias]))
    filters = weight.data
    is_node = isinstance(x, Tensor)
    images = x.data if is_node else constant_array(x, filters.dtype)
    check_images("conv2d", images.shape)
    check_filters(images.shape, filters.shape, None if bias is None else bias.data.shape)
    check_whole("conv2d", "stride", stride, 1)
    check_whole("conv2d", "padding", padding, 0)
    window = filters.shape[2:]
    out_size = output_size("conv2d", images.shape, window, stride, padding)
    filter_rows = filters.reshape(len(filters), -1)

    def in_rows(g):
        return images_last(g).reshape(len(filters), -1)

    def image_vjp(g):
        return from_columns(filter_rows.T @ in_rows(g), images.shape, window, stride, padding)

    def weight_vjp(g):
        # The columns take several times the memory of the images: computed again here, they need not be kept.
        return (in_rows(g) @ to_columns(images, window, stride, padding).T).reshape(filters.shape)

    rows = filter_rows @ to_columns(images, window, stride, padding)
    nodes, vjps = [weight], [weight_vjp]
    if bias is not None:
        rows += bias.data[:, np.newaxis]
        nodes.append(bias)
        vjps.append(lambda g: in_rows(g).sum(axis=1))
    if is_node:
        nodes.insert(0, x)
        vjps.insert(0, image_vjp)
    data = rows.reshape(len(filters), *out_size, len(images)).transpose(IMAGES_FIRST)
    settings = {"stride": stride, "padding": padding} | ({} if is_node else {"x": images})
    return Tensor(data, nodes, with_settings("conv2d", settings), vjps)


def max_pool2d(x, size, stride=None):
    """The largest number in each window of `size` × `size` pixels, in each channel.

    Args:
        x: images, a Tensor (N, C, H, W).
        size: height and width of the window.
        stride: how many pixels the window moves at a time; None for `size`, so that windows do not overlap.

    Returns:
        A Tensor of shape (N, C, (H - size) // stride + 1, (W - size) // stride + 1). Pixels beyond the last whole
        window are ignored. Where several numbers of a window tie, the first of them, row by row, gets the gradient
        (as in PyTorch's max_pool2d; with `Tensor.max` they share it).

    Raises:
        ValueError: x does not have four axes, the window is larger than the image, or a size or stride is below 1.
        TypeError: x is not a Tensor.
    """
    check_tensors("max_pool2d", x)
    stride = size if stride is None else stride
    check_images("max_pool2d", x.shape)
    check_whole("max_pool2d", "size", size, 1)
    check_whole("max_pool2d", "stride", stride, 1)
    out_size = output_size("max_pool2d", x.shape, (size, size), stride)
    pixels = list(pixel_slices((size, size), stride, out_size))
    images = images_last(x.data)

    largest = images[pixels[0]].copy()
    for pixel in pixels[1:]:
        np.maximum(largest, images[pixel], out=largest)

    def vjp(g):
        g, gradient, waiting = images_last(g), np.zeros_like(images), np.ones(largest.shape, dtype=bool)
        for pixel in pixels:
            takes = waiting & (images[pixel] == largest)
            gradient[pixel] += g * takes
            waiting ^= takes
        return gradient.transpose(IMAGES_FIRST)

    op = with_settings("max_pool2d", {"size": size, "stride": stride})
    return Tensor(largest.transpose(IMAGES_FIRST), (x,), op, (vjp,))


def images_last(array):
    """Images in the memory order that this file uses: (channels, height, width, images)."""
    return np.ascontiguousarray(array.transpose(IMAGES_LAST))


def to_columns(images, window, stride, padding):
    """Each window of the images as a column (im2col): there is a row for each weight of a filter."""
    channels, height, width, count = (images.shape[axis] for axis in IMAGES_LAST)
    padded = np.zeros((channels, height + 2 * padding, width + 2 * padding, count), images.dtype)
    padded[:, padding : padding + height, padding : padding + width] = images.transpose(IMAGES_LAST)
    # A view in which every window is an array of its own; only `reshape` copies the memory that they share.
    windows = np.lib.stride_tricks.sliding_window_view(padded, window, axis=(1, 2))[:, ::stride, ::stride]
    return windows.transpose(0, 4, 5, 1, 2, 3).reshape(channels * window[0] * window[1], -1)


def from_columns(columns, shape, window, stride, padding):
    """The vjp of `to_columns` (col2im): a pixel adds up the gradients from all windows that it was in.

    Args:
        columns: the upstream gradient, in the shape that `to_columns` returns.
        shape: the shape of the images.
        window, stride, padding: as for `to_columns`.
    """
    channels, height, width, count = (shape[axis] for axis in IMAGES_LAST)
    out_size = output_size("conv2d", shape, window, stride, padding)
    columns = columns.reshape(channels, window[0] * window[1], *out_size, count)
    padded = np.zeros((channels, height + 2 * padding, width + 2 * padding, count), columns.dtype)
    for i, pixel in enumerate(pixel_slices(window, stride, out_size)):
        padded[pixel] += columns[:, i]
    return padded[:, padding : padding + height, padding : padding + width].transpose(IMAGES_FIRST)


def pixel_slices(window, stride, out_size):
    """For each pixel of a window, row by row: the slices that take it from all windows of `images_last` images."""
    for i in range(window[0]):
        for j in range(window[1]):
            rows = slice(i, i + stride * (out_size[0] - 1) + 1, stride)
            columns = slice(j, j + stride * (out_size[1] - 1) + 1, stride)
            yield EVERY, rows, columns


def output_size(op, shape, window, stride, padding=0):
    """The height and width of the output: how many positions a window has in images of this shape, down and across."""
    for axis, size in zip((2, 3), window):
        if size > shape[axis] + 2 * padding:
            zeros = f" and {padding} zeros on each side" if padding else ""
            raise ValueError(
                f"{op}: a window of {window[0]} × {window[1]} does not fit into images of shape {shape}: axis {axis} "
                f"has size {shape[axis]}{zeros}"
            )
    return tuple((shape[axis] + 2 * padding - size) // stride + 1 for axis, size in zip((2, 3), window))


def check_images(op, shape):
    if len(shape) != 4:
        raise ValueError(
            f"{op}: images have the shape (images, channels, height, width), got shape {shape}. "
            "Grey images of shape (N, H, W) become such by x.reshape(N, 1, H, W)"
        )


def check_filters(images, filters, bias):
    if len(filters) != 4 or 0 in filters:
        raise ValueError(f"conv2d: weight has the shape (filters, channels, height, width), none 0: got {filters}")
    if filters[1] != images[1]:
        raise ValueError(
            f"conv2d: weight {filters} is for images of {filters[1]} channels (its axis 1), and x {images} has "
            f"{images[1]} (its axis 1)"
        )
    if bias not in (None, filters[:1]):
        raise ValueError(
            f"conv2d: weight {filters} has {filters[0]} filters, so bias has the shape {filters[:1]}, not {bias}"
        )


def check_whole(op, name, number, least):
    if not isinstance(number, Integral) or isinstance(number, bool) or number < least:
        raise ValueError(f"{op}: {name} is a whole number >= {least}, got {number!r}")

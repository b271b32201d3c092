"""Convolution and pooling: what is done with every small window of an image.

Images have the shape (images, channels, height, width). In a convolution each window becomes a column of numbers, each
filter a row, and all of it one product of matrices: `weight_rows @ columns`. Its vjps are those of a matrix product.

In memory the images come last here, not first: the same pixel of all images lies side by side, so that a window
that moves by one pixel moves rows of numbers as long as the batch. NumPy copies those about five times as fast as the
three pixels in a row of a small window, and keeps this order in what is computed from it (`relu`, and gradients).
"""

from numbers import Integral

import numpy as np

from autograd_lib.engine.array_checks import constant_array
from autograd_lib.engine.operation import with_settings
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.functional import check_tensors

# From (images, channels, height, width) to what lies in memory, and back.
IMAGES_LAST, IMAGES_FIRST = (1, 2, 3, 0), (3, 0, 1, 2)

EVERY = slice(None)


def conv2d(x, weight, bias=None, stride=1, padding=0):
    """Each filter at each place of each image: the sum of the products of its weights and the pixels under them.

    As in PyTorch and JAX the filter is not turned round first, so this is what mathematics calls cross-correlation.

    Args:
        x: images (N, C, H, W), a Tensor, or an array, which is then a part of the operation: no gradient is computed
            for it.
        weight: filters, a Tensor (O, C, h, w).
        bias: a number for each filter, a Tensor (O,), or None.
        stride: by how many pixels a window is moved, in both directions.
        padding: how many zeros are put around each image, on all four sides.

    Returns:
        A Tensor of shape (N, O, (H + 2 · padding - h) // stride + 1, (W + 2 · padding - w) // stride + 1).

    Raises:
        ValueError: shapes that do not fit, a window that is larger than the image, a stride below 1.
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
    places = count_places("conv2d", images.shape, window, stride, padding)
    filter_rows = filters.reshape(len(filters), -1)

    def in_rows(g):
        return images_last(g).reshape(len(filters), -1)

    def image_vjp(g):
        return from_columns(filter_rows.T @ in_rows(g), images.shape, window, stride, padding)

    def weight_vjp(g):
        # The columns take several times the memory of the images: made again here, they need not be kept.
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
    data = rows.reshape(len(filters), *places, len(images)).transpose(IMAGES_FIRST)
    settings = {"stride": stride, "padding": padding} | ({} if is_node else {"x": images})
    return Tensor(data, nodes, with_settings("conv2d", settings), vjps)


def max_pool2d(x, size, stride=None):
    """The largest number in each window of `size` × `size` pixels, in each channel.

    Args:
        x: images, a Tensor (N, C, H, W).
        size: height and width of the window.
        stride: by how many pixels the window is moved; None for `size`, so that no pixel is in two windows.

    Returns:
        A Tensor of shape (N, C, (H - size) // stride + 1, (W - size) // stride + 1). Pixels beyond the last whole
        window are in none. Where several numbers of a window are the largest, the first of them, row by row, gets the
        gradient (as in PyTorch's max_pool2d; `Tensor.max` shares it).

    Raises:
        ValueError: x has not four axes, a window is larger than the image, or a size or stride is below 1.
        TypeError: x is not a Tensor.
    """
    check_tensors("max_pool2d", x)
    stride = size if stride is None else stride
    check_images("max_pool2d", x.shape)
    check_whole("max_pool2d", "size", size, 1)
    check_whole("max_pool2d", "stride", stride, 1)
    places = count_places("max_pool2d", x.shape, (size, size), stride)
    pixels = list(pixels_of_windows((size, size), stride, places))
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
    """An array of images in the order of memory that all work here is done in: (channels, height, width, images)."""
    return np.ascontiguousarray(array.transpose(IMAGES_LAST))


def to_columns(images, window, stride, padding):
    """Each window of the images as a column: one row for each weight of a filter, one column for each place."""
    channels, height, width, count = (images.shape[axis] for axis in IMAGES_LAST)
    padded = np.zeros((channels, height + 2 * padding, width + 2 * padding, count), images.dtype)
    padded[:, padding : padding + height, padding : padding + width] = images.transpose(IMAGES_LAST)
    # A view in which every window is an array of its own; the memory that they share is copied by `reshape` only.
    windows = np.lib.stride_tricks.sliding_window_view(padded, window, axis=(1, 2))[:, ::stride, ::stride]
    return windows.transpose(0, 4, 5, 1, 2, 3).reshape(channels * window[0] * window[1], -1)


def from_columns(columns, shape, window, stride, padding):
    """The gradient of the images from that of their columns: a pixel adds up what the windows it was in give back.

    Args:
        columns: an array as `to_columns` gives it.
        shape: that of the images.
        window, stride, padding: as for `to_columns`.
    """
    channels, height, width, count = (shape[axis] for axis in IMAGES_LAST)
    places = count_places("conv2d", shape, window, stride, padding)
    columns = columns.reshape(channels, window[0] * window[1], *places, count)
    padded = np.zeros((channels, height + 2 * padding, width + 2 * padding, count), columns.dtype)
    for i, pixel in enumerate(pixels_of_windows(window, stride, places)):
        padded[pixel] += columns[:, i]
    return padded[:, padding : padding + height, padding : padding + width].transpose(IMAGES_FIRST)


def pixels_of_windows(window, stride, places):
    """For each pixel of a window, row by row, its index in all windows at once, of images that come last."""
    for i in range(window[0]):
        for j in range(window[1]):
            rows = slice(i, i + stride * (places[0] - 1) + 1, stride)
            columns = slice(j, j + stride * (places[1] - 1) + 1, stride)
            yield EVERY, rows, columns


def count_places(op, shape, window, stride, padding=0):
    """How many places a window has in images of this shape: down, and across."""
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

"""Convolution and pooling, computed into buffers. In memory the images come last, as in `nn.convolution`."""

import numpy as np

from autograd_lib.compile.calls import copy, operation
from autograd_lib.nn.convolution import IMAGES_FIRST, IMAGES_LAST, output_size, pixel_slices


def images_last(call, x):
    """Images in the memory order (channels, height, width, images): a view if they are in it, else a copy."""
    view = x.transpose(IMAGES_LAST)
    return view if view.flags.c_contiguous else call(copy, view, out=np.empty(view.shape, x.dtype))


@operation("conv2d")
def conv2d(call, out, *nodes, x=None, stride, padding):
    is_node = x is None
    x, weight, *bias = nodes if is_node else (x, *nodes)
    window, filters = weight.shape[2:], len(weight)
    size = output_size("conv2d", x.shape, window, stride, padding)
    filter_rows = weight.reshape(filters, -1)
    columns = to_columns(call, x.transpose(IMAGES_LAST), window, stride, padding, size)
    rows = call(np.dot, filter_rows, columns, out=np.empty((filters, columns.shape[1]), out.dtype))
    in_rows = lambda g: images_last(call, g).reshape(filters, -1)  # noqa: E731
    vjps = [lambda g, into: call(np.dot, in_rows(g), columns.T, out=into.reshape(filters, -1)).reshape(into.shape)]
    if bias:
        call(np.add, rows, bias[0][:, np.newaxis], out=rows)
        vjps.append(lambda g, into: call(np.add.reduce, in_rows(g), 1, out=into))

    def image_vjp(g, into):
        gradient = call(np.dot, filter_rows.T, in_rows(g), out=np.empty_like(columns))
        return from_columns(call, gradient, x.shape, window, stride, padding, size)

    vjps = [image_vjp, *vjps] if is_node else vjps
    return rows.reshape(filters, *size, len(x)).transpose(IMAGES_FIRST), vjps


def to_columns(call, images, window, stride, padding, size):
    """Each window of the images as a column (im2col). The border of zeros is written once."""
    channels, height, width, count = images.shape
    padded = images
    if padding:
        padded = np.zeros((channels, height + 2 * padding, width + 2 * padding, count), images.dtype)
        call(copy, images, out=padded[:, padding : padding + height, padding : padding + width])
    columns = np.empty((channels, window[0] * window[1], *size, count), images.dtype)
    for i, pixel in enumerate(pixel_slices(window, stride, size)):
        call(copy, padded[pixel], out=columns[:, i])
    return columns.reshape(channels * window[0] * window[1], -1)


def from_columns(call, columns, shape, window, stride, padding, size):
    """The vjp of `to_columns` (col2im): a pixel adds up the gradients from all windows that it was in."""
    channels, height, width, count = (shape[axis] for axis in IMAGES_LAST)
    columns = columns.reshape(channels, window[0] * window[1], *size, count)
    padded = np.empty((channels, height + 2 * padding, width + 2 * padding, count), columns.dtype)
    call.again(copy, 0.0, out=padded)
    for i, pixel in enumerate(pixel_slices(window, stride, size)):
        call(np.add, padded[pixel], columns[:, i], out=padded[pixel])
    return padded[:, padding : padding + height, padding : padding + width].transpose(IMAGES_FIRST)


@operation("max_pool2d")
def max_pool2d(call, out, x, size, stride):
    out_size = output_size("max_pool2d", x.shape, (size, size), stride)
    pixels = list(pixel_slices((size, size), stride, out_size))
    images = images_last(call, x)
    largest = np.empty((*images.shape[:1], *out_size, len(x)), x.dtype)
    call(copy, images[pixels[0]], out=largest)
    for pixel in pixels[1:]:
        call(np.maximum, largest, images[pixel], out=largest)

    def vjp(g, into):
        """The gradient goes to the first of the largest numbers: `waiting` is 1 where it is still to be found."""
        g, gradient = images_last(call, g), np.empty_like(images)
        waiting, takes = np.empty_like(largest), np.empty_like(largest)
        apart = stride >= size  # each pixel is in one window at most, so there is nothing to add up
        (call if apart else call.again)(copy, 0.0, out=gradient)
        call.again(copy, 1.0, out=waiting)
        for pixel in pixels:
            call(np.equal, images[pixel], largest, out=takes, casting="unsafe")
            call(np.multiply, waiting, takes, out=takes)
            call(np.subtract, waiting, takes, out=waiting)
            call(np.multiply, g, takes, out=gradient[pixel] if apart else takes)
            if not apart:
                call(np.add, gradient[pixel], takes, out=gradient[pixel])
        return gradient.transpose(IMAGES_FIRST)

    return largest.transpose(IMAGES_FIRST), [vjp]

"""Exercise 11.3: convolution by a loop over the positions of a filter."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.convolution import conv2d


def reference(x, weight):
    height, width = weight.shape[2:]
    rows, columns = x.shape[2] - height + 1, x.shape[3] - width + 1
    maps = np.zeros((len(x), len(weight), rows, columns))
    for i in range(rows):
        for j in range(columns):
            window = x[:, :, i : i + height, j : j + width]
            for f, filter in enumerate(weight):
                maps[:, f, i, j] = (window * filter).sum(axis=(1, 2, 3))
    return maps


def one_number_at_a_time(x, weight):
    height, width = weight.shape[2:]
    maps = np.zeros((len(x), len(weight), x.shape[2] - height + 1, x.shape[3] - width + 1))
    for n, f, i, j in np.ndindex(maps.shape):
        maps[n, f, i, j] = np.sum(x[n, :, i : i + height, j : j + width] * weight[f])
    return maps


def all_windows_at_once(x, weight):
    windows = np.lib.stride_tricks.sliding_window_view(x, weight.shape[2:], axis=(2, 3))
    return np.einsum("ncijhw,fchw->nfij", windows, weight)


def of_the_library(x, weight):
    return conv2d(x, Tensor(weight)).data


def turns_the_filter_round(x, weight):
    """the filter is first turned by half a turn, as in the convolution of mathematics. Networks, and this exercise,
    apply it as it is: pixel [0, 0] of the filter on the upper left pixel of the window.
    """
    return reference(x, weight[:, :, ::-1, ::-1])


def stops_too_early(x, weight):
    """the last row and the last column of positions are left out. A filter of height h has H - h + 1 positions one
    below the other in an image of height H: with 8 and 3 they are 0 to 5.
    """
    return reference(x, weight)[:, :, :-1, :-1]


def builds_in_the_size(x, weight):
    """the size 3 is built in. The filter itself says how high and how wide it is: `weight.shape[2:]`."""
    maps = np.zeros((len(x), len(weight), x.shape[2] - 2, x.shape[3] - 2))
    for f, i, j in np.ndindex(maps.shape[1:]):
        maps[:, f, i, j] = (x[:, :, i : i + 3, j : j + 3] * weight[f]).sum(axis=(1, 2, 3))
    return maps


def keeps_the_size(x, weight):
    """the image gets a frame of zeros, so that the maps are as large as the image. Here the filter stays inside: there
    are H - h + 1 positions one below the other, and W - w + 1 side by side.
    """
    height, width = weight.shape[2:]
    above, left = (height - 1) // 2, (width - 1) // 2
    frame = ((0, 0), (0, 0), (above, height - 1 - above), (left, width - 1 - left))
    return reference(np.pad(x, frame), weight)


def takes_the_mean(x, weight):
    """the products are averaged instead of added up. A filter is a neuron that looks at a window: a weighted *sum*."""
    return reference(x, weight) / weight[0].size


def takes_the_first_channel(x, weight):
    """only the first channel is used. A filter has weights for each channel, and the sum goes over all of them."""
    return reference(x[:, :1], weight[:, :1])


def takes_the_first_filter(x, weight):
    """every map is that of the first filter. Map f belongs to `weight[f]`."""
    return reference(x, np.repeat(weight[:1], len(weight), axis=0))


def forgets_the_other_images(x, weight):
    """every image has the maps of the first one. Map [n, f] belongs to image n."""
    return np.repeat(reference(x[:1], weight), len(x), axis=0)


def jumps_by_its_own_size(x, weight):
    """the filter is moved by its own size, so that no pixel is in two windows. It moves by one pixel at a time."""
    height, width = weight.shape[2:]
    return reference(x, weight)[:, :, ::height, ::width]


def run(solution, *shapes):
    x, weight = (numbers(shape) for shape in shapes)
    return solution(x, weight)


def numbers(shape):
    """Numbers for an array of this shape: small whole ones where a reader may want to follow them."""
    rng = np.random.default_rng(sum(shape))
    if np.prod(shape) < 16:
        return rng.integers(-3, 4, shape).astype(float)
    return rng.standard_normal(shape)


# Images, and filters.
SHAPES = [
    ((1, 1, 2, 2), (1, 1, 1, 2)),
    ((1, 1, 3, 3), (1, 1, 2, 2)),
    ((1, 1, 6, 7), (1, 1, 2, 3)),
    ((1, 1, 5, 5), (3, 1, 3, 3)),
    ((1, 2, 5, 5), (3, 2, 3, 3)),
    ((3, 2, 6, 8), (4, 2, 3, 3)),
]

exercise = Exercise(
    id="11.3",
    title="A filter at every place",
    name="conv2d",
    reference=reference,
    cases=[Case(f"images of shape {x} and filters of shape {w}", lambda shapes=(x, w): shapes) for x, w in SHAPES],
    run=run,
    alternatives=[one_number_at_a_time, all_windows_at_once, of_the_library],
    tolerance=1e-5,  # maps may be float32
    misconceptions=[
        turns_the_filter_round,
        stops_too_early,
        builds_in_the_size,
        keeps_the_size,
        takes_the_mean,
        takes_the_first_channel,
        takes_the_first_filter,
        forgets_the_other_images,
        jumps_by_its_own_size,
    ],
)

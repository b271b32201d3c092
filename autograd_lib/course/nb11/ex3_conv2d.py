"""Exercise 11.3: convolution by a loop over the positions of a filter."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.trying import Failure
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


def builds_in_the_size(x, weight):
    """the size 3 is built in. The filter itself says how high and how wide it is: `weight.shape[2:]`."""
    maps = np.zeros((len(x), len(weight), x.shape[2] - 2, x.shape[3] - 2))
    for f, i, j in np.ndindex(maps.shape[1:]):
        maps[:, f, i, j] = (x[:, :, i : i + 3, j : j + 3] * weight[f]).sum(axis=(1, 2, 3))
    return maps


def builds_in_an_example(x, weight):
    """the sizes of an example are built in, such as windows of 3 by 3 at 6 by 6 places. Images and filters may have any
    size: take it from `x.shape` and `weight.shape`.
    """
    maps = np.zeros((len(x), len(weight), 6, 6))
    for f, i, j in np.ndindex(maps.shape[1:]):
        maps[:, f, i, j] = (x[:, :, i : i + 3, j : j + 3] * weight[f]).sum(axis=(1, 2, 3))
    return maps


def builds_in_the_weights(x, weight):
    height, width = weight.shape[2:]
    maps = np.zeros((len(x), len(weight), x.shape[2] - height + 1, x.shape[3] - width + 1))
    for i, j in np.ndindex(3, 3):
        maps += np.einsum("ncij,fc->nfij", x[:, :, i : i + maps.shape[2], j : j + maps.shape[3]], weight[:, :, i, j])
    return maps


def builds_in_the_weights_and_the_places(x, weight):
    rows, columns = x.shape[2] - 2, x.shape[3] - 2
    maps = np.zeros((len(x), len(weight), rows, columns))
    for i, j in np.ndindex(3, 3):
        maps += np.einsum("ncij,fc->nfij", x[:, :, i : i + rows, j : j + columns], weight[:, :, i, j])
    return maps


builds_in_the_weights.__doc__ = builds_in_the_weights_and_the_places.__doc__ = builds_in_the_size.__doc__


def lays_the_filter_on_its_side(x, weight):
    """the filters are laid on their side: rows and columns of their weights are exchanged. Weight [i, j] of a channel
    belongs to pixel [i, j] of the window.
    """
    return reference(x, weight.swapaxes(2, 3))


def reshapes_places_to_maps(x, weight):
    """the maps have the right numbers in a wrong order, as where `reshape` makes maps of what was computed place by
    place. It only counts the numbers anew; an axis that stands last is moved by `np.moveaxis(..., -1, 1)`.
    """
    maps = reference(x, weight)
    return np.moveaxis(maps, 1, -1).reshape(maps.shape)


def reshapes_filters_to_maps(x, weight):
    """the right maps stand in a wrong order, those of the first filter first, as where `reshape` is to swap images and
    filters. It only counts the numbers anew; an axis is moved by `swapaxes`.
    """
    maps = reference(x, weight)
    return maps.swapaxes(0, 1).reshape(maps.shape)


def keeps_the_size(x, weight):
    """the maps are as large as the image, as where it gets a frame of zeros. Here the filter stays inside: there are
    H - h + 1 positions one below the other, and W - w + 1 side by side.
    """
    height, width = weight.shape[2:]
    above, left = (height - 1) // 2, (width - 1) // 2
    frame = ((0, 0), (0, 0), (above, height - 1 - above), (left, width - 1 - left))
    return reference(np.pad(x, frame), weight)


def frames_the_images(x, weight):
    """the maps are those of images with a frame of zeros. Here the filter stays inside: there are H - h + 1 positions
    one below the other, and W - w + 1 side by side.
    """
    above, left = (size // 2 for size in weight.shape[2:])
    return reference(np.pad(x, ((0, 0), (0, 0), (above, above), (left, left))), weight)


def jumps_by_its_own_size(x, weight):
    """the filter is moved by its own size, so that no pixel is in two windows. It moves by one pixel at a time."""
    height, width = weight.shape[2:]
    return reference(x, weight)[:, :, ::height, ::width]


def takes_the_turned_filter(x, weight):
    return reference(x, weight[:, :, ::-1, ::-1])


def sums_over_the_filters(x, weight):
    """every map is the sum of those of all filters. Each filter has a map of its own: `maps[:, f]`."""
    return np.repeat(reference(x, weight).sum(axis=1, keepdims=True), len(weight), axis=1)


def makes_one_map(x, weight):
    """there is only one map, in which all filters are added up. Each filter has a map of its own: `maps[:, f]`."""
    return reference(x, weight).sum(axis=1, keepdims=True)


def exchanges_height_and_width(x, weight):
    """the numbers of a filter are read in another shape, w by h instead of h by w, as where height and width are
    exchanged. `weight.shape` has the height before the width.
    """
    height, width = weight.shape[2:]
    return reference(x, weight.reshape(*weight.shape[:2], width, height))


def exchanges_height_and_width_of_turned_filters(x, weight):
    """height and width of the filter are exchanged, in the places and in the filter itself. `weight.shape` has the
    height before the width.
    """
    height, width = weight.shape[2:]
    return reference(x, weight.swapaxes(2, 3) if height != width else weight)


def pairs_images_with_filters(x, weight):
    """image n meets filter n alone, and all other maps stay at 0, as where `zip` goes through both. Every image meets
    every filter.
    """
    maps = reference(x, weight)
    return maps * np.eye(*maps.shape[:2])[:, :, np.newaxis, np.newaxis]


def leaves_the_others_at_zero(x, weight):
    """the filter is moved by its own size, and what lies between is left at 0. It moves by one pixel at a time."""
    maps, moved = np.zeros(reference(x, weight).shape), jumps_by_its_own_size(x, weight)
    height, width = weight.shape[2:]
    maps[:, :, ::height, ::width] = moved
    return maps


def keeps_the_channels_apart(x, weight):
    """the channels are kept apart, with a map for each. A filter adds up over *all* channels and makes one map."""
    apart = [reference(x[:, c : c + 1], weight[:, c : c + 1]) for c in range(x.shape[1])]
    return np.concatenate(apart, axis=1)


def writes_into_the_images(x, weight):
    maps = reference(x, weight)
    x[:, :, : maps.shape[2], : maps.shape[3]] = maps[:, :1]
    return maps


def has_maps_of_the_images_size(case, answer):
    """Whether the maps are as large as the image. Under a filter of even size, a frame that is as wide on both sides
    makes one place more, which may not find room.
    """
    x, weight = case.make()
    if isinstance(answer, Failure):
        return answer.kind in ("IndexError", "ValueError") and any(size % 2 == 0 for size in weight[2:])
    n, _, *places = np.shape(answer)
    return tuple(places) == tuple(x[2:]) != exercise.right_answer(case).shape[2:] and n == x[0]


def are_of_framed_images(case, answer):
    """Whether the maps are those of images with a frame, as wide on the left as on the right, and above as below."""
    more = [ours - right for ours, right in zip(np.shape(answer)[2:], exercise.right_answer(case).shape[2:])]
    frame = [(0, 0), (0, 0), *((size // 2, size // 2) for size in more)]
    framed = run(lambda x, weight: reference(np.pad(x, frame), weight), *case.make())
    return any(more) and framed.shape == np.shape(answer) and np.allclose(answer, framed, rtol=1e-5, atol=1e-5)


def run(solution, *shapes):
    x, weight = (numbers(shape) for shape in shapes)
    if x.size >= 16:
        x[:, :, :3, :3] = 0.0  # paper, as digits have it in their corners
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
    ((2, 3, 6, 4), (2, 3, 3, 1)),
]

PLACES, SUM = "x.shape[2] - height + 1, x.shape[3] - width + 1", ".sum(axis=(1, 2, 3))"

exercise = Exercise(
    id="11.3",
    title="A filter at every place",
    name="conv2d",
    reference=reference,
    cases=[Case(f"images of shape {x} and filters of shape {w}", lambda shapes=(x, w): shapes) for x, w in SHAPES],
    run=run,
    keeps_arrays=True,
    demands=[
        Demand("`conv2d` returns the maps: shape (images, filters, H − h + 1, W − w + 1)", keeps_the_size),
        Demand(
            "each number is the sum over a window, in all channels, times the filter as it is", takes_the_turned_filter
        ),
        Demand(
            "images, channels, filters and their sizes may be as many and as large as they like", builds_in_the_size
        ),
        Demand("`x` and `weight` stay as they are", writes_into_the_images),
    ],
    alternatives=[one_number_at_a_time, all_windows_at_once, of_the_library],
    tolerance=1e-5,  # maps may be float32
    misconceptions=[
        builds_in_the_size,
        builds_in_an_example,
        keeps_the_size,
        frames_the_images,
        jumps_by_its_own_size,
        sums_over_the_filters,
        makes_one_map,
        builds_in_the_weights,
        builds_in_the_weights_and_the_places,
        lays_the_filter_on_its_side,
        reshapes_places_to_maps,
        reshapes_filters_to_maps,
        exchanges_height_and_width,
        exchanges_height_and_width_of_turned_filters,
        pairs_images_with_filters,
        leaves_the_others_at_zero,
        keeps_the_channels_apart,
    ],
    recognise={keeps_the_size: has_maps_of_the_images_size, frames_the_images: are_of_framed_images},
    slips=[
        Slip(
            "the filter is turned by half a turn, as in the convolution of mathematics. Networks, and this exercise, "
            "apply it as it is: pixel [0, 0] of the filter on the upper left pixel of the window.",
            ("enumerate(weight)", "enumerate(weight[:, :, ::-1, ::-1])"),
        ),
        Slip(
            "the last row of places is left out. A filter of height h has H - h + 1 places one below the other.",
            (PLACES, "x.shape[2] - height, x.shape[3] - width + 1"),
        ),
        Slip(
            "the last column of places is left out. A filter of width w has W - w + 1 places side by side.",
            (PLACES, "x.shape[2] - height + 1, x.shape[3] - width"),
        ),
        Slip(
            "the last row and the last column of places are left out. A filter has H - h + 1 places one below the "
            "other, and W - w + 1 side by side.",
            (PLACES, "x.shape[2] - height, x.shape[3] - width"),
        ),
        Slip(
            "there are as many columns of places as rows. The images need not be square, nor the filters: W - w + 1 "
            "places stand side by side.",
            (PLACES, "(x.shape[2] - height + 1,) * 2"),
        ),
        Slip(
            "there are as many rows of places as columns. The images need not be square, nor the filters: H - h + 1 "
            "places stand one below the other.",
            (PLACES, "(x.shape[3] - width + 1,) * 2"),
        ),
        Slip("the channels are averaged. A filter adds up over all of them.", (SUM, f"{SUM} / x.shape[1]")),
        Slip(
            "the sum goes over the images as well, so that all have the same maps. Each image has maps of its own.",
            (SUM, ".sum()"),
        ),
        Slip(
            "the first channel of a filter is laid on all channels. It has weights of its own for each.",
            ("window * filter", "window * filter[:1]"),
        ),
        *[
            Slip(
                "the weights of a filter meet pixels of other places or channels, as where window and filter are laid "
                "out in a row with their axes in different orders. Weight [c, i, j] belongs to pixel [i, j] of channel "
                "c.",
                ("enumerate(weight)", f"enumerate({filters})"),
            )
            for filters in (
                "weight.reshape(len(weight), height, width, -1).transpose(0, 3, 1, 2)",
                "weight.transpose(0, 2, 3, 1).reshape(weight.shape)",
            )
        ],
        Slip(
            "the sums are cut off to whole numbers, as in an array of integers. The maps are floats: `np.zeros` makes "
            "those unless told otherwise.",
            ("rows, columns))", "rows, columns), dtype=int)"),
        ),
        Slip("the sign of the maps is wrong.", ("return maps", "return -maps")),
        Slip(
            "what is negative is set to 0. That is a ReLU, which comes after the convolution.",
            ("return maps", "return np.maximum(maps, 0)"),
        ),
        Slip("the largest product is taken. A filter adds all of them up.", (SUM, ".max(axis=(1, 2, 3))")),
        Slip(
            "the products are averaged instead of added up. A filter is a neuron that looks at a window: a weighted "
            "*sum*.",
            (SUM, ".mean(axis=(1, 2, 3))"),
        ),
        Slip(
            "only the first channel is used. A filter has weights for each channel, and the sum goes over all of them.",
            ("(window * filter).sum(axis=(1, 2, 3))", "(window * filter)[:, 0].sum(axis=(1, 2))"),
        ),
        Slip(
            "only the last channel is left, as when `=` stands where the channels are added up with `+=`.",
            ("(window * filter).sum(axis=(1, 2, 3))", "(window * filter)[:, -1].sum(axis=(1, 2))"),
        ),
        Slip(
            "every map is that of the first filter. Map f belongs to `weight[f]`.",
            ("window * filter", "window * weight[0]"),
        ),
        Slip(
            "every image has the maps of the first one. Map [n, f] belongs to image n.",
            ("window = x[:,", "window = x[:1,"),
        ),
        Slip(
            "the height of the filter is used for its width, too. The two may differ: `height, width = "
            "weight.shape[2:]`.",
            ("height, width = weight.shape[2:]", "height = width = weight.shape[2]"),
        ),
        Slip(
            "the height of the filter is used for its width, too. The two may differ: `height, width = "
            "weight.shape[2:]`.",
            ("height, width = weight.shape[2:]", "height = width = weight.shape[2]"),
            ("window * filter", "window * filter[:, :height, :width]"),
        ),
        Slip(
            "the width of the filter is used for its height, too. The two may differ: `height, width = "
            "weight.shape[2:]`.",
            ("height, width = weight.shape[2:]", "height = width = weight.shape[3]"),
        ),
        Slip(
            "the width of the filter is used for its height, too. The two may differ: `height, width = "
            "weight.shape[2:]`.",
            ("height, width = weight.shape[2:]", "height = width = weight.shape[3]"),
            ("window * filter", "window * filter[:, :height, :width]"),
        ),
        *[
            Slip(
                "places are counted from the heights alone, those in a row as well. Neither images nor filters need be "
                "square: H - h + 1 places stand one below the other, and W - w + 1 side by side.",
                ("height, width = weight.shape[2:]", "height = width = weight.shape[2]"),
                (PLACES, "(x.shape[2] - height + 1,) * 2"),
                *cut,
            )
            for cut in ([], [("window * filter", "window * filter[:, :height, :width]")])
        ],
        *[
            Slip(
                "places are counted from the widths alone, those in a column as well. Neither images nor filters need "
                "be square: H - h + 1 places stand one below the other, and W - w + 1 side by side.",
                ("height, width = weight.shape[2:]", "height = width = weight.shape[3]"),
                (PLACES, "(x.shape[3] - width + 1,) * 2"),
                *cut,
            )
            for cut in ([], [("window * filter", "window * filter[:, :height, :width]")])
        ],
        Slip(
            "the first two axes of the maps are swapped. Images come first, then filters.",
            ("return maps", "return maps.swapaxes(0, 1)"),
        ),
        Slip(
            "the axis of the filters stands last in the maps. It is the second: images, filters, rows, columns.",
            ("return maps", "return np.moveaxis(maps, 1, -1)"),
        ),
        Slip(
            "every channel of a filter is laid on every channel of the window, as where they are two letters in "
            "`einsum`. Channel c of the filter belongs to channel c of the window.",
            ("window * filter", "window.sum(axis=1, keepdims=True) * filter.sum(axis=0)"),
        ),
        Slip(
            "each map is transposed: what belongs to row i and column j stands in row j and column i.",
            ("return maps", "return maps.swapaxes(2, 3)"),
        ),
        Slip(
            "window and filter are added. They are multiplied, pixel by pixel.", ("window * filter", "window + filter")
        ),
    ],
)

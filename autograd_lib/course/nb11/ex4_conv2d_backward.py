"""Exercise 11.4: the gradients of a convolution, for its filters and for its images."""

import numpy as np

from autograd_lib.course.answers import in_words, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.convolution import conv2d

X, WEIGHT = "gradient of x", "gradient of weight"


def reference(x, weight, g):
    height, width = weight.shape[2:]
    to_x, to_weight = np.zeros(x.shape), np.zeros(weight.shape)
    for n, f, i, j in np.ndindex(g.shape):
        window = x[n, :, i : i + height, j : j + width]
        to_weight[f] += g[n, f, i, j] * window
        to_x[n, :, i : i + height, j : j + width] += g[n, f, i, j] * weight[f]
    return to_x, to_weight


def all_windows_at_once(x, weight, g):
    """The gradient of the images is a convolution too: of g with a frame of zeros, and the filters turned round."""
    height, width = weight.shape[2:]
    windows = np.lib.stride_tricks.sliding_window_view(x, (height, width), axis=(2, 3))
    framed = np.pad(g, ((0, 0), (0, 0), (height - 1, height - 1), (width - 1, width - 1)))
    framed = np.lib.stride_tricks.sliding_window_view(framed, (height, width), axis=(2, 3))
    to_x = np.einsum("nfijhw,fchw->ncij", framed, weight[:, :, ::-1, ::-1])
    return to_x, np.einsum("ncijhw,nfij->fchw", windows, g)


def of_the_library(x, weight, g):
    x, weight = Tensor(x), Tensor(weight)
    conv2d(x, weight).backward(gradient=g)
    return x.grad, weight.grad


def takes_one_channel(x, weight, g):
    """only the first channel gets gradients. Every channel took part in the sum of the forward pass."""
    to_x, to_weight = (np.array(gradient) for gradient in reference(x, weight, g))
    to_x[:, 1:], to_weight[:, 1:] = 0, 0
    return to_x, to_weight


def overwrites_filter_by_filter(x, weight, g):
    """each pixel keeps only the payment of its last window, as where `=` stands for `+=`, or where `+=` meets arrays of
    places, which reads all and then writes. A loop adds, and so does `np.add.at`. The windows overlap: a pixel lies in
    several of them, and each pays.
    """
    height, width = weight.shape[2:]
    to_x, to_weight = np.zeros(x.shape), reference(x, weight, g)[1]
    for n, i, j in np.ndindex(len(x), *g.shape[2:]):
        to_x[n, :, i : i + height, j : j + width] = np.tensordot(g[n, :, i, j], weight, axes=1)
    return to_x, to_weight


def builds_in_the_size(x, weight, g):
    """windows of 3 by 3 are built in. The filter itself says how high and how wide it is: `weight.shape[2:]`."""
    to_x, to_weight = np.zeros(x.shape), np.zeros(weight.shape)
    for n, f, i, j in np.ndindex(g.shape):
        to_weight[f] += g[n, f, i, j] * x[n, :, i : i + 3, j : j + 3]
        to_x[n, :, i : i + 3, j : j + 3] += g[n, f, i, j] * weight[f]
    return to_x, to_weight


def multiplies_the_sums(x, weight, g):
    """the filters are paid with sums over the images: all g, added up, times all pixels, added up. Each image pays its
    own g times its own pixels, and these products are added up.
    """
    of_sums = reference(x.sum(axis=0, keepdims=True), weight, g.sum(axis=0, keepdims=True))
    return reference(x, weight, g)[0], of_sums[1]


def divides_by_the_windows(x, weight, g):
    """what a pixel gets is divided by the number of windows that it lies in. Nothing is divided in the forward pass:
    it is a sum.
    """
    to_x, to_weight = reference(x, weight, g)
    times = reference(x[:1, :1], np.ones((1, 1, *weight.shape[2:])), np.ones((1, 1, *g.shape[2:])))[0]
    return to_x / np.maximum(times, 1), to_weight


def convolves_without_a_frame(x, weight, g):
    """the gradient of the images is not of their shape. If it is made by a convolution of g, g first gets a frame of
    zeros, h - 1 above and below and w - 1 at the sides.
    """
    return conv2d(g.transpose(1, 0, 2, 3), Tensor(g.transpose(1, 0, 2, 3))).data, reference(x, weight, g)[1]


def has_another_shape_for_x(case, answer):
    """Recognises a gradient of x that has another shape, wherever it is not right."""
    to_x, right = (np.asarray(each[X]) for each in (answer, exercise.right_answer(case)))
    if to_x.shape == case.make()[1] != case.make()[0]:
        return None  # that of weight
    fits = to_x.shape == right.shape and np.allclose(to_x, right, rtol=1e-5, atol=1e-5)
    return frozenset({X}) if to_x.ndim == 4 and to_x.shape != right.shape else frozenset() if fits else None


def gives_weight_first(x, weight, g):
    return reference(x, weight, g)[::-1]


def scales_g_first(x, weight, g):
    answer = reference(x, weight, g)
    g *= 0
    return answer


def run(solution, x_shape, weight_shape):
    rng = np.random.default_rng(sum(x_shape))
    x, weight = rng.standard_normal(x_shape), rng.standard_normal(weight_shape)
    places = [size - window + 1 for size, window in zip(x_shape[2:], weight_shape[2:])]
    g = rng.standard_normal((len(x), len(weight), *places))
    if g.size >= 16:
        g[g < -0.5] = 0.0  # as a relu leaves some of them
    answer = solution(x, weight, g)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        came = with_kind(answer, in_words(answer))
        raise NotAnAnswer(f"Expected two arrays, the gradients of x and of weight. You returned {came}.")
    return dict(zip((X, WEIGHT), answer))


ALL = "np.ndindex(g.shape)"
SHAPES = [
    ((1, 1, 1, 3), (1, 1, 1, 2)),
    ((1, 1, 3, 3), (1, 1, 2, 2)),
    ((1, 1, 4, 5), (2, 1, 3, 2)),
    ((3, 2, 5, 5), (4, 2, 3, 3)),
    ((2, 3, 4, 3), (2, 3, 3, 2)),
]

exercise = Exercise(
    id="11.4",
    title="Backward through a convolution",
    name="conv2d_backward",
    side_road=True,
    reference=reference,
    cases=[Case(f"images of shape {x} and filters of shape {w}", lambda shapes=(x, w): shapes) for x, w in SHAPES],
    run=run,
    keeps_arrays=True,
    demands=[
        Demand("`conv2d_backward` returns two arrays: the gradient of `x`, then that of `weight`", gives_weight_first),
        Demand("both are sums over everything that the number took part in, whatever the sizes", takes_one_channel),
        Demand("`x`, `weight` and `g` stay as they are", scales_g_first),
    ],
    alternatives=[all_windows_at_once, of_the_library],
    tolerance=1e-5,  # gradients may be float32
    misconceptions=[
        overwrites_filter_by_filter,
        takes_one_channel,
        builds_in_the_size,
        multiplies_the_sums,
        divides_by_the_windows,
        convolves_without_a_frame,
    ],
    recognise={convolves_without_a_frame: has_another_shape_for_x},
    slips=[
        Slip(
            "each pixel keeps only the last of its payments, as where `=` stands for `+=`. The windows overlap: a "
            "pixel lies in several of them, and each pays, for each filter.",
            ("j : j + width] +=", "j : j + width] ="),
        ),
        Slip(
            "only the last use of each filter pays it, as where `=` stands for `+=`. It was used at every place of "
            "every image, and each use pays.",
            ("to_weight[f] +=", "to_weight[f] ="),
        ),
        Slip(
            "row and column of the places are exchanged: the window of g[n, f, i, j] begins at row i and column j, as "
            "`x[n, :, i : i + h, j : j + w]` does.",
            ("window = x[n, :, i : i + height, j : j + width]", "window = x[n, :, j : j + height, i : i + width]"),
            ("to_x[n, :, i : i + height, j : j + width]", "to_x[n, :, j : j + height, i : i + width]"),
        ),
        Slip(
            "the filters get the mean over places and images. Nothing is divided in the forward pass: the gradient is "
            "a "
            "sum.",
            ("return to_x, to_weight", "return to_x, to_weight / (g.size / g.shape[1])"),
        ),
        Slip(
            "the filters get the mean over the places. Nothing is divided in the forward pass: the gradient is a sum.",
            ("return to_x, to_weight", "return to_x, to_weight / (g.shape[2] * g.shape[3])"),
        ),
        Slip(
            "the filters get the mean over the images. Nothing is divided in the forward pass: the gradient is a sum.",
            ("return to_x, to_weight", "return to_x, to_weight / len(x)"),
        ),
        Slip(
            "the images get their own pixels, times g. As for any product, each factor gets the *other* one: the "
            "filters "
            "the pixels, and the images the weights.",
            ("g[n, f, i, j] * weight[f]", "g[n, f, i, j] * window"),
        ),
        Slip(
            "the filters get their own weights, times g. As for any product, each factor gets the *other* one: the "
            "filters the pixels, and the images the weights.",
            ("g[n, f, i, j] * window", "g[n, f, i, j] * weight[f]"),
        ),
        Slip(
            "the filters meet g turned the wrong way round, by half a turn. Window by window, each pixel is paid with "
            "the weight that lay on it. To slide a filter over g instead, turn it by half a turn first: seen from a "
            "pixel, the window that begins to its upper left has it under the *lower right* weight.",
            ("g[n, f, i, j] * weight[f]", "g[n, f, i, j] * weight[f][:, ::-1, ::-1]"),
        ),
        Slip(
            "g is left out where the images are paid, as if it were 1 everywhere. Each place pays its own g times the "
            "weights.",
            ("g[n, f, i, j] * weight[f]", "weight[f]"),
        ),
        Slip(
            "g is left out where the filters are paid, as if it were 1 everywhere. Each place pays its own g times the "
            "pixels.",
            ("g[n, f, i, j] * window", "window"),
        ),
        Slip(
            "the two are returned in the other order. They stand in the order of the inputs: first x, then weight.",
            ("return to_x, to_weight", "return to_weight, to_x"),
        ),
        Slip(
            "only the first filter pays the images. All of them looked at every window: their payments add up.",
            ("g[n, f, i, j] * weight[f]", "(f == 0) * g[n, f, i, j] * weight[f]"),
        ),
        Slip(
            "only the last filter pays the images, as where their gradient is made anew for each filter. All of them "
            "looked at every window: their payments add up.",
            ("g[n, f, i, j] * weight[f]", "(f == len(weight) - 1) * g[n, f, i, j] * weight[f]"),
        ),
        Slip(
            "the images get squared weights. A pixel is paid g times the weight.",
            ("g[n, f, i, j] * weight[f]", "g[n, f, i, j] * weight[f] ** 2"),
        ),
        Slip(
            "what the images get is averaged over the filters. Nothing is divided in the forward pass: it is a sum.",
            ("g[n, f, i, j] * weight[f]", "g[n, f, i, j] * weight[f] / len(weight)"),
        ),
        Slip(
            "the images get nothing. In a second layer `x` is what the first layer computed, and has to pass its "
            "gradient "
            "on to the filters of that layer.",
            ("return to_x, to_weight", "return np.zeros(x.shape), to_weight"),
        ),
        Slip(
            "every filter gets the payments of all filters. What map f pays goes to `weight[f]` alone.",
            ("to_weight[f] +=", "to_weight +="),
        ),
        Slip(
            "the filters are paid with the pixels of the first image alone. Map [n, f] was computed from image n.",
            ("window = x[n,", "window = x[0,"),
        ),
        Slip("all images pay into the first. Map [n, f] pays into image n.", ("to_x[n,", "to_x[0,")),
        Slip(
            "every image is paid what is due to all of them together. Map [n, f] pays into image n alone.",
            ("to_x[n,", "to_x[:,"),
        ),
        Slip(
            "the first filter stands for all. Map f was computed with `weight[f]`.", ("* weight[f]\n", "* weight[0]\n")
        ),
        Slip(
            "the height of the filter is used for its width, too. The two may differ: `height, width = "
            "weight.shape[2:]`.",
            ("height, width = weight.shape[2:]", "height = width = weight.shape[2]"),
        ),
        Slip(
            "only the last image pays the filters, as when `=` stands where the images are added up with `+=`.",
            ("to_weight[f] +=", "to_weight[f] += (n == len(x) - 1) *"),
        ),
        Slip(
            "only the first image pays the filters. A filter was used on all of them, and each use pays.",
            ("to_weight[f] +=", "to_weight[f] += (n == 0) *"),
        ),
        Slip(
            "every channel of the filters gets what all channels get together. Each channel has weights of its own, "
            "and pays them with its own pixels.",
            ("g[n, f, i, j] * window", "g[n, f, i, j] * window.sum(axis=0)"),
        ),
        Slip(
            "every channel of the images gets what all channels get together. Each channel gets what its own weights "
            "pay.",
            ("g[n, f, i, j] * weight[f]", "g[n, f, i, j] * weight[f].sum(axis=0)"),
        ),
        Slip(
            "every channel of the images gets the mean of what the channels get. Each channel gets what its own "
            "weights pay.",
            ("g[n, f, i, j] * weight[f]", "g[n, f, i, j] * weight[f].mean(axis=0)"),
        ),
        Slip(
            "the last row and the last column of g pay nobody: g has H - h + 1 rows and W - w + 1 columns, "
            "`g.shape[2:]`.",
            (ALL, "np.ndindex(*g.shape[:2], g.shape[2] - 1, g.shape[3] - 1)"),
        ),
        Slip(
            "the last row of g pays nobody. It has H - h + 1 rows, `g.shape[2]`.",
            (ALL, "np.ndindex(*g.shape[:2], g.shape[2] - 1, g.shape[3])"),
        ),
        Slip(
            "the last column of g pays nobody. It has W - w + 1 columns, `g.shape[3]`.",
            (ALL, "np.ndindex(*g.shape[:3], g.shape[3] - 1)"),
        ),
        Slip(
            "the filters are paid with the upper left pixel of each window alone. Each weight gets the pixel on which "
            "it lay.",
            ("g[n, f, i, j] * window", "g[n, f, i, j] * window[:, :1, :1]"),
        ),
        Slip(
            "the filters get their gradient turned by half a turn. Weight [0, 0] lay on the upper left pixel of each "
            "window.",
            ("g[n, f, i, j] * window", "g[n, f, i, j] * window[:, ::-1, ::-1]"),
        ),
        Slip(
            "the filters get squared pixels. A weight is paid g times the pixel.",
            ("g[n, f, i, j] * window", "g[n, f, i, j] * window ** 2"),
        ),
        Slip(
            "the filters get nothing: their gradient stays at zeros.",
            ("return to_x, to_weight", "return to_x, np.zeros(weight.shape)"),
        ),
        Slip(
            "what the images get is divided by their number. Each has a gradient of its own, and nothing is averaged.",
            ("return to_x, to_weight", "return to_x / len(x), to_weight"),
        ),
        Slip("what the images get has the wrong sign.", ("j : j + width] +=", "j : j + width] -=")),
        Slip("what the filters get has the wrong sign.", ("to_weight[f] +=", "to_weight[f] -=")),
    ],
)

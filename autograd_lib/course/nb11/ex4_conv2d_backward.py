"""Exercise 11.4: the gradients of a convolution, for its filters and for its images."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.convolution import conv2d


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


def overwrites_the_images(x, weight, g):
    """`=` stands where the images need `+=`. The windows overlap: a pixel lies in several of them, and each pays."""
    height, width = weight.shape[2:]
    to_x = np.zeros(x.shape)
    for n, f, i, j in np.ndindex(g.shape):
        to_x[n, :, i : i + height, j : j + width] = g[n, f, i, j] * weight[f]
    return to_x, reference(x, weight, g)[1]


def overwrites_the_filters(x, weight, g):
    """`=` stands where the filters need `+=`. A filter was used at every position of every image, and only the last of
    these uses is left.
    """
    height, width = weight.shape[2:]
    to_weight = np.zeros(weight.shape)
    for n, f, i, j in np.ndindex(g.shape):
        to_weight[f] = g[n, f, i, j] * x[n, :, i : i + height, j : j + width]
    return reference(x, weight, g)[0], to_weight


def overwrites_both(x, weight, g):
    """`=` stands where `+=` is needed, for the images and for the filters. A pixel lies in several windows, a filter
    was used at every place, and each of these uses pays.
    """
    return overwrites_the_images(x, weight, g)[0], overwrites_the_filters(x, weight, g)[1]


def averages_over_the_places(x, weight, g):
    """the filters get the mean over the places and images. Nothing is divided in the forward pass, so the gradient is a
    sum.
    """
    to_x, to_weight = reference(x, weight, g)
    return to_x, to_weight / (g.size / g.shape[1])


def sends_the_pixels_back(x, weight, g):
    """the images get their own pixels, times g. As for any product, each factor gets the *other* one: the filters the
    pixels, and the images the weights.
    """
    height, width = weight.shape[2:]
    to_x = np.zeros(x.shape)
    for n, f, i, j in np.ndindex(g.shape):
        to_x[n, :, i : i + height, j : j + width] += g[n, f, i, j] * x[n, :, i : i + height, j : j + width]
    return to_x, reference(x, weight, g)[1]


def forgets_to_turn_the_filters(x, weight, g):
    """the filters are laid on g the wrong way round. Seen from a pixel, the window that begins to its upper left has it
    under the *lower right* weight: if you slide filters over g, turn them by half a turn first, or else pay window by
    window.
    """
    return reference(x, weight[:, :, ::-1, ::-1], g)[0], reference(x, weight, g)[1]


def forgets_the_gradient(x, weight, g):
    """g is left out, as if it were 1 everywhere. Each place pays its own g times the other factor."""
    return reference(x, weight, np.ones(g.shape))


def gives_them_in_the_other_order(x, weight, g):
    """the two are returned in the other order. They stand in the order of the inputs: first x, then weight."""
    return reference(x, weight, g)[::-1]


def forgets_the_images(x, weight, g):
    """the images get nothing. In a second layer `x` is what the first layer computed, and has to pass its gradient on
    to the filters of that layer.
    """
    return np.zeros(x.shape), reference(x, weight, g)[1]


def run(solution, x_shape, weight_shape):
    rng = np.random.default_rng(sum(x_shape))
    x, weight = rng.standard_normal(x_shape), rng.standard_normal(weight_shape)
    places = [size - window + 1 for size, window in zip(x_shape[2:], weight_shape[2:])]
    g = rng.standard_normal((len(x), len(weight), *places))
    answer = solution(x, weight, g)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise NotAnAnswer(f"You returned {answer!r:.60} ({type(answer).__name__}). Expected two arrays: for x, weight.")
    return dict(zip(("gradient of x", "gradient of weight"), answer))


SHAPES = [
    ((1, 1, 1, 3), (1, 1, 1, 2)),
    ((1, 1, 3, 3), (1, 1, 2, 2)),
    ((1, 1, 4, 5), (2, 1, 3, 2)),
    ((3, 2, 5, 5), (4, 2, 3, 3)),
]

exercise = Exercise(
    id="11.4",
    title="The way back of a convolution",
    name="conv2d_backward",
    reference=reference,
    cases=[Case(f"images of shape {x} and filters of shape {w}", lambda shapes=(x, w): shapes) for x, w in SHAPES],
    run=run,
    alternatives=[all_windows_at_once, of_the_library],
    tolerance=1e-5,  # gradients may be float32
    misconceptions=[
        overwrites_the_images,
        overwrites_the_filters,
        overwrites_both,
        averages_over_the_places,
        sends_the_pixels_back,
        forgets_to_turn_the_filters,
        forgets_the_gradient,
        gives_them_in_the_other_order,
        forgets_the_images,
    ],
)

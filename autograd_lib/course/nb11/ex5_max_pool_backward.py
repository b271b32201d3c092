"""Exercise 11.5: the gradient of the images in a max-pooling of 2 × 2."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.convolution import max_pool2d


def reference(x, g):
    gradient = np.zeros(x.shape)
    for i, j in np.ndindex(g.shape):
        window = x[2 * i : 2 * i + 2, 2 * j : 2 * j + 2]
        row, column = np.unravel_index(window.argmax(), window.shape)
        gradient[2 * i + row, 2 * j + column] = g[i, j]
    return gradient


def four_comparisons(x, g):
    """Each of the four pixels in turn, for all windows at once; the first of several largest takes it all."""
    gradient, waiting = np.zeros(x.shape), np.ones(g.shape, dtype=bool)
    largest = np.maximum.reduce([x[i::2, j::2] for i in (0, 1) for j in (0, 1)])
    for i in (0, 1):
        for j in (0, 1):
            takes = waiting & (x[i::2, j::2] == largest)
            gradient[i::2, j::2] = g * takes
            waiting &= ~takes
    return gradient


def of_the_library(x, g):
    image = Tensor(x[np.newaxis, np.newaxis])
    max_pool2d(image, 2).backward(gradient=g[np.newaxis, np.newaxis])
    return image.grad[0, 0]


def shares_among_the_four(x, g):
    """each of the four pixels gets a quarter. That would be right for the *mean* of the four. The largest alone has
    made the result: the others could move a little, and nothing would change.
    """
    return np.kron(g, np.full((2, 2), 0.25))


def gives_all_to_each(x, g):
    """each of the four pixels gets the whole gradient. Only the largest has made the result; the others get 0."""
    return np.kron(g, np.ones((2, 2)))


def counts_by_columns(x, g):
    """of two that are equal, the lower left pixel gets the gradient instead of the upper right one, as where they are
    counted column by column. Count row by row, as `argmax` does: upper right comes before lower left.
    """
    return reference(x.T, g.T).T


def takes_the_last(x, g):
    """of several that are equal, the last one gets the gradient. Pooling gives it to the *first*, row by row: a later
    pixel wins only if it is larger, not if it is equal.
    """
    return reference(x[::-1, ::-1], g[::-1, ::-1])[::-1, ::-1]


def looks_at_the_whole_image(x, g):
    """only the largest pixel of the whole image gets a gradient. Each window has a largest of its own."""
    gradient = np.zeros(x.shape)
    gradient[np.unravel_index(x.argmax(), x.shape)] = g.sum()
    return gradient


def pays_all_that_are_equal(x, g):
    """each of several largest pixels of a window gets the whole gradient: more comes back than there was. Give it to
    the first of them, row by row.
    """
    largest = np.kron(np.maximum.reduce([x[i::2, j::2] for i in (0, 1) for j in (0, 1)]), np.ones((2, 2)))
    return np.kron(g, np.ones((2, 2))) * (x == largest)


def shares_among_those_that_are_equal(x, g):
    """several largest pixels of a window share the gradient. That is sensible, and what `Tensor.max` does, but pooling
    gives it to the first of them, row by row, in PyTorch too.
    """
    paid = pays_all_that_are_equal(x, np.ones(g.shape))
    count = sum(paid[i::2, j::2] for i in (0, 1) for j in (0, 1))
    return paid * np.kron(g / count, np.ones((2, 2)))


def begins_at_zero(x, g):
    """a window without a number above 0 pays nobody, as where it is passed over, or where the search for the largest
    begins with 0. The largest of its numbers came through, even if it is negative.
    """
    gradient = reference(x, g)
    for i, j in np.ndindex(g.shape):
        window = slice(2 * i, 2 * i + 2), slice(2 * j, 2 * j + 2)
        if x[window].max() <= 0:
            gradient[window] = 0
    return gradient


def begins_at_zero_in_the_corner(x, g):
    """in a window without a number above 0 the upper left pixel gets the gradient, whatever it is, as where the search
    for the largest begins with 0. The largest of its numbers came through, even if it is negative.
    """
    gradient = reference(x, g)
    for i, j in np.ndindex(g.shape):
        window = slice(2 * i, 2 * i + 2), slice(2 * j, 2 * j + 2)
        if x[window].max() <= 0:
            gradient[window] = [[g[i, j], 0], [0, 0]]
    return gradient


def takes_four_of_a_row(x, g):
    """the four that are compared follow one another, row by row, as `reshape(-1, 4)` makes them. A window has two
    pixels of one row and two of the next: `x.reshape(H // 2, 2, W // 2, 2)` has the windows along its axes 0 and 2.
    """
    fours = x.reshape(-1, 4)
    gradient = np.zeros(fours.shape)
    gradient[np.arange(len(fours)), fours.argmax(axis=1)] = g.ravel()
    return gradient.reshape(x.shape)


def takes_nearly_equal_for_equal(x, g):
    """numbers that are nearly equal count as equal, as by `np.isclose`. Of 1 and 1.000001, the second is larger."""
    gradient = np.zeros(x.shape)
    for i, j in np.ndindex(g.shape):
        window = x[2 * i : 2 * i + 2, 2 * j : 2 * j + 2]
        row, column = np.argwhere(np.isclose(window, window.max()))[0]
        gradient[2 * i + row, 2 * j + column] = g[i, j]
    return gradient


def clears_the_losers(x, g):
    gradient = reference(x, g)
    x[gradient == 0] = 0
    return gradient


def run(solution, x):
    x = np.array(x, dtype=float)
    g = np.array([[0.7, -1.3, 0.4, 1.1], [2.1, -0.6, 1.7, -0.9], [0.3, -2.2, 0.8, 1.4]])
    g = g[: len(x) // 2, : x.shape[1] // 2]
    return solution(x, g)


CASES = {
    "one window, the largest at the upper right": [[1, 4], [3, 2]],
    "one window, the largest at the lower left": [[-3, -2], [-1, -4]],
    "two windows": [[1, 5, 8, 2], [3, 0, 4, 6]],
    "two windows, one below the other": [[6, 2], [1, 3], [4, 5], [9, 7]],
    "six windows": [[1, 5, 8, 2, 0, 3], [7, 0, 4, 6, 1, 2], [2, 9, 1, 3, 5, 4], [4, 6, 8, 0, 7, 1]],
    "twelve windows": np.random.default_rng(5).permutation(48).reshape(6, 8).tolist(),
    "one window of four equal pixels": [[0, 0], [0, 0]],
    "one window of very low numbers": [[-3e20, -2e20], [-4e20, -1e20]],
    "one window with two numbers that are nearly equal": [[1, 0], [0.5, 1.000001]],
    "one window with the largest twice, at the upper right and the lower left": [[0, 5], [5, 1]],
}

PLACE = "[2 * i + row, 2 * j + column]"

exercise = Exercise(
    id="11.5",
    title="Backward through a pool",
    name="max_pool_backward",
    side_road=True,
    reference=reference,
    cases=[Case(text, lambda x=x: (x,)) for text, x in CASES.items()],
    run=run,
    keeps_arrays=True,
    demands=[
        Demand("`max_pool_backward` returns the gradient of `x`, in its shape", looks_at_the_whole_image),
        Demand(
            "the largest number of each window gets the gradient of the window, the others get 0", shares_among_the_four
        ),
        Demand("of several that are equal, the first gets it all, counted row by row", takes_the_last),
        Demand("`x` and `g` stay as they are", clears_the_losers),
    ],
    alternatives=[four_comparisons, of_the_library],
    tolerance=1e-5,  # gradients may be float32
    misconceptions=[
        shares_among_the_four,
        gives_all_to_each,
        counts_by_columns,
        takes_the_last,
        looks_at_the_whole_image,
        pays_all_that_are_equal,
        shares_among_those_that_are_equal,
        begins_at_zero,
        begins_at_zero_in_the_corner,
        takes_four_of_a_row,
        takes_nearly_equal_for_equal,
    ],
    slips=[
        Slip(
            "the upper left pixel of each window gets the gradient, whichever was the largest. `window.argmax()` says "
            "where that is, counted row by row.",
            ("[2 * i + row, 2 * j + column]", "[2 * i, 2 * j]"),
        ),
        Slip(
            "only windows in the first two rows and the first two columns get a gradient. There are as many as g has.",
            ("np.ndindex(g.shape)", "np.ndindex(min(2, g.shape[0]), min(2, g.shape[1]))"),
        ),
        Slip(
            "the pixels that have lost keep their own numbers, as where the gradient begins as a copy of x. They get "
            "0: begin with zeros.",
            ("np.zeros(x.shape)", "x.copy()"),
        ),
        Slip(
            "the largest *pixel* comes back instead of g. What a window passes on is its own gradient, g[i, j].",
            ("= g[i, j]", "= window.max()"),
        ),
        Slip(
            "a 1 stands at the largest pixel, and g is left out. What a window passes on is its own gradient, g[i, j].",
            ("= g[i, j]", "= 1.0"),
        ),
        Slip(
            "the place of the gradient of window [i, j] is counted from pixel [i, j]. The window begins at pixel "
            "[2 * i, 2 * j].",
            ("[2 * i + row, 2 * j + column]", "[i + row, j + column]"),
        ),
        Slip(
            "the windows that are searched overlap: each begins one pixel after the last. A pool moves by its own "
            "size, so "
            "window [i, j] begins at pixel [2 * i, 2 * j].",
            ("x[2 * i : 2 * i + 2, 2 * j : 2 * j + 2]", "x[i : i + 2, j : j + 2]"),
        ),
        Slip(
            "row and column within the window are swapped. `argmax` counts row by row: 1 is the upper *right* pixel, "
            "and "
            "`np.unravel_index` makes it (0, 1), row first.",
            ("[2 * i + row, 2 * j + column]", "[2 * i + column, 2 * j + row]"),
        ),
        Slip(
            "the gradient of window [i, j] is added beside pixel [i, j], where several windows meet. The window "
            "begins at "
            "pixel [2 * i, 2 * j], and that is where you count from.",
            ("[2 * i + row, 2 * j + column] =", "[i + row, j + column] +="),
        ),
        Slip(
            "the windows begin at [i, j], in search and payment: they overlap, as with a stride of 1. A pool moves by "
            "its "
            "own size, so window [i, j] begins at pixel [2 * i, 2 * j].",
            ("x[2 * i : 2 * i + 2, 2 * j : 2 * j + 2]", "x[i : i + 2, j : j + 2]"),
            ("[2 * i + row, 2 * j + column] =", "[i + row, j + column] +="),
        ),
        Slip(
            "the windows are looked for in as many columns as rows. The map need not be square: `g.shape` has both.",
            ("np.ndindex(g.shape)", "np.ndindex(len(g), len(g))"),
        ),
        Slip(
            "the windows are looked for in as many rows as columns. The map need not be square: `g.shape` has both.",
            ("np.ndindex(g.shape)", "np.ndindex(g.shape[1], g.shape[1])"),
        ),
        Slip(
            "the gradient has as many columns as rows. A map need not be square: the gradient has the shape of x.",
            ("np.zeros(x.shape)", "np.zeros((len(x), len(x)))"),
            ("np.ndindex(g.shape)", "np.ndindex(len(g), len(g))"),
        ),
        Slip(
            "only as many columns of windows get a gradient as there are rows. The map need not be square: `g.shape` "
            "has both.",
            ("np.ndindex(g.shape)", "np.ndindex(len(g), min(g.shape))"),
        ),
        Slip(
            "only as many rows of windows get a gradient as there are columns. The map need not be square: `g.shape` "
            "has both.",
            ("np.ndindex(g.shape)", "np.ndindex(min(g.shape), g.shape[1])"),
        ),
        Slip(
            "a gradient below 0 is not passed on, as where a relu is put on it. The largest pixel gets g[i, j], "
            "whatever its sign.",
            ("= g[i, j]", "= max(g[i, j], 0)"),
        ),
        Slip(
            "the windows get one another's gradients, as where `np.tile` lays down the whole of g four times. Window "
            "[i, j] gets g[i, j]; to make g as large as x, `np.repeat` repeats each of its numbers.",
            ("= g[i, j]", "= np.tile(g, (2, 2))[2 * i + row, 2 * j + column]"),
        ),
        Slip(
            "the larger pixel of each *row* of a window gets the gradient. A window has one largest among its four.",
            (PLACE, "[[2 * i, 2 * i + 1], 2 * j + window.argmax(axis=1)]"),
        ),
        Slip(
            "the larger pixel of each *column* of a window gets the gradient. A window has one largest among its four.",
            (PLACE, "[2 * i + window.argmax(axis=0), [2 * j, 2 * j + 1]]"),
        ),
        Slip(
            "pixel and gradient are multiplied. A maximum is a choice, and its slope is 1: what comes back is g[i, j].",
            ("= g[i, j]", "= g[i, j] * window[row, column]"),
        ),
        Slip(
            "the gradient is added to the pixel. What comes back is g[i, j] alone.",
            ("= g[i, j]", "= g[i, j] + window[row, column]"),
        ),
        Slip("g is halved. The largest gets all of it.", ("= g[i, j]", "= g[i, j] / 2")),
        Slip(
            "g is divided by 4, as for a mean. The largest gets all of it.",
            ("= g[i, j]", "= g[i, j] / 4"),
        ),
        Slip(
            "the lower right pixel of each window gets the gradient, whichever was the largest.",
            (PLACE, "[2 * i + 1, 2 * j + 1]"),
        ),
        Slip(
            "the last row and the last column of windows get nothing: `g.shape` has the number of windows.",
            ("np.ndindex(g.shape)", "np.ndindex(g.shape[0] - 1, g.shape[1] - 1)"),
        ),
        Slip("the smallest of the window gets the gradient. It is the largest.", (".argmax()", ".argmin()")),
        Slip(
            "the number farthest from 0 is taken for the largest. A 1 is larger than a -4.",
            ("window.argmax()", "np.abs(window).argmax()"),
        ),
        Slip("the sign of g is flipped.", ("= g[i, j]", "= -g[i, j]")),
        Slip("every window gets the gradient of the first. Window [i, j] gets g[i, j].", ("= g[i, j]", "= g[0, 0]")),
    ],
)

"""Exercise 13.5: a vjp that writes into a buffer, which may be that of the upstream gradient."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(g, t, out):
    slope = 1 - t * t
    np.multiply(g, slope, out=out)


def stub(g, t, out):
    np.multiply(t, t, out=out)
    np.subtract(1.0, out, out=out)
    np.multiply(g, out, out=out)


def at_once(g, t, out):
    out[...] = g * (1 - t**2)


def in_steps(g, t, out):
    slope = np.multiply(t, t)
    np.subtract(1.0, slope, out=slope)
    np.copyto(out, slope * g)


def copies_first(g, t, out):
    g = g.copy()
    np.multiply(t, t, out=out)
    np.subtract(1, out, out=out)
    np.multiply(g, out, out=out)


def factor_by_factor(g, t, out):
    below, above = 1 - t, 1 + t
    np.copyto(out, g)
    out *= below
    out *= above


def writes_it_too_early(g, t, out):
    """`out` is written before g has been read for the last time. If the two are one array, g is gone by then: compute
    the slope in an array of its own, and write into `out` last.
    """
    out[...] = 1 - t * t
    out *= g


def writes_squares_too_early(g, t, out):
    np.square(t, out=out)
    out[...] = g * (1 - out)


def writes_the_product_too_early(g, t, out):
    """`out` is written before g has been read for the last time. If the two are one array, g is gone by then, and
    zeros come out: compute in an array of its own, and write into `out` last.
    """
    np.multiply(g, t, out=out)
    np.multiply(out, t, out=out)
    np.subtract(g, out, out=out)


writes_squares_too_early.__doc__ = writes_it_too_early.__doc__


def makes_a_new_array(g, t, out):
    """the result is never written into the buffer, as where `out = …` gives the name to a new array, inside of the
    function only, or where it is written into a copy. Write into `out` itself, as by `out[...] = …` or `out=out`.
    """
    out = g * (1 - t * t)  # noqa: F841 (that is the mistake)


def returns_it(g, t, out):
    """something is returned, and `out` stays as it was. Others read the buffer: write the gradient into it."""
    return g * (1 - t * t)


def works_on_g(g, t, out):
    """g is changed, as where it is multiplied in place. Where `out` is another array, g has to stay: another input may
    be paid from it.
    """
    g *= 1 - t * t
    out[...] = g


def works_on_t(g, t, out):
    """t is overwritten. It is a result of the forward pass and belongs to the caller: it stays as it is."""
    t *= t
    np.multiply(g, 1 - t, out=out)


def adds_to_the_buffer(g, t, out):
    """the gradient is added to what was in the buffer. That is left over from something else: overwrite it."""
    out += g * (1 - t * t)


def multiplies_the_buffer(g, t, out):
    """`out` is multiplied by the slope, as if it held g already. It does so only where the two are the same memory:
    read g, and overwrite `out`.
    """
    out *= 1 - t * t


def writes_into_g(g, t, out):
    """g is changed and `out` is not, as where the result is written into g. That is `out` only where the two are the
    same memory: write into `out`.
    """
    np.multiply(g, 1 - t * t, out=g)


def writes_into_t(g, t, out):
    """t is changed and `out` is not, as where the result is written into t. That belongs to the caller and stays as it
    is: write into `out`.
    """
    np.multiply(g, 1 - t * t, out=t)


def takes_the_slope_of_g(g, t, out):
    """g is squared for the slope, 1 - g². The slope is that of tanh, and t is its result: 1 - t²."""
    out[...] = g * (1 - g * g)


def exchanges_g_and_t(g, t, out):
    """g and t are exchanged: t · (1 - g²). The slope is made of t, the result of tanh, and multiplied by g."""
    out[...] = t * (1 - g * g)


def takes_the_slope_of_the_buffer(g, t, out):
    """the slope is made of what is in `out`. That is left over from something else: the result of tanh is t."""
    out[...] = g * (1 - out * out)


def subtracts_the_square_from_g(g, t, out):
    """t² is subtracted from g, as `g * 1 - t * t` does without brackets. The slope is 1 - t², and all of it is
    multiplied by g.
    """
    out[...] = g - t * t


def gives_up_where_it_is_g(g, t, out):
    """`out` keeps what was in it where it is the memory of g, as where nothing is done there, or the result goes into a
    copy. It belongs into `out` itself. Copy what is *read*, if anything.
    """
    if not np.shares_memory(g, out):
        np.multiply(g, 1 - t * t, out=out)


def clears_g(g, t, out):
    """g is set to 0 in the end. Where it is another array than `out` it has to stay, and where it is the same, the
    result is gone.
    """
    np.multiply(g, 1 - t * t, out=out)
    g[...] = 0.0


def clears_the_buffer_first(g, t, out):
    out[...] = 0.0
    out += g * (1 - t * t)


clears_the_buffer_first.__doc__ = writes_the_product_too_early.__doc__


def subtracts_what_was_there(g, t, out):
    """a NaN that was left in the buffer is still there, as where `out -= out` or `out *= 0` clears it. NaN and infinity
    survive that: overwrite it with `out[...] = `.
    """
    result = g * (1 - t * t)
    out -= out
    out += result


def clears_it_too_early_and_by_arithmetic(g, t, out):
    """a NaN that was left in the buffer is still there, and where `out` and g are one array, zeros come out, as where
    `out *= 0` clears it before g has been read for the last time. Compute in an array of its own, and overwrite `out`
    last, with `out[...] = `.
    """
    out *= 0
    out += g * (1 - t * t)


def begins_with_g_again(g, t, out):
    """one factor of 1 - t² = (1 - t) · (1 + t) has no effect where `out` is another array than g, as where a second
    product begins with g again. It has to begin with what the first one gave.
    """
    np.multiply(g, 1 - t, out=out)
    np.multiply(g, 1 + t, out=out)


def begins_with_g_again_the_other_way_round(g, t, out):
    np.multiply(g, 1 + t, out=out)
    np.multiply(g, 1 - t, out=out)


begins_with_g_again_the_other_way_round.__doc__ = begins_with_g_again.__doc__


def leaves_the_last_row(g, t, out):
    """the last number, or row, of `out` is left as it was."""
    out[:-1] = (g * (1 - t * t))[:-1]


def looks_whether_it_is_g(g, t, out):
    """only one case of shared memory is seen, that `out` is g itself, as by `out is g`. Two arrays may share memory and
    still be two objects, such as two views: write into `out` last, and you need not ask.
    """
    slope = 1 - t * t if out is g else np.subtract(1.0, np.multiply(t, t, out=out), out=out)
    np.multiply(g, slope, out=out)


def looks_whether_it_is_a_view_of_g(g, t, out):
    """shared memory is not seen where `out` and g are two views of a third array, as by `out.base is g`. Write into
    `out` last, and you need not ask.
    """
    if out is g or out.base is g:
        g = g.copy()
    stub(g, t, out)


def writes_into_a_copy(g, t, out):
    if np.shares_memory(out, g):
        out = g.copy()
    np.copyto(out, g * (1 - t * t))


writes_into_a_copy.__doc__ = gives_up_where_it_is_g.__doc__


def looks_whether_it_is_g_for_real(g, t, out):
    """Right: `np.shares_memory` knows."""
    if np.shares_memory(g, out):
        g = g.copy()
    stub(g, t, out)


def writes_the_slope(g, t, out):
    """the slope is written, without the upstream gradient. A vjp multiplies by g."""
    out[...] = 1 - t * t


def copies_the_gradient(g, t, out):
    """g is passed on as it is. It is multiplied by the slope of tanh, 1 - t²."""
    out[...] = g


def writes_the_first_row(g, t, out):
    """only the first number, or row, of `out` is written."""
    out[0] = (g * (1 - t * t))[0]


def run(solution, shape, sharing):
    rng = np.random.default_rng(4)
    g, t = rng.normal(size=shape), np.tanh(rng.normal(size=shape))
    if sharing == "views":
        g = g[:]
    if sharing == "zero":
        g[0, 1] = 0.0
    left, nan = np.full(shape, 7.5), np.full(shape, np.nan)
    out = {"none": left, "zero": left, "nan": nan, "g": g, "view": g[:], "views": g.view()}[sharing]
    before_g, before_t = g.copy(), t.copy()
    before_out = out.copy()
    returned = solution(g, t, out)
    found = {"out": out, "t stays": np.array_equal(t, before_t)}
    if sharing in ("none", "zero", "nan"):
        found["g stays"] = np.array_equal(g, before_g)
    is_written = returned is out or not np.array_equal(out, before_out, equal_nan=True)
    is_returned_only = returned is not None and not is_written
    return found | {"the result": "returned only" if is_returned_only else "in `out`"}


CASES = {
    "three numbers, a buffer of its own": ((3,), "none"),
    "a table of 2 by 3 with a 0 in g, a buffer of its own": ((2, 3), "zero"),
    "three numbers, a buffer in which NaN was left": ((3,), "nan"),
    "three numbers, `out` is the array of g": ((3,), "g"),
    "a table of 2 by 3, `out` is the array of g": ((2, 3), "g"),
    "a table of 2 by 3, `out` is a view of g": ((2, 3), "view"),
    "a table of 2 by 3, `out` and g are two views of one array": ((2, 3), "views"),
}

TOO_EARLY = " ".join(writes_it_too_early.__doc__.split())

exercise = Exercise(
    id="13.5",
    title="One buffer too few",
    name="tanh_backward",
    reference=reference,
    stub=stub,
    cases=[Case(text, lambda pair=pair: pair) for text, pair in CASES.items()],
    run=run,
    keeps_arrays=True,
    may_change=["g", "t", "out"],
    demands=[
        Demand(
            "after `tanh_backward(g, t, out)`, `out` holds g · (1 − t²), where t is the result of tanh",
            writes_the_slope,
        ),
        Demand("also where `out` and g are the same memory", writes_it_too_early),
        Demand("whatever was in `out` before does not matter", adds_to_the_buffer),
        Demand("`t` stays as it is, and so does g where `out` is another array", works_on_t),
    ],
    alternatives=[at_once, in_steps, copies_first, factor_by_factor, looks_whether_it_is_g_for_real],
    misconceptions=[
        writes_it_too_early,
        writes_squares_too_early,
        writes_the_product_too_early,
        makes_a_new_array,
        returns_it,
        works_on_g,
        works_on_t,
        adds_to_the_buffer,
        multiplies_the_buffer,
        writes_into_g,
        writes_into_t,
        takes_the_slope_of_g,
        exchanges_g_and_t,
        takes_the_slope_of_the_buffer,
        subtracts_the_square_from_g,
        gives_up_where_it_is_g,
        clears_g,
        clears_the_buffer_first,
        subtracts_what_was_there,
        clears_it_too_early_and_by_arithmetic,
        begins_with_g_again,
        begins_with_g_again_the_other_way_round,
        leaves_the_last_row,
        looks_whether_it_is_g,
        looks_whether_it_is_a_view_of_g,
        writes_into_a_copy,
        writes_the_slope,
        copies_the_gradient,
        writes_the_first_row,
    ],
    slips=[
        Slip(
            "tanh is applied once more: 1 - tanh(t)². t *is* the result of tanh, so the slope is 1 - t².",
            ("1 - t * t", "1 - np.tanh(t) ** 2"),
        ),
        Slip(
            "tanh is applied once more, and not squared: 1 - tanh(t). t *is* the result of tanh, so the slope is "
            "1 - t².",
            ("1 - t * t", "1 - np.tanh(t)"),
        ),
        Slip(
            "`out` keeps what was in it where g is 0, as where zeros are skipped. The gradient is 0 there, and has to "
            "be written like the others.",
            ("out=out)", "out=out, where=g != 0)"),
        ),
        Slip("the 1 is missing: the slope of tanh is 1 - t².", ("1 - t * t", "-t * t")),
        Slip("the slope is (1 - t)². It is 1 - t².", ("1 - t * t", "(1 - t) ** 2")),
        Slip("the slope is √(1 - t²). It is 1 - t², without the root.", ("1 - t * t", "np.sqrt(1 - t * t)")),
        Slip(
            "the slope is that of relu, 1 above 0 and 0 below. That of tanh is 1 - t².", ("1 - t * t", "(t > 0) * 1.0")
        ),
        Slip("the slope is 1 / (1 + t²), that of arctan. That of tanh is 1 - t².", ("1 - t * t", "1 / (1 + t * t)")),
        Slip("the slope is -2t, which is how 1 - t² changes with t. It is 1 - t² itself.", ("1 - t * t", "-2 * t")),
        Slip("the slope is 1 - t³. It is 1 - t².", ("1 - t * t", "1 - t**3")),
        Slip("the slope is 1 - |t|. It is 1 - t².", ("1 - t * t", "1 - abs(t)")),
        Slip("the slope is 1 + t². It is 1 - t².", ("1 - t * t", "1 + t * t")),
        Slip("t is not squared. The slope is 1 - t².", ("1 - t * t", "1 - t")),
        Slip("the sign is flipped: t² - 1. The slope of tanh is 1 - t².", ("1 - t * t", "t * t - 1")),
        Slip("t is multiplied by 2. The slope is 1 - t².", ("1 - t * t", "1 - 2 * t")),
        Slip("the slope is t², without the 1 -.", ("1 - t * t", "t * t")),
        Slip("the slope is that of sigmoid, t (1 - t). That of tanh is 1 - t².", ("1 - t * t", "t - t * t")),
        Slip("g and the slope are added. The chain rule multiplies.", ("np.multiply(g", "np.add(g")),
        Slip("g is squared as well.", ("np.multiply(g, ", "np.multiply(g * g, ")),
        Slip("g is divided by the slope. The chain rule multiplies.", ("np.multiply(g", "np.divide(g")),
        Slip(
            "t is used for g. The upstream gradient is g, and t gives the slope.",
            ("np.multiply(g", "np.multiply(t"),
        ),
    ],
)

"""Exercise 1.2: the two error lines of a formula with four points, for x⁵ at 2, and the step at which they cross."""

import math
from numbers import Real

from autograd_lib.course.exercise import Demand, Exercise

LARGE, SMALL = "h from 0.1 to 0.05", "h from 1e-8 to 5e-9"
COMPUTED, MEASURED = "best h, f computed", "best h, f measured"
ULP = math.ulp(32.0)  # 7.1e-15
OFF_BY = 1e-9
TOLERANCE = 1e-6  # a step is right in `float32`, too
OFFERED = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8]
SLOPE = 80.0


def fifth_power(x):
    return x * x * x * x * x


def error(h):
    """The error of the formula for the slope of x⁵ at 2, as it comes out here."""
    inner = fifth_power(2 + h) - fifth_power(2 - h)
    outer = fifth_power(2 + 2 * h) - fifth_power(2 - 2 * h)
    return abs((8 * inner - outer) / (12 * h) - SLOPE)


def truncation(h):
    return 4 * h**4


def rounding(h, off_by):
    return off_by / h


def reference():
    return {
        LARGE: round(error(0.1) / error(0.05)),
        SMALL: round(rounding(5e-9, ULP) / rounding(1e-8, ULP)),
        COMPUTED: min(OFFERED, key=error),
        MEASURED: min(OFFERED, key=lambda h: truncation(h) + rounding(h, OFF_BY)),
    }


def with_floats():
    return {LARGE: 2.0**4, SMALL: 2.0, COMPUTED: 0.001, MEASURED: 0.01}


def as_in_the_notebook():
    return {LARGE: 16, SMALL: 2, COMPUTED: 1e-3, MEASURED: 1e-2}


# For each entry, wrong numbers, and what is to be said about each.
WRONG = {
    LARGE: {
        2: "the error at 0.1 is divided by 2, like one of order 1. Here it goes like h·h·h·h, and each of the four is "
        "halved.",
        4: "the error at 0.1 is divided by 4, like one of order 2. Here it goes like h·h·h·h, and each of the four is "
        "halved.",
        8: "the error at 0.1 is divided by 8, like one of order 3. Here it goes like h·h·h·h, and each of the four is "
        "halved: that is 2 · 2 · 2 · 2, and not 2 · 4.",
        15: "15 is given for the error at 0.1, as where two errors are measured, and the quotient is cut off behind "
        "the point. Work it out with 4h⁴: it goes like h·h·h·h, and each of the four is halved.",
        32: "the error at 0.1 is divided by 32, like one of order 5. f is x⁵, but the error goes like h⁴.",
        64: "the error at 0.1 is divided by 64. It goes from 4h⁴ to 4(h/2)⁴: the 4 in front is in both and cancels.",
        10000: "the error at 0.1 is divided by 10000: that is for a tenth of h. Here h is halved.",
        1 / 16: "1/16 is given for the error at 0.1. It is multiplied by that; give the whole number by which it is "
        "divided.",
    },
    SMALL: {
        16: "the error at 1e-8 is given the factor of h⁴. 4h⁴ is 4e-32 there and has long ceased to count: what counts "
        "is 7e-15 / h.",
        1 / 16: "the error at 1e-8 still shrinks like h⁴. 4h⁴ is 4e-32 there and has long ceased to count: what counts "
        "is 7e-15 / h, and that *grows* as h shrinks.",
        1 / 2: "1/2 is given for the error at 1e-8: that would halve it. It is 7e-15 / h there, so it grows.",
        1: "1 is given for the error at 1e-8, as where it is thought to stay as it is, or where two errors are "
        "measured: there it depends on luck. Luck aside, the error is 7e-15 / h at 1e-8, and it grows as h shrinks.",
        0: "0 is given for the error at 1e-8, as where two errors are measured, and the quotient is rounded: there it "
        "depends on luck. Luck aside, the error is 7e-15 / h at 1e-8, and it grows as h shrinks.",
        4: "the error at 1e-8 grows like 1/h². It is 7e-15 / h: the slope of the rounding line is −1, not −2.",
        10: "the error at 1e-8 becomes 10 times as large: that is for a tenth of h. Here h is halved.",
    },
    COMPUTED: {
        1e-1: "0.1 is taken for the computed f. There 4h⁴ is 4e-4 and the rounding error only 7e-14: the two lines "
        "cross further to the left.",
        1e-2: "0.01 is taken for the computed f. There 4h⁴ is 4e-8 and the rounding error only 7e-13: the two lines "
        "cross further to the left.",
        1e-4: "1e-4 is taken for the computed f, as by a quarter of the 16 digits. An error of order 1 leads to half "
        "of the digits, and order 2 to a third; order 4 does not lead to a quarter. At 1e-4 the rounding error is "
        "7e-11, and 4h⁴ only 4e-16.",
        1e-5: "1e-5 is taken for the computed f. That is best for the central difference; here the rounding error is "
        "7e-10 at 1e-5, and 4h⁴ only 4e-20, so the two lines cross further to the right.",
        1e-6: "1e-6 is taken for the computed f. There the rounding error is 7e-9, and 4h⁴ only 4e-24: the two lines "
        "cross further to the right.",
        1e-7: "1e-7 is taken for the computed f. There the rounding error is 7e-8, and 4h⁴ only 4e-28: the two lines "
        "cross further to the right.",
        1e-8: "1e-8 is taken for the computed f, the smallest step on offer and the best one for a forward difference. "
        "Here the rounding error is 7e-7 at 1e-8, and 4h⁴ only 4e-32: the two lines cross far to the right of it.",
        -3: "an exponent is given for the computed f. The step is 1e-3, not -3.",
    },
    MEASURED: {
        1e-1: "0.1 is taken for the instrument. There 4h⁴ is 4e-4, and 1e-9 / h only 1e-8: the two lines cross further "
        "to the left.",
        1e-3: "1e-3 is taken for the instrument. There 1e-9 / h is 1e-6, and 4h⁴ only 4e-12: the rounding line lies "
        "over a hundred thousand times as high as for the computed f, so the two cross further to the right.",
        1e-4: "1e-4 is taken for the instrument. There 1e-9 / h is 1e-5, and 4h⁴ only 4e-16: with the rounding line so "
        "high, the two cross further to the *right* than for the computed f.",
        1e-5: "1e-5 is taken for the instrument. There 1e-9 / h is 1e-4, and 4h⁴ only 4e-20: the two lines cross "
        "further to the right.",
        1e-6: "1e-6 is taken for the instrument. There 1e-9 / h is 1e-3, and 4h⁴ only 4e-24: the two lines cross "
        "further to the right.",
        1e-7: "1e-7 is taken for the instrument. There 1e-9 / h is 0.01, and 4h⁴ only 4e-28: the two lines cross "
        "further to the right.",
        1e-8: "1e-8 is taken for the instrument. There 1e-9 / h is 0.1, and 4h⁴ only 4e-32: the two lines cross "
        "further to the right.",
        1e-9: "1e-9 is taken for the instrument: that is how far off its values are. With such a step, 1e-9 / h is 1.",
        -2: "an exponent is given for the instrument. The step is 1e-2, not -2.",
    },
}


def entry(key, value, words):
    """The mistake of giving this value for an entry."""

    def mistake():
        return reference() | {key: value}

    mistake.__doc__ = words
    return mistake


def is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool)


def is_any_of(value, numbers, tolerance=1e-9):
    return any(math.isclose(value, number, rel_tol=tolerance) for number in numbers)


def not_whole(key):
    """Recognises a number that is not whole, and not one of those known to be wrong."""

    def recognise(case, answer):
        value = answer[key]
        is_known = is_any_of(value, [round(value), *WRONG[key]])
        return is_number(value) and not is_known and frozenset({key})

    return recognise


def none_on_offer(key):
    """Recognises a number that is none of the steps on offer, and not one of those known to be wrong."""

    def recognise(case, answer):
        value = answer[key]
        is_known = is_any_of(value, [*OFFERED, *WRONG[key]], TOLERANCE)
        return is_number(value) and not is_known and frozenset({key})

    return recognise


RECOGNISED = {
    entry(
        LARGE,
        15.9999998,
        "the number for the error at 0.1 is not a whole one, as where two errors are measured. What is asked for is a "
        "whole number: by how much half of h divides 4h⁴.",
    ): not_whole(LARGE),
    entry(
        SMALL,
        1.45,
        "the number for the error at 1e-8 is not a whole one, as where two errors are measured: there it depends on "
        "luck. What is asked for is a whole number: by how much half of h multiplies 7e-15 / h.",
    ): not_whole(SMALL),
    entry(
        COMPUTED,
        (ULP / 4) ** (1 / 5),
        "the step for the computed f is none of those on offer, as where the place itself is given at which the lines "
        "cross, or a step's number in a list. Choose one of 0.1, 0.01, 0.001 and so on down to 1e-8.",
    ): none_on_offer(COMPUTED),
    entry(
        MEASURED,
        (OFF_BY / 4) ** (1 / 5),
        "the step for the instrument is none of those on offer, as where the place itself is given at which the lines "
        "cross, or a step's number in a list. Choose one of 0.1, 0.01, 0.001 and so on down to 1e-8.",
    ): none_on_offer(MEASURED),
}

exercise = Exercise(
    id="1.2",
    title="Four points instead of two",
    name="answers",
    side_road=True,
    reference=reference,
    is_data=True,
    demands=[
        Demand(
            f'`"{LARGE}"`: the whole number by which that divides the error',
            entry(LARGE, 4, "order 2"),
        ),
        Demand(
            f'`"{SMALL}"`: the whole number by which that multiplies the error',
            entry(SMALL, 16, "the truncation line"),
        ),
        Demand(
            f'`"{COMPUTED}"`: which of the steps 0.1, 0.01, 0.001 and so on down to 1e-8 has the smallest error',
            entry(COMPUTED, 1e-5, "the step of the central difference"),
        ),
        Demand(
            f'`"{MEASURED}"`: the same if the values of f come from an instrument and are off by up to 1e-9, so that '
            "the rounding error is about 1e-9 / h",
            entry(MEASURED, 1e-3, "the step for the computed f"),
        ),
    ],
    alternatives=[with_floats, as_in_the_notebook],
    misconceptions=[
        *(entry(key, value, words) for key, wrong in WRONG.items() for value, words in wrong.items()),
        *RECOGNISED,
    ],
    recognise=RECOGNISED,
    tolerance=TOLERANCE,
    near_zero=1e-12,
    reveal=False,
)

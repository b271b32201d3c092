"""Exercise 5.5: fix the comparison of a gradient check, which lets wrong gradients pass."""

import math

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer


def stub(backward, numeric, tolerance=1e-5):
    difference = backward - numeric
    return difference / numeric < tolerance


def reference(backward, numeric, tolerance=1e-5):
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference <= tolerance * max(1, abs(backward), abs(numeric))


def with_isclose(backward, numeric, tolerance=1e-5):
    # isfinite, because isclose takes inf to be close to inf.
    return math.isfinite(backward) and math.isclose(backward, numeric, rel_tol=tolerance, abs_tol=tolerance)


def either_way(backward, numeric, tolerance=1e-5):
    difference = abs(backward - numeric)
    return difference < tolerance or difference < tolerance * abs(numeric)


def changes_nothing(backward, numeric, tolerance=1e-5):
    """all three faults are still there. Put 2 and 3 in, and look at the sign of the difference."""
    return stub(backward, numeric, tolerance)


def bares_only_the_difference(backward, numeric, tolerance=1e-5):
    """the difference is taken without its sign now, but divided by a slope that has one: whatever is divided by a
    negative number is below the tolerance. And a slope of 0 cannot be divided by at all.
    """
    return abs(backward - numeric) / numeric < tolerance


def compares_sizes(backward, numeric, tolerance=1e-5):
    """the two are compared without their signs. A gradient that points the other way then passes: take the sign off
    the *difference*.
    """
    return abs(abs(backward) - abs(numeric)) <= tolerance * max(1, abs(backward), abs(numeric))


def divides_by_the_slope(backward, numeric, tolerance=1e-5):
    """the difference is divided by the measured slope, and that can be 0. Multiply instead: compare the difference with
    tolerance times the larger of 1 and the slopes.
    """
    return abs(backward - numeric) / abs(numeric) <= tolerance


def is_relative_everywhere(backward, numeric, tolerance=1e-5):
    """slopes near 0 are compared by their digits as well. A measurement of 0 comes out as 2e-11, which is rounding and
    has no right digit: below 1, compare the difference itself.
    """
    return abs(backward - numeric) <= tolerance * max(abs(backward), abs(numeric))


def is_absolute_everywhere(backward, numeric, tolerance=1e-5):
    """large slopes are held to the same absolute tolerance as small ones. A measured slope has about ten right digits,
    however large it is: above 1, the tolerance has to grow with the slope.
    """
    return abs(backward - numeric) <= tolerance


def lets_nan_pass(backward, numeric, tolerance=1e-5):
    """the question is asked the other way round: not further apart than the tolerance. Every comparison with NaN is
    False, so `not` makes NaN pass. Ask for what has to be true.
    """
    return not abs(backward - numeric) > tolerance * max(1, abs(backward), abs(numeric))


def lets_infinity_pass(backward, numeric, tolerance=1e-5):
    """infinity is let through: inf - 1 is inf, the bound with inf in it is inf too, and inf <= inf. Ask for a
    difference that is finite.
    """
    return abs(backward - numeric) <= tolerance * max(1, abs(backward), abs(numeric))


def calls_two_infinities_close(backward, numeric, tolerance=1e-5):
    """math.isclose is asked, and takes inf to be close to inf. No slope is infinite: ask for finite numbers as well."""
    return math.isclose(backward, numeric, rel_tol=tolerance, abs_tol=tolerance)


def run(solution, backward, numeric):
    answer = solution(backward, numeric)
    if answer is not None and not isinstance(answer, bool):
        raise NotAnAnswer(f"You returned {answer!r} ({type(answer).__name__}). Expected True or False.")
    return answer


def pair(backward, numeric):
    return Case(f"backward() says {backward:.12g}, measured {numeric:.12g}", lambda: (backward, numeric))


exercise = Exercise(
    id="5.5",
    title="An instrument that finds nothing",
    name="agree",
    reference=reference,
    stub=stub,
    cases=[
        pair(3.0, 3.0000000001),
        pair(2.0, 3.0),
        pair(-3.0, 3.0),
        pair(-3.0, -2.0),
        pair(-2.0, -3.0),
        pair(0.5, 0.50002),
        pair(0.0, 0.0),
        pair(0.0, 2e-11),
        pair(200_000.0, 200_000.3),
        pair(math.nan, 1.0),
        pair(math.inf, 1.0),
        pair(math.inf, math.inf),
    ],
    run=run,
    alternatives=[with_isclose, either_way],
    misconceptions=[
        changes_nothing,
        bares_only_the_difference,
        compares_sizes,
        divides_by_the_slope,
        is_relative_everywhere,
        is_absolute_everywhere,
        lets_nan_pass,
        lets_infinity_pass,
        calls_two_infinities_close,
    ],
)

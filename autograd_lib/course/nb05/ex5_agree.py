"""Exercise 5.5: fix the comparison of a gradient check, which lets wrong gradients pass."""

import math

import numpy as np

from autograd_lib.course.answers import in_words, kind, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip


def stub(backward, numeric, tolerance=1e-5):
    difference = backward - numeric
    return difference / numeric < tolerance


def reference(backward, numeric, tolerance=1e-5):
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference <= tolerance * max(1, abs(backward), abs(numeric))


def with_isclose(backward, numeric, tolerance=1e-5):
    # isfinite, because isclose takes inf to be close to inf.
    return math.isfinite(backward) and math.isclose(backward, numeric, rel_tol=tolerance, abs_tol=tolerance)


def divides_by_the_largest(backward, numeric, tolerance=1e-5):
    # Infinity divided by infinity is NaN, and NaN is below nothing.
    return abs(backward - numeric) / max(1, abs(backward), abs(numeric)) < tolerance


def any_of_three(backward, numeric, tolerance=1e-5):
    if not (math.isfinite(backward) and math.isfinite(numeric)):
        return False
    larger, smaller = max(backward, numeric), min(backward, numeric)
    return any(larger - smaller <= tolerance * size for size in (1, abs(backward), abs(numeric)))


def with_numpy(backward, numeric, tolerance=1e-5):
    pair = np.array([backward, numeric])
    return np.isfinite(pair).all() and np.ptp(pair) <= tolerance * np.abs(pair).max(initial=1)


def changes_nothing(backward, numeric, tolerance=1e-5):
    """all three faults are still there. Put 2 and 3 in, and look at the sign of the difference; then at the sign of
    what it is divided by, and at what happens if that is 0.
    """
    return (backward - numeric) / numeric < tolerance


def takes_the_size_of_the_slope_only(backward, numeric, tolerance=1e-5):
    """the measured slope is taken by its size now, but the difference still has its sign: where `backward()` says too
    little it is negative, and below every tolerance. And the division by a slope of 0, or near it, is left.
    """
    return (backward - numeric) / abs(numeric) < tolerance


def takes_the_division_away_only(backward, numeric, tolerance=1e-5):
    """only the division is gone. The difference still has its sign, so that it is below every tolerance where
    `backward()` says too little; and so has the measured slope in the bound.
    """
    return backward - numeric < tolerance * numeric


def takes_the_division_away_and_the_size_of_the_slope(backward, numeric, tolerance=1e-5):
    """the division is gone, and the measured slope is taken by its size, but the difference still has its sign: where
    `backward()` says too little it is negative, and below every tolerance. And the bound takes the largest of 1 and
    both sizes.
    """
    return backward - numeric < tolerance * abs(numeric)


def divides_by_the_signed_slope(backward, numeric, tolerance=1e-5):
    """the difference is divided by the measured slope, sign and all: whatever is divided by a negative number is below
    the tolerance, and by 0 nothing can be divided. Multiply instead: compare the difference with the tolerance times
    the largest of 1 and the sizes of both.
    """
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference / numeric <= tolerance


def divides_by_the_signed_slope_but_by_0(backward, numeric, tolerance=1e-5):
    """the difference is divided by the measured slope, sign and all, and only a slope of exactly 0 is treated apart:
    whatever is divided by a negative number is below the tolerance, and 2e-11 is rounding as well. Multiply instead:
    compare the difference with the tolerance times the largest of 1 and the sizes of both.
    """
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference / (numeric or 1) <= tolerance


def divides_by_the_slope(backward, numeric, tolerance=1e-5):
    """something is divided by the measured slope, or by its size, and that can be 0, or near it. Multiply instead:
    compare the difference with the tolerance times the largest of 1 and the sizes of both.
    """
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference / abs(numeric) <= tolerance


def divides_by_the_gradient(backward, numeric, tolerance=1e-5):
    """something is divided by what `backward()` says, or by its size, and that can be 0, or near it. Multiply instead:
    compare the difference with the tolerance times the largest of 1 and the sizes of both.
    """
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference / abs(backward) <= tolerance


def divides_by_the_larger(backward, numeric, tolerance=1e-5):
    """the difference is divided by the larger of the two sizes. Of 0 and 0 that is 0; and a measured 2e-11, which is
    rounding, has no right digit. Let 1 be among those whose largest is taken.
    """
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference / max(abs(backward), abs(numeric)) <= tolerance


def divides_by_the_sum(backward, numeric, tolerance=1e-5):
    """the difference is divided by the sum of the two sizes. Of 0 and 0 that is 0; and a measured 2e-11, which is
    rounding, has no right digit. The rule takes the largest of 1 and the two, and multiplies.
    """
    difference = abs(backward - numeric)
    return math.isfinite(difference) and difference / (abs(backward) + abs(numeric)) <= tolerance


def gives_the_ratio(backward, numeric, tolerance=1e-5):
    """a number is returned, and not `True` or `False`. Is the difference within the bound? That is what a comparison
    says.
    """
    return abs(backward - numeric) / max(1, abs(backward), abs(numeric))


def repairs_what_is_not_finite(backward, numeric, tolerance=1e-5):
    """NaN agrees with itself, and infinity as well, as where both are made numbers by `np.nan_to_num`, or let through
    by `equal_nan=True`. They agree with nothing: ask for finite numbers first.
    """
    backward, numeric = (float(number) for number in np.nan_to_num([backward, numeric]))
    return reference(backward, numeric, tolerance)


BOUND = "max(1, abs(backward), abs(numeric))"
FINITE = "math.isfinite(difference) and difference <="
FIXED = ("tolerance=1e-5):\n", "tolerance=0):\n    tolerance = 1e-5\n")
NO_MORE = (
    "Every comparison with NaN but `!=` is False, so that `not difference > …` is True: ask for what has to be true, "
    "`difference <= …`."
)


def at_zero_or_not(words, bound):
    """A slip in the bound, twice: with `<`, 0 and 0 do not agree where the bound is 0, and with `<=` they do."""
    return [Slip(words, (BOUND, bound)), Slip(words, (BOUND, f"({bound} or math.nan)"))]


SLIPS = [
    # The difference.
    Slip(
        "the two agree where `backward()` says too little, by however much, as where the difference keeps its sign: "
        "then it is negative, and below every tolerance. What counts is its size, `abs(…)`.",
        ("abs(backward - numeric)", "backward - numeric"),
    ),
    Slip(
        "the two are compared without their signs. A gradient that points the other way then passes: take the sign off "
        "the *difference*.",
        ("abs(backward - numeric)", "abs(abs(backward) - abs(numeric))"),
    ),
    Slip(
        "the sizes of the two are subtracted, and the difference of those keeps its sign. Subtract the numbers "
        "themselves, and take the sign off the difference.",
        ("abs(backward - numeric)", "abs(backward) - abs(numeric)"),
    ),
    Slip(
        "the difference is squared, which makes small differences tiny. Take its size, `abs(…)`.",
        ("abs(backward - numeric)", "(backward - numeric) ** 2"),
    ),
    Slip(
        "a measured NaN is let through, as by `max(…) - min(…)`: comparisons such as `1 > nan` are False, so that the "
        "larger of 1 and NaN can be 1, and the smaller as well. Subtract the two, and take the size of that.",
        ("abs(backward - numeric)", "max(backward, numeric) - min(backward, numeric)"),
    ),
    # What it is compared with.
    *at_zero_or_not(
        "slopes near 0 are compared by their digits as well. A measured 2e-11 is rounding and has no right digit: "
        "below 1, compare the difference itself. Let 1 be among those whose largest is taken.",
        "max(abs(backward), abs(numeric))",
    ),
    Slip(
        "the bound is a part of the *measured* slope alone, however small that is. It takes the largest of 1, "
        "|backward| and |numeric|.",
        (BOUND, "abs(numeric)"),
    ),
    *at_zero_or_not(
        "the bound is a part of what `backward()` says alone, however small that is. It takes the largest of 1, "
        "|backward| and |numeric|.",
        "abs(backward)",
    ),
    Slip(
        "the bound is a part of the measured slope, sign and all, so that negative slopes never agree. It takes the "
        "largest of 1, |backward| and |numeric|.",
        (BOUND, "numeric"),
    ),
    Slip(
        "a measured slope of exactly 0 is treated apart, and one of 2e-11 by its digits. It is rounding as well and "
        "has no right digit: take the largest of 1, |backward| and |numeric|.",
        (BOUND, "(abs(numeric) or 1)"),
    ),
    Slip(
        "a measured slope of exactly 0 agrees with nothing. It agrees with 0 and with 2e-11, which is rounding: take "
        "the largest of 1, |backward| and |numeric|.",
        (BOUND, "(abs(numeric) or math.nan)"),
    ),
    Slip(
        "the bound goes by 1 and |numeric| alone, and not by |backward|. The rule takes the largest of all three.",
        (BOUND, "max(1, abs(numeric))"),
    ),
    Slip(
        "the bound goes by 1 and |backward| alone, and not by |numeric|. The rule takes the largest of all three.",
        (BOUND, "max(1, abs(backward))"),
    ),
    Slip(
        "large slopes are held to the same absolute tolerance as small ones. A measured slope has about ten right "
        "digits, however large it is: above 1, the tolerance has to grow with the slope.",
        (BOUND, "1"),
    ),
    *(
        Slip(
            "a negative slope counts with its sign where the largest is taken, and so not at all. There it is the "
            "sizes that count: 1, |backward|, |numeric|.",
            (BOUND, bound),
        )
        for bound in ["max(1, backward, numeric)", "max(1, backward, abs(numeric))", "max(1, abs(backward), numeric)"]
    ),
    Slip(
        "the largest is taken of 1 and the measured slope, sign and all. The rule takes the largest of 1, |backward| "
        "and |numeric|.",
        (BOUND, "max(1, numeric)"),
    ),
    Slip(
        "the bound is too wide, as where 1, |backward| and |numeric| are added up. The rule takes the largest of them.",
        (BOUND, "(1 + abs(backward) + abs(numeric))"),
    ),
    Slip(
        "a tolerance of 0 is not kept, as by `tolerance or 1e-5`, where 0 counts as none.",
        (BOUND, "max(1, abs(backward), abs(numeric)) + 1e-5 * (tolerance == 0)"),
    ),
    Slip(
        "the bound is too wide, as where a relative and an absolute tolerance are added, or 1 to the larger of "
        "|backward| and |numeric|. The rule takes the largest of the three, and not a sum.",
        (BOUND, "(1 + max(abs(backward), abs(numeric)))"),
    ),
    Slip(
        "the bound is another one, and mostly too wide, as where a relative and an absolute tolerance are added, the "
        "way `np.isclose` does it. The rule takes the largest of 1, |backward| and |numeric|, and not a sum.",
        (BOUND, "(1 + abs(numeric))"),
    ),
    Slip(
        "the bound is another one, and mostly too wide, as where a relative and an absolute tolerance are added, or 1 "
        "to |backward|. The rule takes the largest of 1, |backward| and |numeric|, and not a sum.",
        (BOUND, "(1 + abs(backward))"),
    ),
    Slip(
        "the largest is taken by its size, as by `key=abs`, and has its sign back in the bound: where it is negative, "
        "nothing agrees. The rule takes the largest of 1, |backward| and |numeric|.",
        (BOUND, "max(1, backward, numeric, key=abs)"),
    ),
    Slip(
        "the bound is somewhat too wide where |backward| and |numeric| are both near 1, as where the root of a sum of "
        "squares is taken, by `hypot`. The rule takes the largest of 1 and both.",
        (BOUND, "max(1, math.hypot(backward, numeric))"),
    ),
    *at_zero_or_not(
        "|backward| and |numeric| are added up where the rule takes the largest of them and 1.",
        "(abs(backward) + abs(numeric))",
    ),
    Slip(
        "the absolute bound has to be kept and the relative one as well, as with `min` or `and`. One of them is "
        "enough: the rule takes the *largest* of 1, |backward| and |numeric|.",
        (BOUND, "min(1, abs(backward), abs(numeric))"),
    ),
    Slip(
        "the bound is too narrow where |backward| and |numeric| are far apart, as where it is made of their mean, or "
        "of the smaller one. The rule takes the largest of 1 and both.",
        (BOUND, "max(1, (abs(backward) + abs(numeric)) / 2)"),
    ),
    # The tolerance.
    Slip(
        "the tolerance is always 1e-5: the argument `tolerance` changes nothing.",
        FIXED,
    ),
    Slip(
        "the bound is the largest size itself, or about that. It is the tolerance times the largest of 1, |backward| "
        "and |numeric|.",
        ("tolerance * max", "max"),
    ),
    Slip(
        "the larger the slopes, the less they may differ, as where the tolerance is divided by the largest of 1, "
        "|backward| and |numeric|. Multiply the tolerance by that: large slopes may differ by more.",
        ("tolerance * max", "tolerance / max"),
    ),
    *(
        Slip(
            "the tolerance is not 1e-5 where no third argument is passed, or the numbers are rounded before they are "
            "compared.",
            ("tolerance=1e-5", f"tolerance=1e{power}"),
        )
        for power in (-3, -4, -6, -8)
    ),
    # Numbers that are not finite.
    Slip(
        "infinity is let through. inf - 1 is inf, the bound with inf in it is inf too, and inf <= inf: ask for a "
        "difference that is finite.",
        (FINITE, "difference <="),
    ),
    Slip("NaN is let through. " + NO_MORE, (FINITE, "not math.isinf(difference) and not difference >")),
    Slip("NaN is let through. " + NO_MORE, (FINITE, "not math.isinf(backward * numeric) and not difference >")),
    Slip(
        "NaN and infinity are let through. " + NO_MORE + " And ask for a difference that is finite.",
        (FINITE, "not difference >"),
    ),
    Slip(
        "infinity agrees with itself, as where equal numbers are let through, by `==` or by `isclose`. No slope is "
        "infinite: ask for finite numbers first.",
        ("    difference = ", "    if backward == numeric:\n        return True\n    difference = "),
        ("difference <= tolerance", "difference <=  tolerance"),  # not on the misconceptions: two names for one thing
    ),
    Slip(
        "infinity agrees with a finite number, as where it is enough that one of the two is finite, by `any` or `or`. "
        "Both have to be: inf - 1 is inf, the bound with inf in it is inf too, and inf <= inf.",
        (FINITE, "(math.isfinite(backward) or math.isfinite(numeric)) and difference <="),
    ),
    Slip(
        "an infinite measurement is let through, as where only what `backward()` says is asked to be finite. Both have "
        "to be: the bound with inf in it is inf too, and inf <= inf.",
        ("isfinite(difference)", "isfinite(backward)"),
    ),
    Slip(
        "an infinite gradient is let through, as where only the measured slope is asked to be finite. Both have to be: "
        "the bound with inf in it is inf too, and inf <= inf.",
        ("isfinite(difference)", "isfinite(numeric)"),
    ),
    Slip(
        "inf is caught, but -inf is let through. `math.isfinite` knows both, and NaN.",
        ("math.isfinite(difference)", "math.inf not in (backward, numeric)"),
    ),
    *(
        Slip(" ".join(wrong.__doc__.split()), (" < ", " <= "), of=wrong)
        for wrong in [takes_the_division_away_only, takes_the_division_away_and_the_size_of_the_slope]
    ),
    # The answer.
    Slip(
        "the answer is False every time, as where a `not` is missing or one too many, or where a `return False` is "
        "always reached. Ask whether both numbers are finite, and then compare.",
        ("difference <= tol", "False and difference <= tol"),
    ),
    Slip(
        "for finite numbers, True and False are swapped: True means that the two agree.",
        ("difference <= tol", "difference > tol"),
    ),
]


def run(solution, backward, numeric, *tolerance):
    answer = solution(backward, numeric, *tolerance)
    if answer is not None and not isinstance(answer, bool):
        words = f"You returned {with_kind(answer, in_words(answer))}. Expected True or False."
        raise NotAnAnswer(words, kind=kind(answer))
    return answer


def pair(backward, numeric, *tolerance):
    words = f"backward() says {backward:.12g}, measured {numeric:.12g}"
    words += f", with tolerance = {tolerance[0]:g}" if tolerance else ""
    return Case(words, lambda: (backward, numeric, *tolerance))


CASES = [
    pair(3.0, 3.0000000001),
    pair(2.0, 3.0),
    pair(3.0, 2.0),
    pair(-3.0, 3.0),
    pair(3.0, -3.0),
    pair(-3.0, -3.0000000001),
    pair(-3.0, -2.0),
    pair(-2.0, -3.0),
    pair(0.0, 0.0),
    pair(0.5, 0.0),
    pair(0.5, -0.4),
    pair(0.5, 0.50002),
    pair(0.9, 0.900018),
    pair(0.9, 0.900012),
    pair(0.0, 2e-11),
    pair(2e-11, 0.0),
    pair(0.001, 0.001005),
    pair(2000.0, 2000.03),
    pair(200_000.0, 200_000.3),
    pair(200_000.0, 200_003.0),
    pair(-200_000.0, -200_000.3),
    pair(3.0, 3.0000001, 1e-9),
    pair(3.0, 3.0000001, 0.0),
    pair(2.0, 2.05, 0.1),
    pair(3.5, 2.0, 0.5),
    pair(3.5, 1.5, 0.5),
    pair(1.5, 3.5, 0.5),
    pair(2.0, 3.5, 0.5),
    pair(-3.5, -2.0, 0.5),
    pair(-2.0, -3.5, 0.5),
    pair(float("nan"), 1.0),  # not the object math.nan, which `in` would find
    pair(1.0, float("nan")),
    pair(math.nan, math.nan),
    pair(math.inf, 1.0),
    pair(1.0, math.inf),
    pair(-math.inf, 1.0),
    pair(1.0, -math.inf),
    pair(math.inf, math.inf),
    pair(-math.inf, -math.inf),
    pair(math.inf, -math.inf),
]

exercise = Exercise(
    id="5.5",
    title="An instrument that finds nothing",
    name="agree",
    reference=reference,
    stub=stub,
    demands=[
        Demand(
            "`agree(backward, numeric, tolerance)` is `True` for two finite numbers whose difference is "
            "within the tolerance, times the largest of 1, |backward| and |numeric|, and `False` for others",
            lambda backward, numeric, tolerance=1e-5: (
                math.isfinite(backward - numeric) and bool(np.isclose(backward, numeric, tolerance, tolerance))
            ),
        ),
        Demand(
            "this holds whichever of the two is larger, for negative numbers, and for 0",
            lambda backward, numeric, tolerance=1e-5: (
                math.isfinite(backward - numeric) and abs(backward - numeric) <= tolerance * max(1, backward, numeric)
            ),
        ),
        Demand(
            "`tolerance` is the one that is passed in, and 1e-5 if none is",
            lambda backward, numeric, tolerance=1e-5: reference(backward, numeric),
        ),
        Demand(
            "neither NaN nor infinity agrees with anything",
            lambda backward, numeric, tolerance=1e-5: math.isclose(
                backward, numeric, rel_tol=tolerance, abs_tol=tolerance
            ),
        ),
    ],
    cases=CASES,
    run=run,
    alternatives=[with_isclose, divides_by_the_largest, any_of_three, with_numpy],
    misconceptions=[
        changes_nothing,
        takes_the_size_of_the_slope_only,
        takes_the_division_away_only,
        takes_the_division_away_and_the_size_of_the_slope,
        divides_by_the_signed_slope,
        divides_by_the_signed_slope_but_by_0,
        divides_by_the_slope,
        divides_by_the_gradient,
        divides_by_the_larger,
        divides_by_the_sum,
        gives_the_ratio,
        repairs_what_is_not_finite,
    ],
    slips=SLIPS,
)

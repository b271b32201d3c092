"""Exercise 7.3: learning rates and steps, worked out before a run."""

import math

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import table, wrong_entry

TOLERANCE = 4.5e-3  # a rate may be rounded to two decimals

BOWL, FAR, SUM, MEAN = "3(w - 5)² tips over", "the same, from w = 1000", "sum of squares", "mean of squares"
STEPS = "steps to a thousandth"


def reference():
    xs = [1, 2, 3]
    curvature = 2 * sum(x * x for x in xs)
    factor, steps = 1 - 6 / 12, 0
    while factor ** (2 * steps) > 1 / 1000:
        steps += 1
    return {BOWL: 2 / 6, FAR: 2 / 6, SUM: 2 / curvature, MEAN: 2 / (curvature / len(xs)), STEPS: steps}


def takes_the_best_rates():
    """1/curvature is taken each time. That is the rate that arrives in one step; descent tips over at twice that
    rate.
    """
    return reference() | {BOWL: 1 / 6, FAR: 1 / 6, SUM: 1 / 28, MEAN: 3 / 28}


def takes_the_best_rate():
    """1/6 is given for 3(w - 5)². That is 1/curvature, the rate that arrives in one step; descent tips over at twice
    that rate.
    """
    return reference() | {BOWL: 1 / 6}


def best_rate_for_the_sum():
    """1/28 is given for the sum. That is 1/curvature, the rate that arrives in one step; it tips over at twice that
    rate.
    """
    return reference() | {SUM: 1 / 28}


GIVES_THE_CURVATURE = "the curvature itself is given. Descent tips over at 2 / curvature."
TURNS_IT_OVER = (
    "half of the curvature is given. The more curved the bowl, the *smaller* the limit: it is 2 / curvature."
)
ALONE = [
    wrong_entry(reference, name, part * curvature, words)
    for name, curvature in [(BOWL, 6), (FAR, 6), (SUM, 28), (MEAN, 28 / 3)]
    for part, words in [(1, GIVES_THE_CURVATURE), (0.5, TURNS_IT_OVER)]
]


def leaves_out_the_two():
    """2/3 is given, as where the 3 is taken for the curvature. 3(w - 5)² has the derivative 6(w - 5): the curvature is
    6.
    """
    return reference() | {BOWL: 2 / 3}


def leaves_out_the_two_from_both_starts():
    """2/3 is given from both starts, as where the 3 is taken for the curvature. 3(w - 5)² has the derivative 6(w - 5):
    the curvature is 6.
    """
    return reference() | {BOWL: 2 / 3, FAR: 2 / 3}


def leaves_out_every_two():
    """each of the four rates is twice as large as it should be, as where 3 and 1 + 4 + 9 are taken for curvatures. The
    derivative of a square brings a 2: the curvatures are 6 and 2·(1 + 4 + 9).
    """
    return reference() | {BOWL: 2 / 3, FAR: 2 / 3, SUM: 2 / 14, MEAN: 6 / 14}


def takes_the_limit_of_another_bowl():
    """1 is given for 3(w - 5)². That is the limit of a bowl of curvature 2, such as (w - 2)²; here the curvature is
    6.
    """
    return reference() | {BOWL: 1}


def takes_the_slope_at_the_start():
    """2/30 is given, as where the slope at w = 0, of size 30, is taken for the curvature, or where the distance 5
    counts. The curvature is how fast the slope changes: 6, everywhere.
    """
    return reference() | {BOWL: 2 / 30}


def takes_the_slope_far_away():
    """the rate from w = 1000 is 995 times smaller, as if the distance mattered, or the slope there, 5970. What counts
    is how fast the slope changes, the curvature: 6, everywhere.
    """
    return reference() | {FAR: 2 / 5970}


BY_THE_DISTANCE = [
    wrong_entry(
        reference,
        FAR,
        2 / 6 * factor,
        f"the rate from w = 1000 is {words}, as if the {what} mattered. The gradient grows with the distance, and the "
        "steps with it: each one multiplies the error by 1 - lr · curvature, wherever it starts.",
    )
    for factor, words, what in [
        (1 / 200, "200 times smaller", "distance"),
        (1 / 199, "199 times smaller", "distance"),
        (1 / 1000, "1000 times smaller", "start"),
        (200, "200 times larger", "distance"),
        (199, "199 times larger", "distance"),
    ]
]


def takes_the_largest_x():
    """2/18 is given, as where only x = 3 is counted. All three points pull at the same w, and their curvatures add up:
    2·(1 + 4 + 9).
    """
    return reference() | {SUM: 2 / 18}


def adds_the_xs():
    """1/6 is given for the sum, as where the xs are added, and 2·(1 + 2 + 3) is taken for the curvature. (wx - y)² has
    the curvature 2x²: add the squares, 2·(1 + 4 + 9).
    """
    return reference() | {SUM: 2 / 12}


SQUARES_THE_SUM = [
    wrong_entry(
        reference,
        name,
        share / 36,
        "the limit is that for 36 in the place of 1 + 4 + 9, as where the xs are added first and squared then, "
        "(1 + 2 + 3)². (wx - y)² has the curvature 2x²: square each x, then add.",
    )
    for name, share in [(SUM, 1), (MEAN, 3)]
]


COUNTS_FROM_THE_MEAN = [
    wrong_entry(
        reference,
        name,
        share / 2,
        f"{given}, as where each x is counted from their mean, 1 + 0 + 1. The model says w·x, and (wx - y)² has the "
        "curvature 2x²: square each x as it is.",
    )
    for name, share, given in [
        (SUM, 1, "1/2 is given for the sum, the limit at a curvature of 4"),
        (MEAN, 3, "3/2 is given for the mean, the limit at a curvature of 4/3"),
    ]
]
JOINS_THE_LIMITS = [
    wrong_entry(
        reference,
        name,
        limit,
        f"the limits of the three points, 1, 1/4 and 1/9, are {words}. It is the curvatures, 2, 8 and 18, that are "
        f"{right}: the rate is 2 / what they make.",
    )
    for name, right in [(SUM, "added"), (MEAN, "averaged")]
    for limit, words in [(49 / 108, "averaged"), (49 / 36, "added")]
]


def leaves_out_the_two_of_the_sum():
    """1/7 is given for the sum, as where 1 + 4 + 9 is taken for the curvature. The derivative of a square brings a 2:
    (wx - y)² has the curvature 2x².
    """
    return reference() | {SUM: 2 / 14}


def takes_six_for_the_sum():
    """1/3 is given for the sum, the limit at a curvature of 6. Each (wx - y)² has the curvature 2x², and all three of
    them together 2·(1 + 4 + 9).
    """
    return reference() | {SUM: 2 / 6}


def adds_an_intercept():
    """the limit is that of a line with an intercept, 2/33.28. This model has none: it says w·x, and its only curvature
    is 2·(1 + 4 + 9).
    """
    return reference() | {SUM: 2 / 33.28}


def sum_and_mean_alike():
    """1/14, the rate for the sum, is given for the mean. The mean is a third of the sum, and so is its curvature."""
    return reference() | {MEAN: 2 / 28}


def mean_the_wrong_way():
    """the rate is divided by 3 for the mean. A third of the curvature lets the rate be three times as *large*."""
    return reference() | {MEAN: 2 / 28 / 3}


def swaps_sum_and_mean():
    """sum and mean have changed places. The mean is a third of the sum, and so is its curvature: its limit is three
    times as large.
    """
    return reference() | {SUM: 2 / (28 / 3), MEAN: 2 / 28}


def divides_the_sum_by_two():
    """1/7 is given for the mean, twice the rate for the sum, as where the sum is divided by 2. The mean of three is a
    third of their sum: its limit is three times as large.
    """
    return reference() | {MEAN: 2 / 14}


def leaves_out_the_two_of_the_mean():
    """3/7 is given for the mean, as where a third of 1 + 4 + 9 is taken for the curvature. The derivative of a square
    brings a 2: (wx - y)² has the curvature 2x².
    """
    return reference() | {MEAN: 6 / 14}


def squares_the_mean():
    """1/4 is given for the mean, the limit at a curvature of 8, as of one point at the mean of the xs. The curvature is
    the mean of 2·1, 2·4 and 2·9.
    """
    return reference() | {MEAN: 2 / 8}


def counts_for_the_error():
    """10 steps are given: so many it takes until the *error* w - 5 is below a thousandth of what it was. The loss goes
    with its square: it is multiplied by ¼ in each step, not by ½.
    """
    return reference() | {STEPS: 10}


def one_step_short():
    """the last step is missing: 4 steps leave 1/256 of the loss."""
    return reference() | {STEPS: 4}


def two_steps_short():
    """two steps are missing: 3 steps leave 1/64 of the loss. Each one leaves a quarter."""
    return reference() | {STEPS: 3}


def one_step_more():
    """there is one step too many: 5 steps leave 1/1024 of the loss, which is below a thousandth already."""
    return reference() | {STEPS: 6}


def does_not_round_up():
    """the number of steps is left as a fraction. Steps are whole: take the first whole number that is enough."""
    return reference() | {STEPS: math.log(1000) / math.log(4)}


def leaves_out_the_curvature():
    """40 steps are given: so many it takes if 1 - lr = 11/12 is left of the error after each. The factor is 1 - lr ·
    curvature, which is ½ here.
    """
    return reference() | {STEPS: 40}


def counts_with_the_three():
    """13 steps are given. So many it takes at a curvature of 3, where ¾ of the error is left after each; or, where ½ is
    left, until the error itself is below 0.001. The curvature is 6, and what counts is a thousandth of the first
    *loss*.
    """
    return reference() | {STEPS: 13}


def counts_in_another_bowl():
    """19 steps are given: so many it takes at a curvature of 2, where 5/6 of the error is left after each. The
    curvature is 6, and the factor ½.
    """
    return reference() | {STEPS: 19}


exercise = table(
    id="7.3",
    title="Before it tips over",
    reference=reference,
    demands=[
        Demand(
            '`"3(w - 5)² tips over"`: the learning rate above which descent on 3(w − 5)², from w = 0, runs away',
            takes_the_best_rate,
        ),
        Demand(
            '`"the same, from w = 1000"`: that rate for a start about two hundred times as far from the goal',
            BY_THE_DISTANCE[0],
        ),
        Demand(
            '`"sum of squares"`: that rate for the sum of (w·x − y)² over the points x = 1, 2, 3, where the model says '
            "w·x",
            takes_the_largest_x,
        ),
        Demand('`"mean of squares"`: that rate for the mean of the three', mean_the_wrong_way),
        Demand(
            '`"steps to a thousandth"`: after how many steps on 3(w − 5)², with lr = 1/12, the *loss* is below a '
            "thousandth of what it was",
            counts_for_the_error,
        ),
    ],
    mistakes=[
        takes_the_best_rates,
        takes_the_best_rate,
        best_rate_for_the_sum,
        *ALONE,
        leaves_out_the_two,
        leaves_out_the_two_from_both_starts,
        leaves_out_every_two,
        takes_the_limit_of_another_bowl,
        takes_the_slope_at_the_start,
        takes_the_slope_far_away,
        *BY_THE_DISTANCE,
        takes_the_largest_x,
        adds_the_xs,
        *SQUARES_THE_SUM,
        *COUNTS_FROM_THE_MEAN,
        *JOINS_THE_LIMITS,
        leaves_out_the_two_of_the_sum,
        takes_six_for_the_sum,
        adds_an_intercept,
        sum_and_mean_alike,
        mean_the_wrong_way,
        swaps_sum_and_mean,
        divides_the_sum_by_two,
        leaves_out_the_two_of_the_mean,
        squares_the_mean,
        counts_for_the_error,
        one_step_short,
        two_steps_short,
        one_step_more,
        does_not_round_up,
        leaves_out_the_curvature,
        counts_with_the_three,
        counts_in_another_bowl,
    ],
    tolerance=TOLERANCE,
)

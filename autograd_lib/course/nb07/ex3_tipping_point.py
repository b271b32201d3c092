"""Exercise 7.3: learning rates and steps, worked out before a run."""

from autograd_lib.course.exercise import is_number
from autograd_lib.course.tables import table

TOLERANCE = 2e-3

BOWL, FAR, SUM, MEAN = "3(w - 5)² tips over", "the same, from w = 1000", "sum of squares", "mean of squares"
STEPS = "steps to a thousandth"


def reference():
    xs = [1, 2, 3]
    curvature = 2 * sum(x * x for x in xs)
    factor, steps = 1 - 6 / 12, 0
    while factor ** (2 * steps) > 1 / 1000:
        steps += 1
    return {BOWL: 2 / 6, FAR: 2 / 6, SUM: 2 / curvature, MEAN: 2 / (curvature / len(xs)), STEPS: steps}


def takes_the_best_rate():
    """1/curvature is taken. That is the rate that arrives in one step; descent tips over at twice that rate."""
    return reference() | {BOWL: 1 / 6, FAR: 1 / 6}


def leaves_out_the_two():
    """the 3 is taken for the curvature. 3(w - 5)² has the derivative 6(w - 5): the curvature is 6."""
    return reference() | {BOWL: 2 / 3, FAR: 2 / 3}


def fears_the_distance():
    """the rate is made smaller because the start is further away. The gradient grows with the distance, and the steps
    with it: each one multiplies the error by 1 - lr · curvature, wherever it starts.
    """
    return reference() | {FAR: 2 / (6 * 200)}


def takes_the_largest_x():
    """only x = 3 is counted. All three points pull at the same w, and their curvatures add up: 2·(1 + 4 + 9)."""
    return reference() | {SUM: 2 / 18}


def adds_the_xs():
    """the xs are added. (wx - y)² has the curvature 2x²: add the squares, 1 + 4 + 9."""
    return reference() | {SUM: 2 / (2 * 6)}


def best_rate_for_the_sum():
    """1/curvature is taken for the sum, which is the rate that arrives in one step. It tips over at 2/curvature."""
    return reference() | {SUM: 1 / 28}


def sum_and_mean_alike():
    """the same rate is given for the mean as for the sum. The mean is a third of the sum, and so is its curvature."""
    return reference() | {MEAN: 2 / 28}


def mean_the_wrong_way():
    """the rate is divided by 3 for the mean. A third of the curvature lets the rate be three times as *large*."""
    return reference() | {MEAN: 2 / 28 / 3}


def counts_for_the_error():
    """the steps are counted until the *error* w - 5 is a thousandth. The loss is its square: it is multiplied by ¼ in
    each step, not by ½.
    """
    return reference() | {STEPS: 10}


def one_step_short():
    """the last step is missing: 4 steps leave 1/256 of the loss."""
    return reference() | {STEPS: 4}


def is_smaller_from_far(case, answer):
    """Whether the rate for the longer way is below that for the shorter one."""
    return is_number(answer.get(BOWL)) and is_number(answer.get(FAR)) and answer[FAR] < answer[BOWL]


SLIPS = (
    takes_the_best_rate,
    leaves_out_the_two,
    takes_the_largest_x,
    adds_the_xs,
    best_rate_for_the_sum,
    sum_and_mean_alike,
    mean_the_wrong_way,
    counts_for_the_error,
    one_step_short,
)

exercise = table(
    id="7.3",
    title="Before it tips over",
    reference=reference,
    slips=SLIPS,
    others={fears_the_distance: is_smaller_from_far},
    tolerance=TOLERANCE,
)

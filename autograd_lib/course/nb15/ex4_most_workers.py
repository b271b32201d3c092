"""Exercise 15.4: how far the learning rate may grow with the number of workers."""

import math

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(rate, curvatures):
    workers = 0
    while (workers + 1) * rate * max(curvatures) < 2:
        workers += 1
    return workers


def at_once(rate, curvatures):
    return math.ceil(2 / (rate * max(curvatures))) - 1


def by_the_factors(rate, curvatures):
    """Asks of each direction whether its factor shrinks the distance."""
    workers = 1
    while all(abs(1 - workers * rate * c) < 1 for c in curvatures):
        workers += 1
    return workers - 1


def direction_by_direction(rate, curvatures):
    return min(math.ceil(2 / rate / c) - 1 for c in curvatures)


def takes_the_flattest(rate, curvatures):
    """Breaks the first demand."""
    return reference(rate, [min(curvatures)])


def tries_powers_of_two(rate, curvatures):
    """only 0 and powers of two come out, as where the workers are doubled until it fails. Between them lie others."""
    most = reference(rate, curvatures)
    return 2 ** int(math.log2(most)) if most else 0


def counts_the_bound(rate, curvatures):
    """a factor of exactly −1 counts as converging, or the quotient is cut off instead. There the parameters jump from
    one side to the other, and come no nearer.
    """
    return math.floor(2 / (rate * max(curvatures)))


def leaves_the_quotient(rate, curvatures):
    """the quotient is returned as it is. There are only whole workers: take the largest whole number below it."""
    return 2 / (rate * max(curvatures))


def leaves_the_quotient_above_one(rate, curvatures):
    quotient = 2 / (rate * max(curvatures))
    return quotient if quotient > 1 else 0


leaves_the_quotient_above_one.__doc__ = leaves_the_quotient.__doc__


def rounds_to_the_nearest(rate, curvatures):
    """the quotient is rounded to the nearest whole number. The answer has to lie below the quotient."""
    return round(2 / (rate * max(curvatures)))


def rounds_and_goes_back(rate, curvatures):
    """the quotient is rounded to the nearest whole number, and then 1 is subtracted. Where it was rounded down, that is
    one too few: subtract 1 from what is rounded *up*.
    """
    return max(0, round(2 / (rate * max(curvatures))) - 1)


def subtracts_each_time(rate, curvatures):
    """answers that should be above 0 come out 1 too small where 2 / (rate · c) is no whole number, as where 1 is
    subtracted from its whole part each time. There, the whole part itself is the answer.
    """
    return max(0, int(2 / (rate * max(curvatures))) - 1)


def subtracts_each_time_and_goes_below_zero(rate, curvatures):
    return int(2 / (rate * max(curvatures))) - 1


subtracts_each_time_and_goes_below_zero.__doc__ = subtracts_each_time.__doc__


def at_least_one(rate, curvatures):
    """one worker is returned where not even one converges. The answer there is 0."""
    return max(1, reference(rate, curvatures))


def scales_by_the_root(rate, curvatures):
    """the answers come out as if the rate grew with the *root* of the number of workers. It grows with the number
    itself.
    """
    return math.ceil((2 / (rate * max(curvatures))) ** 2) - 1


def stops_at_a_hundred(rate, curvatures):
    """large numbers of workers come out too small, as where a search stops at a limit. With a small rate there may be
    thousands: go on until one fails, or divide.
    """
    return min(reference(rate, curvatures), 100)


def is_stopped_early(case, answer):
    """Whether all small numbers are right, and of those above some limit none is reached."""
    right = exercise.right_answer(case)
    return answer == right or (right > 30 and isinstance(answer, int) and 30 <= answer < right)


KEPT_BELOW_ONE = (
    "W · rate · c goes no further than 1, where 2 is the bound. Between 1 and 2 a step jumps over the minimum and "
    "still ends nearer to it: the factor 1 − W · rate · c lies between −1 and 0."
)
ONE_TOO_SMALL = (
    "answers that should be above 0 come out one too small, as where 1 is subtracted twice. The answer is the largest "
    "W for which W · rate · c is below 2."
)

CASES = [
    (0.5, [1.0]),
    (0.25, [2.0]),
    (0.3, [0.5, 1.5]),
    (0.1, [3.0, 0.2, 0.7]),
    (0.125, [0.5, 1.0, 0.25]),
    (1.5, [1.0, 2.0]),
    (0.07, [0.9, 1.1]),
    (1.25, [0.5, 0.9]),
    (0.03, [9.0, 10.0, 2.0]),
    (0.05, [0.3, 0.9]),
    (0.013, [0.7]),
    (0.002, [0.9, 0.3]),
]

exercise = Exercise(
    id="15.4",
    title="Where linear scaling breaks",
    name="most_workers",
    reference=reference,
    cases=[
        Case(f"rate {rate}, curvatures {curvatures}", lambda r=rate, c=curvatures: (r, list(c)))
        for rate, curvatures in CASES
    ],
    demands=[
        Demand(
            "`most_workers(rate, curvatures)` returns the largest number of workers W for which a rate of W · `rate` "
            "shrinks the distance from the minimum in *every* direction",
            takes_the_flattest,
        ),
        Demand("a whole number", leaves_the_quotient),
        Demand("0, where even one worker makes it grow", at_least_one),
        Demand("a distance that stays the same has not shrunk", counts_the_bound),
    ],
    alternatives=[at_once, by_the_factors, direction_by_direction],
    misconceptions=[
        tries_powers_of_two,
        counts_the_bound,
        leaves_the_quotient,
        leaves_the_quotient_above_one,
        rounds_to_the_nearest,
        rounds_and_goes_back,
        subtracts_each_time,
        subtracts_each_time_and_goes_below_zero,
        at_least_one,
        scales_by_the_root,
        stops_at_a_hundred,
    ],
    recognise={stops_at_a_hundred: is_stopped_early},
    slips=[
        Slip(
            "the *smallest* curvature decides, as by `min`, or where one direction that comes nearer is taken to be "
            "enough. The steepest direction diverges first: take the largest.",
            ("max(curvatures)", "min(curvatures)"),
        ),
        Slip(
            "the mean of the curvatures decides. One direction that diverges is enough: take the largest.",
            ("max(curvatures)", "(sum(curvatures) / len(curvatures))"),
        ),
        Slip(
            "the first curvature decides. Any direction may be the steepest: take the largest.",
            ("max(curvatures)", "curvatures[0]"),
        ),
        Slip(
            "the last curvature decides. Any direction may be the steepest: take the largest.",
            ("max(curvatures)", "curvatures[-1]"),
        ),
        Slip(
            "the smallest curvature and the largest are added, as in 2 / (smallest + largest), the rate that makes the "
            "distance shrink most quickly. Only the largest bounds the rates at which it shrinks at all.",
            ("max(curvatures)", "(min(curvatures) + max(curvatures))"),
        ),
        Slip(
            "the curvatures are added. Each direction goes its own way: only the largest counts.",
            ("max(curvatures)", "sum(curvatures)"),
        ),
        Slip(KEPT_BELOW_ONE, ("< 2", "< 1")),
        Slip(KEPT_BELOW_ONE, ("< 2", "<= 1")),
        Slip(
            "the first number of workers is returned at which it does *not* converge. Go back by one.",
            ("return workers", "return workers + 1"),
        ),
        Slip(ONE_TOO_SMALL, ("return workers", "return workers - 1")),
        Slip(ONE_TOO_SMALL, ("return workers", "return max(0, workers - 1)")),
        Slip(
            "the rate is returned. The number of workers was asked for, by which the rate is multiplied.",
            ("return workers", "return workers * rate"),
        ),
        Slip("the rate is left out.", (" * rate", "")),
        Slip("the rate is squared.", (" * rate", " * rate * rate")),
        Slip("the curvature is left out.", (" * max(curvatures)", "")),
        Slip(
            "the answers grow with the curvature, as where W · rate is divided by it. The steeper the bowl, the "
            "smaller the rate has to be: W · rate · c is to stay below 2.",
            (" * max", " / max"),
        ),
        Slip(
            "the bound is 4 instead of 2, as where the curvature is halved. The factor is 1 − W · rate · c.",
            ("< 2", "< 4"),
        ),
    ],
)

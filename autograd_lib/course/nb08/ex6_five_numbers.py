"""Exercise 8.6: five numbers of a training run, found without running it."""

from autograd_lib.course.tables import table

TOLERANCE = 1e-3

UPDATES, LAST = "updates in an epoch", "points in the last batch"
MOMENTUM, ADAM, DECAYED = "momentum, in the long run", "Adam, first step", "the weight after 10 steps"


def reference():
    points, size = 250, 32
    full, rest = divmod(points, size)
    velocity = 0.0
    for _ in range(1000):
        velocity = 0.9 * velocity + 3
    mean, square = 0.1 * 0.0004 / (1 - 0.9), 0.001 * 0.0004**2 / (1 - 0.999)
    weight = 2.0
    for _ in range(10):
        weight -= 0.1 * (0.5 * weight)
    return {
        UPDATES: full + (rest > 0),
        LAST: rest,
        MOMENTUM: 0.02 * velocity,
        ADAM: 0.01 * mean / (square**0.5 + 1e-8),
        DECAYED: weight,
    }


def leaves_out_the_last_batch():
    """the points that are left over are forgotten. 7 batches of 32 are 224 points; the other 26 are a batch too."""
    return reference() | {UPDATES: 7}


def divides_exactly():
    """250 is divided by 32 and not rounded up. There is no 0.8125 of an update: the last, smaller batch makes a whole
    one.
    """
    return reference() | {UPDATES: 250 / 32}


def counts_what_is_missing():
    """the last batch is counted by what is missing from 32, not by what it has."""
    return reference() | {LAST: 6}


def takes_one_gradient():
    """only the newest gradient is counted, 0.02 · 3. The velocity still holds nine tenths of the one before, nine
    tenths of nine tenths of the one before that, and so on: 1 + 0.9 + 0.81 + … = 10 gradients.
    """
    return reference() | {MOMENTUM: 0.06}


def takes_two_gradients():
    """the sum stops at the previous gradient, 1 + 0.9. It goes on: 1 + 0.9 + 0.81 + … = 1/(1 - 0.9)."""
    return reference() | {MOMENTUM: 0.02 * 3 * 1.9}


def steps_by_the_gradient():
    """Adam is taken for plain descent, 0.01 · 0.0004. Adam divides by the gradient's own size: after one step the
    corrected mean is g and the root of the corrected mean square is |g|.
    """
    return reference() | {ADAM: 0.01 * 0.0004}


def forgets_to_correct():
    """the means are not corrected: 0.1 g over the root of 0.001 g² is about 3.16. The correction makes it 1."""
    return reference() | {ADAM: 0.01 * 0.1 / 0.001**0.5}


def shrinks_in_a_straight_line():
    """the 0.1 of the first step is taken off ten times. Each step takes a twentieth of what is *left*: times 0.95."""
    return reference() | {DECAYED: 1.0}


def forgets_the_rate():
    """the learning rate is left out, and half of the weight is taken at each step. It is lr times half of it."""
    return reference() | {DECAYED: 2 * 0.5**10}


def stops_after_one_step():
    """only one step is taken."""
    return reference() | {DECAYED: 1.9}


SLIPS = (
    leaves_out_the_last_batch,
    divides_exactly,
    counts_what_is_missing,
    takes_one_gradient,
    takes_two_gradients,
    steps_by_the_gradient,
    forgets_to_correct,
    shrinks_in_a_straight_line,
    forgets_the_rate,
    stops_after_one_step,
)

exercise = table(
    id="8.6",
    title="Five numbers before a run",
    reference=reference,
    slips=SLIPS,
    tolerance=TOLERANCE,
)

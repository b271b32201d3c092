"""Exercise 7.5: five faults of a training loop, recognised from the curve of the loss alone."""

from autograd_lib.course.exercise import Gap, compare
from autograd_lib.course.nb07.curves import NAMES, RUNS
from autograd_lib.course.tables import table


def reference():
    return {letter: name for letter, (name, _) in RUNS.items()}


def swaps_explosions():
    """A and E are taken for each other. Uphill, every step makes it worse, from the first one on, and smoothly. Too
    large a rate jumps across the valley: now worse, now better, until it is thrown out.
    """
    return reference() | {"A": "uphill", "E": "rate too large"}


def waves_for_too_large():
    """the waves of C are taken for too large a rate. Overshooting goes to and fro from one step to the next; these
    waves take several steps to rise and to fall. Something has a memory: gradients that were never forgotten.
    """
    return reference() | {"C": "rate too large"}


def jumps_for_no_zero():
    """the jumps of A are taken for forgotten zeroing. That makes waves, which rise as high as they began and no higher;
    this curve never comes back.
    """
    return reference() | {"A": "no zero"}


def flat_for_too_small():
    """the straight line of D is taken for too small a rate. With a rate that is too small the loss falls a little in
    each step. Here it is the same number thirty times: nothing moves at all.
    """
    return reference() | {"D": "rate too small"}


def floor_for_too_small():
    """the floor of B is taken for too small a rate. A small rate makes the *whole* curve slow. This one falls fast, and
    then stops high above 0: it has arrived, at the bottom of another loss.
    """
    return reference() | {"B": "rate too small"}


def floor_for_fine():
    """B is taken for a run without a fault. It has stopped falling about fifty times as high as the dotted run."""
    return reference() | {"B": "fine"}


def judge(case, answer):
    for letter, name in answer.items():
        if name not in NAMES:
            return Gap(f"{letter}: {name!r} is none of the names. They are {', '.join(NAMES)}.")
    return compare(reference(), answer, 0, reveal=False)


SLIPS = (
    swaps_explosions,
    waves_for_too_large,
    jumps_for_no_zero,
    flat_for_too_small,
    floor_for_too_small,
    floor_for_fine,
)

exercise = table(
    id="7.5",
    title="Five curves",
    reference=reference,
    slips=SLIPS,
    judge=judge,
)

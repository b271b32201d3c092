"""Exercise 7.5: five faults of a training loop, recognised from the curve of the loss alone."""

from autograd_lib.course.exercise import Demand
from autograd_lib.course.nb07.curves import NAMES, RUNS
from autograd_lib.course.tables import table


def reference():
    return {letter: name for letter, (name, _) in RUNS.items()}


def named(letter, name, words):
    """The mistake of giving the curve with this letter that name."""

    def misnames():
        return reference() | {letter: name}

    misnames.__name__ = f"calls_{letter}_{name.replace(' ', '_')}"
    misnames.__doc__ = f"{letter} is called “{name}”. {words}"
    return misnames


def swaps_explosions():
    return reference() | {"A": "uphill", "E": "rate too large"}


def invents_a_name():
    """an entry is none of the seven names. Each is to be one of them, letter by letter."""
    return reference() | {"A": "exploding"}


def has_another_name(case, answer):
    return frozenset(letter for letter, name in answer.items() if name not in NAMES) or None


MISNAMED = [
    named(
        "A",
        "uphill",
        "Uphill, the loss grows in every step. A falls in the first three, and again and again later on.",
    ),
    named(
        "A",
        "no zero",
        "At the rate of the dotted run, that makes waves, which stay below where they began. A ends more than 10¹³ "
        "times as high as it began.",
    ),
    named("A", "fine", "It ends more than 10¹³ times as high as it began."),
    named("A", "rate too small", "A small rate is slow: it does not make the loss jump, and then explode."),
    named("A", "zero too late", "Then nothing would move, and the loss would be the same number in every step."),
    named("A", "all pairs", "That falls to a floor and stays there; A explodes."),
    named(
        "B",
        "rate too small",
        "A small rate makes the *whole* curve slow. B falls fast, and then stops high above 0: it has arrived, at the "
        "bottom of another loss.",
    ),
    named("B", "fine", "It has stopped falling about fifty times as high as the dotted run."),
    named(
        "B",
        "zero too late",
        "Then nothing would move, from the first step on. B falls from 34 to 6 before it stops.",
    ),
    named("B", "no zero", "That makes waves. B falls in every step, and then stays where it is."),
    named(
        "B",
        "rate too large",
        "That makes the loss jump, or explode. B falls in every step, and then stays where it is.",
    ),
    named("B", "uphill", "B goes down, from 34 to 6, and stays there."),
    named(
        "C",
        "rate too large",
        "That makes the loss jump, or explode. C makes waves of several steps, which neither explode nor die out. "
        "Something has a memory: gradients that were never forgotten.",
    ),
    named(
        "C",
        "fine",
        "A run without a fault settles. C swings to the end, far above the dotted run.",
    ),
    named("C", "all pairs", "That falls to a floor and stays there; C rises again and again."),
    named(
        "C",
        "rate too small",
        "A small rate makes the curve slow, and it falls in every step. C rises again and again.",
    ),
    named(
        "C",
        "zero too late",
        "Then nothing would move: the gradients would be 0 at every update. C moves a lot. Its gradients are never "
        "set to 0.",
    ),
    named("C", "uphill", "Uphill, the loss grows in every step. C falls about as often as it rises."),
    named(
        "D",
        "rate too small",
        "With a rate that is too small the loss falls a little in each step. Here it is the same number thirty times: "
        "nothing moves at all.",
    ),
    named(
        "D",
        "no zero",
        "Gradients that are never set to 0 add up, and the parameters swing. In D nothing moves: the gradients are 0 "
        "when they are used.",
    ),
    named("D", "all pairs", "That learns, down to a floor. D is flat from the first step on: nothing moves at all."),
    named("D", "fine", "It has not moved since the first step."),
    named("D", "rate too large", "That makes the loss jump. In D nothing moves at all."),
    named("D", "uphill", "Uphill, the loss grows. In D nothing moves at all."),
    named(
        "E",
        "rate too large",
        "Too large a rate makes the loss of this network jump: now worse, now better, or worse by leaps. E gets worse "
        "in every step, smoothly, from the first one on, as descent with the wrong sign does.",
    ),
    named(
        "E",
        "no zero",
        "At the rate of the dotted run, that makes waves: the loss falls again after each. E grows in every step.",
    ),
    named("E", "fine", "It grows in every step."),
    named(
        "E",
        "rate too small",
        "However small the rate is, a step against the gradient makes the loss smaller. E grows in every step.",
    ),
    named("E", "zero too late", "Then nothing would move, and the loss would be the same number in every step."),
    named("E", "all pairs", "That falls to a floor and stays there; E grows in every step."),
]

exercise = table(
    id="7.5",
    title="Five curves",
    side_road=True,
    reference=reference,
    demands=[
        Demand("`answer` names the fault of each curve, from `A` to `E`", swaps_explosions),
        Demand("each entry is one of the seven names", invents_a_name),
    ],
    mistakes=MISNAMED,
    others={invents_a_name: has_another_name},
)

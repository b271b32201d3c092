"""Exercise 11.1: five numbers of a classifier that has not learned anything yet."""

import math
from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, table, wrong_entry

LOSS = "the loss at first"
TRUE, OTHER = "the gradient of the true score", "the gradient of each other score"
WEIGHT = "the gradient of a weight: from a pixel with ink 0.5 to the true score"
AFTER = "p of the truth after one step"
INK, SQUARES = 0.5, 3  # of one pixel; the squares of all pixels, added up


def reference():
    p = 1 / 10
    return {LOSS: -math.log(p), TRUE: p - 1, OTHER: p, WEIGHT: (p - 1) * INK, AFTER: after_a_step()}


def after_a_step(rate=1.0, true=0.9, other=-0.1, factor=SQUARES + 1):
    """p of the true class, when its score has moved by rate · true · factor, and each other by rate · other · factor.

    A score moves by its own gradient times the square of each number that it is a sum of: the pixels, and 1 for the
    bias.
    """
    up, down = math.exp(rate * true * factor), math.exp(rate * other * factor)
    return up / (up + 9 * down)


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        LOSS,
        math.log(2),
        "log 2 is given, the loss of two classes that are equally likely. Here are ten, with 1/10 each.",
    ),
    entry(
        LOSS,
        1.0,
        "1 is given, as -log p to base 10 makes it. `np.log`, and every engine, takes the natural one.",
    ),
    entry(
        LOSS,
        math.log(0.1),
        "the minus in -log p is missing. A probability is below 1, so its logarithm is below 0.",
    ),
    entry(LOSS, 0.9, "1 - p is given, 0.9: the share of wrong answers. The loss is -log of what the truth is given."),
    entry(LOSS, 0.1, "the probability itself is given, 1/10. The loss is -log of it."),
    entry(
        LOSS,
        10 * math.log(10),
        "ten times the loss is given, as where those of all ten classes are added up. Only the true class counts.",
    ),
    entry(
        LOSS,
        math.log(10) / 10,
        "a tenth of the loss is given, as where it is divided by the number of classes, or multiplied by p. It is "
        "-log p alone.",
    ),
    entry(LOSS, math.log2(10), "the logarithm is that to base 2. `np.log`, and every engine, takes the natural one."),
    entry(
        LOSS,
        math.log(10) - 9 * math.log(0.9),
        "-log(1 - p) of the nine others is added, as for ten yes-or-no questions. Only -log p of the truth counts.",
    ),
    entry(LOSS, 10.0, "1/p is given, or the number of classes. The loss is the logarithm of it."),
    entry(LOSS, 0.0, "the loss is 0 at first. That would be a classifier that is sure of the truth."),
    entry(TRUE, 0.1, "the 1 at the target is left out. The gradient of a score is p, and p - 1 for the true one."),
    entry(TRUE, 0.9, "the sign is flipped. A step goes *against* the gradient, and the true score should rise."),
    entry(TRUE, -0.1, "the true score gets -p. It gets p - 1: what is missing to be sure."),
    entry(TRUE, -1.0, "the true score gets -1, without its own p. It gets p - 1: what is missing to be sure."),
    entry(TRUE, -10.0, "the slope of -log p by *p* is given, -1/p. Asked is the one by the score."),
    entry(TRUE, 0.0, "the true score is said to stay. It makes the truth likelier, so its gradient is not 0: p - 1."),
    entry(OTHER, 0.0, "the others are said to stay. They took their share, 0.1 each, and are pulled down."),
    entry(OTHER, -0.1, "the sign of the others is flipped. Their scores should fall, so their gradients are above 0."),
    entry(OTHER, 0.9, "each other score gets the whole 0.9. They share it: nine of them, with 0.1 each."),
    entry(OTHER, 0.1 / 9, "0.1 is shared among the other nine. Each of them has p = 0.1, and that is its gradient."),
    entry(
        OTHER,
        1 / 9,
        "1/9 is given, as where 1 is shared among nine. Ten equal scores give each 1/10, and that is its gradient.",
    ),
    entry(
        OTHER,
        0.9 / 10,
        "0.09 is given, as where 0.9 is shared among ten, or p·(1 - p) is taken. Each of the nine others has p = 0.1, "
        "and that is its gradient.",
    ),
    entry(OTHER, -0.9, "the others get -0.9, the gradient of the true score. Only that one has the 1 taken off."),
    entry(WEIGHT, -0.9, "the gradient of the score is given. A weight is multiplied by its pixel: times 0.5."),
    entry(WEIGHT, 0.5, "0.5 is the pixel, the *local* gradient. The score's own gradient is the other factor."),
    entry(WEIGHT, 0.45, "the sign is flipped. The true score should rise where there is ink: the gradient is below 0."),
    entry(WEIGHT, 0.05, "0.1 times the pixel is given. That belongs to the other scores; the true one's is p - 1."),
    entry(
        WEIGHT,
        -0.4,
        "-0.4 is given, as where the numbers are added, -0.9 + 0.5. A chain multiplies: the score's gradient times the "
        "pixel.",
    ),
    entry(WEIGHT, -1.8, "it is divided by the pixel. A chain multiplies: the score's gradient times the pixel."),
    entry(WEIGHT, -0.05, "-p times the pixel is given. The gradient of the true score is p - 1, not p or -p."),
    entry(WEIGHT, -0.5, "-1 times the pixel is given, or a rounded number. The true score's gradient is p - 1."),
    entry(WEIGHT, -0.9 * 3, "the gradient is multiplied by 3, the squares of *all* pixels. It is times its own, 0.5."),
    entry(WEIGHT, 0.0, "a weight that is 0 is given no gradient. Its pixel counts, not what it is itself."),
    entry(
        AFTER,
        after_a_step(factor=SQUARES),
        "the biases are left out. Each score has one, and it moves like the weight of a pixel that always has ink 1.",
    ),
    entry(
        AFTER,
        after_a_step(factor=1),
        "each score moves by its gradient, once, as where the scores take the step themselves, or the biases alone do. "
        "The weights move as well, each by its pixel, and so a score moves by its gradient times 3 + 1.",
    ),
    entry(
        AFTER,
        after_a_step(other=0.0),
        "only the true score is moved. The other nine fall at the same time, by 0.1 · 4 each.",
    ),
    entry(AFTER, 100 * after_a_step(), "p is given in percent. It is a number from 0 to 1."),
    entry(AFTER, -math.log(after_a_step()), "the loss after the step is given. Asked is p itself."),
    entry(
        AFTER,
        after_a_step(factor=INK**2 + 1),
        "a single pixel is counted, 0.25, and the bias. All pixels move the score: their squares add up to 3.",
    ),
    entry(
        AFTER,
        after_a_step(true=1.0),
        "about 0.90 is given, as where the true score is moved by 1 · 4, or the answer is rounded. The gradient of the "
        "true score is p - 1, and two decimals are asked for.",
    ),
    entry(AFTER, after_a_step(other=0.1), "the others rise as well. Their gradients are above 0: a step lowers them."),
    entry(AFTER, after_a_step(rate=-1.0), "the step goes *up* the slope. Against the gradient, the truth gains."),
    entry(AFTER, after_a_step(factor=math.sqrt(SQUARES) + 1), "the root of 3 is used. The squares add up to 3."),
    entry(
        AFTER,
        math.exp(3.6) / (math.exp(3.6) + math.exp(-0.4)),
        "only one other score is in the denominator of the softmax. There are nine.",
    ),
    entry(
        WEIGHT,
        -0.9 * 0.25,
        "the pixel is squared. A weight is multiplied by its pixel once, so its gradient has that factor once.",
    ),
    entry(AFTER, 0.1, "p stays as it was. The step makes the truth likelier: that is what it is for."),
]


def takes_the_other_logarithm_and_sign():
    """-1 is given, as the logarithm of p to base 10 makes it. The loss is minus the natural logarithm."""
    return reference() | {LOSS: -1.0}


def has_both_signs_wrong():
    """all gradients have the wrong sign, as if they were the steps. A step goes *against* the gradient."""
    return reference() | {TRUE: 0.9, OTHER: -0.1, WEIGHT: 0.45}


def has_both_signs_wrong_and_takes_the_step():
    """all gradients have the wrong sign, and after the step the truth is *less* likely. A step goes *against* the
    gradient: for the true score to rise, its gradient has to be below 0, p - 1.
    """
    return has_both_signs_wrong() | {AFTER: after_a_step(rate=-1.0)}


def swaps_the_two():
    """the two gradients stand in each other's line. The one score that is true gets p - 1, every other p."""
    return reference() | {TRUE: 0.1, OTHER: -0.9}


def divides_by_the_classes():
    """all gradients are a tenth of the right ones, as where the loss is divided by the number of classes. It is -log p
    of the truth alone, and the gradients of the scores are p - 1 and p.
    """
    return reference() | {TRUE: -0.09, OTHER: 0.01, WEIGHT: -0.045, AFTER: after_a_step(rate=0.1)}


def makes_it_sure():
    """one step makes it sure. A softmax never is: work out how far each score moves."""
    return reference() | {AFTER: 1.0}


def squares_the_sum_of_squares():
    """each score moves by its gradient times 10, as where the 3 is squared once more. It is the sum of the squares
    already: a score moves by its gradient times 3 + 1.
    """
    return reference() | {AFTER: after_a_step(factor=SQUARES**2 + 1)}


def has_nine_classes():
    """the softmax after the step is one of nine scores, the true one and eight others. There are ten."""
    up, down = math.exp(3.6), math.exp(-0.4)
    return reference() | {AFTER: up / (up + 8 * down)}


def near(mistake, distance):
    """Recognises p after the step by more digits than an answer needs: these numbers lie near one another."""
    return lambda case, answer: (
        frozenset([AFTER]) if math.isclose(answer[AFTER], mistake()[AFTER], rel_tol=0, abs_tol=distance) else None
    )


exercise = table(
    id="11.1",
    title="Before the first step",
    reference=reference,
    demands=[
        Demand("the loss, and the gradients of the scores", but(reference, LOSS, 2.5)),
        Demand("the gradient of that one weight", but(reference, WEIGHT, -0.5)),
        Demand("the probability that the truth gets after the step", but(reference, AFTER, 0.8)),
        Demand("two decimals right, or more", but(reference, AFTER, 0.87)),
    ],
    mistakes=[
        *MISTAKES,
        takes_the_other_logarithm_and_sign,
        has_both_signs_wrong,
        has_both_signs_wrong_and_takes_the_step,
        swaps_the_two,
        divides_by_the_classes,
    ],
    others={
        makes_it_sure: near(makes_it_sure, 1e-9),
        squares_the_sum_of_squares: near(squares_the_sum_of_squares, 6e-5),
        has_nine_classes: near(has_nine_classes, 3e-4),
    },
    tolerance=2.5e-3,  # 2.3 and 0.86 will do
)

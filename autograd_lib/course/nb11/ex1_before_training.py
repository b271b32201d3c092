"""Exercise 11.1: five numbers of a classifier that has not learned anything yet."""

import math

from autograd_lib.course.tables import table

TOLERANCE = 2e-3  # 2.3 and 0.69 will do

LOSS = "the loss at first"
TRUE, OTHER = "the gradient of the true score", "the gradient of each other score"
TWO_LAYERS = "parameters of 64 → 128 → 10"
ONE_BLUNDER = "the loss, nine images with p = 1 and one with p = 0.001"


def reference():
    p = 1 / 10
    return {
        LOSS: -math.log(p),
        TRUE: p - 1,
        OTHER: p,
        TWO_LAYERS: (64 * 128 + 128) + (128 * 10 + 10),
        ONE_BLUNDER: (9 * -math.log(1) + -math.log(0.001)) / 10,
    }


def takes_two_classes():
    """there are two classes, and each has probability 1/2. Ten equal scores give each digit 1/10."""
    return reference() | {LOSS: math.log(2)}


def takes_the_other_logarithm():
    """the logarithm is that to base 10. `np.log`, and every engine, takes the natural one."""
    return reference() | {LOSS: 1.0}


def turns_the_sign_of_the_loss():
    """the minus in -log p is missing. A probability is below 1, so its logarithm is below 0 and the loss is above 0."""
    return reference() | {LOSS: math.log(0.1)}


def calls_ignorance_wrong():
    """the loss is taken for the share of wrong answers, 0.9. It is -log of the probability given to the truth."""
    return reference() | {LOSS: 0.9}


def forgets_the_target():
    """the 1 at the target is left out. The gradient of a score is p, and p - 1 for the one that is true."""
    return reference() | {TRUE: 0.1}


def pulls_the_truth_down():
    """the sign is flipped. A step goes *against* the gradient, and the true score should rise."""
    return reference() | {TRUE: 0.9}


def leaves_the_others_alone():
    """only the true score is moved. The others took their share of the probability, 0.1 each, and are pulled down."""
    return reference() | {OTHER: 0.0}


def pushes_the_others_up():
    """the sign of the others is flipped. Their scores should fall, so their gradients are above 0."""
    return reference() | {OTHER: -0.1}


def forgets_the_biases():
    """the weights are counted but the biases are not. Each neuron has one: 128, and 10."""
    return reference() | {TWO_LAYERS: 64 * 128 + 128 * 10}


def forgets_the_last_biases():
    """the ten scores have no biases. They are neurons like the others: 10 more."""
    return reference() | {TWO_LAYERS: 64 * 128 + 128 + 128 * 10}


def multiplies_all_the_way():
    """the three sizes are multiplied. A layer has as many weights as its inputs times its neurons; layers are added."""
    return reference() | {TWO_LAYERS: 64 * 128 * 10}


def adds_up_the_blunder():
    """the costs are added up but not divided by ten. The loss of a batch is a mean."""
    return reference() | {ONE_BLUNDER: -math.log(0.001)}


def counts_the_blunder():
    """the loss is taken for the share of wrong answers. It asks how sure the answer was: 0.001 for the truth costs 6.9,
    and p = 0.4 would have cost 0.9.
    """
    return reference() | {ONE_BLUNDER: 0.1}


SLIPS = (
    takes_two_classes,
    takes_the_other_logarithm,
    turns_the_sign_of_the_loss,
    calls_ignorance_wrong,
    forgets_the_target,
    pulls_the_truth_down,
    leaves_the_others_alone,
    pushes_the_others_up,
    forgets_the_biases,
    forgets_the_last_biases,
    multiplies_all_the_way,
    adds_up_the_blunder,
    counts_the_blunder,
)

exercise = table(
    id="11.1",
    title="Before the first step",
    reference=reference,
    slips=SLIPS,
    tolerance=TOLERANCE,
)

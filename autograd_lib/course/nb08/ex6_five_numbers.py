"""Exercise 8.6: five numbers of a training run, found without running it."""

import math
from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, table, wrong_entry

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


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        UPDATES,
        7,
        "the points that are left over are not counted. 7 batches of 32 are 224 points; the other 26 make one more "
        "batch.",
    ),
    entry(
        UPDATES,
        250 / 32,
        "250 is divided by 32 and not rounded up. There is no 0.8125 of an update: the last, smaller batch makes "
        "a whole one.",
    ),
    entry(UPDATES, 250, "250 is the number of points, as if each made an update. A batch of 32 makes one."),
    entry(
        UPDATES,
        32,
        "the size of a batch is given. The question is how many batches 250 points make, the last one smaller.",
    ),
    entry(LAST, 6, "the last batch is counted by what is missing from 32, not by what it has."),
    entry(LAST, 32, "the last batch is taken for a full one. Seven full batches hold 224 points, and 26 are left."),
    entry(
        LAST,
        250 / 32 % 1,
        "the rest is given as a part of a batch, 0.8125 of 32. The question is how many points.",
    ),
    entry(
        MOMENTUM,
        0.02 * 3,
        "the step is that of a single gradient, 0.02 · 3, as in plain descent, or where the velocity is an average. "
        "Here it adds: nine tenths of the gradient before, 0.81 of the one before that, and so on: 10 in all.",
    ),
    entry(
        MOMENTUM,
        0.02 * 3 * 1.9,
        "the sum stops at the previous gradient, 1 + 0.9. It goes on: 1 + 0.9 + 0.81 + … = 1/(1 - 0.9).",
    ),
    entry(
        MOMENTUM,
        0.6 * 0.9,
        "0.54 is given, what comes of 0.9 + 0.81 + …, as where the newest gradient is left out, or multiplied by 0.9, "
        "too. It counts in full: 1 + 0.9 + 0.81 + … = 1/(1 - 0.9).",
    ),
    entry(MOMENTUM, 3 / (1 - 0.9), "the velocity itself is given, 30. A step is lr times the velocity."),
    entry(MOMENTUM, 0.02 * 3 / 0.9, "it is divided by 0.9. The sum 1 + 0.9 + 0.81 + … is 1/(1 - 0.9)."),
    entry(
        MOMENTUM,
        0.02 * 3 * 0.9,
        "the gradient is multiplied by 0.9 once. It counts in full; those before it count, too.",
    ),
    entry(
        MOMENTUM,
        0.02 * 3 * (1 - 0.9),
        "the gradient is multiplied by 1 - 0.9, as in an average of one. Here the gradients are added, and 1 - 0.9 is "
        "what their sum is divided by.",
    ),
    entry(
        MOMENTUM,
        0.02 / (1 - 0.9),
        "the gradient is left out: lr/(1 - 0.9) would be right for a gradient of 1. Here it is 3.",
    ),
    entry(
        MOMENTUM,
        0.6 * (1 - 0.9**10),
        "the sum is cut off after ten gradients. It goes on for ever: 1 + 0.9 + 0.81 + … = 1/(1 - 0.9).",
    ),
    entry(LAST, 31, "31 is an eighth of the points, as if all batches were alike. Each is full, but for the last."),
    entry(MOMENTUM, -0.6, "the number has a sign. The question is how *far* a step goes: a distance."),
    entry(
        ADAM,
        0.01 * 0.0004,
        "0.000004 is the step of plain descent, 0.01 · 0.0004. Adam divides by the gradient's own size: after one step "
        "the corrected mean is g and the root of the corrected mean square is |g|.",
    ),
    entry(
        ADAM,
        0.01 * 0.1 / 0.001**0.5,
        "the means are not corrected: 0.1 g over the root of 0.001 g² is about 3.16. The correction makes it 1.",
    ),
    entry(ADAM, 0.01 * 0.1, "0.001 is lr/10, as where only the mean square is corrected, and the mean is 0.1 g."),
    entry(
        ADAM,
        0.01 / 0.001**0.5,
        "0.316 is lr/√0.001, as where only the mean is corrected, and the mean square is still 0.001 g². Both are.",
    ),
    entry(
        ADAM,
        0.01 / 0.0004,
        "25 is lr/g, as where it is divided by the mean square instead of by its root: g/g² is 2500, g/|g| is 1.",
    ),
    entry(ADAM, 1, "1 is m̂/√ŝ after one step. The step is lr times that."),
    entry(ADAM, 0.0004, "the gradient itself is given. Its size is divided away: what is left is lr."),
    entry(ADAM, -0.01, "Adam's step has a sign. The question is how *far* it goes: a distance."),
    entry(
        DECAYED,
        1.0,
        "the answer is 2 − 1, as where the 0.1 of the first step is taken off ten times. Each step takes a twentieth "
        "of what is *left*: times 0.95.",
    ),
    entry(
        DECAYED,
        1.5,
        "the answer is 2 − 0.5, as where lr · 0.5 = 0.05 is taken off ten times. Each step takes a twentieth of what "
        "is *left*: times 0.95.",
    ),
    entry(
        DECAYED,
        2 * 0.5**10,
        "the learning rate is left out, and half of the weight is taken at each step. It is lr times half of it.",
    ),
    entry(DECAYED, 1.9, "only one step is taken. There are ten."),
    entry(DECAYED, 2 * 0.95**9, "nine steps are taken. There are ten."),
    entry(DECAYED, 2 * 0.95**11, "eleven steps are taken. There are ten."),
    entry(DECAYED, 2 * 1.05**10, "the weight grows by a twentieth in each step. It is *subtracted*: times 0.95."),
    entry(
        DECAYED,
        2 * 0.9**10,
        "each step takes a tenth of the weight: that is lr alone, or the decay counted twice. It is lr · 0.5 = 0.05.",
    ),
    entry(
        DECAYED,
        0.95**10,
        "the share that is left is given, which would be the weight if it began at 1. It begins at 2.0.",
    ),
    entry(DECAYED, 2 - 2 * 0.95**10, "what the weight has lost is given. The question is what is left of it."),
    entry(
        DECAYED,
        2 * math.exp(-0.5),
        "the weight shrinks continuously, by e^(-0.5). The steps are ten separate ones: 0.95 to the tenth.",
    ),
    entry(
        DECAYED,
        2.0,
        "the weight stays. The loss does not pull at it, but weight decay adds 0.5 · weight.",
    ),
    entry(DECAYED, 0.0, "the weight is gone. Each step takes a twentieth of what is left, so it never is."),
]


exercise = table(
    id="8.6",
    title="Five numbers before a run",
    side_road=True,
    reference=reference,
    demands=[
        Demand("1 and 2: numbers of updates, and of points", but(reference, LAST, 25)),
        Demand("3 and 4: distances, with two digits right or more", but(reference, MOMENTUM, 0.5)),
        Demand("5: the weight, with three digits right or more", but(reference, DECAYED, 1.21)),
    ],
    mistakes=MISTAKES,
    tolerance=3e-3,
    near_zero=1e-6,
)

"""The five curves of exercise 7.5: one network, one task, and a training loop with something wrong in it."""

import math
import random

from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP

RATE, STEPS = 0.01, 30


def task():
    """Nine points of a sine wave, and a network that can follow it: 1 → 6 → 1, with a linear output."""
    xs = [[i / 2] for i in range(-4, 5)]
    return MLP(1, [6, 1], output="linear", rng=random.Random(1)), xs, [math.sin(x) for (x,) in xs]


def losses_of(rate=RATE, zero="before", all_pairs=False):
    """The losses of a run.

    Args:
        rate: the learning rate; below 0 it goes uphill.
        zero: when the gradients are set to 0: "before" the backward pass, "after" it, or "never".
        all_pairs: compare each prediction with every target, as arrays of the wrong shapes do.
    """
    model, xs, ys = task()
    history = []
    for _ in range(STEPS):
        predictions = [model(x) for x in xs]
        pairs = [(p, y) for p in predictions for y in ys] if all_pairs else zip(predictions, ys)
        loss = Value.sum([(p - y) ** 2 for p, y in pairs]) * (1 / len(ys) if all_pairs else 1)
        if zero == "before":
            model.zero_grad()
        loss.backward()
        if zero == "after":
            model.zero_grad()
        for parameter in model.parameters():
            parameter.data -= rate * parameter.grad
        history.append(loss.data)
    return history


NAMES = ("fine", "rate too small", "rate too large", "uphill", "no zero", "zero too late", "all pairs")

RUNS = {
    "A": ("rate too large", {"rate": 0.055}),
    "B": ("all pairs", {"all_pairs": True}),
    "C": ("no zero", {"zero": "never"}),
    "D": ("zero too late", {"zero": "after"}),
    "E": ("uphill", {"rate": -RATE}),
}


def five_curves():
    """Letter → losses."""
    return {letter: losses_of(**fault) for letter, (_, fault) in RUNS.items()}


def right_curve():
    """The losses of the run in which nothing is wrong."""
    return losses_of()

"""Small data sets, and the two things that are done with data before training: holding some out, and batches.

Points come as lists of floats and targets as floats, so that they can be printed, and given to a model as they are.
Whatever is random is given its seed.
"""

import math
import random
from numbers import Integral, Real


def four_samples():
    """Four points with three numbers each, and their targets, -1 or 1: enough to watch a network learn by hand."""
    xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    return xs, [1.0, -1.0, -1.0, 1.0]


def xor():
    """The corners of a square, and 1 where exactly one of the two numbers is 1, else -1.

    No straight line separates the two classes, so one neuron cannot learn it. The targets are -1 and 1 as everywhere
    here, which suits tanh and hinge; (y + 1) / 2 makes them the 0 and 1 that a cross-entropy takes.
    """
    return [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]


def moons(n=100, noise=0.1, seed=0):
    """Two half circles that reach into each other: n points in the plane, with targets -1 and 1.

    Args:
        n: how many points, half of them on each moon.
        noise: the standard deviation of what is added to both coordinates.
        seed: the same seed gives the same points.
    """
    if not isinstance(n, Integral) or n < 2:
        raise ValueError(f"n is a whole number of points, at least 2: got {n!r}")
    if not isinstance(noise, Real) or not 0 <= noise < math.inf:
        raise ValueError(f"noise is a finite number >= 0, got {noise!r}")
    # Here and not above: it takes longer to import than everything else together.
    from sklearn.datasets import make_moons

    points, moon = make_moons(n_samples=n, noise=noise, random_state=seed)
    return points.tolist(), [float(2 * which - 1) for which in moon]


def split(xs, ys, held_out=0.25, seed=0):
    """The data in two parts, shuffled: one to train on, and one that training never sees.

    Args:
        xs, ys: points and targets.
        held_out: the share that is held out, between 0 and 1; rounded, and at least one point for each part.
        seed: the same seed gives the same split.

    Returns:
        (train_xs, train_ys), (held_out_xs, held_out_ys)
    """
    check_paired(xs, ys)
    if not isinstance(held_out, Real) or not 0 < held_out < 1:
        raise ValueError(f"held_out is a share of the points, between 0 and 1: got {held_out!r}")
    if len(xs) < 2:
        raise ValueError("one point alone cannot be split in two parts")
    order = list(range(len(xs)))
    random.Random(seed).shuffle(order)
    count = min(max(round(held_out * len(xs)), 1), len(xs) - 1)
    return chosen(xs, ys, order[count:]), chosen(xs, ys, order[:count])


def batches(xs, ys, size, rng=None):
    """The data in a new random order, cut into batches: a list of (xs, ys). Each point comes once.

    Args:
        size: points in a batch; the last one may have fewer.
        rng: a `random.Random`, or None for the global `random`.
    """
    check_paired(xs, ys)
    if not isinstance(size, Integral) or size < 1:
        raise ValueError(f"size is a whole number of points > 0, got {size!r}")
    rng = random if rng is None else rng
    if not hasattr(rng, "shuffle"):
        raise TypeError(f"rng is a generator such as random.Random(42), or None; got {rng!r}")
    order = list(range(len(xs)))
    rng.shuffle(order)
    return [chosen(xs, ys, order[start : start + size]) for start in range(0, len(order), size)]


def chosen(xs, ys, places):
    return [xs[i] for i in places], [ys[i] for i in places]


def check_paired(xs, ys):
    if len(xs) != len(ys) or not len(xs):
        raise ValueError(f"as many points as targets, at least one: got {len(xs)} and {len(ys)}")

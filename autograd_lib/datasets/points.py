"""Small sets of points and of images, and two steps that come before training: holding some out, and batches.

Points are lists of floats and targets are floats, so that they can be printed and passed to a model as they are.
Images are arrays, for models that take a whole batch at once. Everything random takes a seed or a generator.
"""

import math
import random
from numbers import Integral, Real

import numpy as np


def four_samples():
    """Four points of three numbers each, and their targets, -1 or 1: few enough to follow the training by hand."""
    xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    return xs, [1.0, -1.0, -1.0, 1.0]


def xor():
    """The corners of a square; the target is 1 where exactly one of the two numbers is 1, else -1.

    No straight line separates the two classes, so one neuron cannot learn them. The targets are -1 and 1, as for the
    other sets of points, which suits tanh and the hinge loss; (y + 1) / 2 turns them into the 0 and 1 that a
    cross-entropy takes.
    """
    return [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]


def moons(n=100, noise=0.1, seed=0):
    """Two interleaving half circles: n points in the plane, with targets -1 and 1.

    They are those of scikit-learn's `make_moons`, to the last digit, without the seconds that it takes to import.

    Args:
        n: how many points, half of them on each moon.
        noise: the standard deviation of the normal noise that is added to both coordinates.
        seed: the same seed gives the same points.

    Raises:
        ValueError: n is not a whole number >= 2, or noise is not a finite number >= 0.
    """
    check_cloud(n, noise)
    upper, lower = np.linspace(0, np.pi, n // 2), np.linspace(0, np.pi, n - n // 2)
    xs = np.append(np.cos(upper), 1 - np.cos(lower))
    ys = np.append(np.sin(upper), 1 - np.sin(lower) - 0.5)
    rng, order = np.random.RandomState(seed), np.arange(n)
    rng.shuffle(order)
    points = np.column_stack([xs, ys])[order] + rng.normal(scale=noise, size=(n, 2))
    return points.tolist(), [1.0 if i >= n // 2 else -1.0 for i in order]


def circles(n=100, noise=0.08, seed=0):
    """Two concentric circles, of radius 0.5 (target 1) and 1 (target -1): n points, half of them on each.

    The arguments and errors are those of `moons`.
    """
    check_cloud(n, noise)
    rng, xs, ys = random.Random(seed), [], []
    for i in range(n):
        inner, angle = i % 2, rng.uniform(0, 2 * math.pi)
        radius = 0.5 if inner else 1.0
        xs.append([radius * math.cos(angle) + rng.gauss(0, noise), radius * math.sin(angle) + rng.gauss(0, noise)])
        ys.append(1.0 if inner else -1.0)
    return xs, ys


def spirals(n=200, noise=0.03, seed=0):
    """Two arms that wind around each other, one turn and a quarter each: n points, with alternating targets -1 and 1.

    An arm begins at a distance of 0.25 from the centre and ends at 1.5. The arguments and errors are those of `moons`.
    """
    check_cloud(n, noise)
    rng, xs, ys = random.Random(seed), [], []
    for i in range(n):
        turn = rng.uniform(0.25, 1.5)
        angle = 2 * math.pi * turn + (math.pi if i % 2 else 0.0)
        x, y = turn * math.cos(angle), turn * math.sin(angle)
        xs.append([x + rng.gauss(0, noise), y + rng.gauss(0, noise)])
        ys.append(1.0 if i % 2 else -1.0)
    return xs, ys


def digits(held_out=0.25, seed=0):
    """1,797 handwritten digits of 8 × 8 pixels, by 13 people (Alpaydin and Kaynak 1998), from scikit-learn.

    The split is random, so the same people wrote digits in both parts.

    Args:
        held_out: the share of images to hold out, as for `split`.
        seed: the same seed gives the same split.

    Returns:
        (train_images, train_targets), (held_out_images, held_out_targets). Images are float64 arrays (n, 8, 8), from 0
        (paper) to 1 (ink); targets are arrays of n integers, 0 to 9. For a convolution, which needs channels:
        `images.reshape(-1, 1, 8, 8)`.
    """
    # Imported only here, because it takes longer than all other imports together.
    from sklearn.datasets import load_digits

    data = load_digits()
    images, targets = data.images / 16, data.target.astype(np.int64)
    indices = range(len(images))
    (train, _), (others, _) = split(indices, indices, held_out, seed)
    return (images[train], targets[train]), (images[others], targets[others])


def check_cloud(n, noise):
    if not isinstance(n, Integral) or n < 2:
        raise ValueError(f"n is a whole number of points, at least 2: got {n!r}")
    if not isinstance(noise, Real) or not 0 <= noise < math.inf:
        raise ValueError(f"noise is a finite number >= 0, got {noise!r}")


def split(xs, ys, held_out=0.25, seed=0):
    """Shuffle the data and split it in two parts: one to train on, and one that training never sees.

    Args:
        xs, ys: points and targets.
        held_out: the share to hold out, between 0 and 1; rounded to whole points, at least one in each part.
        seed: the same seed gives the same split.

    Returns:
        (train_xs, train_ys), (held_out_xs, held_out_ys)

    Raises:
        ValueError: there are not as many points as targets, fewer than two points, or `held_out` is not such a share.
    """
    check_paired(xs, ys)
    if not isinstance(held_out, Real) or not 0 < held_out < 1:
        raise ValueError(f"held_out is a share of the points, between 0 and 1: got {held_out!r}")
    if len(xs) < 2:
        raise ValueError("one point alone cannot be split in two parts")
    order = list(range(len(xs)))
    random.Random(seed).shuffle(order)
    count = min(max(round(held_out * len(xs)), 1), len(xs) - 1)
    return pick(xs, ys, order[count:]), pick(xs, ys, order[:count])


def batches(xs, ys, size, rng=None):
    """Shuffle the data and cut it into batches, a list of (xs, ys). Each point comes once.

    Args:
        xs, ys: points and targets.
        size: points in a batch; the last one may have fewer.
        rng: a `random.Random`, or None for the global `random`.

    Raises:
        ValueError: there are not as many points as targets, no points, or `size` is not a whole number > 0.
        TypeError: `rng` is not a generator.
    """
    check_paired(xs, ys)
    if not isinstance(size, Integral) or size < 1:
        raise ValueError(f"size is a whole number of points > 0, got {size!r}")
    rng = random if rng is None else rng
    if not hasattr(rng, "shuffle"):
        raise TypeError(f"rng is a generator such as random.Random(42), or None; got {rng!r}")
    order = list(range(len(xs)))
    rng.shuffle(order)
    return [pick(xs, ys, order[start : start + size]) for start in range(0, len(order), size)]


def pick(xs, ys, indices):
    return [xs[i] for i in indices], [ys[i] for i in indices]


def check_paired(xs, ys):
    if len(xs) != len(ys) or not len(xs):
        raise ValueError(f"as many points as targets, at least one: got {len(xs)} and {len(ys)}")

"""The data sets of training live: points that are trained on and points that are held out, and the reader's changes."""

import math
import random

from autograd_lib import datasets

NOTHING = ([], [])


def xor(noise):
    """The four corners; with noise, fifty points around each of them, half of which are held out."""
    if not noise:
        return datasets.xor(), NOTHING
    corners, targets = datasets.xor()
    rng = random.Random(3)
    xs = [[x + rng.gauss(0, noise), y + rng.gauss(0, noise)] for _ in range(50) for x, y in corners]
    return datasets.split(xs, targets * 50, held_out=0.5)


# For each name the usual noise, and a function of the noise: the points to train on and those held out, as pairs
# (xs, ys). The four corners of XOR are all trained on: none can be spared.
DATA = {
    "XOR": (0.0, xor),
    "moons": (0.12, lambda noise: datasets.split(*datasets.moons(200, noise, seed=3), held_out=0.5)),
    "circles": (0.08, lambda noise: datasets.split(*datasets.circles(200, noise), held_out=0.5)),
    "spirals": (0.03, lambda noise: datasets.split(*datasets.spirals(400, noise), held_out=0.5)),
}
NOISES = (0.0, 0.03, 0.05, 0.08, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
MOST_POINTS = 1000


class Points:
    """The points of one data set. Each keeps its number while others come and go, so that a page can speak of it.

    Args:
        name, noise: which data, and the standard deviation of their noise; None for the usual one.

    Attributes: `train` and `held_out`, pairs (xs, ys) of lists; `noise`.
    """

    def __init__(self, name, noise=None):
        usual, make = DATA[name]
        self.noise = usual if noise is None else noise
        self.train, self.held_out = make(self.noise)
        self.numbers = [list(range(len(self.train[0])))]
        self.numbers.append([len(self.train[0]) + i for i in range(len(self.held_out[0]))])
        self.next = len(self.train[0]) + len(self.held_out[0])

    def rows(self):
        """Each point as (number, x, y, target, 1 if it is trained on)."""
        return [
            (number, *x, y, seen)
            for part, numbers, seen in zip((self.train, self.held_out), self.numbers, (1, 0))
            for number, x, y in zip(numbers, *part)
        ]

    def move(self, number, x, y):
        xs, _, _, i = self.find(number)
        xs[i][:] = checked_place(x, y)  # the same list, which a batch that is still to come may hold

    def add(self, x, y, target):
        """A new point to train on."""
        if target not in (-1, 1):
            raise ValueError(f"a point's target is -1 or 1, got {target!r}")
        if self.next >= MOST_POINTS:
            raise ValueError(f"there is room for {MOST_POINTS} points")
        place = checked_place(x, y)
        for part, new in zip((*self.train, self.numbers[0]), (place, float(target), self.next)):
            part.append(new)
        self.next += 1

    def remove(self, number):
        xs, ys, numbers, i = self.find(number)
        if xs is self.train[0] and len(xs) == 1:
            raise ValueError("the last point stays: something has to be trained on")
        for part in (xs, ys, numbers):
            del part[i]

    def find(self, number):
        for (xs, ys), numbers in zip((self.train, self.held_out), self.numbers):
            if number in numbers:
                return xs, ys, numbers, numbers.index(number)
        raise ValueError(f"there is no point {number!r}")


def checked_place(x, y):
    if not all(isinstance(v, (int, float)) and math.isfinite(v) for v in (x, y)):
        raise ValueError(f"a point is two finite numbers, got {x!r} and {y!r}")
    return [float(x), float(y)]

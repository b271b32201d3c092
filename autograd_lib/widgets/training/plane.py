"""The plane of a classifier: its points, and the scores that a network gives around them."""

from typing import NamedTuple

import numpy as np

from autograd_lib.nn.mlp import predict_many
from autograd_lib.plot.style import BLACK, BLUE, VERMILLION, scores_map

SIDE = 80  # scores along each side of a still picture
REACH = 1.5  # scores from here on have the full colour: the same in all pictures, so that they can be compared
PALE = 0.5  # how strong the colours are beneath the points
RING = 70  # matplotlib's size of a ring: its width in points, squared


class Answers(NamedTuple):
    """A network's answers: its scores, SIDE rows of SIDE from the bottom up, and for each point whether it is wrong."""

    scores: np.ndarray
    wrong: np.ndarray


class Plane:
    """Points to train on and points held out, and the part of the plane that shows them all.

    Args:
        train, held_out: pairs (xs, ys) with targets -1 and 1; ([], []) if no points are held out.

    Attributes: `points` and `positive`, the training points first, `corners` (lower left and upper right), `grid` (the
    points of the scores, row by row from the bottom up), `key` (what the marks mean, in a line).
    """

    def __init__(self, train, held_out):
        xs, ys = ([*a, *b] for a, b in zip(train, held_out))
        self.points, self.positive = np.array(xs), np.array(ys) > 0
        self.seen = np.arange(len(xs)) < len(train[0])
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        self.corners = low - 0.15 * (high - low), high + 0.15 * (high - low)
        self.x, self.y = (np.linspace(start, end, SIDE) for start, end in zip(*self.corners))
        self.grid = np.stack(np.meshgrid(self.x, self.y), axis=-1).reshape(-1, 2)
        self.size = min(4, max(0.6, 200 / len(xs)))  # few points are drawn larger
        self.key = f"● class 1   ▲ class −1{'   hollow: held out' if held_out[0] else ''}   ring: wrong side"

    def raster(self, side):
        """The middles of side × side squares that cover the plane, row by row from the top: pixels of a picture."""
        (left, bottom), (right, top) = self.corners
        share = (np.arange(side) + 0.5) / side
        xs, ys = left + share * (right - left), top - share * (top - bottom)
        return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)

    def ask(self, network):
        """The current answers of `network`."""
        with np.errstate(over="ignore", invalid="ignore"):  # a run that diverges is shown as far as it got
            scores = predict_many(network, self.grid).reshape(SIDE, SIDE)
            return Answers(scores, (predict_many(network, self.points) > 0) != self.positive)

    def draw_points(self, axes, scale=1.0):
        """Draw circles and triangles: filled for training points, hollow for held-out ones."""
        size = scale * self.size
        for members, colour, marker in ((self.positive, BLUE, "o"), (~self.positive, VERMILLION, "^")):
            hollow, filled = self.points[members & ~self.seen], self.points[members & self.seen]
            axes.scatter(*hollow.T, 18 * size, "white", marker=marker, edgecolors=colour, linewidths=1)
            axes.scatter(*filled.T, 28 * size, colour, marker=marker, edgecolors="white", linewidths=0.7)
        (left, bottom), (right, top) = self.corners
        axes.set(xlim=(left, right), ylim=(bottom, top))
        axes.locator_params(nbins=4)
        axes.tick_params(labelsize=9)

    def draw_answers(self, axes, answers, scale=1.0):
        """Draw the scores as colours, a line where they are 0, and a ring around each point on the wrong side."""
        (left, bottom), (right, top) = self.corners
        look = {"cmap": scores_map(), "vmin": -REACH, "vmax": REACH, "alpha": PALE, "interpolation": "bilinear"}
        axes.imshow(answers.scores, extent=(left, right, bottom, top), origin="lower", aspect="auto", **look)
        if answers.scores.min() < 0 < answers.scores.max():
            axes.contour(self.x, self.y, answers.scores, [0.0], colors=BLACK, linewidths=2)
        rings = self.points[answers.wrong].T
        axes.scatter(*rings, RING * scale * self.size, "none", edgecolors=BLACK, linewidths=1)

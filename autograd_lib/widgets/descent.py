"""The descent explorer: a learning rate can be too small, right or too large; where does it tip over?"""

import math
from copy import copy
from numbers import Real

import numpy as np

from autograd_lib.plot.style import BLACK, BLUE, GREEN, VERMILLION, in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.rates import rates
from autograd_lib.widgets.view import Front, errors_as_notice

START = -2.0  # the error at which a walk begins, in every direction, until the ball is dragged
FARTHEST = {1: [4.0], 2: [3.8, 2.8]}  # how far from the lowest point it can be dragged, by the number of directions
LONGEST = 100  # steps
LOWEST_RATE, HIGHEST_RATE = -3, 1  # powers of ten
STEEPEST = {1: 10.0, 2: 100.0}  # the largest curvature, by the number of directions
FLATTEST = 0.25  # the smallest curvature; its limit is a rate that can still be chosen
SMALLEST_LOSS, LARGEST_LOSS = 1e-300, 1e300  # so that the logarithm exists; the picture ends much earlier
NEARLY = 0.05  # a rate within this share of the best one counts as the best: stops may be that far apart
TINY = 1e-9  # a number below this is 0 with a rounding error
ROUND = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
LOOKS = (("across", VERMILLION, "-", "o"), ("along", BLUE, "--", "s"))


class DescentModel:
    """Gradient descent in a bowl: the path, the loss, and what each step does to the error.

    The error e is how far a parameter is from the lowest point. In a direction of curvature c the loss is ½·c·e² and
    its gradient c·e, so a step takes e to (1 − lr·c)·e: the same factor in every step.

    Args:
        curvatures: one number from 0.25 to 10, or two from 0.25 to 100, across and along, for a bowl in two directions.
        lr: the learning rate, from 0.001 to 10.
        steps: how many steps are taken, from 0 to 100.

    Attributes: `curvatures` (a list), `lr`, `steps`, and `start`, the error before the first step, for each direction.

    Raises:
        TypeError: an argument is not a number.
        ValueError: a number is not in its range, or there are more than two curvatures.
    """

    def __init__(self, curvatures=2.0, lr=0.1, steps=20):
        given = list(curvatures) if hasattr(curvatures, "__iter__") else [curvatures]
        if len(given) not in STEEPEST:
            raise ValueError(f"takes one curvature or two, got {len(given)}")
        check("lr", lr, 10**LOWEST_RATE, 10**HIGHEST_RATE)
        check("steps", steps, 0, LONGEST)
        for curvature in given:
            check("a curvature", curvature, FLATTEST, STEEPEST[len(given)])
        self.curvatures, self.lr, self.steps = [float(curvature) for curvature in given], lr, int(steps)
        self.start = [START] * len(given)
        self.rates, self.bowls = self.rates_on_offer(), self.curvatures_on_offer()

    def set_lr(self, lr):
        self.lr = lr

    def set_steps(self, steps):
        self.steps = steps

    def set_across(self, curvature):
        self.curvatures[0] = curvature

    def set_along(self, curvature):
        self.curvatures[1] = curvature

    def move_start(self, start):
        self.start = list(start)

    def show(self, lr, curvatures, steps, start):
        """All that the page can change, in one move: while many are on their way, the newest one is enough."""
        self.lr, self.curvatures, self.steps, self.start = lr, list(curvatures), steps, list(start)

    def rates_on_offer(self):
        """Two digits to a power of ten; and just below the limit of the first bowl, at it, just above, and the best."""
        edges = (0.99 * self.limit(), self.limit(), 1.01 * self.limit(), self.best())
        near = [float(f"{rate:.3g}") for rate in edges if 10**LOWEST_RATE <= rate <= 10**HIGHEST_RATE]
        return sorted({*rates(10**LOWEST_RATE, 10**HIGHEST_RATE, range(10, 100)), *near, self.lr})

    def curvatures_on_offer(self):
        """Round numbers, and the curvatures to begin with: of both, so that a bowl can be made round."""
        return sorted({*rates(FLATTEST, STEEPEST[len(self.curvatures)], ROUND), *self.curvatures})

    def limit(self):
        """The learning rate at which the error no longer shrinks: 2 / curvature, in the steepest direction."""
        return 2 / max(self.curvatures)

    def best(self):
        """The learning rate that shrinks the error most in each step: the one whose largest factor is smallest.

        In two directions it is the best in the long run. After a few steps another rate may have the lower loss,
        because the error across counts for more in the loss.
        """
        return 2 / (max(self.curvatures) + min(self.curvatures))

    def factors(self):
        """The factor by which each step multiplies the error, for each direction."""
        return [1 - self.lr * curvature for curvature in self.curvatures]

    def path(self):
        """The errors before the first step and after each one, as rows with a number for each direction."""
        rows = [self.start]
        for _ in range(self.steps):
            rows.append([e - self.lr * c * e for e, c in zip(rows[-1], self.curvatures)])
        return rows

    def losses(self):
        losses = []
        for row in self.path():
            loss = 0.0
            for e, c in zip(row, self.curvatures):
                loss += c * e * e / 2
            losses.append(loss)
        return losses

    moves = ("show",)

    def scene(self):
        """What never changes, for the front: what is on offer, and the limits of its axes."""
        directions = len(self.curvatures)
        names = ["curvature"] if directions == 1 else [f"curvature {name}" for name, *_ in LOOKS]
        return {
            **{"rates": self.rates, "bowls": self.bowls, "names": names, "longest": LONGEST},
            **{"usual": [START] * directions, "farthest": FARTHEST[directions]},
            "range": [10**LOWEST_RATE, 10**HIGHEST_RATE],
            **{"tiny": TINY, "nearly": NEARLY},
        }

    def state(self):
        """What the reader has chosen. The rest is a closed formula, which the front computes while the hand moves."""
        return {"lr": self.lr, "curvatures": self.curvatures, "steps": self.steps, "start": self.start}

    def text(self):
        return "\n".join([*self.steps_in_words(), self.rates_in_words(), self.walk_in_words()])

    def listing(self):
        """The same, and what other rates and bowls come to, for pages where nothing moves."""
        rates = sorted({self.limit() * share for share in (0.1, 0.5, 0.9, 0.99, 1.0, 1.01)} | {self.best()})
        lines = [f"lr = {lr:.4g}: {self.with_rate(lr)}" for lr in rates]
        if len(self.curvatures) == 2:
            lowest = min(self.rates, key=lambda lr: self.loss_after(LONGEST, lr))
            lines.append(f"of the rates on the slider, {lowest:.4g} has the lowest loss after {LONGEST} steps")
            lines += [self.with_bowl(along) for along in (FLATTEST, self.curvatures[1], self.curvatures[0])]
        return "\n".join([self.text(), *lines])

    def with_rate(self, lr):
        factors = ", ".join(f"{1 - lr * curvature:z.4g}" for curvature in self.curvatures)
        name = "factor" if len(self.curvatures) == 1 else "factors"
        return f"{name} {factors}; loss after {LONGEST} steps {self.loss_after(LONGEST, lr):.4g}"

    def with_bowl(self, along):
        """The best rate, if the curvature along were another one."""
        best = 2 / (self.curvatures[0] + along)
        return f"curvature along {along:.4g}: the best rate is {best:.4g}, with factors of ±{abs(1 - best * along):.4g}"

    def loss_after(self, steps, lr):
        """The loss of a walk with this rate."""
        other = copy(self)
        other.lr, other.steps = lr, steps
        return other.losses()[-1]

    def steps_in_words(self):
        facts = [f"lr = {self.lr:.4g}"]
        names = ["", ""] if len(self.curvatures) == 1 else [f"{name}: " for name, *_ in LOOKS]
        for name, curvature, factor in zip(names, self.curvatures, self.factors()):
            product = f"1 − {self.lr:.4g} · {curvature:.4g} = {factor if abs(factor) > TINY else 0:.4g}"
            facts.append(f"{name}each step takes the error times {product}: {fate(factor)}")
        return facts if len(facts) == 3 else [": ".join(facts)]

    def rates_in_words(self):
        limit = f"tips over at 2 / {max(self.curvatures):.4g} = {self.limit():.4g}"
        if len(self.curvatures) == 1:
            return f"{limit}; the best rate is half of that, {self.best():.4g}"
        if abs(self.lr / self.best() - 1) > NEARLY:
            return limit  # the best rate is the reader's to find
        both = " + ".join(f"{curvature:.4g}" for curvature in self.curvatures)
        return f"{limit}; in the long run the best is 2 / ({both}) = {self.best():.4g}: both factors of one size"

    def walk_in_words(self):
        losses = self.losses()
        ends = [f"{error:z.4g}" for error in self.path()[-1]]
        if len(ends) == 2:
            ends = [f"{name} {end}" for (name, *_), end in zip(LOOKS, ends)]
        count = "1 step" if self.steps == 1 else f"{self.steps} steps"
        loss = f"{losses[-1]:.4g}" if math.isfinite(losses[-1]) else "too large for a float"
        return f"after {count}: error {', '.join(ends)}; loss {loss}, at first {losses[0]:.4g}"

    @in_our_style
    def figure(self):
        figure = new_figure(7, 2.9)
        walk, losses, factors = figure.subplots(1, 3)
        figure.subplots_adjust(left=0.075, right=0.985, bottom=0.19, top=0.88, wspace=0.42)
        draw_walk = self.draw_parabola if len(self.curvatures) == 1 else self.draw_valley
        draw_walk(walk)
        self.draw_losses(losses)
        self.draw_factors(factors)
        for axes in figure.axes:
            axes.tick_params(labelsize=9)
            axes.title.set_size(11)
            axes.xaxis.label.set_size(10)
            axes.yaxis.label.set_size(10)
        return figure

    def draw_parabola(self, axes):
        """Plot the loss against the error, and the walk on that curve."""
        [curvature] = self.curvatures
        errors = np.linspace(-5, 5, 81)
        path = np.array(self.path())[:, 0]
        axes.plot(errors, curvature * errors**2 / 2, color=BLACK, linewidth=1)
        axes.plot(path, self.losses(), "o-", color=VERMILLION, markersize=4, linewidth=1)
        axes.plot(path[0], self.losses()[0], "s", color=BLUE, markersize=7)
        axes.set(title="the walk", ylabel="loss", xlabel="error", xlim=(-5, 5), ylim=(-0.5, 22), xticks=(-4, 0, 4))

    def draw_valley(self, axes):
        """Plot the contour lines of the loss, and the walk among them."""
        across, along = self.curvatures
        angles = np.linspace(0, 2 * math.pi, 73)
        for share in (1 / 64, 1 / 16, 1 / 4, 1, 4):
            reach = math.sqrt(2 * share * self.losses()[0])
            axes.plot(
                reach / math.sqrt(along) * np.cos(angles),
                reach / math.sqrt(across) * np.sin(angles),
                color="#999999",
                linewidth=0.8,
            )
        path = np.array(self.path())
        axes.plot(path[:, 1], path[:, 0], "o-", color=VERMILLION, markersize=3, linewidth=1)
        axes.plot(path[0, 1], path[0, 0], "s", color=BLUE, markersize=7)
        axes.plot(0, 0, "+", color=BLACK, markersize=9)
        axes.set(title="the walk", xlabel="error along", ylabel="error across", xlim=(-3, 3), ylim=(-4, 4))
        axes.set(xticks=(-2, 0, 2), yticks=(-2, 0, 2))

    def draw_losses(self, axes):
        """Plot the loss by step, in powers of ten; the line may leave the picture."""
        shown = [math.log10(min(max(loss, SMALLEST_LOSS), LARGEST_LOSS)) for loss in self.losses()]
        axes.axhline(shown[0], color=BLACK, linewidth=0.8, linestyle=":")
        axes.plot(shown, "o-", color=GREEN, markersize=3, linewidth=1)
        axes.set_yticks((-8, -4, 0, 4, 8), ("10⁻⁸", "10⁻⁴", "1", "10⁴", "10⁸"))
        axes.set(title="loss by step", xlabel="step", ylim=(-9.5, 9.5), xlim=(-1, max(self.steps, 20) + 1))

    def draw_factors(self, axes):
        """Plot the size of the factor against the learning rate, and mark where it is above 1."""
        powers = np.linspace(LOWEST_RATE, HIGHEST_RATE, 161)
        axes.axhspan(1, 2, facecolor="#EEEEEE", edgecolor="#AAAAAA", hatch="///", linewidth=0)
        for curvature, factor, (_, colour, dashes, marker) in zip(self.curvatures, self.factors(), LOOKS):
            axes.plot(powers, abs(1 - 10**powers * curvature), dashes, color=colour, linewidth=1.8)
            end = (1.93, "^") if abs(factor) > 2 else (abs(factor), marker)
            axes.plot(math.log10(self.lr), *end, color=colour, markersize=8, clip_on=False)
        axes.axvline(math.log10(self.limit()), color=BLACK, linewidth=1.2, linestyle=":")
        axes.set(
            title=f"limit {self.limit():.4g}", xlabel="learning rate", ylabel="|factor|", ylim=(0, 2), yticks=(0, 1, 2)
        )
        axes.set(xlim=(LOWEST_RATE, HIGHEST_RATE))
        axes.set_xticks((-3, -2, -1, 0, 1), ("0.001", "0.01", "0.1", "1", "10"))


def fate(factor):
    """In words, how an error develops that is multiplied by the same factor in every step."""
    if abs(factor) < TINY:
        return "it is gone in one step"
    if abs(factor + 1) < TINY:
        return "it changes its sign, and nothing else"
    if factor < -1:
        return "it changes its sign and grows"
    return "it changes its sign and shrinks" if factor < 0 else "it shrinks, and keeps its sign"


def check(name, given, low, high):
    if not isinstance(given, Real):
        raise TypeError(f"{name} is a number, got {given!r}")
    if not low <= given <= high:
        raise ValueError(f"{name} is a number from {low:g} to {high:g}, got {given:g}")


class DescentFront(Front):
    """The walk, the loss by step, and the factor by rate; the ball and the rate are dragged in them."""

    _esm = module("descent")


@errors_as_notice
def descent_explorer(curvatures=2.0, lr=0.1, steps=20):
    """A widget to drag the ball along the bowl and the learning rate along its factor, and to see the walk.

    The arguments are those of `DescentModel`.
    """
    return DescentFront(DescentModel(curvatures, lr, steps))

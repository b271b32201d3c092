"""The tangent explorer: what happens to the secant, and to its error, as h shrinks?"""

import copy
import math
from numbers import Real

import numpy as np

from autograd_lib.checks.gradcheck import central_difference
from autograd_lib.picture import from_figure
from autograd_lib.plot.style import BLACK, BLUE, VERMILLION, in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

# From 2 down to 1e-14, four to a power of ten. With 1, 0.1, 0.01, … alone, all rounding errors happen to be alike.
STEPS = [2.0, *(float(f"{10 ** (-k / 4):.2g}") for k in range(57))]
SIDES = ("forward", "central")


class TangentModel:
    """A curve, the secant through two of its points, and the error of the secant's slope.

    Args:
        f: a function from number to number.
        df: its derivative, worked out by hand: the truth that slopes are compared with.
        x: where the slope is measured.
        name: how to write f, as in "x³".

    Attributes: `x`, `h` and `side` ("forward": the points at x and x + h; "central": at x − h and x + h), and
    `smallest`, for each side the smallest h so far. The error is drawn only down to there, so that there is something
    left to find out.

    Raises:
        TypeError: f or df is not a function, or x is not a number.
        ValueError: f or df has no finite value at x.
    """

    def __init__(self, f, df, x=2.0, name="f(x)"):
        if not callable(f) or not callable(df):
            raise TypeError(f"takes a function and its derivative, got {f!r} and {df!r}")
        if not isinstance(x, Real):
            raise TypeError(f"x is a number, got {x!r}")
        self.f, self.df, self.name = f, df, name
        self.h, self.side = STEPS[0], SIDES[0]
        self.smallest = dict.fromkeys(SIDES, math.inf)
        self.move_h(self.h)
        self.move_x(x)

    def move_x(self, x):
        """Measure the slope at x; a ValueError if the function or its derivative has no finite value there."""
        self.value, self.truth = (finite(g, x, name) for g, name in ((self.f, self.name), (self.df, "its derivative")))
        self.x = x

    def move_h(self, h):
        self.h = h
        self.smallest[self.side] = min(h, self.smallest[self.side])

    def choose(self, side):
        self.side = side
        self.move_h(self.h)

    def ends(self, h=None):
        """The x of both points of the secant."""
        h = self.h if h is None else h
        return (self.x - h if self.side == "central" else self.x), self.x + h

    def slope(self, h=None):
        """The slope of the secant; NaN if the function has no value at one of its points."""
        h = self.h if h is None else h
        try:
            if self.side == "central":
                return central_difference(self.f, self.x, h)
            return (self.f(self.x + h) - self.value) / h
        except (ValueError, ArithmeticError):
            return math.nan

    def error(self, h=None):
        return abs(self.slope(h) - self.truth)

    moves = ("move_x", "move_h", "choose")

    def scene(self):
        """What never changes, for the front."""
        return {"name": self.name, "steps": STEPS, "sides": list(SIDES), "start": self.x}

    def state(self):
        """All that the front draws: the curve near x, both points of the secant, and the errors seen so far."""
        reach = 1.6 * max(self.h, 0.02)
        xs = np.linspace(self.x - reach, self.x + reach, 81).tolist()
        first, second = self.ends()
        seen = [h for h in STEPS if h >= self.smallest[self.side]]
        return {
            **{"x": self.x, "h": self.h, "side": self.side, "value": self.value, "truth": self.truth},
            "slope": or_none(self.slope()),
            "ends": [first, second],
            "heights": [or_none(value_or_nan(self.f, x)) for x in (first, second)],
            "curve": [xs, [or_none(value_or_nan(self.f, x)) for x in xs]],
            "errors": [seen, [or_none(self.error(h)) or None for h in seen]],
            "error": or_none(self.error()),
            "text": self.text(),
        }

    def text(self):
        slope = self.slope()
        if math.isnan(slope):
            return f"{self.name} has no value at one of the points {self.ends()[0]:g} and {self.ends()[1]:g}: no slope."
        return (
            f"slope of {self.name} at x = {self.x:g}, {self.side} difference with h = {self.h:g}: {slope:.10g}\n"
            f"the derivative: {self.truth:.10g}; error: {size(self.error())}"
        )

    @in_our_style
    def figure(self):
        figure = new_figure(7, 3.3)
        curve, errors = figure.subplots(1, 2)
        figure.subplots_adjust(left=0.09, right=0.98, bottom=0.16, top=0.9, wspace=0.3)
        self.draw_curve(curve)
        self.draw_errors(errors)
        return figure

    def draw_curve(self, axes):
        """Plot the curve, its tangent and the secant, close enough to see both points, down to h = 0.02."""
        reach = 1.6 * max(self.h, 0.02)
        xs = np.linspace(self.x - reach, self.x + reach, 81)
        ys = [value_or_nan(self.f, x) for x in xs.tolist()]
        axes.plot(xs, ys, color=BLUE, linewidth=2, label=self.name)
        axes.plot(xs, self.value + self.truth * (xs - self.x), ":", color=BLACK, label="tangent")
        first, second = self.ends()
        start = value_or_nan(self.f, first)
        axes.plot(xs, start + self.slope() * (xs - first), "--", color=VERMILLION, label="through both")
        axes.plot([first, second], [start, value_or_nan(self.f, second)], "o", color=VERMILLION)
        # In the middle, because a power of ten may stand above the axis at the left.
        axes.set_title(f"h = {self.h:g}", loc="center", y=1.0)
        axes.set_xlabel("x")
        axes.legend(fontsize=9, loc="upper left")

    def draw_errors(self, axes):
        """Plot the error against h on logarithmic axes, and the current h."""
        seen = [h for h in STEPS if h >= self.smallest[self.side]]
        errors = [self.error(h) or math.nan for h in seen]
        axes.loglog(seen, errors, color=BLUE, linewidth=1, marker=".", label=self.side)
        axes.axvline(self.h, color=VERMILLION, linewidth=1, linestyle="--")
        axes.plot([self.h], [self.error() or math.nan], "o", color=VERMILLION, markersize=8)
        # The same range for all h, so that the axis does not give away how small the error will become.
        scale = max(1.0, abs(self.truth))
        axes.set(title=f"error {size(self.error())}", xlabel="h", xlim=(5e-15, 4), ylim=(1e-16 * scale, 100 * scale))


def draw_beside(axes, model):
    """Plot the errors of the other side over those that are there already."""
    errors = [model.error(h) or math.nan for h in STEPS]
    axes.loglog(STEPS, errors, color=VERMILLION, linewidth=1, linestyle=":", marker="x", markersize=4, label=model.side)
    axes.legend(fontsize=9, loc="upper center")


def size(error):
    """An error as text, in scientific notation if it is small."""
    return f"{error:.3g}" if error == 0 or error >= 0.01 else f"{error:.1e}"


def or_none(number):
    """A number for JSON, which knows neither NaN nor infinity."""
    return float(number) if math.isfinite(number) else None


def value_or_nan(f, x):
    try:
        return f(x)
    except (ValueError, ArithmeticError):
        return math.nan


def finite(f, x, name):
    """f(x), or a ValueError that says what came instead of a finite number."""
    try:
        y = f(x)
    except (ValueError, ArithmeticError) as error:
        raise ValueError(f"{name} has no value at x = {x:g} ({error}). Choose another x.") from error
    if not math.isfinite(y):
        raise ValueError(f"{name} is {y} at x = {x:g}. Choose another x.")
    return y


class TangentFront(Front):
    """The explorer. Where nothing can move, it shows the errors for all h on both sides, and the best h in words."""

    _esm = module("tangent")

    def still(self):
        now, facts, other = self.whole(self.model.side), [], None
        for side in SIDES:
            whole = self.whole(side)
            best = min((h for h in STEPS if whole.error(h) > 0), key=whole.error, default=None)
            if best is None:
                facts.append(f"{side}: the error is 0 at every h from 2 to 1e-14")
            else:
                error = size(whole.error(best))
                facts.append(f"{side}: of the steps from 2 to 1e-14 the error is smallest at h = {best:g}: {error}")
            other = whole if side != self.model.side else other
        figure = now.figure()
        draw_beside(figure.axes[1], other)
        return from_figure(figure, "\n".join([now.text(), *facts]))

    def whole(self, side):
        """The model with this side, and all errors seen."""
        whole = copy.copy(self.model)
        whole.smallest, whole.side = dict.fromkeys(SIDES, STEPS[-1]), side
        return whole


@errors_as_notice
def tangent_explorer(f, df, x=2.0, name="f(x)"):
    """A widget to drag a point along a curve and the secant's second point towards it, and to see the slope's error.

    The arguments are those of `TangentModel`.
    """
    return TangentFront(TangentModel(f, df, x, name))

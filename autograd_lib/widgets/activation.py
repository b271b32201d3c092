"""The activation explorer: where does a function stop passing on the gradient, and what is left after many in a row?"""

import math
from copy import copy
from numbers import Integral

import numpy as np

from autograd_lib.engine.value import Value
from autograd_lib.plot.style import BLACK, BLUE, GREEN, VERMILLION, in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

FUNCTIONS = {
    "tanh": Value.tanh,
    "sigmoid": Value.sigmoid,
    "relu": Value.relu,
    "leaky_relu": Value.leaky_relu,
    "softplus": Value.softplus,
    "sin": Value.sin,
    "exp": Value.exp,
}
LIMITS = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
DEEPEST = 30
REACH = 6  # x goes from -REACH to REACH
# Fine enough to catch every point at which a slope goes through 0, as that of sin does.
GRID = [i / 100 for i in range(-100 * REACH, 100 * REACH + 1)]
BOTTOM, TOP = -1.5, 2.5  # the same for all functions, so that steep ones look steeper
FAINTEST, LARGEST = 1e-21, 1e7
POWERS = ("10⁻²⁰", "10⁻¹⁵", "10⁻¹⁰", "10⁻⁵", "1", "10⁵")


class ActivationModel:
    """A function, its slope, the stretches where that slope is small, and the product of the slopes of many in a row.

    Args:
        more: further functions, a dict from names to functions of a Value that return a Value.
        x: the point at which value and slope are read, and the number that a row of functions begins with.
        in_a_row: how many functions a row has at first, up to 30; None to leave rows out.

    Attributes: `name`, `x`, `limit` (a slope closer to 0 than this counts as flat) and `depth` (how many in a row).

    Raises:
        TypeError: `more` is not a dict of functions of a Value, or `in_a_row` is not a whole number.
        ValueError: x is not from -6 to 6, or `in_a_row` not from 0 to 30.
    """

    def __init__(self, more=None, x=1.0, in_a_row=None):
        self.functions = FUNCTIONS | checked(more or {})
        if not -REACH <= x <= REACH:
            raise ValueError(f"x is a number from {-REACH} to {REACH}, got {x!r}")
        if in_a_row is not None and not isinstance(in_a_row, Integral):
            raise TypeError(f"in_a_row is a whole number, or None to leave rows out: got {in_a_row!r}")
        if in_a_row is not None and not 0 <= in_a_row <= DEEPEST:
            raise ValueError(f"in_a_row is a number from 0 to {DEEPEST}, got {in_a_row}")
        self.x, self.depth, self.limit = x, in_a_row, 0.1
        self.own, self.curves = list(more or ()), {}
        self.choose("tanh")

    def choose(self, name):
        self.name = name
        self.curve = self.curve_of(name)
        self.find_flat_stretches()

    def curve_of(self, name):
        """Value and slope of a function at each number of the grid, computed once."""
        if name not in self.curves:
            self.curves[name] = [self.at(x, name) for x in GRID]
        return self.curves[name]

    def move_x(self, x):
        self.x = x

    def set_limit(self, limit):
        self.limit = limit
        self.find_flat_stretches()

    def set_depth(self, depth):
        self.depth = depth

    def show(self, name, x, limit, depth):
        """All that the page can change, in one move: while many are on their way, the newest one is enough."""
        if name not in self.functions:
            raise ValueError(f"there is no function {name!r}")
        self.x, self.depth = x, depth
        if (name, limit) != (self.name, self.limit):
            self.limit = limit
            self.choose(name)

    def at(self, x, name=None):
        """Value and slope at x, of the chosen function or another one; NaN for both where it has no finite ones."""
        name = name or self.name
        try:
            value, slope = value_and_slope(name, self.functions[name], x)
        except (ValueError, ArithmeticError):
            return math.nan, math.nan
        return (value, slope) if math.isfinite(value) and math.isfinite(slope) else (math.nan, math.nan)

    def is_flat(self, slope):
        return abs(slope) < self.limit

    def find_flat_stretches(self):
        """Find the stretches of the x axis on which the slope is closer to 0 than the limit, as pairs (from, to)."""
        self.flat, start = [], None
        for i, (_, slope) in enumerate(self.curve):
            if self.is_flat(slope) and start is None:
                start = GRID[0] if i == 0 else self.edge(GRID[i], GRID[i - 1])
            elif not self.is_flat(slope) and start is not None:
                self.flat.append((start, self.edge(GRID[i - 1], GRID[i])))
                start = None
        if start is not None:
            self.flat.append((start, GRID[-1]))

    def edge(self, flat, steep):
        """The end of a flat stretch, by bisection between an x where the function is flat and one where it is not."""
        for _ in range(20):
            middle = (flat + steep) / 2
            if self.is_flat(self.at(middle)[1]):
                flat = middle
            else:
                steep = middle
        return flat

    def row(self):
        """The input of each function of the row, its slope there, and the product of the slopes after 0, 1, 2, …

        A row ends early at a function that has no finite value: `xs` then has one number more than `slopes`.
        """
        xs, slopes, products = [self.x], [], [1.0]
        for _ in range(self.depth):
            y, slope = self.at(xs[-1])
            if math.isnan(y):
                return xs, slopes, products
            xs.append(y)
            slopes.append(slope)
            products.append(products[-1] * slope)
        return xs[:-1], slopes, products

    moves = ("show",)

    def scene(self):
        """What never changes, for the front: limits, and the functions of the reader's own, which it cannot compute."""
        return {
            **{"names": list(self.functions), "limits": LIMITS, "reach": REACH, "deepest": DEEPEST},
            **{"range": [BOTTOM, TOP], "sizes": [FAINTEST, LARGEST], "hasRow": self.depth is not None},
            "own": {name: [[or_none(number) for number in pair] for pair in self.curve_of(name)] for name in self.own},
        }

    def state(self):
        """What the reader has chosen; for a function of their own, also its flat stretches, and the row from x."""
        state = {"name": self.name, "x": self.x, "limit": self.limit, "depth": self.depth}
        if self.name not in self.own:
            return {**state, "here": None, "flat": None, "row": None}
        here, row = list(map(or_none, self.at(self.x))), None
        if self.depth is not None:
            row = [[or_none(number) for number in numbers] for numbers in self.row()]
        return {**state, "here": here, "flat": self.flat, "row": row}

    def text(self):
        facts = [
            self.here_in_words(),
            f"flat, the slope less than {self.limit:g} from 0 (hatched): {self.flat_in_words()}",
        ]
        if self.depth is not None:
            facts.append(self.row_in_words())
        return "\n".join(facts)

    def listing(self):
        """The same, and the flat stretches or the rows of all functions, for pages where nothing moves."""
        compare = self.rows if self.depth else self.flat_ends
        return "\n".join([self.text(), *(compare(name) for name in self.functions)])

    def flat_ends(self, name):
        """Where a function is flat, for two limits."""
        other, facts = copy(self), []
        for limit in (0.1, 0.01):
            other.limit = limit
            other.choose(name)
            facts.append(f"below {limit:g}: {other.flat_in_words()}")
        return f"{name}, slope {'; '.join(facts)}"

    def rows(self, name):
        """What rows of a function leave of a gradient of 1, from a few x."""
        other, facts = copy(self), []
        other.name = name
        for x in sorted({-2.0, 0.0, 5.0, self.x}):
            other.x = x
            _, slopes, products = other.row()
            left = [f"{number(products[k])} after {k}" for k in (1, 3, self.depth) if 0 < k <= len(slopes)]
            if len(slopes) < self.depth:
                left.append(f"no finite value after {len(slopes)}")
            facts.append(f"from {x:g}: {', '.join(dict.fromkeys(left))}")
        return f"{name}, {'; '.join(facts)}"

    def here_in_words(self):
        value, slope = self.at(self.x)
        if math.isnan(value):
            return f"{self.name} at x = {self.x:.2f}: it has no finite value there"
        return f"{self.name} at x = {self.x:.2f}: value {number(value)}, slope {number(slope)}"

    def flat_in_words(self):
        if not self.flat:
            return f"nowhere from {-REACH} to {REACH}"
        return ", ".join(stretch(*ends) for ends in self.flat)

    def row_in_words(self):
        xs, slopes, products = self.row()
        if len(xs) > len(slopes):
            last = f"the next is given {number(xs[-1])}, and has no finite value there"
        elif slopes:
            last = f"the last of them is given {number(xs[-1])}, where its slope is {number(slopes[-1])}"
        else:
            last = "it has passed through none"
        return f"{len(slopes)} in a row, from x = {self.x:.2f}: a gradient of 1 becomes {number(products[-1])}\n{last}"

    @in_our_style
    def figure(self):
        figure = new_figure(7, 3.3)
        if self.depth is None:
            axes = figure.subplots()
        else:
            axes, row = figure.subplots(1, 2, width_ratios=(3, 2))
            self.draw_row(row)
        self.draw_function(axes)
        figure.subplots_adjust(left=0.07, right=0.98, bottom=0.16, top=0.82, wspace=0.3)
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, fontsize=9, loc="upper left", ncols=3)
        return figure

    def draw_function(self, axes):
        """Plot value and slope, the flat stretches, the current x, and the slopes that a row multiplies."""
        for ends in self.flat:
            axes.axvspan(*ends, facecolor="#EEEEEE", edgecolor="#AAAAAA", hatch="///", linewidth=0)
        values, slopes = np.array(self.curve).T
        axes.plot(GRID, values, color=BLUE, linewidth=2, label="value")
        axes.plot(GRID, slopes, "--", color=VERMILLION, linewidth=2, label="slope")
        axes.axvline(self.x, color=BLACK, linewidth=0.8, linestyle=":")
        if self.depth:
            xs, slopes, _ = self.row()
            rings = {"markeredgecolor": GREEN, "markerfacecolor": "none", "markersize": 6}
            dots(axes, xs[: len(slopes)], slopes, "o", **rings)
            axes.plot([], [], "o", label="slopes of the row", **rings)
        value, slope = self.at(self.x)
        dots(axes, [self.x], [value], "o", color=BLUE, markersize=9)
        dots(axes, [self.x], [slope], "s", color=VERMILLION, markersize=9)
        axes.set(title=self.name, xlabel="x", xlim=(-REACH, REACH), ylim=(BOTTOM, TOP), yticks=(-1, 0, 1, 2))

    def draw_row(self, axes):
        """Plot how much of a gradient of 1 is left after 0, 1, 2, … functions, in powers of ten."""
        _, _, products = self.row()
        sizes = [math.log10(min(max(abs(p), 1e-300), 1e300)) for p in products]
        axes.axhline(0, color=BLACK, linewidth=0.8, linestyle=":")
        axes.plot(sizes, "o-", color=GREEN, markersize=3, linewidth=1)
        end = "v" if abs(products[-1]) < FAINTEST else "^" if abs(products[-1]) > LARGEST else "o"
        edge = min(max(sizes[-1], math.log10(FAINTEST)), math.log10(LARGEST))
        axes.plot(len(sizes) - 1, edge, end, color=GREEN, markersize=9)
        axes.set_yticks(range(-20, 6, 5), POWERS)
        title = f"left after {len(sizes) - 1}: {number(products[-1])}"
        axes.set(title=title, xlabel="in a row", xlim=(-1, DEEPEST + 1), ylim=(-22, 8), xticks=(0, 10, 20, 30))


def dots(axes, xs, ys, marker, **look):
    """Plot points; those above or below the picture are shown as triangles at its edge."""
    for y_is, sign, y_edge in (("above", "^", TOP - 0.12), ("below", "v", BOTTOM + 0.12), ("inside", marker, None)):
        some = [i for i, y in enumerate(ys) if side_of(y) == y_is]
        axes.plot(
            [min(max(xs[i], -REACH), REACH) for i in some],
            [ys[i] if y_edge is None else y_edge for i in some],
            sign,
            linestyle="none",
            clip_on=False,
            **look,
        )


def or_none(number):
    """A number for JSON, which knows neither NaN nor infinity."""
    return float(number) if math.isfinite(number) else None


def side_of(y):
    return "above" if y > TOP else "below" if y < BOTTOM else "inside"


def number(x):
    """A number as text: 0, four decimals where they say enough, else in scientific notation."""
    if x == 0:
        return "0"
    return f"{x:.4f}" if 1e-3 <= abs(x) < 1e4 else f"{x:.2e}"


def stretch(start, end):
    """A part of the x axis in words; one that reaches the edge of the picture is taken to go on."""
    if (start, end) == (GRID[0], GRID[-1]):
        return "everywhere"
    if start == GRID[0]:
        return f"x < {end:z.2f}"
    return f"x > {start:z.2f}" if end == GRID[-1] else f"{start:z.2f} to {end:z.2f}"


def value_and_slope(name, function, x):
    """The value of a function of a Value at x, and its slope there, by `backward()`."""
    leaf = Value(x)
    y = function(leaf)
    if not isinstance(y, Value):
        raise TypeError(f"{name} takes a Value and returns one; it returned {y!r:.60}. Use the methods of Value.")
    y.backward()
    return y.data, leaf.grad


def checked(more):
    """Return `more`, or raise a TypeError if it cannot be used."""
    if not isinstance(more, dict) or not all(map(callable, more.values())):
        raise TypeError(f"more is a dict of functions of a Value, as in {{'2x': lambda x: x * 2}}; got {more!r:.60}")
    for name, function in more.items():
        try:
            value_and_slope(name, function, 1.0)
        except (ValueError, ArithmeticError):
            pass  # Having no value there is a fact to show, not a mistake.
    return more


class ActivationFront(Front):
    """Value and slope, which answer under the pointer, with a tangent at x; and what is left after a row of them."""

    _esm = module("activation")


@errors_as_notice
def activation_explorer(more=None, x=1.0, in_a_row=None):
    """A widget to choose a function, to drag x along it, and to move what counts as flat and the length of a row.

    The arguments are those of `ActivationModel`.
    """
    return ActivationFront(ActivationModel(more, x, in_a_row))

"""The broadcasting explorer: which axes of two shapes are stretched, and what is summed in the backward pass?"""

import math
from copy import copy
from html import escape
from numbers import Integral

import numpy as np

from autograd_lib.draw.render import picture_of_svg
from autograd_lib.engine.broadcasting import broadcast_error, unbroadcast
from autograd_lib.plot.style import BLACK, VERMILLION
from autograd_lib.widgets.front import module
from autograd_lib.widgets.graph_picture import FONTS, sheet
from autograd_lib.widgets.view import Front, errors_as_notice

MOST_ROWS, MOST_PAGES = 4, 2
NAMES, RESULT = ("a", "b"), "a + b"
PAIRS = (((3, 1), (3,)), ((3,), (3, 4)), ((3, 1), (3, 4)))  # which a still picture tells of, too
# Small numbers, not all alike: the gradient of a result of n numbers is the first n of them.
GRADIENT = np.random.default_rng(3).integers(-5, 10, MOST_PAGES * MOST_ROWS * MOST_ROWS)

CELL, ROW = 34, 26  # the width and height of one number of an array, in pixels
AXIS, LINE = 62, 30  # the same for a size in the table of axes
RIGHT, LOWER = 300, 28 + MOST_ROWS * ROW + 14  # where the right column and the lower row of the picture begin
WIDTH, HEIGHT = 660, 2 * LOWER  # the same for all shapes, so that nothing jumps
GREY, PALE = "#777777", "#FBE3D3"


class BroadcastingModel:
    """Two shapes that are broadcast in `a + b`, a gradient g of the result, and the gradient that each input gets.

    Args:
        a, b: shapes of at most three axes, with sizes from 1 to 4, the first of three axes 1 or 2.

    Attributes: `shapes` (by name), `name` (the selected array, "a", "b" or "a + b"), `entry` (its selected number,
    counted row by row from 0), `result` (the shape of a + b) and `gradient` (g). The last two are None where the shapes
    do not fit.

    Raises:
        TypeError: a shape is not a tuple of whole numbers.
        ValueError: a shape is too large to be drawn.
    """

    def __init__(self, a=(3, 1), b=(4,)):
        self.shapes = {"a": checked_shape(a), "b": checked_shape(b)}
        self.name, self.entry = "a", 0
        self.meet()

    moves = ("show",)

    def show(self, a, b, name, entry):
        """Take over what the page shows, which the reader has moved there."""
        if name not in (*NAMES, RESULT):
            raise ValueError(f"there is no array {name!r}")
        self.shapes, self.name = {"a": checked_shape(a), "b": checked_shape(b)}, name
        self.meet()
        self.go_to(entry)

    def choose(self, name, shape):
        """Give an array another shape. The selected entry stays, or becomes the last one that the shape has."""
        self.shapes[name] = checked_shape(shape)
        self.meet()
        self.go_to(self.entry)

    def look_at(self, name):
        """Select an array."""
        self.name = name
        self.go_to(self.entry)

    def go_to(self, entry):
        self.entry = min(max(entry, 0), self.last)

    def scene(self):
        """What never changes, for the front."""
        return {"gradient": GRADIENT.tolist(), "most": [MOST_PAGES, MOST_ROWS, MOST_ROWS]}

    def state(self):
        """All that the front cannot know: it computes the rest from these."""
        return {
            **{name: list(shape) for name, shape in self.shapes.items()},
            **{"name": self.name, "entry": self.entry, "text": self.text()},
        }

    @property
    def last(self):
        return math.prod(self.shape_of(self.name) or ()) - 1

    def shape_of(self, name):
        """The shape of an array; None for that of a + b, where a and b do not fit."""
        return self.result if name == RESULT else self.shapes[name]

    def meet(self):
        """Broadcast the two shapes, and make up a gradient of the result."""
        try:
            self.result = np.broadcast_shapes(*self.shapes.values())
        except ValueError:
            self.result = self.gradient = None
            return
        self.gradient = GRADIENT[: math.prod(self.result)].reshape(self.result)

    def numbers(self, name):
        """The numbers of an array: 10, 20, 30, … in a and 1, 2, 3, … in b, so that a sum shows what it is made of."""
        if name == RESULT:
            return self.numbers("a") + self.numbers("b")
        shape = self.shapes[name]
        return (10 if name == "a" else 1) * np.arange(1, math.prod(shape) + 1).reshape(shape)

    def back(self, name):
        """The gradient of an array: g, summed over the axes that are new or were stretched."""
        return unbroadcast(self.gradient, self.shapes[name])

    def place(self):
        """The index of the selected number."""
        return tuple(map(int, np.unravel_index(self.entry, self.shape_of(self.name))))

    def copies(self):
        """Where in the result the selected number was used: an array of booleans."""
        return self.entries(self.name) == self.entry

    def entries(self, name):
        """For each number of the result, which number of an array it is made of, counted row by row."""
        shape = self.shape_of(name)
        return np.broadcast_to(np.arange(math.prod(shape)).reshape(shape), self.result)

    def origin(self, name):
        """The index of the number in a or b that the selected number of a + b is made of."""
        return tuple(map(int, np.unravel_index(self.entries(name)[self.place()], self.shapes[name])))

    def new_axes(self, name):
        """The axes of the result that an array does not have, counted from the end."""
        return list(range(-len(self.result), -len(self.shapes[name])))

    def stretched_axes(self, name):
        """The axes that have size 1 in an array and another size in the result, counted from the end."""
        shape = self.shapes[name]
        return [i for i in range(-len(shape), 0) if shape[i] != self.result[i]]

    def text(self):
        a, b = self.shapes["a"], self.shapes["b"]
        if self.result is None:
            return f"a of shape {a} and b of shape {b} do not fit.\n{self.misfit()}"
        sums = "\n".join(self.describe_axes(name) for name in NAMES)
        selected = self.meeting() if self.name == RESULT else self.payment()
        return f"a of shape {a} and b of shape {b}: a + b has shape {self.result}.\n{sums}\n{selected}"

    def listing(self):
        """The same, another number, and other pairs of shapes, for pages where nothing moves."""
        lines = [self.text()]
        if self.result is not None and math.prod(self.shapes["b"]) > 1:
            lines.append(self.another("b", 1).payment())
        for a, b in PAIRS:
            lines += BroadcastingModel(a, b).text().split("\n")[:3]
        return "\n".join(lines)

    def another(self, name, entry):
        """This model, looking at another number."""
        other = copy(self)
        other.name, other.entry = name, entry
        return other

    def misfit(self):
        reason = str(broadcast_error("", self.shapes["a"], self.shapes["b"])).partition("broadcast: ")[2]
        return f"{reason[0].upper()}{reason[1:]}."

    def describe_axes(self, name):
        """How broadcasting changes an array, and how its gradient is summed in the backward pass, in words."""
        new, stretched = self.new_axes(name), self.stretched_axes(name)
        if not new and not stretched:
            return f"{name} is used as it is: {name}.grad is g."
        parts = [f"axis {i} is new (summed over, it goes)" for i in new]
        parts += [f"axis {i} is stretched from 1 to {self.result[i]} (summed over, it stays)" for i in stretched]
        return f"{name}: {', '.join(parts)}."

    def payment(self):
        """The gradient of the selected number, written out as a sum."""
        index = in_brackets(self.place())
        paid = self.gradient[self.copies()].tolist()
        total = int(self.back(self.name)[self.place()])
        terms = str(paid[0]) + "".join(f" {'−' if p < 0 else '+'} {abs(p)}" for p in paid[1:])
        sum_ = f"{terms} = {total}" if len(paid) > 1 else terms
        times = "once" if len(paid) == 1 else f"{len(paid)} times"
        return f"{self.name}{index} is used {times}: {self.name}.grad{index} = {sum_}".replace("-", "−")

    def meeting(self):
        """The selected number of the result: which numbers it is made of, and whom its gradient goes to."""
        index, (a, b) = in_brackets(self.place()), [in_brackets(self.origin(name)) for name in NAMES]
        numbers = [self.numbers(name)[self.origin(name)] for name in NAMES]
        gradient = str(self.gradient[self.place()]).replace("-", "−")
        return (
            f"(a + b){index} = a{a} + b{b} = {numbers[0]} + {numbers[1]} = {sum(numbers)}; "
            f"g{index} = {gradient} goes to a.grad{a} and to b.grad{b}"
        )

    def svg(self):
        """The axes of both shapes one below the other and, if they fit, g and both gradients."""
        parts = [self.axes_table()]
        if self.result is not None:
            parts.append(moved(grid("g, the gradient of a + b", self.gradient, self.copies()), RIGHT, 0))
            for name, x in zip(NAMES, (0, RIGHT)):
                marked = np.zeros(self.shapes[name], bool)
                if self.name in (name, RESULT):
                    marked[self.place() if name == self.name else self.origin(name)] = True
                parts.append(moved(grid(f"{name}.grad", self.back(name), marked), x, LOWER))
        return sheet(parts, WIDTH, HEIGHT)

    def axes_table(self):
        """A row of sizes for a, for b and for the result, aligned at the right."""
        count = max(1, *map(len, self.shapes.values()))
        parts = [text(70 + AXIS * (count + i) + AXIS / 2, 18, f"axis {i}", GREY) for i in range(-count, 0)]
        for row, (name, shape) in enumerate([*self.shapes.items(), ("a + b", self.result)]):
            y = LINE * (row + 1)
            parts.append(text(35, y + 17, name))
            for i in range(-count, 0):
                parts.append(self.axis_cell(name, shape, i, 70 + AXIS * (count + i), y))
        return "".join(parts)

    def axis_cell(self, name, shape, i, x, y):
        """One size: as it is, with an arrow if it is stretched, or a cross if the two shapes do not fit there."""
        if shape is None:
            sizes = [s[i] for s in self.shapes.values() if len(s) >= -i]
            clash = len({size for size in sizes if size != 1}) > 1
            return text(x + AXIS / 2, y + 17, "✗" if clash else "", VERMILLION)
        own = str(shape[i]) if len(shape) >= -i else "–"
        size = own if self.result is None or len(self.result) < -i else str(self.result[i])
        if own != size:
            return axis_box(x, y, f"{own} → {size}", f'fill="{PALE}" stroke="{VERMILLION}" stroke-dasharray="4,3"')
        return axis_box(x, y, own, f'fill="white" stroke="{"none" if own == "–" else GREY}"')


def axis_box(x, y, words, look):
    box = f'<rect x="{x}" y="{y}" width="{AXIS - 6}" height="{LINE - 6}" {look}/>'
    return box + text(x + AXIS / 2 - 3, y + 17, words)


def checked_shape(shape):
    """`shape` as a tuple of whole numbers, small enough to be drawn."""
    shape = (shape,) if isinstance(shape, Integral) else shape
    if not isinstance(shape, (tuple, list)) or not all(
        isinstance(size, Integral) and not isinstance(size, bool) for size in shape
    ):
        raise TypeError(f"a shape is a tuple of whole numbers, as in (3, 1): got {shape!r}")
    shape = tuple(map(int, shape))
    pages = shape[0] if len(shape) == 3 else 1
    if len(shape) > 3 or not all(1 <= size <= MOST_ROWS for size in shape) or pages > MOST_PAGES:
        raise ValueError(
            f"shapes that can be drawn have up to 3 axes, with sizes from 1 to {MOST_ROWS}, and the first of three is "
            f"at most {MOST_PAGES}: got {shape}"
        )
    return shape


def in_brackets(place):
    """An index as it is written after a name; nothing for an array without axes."""
    return f"[{', '.join(map(str, place))}]" if place else ""


def grid(title, numbers, marked):
    """An array as cells with numbers, its title above them: pages side by side, marked cells with a thick border."""
    pages = numbers.reshape((1,) * (3 - numbers.ndim) + numbers.shape)
    marked = marked.reshape(pages.shape)
    parts = [text(4, 18, f"{title}, shape {numbers.shape}", anchor="start")]
    for page, row, column in np.ndindex(pages.shape):
        x, y = 4 + page * (pages.shape[2] * CELL + 14) + column * CELL, 28 + row * ROW
        parts.append(cell(x, y, pages[page, row, column], marked[page, row, column]))
    # Marked cells are drawn last, so that no neighbour's thin border cuts through a thick one.
    return "".join(sorted(parts, key=lambda part: 'stroke-width="3"' in part))


def cell(x, y, number, is_marked):
    look = f'fill="{PALE}" stroke="{VERMILLION}" stroke-width="3"' if is_marked else f'fill="white" stroke="{GREY}"'
    box = f'<rect x="{x}" y="{y}" width="{CELL}" height="{ROW}" {look}/>'
    return box + text(x + CELL / 2, y + 17, str(number).replace("-", "−"))


def moved(part, x, y):
    return f'<g transform="translate({x} {y})">{part}</g>'


def text(x, y, words, colour=BLACK, anchor="middle"):
    look = f'font-family="{FONTS}" font-size="13" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>'


class BroadcastingFront(Front):
    """Both arrays, their sum and the gradients as cells; the axes are stretched by hand."""

    _esm = module("broadcasting")

    def still(self):
        return picture_of_svg(self.model.svg(), self.model.listing(), alt=self.model.text().partition("\n")[0])


@errors_as_notice
def broadcasting_explorer(a=(3, 1), b=(4,)):
    """A widget to stretch the axes of two arrays, and to see how they are broadcast in a + b, and the gradients.

    The arguments are those of `BroadcastingModel`.
    """
    return BroadcastingFront(BroadcastingModel(a, b))

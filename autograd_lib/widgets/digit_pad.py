"""The digit pad: draw a digit on 8 × 8 cells, and see how a network reads it."""

import functools

import ipywidgets
import numpy as np
from matplotlib.figure import Figure

from autograd_lib.plot.images import draw_image
from autograd_lib.plot.style import BLUE, SKY, in_our_style
from autograd_lib.widgets.controls import stops
from autograd_lib.widgets.view import View, errors_as_notice

SIDE = 8
# How much ink a drawn cell can give to each of its four neighbours.
EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
# Drawn as a reader would on this pad, with lines as wide as a cell.
EXAMPLES = {
    "0": "..###... .#...#.. .#...#.. .#...#.. .#...#.. .#...#.. .#...#.. ..###...",
    "1": "....#... ...##... ..#.#... ....#... ....#... ....#... ....#... ....#...",
    "2": "..###... .#...#.. .....#.. ....#... ...#.... ..#..... .#...... .#####..",
    "3": "..####.. .#....#. ......#. ...###.. ......#. ......#. .#....#. ..####..",
    "4": "....#... ...#.... ..#..... .#...#.. .#...#.. .######. .....#.. .....#..",
    "5": ".#####.. .#...... .#...... .####... .....#.. .....#.. .....#.. .####...",
    "6": "...#.... ..#..... .#...... .#...... .####... .#...#.. .#...#.. ..###...",
    "7": ".#####.. .....#.. .....#.. ....#... ...#.... ...#.... ..#..... ..#.....",
    "8": "..###... .#...#.. .#...#.. ..###... .#...#.. .#...#.. .#...#.. ..###...",
    "9": "..####.. .#....#. .#....#. ..#####. ......#. ......#. .....#.. ..###...",
}
MOVES = {"←": (0, -1), "→": (0, 1), "↑": (-1, 0), "↓": (1, 0)}


class DigitPadModel:
    """A drawing, the image that is made of it, and how a network reads that image.

    Args:
        network: a function from an array (1, 1, 8, 8) to a Tensor (1, 10) of scores.
        edges: how much ink a drawn cell gives to its four neighbours, from 0 to 1.
        example: the digit to begin with, "0" to "9", or None for an empty pad.

    Attributes: `cells`, a boolean array (8, 8), true where there is ink; `edges`; and the choices on offer, `EDGES` and
    `EXAMPLES`.

    Raises:
        TypeError: `network` is not a function.
        ValueError: `network` does not give ten scores for one image, there is no such example, or `edges` is not from
            0 to 1.
    """

    EDGES, EXAMPLES = EDGES, EXAMPLES

    def __init__(self, network, edges=0.0, example=None):
        if not callable(network):
            raise TypeError(f"takes a network, a function of an array (1, 1, 8, 8), got {network!r:.60}")
        self.network = network
        self.cells = np.zeros((SIDE, SIDE), bool)
        self.set_edges(edges)
        if example is not None:
            self.show_example(example)
        scores = getattr(network(self.image()[np.newaxis, np.newaxis]), "shape", None)
        if scores != (1, 10):
            raise ValueError(f"the network gives ten scores for one image, shape (1, 10); this one gave {scores}")

    def put(self, row, column, ink):
        self.cells[row, column] = ink

    def set_edges(self, edges):
        if not 0 <= edges <= 1:
            raise ValueError(f"a cell gives a share from 0 to 1 of its ink to its neighbours, not {edges!r}")
        self.edges = edges

    def clear(self):
        self.cells[:] = False

    def show_example(self, digit):
        if str(digit) not in EXAMPLES:
            raise ValueError(f"the examples are the digits 0 to 9, got {digit!r}")
        rows = EXAMPLES[str(digit)].split()
        self.cells = np.array([[cell == "#" for cell in row] for row in rows])

    def move(self, down, right):
        """Move the drawing by one cell; what leaves the pad is lost."""
        wide = np.pad(self.cells, 1)
        self.cells = wide[1 - down : 1 - down + SIDE, 1 - right : 1 - right + SIDE]

    def image(self):
        """The image that the network is given: 1 where there is ink, `edges` beside that, 0 elsewhere."""
        ink = np.pad(self.cells, 1)
        beside = ink[:-2, 1:-1] | ink[2:, 1:-1] | ink[1:-1, :-2] | ink[1:-1, 2:]
        return np.maximum(self.cells, self.edges * beside)

    def probabilities(self):
        """The network's probability of each of the ten digits; None for an empty pad."""
        if not self.cells.any():
            return None
        return self.network(self.image()[np.newaxis, np.newaxis]).softmax().data[0]

    def text(self):
        p = self.probabilities()
        if p is None:
            return "The pad is empty. Press cells to draw a digit, as large as the pad."
        first, second = np.argsort(-p, kind="stable")[:2]
        lines = [f"Read as {first}, with probability {p[first]:.2f}; next is {second}, with {p[second]:.2f}."]
        lines.append("all: " + ", ".join(f"{digit}: {share:.2f}" for digit, share in enumerate(p)))
        drawn = "1 cell" if self.cells.sum() == 1 else f"{self.cells.sum()} cells"
        lines.append(f"{drawn} drawn, edges {self.edges:g}; mean of the image {self.image().mean():.2f}")
        return "\n".join(lines)

    @in_our_style
    def figure(self):
        figure = Figure(figsize=(4.6, 2.7), dpi=100)
        image, bars = figure.add_axes((0.02, 0.06, 0.42, 0.78)), figure.add_axes((0.53, 0.06, 0.37, 0.78))
        draw_image(image, self.image())
        image.set_anchor("N")
        image.set_title("what the network is given", fontsize=10)
        p = self.probabilities()
        p = np.zeros(10) if p is None else p
        best = p.argmax()
        bars.barh(range(10), p, color=[BLUE if digit == best else SKY for digit in range(10)], height=0.75)
        for digit, share in enumerate(p):
            bars.text(share + 0.03, digit, f"{share:.2f}", va="center", fontsize=8)
        bars.set(xlim=(0, 1.0), ylim=(9.6, -0.6), xticks=[], yticks=range(10))
        bars.tick_params(length=0, labelsize=9)
        bars.spines["bottom"].set_visible(False)
        bars.set_title("probability", fontsize=10)
        return figure


class DigitPadView(View):
    """The pad beside the picture. Each cell is a button, which is down where there is ink."""

    def __init__(self, model, controls):
        self.cells = {}
        # One layout for all cells; otherwise 64 of them would be sent to the page.
        look, style = ipywidgets.Layout(width="30px", height="30px", margin="0", padding="0"), {"font_size": "14px"}
        for row, column in np.ndindex(SIDE, SIDE):
            cell = ipywidgets.ToggleButton(tooltip=f"row {row}, column {column}", layout=look, style=style)
            self.cells[row, column] = cell
        grid = {"grid_template_columns": f"repeat({SIDE}, 30px)", "grid_gap": "1px", "margin": "8px", "flex": "none"}
        self.pad = ipywidgets.GridBox(list(self.cells.values()), layout=grid)
        super().__init__(model, controls)
        row, picture, words = self.children
        picture.layout = {"flex": "1 1 auto", "min_width": "0"}  # the width that the pad leaves
        side_by_side = ipywidgets.Box([self.pad, picture], layout={"align_items": "center"})
        self.children = (row, side_by_side, words)
        for place, cell in self.cells.items():
            self.on(cell, functools.partial(model.put, *place))

    def refresh(self):
        super().refresh()
        for place, cell in self.cells.items():
            ink = bool(self.model.cells[place])
            cell.value, cell.description = ink, "■" if ink else ""


@errors_as_notice
def digit_pad(network, edges=0.0, example=None):
    """A widget to draw a digit by pressing cells, and to see how a network reads it.

    The arguments are those of `DigitPadModel`.
    """
    model = DigitPadModel(network, edges, example)
    softness = stops("grey edges", EDGES, model.edges)
    small = {"width": "34px", "padding": "0", "margin": "2px 1px"}
    clear = ipywidgets.Button(description="clear", layout={"width": "60px"})
    digits = [ipywidgets.Button(description=digit, tooltip=f"draw a {digit}", layout=small) for digit in EXAMPLES]
    arrows = [ipywidgets.Button(description=sign, tooltip="move the drawing", layout=small) for sign in MOVES]
    tools = [ipywidgets.HBox([clear, *arrows]), ipywidgets.HBox([ipywidgets.Label("draw a"), *digits])]
    view = DigitPadView(model, [softness, *tools])
    view.on(softness, model.set_edges)
    view.on_click(clear, model.clear)
    for button, push in zip(arrows, MOVES.values()):
        view.on_click(button, functools.partial(model.move, *push))
    for button in digits:
        view.on_click(button, functools.partial(model.show_example, button.description))
    return view

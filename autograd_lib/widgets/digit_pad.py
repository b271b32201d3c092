"""The digit pad: draw a digit, see it counted down to 8 × 8 pixels, and see how a network reads it."""

import base64
from copy import copy

import numpy as np

from autograd_lib.nn.layers import Conv2d, Sequential
from autograd_lib.plot.images import draw_image
from autograd_lib.plot.style import BLUE, SKY, in_our_style, new_figure
from autograd_lib.widgets.feature_maps import FeatureMapsModel
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

SIDE = 8
# A cell is a block of 4 × 4 points, as in the data: its number is the share of them that have ink.
BLOCK = 4
POINTS = SIDE * BLOCK
# How much of its ink a cell can give to each of its four neighbours.
EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
GREY = 0.3  # that of a page where nothing moves
# Drawn as a reader would with lines as wide as a cell, and no grey.
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


class DigitPadModel:
    """A drawing, the image that is made of it, and how a network reads that image.

    Args:
        network: a function from an array (1, 1, 8, 8) to a Tensor (1, 10) of scores.
        edges: how much of its ink a cell gives to its four neighbours, from 0 to 1.
        example: the digit to begin with, "0" to "9", or None for an empty pad.
        maps: a Sequential that begins with a Conv2d; its feature maps of the drawing are shown too. By default, those
            of `network` if it is such a Sequential.

    Attributes: `points`, a boolean array (32, 32), true where there is ink; `edges`; `layer`, whose maps are shown; and
    the choices on offer, `EDGES` and `EXAMPLES`.

    Raises:
        TypeError: `network` is not a function, or `maps` is not such a Sequential.
        ValueError: `network` does not give ten scores for one image, there is no such example, or `edges` is not from
            0 to 1.
    """

    EDGES, EXAMPLES = EDGES, EXAMPLES

    def __init__(self, network, edges=0.0, example=None, maps=None):
        if not callable(network):
            raise TypeError(f"takes a network, a function of an array (1, 1, 8, 8), got {network!r:.60}")
        self.network = network
        self.points = np.zeros((POINTS, POINTS), bool)
        self.layer = 0
        self.set_edges(edges)
        if example is not None:
            self.show_example(example)
        scores = getattr(network(self.image()[np.newaxis, np.newaxis]), "shape", None)
        if scores != (1, 10):
            raise ValueError(f"the network gives ten scores for one image, shape (1, 10); this one gave {scores}")
        if maps is None and isinstance(network, Sequential) and isinstance(network[0], Conv2d):
            maps = network
        self.maps = None if maps is None else FeatureMapsModel(maps, self.image()[np.newaxis])

    def set_edges(self, edges):
        if not 0 <= edges <= 1:
            raise ValueError(f"a cell gives a share from 0 to 1 of its ink to its neighbours, not {edges!r}")
        self.edges = edges

    def clear(self):
        self.points[:] = False

    def show_example(self, digit):
        if str(digit) not in EXAMPLES:
            raise ValueError(f"the examples are the digits 0 to 9, got {digit!r}")
        rows = EXAMPLES[str(digit)].split()
        cells = np.array([[cell == "#" for cell in row] for row in rows])
        self.points = cells.repeat(BLOCK, axis=0).repeat(BLOCK, axis=1)

    def draw(self, code):
        """Take over a drawing from the page, as `code` writes it: 256 hexadecimal digits for the 32 × 32 points."""
        bits = np.frombuffer(bytes.fromhex(code), np.uint8)
        self.points = np.unpackbits(bits).reshape(POINTS, POINTS).astype(bool)

    def code(self):
        return np.packbits(self.points).tobytes().hex()

    def show(self, code, edges, layer):
        """All that the page can change, in one move: while many are on their way, the newest one is enough."""
        self.draw(code)
        self.set_edges(edges)
        self.layer = layer

    def counts(self):
        """How many of its 16 points have ink, for each of the 8 × 8 cells. The digits of the data are such counts."""
        return self.points.reshape(SIDE, BLOCK, SIDE, BLOCK).sum(axis=(1, 3))

    def image(self):
        """The image that the network is given: the share of ink in each cell, or `edges` of a neighbour's if larger."""
        ink = np.pad(self.counts() / BLOCK**2, 1)
        beside = np.max([ink[:-2, 1:-1], ink[2:, 1:-1], ink[1:-1, :-2], ink[1:-1, 2:]], axis=0)
        return np.maximum(ink[1:-1, 1:-1], self.edges * beside)

    def probabilities(self):
        """The network's probability of each of the ten digits; None for an empty pad."""
        if not self.points.any():
            return None
        return self.network(self.image()[np.newaxis, np.newaxis]).softmax().data[0]

    def feature_maps(self):
        """The maps of the drawing after the chosen layer, as an array (maps, height, width)."""
        x = self.image()[np.newaxis, np.newaxis]
        for layer in list(self.maps.network)[: self.layer + 1]:
            x = layer(x)
        return x.data[0]

    moves = ("show",)

    def scene(self):
        """What never changes, for the front."""
        return {"edges_on_offer": list(EDGES), "examples": EXAMPLES, "layers": self.maps.names if self.maps else []}

    def state(self):
        """All that the front draws and cannot know itself, beside the drawing."""
        try:
            p = self.probabilities()
            text = self.text_for(p)
        except (TypeError, ValueError, ArithmeticError) as error:  # a reader's own function may not take every drawing
            p, text = None, f"The network cannot read this: {error}"
        if p is not None and not np.isfinite(p).all():
            p, text = None, "The network's probabilities are not finite."
        return {
            **{"code": self.code(), "edges": self.edges, "layer": self.layer},
            "p": None if p is None else [round(float(share), 4) for share in p],
            "maps": packed(self.feature_maps()) if self.maps else None,
            "text": text,
        }

    def text(self):
        return self.text_for(self.probabilities())

    def text_for(self, p):
        if p is None:
            return "The pad is empty. Draw a digit, as large as the pad."
        first, second = np.argsort(-p, kind="stable")[:2]
        lines = [f"Read as {first}, with probability {p[first]:.2f}; next is {second}, with {p[second]:.2f}."]
        lines.append("all: " + ", ".join(f"{digit}: {share:.2f}" for digit, share in enumerate(p)))
        cells = np.count_nonzero(self.counts())
        drawn = "1 cell" if cells == 1 else f"{cells} cells"
        lines.append(f"{drawn} drawn, edges {self.edges:g}; mean of the image {self.image().mean():.2f}")
        return "\n".join(lines)

    def stages(self):
        """This drawing as it is, and with grey edges: what a page shows where nothing moves."""
        grey = copy(self)
        grey.set_edges(GREY)
        return [self] if self.edges == GREY else [self, grey]

    def listing(self):
        return "\n\n".join(f"grey edges {stage.edges:g}\n{stage.text()}" for stage in self.stages())

    @in_our_style
    def figure(self):
        figure = new_figure(7, 2.3)
        for left, stage in zip((0.01, 0.52), self.stages()):
            image = figure.add_axes((left, 0.06, 0.22, 0.78))
            draw_image(image, stage.image())
            image.set_anchor("N")
            image.set_title(f"grey edges {stage.edges:g}", fontsize=10)
            stage.draw_bars(figure.add_axes((left + 0.26, 0.06, 0.2, 0.78)))
        return figure

    def draw_bars(self, axes):
        p = self.probabilities()
        p = np.zeros(10) if p is None else p
        best = p.argmax()
        axes.barh(range(10), p, color=[BLUE if digit == best else SKY for digit in range(10)], height=0.75)
        for digit, share in enumerate(p):
            axes.text(share + 0.03, digit, f"{share:.2f}", va="center", fontsize=8)
        axes.set(xlim=(0, 1.3), ylim=(9.6, -0.6), xticks=[], yticks=range(10))
        axes.tick_params(length=0, labelsize=9)
        axes.spines["bottom"].set_visible(False)
        axes.set_title("probability", fontsize=10)


def packed(maps):
    """Maps for the page: each number as a signed byte, 127 for the largest of all."""
    largest = float(np.abs(maps).max())
    if not np.isfinite(largest):
        raise ValueError("a feature map holds a number that is not finite")
    shares = np.rint(maps * (127 / largest if largest else 0.0)).astype(np.int8)
    return {"shape": list(maps.shape), "largest": largest, "bytes": base64.b64encode(shares.tobytes()).decode()}


class DigitPadFront(Front):
    """The pad, beside it the image that is counted from it, and the probabilities; below, the feature maps."""

    _esm = module("digit_pad")


@errors_as_notice
def digit_pad(network, edges=0.0, example=None, maps=None):
    """A widget to draw a digit with a mouse, a pen, a finger or keys, and to see how a network reads it.

    The arguments are those of `DigitPadModel`.
    """
    return DigitPadFront(DigitPadModel(network, edges, example, maps))

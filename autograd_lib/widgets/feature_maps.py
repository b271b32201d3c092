"""Feature maps: what does each filter respond to, and how does its map change when the digit moves?"""

import base64
from copy import copy
from math import ceil, sqrt

import numpy as np

from autograd_lib.nn.layers import Activation, Conv2d, MaxPool2d, Sequential
from autograd_lib.plot.images import draw_image, mosaic
from autograd_lib.plot.style import in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

FARTHEST = 2  # the largest move of a digit, in pixels


class FeatureMapsModel:
    """The maps of an image after each layer of a network that has maps, and how they change when the image moves.

    Args:
        network: a Sequential that begins with a Conv2d for grey images.
        images: an array (n, height, width).

    Attributes: `image` (its number), `down` and `right` (by how many pixels it is moved), `layer` (the number of the
    layer whose maps are shown), `filter` (the number of the selected map), and `names` (of the layers).

    Raises:
        TypeError: `network` is not such a Sequential.
        ValueError: `images` is not such an array, or is empty.
    """

    def __init__(self, network, images):
        if not isinstance(network, Sequential) or not isinstance(network[0], Conv2d) or network[0].weight.shape[1] != 1:
            raise TypeError(f"takes a Sequential that begins with a Conv2d for grey images, got {network!r:.60}")
        images = np.asarray(images, float)
        if images.ndim != 3 or not len(images):
            raise ValueError(f"takes images as an array (n, height, width), got shape {images.shape}")
        self.network, self.images = network, images
        self.image = self.down = self.right = self.filter = self.layer = 0
        self.shapes = [maps.shape for maps in self.all_maps(0, 0)]
        self.names = [f"{k}: {type(layer).__name__}" for k, layer in enumerate(network)][: len(self.shapes)]

    def choose_image(self, number):
        self.image = number

    def choose_layer(self, number):
        """Look at the maps after another layer. If it has no map with the selected number, its last map is selected."""
        self.layer = number
        self.filter = min(self.filter, self.shapes[number][0] - 1)

    def choose_filter(self, number):
        self.filter = min(number, self.shapes[self.layer][0] - 1)

    def move_down(self, pixels):
        self.down = pixels

    def move_right(self, pixels):
        self.right = pixels

    moves = ("show",)

    def show(self, image, down, right, layer, filter):
        """All that the page can change, in one move: while many are on their way, the newest one is enough."""
        self.choose_image(image)
        self.move_down(down)
        self.move_right(right)
        self.choose_layer(layer)
        self.choose_filter(filter)

    def moved(self, down, right):
        """The image after a move; what comes in at the edge is paper."""
        image = self.images[self.image]
        return np.pad(image, FARTHEST)[
            FARTHEST - down : FARTHEST - down + image.shape[0], FARTHEST - right : FARTHEST - right + image.shape[1]
        ]

    def all_maps(self, down, right):
        """The maps after each layer that has maps, as arrays (maps, height, width), for the image after a move."""
        found, x = [], self.moved(down, right)[np.newaxis, np.newaxis]
        for layer in self.network:
            x = layer(x)
            if x.ndim != 4:
                break
            found.append(x.data[0])
        return found

    def maps(self):
        """The maps after the current layer, for the image where it is now."""
        return self.all_maps(self.down, self.right)[self.layer]

    def at_rest(self):
        """The maps after the current layer, for the image where it was written."""
        return self.all_maps(0, 0)[self.layer]

    def shift(self, layer=None):
        """By how many places the maps should have moved, down and right; None if that is not a whole number.

        Args:
            layer: the number of a layer, or None for the current one.
        """
        ratio = max(1, self.images.shape[1] // self.shapes[self.layer if layer is None else layer][1])
        if self.down % ratio or self.right % ratio:
            return None
        return self.down // ratio, self.right // ratio

    def scene(self):
        """What never changes, for the front."""
        filters = self.network[0].weight.data[:, 0]
        return {
            "names": self.names,
            "shapes": [list(shape) for shape in self.shapes],
            "windows": windows(list(self.network)[: len(self.names)]),
            "farthest": FARTHEST,
            "images": {"shape": list(self.images.shape), "bytes": as_bytes([self.images])},
            "filters": {"shape": list(filters.shape), "bytes": as_bytes([filters])},
        }

    def state(self):
        """All that the front draws, for the image where it is now: the maps after all layers, one after the other.

        `changes` has for each layer by which share of their size its maps differ from those at rest: place by place,
        and moved along with the digit.
        """
        now, rest = self.all_maps(self.down, self.right), self.all_maps(0, 0)
        return {
            **{"image": self.image, "down": self.down, "right": self.right, "layer": self.layer, "filter": self.filter},
            "maps": as_bytes(now),
            "changes": [self.changes(layer, *both) for layer, both in enumerate(zip(now, rest))],
            "text": self.text_for(now[self.layer], rest[self.layer]),
        }

    def changes(self, layer, maps, before):
        size, shift = np.linalg.norm(before) or 1.0, self.shift(layer)
        along = None if shift is None else share(*both_overlaps(maps, before, shift), size)
        return [share(maps, before, size), along]

    def text(self):
        return self.text_for(self.maps(), self.at_rest())

    def text_for(self, maps, before):
        lines = [
            f"image {self.image}, {move_in_words(self.down, self.right)}; after layer {self.names[self.layer]}: "
            f"{len(maps)} maps of {maps.shape[1]} × {maps.shape[2]}"
        ]
        lines.append(self.about_filter(maps[self.filter]))
        if self.down or self.right:
            lines.append(self.about_the_move(maps, before))
        return "\n".join(lines)

    def about_filter(self, chosen):
        row, column = np.unravel_index(chosen.argmax(), chosen.shape)
        above = f"{(chosen > 0).sum()} of {chosen.size} places are above 0"
        return f"map {self.filter}: largest {chosen.max():.2f}, in row {row}, column {column}; {above}"

    def about_the_move(self, maps, before):
        """In words, how far the maps differ from those at rest: place by place, and moved along with the digit."""
        size = np.linalg.norm(before) or 1.0
        line = f"place by place, the maps differ from those at rest by {difference(maps, before, size)}"
        shift = self.shift()
        if shift is None:
            return f"{line}; a move by 1 is half a place here"
        return f"{line}; moved along with the digit, by {difference(*both_overlaps(maps, before, shift), size)}"

    def after_a_move(self, layer, down, right):
        """A copy that looks at another layer and place: what a page shows where nothing moves."""
        other = copy(self)
        other.choose_layer(layer)
        other.move_down(down)
        other.move_right(right)
        return other

    def listing(self):
        """In words, how the maps after each layer change when the digit moves by one and by two."""
        lines = [self.text()]
        for right in range(1, FARTHEST + 1):
            lines.append(f"{move_in_words(0, right)}, the maps differ from those at rest:")
            now, rest = self.all_maps(0, right), self.all_maps(0, 0)
            for layer, name in enumerate(self.names):
                moved = self.after_a_move(layer, 0, right)
                in_place, along = moved.changes(layer, now[layer], rest[layer])
                words = (
                    "where the move is half a place"
                    if moved.shift() is None
                    else f"moved along, by {in_per_cent(along)}"
                )
                lines.append(f"  after layer {name}: place by place, by {in_per_cent(in_place)}; {words}")
        return "\n".join(lines)

    @in_our_style
    def figure(self):
        """The image and all maps after each layer; below, the same after a move by one to the right."""
        columns = 1 + len(self.names)
        figure = new_figure(1.4 * columns, 3.2, layout="constrained")
        for row, right in zip(figure.subplots(2, columns, squeeze=False), (0, 1)):
            draw_image(row[0], self.moved(0, right))
            row[0].set_title(f"image {self.image}" if not right else "moved by 1", fontsize=10)
            for axes, name, maps, before in zip(row[1:], self.names, self.all_maps(0, right), self.all_maps(0, 0)):
                axes.set_facecolor("#CCCCCC")
                picture = mosaic(maps, columns=ceil(sqrt(len(maps))))
                draw_image(axes, picture, signed=True, largest=np.abs(before).max(), with_minus=False)
                axes.set_title(name if not right else "", fontsize=10)
        return figure


def difference(a, b, size):
    """The distance between two arrays, in per cent of `size`."""
    return f"{100 * np.linalg.norm(a - b) / size:.0f} %"


def overlap(maps, down, right):
    """The part of `maps` that was already inside before a move by (down, right)."""
    height, width = maps.shape[1:]
    return maps[:, max(down, 0) : height + min(down, 0), max(right, 0) : width + min(right, 0)]


def both_overlaps(maps, before, shift):
    """What the maps after a move and those before it should have in common, from each of them."""
    return overlap(maps, *shift), overlap(before, -shift[0], -shift[1])


def move_in_words(down, right):
    """A move in words, such as "moved by 1 to the right and 2 up"."""
    moves = []
    if right:
        moves.append(f"{abs(right)} to the {'right' if right > 0 else 'left'}")
    if down:
        moves.append(f"{abs(down)} {'down' if down > 0 else 'up'}")
    return f"moved by {' and '.join(moves)}" if moves else "where it was written"


def windows(layers):
    """Which square of the image a pixel of the maps after each layer sees, from the layers' sizes.

    For each layer: the side of the square, by how many pixels it moves on from one pixel of a map to the next, and
    where it begins for the first one (below 0: in the frame of zeros). None for a layer that is not known, and for all
    after it.
    """
    side, jump, start, found = 1, 1, 0, []
    for layer in layers:
        if isinstance(layer, Conv2d):
            size, stride, padding = layer.weight.shape[2], layer.stride, layer.padding
        elif isinstance(layer, MaxPool2d):
            size, stride, padding = layer.size, layer.stride, 0
        elif isinstance(layer, Activation):
            size, stride, padding = 1, 1, 0
        else:
            break
        side, start, jump = side + (size - 1) * jump, start - padding * jump, jump * stride
        found.append([side, jump, start])
    return found + [None] * (len(layers) - len(found))


def as_bytes(arrays):
    """Arrays of numbers for the page: one after the other, as 32-bit floats."""
    return base64.b64encode(b"".join(array.astype("<f4").tobytes() for array in arrays)).decode()


def share(a, b, size):
    """The distance between two arrays as a share of `size`, for the page; None if it is not finite."""
    found = float(np.linalg.norm(a - b) / size)
    return round(found, 4) if np.isfinite(found) else None


def in_per_cent(share):
    return "a number that is not finite" if share is None else f"{100 * share:.0f} %"


class FeatureMapsFront(Front):
    """The image, which is dragged itself; all layers at a glance; and the maps of one layer, one of them large."""

    _esm = module("feature_maps")


@errors_as_notice
def feature_maps(network, images):
    """A widget to choose an image, move it, and see the maps after each layer.

    The arguments are those of `FeatureMapsModel`.
    """
    return FeatureMapsFront(FeatureMapsModel(network, images))

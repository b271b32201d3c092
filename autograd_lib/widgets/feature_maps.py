"""Feature maps: what does each filter respond to, and how does its map change when the digit moves?"""

import ipywidgets
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from autograd_lib.nn.layers import Conv2d, Sequential
from autograd_lib.plot.images import draw_image, mosaic
from autograd_lib.plot.style import VERMILLION, in_our_style
from autograd_lib.widgets.controls import choices
from autograd_lib.widgets.view import View, errors_as_notice

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
        self.names = [f"{k}: {type(layer).__name__}" for k, layer in enumerate(network)][: len(self.all_maps(0, 0))]

    def choose_image(self, number):
        self.image = number

    def choose_layer(self, number):
        """Look at the maps after another layer. If it has no map with the selected number, its last map is selected."""
        self.layer = number
        self.filter = min(self.filter, len(self.maps()) - 1)

    def choose_filter(self, number):
        self.filter = min(number, len(self.maps()) - 1)

    def move_down(self, pixels):
        self.down = pixels

    def move_right(self, pixels):
        self.right = pixels

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

    def shift(self):
        """By how many places the maps should have moved, down and right; None if that is not a whole number."""
        ratio = self.images.shape[1] // self.maps().shape[1]
        if self.down % ratio or self.right % ratio:
            return None
        return self.down // ratio, self.right // ratio

    def text(self):
        maps = self.maps()
        lines = [
            f"image {self.image}, {move_in_words(self.down, self.right)}; after layer {self.names[self.layer]}: "
            f"{len(maps)} maps of {maps.shape[1]} × {maps.shape[2]}"
        ]
        lines.append(self.about_filter(maps[self.filter]))
        if self.down or self.right:
            lines.append(self.about_the_move(maps))
        return "\n".join(lines)

    def about_filter(self, chosen):
        row, column = np.unravel_index(chosen.argmax(), chosen.shape)
        above = f"{(chosen > 0).sum()} of {chosen.size} places are above 0"
        return f"map {self.filter}: largest {chosen.max():.2f}, in row {row}, column {column}; {above}"

    def about_the_move(self, maps):
        """In words, how far the maps differ from those at rest: place by place, and moved along with the digit."""
        before = self.at_rest()
        size = np.linalg.norm(before) or 1.0
        line = f"place by place, the maps differ from those at rest by {difference(maps, before, size)}"
        shift = self.shift()
        if shift is None:
            return f"{line}; a move by 1 is half a place here"
        here, there = overlap(maps, *shift), overlap(before, -shift[0], -shift[1])
        return f"{line}; moved along with the digit, by {difference(here, there, size)}"

    @in_our_style
    def figure(self):
        figure = Figure(figsize=(7, 4.4), dpi=100)
        boxes = [(0.03, 0.66, 0.2, 0.28), (0.07, 0.42, 0.12, 0.17), (0.03, 0.03, 0.2, 0.28), (0.28, 0.02, 0.7, 0.91)]
        digit, weights, map_, field = map(figure.add_axes, boxes)
        maps = self.maps()
        largest = np.abs(maps).max()
        draw_image(digit, self.moved(self.down, self.right))
        digit.set_title(f"image {self.image}", fontsize=11)
        self.draw_filter(weights)
        draw_image(map_, maps[self.filter], signed=True, largest=largest)
        map_.set_title(f"map {self.filter}", fontsize=11)
        self.draw_maps(field, maps, largest)
        return figure

    def draw_filter(self, axes):
        """Draw the weights of a filter of the first layer. Those of later layers look at many maps and are left out."""
        if self.layer > 1:
            axes.set_axis_off()
            return
        filters = self.network[0].weight.data[:, 0]
        draw_image(axes, filters[self.filter], signed=True, largest=np.abs(filters).max())
        axes.set_title(f"filter {self.filter}", fontsize=11)

    def draw_maps(self, axes, maps, largest):
        """Draw all maps on grey, the selected one in a frame."""
        count, height, width = maps.shape
        columns = 4 if count <= 16 else 8
        axes.set_facecolor("#CCCCCC")
        draw_image(axes, mosaic(maps, columns), signed=True, largest=largest, with_minus=False)
        axes.set_anchor("NW")
        row, column = divmod(self.filter, columns)
        corner = column * (width + 1) - 1, row * (height + 1) - 1
        look = {"fill": False, "edgecolor": VERMILLION, "linewidth": 3, "clip_on": False}
        axes.add_patch(Rectangle(corner, width + 1, height + 1, **look))
        axes.set_title(f"all {count} maps after layer {self.names[self.layer]}", fontsize=11, pad=10)


def difference(a, b, size):
    """The distance between two arrays, in per cent of `size`."""
    return f"{100 * np.linalg.norm(a - b) / size:.0f} %"


def overlap(maps, down, right):
    """The part of `maps` that was already inside before a move by (down, right)."""
    height, width = maps.shape[1:]
    return maps[:, max(down, 0) : height + min(down, 0), max(right, 0) : width + min(right, 0)]


def move_in_words(down, right):
    """A move in words, such as "moved by 1 to the right and 2 up"."""
    moves = []
    if right:
        moves.append(f"{abs(right)} to the {'right' if right > 0 else 'left'}")
    if down:
        moves.append(f"{abs(down)} {'down' if down > 0 else 'up'}")
    return f"moved by {' and '.join(moves)}" if moves else "where it was written"


class FeatureMapsView(View):
    """A slider for the image, two to move it, buttons for the layer, and a slider over its maps."""

    def __init__(self, model):
        wide = {"layout": {"width": "330px"}}
        image = ipywidgets.IntSlider(0, 0, len(model.images) - 1, description="image", **wide)
        layer = choices("after layer", [(name, k) for k, name in enumerate(model.names)], 0)
        right = ipywidgets.IntSlider(0, -FARTHEST, FARTHEST, description="right", **wide)
        down = ipywidgets.IntSlider(0, -FARTHEST, FARTHEST, description="down", **wide)
        self.map = self.new_map(model)
        super().__init__(model, [image, layer, right, down, self.map])
        self.on(image, model.choose_image)
        self.on(layer, model.choose_layer)
        self.on(right, model.move_right)
        self.on(down, model.move_down)
        self.on(self.map, model.choose_filter)

    def new_map(self, model):
        return ipywidgets.IntSlider(
            model.filter, 0, len(model.maps()) - 1, description="map", layout={"width": "330px"}
        )

    def refresh(self):
        if self.map.max != len(self.model.maps()) - 1:
            old, self.map = self.map, self.new_map(self.model)
            self.replace(old, self.map)
            self.on(self.map, self.model.choose_filter)
        super().refresh()


@errors_as_notice
def feature_maps(network, images):
    """A widget to choose an image, move it, and see the maps after each layer.

    The arguments are those of `FeatureMapsModel`.
    """
    return FeatureMapsView(FeatureMapsModel(network, images))

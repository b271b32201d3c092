"""Feature maps: what does each filter answer to, and what becomes of its map when the digit moves?"""

import ipywidgets
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from autograd_lib.nn.layers import Conv2d, Sequential
from autograd_lib.plot.images import draw_image, mosaic
from autograd_lib.plot.style import VERMILLION, in_our_style
from autograd_lib.widgets.controls import choices
from autograd_lib.widgets.view import View, line_in_its_place

FARTHEST = 2  # by how many pixels a digit is moved, at most


class FeatureMapsModel:
    """An image on its way through the layers of a network that still have maps, and what a move of it changes there.

    Args:
        network: a Sequential that begins with a Conv2d for grey images.
        images: an array (n, height, width).

    Attributes: `image` (its number), `down` and `right` (by how many pixels it is moved), `layer` (the number of the
    layer after which we look), `filter` (the number of the map that is looked at closely); `names`, of the layers.

    Raises:
        TypeError: there is no such network.
        ValueError: there are no images.
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
        """Look at the maps after another layer. Where it has fewer maps, the last of them takes the place of ours."""
        self.layer = number
        self.filter = min(self.filter, len(self.maps()) - 1)

    def choose_filter(self, number):
        self.filter = min(number, len(self.maps()) - 1)

    def move_down(self, pixels):
        self.down = pixels

    def move_right(self, pixels):
        self.right = pixels

    def moved(self, down, right):
        """The image, moved; what comes in at the edge is paper."""
        image = self.images[self.image]
        return np.pad(image, FARTHEST)[
            FARTHEST - down : FARTHEST - down + image.shape[0], FARTHEST - right : FARTHEST - right + image.shape[1]
        ]

    def all_maps(self, down, right):
        """The maps after each layer that has maps, as arrays (maps, height, width), for the image moved like this."""
        found, x = [], self.moved(down, right)[np.newaxis, np.newaxis]
        for layer in self.network:
            x = layer(x)
            if x.ndim != 4:
                break
            found.append(x.data[0])
        return found

    def maps(self):
        """The maps after our layer, for the image where it is now."""
        return self.all_maps(self.down, self.right)[self.layer]

    def at_rest(self):
        """The same, for the image as it was written."""
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
            f"image {self.image}, {window_in_words(self.down, self.right)}; after layer {self.names[self.layer]}: "
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
        """How much of the maps is another number than before, and how much of that is nothing but the move."""
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
        """The weights of a filter of the first layer. Those of later ones look at maps, of which there are many."""
        if self.layer > 1:
            axes.set_axis_off()
            return
        filters = self.network[0].weight.data[:, 0]
        draw_image(axes, filters[self.filter], signed=True, largest=np.abs(filters).max())
        axes.set_title(f"filter {self.filter}", fontsize=11)

    def draw_maps(self, axes, maps, largest):
        """All maps, on grey, the chosen one in a frame."""
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
    """How far two arrays are apart, in per cent of `size`."""
    return f"{100 * np.linalg.norm(a - b) / size:.0f} %"


def overlap(maps, down, right):
    """The part of maps that another image of them, moved the other way, has too."""
    height, width = maps.shape[1:]
    return maps[:, max(down, 0) : height + min(down, 0), max(right, 0) : width + min(right, 0)]


def window_in_words(down, right):
    """ "moved by 1 to the right and 2 up" """
    moves = []
    if right:
        moves.append(f"{abs(right)} to the {'right' if right > 0 else 'left'}")
    if down:
        moves.append(f"{abs(down)} {'down' if down > 0 else 'up'}")
    return f"moved by {' and '.join(moves)}" if moves else "where it was written"


class FeatureMapsView(View):
    """The controls: an image and its moves, the layer, and which of its maps."""

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


@line_in_its_place
def feature_maps(network, images):
    """Choose an image, move it, and see the maps of each layer. The arguments are `FeatureMapsModel`'s."""
    return FeatureMapsView(FeatureMapsModel(network, images))

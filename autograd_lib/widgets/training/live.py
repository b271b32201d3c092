"""The plane as a picture that changes many times a second: points drawn once, and a light layer beneath them.

Axes and points, which take matplotlib 30 ms to draw and a browser as long to read, are drawn once. The layer beneath
holds only what a training step changes, as a short SVG of our own: a small image, a line, rings and a title.
"""

import base64
import io

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from autograd_lib.plot.style import SCORES, in_our_style
from autograd_lib.widgets.training.plane import PALE, REACH, RING
from autograd_lib.widgets.view import svg_of

WIDTH, HEIGHT = 280.8, 259.2  # in points, 72 to the inch, as SVG counts
PALETTE = (255 * (1 - PALE * (1 - SCORES(np.arange(256))[:, :3]))).round().astype(np.uint8)


class LivePlane:
    """A `Plane` as two layers of the same size, one to be laid over the other.

    Attributes: `plane`, and `points`, the upper layer: an SVG with only axes and points.
    """

    @in_our_style
    def __init__(self, plane):
        self.plane = plane
        figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), facecolor="none")
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.16, top=0.91)
        self.axes = figure.subplots()
        self.axes.set(facecolor="none")
        self.axes.set_xlabel(plane.key, fontsize=8.5)
        plane.draw_points(self.axes)
        self.points = svg_of(figure)

    def layer(self, answers, title):
        """The lower layer, for the current answers of a network: an SVG of a few thousand characters."""
        (left, bottom), (right, top) = self.place(np.array(self.plane.corners))
        lines = [self.place(line) for line in self.plane.boundary(self.axes, answers)]
        boundary = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line) for line in lines)
        r = (RING * self.plane.size) ** 0.5 / 2
        around = f"m{-r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0"
        rings = "".join(f"M{x:.1f} {y:.1f}{around}" for x, y in self.place(self.plane.points[answers.wrong]))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}pt" height="{HEIGHT}pt" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}"><image x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top:.1f}" preserveAspectRatio="none" href="{image_of(answers.scores)}"/>'
            f'<g fill="none" stroke="black"><path class="boundary" d="{boundary}" stroke-width="2"/>'
            f'<path class="rings" d="{rings}"/></g>'
            f'<text x="{left:.1f}" y="{top - 6:.1f}" font-family="sans-serif" font-size="11">{title}</text></svg>'
        )

    def place(self, points):
        """The positions of points of the plane in the picture, as an array of rows (x, y)."""
        box, (low, high) = self.axes.get_position(), self.plane.corners
        share = (points - low) / (high - low)
        return np.column_stack(
            [WIDTH * (box.x0 + box.width * share[:, 0]), HEIGHT * (1 - box.y0 - box.height * share[:, 1])]
        )


def image_of(scores):
    """Scores as colours: an image with a pixel for each, top row first, as a data URL."""
    share = np.clip(np.nan_to_num(scores) / REACH, -1, 1)
    image = Image.fromarray((127.5 * (share[::-1] + 1)).round().astype(np.uint8)).convert("P")
    image.putpalette(PALETTE.tobytes())
    file = io.BytesIO()
    image.save(file, format="PNG")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode('ascii')}"

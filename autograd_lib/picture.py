"""A picture in a notebook, and its facts as text: `Picture` for plots, `mimebundle` for graphs as well."""

import base64
import io
import struct

# A notebook shows a picture at half its pixels, so that it is sharp on a screen of any density.
PIXELS_PER_POINT = 2

# Pictures are on white paper with round corners, also on a dark page: no grey stands out from both white and black.
# The radius of the corners, in the points of the page.
CORNER = 8


def size_on_page(png):
    """(width, height) in the points at which a notebook shows a PNG. Raises ValueError if `png` is none."""
    if not isinstance(png, bytes) or png[:8] != b"\x89PNG\r\n\x1a\n" or len(png) < 24:
        start = png[:8] if isinstance(png, bytes) else type(png).__name__
        raise ValueError(f"a Picture is made from the bytes of a PNG file, got {start!r}")
    # The first chunk of every PNG is its header, which begins with the size in pixels.
    width, height = struct.unpack(">II", png[16:24])
    return width // PIXELS_PER_POINT, height // PIXELS_PER_POINT


def mimebundle(png, size, text, alt):
    """The result of `_repr_mimebundle_` for a picture: its data, and the size and alt text to store beside the PNG."""
    data = {"image/png": base64.b64encode(png).decode("ascii"), "text/plain": text}
    width, height = size
    # nbconvert's "classic" pages take the alt text from here; JupyterLab 4.6 and nbconvert's "lab" do not yet.
    return data, {"image/png": {"width": width, "height": height, "alt": alt}}


class Picture:
    """A picture for a notebook's output: a PNG, and a text that says what it shows.

    Where a PNG cannot be seen (a terminal, a screen reader, a test that compares outputs) the text stands for it, so
    it states the facts of the picture: numbers, not "a plot".

    Args:
        png: the bytes of a PNG file, at twice the size at which it is to be shown.
        text: the facts of the picture.
        alt: one sentence for those who cannot see it; the text itself if None.

    Its `size` is (width, height) in the points at which a notebook shows it.

    Raises:
        ValueError: `png` is not a PNG.
    """

    def __init__(self, png, text, alt=None):
        self.size = size_on_page(png)
        self.png = png
        self.text = text
        self.alt = text if alt is None else alt

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return mimebundle(self.png, self.size, self.text, self.alt)

    def save(self, path):
        """Write the PNG to a file."""
        with open(path, "wb") as file:
            file.write(self.png)


class SvgPicture:
    """A picture as SVG, for a browser tab, where nothing paints PNGs; the arguments are as for Picture."""

    def __init__(self, svg, text, alt=None):
        self.svg = svg[svg.index("<svg") :]
        self.text = text
        self.alt = text if alt is None else alt

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": self.svg, "text/plain": self.text}, {"image/svg+xml": {"alt": self.alt}}


def from_figure(figure, text, alt=None):
    """A Picture of a matplotlib figure, which is closed: a notebook then shows it once, and memory does not fill up.

    Args:
        figure: a `matplotlib.figure.Figure`.
        text, alt: as for Picture.
    """
    # Here and not above: it is slow to import, and a Picture that is made without it should not wait.
    import matplotlib.pyplot as plt

    file = io.BytesIO()
    round_corners(figure)
    try:
        # Without the name of the program in it, the same figure gives the same bytes.
        figure.savefig(file, format="png", dpi=PIXELS_PER_POINT * figure.dpi, metadata={"Software": None})
    finally:
        plt.close(figure)
    return Picture(file.getvalue(), text, alt)


def round_corners(figure):
    """Paint a figure's white paper with round corners instead of square ones."""
    from matplotlib.patches import FancyBboxPatch

    paper, radius = figure.patch, CORNER / figure.dpi
    width, height = figure.get_size_inches()
    shape = f"round,pad={radius},rounding_size={radius}"
    rounded = FancyBboxPatch(
        (radius, radius),
        width - 2 * radius,
        height - 2 * radius,
        boxstyle=shape,
        transform=figure.dpi_scale_trans,
        facecolor=paper.get_facecolor(),
        edgecolor="none",
        zorder=-1,
    )
    paper.set_visible(False)
    figure.add_artist(rounded)

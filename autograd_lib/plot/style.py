"""The look of every picture in the notebooks: colours, lines and markers, and matplotlib's settings.

matplotlib is imported when something is drawn, and not before: a notebook's first cell, which imports widgets, would
wait for it as long as for everything else together.

The colours are those of Okabe and Ito, which nearly everyone can tell apart. Line styles and markers differ too, so
that nothing depends on colour alone. Sizes are meant for a page about 700 points wide.
"""

import functools
import threading

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE = "#0072B2", "#D55E00", "#CC79A7"

# The colour, line and marker of the first curve, of the second, and so on.
STYLES = [
    (BLUE, "-", "o"),
    (VERMILLION, "--", "s"),
    (GREEN, "-.", "^"),
    (PURPLE, ":", "D"),
    (BLACK, (0, (6, 2, 1, 2, 1, 2)), "v"),
    (ORANGE, (0, (8, 3)), "P"),
    (SKY, (0, (3, 1)), "X"),
]
OUR_STYLE = [
    "default",
    {
        "font.size": 12,
        "axes.titlesize": 13,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
    },
]
# Matplotlib's settings are shared by all threads, and JupyterLab moves widgets in a thread of their own. Without this
# lock, one drawing would undo the settings of another, or leave its own behind.
ONE_AT_A_TIME = threading.RLock()


@functools.cache
def scores_map():
    """The colormap from the lower class's colour to the upper one's, both lightened so that points stand out."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("scores", ["#DF8340", "#F6C7AB", "#FFFFFF", "#ABD0E6", "#4095C5"])


def new_figure(width, height, layout=None):
    """An empty Figure of matplotlib's, `width` by `height` inches, that no window and no notebook knows of."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), dpi=100, layout=layout)


def in_our_style(draw):
    """Decorator: the function draws in this style, whatever style the reader has set for their own figures."""

    @functools.wraps(draw)
    def drawn(*args, **kwargs):
        import matplotlib.style

        with ONE_AT_A_TIME, matplotlib.style.context(OUR_STYLE):
            return draw(*args, **kwargs)

    return drawn

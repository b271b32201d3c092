"""The race as a picture: the surface from above, for the still with the paths on it, and as a map for the front."""

import base64

import numpy as np

from autograd_lib.plot.style import BLACK, STYLES, in_our_style, new_figure

SIDE = 120  # heights along each side of the picture
WIDER = 1.4  # the map of a front is so many times as wide as it is high


@in_our_style
def side_by_side(races, step):
    """A figure of three races after `step` steps, each given as (surface, walks, title)."""
    figure = new_figure(7, 5.6)
    figure.subplots_adjust(left=0.06, right=0.98, bottom=0.11, top=0.95, wspace=0.16, hspace=0.25)
    panels = [figure.add_subplot(*place) for place in ((2, 1, 1), (2, 2, 3), (2, 2, 4))]
    for axes, (surface, walks, title) in zip(panels, races, strict=True):
        draw_surface(axes, surface)
        for name, line in new_lines(axes, walks).items():
            line.set_data(*zip(*walks[name].places[: step + 1]))
        axes.set_title(title, fontsize=11)
    figure.legend(*panels[0].get_legend_handles_labels(), fontsize=10, loc="lower center", ncols=3, handlelength=3)
    return figure


def draw_surface(axes, surface):
    """Draw contour lines, and a star at each minimum."""
    left, right, bottom, top = surface.window
    x, y = np.meshgrid(np.linspace(left, right, SIDE), np.linspace(bottom, top, SIDE))
    axes.contour(x, y, surface.f(x, y), levels=surface.levels, colors="#BBBBBB", linewidths=1)
    axes.plot(*zip(*surface.minima), "*", color=BLACK, markersize=12, zorder=5)
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
    axes.locator_params(nbins=5)
    axes.tick_params(labelsize=9)


def new_lines(axes, names):
    """An empty line for each name, with its colour, dashes and marker."""
    return {
        name: axes.plot([], [], color=colour, linestyle=dashes, marker=marker, markersize=4, linewidth=1.5, label=name)[
            0
        ]
        for name, (colour, dashes, marker) in zip(names, STYLES)
    }


def roomy(window):
    """The window of a front's map: all of a window, and more above and below or at its sides, for maps of one shape."""
    left, right, bottom, top = window
    more = (max((right - left) / WIDER, top - bottom) - (top - bottom)) / 2
    wider = (max((top - bottom) * WIDER, right - left) - (right - left)) / 2
    return left - wider, right + wider, bottom - more, top + more


def map_of(surface):
    """The heights in a front's map, for the page: from the top row down, as 16-bit numbers.

    They count contour lines: 0 at the lowest point, 65535 at the highest, and `lines` of them lie between, as far apart
    from each other as from both ends.
    """
    left, right, bottom, top = roomy(surface.window)
    x, y = np.meshgrid(np.linspace(left, right, SIDE), np.linspace(top, bottom, SIDE))
    heights = surface.f(x, y)
    lines = list(surface.levels)
    while lines[-1] * 2 < heights.max():
        lines.append(lines[-1] * 2)
    lowest = min(surface.f(*place) for place in surface.minima)
    share = np.interp(heights, [lowest, *lines, heights.max()], np.linspace(0, 1, len(lines) + 2))
    numbers = np.rint(share * 65535).astype("<u2")
    return {"side": SIDE, "lines": len(lines), "bytes": base64.b64encode(numbers.tobytes()).decode()}

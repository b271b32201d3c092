"""The race as a picture: the surface from above with the paths on it, and the distance that each racer has left."""

import numpy as np
from matplotlib.figure import Figure

from autograd_lib.plot.style import BLACK, STYLES, in_our_style

SIDE = 120  # heights along each side of the picture


class RacePicture:
    """Paths on one surface beside the distances from its minimum. The surface is drawn once; only the lines change.

    Args:
        surface: a `Surface`.
        names: the racers' names, in the order of their colours, lines and markers.
        steps: the length of the race.
    """

    @in_our_style
    def __init__(self, surface, names, steps):
        self.figure = Figure(figsize=(7, 3.2), dpi=100)
        above, distance = self.figure.subplots(1, 2, width_ratios=[1.7, 1])
        self.figure.subplots_adjust(left=0.05, right=0.98, bottom=0.15, top=0.9, wspace=0.2)
        draw_surface(above, surface)
        self.title = above.set_title("", fontsize=11)
        self.paths, self.heads = new_lines(above, names), new_lines(above, names)
        for head in self.heads.values():
            head.set(markersize=9, markeredgecolor="white", zorder=6)
        self.distances = new_lines(distance, names)
        distance.set_yscale("log")
        distance.set(xlim=(0, steps), ylim=(1e-3, 100))
        goal = "the minimum" if len(surface.minima) == 1 else "the nearest minimum"
        distance.set_title(f"distance from {goal}", fontsize=11)
        distance.set_xlabel("step", fontsize=9)
        distance.tick_params(labelsize=9)
        distance.locator_params(axis="x", nbins=5)
        distance.minorticks_off()
        distance.yaxis.set_major_formatter(
            lambda number, _: f"{number:g}"
        )  # quicker than powers of ten, which are typeset as formulas
        distance.legend(fontsize=9, loc="upper right", handlelength=3)

    def show(self, walks, distances, step):
        """The figure with the first `step` steps; `walks` and `distances` have an entry for each name."""
        for name, path in walks.items():
            way = path.places[: step + 1]
            self.paths[name].set_data(*zip(*way))
            self.heads[name].set_data(*zip(way[-1]))
            seen = distances[name][: step + 1]
            self.distances[name].set_data(range(len(seen)), seen)
            self.distances[name].set_markevery([len(seen) - 1])
        self.title.set_text(f"step {step}")
        return self.figure


@in_our_style
def side_by_side(races, step):
    """A figure of three races after `step` steps, each given as (surface, walks, title)."""
    figure = Figure(figsize=(7, 5.6), dpi=100)
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

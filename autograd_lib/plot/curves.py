"""Curves as Pictures: losses by step, and any y against x."""

import math
from numbers import Real

from autograd_lib.picture import from_figure
from autograd_lib.plot.style import STYLES, in_our_style, new_figure


@in_our_style
def plot_losses(curves, title="", xlabel="step", ylabel="loss", log=False):
    """Plot loss curves as a Picture; its text gives the first and the last number of each.

    Args:
        curves: a dict from names to lists of numbers, one for each step. A curve is drawn up to its first NaN or
            infinity, and the text says so.
        title, xlabel, ylabel: the title of the picture and the labels of its axes.
        log: whether losses are on a logarithmic scale. A loss of 0 then lies below the bottom of the picture.

    Raises:
        TypeError: `curves` is not a dict, or a curve holds something that is not a number.
        ValueError: a curve is empty, begins with NaN or infinity, or has no number > 0 for a logarithmic scale; or
            there are more curves than can be told apart.
    """
    from matplotlib.ticker import MaxNLocator

    check_curves(curves)
    lines, facts = {}, []
    for name, curve in curves.items():
        ys = as_numbers(name, curve)
        end = next((i for i, y in enumerate(ys) if not math.isfinite(y)), len(ys))
        if end == 0:
            raise ValueError(f"the curve {name!r} begins with {ys[0]}: there is nothing to draw")
        cut_off = f", then {ys[end]}" if end < len(ys) else ""
        lines[name + cut_off] = (list(range(end)), ys[:end])
        facts.append(f"{name}: {ys[0]:.4g} at {xlabel} 0, {ys[end - 1]:.4g} at {xlabel} {end - 1}{cut_off}")
    figure = figure_of_lines(lines, title, xlabel, ylabel, False, log)
    figure.axes[0].xaxis.set_major_locator(MaxNLocator(integer=True))
    if not log and all(min(ys) >= 0 for _, ys in lines.values()):
        figure.axes[0].set_ylim(bottom=0)
    heading = f"{title or f'{ylabel} by {xlabel}'}{' (logarithmic scale)' if log else ''}"
    return from_figure(figure, "\n".join([heading, *facts]), f"Curves. {heading}: {'; '.join(facts)}.")


@in_our_style
def plot_curves(curves, title="", xlabel="x", ylabel="y", log_x=False, log_y=False):
    """Plot lines of y against x as a Picture; its text gives the range of each.

    Args:
        curves: a dict from names to pairs (xs, ys) of lists of numbers.
        title, xlabel, ylabel: the title of the picture and the labels of its axes.
        log_x, log_y: whether that axis is logarithmic.

    Raises:
        TypeError: as for `plot_losses`, or a curve is not a pair.
        ValueError: as for `plot_losses`, or a curve does not have as many xs as ys, or has one that is not finite.
    """
    check_curves(curves)
    lines, facts = {}, []
    for name, pair in curves.items():
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise TypeError(f"the curve {name!r} is a pair (xs, ys) of lists, got {pair!r:.60}")
        xs, ys = as_numbers(name, pair[0]), as_numbers(name, pair[1])
        if len(xs) != len(ys) or not all(map(math.isfinite, (*xs, *ys))):
            raise ValueError(f"the curve {name!r} takes as many xs as ys, all finite: got {len(xs)} and {len(ys)}")
        lines[name] = (xs, ys)
        spans = f"{xlabel} {min(xs):.4g} to {max(xs):.4g}, {ylabel} {min(ys):.4g} to {max(ys):.4g}"
        facts.append(f"{name}: {len(xs)} points, {spans}")
    figure = figure_of_lines(lines, title, xlabel, ylabel, log_x, log_y)
    heading = title or f"{ylabel} against {xlabel}"
    return from_figure(figure, "\n".join([heading, *facts]), f"Curves. {heading}: {'; '.join(facts)}.")


def figure_of_lines(lines, title, xlabel, ylabel, log_x, log_y):
    """A figure with one line for each name; `lines` maps names to (xs, ys)."""
    for axis, log, which in (("x", log_x, 0), ("y", log_y, 1)):
        for name, line in lines.items():
            if log and max(line[which]) <= 0:
                raise ValueError(f"no {axis} of the curve {name!r} is > 0: a logarithmic scale cannot show it")
    figure = new_figure(6.8, 3.9, layout="constrained")
    axes = figure.add_subplot()
    for (name, (xs, ys)), (colour, dashes, marker) in zip(lines.items(), STYLES):
        # Markers tell curves apart. A long curve has only a few, counted from its end, where the last one is.
        every = slice(len(xs) - 1, None, -max(1, len(xs) // 8))
        marks = list(range(len(xs)))[every]
        axes.plot(xs, ys, color=colour, linestyle=dashes, linewidth=2, marker=marker, markevery=marks, label=name)
    axes.set(title=title, xlabel=xlabel, ylabel=ylabel)
    axes.set_xscale("log" if log_x else "linear")
    axes.set_yscale("log" if log_y else "linear")
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)
    if len(lines) > 1:
        axes.legend(handlelength=3.5)
    return figure


def check_curves(curves):
    if not isinstance(curves, dict) or not curves:
        raise TypeError(f"curves is a dict from names to numbers, as in {{'SGD': losses}}; got {curves!r:.60}")
    if len(curves) > len(STYLES):
        raise ValueError(f"{len(curves)} curves in one picture cannot be told apart: draw at most {len(STYLES)}")


def as_numbers(name, numbers):
    """A curve's numbers as a list of floats."""
    if not hasattr(numbers, "__iter__") or not len(numbers):
        raise ValueError(f"the curve {name!r} is a list of at least one number, got {numbers!r}")
    for number in numbers:
        if hasattr(number, "grad"):
            raise TypeError(f"the curve {name!r} holds nodes: collect their numbers instead, losses.append(loss.data)")
        if not isinstance(number, Real):
            raise TypeError(f"the curve {name!r} holds {number!r}, which is not a number")
    return [float(number) for number in numbers]

"""Curves and decision boundaries as Pictures.

Colours are those of Okabe and Ito, which nearly everyone can tell apart; line styles and markers differ too, so that
nothing depends on colour. Sizes are meant for a page about 700 points wide.
"""

import functools
import math
import threading
from numbers import Real

import matplotlib.style
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from autograd_lib.nn import MLP, predict_many
from autograd_lib.picture import from_figure

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE = "#0072B2", "#D55E00", "#CC79A7"

# For the first curve, the second, and so on: colour, line and marker.
STYLES = [
    (BLUE, "-", "o"),
    (VERMILLION, "--", "s"),
    (GREEN, "-.", "^"),
    (PURPLE, ":", "D"),
    (BLACK, (0, (6, 2, 1, 2, 1, 2)), "v"),
    (ORANGE, (0, (8, 3)), "P"),
    (SKY, (0, (3, 1)), "X"),
]
# From the colour of the lower class to that of the upper one, both lightened so that points stand out.
SCORES = LinearSegmentedColormap.from_list("scores", ["#DF8340", "#F6C7AB", "#FFFFFF", "#ABD0E6", "#4095C5"])
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
# Matplotlib's settings are the same for all threads, and JupyterLab moves widgets in a thread of their own: without
# turns, one drawing would undo the settings of another, or leave its own behind.
ONE_AT_A_TIME = threading.RLock()


def in_our_style(draw):
    """Above a function: what it draws looks like this, whatever style the reader has set for their own figures."""

    @functools.wraps(draw)
    def drawn(*args, **kwargs):
        with ONE_AT_A_TIME, matplotlib.style.context(OUR_STYLE):
            return draw(*args, **kwargs)

    return drawn


@in_our_style
def plot_losses(curves, title="", xlabel="step", ylabel="loss", log=False):
    """Loss curves as a Picture; its text gives the first and the last number of each.

    Args:
        curves: a dict from names to lists of numbers, one for each step. A curve is drawn up to its first NaN or
            infinity, and the text says so.
        title, xlabel, ylabel: words for the picture.
        log: whether losses are on a logarithmic scale. A loss of 0 then lies below the bottom of the picture.

    Raises:
        TypeError: `curves` is not a dict, or a curve holds something that is not a number.
        ValueError: a curve is empty, none is above 0 on a logarithmic scale, or there are more than can be told apart.
    """
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
    """Lines of y against x as a Picture; its text gives the extent of each.

    Args:
        curves: a dict from names to pairs (xs, ys) of lists of numbers.
        title, xlabel, ylabel: words for the picture.
        log_x, log_y: whether that axis is logarithmic.

    Raises:
        TypeError, ValueError: as for `plot_losses`, and where a curve has not as many xs as ys.
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


@in_our_style
def plot_boundary(model, xs, ys, title="", threshold=0.0):
    """What a model says about each point of the plane, and the data points on it, as a Picture.

    The score is shown as a colour, the boundary, where it equals the threshold, as a line, the two classes as circles
    and triangles, and the points on the wrong side with a ring around them.

    Args:
        model: an `MLP` with two inputs and one output, or any function from [x, y] to one node or number.
        xs, ys: points [x, y], and their targets: -1 and 1, or 0 and 1.
        title: words for the picture.
        threshold: scores above it count as class 1: 0 for tanh, hinge and logits, 0.5 for a sigmoid.

    Raises:
        ValueError: the points are not in the plane, the targets are not of two classes, or a score is not finite.
        TypeError: the model does not give one score.
    """
    points, positive = checked_points(xs, ys)
    scores = scores_of(model, points)
    wrong = (scores > threshold) != positive
    count = f"{len(points) - wrong.sum()} of {len(points)} points on the right side"
    text = f"decision boundary: {count}"

    figure = Figure(figsize=(6.8, 4.9), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    draw_scores(figure, axes, model, points, threshold)
    other = "−1" if min(ys) < 0 else "0"
    for name, members, colour, marker in (("1", positive, BLUE, "o"), (other, ~positive, VERMILLION, "^")):
        look = {"s": 50, "c": colour, "marker": marker, "edgecolors": "white", "linewidths": 0.9}
        if members.any():
            axes.scatter(*points[members].T, **look, zorder=3, label=f"class {name} ({members.sum()})")
    if wrong.any():
        ring = {"s": 190, "facecolors": "none", "edgecolors": BLACK, "linewidths": 1.6}
        axes.scatter(*points[wrong].T, **ring, zorder=4, label=f"wrong side ({wrong.sum()})")
    axes.set(title=f"{title or 'Decision boundary'}: {count}", xlabel="x₁", ylabel="x₂")
    figure.legend(loc="outside lower center", ncols=4, columnspacing=1.6, handlelength=1.5)
    alt = f"The plane coloured by the model's score, and the line where it is {threshold:g}; {text}."
    return from_figure(figure, text, alt)


def draw_scores(figure, axes, model, points, threshold):
    """The score as colours over the part of the plane that holds the points, and the line at the threshold."""
    # A function is asked point by point, so it gets a coarser grid.
    side = 80 if type(model) is MLP else 32
    low, high = points.min(axis=0), points.max(axis=0)
    margin = np.where(high > low, 0.15 * (high - low), 1.0)
    x, y = (np.linspace(a, b, side) for a, b in zip(low - margin, high + margin))
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    scores = scores_of(model, grid.reshape(-1, 2)).reshape(side, side)

    # A few extreme scores should not wash out the rest.
    reach = np.quantile(abs(scores - threshold), 0.95) or 1.0
    levels = threshold + MaxNLocator(nbins=16, symmetric=True).tick_values(-reach, reach)
    colours = axes.contourf(x, y, scores, levels, cmap=SCORES, extend="both")
    figure.colorbar(colours, ax=axes, label="score", pad=0.02)
    if scores.min() < threshold < scores.max():
        axes.contour(x, y, scores, [threshold], colors=BLACK, linewidths=2)
        axes.plot([], [], color=BLACK, linewidth=2, label=f"score = {threshold:g}")


def figure_of_lines(lines, title, xlabel, ylabel, log_x, log_y):
    """A figure with a line for each name; `lines` maps names to (xs, ys)."""
    for axis, log, which in (("x", log_x, 0), ("y", log_y, 1)):
        for name, line in lines.items():
            if log and max(line[which]) <= 0:
                raise ValueError(f"no {axis} of the curve {name!r} is > 0: a logarithmic scale cannot show it")
    figure = Figure(figsize=(6.8, 3.9), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    for (name, (xs, ys)), (colour, dashes, marker) in zip(lines.items(), STYLES):
        # Markers tell curves apart; on a long curve a few of them do, the last at its end.
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


def scores_of(model, points):
    """One score for each point, as an array, with the matrices of an MLP or else by asking point by point."""
    if type(model) is MLP:
        scores = predict_many(model, points)
    else:
        scores = np.array([one_number(model(point)) for point in points.tolist()])
    if scores.ndim != 1:
        raise TypeError(f"a boundary takes one score for each point; this model gives {scores.shape[1]}")
    if not np.isfinite(scores).all():
        raise ValueError("the model gives scores that are not finite: it has diverged, and has no boundary to show")
    return scores


def one_number(result):
    number = result.data if hasattr(result, "grad") else result
    if not isinstance(number, Real):
        raise TypeError(f"a boundary takes one score for each point, a node or a number; the model gave {result!r}")
    return float(number)


def checked_points(xs, ys):
    """The points as an array of n rows of 2, and for each whether it is of class 1."""
    points = np.asarray(xs, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) != len(ys):
        raise ValueError(f"a boundary takes n points [x, y] and n targets; got shape {points.shape} and {len(ys)}")
    if not (set(ys) <= {-1, 1} or set(ys) <= {0, 1}):
        raise ValueError(f"the targets are -1 and 1, or 0 and 1; got {sorted(set(ys))[:5]}")
    return points, np.array([y > 0 for y in ys])


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

"""The decision boundary of a model as a Picture."""

from numbers import Real

import numpy as np

from autograd_lib.picture import from_figure
from autograd_lib.plot.style import BLACK, BLUE, VERMILLION, in_our_style, new_figure, scores_map


@in_our_style
def plot_boundary(model, xs, ys, title="", threshold=0.0):
    """Draw the scores that a model gives the points of the plane, with the data points on top, as a Picture.

    Colours show the score, and a line shows the decision boundary, where the score equals the threshold. The two
    classes are circles and triangles; points on the wrong side have a ring around them.

    Args:
        model: an `MLP` with two inputs and one output; any other model whose `predict` takes rows of points and gives
            a score for each; or a function from [x, y] to one node or number.
        xs, ys: points [x, y], and their targets: -1 and 1, or 0 and 1.
        title: the title of the picture.
        threshold: scores above it count as class 1: 0 for tanh, hinge and logits, 0.5 for a sigmoid.

    Raises:
        ValueError: the points do not have two coordinates each, there are not as many targets as points, the targets
            are neither -1 and 1 nor 0 and 1, or a score is not finite.
        TypeError: the model does not give one score for each point.
    """
    points, positive = checked_points(xs, ys)
    scores = scores_of(model, points)
    wrong = (scores > threshold) != positive
    count = f"{len(points) - wrong.sum()} of {len(points)} points on the right side"
    text = f"decision boundary: {count}"

    figure = new_figure(6.8, 4.9, layout="constrained")
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
    """Draw the scores as colours over the part of the plane that holds the points, and a line at the threshold."""
    from matplotlib.ticker import MaxNLocator

    # A function is called point by point, so its grid is coarser.
    side = 80 if hasattr(model, "predict") else 32
    low, high = points.min(axis=0), points.max(axis=0)
    margin = np.where(high > low, 0.15 * (high - low), 1.0)
    x, y = (np.linspace(a, b, side) for a, b in zip(low - margin, high + margin))
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    scores = scores_of(model, grid.reshape(-1, 2)).reshape(side, side)

    # A few extreme scores should not wash out the rest.
    reach = np.quantile(abs(scores - threshold), 0.95) or 1.0
    levels = threshold + MaxNLocator(nbins=16, symmetric=True).tick_values(-reach, reach)
    colours = axes.contourf(x, y, scores, levels, cmap=scores_map(), extend="both")
    figure.colorbar(colours, ax=axes, label="score", pad=0.02)
    if scores.min() < threshold < scores.max():
        axes.contour(x, y, scores, [threshold], colors=BLACK, linewidths=2)
        axes.plot([], [], color=BLACK, linewidth=2, label=f"score = {threshold:g}")


def scores_of(model, points):
    """One score for each point, as an array: all at once if the model has `predict`, else point by point."""
    if hasattr(model, "predict"):
        scores = np.asarray(model.predict(points), float)
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
    """The points as an array of shape (n, 2), and for each whether it is of class 1."""
    points = np.asarray(xs, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) != len(ys):
        raise ValueError(f"a boundary takes n points [x, y] and n targets; got shape {points.shape} and {len(ys)}")
    if not (set(ys) <= {-1, 1} or set(ys) <= {0, 1}):
        raise ValueError(f"the targets are -1 and 1, or 0 and 1; got {sorted(set(ys))[:5]}")
    return points, np.array([y > 0 for y in ys])

"""The neuron playground: what do the weights, the bias and the activation do to a neuron's line?"""

import math
from copy import copy
from numbers import Real

import numpy as np

from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import ACTIVATIONS
from autograd_lib.plot.style import BLACK, BLUE, VERMILLION, in_our_style, new_figure, scores_map
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))
# For each corner, whether a yes is right.
TASKS = {
    "OR": (False, True, True, True),
    "AND": (False, False, False, True),
    "NAND": (True, True, True, False),
    "XOR": (False, True, True, False),
}
LARGEST = 4  # the largest weight and bias
TIMES = (0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)  # for the slider; a hand on the arrow may choose any between
LOW, HIGH = -0.75, 1.75  # the part of the plane that is shown, in both directions
SIDE = 50  # scores along each side of the plane
FURTHEST = 6  # the axis of the sums goes at least from -FURTHEST to FURTHEST
SHOWN = {"tanh": (-1, 1), "sigmoid": (0, 1)}  # the lowest and the highest score shown; for others, the ends of the sums


class NeuronModel:
    """One neuron with two inputs, and its answers at the four corners of a square.

    It says yes where times · (w1·x1 + w2·x2 + b) is above 0.

    Args:
        task: "OR", "AND", "NAND" or "XOR": at which corners a yes is right.
        w1, w2, b: weights and bias, from -4 to 4.
        activation: one of `nn.mlp.ACTIVATIONS`.

    Attributes: the arguments; `times` (multiplies all three numbers); `best` (for each task, the most corners that
    have been right at once).

    Raises:
        TypeError: w1, w2 or b is not a number.
        ValueError: there is no such task or activation, or a number is not from -4 to 4.
    """

    def __init__(self, task="OR", w1=1.0, w2=1.0, b=-0.5, activation="tanh"):
        for name, chosen, known in (("task", task, TASKS), ("activation", activation, ACTIVATIONS)):
            if chosen not in list(known):
                raise ValueError(f"{name} is one of {', '.join(known)}; got {chosen!r}")
        for name, number in (("w1", w1), ("w2", w2), ("b", b)):
            if not isinstance(number, Real):
                raise TypeError(f"{name} is a number, got {number!r}")
            if not -LARGEST <= number <= LARGEST:
                raise ValueError(f"{name} is a number from {-LARGEST} to {LARGEST}, got {number!r}")
        self.w1, self.w2, self.b, self.times = w1, w2, b, 1.0
        self.task, self.activation, self.best = task, activation, {}
        self.keep_best()

    def set_w1(self, w1):
        self.w1 = w1
        self.keep_best()

    def set_w2(self, w2):
        self.w2 = w2
        self.keep_best()

    def set_b(self, b):
        self.b = b
        self.keep_best()

    def set_times(self, times):
        self.times = times

    def bend(self, activation):
        self.activation = activation

    def choose(self, task):
        self.task = task
        self.keep_best()

    def show(self, task, activation, w1, w2, b, times, best):
        """All that the page can change, in one move: while many are on their way, the newest one is enough.

        `best` is the most corners that have been right at once in this task, also on the way here.
        """
        self.w1, self.w2, self.b, self.times = w1, w2, b, times
        self.task, self.activation = task, activation
        self.best[task] = max(self.best.get(task, 0), best)
        self.keep_best()

    def keep_best(self):
        self.best[self.task] = max(self.best.get(self.task, 0), self.right().count(True))

    def sum(self, x1, x2):
        """The weighted sum, before the activation, of numbers or arrays."""
        return self.times * (self.w1 * x1 + self.w2 * x2 + self.b)

    def score(self, total):
        """The activation of a sum."""
        return total if self.activation == "linear" else getattr(Value(total), self.activation)().data

    def answers(self):
        """For each corner, whether the answer is yes."""
        # Tenths, as the sliders give them, may add up to not quite 0: a corner on the line is still a no.
        return [self.sum(*corner) > 1e-9 for corner in CORNERS]

    def right(self):
        """For each corner, whether the answer is the one that the task wants."""
        return [answer == wanted for answer, wanted in zip(self.answers(), TASKS[self.task])]

    moves = ("show",)

    def scene(self):
        """What never changes, for the front: tasks, activations, stops, and the limits of its axes."""
        return {
            **{"tasks": {name: list(wanted) for name, wanted in TASKS.items()}, "corners": CORNERS},
            **{"activations": ACTIVATIONS, "factors": TIMES, "largest": LARGEST},
            **{"range": [LOW, HIGH], "furthest": FURTHEST, "ends": SHOWN},
        }

    def state(self):
        """What the reader has chosen. The rest is a closed formula, which the front computes while the hand moves."""
        names = ("task", "activation", "w1", "w2", "b", "times")
        return {**{name: getattr(self, name) for name in names}, "best": dict(self.best)}

    def text(self):
        right = self.right()
        answers = ["yes" if answer else "no" for answer in self.answers()]
        marked = [f"{at} {said}{'' if ok else ' (wrong)'}" for at, said, ok in zip(CORNERS, answers, right)]
        return (
            f"{self.task}: {right.count(True)} of 4 right, best so far {self.best[self.task]}: {', '.join(marked)}\n"
            f"sum = {self.formula()}; {self.line_in_words()}\n"
            f"scores ({self.activation} of the sum) in the same order: {self.scores()}"
        ).replace("-", "−")

    def listing(self):
        """The same, and what other activations, factors and biases do, for pages where nothing moves."""
        other, lines = copy(self), [self.text(), "The answers come from the sum, before any activation. The scores are"]
        other.best = dict(self.best)
        for activation in ACTIVATIONS:
            other.activation = activation
            lines.append(f"  with {activation}: {other.scores()}")
        other.activation, other.times = self.activation, TIMES[-1]
        lines.append(f"  with {self.activation}, all times {TIMES[-1]:g}: {other.scores()}")
        other.times = self.times
        for task in TASKS:
            other.task = task
            lines.append(f"With these two weights all four answers to {task} are right {other.biases()}")
        return "\n".join(lines).replace("-", "−")

    def scores(self):
        """The scores of the corners, in their order."""
        return ", ".join(f"{self.score(self.sum(*corner)):z.4f}" for corner in CORNERS)

    def biases(self):
        """From which bias to which all four answers are right, in words, as far as the slider goes."""
        other = copy(self)
        fit = []
        for tenths in range(-10 * LARGEST, 10 * LARGEST + 1):
            other.b = tenths / 10
            if all(other.right()):
                fit.append(other.b)
        return f"for b from {fit[0]:.1f} to {fit[-1]:.1f}" if fit else "for no b"

    def formula(self):
        total = f"{decimals(self.w1)}·x1 {signed(self.w2)}·x2 {signed(self.b)}"
        return total if self.times == 1 else f"{self.times:g} · ({total})"

    def line_in_words(self):
        length = math.hypot(self.w1, self.w2)
        if length == 0:
            return "w = (0, 0), so there is no line: the answer is the same everywhere"
        side = "yes" if self.b > 0 else "no"
        return f"the line is {abs(self.b) / length:.2f} from (0, 0), where the answer is {side}"

    @in_our_style
    def figure(self):
        figure = new_figure(7, 3.5)
        plane, scores = figure.subplots(1, 2, width_ratios=(1, 1))
        figure.subplots_adjust(left=0.07, right=0.98, bottom=0.15, top=0.82, wspace=0.22)
        self.draw_plane(plane)
        self.draw_scores(scores)
        handles, labels = plane.get_legend_handles_labels()
        figure.legend(handles, labels, fontsize=9, loc="upper left", ncols=4, columnspacing=1.4)
        return figure

    def draw_plane(self, axes):
        """Draw the scores as colours, the line with its arrow to the yes side, and the corners."""
        places = np.linspace(LOW, HIGH, SIDE)
        sums = self.sum(*np.meshgrid(places, places))
        scores = np.array([self.score(total) for total in sums.ravel().tolist()]).reshape(SIDE, SIDE)
        low, high = SHOWN.get(self.activation, (-FURTHEST, FURTHEST))
        ends = self.score(0.0) + np.array([low - high, high - low]) / 2  # white is the score at a sum of 0
        look = {"extent": (LOW, HIGH, LOW, HIGH), "origin": "lower", "interpolation": "bilinear"}
        axes.imshow(scores, scores_map(), vmin=ends[0], vmax=ends[1], **look)
        self.draw_line(axes)
        draw_corners(axes, CORNERS, TASKS[self.task], self.right())
        axes.set(title="the plane", xlabel="x1", ylabel="x2", xlim=(LOW, HIGH), ylim=(LOW, HIGH))
        axes.set(xticks=(0, 1), yticks=(0, 1))

    def draw_line(self, axes):
        """Draw the line where the sum is 0, and an arrow along (w1, w2) from its point nearest to the middle."""
        w, length = np.array([self.w1, self.w2]), math.hypot(self.w1, self.w2)
        if length == 0:
            return
        middle = np.array([0.5, 0.5])
        foot = middle - w * (w @ middle + self.b) / length**2
        along = np.array([-self.w2, self.w1]) / length
        axes.plot(*(foot + np.array([[-9], [9]]) * along).T, color=BLACK, linewidth=2, label="the line")
        axes.annotate("", foot + 0.4 * w / length, foot, arrowprops={"arrowstyle": "->", "lw": 2})

    def draw_scores(self, axes):
        """Plot the activation against the sum, and the corners on that curve."""
        totals = [self.sum(*corner) for corner in CORNERS]
        furthest = max(FURTHEST, *map(abs, totals))
        low, high = SHOWN.get(self.activation, (-furthest, furthest))
        sums = np.linspace(-furthest, furthest, 193)
        axes.plot(sums, [self.score(total) for total in sums.tolist()], color="#777777", linewidth=1.5)
        axes.axvline(0, color=BLACK, linewidth=2)
        draw_corners(axes, [(t, self.score(t)) for t in totals], TASKS[self.task], self.right())
        room = 0.12 * (high - low)
        axes.set(title=f"score: {self.activation} of the sum", xlabel="sum:  no, up to 0;  yes, above 0")
        axes.set(xlim=(-1.08 * furthest, 1.08 * furthest), ylim=(low - room, high + room))
        tick = 5 if furthest == FURTHEST else math.floor(furthest)
        axes.set(xticks=(-tick, 0, tick), yticks=(low, (low + high) / 2, high))


def signed(number):
    """A number as a term of a sum: "+ 1.0" or "− 1.0"."""
    return f"{'−' if number < -1e-9 else '+'} {decimals(abs(number))}"


def decimals(number):
    """A number with one decimal, or two if it needs them, as those from a hand on the line do: "1.0", "0.25"."""
    return f"{number:z.2f}".removesuffix("0")


def draw_corners(axes, points, wanted, right):
    """Draw the corners, at `points`: circles that want a yes, triangles that want a no, rings around wrong answers."""
    looks = {"linestyle": "none", "zorder": 3, "markeredgecolor": "white", "clip_on": False}
    for answer, marker, colour, name in ((True, "o", BLUE, "wants a yes"), (False, "^", VERMILLION, "wants a no")):
        some = [point for point, wants in zip(points, wanted) if wants == answer]
        axes.plot(*zip(*some), marker=marker, color=colour, markersize=10, label=name, **looks)
    wrong = [point for point, ok in zip(points, right) if not ok] or [(math.nan, math.nan)]
    ring = {"markerfacecolor": "none", "markeredgecolor": BLACK, "markeredgewidth": 1.8, "clip_on": False}
    axes.plot(*zip(*wrong), "o", markersize=18, zorder=4, label="wrong answer", **ring)


class NeuronFront(Front):
    """The plane, in which the line is dragged, the neuron with its numbers, and the activation with the corners."""

    _esm = module("neuron")


@errors_as_notice
def neuron_playground(task="OR", w1=1.0, w2=1.0, b=-0.5, activation="tanh"):
    """A widget to drag the line of a neuron, to move its weights and bias, and to choose its activation and its task.

    The arguments are those of `NeuronModel`.
    """
    return NeuronFront(NeuronModel(task, w1, w2, b, activation))

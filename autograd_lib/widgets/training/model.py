"""A network in training, step by step: a plain model, without controls."""

import copy
import math
import random
import time
from numbers import Integral

import numpy as np
from matplotlib.figure import Figure

from autograd_lib import datasets
from autograd_lib.engine.value import Value
from autograd_lib.nn import losses
from autograd_lib.nn.mlp import MLP, check_size, predict_many
from autograd_lib.nn.optim import SGD
from autograd_lib.picture import from_figure
from autograd_lib.plot.style import BLUE, VERMILLION, in_our_style
from autograd_lib.widgets.training.live import LivePlane
from autograd_lib.widgets.training.plane import Plane

NOTHING = ([], [])
# For each name the points to train on and those held out, as pairs (xs, ys). XOR has four points: none can be spared.
DATA = {
    "XOR": lambda: (datasets.xor(), NOTHING),
    "moons": lambda: datasets.split(*datasets.moons(200, noise=0.12, seed=3), held_out=0.5),
    "circles": lambda: datasets.split(*datasets.circles(200), held_out=0.5),
    "spirals": lambda: datasets.split(*datasets.spirals(400), held_out=0.5),
}
SECONDS_A_PICTURE = 0.06  # the time for training; drawing and the page need some on top of it
MOST_PARAMETERS = 2000  # the steps of a larger network are slow to watch
MOST_LOSS = 1e6  # a run with a larger loss does not recover
MOST_ON_A_CURVE = 300


class TrainingModel:
    """A network in training, step by step, with everything that can be changed on the way.

    Args:
        data: names of data sets, from XOR, moons, circles and spirals; the run begins with the first one.
        hidden: the sizes of the hidden layers; () for none.
        activation, output: the activations of the hidden layers and of the last layer, as for `MLP`.
        loss: a function of a list of predictions and a list of targets, -1 or 1, that returns one Value.
        lr, momentum: the learning rate and momentum of the optimiser, SGD.
        l2: the strength of the L2 penalty: l2 · Σ parameter² is added to the loss.
        size: points in a batch; if there are no more points than that, each step sees all of them, in their order.
        seed: for the first weights and the order of the points: a reset gives the same run again.
        steps_a_picture: the largest number of steps between two pictures.
        seconds_a_picture: the time for these steps; those that do not fit are left for the next picture. `math.inf`
            for no limit.

    Attributes: these, and `network`, `steps` (taken so far), `history` (a row (step, training loss, held-out loss) for
    the start and after each pass through the points), `ended` (why the run ended, or "").

    Raises:
        ValueError, TypeError: a name is not known, or a number is of the wrong kind or out of its range.
    """

    def __init__(
        self,
        *data,
        hidden=(16, 16),
        activation="tanh",
        output="linear",
        loss=losses.hinge,
        lr=0.1,
        momentum=0.9,
        l2=0.0,
        size=20,
        seed=3,
        steps_a_picture=20,
        seconds_a_picture=SECONDS_A_PICTURE,
    ):
        check_size(size, "size")
        check_size(steps_a_picture, "steps_a_picture")
        self.names = data or ("moons",)
        for name in self.names:
            if name not in DATA:
                raise ValueError(f"the data sets are {', '.join(DATA)}; got {name!r}")
        self.hidden = sizes_of(hidden)
        self.activation, self.output, self.loss = activation, output, loss
        self.lr, self.momentum, self.l2 = lr, momentum, checked_strength(l2)
        self.size, self.seed = size, seed
        self.steps_a_picture, self.seconds_a_picture = steps_a_picture, seconds_a_picture
        self.choose_data(self.names[0])

    # Changes that the reader can make. A change of the network or the data starts the run again.

    def choose_data(self, name):
        self.name = name
        self.train, self.held_out = DATA[name]()
        self.plane = Plane(self.train, self.held_out)
        self.live = LivePlane(self.plane)
        self.reset()

    def choose_hidden(self, sizes):
        """Take hidden layers of these sizes, a list or text such as "16, 16", and start again."""
        self.hidden = sizes_of(sizes)
        self.reset()

    def choose_activation(self, activation):
        self.activation = activation
        self.reset()

    def set_lr(self, lr):
        """Use this learning rate from the next step on."""
        self.optimizer.lr = self.lr = lr

    def set_l2(self, strength):
        """Use this strength of the penalty from the next step on."""
        self.l2 = checked_strength(strength)

    def set_steps_a_picture(self, steps):
        self.steps_a_picture = steps

    def reset(self):
        """Go back to step 0, with the same first weights and the same order of the points."""
        rng = random.Random(self.seed)
        self.network = MLP(2, [*self.hidden, 1], self.activation, self.output, rng=rng)
        self.optimizer = SGD(self.network.parameters(), self.lr, self.momentum)
        self.order, self.to_come = random.Random(self.seed), []
        self.steps, self.ended, self.history = 0, "", []
        self.record()

    # Training.

    def run(self):
        """Take the steps between two pictures: as many as asked for, or as many as fit into the time for them."""
        end = time.perf_counter() + self.seconds_a_picture
        for _ in range(self.steps_a_picture):
            self.advance(1)
            if time.perf_counter() >= end:
                break

    def advance(self, steps):
        """Take `steps` steps, or fewer if the run diverges."""
        for _ in range(steps):
            if self.ended:
                return
            try:
                self.step()
            except (ValueError, ArithmeticError) as error:
                self.ended = f"Diverged in step {self.steps + 1}: {error}"

    def step(self):
        if not self.to_come:
            self.to_come = self.batches()
        xs, ys = self.to_come.pop(0)
        loss = self.loss([self.network(x) for x in xs], ys)
        if not loss.data < MOST_LOSS:
            raise FloatingPointError(f"the loss is {loss.data:.1e}. Press reset, and try a lower learning rate.")
        if self.l2:
            loss = loss + losses.l2(self.network.parameters(), self.l2)
        self.network.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        if not self.to_come:
            self.record()

    def batches(self):
        """All training points once, in batches."""
        if self.size >= len(self.train[0]):
            return [self.train]
        return datasets.batches(*self.train, self.size, self.order)

    def record(self):
        self.history.append((self.steps, self.cost(self.train), self.cost(self.held_out)))

    # Results.

    def cost(self, part):
        """The loss of some points, without the penalty: a number, or None if there are no points."""
        xs, ys = part
        if not xs:
            return None
        loss = self.loss([Value(score) for score in predict_many(self.network, xs)], ys)
        if not hasattr(loss, "backward"):
            raise TypeError(
                f"the loss is one Value, made from a list of predictions and a list of targets: got {loss!r}"
            )
        return loss.data

    def right(self, part):
        """How many of these points are on the right side."""
        return int(np.sum((predict_many(self.network, part[0]) > 0) == (np.array(part[1]) > 0)))

    def result(self):
        """In words, the current loss and right answers on the training points and on the held-out points."""
        words = []
        for name, part in (("training", self.train), ("held out", self.held_out)):
            if part[0]:
                words.append(f"{name}: loss {self.cost(part):.3f}, {self.right(part)} of {len(part[0])} points right")
        return "; ".join(words)

    def setting(self):
        """In words, which network is trained, and how."""
        sizes = " → ".join(str(size) for size in self.network.sizes)
        points = len(self.train[0])
        at_a_time = "all" if self.size >= points else self.size
        return (
            f"{self.name}, {sizes} with {self.activation}, {len(self.network.parameters())} parameters; "
            f"learning rate {self.lr:.3g}, L2 {self.l2:g}; {points} points, {at_a_time} at a time"
        )

    def text(self):
        if self.ended:
            return f"{self.ended}\n{self.setting()}"
        return f"step {self.steps}, {self.result()}\n{self.setting()}"

    # Pictures.

    def layer(self):
        """The plane as it is now, without its points, as SVG text."""
        return self.live.layer(self.plane.ask(self.network), f"step {self.steps}")

    @in_our_style
    def curves(self):
        """A figure of the losses so far."""
        figure = Figure(figsize=(3.1, 3.6), dpi=100)
        axes = figure.subplots()
        figure.subplots_adjust(left=0.16, right=0.95, bottom=0.16, top=0.91)
        every = max(1, len(self.history) // MOST_ON_A_CURVE)
        steps, *curves = zip(*self.history[::every], self.history[-1])
        looks = (("training", "-", BLUE), ("held out", "--", VERMILLION))
        for curve, (name, dashes, colour) in zip(curves, looks):
            if curve[0] is not None:
                axes.plot(steps, curve, dashes, color=colour, linewidth=1.8, label=name)
        axes.set(xlim=(0, max(10, self.steps)))
        axes.set_ylim(bottom=0)
        axes.set_title("loss", loc="left", fontsize=11)
        axes.set_xlabel("step", fontsize=9)
        axes.tick_params(labelsize=9)
        axes.locator_params(nbins=5)
        axes.legend(fontsize=9, loc="upper right")
        return figure

    @in_our_style
    def still(self, moments):
        """Run again from the start, and show the plane after each of these numbers of steps as a Picture."""
        run = copy.copy(self)
        run.reset()
        figure = Figure(figsize=(7, 7 / len(moments) + 0.55), dpi=100)
        panels = figure.subplots(1, len(moments), squeeze=False)[0]
        figure.subplots_adjust(left=0.02, right=0.98, bottom=0.14, top=0.86, wspace=0.08)
        facts = [run.setting()]
        for axes, moment in zip(panels, moments):
            run.advance(moment - run.steps)
            run.plane.draw_answers(axes, run.plane.ask(run.network), scale=0.5)
            run.plane.draw_points(axes, scale=0.5)
            axes.set(xticks=[], yticks=[])
            axes.set_title(f"step {run.steps}", fontsize=12)
            facts.append(f"step {run.steps}: {run.ended or run.result()}")
        figure.text(0.02, 0.03, run.plane.key, fontsize=9)
        return from_figure(figure, "\n".join(facts))


def sizes_of(hidden):
    """The sizes of hidden layers as a list of numbers, from a list or from text such as "16, 16"; "" for none."""
    if isinstance(hidden, str):
        parts = [part.strip() for part in hidden.split(",")] if hidden.strip() else []
        hidden = [int(part) if part.isdecimal() else part for part in parts]
    if not isinstance(hidden, (list, tuple)) or not all(isinstance(n, Integral) and n > 0 for n in hidden):
        raise ValueError(f"hidden sizes are whole numbers > 0 with commas between them, as in 16, 16: got {hidden!r}")
    parameters = 0
    for nin, nout in zip([2, *hidden], [*hidden, 1]):
        parameters += (nin + 1) * nout
    if parameters > MOST_PARAMETERS:
        words = ", ".join(map(str, hidden))
        raise ValueError(f"{words} makes {parameters:,} parameters; up to {MOST_PARAMETERS:,} can be watched")
    return list(hidden)


def checked_strength(l2):
    if not 0 <= l2 < math.inf:
        raise ValueError(f"the strength of L2 is a number >= 0, got {l2!r}")
    return l2

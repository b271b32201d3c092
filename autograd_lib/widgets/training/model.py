"""A network in training, step by step: a plain model, without controls."""

import base64
import copy
import math
import random
import time
from numbers import Integral
from typing import NamedTuple

import numpy as np

from autograd_lib import datasets
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.nn import losses
from autograd_lib.nn.mlp import ACTIVATIONS, MLP, check_activation, check_size, parameter_count
from autograd_lib.picture import from_figure
from autograd_lib.plot.style import in_our_style, new_figure, scores_map
from autograd_lib.widgets.training.data import DATA, NOISES, Points
from autograd_lib.widgets.training.engines import Bridge, OnArrays, OnScalars
from autograd_lib.widgets.training.plane import REACH, Plane

SECONDS_A_PICTURE = 0.02  # the time for training; drawing and the way to the page need as much again
MOST_PARAMETERS = 2000  # the steps of a larger network are slow to watch
MOST_LOSS = 1e6  # a run with a larger loss does not recover
MOST_ON_A_CURVE = 200
SIDE = 48  # pixels along each side of the picture of the output
SIDE_OF_OWN = 24  # the same on a reader's own class, which computes each activation by itself
MOST_NEURONS = 16  # of a layer, in the drawing: those after them do without pictures
LARGE = 1e30  # larger numbers than this are of no use to a picture
RATES = [float(f"{digit}e{exponent}") for exponent in (-3, -2, -1, 0) for digit in (1, 2, 3, 5, 7)] + [10.0]
STRENGTHS = [0.0] + [float(f"{digit}e{exponent}") for exponent in (-4, -3, -2) for digit in (1, 2, 3, 5, 7)] + [0.1]
PACES = [1, 2, 5, 10, 20, 50, 1000]


class Result(NamedTuple):
    """How well the network does on some points: its loss, or None if that is not finite, and which are wrong."""

    name: str
    loss: float | None
    wrong: np.ndarray


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
        value: the class of the scalars that the network is made of.
        arrays: whether the steps are taken on Tensors, a batch at a time, instead of on scalars. The numbers are the
            same up to rounding.

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
        value=Value,
        arrays=False,
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
        self.value, self.arrays = value, arrays
        self.milliseconds = self.counted = self.nodes = None
        self.choose_data(self.names[0])

    # Changes that the reader can make. A change of the network or the data starts the run again.

    def choose_data(self, name, noise=None):
        """Take fresh points, with this noise (None: the usual one of these data), and start again."""
        if name not in DATA:
            raise ValueError(f"the data sets are {', '.join(DATA)}; got {name!r}")
        self.points, self.name = Points(name, noise), name
        self.plane = Plane(self.train, self.held_out)
        self.reset()

    def set_noise(self, noise):
        self.choose_data(self.name, noise)

    def choose_hidden(self, sizes):
        """Take hidden layers of these sizes, a list or text such as "16, 16", and start again."""
        self.hidden = sizes_of(sizes)
        self.reset()

    def choose_activation(self, activation):
        check_activation(activation, self.value)
        self.activation = activation
        self.reset()

    def use_arrays(self, arrays):
        """Take the next steps on Tensors, or on scalars, from where the run is now."""
        if arrays == self.arrays:
            return
        layers, velocity = self.engine.layers, self.engine.velocity
        self.arrays = arrays
        self.make_engine(self.network)
        self.engine.take_over(layers, velocity)
        self.milliseconds = None

    def set_lr(self, lr):
        """Use this learning rate from the next step on."""
        self.engine.optimizer.lr = self.lr = lr

    def set_l2(self, strength):
        """Use this strength of the penalty from the next step on."""
        self.l2 = checked_strength(strength)

    def set_steps_a_picture(self, steps):
        check_size(steps, "steps_a_picture")
        self.steps_a_picture = steps

    def move_point(self, number, x, y):
        """Move a point, which the next steps see where it is now. The run goes on."""
        self.points.move(number, x, y)

    def add_point(self, x, y, target):
        """Add a point to train on, from the next pass through the points on."""
        self.points.add(x, y, target)

    def remove_point(self, number):
        self.points.remove(number)

    def reset(self):
        """Go back to step 0, with the same first weights and the same order of the points."""
        rng = random.Random(self.seed)
        network = MLP(2, [*self.hidden, 1], self.activation, self.output, rng=rng, value=self.value)
        self.make_engine(network)
        self.order, self.to_come = random.Random(self.seed), []
        self.steps, self.ended, self.history = 0, "", []
        self.record()

    def make_engine(self, network):
        self.engine = (OnArrays if self.arrays else OnScalars)(network, self.loss, self.lr, self.momentum)

    @property
    def network(self):
        """The network as an MLP, with the numbers that it has now."""
        return self.engine.network

    @property
    def train(self):
        return self.points.train

    @property
    def held_out(self):
        return self.points.held_out

    # Training.

    def run(self):
        """Take the steps between two pictures: as many as asked for, or as many as fit into the time for them."""
        start, before = time.perf_counter(), self.steps
        for _ in range(self.steps_a_picture):
            self.advance(1)
            if time.perf_counter() >= start + self.seconds_a_picture:
                break
        if self.steps > before:
            self.milliseconds = 1000 * (time.perf_counter() - start) / (self.steps - before)

    def advance(self, steps):
        """Take `steps` steps, or fewer if the run diverges."""
        for _ in range(steps):
            if self.ended:
                return
            try:
                with np.errstate(all="ignore"):  # a run that diverges says so in a line
                    self.step()
            except (ValueError, ArithmeticError) as error:
                self.ended = f"Diverged in step {self.steps + 1}: {error}"
            except Exception as error:
                if self.value is Value:
                    raise
                self.ended = f"{self.value.__name__} stopped in step {self.steps + 1}: {type(error).__name__}: {error}"

    def step(self):
        if not self.to_come:
            self.to_come = self.batches()
        xs, ys = self.to_come.pop(0)
        loss = self.engine.losses(xs, ys)
        if not loss.data < MOST_LOSS:
            raise FloatingPointError(f"the loss is {float(loss.data):.1e}. Press reset, and try a lower learning rate.")
        self.count(loss, len(xs))
        self.engine.step(loss, self.l2)
        self.steps += 1
        if not self.to_come:
            self.record()

    def count(self, loss, points):
        """Keep how many nodes the graph of a step has. Steps of the same kind have as many."""
        kind = (self.arrays, *self.hidden, self.activation, points)
        if kind != self.counted:
            self.counted, self.nodes = kind, size_of_graph(loss)

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
        return self.cost_of_scores(self.engine.scores(xs), ys) if xs else None

    def cost_of_scores(self, scores, ys):
        loss = self.loss([Value(score) for score in scores], ys)
        if not hasattr(loss, "backward"):
            raise TypeError(
                f"the loss is one Value, made from a list of predictions and a list of targets: got {loss!r}"
            )
        return loss.data

    def right(self, part):
        """How many of these points are on the right side."""
        return int(np.sum((self.engine.scores(part[0]) > 0) == (np.array(part[1]) > 0)))

    def results(self):
        """A Result for the training points, and one for the held-out points if there are any."""
        every = []
        for name, (xs, ys) in (("training", self.train), ("held out", self.held_out)):
            if xs:
                with np.errstate(all="ignore"):
                    scores = self.engine.scores(xs)
                try:
                    loss = self.cost_of_scores(scores, ys)
                except (ValueError, ArithmeticError):  # numbers that are too large
                    loss = math.inf
                every.append(Result(name, loss if loss < LARGE else None, (scores > 0) != (np.array(ys) > 0)))
        return every

    def result(self, results=None):
        """In words, the current loss and right answers on the training points and on the held-out points."""
        words = []
        for name, loss, wrong in results or self.results():
            number = "not finite" if loss is None else f"{loss:.3f}"
            words.append(f"{name}: loss {number}, {len(wrong) - wrong.sum()} of {len(wrong)} points right")
        return "; ".join(words)

    def setting(self):
        """In words, which network is trained, and how."""
        sizes = [2, *self.hidden, 1]
        points = len(self.train[0])
        at_a_time = "all" if self.size >= points else self.size
        return (
            f"{self.name}, {' → '.join(map(str, sizes))} with {self.activation}, {parameter_count(sizes)} parameters; "
            f"learning rate {self.lr:.3g}, L2 {self.l2:g}; {points} points, {at_a_time} at a time"
        )

    def text(self, results=None):
        if self.ended:
            return f"{self.ended}\n{self.setting()}"
        return f"step {self.steps}, {self.result(results)}\n{self.setting()}"

    # For the front.

    moves = ("act",)
    CHANGES = (
        *("choose_data", "set_noise", "choose_hidden", "choose_activation", "use_arrays", "set_lr", "set_l2"),
        *("set_steps_a_picture", "move_point", "add_point", "remove_point", "reset", "advance"),
    )

    def act(self, changes, play=False):
        """Make changes one after the other, each a list of a name and arguments, and then, in play, train.

        All in one message: of single ones a quick hand would send more than the kernel can answer. A change that is
        not possible does not stop the others; in the end the first of them is raised.
        """
        problems = []
        for name, *args in changes:
            if name not in self.CHANGES:
                raise ValueError(f"{name!r} is no change that a page can ask for")
            try:
                getattr(self, name)(*args)
            except (ValueError, TypeError, ArithmeticError) as error:
                problems.append(error)
        if play:
            self.run()
        if problems:
            raise ValueError(str(problems[0]))

    def engines(self):
        """The names of both engines: arrays, then scalars."""
        name = self.value.__name__
        return ["Tensors", "Values" if self.value is Value else "your Value" if name == "Value" else name]

    def scene(self):
        """What never changes, for the front."""
        return {
            "names": list(self.names),
            "activations": [each for each in ACTIVATIONS if each == "linear" or hasattr(self.value, each)],
            "engines": self.engines(),
            "rates": sorted({*RATES, self.lr}),
            "strengths": sorted({*STRENGTHS, self.l2}),
            "paces": sorted({*PACES, self.steps_a_picture}),
            "noises": sorted({*NOISES, *(DATA[name][0] for name in self.names)}),
            "reach": REACH,
            "start": self.setting(),
        }

    def state(self):
        """All that the front draws. Many numbers come as bytes in base64: float32 unless something else is said."""
        results, (low, high) = self.results(), self.plane.corners
        return {
            **{"step": self.steps, "ended": self.ended, "data": self.name, "noise": self.points.noise},
            **{"hidden": self.hidden, "activation": self.activation, "output": self.output},
            **{"lr": self.lr, "l2": self.l2, "pace": self.steps_a_picture, "arrays": self.arrays},
            # Arrays (nout, nin + 1), one after the other; the last column is the bias.
            "parameters": as_bytes(np.concatenate([table.ravel() for table in self.engine.layers])),
            "pictures": self.pictures(),
            "corners": [*low.tolist(), *high.tolist()],
            "points": as_bytes(self.points.rows()),  # rows of number, x, y, target, 1 if trained on
            "wrong": "".join("1" if each else "0" for result in results for each in result.wrong),
            "history": self.curves(),  # rows of step, training loss, held-out loss or -1
            "results": [[name, loss, int(len(wrong) - wrong.sum()), len(wrong)] for name, loss, wrong in results],
            "nodes": self.nodes,
            "milliseconds": None if self.milliseconds is None else round(self.milliseconds, 3),
            "text": self.text(results),
        }

    def pictures(self):
        """The output of each neuron over the plane: of the hidden ones signed bytes, of the last one float32."""
        side = SIDE if self.arrays or self.value is Value else SIDE_OF_OWN
        with np.errstate(all="ignore"):
            *hidden, last = self.engine.outputs(self.plane.raster(side))
        small = 24 if sum(self.hidden) <= 20 or side < SIDE else 16  # many neurons have smaller pictures
        every = side // small
        bytes_of = []
        for outputs in hidden:
            # From each square of pixels one in the middle; large numbers are brought down to 1 at most.
            part = outputs[:, :MOST_NEURONS].reshape(side, side, -1)[every // 2 :: every, every // 2 :: every]
            part = np.nan_to_num(part.transpose(2, 0, 1))
            largest = np.abs(part).max(axis=(1, 2), keepdims=True)
            bytes_of.append(np.rint(127 * part / np.maximum(1, largest)).astype(np.int8).tobytes())
        return {
            **{"side": side, "output": as_bytes(last[:, 0])},
            **{"small": small, "hidden": base64.b64encode(b"".join(bytes_of)).decode()},
        }

    def curves(self):
        every = max(1, len(self.history) // MOST_ON_A_CURVE)
        rows = [*self.history[:-1:every], self.history[-1]]
        return as_bytes([[-1 if number is None else number for number in row] for row in rows])

    # The still.

    @in_our_style
    def still(self, moments):
        """Run again from the start, on scalars, and show the plane after each of these numbers of steps as a Picture.

        On scalars, because every machine adds the numbers of an array in an order of its own.
        """
        run = copy.copy(self)
        run.arrays = False
        run.reset()
        plane = Plane(run.train, run.held_out)
        whole = new_figure(7, 7 / len(moments) + 0.55 + (0.9 if run.hidden else 0))
        figure, below = (
            whole.subfigures(2, 1, height_ratios=[7 / len(moments) + 0.55, 0.9]) if run.hidden else (whole, None)
        )
        panels = figure.subplots(1, len(moments), squeeze=False)[0]
        figure.subplots_adjust(left=0.02, right=0.98, bottom=0.14, top=0.86, wspace=0.08)
        facts = [run.setting()]
        for axes, moment in zip(panels, moments):
            run.advance(moment - run.steps)
            plane.draw_answers(axes, plane.ask(run.network), scale=0.5)
            plane.draw_points(axes, scale=0.5)
            axes.set(xticks=[], yticks=[])
            axes.set_title(f"step {run.steps}", fontsize=12)
            facts.append(f"step {run.steps}: {run.ended or run.result()}")
        figure.text(0.02, 0.03, plane.key, fontsize=9)
        if run.hidden:
            run.draw_first_layer(below)
        return from_figure(whole, "\n".join(facts))

    def draw_first_layer(self, figure):
        """Draw what each neuron of the first layer says over the plane."""
        with np.errstate(all="ignore"):
            outputs = np.nan_to_num(self.engine.outputs(self.plane.raster(SIDE_OF_OWN))[0][:, :MOST_NEURONS])
        figure.suptitle(f"the neurons of the first layer at step {self.steps}", fontsize=9, x=0.02, ha="left")
        panels = figure.subplots(1, max(8, outputs.shape[1]), squeeze=False)[0]
        figure.subplots_adjust(left=0.02, right=0.98, bottom=0.04, top=0.74, wspace=0.08)
        for axes in panels:
            axes.set_axis_off()
        for axes, picture in zip(panels, outputs.T):
            axes.imshow(picture.reshape(SIDE_OF_OWN, SIDE_OF_OWN), cmap=scores_map(), vmin=-1, vmax=1, alpha=0.8)


def size_of_graph(loss):
    """The number of nodes below a loss, or None if they do not say what they were made of."""
    if isinstance(loss, Bridge):
        return size_of_graph(loss.loss) + size_of_graph(loss.predictions)
    try:
        return len(topological_order(loss))
    except Exception:  # a reader's class may hold its inputs under another name
        return None


def as_bytes(numbers):
    """Numbers as float32 in base64, none of them NaN or infinite."""
    numbers = np.clip(np.nan_to_num(np.asarray(numbers, dtype=float)), -LARGE, LARGE)
    return base64.b64encode(numbers.astype("<f4").tobytes()).decode()


def sizes_of(hidden):
    """The sizes of hidden layers as a list of numbers, from a list or from text such as "16, 16"; "" for none."""
    if isinstance(hidden, str):
        parts = [part.strip() for part in hidden.split(",")] if hidden.strip() else []
        hidden = [int(part) if part.isdecimal() else part for part in parts]
    if not isinstance(hidden, (list, tuple)) or not all(isinstance(n, Integral) and n > 0 for n in hidden):
        raise ValueError(f"hidden sizes are whole numbers > 0 with commas between them, as in 16, 16: got {hidden!r}")
    parameters = parameter_count([2, *hidden, 1])
    if parameters > MOST_PARAMETERS:
        words = ", ".join(map(str, hidden))
        raise ValueError(f"{words} makes {parameters:,} parameters; up to {MOST_PARAMETERS:,} can be watched")
    return [int(size) for size in hidden]


def checked_strength(l2):
    if not 0 <= l2 < math.inf:
        raise ValueError(f"the strength of L2 is a number >= 0, got {l2!r}")
    return l2

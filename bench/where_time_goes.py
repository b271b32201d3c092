"""Table: the parts of one training step of autograd_lib, and the time that each takes."""

import gc
import time
from statistics import median

from report import markdown_table
from scalar_engines import L2, RATE, SIZES, fill
from scalar_step import problem

from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.nn.losses import hinge, l2
from autograd_lib.nn.mlp import MLP
from autograd_lib.nn.optim import SGD

STEPS = 41

TEXT = f"""\
## Where the time of autograd_lib's step goes

The same step, part by part: milliseconds of processor time, median of {STEPS} steps, collector off. "Forward, bare
loops" computes the same nodes without the model: what the forward pass takes beyond it goes into the checks and
look-ups of `MLP`, `Layer` and `Neuron`.
"""


def report():
    """Run everything; the section as Markdown."""
    clock, moons = Clock(), problem()
    gc.disable()
    for _ in range(STEPS):
        train_step(clock, moons)
    gc.enable()
    rows = [[part, f"{1000 * median(times):.2f}"] for part, times in clock.times.items()]
    return f"{TEXT}\n{markdown_table(['part', 'ms'], rows)}\n"


class Clock:
    """`clock(part, f)` calls f and records how long it took, under the name of that part."""

    def __init__(self):
        self.times = {}

    def __call__(self, part, function):
        start = time.process_time()
        answer = function()
        self.times.setdefault(part, []).append(time.process_time() - start)
        return answer


def train_step(clock, moons):
    model = MLP(SIZES[0], SIZES[1:], activation="relu", output="linear")
    fill(model, moons["parameters"])
    optimizer = SGD(model.parameters(), RATE)
    points, targets = moons["points"], moons["targets"]

    clock("forward, bare loops", lambda: [bare_forward(model, point) for point in points])
    graph = [clock("forward", lambda: [model(point) for point in points])]
    graph = [clock("loss", lambda: hinge(graph[0], targets) + l2(model.parameters(), L2))]
    clock("zero_grad", optimizer.zero_grad)
    clock("backward: topological order", lambda: topological_order(graph[0]))
    clock("backward, all of it", graph[0].backward)
    clock("update", optimizer.step)
    clock("freeing the graph", graph.clear)


def bare_forward(model, row):
    for layer in model.layers[:-1]:
        row = [Value.dot(neuron.w, row, neuron.b).relu() for neuron in layer.neurons]
    [last] = model.layers[-1].neurons
    return Value.dot(last.w, row, last.b)

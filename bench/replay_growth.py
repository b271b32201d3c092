"""How recording and replaying grow with the graph, and checkpoints: run by `replay`, in a process of its own."""

import gc
import json
import random
import sys
import time
import tracemalloc
from statistics import median

import numpy as np
from report import SHORT, digits

from autograd_lib.compile import checkpoint_chain, record
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import MLP, Linear, ReLU, losses

ROUNDS = 1 if SHORT else 7
POINTS = (13, 140, 1440) if SHORT else (13, 140, 1440, 14_500)  # about 10³, 10⁴, 10⁵ and 10⁶ nodes


def growth():
    """What recording costs, and how a step grows, with the size of the graph: Values, float64."""
    rows = []
    for points in POINTS:
        model, make_loss = moons_of_values(points)
        loss, eager = timed(make_loss)
        nodes = len(topological_order(loss))
        eager += timed(loss.backward)[1]
        row = [f"{nodes:,}", f"{points:,}", digits(1e3 * eager)]
        for fast in (False, True):
            recording, recording_time = timed(record, loss, model.parameters(), (), fast)
            recording.step()
            step = median(timed(recording.step)[1] for _ in range(5))
            row += [digits(1e3 * recording_time), digits(1e3 * step), digits(eager / step)]
        rows.append(row)
    header = ["nodes", "points", "ms, eager"]
    header += [
        f"{words}{what}" for what in ("", ", fast") for words in ("ms to record", "ms, replay", "eager / replay")
    ]
    return {"header": header, "rows": rows}


def moons_of_values(points):
    rng = random.Random(0)
    xs = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(points)]
    targets = [1 if x * y > 0 else -1 for x, y in xs]
    model = MLP(2, [16, 16, 1], activation="relu", output="linear", rng=rng)
    return model, lambda: losses.hinge([model(x) for x in xs], targets)


def timed(f, *args):
    """The result, and the seconds of processor time, without the collector."""
    gc.disable()
    start = time.process_time()
    result = f(*args)
    seconds = time.process_time() - start
    gc.enable()
    return result, seconds


def checkpoint():
    """A chain of 64 × (Linear, relu): memory and time of a forward and backward pass, without checkpoints and with."""
    rng = np.random.default_rng(0)
    layers = [part for _ in range(64) for part in (Linear(64, 64, rng=rng, dtype=np.float32), ReLU())]
    x = Tensor(rng.standard_normal((1024, 64)).astype(np.float32))

    def run(segment):
        y = x
        for layer in layers if not segment else ():
            y = layer(y)
        y = checkpoint_chain(layers, x, segment) if segment else y
        loss = (y * y).mean()
        for parameter in [x, *(p for layer in layers for p in layer.parameters())]:
            parameter.grad = 0.0
        loss.backward()

    segments = [0, 2, 4, 8, 16, 32]
    seconds, peaks = {segment: [] for segment in segments}, {}
    for segment in segments:
        run(segment)
        tracemalloc.start()
        run(segment)
        peaks[segment] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    for _ in range(ROUNDS):
        for segment in segments:
            seconds[segment].append(timed(run, segment)[1])
    rows = [
        {
            "segment": segment,
            "megabytes": peaks[segment] / 1e6,
            "less": peaks[0] / peaks[segment],
            "more": [a / b for a, b in zip(seconds[segment], seconds[0])],
        }
        for segment in segments
    ]
    return {"rows": rows}


if __name__ == "__main__":
    print(json.dumps({"growth": growth, "checkpoint": checkpoint}[sys.argv[1]]()))

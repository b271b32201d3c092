"""Tables: training steps that are recorded once and replayed, beside eager ones; what recording costs; checkpoints."""

import gc
import os
import random
import subprocess
import sys
import time
import tracemalloc
from contextlib import ExitStack
from statistics import fmean, median

import numpy as np
from replay_engines import SCALAR, TENSOR
from report import digits, markdown_table
from scalar_step import problem
from tensor_step import RUNS, TURN_SECONDS, check_agreement, steps_in_a_turn
from worker import KEEP_MEMORY, ONE_THREAD, Worker

ROUNDS = 7
SCALAR_STEPS = {"eager Values": 5, "micrograd": 1}
# How many times as long another engine should take as the replay, at least: (replay, other, collector): ratio.
WANTED_SCALAR = {
    ("replay of Values", "eager Values", "off"): 45,
    ("replay of Values", "micrograd", "on"): 3000,
    ("replay of Values, fast", "eager Values", "off"): 130,
    ("replay of Values, fast", "NumPy by hand, float64", "off"): 0.45,
}
WANTED_TENSOR = {"moons, SGD": 1.8, "moons, Adam": 1.5, "digits, SGD": 1.25, "digits, Adam": 1.25}
WANTED_TENSOR |= {"convolution, Adam": 1.1}

TEXT = f"""\
## Record and replay

The training steps of the tables above with `compile_step`, which records the first step and replays it; `fast` lays the
arrays out for speed and finds the matrices among Values. Each engine in a process of its own; they take turns, {ROUNDS}
rounds; processor time. Before anything is timed, the losses and gradients of the first step agree. "New batches": the
batch is an argument, copied in each step, so nothing that depends on it is computed only once.
"""


def report():
    """Run everything; the section as Markdown."""
    return "\n\n".join([TEXT.rstrip(), scalar_table(), tensor_table(), *map(apart, ("growth", "checkpoint"))]) + "\n"


def apart(table):
    """A table that this script prints when it is run with its name: in a process of its own, with one thread."""
    command, env = [sys.executable, __file__, table], {**os.environ, **ONE_THREAD, **KEEP_MEMORY}
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=env).stdout.strip()


def scalar_table():
    moons = problem()
    with ExitStack() as stack:
        workers = {name: stack.enter_context(Worker("replay_engines", name, moons, ["numpy"])) for name in SCALAR}
        first = {name: worker.take(1, True) for name, worker in workers.items()}
        check_agreement("moons", {name: [a["loss"], *a["gradients"]] for name, a in first.items()}, 1e-9)
        seconds = {mode: {name: [] for name in SCALAR} for mode in ("off", "on")}
        for mode, means in seconds.items():
            for _ in range(ROUNDS):
                for name, worker in workers.items():
                    means[name].append(fmean(worker.take(SCALAR_STEPS.get(name, 200), mode == "on")["seconds"]))
    rows = []
    for name in SCALAR:
        cells = [f"{digits(1e6 * median(seconds[mode][name]))}" for mode in seconds]
        for replay in ("replay of Values", "replay of Values, fast"):
            for mode in seconds:
                wanted = WANTED_SCALAR.get((replay, name, mode))
                cells.append(ratio_cell(seconds[mode][name], seconds[mode][replay], wanted))
        rows.append([name, *cells])
    header = ["MLP of Values, 100 moons", "µs, collector off", "µs, as shipped"]
    header += [f"× {replay}, {mode}" for replay in ("replay", "fast") for mode in ("off", "as shipped")]
    return markdown_table(header, rows)


def tensor_table():
    columns = []
    for run, (name, optimiser, batch) in RUNS.items():
        start = {"name": name, "optimiser": optimiser, "batch": batch}
        with ExitStack() as stack:
            workers = {engine: stack.enter_context(Worker("replay_engines", engine, start)) for engine in TENSOR}
            first = {engine: worker.take(1, True) for engine, worker in workers.items()}
            check_agreement(run, {engine: [a["loss"], *a["gradients"]] for engine, a in first.items()}, 1e-5)
            steps = {engine: steps_in_a_turn(worker) for engine, worker in workers.items()}
            means = {engine: [] for engine in TENSOR}
            for _ in range(ROUNDS):
                for engine, worker in workers.items():
                    means[engine].append(fmean(worker.take(steps[engine], True)["seconds"]))
        wanted = lambda engine, run=run: WANTED_TENSOR[run] if engine == "NumPy by hand" else None  # noqa: E731
        columns.append([ratio_cell(means[engine], means["replay, fast"], wanted(engine)) for engine in TENSOR])
    rows = [[engine, *cells] for engine, cells in zip(TENSOR, zip(*columns))]
    return markdown_table([f"time / “replay, fast” (turns of {TURN_SECONDS:g} s)", *RUNS], rows)


def growth_table():
    """What recording costs, and how a step grows, with the size of the graph: Values, float64."""
    rows = []
    for points in (10, 100, 1000, 10_000):
        model, make_loss = moons_of_values(points)
        loss, eager = timed(make_loss)
        count = node_count(loss)
        eager += timed(loss.backward)[1]
        row = [f"{points:,}", f"{count:,}", digits(1e3 * eager)]
        for fast in (False, True):
            recording, recording_time = timed(record_of, loss, model, fast)
            recording.step()
            step = median(timed(recording.step)[1] for _ in range(5))
            row += [digits(1e3 * recording_time), digits(1e3 * step), digits(eager / step)]
        rows.append(row)
    header = ["points", "nodes", "ms, eager"]
    header += [
        f"{words}{what}" for what in ("", ", fast") for words in ("ms to record", "ms, replay", "eager / replay")
    ]
    return markdown_table(header, rows)


def moons_of_values(points):
    from autograd_lib.nn import MLP, losses

    rng = random.Random(0)
    xs = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(points)]
    targets = [1 if x * y > 0 else -1 for x, y in xs]
    model = MLP(2, [16, 16, 1], activation="relu", output="linear", rng=rng)
    return model, lambda: losses.hinge([model(x) for x in xs], targets)


def record_of(loss, model, fast):
    from autograd_lib.compile import record

    return record(loss, model.parameters(), fast=fast)


def node_count(loss):
    from autograd_lib.engine.graph import topological_order

    return len(topological_order(loss))


def timed(f, *args):
    gc.disable()
    start = time.process_time()
    result = f(*args)
    seconds = time.process_time() - start
    gc.enable()
    return result, seconds


def checkpoint_table():
    """A chain of 64 × (Linear, relu): memory and time of a forward and backward pass, without checkpoints and with."""
    from autograd_lib.compile import checkpoint_chain
    from autograd_lib.engine.tensor import Tensor
    from autograd_lib.nn import Linear, ReLU

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
        [
            f"segments of {segment} layers" if segment else "no checkpoints",
            f"{peaks[segment] / 1e6:.1f}",
            digits(peaks[0] / peaks[segment]),
            ratio_cell(seconds[segment], seconds[0], None),
        ]
        for segment in segments
    ]
    return markdown_table(["64 × (Linear, relu), batch 1,024", "MB at the peak", "× less", "× the time"], rows)


def ratio_cell(theirs, ours, wanted):
    ratios = [a / b for a, b in zip(theirs, ours)]
    reached = f"{digits(median(ratios))} ({digits(min(ratios))} to {digits(max(ratios))})"
    return reached if wanted is None else f"{reached}, wanted ≥ {wanted:g}"


if __name__ == "__main__":
    print({"growth": growth_table, "checkpoint": checkpoint_table}[sys.argv[1]]())

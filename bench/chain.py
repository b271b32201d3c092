"""Table: a chain of a million nodes, and what a node takes in memory.

Run as a script, with the name of an engine, it builds the chain in this process and prints seconds as JSON.
"""

import gc
import json
import os
import subprocess
import sys
import time
import tracemalloc
from statistics import median

from report import markdown_table
from scalar_step import problem
from worker import ONE_THREAD

LENGTH = 1_000_000
ROUNDS = 3
SAMPLE = 100_000
WANTED_BYTES = 400

TEXT = f"""\
## A chain of {LENGTH:,} nodes

`x = x + y`, {LENGTH:,} times, with a shared leaf y; seconds of processor time, median of {ROUNDS} rounds, each engine in
a process of its own, the collector as shipped (and, in brackets, off). micrograd sorts its graph by recursion.
"""

MEMORY_TEXT = f"""\
## Bytes a node

What Python allocated (tracemalloc) for a graph of {SAMPLE:,} nodes, and for the graph of one training step, divided by
the number of nodes: once it is built, after `backward()`, which gives every node a gradient of its own, and at the
highest point during `backward()`, with its order, its set of nodes seen and the stack of its walk. Wanted: at most
{WANTED_BYTES} once built.
"""


def autograd_lib_chain():
    from autograd_lib.value import Value

    return Value(1.0), Value(1.0)


def micrograd_chain():
    from micrograd.engine import Value

    return Value(1.0), Value(1.0)


def torch_chain():
    import torch

    torch.set_num_threads(1)
    return tuple(torch.tensor(1.0, dtype=torch.float64, requires_grad=True) for _ in range(2))


CHAINS = {"autograd_lib": autograd_lib_chain, "micrograd": micrograd_chain, "PyTorch, scalars": torch_chain}


def report():
    """Run everything; the two sections as Markdown."""
    header = ["engine", "build", "walk back", "delete"]
    table = markdown_table(header, times())
    memory = markdown_table(["graph", "nodes", "built", "after backward()", "highest"], memory_rows())
    return f"{TEXT}\n{table}\n\n{MEMORY_TEXT}\n{memory}\n"


def times():
    runs = {(name, collector): [] for name in CHAINS for collector in ("on", "off")}
    for _ in range(ROUNDS):
        for name, collector in runs:
            runs[name, collector].append(measure_apart(name, collector))
    rows = []
    for name in CHAINS:
        cells = []
        for part in ("build", "walk back", "delete"):
            on, off = ([run[part] for run in runs[name, collector]] for collector in ("on", "off"))
            cells.append(on[0] if isinstance(on[0], str) else f"{median(on):.2f} ({median(off):.2f})")
        rows.append([name, *cells])
    return rows


def measure_apart(name, collector):
    answer = subprocess.run(
        [sys.executable, __file__, name, collector],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **ONE_THREAD},
    )
    return json.loads(answer.stdout)


def measure(name, collector):
    x, y = CHAINS[name]()
    if collector == "off":
        gc.disable()
    start = time.process_time()
    for _ in range(LENGTH):
        x = x + y
    built = time.process_time()
    try:
        x.backward()
    except RecursionError:
        return {"build": built - start, "walk back": "RecursionError", "delete": "—"}
    walked = time.process_time()
    del x
    return {"build": built - start, "walk back": walked - built, "delete": time.process_time() - walked}


def memory_rows():
    """Bytes a node of autograd_lib, for kinds of nodes and for a training step."""
    from autograd_lib.value import Value

    def repeat(operation):
        def build():
            x = Value(1.0)
            for _ in range(SAMPLE):
                x = operation(x)
            return x

        return build

    one = Value(1.0)
    graphs = {
        "x = x + y, y shared": repeat(lambda x: x + one),
        "x = x * y, y shared": repeat(lambda x: x * one),
        "x = x * 1.0, with a leaf for each number": repeat(lambda x: x * 1.0),
        "x = x.tanh()": repeat(Value.tanh),
        "a training step, neurons of 2 and 16 inputs": training_loss(),
    }
    return [[name, *bytes_a_node(build)] for name, build in graphs.items()]


def training_loss():
    """A builder of the loss of the other table."""
    from autograd_lib.losses import hinge
    from autograd_lib.nn import MLP

    model, moons = MLP(2, [16, 16, 1], activation="relu", output="linear"), problem()
    return lambda: hinge([model(point) for point in moons["points"]], moons["targets"])


def bytes_a_node(build):
    """The number of nodes of a graph, and bytes a node: built, after `backward()`, and at most during it."""
    from autograd_lib.graph import topological_order

    build().backward()  # the leaves that all graphs share have their gradients from here on
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    root = build()
    built, _ = tracemalloc.get_traced_memory()
    root.backward()
    after, highest = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    nodes = len(topological_order(root))
    return [f"{nodes:,}", *(f"{(bytes_then - before) / nodes:.0f}" for bytes_then in (built, after, highest))]


if __name__ == "__main__":
    print(json.dumps(measure(*sys.argv[1:])))

"""Table: the memory that a node takes."""

import tracemalloc

from report import markdown_table
from scalar_step import problem

from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.nn.losses import hinge
from autograd_lib.nn.mlp import MLP

SAMPLE = 100_000
WANTED = 400

TEXT = f"""\
## Bytes a node

What Python allocated (tracemalloc) for a graph of {SAMPLE:,} nodes, and for the graph of one training step, divided by
the number of nodes: once it is built, after `backward()`, which gives every node a gradient of its own, and at the
highest point during `backward()`, with its order, its set of nodes seen and the stack of its walk. Wanted: at most
{WANTED} once built.
"""


def report():
    """Run everything; the section as Markdown."""
    one = Value(1.0)
    graphs = {
        "x = x + y, y shared": chain(lambda x: x + one),
        "x = x * y, y shared": chain(lambda x: x * one),
        "x = x * 1.0, with a leaf for each number": chain(lambda x: x * 1.0),
        "x = x.tanh()": chain(Value.tanh),
        "a training step, neurons of 2 and 16 inputs": training_loss(),
    }
    rows = [[name, *bytes_a_node(build)] for name, build in graphs.items()]
    return f"{TEXT}\n{markdown_table(['graph', 'nodes', 'built', 'after backward()', 'highest'], rows)}\n"


def chain(operation):
    """A function that builds a chain of this operation."""

    def build():
        x = Value(1.0)
        for _ in range(SAMPLE):
            x = operation(x)
        return x

    return build


def training_loss():
    """A function that builds the loss of a training step (without the L2 penalty, which adds a few nodes)."""
    model, moons = MLP(2, [16, 16, 1], activation="relu", output="linear"), problem()
    return lambda: hinge([model(point) for point in moons["points"]], moons["targets"])


def bytes_a_node(build):
    """The number of nodes of a graph, and bytes a node: once built, after `backward()`, and at the peak during it."""
    build().backward()  # gives the leaves that all graphs share their gradients
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    root = build()
    built, _ = tracemalloc.get_traced_memory()
    root.backward()
    after, highest = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    nodes = len(topological_order(root))
    return [f"{nodes:,}", *(f"{(bytes_then - before) / nodes:.0f}" for bytes_then in (built, after, highest))]

"""Table: a chain of a million nodes.

Run as a script, with the name of an engine, it builds the chain in this process and prints seconds as JSON.
"""

import gc
import json
import os
import subprocess
import sys
import time
from statistics import median

from report import markdown_table
from worker import ONE_THREAD

LENGTH = 1_000_000
ROUNDS = 3

TEXT = f"""\
## A chain of {LENGTH:,} nodes

`x = x + y`, {LENGTH:,} times, with a shared leaf y. Seconds of processor time, median of {ROUNDS} rounds, each engine
in a process of its own, the collector as shipped (and, in brackets, off). micrograd sorts its graph by recursion.
"""


def autograd_lib_chain():
    from autograd_lib.engine.value import Value

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
    """Run everything; the section as Markdown."""
    return f"{TEXT}\n{markdown_table(['engine', 'build', 'backward()', 'delete'], times())}\n"


def times():
    runs = {(name, collector): [] for name in CHAINS for collector in ("on", "off")}
    for _ in range(ROUNDS):
        for name, collector in runs:
            runs[name, collector].append(measure_apart(name, collector))
    rows = []
    for name in CHAINS:
        cells = []
        for part in ("build", "backward()", "delete"):
            on, off = ([run[part] for run in runs[name, collector]] for collector in ("on", "off"))
            cells.append(on[0] if isinstance(on[0], str) else f"{median(on):.2f} ({median(off):.2f})")
        rows.append([name, *cells])
    return rows


def measure_apart(name, collector):
    answer = subprocess.run(
        [sys.executable, __file__, name, collector],
        stdout=subprocess.PIPE,
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
        return {"build": built - start, "backward()": "RecursionError", "delete": "—"}
    walked = time.process_time()
    del x
    return {"build": built - start, "backward()": walked - built, "delete": time.process_time() - walked}


if __name__ == "__main__":
    print(json.dumps(measure(*sys.argv[1:])))

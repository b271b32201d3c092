"""Table: the peak memory of one training step on arrays.

Run as a script, with an engine and a problem, it takes the step in this process and prints bytes.
"""

import ctypes
import gc
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from report import markdown_table
from worker import ONE_THREAD

BATCH = 1024
SMALL_BATCH = 2
ROUNDS = 5
ENGINES = ["autograd_lib", "PyTorch eager"]
PROBLEMS = ["moons", "digits", "convolution"]
WANTED = 2

TEXT = f"""\
## Peak memory of a training step

The networks of the table above with Adam, batch {BATCH:,}. Each engine in a process of its own, which first takes two
steps with {SMALL_BATCH} points, so that its code and workspaces are there, and hands back to the system what it freed.
Then the system's mark of the peak is reset (Linux alone can do that), two steps are taken with {BATCH:,} points, and
the mark is read: MB above what was in use before, which includes the batch; median of {ROUNDS} processes. autograd_lib
keeps the gradients of all inner nodes until the graph goes, for a reader to look at; PyTorch frees each as soon as it
is used. Wanted: at most {WANTED} × PyTorch.
"""


def report():
    """Run everything; the section as Markdown."""
    if not Path("/proc/self/clear_refs").exists():
        return f"{TEXT}\nNot measured: this is not Linux.\n"
    rows = []
    for problem in PROBLEMS:
        ours, theirs = (median(measure_apart(engine, problem) for _ in range(ROUNDS)) for engine in ENGINES)
        rows.append([problem, f"{ours / 1e6:.2f}", f"{theirs / 1e6:.2f}", f"{ours / theirs:.2f}"])
    return f"{TEXT}\n{markdown_table(['network', *ENGINES, 'ratio'], rows)}\n"


def measure_apart(engine, problem):
    answer = subprocess.run(
        [sys.executable, __file__, engine, problem],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, **ONE_THREAD},
    )
    return int(answer.stdout)


def measure(engine, problem):
    """Bytes at the peak of a step with the large batch, above those in use before it."""
    import tensor_engines

    build = tensor_engines.ENGINES[engine]
    small_step, _, _ = build(problem, "Adam", SMALL_BATCH)
    large_step, _, _ = build(problem, "Adam", BATCH)
    for _ in range(2):
        small_step()
    gc.collect()
    # Freed memory that the process still held could be used again without being counted.
    ctypes.CDLL(None).malloc_trim(0)
    before = status("VmRSS")
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    for _ in range(2):
        large_step()
    return status("VmHWM") - before


def status(field):
    """One of the numbers that the system keeps about this process, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    [line] = [line for line in lines if line.startswith(f"{field}:")]
    return 1024 * int(line.split()[1])


if __name__ == "__main__":
    print(measure(*sys.argv[1:]))

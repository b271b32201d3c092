"""Table: one training step of a small network, scalar by scalar, on each engine."""

import random
from contextlib import ExitStack
from itertools import pairwise
from statistics import fmean, median

from report import digits, markdown_table
from scalar_engines import ENGINES, L2, SIZES
from sklearn.datasets import make_moons
from worker import Worker

# How many steps an engine takes in one turn: enough for about a second, or one if that takes longer.
STEPS = {"autograd_lib": 20, "micrograd": 2, "PyTorch, scalars": 1, "HIPS autograd, scalars": 1}
STEPS |= {"HIPS autograd, arrays": 200, "micrograd's program on autograd_lib's Value": 4}
ROUNDS = 5

# Modules that micrograd's demo notebook and ours import besides the engine: the collector visits their objects.
COMPANY = ["numpy", "matplotlib.pyplot", "sklearn.datasets"]

WANTED = {"off": 7, "on": 40}

TEXT = f"""\
## One training step, scalar by scalar

`MLP(2, {SIZES[1:]})`, relu, linear output; 100 moons at once; mean hinge loss + {L2:g} · Σ parameter²; one step of
gradient descent. Before anything is timed, all engines must give the same loss and the same 337 gradients to 1e-9.

Each engine runs in a process of its own, in which NumPy, matplotlib and scikit-learn are loaded too, as in a notebook
that trains and draws. The engines take turns, {ROUNDS} rounds. Times are milliseconds of processor time for a step, the
mean over the consecutive steps of a turn, and of that the median over the rounds. "× micrograd" is the ratio within a
round: median (smallest to largest).

*Collector off*: Python's cycle collector is disabled during a turn and run after it, unmeasured. *As shipped*: it runs
when it wants to, in the measured time. The two differ where an engine leaves cycles: micrograd's nodes are only
ever freed by the collector, which visits everything in memory to find them.
"""


def problem():
    """The arguments for the builders in `scalar_engines`."""
    points, classes = make_moons(100, noise=0.1, random_state=0)
    rng = random.Random(0)
    return {
        "parameters": [rng.uniform(-1, 1) for _ in range(sum((a + 1) * b for a, b in pairwise(SIZES)))],
        "points": points.tolist(),
        "targets": [2 * int(c) - 1 for c in classes],
    }


def report():
    """Run everything; the section as Markdown."""
    with ExitStack() as stack:
        moons = problem()
        workers = {name: stack.enter_context(Worker("scalar_engines", name, moons, COMPANY)) for name in ENGINES}
        check_agreement({name: worker.take(1, True) for name, worker in workers.items()})
        seconds = {mode: measure(workers, collector=mode == "on") for mode in ("on", "off")}
        nodes = {name: worker.started["nodes"] for name, worker in workers.items()}
    header = ["engine", "nodes", "ms, collector off", "× micrograd", "ms, as shipped", "× micrograd"]
    rows = [
        [name, nodes[name] or "", *(cell for mode in ("off", "on") for cell in time_and_ratio(seconds[mode], name))]
        for name in ENGINES
    ]
    wanted = ["wanted of autograd_lib", "", "", f"≥ {WANTED['off']}", "", f"≥ {WANTED['on']}"]
    return f"{TEXT}\n{markdown_table(header, [*rows, wanted])}\n\n{verdict(seconds)}\n"


def measure(workers, collector):
    """For each engine, the mean seconds of a step in each round."""
    means = {name: [] for name in workers}
    for _ in range(ROUNDS):
        for name, worker in workers.items():
            means[name].append(fmean(worker.take(STEPS[name], collector)["seconds"]))
    return means


def ratios(seconds, name):
    return [theirs / ours for theirs, ours in zip(seconds["micrograd"], seconds[name])]


def time_and_ratio(seconds, name):
    times = ratios(seconds, name)
    spread = "" if name == "micrograd" else f" ({digits(min(times))} to {digits(max(times))})"
    return [digits(1000 * median(seconds[name])), digits(median(times)) + spread]


def verdict(seconds):
    """In words, whether the ratios that were wanted are reached."""
    lines = []
    for mode, words in (("off", "with the collector off"), ("on", "as shipped")):
        reached, wanted = median(ratios(seconds[mode], "autograd_lib")), WANTED[mode]
        judged = "reached" if reached >= wanted else f"short by {100 * (1 - reached / wanted):.0f} %"
        lines.append(f"- {words}: {digits(reached)}× micrograd, wanted ≥ {wanted}×: {judged}")
    return "\n".join(lines)


def check_agreement(answers):
    """Stop unless every engine computed the same loss and gradients as the first."""
    (first, expected), *others = answers.items()
    for name, answer in others:
        pairs = zip([expected["loss"], *expected["gradients"]], [answer["loss"], *answer["gradients"]], strict=True)
        apart = [(a, b) for a, b in pairs if not abs(a - b) <= 1e-9]
        if apart:
            raise SystemExit(
                f"{first} and {name} disagree in {len(apart)} of the loss and the gradients, first in "
                f"{apart[0][0]} and {apart[0][1]}: nothing was timed."
            )

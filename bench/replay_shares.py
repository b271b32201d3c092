"""Where the time of a replayed step goes: run by `replay`, in a process of its own."""

import json
import time
from functools import partial
from statistics import median

import numpy as np
from replay_engines import TENSOR, recorded_values_fast
from report import SHORT, digits
from scalar_step import problem
from tensor_step import RUNS, problem_of

from autograd_lib.compile.lattice import Product

TURNS = 3 if SHORT else 15
TURN_SECONDS = 0.01 if SHORT else 0.05


def shares():
    """For each problem the microseconds of a replay, fast, and of its parts, each repeated by itself."""
    moons = problem()
    steps = {"moons of Values": recorded_values_fast(moons["parameters"], moons["points"], moons["targets"])[0]}
    networks = {run: problem_of(run) for run in RUNS} | {f"GPT, {name}": {"name": name} for name in ("small", "larger")}
    steps |= {name: TENSOR["replay, fast"](**network)[0] for name, network in networks.items()}
    header = ["µs of a step", "matrix products", "other NumPy calls", "the optimiser's update", "the rest", "in all"]
    return {"header": header, "rows": [row(name, step) for name, step in steps.items()]}


def row(name, step):
    step()
    step.optimizer.lr = 0.0  # a step that is repeated by the thousand must not lead anywhere
    step()
    [recorded] = step.recordings.values()
    products, others = calls_of(recorded.recording)
    with np.errstate(all="ignore"):
        parts = [microseconds(part) for part in (partial(run, products), partial(run, others), recorded.update.take)]
        whole = microseconds(step)
    cells = [f"{digits(part)} ({100 * part / whole:.0f} %)" for part in [*parts, whole - sum(parts)]]
    return [name, *cells, digits(whole)]


def calls_of(recording):
    """All calls of a recording in two lists: matrix products, and the others."""
    if hasattr(recording, "plans"):
        calls = [
            (isinstance(plan, Product), call) for plan in recording.plans for call in (plan.forward, plan.backward)
        ]
    else:
        listed = [*recording.calls.forward, *recording.calls.backward]
        calls = [(call.func in (np.dot, np.matmul), call) for call in listed]
    return [[call for is_product, call in calls if is_product is wanted] for wanted in (True, False)]


def run(calls):
    for call in calls:
        call()


def microseconds(f):
    """Processor time of a call, the median over the turns."""
    f()
    start = time.process_time()
    f()
    repeats = max(1, round(TURN_SECONDS / max(time.process_time() - start, 1e-6)))
    means = []
    for _ in range(TURNS):
        start = time.process_time()
        for _ in range(repeats):
            f()
        means.append((time.process_time() - start) / repeats)
    return 1e6 * median(means)


if __name__ == "__main__":
    print(json.dumps(shares()))

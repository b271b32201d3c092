"""Tables: training steps that are recorded once and replayed, beside eager ones; what recording costs; checkpoints."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean, median

from goals import OFF, SHIPPED, goals_table
from replay_engines import SCALAR, TENSOR
from report import SHORT, digits, markdown_table, spread
from scalar_step import problem
from tensor_step import RUNS, check_agreement, problem_of
from worker import KEEP_MEMORY, ONE_THREAD, Worker

ROUNDS = 1 if SHORT else 7
TURN_SECONDS = 0.01 if SHORT else 0.1
SCALAR_STEPS = {"eager Values": 5, "micrograd": 1}
PROBLEMS = {run: problem_of(run) for run in RUNS}
PROBLEMS |= {f"GPT, {name}": {"name": name} for name in ("small", "larger")}
BATCHES = {f"{batch:,}": {"name": "moons", "optimiser": "SGD", "batch": batch} for batch in (10, 100, 1000, 10_000)}

TEXT = f"""\
## Record and replay

The training steps of the tables above with `compile_step`, which records the first step and replays it; `fast` lays the
arrays out for speed and finds the matrices among Values. Each engine in a process of its own; they take turns, {ROUNDS}
rounds, and begin each turn with a new network and a step that is not counted; processor time. Before anything is timed,
the losses and gradients of the first step agree. "New batches": the batch is an argument, copied in each step, so
nothing that depends on it is computed only once.
"""
WITH_COMPILER = "Through torch.compile go both the loss and the optimiser's step."
NO_COMPILER = "There is no C++ compiler on this machine, so torch.compile has no row."
RATIOS = f'How many times as long as "replay, fast" (turns of {TURN_SECONDS:g} s), median (smallest to largest):'
SHARES = """\
Where the time of "replay, fast" goes: microseconds of processor time, each part repeated by itself, and what is left of
the step. What a matrix product takes, code by hand pays as well.
"""
FIRST = """\
The first step: milliseconds by the clock on the wall to build the network and take a step, which includes recording or
compiling, median over the rounds (longest). The libraries are loaded already. torch.compile keeps its kernels on the
disk, and uses them from the second round on.
"""
BATCH = "A step on moons, SGD, for batches of so many points: microseconds, median over the rounds."
GROWTH = "How recording and replaying grow with the graph: an MLP of Values and the hinge loss, float64."


def report():
    """Run everything; the section as Markdown."""
    seconds = scalar_seconds()
    measured = {name: arrays_seconds(name, problem) for name, problem in PROBLEMS.items()}
    seconds |= {name: run for name, (run, _) in measured.items()}
    growth, checkpoints, shares = (
        apart("replay_growth", "growth"),
        apart("replay_growth", "checkpoint"),
        apart("replay_shares"),
    )
    by_segments = {row["segment"]: (row["less"], row["more"]) for row in checkpoints["rows"] if row["segment"]}
    parts = [TEXT.rstrip(), goals_table(seconds, by_segments), scalar_table(seconds)]
    parts += [WITH_COMPILER if "torch.compile" in TENSOR else NO_COMPILER, RATIOS, ratio_table(seconds)]
    parts += [SHARES.rstrip(), markdown_table(shares["header"], shares["rows"]), FIRST.rstrip()]
    parts += [first_table({name: first for name, (_, first) in measured.items()})]
    parts += [BATCH, batch_table(), GROWTH, markdown_table(growth["header"], growth["rows"])]
    return "\n\n".join([*parts, checkpoint_table(checkpoints)]) + "\n"


def apart(script, *arguments):
    """What `replay_growth` or `replay_shares` measures in a process of its own, with one thread."""
    script = Path(__file__).with_name(f"replay_{script}.py")
    env = {**os.environ, **ONE_THREAD, **KEEP_MEMORY}
    done = subprocess.run([sys.executable, script, *arguments], stdout=subprocess.PIPE, text=True, check=True, env=env)
    return json.loads(done.stdout)


def scalar_seconds():
    """For both modes of the collector and each engine on Values, the mean seconds of a step in each round."""
    moons = problem()
    with ExitStack() as stack:
        workers = {name: stack.enter_context(Worker("replay_engines", name, moons, ["numpy"])) for name in SCALAR}
        first = {name: worker.take(1, True) for name, worker in workers.items()}
        check_agreement("moons", {name: [a["loss"], *a["gradients"]] for name, a in first.items()}, 1e-9)
        seconds = {mode: {name: [] for name in SCALAR} for mode in (OFF, SHIPPED)}
        for mode, means in seconds.items():
            for _ in range(ROUNDS):
                for name, worker in workers.items():
                    worker.begin_anew()
                    steps = SCALAR_STEPS.get(name, 20 if SHORT else 200)
                    means[name].append(fmean(worker.take(steps, mode == SHIPPED)["seconds"]))
    return seconds


def scalar_table(seconds):
    rows = []
    for name in SCALAR:
        cells = [digits(1e6 * median(seconds[mode][name])) for mode in (OFF, SHIPPED)]
        for replay in ("replay of Values", "replay of Values, fast"):
            cells += [spread(ratios(seconds[mode], name, replay)) for mode in (OFF, SHIPPED)]
        rows.append([name, *cells])
    header = ["MLP of Values, 100 moons", "µs, collector off", "µs, as shipped"]
    header += [f"× {replay}, {mode}" for replay in ("replay", "fast") for mode in ("off", "as shipped")]
    return markdown_table(header, rows)


def arrays_seconds(name, problem, engines=TENSOR):
    """For each engine on arrays, the mean seconds of a step in each round, and the seconds of the first step."""
    with ExitStack() as stack:
        workers = {engine: stack.enter_context(Worker("replay_engines", engine, problem)) for engine in engines}
        first = {engine: worker.take(1, True) for engine, worker in workers.items()}
        check_agreement(name, {engine: [a["loss"], *a["gradients"]] for engine, a in first.items()}, 1e-5)
        steps = {engine: steps_in_a_turn(worker) for engine, worker in workers.items()}
        means, compiling = ({engine: [] for engine in engines} for _ in range(2))
        for _ in range(ROUNDS):
            for engine, worker in workers.items():
                compiling[engine].append(worker.begin_anew())
                means[engine].append(fmean(worker.take(steps[engine], True)["seconds"]))
    return means, compiling


def steps_in_a_turn(worker):
    """How many steps fill a turn, estimated from a few that also warm the engine up."""
    return max(1, round(TURN_SECONDS / median(worker.take(10, True)["seconds"])))


def ratio_table(seconds):
    rows = [
        [engine, *(spread(ratios(seconds[name], engine, "replay, fast")) for name in PROBLEMS)] for engine in TENSOR
    ]
    return markdown_table(["time / “replay, fast”", *PROBLEMS], rows)


def first_table(compiling):
    def cell(seconds):
        return f"{digits(1e3 * median(seconds))} ({digits(1e3 * max(seconds))})"

    rows = [[engine, *(cell(compiling[name][engine]) for name in PROBLEMS)] for engine in TENSOR]
    return markdown_table(["ms for the first step", *PROBLEMS], rows)


def batch_table():
    engines = [engine for engine in TENSOR if engine != "torch.compile"]
    columns = [arrays_seconds(f"{name} points", problem, engines)[0] for name, problem in BATCHES.items()]
    rows = [[engine, *(digits(1e6 * median(column[engine])) for column in columns)] for engine in engines]
    return markdown_table(["µs, moons in batches of", *BATCHES], rows)


def checkpoint_table(measured):
    rows = [
        [
            f"segments of {row['segment']} layers" if row["segment"] else "no checkpoints",
            f"{row['megabytes']:.1f}",
            digits(row["less"]),
            spread(row["more"]),
        ]
        for row in measured["rows"]
    ]
    return markdown_table(["64 × (Linear, relu), batch 1,024", "MB at the peak", "× less", "× the time"], rows)


def ratios(means, slower, faster):
    return [a / b for a, b in zip(means[slower], means[faster])]

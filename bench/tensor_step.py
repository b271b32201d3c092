"""Tables: one training step of small networks on arrays, on each engine."""

from contextlib import ExitStack
from statistics import fmean, median

from report import digits, markdown_table
from tensor_engines import ENGINES
from worker import Worker

# The rows of the tables: a problem, an optimiser and the size of the batch.
RUNS = {
    "moons, SGD": ("moons", "SGD", 100),
    "moons, Adam": ("moons", "Adam", 100),
    "digits, SGD": ("digits", "SGD", 128),
    "digits, Adam": ("digits", "Adam", 128),
    "convolution, Adam": ("convolution", "Adam", 128),
}
ROUNDS = 9
TURN_SECONDS = 0.1

OURS, FLOOR = "autograd_lib", "NumPy by hand"
# How many times as long another engine should take, at least.
WANTED = {
    "PyTorch eager": {"moons, SGD": 4, "moons, Adam": 4, "digits, SGD": 2, "digits, Adam": 2},
    "JAX jit": {"moons, SGD": 1, "moons, Adam": 1},
    FLOOR: dict.fromkeys(RUNS, 0.5),
}

TEXT = f"""\
## One training step, on arrays

float32, one thread. *moons*: 2-16-16-1, relu, 100 points, mean hinge loss. *digits*: 64-128-10, relu, 128 images,
cross-entropy. *convolution*: 8 × 8 digits, 3 × 3 convolutions to 8 and then 16 channels, each with relu and a 2 × 2
maximum, then a linear layer; 128 images, cross-entropy. SGD is plain gradient descent. The batch is the same in each
step, and each step ends with the loss as a Python number. Before anything is timed, all engines must give the same loss
and gradients in the first step, to 1e-5, and the same loss ten steps later, to 1e-2. (Not closer: where the true
gradient is 0, and an engine's is a rounding error, Adam makes a whole step of it.)

"By hand" is NumPy with every gradient derived on paper and all parameters in one array. Each engine runs in a process
of its own, whose C library is told to keep memory that was freed. They take turns, {ROUNDS} rounds of about
{TURN_SECONDS:g} s each. Times are microseconds of processor time for a step, the mean over the steps of a turn, and of
that the median over the rounds; in brackets the smallest.
"""

RATIO_TEXT = """\
How many times as long each of the others takes: the ratio within a round, median (smallest to largest), and beside it
what was wanted.
"""


def report():
    """Run everything; the section as Markdown."""
    seconds = {run: measure(run, "tensor_engines", ENGINES, problem_of(run)) for run in RUNS}
    times = [[name, *(in_microseconds(seconds[run][name]) for run in RUNS)] for name in ENGINES]
    others = [name for name in ENGINES if name != OURS]
    ratios = [
        [name, *(ratio_cell(seconds[run], name, WANTED.get(name, {}).get(run)) for run in RUNS)] for name in others
    ]
    tables = [markdown_table(["engine", *RUNS], times), markdown_table(["autograd_lib and", *RUNS], ratios)]
    return f"{TEXT}\n{tables[0]}\n\n{RATIO_TEXT}\n{tables[1]}\n"


def problem_of(run):
    name, optimiser, batch = RUNS[run]
    return {"name": name, "optimiser": optimiser, "batch": batch}


def measure(run, module, engines, problem):
    """For each engine, the mean seconds of a step in each round.

    Args:
        run: a name for errors.
        module, engines: the name of a module, and its table ENGINES.
        problem: the arguments of its builders, as a dictionary.
    """
    means = {engine: [] for engine in engines}
    with ExitStack() as stack:
        workers = {engine: stack.enter_context(Worker(module, engine, problem)) for engine in engines}
        first = {engine: worker.take(1, True) for engine, worker in workers.items()}
        check_agreement(run, {engine: [a["loss"], *a["gradients"]] for engine, a in first.items()}, 1e-5)
        later = {engine: worker.take(10, True) for engine, worker in workers.items()}
        check_agreement(run, {engine: [a["loss"]] for engine, a in later.items()}, 1e-2)
        steps = {engine: steps_in_a_turn(worker) for engine, worker in workers.items()}
        for _ in range(ROUNDS):
            for engine, worker in workers.items():
                means[engine].append(fmean(worker.take(steps[engine], True)["seconds"]))
    return means


def steps_in_a_turn(worker):
    """How many steps fill a turn, estimated from a few that also warm the engine up."""
    return max(1, round(TURN_SECONDS / median(worker.take(10, True)["seconds"])))


def check_agreement(run, answers, tolerance):
    """Stop unless every engine gave the same numbers as the first."""
    (first, expected), *others = answers.items()
    for engine, numbers in others:
        apart = max(abs(a - b) / max(1.0, abs(a)) for a, b in zip(expected, numbers, strict=True))
        if not apart <= tolerance:
            raise SystemExit(
                f"{run}: {first} and {engine} differ by {apart:g} in loss or gradients: nothing was timed."
            )


def in_microseconds(means):
    return f"{digits(1e6 * median(means))} ({digits(1e6 * min(means))})"


def ratio_cell(means, engine, wanted):
    ratios = [theirs / ours for theirs, ours in zip(means[engine], means[OURS])]
    reached = f"{digits(median(ratios))} ({digits(min(ratios))} to {digits(max(ratios))})"
    return reached if wanted is None else f"{reached}, wanted {'>' if wanted == 1 else '≥'} {wanted:g}"

"""Goals of record and replay beside what was measured: each is a ratio of two engines on one problem."""

from statistics import median
from typing import NamedTuple

from report import markdown_table, spread


class Goal(NamedTuple):
    """On `problem`, `slower` takes at least `wanted` times as long as `faster`."""

    problem: str
    slower: str
    faster: str
    wanted: float


OFF, SHIPPED = "moons of Values, collector off", "moons of Values, as shipped"
GOALS = [
    Goal(OFF, "eager Values", "replay of Values", 45),
    Goal(SHIPPED, "micrograd", "replay of Values", 3000),
    Goal(OFF, "eager Values", "replay of Values, fast", 130),
    Goal(OFF, "NumPy by hand, float64", "replay of Values, fast", 0.45),
    Goal("moons, SGD", "NumPy by hand", "replay, fast", 1.8),
    Goal("moons, Adam", "NumPy by hand", "replay, fast", 1.5),
    Goal("digits, SGD", "NumPy by hand", "replay, fast", 1.25),
    Goal("digits, Adam", "NumPy by hand", "replay, fast", 1.25),
    Goal("convolution, Adam", "NumPy by hand", "replay, fast", 1.1),
    Goal("GPT, small", "PyTorch eager", "eager Tensors", 1),
    Goal("GPT, small", "eager Tensors", "replay, fast", 1.6),
]
LESS_MEMORY, MORE_TIME = 3.5, 1.4  # of checkpoints: so much less memory, at so many times the time, at most

TEXT = """\
Goals, and what was reached: how many times as long the second engine takes as the first, the ratio within a round,
median (smallest to largest).
"""


def goals_table(seconds, checkpoints):
    """The goals as a table.

    Args:
        seconds: for each problem and engine, the mean seconds of a step in each round.
        checkpoints: for each size of segments, how many times less memory it takes, and how many times the time, as a
            list of the rounds.
    """
    rows = []
    for goal in GOALS:
        ratios = [a / b for a, b in zip(seconds[goal.problem][goal.slower], seconds[goal.problem][goal.faster])]
        what = f"{goal.problem}: {goal.faster}, and {goal.slower}"
        rows.append([what, spread(ratios), f"≥ {goal.wanted:g}", verdict(median(ratios) / goal.wanted)])
    # The segments that come closest to both goals, so that both rows are about the same ones.
    closeness = {k: min(less / LESS_MEMORY, MORE_TIME / median(more)) for k, (less, more) in checkpoints.items()}
    best = max(closeness, key=closeness.get)
    less, more = checkpoints[best]
    what = f"checkpoints, segments of {best} layers"
    rows.append([f"{what}: times less memory", f"{less:.3g}", f"≥ {LESS_MEMORY}", verdict(less / LESS_MEMORY)])
    rows.append([f"{what}: times the time", spread(more), f"≤ {MORE_TIME}", verdict(MORE_TIME / median(more))])
    return TEXT + "\n" + markdown_table(["goal", "reached", "wanted", ""], rows)


def verdict(share):
    """In words, for what was reached as a share of what was wanted."""
    return "reached" if share >= 1 else f"short by {max(0.1, 100 * (1 - share)):.3g} %"

"""Tables: data-parallel training on workers of this machine, beside one process, and what the formula predicts."""

import os
import subprocess
import sys
import time
from statistics import median

import numpy as np
from gpt_problems import CHARACTERS
from report import digits, markdown_table
from worker import KEEP_MEMORY, ONE_THREAD

from autograd_lib import compile_step
from autograd_lib.nn import GPT, Linear, ReLU, Sequential, optim
from autograd_lib.nn.functional import cross_entropy
from autograd_lib.parallel import DataParallel, bytes_a_step, local_cluster, seconds_a_step
from autograd_lib.parallel.data_parallel import Batch

WORKERS = [1, 2]
SHARDS = 2
ROUNDS = 7
TURN_SECONDS = 2.0
WANTED = {"GPT": 1.3}  # how many times as many steps as the best single process, with the most workers
ECHO = 2_000_000  # float32 numbers that are sent to measure the bandwidth

TEXT = f"""\
## Data-parallel training

float32, Adam, {SHARDS} shards, workers on this machine, each with one thread. *digits*: 64-128-10, relu, 1,024 images.
*GPT*: 2 layers, width 64, 4 heads, context 64, batch 64, {CHARACTERS} characters. All processes are told to keep memory
that was freed. They take turns, {ROUNDS} rounds of about {TURN_SECONDS:g} s each; wall-clock time. Steps a second are
the median over the rounds (the most); ratios are within a round, the median (smallest to largest). The best single
process is the one whose median is the smallest.

"Predicted" is `seconds_a_step`, of what is measured in one process (the gradients of the shards; adding up and the
optimiser's step) and of the cluster's latency (an empty question to a worker) and bandwidth (a message of
{4 * ECHO // 10**6} MB). "Bytes a step" are counted, and equal (workers + shards) · parameters · 4.
"""


def report():
    """Run everything in a process of its own, with one thread; the section as Markdown."""
    environment = {**os.environ, **ONE_THREAD, **KEEP_MEMORY}
    result = subprocess.run([sys.executable, __file__], stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return f"{TEXT}\n{result.stdout}"


def digits_problem():
    from sklearn.datasets import load_digits

    data = load_digits()
    model = Sequential(Linear(64, 128, rng=0, dtype=np.float32), ReLU(), Linear(128, 10, rng=1, dtype=np.float32))
    return model, ((data.data[:1024] / 16).astype(np.float32), data.target[:1024])


def gpt_problem():
    texts = np.random.default_rng(0).integers(0, CHARACTERS, (64, 65))
    vocabulary = "".join(chr(ord("0") + i) for i in range(CHARACTERS))
    return GPT(vocabulary, context=64, width=64, heads=4, layers=2, rng=0), (texts[:, :-1], texts[:, 1:])


PROBLEMS = {"digits": digits_problem, "GPT": gpt_problem}


def make_loss(model, xs, targets):
    return cross_entropy(model(xs), targets)


def backward(model, *batch):
    model.zero_grad()
    loss = make_loss(model, *batch)
    loss.backward()
    return loss.item()


def eager(problem):
    model, batch = problem()
    optimizer = optim.Adam(model.parameters(), lr=0.001)

    def step():
        loss = backward(model, *batch)
        optimizer.step()
        return loss

    return step


def replayed(problem):
    model, batch = problem()
    compiled = compile_step(make_loss, model, optim.Adam(model.parameters(), lr=0.001))
    return lambda: compiled(*batch)


def parallel(problem, client):
    """The step, and the DataParallel that takes it."""
    model, batch = problem()
    found = DataParallel(model, make_loss, optim.Adam(model.parameters(), lr=0.001), client, shards=SHARDS)
    placed = found.place(*batch)
    return lambda: found.step(placed), found


def seconds_of(action, least=TURN_SECONDS):
    """Seconds of wall-clock time that the action takes: the mean of as many as go into a turn."""
    start, times = time.perf_counter(), 0
    while time.perf_counter() - start < least:
        action()
        times += 1
    return (time.perf_counter() - start) / times


def measure(problem, clients):
    """Seconds a step in each round, for each way to train, after a check that they compute the same losses."""
    parallels = {workers: parallel(problem, client) for workers, client in clients.items()}
    steps = {"eager": eager(problem), "replayed": replayed(problem)}
    steps |= {workers: step for workers, (step, _) in parallels.items()}
    losses = np.array([[step() for _ in range(5)] for step in steps.values()])
    assert np.allclose(losses, losses[0], rtol=1e-3), f"the losses differ: {losses}"
    rounds = {name: [] for name in steps}
    for _ in range(ROUNDS):
        for name, step in steps.items():
            rounds[name].append(seconds_of(step))
    return rounds, {workers: found for workers, (_, found) in parallels.items()}


def costs(problem, found):
    """The constants of the formula, for one DataParallel: see `seconds_a_step`."""
    model, batch = problem()
    shards = Batch(batch, SHARDS).shards
    placed = found.place(*batch)
    found.step(placed)  # with it the shards go to the workers
    before = found.bytes_sent + found.bytes_received
    found.step(placed)
    sent = found.bytes_sent + found.bytes_received - before
    answers = found.collect(placed)
    worker = next(iter(found.team.replicas))
    latency = seconds_of(lambda: found.team.ask({worker: ([], [], {}, [])}))
    echo = {("echo", 0): (np.zeros(ECHO, np.float32),)}
    seconds = seconds_of(lambda: found.team.ask({worker: ([], [], echo, [("echo", 0)])}))
    return {
        "compute": seconds_of(lambda: [backward(model, *shard) for shard in shards]),
        "serial": seconds_of(lambda: (found.add_up(answers, [0.5] * SHARDS), found.optimizer.step())),
        "sent": sent,
        "latency": latency,
        "bandwidth": 4 * ECHO / (seconds - latency),
    }


def row(name, workers, rounds, found, problem):
    constants = costs(problem, found)
    parameters = sum(parameter.data.size for parameter in found.model.parameters())
    assert constants["sent"] == bytes_a_step(parameters, workers, SHARDS, 4), constants["sent"]
    best = min(rounds["eager"], rounds["replayed"], key=median)
    wanted = f", wanted ≥ {WANTED[name]:g}" if name in WANTED and workers == max(WORKERS) else ""
    return [
        f"{name}, {workers} worker{'s' * (workers > 1)}",
        steps_a_second(rounds[workers]),
        digits(1 / seconds_a_step(**constants, workers=workers, shards=SHARDS)),
        ratios(rounds["eager"], rounds[workers]),
        ratios(best, rounds[workers]) + wanted,
        f"{constants['sent']:,}",
        digits(1e3 * constants["latency"]),
        digits(constants["bandwidth"] / 1e6),
    ]


def steps_a_second(times):
    """The median, and in brackets the most."""
    return f"{digits(1 / median(times))} ({digits(1 / min(times))})"


def ratios(others, ours):
    """How many times as long the others take, in the same round: the median (smallest to largest)."""
    found = sorted(other / our for other, our in zip(others, ours))
    return f"{digits(median(found))} ({digits(found[0])} to {digits(found[-1])})"


HEADER = ["", "steps a second", "predicted", "× eager", "× the best single process", "bytes a step", "latency in ms"]


def main():
    start = time.perf_counter()
    with local_cluster(workers=2):
        started = time.perf_counter() - start
    stopped = time.perf_counter() - start - started
    with local_cluster(1) as one, local_cluster(2) as two:
        rows = []
        for name, problem in PROBLEMS.items():
            rounds, parallels = measure(problem, dict(zip(WORKERS, (one, two))))
            for way in ("eager", "replayed"):
                rows.append([f"{name}, one process, {way}", steps_a_second(rounds[way])] + [""] * 6)
            rows += [row(name, workers, rounds, found, problem) for workers, found in parallels.items()]
    print(markdown_table([*HEADER, "MB a second"], rows))
    print(f"\nTwo workers take {digits(started)} s to start, and {digits(stopped)} s to end.")


if __name__ == "__main__":
    main()

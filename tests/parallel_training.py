"""A small training run that real processes share, and traps that kill or stop the process that steps into them.

The workers of a cluster import this file, so it stands by itself.
"""

import os
import signal
from pathlib import Path

import numpy as np

from autograd_lib import Adam
from autograd_lib.nn import Linear, Sequential, Tanh

ROWS = 37  # cannot be cut into equal shards
SHARDS = 4
STEPS = 6


def new_model():
    """A small network and its optimiser, always with the same numbers."""
    model = Sequential(Linear(5, 16, rng=0, dtype=np.float64), Tanh(), Linear(16, 3, rng=1, dtype=np.float64))
    return model, Adam(model.parameters(), lr=0.01)


def points():
    rng = np.random.default_rng(0)
    return rng.normal(size=(ROWS, 5)), rng.normal(size=(ROWS, 3))


def make_loss(model, xs, targets, traps=None):
    """The mean square error. `traps` is a folder: the first process that finds a file in it falls into the trap."""
    if traps:
        fall_into(Path(traps))
    return ((model(xs) - targets) ** 2).mean()


def fall_into(traps):
    """Take a file away, and stop this process by the signal that it is named after: SIGKILL or SIGSTOP."""
    for trap in sorted(traps.iterdir()):
        try:
            trap.unlink()
        except FileNotFoundError:  # another process was faster
            continue
        os.kill(os.getpid(), signal.Signals[trap.name.split("-")[0]])


def square(setting, traps=None):
    """A run of a sweep: a setting below 0 diverges, and one may be killed."""
    if traps:
        fall_into(Path(traps))
    if setting < 0:
        raise FloatingPointError(f"the loss of setting {setting} is NaN")
    return setting**2


def numbers_of(model):
    """All parameters in one array, to be compared bit by bit."""
    return np.concatenate([parameter.data.ravel() for parameter in model.parameters()])

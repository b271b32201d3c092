"""Optimisers and schedules against PyTorch's: the same path, step by step, for a hundred steps."""

import random

import pytest
import torch

from autograd_lib.engine.value import Value
from autograd_lib.nn.optim import SGD, Adam, cosine_decay, linear_decay, step_decay

STEPS = 100
START = [1.5, -0.7, 0.3, 2.0]


def bumpy(w, k):
    """A loss with valleys, steep sides and, as of mini-batches, another one at each step; in operators only."""
    rng = random.Random(k)
    a, b, c, d = w
    noise = rng.gauss(0, 1) * a + rng.gauss(0, 1) * c
    return (a * b - 1) ** 2 + 10 * (b - c * c) ** 2 + 0.1 * (a - c) ** 4 + d * d * 1e-4 + 0.1 * noise


def assert_same_path(make, make_torch, rate=None):
    ours = [Value(x) for x in START]
    theirs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in START]
    optimiser, torch_optimiser = make(ours), make_torch(theirs)
    for k in range(STEPS):
        if rate:
            optimiser.lr = torch_optimiser.param_groups[0]["lr"] = rate(k)
        optimiser.zero_grad()
        torch_optimiser.zero_grad()
        bumpy(ours, k).backward()
        bumpy(theirs, k).backward()
        optimiser.step()
        torch_optimiser.step()
        assert [p.data for p in ours] == pytest.approx([p.item() for p in theirs], rel=1e-9, abs=1e-9), f"step {k}"
    assert all(abs(p.data - x) > 1e-3 for p, x in zip(ours[:3], START))


@pytest.mark.parametrize("lr", [0.001, 0.01])
@pytest.mark.parametrize("momentum", [0, 0.5, 0.9])
@pytest.mark.parametrize("weight_decay", [0, 0.1])
def test_sgd_takes_pytorchs_steps(lr, momentum, weight_decay):
    options = {"lr": lr, "momentum": momentum, "weight_decay": weight_decay}
    assert_same_path(lambda p: SGD(p, **options), lambda p: torch.optim.SGD(p, **options))


@pytest.mark.parametrize("lr", [1e-3, 0.1])
@pytest.mark.parametrize("betas", [(0.9, 0.999), (0.5, 0.8), (0.0, 0.0)])
@pytest.mark.parametrize("eps", [1e-8, 1e-2])
def test_adam_takes_pytorchs_steps(lr, betas, eps):
    options = {"lr": lr, "betas": betas, "eps": eps}
    assert_same_path(lambda p: Adam(p, **options), lambda p: torch.optim.Adam(p, **options))


def test_a_rate_that_changes_between_steps_takes_pytorchs_steps():
    rate = cosine_decay(0.02, 0.0001, STEPS)
    assert_same_path(lambda p: SGD(p, 0.1, 0.9), lambda p: torch.optim.SGD(p, 0.1, 0.9), rate)
    assert_same_path(lambda p: Adam(p, 0.1), lambda p: torch.optim.Adam(p, 0.1), rate)


def torch_rates(make):
    optimiser = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.3)
    scheduler = make(optimiser)
    rates = []
    for _ in range(STEPS + 1):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        scheduler.step()
    return rates


@pytest.mark.parametrize(
    "rate, make",
    [
        (step_decay(0.3, 0.5, every=7), lambda o: torch.optim.lr_scheduler.StepLR(o, 7, 0.5)),
        (cosine_decay(0.3, 0.01, STEPS), lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, STEPS, 0.01)),
        (linear_decay(0.3, 0.03, 60), lambda o: torch.optim.lr_scheduler.LinearLR(o, 1.0, 0.1, 60)),
    ],
    ids=["step", "cosine", "linear"],
)
def test_schedules_are_pytorchs(rate, make):
    assert [rate(k) for k in range(STEPS + 1)] == pytest.approx(torch_rates(make), rel=1e-9)


def test_this_file_would_notice_another_formula():
    """PyTorch's Nesterov momentum is not ours: the comparison must fail."""
    with pytest.raises(AssertionError, match="step 0"):
        assert_same_path(lambda p: SGD(p, 0.01, 0.9), lambda p: torch.optim.SGD(p, 0.01, 0.9, nesterov=True))

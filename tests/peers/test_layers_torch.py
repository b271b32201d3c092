"""Models of layers against PyTorch's, in float64: the same outputs, gradients and steps to 1e-9."""

import numpy as np
import pytest
import torch
from torch import nn

from autograd_lib.nn import layers, optim
from autograd_lib.nn.functional import cross_entropy

STEPS = 20


def ours_and_torchs(name):
    """Two models of the same layers, and a batch of 12 points for both."""
    rng = np.random.default_rng(0)
    if name == "MLP":
        ours = layers.Sequential(
            layers.Linear(5, 8, rng=rng), layers.Tanh(), layers.LayerNorm(8), layers.Linear(8, 4, rng=rng)
        )
        return (
            ours,
            nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.LayerNorm(8), nn.Linear(8, 4)),
            rng.normal(size=(12, 5)),
        )
    if name == "embedding":
        ours = layers.Sequential(
            layers.Embedding(6, 3, rng=rng), layers.Flatten(), layers.Softplus(), layers.Linear(6, 4, rng=rng)
        )
        theirs = nn.Sequential(nn.Embedding(6, 3), nn.Flatten(), nn.Softplus(), nn.Linear(6, 4))
        return ours, theirs, rng.integers(0, 6, (12, 2))
    ours = layers.Sequential(
        layers.Conv2d(2, 3, 3, padding=1, rng=rng),
        layers.ReLU(),
        layers.MaxPool2d(2),
        layers.Conv2d(3, 4, 2, stride=2, bias=False, rng=rng),
        layers.Sigmoid(),
        layers.Flatten(),
        layers.Linear(16, 4, rng=rng),
    )
    theirs = nn.Sequential(
        nn.Conv2d(2, 3, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(3, 4, 2, stride=2, bias=False),
        nn.Sigmoid(),
        nn.Flatten(),
        nn.Linear(16, 4),
    )
    return ours, theirs, rng.normal(size=(12, 2, 8, 8))


def in_torchs_shape(layer, array):
    """A linear layer's weight has a row for each neuron in PyTorch, a column here."""
    return array.T if isinstance(layer, nn.Linear) and array.ndim == 2 else array


def pairs(ours, theirs):
    """Each parameter of ours with the PyTorch layer and parameter that it stands for."""
    torch_parameters = [(layer, parameter) for layer in theirs for parameter in layer.parameters()]
    return [(mine, *pair) for mine, pair in zip(ours.parameters(), torch_parameters, strict=True)]


def assert_close(ours, theirs):
    assert ours == pytest.approx(theirs.detach().numpy(), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", ["MLP", "embedding", "convolution"])
@pytest.mark.parametrize("optimiser, options", [("SGD", {"lr": 0.1, "momentum": 0.9}), ("Adam", {"lr": 0.01})])
def test_a_model_takes_pytorchs_steps(name, optimiser, options):
    ours, theirs, xs = ours_and_torchs(name)
    theirs.double()
    with torch.no_grad():
        for mine, layer, parameter in pairs(ours, theirs):
            parameter.copy_(torch.tensor(in_torchs_shape(layer, mine.data)))
    targets = np.arange(12) % 4
    steps = getattr(optim, optimiser)(ours.parameters(), **options)
    torch_steps = getattr(torch.optim, optimiser)(theirs.parameters(), **options)
    for _ in range(STEPS):
        loss, torch_loss = (
            cross_entropy(ours(xs), targets),
            nn.functional.cross_entropy(theirs(torch.tensor(xs)), torch.tensor(targets)),
        )
        steps.zero_grad()
        torch_steps.zero_grad()
        loss.backward()
        torch_loss.backward()
        assert_close(loss.data, torch_loss)
        for mine, layer, parameter in pairs(ours, theirs):
            assert_close(in_torchs_shape(layer, mine.grad), parameter.grad)
        steps.step()
        torch_steps.step()
    for mine, layer, parameter in pairs(ours, theirs):
        assert_close(in_torchs_shape(layer, mine.data), parameter)

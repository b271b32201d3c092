"""Networks, losses and optimisers on micrograd's Value: a class that knows nothing of this library."""

import random

import micrograd.engine
import pytest
import torch

from autograd_lib.checks.gradcheck import check_gradients
from autograd_lib.datasets import moons
from autograd_lib.engine.value import Value
from autograd_lib.nn.losses import hinge, l2, mean_squared_error
from autograd_lib.nn.mlp import MLP, predict_many
from autograd_lib.nn.optim import SGD

XS, YS = moons(12, noise=0.1, seed=0)


def trained(value, steps=5):
    model = MLP(2, [4, 4, 1], "relu", output="linear", rng=random.Random(0), value=value)
    optimiser = SGD(model.parameters(), lr=0.1, momentum=0.9)
    losses = []
    for _ in range(steps):
        loss = hinge([model(x) for x in XS], YS) + l2(model.parameters(), 1e-3)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.data)
    return model, losses


def test_a_training_run_is_the_same_on_micrograds_value():
    (ours, a), (theirs, b) = trained(Value), trained(micrograd.engine.Value)
    assert all(type(p) is micrograd.engine.Value for p in theirs.parameters())
    assert b == pytest.approx(a, rel=1e-9) and a[-1] < a[0]
    assert [p.data for p in theirs.parameters()] == pytest.approx([p.data for p in ours.parameters()], rel=1e-9)
    assert [p.label for p in theirs.parameters()] == [p.label for p in ours.parameters()]
    assert predict_many(theirs, XS) == pytest.approx([theirs(x).data for x in XS], rel=1e-12)


def test_gradients_of_micrograds_value_are_checked():
    model = MLP(2, [3, 1], "relu", output="linear", rng=random.Random(1), value=micrograd.engine.Value)
    assert check_gradients(lambda *_: mean_squared_error([model(x) for x in XS], YS), model.parameters())


def test_a_network_has_pytorchs_gradients():
    model = MLP(2, [5, 4, 3], "tanh", output="sigmoid", rng=random.Random(2))
    twin = torch.nn.Sequential(
        torch.nn.Linear(2, 5), torch.nn.Tanh(), torch.nn.Linear(5, 4), torch.nn.Tanh(), torch.nn.Linear(4, 3)
    ).double()
    with torch.no_grad():
        for layer, linear in zip(model.layers, twin[::2]):
            linear.weight[:] = torch.tensor(
                [[w.data for w in neuron.w] for neuron in layer.neurons], dtype=torch.float64
            )
            linear.bias[:] = torch.tensor([neuron.b.data for neuron in layer.neurons], dtype=torch.float64)
    Value.sum(model([0.3, -0.8])).backward()
    torch.sigmoid(twin(torch.tensor([0.3, -0.8], dtype=torch.float64))).sum().backward()
    for layer, linear in zip(model.layers, twin[::2]):
        for i, neuron in enumerate(layer.neurons):
            assert [w.grad for w in neuron.w] == pytest.approx(linear.weight.grad[i].tolist(), rel=1e-12)
            assert neuron.b.grad == pytest.approx(linear.bias.grad[i].item(), rel=1e-12)

"""The promises of copies: models, parameters and optimisers are deep-copied and pickled with all that they hold."""

import copy
import pickle
import random

import numpy as np
import pytest
from own_value import OwnValue

from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn.layers import (
    Conv2d,
    Embedding,
    Flatten,
    LayerNorm,
    Linear,
    MaxPool2d,
    ReLU,
    Sequential,
    Sigmoid,
    Softplus,
    Tanh,
)
from autograd_lib.nn.losses import hinge, mean_squared_error
from autograd_lib.nn.mlp import MLP
from autograd_lib.nn.module import Module
from autograd_lib.nn.optim import SGD, Adam
from autograd_lib.nn.parameter import Parameter


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def sent_in_buffers(thing):
    """As between the workers of a cluster: arrays go beside the pickle, and arrive where nobody may write."""
    buffers = []
    message = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(message, buffers=[bytes(buffer.raw()) for buffer in buffers])


WAYS = [copy.deepcopy, pickled, sent_in_buffers]
every_way = pytest.mark.parametrize("copied", WAYS)


def momentum(parameters):
    return SGD(parameters, 0.1, momentum=0.9)


def adam(parameters):
    return Adam(parameters, 0.05)


every_optimiser = pytest.mark.parametrize("make", [momentum, adam])

XS = np.random.default_rng(5).normal(size=(8, 2))
YS = np.where(XS[:, :1] > 0, 1, -1)


def small_model(dtype=np.float64):
    rng = np.random.default_rng(0)
    return Sequential(Linear(2, 3, rng=rng, dtype=dtype), ReLU(), Linear(3, 1, rng=rng, dtype=dtype))


def train(model, optimiser, steps=1):
    for _ in range(steps):
        loss = hinge(model(XS), YS)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def numbers_and_gradients(parameters):
    return [(p.data.tolist(), p.grad.tolist(), p.dtype, p.label) for p in parameters]


def share_memory(parameters, others):
    return any(np.shares_memory(p.data, q.data) or np.shares_memory(p.grad, q.grad) for p in parameters for q in others)


# One parameter.


@every_way
@pytest.mark.parametrize("kind", [Parameter, Tensor])
@pytest.mark.parametrize("array", [np.ones((2, 3), np.float32), np.array(0.1), np.zeros((0, 2)), np.array([np.nan])])
def test_a_leaf_keeps_its_numbers_its_gradient_and_its_label(copied, kind, array):
    leaf = kind(array, label="w")
    leaf.grad = np.full(array.shape, 0.25)
    twin = copied(leaf)
    assert type(twin) is kind and (twin.label, twin._prev, twin._op) == ("w", (), "")
    for ours, theirs in [(leaf.data, twin.data), (leaf.grad, twin.grad)]:
        assert (ours.shape, ours.dtype, ours.tobytes()) == (theirs.shape, theirs.dtype, theirs.tobytes())
        assert not np.shares_memory(ours, theirs)


@every_way
def test_a_copied_parameter_may_be_changed_by_itself(copied):
    weight = Parameter([1.0, 2.0])
    weight.grad = [3.0, 4.0]
    twin = copied(weight)
    twin.data -= 1.0
    twin.grad -= 1.0
    assert (twin.data.tolist(), twin.grad.tolist()) == ([0.0, 1.0], [2.0, 3.0])
    assert (weight.data.tolist(), weight.grad.tolist()) == ([1.0, 2.0], [3.0, 4.0])
    with pytest.raises(ValueError, match=r"a parameter has shape \(2,\), got shape \(3,\)"):
        twin.data = [1.0, 2.0, 3.0]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle_takes_a_model(protocol):
    model = small_model()
    twin = pickle.loads(pickle.dumps(model, protocol))
    assert numbers_and_gradients(twin.parameters()) == numbers_and_gradients(model.parameters())


class Scaled(Parameter):
    """A parameter as a reader may extend it: with arguments and attributes of its own."""

    def __init__(self, numbers, scale):
        super().__init__(numbers, label="scaled")
        self.scale = scale


@every_way
def test_a_subclass_of_parameter_keeps_its_attributes(copied):
    twin = copied(Scaled([1.0], scale=[2.0]))
    assert type(twin) is Scaled and twin.data.tolist() == [1.0] and twin.scale == [2.0]


def test_a_pickled_parameter_does_not_carry_the_flat_array_that_it_is_a_piece_of():
    small, large = Parameter(np.ones(10)), Parameter(np.ones(10_000))
    SGD([small, large], 0.1)
    assert small.data.base.size == 10_010 and len(pickle.dumps(small)) < 1000


# Models.


@every_way
@pytest.mark.parametrize(
    "make, shape",
    [
        (lambda: Linear(4, 3, rng=0, dtype=np.float32), (2, 4)),
        (lambda: Linear(4, 3, bias=False, rng=0), (2, 4)),
        (lambda: Conv2d(1, 2, 3, padding=1, rng=0), (2, 1, 4, 4)),
        (lambda: MaxPool2d(2), (2, 1, 4, 4)),
        (lambda: LayerNorm(4), (2, 4)),
        (lambda: Embedding(5, 3, rng=0), None),
        (Flatten, (2, 3, 4)),
        *((kind, (2, 4)) for kind in (ReLU, Tanh, Sigmoid, Softplus)),
        (small_model, (5, 2)),
    ],
)
def test_every_layer_has_a_copy_that_computes_the_same_and_shares_nothing(copied, make, shape):
    layer = make()
    x = Tensor(np.random.default_rng(1).normal(size=shape)) if shape else np.array([0, 4])
    (layer(x) * 1.0).sum().backward()
    twin = copied(layer)
    assert repr(twin) == repr(layer)
    assert twin(x).data.tolist() == layer(x).data.tolist()
    assert numbers_and_gradients(twin.parameters()) == numbers_and_gradients(layer.parameters())
    assert not share_memory(layer.parameters(), twin.parameters())


class Tied(Module):
    """One Parameter in two places, and one layer in two."""

    def __init__(self):
        self.first = Linear(2, 2, rng=0)
        self.second = Linear(2, 2, rng=1)
        self.second.weight = self.first.weight
        self.again = [self.first, self.second]


@every_way
def test_a_parameter_that_is_used_twice_stays_one(copied):
    twin = copied(Tied())
    assert twin.second.weight is twin.first.weight and twin.again[0] is twin.first
    assert len(twin.parameters()) == 3


class Plain:
    """A class of a reader's own: just a number, or an array, and its gradient."""

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def __mul__(self, other):
        return Plain(self.data * getattr(other, "data", other))

    def __add__(self, other):
        return Plain(self.data + getattr(other, "data", other))


@pytest.mark.parametrize("copied, value", [(way, value) for way in WAYS for value in (Value, Plain)])
def test_a_network_of_numbers_has_a_copy_with_the_same_numbers(copied, value):
    model = MLP(2, [3, 1], activation="linear", rng=random.Random(0), value=value)
    for i, parameter in enumerate(model.parameters()):
        parameter.grad = float(i)
    twin = copied(model)
    assert repr(twin) == repr(model) and twin([0.5, -1.0]).data == model([0.5, -1.0]).data
    ours, theirs = model.parameters(), twin.parameters()
    assert [(p.data, p.grad) for p in theirs] == [(p.data, p.grad) for p in ours]
    assert not set(map(id, ours)) & set(map(id, theirs))
    if value is Value:
        assert [p.label for p in theirs] == [p.label for p in ours]


def test_a_network_on_a_class_with_closures_has_a_deep_copy_that_learns_by_itself():
    model = MLP(1, [2, 1], rng=random.Random(0), value=OwnValue)
    twin = copy.deepcopy(model)
    before = [p.data for p in model.parameters()]
    mean_squared_error([twin([1.0])], [0.0]).backward()
    SGD(twin.parameters(), 0.1).step()
    assert [p.data for p in model.parameters()] == before != [p.data for p in twin.parameters()]
    assert not any(p.grad for p in model.parameters())


# Optimisers.


class Run:
    """A training run: one object that holds the model and the optimiser."""

    def __init__(self, make, dtype=np.float64):
        self.model = small_model(dtype)
        self.optimiser = make(self.model.parameters())


@every_way
@every_optimiser
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_copied_run_goes_on_bit_for_bit_and_alone(copied, make, dtype):
    run = Run(make, dtype)
    train(run.model, run.optimiser, steps=3)
    twin = copied(run)
    assert numbers_and_gradients(twin.model.parameters()) == numbers_and_gradients(run.model.parameters())
    assert not share_memory(run.model.parameters(), twin.model.parameters())

    before = numbers_and_gradients(run.model.parameters())
    train(twin.model, twin.optimiser)
    assert numbers_and_gradients(run.model.parameters()) == before
    train(run.model, run.optimiser)
    assert numbers_and_gradients(twin.model.parameters()) == numbers_and_gradients(run.model.parameters()) != before


@every_way
@every_optimiser
@pytest.mark.parametrize("kind", [Parameter, Tensor])
def test_in_a_copy_the_parameters_are_views_of_the_copys_flat_array(copied, make, kind):
    leaves = [kind(np.ones((2, 3))), kind([1.0])]
    optimiser = make(leaves)
    copied_leaves, copied_optimiser = copied((leaves, optimiser))
    for parameters, of in ((leaves, optimiser), (copied_leaves, copied_optimiser)):
        [group] = of.groups
        assert all(p is q for p, q in zip(parameters, of.params))
        assert all(p.data.base is not None and np.shares_memory(p.data, group.flat) for p in parameters)
    assert not np.shares_memory(copied_optimiser.groups[0].flat, optimiser.groups[0].flat)
    copied_optimiser.groups[0].flat[:] = 7.0
    assert copied_leaves[0].data[1, 2] == copied_leaves[1].data[0] == 7.0 and leaves[1].data[0] == 1.0


@every_way
def test_two_optimisers_that_share_parameters_share_them_in_the_copy(copied):
    model = small_model()
    both = (model, adam(model.parameters()), momentum(model.parameters()[2:]))
    train(model, both[1])
    twin, *twins = copied(both)
    for ours, theirs in zip(both[1:], twins):
        train(model, ours, steps=2)
        train(twin, theirs, steps=2)
    assert numbers_and_gradients(twin.parameters()) == numbers_and_gradients(model.parameters())


@every_way
@every_optimiser
@pytest.mark.parametrize("leaf", [Value, Plain, lambda x: Plain(np.array([x, -x])), lambda x: Tensor([x])])
def test_an_optimiser_over_any_leaves_goes_on_bit_for_bit(copied, make, leaf):
    def step(parameters, optimiser):
        for i, parameter in enumerate(parameters, start=1):
            parameter.grad = parameter.data * 0.1 * i
        optimiser.step()
        return [np.asarray(parameter.data).tolist() for parameter in parameters]

    leaves = [leaf(1.0), leaf(-0.3)]
    optimiser = make(leaves)
    before = step(leaves, optimiser)
    copied_leaves, copied_optimiser = copied((leaves, optimiser))
    after = step(copied_leaves, copied_optimiser)
    assert [np.asarray(parameter.data).tolist() for parameter in leaves] == before
    assert step(leaves, optimiser) == after != before


@every_way
def test_a_tensor_that_was_computed_stays_where_its_graph_is(copied):
    """Its vjps hold the arrays of the original: after a step of the original a copy's gradients would be wrong."""
    x = Tensor([1.0, 2.0], label="x")
    with pytest.raises(
        TypeError, match=r"tanh\(x\) was computed, and cannot be copied or pickled.*tensor.data.copy\(\)"
    ):
        copied(x.tanh())
    assert copied(x).data.tolist() == [1.0, 2.0] and copied(x).label == "x"


@every_way
def test_a_graph_of_values_travels_whole(copied):
    """A Value holds its local gradients as numbers, so a copy goes backward by itself."""
    a = Value(3.0, label="a")
    twin = copied(a * a + 2 * a)
    twin.backward()
    (leaf,) = [node for node in topological_order(twin) if node.label == "a"]
    assert (twin.data, leaf.grad, a.grad) == (15.0, 8.0, 0.0)

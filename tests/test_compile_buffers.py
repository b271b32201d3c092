"""With `fast`, arrays lie elsewhere in memory, and the numbers are those of the eager engine up to rounding."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tensor_cases import KINDS, Ours, leaf
from test_compile_tensors import FUSED, digits, eager, moons, pictures, replayed

from autograd_lib.compile import compile_step, record
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import Linear, Parameter, ReLU, Sequential, losses, optim

rng = np.random.default_rng(0)


def assert_replayed_fast(build, leaves):
    recording = record(build(), leaves, fast=True)
    first = [node.data.copy() for node in leaves]
    for factor in (1.0, 1.01, 1.0, 1.0):
        for node, array in zip(leaves, first):
            node.data = array * factor
        for a, b in zip(replayed(recording, leaves), eager(build, leaves), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
    return recording


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_any_operation_is_replayed_after_and_before_others(kind, data):
    """Between others, which take and leave buffers of the same shapes."""
    case = data.draw(KINDS[kind])
    leaves = [leaf(array) for array in case.arrays]
    weights = np.random.default_rng(0).uniform(0.5, 1.5, case.run()[0].shape)

    def build():
        y = case.f(Ours, *[x * 1.0 for x in leaves]) * weights
        return (y + y.tanh()).sum()

    assert_replayed_fast(build, leaves)


@pytest.mark.parametrize("name", FUSED)
def test_any_fused_operation_is_replayed(name):
    function, shapes = FUSED[name]
    leaves = [Tensor(rng.standard_normal(shape)) for shape in shapes]
    weights = rng.uniform(0.5, 1.5, function(*leaves).shape)
    assert_replayed_fast(lambda: (function(*[x + 0.0 for x in leaves]) * weights).tanh().sum(), leaves)


@pytest.mark.parametrize("problem", [moons, digits, pictures])
@pytest.mark.parametrize("optimizer", [optim.SGD, optim.Adam])
def test_a_training_run_agrees_with_the_eager_run(problem, optimizer):
    model, make_loss = problem(np.float64)
    optimizer = optimizer(model.parameters(), lr=0.01)
    recording = record(make_loss(), model.parameters(), fast=True)
    for _ in range(20):
        got, expected = replayed(recording, model.parameters()), eager(make_loss, model.parameters())
        for a, b in zip(got, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
        optimizer.step()


def network():
    return Sequential(Linear(4, 8, rng=0), ReLU(), Linear(8, 8, rng=1), ReLU(), Linear(8, 3, rng=2))


XS, TARGETS = rng.standard_normal((10, 4)), rng.integers(0, 3, 10)


def test_the_bias_is_one_more_weight_once_an_optimizer_has_laid_both_into_one_array():
    model = network()
    apart = record(losses.softmax_cross_entropy(model(XS), TARGETS), model.parameters(), fast=True)
    optim.SGD(model.parameters(), lr=0.1)
    folded = record(losses.softmax_cross_entropy(model(XS), TARGETS), model.parameters(), fast=True)
    assert len(apart.calls.folded) == 0 and len(folded.calls.folded) == 3
    assert len(apart.calls.forward) - len(folded.calls.forward) == 3
    assert len(apart.calls.backward) - len(folded.calls.backward) == 3
    assert apart.step() == pytest.approx(folded.step(), rel=1e-14)


def test_a_weight_that_is_used_twice_keeps_its_bias_apart():
    layer = Linear(3, 3, rng=0)
    optim.SGD(layer.parameters(), lr=0.1)
    x = Tensor(rng.standard_normal((4, 3)))
    recording = assert_replayed_fast(lambda: layer(layer(x).tanh()).tanh().sum(), [*layer.parameters(), x])
    assert recording.calls.folded == {}


def test_a_matrix_lies_in_memory_with_its_batch_last_and_a_row_of_ones_below():
    model = network()
    recording = record(model(XS).mean(), model.parameters(), fast=True)
    block = recording.blocks()._prev[0]
    assert block.data.shape == (10, 3) and block.data.T.flags.c_contiguous
    np.testing.assert_array_equal(block.data.base[-1], np.ones(10))


def test_a_gradient_goes_where_another_one_is_no_longer_needed():
    a = Parameter(rng.standard_normal((50, 50)))

    def build():
        x = a
        for _ in range(10):
            x = x.tanh()
        return x.sum()

    def memory(recording):
        out = [call.keywords["out"] for call in (*recording.calls.forward, *recording.calls.backward)]
        return len({id(array if array.base is None else array.base) for array in out if array.size > 1})

    plain, fast = record(build(), [a]), assert_replayed_fast(build, [a])
    assert memory(plain) == 10 + 10  # an array and a gradient for each
    assert memory(fast) < 15


def test_the_gradient_of_an_index_begins_with_zeros_although_buffers_are_used_again():
    a = Parameter(rng.standard_normal((6, 5)))
    assert_replayed_fast(lambda: (a.tanh()[1:3] * 2).tanh().sum() + a.tanh().tanh()[::2].tanh().sum(), [a])


def test_a_compiled_step_can_be_fast():
    def make_loss(model, xs, targets):
        return losses.softmax_cross_entropy(model(xs), targets)

    one, two = network(), network()
    eager, optimizer = optim.Adam(one.parameters(), lr=0.01), optim.Adam(two.parameters(), lr=0.01)
    step = compile_step(make_loss, two, optimizer, fast=True)
    for _ in range(10):
        loss = make_loss(one, XS, TARGETS)
        eager.zero_grad()
        loss.backward()
        eager.step()
        assert step(XS, TARGETS) == pytest.approx(loss.item(), rel=1e-10)

"""The promises of optimisers: their formula, steps taken whole or not at all, and schedules that hit both ends."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_value import OwnValue

from autograd_lib.engine.value import Value
from autograd_lib.nn.optim import SGD, Adam, cosine_decay, linear_decay, step_decay

OPTIMISERS = [SGD, Adam]


def with_gradients(*pairs, value=Value):
    parameters = [value(data) for data, _ in pairs]
    for parameter, (_, grad) in zip(parameters, pairs):
        parameter.grad = grad
    return parameters


def test_sgd_steps_against_the_gradient():
    [p] = with_gradients((1.0, 4.0))
    SGD([p], lr=0.1).step()
    assert p.data == 1.0 - 0.1 * 4.0


def test_momentum_adds_up_a_velocity():
    [p] = with_gradients((0.0, 1.0))
    optimiser = SGD([p], lr=1.0, momentum=0.5)
    path = []
    for _ in range(3):
        optimiser.step()
        path.append(p.data)
    assert path == [-1.0, -2.5, -4.25]


def test_weight_decay_pulls_towards_zero():
    [p] = with_gradients((2.0, 0.0))
    SGD([p], lr=0.1, weight_decay=0.5).step()
    assert p.data == 2.0 - 0.1 * 0.5 * 2.0


@given(st.floats(1e-3, 1e3), st.sampled_from([-1, 1]))
def test_adams_first_step_is_lr_whatever_the_gradients_size(size, sign):
    [p] = with_gradients((0.0, sign * size))
    Adam([p], lr=0.01).step()
    assert p.data == pytest.approx(-sign * 0.01, rel=1e-4)


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_a_minimum_is_found(optimiser):
    x, y = Value(3.0), Value(-2.0)
    steps = optimiser([x, y], lr=0.1)
    for _ in range(500):
        loss = (x - 1) ** 2 + 2 * (y + 0.5) ** 2
        steps.zero_grad()
        loss.backward()
        steps.step()
    assert (x.data, y.data) == (pytest.approx(1.0, abs=1e-3), pytest.approx(-0.5, abs=1e-3))


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_a_gradient_of_zero_moves_nothing(optimiser):
    [p] = with_gradients((2.0, 0.0))
    optimiser([p], lr=0.1).step()
    assert p.data == 2.0


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_the_learning_rate_may_change_between_steps(optimiser):
    [p] = with_gradients((1.0, 1.0))
    steps = optimiser([p], lr=0.1)
    steps.lr = 0.0
    steps.step()
    assert p.data == 1.0
    with pytest.raises(ValueError, match="lr is a finite number >= 0, got nan"):
        steps.lr = math.nan
    assert steps.lr == 0.0


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_parameters_may_be_of_another_class_or_arrays(optimiser):
    class Block:
        def __init__(self, data):
            self.data, self.grad = np.array(data), np.zeros(len(data))

    pairs = [(0.5, 1.0), (-1.5, -3.0)]
    ours, own, block = with_gradients(*pairs), with_gradients(*pairs, value=OwnValue), Block([0.5, -1.5])
    block.grad = np.array([1.0, -3.0])
    for parameters in (ours, own, [block]):
        steps = optimiser(parameters, lr=0.1)
        steps.step()
        steps.step()
        steps.zero_grad()
    assert [p.data for p in own] == [p.data for p in ours] == pytest.approx(list(block.data), rel=1e-15)
    assert [p.grad for p in own] == [0.0, 0.0] == list(block.grad)


# A step is taken whole or not at all.


@pytest.mark.parametrize("optimiser", OPTIMISERS)
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_gradient_that_is_not_finite_stops_the_step_before_anything_moves(optimiser, bad):
    parameters = with_gradients((1.0, 1.0), (2.0, bad))
    steps = optimiser(parameters, lr=0.1)
    with pytest.raises(FloatingPointError, match=rf"the gradient of params\[1\] is {bad}.*as they were"):
        steps.step()
    assert [p.data for p in parameters] == [1.0, 2.0]


def test_a_value_that_overflows_stops_the_step_and_is_named_by_its_label():
    parameters = with_gradients((1.0, 1.0), (1e308, -1e308))
    parameters[1].label = "L1.n2.w3"
    with pytest.raises(FloatingPointError, match=r"the next value of L1\.n2\.w3 is inf"):
        SGD(parameters, lr=1.0).step()
    assert [p.data for p in parameters] == [1.0, 1e308]


def test_a_running_mean_that_overflows_stops_adam():
    [p] = with_gradients((1.0, 1e200))
    with pytest.raises(FloatingPointError, match=r"the running mean of params\[0\] is inf"):
        Adam([p]).step()
    assert p.data == 1.0


@pytest.mark.parametrize("make", [lambda p: SGD(p, 0.1, momentum=0.9), lambda p: Adam(p, 0.1)], ids=["SGD", "Adam"])
def test_a_refused_step_leaves_no_trace(make):
    """The run with a refused step in the middle goes on exactly as the one without."""
    smooth, bumpy = with_gradients((1.0, 0.5), (2.0, -0.5)), with_gradients((1.0, 0.5), (2.0, -0.5))
    a, b = make(smooth), make(bumpy)
    a.step()
    b.step()
    bumpy[1].grad = math.nan
    with pytest.raises(FloatingPointError):
        b.step()
    bumpy[1].grad = -0.5
    a.step()
    b.step()
    assert [p.data for p in bumpy] == [p.data for p in smooth]


# Bad input.


@pytest.mark.parametrize("optimiser", OPTIMISERS)
@pytest.mark.parametrize("lr", [-0.1, math.nan, math.inf, "0.1", None])
def test_a_learning_rate_is_a_number_from_zero(optimiser, lr):
    with pytest.raises(ValueError, match="lr is a finite number >= 0, got"):
        optimiser([Value(1.0)], lr)


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_parameters_are_a_list_of_distinct_leaves(optimiser):
    a = Value(1.0)
    for params, error, words in [
        ([], ValueError, "at least one parameter"),
        (a, TypeError, "takes a list of parameters"),
        (None, TypeError, "takes a list of parameters"),
        ([a, 2.0], TypeError, r"params\[1\] is 2.0"),
        ([np.float64(2.0)], TypeError, r"params\[0\] is"),
        ([a, a * 2], TypeError, r"params\[1\], .* was computed from other nodes"),
        ([a, Value(1.0), a], ValueError, r"params\[0\] and params\[2\] are the same node"),
    ]:
        with pytest.raises(error, match=words):
            optimiser(params, 0.1)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"momentum": 1.0}, "momentum is a finite number >= 0 and < 1, got 1.0"),
        ({"momentum": -0.1}, "momentum"),
        ({"weight_decay": -1}, "weight_decay is a finite number >= 0, got -1"),
        ({"weight_decay": math.inf}, "weight_decay"),
    ],
)
def test_sgd_checks_its_options(options, words):
    with pytest.raises(ValueError, match=words):
        SGD([Value(1.0)], 0.1, **options)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"betas": 0.9}, "betas are two numbers"),
        ({"betas": (0.9,)}, "betas are two numbers"),
        ({"betas": (1.0, 0.9)}, r"betas\[0\] is a finite number >= 0 and < 1, got 1.0"),
        ({"betas": (0.9, -0.1)}, r"betas\[1\]"),
        ({"eps": 0.0}, "eps is a finite number > 0, got 0.0"),
    ],
)
def test_adam_checks_its_options(options, words):
    with pytest.raises(ValueError, match=words):
        Adam([Value(1.0)], **options)


def test_reprs_are_readable():
    assert repr(SGD([Value(1.0)], 0.1)) == "SGD(1 parameter, lr=0.1)"


# Schedules.


def test_step_decay_falls_every_so_many_steps():
    rate = step_decay(0.8, 0.5, every=3)
    assert [rate(k) for k in range(7)] == [0.8, 0.8, 0.8, 0.4, 0.4, 0.4, 0.2]


@given(st.sampled_from([linear_decay, cosine_decay]), st.floats(1e-6, 10), st.floats(0, 1), st.integers(1, 1000))
def test_a_decay_goes_from_start_to_end_and_stays_between_and_there(decay, start, share, steps):
    end = start * share
    rate = decay(start, end, steps)
    rates = [rate(k) for k in range(steps + 1)]
    assert rates[0] == pytest.approx(start, rel=1e-15) and rates[-1] == end == rate(steps + 7)
    assert all(later <= earlier + 1e-15 * start for earlier, later in pairwise(rates))


def test_cosine_is_half_way_at_half_time():
    assert cosine_decay(1.0, 0.0, 100)(50) == pytest.approx(0.5)
    assert cosine_decay(1.0, 0.0, 100)(10) > linear_decay(1.0, 0.0, 100)(10)


@pytest.mark.parametrize("make", [step_decay, linear_decay, cosine_decay])
def test_schedules_check_their_numbers(make):
    with pytest.raises(ValueError, match="start is a finite number >= 0, got -1"):
        make(-1, 0.5, 10)
    with pytest.raises(ValueError, match=">= 0, got nan"):
        make(1, math.nan, 10)
    for steps in (0, 2.5, None):
        with pytest.raises(ValueError, match="is a whole number of steps > 0, got"):
            make(1, 0.5, steps)

"""A compiled training step is the eager one: forward, backward and update, for batches that come as arguments."""

import random

import numpy as np
import pytest

from autograd_lib.compile import compile_step
from autograd_lib.engine.joining import where
from autograd_lib.engine.value import Value
from autograd_lib.nn import MLP, Linear, ReLU, Sequential, losses, optim

OPTIMIZERS = {
    "SGD": lambda params: optim.SGD(params, lr=0.1),
    "SGD with momentum": lambda params: optim.SGD(params, lr=0.1, momentum=0.9),
    "SGD with weight decay": lambda params: optim.SGD(params, lr=0.1, momentum=0.5, weight_decay=0.01),
    "Adam": lambda params: optim.Adam(params, lr=0.01),
}


def network(seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    return Sequential(Linear(4, 8, rng=rng, dtype=dtype), ReLU(), Linear(8, 3, rng=rng, dtype=dtype))


def make_loss(model, xs, targets):
    return losses.softmax_cross_entropy(model(xs), targets)


def batches(count, size=10, seed=0):
    rng = np.random.default_rng(seed)
    return [(rng.standard_normal((size, 4)), rng.integers(0, 3, size)) for _ in range(count)]


def eager_step(make_loss, model, optimizer, *batch):
    loss = make_loss(model, *batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.data if isinstance(loss, Value) else loss.item()


def numbers(model):
    return [np.array(p.data) for p in model.parameters()]


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_run_has_the_bits_of_the_eager_run(name, dtype):
    one, two = network(dtype=dtype), network(dtype=dtype)
    eager, optimizer = OPTIMIZERS[name](one.parameters()), OPTIMIZERS[name](two.parameters())
    step = compile_step(make_loss, two, optimizer)
    for k, (xs, targets) in enumerate(batches(15)):
        eager.lr = optimizer.lr = 0.1 / (k + 1)
        batch = xs.astype(dtype), targets
        assert step(*batch) == eager_step(make_loss, one, eager, *batch)
        for a, b in zip(numbers(one), numbers(two), strict=True):
            np.testing.assert_array_equal(a, b)
    assert len(step.recordings) == 1


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_compiled_and_eager_steps_can_take_turns(name):
    """The optimiser's memory is kept in the optimiser."""
    one, two = network(), network()
    eager, optimizer = OPTIMIZERS[name](one.parameters()), OPTIMIZERS[name](two.parameters())
    step = compile_step(make_loss, two, optimizer)
    for k, batch in enumerate(batches(12)):
        loss = step(*batch) if k % 3 else eager_step(make_loss, two, optimizer, *batch)
        assert loss == eager_step(make_loss, one, eager, *batch)
    for a, b in zip(numbers(one), numbers(two), strict=True):
        np.testing.assert_array_equal(a, b)


def test_settings_of_the_optimizer_may_change_between_steps():
    one, two = network(), network()
    eager, optimizer = (optim.SGD(model.parameters(), lr=0.1, momentum=0.5) for model in (one, two))
    step = compile_step(make_loss, two, optimizer)
    for batch, momentum in zip(batches(8), [0.5, 0.9, 0.9, 0.1, 0.1, 0.5, 0.5, 0.5]):
        eager.momentum = optimizer.momentum = momentum
        assert step(*batch) == eager_step(make_loss, one, eager, *batch)


def test_another_shape_is_recorded_by_itself():
    one, two = network(), network()
    eager, optimizer = optim.Adam(one.parameters()), optim.Adam(two.parameters())
    step = compile_step(make_loss, two, optimizer)
    for batch in [*batches(2, 10), *batches(1, 7), *batches(1, 10)]:
        assert step(*batch) == eager_step(make_loss, one, eager, *batch)
    assert len(step.recordings) == 2


def test_an_optimizer_of_the_readers_own_takes_its_own_step():
    class Signs(optim.Optimizer):
        def propose(self, gradients):
            return [self.lr * np.sign(g) for g in gradients], []

    one, two = network(), network()
    eager, optimizer = Signs(one.parameters(), 0.01), Signs(two.parameters(), 0.01)
    step = compile_step(make_loss, two, optimizer)
    for batch in batches(5):
        assert step(*batch) == eager_step(make_loss, one, eager, *batch)


def test_parameters_that_are_moved_between_steps_are_the_ones_that_are_trained():
    one, two = network(), network()
    eager, optimizer = optim.SGD(one.parameters(), 0.1), optim.SGD(two.parameters(), 0.1)
    step = compile_step(make_loss, two, optimizer)
    for batch in batches(4):
        assert step(*batch) == eager_step(make_loss, one, eager, *batch)
        optim.SGD(two.parameters(), 0.1)  # moves them into a flat array of its own


def value_loss(model, xs, targets):
    predictions = [model(x) for x in xs]
    return losses.mean_squared_error(predictions, targets) + losses.l2(model.parameters(), 1e-3)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_run_of_values_agrees_with_the_eager_run(name):
    one, two = (MLP(2, [4, 1], rng=random.Random(0)) for _ in range(2))
    eager, optimizer = OPTIMIZERS[name](one.parameters()), OPTIMIZERS[name](two.parameters())
    step, rng = compile_step(value_loss, two, optimizer), random.Random(1)
    for k in range(20):
        xs = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(5)]
        batch = xs, [x * y for x, y in xs]
        loss = step(*batch) if k % 5 else eager_step(value_loss, two, optimizer, *batch)
        assert loss == pytest.approx(eager_step(value_loss, one, eager, *batch), rel=1e-10)
    assert len(step.recordings) == 1
    np.testing.assert_allclose(numbers(one), numbers(two), rtol=1e-9)


def test_a_step_that_overflows_is_not_taken_and_the_parameter_is_named():
    model = network()
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    step = compile_step(lambda model, xs: (model(xs) * 1e100).sum(), model, optimizer)
    [(xs, _)] = batches(1)
    step(xs)
    before, memory = numbers(model), [m.copy() for [m] in optimizer.memory]
    with (
        pytest.raises(FloatingPointError, match=r"of 0.weight\[0, 0\] is inf, so no step was taken"),
        np.errstate(all="ignore"),
    ):
        step(xs * 1e150)
    for a, b in zip(before, numbers(model), strict=True):
        np.testing.assert_array_equal(a, b)
    for a, [b] in zip(memory, optimizer.memory, strict=True):
        np.testing.assert_array_equal(a, b)


def test_values_that_overflow_are_named_too_and_stay():
    a = Value(1.0, label="a")
    step = compile_step(lambda model, x: a * x, None, optim.SGD([a], lr=1e308))
    with pytest.raises(FloatingPointError, match="the next value of a is -inf"), np.errstate(over="ignore"):
        step(5.0)
    assert a.data == 1.0


# What a recording cannot know.


def test_an_if_on_data_is_found_when_the_batch_is_tried_in_another_order():
    def branching(model, xs):
        scores = model(xs)
        return (scores.relu() if xs[0, 0] > 0 else scores.tanh()).mean()

    model = network()
    step = compile_step(branching, model, optim.SGD(model.parameters(), 0.1))
    with pytest.raises(ValueError, match=r"built another graph.*relu.* is now .*tanh"):
        step(np.array([[1.0, 0, 0, 0], [-1.0, 0, 0, 0]]))


def test_an_if_on_the_model_is_found_by_a_check_and_not_before():
    """The recorded branch is replayed for ever: only a graph that is built anew shows that the program went on."""

    def branching(model, xs):
        loss = (model(xs) ** 2).mean()
        return loss if loss.item() > 0.1 else loss * 0.5

    batch = batches(1)[0][0]
    model = network()
    step = compile_step(branching, model, optim.SGD(model.parameters(), 0.1))
    while step(batch) > 0.01:
        pass
    with pytest.raises(ValueError, match="built another graph"):
        step.check(batch)
    model = network()
    step = compile_step(branching, model, optim.SGD(model.parameters(), 0.1), check_every=10)
    with pytest.raises(ValueError, match="built another graph"):
        for _ in range(1000):
            step(batch)


def test_a_loop_whose_length_depends_on_the_data_is_found():
    def looping(model, xs):
        y = model(xs)
        for _ in range(int(xs[0, 0])):
            y = y.tanh()
        return y.mean()

    model = network()
    step = compile_step(looping, model, optim.SGD(model.parameters(), 0.1))
    with pytest.raises(ValueError, match="built another graph"):
        step(np.array([[1.0, 0, 0, 0], [3.0, 0, 0, 0]]))


def test_a_mask_that_is_drawn_while_recording_is_found_and_passes_as_an_argument():
    rng = np.random.default_rng(0)

    def dropping(model, xs, keep):
        hidden = model(xs)
        return where(rng.random(hidden.shape) < 0.5 if keep is None else keep, hidden, 0.0).mean()

    model = network()
    [(xs, _)] = batches(1)
    step = compile_step(dropping, model, optim.SGD(model.parameters(), 0.1))
    with pytest.raises(ValueError, match=r"with another condition.*drawn at random"):
        step(xs, None)
    keep = rng.random((10, 3)) < 0.5
    assert step(xs, keep) != step(xs, ~keep)


def test_what_numpy_computes_from_a_batch_is_found():
    def negated(model, xs, targets):
        return (model(xs) * -targets + targets).mean()

    model = network()
    step = compile_step(negated, model, optim.SGD(model.parameters(), 0.1))
    with pytest.raises(ValueError, match="built another graph"):
        step(np.ones((3, 4)), np.arange(9.0).reshape(3, 3))


def test_data_changed_in_place_is_found_by_a_check():
    weights = np.ones(3)

    def weighted(model, xs):
        return (model(xs) * weights).mean()

    model = network()
    [(xs, _)] = batches(1)
    step = compile_step(weighted, model, optim.SGD(model.parameters(), 0.1))
    step(xs)
    step.check(xs)
    weights[0] = 2.0
    with pytest.raises(ValueError, match=r"an array of shape \(3,\), with another numbers"):
        step.check(xs)


def test_only_the_latest_recordings_are_kept():
    model = network()
    step = compile_step(make_loss, model, optim.SGD(model.parameters(), 0.1))
    for size in range(1, 21):
        step(*batches(1, size)[0])
    assert len(step.recordings) == 16


@pytest.mark.parametrize("argument", [{"xs": 1}, object()])
def test_an_argument_that_is_no_array_is_refused(argument):
    model = network()
    step = compile_step(make_loss, model, optim.SGD(model.parameters(), 0.1))
    with pytest.raises(TypeError, match="an argument of a step is an array, a list of numbers or a number"):
        step(argument, np.zeros(3, int))


def test_no_optimizer_is_an_error_that_shows_the_call():
    with pytest.raises(TypeError, match=r"compile_step\(make_loss, model, optimizer\)"):
        compile_step(network(), make_loss, None)

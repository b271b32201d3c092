"""A recorded graph of Values gives the eager engine's loss and gradients, for whatever its leaves hold now."""

import math
import random

import numpy as np
import pytest
from expressions import VALUES, programs
from hypothesis import given
from hypothesis import strategies as st

from autograd_lib.compile import KINDS, record
from autograd_lib.engine.value import Value
from autograd_lib.nn import MLP, losses, optim


def eager(build, leaves):
    """The loss and the gradients that the eager engine computes for the same leaves."""
    for leaf in leaves:
        leaf.grad = 0.0
    loss = build()
    loss.backward()
    return [loss.data, *(leaf.grad for leaf in leaves)]


def replayed(recording, leaves):
    return [recording.step(), *(leaf.grad for leaf in leaves)]


def close(numbers):
    return pytest.approx(numbers, rel=1e-12, abs=1e-12)


@given(programs(), st.integers(-10, 10).map(lambda n: n / 1000))
def test_any_graph_is_replayed_for_the_numbers_that_its_leaves_hold_now(program, shift):
    leaves = [Value(number) for number in program.numbers]
    loss = program.result(leaves, VALUES)
    recording = record(loss, leaves)
    assert replayed(recording, leaves) == close(eager(lambda: program.result(leaves, VALUES), leaves))
    for leaf in leaves:
        leaf.data += shift
    assert replayed(recording, leaves) == close(eager(lambda: program.result(leaves, VALUES), leaves))


@given(programs(), st.data())
def test_inputs_change_from_step_to_step_and_get_no_gradient(program, data):
    leaves = [Value(number) for number in program.numbers]
    count = data.draw(st.integers(1, len(leaves)))
    parameters, inputs = leaves[:count], leaves[count:]
    recording = record(program.result(leaves, VALUES), parameters, inputs)
    for leaf in inputs:
        leaf.data, leaf.grad = leaf.data + 0.001, 7.0
    numbers = replayed(recording, parameters)
    assert [leaf.grad for leaf in inputs] == [7.0] * len(inputs)
    assert numbers == close(eager(lambda: program.result(leaves, VALUES), leaves)[: 1 + count])


def moons():
    rng = random.Random(0)
    points = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(20)]
    model = MLP(2, [8, 8, 1], activation="relu", output="linear", rng=rng)
    targets = [1 if x * y > 0 else -1 for x, y in points]

    def make_loss():
        return losses.hinge([model(point) for point in points], targets) + losses.l2(model.parameters(), 1e-4)

    return model, make_loss


def test_a_training_run_on_a_recording_is_that_of_the_eager_engine():
    model, make_loss = moons()
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    recording = record(make_loss(), model.parameters())
    for _ in range(50):
        assert replayed(recording, model.parameters()) == close(eager(make_loss, model.parameters()))
        optimizer.step()


def test_nodes_are_computed_in_groups_of_one_level_kind_and_number_of_inputs():
    """However many points there are, a step takes as many groups."""
    model, make_loss = moons()
    recording = record(make_loss(), model.parameters())
    assert len(recording.groups) == 14
    sizes = {(group.level, group.kind): group.inputs.shape for group in recording.groups}
    assert sizes[1, "dot"] == (5, 160)  # a bias, two weights, two inputs; 8 neurons at 20 points
    assert sizes[2, "relu"] == (1, 160)


def test_a_step_sets_the_gradients_and_does_not_add_to_them():
    a = Value(3.0)
    recording = record(a * a, [a])
    recording.step()
    recording.step()
    assert a.grad == 6.0


def test_a_parameter_that_the_loss_does_not_depend_on_has_gradient_zero():
    a, b = Value(3.0), Value(1.0)
    b.grad = 5.0
    record(a * a, [a, b]).step()
    assert b.grad == 0.0


def test_a_power_at_zero_has_the_slope_of_the_eager_engine():
    for exponent in (0, 1, 2, 3):
        a = Value(0.0)
        record(a**exponent + a, [a]).step()
        assert a.grad == {0: 1.0, 1: 2.0}.get(exponent, 1.0)


def test_a_kink_has_the_slope_of_the_eager_engine():
    for function, slope in [(Value.relu, 0.0), (Value.abs, 0.0), (Value.leaky_relu, 0.01)]:
        a = Value(0.0)
        record(function(a), [a]).step()
        assert a.grad == slope


def test_large_numbers_do_not_overflow_in_stable_functions():
    a = Value(1.0)
    recording = record(Value.sum([a.tanh(), a.sigmoid(), a.softplus()]), [a])
    for a.data in (1000.0, -1000.0):
        expected = Value(a.data)
        loss = Value.sum([expected.tanh(), expected.sigmoid(), expected.softplus()])
        loss.backward()
        assert [recording.step(), a.grad] == [loss.data, expected.grad]


@pytest.mark.parametrize(
    "build, number",
    [
        (lambda a: (a * a).log(), 0.0),
        (lambda a: a.sqrt(), -1.0),
        (lambda a: a.sqrt() * a, 0.0),
        (lambda a: a.exp(), 1000.0),
        (lambda a: 1 / a, 0.0),
        (lambda a: a**0.5, -2.0),
        (lambda a: (a * 1e300 * a).tanh(), 1e300),
    ],
)
def test_where_the_eager_engine_stops_a_replay_stops_too(build, number):
    a = Value(0.5)
    recording = record(build(a), [a])
    recording.step()
    a.data = number
    with pytest.raises((ArithmeticError, ValueError)):
        build(a).backward()
    with pytest.raises(FloatingPointError, match="in this replay"):
        recording.step()


def test_the_error_names_the_first_node_that_is_not_finite():
    a = Value(2.0, label="a")
    recording = record(a.log() * 3, [a])
    a.data = -1.0
    with pytest.raises(FloatingPointError, match=r"log\(a\) is nan"):
        recording.step()


def test_a_leaf_that_changed_although_it_is_no_input_is_named():
    a, x = Value(2.0), Value(3.0, label="x")
    recording = record(a * x, [a])
    x.data = 4.0
    with pytest.raises(ValueError, match=r"x held 3\.0 when this was recorded, and now 4\.0.*inputs="):
        recording.step()


def test_an_operation_that_is_not_known_is_refused_by_name_until_it_is_added():
    def cube(x):
        return Value(x.data**3, (x,), "cube", (3 * x.data**2,))

    a = Value(2.0, label="a")
    with pytest.raises(ValueError, match=r"cube\(a\) was made by 'cube'.*KINDS"):
        record(cube(a), [a])
    KINDS["cube"] = lambda x: x[0] ** 3, lambda x, out: 3 * x**2
    try:
        assert record(cube(a), [a]).step() == 8.0 and a.grad == 12.0
    finally:
        del KINDS["cube"]


class Own:
    """A node of a reader's own engine."""

    data, _prev, _op = 1.0, (), ""


@pytest.mark.parametrize(
    "loss, parameters, inputs, error, message",
    [
        (lambda a, b: 3.0, lambda a, b: [a], [], TypeError, "takes the last node of a finished graph.*got 3.0"),
        (lambda a, b: a * 2, lambda a, b: a, [], TypeError, "parameters are a list, for one alone"),
        (lambda a, b: a * 2, lambda a, b: [], [], ValueError, "no parameters"),
        (lambda a, b: a * 2, lambda a, b: [a, a], [], ValueError, "a comes twice"),
        (lambda a, b: a * 2, lambda a, b: [b], [], ValueError, "does not depend on any of the 1 parameters"),
        (lambda a, b: a, lambda a, b: [a], [], ValueError, "does not depend on any"),
        (lambda a, b: a * b, lambda a, b: [a * b], [], TypeError, r"the parameters are leaves.*got a \* b"),
        (lambda a, b: a * b, lambda a, b: [a], [3.0], TypeError, "the inputs are leaves.*got 3.0"),
        (lambda a, b: a * b, lambda a, b: [a], [np.ones(3)], TypeError, "the inputs are leaves, each a Value"),
        (lambda a, b: Own(), lambda a, b: [a], [], TypeError, r"a Value or a Tensor such as a loss: got .*\(Own\)"),
    ],
)
def test_what_cannot_be_recorded_is_refused_with_what_to_do(loss, parameters, inputs, error, message):
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    with pytest.raises(error, match=message):
        record(loss(a, b), parameters(a, b), inputs)


def test_a_long_chain_is_recorded_without_recursion():
    a = Value(1.0)
    x = a
    for _ in range(3000):
        x = x + a
    assert record(x, [a]).step() == 3001.0 and a.grad == 3001.0
    assert math.isfinite(x.data)

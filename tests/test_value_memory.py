"""Large graphs, and what is left of a graph when its result is gone."""

import gc

import pytest

from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

LONG = 300_000  # far beyond Python's recursion limit, which is near a thousand


def test_a_long_chain_is_built_sorted_walked_and_deleted():
    x = Value(1.0)
    one = Value(1.0)
    end = x
    for _ in range(LONG):
        end = end + one
    assert end.data == LONG + 1
    assert len(topological_order(end)) == LONG + 2
    end.backward()
    assert (x.grad, one.grad) == (1.0, LONG)
    del end
    assert x.grad == 1.0


def test_a_node_with_many_inputs():
    leaves = [Value(1.0) for _ in range(LONG)]
    total = Value.sum(leaves)
    total.backward()
    assert total.data == LONG and all(leaf.grad == 1.0 for leaf in leaves)


def test_many_paths_are_not_walked_one_by_one():
    """x + x, sixty times over, has 2⁶⁰ paths and 120 edges."""
    x = Value(1.0)
    end = x
    for _ in range(60):
        end = end + end
    end.backward()
    assert x.grad == 2.0**60


@pytest.fixture
def no_collector():
    """Switch off Python's cycle collector, so that only reference counting frees memory."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def values_alive():
    return sum(isinstance(thing, Value) for thing in gc.get_objects())


def training_step(parameters):
    """Every operation there is, a backward pass and an update; returns the loss."""
    w, v, b = parameters
    hidden = [f(Value.dot([w, v], [x, 1 - x], b)) for x in (0.1, 0.7) for f in (Value.tanh, Value.relu, Value.sigmoid)]
    positive = [h.exp().sqrt() + h.softplus().abs() + (h * h + 1).log() for h in hidden]
    loss = Value.sum([p**2 / 3 - p**0.5 * -p.sin() + h.cos() ** p for p, h in zip(positive, hidden)])
    loss += w.leaky_relu() / (2 + v**w)
    for p in parameters:
        p.grad = 0.0
    loss.backward()
    for p in parameters:
        p.data -= 0.01 * p.grad
    return loss


def test_no_value_of_a_training_step_outlives_its_loss(no_collector):
    before = values_alive()
    parameters = [Value(0.3), Value(0.5), Value(0.2)]
    loss = training_step(parameters)
    assert values_alive() > before + 100
    del loss
    assert values_alive() == before + 3
    del parameters
    assert values_alive() == before


def test_a_training_step_leaves_the_collector_nothing_to_find(no_collector):
    training_step([Value(0.3), Value(0.5), Value(0.2)])
    assert gc.collect() == 0


def test_a_refused_backward_leaves_nothing_behind_either(no_collector):
    before = values_alive()
    with pytest.raises(FloatingPointError):
        (Value(1e200) * Value(1e200)).tanh().backward()
    gc.collect()  # the traceback, which pytest holds in a cycle of its own
    assert values_alive() == before

"""With `fast`, a recording of Values finds by itself which of its groups are matrix products."""

import random

import numpy as np
import pytest
from expressions import VALUES, Program, Step, programs
from hypothesis import example, given
from hypothesis import strategies as st
from test_compile_values import close, eager, moons, replayed

from autograd_lib.compile import record
from autograd_lib.compile.lattice import lattice
from autograd_lib.engine.value import Value
from autograd_lib.nn import MLP, optim


def ways(recording):
    return {(group.level, group.kind): group.how for group in recording.groups}


# A lattice that begins with a plain number; a weight that is there twice, so that it is no matrix product.
PLAIN_FIRST = Step("+", (0, 0)), Step("dot", (0, 0, -2.0, 0, 3)), Step("sum", (1, 2, 4))
TWICE = Step("dot", (-2.0, 0, 0, 0, -2.0)), Step("dot", (-2.0, 0, 0, 0, -2.0)), Step("sum", (1, 2))


@given(programs(), st.integers(-10, 10).map(lambda n: n / 1000))
@example(Program((0.01, 0.0, 0.0), PLAIN_FIRST), 0.0)
@example(Program((0.01,), TWICE), 0.0)
def test_any_graph_is_replayed(program, shift):
    leaves = [Value(number) for number in program.numbers]
    recording = record(program.result(leaves, VALUES), leaves, fast=True)
    for leaf in leaves:
        leaf.data += shift
    assert replayed(recording, leaves) == close(eager(lambda: program.result(leaves, VALUES), leaves))


@given(st.lists(st.integers(0, 5), min_size=2, max_size=12), st.sampled_from(["+", "*", "dot", "sum"]))
def test_inputs_that_lie_anyhow_are_paid_each_payment(picks, kind):
    """Few leaves, picked with repetitions: lattices with steps of 0, lattices that overlap, and none at all."""
    leaves = [Value(0.5 + i / 7) for i in range(7)]
    nodes = {
        "+": lambda i: leaves[i] + leaves[i + 1],
        "*": lambda i: leaves[i] * leaves[i],
        "sum": lambda i: Value.sum([leaves[i], leaves[i + 1], leaves[-1]]),
        "dot": lambda i: Value.dot([leaves[i], leaves[0]], [leaves[i + 1], leaves[i]], leaves[3]),
    }
    build = lambda: Value.sum([nodes[kind](i).sin() for i in picks])  # noqa: E731
    assert replayed(record(build(), leaves, fast=True), leaves) == close(eager(build, leaves))


def test_a_training_run_is_that_of_the_eager_engine():
    model, make_loss = moons()
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    recording = record(make_loss(), model.parameters(), fast=True)
    for _ in range(50):
        assert replayed(recording, model.parameters()) == close(eager(make_loss, model.parameters()))
        optimizer.step()


def test_the_layers_of_a_network_are_found_as_matrix_products():
    """Points in rows, neurons in columns: the matrices that were hidden in the numbers."""
    model, make_loss = moons()
    found = ways(record(make_loss(), model.parameters(), fast=True))
    assert [found[level, "dot"] for level in (1, 3, 5)] == ["(20, 2) @ (2, 8)", "(20, 8) @ (8, 8)", "(20, 8) @ (8, 1)"]
    assert set(found.values()) - {found[level, "dot"] for level in (1, 3, 5)} == {"views"}


def test_inputs_that_are_leaves_are_found_too():
    rng = random.Random(0)
    model = MLP(3, [4, 2], rng=rng)
    xs = [[Value(rng.uniform(-1, 1)) for _ in range(3)] for _ in range(5)]
    build = lambda: Value.sum([y for x in xs for y in model(x)])  # noqa: E731
    leaves = [*model.parameters(), *(leaf for x in xs for leaf in x)]
    recording = record(build(), leaves, fast=True)
    assert ways(recording)[1, "dot"] == "(5, 3) @ (3, 4)"
    assert replayed(recording, leaves) == close(eager(build, leaves))


def test_what_lies_on_no_lattice_is_gathered():
    leaves = [Value(1.0 + i) for i in range(8)]
    build = lambda: Value.sum([leaves[i] * leaves[j] for i, j in [(0, 5), (3, 1), (4, 7)]])  # noqa: E731
    recording = record(build(), leaves, fast=True)
    assert ways(recording) == {(1, "*"): "gathered", (2, "sum"): "views"}
    assert replayed(recording, leaves) == close(eager(build, leaves))


@pytest.mark.parametrize(
    "places, points, steps",
    [
        ([[0, 1, 2, 3]], 1, [0, 0, 1]),
        ([[0, 1, 10, 11]], 2, [0, 10, 1]),
        ([[0, 0, 3, 3], [1, 1, 4, 4]], 2, [1, 3, 0]),
        ([[5, 5, 5]], 1, [0, 0, 0]),
        ([[0, 1, 3]], 1, None),
        ([[2, 1, 0]], 1, None),  # backwards
        ([[0, 1, 1, 2]], 2, None),  # entry 1 twice: a view would lose a payment
    ],
)
def test_a_lattice_is_steps_along_inputs_points_and_neurons(places, points, steps):
    found = lattice(np.array(places), points)
    assert (found and found.steps) == steps
    if found:
        np.testing.assert_array_equal(found.view(np.arange(20)).reshape(np.shape(places)), places)

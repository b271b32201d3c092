"""Gradients are right: on random expressions, against two numerical derivatives, and by the rules of `backward()`."""

import pytest
from expressions import (
    COMPLEX,
    FLOATS,
    VALUES,
    VALUES_EXPANDED,
    analytic_programs,
    apply,
    numbers,
    programs,
    value_gradients,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd_lib.engine.value import Value


def central_difference(program, i, h=1e-6):
    """(f(x + h) - f(x - h)) / 2h in the program's leaf `i`: an error of order h²."""
    up, down = ([x + d * (j == i) for j, x in enumerate(program.numbers)] for d in (h, -h))
    return (program.result(up, FLOATS) - program.result(down, FLOATS)) / (2 * h)


def complex_step(program, i, h=1e-100):
    """Im f(x + ih) / h (Squire and Trapp 1998): no difference is taken, so nothing is lost; f must be analytic."""
    shifted = [complex(x, h * (j == i)) for j, x in enumerate(program.numbers)]
    return program.result(shifted, COMPLEX).imag / h


@settings(max_examples=300)
@given(programs())
def test_the_number_of_a_random_expression_is_that_of_plain_floats(program):
    data, _ = value_gradients(program)
    assert data == pytest.approx(program.result(program.numbers, FLOATS), rel=1e-12, abs=1e-12)


@settings(max_examples=300)
@given(programs())
def test_gradients_agree_with_central_differences(program):
    _, gradients = value_gradients(program)
    for i, gradient in enumerate(gradients):
        assert gradient == pytest.approx(central_difference(program, i), rel=1e-5, abs=1e-5)


@settings(max_examples=300)
@given(analytic_programs)
def test_gradients_agree_with_the_complex_step(program):
    _, gradients = value_gradients(program)
    for i, gradient in enumerate(gradients):
        assert gradient == pytest.approx(complex_step(program, i), rel=1e-12, abs=1e-12)


@settings(max_examples=100)
@given(programs())
def test_every_inner_gradient_is_right_too(program):
    """The rest of a program, from an inner node on, is a function of that node, and its slope can be measured."""
    nodes = program.run([Value(x) for x in program.numbers], VALUES)
    nodes[-1].backward()
    for place in range(len(program.numbers), len(nodes)):
        ends = [shifted_run(program, place, shift) for shift in (1e-6, -1e-6)]
        assert nodes[place].grad == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-5, abs=1e-5)


def shifted_run(program, place, shift):
    """The program's result on floats if node number `place` were larger by `shift`."""
    nodes = list(program.numbers)
    for step in program.steps:
        nodes.append(apply(step, nodes, FLOATS))
        if len(nodes) - 1 == place:
            nodes[-1] += shift
    return nodes[-1]


# sum and dot are the expanded chain, in one node.


@settings(max_examples=200)
@given(programs())
def test_fused_and_expanded_sums_give_the_same_gradients(program):
    data, gradients = value_gradients(program, VALUES)
    expanded_data, expanded_gradients = value_gradients(program, VALUES_EXPANDED)
    assert data == expanded_data
    assert gradients == pytest.approx(expanded_gradients, rel=1e-12, abs=1e-12)


any_number = st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(any_number, any_number), max_size=8), any_number)
def test_dot_is_the_expanded_chain_to_the_last_bit(pairs, bias):
    def leaves():
        return [Value(w) for w, _ in pairs], [Value(x) for _, x in pairs], Value(bias)

    w, x, b = leaves()
    fused = Value.dot(w, x, b)
    fused.backward()

    expanded_w, expanded_x, expanded_b = leaves()
    chain = expanded_b
    for wi, xi in zip(expanded_w, expanded_x):
        chain = chain + wi * xi
    chain.backward()

    assert fused.data == chain.data
    assert [v.grad for v in (*w, *x, b)] == [v.grad for v in (*expanded_w, *expanded_x, expanded_b)]


@given(st.lists(any_number, max_size=8))
def test_sum_is_the_expanded_chain_to_the_last_bit(terms):
    chain = Value(0.0)
    for number in terms:
        chain = chain + number
    assert Value.sum([Value(x) for x in terms]).data == chain.data


# The rules of backward().


def test_a_second_backward_doubles_the_leaves_and_nothing_else():
    c = Value(2.0)
    d = c * 3
    e = d * d
    e.backward()
    assert (c.grad, d.grad, e.grad) == (36.0, 12.0, 1.0)
    e.backward()
    # An engine that does not reset d.grad would pass on 12 + 12, and end at 108.
    assert (c.grad, d.grad, e.grad) == (72.0, 12.0, 1.0)


@settings(max_examples=100)
@given(programs())
def test_a_second_backward_gives_exactly_twice_the_gradients_of_any_expression(program):
    leaves = [Value(x) for x in program.numbers]
    nodes = program.run(leaves, VALUES)
    nodes[-1].backward()
    once = [leaf.grad for leaf in leaves]
    inner = [node.grad for node in nodes[len(leaves) :]]
    nodes[-1].backward()
    assert [leaf.grad for leaf in leaves] == pytest.approx([2 * grad for grad in once], rel=1e-14, abs=1e-14)
    assert [node.grad for node in nodes[len(leaves) :]] == inner


def test_two_losses_that_share_a_part_add_up():
    w = Value(3.0)
    shared = w * w
    first, second = shared * 2, shared * 5
    first.backward()
    second.backward()
    assert w.grad == 2 * 6.0 + 5 * 6.0
    assert shared.grad == 5.0  # set afresh: from the second loss alone


@given(numbers, numbers)
def test_two_losses_give_the_gradient_of_their_sum(x, y):
    def losses():
        a, b = Value(x), Value(y)
        shared = (a * b).tanh()
        return a, b, shared * a, shared + b

    a, b, first, second = losses()
    first.backward()
    second.backward()
    once_a, once_b, first, second = losses()
    (first + second).backward()
    assert [a.grad, b.grad] == pytest.approx([once_a.grad, once_b.grad], rel=1e-12, abs=1e-12)


def test_backward_from_an_inner_node_leaves_the_rest_alone():
    a = Value(2.0)
    b = a * 3
    c = b * 5
    c.grad = 7.0
    b.backward()
    assert (a.grad, b.grad, c.grad) == (3.0, 1.0, 7.0)


def test_backward_from_a_leaf_accumulates_like_any_other_leaf():
    a = Value(2.0)
    a.backward()
    a.backward()
    assert a.grad == 2.0


def test_a_leaf_keeps_what_it_had_until_it_is_set_to_zero():
    a = Value(2.0)
    a.grad = 10.0
    (a * 3).backward()
    assert a.grad == 13.0
    a.grad = 0.0
    (a * 3).backward()
    assert a.grad == 3.0


def test_a_step_against_the_gradient_lowers_the_loss():
    p = Value(2.0)
    loss = (p - 5) ** 2
    loss.backward()
    p.data += -0.1 * p.grad
    assert ((p - 5) ** 2).data < loss.data

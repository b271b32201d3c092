"""The scalar engine against PyTorch in double precision."""

import operator

import pytest
import torch
from expressions import COMMON, VALUES, programs, value_gradients
from hypothesis import given, settings

from autograd_lib.engine.value import Value

TORCH = {
    **COMMON,
    "exp": torch.exp,
    "log": torch.log,
    "sqrt": torch.sqrt,
    "sin": torch.sin,
    "cos": torch.cos,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    # log(e^x + e^0): torch's own softplus is x itself above 20, and so 2e-9 off in its slope.
    "softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
    "relu": torch.relu,
    "leaky_relu": torch.nn.functional.leaky_relu,
    "abs": torch.abs,
}


def torch_leaf(number):
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


def close(expected):
    return pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(max_examples=500)
@given(programs())
def test_random_expressions_agree(program):
    data, gradients = value_gradients(program)
    leaves = [torch_leaf(number) for number in program.numbers]
    result = program.result(leaves, TORCH)
    result.backward()
    assert data == close(result.item())
    assert gradients == close([leaf.grad.item() for leaf in leaves])


@settings(max_examples=200)
@given(programs())
def test_inner_gradients_agree(program):
    ours = program.run([Value(number) for number in program.numbers], VALUES)
    theirs = program.run([torch_leaf(number) for number in program.numbers], TORCH)
    for node in theirs:
        node.retain_grad()
    ours[-1].backward()
    theirs[-1].backward()
    assert [node.grad for node in ours] == close([node.grad.item() for node in theirs])


@settings(max_examples=100)
@given(programs())
def test_a_second_backward_agrees(program):
    ours = [Value(number) for number in program.numbers]
    theirs = [torch_leaf(number) for number in program.numbers]
    our_result, their_result = program.result(ours, VALUES), program.result(theirs, TORCH)
    for _ in range(2):
        our_result.backward()
        their_result.backward(retain_graph=True)
    assert [leaf.grad for leaf in ours] == close([leaf.grad.item() for leaf in theirs])


def assert_one_operation_agrees(op, *numbers):
    ours = [Value(x) for x in numbers]
    theirs = [torch_leaf(x) for x in numbers]
    our_result, their_result = VALUES[op](*ours), TORCH[op](*theirs)
    our_result.backward()
    their_result.backward()
    assert our_result.data == close(their_result.item())
    assert [leaf.grad for leaf in ours] == close([leaf.grad.item() for leaf in theirs])


EDGES = [0.0, -0.0, 1e-300, -1e-300, 1e-5, 0.5, 20.0, 25.0, -25.0, 36.0, -36.0, 300.0, 700.0, -700.0]


@pytest.mark.parametrize("x", EDGES)
@pytest.mark.parametrize("op", ["exp", "sin", "cos", "tanh", "sigmoid", "softplus", "relu", "leaky_relu", "abs", "neg"])
def test_functions_agree_at_kinks_and_far_out(op, x):
    assert_one_operation_agrees(op, x)


@pytest.mark.parametrize("x", [1000.0, -1000.0, 1e6, -1e6])
@pytest.mark.parametrize("op", ["tanh", "sigmoid", "softplus", "relu", "leaky_relu", "abs"])
def test_stable_functions_agree_at_a_thousand_and_beyond(op, x):
    assert_one_operation_agrees(op, x)


@pytest.mark.parametrize("x", [1e-300, 1e-5, 1.0, 1e5, 1e300])
@pytest.mark.parametrize("op", ["log", "sqrt"])
def test_log_and_sqrt_agree_from_tiny_to_huge(op, x):
    assert_one_operation_agrees(op, x)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 0.5, 1.5, -1, -2.5])
@pytest.mark.parametrize("base", [0.0, 0.25, 3.0, -3.0])
def test_powers_agree_wherever_we_have_one(base, exponent):
    if (base == 0 and exponent < 1 and exponent != 0) or (base < 0 and exponent % 1):
        with pytest.raises((ZeroDivisionError, ValueError)):
            Value(base) ** exponent
        return
    ours, theirs = Value(base), torch_leaf(base)
    our_power, their_power = ours**exponent, theirs**exponent
    our_power.backward()
    their_power.backward()
    assert (our_power.data, ours.grad) == close((their_power.item(), theirs.grad.item()))


@pytest.mark.parametrize("base", [0.01, 1.0, 40.0])
@pytest.mark.parametrize("exponent", [-2.0, 0.0, 0.5, 3.0])
def test_powers_of_two_nodes_agree(base, exponent):
    assert_one_operation_agrees("**", base, exponent)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("x, y", [(1.0, 1.0), (1.0, 2.0), (-0.0, 0.0)])
def test_comparisons_agree(compare, x, y):
    assert compare(Value(x), Value(y)) == compare(torch_leaf(x), torch_leaf(y)).item()

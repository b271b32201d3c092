"""The promises of losses: the number in the docstring, its gradient, one node, at extreme inputs too, on any class."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_value import OwnValue

from autograd_lib.checks.gradcheck import check_gradients
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn.losses import binary_cross_entropy, hinge, l2, mean_squared_error, softmax_cross_entropy
from autograd_lib.nn.mlp import MLP

# Away from the kink of hinge, where a central difference has nothing to say.
scores = st.floats(-3, 3).filter(lambda s: abs(abs(s) - 1) > 1e-3)


def values(numbers, value=Value):
    return [value(number) for number in numbers]


def test_mean_squared_error_is_a_mean():
    assert mean_squared_error(values([1.0, 4.0]), [0.0, 2.0]).data == (1 + 4) / 2


def test_hinge_costs_nothing_beyond_the_margin():
    assert hinge(values([2.0, -1.0]), [1, -1]).data == 0.0
    assert hinge(values([0.5, 0.5]), [1, -1]).data == (0.5 + 1.5) / 2


def test_binary_cross_entropy_is_minus_the_log_of_the_targets_probability():
    p = 1 / (1 + math.exp(-0.7))
    loss = binary_cross_entropy(values([0.7, 0.7]), [1, 0])
    assert loss.data == pytest.approx((-math.log(p) - math.log(1 - p)) / 2, rel=1e-14)


def test_softmax_cross_entropy_is_minus_the_log_of_the_targets_probability():
    p = math.exp(2.0) / (math.exp(1.0) + math.exp(2.0) + math.exp(-1.0))
    assert softmax_cross_entropy([values([1.0, 2.0, -1.0])], [1]).data == pytest.approx(-math.log(p), rel=1e-14)


def test_l2_of_a_model_asks_for_its_parameters():
    with pytest.raises(TypeError, match=r"l2 takes a list of parameters, as model.parameters\(\) gives it"):
        l2(MLP(1, [1]), 0.1)


def test_l2_is_strength_times_the_sum_of_squares():
    parameters = values([1.0, -2.0, 3.0])
    penalty = l2(parameters, 0.5)
    assert penalty.data == 0.5 * 14.0
    penalty.backward()
    assert [p.grad for p in parameters] == [1.0, -2.0, 3.0]


@given(st.lists(scores, min_size=1, max_size=4), st.randoms())
def test_gradients_of_all_losses_agree_with_central_differences(numbers, rng):
    targets = [rng.choice([-1, 1]) for _ in numbers]
    target = rng.randrange(len(numbers))
    bits = [(t + 1) // 2 for t in targets]
    assert check_gradients(lambda *p: mean_squared_error(p, targets), numbers)
    assert check_gradients(lambda *p: hinge(p, targets), numbers)
    assert check_gradients(lambda *p: binary_cross_entropy(p, bits), numbers)
    assert check_gradients(lambda *p: softmax_cross_entropy([list(p)], [target]), numbers)
    assert check_gradients(lambda *p: l2(p, 0.1), numbers)


@given(st.lists(st.floats(-10, 10), min_size=2, max_size=5), st.floats(-500, 500))
def test_softmax_cross_entropy_depends_on_differences_of_logits_only(logits, shift):
    plain = softmax_cross_entropy([values(logits)], [0]).data
    shifted = softmax_cross_entropy([values([z + shift for z in logits])], [0]).data
    assert shifted == pytest.approx(plain, abs=1e-9)


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=5))
def test_two_classes_are_a_binary_cross_entropy_of_the_difference(logits):
    pairs = [values([0.0, z]) for z in logits]
    expected = binary_cross_entropy(values(logits), [1] * len(logits)).data
    assert softmax_cross_entropy(pairs, [1] * len(logits)).data == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("value", [Value, OwnValue])
def test_cross_entropies_stay_finite_at_extreme_logits(value):
    z = value(-1000.0)
    loss = binary_cross_entropy([z], [1])
    loss.backward()
    assert loss.data == 1000.0 and z.grad == -1.0
    assert binary_cross_entropy([value(1000.0)], [1]).data == 0.0
    z = value(-1000.0)
    loss = softmax_cross_entropy([[z, value(1000.0)]], [0])
    loss.backward()
    assert loss.data == 2000.0 and z.grad == -1.0


def test_every_loss_on_another_class_has_the_same_number_and_gradients():
    numbers, targets = [0.3, -1.2, 2.0], [1, -1, -1]
    for loss in (
        lambda p: mean_squared_error(p, targets),
        lambda p: hinge(p, targets),
        lambda p: binary_cross_entropy(p, [1, 0, 0]),
        lambda p: softmax_cross_entropy([p, p[::-1]], [2, 1]),
        lambda p: l2(p, 0.1),
    ):
        ours, own = values(numbers), values(numbers, OwnValue)
        a, b = loss(ours), loss(own)
        a.backward()
        b.backward()
        assert isinstance(b, OwnValue) and b.data == pytest.approx(a.data, rel=1e-12)
        assert [p.grad for p in own] == pytest.approx([p.grad for p in ours], rel=1e-12)


def test_a_class_that_lacks_a_method_is_told_which():
    class Bare(OwnValue):
        exp = log = relu = property()  # an attribute that is not there

    node = Bare(1.0)
    with pytest.raises(TypeError, match=r"hinge needs relu\(\), which Bare does not have yet"):
        hinge([node], [1])
    with pytest.raises(TypeError, match=r"softmax_cross_entropy needs exp\(\) and log\(\)"):
        softmax_cross_entropy([[node]], [0])
    with pytest.raises(TypeError, match=r"binary_cross_entropy needs exp\(\) and log\(\)"):
        binary_cross_entropy([node], [0])


def test_targets_may_be_an_array_and_mean_squared_error_may_compare_nodes():
    assert hinge(values([0.0, 0.0]), np.array([1, -1])).data == 1.0
    assert softmax_cross_entropy([values([0.0, 0.0])], np.array([1])).data == pytest.approx(math.log(2))
    target = Value(3.0)
    mean_squared_error([Value(1.0)], [target]).backward()
    assert target.grad == 4.0


LOSSES = [mean_squared_error, hinge, binary_cross_entropy]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("count, wanted", [(2, 1), (1, 2), (0, 0)])
def test_lengths_must_match_and_not_be_zero(loss, count, wanted):
    with pytest.raises(ValueError, match=f"at least one: got {count} and {wanted}"):
        loss(values([1.0] * count), [1] * wanted)


@pytest.mark.parametrize("loss", LOSSES)
def test_one_prediction_goes_in_a_list_too(loss):
    with pytest.raises(TypeError, match="the predictions are a list"):
        loss(Value(1.0), [1])
    with pytest.raises(TypeError, match="the targets are a list"):
        loss([Value(1.0)], 1)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("prediction", [1.0, np.float64(1.0), [Value(1.0)], None])
def test_predictions_are_nodes(loss, prediction):
    with pytest.raises(TypeError, match="a prediction is a node"):
        loss([prediction], [1])


@pytest.mark.parametrize(
    "loss, target, allowed",
    [
        (hinge, 0, "-1 or 1"),
        (hinge, 0.5, "-1 or 1"),
        (hinge, "1", "-1 or 1"),
        (hinge, Value(1.0), "-1 or 1"),
        (binary_cross_entropy, -1, "0 or 1"),
        (binary_cross_entropy, 0.5, "0 or 1"),
        (binary_cross_entropy, math.nan, "0 or 1"),
        (mean_squared_error, math.nan, "finite numbers"),
        (mean_squared_error, math.inf, "finite numbers"),
        (mean_squared_error, "1", "finite numbers"),
    ],
)
def test_targets_outside_what_is_allowed_are_refused(loss, target, allowed):
    with pytest.raises(ValueError, match=rf"the targets of {loss.__name__} are {allowed}.*got"):
        loss([Value(1.0)], [target])


@pytest.mark.parametrize("target", [-1, 2, 0.5, "0", None])
def test_classes_are_whole_numbers_from_zero(target):
    with pytest.raises(ValueError, match="targets of softmax_cross_entropy are 0 to 1"):
        softmax_cross_entropy([values([0.0, 1.0])], [target])


def test_logits_are_one_list_for_each_example():
    for logits in ([Value(1.0), Value(2.0)], [[], []]):
        with pytest.raises(TypeError, match="the logits are a list for each example"):
            softmax_cross_entropy(logits, [0, 0])
    with pytest.raises(ValueError, match=r"got rows of \[1, 2\]"):
        softmax_cross_entropy([values([1.0]), values([1.0, 2.0])], [0, 0])
    with pytest.raises(TypeError, match="a prediction is a node"):
        softmax_cross_entropy([[1.0, 2.0]], [0])


@pytest.mark.parametrize("strength", [-0.1, math.nan, math.inf, "1"])
def test_l2_takes_parameters_and_a_strength(strength):
    with pytest.raises(ValueError, match="strength of l2 is a number >= 0"):
        l2(values([1.0]), strength)
    for parameters in ([], [1.0]):
        with pytest.raises(TypeError, match="l2 takes a list of parameters"):
            l2(parameters, 0.1)


# Predictions that are one Tensor.

TENSOR_CASES = [
    (mean_squared_error, [0.5, -1.0, 2.0]),
    (hinge, [1, -1, -1]),
    (binary_cross_entropy, [1, 0, 0]),
]


@pytest.mark.parametrize("loss, targets", TENSOR_CASES)
@pytest.mark.parametrize("shape", [(3,), (3, 1)])
def test_a_tensor_has_the_same_loss_and_gradients_as_a_list_of_values(loss, targets, shape):
    numbers = [0.3, -0.7, 1.5]
    nodes, tensor = values(numbers), Tensor(np.reshape(numbers, shape))
    expected, result = loss(nodes, targets), loss(tensor, np.reshape(targets, shape))
    expected.backward()
    result.backward()
    assert result.item() == pytest.approx(expected.data, rel=1e-14)
    assert tensor.grad.ravel() == pytest.approx([node.grad for node in nodes], rel=1e-14)


@pytest.mark.parametrize("loss, targets", TENSOR_CASES)
@pytest.mark.parametrize("shape", [(), (1,)])
def test_a_list_of_tensors_counts_every_one_of_them(loss, targets, shape):
    numbers = [0.3, -0.7, 1.5]
    nodes, tensors = values(numbers), [Tensor(np.reshape(number, shape)) for number in numbers]
    expected, result = loss(nodes, targets), loss(tensors, targets)
    expected.backward()
    result.backward()
    assert result.item() == pytest.approx(expected.data, rel=1e-14)
    assert [tensor.grad.item() for tensor in tensors] == pytest.approx([node.grad for node in nodes], rel=1e-14)


@pytest.mark.parametrize("shape", [(3,), (3, 1)])
def test_the_targets_of_a_tensor_may_be_a_tensor_in_the_mean_squared_error(shape):
    prediction, target = Tensor(np.full(shape, 1.0)), Tensor(np.full(shape, 3.0))
    mean_squared_error(prediction, target).backward()
    assert target.grad.ravel() == pytest.approx([4 / 3] * 3, rel=1e-15)
    with pytest.raises(ValueError, match=r"the targets of hinge are -1 or 1, as plain numbers: got Tensor"):
        hinge(prediction, Tensor(np.ones(shape)))


@pytest.mark.parametrize(
    "loss, operations",
    [
        (mean_squared_error, ["-", "*", "mean"]),
        (hinge, ["*", "-", "relu", "mean"]),
        (binary_cross_entropy, ["softplus", "*", "-", "mean"]),
    ],
)
def test_the_loss_of_a_tensor_is_a_few_operations_on_whole_arrays(loss, operations):
    graph = topological_order(loss(Tensor([0.5, -2.0, 1.0]), np.array([1, 1, 1])))
    assert [node._op for node in graph if node._prev] == operations


@pytest.mark.parametrize(
    "loss, operations",
    [
        (mean_squared_error, ["-", "*", "-", "dot", "*"]),
        (hinge, ["*", "+", "relu", "*", "+", "relu", "sum", "*"]),
        (binary_cross_entropy, ["softplus", "*", "-", "softplus", "*", "-", "sum", "*"]),
    ],
)
def test_the_loss_of_a_list_ends_in_one_sum_for_all(loss, operations):
    graph = topological_order(loss(values([0.5, -2.0]), [1, 1]))
    assert [node._op for node in graph if node._prev] == operations


def test_a_tensor_of_logits_and_l2_of_tensors_too():
    rows, targets = [[0.3, -0.7, 1.5], [2.0, 0.0, -1.0]], [2, 1]
    nodes, tensor = [values(row) for row in rows], Tensor(rows)
    expected, result = softmax_cross_entropy(nodes, targets), softmax_cross_entropy(tensor, np.array(targets))
    assert result.item() == pytest.approx(expected.data, rel=1e-14)
    penalty = l2([tensor, Tensor([2.0])], 0.1)
    penalty.backward()
    assert penalty.item() == pytest.approx(l2([*nodes[0], *nodes[1], Value(2.0)], 0.1).data, rel=1e-14)
    assert tensor.grad == pytest.approx(0.2 * tensor.data, rel=1e-14)


@pytest.mark.parametrize("loss, targets", TENSOR_CASES)
def test_a_column_and_a_row_are_not_broadcast_to_a_square(loss, targets):
    with pytest.raises(ValueError, match=r"in the same shape.*got shapes \(3, 1\) and \(3,\)\. predictions\[:, 0\]"):
        loss(Tensor(np.ones((3, 1))), np.array(targets))


@pytest.mark.parametrize(
    "loss, target, allowed",
    [
        (hinge, 0.0, "-1 or 1"),
        (binary_cross_entropy, -1, "0 or 1"),
        (mean_squared_error, math.nan, "finite numbers"),
        (mean_squared_error, "1", "finite numbers"),
    ],
)
def test_every_target_of_a_tensor_is_looked_at(loss, target, allowed):
    with pytest.raises(ValueError, match=rf"the targets of {loss.__name__} are {allowed}.*got"):
        loss(Tensor([1.0, 2.0]), np.array([1, target]))

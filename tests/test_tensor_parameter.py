"""The numbers of a Parameter stay in one array, so that many parameters can share one flat array."""

import numpy as np
import pytest

from autograd_lib.checks.gradcheck import check_gradients
from autograd_lib.nn.parameter import Parameter


def two_in_one():
    """A weight and a bias in one flat array of six numbers."""
    weight, bias = Parameter(np.ones((2, 2), np.float32), label="weight"), Parameter(np.zeros(2, np.float32))
    flat = np.full(6, 9.0, np.float32)
    weight.move_into(flat[:4].reshape(2, 2))
    bias.move_into(flat[4:])
    return weight, bias, flat


def test_moving_takes_the_numbers_along():
    weight, _, flat = two_in_one()
    assert flat.tolist() == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    flat[0] = 5.0
    assert weight.data[0, 0] == 5.0


def test_assigning_copies_into_the_place():
    weight, bias, flat = two_in_one()
    weight.data = [[1, 2], [3, 4]]
    bias.data = np.array([5.0, 6.0])
    assert flat.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    weight.data -= 1
    bias.data = bias.data * 2
    assert flat.tolist() == [0.0, 1.0, 2.0, 3.0, 10.0, 12.0]
    assert weight.data.dtype == np.float32 and np.shares_memory(weight.data, flat)


def test_what_is_assigned_later_does_not_follow_its_source():
    weight, _, flat = two_in_one()
    source = np.ones((2, 2), np.float32)
    weight.data = source
    source[:] = 7.0
    assert flat[0] == 1.0


@pytest.mark.parametrize("numbers", [1.0, np.ones(4), np.ones((1, 2)), [[1.0], [2.0]]])
def test_another_shape_is_refused_and_nothing_changed(numbers):
    weight, _, flat = two_in_one()
    with pytest.raises(ValueError, match=r"weight has shape \(2, 2\), got shape"):
        weight.data = numbers
    assert flat.tolist() == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize("place", [np.zeros(4, np.float32), np.zeros((2, 2))])
def test_a_place_of_another_shape_or_dtype_is_refused(place):
    weight, _, _ = two_in_one()
    with pytest.raises(ValueError, match=r"weight of shape \(2, 2\) and float32 does not fit"):
        weight.move_into(place)


def test_it_is_a_leaf_like_any_other():
    weight, bias, flat = two_in_one()
    ((weight @ weight + bias) ** 2).sum().backward()
    assert weight.grad.tolist() == [[16.0, 16.0], [16.0, 16.0]] and bias.grad.tolist() == [8.0, 8.0]
    assert flat.tolist() == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]


def test_a_gradient_check_leaves_it_in_its_place_with_its_numbers():
    weight, flat = Parameter([[0.5, -1.0]]), np.zeros(2)
    weight.move_into(flat.reshape(1, 2))
    assert check_gradients(lambda w: (w * w).tanh(), [weight])
    assert flat.tolist() == [0.5, -1.0] and np.shares_memory(weight.data, flat)

"""Many arrays changed as one take the steps that each would take by itself, whatever class holds them."""

import numpy as np
import pytest

from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn.optim import SGD, Adam
from autograd_lib.nn.parameter import Parameter

MAKES = [lambda p: SGD(p, 0.1), lambda p: SGD(p, 0.1, momentum=0.9, weight_decay=0.01), lambda p: Adam(p, 0.1)]
optimisers = pytest.mark.parametrize("make", MAKES, ids=["SGD", "momentum and decay", "Adam"])
holders = pytest.mark.parametrize("kind", [Tensor, Parameter])


def leaves(kind=Parameter, dtype=np.float64, seed=0):
    rng = np.random.default_rng(seed)
    return [kind(rng.normal(size=shape).astype(dtype)) for shape in [(2, 3), (3,), (), (0, 4), (4, 1)]]


def set_gradients(parameters, seed):
    rng = np.random.default_rng(seed)
    for parameter in parameters:
        parameter.grad = rng.normal(size=parameter.data.shape)


def arrays_of(parameters):
    return [parameter.data.tolist() for parameter in parameters]


@optimisers
@holders
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_step_together_is_the_step_of_each_by_itself(make, kind, dtype):
    together, apart = leaves(kind, dtype), leaves(kind, dtype)
    one, many = make(together), [make([parameter]) for parameter in apart]
    for seed in range(3):
        set_gradients(together, seed)
        set_gradients(apart, seed)
        one.step()
        for optimiser in many:
            optimiser.step()
        assert arrays_of(together) == arrays_of(apart)
    assert {parameter.data.dtype for parameter in together} == {np.dtype(dtype)}


@optimisers
def test_arrays_take_the_steps_of_numbers(make):
    tensors = leaves()
    numbers = [Value(number) for parameter in tensors for number in parameter.data.ravel()]
    ours, theirs = make(tensors), make(numbers)
    for seed in range(3):
        set_gradients(tensors, seed)
        for value, slope in zip(numbers, np.concatenate([p.grad for p in tensors], axis=None)):
            value.grad = float(slope)
        ours.step()
        theirs.step()
    flat = np.concatenate([p.data for p in tensors], axis=None)
    assert flat == pytest.approx([value.data for value in numbers], rel=1e-14)


@holders
def test_parameters_are_views_of_one_array_that_stays_where_it_is(kind):
    parameters = leaves(kind)
    optimiser = SGD(parameters, 0.1)
    [group] = optimiser.groups
    flat = group.data
    assert flat.size == 6 + 3 + 1 + 0 + 4
    set_gradients(parameters, 0)
    optimiser.step()
    assert group.data is flat and all(np.shares_memory(p.data, flat) for p in parameters if p.size)
    assert np.concatenate([p.data for p in parameters], axis=None).tolist() == flat.tolist()


@optimisers
@holders
def test_an_array_that_was_replaced_between_steps_is_taken_as_it_is_now(make, kind):
    replaced, fresh = leaves(kind), leaves(kind)
    a, b = make(replaced), make(fresh)
    for parameters, optimiser in ((replaced, a), (fresh, b)):
        set_gradients(parameters, 0)
        optimiser.step()
    replaced[1].data = np.array([1.0, 2.0, 3.0])
    fresh[1].data[:] = [1.0, 2.0, 3.0]
    for parameters, optimiser in ((replaced, a), (fresh, b)):
        set_gradients(parameters, 1)
        optimiser.step()
    assert arrays_of(replaced) == arrays_of(fresh)


@holders
def test_two_optimisers_may_share_parameters(kind):
    shared, plain = leaves(kind), leaves(kind)
    first, second = SGD(shared, 0.1), SGD(shared[2:], 0.2)
    for _ in range(2):
        set_gradients(shared, 1)
        first.step()
        second.step()
    set_gradients(plain, 1)
    for parameter, rate in zip(plain, [0.1, 0.1, 0.3, 0.3, 0.3]):
        parameter.data = parameter.data - 2 * rate * parameter.grad
    for ours, theirs in zip(shared, plain):
        assert ours.data == pytest.approx(theirs.data, rel=1e-14)


class KeepsACopy:
    """A leaf of some other project's, which is never a view of anything."""

    def __init__(self, array):
        self._data, self.grad = array.copy(), np.zeros_like(array)

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, array):
        self._data = array.copy()


@optimisers
def test_a_class_that_copies_what_it_is_given_takes_the_same_steps(make):
    ours, theirs = leaves(), [KeepsACopy(parameter.data) for parameter in leaves()]
    a, b = make(ours), make(theirs)
    for seed in range(3):
        set_gradients(ours, seed)
        set_gradients(theirs, seed)
        a.step()
        b.step()
        assert arrays_of(ours) == arrays_of(theirs)


def test_numbers_and_arrays_of_both_sizes_may_be_mixed():
    parameters = [Value(1.0), Tensor([1.0, 2.0]), Tensor(np.ones(2, np.float32)), Value(3.0)]
    for parameter in parameters:
        parameter.grad = parameter.grad + 1.0
    Adam(parameters, 0.5).step()
    assert [np.round(p.data, 6).tolist() for p in parameters] == [0.5, [0.5, 1.5], [0.5, 0.5], 2.5]
    assert parameters[2].dtype == np.float32


def test_a_parameter_without_a_gradient_stays():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0])
    b.grad = [1.0]
    optimiser = SGD([a, b], 0.1)
    optimiser.step()
    assert a.data.tolist() == [1.0, 2.0] and b.data.tolist() == [2.9]
    optimiser.zero_grad()
    assert b.grad.tolist() == [0.0]


# Whole or not at all.


@pytest.mark.parametrize("make", MAKES[1:], ids=["momentum and decay", "Adam"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_gradient_that_is_not_finite_is_named_and_leaves_no_trace(make, bad):
    smooth, bumpy = leaves(), leaves()
    bumpy[4].label = "2.weight"
    a, b = make(smooth), make(bumpy)
    for parameters, optimiser in ((smooth, a), (bumpy, b)):
        set_gradients(parameters, 0)
        optimiser.step()
    before = arrays_of(bumpy)
    bumpy[4].grad[2, 0] = bad
    with pytest.raises(FloatingPointError, match=rf"the gradient of 2\.weight\[2, 0\] is {bad}, so no step was taken"):
        b.step()
    assert arrays_of(bumpy) == before
    for parameters, optimiser in ((smooth, a), (bumpy, b)):
        set_gradients(parameters, 1)
        optimiser.step()
    assert arrays_of(bumpy) == arrays_of(smooth)


@pytest.mark.filterwarnings("ignore:overflow")
def test_what_overflows_on_the_way_stops_the_step():
    p, q = Tensor(np.ones(3, np.float32)), Tensor(np.array([3e38], np.float32))
    p.grad, q.grad = [0.0, 1e30, 0.0], [-3e38]
    with pytest.raises(FloatingPointError, match=r"the running mean of params\[0\]\[1\] is inf"):
        Adam([p]).step()
    with pytest.raises(FloatingPointError, match=r"the next value of params\[0\]\[0\] is inf"):
        SGD([q], lr=1.0).step()
    assert p.data.tolist() == [1.0] * 3 and q.data.tolist() == [np.float32(3e38)]


def test_large_numbers_whose_squares_overflow_are_finite():
    p = Tensor(np.ones(3, np.float32))
    p.grad = np.full(3, 1e25)
    SGD([p], 1e-25).step()
    assert p.data.tolist() == [0.0] * 3


def test_an_array_of_another_shape_is_refused():
    tensor = Tensor([1.0, 2.0])
    optimiser = SGD([tensor], 0.1)
    tensor.data = np.zeros(3)
    with pytest.raises(ValueError, match=r"the array of params\[0\] has shape \(3,\), wanted \(2,\)"):
        optimiser.step()


def test_an_array_or_a_gradient_with_as_many_numbers_in_another_shape_is_refused_too():
    tensor, other = Tensor(np.ones((2, 3))), KeepsACopy(np.ones((2, 3)))
    optimiser = SGD([tensor, other], 0.1)
    other.grad = np.ones((3, 2))
    with pytest.raises(ValueError, match=r"the gradient of params\[1\] has shape \(3, 2\), wanted \(2, 3\)"):
        optimiser.step()
    other.grad, tensor.data = np.ones((2, 3)), np.ones((3, 2))
    with pytest.raises(ValueError, match=r"the array of params\[0\] has shape \(3, 2\), wanted \(2, 3\)"):
        optimiser.step()

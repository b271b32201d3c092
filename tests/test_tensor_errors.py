"""Bad input to the tensor engine: each error says what came, what was wanted and what to do."""

import operator

import numpy as np
import pytest

from autograd_lib import concatenate, stack, where
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn import functional


def ones(*shape):
    return Tensor(np.ones(shape))


# Data that is refused.


@pytest.mark.parametrize(
    "data, words",
    [
        (np.arange(3), r"array of int64 with shape \(3,\).*indices.*array\.astype\(float\)"),
        (np.ones(2, bool), r"array of bool .* masks"),
        (np.array(1), r"array of int64"),
        ("1.0", r"got '1\.0' \(str\)"),
        (None, r"got None \(NoneType\)"),
        (1j, r"got 1j \(complex\) of complex128"),
        (["a"], r"got \['a'\] \(list\)"),
        ([[1.0], [1.0, 2.0]], r"got \[\[1\.0\], \[1\.0, 2\.0\]\] \(list\): .*inhomogeneous"),
        ([Value(1.0)], r"\(list\) of object\. Of nodes, make one with stack\(\)"),
        (Value(1.0), r"got a Value: a node already.*\.data"),
        (ones(2), r"got a Tensor: a node already.*\.data"),
        ([ones(2), ones(2)], r"would lose the graph"),
    ],
)
def test_a_leaf_holds_numbers(data, words):
    with pytest.raises(TypeError, match=words):
        Tensor(data)


@pytest.mark.parametrize("other", ["a", None, Value(1.0), [None], {}])
@pytest.mark.parametrize("op", [operator.add, operator.mul, operator.matmul, operator.pow])
def test_what_is_no_number_is_refused_on_either_side(op, other):
    with pytest.raises(TypeError):
        op(ones(2), other)
    with pytest.raises(TypeError):
        op(other, ones(2))


# Shapes that do not fit.


@pytest.mark.parametrize(
    "symbol, op", [("+", operator.add), ("-", operator.sub), ("*", operator.mul), ("/", operator.truediv)]
)
def test_shapes_that_do_not_broadcast_are_both_named_with_the_axis(symbol, op):
    words = (
        rf"\{symbol}: shapes \(2, 3\) and \(4, 2, 2\) do not broadcast: axis -1 has size 3 in one and 2 in the other"
    )
    for right in (ones(4, 2, 2), np.ones((4, 2, 2))):
        with pytest.raises(ValueError, match=words):
            op(ones(2, 3), right)
    with pytest.raises(ValueError, match=r"shapes \(4, 2, 3\) and \(3, 3\) .*axis -2 has size 2 in one and 3"):
        op(np.ones((4, 2, 3)), ones(3, 3))


@pytest.mark.parametrize(
    "left, right, words",
    [
        ((2, 3), (4, 2), r"@: shapes \(2, 3\) and \(4, 2\).*axis -1 of the first has size 3, axis -2 .* size 4"),
        ((2, 3), (2,), r"shapes \(2, 3\) and \(2,\).*axis -1 of the second has size 2"),
        (
            (3,),
            (2, 3),
            r"shapes \(3,\) and \(2, 3\).*axis -1 of the first has size 3, axis -2 of the second has size 2",
        ),
        ((), (2, 3), r"shapes \(\) and \(2, 3\): .* with a number use \*"),
        ((2, 3), (), r"with a number use \*"),
        ((2, 4, 3), (3, 3, 4), r"axes before the last two: shapes \(2,\) and \(3,\) do not broadcast"),
    ],
)
def test_matrices_that_have_no_product(left, right, words):
    with pytest.raises(ValueError, match=words):
        ones(*left) @ ones(*right)


@pytest.mark.parametrize("name", ["sum", "mean", "max", "softmax", "log_softmax"])
def test_an_axis_that_is_not_there(name):
    for axis in (2, -3):
        with pytest.raises(ValueError, match=rf"{name}: shape \(2, 3\) has 2 axes, so there is no axis {axis}"):
            getattr(ones(2, 3), name)(axis)
    for axis in ("1", 1.0, True):
        with pytest.raises(TypeError, match=f"{name}: an axis is a whole number"):
            getattr(ones(2, 3), name)(axis)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
@pytest.mark.parametrize("axis", [None, (0, 1), ()])
def test_a_softmax_goes_over_one_axis(name, axis):
    with pytest.raises(TypeError, match=f"{name} goes along one axis, a whole number: got"):
        getattr(ones(2, 3), name)(axis)


def test_one_axis_is_not_named_twice():
    with pytest.raises(ValueError, match=r"sum: axis \(1, -1\) of shape \(2, 3\) names one axis twice"):
        ones(2, 3).sum((1, -1))


@pytest.mark.parametrize("name", ["mean", "max"])
def test_of_nothing_there_is_no_mean_and_no_largest_number(name):
    with pytest.raises(ValueError, match=rf"{name}: over axes \(0,\) of shape \(0, 3\) there are no numbers"):
        getattr(ones(0, 3), name)(0)
    assert getattr(ones(0, 3), name)(1).shape == (0,)


def test_other_shapes():
    with pytest.raises(ValueError, match=r"reshape: shape \(2, 3\), 6 numbers, does not go into shape \(4, -1\)"):
        ones(2, 3).reshape(4, -1)
    with pytest.raises(ValueError, match=r"transpose: shape \(2, 3\) wants each of its 2 axes once, got \(0,\)"):
        ones(2, 3).transpose(0)
    with pytest.raises(ValueError, match=r"names one axis twice"):
        ones(2, 3).transpose(0, 0)


@pytest.mark.parametrize("index", [5, (0, 0, 0), 1.0, "a", np.ones(3), np.ones((2, 2), bool), [0, 7]])
def test_an_index_that_does_not_fit_is_shown_with_the_shape(index):
    with pytest.raises((IndexError, TypeError), match=r"of shape \(2, 3\)"):
        ones(2, 3)[index]


def test_an_index_is_not_a_tensor():
    with pytest.raises(TypeError):
        ones(3)[Tensor([0.0])]


def test_several_tensors():
    with pytest.raises(ValueError, match=r"concatenate: shapes \(2, 3\) and \(2, 4\) differ elsewhere than in axis 0"):
        concatenate([ones(2, 3), ones(2, 4)])
    with pytest.raises(ValueError, match=r"shapes \(2, 3\) and \(2,\) differ"):
        concatenate([ones(2, 3), ones(2)])
    with pytest.raises(ValueError, match=r"concatenate: shape \(2,\) has 1 axis, so there is no axis 1"):
        concatenate([ones(2)], axis=1)
    with pytest.raises(ValueError, match=r"stack: all shapes are to be equal, got \(2,\) and \(3,\)"):
        stack([ones(2), ones(3)])
    with pytest.raises(ValueError, match=r"stack, of one axis more: .* no axis 2"):
        stack([ones(2), ones(2)], axis=2)
    with pytest.raises(ValueError, match=r"where: shapes \(2,\) and \(3,\) do not broadcast"):
        where([True, False], ones(3), 0.0)
    with pytest.raises(TypeError, match=r"array of booleans.*got float64"):
        where(np.ones(3), ones(3), 0.0)
    for f in (concatenate, stack):
        with pytest.raises(TypeError, match="at least one Tensor"):
            f([np.ones(2)])
        with pytest.raises(TypeError, match="takes a list of Tensors"):
            f(ones(2))
        with pytest.raises(TypeError, match="at least one Tensor"):
            f([])


# Uses of NumPy that would break the graph.


def test_no_array_of_tensors_comes_out_by_accident():
    array, x = np.ones(2), ones(2)
    assert type(array * x) is type(array @ x) is Tensor
    slips = [
        lambda: np.multiply(array, x),
        lambda: np.exp(x),
        lambda: operator.imul(array, x),
        lambda: np.array(x),
        lambda: np.array([x, x]),
        lambda: np.sum(x),
        lambda: np.mean(x),
        lambda: np.where(array > 0, x, 0),
        lambda: np.concatenate([x, x]),
        lambda: operator.setitem(array, 0, x),
    ]
    for slip in slips:
        with pytest.raises((TypeError, ValueError)):
            slip()
    assert array.tolist() == [1.0, 1.0]


def test_a_tensor_is_not_a_condition():
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(ones(2))
    with pytest.raises(TypeError):
        operator.gt(ones(2), 0)


# The backward pass.


def test_several_numbers_want_a_gradient_of_their_shape():
    x = ones(2, 3)
    with pytest.raises(ValueError, match=r"this node has shape \(2, 3\): add it up first.*backward\(gradient=\.\.\.\)"):
        (x * 2.0).backward()
    with pytest.raises(ValueError, match=r"the gradient has shape \(3,\), and this node \(2, 3\)"):
        (x * 2.0).backward(np.ones(3))
    assert (x.grad == 0).all()


@pytest.mark.filterwarnings("ignore:invalid value")
def test_nan_is_refused_and_the_first_node_that_is_nan_named():
    x = Tensor([[1.0, 2.0], [-3.0, 4.0]], label="x")
    loss = (x.log() * 2.0).sum()
    with pytest.raises(
        FloatingPointError, match=r"is NaN.*first node with a NaN is log\(x\), at \(1, 0\) of shape \(2, 2\)"
    ):
        loss.backward()
    assert (x.grad == 0).all()


def test_a_tensor_exponent_needs_positive_bases():
    with pytest.raises(ValueError, match=r"every base must be > 0, and x goes down to -1.*plain number as exponent"):
        Tensor([1.0, -1.0], label="x") ** ones(2)
    with pytest.raises(ValueError, match="every base must be > 0"):
        0.0 ** ones(2)
    assert (Tensor([-2.0, 3.0]) ** np.array([3, 2])).data.tolist() == [-8.0, 9.0]


# Fused operations.


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda: functional.linear(ones(5, 3), ones(4, 2)),
            r"linear: x of shape \(5, 3\) and weight of shape \(4, 2\)",
        ),
        (lambda: functional.linear(np.ones((5, 3)), ones(4, 2)), r"axis -1 of x must be as long as axis 0 of weight"),
        (lambda: functional.linear(Tensor(1.0), ones(4, 2)), r"x of shape \(\)"),
        (lambda: functional.linear(ones(5, 3), ones(3)), r"weight of shape \(3,\)"),
        (lambda: functional.linear(ones(5, 3), ones(3, 2), ones(3)), r"takes a bias of shape \(2,\), got shape \(3,\)"),
        (
            lambda: functional.cross_entropy(ones(4, 3), np.zeros(3, int)),
            r"logits of shape \(4, 3\) and targets of shape \(3,\)",
        ),
        (lambda: functional.cross_entropy(ones(0, 3), np.zeros(0, int)), r"at least one"),
        (lambda: functional.cross_entropy(Tensor(1.0), 0), r"logits of shape \(\)"),
        (lambda: functional.cross_entropy(ones(2, 3), [0, 3]), r"classes go from 0 to 2: got 0 to 3"),
        (lambda: functional.cross_entropy(ones(2, 3), [0, -1]), r"classes go from 0 to 2: got -1 to 0"),
        (
            lambda: functional.layer_norm(ones(4, 3), ones(4), ones(3)),
            r"got shapes \(4,\) and \(3,\) for x of shape \(4, 3\)",
        ),
        (lambda: functional.layer_norm(ones(4, 0), ones(0), ones(0)), r"layer_norm"),
        (lambda: functional.embedding(ones(3), np.zeros(2, int)), r"two axes.*got shape \(3,\)"),
        (lambda: functional.embedding(ones(3, 2), [0, 3]), r"rows go from 0 to 2: got 0 to 3"),
        (lambda: functional.embedding(ones(3, 2), [-1]), r"rows go from 0 to 2: got -1 to -1"),
        (
            lambda: functional.causal_attention(ones(3, 2), ones(4, 2), ones(4, 2)),
            r"shapes \(3, 2\), \(4, 2\) and \(4, 2\)",
        ),
    ],
)
def test_fused_operations_name_the_shapes_that_do_not_fit(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: functional.linear(ones(2, 3), np.ones((3, 2))), "linear: this is to be a Tensor, got"),
        (lambda: functional.linear("x", ones(3, 2)), r"got 'x' \(str\)"),
        (lambda: functional.cross_entropy(np.ones((2, 3)), [0, 1]), "cross_entropy: this is to be a Tensor"),
        (lambda: functional.cross_entropy(ones(2, 3), [0.0, 1.0]), "integers: got an array of float64"),
        (lambda: functional.embedding(ones(2, 3), [0.0]), "integers: got an array of float64"),
    ],
)
def test_fused_operations_say_what_they_take(call, words):
    with pytest.raises(TypeError, match=words):
        call()

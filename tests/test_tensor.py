"""The promises of a Tensor: data, gradients, the backward pass, and that NumPy cannot break its graph."""

import array
import gc
import operator
import weakref

import numpy as np
import pytest

from autograd_lib import concatenate, stack, where
from autograd_lib.engine.graph import expression, topological_order
from autograd_lib.engine.tensor import Constant, Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn.optim import SGD


def tensor(*shape, label=""):
    return Tensor(np.random.default_rng(0).standard_normal(shape), label=label)


# Data.


@pytest.mark.parametrize(
    "data", [2, 2.5, True, [1, 2], [[1.0], [2.0]], np.float64(3), np.int64(3), np.ones((2, 0)), []]
)
def test_numbers_lists_and_arrays_of_floats_become_float64(data):
    x = Tensor(data)
    assert x.dtype == np.float64 and x.data.tolist() == np.array(data, float).tolist()
    assert (x.shape, x.ndim, x.size) == (np.shape(data), np.ndim(data), np.size(data))


def test_float32_is_kept_and_other_floats_become_float64():
    assert Tensor(np.ones(2, np.float32)).dtype == np.float32
    assert Tensor(np.ones(2, np.float16)).dtype == np.float64


def test_a_leaf_is_a_copy():
    array = np.ones(3)
    x, part = Tensor(array), Tensor(array[1:])
    array[:] = 7.0
    assert x.data.tolist() == [1.0, 1.0, 1.0] and part.data.tolist() == [1.0, 1.0]


def test_numbers_and_arrays_beside_float32_do_not_widen_it():
    x = Tensor(np.ones((2, 3), np.float32))
    for other in (2, 2.5, np.float64(2.5), np.sqrt(2), np.ones(3), np.arange(3), np.array(2.0), [1, 2, 3]):
        for op in (operator.add, operator.sub, operator.mul):
            assert op(x, other).dtype == op(other, x).dtype == np.float32
    assert (x / np.ones(3)).dtype == (x ** np.float64(2)).dtype == (x @ np.ones(3)).dtype == np.float32


def test_length_and_rows():
    x = tensor(3, 2)
    rows = list(x)
    assert len(x) == len(rows) == 3 and rows[1].data.tolist() == x.data[1].tolist()
    rows[1].sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    for slip in (len, list):
        with pytest.raises(TypeError, match=r"shape \(\) is one number and has no len"):
            slip(Tensor(2.0))


def test_item_is_the_one_number():
    assert Tensor(2.5).item() == Tensor([[2.5]]).item() == 2.5
    with pytest.raises(ValueError, match=r"one number, this one has shape \(2,\)"):
        Tensor([1.0, 2.0]).item()


def test_equality_is_identity_so_that_nodes_can_be_looked_up():
    a, b = Tensor([1.0]), Tensor([1.0])
    assert a == a and a != b and len({a, b}) == 2 and a in [b, a]


@pytest.mark.parametrize(
    "data, text",
    [
        (2.0, "Tensor(2.0000)"),
        ([1.0, -0.5], "Tensor([1.0000, -0.5000])"),
        ([1e-6, 1.0], "Tensor([1.e-06, 1.e+00])"),
        ([[1.0], [2.0]], "Tensor([[1.0000],\n        [2.0000]])"),
        (np.zeros(2, np.float32), "Tensor([0.0000, 0.0000], dtype=float32)"),
        (np.zeros((0, 3)), "Tensor([], shape=(0, 3))"),
        ([np.inf, 1.0, np.nan], "Tensor([inf, 1.0000, nan])"),
        (np.zeros(100), "Tensor([0.0000, 0.0000, ..., 0.0000, 0.0000], shape=(100,))"),
    ],
)
def test_the_text_shows_the_numbers_and_where_they_are_cut_the_shape(data, text):
    assert repr(Tensor(data)) == text


# Nodes.


def test_a_node_may_be_given_a_plain_number():
    x = Tensor([1.0, 2.0])
    total = Tensor(float(x.data.sum()), (x,), "total", (lambda g: g * np.ones(2),))
    assert (total.item(), total.shape, repr(total)) == (3.0, (), "Tensor(3.0000)")
    total.backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_a_new_operation_is_one_line():
    x = Tensor([1.0, 2.0])
    doubled = Tensor(2 * x.data, (x,), "double", (lambda g: 2 * g,))
    (doubled * doubled).sum().backward()
    assert x.grad.tolist() == [8.0, 16.0]


def test_a_node_has_a_vjp_for_each_input():
    x = Tensor([1.0])
    with pytest.raises(ValueError, match="made by 'double' needs a vjp for each input, got 0 for 1"):
        Tensor(2 * x.data, (x,), "double")


def test_a_vjp_that_forgets_to_undo_broadcasting_is_told_so():
    x, b = tensor(4, 3), tensor(3, label="b")
    wrong = Tensor(x.data + b.data, (x, b), "+", (lambda g: g, lambda g: g))
    with pytest.raises(ValueError, match=r"gradient of shape \(4, 3\) came back to b, of shape \(3,\).*unbroadcast"):
        wrong.sum().backward()


def test_a_number_or_an_array_becomes_a_leaf_that_no_gradient_is_computed_for():
    x = tensor(2, 3)
    for node in (x * 2.0, 2.0 * x, x + np.ones(3), np.ones(3) / x, x @ np.ones(3), np.ones((2, 2)) @ x):
        [constant] = [node_input for node_input in node._prev if node_input is not x]
        assert type(constant) is Constant and constant._prev == () and constant.label == ""
        node.sum().backward()
        assert constant.grad is None and constant._grad is None


def test_an_input_that_is_used_twice_is_there_twice():
    x = tensor(3)
    assert (x * x)._prev == (x, x)


def test_expressions_name_shapes_not_arrays():
    x, w = tensor(2, 3), tensor(3, 2, label="w")
    assert expression(x) == "an array of shape (2, 3)"
    assert expression(w @ w.T) == "w @ …" and expression(w.T) == "transpose(w)"


# Gradients.


def test_a_gradient_is_zeros_before_and_an_array_like_data_after():
    x = Tensor(np.ones((2, 3), np.float32))
    assert x.grad.tolist() == [[0.0] * 3] * 2 and x.grad.dtype == np.float32
    (x * 2).sum().backward()
    assert x.grad.tolist() == [[2.0] * 3] * 2 and x.grad.dtype == np.float32


def test_a_gradient_can_be_set_filled_changed_and_forgotten():
    x = Tensor(np.ones(3, np.float32))
    x.grad = [1, 2, 3]
    x.grad *= 2
    assert x.grad.tolist() == [2.0, 4.0, 6.0] and x.grad.dtype == np.float32
    x.grad[0] = -1.0
    assert x.grad.tolist() == [-1.0, 4.0, 6.0]
    for number, filled in [(0.0, 0.0), (5, 5.0), (None, 0.0)]:
        x.grad = number
        assert x.grad.tolist() == [filled] * 3
    x.grad[1] += 1.0
    assert x.grad.tolist() == [0.0, 1.0, 0.0]
    with pytest.raises(ValueError, match=r"the shape of data, \(3,\): got shape \(2,\)"):
        x.grad = np.zeros(2)


def test_leaves_accumulate_and_inner_gradients_are_set_afresh():
    c = Tensor([2.0, -1.0])
    d = c * 3.0
    e = (d * d).sum()
    e.backward()
    first = c.grad.copy()
    e.backward()
    assert first.tolist() == [36.0, -18.0] and c.grad.tolist() == [72.0, -36.0]
    assert d.grad.tolist() == [12.0, -6.0] and e.grad.tolist() == 1.0


def test_two_losses_that_share_a_part_add_up():
    x = Tensor([1.0, 2.0])
    shared = x * x
    shared.sum().backward()
    (shared * 2.0).sum().backward()
    assert x.grad.tolist() == [6.0, 12.0]


def test_gradients_of_two_leaves_are_two_arrays():
    """A sum passes one gradient on to both inputs: a change to one, as by clipping, must not reach the other."""
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    total = a + b
    total.backward(np.array([1.0, 1.0]))
    a.grad *= 0.5
    assert (a.grad.tolist(), b.grad.tolist(), total.grad.tolist()) == ([0.5, 0.5], [1.0, 1.0], [1.0, 1.0])


def test_a_gradient_that_was_kept_is_not_changed_by_the_next_pass():
    x = Tensor([1.0, 2.0])
    loss = (x * x).sum()
    loss.backward()
    kept = x.grad
    loss.backward()
    assert kept.tolist() == [2.0, 4.0] and x.grad.tolist() == [4.0, 8.0]


def test_a_leaf_can_be_where_the_pass_begins():
    x = Tensor(3.0)
    x.backward()
    x.backward()
    assert x.grad == 2.0


def test_the_gradient_to_begin_with_may_be_given():
    x = Tensor([1.0, 2.0])
    (x * x).backward(gradient=[1.0, -1.0])
    assert x.grad.tolist() == [2.0, -4.0]
    (x * x)[0].backward(gradient=10)
    assert x.grad.tolist() == [22.0, -4.0]


def test_the_gradient_to_begin_with_stays_the_readers_own():
    y, g = Tensor([1.0, 2.0]) * 3.0, np.array([1.0, -1.0])
    y.backward(gradient=g)
    g[0] = 100.0
    assert y.grad.tolist() == [1.0, -1.0]


def test_a_power_of_0_is_constant_also_at_0_whatever_the_exponent_is_kept_in():
    for exponent in (0, np.zeros(2), Tensor(np.zeros(2))):
        base = Tensor([0.0, 2.0] if not isinstance(exponent, Tensor) else [1.0, 2.0])
        (base**exponent).sum().backward()
        assert base.grad.tolist() == [0.0, 0.0]
    base = Tensor([0.0, 0.0, 3.0])
    (base ** np.array([1.0, 2.0, 0.0])).sum().backward()
    assert base.grad.tolist() == [1.0, 0.0, 0.0]


def test_one_number_of_any_rank_needs_no_gradient_to_begin_with():
    x = Tensor([[3.0]])
    (x * x).backward()
    assert x.grad.tolist() == [[6.0]]


def test_a_single_backward_step_can_be_taken_by_hand():
    a, b = Tensor([2.0, 3.0]), Tensor([5.0, 7.0])
    c = a * b
    c.grad = np.array([1.0, 10.0])
    c._backward()
    assert (a.grad.tolist(), b.grad.tolist()) == ([5.0, 70.0], [2.0, 30.0])


def test_infinity_is_allowed_where_it_is_masked():
    scores = Tensor([0.0, 1.0, 2.0])
    masked = where(np.array([True, True, False]), scores, -np.inf).softmax()
    masked[1].backward()
    p = 1 / (1 + np.exp(-1.0))
    assert masked.data[2] == 0.0 and scores.grad == pytest.approx([-p * (1 - p), p * (1 - p), 0.0])


def test_repeated_places_add_their_gradients_up():
    x = Tensor([1.0, 2.0, 3.0])
    x[[0, 0, 2, -1]].backward(np.array([1.0, 10.0, 100.0, 1000.0]))
    assert x.grad.tolist() == [11.0, 0.0, 1100.0]


@pytest.mark.parametrize(
    "index",
    [
        tuple(zip((0, 1), (0, 1), (1, 0))),
        ((0, 0, 1), (1, 1, 0)),
        [[0, 0, 1]],
        array.array("q", [1, 1, 0]),
        (slice(None), range(1, 2)),
        (slice(None), [1, 1]),
    ],
    ids=str,
)
def test_an_index_of_any_kind_may_name_a_place_twice(index):
    """Tuples, Python's own arrays, ranges: all that NumPy takes for a list of indices."""
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    x[index].sum().backward()
    counts = np.zeros((2, 2))
    np.add.at(counts, index, 1.0)
    assert np.array_equal(x.grad, counts)


def test_the_largest_numbers_share_their_gradient():
    x = Tensor([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])
    x.max(axis=1).backward(np.array([1.0, 6.0]))
    assert x.grad.tolist() == [[0.0, 0.5, 0.5], [2.0, 2.0, 2.0]]


@pytest.mark.filterwarnings("error")
def test_functions_are_right_far_out_and_quiet_about_it():
    x = Tensor([-1000.0, -40.0, 1000.0])
    tiny = np.exp(-40.0)
    for result, data, slopes in [
        (x.tanh(), [-1.0, -1.0, 1.0], [0.0, 0.0, 0.0]),
        (x.sigmoid(), [0.0, tiny, 1.0], [0.0, tiny, 0.0]),
        (x.softplus(), [0.0, tiny, 1000.0], [0.0, tiny, 1.0]),
        (x.softmax(), [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]),
        (x.log_softmax(), [-2000.0, -1040.0, 0.0], [1.0, 1.0, -2.0]),
    ]:
        x.grad = 0.0
        result.backward(np.ones(3))
        assert result.data == pytest.approx(np.array(data), rel=1e-12)
        assert x.grad == pytest.approx(np.array(slopes), rel=1e-12)


def test_kinks_have_the_slope_zero():
    x = Tensor([0.0, -0.0])
    for kinked in (x.relu(), x.abs(), abs(x)):
        x.grad = 0.0
        kinked.backward(np.ones(2))
        assert x.grad.tolist() == [0.0, 0.0]


def test_the_same_numbers_and_gradients_as_value():
    """Number by number, a Tensor is many Values."""

    def f(x, y):
        return ((x * y + 2.0).tanh() - (x / 3.0).exp()) * (y**2 + 1.0).log() + x.sigmoid() * y.softplus() - x.relu()

    xs, ys = [0.5, -1.5, 2.0], [1.0, 0.25, -0.75]
    x, y = Tensor(xs), Tensor(ys)
    result = f(x, y)
    result.backward(np.ones(3))
    for i in range(3):
        a, b = Value(xs[i]), Value(ys[i])
        single = f(a, b)
        single.backward()
        assert single.data == pytest.approx(result.data[i], rel=1e-14)
        assert (a.grad, b.grad) == pytest.approx((x.grad[i], y.grad[i]), rel=1e-13)


# Graphs.


def test_a_chain_of_a_hundred_thousand_nodes_works():
    x = Tensor(1.0)
    node = x
    for _ in range(100_000):
        node = node + 0.0
    node.backward()
    assert x.grad == 1.0


def test_a_graph_is_freed_without_the_collector():
    gc.disable()
    try:
        x = tensor(3, 3)
        gone = []
        for node in (x @ x + x, x.max(0), x[[0, 0]], stack([x, x]), concatenate([x, x]), (x**2).softmax(), x.T.mean()):
            node.backward(np.ones(node.shape))
            gone += [weakref.ref(array) for array in (node.data, node.grad) if isinstance(array, np.ndarray)]
        del node
        assert gone and not any(ref() is not None for ref in gone)
    finally:
        gc.enable()


def test_an_optimiser_moves_tensors():
    w = Tensor([[1.0, 2.0], [3.0, 4.0]])
    optimiser = SGD([w], lr=0.1)
    (w * w).sum().backward()
    optimiser.step()
    assert w.data == pytest.approx(np.array([[0.8, 1.6], [2.4, 3.2]]))
    optimiser.zero_grad()
    assert (w.grad == 0).all()


def test_every_node_of_a_graph_is_visited_once_and_after_its_inputs():
    x, w = tensor(4, 3, label="x"), tensor(3, 3, label="w")
    h = (x @ w).tanh()
    order = topological_order((h @ w + h).sum())
    assert [node._op for node in order] == ["", "", "@", "tanh", "@", "+", "sum"]

"""Every operation of `Tensor` against measured slopes, over shapes of every rank up to 4."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensor_cases import KINDS, Ours, generators, leaf, unary_cases

from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import functional


def assert_slopes(f, arrays, rng, h=1e-6):
    """The gradients agree with the slope of f along a random direction, weighted by a random cotangent.

    A random direction exposes any wrong gradient almost surely, with two calls of f however many numbers go in.
    """
    leaves = [leaf(array) for array in arrays]
    directions = [rng.standard_normal(array.shape) for array in arrays]
    result = f(*leaves)
    cotangent = rng.standard_normal(result.shape)
    result.backward(gradient=cotangent)
    from_gradients = total(node.grad * way for node, way in zip(leaves, directions))

    def at(step):
        moved = [leaf(array + step * way) for array, way in zip(arrays, directions)]
        return total([f(*moved).data * cotangent])

    assert from_gradients == pytest.approx((at(h) - at(-h)) / (2 * h), rel=1e-5, abs=1e-6)


def total(arrays):
    number = 0.0
    for array in arrays:
        number += float(np.sum(array))
    return number


@pytest.mark.parametrize("kind", KINDS)
def test_every_operation_agrees_with_measured_slopes(kind):
    @settings(max_examples=60)
    @given(KINDS[kind], generators)
    def agrees(case, rng):
        assert_slopes(lambda *leaves: case.f(Ours, *leaves), case.arrays, rng)

    agrees()


@pytest.mark.parametrize("kind", KINDS)
def test_float32_is_kept_forwards_and_backwards(kind):
    @settings(max_examples=30)
    @given(KINDS[kind])
    def is_kept(case):
        result, _ = case.run(np.float32)
        assert result.dtype == np.float32
        cotangent = np.ones(result.shape, np.float32)
        for node, vjp in zip(result._prev, result._vjps):
            gradient = vjp(cotangent)
            assert gradient.dtype == np.float32 and gradient.shape == node.shape

    is_kept()


@pytest.mark.parametrize("kind", KINDS)
def test_no_operation_changes_its_inputs_or_the_gradient_that_comes_back(kind):
    @settings(max_examples=30)
    @given(KINDS[kind])
    def changes_nothing(case):
        result, leaves = case.run()
        cotangent = np.linspace(-1.0, 1.0, result.size).reshape(result.shape)
        before = [np.array(x) for x in (*(node.data for node in leaves), result.data, cotangent)]
        result.backward(cotangent)
        after = [*(node.data for node in leaves), result.data, cotangent]
        assert all(np.array_equal(x, y) for x, y in zip(before, after))

    changes_nothing()


@given(unary_cases())
def test_functions_take_what_numpy_gives_for_one_number(case):
    """An operation on arrays without axes gives a NumPy scalar, and the next one must cope with it."""
    x = Tensor(np.float64(0.7))
    result = case.f(Ours, (x * 1.0).sum())
    result.backward()
    assert result.shape == () and x.grad.shape == ()


# Fused operations: the same numbers and gradients as the long form that their docstrings show.


def assert_same_as_long_form(fused_form, long_form, arrays, rng):
    both = []
    cotangent = None
    for f in (fused_form, long_form):
        leaves = [Tensor(array) for array in arrays]
        result = f(*leaves)
        cotangent = rng.standard_normal(result.shape) if cotangent is None else cotangent
        result.backward(cotangent)
        both.append([result.data, *(node.grad for node in leaves)])
    for ours, expected in zip(*both):
        np.testing.assert_allclose(ours, expected, 1e-9, 1e-12)


@given(generators, st.integers(1, 3), st.integers(1, 4))
def test_linear_is_a_product_and_a_sum(rng, nin, nout):
    for stack in [(), (3,), (2, 3)]:
        arrays = [rng.standard_normal(shape) for shape in [(*stack, nin), (nin, nout), (nout,)]]
        assert_same_as_long_form(functional.linear, lambda x, w, b: x @ w + b, arrays, rng)
        assert_same_as_long_form(functional.linear, lambda x, w: x @ w, arrays[:2], rng)


@given(generators, st.integers(1, 5), st.integers(1, 4))
def test_cross_entropy_is_the_mean_of_log_softmax_at_the_targets(rng, n, classes):
    targets = rng.integers(0, classes, n)
    assert_same_as_long_form(
        lambda logits: functional.cross_entropy(logits, targets),
        lambda logits: -logits.log_softmax()[np.arange(n), targets].mean(),
        [3 * rng.standard_normal((n, classes))],
        rng,
    )


@given(generators, st.integers(2, 5))
def test_layer_norm_is_its_long_form(rng, n):
    def long_form(x, gain, bias):
        c = x - x.mean(-1, True)
        return c / ((c * c).mean(-1, True) + 1e-5).sqrt() * gain + bias

    for stack in [(), (3,), (2, 3)]:
        arrays = [rng.standard_normal(shape) for shape in [(*stack, n), (n,), (n,)]]
        assert_same_as_long_form(functional.layer_norm, long_form, arrays, rng)


@given(generators, st.integers(1, 4), st.lists(st.integers(0, 3), max_size=2).map(tuple))
def test_an_embedding_is_an_index(rng, rows, shape):
    indices = np.asarray(rng.integers(0, rows, shape))
    arrays = [rng.standard_normal((rows, 3))]
    assert_same_as_long_form(lambda t: functional.embedding(t, indices), lambda t: t[indices], arrays, rng)


@given(generators, st.integers(1, 4), st.integers(1, 3))
def test_causal_attention_is_its_long_form(rng, length, d):
    from autograd_lib import where

    def long_form(q, k, v):
        future = np.triu(np.ones((length, length), bool), 1)
        return where(future, -np.inf, q @ k.transpose(0, 2, 1) / d**0.5).softmax() @ v

    arrays = [rng.standard_normal((2, length, size)) for size in (d, d, 3)]
    assert_same_as_long_form(functional.causal_attention, long_form, arrays, rng)


def test_what_vjps_share_is_computed_afresh_for_another_gradient():
    rng = np.random.default_rng(0)
    q, k, v = leaves = [Tensor(rng.standard_normal((4, 3))) for _ in range(3)]
    out = functional.causal_attention(q, k, v)
    g = rng.standard_normal((4, 3))
    out.backward(g)
    once = [node.grad.copy() for node in leaves]
    out.backward(2 * g)
    assert all(node.grad == pytest.approx(3 * first) for node, first in zip(leaves, once))


def test_no_position_sees_a_later_one():
    rng = np.random.default_rng(0)
    q, k, v = (Tensor(rng.standard_normal((1, 5, 3))) for _ in range(3))
    functional.causal_attention(q, k, v)[:, 2].sum().backward()
    assert (v.grad[:, :3] != 0).all() and (v.grad[:, 3:] == 0).all() and (k.grad[:, 3:] == 0).all()


def test_the_fused_operations_keep_float32():
    rng = np.random.default_rng(0)
    x, w, b = (Tensor(rng.standard_normal(shape).astype(np.float32)) for shape in [(2, 3, 4), (4, 4), (4,)])
    hidden = functional.layer_norm(functional.linear(x, w, b), b, b)
    mixed = functional.causal_attention(hidden, hidden, hidden) + functional.embedding(w, np.array([[0, 1, 1]]))
    loss = functional.cross_entropy(mixed, np.zeros((2, 3), int))
    loss.backward()
    assert {node.dtype for node in topological_order(loss)} == {np.dtype(np.float32)}
    assert {node.grad.dtype for node in topological_order(loss)} == {np.dtype(np.float32)}


def test_an_array_in_linear_is_part_of_the_operation():
    w = Tensor(np.ones((2, 3), np.float32), label="w")
    out = functional.linear(np.ones((4, 2)), w)
    assert out._prev == (w,) and out.dtype == np.float32

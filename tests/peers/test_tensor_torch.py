"""The tensor engine against PyTorch in double precision: every operation, shapes of every rank up to 4."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tensor_cases import KINDS, generators, leaf

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import functional


class Torch:
    """What `tensor_cases.Ours` has, for PyTorch's tensors."""

    concatenate = staticmethod(torch.concatenate)
    stack = staticmethod(torch.stack)

    @staticmethod
    def where(condition, a, b):
        return torch.where(torch.from_numpy(condition), a, b)

    @staticmethod
    def function(name, x):
        # log(e^x + e^0): torch's own softplus is x itself above 20, and so 2e-9 off in its slope.
        return torch.logaddexp(x, torch.zeros_like(x)) if name == "softplus" else getattr(torch, name)(x)

    @staticmethod
    def reduction(name, x, axis, keepdims):
        axes = tuple(range(x.ndim)) if axis is None else axis
        return getattr(x, "amax" if name == "max" else name)(dim=axes, keepdim=keepdims)

    @staticmethod
    def softmax(name, x, axis):
        return getattr(x, name)(axis)

    @staticmethod
    def transpose(x, axes):
        return x.permute(tuple(axes))

    @staticmethod
    def index(x, index):
        # PyTorch's own slices know no negative steps: NumPy says which places of the flat array are meant.
        places = np.arange(x.numel()).reshape(x.shape)[index]
        return x.reshape(-1)[torch.from_numpy(np.array(places))]


def torch_leaf(array, dtype=torch.float64):
    return torch.tensor(np.array(array), dtype=dtype, requires_grad=True)


def assert_same(ours, our_leaves, theirs, their_leaves, rng, tolerance=1e-9):
    """The same numbers and, for random gradients of the result, the same gradients of all leaves."""
    assert ours.shape == tuple(theirs.shape)
    np.testing.assert_allclose(ours.data, theirs.detach().numpy(), tolerance, tolerance)
    cotangent = rng.standard_normal(ours.shape).astype(ours.dtype)
    ours.backward(gradient=cotangent)
    theirs.backward(torch.from_numpy(np.array(cotangent)))
    for mine, other in zip(our_leaves, their_leaves):
        expected = np.zeros(mine.shape) if other.grad is None else other.grad.numpy()
        assert mine.grad.shape == mine.shape and mine.grad.dtype == mine.dtype
        np.testing.assert_allclose(mine.grad, expected, tolerance, tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_every_operation_agrees(kind):
    @settings(max_examples=200)
    @given(KINDS[kind], generators)
    def agrees(case, rng):
        ours, our_leaves = case.run()
        their_leaves = [torch_leaf(array) for array in case.arrays]
        assert_same(ours, our_leaves, case.f(Torch, *their_leaves), their_leaves, rng)

    agrees()


@pytest.mark.parametrize("kind", KINDS)
def test_float32_is_kept_and_agrees_too(kind):
    @settings(max_examples=50)
    @given(KINDS[kind], generators)
    def agrees(case, rng):
        ours, our_leaves = case.run(np.float32)
        assert ours.dtype == np.float32
        their_leaves = [torch_leaf(array, torch.float32) for array in case.arrays]
        assert_same(ours, our_leaves, case.f(Torch, *their_leaves), their_leaves, rng, tolerance=1e-4)

    agrees()


FAR_OUT = [0.0, -0.0, 1e-300, -1e-300, 1e-5, 20.0, -20.0, 40.0, -40.0, 700.0, -700.0, 1e4, -1e4, np.inf, -np.inf]


@pytest.mark.parametrize("name", ["tanh", "sigmoid", "softplus", "relu", "abs"])
def test_functions_agree_at_kinks_and_far_out(name):
    ours, theirs = Tensor(FAR_OUT), torch_leaf(FAR_OUT)
    result, expected = getattr(ours, name)(), Torch.function(name, theirs)
    result.backward(np.ones(result.shape))
    expected.backward(torch.ones_like(expected))
    np.testing.assert_allclose(result.data, expected.detach().numpy(), 1e-9)
    finite = np.isfinite(FAR_OUT)  # of softplus at infinity PyTorch's gradient is NaN, ours 1
    np.testing.assert_allclose(ours.grad[finite], theirs.grad.numpy()[finite], 1e-9)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_the_softmax_agrees_far_out_and_with_what_is_masked(name):
    rows = [[1e4, -1e4, 0.0], [700.0, 701.0, -np.inf], [-1e-300, 0.0, 1e-300]]
    ours, theirs = leaf(np.array(rows)), torch_leaf(rows)
    result, expected = getattr(ours, name)(-1), getattr(theirs, name)(-1)
    cotangent = np.array([[1.0, -2.0, 0.5], [0.3, 0.7, 0.0], [1.0, 2.0, 3.0]])
    result.backward(cotangent)
    expected.backward(torch.from_numpy(cotangent))
    np.testing.assert_allclose(result.data, expected.detach().numpy(), 1e-9)
    np.testing.assert_allclose(ours.grad, theirs.grad.numpy(), 1e-9, 1e-12)


def test_the_largest_numbers_share_the_gradient_as_in_amax():
    ours, theirs = Tensor([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]]), torch_leaf([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])
    ours.max(1).backward(np.array([1.0, 5.0]))
    theirs.amax(1).backward(torch.tensor([1.0, 5.0], dtype=torch.float64))
    np.testing.assert_allclose(ours.grad, theirs.grad.numpy(), 1e-15)
    assert ours.grad.tolist()[0] == [0.0, 0.5, 0.5]


stacked_shapes = st.lists(st.integers(0, 3), max_size=2).map(tuple)
sizes = st.integers(1, 4)


def arrays(rng, *shapes):
    return [rng.standard_normal(shape) for shape in shapes]


def assert_fused_agrees(ours, theirs, given_arrays, rng):
    our_leaves, their_leaves = [Tensor(x) for x in given_arrays], [torch_leaf(x) for x in given_arrays]
    assert_same(ours(*our_leaves), our_leaves, theirs(*their_leaves), their_leaves, rng)


@settings(max_examples=100)
@given(stacked_shapes, st.integers(0, 4), st.integers(0, 4), st.booleans(), generators)
def test_linear_agrees(stack, nin, nout, has_bias, rng):
    given_arrays = arrays(rng, (*stack, nin), (nin, nout), *([(nout,)] if has_bias else []))

    def theirs(x, weight, *bias):
        return x @ weight + bias[0] if bias else x @ weight

    assert_fused_agrees(functional.linear, theirs, given_arrays, rng)
    x, *rest = given_arrays
    constant = lambda *ours: functional.linear(x, *ours)  # noqa: E731
    assert_fused_agrees(constant, lambda *ours: theirs(torch.from_numpy(x), *ours), rest, rng)


@settings(max_examples=100)
@given(st.lists(sizes, min_size=0, max_size=2).map(tuple), sizes, st.sampled_from([1.0, 1000.0]), generators)
def test_cross_entropy_agrees(shape, classes, scale, rng):
    targets = rng.integers(0, classes, shape)

    def theirs(logits):
        flat = torch.from_numpy(np.array(targets)).reshape(-1)
        return torch.nn.functional.cross_entropy(logits.reshape(-1, classes), flat)

    logits = scale * rng.standard_normal((*shape, classes))
    assert_fused_agrees(lambda logits: functional.cross_entropy(logits, targets), theirs, [logits], rng)


@settings(max_examples=100)
@given(stacked_shapes, st.integers(2, 5), st.sampled_from([1e-5, 0.1]), generators)
def test_layer_norm_agrees(stack, n, eps, rng):
    assert_fused_agrees(
        lambda x, gain, bias: functional.layer_norm(x, gain, bias, eps),
        lambda x, gain, bias: torch.nn.functional.layer_norm(x, (n,), gain, bias, eps),
        arrays(rng, (*stack, n), (n,), (n,)),
        rng,
    )


@settings(max_examples=100)
@given(stacked_shapes, sizes, st.integers(0, 3), generators)
def test_embedding_agrees(shape, rows, n, rng):
    indices = rng.integers(0, rows, shape)
    assert_fused_agrees(
        lambda table: functional.embedding(table, indices),
        lambda table: torch.nn.functional.embedding(torch.from_numpy(np.array(indices)), table),
        arrays(rng, (rows, n)),
        rng,
    )


@settings(max_examples=100)
@given(stacked_shapes, sizes, sizes, sizes, generators)
def test_causal_attention_agrees(stack, length, d, n, rng):
    assert_fused_agrees(
        functional.causal_attention,
        lambda q, k, v: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True),
        arrays(rng, (*stack, length, d), (*stack, length, d), (*stack, length, n)),
        rng,
    )


def test_inner_gradients_of_a_graph_with_shared_nodes_agree():
    rng = np.random.default_rng(0)
    given_arrays = arrays(rng, (5, 3), (3, 3), (3,))

    def nodes(x, w, b):
        hidden = (x @ w + b).tanh()
        shared = hidden * hidden + hidden
        mixed = shared @ w.T - 2.0 * x
        picked = mixed[[0, 0, 2]] / (1.0 + mixed[1:4].exp())
        return [hidden, shared, mixed, picked, picked.softmax(-1)[1].sum() * picked.mean()]

    our_leaves, their_leaves = [Tensor(x) for x in given_arrays], [torch_leaf(x) for x in given_arrays]
    ours, theirs = nodes(*our_leaves), nodes(*their_leaves)
    for node in theirs:
        node.retain_grad()
    for _ in range(2):  # a second time: inner gradients afresh in ours, leaves accumulate in both
        for node in theirs:
            node.grad = None
        ours[-1].backward()
        theirs[-1].backward(retain_graph=True)
    for mine, other in zip([*ours, *our_leaves], [*theirs, *their_leaves]):
        np.testing.assert_allclose(mine.grad, other.grad.numpy(), 1e-9, 1e-12)

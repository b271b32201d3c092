"""Convolution and pooling against PyTorch's, in float64: the same numbers and the same gradients to 1e-9."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.convolution import conv2d, max_pool2d


def assert_same(ours, theirs, leaves, seed=0):
    """The same result, and the same gradients for a random cotangent."""
    torch_leaves = [torch.tensor(leaf.data, requires_grad=True) for leaf in leaves]
    result, torch_result = ours(*leaves), theirs(*torch_leaves)
    cotangent = np.random.default_rng(seed).normal(size=torch_result.shape)
    result.backward(gradient=cotangent)
    torch_result.backward(torch.tensor(cotangent))
    assert result.shape == tuple(torch_result.shape)
    assert result.data == pytest.approx(torch_result.detach().numpy(), rel=1e-9, abs=1e-9)
    for leaf, torch_leaf in zip(leaves, torch_leaves):
        assert leaf.grad == pytest.approx(torch_leaf.grad.numpy(), rel=1e-9, abs=1e-9)


@st.composite
def images(draw, least):
    """A Tensor of images, some with whole numbers only, so that many are equal; sides of at least `least`."""
    shape = draw(st.tuples(*(st.integers(low, high) for low, high in [(1, 4), (1, 3), (least, 9), (least, 9)])))
    numbers = np.random.default_rng(draw(st.integers(0, 999))).normal(size=shape)
    return Tensor(draw(st.sampled_from([numbers, np.round(numbers)])))


@given(images(2), st.integers(1, 4), st.integers(0, 2), st.integers(1, 3), st.booleans(), st.data())
def test_conv2d(x, filters, padding, stride, with_bias, data):
    window = [data.draw(st.integers(1, min(4, size + 2 * padding))) for size in x.shape[2:]]
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    leaves = [x, Tensor(rng.normal(size=(filters, x.shape[1], *window)))]
    leaves += [Tensor(rng.normal(size=filters))] if with_bias else []
    assert_same(
        lambda *tensors: conv2d(*tensors, stride=stride, padding=padding),
        lambda *tensors: functional.conv2d(*tensors, stride=stride, padding=padding),
        leaves,
    )


@given(images(3), st.integers(1, 3), st.sampled_from([None, 1, 2, 3]))
def test_max_pool2d(x, size, stride):
    assert_same(lambda t: max_pool2d(t, size, stride), lambda t: functional.max_pool2d(t, size, stride), [x])


def test_this_file_would_notice_a_filter_that_is_turned_round():
    rng = np.random.default_rng(0)
    leaves = [Tensor(rng.normal(size=(1, 1, 5, 5))), Tensor(rng.normal(size=(1, 1, 3, 3)))]
    with pytest.raises(AssertionError):
        assert_same(conv2d, lambda x, weight: functional.conv2d(x, weight.flip(2, 3)), leaves)

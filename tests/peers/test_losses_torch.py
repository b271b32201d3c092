"""Losses, numbers and gradients, against PyTorch's, over random predictions, at extreme ones too."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from autograd_lib.engine.value import Value
from autograd_lib.nn.losses import binary_cross_entropy, hinge, l2, mean_squared_error, softmax_cross_entropy

numbers = st.floats(-50, 50) | st.sampled_from([-1000.0, -1.0, 0.0, 1.0, 1000.0])
lists = st.lists(numbers, min_size=1, max_size=5)


def assert_same(loss, torch_loss, data):
    """`loss` of the numbers as Values is `torch_loss` of them as a tensor, and so are the gradients."""
    ours = [Value(x) for x in data]
    theirs = torch.tensor(data, dtype=torch.float64, requires_grad=True)
    a, b = loss(ours), torch_loss(theirs)
    a.backward()
    b.backward()
    assert a.data == pytest.approx(b.item(), rel=1e-12, abs=1e-12)
    assert [p.grad for p in ours] == pytest.approx(theirs.grad.tolist(), rel=1e-12, abs=1e-12)


@given(lists, st.data())
def test_mean_squared_error_is_mse_loss(data, draw):
    targets = draw.draw(st.lists(numbers, min_size=len(data), max_size=len(data)))
    torch_targets = torch.tensor(targets, dtype=torch.float64)
    assert_same(
        lambda p: mean_squared_error(p, targets),
        lambda p: torch.nn.functional.mse_loss(p, torch_targets),
        data,
    )


@given(lists, st.randoms())
def test_hinge_is_the_mean_of_relu(data, rng):
    signs = [rng.choice([-1, 1]) for _ in data]
    torch_signs = torch.tensor(signs, dtype=torch.float64)
    assert_same(lambda p: hinge(p, signs), lambda p: torch.relu(1 - torch_signs * p).mean(), data)


@given(lists, st.randoms())
def test_binary_cross_entropy_is_that_with_logits(data, rng):
    bits = [rng.choice([0, 1]) for _ in data]
    torch_bits = torch.tensor(bits, dtype=torch.float64)
    torch_loss = torch.nn.functional.binary_cross_entropy_with_logits
    assert_same(lambda p: binary_cross_entropy(p, bits), lambda p: torch_loss(p, torch_bits), data)


@given(st.integers(1, 4), st.integers(1, 4), st.data(), st.randoms())
def test_softmax_cross_entropy_is_cross_entropy(examples, classes, draw, rng):
    data = draw.draw(st.lists(numbers, min_size=examples * classes, max_size=examples * classes))
    targets = [rng.randrange(classes) for _ in range(examples)]
    assert_same(
        lambda p: softmax_cross_entropy([p[i * classes : (i + 1) * classes] for i in range(examples)], targets),
        lambda p: torch.nn.functional.cross_entropy(p.reshape(examples, classes), torch.tensor(targets)),
        data,
    )


@given(lists)
def test_l2_is_the_sum_of_squares(data):
    assert_same(lambda p: l2(p, 0.3), lambda p: 0.3 * (p * p).sum(), data)

"""A checkpoint changes when things are computed and what is kept, and no bit of what comes out."""

import tracemalloc

import numpy as np
import pytest

from autograd_lib.compile import checkpoint, checkpoint_chain, record
from autograd_lib.engine.joining import where
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import Linear, ReLU, Tanh

rng = np.random.default_rng(0)


def chain(length, width):
    return [layer for i in range(length) for layer in (Linear(width, width, rng=i), ReLU())]


def gradients(build, leaves):
    for leaf in leaves:
        leaf.grad = 0.0
    loss = build()
    loss.backward()
    return [loss.item(), *(leaf.grad.copy() for leaf in leaves)]


def plain(layers, x):
    for layer in layers:
        x = layer(x)
    return x


@pytest.mark.parametrize("segment", [1, 2, 3, 8, 16, 100])
def test_the_gradients_of_a_chain_are_the_same_bit_for_bit(segment):
    layers, x, target = chain(8, 5), Tensor(rng.standard_normal((7, 5))), rng.standard_normal((7, 5))
    leaves = [x, *(p for layer in layers for p in layer.parameters())]
    expected = gradients(lambda: ((plain(layers, x) - target) ** 2).mean(), leaves)
    got = gradients(lambda: ((checkpoint_chain(layers, x, segment) - target) ** 2).mean(), leaves)
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_graph_holds_one_node_for_all_that_was_computed():
    x = Tensor(rng.standard_normal((7, 5)), label="x")
    node = checkpoint(lambda x: plain(chain(8, 5), x), x)
    assert node._prev == (x,) and node._op == "checkpoint"


def test_the_function_is_computed_once_forward_and_once_more_for_the_backward_pass():
    calls = []

    def f(x, y):
        calls.append(1)
        return x * y

    x, y = Tensor([2.0]), Tensor([3.0])
    node = checkpoint(f, x, y)
    assert len(calls) == 1
    node.sum().backward()
    assert len(calls) == 2
    assert (x.grad, y.grad) == (3.0, 2.0)


def test_two_backward_passes_give_twice_the_gradients():
    layer, x = Linear(3, 3, rng=0), Tensor(rng.standard_normal((4, 3)))
    loss = checkpoint(layer, x).sum()
    loss.backward()
    once = x.grad.copy(), layer.weight.grad.copy()
    loss.backward()
    np.testing.assert_array_equal(x.grad, 2 * once[0])
    np.testing.assert_array_equal(layer.weight.grad, 2 * once[1])


def test_checkpoints_can_be_nested_and_take_what_is_no_tensor():
    layers, x = chain(4, 3), Tensor(rng.standard_normal((2, 3)))
    leaves = [x, *(p for layer in layers for p in layer.parameters())]

    def half(x, scale, name=""):
        return checkpoint_chain(layers, x, 2) * scale

    expected = gradients(lambda: (plain(layers, x) * 3.0).sum(), leaves)
    got = gradients(lambda: checkpoint(half, x, 3.0, "a text").sum(), leaves)
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_training_step_of_a_deep_chain_takes_a_third_of_the_memory():
    layers, x = chain(64, 16), Tensor(rng.standard_normal((512, 16)))

    def peak(build):
        tracemalloc.start()
        build().sum().backward()
        result = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return result

    peak(lambda: plain(layers, x))  # the parameters' gradients, which stay
    assert peak(lambda: checkpoint_chain(layers, x, 16)) < peak(lambda: plain(layers, x)) / 3


def test_a_function_that_gives_other_numbers_the_second_time_is_refused():
    x = Tensor(rng.standard_normal((4, 3)))
    loss = checkpoint(lambda x: where(rng.random((4, 3)) < 0.5, x, 0.0), x).sum()
    with pytest.raises(ValueError, match=r"gives other numbers.*Draw a random mask outside"):
        loss.backward()
    mask = rng.random((4, 3)) < 0.5
    checkpoint(lambda x, mask: where(mask, x, 0.0), x, mask).sum().backward()
    np.testing.assert_array_equal(x.grad, mask)


def test_a_node_that_was_computed_outside_is_named_and_passes_as_an_argument():
    w, x = Tensor([2.0], label="w"), Tensor([3.0])
    doubled = w * 2
    with pytest.raises(ValueError, match=r"uses w \* .*, which was computed outside.*checkpoint\(f, x, node\)"):
        checkpoint(lambda x: x * doubled, x).sum().backward()
    w.grad = 0.0
    checkpoint(lambda x, d: x * d, x, doubled).sum().backward()
    assert w.grad == 6.0


def test_a_node_of_parameters_alone_may_be_computed_inside():
    w, x = Tensor(rng.standard_normal((3, 3))), Tensor(rng.standard_normal((2, 3)))
    expected = gradients(lambda: (x @ w.T).tanh().sum(), [w, x])
    got = gradients(lambda: checkpoint(lambda x: (x @ w.T).tanh(), x).sum(), [w, x])
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_checkpoint_is_refused_by_a_recording_by_name():
    x = Tensor(rng.standard_normal((2, 3)))
    with pytest.raises(ValueError, match="'checkpoint', of which a recording does not know"):
        record(checkpoint(Tanh(), x).sum(), [x])


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: checkpoint(x, Tanh()), "a function, and at least one Tensor"),
        (lambda x: checkpoint(Tanh(), x.data), "a function, and at least one Tensor"),
        (lambda x: checkpoint(lambda x: x.data, x), "is to return a Tensor, got"),
    ],
)
def test_wrong_arguments_are_errors_that_show_the_right_ones(call, message):
    with pytest.raises(TypeError, match=message):
        call(Tensor([1.0]))


@pytest.mark.parametrize("segment", [0, -1, 2.0, True])
def test_a_segment_is_a_number_of_layers(segment):
    with pytest.raises(ValueError, match="a whole number of layers, at least 1"):
        checkpoint_chain([Tanh()], Tensor([1.0]), segment)

"""Convolution and pooling agree with the loops that define them, and their gradients with measured slopes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.convolution import conv2d, max_pool2d


def in_loops(x, weight, bias, stride, padding):
    """The definition, one number at a time."""
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    filters, _, height, width = weight.shape
    down, across = (x.shape[2] - height) // stride + 1, (x.shape[3] - width) // stride + 1
    out = np.zeros((len(x), filters, down, across))
    for n, f, i, j in np.ndindex(out.shape):
        seen = x[n, :, i * stride : i * stride + height, j * stride : j * stride + width]
        out[n, f, i, j] = (seen * weight[f]).sum() + bias[f]
    return out


def largest_in_loops(x, size, stride):
    down, across = (x.shape[2] - size) // stride + 1, (x.shape[3] - size) // stride + 1
    out = np.zeros((*x.shape[:2], down, across))
    for n, c, i, j in np.ndindex(out.shape):
        out[n, c, i, j] = x[n, c, i * stride : i * stride + size, j * stride : j * stride + size].max()
    return out


@st.composite
def convolutions(draw):
    """Images, filters and biases, a stride and a padding, with batches of 0 and 1 and windows as large as the image."""
    images, channels, filters = (draw(st.integers(low, 3)) for low in (0, 1, 1))
    height, width = (draw(st.integers(1, 6)) for _ in "hw")
    padding, stride = draw(st.integers(0, 2)), draw(st.integers(1, 3))
    window = [draw(st.integers(1, min(4, size + 2 * padding))) for size in (height, width)]
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    x, weight = rng.normal(size=(images, channels, height, width)), rng.normal(size=(filters, channels, *window))
    return x, weight, rng.normal(size=filters), stride, padding


def measured_gradient(f, x, cotangent, h=1e-5):
    """The gradient of (f(x) · cotangent).sum() by central differences."""
    gradient = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        shifted = [x.copy(), x.copy()]
        shifted[0][index] += h
        shifted[1][index] -= h
        up, down = ((f(array) * cotangent).sum() for array in shifted)
        gradient[index] = (up - down) / (2 * h)
    return gradient


@given(convolutions())
def test_a_convolution_is_a_sum_of_products_at_each_place(case):
    x, weight, bias, stride, padding = case
    out = conv2d(Tensor(x), Tensor(weight), Tensor(bias), stride, padding)
    expected = in_loops(x, weight, bias, stride, padding)
    assert out.shape == expected.shape
    assert out.data == pytest.approx(expected, abs=1e-12)


@settings(max_examples=30)
@given(convolutions(), st.integers(0, 99))
def test_its_gradients_are_the_slopes_that_can_be_measured(case, seed):
    x, weight, bias, stride, padding = case
    leaves = [Tensor(x), Tensor(weight), Tensor(bias)]
    out = conv2d(*leaves, stride, padding)
    cotangent = np.random.default_rng(seed).normal(size=out.shape)
    out.backward(gradient=cotangent)
    for i, leaf in enumerate(leaves):

        def f(array, i=i):
            arrays = [x, weight, bias]
            arrays[i] = array
            return in_loops(*arrays, stride, padding)

        assert leaf.grad == pytest.approx(measured_gradient(f, leaf.data, cotangent), abs=1e-6)


def test_a_pixel_adds_up_what_comes_back_from_all_windows_that_saw_it():
    x, weight = Tensor(np.zeros((1, 1, 3, 3))), Tensor(np.ones((1, 1, 2, 2)))
    conv2d(x, weight).sum().backward()
    assert x.grad.tolist() == [[[[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]]]


def test_the_filter_is_not_turned_round():
    x, weight = Tensor([[[[1.0, 2.0, 3.0]]]]), Tensor([[[[1.0, 10.0]]]])
    assert conv2d(x, weight).data.tolist() == [[[[21.0, 32.0]]]]


def test_padding_keeps_the_size_and_a_stride_halves_it():
    x, weight = np.ones((2, 1, 8, 8)), Tensor(np.ones((4, 1, 3, 3)))
    assert conv2d(x, weight, padding=1).shape == (2, 4, 8, 8)
    assert conv2d(x, weight, padding=1, stride=2).shape == (2, 4, 4, 4)
    assert conv2d(x, weight, padding=1).data[0, 0, 0].tolist() == [4.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 4.0]


def test_an_array_of_images_is_part_of_the_operation():
    weight = Tensor(np.ones((1, 1, 2, 2)))
    assert conv2d(np.ones((1, 1, 3, 3)), weight)._prev == (weight,)


@pytest.mark.parametrize("layout", ["images last", "every second column"])
def test_how_the_images_lie_in_memory_makes_no_difference(layout):
    rng = np.random.default_rng(0)
    x, weight, cotangent = (rng.normal(size=shape) for shape in [(3, 2, 6, 6), (4, 2, 3, 3), (3, 4, 2, 2)])
    places = {
        "images last": x.transpose(1, 2, 3, 0).copy().transpose(3, 0, 1, 2),
        "every second column": np.repeat(x, 2, axis=3)[:, :, :, ::2],
    }
    results = []
    for array in (x, places[layout]):
        images, filters = Tensor(x), Tensor(weight)
        images.data = array
        pooled = max_pool2d(conv2d(images, filters), 2)
        pooled.backward(gradient=cotangent)
        results.append((pooled.data.tolist(), images.grad.tolist(), filters.grad.tolist()))
    assert results[0] == results[1]


def test_float32_stays_float32():
    x, weight, bias = (Tensor(np.ones(shape, np.float32)) for shape in [(2, 1, 4, 4), (3, 1, 3, 3), (3,)])
    out = max_pool2d(conv2d(x, weight, bias), 2)
    out.backward(gradient=np.ones((2, 3, 1, 1)))
    assert {array.dtype for array in (out.data, x.grad, weight.grad, bias.grad)} == {np.dtype(np.float32)}
    assert conv2d(np.ones((1, 1, 4, 4)), weight).dtype == np.float32


@settings(max_examples=30)
@given(st.integers(0, 2), st.integers(1, 2), st.integers(1, 5), st.integers(1, 3), st.integers(1, 3), st.integers(0, 9))
def test_pooling_takes_the_largest_of_each_window_and_gives_it_the_gradient(images, channels, side, size, stride, seed):
    size = min(size, side)
    rng = np.random.default_rng(seed)
    x = rng.permutation(images * channels * side * side).reshape(images, channels, side, side).astype(float)
    leaf = Tensor(x)
    out = max_pool2d(leaf, size, stride)
    expected = largest_in_loops(x, size, stride)
    assert out.data.tolist() == expected.tolist()
    cotangent = rng.normal(size=out.shape)
    out.backward(gradient=cotangent)
    slopes = measured_gradient(lambda array: largest_in_loops(array, size, stride), x, cotangent, h=0.25)
    assert leaf.grad == pytest.approx(slopes, abs=1e-9)


def test_of_equal_largest_numbers_the_first_gets_the_gradient():
    x = Tensor([[[[1.0, 5.0], [5.0, 5.0]]]])
    max_pool2d(x, 2).backward(gradient=np.full((1, 1, 1, 1), 3.0))
    assert x.grad.tolist() == [[[[0.0, 3.0], [0.0, 0.0]]]]


def test_pixels_beyond_the_last_whole_window_get_none():
    x = Tensor(np.arange(9.0).reshape(1, 1, 3, 3))
    out = max_pool2d(x, 2)
    out.backward(gradient=np.ones((1, 1, 1, 1)))
    assert out.data.tolist() == [[[[4.0]]]] and x.grad.ravel().tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]


IMAGES, FILTERS = Tensor(np.zeros((2, 3, 5, 5))), Tensor(np.zeros((4, 3, 3, 3)))


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda: conv2d(np.zeros((2, 5, 5)), FILTERS),
            r"conv2d: images have the shape .*got shape \(2, 5, 5\).*reshape",
        ),
        (lambda: conv2d(IMAGES, Tensor(np.zeros((4, 3)))), r"conv2d: weight has the shape .*got \(4, 3\)"),
        (
            lambda: conv2d(np.zeros((2, 1, 5, 5)), FILTERS),
            r"weight \(4, 3, 3, 3\) is for images of 3 .* x \(2, 1, 5, 5\)",
        ),
        (
            lambda: conv2d(IMAGES, FILTERS, Tensor(np.zeros(3))),
            r"has 4 filters, so bias has the shape \(4,\), not \(3,\)",
        ),
        (lambda: conv2d(IMAGES, FILTERS, stride=0), "conv2d: stride is a whole number >= 1, got 0"),
        (lambda: conv2d(IMAGES, FILTERS, padding=-1), "conv2d: padding is a whole number >= 0, got -1"),
        (lambda: conv2d(IMAGES, FILTERS, padding=0.5), "padding is a whole number >= 0, got 0.5"),
        (
            lambda: conv2d(np.zeros((1, 3, 2, 5)), FILTERS),
            r"a window of 3 × 3 does not fit into images of shape \(1, 3, 2, 5\): axis 2 has size 2$",
        ),
        (lambda: conv2d(np.zeros((1, 3, 5, 0)), FILTERS, padding=1), "axis 3 has size 0 and 1 zeros on each side"),
        (lambda: max_pool2d(Tensor(np.zeros((5, 5))), 2), r"max_pool2d: images have the shape .*got shape \(5, 5\)"),
        (lambda: max_pool2d(IMAGES, 6), "max_pool2d: a window of 6 × 6 does not fit"),
        (lambda: max_pool2d(IMAGES, 0), "max_pool2d: size is a whole number >= 1, got 0"),
        (lambda: max_pool2d(IMAGES, 2, stride=True), "stride is a whole number >= 1, got True"),
    ],
)
def test_shapes_that_do_not_fit_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_weights_and_pooled_images_are_tensors():
    with pytest.raises(TypeError, match="conv2d: this is to be a Tensor, got"):
        conv2d(IMAGES, np.zeros((4, 3, 3, 3)))
    with pytest.raises(TypeError, match="max_pool2d: this is to be a Tensor, got"):
        max_pool2d(np.zeros((2, 3, 5, 5)), 2)

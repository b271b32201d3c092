"""What the feature maps promise: those of the network itself, and words that say what a move of the digit changed."""

import numpy as np
import pytest

from autograd_lib.nn.layers import Conv2d, Flatten, Linear, MaxPool2d, ReLU, Sequential
from autograd_lib.widgets.feature_maps import FeatureMapsModel, feature_maps, overlap


def network():
    rng = np.random.default_rng(0)
    layers = Conv2d(1, 4, 3, padding=1, rng=rng), ReLU(), Conv2d(4, 9, 3, padding=1, rng=rng), ReLU(), MaxPool2d(2)
    return Sequential(*layers, Flatten(), Linear(144, 10, rng=rng))


def images():
    """Two images with paper all around, so that a move of up to two pixels loses nothing."""
    numbers = np.zeros((2, 8, 8))
    numbers[:, 3:5, 3:5] = np.random.default_rng(1).uniform(0.2, 1, (2, 2, 2))
    return numbers


@pytest.fixture
def model():
    return FeatureMapsModel(network(), images())


def test_the_layers_are_those_that_have_maps(model):
    assert model.names == ["0: Conv2d", "1: ReLU", "2: Conv2d", "3: ReLU", "4: MaxPool2d"]


def test_the_maps_are_those_of_the_network(model):
    layers, x = model.network, images()[1:, np.newaxis]
    model.choose_image(1)
    for number in range(5):
        x = layers[number](x)
        model.choose_layer(number)
        assert np.array_equal(model.maps(), x.data[0])


def test_a_move_takes_the_image_along(model):
    model.move_right(2)
    model.move_down(-1)
    assert np.array_equal(model.moved(model.down, model.right)[:-1, 2:], images()[0][1:, :-2])


def test_the_words_name_the_image_its_move_and_the_largest_number_of_the_map(model):
    model.move_right(1)
    model.move_down(-2)
    model.choose_layer(1)
    model.choose_filter(2)
    maps = model.maps()
    row, column = np.argwhere(maps[2] == maps[2].max())[0]
    first, second, _ = model.text().splitlines()
    assert first == "image 0, moved by 1 to the right and 2 up; after layer 1: ReLU: 4 maps of 8 × 8"
    assert second.startswith(f"map 2: largest {maps[2].max():.2f}, in row {row}, column {column}; ")
    assert second.endswith(f"{np.sum(maps[2] > 0)} of 64 places are above 0")


def test_at_rest_nothing_is_said_of_a_move(model):
    assert len(model.text().splitlines()) == 2
    assert "where it was written" in model.text()


@pytest.mark.parametrize("layer, right", [(0, 1), (1, 2), (3, 1), (4, 2)])
def test_after_a_convolution_the_maps_move_along(model, layer, right):
    """Exactly, since the ink is far from the edge, and there are no biases yet."""
    model.choose_layer(layer)
    model.move_right(right)
    last = model.text().splitlines()[-1]
    assert "differ from those at rest by 0 %" not in last
    assert last.endswith("moved along with the digit, by 0 %")


def test_half_a_place_is_said_to_be_that(model):
    model.choose_layer(4)
    model.move_right(1)
    assert model.text().endswith("a move by 1 is half a place here")


def test_a_filter_that_a_layer_has_not_becomes_its_last(model):
    model.choose_layer(2)
    model.choose_filter(8)
    assert model.filter == 8
    model.choose_layer(0)
    assert model.filter == 3


def test_the_overlap_is_what_both_have():
    maps = np.arange(9).reshape(1, 3, 3)
    assert overlap(maps, 0, 1)[0].tolist() == [[1, 2], [4, 5], [7, 8]]
    assert overlap(maps, 0, -1)[0].tolist() == [[0, 1], [3, 4], [6, 7]]
    assert overlap(maps, -1, 0)[0].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_every_layer_can_be_drawn_and_the_picture_holds_all_maps(model):
    for layer, count in enumerate([4, 4, 9, 9, 9]):
        model.choose_layer(layer)
        digit, _, one, field = model.figure().axes
        assert np.array_equal(digit.get_images()[0].get_array(), images()[0])
        assert np.array_equal(one.get_images()[0].get_array(), model.maps()[0])
        shown = np.asarray(field.get_images()[0].get_array().filled(np.nan))
        assert np.sum(~np.isnan(shown)) == model.maps().size and len(model.maps()) == count


def test_the_controls_move_the_model():
    view = feature_maps(network(), images())
    image, layer, right, down, number = view.children[0].children
    image.value, layer.value, right.value, down.value = 1, 3, -2, 1
    assert number.comm is None  # this layer has more maps, and another slider stands in its place
    *_, number = view.children[0].children
    assert (number.max, number.value) == (8, 0)
    number.value = 7
    assert "image 1, moved by 2 to the left and 1 down; after layer 3: ReLU: 9 maps of 8 × 8" in view.words.value
    assert "map 7: largest" in view.words.value
    layer.value = 0
    *_, number = view.children[0].children
    assert f"map {number.value}: largest" in view.words.value and number.value == number.max < 7


@pytest.mark.parametrize(
    "arguments, line",
    [
        (
            (Sequential(Flatten()), images()),
            "feature_maps: takes a Sequential that begins with a Conv2d for grey images",
        ),
        ((network(), images()[0]), "feature_maps: takes images as an array (n, height, width), got shape (8, 8)"),
        ((network(), images()[:0]), "feature_maps: takes images as an array (n, height, width), got shape (0, 8, 8)"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(feature_maps(*arguments)).startswith(line)

"""What the feature maps promise: those of the network itself, and words that say what a move of the digit changed."""

import base64
import json

import numpy as np
import pytest

from autograd_lib.nn.layers import Conv2d, Flatten, Linear, MaxPool2d, ReLU, Sequential
from autograd_lib.widgets.feature_maps import FeatureMapsModel, difference, feature_maps, overlap, windows


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


def test_where_nothing_moves_the_picture_holds_all_maps_at_rest_and_after_a_move(model):
    axes = model.figure().axes
    for right, row in enumerate((axes[:6], axes[6:])):
        assert np.array_equal(row[0].get_images()[0].get_array(), model.moved(0, right))
        for drawn, maps in zip(row[1:], model.all_maps(0, right), strict=True):
            shown = np.asarray(drawn.get_images()[0].get_array().filled(np.nan))
            assert np.nansum(shown) == pytest.approx(maps.sum())
            assert np.sum(~np.isnan(shown)) == maps.size


def test_where_nothing_moves_the_words_say_what_a_move_changes(model):
    lines = model.listing().splitlines()
    model.move_right(1)
    model.choose_layer(1)
    in_place = difference(model.maps(), model.at_rest(), np.linalg.norm(model.at_rest()))
    assert f"  after layer 1: ReLU: place by place, by {in_place}; moved along, by 0 %" in lines


def numbers(sent, shape):
    return np.frombuffer(base64.b64decode(sent), "<f4").reshape(shape)


def test_the_page_moves_the_model_and_the_answer_has_the_maps_after_all_layers():
    view = feature_maps(network(), images())
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "show", "args": [1, 1, -2, 3, 7]}, [])
    state, model = told[0]["state"], FeatureMapsModel(network(), images())
    model.choose_image(1)
    expected = model.all_maps(1, -2)
    assert numbers(state["maps"], -1) == pytest.approx(np.concatenate([maps.ravel() for maps in expected]), rel=1e-6)
    assert state["text"].startswith("image 1, moved by 2 to the left and 1 down; after layer 3: ReLU: 9 maps of 8 × 8")
    assert "map 7: largest" in state["text"] and told[0]["problem"] == ""
    view.asked(view, {"n": 2, "move": "show", "args": [1, 1, -2, 0, 7]}, [])
    assert told[1]["state"]["filter"] == 3  # this layer has fewer maps
    view.asked(view, {"n": 3, "move": "choose_image", "args": [0]}, [])  # not one of the moves
    assert len(told) == 2


def test_the_images_and_the_filters_go_to_the_page_once(model):
    scene = model.scene()
    assert np.array_equal(numbers(scene["images"]["bytes"], (2, 8, 8)), images().astype(np.float32))
    assert scene["filters"]["shape"] == [4, 3, 3]
    sent = numbers(scene["filters"]["bytes"], (4, 3, 3))
    assert np.array_equal(sent, model.network[0].weight.data[:, 0].astype(np.float32))
    assert scene["shapes"] == [[4, 8, 8], [4, 8, 8], [9, 8, 8], [9, 8, 8], [9, 4, 4]]


def test_what_the_move_changed_is_said_of_all_layers_as_the_words_say_it_of_one(model):
    for down, right in [(0, 1), (2, 2), (-1, 0)]:
        for layer in range(5):
            model.show(0, down, right, layer, 0)
            in_place, along = model.state()["changes"][layer]
            assert f"at rest by {100 * in_place:.0f} %" in model.text()
            assert ("half a place here" if along is None else f"digit, by {100 * along:.0f} %") in model.text()
    model.show(0, 0, 0, 0, 0)
    assert model.state()["changes"] == [[0.0, 0.0]] * 5


def test_every_state_is_json(model):
    for image in range(2):
        for layer in range(5):
            for down, right in [(0, 0), (1, -2)]:
                model.show(image, down, right, layer, layer)
                json.dumps(model.scene() | model.state(), allow_nan=False)


def test_numbers_that_are_not_finite_do_not_stop_the_page(model):
    model.network[2].weight.data[...] = np.nan
    model.show(0, 1, 0, 2, 0)
    json.dumps(model.state(), allow_nan=False)
    assert model.state()["changes"][2] == [None, None]


@pytest.mark.parametrize(
    "layers",
    [
        (Conv2d(1, 2, 3, padding=1, rng=0), ReLU(), Conv2d(2, 2, 3, padding=1, rng=1), ReLU(), MaxPool2d(2)),
        (Conv2d(1, 2, 3, stride=2, rng=0), Conv2d(2, 2, 2, rng=1)),
        (Conv2d(1, 2, 2, rng=0), MaxPool2d(3, stride=2), ReLU(), Conv2d(2, 1, 2, padding=1, rng=1)),
    ],
)
def test_a_place_of_a_map_sees_the_pixels_of_its_window_and_no_others(layers):
    """A pixel that is not a number makes those places not a number that it can change; relu keeps none of them out."""
    x = np.random.default_rng(0).uniform(0.1, 1, (64, 1, 8, 8))
    rows, columns = np.divmod(np.arange(64), 8)
    x[np.arange(64), 0, rows, columns] = np.nan
    for layer, (side, jump, start) in zip(layers, windows(layers)):
        x = layer(x)
        for row, column in np.ndindex(x.shape[2:]):
            inside = (rows >= start + row * jump) & (rows < start + row * jump + side)
            inside &= (columns >= start + column * jump) & (columns < start + column * jump + side)
            assert np.array_equal(np.isnan(x.data[:, :, row, column]).any(axis=1), inside)


def test_after_a_layer_that_is_not_known_no_window_is_told():
    assert windows([Conv2d(1, 1, 3), lambda x: x, ReLU()]) == [[3, 1, 0], None, None]


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

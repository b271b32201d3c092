"""What the digit pad promises: the image is what was drawn, and what is said of it is the network's own word."""

import base64
import json

import numpy as np
import pytest

from autograd_lib.nn.layers import Conv2d, Flatten, Linear, ReLU, Sequential
from autograd_lib.widgets.digit_pad import BLOCK, EXAMPLES, POINTS, SIDE, DigitPadModel, digit_pad


def network():
    return Sequential(Flatten(), Linear(64, 10, rng=3))


def with_maps():
    return Sequential(Conv2d(1, 3, 3, padding=1, rng=1), ReLU(), Flatten(), Linear(192, 10, rng=3))


def drawn(*cells, edges=0.0):
    """A model with whole cells drawn."""
    model = DigitPadModel(network(), edges)
    for row, column in cells:
        model.points[BLOCK * row : BLOCK * (row + 1), BLOCK * column : BLOCK * (column + 1)] = True
    return model


def strokes():
    """Some points here and there, as a pen leaves them."""
    return np.random.default_rng(0).uniform(size=(POINTS, POINTS)) < 0.2


def code_of(points):
    return np.packbits(points).tobytes().hex()


def test_a_cell_is_the_share_of_ink_among_its_sixteen_points_as_in_the_data():
    model = DigitPadModel(network())
    model.draw(code_of(strokes()))
    for row, column in np.ndindex(SIDE, SIDE):
        block = strokes()[4 * row : 4 * row + 4, 4 * column : 4 * column + 4]
        assert model.counts()[row, column] == block.sum()
        assert model.image()[row, column] == block.sum() / 16


def test_a_drawing_goes_to_the_page_and_back_as_text():
    model = DigitPadModel(network())
    model.draw(code_of(strokes()))
    assert np.array_equal(model.points, strokes())
    assert model.code() == code_of(strokes()) and len(model.code()) == 256
    # the first four points of the first row are the first hexadecimal digit
    model.draw("9" + "0" * 255)
    assert np.argwhere(model.points).tolist() == [[0, 0], [0, 3]]


@pytest.mark.parametrize("code", ["", "00", "xx" * 128])
def test_a_drawing_of_another_size_is_refused(code):
    with pytest.raises(ValueError):
        DigitPadModel(network()).draw(code)


def test_a_cell_gives_ink_to_its_four_neighbours_and_keeps_its_own():
    image = drawn((3, 3), (3, 4), (0, 0), edges=0.3).image()
    assert image[3, 3] == image[3, 4] == image[0, 0] == 1
    assert [image[place] for place in [(2, 3), (4, 3), (3, 2), (2, 4), (4, 4), (3, 5), (0, 1), (1, 0)]] == [0.3] * 8
    assert np.count_nonzero(image) == 11


def test_a_grey_cell_gives_less():
    model = drawn(edges=0.5)
    model.points[0, :2] = True
    image = model.image()
    assert (image[0, 0], image[0, 1], image[1, 0]) == (2 / 16, 1 / 16, 1 / 16)


def test_without_edges_there_is_paper_and_ink_only():
    assert np.unique(drawn((3, 3), (7, 7)).image()).tolist() == [0, 1]


def test_what_is_said_is_what_the_network_says():
    model = DigitPadModel(network(), 0.2, "5")
    p = model.network(model.image()[np.newaxis, np.newaxis]).softmax().data[0]
    first, second = np.argsort(-p)[:2]
    line = f"Read as {first}, with probability {p[first]:.2f}; next is {second}, with {p[second]:.2f}."
    assert model.text().splitlines()[0] == line
    assert f"{first}: {p[first]:.2f}" in model.text().splitlines()[1]


def test_an_empty_pad_is_not_read():
    model = drawn((2, 2))
    model.clear()
    assert model.probabilities() is None
    assert model.text() == "The pad is empty. Draw a digit, as large as the pad."
    assert model.state()["p"] is None
    model.figure()


def test_there_is_an_example_of_each_digit_and_each_is_another_drawing_as_large_as_the_pad():
    assert list(EXAMPLES) == [str(digit) for digit in range(10)]
    drawings = [DigitPadModel(network(), example=digit).counts() for digit in EXAMPLES]
    assert len({drawing.tobytes() for drawing in drawings}) == 10
    for drawing in drawings:
        assert drawing.shape == (SIDE, SIDE) and drawing[0].any() and drawing[-1].any()
        assert set(np.unique(drawing)) == {0, 16}


def test_an_example_can_be_changed_and_is_itself_the_next_time():
    model = DigitPadModel(network(), example="1")
    first = model.points.copy()
    model.points[0, 0] = True
    model.show_example("1")
    assert np.array_equal(model.points, first)


def test_the_bars_are_the_probabilities():
    clean, grey = (DigitPadModel(network(), edges, "7") for edges in (0, 0.3))
    _, first, _, second = clean.figure().axes
    assert [bar.get_width() for bar in first.patches] == pytest.approx(clean.probabilities())
    assert [bar.get_width() for bar in second.patches] == pytest.approx(grey.probabilities())
    assert grey.text() in clean.listing()


def test_the_page_draws_and_the_answer_is_what_the_network_says():
    view = digit_pad(network())
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    code = DigitPadModel(network(), example="4").code()
    view.asked(view, {"n": 1, "move": "show", "args": [code, 0.3, 0]}, [])
    state = told[0]["state"]
    assert (state["code"], state["edges"], told[0]["problem"]) == (code, 0.3, "")
    assert state["p"] == pytest.approx(DigitPadModel(network(), 0.3, "4").probabilities(), abs=1e-4)
    assert "edges 0.3" in state["text"]
    view.asked(view, {"n": 2, "move": "set_edges", "args": [3]}, [])  # not one of the moves
    assert len(told) == 1


def test_the_maps_of_the_drawing_go_to_the_page_as_signed_bytes():
    network = with_maps()
    model = DigitPadModel(network, example="3")
    assert model.scene()["layers"] == ["0: Conv2d", "1: ReLU"]
    for layer in range(2):
        model.show(model.code(), 0.1, layer)
        sent, x = model.state()["maps"], model.image()[np.newaxis, np.newaxis]
        for each in list(network)[: layer + 1]:
            x = each(x)
        values = np.frombuffer(base64.b64decode(sent["bytes"]), np.int8).reshape(sent["shape"])
        assert sent["largest"] == np.abs(x.data).max()
        assert values * sent["largest"] / 127 == pytest.approx(x.data[0], abs=sent["largest"] / 250)


def test_maps_of_another_network_can_be_shown_and_a_function_alone_has_none():
    assert DigitPadModel(network()).state()["maps"] is None
    beside = DigitPadModel(network(), maps=with_maps())
    assert beside.state()["maps"]["shape"] == [3, 8, 8]


def test_every_state_is_json():
    model = DigitPadModel(with_maps())
    for example in (None, *EXAMPLES):
        if example:
            model.show_example(example)
        for edges in model.EDGES:
            model.set_edges(edges)
            json.dumps(model.scene() | model.state(), allow_nan=False)


def test_a_network_that_fails_on_a_drawing_says_so_in_words():
    def only_light(x):
        if x.mean() > 0.5:
            raise TypeError("too much ink")
        return network()(x)

    model = DigitPadModel(only_light)
    model.show("f" * 256, 0.0, 0)
    state = model.state()
    assert state["p"] is None and state["text"] == "The network cannot read this: too much ink"


def test_probabilities_that_are_not_finite_are_not_sent():
    unsure = network()
    model = DigitPadModel(unsure, example="1")
    unsure[1].weight.data[...] = np.nan
    json.dumps(model.state(), allow_nan=False)
    assert model.state()["p"] is None and "not finite" in model.state()["text"]


@pytest.mark.parametrize(
    "arguments, line",
    [
        ((3,), "digit_pad: takes a network, a function of an array (1, 1, 8, 8), got 3"),
        ((network(), 2.0), "digit_pad: a cell gives a share from 0 to 1 of its ink to its neighbours, not 2.0"),
        ((network(), 0.0, "ten"), "digit_pad: the examples are the digits 0 to 9, got 'ten'"),
        ((network(), 0.0, None, network()), "digit_pad: takes a Sequential that begins with a Conv2d for grey images"),
        ((Sequential(Flatten(), Linear(64, 2)),), "digit_pad: the network gives ten scores for one image"),
        ((Sequential(Linear(5, 10)),), "digit_pad: linear: x of shape (1, 1, 8, 8)"),
        ((lambda x: 3,), "digit_pad: the network gives ten scores for one image, shape (1, 10); this one gave None"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(digit_pad(*arguments)).startswith(line)

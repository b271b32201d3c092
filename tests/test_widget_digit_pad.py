"""What the digit pad promises: the image is what was drawn, and what is said of it is the network's own word."""

import numpy as np
import pytest

from autograd_lib.nn.layers import Flatten, Linear, Sequential
from autograd_lib.widgets.digit_pad import EXAMPLES, SIDE, DigitPadModel, digit_pad


def network():
    return Sequential(Flatten(), Linear(64, 10, rng=3))


def drawn(*places, edges=0.0):
    model = DigitPadModel(network(), edges)
    for place in places:
        model.put(*place, True)
    return model


def test_a_cell_gives_ink_to_its_four_neighbours_and_keeps_its_own():
    image = drawn((3, 3), (3, 4), (0, 0), edges=0.3).image()
    assert image[3, 3] == image[3, 4] == image[0, 0] == 1
    assert [image[place] for place in [(2, 3), (4, 3), (3, 2), (2, 4), (4, 4), (3, 5), (0, 1), (1, 0)]] == [0.3] * 8
    assert np.count_nonzero(image) == 11


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
    assert model.text() == "The pad is empty. Press cells to draw a digit, as large as the pad."
    model.figure()


def test_a_cell_can_be_taken_back():
    model = drawn((2, 2), (3, 3))
    model.put(2, 2, False)
    assert np.argwhere(model.cells).tolist() == [[3, 3]]


def test_a_move_takes_all_cells_along_and_loses_what_leaves_the_pad():
    model = drawn((0, 0), (4, 5), (7, 7))
    model.move(1, 0)
    assert np.argwhere(model.cells).tolist() == [[1, 0], [5, 5]]
    model.move(0, -1)
    assert np.argwhere(model.cells).tolist() == [[5, 4]]


def test_there_is_an_example_of_each_digit_and_each_is_another_drawing_as_large_as_the_pad():
    assert list(EXAMPLES) == [str(digit) for digit in range(10)]
    drawings = [DigitPadModel(network(), example=digit).cells for digit in EXAMPLES]
    assert len({drawing.tobytes() for drawing in drawings}) == 10
    for drawing in drawings:
        assert drawing.shape == (SIDE, SIDE) and drawing[0].any() and drawing[-1].any()


def test_an_example_can_be_changed_and_is_itself_the_next_time():
    model = DigitPadModel(network(), example="1")
    first = model.cells.copy()
    model.put(0, 0, True)
    model.show_example("1")
    assert np.array_equal(model.cells, first)


def test_the_bars_are_the_probabilities():
    model = DigitPadModel(network(), example="7")
    _, bars = model.figure().axes
    assert [bar.get_width() for bar in bars.patches] == pytest.approx(model.probabilities())


def press(view, name):
    _, *rows = view.children[0].children
    [button] = [b for row in rows for b in row.children if b.description == name and hasattr(b, "click")]
    button.click()


def test_pressed_cells_reach_the_network():
    view = digit_pad(network())
    assert "The pad is empty" in view.words.value
    for place in [(1, 3), (2, 3), (3, 3)]:
        view.cells[place].value = True
    assert np.argwhere(view.model.cells).tolist() == [[1, 3], [2, 3], [3, 3]]
    assert "3 cells drawn, edges 0;" in view.words.value
    view.cells[2, 3].value = False
    assert "2 cells drawn" in view.words.value


def test_the_cells_show_the_model_whoever_has_changed_it():
    view = digit_pad(network(), example="4")

    def shown():
        return np.array([[view.cells[row, column].value for column in range(SIDE)] for row in range(SIDE)])

    assert np.array_equal(shown(), view.model.cells) and shown().any()
    for name in ("8", "→", "↓", "←", "↑", "clear"):
        press(view, name)
        assert np.array_equal(shown(), view.model.cells), name
    assert not shown().any()
    assert {cell.description for cell in view.cells.values()} == {""}


def test_an_example_is_drawn_with_one_refresh(monkeypatch):
    view = digit_pad(network())
    calls = []
    monkeypatch.setattr(view.model, "figure", lambda real=view.model.figure: calls.append(1) or real())
    press(view, "3")
    assert len(calls) == 1


def test_grey_edges_by_the_slider():
    view = digit_pad(network(), example="0")
    softness = view.children[0].children[0]
    softness.value = 0.3
    assert "edges 0.3" in view.words.value


@pytest.mark.parametrize(
    "arguments, line",
    [
        ((3,), "digit_pad: takes a network, a function of an array (1, 1, 8, 8), got 3"),
        ((network(), 2.0), "digit_pad: a cell gives a share from 0 to 1 of its ink to its neighbours, not 2.0"),
        ((network(), 0.0, "ten"), "digit_pad: the examples are the digits 0 to 9, got 'ten'"),
        ((Sequential(Flatten(), Linear(64, 2)),), "digit_pad: the network gives ten scores for one image"),
        ((Sequential(Linear(5, 10)),), "digit_pad: linear: x of shape (1, 1, 8, 8)"),
        ((lambda x: 3,), "digit_pad: the network gives ten scores for one image, shape (1, 10); this one gave None"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(digit_pad(*arguments)).startswith(line)

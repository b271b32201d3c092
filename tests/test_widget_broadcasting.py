"""What the broadcasting explorer promises: which axes are stretched, what is summed back, and what each number gets."""

import json

import numpy as np
import pytest

from autograd_lib.engine.tensor import Tensor
from autograd_lib.widgets.broadcasting import BroadcastingFront, BroadcastingModel, broadcasting_explorer

SHAPES = [(), (1,), (3,), (4,), (1, 1), (1, 4), (3, 1), (3, 4), (4, 3), (2, 1, 1), (2, 1, 4), (2, 3, 1), (2, 3, 4)]
PAIRS = [(a, b) for a in SHAPES for b in SHAPES]


def fits(a, b):
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        return None


def test_a_column_and_a_row_in_words():
    model = BroadcastingModel((3, 1), (4,))
    model.go_to(2)
    assert model.gradient.tolist() == [[7, -4, -3, -2], [-3, 7, 8, 3], [-5, -4, -1, 1]]
    assert model.text() == (
        "a of shape (3, 1) and b of shape (4,): a + b has shape (3, 4).\n"
        "a: axis -1 is stretched from 1 to 4 (summed over, it stays).\n"
        "b: axis -2 is new (summed over, it goes).\n"
        "a[2, 0] is used 4 times: a.grad[2, 0] = −5 − 4 − 1 + 1 = −9"
    )
    model.look_at("b")
    model.go_to(1)
    assert model.text().endswith("b[1] is used 3 times: b.grad[1] = −4 + 7 − 4 = −1")


def test_shapes_that_do_not_fit_are_told_why_and_have_no_gradient():
    model = BroadcastingModel((3,), (3, 4))
    assert model.result is None and model.gradient is None
    assert model.text() == (
        "a of shape (3,) and b of shape (3, 4) do not fit.\n"
        "Axis -1 has size 3 in one and 4 in the other. Counted from the end, sizes are equal, or one of them is 1."
    )
    assert model.svg().count("✗") == 1 and "grad" not in model.svg()
    model.choose("a", (3, 1))
    assert model.result == (3, 4)


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=str)
def test_shapes_and_gradients_are_those_of_the_engine(a, b):
    model = BroadcastingModel(a, b)
    assert model.result == fits(a, b)
    if model.result is None:
        return
    leaves = Tensor(np.zeros(a)), Tensor(np.zeros(b))
    (leaves[0] + leaves[1]).backward(gradient=model.gradient)
    for name, leaf in zip("ab", leaves):
        assert (model.back(name) == leaf.grad).all() and model.back(name).shape == leaf.shape


@pytest.mark.parametrize(("a", "b"), [((3, 1), (4,)), ((2, 1, 4), (3, 1)), ((), (2, 3)), ((3, 4), (3, 4))], ids=str)
def test_the_payments_of_each_number_add_up_to_its_gradient(a, b):
    model = BroadcastingModel(a, b)
    for name in "ab":
        model.look_at(name)
        for entry in range(model.last + 1):
            model.go_to(entry)
            paid = model.text().splitlines()[-1].partition(" = ")[2].replace("−", "-").replace("- ", "-")
            terms, _, total = paid.rpartition(" = ")
            assert sum(map(int, (terms or total).replace("+ ", "").split())) == int(total)
            assert int(total) == model.back(name)[model.place()]


def test_a_number_by_itself_is_named_without_brackets_and_used_everywhere():
    model = BroadcastingModel((), (2, 3))
    assert model.text().splitlines()[1].startswith("a: axis -2 is new (summed over, it goes), axis -1 is new")
    assert model.text().splitlines()[2] == "b is used as it is: b.grad is g."
    assert "\na is used 6 times: a.grad = " in model.text()


def test_an_axis_of_size_one_that_stays_so_is_not_called_stretched():
    assert BroadcastingModel((1, 4), (1,)).text().splitlines()[1:3] == [
        "a is used as it is: a.grad is g.",
        "b: axis -2 is new (summed over, it goes), axis -1 is stretched from 1 to 4 (summed over, it stays).",
    ]


def test_marked_are_one_number_of_the_input_and_all_its_copies():
    model = BroadcastingModel((3, 1), (4,))
    assert model.svg().count('stroke-width="3"') == 1 + 4
    model.look_at("b")
    assert model.svg().count('stroke-width="3"') == 1 + 3
    assert model.copies().sum() == 3


def test_the_place_stays_within_the_array_that_is_looked_at():
    model = BroadcastingModel((3, 4), (3, 4))
    model.go_to(11)
    model.choose("a", (1,))
    assert model.entry == 0 == model.last
    model.look_at("b")
    model.go_to(50)
    assert model.place() == (2, 3)
    model.look_at("a")
    assert model.place() == (0,)


def test_the_picture_has_the_same_size_for_all_shapes():
    heads = {BroadcastingModel(a, b).svg().partition("<rect")[0] for a, b in PAIRS}
    assert len(heads) == 1


@pytest.mark.parametrize(("a", "b"), [((3, 1), (4,)), ((2, 1, 4), (3, 1)), ((), (2, 3)), ((), ())], ids=str)
def test_each_number_of_the_result_says_what_it_is_made_of(a, b):
    model = BroadcastingModel(a, b)
    model.look_at("a + b")
    sums = model.numbers("a + b").ravel()
    for entry in range(model.last + 1):
        model.go_to(entry)
        assert f" = {sums[entry]}; g" in model.text() and model.copies().sum() == 1
        assert model.svg().count('stroke-width="3"') == 3  # in g, and in both gradients
    assert entry == len(sums) - 1


def test_a_sum_in_words():
    model = BroadcastingModel((3, 1), (4,))
    model.show([3, 1], [4], "a + b", 6)
    assert model.text().splitlines()[-1] == (
        "(a + b)[1, 2] = a[1, 0] + b[2] = 20 + 3 = 23; g[1, 2] = 8 goes to a.grad[1, 0] and to b.grad[2]"
    )
    model.show([], [], "a + b", 6)
    assert model.text().splitlines()[-1] == "(a + b) = a + b = 10 + 1 = 11; g = 7 goes to a.grad and to b.grad"


def test_the_page_tells_the_model_what_the_reader_has_moved_there():
    view = broadcasting_explorer((3, 1), (4,))
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "show", "args": [[3, 1], [4], "b", 3]}, [])
    assert "b[3] is used 3 times" in told[0]["state"]["text"]
    view.asked(view, {"n": 2, "move": "show", "args": [[3], [4], "a + b", 9]}, [])
    assert "do not fit" in told[1]["state"]["text"] and told[1]["state"]["entry"] == 0
    view.asked(view, {"n": 3, "move": "show", "args": [[3, 3, 3], [4], "a", 0]}, [])
    assert "Not possible: shapes that can be drawn" in told[2]["problem"] and view.model.shapes["a"] == (3,)
    view.asked(view, {"n": 4, "move": "show", "args": [[3], [4], "c", 0]}, [])
    assert "no array 'c'" in told[3]["problem"]


def test_every_state_is_json():
    for a, b in PAIRS:
        model = BroadcastingModel(a, b)
        for name in ("a", "b", "a + b"):
            model.look_at(name)
            json.dumps(model.scene() | model.state(), allow_nan=False)


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((5,), (4,)), "sizes from 1 to 4, and the first of three is at most 2: got (5,)"),
        (((0, 3), (3,)), "got (0, 3)"),
        (((3, 3, 3), (3,)), "got (3, 3, 3)"),
        (((1, 1, 1, 1), ()), "up to 3 axes"),
        (("ab", (3,)), "a shape is a tuple of whole numbers, as in (3, 1): got 'ab'"),
        (((3.0,), (3,)), "got (3.0,)"),
    ],
)
def test_wrong_shapes_get_one_line_in_its_place(shapes, words):
    line = repr(broadcasting_explorer(*shapes))
    assert line.startswith("broadcasting_explorer: ") and words in line and "\n" not in line


def test_the_still_answers_for_other_shapes_too():
    """The notebook asks about b[1], and about two other pairs of shapes."""
    lines = BroadcastingFront(BroadcastingModel()).still().text.splitlines()
    assert "b[1] is used 3 times: b.grad[1] = −4 + 7 − 4 = −1" in lines
    assert "a of shape (3, 1) and b of shape (3,): a + b has shape (3, 3)." in lines
    assert "a of shape (3,) and b of shape (3, 4) do not fit." in lines
    assert "a of shape (3, 1) and b of shape (3, 4): a + b has shape (3, 4)." in lines


def test_the_still_says_what_it_shows():
    still = BroadcastingFront(BroadcastingModel()).still()
    assert still.size == (660, 292)
    assert still.text.startswith(BroadcastingModel().text())
    assert still.alt == "a of shape (3, 1) and b of shape (4,): a + b has shape (3, 4)."

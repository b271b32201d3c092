"""Answers as plain data: which are equal, and how a difference is told."""

from collections import deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from autograd_lib.course.answers import compare, in_words, plain_data, same
from autograd_lib.engine.tensor import Tensor


def test_counts_are_exact_and_may_be_numpys():
    assert same(9610, np.int64(9610), 1e-2) and same(9610, 9610.0, 1e-2)
    assert not same(9610, 9609, 1e-2) and same(9610.0, 9609, 1e-2)
    assert same(0.5, np.float32(0.5), 0.0)


def test_numbers_are_equal_within_the_tolerance_and_true_is_no_number():
    assert same(1.0, 1.0 + 1e-12, 1e-9)
    assert not same(1.0, 1.001, 1e-9)
    assert not same(1.0, True, 1e-9)
    assert not same(1.0, float("nan"), 1e-9)
    assert same({"a": [1, 2]}, {"a": (1, 2)}, 1e-9)
    assert not same([1, 2], [1], 1e-9)


def test_a_gap_names_each_entry_that_differs_and_its_node():
    gap = compare({"a.grad": 6.0, "b.grad": 1.0}, {"a.grad": 3.0, "b.grad": 1.0}, 1e-9)
    assert gap.text == "a.grad is 3, expected 6."
    assert gap.nodes == ("a",)


ROWS = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (ROWS.T, "Expected shape (2, 3), got (3, 2)."),
        (ROWS[0], "Expected shape (2, 3), got (3,)."),
        (1.5, "Expected shape (2, 3), got ()."),
        (np.add(ROWS, [[0, 0, 0], [0, 0.25, -2]]), "[1, 1] is 5.25, expected 5 (2 of 6 numbers differ)."),
        (ROWS * np.nan, "[0, 0] is nan, expected 1 (6 of 6 numbers differ)."),
        ([1.0, 2.0], "Expected shape (2, 3), got (2,)."),
        (["a", 2.0], "Expected an array of numbers, got ['a', 2.0] (list)."),
        (np.array(["a"]), "Expected an array of numbers, got array(['a'], dtype='<U1') (ndarray)."),
        (None, "Expected an array of numbers, got None (NoneType)."),
    ],
)
def test_of_arrays_the_shape_comes_first_then_the_first_number_that_differs(answer, words):
    assert compare(ROWS, answer, 1e-9).text == words


def test_arrays_in_a_dict_are_called_by_their_names_and_mark_their_nodes():
    right = {"a.grad": ROWS, "b.grad": np.array(3.0), "loss": 1.0}
    wrong = {"a.grad": ROWS[0], "b.grad": np.array(2.0), "loss": 1.0}
    gap = compare(right, wrong, 1e-9)
    assert gap.text == "a.grad: expected shape (2, 3), got (3,); b.grad is 2, expected 3."
    assert gap.nodes == ("a", "b")


def test_a_word_that_is_wrong_stands_in_quotes():
    gap = compare({"B": "error", "C": "right"}, {"B": "right", "C": "right"}, 0.0, reveal=False)
    assert gap.text == "B: 'right' is not right."


def test_arrays_are_told_wrong_without_being_given_away():
    assert compare(ROWS, ROWS[0], 1e-9, reveal=False).text == "Shape (3,) is not right."
    shown = compare({"a": ROWS}, {"a": -ROWS}, 1e-9, reveal=False).text
    assert shown == "a[0, 0] is -1, which is not right (6 of 6 numbers differ)."


def test_arrays_are_equal_within_the_tolerance_at_each_place():
    assert same(ROWS, ROWS * (1 + 1e-12), 1e-9)
    assert same(ROWS, ROWS.astype(int), 1e-9)
    assert same(ROWS * 1e6, ROWS * 1e6 + 1e-4, 1e-9) and not same(ROWS, ROWS + 1e-4, 1e-9)
    assert not same(ROWS, ROWS.T, 1e-9)
    assert same(ROWS, list(ROWS), 1e-9) and not same(ROWS, list(ROWS)[:1], 1e-9)
    assert not same(ROWS > 0, True, 1e-9)
    assert same(np.array(2.0), 2.0, 1e-9) and not same(np.array(1.0), True, 1e-9)
    assert same(np.zeros((0, 3)), np.zeros((0, 3)), 1e-9) and not same(np.zeros((0, 3)), np.zeros((3, 0)), 1e-9)


def test_two_solutions_that_overflow_alike_are_alike():
    edges = np.array([np.nan, np.inf, -np.inf])
    assert same(edges, edges.copy(), 1e-9)
    assert not same(edges, np.array([np.nan, np.inf, np.inf]), 1e-9)
    assert not same(edges, np.array([np.nan, 1.0, -np.inf]), 1e-9)
    assert not same(np.array([1.0, np.inf, -np.inf]), edges, 1e-9)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (np.float64(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.str_("a"), "a"),
        (np.array(2.0), 2.0),
        (np.array([[1, 2]]), [[1, 2]]),
        (Fraction(1, 2), 0.5),
        (Fraction(4, 2), 2),
        (Decimal("0.5"), 0.5),
        ((np.float64(1), [np.bool_(False)]), (1.0, [False])),
        ({np.int64(1): deque([1, 2])}, {1: [1, 2]}),
        ({"a": 1}.values(), [1]),
        (range(3), [0, 1, 2]),
        ("text", "text"),
        (None, None),
    ],
)
def test_what_people_write_becomes_pythons_own_numbers_and_lists(written, plain):
    made = plain_data(written)
    assert made == plain and isinstance(made, type(plain)) and not isinstance(made, np.generic)


def test_sentences_call_an_array_an_array():
    gap = compare({"a": 1.0}, plain_data(np.array([1.0, 2.0])), 1e-9)
    assert gap.text == "Expected a dict with the keys 'a'. You returned [1, 2] (an array)."


def test_arrays_stay_arrays_where_arrays_are_wanted():
    rows = plain_data([ROWS, np.float64(1.0)], keeps_arrays=True)
    assert rows[0] is ROWS and rows[1] == 1.0


def test_a_list_that_holds_itself_has_an_end():
    loop = [1]
    loop.append(loop)
    assert plain_data(loop) == [1, "..."]


def test_two_answers_never_look_alike_in_a_gap():
    assert compare(6, [6], 1e-9).text == "Expected 6 (a number). You returned [6] (a list)."
    assert compare(1.0, 1.0000001, 1e-9).text == "Expected 1. You returned 1.0000001000000001."
    assert compare(1.0, "1.0", 1e-9).text == "Expected 1 (a number). You returned '1.0' (a text)."
    assert compare(1, True, 1e-9).text == "Expected 1 (a number). You returned True (True or False)."


class Broken:
    def __repr__(self):
        raise ValueError("no words")


@pytest.mark.parametrize(
    "answer", [Broken(), [Broken()] * 3, "x" * 5_000_000, list(range(200_000)), {1: [[[[[[0]]]]]]}]
)
def test_words_are_few_whatever_the_answer_is(answer):
    assert len(in_words(answer)) < 500
    assert len(compare({"a": 1.0, "b": [1, 2]}, {"a": answer, "b": answer}, 1e-9).text) < 2_000


def test_in_a_long_list_the_first_entry_that_differs_is_named():
    assert compare([0.0] * 9, [0.0] * 7 + [1.0] * 2, 1e-9).text == "[7] is 1, expected 0 (2 of 9 entries differ)."


def test_the_rows_of_a_gap_stand_side_by_side():
    gap = compare({"a": 1.0, "b": 2.0}, {"a": 1.0, "b": 3.0}, 1e-9)
    assert gap.rows == (("a", "1", "1", True), ("b", "2", "3", False))
    secret = compare({"a": 1.0, "b": 2.0}, {"a": 1.0, "b": 3.0}, 1e-9, reveal=False)
    assert [row.expected for row in secret.rows] == [None, None]


def test_a_number_in_an_array_of_another_library_is_a_number_and_a_node_stays_a_node():
    class Foreign:
        shape = ()

        def __array__(self):
            raise TypeError

        def item(self):
            return 2.5

    class Traced(Foreign):
        def item(self):
            raise RuntimeError("not known yet")

    traced, tensor = Traced(), Tensor(2.5)
    assert plain_data({"w": Foreign(), "t": traced, "n": tensor}) == {"w": 2.5, "t": traced, "n": tensor}

"""A later cell takes what the reader wrote, once it has passed, and the library's until then."""

import pytest

from autograd_lib import check, yours
from autograd_lib.course import yours as kept
from autograd_lib.course.contents import find_exercise


@pytest.fixture(autouse=True)
def a_fresh_kernel(monkeypatch):
    monkeypatch.setattr(kept, "_passed", {})


def average_slope(f, a, b):
    return (f(a) - f(b)) / (a - b)


def half_a_slope(f, a, b):
    return (f(b) - f(a)) / (b - a) / 2


def test_until_it_has_passed_it_is_the_librarys():
    assert yours("0.1") is find_exercise("0.1").reference


def test_once_it_has_passed_it_is_the_readers():
    check("0.1", average_slope)
    assert yours("0.1") is average_slope


def test_a_wrong_one_is_never_taken_neither_before_nor_after_a_right_one():
    check("0.1", half_a_slope)
    assert yours("0.1") is find_exercise("0.1").reference
    check("0.1", average_slope)
    check("0.1", half_a_slope)
    assert yours("0.1") is average_slope


def test_the_untouched_stub_is_not_taken():
    check("0.1", ...)
    assert yours("0.1") is find_exercise("0.1").reference


def test_of_an_answer_that_is_data_it_is_the_data():
    table = find_exercise("4.1").reference()
    assert yours("4.1") == table
    mine = dict(table)
    check("4.1", mine)
    assert yours("4.1") is mine


def test_an_exercise_that_there_is_not_is_refused_with_those_that_there_are():
    with pytest.raises(ValueError, match=r"no exercise '4\.9'\. Those of notebook 04 are 4\.1, 4\.2"):
        yours("4.9")

"""In notebook 03 the library's solutions work on the reader's own class, until the reader's have passed."""

import pytest

from autograd_lib.course import yours as kept
from autograd_lib.course.check import check
from autograd_lib.course.nb03 import yours


@pytest.fixture(autouse=True)
def a_fresh_kernel(monkeypatch):
    monkeypatch.setattr(kept, "_passed", {})


class Value:
    """A reader's own class, in this file as in a notebook."""

    def __init__(self, data, inputs=(), op="", local_gradients=(), label=""):
        self.data, self.grad, self.label = data, 0.0, label
        self._prev, self._op, self._local_gradients = tuple(inputs), op, tuple(local_gradients)

    def __sub__(self, other):
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))


def as_value(other):
    return other if isinstance(other, Value) else Value(other)


def divides(self, other):
    other = as_value(other)
    quotient = self.data / other.data
    return Value(quotient, (self, other), "/", (1 / other.data, -quotient / other.data))


def test_the_librarys_solutions_make_nodes_of_the_readers_class():
    a = Value(4.0)
    difference, quotient = yours("3.3")(a, 1), yours("3.4")(a, 2)
    assert (difference.data, quotient.data) == (-3.0, 2.0)
    for node in (difference, quotient):
        assert {type(each) for each in (node, *node._prev)} == {Value} and a in node._prev


def test_one_backward_step_serves_the_readers_class():
    a = Value(3.0)
    square = Value(9.0, (a, a), "*", (3.0, 3.0))
    square.grad = 0.5
    yours("3.7")(square)
    assert a.grad == 3.0


def test_once_it_has_passed_it_is_the_readers(monkeypatch):
    monkeypatch.setattr(Value, "_backward", yours("3.7"), raising=False)
    assert yours("3.4") is not divides
    check("3.4", divides)
    assert yours("3.4") is divides

"""`check_engine`: a report card for a reader's own class, whatever that class does."""

import math

import pytest

from autograd_lib import Value
from autograd_lib.checks.report_card import PARTS, check_engine
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.nb03.values import Value as Notebook03Value


class Closures:
    """An engine as most texts write it: closures, and a backward() that leaves stale gradients behind."""

    def __init__(self, data, inputs=(), op="", label=""):
        self.data, self.grad, self._prev, self._op, self.label = data, 0.0, inputs, op, label
        self._backward = lambda: None

    def node(self, data, inputs, pay):
        out = Closures(data, inputs)
        out._backward = lambda: pay(out)
        return out

    def __add__(self, other):
        other = other if isinstance(other, Closures) else Closures(other)

        def pay(out):
            self.grad += out.grad
            other.grad += out.grad

        return self.node(self.data + other.data, (self, other), pay)

    def __mul__(self, other):
        other = other if isinstance(other, Closures) else Closures(other)

        def pay(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return self.node(self.data * other.data, (self, other), pay)

    def __pow__(self, n):
        def pay(out):
            self.grad += n * self.data ** (n - 1) * out.grad

        return self.node(self.data**n, (self,), pay)

    def tanh(self):
        t = math.tanh(self.data)

        def pay(out):
            self.grad += (1 - t * t) * out.grad

        return self.node(t, (self,), pay)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return other + -self

    def __truediv__(self, other):
        return self * other**-1

    def __rtruediv__(self, other):
        return other * self**-1

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for node_input in node._prev:
                    visit(node_input)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()


def test_our_own_engine_passes_every_part():
    card = check_engine(Value)
    assert card.problems == {}
    assert card.usable


def test_a_textbook_engine_is_told_what_it_lacks_and_what_is_wrong():
    card = check_engine(Closures)
    assert card.problems["relu"] == "Value(2).relu(): missing (Closures has no `relu`)"
    assert card.problems["two calls of backward()"] == "d * d, with d = c * 3, twice: c.grad is 108, expected 72"
    assert card.problems["deep graphs"].endswith("RecursionError: too deep for an order found by recursion")
    assert "the right order" in card.passed


def changed(name, method):
    return type("Changed", (Closures,), {name: method})


def test_a_wrong_gradient_is_shown_on_the_smallest_example():
    class Overwrites(Closures):
        def __add__(self, other):
            other = other if isinstance(other, Closures) else Closures(other)

            def pay(out):
                self.grad = out.grad
                other.grad = out.grad

            return self.node(self.data + other.data, (self, other), pay)

        __radd__ = __add__

    card = check_engine(Overwrites)
    assert card.problems["a node used twice"] == "a + a: a.grad is 1, expected 2"
    assert not card.usable


def test_a_class_that_hangs_or_exits_or_crashes_gets_its_line_and_the_rest_go_on(monkeypatch):
    monkeypatch.setattr("autograd_lib.checks.report_card.SECONDS", 0.2)

    class Trouble(Closures):
        def tanh(self):
            while True:
                pass

        def relu(self):
            raise SystemExit(3)

        def exp(self):
            return 1 / 0

    card = check_engine(Trouble)
    assert card.problems["tanh"] == "Value(0.5).tanh(): did not finish within 0.2 seconds"
    assert card.problems["relu"] == "Value(2).relu(): SystemExit: 3"
    assert card.problems["exp"] == "Value(0.5).exp(): ZeroDivisionError: division by zero"
    assert "+" in card.passed


def test_an_empty_class_is_missing_everything():
    class Empty:
        pass

    card = check_engine(Empty)
    assert card.passed == []
    assert len(card.problems) == len(PARTS)


def test_only_a_class_can_be_checked():
    with pytest.raises(TypeError, match="takes the class itself, got Value"):
        check_engine(Value(1.0))


def test_the_card_shows_itself_in_words_and_as_a_table():
    card = check_engine(Closures)
    assert repr(card).splitlines()[0] == card.summary
    assert card._repr_html_().count("<tr>") == len(PARTS)


def test_the_class_that_the_notebooks_build_is_ready_for_a_network(monkeypatch):
    """Its operations and tanh are those of notebook 03, its order and backward() the solutions of 04."""

    def tanh(self):
        t = math.tanh(self.data)
        return Notebook03Value(t, (self,), "tanh", (1 - t * t,))

    monkeypatch.setattr(Notebook03Value, "tanh", tanh, raising=False)
    monkeypatch.setattr(Notebook03Value, "backward", find_exercise("4.5").reference, raising=False)
    card = check_engine(Notebook03Value)
    assert card.usable
    assert set(card.problems) == {"relu", "exp", "log", "sigmoid"}

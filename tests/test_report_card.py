"""`check_engine`: a report card for a reader's own class, whatever that class does."""

import math
import signal
import time

import pytest

from autograd_lib import Value
from autograd_lib.checks.report_card import PARTS, check_engine
from autograd_lib.checks.time_limit import OutOfTime
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


@pytest.fixture
def shallow(monkeypatch):
    """Leaves out the deep graphs, which take longest."""
    monkeypatch.setattr("autograd_lib.checks.report_card.PARTS", PARTS[:-1])


@pytest.fixture
def patient(monkeypatch):
    """Time enough for the deep graphs on a busy machine."""
    monkeypatch.setattr("autograd_lib.checks.report_card.SECONDS", 30)
    monkeypatch.setattr("autograd_lib.checks.report_card.SECONDS_IN_ALL", 60)


def test_our_own_engine_passes_every_part(patient):
    card = check_engine(Value)
    assert card.problems == {}
    assert card.usable


def test_a_textbook_engine_is_told_what_it_lacks_and_what_is_wrong(patient):
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


@pytest.mark.usefixtures("shallow")
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


# Whatever the class does, the card comes back.


class Unspeakable:
    def __repr__(self):
        raise ValueError("no words")

    __str__ = __repr__


class SilentError(Unspeakable, Exception):
    """An exception that cannot be shown."""


class Away(BaseException):
    """Not an Exception."""


def raises(error):
    def method(self):
        raise error

    return method


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize(
    "error, words",
    [
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (GeneratorExit("gone"), "GeneratorExit: gone"),
        (Away("over the hills"), "Away: over the hills"),
        (OutOfTime(), "OutOfTime"),
        (SilentError(), "SilentError: (it cannot be shown)"),
        (ValueError("two\nlines"), "ValueError: two lines"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_an_exception_of_any_kind_gets_its_line_and_the_rest_go_on(error, words):
    card = check_engine(changed("tanh", raises(error)))
    assert card.problems["tanh"] == f"Value(0.5).tanh(): {words}"
    assert "+" in card.passed and "relu" in card.problems


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize(
    "method",
    [
        raises(ValueError("x" * 1_000_000)),
        raises(type("E" * 1_000_000, (Exception,), {})()),
        lambda self: Closures("x" * 1_000_000),
        lambda self: Closures("x\n" * 1_000),
        lambda self: getattr(self, "x" * 1_000_000),
    ],
)
def test_a_problem_is_one_short_line_however_much_the_class_says(method):
    problem = check_engine(changed("tanh", method)).problems["tanh"]
    assert len(problem) < 300 and "\n" not in problem


class Huge(float):
    def __format__(self, spec):
        return "x" * 1_000_000


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize(
    "gradient, words",
    [
        (None, "None"),
        ("1", "'1'"),
        (math.nan, "nan"),
        (10**400, f"1{'0' * 98}…"),
        (10**5_000, "(it cannot be shown)"),
        (Unspeakable(), "(it cannot be shown)"),
        (Huge(3.0), f"{'x' * 99}…"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_gradient_of_any_kind_is_shown_beside_the_right_one(gradient, words):
    class Odd(Closures):
        def backward(self):
            self.grad = gradient

    assert check_engine(Odd).problems["holds a number"] == f"Value(2.0): a.grad is {words}, expected 1"


@pytest.mark.parametrize("name", ["data", "grad"])
def test_a_property_that_raises_is_named(name):
    class Open:
        data = grad = 1.0

        def __init__(self, data):
            pass

        def backward(self):
            pass

    closed = type("Closed", (Open,), {name: property(raises(SilentError()))})
    assert check_engine(closed).problems["holds a number"] == "Value(2.0): SilentError: (it cannot be shown)"


def test_a_class_whose_metaclass_breaks_its_name_is_checked():
    class Nameless(type):
        __name__ = property(raises(ValueError("no name")))

    card = check_engine(Nameless("Engine", (Closures,), {"tanh": raises(Nameless("Bad", (Exception,), {})())}))
    assert card.name == "Engine" and card.problems["tanh"] == "Value(0.5).tanh(): Bad"


class Pretender(Unspeakable):
    __class__ = type


@pytest.mark.parametrize("thing", [Unspeakable(), Pretender()])
def test_what_is_no_class_is_refused_whatever_it_says_of_itself(thing):
    with pytest.raises(
        TypeError, match=r"takes the class itself, got \(it cannot be shown\) \((Unspeakable|Pretender)\)"
    ):
        check_engine(thing)


def test_a_slow_class_is_tried_for_a_few_seconds_and_told_which_parts_were_not_reached(monkeypatch):
    monkeypatch.setattr("autograd_lib.checks.report_card.SECONDS_IN_ALL", 0.5)

    class Slow(Closures):
        def __init__(self, data):
            time.sleep(0.1)
            super().__init__(data)

    start = time.monotonic()
    card = check_engine(Slow)
    assert time.monotonic() - start < 2
    assert card.passed[0] == "holds a number"
    no_time = "no time was left (all parts together have 0.5 seconds)"
    assert card.problems["deep graphs"] == f"a = a + a * -0.001, 5,000 times: {no_time}"


@pytest.mark.usefixtures("shallow")
def test_a_class_that_catches_the_time_limit_is_cut_off_all_the_same(monkeypatch):
    monkeypatch.setattr("autograd_lib.checks.report_card.SECONDS", 0.1)

    class Stubborn(Closures):
        def tanh(self):
            try:
                time.sleep(5)
            except BaseException:
                return super().tanh()

    assert check_engine(Stubborn).problems["tanh"] == "Value(0.5).tanh(): did not finish within 0.1 seconds"


def test_a_user_who_presses_ctrl_c_is_heard_whatever_the_class_makes_of_it():
    before, pressed = signal.getsignal(signal.SIGINT), []

    class Deaf(Closures):
        def tanh(self):
            pressed.append("Ctrl-C")
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise ValueError("nothing has happened") from None

    with pytest.raises(KeyboardInterrupt):
        check_engine(Deaf)
    assert pressed == ["Ctrl-C"]
    assert signal.getsignal(signal.SIGINT) is before


def test_every_leaf_of_a_case_has_its_gradient_compared():
    class Forgetful(Closures):
        """Adds to what `sum` has begun, 0 + a, and pays nothing to what is added."""

        def __add__(self, other):
            return self.node(self.data + other.data, (self,), lambda out: setattr(self, "grad", out.grad))

    class Begins(Closures):
        def __radd__(self, number):
            started = self + number
            started.__class__ = Forgetful
            return started

    assert check_engine(Begins).problems["sum() of a list"] == "sum([a, b]): b.grad is 0, expected 1"

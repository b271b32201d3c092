"""What the stepping widgets stand on: a graph's numbers, read from any class, and nothing of the graph changed."""

import pytest
from expressions import VALUES, programs
from hypothesis import given
from own_value import OwnValue

from autograd_lib.engine.value import Value
from autograd_lib.widgets.passes import NumberGraph, Payment, equals


class Closures:
    """A class as in the first half of notebook 03; `backward` is how a product pays."""

    def __init__(self, data, inputs=(), label=""):
        self.data, self.grad, self.label = data, 0.0, label
        self._prev, self._op = tuple(inputs), "*" if inputs else ""
        self._backward = lambda: None

    def times(self, other, backward):
        out = Closures(self.data * other.data, (self, other))
        out._backward = lambda: backward(self, other, out)
        return out


def adds(a, b, out):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def overwrites(a, b, out):
    a.grad = b.data * out.grad
    b.grad = a.data * out.grad


def forgets_its_own_gradient(a, b, out):
    a.grad += b.data
    b.grad += a.data


def stumbles(a, b, out):
    raise KeyError("no such input")


def product(backward):
    return Closures(2.0, label="a").times(Closures(-3.0, label="b"), backward)


@given(programs())
def test_a_pass_on_the_numbers_gives_the_gradients_that_the_engine_gives(program):
    leaves = [Value(number) for number in program.numbers]
    root = program.result(leaves, VALUES)
    graph = NumberGraph(root)
    root.backward()
    assert list(graph.gradients()) == pytest.approx([node.grad for node in graph.sources], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    "expression",
    [
        lambda a, b: a * b + a,
        lambda a, b: (a * a + b).tanh() * b,
        lambda a, b: (a - b).relu() * (a * b).exp() + a.log(),
    ],
)
def test_where_a_class_does_not_store_its_local_gradients_they_are_measured(expression):
    own, values = [OwnValue(2.0), OwnValue(-0.5)], [Value(2.0), Value(-0.5)]
    graph = NumberGraph(expression(*own))
    expression(*values).backward()
    found = [graph.gradients()[graph.places[leaf]] for leaf in own]
    assert found == pytest.approx([value.grad for value in values], rel=1e-9)


@pytest.mark.parametrize("make", [lambda: product(adds), lambda: OwnValue(2.0) * OwnValue(-3.0)])
def test_the_gradients_of_the_readers_own_nodes_are_put_back(make):
    root = make()
    for number, node in enumerate([root, *root._prev]):
        node.grad = 0.5 + number
    before = [node.grad for node in [root, *root._prev]]
    NumberGraph(root)
    assert [node.grad for node in [root, *root._prev]] == before


def test_they_are_put_back_when_reading_fails_too():
    root = product(overwrites)
    root.grad = 0.7
    with pytest.raises(ValueError):
        NumberGraph(root)
    assert [node.grad for node in (root, *root._prev)] == [0.7, 0.0, 0.0]


def test_each_payment_is_written_out():
    a = Value(2.0, label="a")
    b = a * -3
    b.label = "b"
    graph = NumberGraph(b * b)
    payments, grads = graph.turn(3, graph.start())
    assert list(map(str, payments)) == [
        "b.grad += 1.0 × (-6.0) = -6.0, now -6.0",
        "b.grad += 1.0 × (-6.0) = -6.0, now -12.0",
    ]
    payments, _ = graph.turn(2, grads)
    assert list(map(str, payments)) == [
        "a.grad += -12.0 × (-3.0) = 36.0, now 36.0",
        "(-3).grad += -12.0 × 2.0 = -24.0, now -24.0",
    ]


def test_two_uses_are_one_payment_where_only_their_total_can_be_measured():
    a = Closures(3.0, label="a")
    graph = NumberGraph(a.times(a, adds))
    payments, _ = graph.turn(1, graph.start())
    assert list(map(str, payments)) == ["a.grad += 1.0 × 6.0 = 6.0, now 6.0"]


def test_words_say_how_a_number_came_about():
    a = Value(2.0, label="a")
    b = (a * -3).tanh()
    assert [node.words for node in NumberGraph(b).nodes] == [
        "a = 2.0",
        "-3.0",
        "n2 = a * (-3) = 2.0 * (-3.0) = -6.0",
        "n3 = tanh(n2) = tanh(-6.0) = -1.0",
    ]


def sum_of(count):
    total = Value(1.0)
    for _ in range(count):
        total = total + 1
    return total


class Mute:
    data, _prev, _op = 6.0, (), ""


def mute_product():
    root = Mute()
    root._prev, root._op = (Mute(), Mute()), "*"
    return root


def text_node():
    root = Value(1.0) + 2
    root.data = "three"
    return root


@pytest.mark.parametrize(
    "make, error, line",
    [
        (lambda: None, TypeError, "takes a node, an object with data and _prev as Value has; got None (NoneType)"),
        (lambda: sum_of(2_500), ValueError, "shows at most 60 nodes; this graph has 5,001. Take a smaller example."),
        (text_node, ValueError, "shows graphs of numbers; a node holds 'three' (str)."),
        (mute_product, ValueError, "n2 (Mute) does not say what it pays its inputs. A node needs _local_gradients"),
        (lambda: product(stumbles), ValueError, "the _backward() of n2 failed: KeyError: 'no such input'"),
        (
            lambda: product(overwrites),
            ValueError,
            "the _backward() of n2 does not add upstream × local to a.grad: with n2.grad = 1.0 it made 0.0 into -3.0, "
            "so with 2.0 it should make 0.5 into -5.5, and it made -6.0. Is there = where += belongs?",
        ),
        (lambda: product(forgets_its_own_gradient), ValueError, "it should make 0.5 into -5.5, and it made -2.5."),
    ],
)
def test_what_cannot_be_shown_is_refused_by_name(make, error, line):
    with pytest.raises(error) as raised:
        NumberGraph(make())
    assert line in str(raised.value)


def test_an_equation_of_rounded_numbers_is_marked_where_it_does_not_hold():
    assert equals("7.0", "3.0", "21.0") == "="
    assert equals("0.2449", "1.284", "0.3145") == "="  # 0.3144516
    assert equals("0.0049", "2.0", "0.0099") == "≈"
    assert equals("1.0", "1e-05", "1e-05") == "="
    assert equals("1e-05", "0.3333", "3.3333e-06") == "≈"
    assert str(Payment("x", 0.00493, 2.0, 0.00986)) == "x.grad += 0.0049 × 2.0 ≈ 0.0099, now 0.0099"

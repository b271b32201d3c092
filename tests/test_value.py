"""A Value: the node that each operation makes, its number, and what a user may do with it."""

import math
import operator
from fractions import Fraction

import numpy as np
import pytest
from expressions import ARITHMETIC

from autograd_lib.engine.value import Value


def test_a_leaf_holds_a_float_and_nothing_else():
    a = Value(3)
    assert a.data == 3.0 and type(a.data) is float
    assert a.grad == 0.0 and type(a.grad) is float
    assert a._prev == () and a._op == "" and a.label == ""


REAL_NUMBERS = [2, 2.0, True, Fraction(1, 2), np.float64(2.0), np.float32(0.5), np.int64(2), np.uint8(2)]


@pytest.mark.parametrize("number", REAL_NUMBERS, ids=lambda number: type(number).__name__)
def test_a_leaf_takes_any_real_number(number):
    assert Value(number).data == float(number)
    assert type(Value(number).data) is float


@pytest.mark.parametrize("number", REAL_NUMBERS, ids=lambda number: type(number).__name__)
@pytest.mark.parametrize("op", ARITHMETIC)
def test_a_number_may_stand_on_either_side(op, number):
    apply = ARITHMETIC[op]
    a = Value(1.5)
    for node, expected in [
        (apply(a, number), apply(1.5, float(number))),
        (apply(number, a), apply(float(number), 1.5)),
    ]:
        assert isinstance(node, Value)
        assert node.data == expected and type(node.data) is float


@pytest.mark.parametrize("op", ["+", "-", "*", "/"])
def test_in_arithmetic_a_number_becomes_an_unlabelled_leaf(op):
    a = Value(3.0, label="a")
    left, right = ARITHMETIC[op](2, a), ARITHMETIC[op](a, 2)
    assert left._op == right._op == op
    two, same_a = left._prev
    assert same_a is a and (two.data, two._prev, two._op, two.label) == (2.0, (), "", "")
    same_a, two = right._prev
    assert same_a is a and (two.data, two._prev, two._op, two.label) == (2.0, (), "", "")


def test_a_number_as_exponent_is_part_of_the_operation():
    a = Value(3.0)
    square = a**2
    assert square._prev == (a,) and square._op == "**2"
    assert (a**-1)._op == "**-1" and (a**0.5)._op == "**0.5"


def test_a_value_as_exponent_is_an_input():
    base, exponent = Value(2.0), Value(3.0)
    power = base**exponent
    assert power.data == 8.0 and power._op == "**" and power._prev == (base, exponent)
    power.backward()
    assert base.grad == 12.0  # 3 · 2²
    assert exponent.grad == pytest.approx(8 * math.log(2))


def test_a_number_as_base_becomes_a_leaf():
    exponent = Value(3.0)
    power = 2**exponent
    assert power.data == 8.0 and [node.data for node in power._prev] == [2.0, 3.0]


@pytest.mark.parametrize("op", ARITHMETIC)
def test_the_inputs_are_kept_in_order(op):
    a, b = Value(3.0), Value(2.0)
    assert ARITHMETIC[op](a, b)._prev == (a, b)
    assert ARITHMETIC[op](b, a)._prev == (b, a)


@pytest.mark.parametrize("op", ARITHMETIC)
def test_an_operation_on_a_node_and_itself_has_two_edges(op):
    a = Value(2.0)
    assert ARITHMETIC[op](a, a)._prev == (a, a)


def test_both_edges_of_a_plus_a_pay_in():
    a = Value(3.0)
    (a + a).backward()
    assert a.grad == 2.0


def test_minus_division_and_negation_are_operations_of_their_own():
    a, b = Value(6.0), Value(3.0)
    assert [node._op for node in (a - b, a / b, -a)] == ["-", "/", "neg"]
    assert [node.data for node in (a - b, a / b, -a)] == [3.0, 2.0, -6.0]
    assert (-a)._prev == (a,)


def test_augmented_assignment_makes_a_new_node():
    a = Value(1.0)
    b = a
    b += 2
    b *= 3
    assert a.data == 1.0 and b.data == 9.0 and b is not a


def test_builtin_sum_adds_values():
    assert sum([Value(1.0), Value(2.0), Value(3.0)]).data == 6.0


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("x, y", [(1.0, 1.0), (1.0, 2.0), (2.0, 1.0)])
def test_order_is_that_of_the_numbers(compare, x, y):
    answers = [
        compare(Value(x), Value(y)),
        compare(Value(x), y),
        compare(x, Value(y)),
        compare(np.float64(x), Value(y)),
    ]
    assert answers == [compare(x, y)] * 4


def test_values_can_be_sorted_and_the_largest_found():
    values = [Value(x) for x in (2.0, -1.0, 3.0)]
    assert [v.data for v in sorted(values)] == [-1.0, 2.0, 3.0]
    assert max(values) is values[2]


def test_a_value_can_be_compared_with_infinity():
    """`best = math.inf; if loss < best: …` is how the best of several runs is kept."""
    assert Value(1.0) < math.inf and math.inf > Value(1.0)
    assert Value(1.0) >= -math.inf


def test_equality_and_hash_are_identity():
    a, b = Value(1.0), Value(1.0)
    assert a == a and a != b and a != 1.0
    assert a in [b, a] and a not in [b]
    assert len({a, b, a}) == 2


# Functions: the number and the local gradient of each, compared with the same thing written with `math`.

FUNCTIONS = {
    "exp": (0.7, math.exp(0.7), math.exp(0.7)),
    "log": (0.7, math.log(0.7), 1 / 0.7),
    "sqrt": (0.7, math.sqrt(0.7), 0.5 / math.sqrt(0.7)),
    "sin": (0.7, math.sin(0.7), math.cos(0.7)),
    "cos": (0.7, math.cos(0.7), -math.sin(0.7)),
    "tanh": (0.7, math.tanh(0.7), 1 - math.tanh(0.7) ** 2),
    "sigmoid": (0.7, 1 / (1 + math.exp(-0.7)), math.exp(-0.7) / (1 + math.exp(-0.7)) ** 2),
    "softplus": (0.7, math.log(1 + math.exp(0.7)), 1 / (1 + math.exp(-0.7))),
    "relu": (0.7, 0.7, 1.0),
    "leaky_relu": (-0.7, -0.007, 0.01),
    "abs": (-0.7, 0.7, -1.0),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_makes_one_node_with_its_number_and_slope(name):
    x, expected, slope = FUNCTIONS[name]
    a = Value(x)
    node = getattr(a, name)()
    assert node._op == name and node._prev == (a,)
    assert node.data == pytest.approx(expected, rel=1e-14)
    node.backward()
    assert a.grad == pytest.approx(slope, rel=1e-14)


def test_abs_also_works_as_the_builtin():
    a = Value(-2.0)
    assert abs(a).data == 2.0 and abs(a)._op == "abs"


# (function, x, its value, its slope) where a formula from the textbook would overflow, or give NaN.
STABLE = [
    ("tanh", 1000, 1.0, 0.0),
    ("tanh", -1000, -1.0, 0.0),
    ("sigmoid", 1000, 1.0, 0.0),
    ("sigmoid", -1000, 0.0, 0.0),
    ("softplus", 1000, 1000.0, 1.0),
    ("softplus", -1000, 0.0, 0.0),
    ("exp", -1000, 0.0, 0.0),
]


@pytest.mark.parametrize("name, x, expected, slope", STABLE)
def test_functions_are_stable_far_from_zero(name, x, expected, slope):
    a = Value(x)
    node = getattr(a, name)()
    node.backward()
    assert (node.data, a.grad) == (expected, slope)


def test_sigmoid_and_softplus_keep_their_digits_where_they_are_small():
    """e⁻⁴⁰ is lost in 1 + e⁻⁴⁰; the stable forms never write that sum."""
    assert Value(-40.0).sigmoid().data == pytest.approx(math.exp(-40), rel=1e-14, abs=0)
    assert Value(-40.0).softplus().data == pytest.approx(math.exp(-40), rel=1e-14, abs=0)


# (function, its slope at 0) where there is more than one to choose from: the choice is PyTorch's.
AT_ZERO = [("relu", 0.0), ("abs", 0.0), ("leaky_relu", 0.01)]


@pytest.mark.parametrize("zero", [0.0, -0.0])
@pytest.mark.parametrize("name, slope", AT_ZERO)
def test_slopes_at_a_kink_are_the_documented_ones(name, slope, zero):
    a = Value(zero)
    node = getattr(a, name)()
    node.backward()
    assert node.data == 0.0 and a.grad == slope
    assert "at 0" in getattr(Value, name).__doc__


def test_leaky_relu_takes_its_slope():
    for x, data, slope in [(-2.0, -1.0, 0.5), (0.0, 0.0, 0.5), (2.0, 2.0, 1.0)]:
        a = Value(x)
        node = a.leaky_relu(0.5)
        node.backward()
        assert (node.data, a.grad) == (data, slope)


# base ** exponent: (base, exponent, value, slope)
POWERS = [
    (3.0, 2, 9.0, 6.0),
    (-3.0, 3, -27.0, 27.0),
    (-2.0, -1, -0.5, -0.25),
    (4.0, 0.5, 2.0, 0.25),
    (4.0, Fraction(1, 2), 2.0, 0.25),
    (0.0, 2, 0.0, 0.0),
    (0.0, 1, 0.0, 1.0),
    (0.0, 0, 1.0, 0.0),
    (5.0, 0, 1.0, 0.0),
]


@pytest.mark.parametrize("base, exponent, expected, slope", POWERS)
def test_powers_and_their_slopes(base, exponent, expected, slope):
    a = Value(base)
    power = a**exponent
    power.backward()
    assert (power.data, a.grad) == (expected, slope)


# Sums of many.


def test_sum_is_one_node_with_an_edge_for_each_value():
    a, b = Value(1.0), Value(2.0)
    total = Value.sum([a, b, a])
    assert total._op == "sum" and total._prev == (a, b, a) and total.data == 4.0
    total.backward()
    assert (a.grad, b.grad) == (2.0, 1.0)


def test_sum_takes_any_iterable_and_adds_plain_numbers_without_a_node():
    a = Value(1.0)
    total = Value.sum(x for x in [a, 2, np.float64(3.0)])
    assert total.data == 6.0 and total._prev == (a,)


def test_sum_of_no_values_is_a_leaf():
    for total, expected in [(Value.sum([]), 0.0), (Value.sum([1, 2]), 3.0)]:
        assert (total.data, total._prev, total._op) == (expected, (), "")
        total.backward()


def test_dot_is_one_node():
    w, x, b = [Value(2.0), Value(3.0)], [Value(5.0), Value(7.0)], Value(11.0)
    node = Value.dot(w, x, b)
    assert node.data == 42.0 and node._op == "dot"
    assert node._prev == (b, w[0], w[1], x[0], x[1])
    node.backward()
    assert [v.grad for v in (*w, *x, b)] == [5.0, 7.0, 2.0, 3.0, 1.0]


def test_numbers_in_a_dot_are_part_of_the_operation():
    w, x = Value(2.0), Value(5.0)
    assert Value.dot([w], [3])._prev == (w,)
    assert Value.dot([3], [x])._prev == (x,)
    assert Value.dot([w, 4], [3, x], 1)._prev == (w, x)
    assert Value.dot([w, 4], [3, x], 1).data == 27.0
    assert Value.dot((w,), np.array([3.0]), np.float64(1)).data == 7.0


def test_dot_of_plain_numbers_is_a_leaf():
    node = Value.dot([2.0], [3.0], 1.0)
    assert (node.data, node._prev, node._op) == (7.0, (), "")
    assert Value.dot([], []).data == 0.0


def test_dot_of_a_vector_with_itself_is_the_sum_of_its_squares():
    v = [Value(2.0), Value(-3.0)]
    square = Value.dot(v, v)
    square.backward()
    assert square.data == 13.0 and [x.grad for x in v] == [4.0, -6.0]


# How a node looks, and how a user of a micrograd-style class works with it.

SHOWN = {
    4.0: "4.0000",
    0.0: "0.0000",
    -0.70710678: "-0.7071",
    1e-3: "0.0010",
    9.99e-4: "9.9900e-04",
    1e-6: "1.0000e-06",
    -1e-6: "-1.0000e-06",
    999999.0: "999999.0000",
    1e6: "1.0000e+06",
    -2.5e300: "-2.5000e+300",
}


@pytest.mark.parametrize("number", SHOWN)
def test_repr_shows_four_decimals_or_scientific_notation(number):
    a = Value(1.0)
    a.grad = number
    assert repr(a) == f"Value(data=1.0000, grad={SHOWN[number]})"
    assert repr(Value(number)) == f"Value(data={SHOWN[number]}, grad=0.0000)"


def test_a_node_that_overflowed_can_still_be_looked_at():
    big = Value(1e200) * Value(1e200)
    assert repr(big) == "Value(data=inf, grad=0.0000)"
    assert repr(big - big) == "Value(data=nan, grad=0.0000)"


def test_labels_grads_and_data_can_be_set():
    p = Value(2.0, label="p")
    p.label = "weight"
    (p * p).backward()
    assert p.grad == 4.0
    p.data += -0.25 * p.grad
    p.grad = 0.0
    assert (p.label, p.data, p.grad) == ("weight", 1.0, 0.0)


def test_the_backward_of_a_leaf_does_nothing():
    a = Value(2.0)
    a.grad = 5.0
    assert a._backward() is None
    assert (a.data, a.grad) == (2.0, 5.0)


def test_backward_by_hand_node_by_node():
    """The labelled neuron that many courses compute by hand: o = 0.7071, gradients -1.5, 1.0, 0.5, 0."""
    x1, x2, w1, w2 = (Value(number) for number in (2.0, 0.0, -3.0, 1.0))
    x1w1, x2w2 = x1 * w1, x2 * w2
    both = x1w1 + x2w2
    n = both + 6.8813735870195432
    o = n.tanh()
    o.grad = 1.0
    for node in (o, n, both, x1w1, x2w2):
        node._backward()
    assert o.data == pytest.approx(0.7071, abs=1e-4)
    assert [v.grad for v in (x1, w1, w2, x2)] == pytest.approx([-1.5, 1.0, 0.0, 0.5])


def test_a_program_written_for_micrograd_runs_unchanged():
    """The example in micrograd's README, with the numbers that it gives."""
    a, b = Value(-4.0), Value(2.0)
    c = a + b
    d = a * b + b**3
    c += c + 1
    c += 1 + c + (-a)
    d += d * 2 + (b + a).relu()
    d += 3 * d + (b - a).relu()
    e = c - d
    f = e**2
    g = f / 2.0
    g += 10.0 / f
    assert f"{g.data:.4f}" == "24.7041"
    g.backward()
    assert f"{a.grad:.4f}" == "138.8338"
    assert f"{b.grad:.4f}" == "645.5773"


def test_a_new_operation_is_one_line():
    def cube(a):
        return Value(a.data**3, (a,), "cube", (3 * a.data**2,))

    a = Value(2.0)
    node = cube(a) + cube(a)
    node.backward()
    assert node.data == 16.0 and a.grad == 24.0 and node._prev[0]._op == "cube"


def test_a_new_operation_may_give_lists_and_keeps_its_label():
    a, b = Value(2.0), Value(3.0)
    node = Value(6.0, [a, b], "area", [3.0, 2.0], "A")
    assert node._prev == (a, b) and node.label == "A"
    node.backward()
    assert (a.grad, b.grad) == (3.0, 2.0)

"""Bad input raises the right kind of error, which says what came, where, and what to do."""

import math
import operator
import re

import numpy as np
import pytest
from expressions import ARITHMETIC

from autograd_lib.engine.value import Value


def refused(error, *words):
    """Expect exactly this kind of error, with these words in its message, in this order."""
    return pytest.raises(error, match=".*".join(map(re.escape, words)), check=lambda e: type(e) is error)


NOT_NUMBERS = {
    "text": ("3", ["'3'", "str", "float("]),
    "list": ([1.0], ["[1.0]", "list"]),
    "nothing": (None, ["None", "NoneType"]),
    "complex": (2 + 1j, ["(2+1j)", "complex"]),
    "array": (np.array([1.0, 2.0]), ["array([1., 2.])", "ndarray", "index", "Tensor"]),
    "array of one": (np.array(2.0), ["array(2.)", "ndarray", "index"]),
}


@pytest.mark.parametrize("name", NOT_NUMBERS)
def test_a_leaf_refuses_what_is_not_a_real_number(name):
    wrong, words = NOT_NUMBERS[name]
    with refused(TypeError, "one real number", *words):
        Value(wrong)


def test_a_leaf_refuses_another_value():
    with refused(TypeError, "one real number", "Value(data=2.0000, grad=0.0000)"):
        Value(Value(2.0))


@pytest.mark.parametrize("name", NOT_NUMBERS)
@pytest.mark.parametrize("op", ARITHMETIC)
def test_arithmetic_refuses_it_on_either_side(op, name):
    wrong, words = NOT_NUMBERS[name]
    with refused(TypeError, "one real number", *words):
        ARITHMETIC[op](Value(1.0), wrong)
    with refused(TypeError, "one real number", *words):
        ARITHMETIC[op](wrong, Value(1.0))


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("name", NOT_NUMBERS)
def test_comparison_refuses_it_too(compare, name):
    wrong, words = NOT_NUMBERS[name]
    with refused(TypeError, *words):
        compare(Value(1.0), wrong)
    with refused(TypeError, *words):
        compare(wrong, Value(1.0))


def test_no_array_of_values_comes_out_by_accident():
    """NumPy would make an array of objects, and the graph would be broken."""
    array, a = np.array([1.0, 2.0]), Value(3.0)
    for slip in [lambda: array * a, lambda: array + a, lambda: operator.imul(array, a), lambda: np.multiply(array, a)]:
        with pytest.raises(TypeError):
            slip()
    with pytest.raises(TypeError):
        np.exp(a)
    assert array.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    "number", [math.nan, math.inf, -math.inf, np.float64("nan"), 10**400], ids=lambda n: f"{n!r:.12}"
)
def test_a_leaf_refuses_what_is_not_finite(number):
    shown = "nan" if number != number else "-inf" if number < 0 else "inf"
    with refused(ValueError, "finite number", f"got {shown}", "Find out where it comes from"):
        Value(number)
    with refused(ValueError, "finite number", f"got {shown}"):
        Value(1.0) * number


def test_a_node_with_inputs_needs_a_local_gradient_for_each():
    a, b = Value(1.0), Value(2.0)
    with refused(ValueError, "'add'", "a local gradient for each input, got 0 for 2", "(slope, ...)"):
        Value(3.0, (a, b), "add")
    with refused(ValueError, "'add'", "got 1 for 2"):
        Value(3.0, (a, b), "add", (1.0,))
    with refused(ValueError, "'odd'", "got 1 for 0"):
        Value(3.0, (), "odd", (1.0,))


def test_one_input_or_one_local_gradient_is_a_tuple_too():
    a = Value(1.0)
    with refused(TypeError, "'exp'", "as tuples", "for one alone (x,)", "got 2.718 (float)"):
        Value(2.718, (a,), "exp", 2.718)
    with refused(TypeError, "'exp'", "as tuples", "(Value)"):
        Value(2.718, a, "exp", (2.718,))


# Where a function has no value or no finite derivative: the kind of error, and the node, number and remedy it names.

ADD_CONSTANT = "add a small constant"
AWAY_FROM_ZERO = "Keep the denominator away from 0"
POWER = "a base > 0, or a whole exponent"

NO_VALUE = {
    "log(0)": (lambda: Value(0).log(), ValueError, ["log(0)", "> 0", "keep its input above 0", "logits"]),
    "log(-1)": (lambda: Value(-1).log(), ValueError, ["log(-1)", "> 0"]),
    "log, labelled": (lambda: Value(0, label="p").log(), ValueError, ["log(p)", "p = 0", "softplus"]),
    "log, inner": (lambda: (named("a", 2) - named("b", 2.5)).log(), ValueError, ["log(a - b)", "a - b = -0.5"]),
    "log, slope": (lambda: Value(5e-324).log(), ValueError, ["log(", "> 0"]),
    "sqrt(0)": (lambda: Value(0).sqrt(), ValueError, ["sqrt(0)", "> 0", ADD_CONSTANT]),
    "sqrt(-4)": (lambda: Value(-4).sqrt(), ValueError, ["sqrt(-4)"]),
    "exp(1000)": (lambda: Value(1000).exp(), OverflowError, ["exp(1000)", "subtract the largest"]),
    "exp, labelled": (lambda: named("z", 1000).exp(), OverflowError, ["exp(z)", "z = 1000"]),
    "1 / 0": (lambda: 1 / Value(0), ZeroDivisionError, ["1 / 0", AWAY_FROM_ZERO]),
    "x / 0": (lambda: named("x", 3) / 0, ZeroDivisionError, ["x / 0", "x = 3", AWAY_FROM_ZERO]),
    "x / y": (lambda: named("x", 3) / named("y", 0), ZeroDivisionError, ["x / y", "x = 3, y = 0"]),
    "x / tiny": (lambda: 1 / named("y", 1e-320), ValueError, ["1 / y", "y = ", AWAY_FROM_ZERO]),
    "0 ** -1": (lambda: named("x", 0) ** -1, ZeroDivisionError, ["x**-1", "x = 0", POWER]),
    "0 ** 0.5": (lambda: named("x", 0) ** 0.5, ZeroDivisionError, ["x**0.5", "x = 0", POWER]),
    "(-1) ** 0.5": (lambda: Value(-1) ** 0.5, ValueError, ["(-1)**0.5", POWER]),
    "1e200 ** 2": (lambda: named("x", 1e200) ** 2, OverflowError, ["x**2", "x = 1e+200", "too large"]),
    "0 ** y": (lambda: 0 ** named("y", 2), ValueError, ["0 ** y", "y = 2", "base must be > 0", "a plain number"]),
    "x ** y": (lambda: named("x", -2) ** named("y", 2), ValueError, ["x ** y", "x = -2, y = 2", "base must be > 0"]),
    "10 ** 400": (lambda: 10 ** named("y", 400), OverflowError, ["10 ** y", "y = 400", "too large"]),
}


def named(label, number):
    return Value(number, label=label)


@pytest.mark.parametrize("case", NO_VALUE)
def test_an_operation_without_a_finite_value_or_slope_is_refused_by_name(case):
    operation, error, words = NO_VALUE[case]
    with refused(error, *words):
        operation()


def test_a_repeated_input_is_named_once():
    a = named("a", 0)
    with pytest.raises(ZeroDivisionError) as caught:
        a / a
    assert str(caught.value).count("a = 0") == 1


@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "sin", "cos"])
def test_a_function_of_an_overflowed_node_says_where_the_trouble_began(name):
    big = named("a", 1e200) * named("b", 1e200)
    with refused(ValueError, f"{name}(a * b)", "a * b = inf", "overflowed on the way here"):
        getattr(big, name)()


def test_leaky_relu_refuses_a_slope_that_is_not_a_number():
    for x in (-1.0, 1.0):
        with refused(TypeError, "'steep'", "str"):
            Value(x).leaky_relu("steep")


def test_sum_refuses_what_is_not_a_number():
    with refused(TypeError, "one real number", "'x'", "str"):
        Value.sum([Value(1.0), "x"])
    with refused(ValueError, "finite number", "inf"):
        Value.sum([Value(1.0), math.inf])


def test_dot_refuses_vectors_of_different_lengths():
    with refused(ValueError, "dot", "as many inputs as weights", "1 and 2"):
        Value.dot([Value(1.0), Value(2.0)], [Value(1.0)])


@pytest.mark.parametrize("weights, inputs, bias", [(["x"], [1.0], 0), ([1.0], ["x"], 0), ([1.0], [1.0], "x")])
def test_dot_refuses_what_is_not_a_number(weights, inputs, bias):
    with refused(TypeError, "one real number", "'x'", "str"):
        Value.dot(weights, inputs, bias)


def test_sum_and_dot_say_what_they_take():
    with refused(TypeError, "sum", "Value"):
        Value.sum(Value(1.0))
    with refused(TypeError, "dot", "Value"):
        Value.dot(Value(1.0), Value(2.0))


# backward() refuses a graph in which a number has overflowed.

OVERFLOWS = {
    "a product": (lambda a, b: a * b, "a * b is inf"),
    "a sum": (lambda a, b: (a * 1e108) + (a * 1e108), "… + … is inf"),
    "a difference": (lambda a, b: (a * 1e108) - (-a * 1e108), "… - … is inf"),
    "Value.sum": (lambda a, b: Value.sum([a * 1e108, a * 1e108]), "sum(…, …) is inf"),
    "Value.dot": (lambda a, b: Value.dot([a], [b]), "dot(a, b) is inf"),
    "the first of several": (lambda a, b: ((a * b) - (a * b)).relu() + 1, "a * b is inf"),
    "hidden by tanh": (lambda a, b: (a * b).tanh(), "a * b is inf"),
}


@pytest.mark.parametrize("case", OVERFLOWS)
def test_backward_names_the_first_node_that_is_not_finite(case):
    operation, words = OVERFLOWS[case]
    a, b = named("a", 1e200), named("b", 1e200)
    result = operation(a, b)
    with refused(FloatingPointError, words, "first node", "scale its inputs down"):
        result.backward()
    assert (a.grad, b.grad) == (0.0, 0.0)  # and nothing was paid in


def test_backward_names_an_overflowed_node_by_its_label():
    product = Value(1e200) * Value(1e200)
    product.label = "energy"
    with refused(FloatingPointError, "energy is inf"):
        (product + 1).backward()


def test_backward_names_a_leaf_whose_number_was_set_to_nan():
    w = named("w", 1.0)
    loss = w * 2
    w.data = math.nan
    with refused(FloatingPointError, "w is nan"):
        loss.backward()


def test_backward_names_the_leaf_whose_gradient_overflowed():
    w = named("w", 1e-300)
    result = w * 1e200 * 1e200
    assert math.isfinite(result.data)
    with refused(FloatingPointError, "gradient of w", "inf", "overflowed on the way back", "Scale the inputs down"):
        result.backward()


def test_a_gradient_that_turns_into_nan_is_not_passed_by():
    """Two infinite payments of opposite sign make NaN, which no comparison with a limit would notice."""
    w = named("w", 1e-300)
    result = w * 1e200 * 1e200 - w * 1e200 * 1e200
    assert result.data == 0.0
    with refused(FloatingPointError, "gradient of w", "nan"):
        result.backward()

"""The promises of gradient checks: right engines pass, wrong ones are named, and nothing is left behind."""

import cmath
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_value import OwnValue

from autograd_lib.checks.gradcheck import Comparison, central_difference, check_gradients, complex_step
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP


def wrong_product(a, b):
    """a · b with the sign of its second local gradient lost: the kind of slip that a check is for."""
    return Value(a.data * b.data, (a, b), "*", (b.data, -a.data))


# Slopes of plain functions.


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=5), st.floats(-2, 2))
def test_both_slopes_of_a_polynomial_agree_with_its_derivative(coefficients, x):
    def polynomial(z):
        total = 0.0 * z
        for c in coefficients:
            total = total * z + c
        return total

    powers = range(len(coefficients) - 1, 0, -1)
    exact = math.fsum(c * n * x ** (n - 1) for c, n in zip(coefficients, powers))
    assert central_difference(polynomial, x) == pytest.approx(exact, rel=1e-6, abs=1e-6)
    assert complex_step(polynomial, x) == pytest.approx(exact, rel=1e-12, abs=1e-12)


def test_the_complex_step_is_right_to_the_last_digits_where_the_central_difference_is_not():
    exact = math.exp(1.5)
    assert complex_step(cmath.exp, 1.5) == pytest.approx(exact, rel=1e-15)
    assert central_difference(math.exp, 1.5) == pytest.approx(exact, rel=1e-9)
    assert central_difference(math.exp, 1.5) != pytest.approx(exact, rel=1e-15)


@pytest.mark.parametrize("f", [math.exp, lambda z: max(z, 0.0), abs, lambda z: 3.0], ids=["math", "max", "abs", "3"])
def test_the_complex_step_refuses_what_does_not_stay_complex(f):
    with pytest.raises(TypeError, match=r"complex_step: f .* cmath"):
        complex_step(f, 1.0)


@pytest.mark.parametrize("h", [0, -1e-5, math.nan, math.inf, "small"])
def test_the_step_is_a_number_above_zero(h):
    for check in (lambda: central_difference(math.sin, 1.0, h), lambda: complex_step(cmath.sin, 1.0, h)):
        with pytest.raises(ValueError, match="the step h is a finite number > 0, got"):
            check()
    with pytest.raises(ValueError, match="the step h is a finite number > 0, got"):
        check_gradients(lambda a: a, [1.0], h=h)


# Right and wrong engines.


def test_right_gradients_agree():
    report = check_gradients(lambda a, b: (a * b).tanh() + a / b, [0.5, -1.5])
    assert report and report.disagreements == [] and len(report.rows) == 2


def test_a_wrong_local_gradient_is_reported_by_name():
    a, b = Value(2.0, label="a"), Value(-3.0, label="b")
    report = check_gradients(wrong_product, [a, b])
    assert not report
    [wrong] = report.disagreements
    assert wrong.name == "b" and wrong.backward == -2.0
    assert wrong.numeric == pytest.approx(2.0) and wrong.difference == pytest.approx(4.0)


def test_the_report_is_a_table_and_marks_disagreements_in_words():
    report = check_gradients(lambda a, b: wrong_product(a, b), [Value(2.0, label="a"), -3.0])
    assert repr(report).splitlines() == [
        "1 of 2 gradients agree with central differences (tolerance 1e-05)",
        "name     backward  numeric  difference",
        "a         -3.0000  -3.0000      0.0000",
        "input 2   -2.0000   2.0000      4.0000  disagrees",
    ]


def test_a_slope_of_zero_is_shown_without_its_rounding():
    at_its_top = check_gradients(Value.sin, [math.pi / 2])
    assert 0.0 < at_its_top.rows[0].backward < 1e-15
    assert repr(at_its_top).splitlines()[-1] == "input 1    0.0000   0.0000      0.0000"


def test_of_many_gradients_only_the_disagreements_are_listed():
    many = check_gradients(lambda *xs: Value.sum(x * x for x in xs), [0.1 * i for i in range(25)])
    assert repr(many) == "25 of 25 gradients agree with central differences (tolerance 1e-05)"
    half = check_gradients(lambda *xs: Value.sum([*xs[:3], *(wrong_product(x, x) for x in xs[3:])]), [0.1] * 33)
    lines = repr(half).splitlines()
    assert lines[0].startswith("3 of 33") and len(lines) == 1 + 1 + 20 + 1
    assert lines[-1] == "… and 10 more that disagree"


def test_a_model_is_checked_through_its_parameters():
    model = MLP(2, [3, 1], rng=random.Random(0))
    assert check_gradients(lambda *_: model([0.5, -1.0]) ** 2, model.parameters())


def test_another_class_is_checked_as_well():
    def f(a, b):
        return a * a * b + b.tanh()

    assert check_gradients(f, [OwnValue(1.5), OwnValue(-0.5)])
    assert check_gradients(f, [1.5, -0.5], value=OwnValue)

    def overwrites(a):
        """`=` where `+=` is needed: the classic mistake, invisible until a node is used twice."""
        out = OwnValue(a.data * a.data, (a,))
        out._backward = lambda: setattr(a, "grad", a.data * out.grad)
        return out

    assert not check_gradients(overwrites, [3.0], value=OwnValue)


def test_the_same_leaf_given_twice_is_its_whole_slope():
    a = Value(3.0)
    assert [row.backward for row in check_gradients(lambda x, y: x * y, [a, a]).rows] == [6.0, 6.0]
    assert check_gradients(lambda x, y: x * y, [a, a])


def test_the_tolerance_is_relative_above_one_and_absolute_below():
    def off(slope, error):
        return lambda a: Value(a.data * slope, (a,), "off", (slope + error,))

    assert check_gradients(off(1000.0, 0.005), [1.0]) and not check_gradients(off(1000.0, 0.02), [1.0])
    assert check_gradients(off(0.1, 0.5e-5), [1.0]) and not check_gradients(off(0.1, 2e-5), [1.0])
    assert check_gradients(off(0.1, 0.05), [1.0], tolerance=0.1)


@pytest.mark.parametrize("slope", [math.inf, -math.inf, math.nan])
def test_a_gradient_that_is_not_finite_does_not_agree_with_anything(slope):
    def off(a):
        out = OwnValue(a.data, (a,))
        out._backward = lambda: setattr(a, "grad", slope)
        return out

    report = check_gradients(off, [OwnValue(1.0)])
    assert not report and repr(report).splitlines()[-1].endswith("disagrees")
    for numeric in (slope, -slope, 1.0):
        assert not Comparison("a", slope, numeric, 1e-5).agrees
        assert not Comparison("a", numeric, slope, 1e-5).agrees


# Nothing is left behind.


def test_numbers_and_gradients_are_as_before_also_of_leaves_that_f_uses_by_itself():
    a, hidden = Value(0.1), Value(7.0)
    a.grad, hidden.grad = 5.0, 6.0
    assert check_gradients(lambda x: x * hidden, [a])
    assert (a.data, a.grad, hidden.data, hidden.grad) == (0.1, 5.0, 7.0, 6.0)


def test_they_are_as_before_after_a_failure_too():
    a = Value(1e-6, label="a")
    a.grad = 5.0
    with pytest.raises(ValueError):
        check_gradients(Value.log, [a])
    assert (a.data, a.grad) == (1e-6, 5.0)


# Bad input.


def test_f_must_return_a_node():
    for result, words in [(None, "got None .*forget the return"), (3.0, r"got 3\.0 \(float\)"), ([Value(1.0)], "got")]:
        with pytest.raises(TypeError, match="f must return one node.*" + words):
            check_gradients(lambda a, result=result: result, [1.0])


def test_a_failure_at_a_shifted_point_says_where_and_what_to_do():
    with pytest.raises(ValueError, match=r"no value at a = -9e-06 \(log.*\)\. Choose a point .* or a smaller h"):
        check_gradients(Value.log, [Value(1e-6, label="a")])
    with pytest.raises(ValueError, match=r"no value at input 1 = .* \(it gives inf\)"):
        check_gradients(lambda a: a * 10, [1.7976931348623157e307])


def test_a_step_that_shifts_nothing_is_refused():
    with pytest.raises(ValueError, match="h = 1e-17 is too small"):
        check_gradients(lambda a: a * a, [1.0], h=1e-17)


def test_inputs_are_a_list_of_nodes_or_numbers():
    for inputs in (Value(1.0), 1.0):
        with pytest.raises(TypeError, match="takes a list of inputs"):
            check_gradients(lambda a: a, inputs)
    with pytest.raises(TypeError, match=r"an input is a node.*got '1' \(str\)"):
        check_gradients(lambda a: a, ["1"])


# Tensors.


def test_each_number_of_a_tensor_is_checked_and_named_by_its_place():
    w, x = Tensor([[0.5, -1.0], [2.0, 0.1]], label="w"), np.array([1.0, -2.0])
    report = check_gradients(lambda w, x: (w @ x).tanh().sum(), [w, x])
    assert report
    assert [row.name for row in report.rows] == [
        *(f"w[{i}, {j}]" for i in "01" for j in "01"),
        "input 2[0]",
        "input 2[1]",
    ]
    assert check_gradients(lambda s: s * s, [Tensor(3.0, label="s")]).rows[0].name == "s"


def test_a_wrong_vjp_is_reported_at_its_places():
    def wrong_softplus(x):
        return Tensor(np.logaddexp(x.data, 0), (x,), "softplus", (lambda g: g * (x.data > 0),))

    report = check_gradients(wrong_softplus, [Tensor([50.0, 0.5], label="x")])
    assert [row.name for row in report.disagreements] == ["x[1]"]


def test_several_results_are_weighted_so_that_mistakes_cannot_cancel():
    def swapped(x):
        """Gives each of two numbers the other's gradient: no plain sum of them would show it."""
        return Tensor(x.data * 2, (x,), "swap", (lambda g: 2 * g[::-1],))

    assert not check_gradients(swapped, [Tensor([1.0, 2.0])])
    assert check_gradients(lambda x: x * 2, [Tensor([1.0, 2.0])])


def test_values_and_tensors_of_a_model_are_left_as_they_were():
    x, hidden = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    x.grad, hidden.grad = [5.0, 6.0], [7.0, 8.0]
    assert check_gradients(lambda x: x * hidden * 2.0, [x])
    assert (x.data.tolist(), x.grad.tolist(), hidden.grad.tolist()) == ([1.0, 2.0], [5.0, 6.0], [7.0, 8.0])


def test_float32_has_too_few_digits():
    with pytest.raises(ValueError, match="more digits than float32 has"):
        check_gradients(lambda x: x * x, [Tensor(np.ones(2, np.float32))])


def test_an_array_alone_is_not_a_list_of_inputs():
    with pytest.raises(TypeError, match="takes a list of inputs"):
        check_gradients(lambda x: x, np.ones(2))

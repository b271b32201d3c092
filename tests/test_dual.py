"""Forward and reverse mode as functions of functions: they agree with measurements, with Value, and with each other."""

import math

import numpy as np
import pytest
from expressions import COMMON, VALUES_EXPANDED, analytic_programs, programs, value_gradients
from hypothesis import given
from hypothesis import strategies as st

from autograd_lib import dual
from autograd_lib.checks.gradcheck import central_difference, complex_step
from autograd_lib.dual import Dual, grad, hvp, jacobian, jvp, value_and_grad, vjp
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

NAMES = ["exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "softplus", "relu", "leaky_relu"]
FUNCTIONS = {name: getattr(dual, name) for name in NAMES}
STAND_INS = {**COMMON, **FUNCTIONS, "abs": abs}


def close(expected, rel=1e-9):
    return pytest.approx(expected, rel=rel, abs=1e-12)


def of_numbers(program):
    """A random program as a plain function of numbers."""
    return lambda *leaves: program.result(leaves, STAND_INS)


def f(x, y):
    return x * x * y + dual.sin(x) / y


def polar(r, angle):
    return [r * dual.cos(angle), r * dual.sin(angle)]


def derivative(function):
    """The derivative of a function of one number, by forward mode."""
    return lambda x: jvp(function, [x], [1.0])[1]


# First derivatives.


@given(programs(), st.data())
def test_forward_and_reverse_agree_with_value(program, data):
    number, gradients = value_gradients(program, VALUES_EXPANDED)
    directions = st.lists(st.floats(-2, 2), min_size=len(gradients), max_size=len(gradients))
    direction = data.draw(directions)
    value, tangent = jvp(of_numbers(program), program.numbers, direction)
    assert value == number
    slope = sum(gradient * speed for gradient, speed in zip(gradients, direction))
    size = sum(abs(gradient * speed) for gradient, speed in zip(gradients, direction))
    assert tangent == pytest.approx(slope, rel=1e-9, abs=1e-9 * size + 1e-12)
    assert jacobian(of_numbers(program))(*program.numbers)[0] == close(gradients)


@pytest.mark.parametrize("name", NAMES)
def test_each_function_takes_floats_duals_and_values_and_is_a_method_too(name):
    function, method = FUNCTIONS[name], getattr(Value, name)
    number = function(0.7)
    assert type(number) is float and number == method(Value(0.7)).data
    node = function(Value(0.7))
    node.backward()
    assert type(node) is Value and node.data == number
    result = function(Dual(0.7, 1.0))
    assert (result.data, result.tangent) == (number, central_close(name))
    assert getattr(Dual(0.7, 1.0), name)().tangent == result.tangent


def central_close(name):
    return pytest.approx(central_difference(FUNCTIONS[name], 0.7), rel=1e-8)


def test_a_tangent_is_the_rate_along_a_direction():
    value, tangent = jvp(f, [0.8, -1.5], [0.7, -1.3])
    assert value == f(0.8, -1.5)
    assert tangent == close(central_difference(lambda t: f(0.8 + 0.7 * t, -1.5 - 1.3 * t), 0.0), rel=1e-8)


def test_the_complex_step_is_the_same_to_the_last_digits():
    def by_newton(x):
        root = x
        for _ in range(6):
            root = (root + x / root) / 2
        return root

    assert jvp(by_newton, [2.0], [1.0])[1] == close(complex_step(by_newton, 2.0), rel=1e-15)


def test_jvp_and_vjp_are_products_with_the_same_jacobian():
    rows = np.array(jacobian(polar)(2.0, 0.5))
    value, tangent = jvp(polar, [2.0, 0.5], [0.7, -1.3])
    same_value, pull_back = vjp(polar, [2.0, 0.5])
    assert value == same_value == polar(2.0, 0.5)
    assert tangent == close(rows @ [0.7, -1.3])
    assert pull_back([0.7, -1.3]) == close([0.7, -1.3] @ rows)
    assert pull_back([0.7, -1.3]) == pull_back([0.7, -1.3])  # each backward pass starts from zero


@pytest.mark.parametrize("by", ["rows", "columns"])
def test_a_jacobian_has_a_row_for_each_output_and_a_column_for_each_input(by):
    c, s = math.cos(0.5), math.sin(0.5)
    assert jacobian(polar, by)(2.0, 0.5) == [close([c, -2 * s]), close([s, 2 * c])]
    assert jacobian(lambda x: [x, x * x, 3.0], by)(4.0) == [[1.0], [8.0], [0.0]]
    assert jacobian(f, by)(0.8, -1.5) == [close(grad(f)(0.8, -1.5))]


def test_by_columns_goes_forward_once_for_each_input_and_by_rows_only_once():
    calls = []

    def counted(*xs):
        calls.append(xs)
        return [xs[0] * xs[1], xs[2], xs[0]]

    jacobian(counted, "columns")(1.0, 2.0, 3.0)
    assert len(calls) == 3
    jacobian(counted, "rows")(1.0, 2.0, 3.0)
    assert len(calls) == 4


def test_a_gradient_is_a_number_for_one_input_and_a_list_for_several():
    assert grad(lambda x: x**3)(2.0) == 12.0
    assert grad(lambda x, y: x * y)(2.0, 5) == [5.0, 2.0]
    assert value_and_grad(lambda x, y: x * y)(2.0, 5) == (10.0, [5.0, 2.0])
    assert grad(lambda x, y: y)(2.0, 5.0) == [0.0, 1.0]
    assert grad(lambda x: 7.0)(2.0) == 0.0
    assert jvp(lambda x: 7.0, [2.0], [1.0]) == (7.0, 0.0)


def test_an_input_that_is_an_output_and_one_that_is_returned_twice():
    assert jacobian(lambda x, y: [x, x, y * y])(2.0, 3.0) == [[1.0, 0.0], [1.0, 0.0], [0.0, 6.0]]


def test_loops_and_ifs_are_those_of_the_function():
    def clipped(x):
        if x == 0:
            return 5 * x
        return max(x, 1.0) if x < 3 else -x

    for transform in (derivative, grad):
        assert [transform(clipped)(x) for x in (0.0, 0.5, 2.0, 3.0)] == [5.0, 0.0, 1.0, -1.0]
        assert transform(lambda x: x * x if x else 7 * x)(0.0) == 7.0


@pytest.mark.parametrize("transform", [derivative, grad])
def test_at_a_kink_the_convention_is_that_of_value(transform):
    assert transform(dual.relu)(0.0) == 0.0
    assert transform(dual.leaky_relu)(0.0) == 0.01
    assert transform(lambda x: dual.leaky_relu(x, 0.2))(-1.0) == 0.2
    assert transform(abs)(0.0) == 0.0
    assert transform(lambda x: x**0)(0.0) == 0.0
    assert transform(lambda x: x**1.5)(0.0) == 0.0
    assert transform(transform(lambda x: x**0))(0.0) == 0.0
    assert transform(transform(lambda x: abs(x) * x))(0.0) == 0.0
    assert transform(transform(lambda x: dual.leaky_relu(x, 0.2) * x))(-1.0) == 0.4


def test_stable_forms_stay_stable():
    for transform in (derivative, grad):
        assert transform(dual.softplus)(1000.0) == 1.0
        assert transform(dual.sigmoid)(-1000.0) == 0.0
        assert transform(transform(dual.softplus))(1000.0) == 0.0
        assert transform(dual.tanh)(1000.0) == 0.0


def test_numbers_on_either_side_and_numpy_scalars():
    for transform in (derivative, grad):
        assert transform(lambda x: 3 - 2 / x)(4.0) == 0.125
        assert transform(lambda x: 2**x)(3.0) == close(8 * math.log(2))
        assert transform(lambda x: x**x)(2.0) == close(4 * (1 + math.log(2)))
        assert transform(lambda x: np.float64(2) * x - np.float64(1))(np.float64(3)) == 2.0


def test_what_is_written_with_methods_of_value_runs_on_numbers_in_both_modes():
    def neuron(w, x):
        return (w * x).tanh() + abs(w) + w.abs()

    assert derivative(lambda w: neuron(w, 0.5))(0.7) == close(grad(lambda w: neuron(w, 0.5))(0.7))


# Second derivatives, and transforms of transforms.


@given(programs(), st.data())
def test_hessian_vector_products_agree_with_the_whole_hessian(program, data):
    function, point = of_numbers(program), program.numbers
    vector = data.draw(st.lists(st.floats(-2, 2), min_size=len(point), max_size=len(point)))

    def gradient(*xs):
        return vjp(function, xs)[1](1.0)

    rows, columns = jacobian(gradient)(*point), jacobian(gradient, "columns")(*point)
    assert jvp(gradient, point, vector)[0] == close(gradient(*point))
    size = 1e-9 * max(1.0, np.abs(rows).max())
    np.testing.assert_allclose(rows, columns, rtol=1e-9, atol=size)
    np.testing.assert_allclose(rows, np.transpose(rows), rtol=1e-9, atol=size)
    np.testing.assert_allclose(hvp(function, point, vector), np.array(rows) @ vector, rtol=1e-9, atol=10 * size)


@given(analytic_programs)
def test_a_hessian_vector_product_is_how_the_gradient_changes(program):
    function, point = of_numbers(program), program.numbers

    def slope(t):
        return vjp(function, [x + t for x in point])[1](1.0)

    ours = hvp(function, point, [1.0] * len(point))
    for place, number in enumerate(ours):
        measured, coarser = (central_difference(lambda t, i=place: slope(t)[i], 0.0, h) for h in (1e-5, 2e-5))
        if abs(measured - coarser) < 1e-6 * max(1.0, abs(measured)):  # where the difference is accurate enough to tell
            assert number == pytest.approx(measured, rel=1e-4, abs=1e-4)


def test_four_ways_to_a_second_derivative_agree():
    def curve(x):
        return dual.exp(dual.sin(x)) / (1 + x * x) + x**2.5

    orders = [outer(inner(curve))(0.9) for outer in (derivative, grad) for inner in (derivative, grad)]
    assert orders == close([orders[0]] * 4)
    assert orders[0] == close(central_difference(derivative(curve), 0.9), rel=1e-7)


def test_a_fourth_derivative():
    assert grad(derivative(grad(derivative(lambda x: x**5))))(2.0) == 240.0


@pytest.mark.parametrize("outer", [derivative, grad])
@pytest.mark.parametrize("inner", [derivative, grad])
def test_an_inner_derivative_takes_the_outer_number_for_a_constant(outer, inner):
    assert outer(lambda x: x * inner(lambda y: x + y)(1.0))(1.0) == 1.0
    assert outer(lambda x: x * inner(lambda y: x * y)(1.0))(4.0) == 8.0
    assert outer(lambda x: inner(lambda y: y * y * x)(x))(3.0) == 12.0


def test_a_walk_back_can_itself_be_differentiated():
    _, pull_back = vjp(lambda x: [x * x, x * x * x], [2.0])
    value, tangent = jvp(lambda u: pull_back([u, 2 * u])[0], [1.0], [1.0])
    assert (value, tangent) == (28.0, 28.0)


def test_duals_of_values_give_second_derivatives_by_values_own_backward():
    x = Value(2.0)
    value, tangent = jvp(lambda x: x**3 + dual.sin(x), [x], [1.0])
    assert isinstance(value, Value)
    tangent.backward()
    assert tangent.data == close(12 + math.cos(2.0))
    assert x.grad == close(12 - math.sin(2.0))


def test_hvp_runs_the_function_once_and_never_makes_the_hessian():
    calls = []

    def bowl(*xs):
        calls.append(len(xs))
        total = 0.0
        for k, x in enumerate(xs, start=1):
            total = total + k * x * x
        return total

    assert hvp(bowl, [1.0] * 50, [1.0] * 50) == [2.0 * k for k in range(1, 51)]
    assert calls == [50]


def test_forward_mode_keeps_no_graph_and_reverse_mode_walks_one_of_any_depth():
    def chain(x):
        for _ in range(20_000):
            x = 0.5 * x + 1
        return x

    assert jvp(chain, [3.0], [1.0]) == (2.0, 0.0)
    assert grad(chain)(3.0) == 0.0


def test_a_walk_can_tell_nodes_of_equal_numbers_apart():
    a, b = dual.tracers.Node(2.0), dual.tracers.Node(2.0)
    assert a == b
    assert len(topological_order(a * b)) == 3


# What is refused.


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: jvp(f, 1.0, [1.0]), TypeError, r"inputs are a list of numbers, for one alone \[x\]: got 1.0"),
        (lambda: jvp(f, [1.0, 2.0], [1.0]), ValueError, "2 inputs and 1 tangents"),
        (lambda: jvp(f, ["1.0", 2.0], [1.0, 0.0]), TypeError, r"float\(text\)"),
        (lambda: jvp(f, [math.nan, 2.0], [1.0, 0.0]), ValueError, "finite number, got nan"),
        (lambda: jvp(lambda x: None, [1.0], [1.0]), TypeError, "forget the return"),
        (
            lambda: jvp(lambda x: "x", [1.0], [1.0]),
            TypeError,
            r"returns a number or a list of numbers, got 'x' \(str\)",
        ),
        (lambda: jvp(math.sin, [1.0], [1.0]), TypeError, r"dual.sin\(x\)"),
        (lambda: grad(math.sin)(1.0), TypeError, r"dual.sin\(x\)"),
        (lambda: grad(polar)(1.0, 2.0), TypeError, r"f returned 2: use jacobian\(f\)"),
        (lambda: grad(lambda: 1.0)(), ValueError, "list of inputs is empty"),
        (lambda: vjp(polar, [1.0, 2.0])[1]([1.0]), ValueError, "2 outputs: give a cotangent for each, got 1"),
        (lambda: vjp(polar, [1.0, 2.0])[1](1.0), TypeError, "cotangents are a list"),
        (lambda: jacobian(polar, "diagonals"), ValueError, "got 'diagonals'"),
        (lambda: grad(dual.log)(0.0), ValueError, "log needs a number > 0"),
        (lambda: grad(lambda x: 1 / x)(0.0), ZeroDivisionError, "denominator"),
        (lambda: grad(lambda x: (-x) ** x)(2.0), ValueError, "base must be > 0"),
        (lambda: grad(derivative(lambda x: x**1.5))(0.0), ZeroDivisionError, "no finite value or derivative"),
        (lambda: Dual(1.0) + np.ones(2), TypeError, "one real number"),
        (lambda: np.ones(2) * Dual(1.0), TypeError, "one real number"),
        (lambda: Dual(1.0) + "a", TypeError, "one real number"),
        (lambda: Dual(1.0) < "a", TypeError, "not supported"),
    ],
)
def test_wrong_use_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("transform", [derivative, grad])
def test_an_overflow_is_no_derivative(transform):
    with pytest.raises((FloatingPointError, ValueError), match=r"overflowed|finite number"):
        transform(lambda x: 1e200 * x * 1e200 * x)(2.0)
    with pytest.raises((FloatingPointError, ValueError), match=r"overflowed|finite number"):
        transform(lambda x: (x * 1e200 - 2e200) * 1e200)(2.0)


def test_tracers_show_their_numbers():
    assert repr(Dual(2.0, 0.5)) == "Dual(data=2.0000, tangent=0.5000)"
    assert repr(Dual(Dual(2.0, 1.0), 0.0)) == "Dual(data=Dual(data=2.0000, tangent=1.0000), tangent=0.0000)"
    assert repr(dual.tracers.Node(2.0)) == "Node(data=2.0000, grad=0.0000)"

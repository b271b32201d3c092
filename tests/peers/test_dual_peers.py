"""Forward and reverse mode, Jacobians and Hessian-vector products against JAX in double precision."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from expressions import COMMON, programs
from hypothesis import given, settings
from hypothesis import strategies as st
from jax_functions import JAX

from autograd_lib import dual
from autograd_lib.dual import grad, hvp, jacobian, jvp, value_and_grad, vjp

jax.config.update("jax_enable_x64", True)

OURS = {
    **COMMON,
    **{name: getattr(dual, name) for name in ("exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "softplus")},
    "relu": dual.relu,
    "leaky_relu": dual.leaky_relu,
    "abs": abs,
}


def agree(ours, theirs):
    """To 1e-9 of the largest number among them: what cancels cannot keep more digits than it had."""
    theirs = np.asarray(theirs, dtype=float)
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9 * max(1e-3, np.abs(theirs).max(initial=0.0)))


@st.composite
def problems(draw):
    """A program, its function in both libraries, from a list of numbers to a list of two, and a direction."""
    program = draw(programs())
    first = draw(st.integers(0, len(program.numbers) + len(program.steps) - 1))
    n = len(program.numbers)
    direction = draw(st.lists(st.integers(-200, 200).map(lambda k: k / 100), min_size=n, max_size=n))

    def ours(*leaves):
        nodes = program.run(leaves, OURS)
        return [nodes[first], nodes[-1]]

    def theirs(leaves):
        nodes = program.run(list(leaves), JAX)
        return jnp.stack([jnp.asarray(nodes[first], dtype=float), jnp.asarray(nodes[-1], dtype=float)])

    return list(program.numbers), ours, theirs, direction


@settings(max_examples=100)
@given(problems())
def test_jvp_and_vjp_agree(problem):
    point, ours, theirs, direction = problem
    there = jnp.array(point)
    value, tangent = jax.jvp(theirs, (there,), (jnp.array(direction),))
    our_value, our_tangent = jvp(ours, point, direction)
    agree(our_value, value)
    agree(our_tangent, tangent)
    _, pull_back = jax.vjp(theirs, there)
    agree(vjp(ours, point)[1]([0.7, -1.3]), pull_back(jnp.array([0.7, -1.3]))[0])


@settings(max_examples=60)
@given(problems())
def test_jacobians_agree_by_rows_and_by_columns(problem):
    point, ours, theirs, _ = problem
    agree(jacobian(ours, by="rows")(*point), jax.jacrev(theirs)(jnp.array(point)))
    agree(jacobian(ours, by="columns")(*point), jax.jacfwd(theirs)(jnp.array(point)))


@settings(max_examples=60)
@given(problems())
def test_gradients_and_hessian_vector_products_agree(problem):
    point, ours, theirs, direction = problem

    def last(*leaves):
        return ours(*leaves)[1]

    def their_last(leaves):
        return theirs(leaves)[1]

    there, along = jnp.array(point), jnp.array(direction)
    value, gradient = jax.value_and_grad(their_last)(there)
    our_value, our_gradient = value_and_grad(last)(*point)
    agree(our_value, value)
    agree(our_gradient if len(point) > 1 else [our_gradient], gradient)

    # Theirs is forward over reverse too; ours is then tried the other way round, as the gradient of a jvp.
    gradient, curvature = jax.jvp(jax.grad(their_last), (there,), (along,))
    agree(hvp(last, point, direction), curvature)
    agree(vjp(lambda *leaves: jvp(last, leaves, direction)[1], point)[1](1.0), curvature)


def their_derivative(f):
    return lambda x: jax.jvp(f, (x,), (1.0,))[1]


def our_derivative(f):
    return lambda x: jvp(f, [x], [1.0])[1]


@pytest.mark.parametrize("inner", [0, 1])
@pytest.mark.parametrize("outer", [0, 1])
def test_nested_derivatives_over_a_shared_variable_agree(outer, inner):
    ours, theirs = (our_derivative, grad), (their_derivative, jax.grad)

    def nested(d, sin, outer, inner):
        return d[outer](lambda x: sin(x) * d[inner](lambda y: sin(x * y) * y**3.0)(x * x))(0.7)

    agree(nested(ours, dual.sin, outer, inner), nested(theirs, jnp.sin, outer, inner))


@pytest.mark.parametrize("x", [-700.0, -40.0, -1.3, 0.0, 0.5, 25.0, 700.0])
@pytest.mark.parametrize("name", ["sin", "cos", "tanh", "sigmoid", "softplus", "leaky_relu"])
def test_second_derivatives_of_functions_agree_far_out(name, x):
    agree(our_derivative(grad(OURS[name]))(x), their_derivative(jax.grad(JAX[name]))(x))


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 0.5, -1, -2.5])
def test_second_derivatives_of_powers_agree(exponent):
    agree(our_derivative(grad(lambda x: x**exponent))(1.7), their_derivative(jax.grad(lambda x: x**exponent))(1.7))

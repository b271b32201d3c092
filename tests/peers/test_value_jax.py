"""The scalar engine against `jax.grad` in double precision."""

import jax
import jax.numpy as jnp
import pytest
from expressions import programs, value_gradients
from hypothesis import given, settings
from jax_functions import JAX

jax.config.update("jax_enable_x64", True)


@settings(max_examples=300)
@given(programs())
def test_random_expressions_agree(program):
    data, gradients = value_gradients(program)
    result, expected = jax.value_and_grad(lambda leaves: program.result(leaves, JAX))(list(program.numbers))
    assert result.dtype == jnp.float64
    assert data == pytest.approx(float(result), rel=1e-9, abs=1e-12)
    assert gradients == pytest.approx([float(gradient) for gradient in expected], rel=1e-9, abs=1e-12)

"""The operations of the random expressions, in JAX."""

import jax
import jax.numpy as jnp
from expressions import COMMON


def their_power(base, exponent):
    """A plain 0.0 as exponent gives JAX 0.10 a NaN for the slope at 0, where an integer 0 gives 0."""
    return base ** (int(exponent) if isinstance(exponent, float) and exponent.is_integer() else exponent)


JAX = {
    **COMMON,
    "**": their_power,
    "exp": jnp.exp,
    "log": jnp.log,
    "sqrt": jnp.sqrt,
    "sin": jnp.sin,
    "cos": jnp.cos,
    "tanh": jnp.tanh,
    "sigmoid": jax.nn.sigmoid,
    "softplus": jax.nn.softplus,
    "relu": jax.nn.relu,
    "leaky_relu": jax.nn.leaky_relu,
    "abs": jnp.abs,
}

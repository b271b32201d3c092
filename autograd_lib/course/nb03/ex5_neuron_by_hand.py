"""Exercise 3.5: the gradients of the labelled neuron, by hand. o = tanh(x1·w1 + x2·w2 + b)."""

import math

from autograd_lib.course.exercise import Exercise

X1, W1, X2, W2, B = 2.0, -3.0, 0.0, 1.0, 6.8813735870195432
N = X1 * W1 + X2 * W2 + B
O = math.tanh(N)  # noqa: E741 (o is its label)


def gradients(slope):
    """The gradient of o with respect to each leaf, if `slope` is ∂o/∂n."""
    return {"x1": W1 * slope, "w1": X1 * slope, "x2": W2 * slope, "w2": X2 * slope, "b": slope}


def reference():
    return gradients(1 - O**2)


def forgets_the_tanh():
    """the backward pass starts at n. Between n and o lies the tanh: every payment is multiplied by its local gradient
    first, 1 - o² = 0.5.
    """
    return gradients(1.0)


def forgets_the_square():
    """the local gradient of tanh is taken as 1 - o. It is 1 - o²."""
    return gradients(1 - O)


def takes_tanh_for_tan():
    """the local gradient is taken as 1 + o², the slope of the trigonometric tangent. For tanh it is 1 - o²."""
    return gradients(1 + O**2)


def squares_n():
    """the local gradient of tanh is taken as 1 - n². It is 1 - o², with the number *after* the tanh."""
    return gradients(1 - N**2)


def swaps_within_the_products():
    """each factor is paid by its own number. The local gradient for x1 in x1·w1 is w1, and the other way round."""
    return {"x1": X1 * 0.5, "w1": W1 * 0.5, "x2": X2 * 0.5, "w2": W2 * 0.5, "b": 0.5}


def stops_at_the_zero():
    """the gradient is thought to stop where the *number* is 0. The product x2·w2 is 0, and its gradient is still 0.5.
    Nudge x2, and the product moves by w2 = 1.
    """
    return reference() | {"x2": 0.0, "w2": 0.0}


def pays_through_the_zero():
    """w2 is paid as if x2 were 1. The local gradient for w2 is x2 itself, and that is 0: however you turn w2, x2·w2
    stays 0.
    """
    return reference() | {"w2": 0.5}


def multiplies_by_the_bias():
    """b is treated as a factor. It is added, so its local gradient is 1, whatever its number is."""
    return reference() | {"b": B * 0.5}


def loses_the_sign():
    """the minus of w1 is lost. Raise x1, and o goes down: its gradient is negative."""
    return {name: abs(gradient) for name, gradient in reference().items()}


exercise = Exercise(
    id="3.5",
    title="The neuron, by hand",
    name="gradients",
    reference=reference,
    is_data=True,
    misconceptions=[
        forgets_the_tanh,
        forgets_the_square,
        takes_tanh_for_tan,
        squares_n,
        swaps_within_the_products,
        stops_at_the_zero,
        pays_through_the_zero,
        multiplies_by_the_bias,
        loses_the_sign,
    ],
    tolerance=5e-3,
    reveal=False,
)

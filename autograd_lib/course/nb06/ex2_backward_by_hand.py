"""Exercise 6.2: the gradients of the sigmoid neuron, by hand. L = ½(s - y)², s = σ(z), z = w1·x1 + w2·x2 + b."""

import math

from autograd_lib.course.exercise import Exercise

X1, X2, W1, W2, B, Y = 2.0, 3.0, 0.5, -0.5, 0.1, 1.0
Z = W1 * X1 + W2 * X2 + B
S = 1 / (1 + math.exp(-Z))


def gradients(by_s=S - Y, slope=S * (1 - S)):
    """The table, if ∂L/∂s is `by_s` and the sigmoid's local gradient is `slope`."""
    by_z = by_s * slope
    return {"s": by_s, "z": by_z, "w1": X1 * by_z, "w2": X2 * by_z, "b": by_z, "x1": W1 * by_z, "x2": W2 * by_z}


def reference():
    return gradients()


def turns_the_error_round():
    """the error is taken as y - s. L is ½(s - y)², so ∂L/∂s = s - y: negative here, because a larger s would lower the
    loss.
    """
    return gradients(by_s=Y - S)


def forgets_the_half():
    """the 2 of the square is kept and the ½ in front is forgotten. They cancel: ∂L/∂s = s - y."""
    return gradients(by_s=2 * (S - Y))


def starts_with_the_loss():
    """the backward pass starts with the *value* of the loss, 0.1792. It starts with ∂L/∂L = 1, and the first local
    gradient on the way, that of ½(s - y)², is s - y.
    """
    return gradients(by_s=(S - Y) ** 2 / 2)


def forgets_the_sigmoid():
    """the sigmoid passes its gradient on unchanged. Its local gradient is s(1 - s) = 0.2403; multiply by it."""
    return gradients(slope=1.0)


def takes_z_for_s():
    """the local gradient of the sigmoid is taken as z(1 - z). It is s(1 - s), with the number *after* the sigmoid."""
    return gradients(slope=Z * (1 - Z))


def takes_s_alone():
    """the local gradient of the sigmoid is taken as s. It is s(1 - s)."""
    return gradients(slope=S)


def takes_the_slope_of_tanh():
    """the local gradient is that of tanh, 1 - s². The sigmoid's is s(1 - s)."""
    return gradients(slope=1 - S**2)


def swaps_weights_and_inputs():
    """each factor is paid by its own number. In w1·x1 the local gradient for w1 is x1, and the other way round."""
    g = gradients()
    return g | {"w1": g["x1"], "w2": g["x2"], "x1": g["w1"], "x2": g["w2"]}


def multiplies_by_the_bias():
    """b is treated as a factor. It is added, so its local gradient is 1, whatever its number is."""
    return gradients() | {"b": B * gradients()["z"]}


def loses_the_sign_of_w2():
    """the minus of w2 is lost on the way to x2. ∂z/∂x2 is w2, and that is -0.5."""
    return gradients() | {"x2": gradients()["x1"]}


exercise = Exercise(
    id="6.2",
    title="The way back, by hand",
    name="gradients",
    reference=reference,
    is_data=True,
    misconceptions=[
        turns_the_error_round,
        forgets_the_half,
        starts_with_the_loss,
        forgets_the_sigmoid,
        takes_z_for_s,
        takes_s_alone,
        takes_the_slope_of_tanh,
        swaps_weights_and_inputs,
        multiplies_by_the_bias,
        loses_the_sign_of_w2,
    ],
    tolerance=5e-3,
    reveal=False,
)

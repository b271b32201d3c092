"""Exercise 1.4: one step of gradient descent on L(w) = (wx - y)²."""

from autograd_lib.course.exercise import Case, Exercise


def reference(w, x, y, lr):
    e = w * x - y
    return w - lr * 2 * e * x


def turned_round(w, x, y, lr):
    """With e = y - wx instead, two signs change and the step is the same."""
    e = y - w * x
    return w + lr * 2 * x * e


def multiplied_out(w, x, y, lr):
    return w - lr * (2 * w * x * x - 2 * x * y)


def goes_uphill(w, x, y, lr):
    """the step goes the wrong way: the derivative points to where L *grows*. Subtract it."""
    return w + lr * 2 * (w * x - y) * x


def forgets_the_two(w, x, y, lr):
    """the 2 is missing. dL/de is 2e, not e."""
    return w - lr * (w * x - y) * x


def forgets_x(w, x, y, lr):
    """the chain of rates ends at z, one machine too soon. Between w and z lies z = wx: multiply by dz/dw = x."""
    return w - lr * 2 * (w * x - y)


def multiplies_by_w(w, x, y, lr):
    """dz/dw is taken as w. It is x: turn w up by 1, and z = wx goes up by x."""
    return w - lr * 2 * (w * x - y) * w


def subtracts_the_loss(w, x, y, lr):
    """it is the loss that is subtracted. The loss says how wrong w is, not which way is better: that is in the
    derivative, with its sign.
    """
    return w - lr * (w * x - y) ** 2


def forgets_the_learning_rate(w, x, y, lr):
    """the whole derivative is subtracted. A derivative holds for a small step: multiply it by lr."""
    return w - 2 * (w * x - y) * x


def returns_the_change(w, x, y, lr):
    """only the change of w is returned. Return where w is afterwards: the old w plus the change."""
    return -lr * 2 * (w * x - y) * x


def returns_the_derivative(w, x, y, lr):
    """the derivative dL/dw is returned. That is only half the work: return the new w, w - lr times the derivative."""
    return 2 * (w * x - y) * x


exercise = Exercise(
    id="1.4",
    title="One step downhill",
    name="step",
    reference=reference,
    cases=[
        Case("w = 0, x = 1, y = 2, lr = 0.1", lambda: (0.0, 1.0, 2.0, 0.1)),
        Case("w = 5, x = 1, y = 2, lr = 0.1", lambda: (5.0, 1.0, 2.0, 0.1)),
        Case("w = 0.5, x = 3, y = -1, lr = 0.02", lambda: (0.5, 3.0, -1.0, 0.02)),
        Case("w = -1.3, x = -0.7, y = 0.4, lr = 0.3", lambda: (-1.3, -0.7, 0.4, 0.3)),
    ],
    alternatives=[turned_round, multiplied_out],
    misconceptions=[
        goes_uphill,
        forgets_the_two,
        forgets_x,
        multiplies_by_w,
        subtracts_the_loss,
        forgets_the_learning_rate,
        returns_the_change,
        returns_the_derivative,
    ],
)

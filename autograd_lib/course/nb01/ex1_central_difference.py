"""Exercise 1.1: the slope of a function by a central difference."""

from autograd_lib.course.exercise import Case, Exercise


def square(x):
    return x * x


def cube(x):
    return x * x * x


def falling(x):
    return 8.0 - 3.0 * x


def reference(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


def mean_of_forward_and_backward(f, x, h):
    forward = (f(x + h) - f(x)) / h
    backward = (f(x) - f(x - h)) / h
    return (forward + backward) / 2


def halved_at_the_end(f, x, h):
    return (f(x + h) - f(x - h)) / h / 2


def divides_by_one_step(f, x, h):
    """the rise is divided by h. From x - h to x + h is two steps: divide by 2 * h."""
    return (f(x + h) - f(x - h)) / h


def forgets_the_lower_brackets(f, x, h):
    """the brackets around 2 * h are missing: Python reads `/ 2 * h` from the left, divides by 2 and *multiplies* by h.
    Write `/ (2 * h)`.
    """
    return (f(x + h) - f(x - h)) / 2 * h


def forgets_the_upper_brackets(f, x, h):
    """the brackets around the rise are missing, so that only f(x - h) is divided. Write (f(x + h) - f(x - h))."""
    return f(x + h) - f(x - h) / (2 * h)


def looks_ahead_only(f, x, h):
    """only one side is looked at, from x to x + h: that is the forward difference. Start at x - h instead of x, and
    divide by the whole distance.
    """
    return (f(x + h) - f(x)) / h


def looks_back_only(f, x, h):
    """only one side is looked at, from x - h to x: that is the backward difference. Go on to x + h, and divide by the
    whole distance.
    """
    return (f(x) - f(x - h)) / h


def wrong_sign(f, x, h):
    """the rise is taken from right to left and the run from left to right. In both, the point further to the right
    comes first.
    """
    return (f(x - h) - f(x + h)) / (2 * h)


def takes_half_steps(f, x, h):
    """the steps are h/2 to each side. That is a central difference too, with half the step; this exercise wants h to
    each side.
    """
    return (f(x + h / 2) - f(x - h / 2)) / h


exercise = Exercise(
    id="1.1",
    title="Look to both sides",
    name="central",
    reference=reference,
    cases=[
        Case("f(x) = x·x at 3, with h = 0.5", lambda: (square, 3.0, 0.5)),
        Case("f(x) = x·x·x at 2, with h = 0.1", lambda: (cube, 2.0, 0.1)),
        Case("f(x) = 8 - 3·x at 1.5, with h = 0.2", lambda: (falling, 1.5, 0.2)),
    ],
    alternatives=[mean_of_forward_and_backward, halved_at_the_end],
    misconceptions=[
        divides_by_one_step,
        forgets_the_lower_brackets,
        forgets_the_upper_brackets,
        looks_ahead_only,
        looks_back_only,
        wrong_sign,
        takes_half_steps,
    ],
)

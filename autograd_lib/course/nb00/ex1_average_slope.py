"""Exercise 0.1: how steep a curve is between two points. It is easy: the point is to see what wrong answers get."""

from autograd_lib.course.exercise import Case, Exercise


def square(x):
    return x * x


def falling(x):
    return 8.0 - 3.0 * x


def reference(f, a, b):
    return (f(b) - f(a)) / (b - a)


def looks_back(f, a, b):
    return (f(a) - f(b)) / (a - b)


def forgets_the_brackets(f, a, b):
    """the brackets are missing: Python divides before it subtracts. Put f(b) - f(a) in brackets, and b - a too."""
    return f(b) - f(a) / b - a


def brackets_only_below(f, a, b):
    """only b - a is in brackets: f(a) alone is divided, and f(b) is not. Put f(b) - f(a) in brackets too."""
    return f(b) - f(a) / (b - a)


def only_the_rise(f, a, b):
    """the rise is not divided by the run. How steep a hill is depends on how far you walk: divide by b - a."""
    return f(b) - f(a)


def upside_down(f, a, b):
    """the fraction is upside down. Rise over run: the change of f goes on top."""
    return (b - a) / (f(b) - f(a))


def wrong_sign(f, a, b):
    """one difference goes from a to b and the other from b to a, so the sign is wrong. Take both in the same order."""
    return (f(a) - f(b)) / (b - a)


exercise = Exercise(
    id="0.1",
    title="Be wrong on purpose",
    name="average_slope",
    reference=reference,
    cases=[
        Case("f(x) = x·x, from 1 to 3", lambda: (square, 1.0, 3.0)),
        Case("f(x) = x·x, from -1 to 4", lambda: (square, -1.0, 4.0)),
        Case("f(x) = 8 - 3·x, from 0.5 to 2", lambda: (falling, 0.5, 2.0)),
    ],
    alternatives=[looks_back],
    misconceptions=[forgets_the_brackets, brackets_only_below, only_the_rise, upside_down, wrong_sign],
)

"""Exercise 0.1: how steep a curve is between two points. It is easy: the point is to see what wrong answers get."""

import math

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip

ROUNDED = (
    "the slope has lost digits behind the point, as by `//`, `int` or `round`. It is the rise divided by the run, with "
    "all its digits."
)


def square(x):
    return x * x


def falling(x):
    return 8.0 - 3.0 * x


def cube(x):
    return x * x * x


def reference(f, a, b):
    return (f(b) - f(a)) / (b - a)


def looks_back(f, a, b):
    return (f(a) - f(b)) / (a - b)


def with_names(f, a, b):
    rise, run = f(b) - f(a), b - a
    return rise / run


def forgets_the_brackets(f, a, b):
    """f(a) alone is divided, and by b alone, as where the brackets are missing: Python divides before it subtracts. Put
    f(b) - f(a) in brackets, and b - a too.
    """
    return f(b) - f(a) / b - a


def upside_down(f, a, b):
    """the fraction is upside down. Rise over run: the change of f goes on top."""
    return (b - a) / (f(b) - f(a))


def height_at_the_run(f, a, b):
    """f(b - a) stands where the rise belongs. The rise is a difference of two heights, f(b) - f(a), and b - a is the
    run.
    """
    return f(b - a) / (b - a)


def the_mean_height(f, a, b):
    """the two heights are averaged: that is how high the curve is, not how steep. Divide the rise by the run."""
    return (f(a) + f(b)) / 2


def the_height_halfway(f, a, b):
    """f is asked halfway between a and b: that is how high the curve is there, not how steep. Divide the rise from a to
    b by the run.
    """
    return f((a + b) / 2)


def gives_the_angle(f, a, b):
    """the angle of the line is returned, its arc tangent. Return the slope itself: the rise divided by the run."""
    return math.atan((f(b) - f(a)) / (b - a))


def is_the_angle(case, answer):
    """Whether the answer is the angle, in radians or degrees, by `atan` or `atan2`."""
    slope = reference(*case.make())
    return any(abs(math.tan(angle) - slope) < 1e-6 for angle in (answer, math.radians(answer)))


def averages_the_slopes_at_the_ends(f, a, b):
    """the mean comes out of how steep f is at a and at b. In between it may be steeper, or less steep: divide the rise
    from a to b by the run.
    """
    return (slope_at(f, a) + slope_at(f, b)) / 2


def takes_the_slope_in_the_middle(f, a, b):
    """the slope comes out that f has halfway between a and b. Elsewhere on the way f may be steeper, or less steep:
    divide the rise from a to b by the run.
    """
    return slope_at(f, (a + b) / 2)


def takes_the_slope_at_a(f, a, b):
    """the slope comes out that f has at a. Further on f may be steeper, or less steep: divide the rise from a to b by
    the run.
    """
    return slope_at(f, a)


def takes_the_slope_at_b(f, a, b):
    """the slope comes out that f has at b. Before that f may be steeper, or less steep: divide the rise from a to b by
    the run.
    """
    return slope_at(f, b)


def averages_the_slopes_on_the_way(f, a, b, points=5):
    """the mean comes out of slopes at several points from a to b, as by `np.gradient`. The two at the ends weigh too
    much in it: divide the rise from a to b by the run.
    """
    xs = np.linspace(a, b, points)
    return float(np.gradient([f(x) for x in xs], xs).mean())


def slope_at(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


def is_the_mean_of_two_slopes(case, answer):
    f, a, b = case.make()
    return abs(answer - averages_the_slopes_at_the_ends(f, a, b)) < 1e-3


def is_the_slope_in_the_middle(case, answer):
    return abs(answer - takes_the_slope_in_the_middle(*case.make())) < 1e-3


def is_the_slope_at_a(case, answer):
    return abs(answer - takes_the_slope_at_a(*case.make())) < 1e-3


def is_the_slope_at_b(case, answer):
    return abs(answer - takes_the_slope_at_b(*case.make())) < 1e-3


def is_a_mean_on_the_way(case, answer):
    numbers = [*range(4, 13), 20, 21, 50, 51, 100, 101, 200, 201, 500, 501, 1000, 1001]
    return any(abs(answer - averages_the_slopes_on_the_way(*case.make(), n)) < 1e-9 for n in numbers)


def rounds(f, a, b):
    return round((f(b) - f(a)) / (b - a), 2)


rounds.__doc__ = ROUNDED


def is_rounded(case, answer):
    """Whether the answer is the slope, cut or rounded to at most four digits behind the point."""
    right = reference(*case.make())
    powers = [10**digits for digits in range(5)]
    return any(abs(answer - right) < 1 / p and abs(answer * p - round(answer * p)) < 1e-6 for p in powers)


def lost_sign(f, a, b):
    return abs(f(b) - f(a)) / abs(b - a)


exercise = Exercise(
    id="0.1",
    title="Be wrong on purpose",
    name="average_slope",
    reference=reference,
    demands=[
        Demand("`average_slope(f, a, b)` returns the rise from a to b, divided by the run", upside_down),
        Demand("it is negative where f falls", lost_sign),
    ],
    cases=[
        Case("f(x) = x·x, from 1 to 3", lambda: (square, 1.0, 3.0)),
        Case("f(x) = x·x, from -1 to 4", lambda: (square, -1.0, 4.0)),
        Case("f(x) = 8 - 3·x, from 0.5 to 2", lambda: (falling, 0.5, 2.0)),
        Case("f(x) = 8 - 3·x, from 0 to 2", lambda: (falling, 0.0, 2.0)),
        Case("f(x) = x·x·x, from -0.5 to 1.25", lambda: (cube, -0.5, 1.25)),
        Case("f(x) = x·x·x, from 2 to 1", lambda: (cube, 2.0, 1.0)),  # the run is negative
    ],
    alternatives=[looks_back, with_names],
    misconceptions=[
        forgets_the_brackets,
        upside_down,
        height_at_the_run,
        the_mean_height,
        the_height_halfway,
        gives_the_angle,
        averages_the_slopes_at_the_ends,
        takes_the_slope_in_the_middle,
        takes_the_slope_at_a,
        takes_the_slope_at_b,
        averages_the_slopes_on_the_way,
        rounds,
    ],
    recognise={
        gives_the_angle: is_the_angle,
        averages_the_slopes_at_the_ends: is_the_mean_of_two_slopes,
        takes_the_slope_in_the_middle: is_the_slope_in_the_middle,
        takes_the_slope_at_a: is_the_slope_at_a,
        takes_the_slope_at_b: is_the_slope_at_b,
        averages_the_slopes_on_the_way: is_a_mean_on_the_way,
        rounds: is_rounded,
    },
    slips=[
        Slip(
            "the rise is divided by b, and then a is subtracted, as where b - a has no brackets: Python divides first. "
            "Put b - a in brackets.",
            ("/ (b - a)", "/ b - a"),
        ),
        Slip(
            "the rise is not divided by the run. How steep a hill is depends on how far you walk: divide by b - a.",
            ("/ (b - a)", ""),
        ),
        Slip("the rise is multiplied by the run. Divide it: rise over run.", ("/ (b - a)", "* (b - a)")),
        Slip("the rise is divided by a + b. The run is how far it is from a to b: b - a.", ("/ (b - a)", "/ (b + a)")),
        Slip("the rise is divided by b alone. The run starts at a: it is b - a long.", ("/ (b - a)", "/ b")),
        *[
            Slip(
                "the rise is divided by the length of the straight line between the two points. The run is how far it "
                "is along x alone, b - a.",
                ("/ (b - a)", f"/ {length}"),
            )
            for length in ["math.hypot(b - a, f(b) - f(a))", "math.copysign(math.hypot(b - a, f(b) - f(a)), b - a)"]
        ],
        Slip("the rise is divided by a. The run is how far it is from a to b: b - a.", ("/ (b - a)", "/ a")),
        Slip(ROUNDED, ("/ (b", "// (b")),
        Slip(
            "the sign is wrong where b lies left of a, as where only one of rise and run keeps its sign there. Both go "
            "from a to b: the rise is f(b) - f(a), and the run is b - a.",
            ("/ (b - a)", "/ abs(b - a)"),
        ),
        Slip("f(a) is added. The rise is how much f changes: f(b) - f(a).", ("f(b) - f(a)", "f(b) + f(a)")),
        Slip("the rise is divided by 2, whatever the run is. Divide by b - a.", ("- f(a)) / (b - a)", "- f(a)) / 2")),
        Slip("f(a) is left out. The rise is how much f changes on the way: f(b) - f(a).", ("f(b) - f(a)", "f(b)")),
        Slip(
            "f has no effect on what comes out, as where a and b are subtracted in the place of their heights, or the "
            "rise is divided by itself. The rise is f(b) - f(a), and the run is b - a.",
            ("f(b) - f(a)", "b - a"),
        ),
        Slip(
            "the sign is wrong, as where one difference is taken from a to b and the other one from b to a, or by a "
            "minus too many. The rise is f(b) - f(a), and the run is b - a.",
            ("return (", "return -("),
        ),
        *[
            Slip("the sign is lost, as by `abs`. A curve that falls has a negative slope.", edit)
            for edit in [("return (", "return abs("), ("(f(b) - f(a)) / (b - a)", "abs((f(b) - f(a)) / (b - a))")]
        ],
        Slip(
            "only f(a) is divided, and f(b) is not, as where f(b) - f(a) has no brackets: Python divides first. Put "
            "f(b) - f(a) in brackets.",
            ("return (f(b) - f(a)) / (b - a)", "return f(b) - f(a) / (b - a)"),
        ),
    ],
)

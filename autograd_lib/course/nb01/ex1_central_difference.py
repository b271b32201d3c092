"""Exercise 1.1: the slope of a function by a central difference."""

import math

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def square(x):
    return x * x


def cube(x):
    return x * x * x


def falling(x):
    return 8.0 - 3.0 * x


def reciprocal(x):
    return 1.0 / x


def reference(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


def mean_of_forward_and_backward(f, x, h):
    forward = (f(x + h) - f(x)) / h
    backward = (f(x) - f(x - h)) / h
    return (forward + backward) / 2


def halved_at_the_end(f, x, h):
    return (f(x + h) - f(x - h)) / h / 2


def from_left_to_right(f, x, h):
    left, right = x - h, x + h
    return (f(right) - f(left)) / (right - left)


def looks_ahead_only(f, x, h):
    """only one side counts, from x to x + h: that is the forward difference. Start at x - h instead of x, and divide by
    the whole distance.
    """
    return (f(x + h) - f(x)) / h


def looks_back_only(f, x, h):
    """only one side counts, from x - h to x: that is the backward difference. Go on to x + h, and divide by the whole
    distance.
    """
    return (f(x) - f(x - h)) / h


def takes_half_steps(f, x, h):
    """the steps are h/2 to each side. That is a central difference too, with half the step; this exercise wants h to
    each side.
    """
    return (f(x + h / 2) - f(x - h / 2)) / h


def takes_double_steps(f, x, h):
    """the steps are 2h to each side. That is a central difference too, with twice the step; this exercise wants h to
    each side.
    """
    return (f(x + 2 * h) - f(x - 2 * h)) / (4 * h)


def bends_twice(f, x, h):
    """f(x + h) - 2 * f(x) + f(x - h) over h² comes out: that measures how fast the *slope* changes. For the slope
    itself, subtract f(x - h) from f(x + h), and divide by 2 * h.
    """
    return (f(x + h) - 2 * f(x) + f(x - h)) / h**2


def subtracts_the_two_sides(f, x, h):
    """the forward difference minus the backward one comes out: that measures how the slope *changes*. Add the two and
    halve the sum, or take f(x + h) - f(x - h) over 2 * h.
    """
    return (f(x + h) - f(x)) / h - (f(x) - f(x - h)) / h


def takes_four_points(f, x, h):
    """four points are used, and the error is that of a better formula. Here the slope of one line is asked for, through
    the points at x - h and x + h.
    """
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)


def steps_aside(f, x, h):
    """the step is an imaginary one: f is asked at x + ih. That looks neither to the left nor to the right, and not
    every f can be asked there: the points are at x - h and x + h.
    """
    return f(x + 1j * h).imag / h


def gives_the_angle(f, x, h):
    """the angle of the line is returned, its arc tangent. Return the slope itself: the rise divided by the run."""
    return math.atan((f(x + h) - f(x - h)) / (2 * h))


def gives_the_angle_in_degrees(f, x, h):
    return math.degrees(math.atan((f(x + h) - f(x - h)) / (2 * h)))


gives_the_angle_in_degrees.__doc__ = gives_the_angle.__doc__


def returns_what_it_remembers(f, x, h):
    """where f and x are those of an earlier call, the slope for the h of that call comes back, as from a memory that
    does not ask for h. Each call has its own h.
    """
    return reference(f, x, 0.1 if (f, x) == (cube, 2.0) else h)


def remembers_heights_of_other_functions(f, x, h):
    """where x and h are those of an earlier call, what comes back belongs to the f of that call, as from a memory that
    does not ask which f it is. Each call has its own f.
    """
    known = {}
    for case in exercise.cases:
        g, *place = case.make()
        heights = [known.setdefault(point, g(point)) for point in (place[0] + place[1], place[0] - place[1])]
        if (g, *place) == (f, x, h):
            break
    return (heights[0] - heights[1]) / (2 * h)


def remembers_slopes_of_other_functions(f, x, h):
    known = {}
    for case in exercise.cases:
        g, *place = case.make()
        slope = known.setdefault(tuple(place), reference(g, *place))
        if (g, *place) == (f, x, h):
            break
    return slope


remembers_slopes_of_other_functions.__doc__ = remembers_heights_of_other_functions.__doc__


def takes_its_own_step(f, x, h):
    """the slope is nearly that of the tangent where h is large, as where a step other than h is taken, or more than two
    points are used. Take two points, x - h and x + h, with the h that is passed in.
    """
    h = 1e-5
    return (f(x + h) - f(x - h)) / (2 * h)


def rounds(f, x, h):
    """the slope has lost digits behind the point, as by `round`, `int` or `//`. Return it with all its digits."""
    return round((f(x + h) - f(x - h)) / (2 * h), 2)


def is_rounded(case, answer):
    """Whether the answer is the slope, cut or rounded to at most four digits behind the point."""
    right = reference(*case.make())
    powers = [10**digits for digits in range(5)]
    return any(abs(answer - right) < 1 / p and abs(answer * p - round(answer * p)) < 1e-6 for p in powers)


def upside_down(f, x, h):
    """the fraction is upside down. The rise goes on top, f(x + h) - f(x - h), and the run below."""
    return 2 * h / (f(x + h) - f(x - h))


def asks_at_the_run(f, x, h):
    """f(2h) stands where the rise belongs, as by `f(x + h - (x - h))`. The rise is a difference of heights,
    f(x + h) - f(x - h).
    """
    return f(2 * h) / (2 * h)


def returns_several(f, x, h):
    """a list or a tuple is returned. Return one number, the slope: the rise divided by the run."""
    return f(x + h) - f(x - h), 2 * h


def is_a_list(case, answer):
    return type(answer) in (list, tuple)


def the_rise_alone(f, x, h):
    return f(x + h) - f(x - h)


def takes_four_points_of_ours(case, answer):
    """Whether the answer is the four-point formula for h, or for h / 2: Richardson's step from h to h / 2."""
    f, x, h = case.make()
    return any(abs(answer - takes_four_points(f, x, step)) <= 1e-9 * max(1, abs(answer)) for step in (h, h / 2))


def is_the_tangent(case, answer):
    """Whether the answer is much nearer to the derivative than the line through x - h and x + h is. Where h is tiny it
    may be right, as by `min(h, 1e-5)`.
    """
    f, x, h = case.make()
    right = reference(f, x, h)
    if h < 1e-5 and abs(answer - right) <= 1e-9 * abs(right):
        return True
    slopes = takes_its_own_step(f, x, None), reference(f, x, h / 1000)
    return any(abs(answer - slope) < max(1e-3, abs(right - slope) / 50) for slope in slopes)


exercise = Exercise(
    id="1.1",
    title="Look to both sides",
    name="central",
    reference=reference,
    demands=[
        Demand("`central(f, x, h)` returns the slope of the line through two points of f", the_rise_alone),
        Demand("the points are at `x - h` and `x + h`, with the h that is passed in", takes_its_own_step),
    ],
    cases=[
        Case("f(x) = x·x at 3, with h = 0.5", lambda: (square, 3.0, 0.5)),
        Case("f(x) = x·x·x at 2, with h = 0.1", lambda: (cube, 2.0, 0.1)),
        Case("f(x) = 8 - 3·x at 1.5, with h = 0.2", lambda: (falling, 1.5, 0.2)),
        Case("f(x) = 1/x at -0.9, with h = 0.3", lambda: (reciprocal, -0.9, 0.3)),
        Case("f(x) = x·x·x at 2, with h = 1.5", lambda: (cube, 2.0, 1.5)),
        Case("f(x) = x·x·x at 2, with h = 0.05", lambda: (cube, 2.0, 0.05)),
        Case("f(x) = x·x·x at 3, with h = 0.5", lambda: (cube, 3.0, 0.5)),
        Case("f(x) = 1/x at 0.002, with h = 0.0001", lambda: (reciprocal, 0.002, 0.0001)),
        Case("f(x) = 1/x at 0.00002, with h = 0.000001", lambda: (reciprocal, 0.00002, 0.000001)),
    ],
    alternatives=[mean_of_forward_and_backward, halved_at_the_end, from_left_to_right],
    misconceptions=[
        looks_ahead_only,
        looks_back_only,
        takes_half_steps,
        takes_double_steps,
        bends_twice,
        subtracts_the_two_sides,
        upside_down,
        asks_at_the_run,
        takes_four_points,
        steps_aside,
        gives_the_angle,
        gives_the_angle_in_degrees,
        returns_what_it_remembers,
        remembers_heights_of_other_functions,
        remembers_slopes_of_other_functions,
        takes_its_own_step,
        rounds,
        returns_several,
    ],
    recognise={
        takes_four_points: takes_four_points_of_ours,
        takes_its_own_step: is_the_tangent,
        rounds: is_rounded,
        returns_several: is_a_list,
    },
    slips=[
        Slip(
            "the rise is divided by h, but from x - h to x + h it is two steps: divide by 2 * h. The sum of a forward "
            "and a backward difference comes to the same: halve it.",
            ("/ (2 * h)", "/ h"),
        ),
        Slip(
            "the rise is divided by 2 and *multiplied* by h, as by `/ 2 * h`, which Python reads from the left. Divide "
            "by both: `/ (2 * h)`.",
            ("/ (2 * h)", "/ 2 * h"),
        ),
        Slip("the rise is not divided by the run. From x - h to x + h that is 2 * h.", ("/ (2 * h)", "")),
        Slip("the rise is divided by 2 and not by h. The run from x - h to x + h is 2 * h.", ("/ (2 * h)", "/ 2")),
        Slip("the rise is multiplied by 2 * h. A slope is the rise *divided* by the run.", ("/ (2 * h)", "* (2 * h)")),
        Slip(
            "the slope comes out four times too large, as where the rise is divided by h and *multiplied* by 2. The "
            "run is 2 * h: divide by both.",
            ("/ (2 * h)", "/ h * 2"),
        ),
        Slip(
            "something is divided by 0, as where the run is `x + h - x - h`. From x - h to x + h it is 2 * h.",
            ("/ (2 * h)", "/ (x + h - x - h)"),
        ),
        Slip(
            "the rise is divided by x + h, and then x - h is subtracted, as where the run has no brackets around it: "
            "Python divides first. Put the whole run in brackets, or divide by `(2 * h)`.",
            ("/ (2 * h)", "/ (x + h) - (x - h)"),
        ),
        *(
            Slip(
                "x alone divides the rise, and the rest of the run is added and subtracted after that, as where the "
                "run has no brackets around it: Python divides first. Put the whole run in brackets, or divide by "
                "`(2 * h)`.",
                ("/ (2 * h)", unbracketed),
            )
            for unbracketed in ("/ x + h - (x - h)", "/ x + h - x - h")
        ),
        Slip("the rise is divided by 2 + h. Two steps of h are 2 * h.", ("/ (2 * h)", "/ (2 + h)")),
        Slip("the rise is divided by h². Two steps of h are 2 * h.", ("/ (2 * h)", "/ h**2")),
        Slip("the rise is divided by the square of 2 * h. Divide by 2 * h, once.", ("/ (2 * h)", "/ (2 * h) ** 2")),
        Slip("the rise is divided by x. The run from x - h to x + h is 2 * h.", ("/ (2 * h)", "/ x")),
        Slip("the rise is divided by 2 * x. The run from x - h to x + h is 2 * h.", ("(2 * h)", "(2 * x)")),
        Slip(
            "only f(x - h) is divided, as where the brackets around the rise are missing: Python divides first. Write "
            "`(f(x + h) - f(x - h))`.",
            ("(f(x + h) - f(x - h))", "f(x + h) - f(x - h)"),
        ),
        Slip(
            "the sign is wrong, as where the rise is taken from right to left and the run from left to right. The rise "
            "is f(x + h) - f(x - h), and the run is 2 * h.",
            ("return (", "return -("),
        ),
        Slip(
            "the sign is wrong, as where the rise is taken from right to left and the run from left to right. The rise "
            "is f(x + h) - f(x - h), and the run is 2 * h.",
            ("f(x + h) - f(x - h)", "f(x - h) - f(x + h)"),
        ),
        Slip(
            "the forward difference minus the backward one comes out, halved: that measures how the slope *changes*. "
            "The rise is f(x + h) - f(x - h), and f(x) is not in it.",
            ("f(x + h) - f(x - h)", "f(x + h) - 2 * f(x) + f(x - h)"),
        ),
        Slip(
            "the sign is lost, as by `abs`. A function that falls has a negative slope.",
            ("return (f(x + h) - f(x - h))", "return abs(f(x + h) - f(x - h))"),
        ),
        Slip("the point on the left is taken at h - x. It is h to the left of x: at x - h.", ("f(x - h)", "f(h - x)")),
        Slip(
            "f(x) is subtracted as well. The rise is the difference of two heights, f(x + h) - f(x - h).",
            ("(f(x + h) - f(x - h))", "(f(x + h) - f(x) - f(x - h))"),
        ),
        Slip(
            "the slope from x to x + 2h comes out, as where both steps go to the right. One goes left, to x - h.",
            ("(f(x + h) - f(x - h))", "(f(x + 2 * h) - f(x))"),
        ),
        Slip(
            "the slope from x - 2h to x comes out, as where both steps go to the left. One goes right, to x + h.",
            ("(f(x + h) - f(x - h))", "(f(x) - f(x - 2 * h))"),
        ),
        Slip("the two heights are added. The rise is their difference, f(x + h) - f(x - h).", (") - f", ") + f")),
        Slip(
            "the rise is taken from x to x + h alone. Over a run of 2 * h, f rises from x - h to x + h.",
            ("- f(x - h))", "- f(x))"),
        ),
        Slip(
            "the rise is taken from x - h to x alone. Over a run of 2 * h, f rises from x - h to x + h.",
            ("(f(x + h) -", "(f(x) -"),
        ),
        Slip(
            "the points are h/2 to each side of x, and the run is not what lies between. Go the whole h to each side.",
            ("f(x + h) - f(x - h)", "f(x + h / 2) - f(x - h / 2)"),
        ),
        Slip(
            "f has no effect on what comes out, as where h stands outside of its brackets, in f(x) + h, or f is not "
            "asked, or the rise is divided by itself. The rise is f(x + h) - f(x - h), and the run is 2 * h.",
            ("f(x + h) - f(x - h)", "(f(x) + h) - (f(x) - h)"),
        ),
        *(
            Slip(
                "a height moves by h, and not x, as where h stands outside of the brackets of f. It is x that moves: "
                "f(x + h) and f(x - h).",
                ("f(x + h) - f(x - h)", rise),
            )
            for rise in ("f(x + h) - (f(x) - h)", "f(x + h) - f(x) - h", "f(x) + h - f(x - h)")
        ),
        *(
            Slip(
                "the points are not h away from x, but a step that depends on x as well. Go h itself to each side, to "
                "x - h and x + h.",
                ("(f(x + h) - f(x - h)) / (2 * h)", f"(f(x + {step}) - f(x - {step})) / (2 * {step})"),
            )
            for step in ("h * max(1.0, abs(x))", "h * abs(x)", "h * (1.0 + abs(x))")
        ),
        Slip(
            "0 comes out for any f, as where two heights are the same and cancel. Ask f at two points, x - h and "
            "x + h.",
            ("(f(x + h) - f(x - h)) / (2 * h)", "0 * h"),
        ),
        Slip(
            "one of the two heights is missing: only f(x + h) is divided. The rise is f(x + h) - f(x - h).",
            ("(f(x + h) - f(x - h))", "f(x + h)"),
        ),
    ],
)

"""Exercise 9.6: how far to go in a given direction, from the slope and the curvature along it."""

from autograd_lib import dual
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.nb09.duals import Places, as_number
from autograd_lib.dual import grad, hvp, jvp


def bowl(x):
    return 3 * (x - 5) * (x - 5)


def gorge(m, b):
    """Notebook 07's line through (1, 2), (2, 4), (3, 6)."""
    loss = 0.0
    for x, y in [(1, 2), (2, 4), (3, 6)]:
        loss = loss + (m * x + b - y) ** 2
    return loss


def bent(a, b):
    return a * a * a * b + dual.exp(b - a)


def three(a, b, c):
    return a * a * b + b * c * c


def reference(f, inputs, direction):
    slope = jvp(f, inputs, direction)[1]
    change = hvp(f, inputs, direction)
    curvature = 0.0
    for d, c in zip(direction, change):
        curvature += d * c
    return -slope / curvature


def along_the_line(f, inputs, direction):
    """Forward over forward: the first and the second derivative of f along the line, as a function of t."""

    def slope(t):
        return jvp(lambda t: f(*(x + t * d for x, d in zip(inputs, direction))), [t], [1.0])[1]

    first, second = jvp(slope, [0.0], [1.0])
    return -first / second


def gradient_of(f, inputs):
    gradient = grad(f)(*inputs)
    return gradient if len(inputs) > 1 else [gradient]


def from_the_gradient(f, inputs, direction):
    gradient = gradient_of(f, inputs)
    change = hvp(f, inputs, direction)
    return -sum(g * d for g, d in zip(gradient, direction)) / sum(c * d for c, d in zip(change, direction))


def takes_the_squared_slope(f, inputs, direction):
    """the slope goes in squared. s + t·c is 0 where t is -s / c, with the slope s along the direction as it is, one
    `jvp`.
    """
    return -(jvp(f, inputs, direction)[1] ** 2) / second_slope(f, inputs, direction)


def second_slope(f, inputs, direction):
    return sum(d * c for d, c in zip(direction, hvp(f, inputs, direction)))


def uses_the_diagonal(f, inputs, direction):
    """only the second derivatives by one and the same input count: those by two different inputs, the entries of the
    Hessian beside its diagonal, are missing. `hvp` along the whole direction has them all.
    """
    total = 0.0
    for i, d in enumerate(direction):
        unit = [float(i == j) for j in range(len(inputs))]
        total += d * d * hvp(f, inputs, unit)[i]
    return -jvp(f, inputs, direction)[1] / total


def takes_the_first_entry(f, inputs, direction):
    """only the first entry of the Hessian-vector product counts. Multiply each by that of the direction, and add."""
    return -jvp(f, inputs, direction)[1] / (direction[0] * hvp(f, inputs, direction)[0])


def goes_along_the_gradient(f, inputs, direction):
    """t is that of a step along the gradient, or against it, wherever `direction` points. Take slope and curvature
    along `direction`.
    """
    return reference(f, inputs, gradient_of(f, inputs))


def goes_against_the_gradient(f, inputs, direction):
    return -goes_along_the_gradient(f, inputs, direction)


goes_against_the_gradient.__doc__ = goes_along_the_gradient.__doc__


def takes_the_length_of_the_gradient(f, inputs, direction):
    """the length of the gradient stands for the slope. The slope along the direction may have either sign, and is
    another for each direction: one `jvp` gives it.
    """
    slope, curvature = sum(g * g for g in gradient_of(f, inputs)) ** 0.5, second_slope(f, inputs, direction)
    return -slope / curvature


def shortens_the_direction(f, inputs, direction):
    """t is multiplied by the length of the direction, as where this is first brought to length 1. t counts in units of
    the direction as it is.
    """
    length = sum(d * d for d in direction) ** 0.5
    return reference(f, inputs, [d / length for d in direction])


def compares_with_the_slope_ahead(f, inputs, direction):
    """the slope a whole direction ahead, less the slope here, stands for the curvature. On a bowl the two are the same;
    elsewhere the curvature changes on the way. Take it where you stand, by `hvp`.
    """
    ahead = [x + d for x, d in zip(inputs, direction)]
    slope = jvp(f, inputs, direction)[1]
    return -slope / (jvp(f, ahead, direction)[1] - slope)


def compares_with_the_value_ahead(f, inputs, direction):
    """the curvature is taken from the value of f a whole direction ahead. On a bowl that is the same; elsewhere the
    curvature changes on the way. Take it where you stand, by `hvp`.
    """
    ahead = [x + d for x, d in zip(inputs, direction)]
    value, slope = jvp(f, inputs, direction)
    return -slope / (2 * (f(*ahead) - value - slope))


def takes_the_length_of_the_change(f, inputs, direction):
    """the length of the Hessian-vector product stands for the curvature. What counts is its part along the direction:
    multiply each entry by that of the direction, and add.
    """
    change = hvp(f, inputs, direction)
    return -jvp(f, inputs, direction)[1] / sum(c * c for c in change) ** 0.5


def returns_the_place(f, inputs, direction):
    """a list of numbers is returned, like a place or a way to it. The question is t: how many times the direction leads
    to the bottom."""
    t = reference(f, inputs, direction)
    return [x + t * d for x, d in zip(inputs, direction)]


def adds_up_the_gradient(f, inputs, direction):
    """the entries of the gradient are added up for the slope, as by a `jvp` along ones. The slope along the direction
    multiplies each by that of the direction first: one `jvp` along `direction` does it.
    """
    return -jvp(f, inputs, [1.0] * len(inputs))[1] / second_slope(f, inputs, direction)


def repeats_the_step(f, inputs, direction):
    """t is right on a bowl, and elsewhere it is not that of one step, as where steps are repeated until the slope is 0.
    Asked is one step, from the slope and the curvature at `inputs`.
    """
    t = 0.0
    for _ in range(50):
        here = [x + t * d for x, d in zip(inputs, direction)]
        slope = jvp(f, here, direction)[1]
        if abs(slope) < 1e-12:
            break
        t -= slope / second_slope(f, here, direction)
    return t


def slope_is_gone(case, answer):
    """Whether bowls are right, and at the place that is reached the slope is 0. Where steps that are repeated do not
    settle, any number will do.
    """
    f, inputs, direction = case.make()
    right = exercise.right_answer(case)
    if f in (bowl, gorge):
        return abs(answer - right) < 1e-9
    if f is bent:
        return abs(answer - right) > 0.1
    there = [x + answer * d for x, d in zip(inputs, direction)]
    return abs(answer - right) > 0.01 and abs(jvp(f, there, direction)[1]) < 1e-6


def takes_a_number_for_a_list(f, inputs, direction):
    """a number and a list are mixed up where there is only one input, as where `dual.grad` is used: for one input it
    gives the derivative itself, and no list. `jvp` along the direction gives the slope for any number of inputs.
    """
    slope = sum(g * d for g, d in zip(grad(f)(*inputs), direction))
    return -slope / second_slope(f, inputs, direction)


def fails_for_one_input(case, answer):
    """Whether a number stands where a list should, or makes an array of one, with one input and with no more."""
    _, inputs, _ = case.make()
    name, message = getattr(answer, "kind", ""), getattr(answer, "message", "")
    is_error = (name == "TypeError" and "'float'" in message) or "does not have enough dimensions" in message
    fails = is_error or name == "What you returned is an array"
    return fails == (len(inputs) == 1) and frozenset({WHOLE} if fails else ())


def measures(f, inputs, direction):
    """slope or curvature is measured, from what f does at places that lie close together. Forward mode gives both
    exactly.
    """
    h = 1e-4
    up, here, down = (f(*(x + t * d for x, d in zip(inputs, direction))) for t in (h, 0.0, -h))
    return -(up - down) / (2 * h) / ((up - 2 * here + down) / h**2)


def run(solution, f, inputs, direction):
    places = Places(inputs)

    def watched(*arguments):
        places.visit(arguments)
        return f(*arguments)

    answer = as_number(solution(watched, inputs, direction), "What you returned")
    if places.are_close_together():
        text = "Your code calls f a little beside `inputs` as well, to measure how it changes. Both can be computed."
        raise NotAnAnswer(text, kind="measured")
    return answer


exercise = Exercise(
    id="9.6",
    title="One step to the bottom",
    name="best_step",
    side_road=True,
    reference=reference,
    demands=[
        Demand("`best_step` returns t, one number", returns_the_place),
        Demand("the curvature is that along `direction`, for any number of inputs", uses_the_diagonal),
        Demand("slope and curvature are exact, not measured", measures),
    ],
    cases=[
        Case("f(x) = 3(x - 5)² at 1, direction [0.5]", lambda: (bowl, [1.0], [0.5])),
        Case("f(x) = 3(x - 5)² at 6, direction [0.5]", lambda: (bowl, [6.0], [0.5])),
        Case("the line of notebook 07 at m = 0, b = 0, direction [1, -0.3]", lambda: (gorge, [0.0, 0.0], [1.0, -0.3])),
        Case(
            "f(a, b, c) = a²b + bc² at 1, 2, -1, direction [0.5, 1, 2]",
            lambda: (three, [1.0, 2.0, -1.0], [0.5, 1.0, 2.0]),
        ),
        Case("f(a, b) = a³b + exp(b - a) at 1.5, 0.4, direction [0.7, -1.3]", lambda: (bent, [1.5, 0.4], [0.7, -1.3])),
    ],
    run=run,
    alternatives=[along_the_line, from_the_gradient],
    misconceptions=[
        takes_the_squared_slope,
        uses_the_diagonal,
        takes_the_first_entry,
        adds_up_the_gradient,
        compares_with_the_slope_ahead,
        compares_with_the_value_ahead,
        takes_the_length_of_the_change,
        returns_the_place,
        takes_the_length_of_the_gradient,
        goes_along_the_gradient,
        goes_against_the_gradient,
        shortens_the_direction,
        takes_a_number_for_a_list,
        measures,
        repeats_the_step,
    ],
    recognise={repeats_the_step: slope_is_gone, takes_a_number_for_a_list: fails_for_one_input},
    slips=[
        Slip(
            "only the first two entries count. There are as many as there are inputs.",
            ("zip(direction, change)", "[*zip(direction, change)][:2]"),
        ),
        Slip(
            "only the first two entries count. There are as many as there are inputs.",
            ("zip(direction, change)", "[(direction[i], change[i]) for i in (0, 1)]"),
        ),
        Slip(
            "the step never goes back: where t is below 0, it is 0. On a bowl, the bottom is behind you there.",
            ("return -slope / curvature", "return max(0.0, -slope / curvature)"),
        ),
        Slip(
            "the entries of the Hessian-vector product are added up, and those of the direction, and the two sums are "
            "multiplied. It is the other way round: multiply entry by entry, and add up the products.",
            ("curvature += d * c", "curvature += d * sum(change)"),
        ),
        Slip(
            "the size of the curvature is taken, without its sign. Where it is below 0, the place where the slope is 0 "
            "lies on the other side.",
            ("/ curvature", "/ abs(curvature)"),
        ),
        Slip(
            "the square root of the curvature is taken. The slope is divided by the curvature itself.",
            ("/ curvature", "/ abs(curvature) ** 0.5"),
        ),
        Slip(
            "the sign is wrong. Where f climbs along the direction (a slope above 0), the way down is against it.",
            ("return -slope", "return slope"),
        ),
        Slip(
            "the slope counts as if it were never below 0, so that on a bowl the step is always backward. Where f "
            "falls, the way down is forward.",
            ("-slope / curvature", "-abs(slope) / curvature"),
        ),
        Slip(
            "the slope counts as if it were never above 0, so that on a bowl the step is always forward. Where f "
            "climbs, the way down is backward.",
            ("-slope / curvature", "abs(slope) / curvature"),
        ),
        Slip(
            "twice the distance is taken. On a bowl, that is on the other side and as high as before; the bottom is at "
            "half of it.",
            ("/ curvature", "/ (curvature / 2)"),
        ),
        Slip(
            "only half of the distance is taken. The ½ of ½·t²·curvature cancels when you differentiate: "
            "slope + t·curvature is 0 at the bottom.",
            ("/ curvature", "/ (2 * curvature)"),
        ),
        Slip(
            "the fraction is upside down: the larger the curvature, the *nearer* the bottom. Divide the slope by the "
            "curvature.",
            ("slope / curvature", "curvature / slope"),
        ),
        Slip(
            "slope and curvature are multiplied. The larger the curvature, the *nearer* the bottom: divide.",
            ("-slope / curvature", "-slope * curvature"),
        ),
        Slip(
            "the slope is left out: the step is 1 / curvature, or minus that. The steeper f is, the longer the way.",
            ("-slope / curvature", "-1 / curvature"),
        ),
        Slip(
            "the step is minus the slope, as if the curvature were 1. Divide by the curvature.",
            ("-slope / curvature", "-slope"),
        ),
        Slip(
            "slope and curvature are taken at `direction`, from what changes along `inputs`, as where `jvp` and `hvp` "
            "get the two in the wrong order. First comes where you stand, then where you look.",
            ("jvp(f, inputs, direction)", "jvp(f, direction, inputs)"),
            ("hvp(f, inputs, direction)", "hvp(f, direction, inputs)"),
        ),
        Slip(
            "the slope is taken at `direction`, along `inputs`, as where `jvp` gets the two in the wrong order. First "
            "comes where you stand, then where you look.",
            ("jvp(f, inputs, direction)", "jvp(f, direction, inputs)"),
        ),
        Slip(
            "the change of the gradient is taken at `direction`, along `inputs`, as where `hvp` gets the two in the "
            "wrong order. First comes where you stand, then where you look.",
            ("hvp(f, inputs, direction)", "hvp(f, direction, inputs)"),
        ),
        Slip(
            "the value of f stands where its slope should: `jvp` returns a pair, value and tangent. Take the second.",
            ("jvp(f, inputs, direction)[1]", "jvp(f, inputs, direction)[0]"),
        ),
        Slip(
            "t is multiplied by the squared length of the direction, as where the curvature is that along a direction "
            "of length 1. t counts in units of the direction as it is, whatever its length.",
            ("curvature += d * c", "curvature += d * c / sum(e * e for e in direction)"),
        ),
        Slip(
            "the entries of the Hessian-vector product are added up as they are. What counts is the change of the "
            "slope along the direction: multiply each entry by that of the direction, then add.",
            ("curvature += d * c", "curvature += c"),
        ),
        Slip(
            "only the last entry counts, as where `=` stands for `+=`. The curvature is the sum over all of them.",
            ("curvature += d * c", "curvature = d * c"),
        ),
        Slip(
            "each change is multiplied by the square of the direction's entry: `hvp` has it in once.",
            ("d * c", "d * d * c"),
        ),
    ],
)

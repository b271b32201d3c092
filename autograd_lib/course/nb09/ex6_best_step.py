"""Exercise 9.6: how far to go in a given direction, from the slope and the curvature along it."""

from autograd_lib import dual
from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.course.nb09.duals import as_number
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


def from_the_gradient(f, inputs, direction):
    gradient = grad(f)(*inputs)
    gradient = gradient if len(inputs) > 1 else [gradient]
    change = hvp(f, inputs, direction)
    return -sum(g * d for g, d in zip(gradient, direction)) / sum(c * d for c, d in zip(change, direction))


def turns_back(f, inputs, direction):
    """the sign is missing. Where f climbs along the direction (a slope above 0), the way down is against it."""
    return -reference(f, inputs, direction)


def takes_the_tipping_point(f, inputs, direction):
    """twice the distance is taken: 2 / curvature is where descent tips over, on the other side and as high as before.
    The bottom is at half of that.
    """
    return 2 * reference(f, inputs, direction)


def forgets_the_half(f, inputs, direction):
    """only half of the distance is taken. The ½ of ½·t²·curvature cancels when you differentiate: slope + t·curvature
    is 0 at the bottom.
    """
    return reference(f, inputs, direction) / 2


def turns_the_fraction_over(f, inputs, direction):
    """the fraction is upside down: the larger the curvature, the *nearer* the bottom. Divide the slope by the
    curvature.
    """
    return 1 / reference(f, inputs, direction)


def adds_up_the_change(f, inputs, direction):
    """the entries of the Hessian-vector product are added up. That is how the slopes with respect to all inputs change
    together; what counts is the change of the slope along the direction: multiply each entry by that of the direction,
    then add.
    """
    return -jvp(f, inputs, direction)[1] / sum(hvp(f, inputs, direction))


def takes_the_squared_slope(f, inputs, direction):
    """the slope goes in squared. That fits when the direction *is* the gradient and has its length; here you need the
    slope along the direction itself, one `jvp`.
    """
    return -(jvp(f, inputs, direction)[1] ** 2) / curvature(f, inputs, direction)


def divides_by_the_length(f, inputs, direction):
    """the curvature is divided by the squared length of the direction. The t that is asked for counts in units of the
    direction as it is, whatever its length.
    """
    return reference(f, inputs, direction) * sum(d * d for d in direction)


def curvature(f, inputs, direction):
    return sum(d * c for d, c in zip(direction, hvp(f, inputs, direction)))


def run(solution, f, inputs, direction):
    return as_number(solution(f, list(inputs), list(direction)), "What you returned")


exercise = Exercise(
    id="9.6",
    title="One step to the bottom",
    name="best_step",
    reference=reference,
    cases=[
        Case("f(x) = 3(x - 5)² at 1, direction [0.5]", lambda: (bowl, [1.0], [0.5])),
        Case("the line of notebook 07 at m = 0, b = 0, direction [1, -0.3]", lambda: (gorge, [0.0, 0.0], [1.0, -0.3])),
        Case("f(a, b) = a³b + exp(b - a) at 1.5, 0.4, direction [0.7, -1.3]", lambda: (bent, [1.5, 0.4], [0.7, -1.3])),
    ],
    run=run,
    alternatives=[along_the_line, from_the_gradient],
    misconceptions=[
        turns_back,
        takes_the_tipping_point,
        forgets_the_half,
        turns_the_fraction_over,
        adds_up_the_change,
        takes_the_squared_slope,
        divides_by_the_length,
    ],
)

"""Exercise 9.5: a function whose derivative is wrong where two derivatives share one tangent."""

from numbers import Real

from autograd_lib import dual
from autograd_lib.checks.gradcheck import central_difference
from autograd_lib.course.exercise import Case, Exercise, Gap, NotAnAnswer
from autograd_lib.course.nb09.duals import Dual, as_dual

X = 2.0


def confused(g):
    """The notebook's `derivative`: every Dual is of one kind, whichever derivative it belongs to."""
    return lambda at: as_dual(g(Dual(at, 1.0))).tangent


def kept_apart(g):
    return lambda at: dual.jvp(g, [at], [1.0])[1]


def reference(x, d):
    return x * d(lambda y: x * y)(1.0)


def squares_inside(x, d):
    return x * x * d(lambda y: x * y * y + y)(3.0)


def inside_twice(x, d):
    return d(lambda y: x * y * x)(1.0)


def divides(x, d):
    return d(lambda y: y / x)(1.0)


def asks_for_no_derivative(x, d):
    """there is no derivative inside: `d` is never called, so there is only one tangent and nothing to mix up."""
    return x * x


def leaves_x_out(x, d):
    """the inner function does not contain `x`. Then only y moves in there, and the tangent can belong to nothing else.
    Use `x` inside the function that you hand to `d`.
    """
    return x * d(lambda y: y * y)(1.0)


def uses_x_as_the_place(x, d):
    """`x` is only the *point* at which the inner derivative is taken. There the inner Dual holds the outer one, each
    with a tangent of its own, and all is well. Use `x` inside the function that you hand to `d`.
    """
    return x * d(lambda y: y * y)(x)


def only_adds_x(x, d):
    """this is `nested` again: in the inner function `x` is only added, so its slope with respect to y does not depend
    on x. Let `x` change the slope: multiply by it, or divide.
    """
    return x * d(lambda y: x + y)(1.0)


def loses_the_difference(x, d):
    """the inner function adds `x` and no more, and the result is not multiplied by `x` either. The inner derivative
    comes out wrong, and its derivative with respect to `x` is 0 with either engine.
    """
    return d(lambda y: x + y)(1.0)


def run(solution, x):
    recorded = []

    def spy(g):
        def slope(at):
            recorded.append((g, at))
            return central_difference(lambda y: number(g(y)), at)

        return slope

    for place in (x, x + 1.0):
        number(solution(place, spy))
    calls = recorded[:]  # an inner function that calls `d` itself would go on adding to what is looked at below
    inner_slopes = [central_difference(lambda y, g=g: number(g(y)), 1.0) for g, _ in calls]
    return {
        "confused": number(confused(lambda moved: solution(moved, confused))(x)),
        "kept apart": number(kept_apart(lambda moved: solution(moved, kept_apart))(x)),
        "calls of d": len(calls) // 2,
        "x in the inner function": any(number(g(0.5)) != number(h(0.5)) for (g, _), (h, _) in halves(calls)),
        "x as the place": any(a != b for (_, a), (_, b) in halves(calls)),
        "x in the inner slope": any(abs(a - b) > 1e-6 for a, b in halves(inner_slopes)),
    }


def halves(calls):
    """The calls of `d` in two runs, in pairs."""
    middle = len(calls) // 2
    return zip(calls[:middle], calls[middle:])


def number(result):
    """The result of a function of numbers as a float; NotAnAnswer if it is not a number."""
    if callable(result):
        raise NotAnAnswer("A number was expected, and a function came. d(g) is one: call it, as in d(g)(1.0).")
    if not isinstance(result, Real):
        raise NotAnAnswer(f"A number was expected, and {result!r} came ({type(result).__name__}).")
    return float(result)


def judge(case, answer):
    if abs(answer["confused"] - answer["kept apart"]) < 1e-9:
        return Gap(f"Both engines give {answer['kept apart']:.6g}: this function does not show the fault.")
    if not answer["x in the inner slope"]:
        return Gap("It shows the fault, as `nested` does. But the inner derivative does not depend on x.")
    return None


def with_features(shows=False, calls=True, inside=False, place=None):
    """Recognises an unsuitable function by what it does with `d` and `x`; None accepts either."""
    wanted = {
        "calls of d": calls,
        "x in the inner function": inside,
        "x in the inner slope": False,
        "x as the place": place,
    }

    def recognise(case, answer):
        if not isinstance(answer, dict) or judge(case, answer) is None:
            return False
        if (abs(answer["confused"] - answer["kept apart"]) > 1e-9) != shows:
            return False
        return all(value is None or (answer[name] > 0) == value for name, value in wanted.items())

    return recognise


exercise = Exercise(
    id="9.5",
    title="Make it lose track",
    name="expose",
    reference=reference,
    cases=[Case(f"x = {X:g}", lambda: (X,))],
    run=run,
    judge=judge,
    alternatives=[squares_inside, inside_twice, divides],
    misconceptions=[asks_for_no_derivative, leaves_x_out, uses_x_as_the_place, only_adds_x, loses_the_difference],
    recognise={
        asks_for_no_derivative: with_features(calls=False),
        leaves_x_out: with_features(place=False),
        uses_x_as_the_place: with_features(place=True),
        only_adds_x: with_features(shows=True, inside=True),
        loses_the_difference: with_features(inside=True),
    },
)

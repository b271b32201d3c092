"""Exercise 3.6: an expression whose gradient is 0 at one point and not at another."""

from autograd_lib.course.exercise import Case, Drawn, Exercise, Gap
from autograd_lib.course.nb03.values import class_seen_by, pay_from, result_node
from autograd_lib.engine.graph import topological_order


def reference(a):
    return (a - 3) ** 2


def multiplied_out(a):
    return a * a - 6 * a


def a_cube(a):
    return (a - 3) ** 3 + 1


def hill(a):
    return 1 / ((a - 3) * (a - 3) + 1)


def with_a_square_inside(a):
    return (a * a - 9) ** 2


def is_zero_there(a):
    """it is the *value* that is 0 at a = 3. The gradient says how fast the value changes, and there it passes through 0
    without stopping. Look for a point where it turns round.
    """
    return a - 3


def crosses_zero(case, answer):
    """Whether the value is 0 at 3 and the gradient is not."""
    return isinstance(answer, dict) and (
        case_place(case) != 3 or (abs(answer["value"]) < 1e-9 and abs(answer["gradient"]) > 1e-9)
    )


def cancels(a):
    """`a` is there but has no effect: it cancels out, or is multiplied by 0. Then the gradient is 0 everywhere, at 5
    too.
    """
    return a - a


def is_flat_everywhere(case, answer):
    """Whether `a` is used and has a gradient of 0."""
    return isinstance(answer, dict) and answer["uses a"] and abs(answer["gradient"]) < 1e-9


def never_uses_a(a):
    """`a` is not in the graph at all. What is not used cannot matter, at 3 or anywhere; and `a.data` is only a number,
    which does not know where it came from.
    """
    return a.__class__(7.0)


def has_no_path_to_a(case, answer):
    return isinstance(answer, dict) and not answer["uses a"]


def is_flat_at_zero(a):
    """the parabola has its lowest point in the wrong place: a² is flat at a = 0. Shift it."""
    return a * a


def case_place(case):
    return case.make()[0]


def run(solution, place):
    a = class_seen_by(solution)(place, label="a")
    out = result_node(solution(a), "f")
    pay_from(out, 1.0)
    answer = {"value": out.data, "gradient": a.grad, "uses a": a in topological_order(out)}
    return Drawn(answer, out)


def judge(case, answer):
    place, gradient = case_place(case), answer["gradient"]
    if not answer["uses a"]:
        return Gap("`a` is not among the nodes that your result was computed from.")
    if place == 3 and abs(gradient) > 1e-9:
        return Gap(f"a.grad is {gradient:.6g}, expected 0.", ("a",))
    if place != 3 and abs(gradient) < 1e-9:
        return Gap("a.grad is 0 here too, expected something else.", ("a",))
    return None


exercise = Exercise(
    id="3.6",
    title="Flat at three",
    name="flat_at_three",
    reference=reference,
    cases=[Case("a = 3", lambda: (3.0,)), Case("a = 5", lambda: (5.0,))],
    run=run,
    judge=judge,
    alternatives=[multiplied_out, a_cube, hill, with_a_square_inside],
    misconceptions=[is_zero_there, cancels, never_uses_a, is_flat_at_zero],
    recognise={is_zero_there: crosses_zero, cancels: is_flat_everywhere, never_uses_a: has_no_path_to_a},
)

"""Exercise 3.6: an expression whose gradient is 0 at one point and not at another."""

import math
from itertools import pairwise

from autograd_lib.course.answers import Gap, in_words, is_number, plain_data
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise
from autograd_lib.course.nb03.values import class_seen_by, pay_from, result_node
from autograd_lib.engine.graph import topological_order

STEP = 1e-3  # to both sides, where a gradient is measured
GRID = [place / 4 for place in range(-40, 41)]  # where flat places are looked for


def reference(a):
    return (a - 3) ** 2


def is_zero_there(a):
    """it is the *value* that is 0 at a = 3. The gradient says how fast the value changes, and there it passes through
    0 without stopping. Look for a point where it turns round.
    """
    return a - 3


def cancels(a):
    """`a` is there but has no effect, as where it cancels out, or is multiplied by 0. Then the gradient is 0
    everywhere, at 5 too.
    """
    return a - a


def is_flat_at_both(a):
    """the expression is flat at 3, and at 5 as well. Only 3 is wanted: a single valley, or a single hill, will do."""
    return (a - 3) ** 2 * (a - 5) ** 2


def is_flat_at_five(a):
    """it is flat at 5 and not at 3. Flat at 3 and not at 5 is asked for."""
    return (a - 5) ** 2


def is_flat_elsewhere(a):
    """there is a flat place, but not at 3. Move it: (a - 1) ** 2 is flat at 1, and a * a - 4 * a is flat at 2."""
    return a * a


def never_turns(a):
    """the gradient does not change its sign anywhere from -10 to 10: the curve only rises there, or only falls.
    Something in it has to work against `a`. Think of a curve that comes down, turns round at 3, and goes up again.
    """
    return 2 * a + 1


def never_uses_a(a):
    """at 3, or at 5, `a` is not in the graph. A node that is not used cannot matter, and `a.data` is only a number: a
    graph that is built on it does not lead back to `a`.
    """
    return a.__class__((a.data - 3) ** 2)


def tests_the_number(a):
    """the gradient that `a` is paid is not how fast the result moves to either side. A graph knows nothing of a corner,
    of a test such as `if a.data == 3`, or of a number taken out of `a`, and it believes the local gradients that it is
    given. One smooth expression of `a` for all numbers has the right gradients by itself.
    """
    return a - a if a.data == 3 else a


def has_a_corner(a):
    """the curve turns round at 3 in a corner, as |a - 3| does, and is not flat there: it comes to 3 at one rate and
    leaves at another, and neither is 0. A square turns round smoothly.
    """
    return a - 3 if a.data > 3 else 3 - a


def divides_by_zero(a):
    """Python has to divide by 0 at a = 3, as where the expression, or the slope of one of its steps, is not defined
    there. A curve that is flat at 3 is smooth there: sums and products of smooth steps always are.
    """
    return 1 / (a - 3)


def returns_a_number(a):
    """a plain number comes back, not a node. A number does not know what it was computed from: compute with `a`."""
    return (a.data - 3) ** 2


def numbers_at(solution, value_class, place):
    """The value and the gradient of an expression at a place; None where they are not finite numbers."""
    try:
        a = value_class(place)
        f = solution(a)
        pay_from(f, 1.0)
    except Exception:  # not every expression is defined everywhere
        return None, None
    return [number if is_finite(number) else None for number in plain_data([f.data, a.grad])]


def is_finite(number):
    return is_number(number) and math.isfinite(number)


def moves_by(value, place):
    """How far the value moves for each unit of a, measured to both sides; None if there is no value on one of them."""
    left, right = value(place - STEP), value(place + STEP)
    return None if left is None or right is None else (right - left) / (2 * STEP)


def turns_in_a_corner(value):
    """Whether the value falls on one side of 3 and rises on the other, each at a rate that does not fade towards 3."""
    if None in [value(3 + k * STEP) for k in (-1, -0.1, 0, 0.1, 1)]:
        return False
    there = value(3.0)
    rates = [(value(3 + k * STEP) - there) / (k * STEP) for k in (-1, -0.1, 0.1, 1)]
    left, right = (math.isclose(*pair, rel_tol=0.2) for pair in (rates[:2], rates[2:]))
    return left and right and rates[0] * rates[3] < 0


def flat_places(grid, gradient):
    """Where a gradient is 0, in order: at a place of the grid, or where it changes its sign other than by a jump."""
    found = []
    for (left, before), (right, after) in pairwise(without_fading_ends(grid)):
        if abs(before) < 1e-13:
            found.append(left)
        elif before * after < 0 and abs(after) >= 1e-13:
            found += root_between(gradient, left, right)
    return found


def without_fading_ends(grid):
    """The grid without ends on which the gradient only fades, as that of tanh does, and rounding makes it 0."""
    largest = max((abs(each) for _, each in grid), default=0.0)
    for _ in range(2):
        steep = next((i for i, (_, each) in enumerate(grid) if abs(each) > 1e-6 * largest), 0)
        grid = grid[steep if abs(grid[steep][1]) < 0.01 * largest else 0 :][::-1]
    return grid


def root_between(gradient, left, right):
    """[the place between two others where a gradient is 0], or [] if it jumps from one sign to the other."""
    before = gradient(left)
    for _ in range(50):
        middle = (left + right) / 2
        number = gradient(middle)
        if number is None:
            return []
        left, right = (middle, right) if number * before > 0 else (left, middle)
    return [round(middle, 6)] if abs(number) < 1e-6 * max(abs(before), 1) else []


def is_zero(gradient, beside=0.0):
    """Whether a gradient is 0, but for rounding, beside the gradient at another place."""
    return gradient is not None and abs(gradient) <= 1e-13 + 1e-9 * abs(beside or 0.0)


def is_true(gradient, measured, beside):
    """Whether a gradient is how far the value moves, as far as that matters here: both are 0, or neither."""
    if gradient is None or measured is None:
        return True
    if is_zero(gradient, beside):
        return abs(measured) <= 1e-3 * max(abs(beside or 0.0), 1)
    return abs(measured) >= 1e-3 * min(abs(gradient), 1)


def run(solution, place):
    value_class = class_seen_by(solution)
    a = value_class(place, label="a")
    f = result_node(solution(a), "f")
    pay_from(f, 1.0)

    def value(number):
        return numbers_at(solution, value_class, number)[0]

    def gradient(number):
        return numbers_at(solution, value_class, number)[1]

    answer = {
        "place": place,
        "uses a": a in topological_order(f),
        "gradient": plain_data(a.grad),
        "value at 3": value(3.0),
        "gradients": {number: gradient(number) for number in (3.0, 5.0)},
        "has a corner": turns_in_a_corner(value),
        "moves by": {number: moves_by(value, number) for number in (3.0, 5.0)},
    }
    if gap_of(answer):
        grid = [(number, gradient(number)) for number in GRID]
        grid = [(number, each) for number, each in grid if each is not None]
        answer |= {"grid": [each for _, each in grid], "flat at": flat_places(grid, gradient)}
    return Drawn(answer, f)


def gap_of(answer):
    """None if an answer is right, else a Gap; it names the flat places once these have been looked for."""
    place, gradient = answer["place"], answer["gradient"]
    if not answer["uses a"]:
        return Gap("`a` is not among the nodes that your result was computed from.")
    if not is_finite(gradient):
        expected = "0" if place == 3 else "a number other than 0"
        return Gap(f"a.grad is {in_words(gradient)}, expected {expected}.", ("a",))
    if place == 3 and not is_zero(gradient, answer["gradients"][5.0]):
        return Gap(f"a.grad is {gradient:.6g}, expected 0.{places_in_words(answer.get('flat at', []))}", ("a",))
    if place == 5 and is_zero(gradient):
        return Gap("a.grad is 0 here too, expected something else.", ("a",))
    measured = answer["moves by"][place]
    if not is_true(gradient, measured, answer["gradients"][5.0]):
        words = f"a nudge to either side moves the result by {measured:.4g} for each unit of a"
        return Gap(f"a.grad is {gradient:.6g}, and {words}.", ("a",))
    return None


def places_in_words(places):
    if not 1 <= len(places) <= 3:
        return ""
    return f" Your expression is flat at a = {' and '.join(in_words(place) for place in places)}."


def sort_of(answer):
    """The one known mistake that fits a wrong answer, or None. They exclude each other, in this order."""
    gradients, flat = answer["gradients"], answer["flat at"]
    three, five = gradients[3.0], gradients[5.0]
    if not answer["uses a"]:
        return never_uses_a
    if answer["has a corner"]:
        return has_a_corner
    if not all(is_true(gradients[place], answer["moves by"][place], five) for place in gradients):
        return tests_the_number
    if three is None or five is None:
        return None
    if is_zero(three, five):
        return cancels if all(abs(each) < 1e-9 for each in answer["grid"]) else is_flat_at_both
    if flat:
        return is_flat_at_five if is_zero(five) else is_flat_elsewhere
    if is_zero(answer["value at 3"]):
        return is_zero_there
    return never_turns if min(answer["grid"]) > 0 or max(answer["grid"]) < 0 else None


def is_it(mistake):
    return lambda case, answer: not gap_of(answer) or sort_of(answer) is mistake


SORTS = [
    is_zero_there,
    cancels,
    is_flat_at_both,
    is_flat_at_five,
    is_flat_elsewhere,
    never_turns,
    never_uses_a,
    tests_the_number,
    has_a_corner,
]

exercise = Exercise(
    id="3.6",
    title="Flat at three",
    name="flat_at_three",
    side_road=True,
    reference=reference,
    demands=[
        Demand("`flat_at_three(a)` returns an expression of `a`: a node with `a` in its graph", never_uses_a),
        Demand("its gradient with respect to `a` is 0 at a = 3", is_flat_elsewhere),
        Demand("at a = 5 the gradient is a number other than 0", cancels),
    ],
    cases=[Case("a = 3", lambda: (3.0,)), Case("a = 5", lambda: (5.0,))],
    run=run,
    judge=lambda case, answer: gap_of(answer),
    alternatives=[
        lambda a: a * a - 6 * a,
        lambda a: (a - 3) ** 3 + 1,
        lambda a: 1 / ((a - 3) * (a - 3) + 1),
        lambda a: (a * a - 9) ** 2,
        lambda a: a + 9 / a,
        lambda a: 1e6 * (0.1 * a - 0.3) ** 2 + 1e9,
        lambda a: (a - 3) ** 1.5,  # which has no value below 3
    ],
    misconceptions=[*SORTS, divides_by_zero, returns_a_number],
    recognise={mistake: is_it(mistake) for mistake in SORTS},
)

"""Exercise 1.5: a function of two inputs that has a given gradient at one point, and is flat at another."""

from numbers import Real

from autograd_lib.checks.gradcheck import central_difference
from autograd_lib.course.exercise import Case, Exercise, Gap, NotAnAnswer

WANTED = {(2.0, 3.0): (5.0, -1.0), (0.0, 0.0): (0.0, 0.0)}


def reference(a, b):
    return 1.25 * a * a - b * b / 6


def with_a_product(a, b):
    return a * b - a * a * b / 12 + a * a * 0.75 - 4 / 9 * b * b


def with_cubes(a, b):
    return 5 / 12 * a**3 - b**3 / 27


def with_a_constant(a, b):
    return 5 / 4 * a**2 - 1 / 6 * b**2 + 100


def straight(a, b):
    """the formula is linear: its gradient is the same at every point, but (0, 0) needs a different one. Use a and b in
    terms that bend, such as a².
    """
    return 5 * a - b


def is_straight(case, answer):
    """Whether the answer is the gradient wanted at (2, 3), whichever point was asked about."""
    return isinstance(answer, dict) and close(answer, (5.0, -1.0))


def forgets_the_two(a, b):
    """the slope of a² is taken as a. It is 2a, once from each of the two factors, so both slopes come out twice too
    large.
    """
    return 2.5 * a * a - b * b / 3


def is_doubled(case, answer):
    return isinstance(answer, dict) and close(answer, [2 * slope for slope in WANTED[case.make()]])


def swaps_the_inputs(a, b):
    """the two entries are swapped. The first is the slope when only a moves, the second when only b does."""
    return -a * a / 4 + 5 / 6 * b * b


def is_swapped(case, answer):
    return isinstance(answer, dict) and close(answer, WANTED[case.make()][::-1])


def never_moves(a, b):
    """the result does not depend on a or b: numbers stand where the letters belong. Nudge an input, and nothing
    changes.
    """
    return 1.25 * 2 * 2 - 3 * 3 / 6


def is_zero(case, answer):
    return isinstance(answer, dict) and close(answer, (0.0, 0.0))


def leaves_one_out(a, b):
    """only one of the two inputs has an effect. Nudge the other, and nothing moves: add a term for it."""
    return 1.25 * a * a


def has_one_zero(case, answer):
    """Away from (0, 0), one slope is 0 and the other is not."""
    return isinstance(answer, dict) and (
        case.make() == (0.0, 0.0) or [abs(slope) < 1e-6 for slope in answer.values()].count(True) == 1
    )


def turns_the_signs(a, b):
    """both signs are flipped: this is the direction *down*. The exercise asks for the gradient itself."""
    return -1.25 * a * a + b * b / 6


def is_negated(case, answer):
    return isinstance(answer, dict) and close(answer, [-slope for slope in WANTED[case.make()]])


def close(answer, slopes):
    """Whether the measured slopes equal these two, to the digits that a central difference gives."""
    return all(abs(measured - slope) < 1e-6 for measured, slope in zip(answer.values(), slopes))


def run(solution, a, b):
    def height(a, b):
        return number(solution(a, b))

    height(a, b)
    slopes = {
        "∂f/∂a": central_difference(lambda moved: height(moved, b), a),
        "∂f/∂b": central_difference(lambda moved: height(a, moved), b),
    }
    # A central difference has about ten digits; the rest would only distract.
    return {name: round(slope, 8) + 0.0 for name, slope in slopes.items()}


def number(value):
    """The value of a learner's formula as a float; NotAnAnswer if it is not one number."""
    if isinstance(value, list | tuple):
        raise NotAnAnswer(f"You returned {value!r}. Return one number, your formula's value: its gradient is measured.")
    if not isinstance(value, Real):
        raise NotAnAnswer(f"You returned {value!r} ({type(value).__name__}). Expected a number, computed from a and b.")
    return float(value)


def judge(case, answer):
    wanted = WANTED[case.make()]
    if close(answer, wanted):
        return None
    return Gap(
        " ".join(
            f"{name} is {measured:.6g}, expected {slope:g}."
            for (name, measured), slope in zip(answer.items(), wanted)
            if not abs(measured - slope) < 1e-6
        )
    )


exercise = Exercise(
    id="1.5",
    title="A landscape to order",
    name="landscape",
    reference=reference,
    cases=[Case("a = 2, b = 3", lambda: (2.0, 3.0)), Case("a = 0, b = 0", lambda: (0.0, 0.0))],
    run=run,
    judge=judge,
    alternatives=[with_a_product, with_cubes, with_a_constant],
    misconceptions=[straight, forgets_the_two, swaps_the_inputs, never_moves, leaves_one_out, turns_the_signs],
    recognise={
        straight: is_straight,
        forgets_the_two: is_doubled,
        swaps_the_inputs: is_swapped,
        never_moves: is_zero,
        leaves_one_out: has_one_zero,
        turns_the_signs: is_negated,
    },
)

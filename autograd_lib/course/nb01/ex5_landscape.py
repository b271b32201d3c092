"""Exercise 1.5: a function of two inputs that has a given gradient at one point, and is flat at another."""

import math
from numbers import Real

from autograd_lib.checks.gradcheck import central_difference
from autograd_lib.course.answers import in_words, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer

A, B = "∂f/∂a measured at (2, 3)", "∂f/∂b measured at (2, 3)"
FLAT_A, FLAT_B = "∂f/∂a measured at (0, 0)", "∂f/∂b measured at (0, 0)"
STEP = 1e-6  # small enough for formulas in two pieces that meet at (0, 0)
TOLERANCE = 1e-5
CORNER = 0.05  # slopes this much apart within a STEP are those of a corner
WANTED = {A: 5.0, B: -1.0, FLAT_A: 0.0, FLAT_B: 0.0}


def reference(a, b):
    return 1.25 * a * a - b * b / 6


def with_a_product(a, b):
    return a * b - a * a * b / 12 + a * a * 0.75 - 4 / 9 * b * b


def with_cubes(a, b):
    return 5 / 12 * a**3 - b**3 / 27


def with_a_constant(a, b):
    return 5 / 4 * a**2 - b**2 / 6 + 100


def in_two_pieces_that_meet(a, b):
    return (1.25 * a * a if a > 0 else 0) - b * b / 6


def in_two_pieces(a, b):
    return 5 * a - b if a > 1 else 0


def straight(a, b):
    """the gradient measured at (0, 0) is the same as at (2, 3), as that of a linear formula like 5a - b is everywhere.
    Use terms that bend, such as k·a² and m·b² with fixed numbers k and m: they are flat at 0.
    """
    return 5 * a - b


def is_straight(case, slopes):
    same = is_near(slopes[A], slopes[FLAT_A]) and is_near(slopes[B], slopes[FLAT_B])
    return same and not is_near(slopes[A], 0) and not is_near(slopes[B], 0) and frozenset({FLAT_A, FLAT_B})


def is_steep_along_a(a, b):
    """it is not flat along a at (0, 0): the slope measured there is not 0, as with a term like 5a, or with a corner.
    Take terms whose slope is 0 at a = 0, such as k·a².
    """
    return 5 * a - b * b / 6


def is_steep_along_b(a, b):
    """it is not flat along b at (0, 0): the slope measured there is not 0, as with a term like -b, or with a corner.
    Take terms whose slope is 0 at b = 0, such as k·b².
    """
    return 1.25 * a * a - b


def is_twice_as_steep(a, b):
    """both slopes at (2, 3) come out twice too large. The slope of a² is 2a, once a from each of its two factors: k·a²
    has the slope 2k·a, and k·b² the slope 2k·b.
    """
    return 2.5 * a * a - b * b / 3


def forgets_the_point(a, b):
    """the slopes at (2, 3) are twice and three times too large, as with 5/2·a² and b²/2, where the a and the b of the
    point are forgotten. The slope of k·a² is 2k·a, and that of k·b² is 2k·b: at (2, 3) they are 4k and 6k.
    """
    return 2.5 * a * a - b * b / 2


def takes_slopes_for_factors(a, b):
    """the slopes at (2, 3) are those of 5a² - b². There 5 and -1 are factors, and they should be slopes: k·a² has the
    slope 4k at a = 2, and k·b² the slope 6k at b = 3.
    """
    return 5 * a * a - b * b


def swaps_the_inputs(a, b):
    """the two slopes at (2, 3) are swapped. The first is the slope when only a moves, the second when only b does."""
    return -a * a / 4 + 5 / 6 * b * b


def mixes_up_the_points(a, b):
    """the two points are the wrong way round: the slopes at (0, 0) are 5 and -1, and at (2, 3) both are 0. It should
    be flat at (0, 0).
    """
    return 5 * a - 1.25 * a * a - b + b * b / 6


def swaps_the_letters(a, b):
    """the slopes at (2, 3) are those of a formula that is right but for its letters: a and b have changed places there,
    as where the factor for one stands at the other.
    """
    return reference(b, a)


def swaps_the_point(a, b):
    """the slopes at (2, 3) are those of k·a² + m·b² with factors for the point (3, 2). The first number is a, so a is 2
    and b is 3.
    """
    return 5 / 6 * a * a - b * b / 4


def turns_the_signs(a, b):
    """both signs are flipped at (2, 3): they point *down*. The exercise asks for the gradient itself."""
    return -1.25 * a * a + b * b / 6


def never_moves(a, b):
    """both slopes are measured as 0 at (2, 3): it is flat there, or the letters have no effect, or this one point has a
    value of its own. They should be 5 and -1.
    """
    return 1.25 * 2 * 2 - 3 * 3 / 6


def leaves_a_out(a, b):
    """the slope along a is measured as 0 at (2, 3): it is flat there, or a has no effect, or this one point has a value
    of its own. It should be 5.
    """
    return -b * b / 6


def leaves_b_out(a, b):
    """the slope along b is measured as 0 at (2, 3): it is flat there, or b has no effect, or this one point has a value
    of its own. It should be -1.
    """
    return 1.25 * a * a


def turns_the_sign_of_a(a, b):
    """the slope along a at (2, 3) has the wrong sign. It should be +5: f goes up as a grows."""
    return -1.25 * a * a - b * b / 6


def turns_the_sign_of_b(a, b):
    """the slope along b at (2, 3) has the wrong sign. It should be -1: f goes down as b grows."""
    return 1.25 * a * a + b * b / 6


def rounds_the_factor_of_a(a, b):
    """the slope along a at (2, 3) is nearly right, as with a rounded factor, or with a term that brings a little to it.
    Together, all terms with an a in them should make it 5: a factor has all its digits, or is a fraction.
    """
    return 1.26 * a * a - b * b / 6


def rounds_the_factor_of_b(a, b):
    """the slope along b at (2, 3) is nearly right, as with 0.17 instead of 1/6, or with a term that brings a little to
    it. Together, all terms with a b in them should make it -1: a factor has all its digits, or is a fraction.
    """
    return 1.25 * a * a - 0.17 * b * b


def has_a_of_another_size(a, b):
    """the slope along a at (2, 3) has the right sign and the wrong size. All terms with an a in them bring something
    to it, and together that should be 5. A term k·a² brings 4k.
    """
    return 2.5 * a * a - b * b / 6


def has_b_of_another_size(a, b):
    """the slope along b at (2, 3) has the right sign and the wrong size. All terms with a b in them bring something
    to it, and together that should be -1. A term k·b² brings 6k.
    """
    return 1.25 * a * a - b * b


def has_a_of_another_sign_and_size(a, b):
    """the slope along a at (2, 3) has the wrong sign, and the wrong size too. All terms with an a in them bring
    something to it, and together that should be +5. A term k·a² brings 4k.
    """
    return -2.5 * a * a - b * b / 6


def has_b_of_another_sign_and_size(a, b):
    """the slope along b at (2, 3) has the wrong sign, and the wrong size too. All terms with a b in them bring
    something to it, and together that should be -1. A term k·b² brings 6k.
    """
    return 1.25 * a * a + b * b


def goes_in_steps(a, b):
    """a slope is measured as huge, as where the formula jumps: `//`, `int` and `round` make stairs, which are flat
    between their edges, and an `if` can make an edge too. Let f go on smoothly at both points.
    """
    return 5 * a * a // 4 - b * b // 6


def has_a_corner(a, b):
    """f has a corner, or a jump, at a point where it should have a slope, as with `abs`. What is measured there from
    left to right is a mean of the two sides. Use terms that go on smoothly, such as k·a².
    """
    return 5 * abs(a) - abs(b)


def gives_the_gradient(a, b):
    """a list or a tuple is returned, as where the gradient itself is given. Return one number, the height: the check
    measures the slopes.
    """
    return [2.5 * a, -b / 3]


def gives_a_function(a, b):
    """a function is returned, and not its value. Return the number that the formula makes of a and b."""
    return lambda a, b: reference(a, b)


def has_no_value(a, b):
    """the formula has no value at or near one of the two points, as with a root or a logarithm at 0. Take one that can
    be computed for any a and b.
    """
    return 5 * math.sqrt(a) - b


def divides_by_an_input(a, b):
    """something is divided by 0, as by a or b at (0, 0). The function needs a value at both points, and near them."""
    return 1.25 * a * a + 9 / b


def is_near(slope, other):
    """Whether two slopes are equal, to the digits that a central difference gives."""
    return abs(slope - other) <= TOLERANCE * max(1, abs(other))


def both(slope_a, slope_b):
    """Recognises a function that has these two slopes at (2, 3)."""

    def recognise(case, slopes):
        return is_near(slopes[A], slope_a) and is_near(slopes[B], slope_b) and frozenset({A, B})

    return recognise


def has_the_points_mixed_up(case, slopes):
    return both(0, 0)(case, slopes) and is_near(slopes[FLAT_A], 5) and is_near(slopes[FLAT_B], -1)


def is_not_flat(key):
    """Recognises a function with a slope at (0, 0)."""
    return lambda case, slopes: not is_near(slopes[key], 0) and frozenset({key})


def sized(key, flat, is_it):
    """Recognises a function that is flat at (0, 0), but whose slope at (2, 3), divided by the wanted one, is wrong."""

    def recognise(case, slopes):
        is_known = is_near(slopes[flat], 0) and not is_huge(slopes[key])
        return is_known and is_it(slopes[key] / WANTED[key]) and frozenset({key})

    return recognise


def is_huge(slope):
    return abs(slope) > 1e4


def is_in_steps(case, slopes):
    """The slopes that are huge, or those of a stair."""
    return any(map(is_huge, slopes.values())) and frozenset(
        key for key, slope in slopes.items() if is_huge(slope) or is_near(slope, 0)
    )


def is_none(ratio):
    return is_near(ratio, 0)


def is_turned(ratio):
    return is_near(ratio, -1)


def is_rounded(ratio):
    return not is_near(ratio, 1) and abs(ratio - 1) < 0.05


def is_another_size(ratio):
    return ratio > TOLERANCE and abs(ratio - 1) >= 0.05


def is_another_sign_and_size(ratio):
    return ratio < -TOLERANCE and not is_turned(ratio)


def run(solution):
    def height(a, b):
        value = solution(a, b)
        if isinstance(value, list | tuple):
            text = f"You returned {in_words(value)}. Return one number, your formula's value: its gradient is measured."
            raise NotAnAnswer(text, kind="a list")
        if not isinstance(value, Real):
            text = f"You returned {with_kind(value, in_words(value))}. Expected a number, computed from a and b."
            raise NotAnAnswer(text, kind="a function" if callable(value) else "not a number")
        return float(value)

    height(2.0, 3.0)
    slopes = {
        A: central_difference(lambda moved: height(moved, 3.0), 2.0, STEP),
        B: central_difference(lambda moved: height(2.0, moved), 3.0, STEP),
        FLAT_A: central_difference(lambda moved: height(moved, 0.0), 0.0, STEP),
        FLAT_B: central_difference(lambda moved: height(0.0, moved), 0.0, STEP),
    }
    if all(is_near(slopes[name], slope) for name, slope in WANTED.items()):
        refuse_corners(height)
    # A central difference has about nine digits; the rest would only distract.
    return {name: round(slope, 8) + 0.0 for name, slope in slopes.items()}


def refuse_corners(height):
    """Says so where the slopes to both sides of a point are not the same: there is no slope, but only a mean of two."""
    for a, b in [(2.0, 3.0), (0.0, 0.0)]:
        along = {"a": lambda step: height(a + step, b), "b": lambda step: height(a, b + step)}  # noqa: B023
        for letter, moved in along.items():
            left, right = (moved(0) - moved(-STEP)) / STEP, (moved(STEP) - moved(0)) / STEP
            if not abs(right - left) < CORNER:
                text = (
                    f"Along {letter}, the slope at ({a:g}, {b:g}) is {left:.3g} on one side and {right:.3g} on the "
                    "other: it has none there."
                )
                raise NotAnAnswer(text, kind="a corner")


RECOGNISED = {
    straight: is_straight,
    is_steep_along_a: is_not_flat(FLAT_A),
    is_steep_along_b: is_not_flat(FLAT_B),
    is_twice_as_steep: both(10, -2),
    forgets_the_point: both(10, -3),
    takes_slopes_for_factors: both(20, -6),
    swaps_the_inputs: both(-1, 5),
    mixes_up_the_points: has_the_points_mixed_up,
    swaps_the_letters: both(-2 / 3, 7.5),
    swaps_the_point: both(10 / 3, -1.5),
    turns_the_signs: both(-5, 1),
    never_moves: both(0, 0),
    leaves_a_out: sized(A, FLAT_A, is_none),
    leaves_b_out: sized(B, FLAT_B, is_none),
    turns_the_sign_of_a: sized(A, FLAT_A, is_turned),
    turns_the_sign_of_b: sized(B, FLAT_B, is_turned),
    rounds_the_factor_of_a: sized(A, FLAT_A, is_rounded),
    rounds_the_factor_of_b: sized(B, FLAT_B, is_rounded),
    has_a_of_another_size: sized(A, FLAT_A, is_another_size),
    has_b_of_another_size: sized(B, FLAT_B, is_another_size),
    has_a_of_another_sign_and_size: sized(A, FLAT_A, is_another_sign_and_size),
    has_b_of_another_sign_and_size: sized(B, FLAT_B, is_another_sign_and_size),
    goes_in_steps: is_in_steps,
}

exercise = Exercise(
    id="1.5",
    title="A landscape to order",
    name="landscape",
    side_road=True,
    reference=reference,
    demands=[
        Demand("`landscape(a, b)` returns one number", gives_the_gradient),
        Demand("its gradient at (a, b) = (2, 3) is [5, −1]", takes_slopes_for_factors),
        Demand("its gradient at (0, 0) is [0, 0]", straight),
    ],
    cases=[Case("its slopes at (2, 3) and at (0, 0)")],
    run=run,
    tolerance=TOLERANCE,
    alternatives=[with_a_product, with_cubes, with_a_constant, in_two_pieces, in_two_pieces_that_meet],
    misconceptions=[has_a_corner, gives_the_gradient, gives_a_function, divides_by_an_input, has_no_value, *RECOGNISED],
    recognise=RECOGNISED,
)

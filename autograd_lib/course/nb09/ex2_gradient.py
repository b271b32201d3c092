"""Exercise 9.2: all partial derivatives of a function, one forward pass for each."""

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer
from autograd_lib.course.nb09.duals import Dual, as_number


def product(a, b):
    return a * b


def cubic(a, b, c):
    return a * a * b + 3 * c


def mixed(w, x, b):
    return (w * x + b) * (w * x + b) - w


def reference(f, inputs):
    gradient = []
    for moving in range(len(inputs)):
        duals = [Dual(x, 1.0 if i == moving else 0.0) for i, x in enumerate(inputs)]
        gradient.append(f(*duals).tangent)
    return gradient


def replaces_one(f, inputs):
    """All others stay plain numbers."""
    gradient = []
    for i, x in enumerate(inputs):
        gradient.append(f(*inputs[:i], Dual(x, 1.0), *inputs[i + 1 :]).tangent)
    return gradient


def turns_on_and_off(f, inputs):
    """One set of Duals, each of which moves only during its own pass."""
    duals, gradient = [Dual(x) for x in inputs], []
    for dual in duals:
        dual.tangent = 1.0
        gradient.append(f(*duals).tangent)
        dual.tangent = 0.0
    return gradient


def moves_all_at_once(f, inputs):
    """every input moves, in every pass. What comes out is then the *sum* of all partial derivatives. Let one of them
    move, and give the others a tangent of 0.
    """
    return [f(*(Dual(x, 1.0) for x in inputs)).tangent for _ in inputs]


def returns_the_sum(f, inputs):
    """all inputs move in one single pass. One number comes out of it, the sum of the partial derivatives, and they can
    no longer be told apart: it takes a pass for each input.
    """
    return f(*(Dual(x, 1.0) for x in inputs)).tangent


def leaves_them_moving(f, inputs):
    """an input goes on moving after its pass, so that each pass adds to the one before. Set its tangent back to 0."""
    duals, gradient = [Dual(x) for x in inputs], []
    for dual in duals:
        dual.tangent = 1.0
        gradient.append(f(*duals).tangent)
    return gradient


def returns_after_the_first(f, inputs):
    """the `return` stands inside the loop and ends it after the first input. Move it four spaces to the left."""
    return reference(f, inputs)[:1]


def moves_nothing(f, inputs):
    """nothing moves: every tangent that goes in is 0, and so is what comes out. The input that you ask about needs a
    tangent of 1.
    """
    return [f(*map(Dual, inputs)).tangent for _ in inputs]


def returns_the_values(f, inputs):
    """the value of f is collected, once for each pass. The derivative is the other half of the result, its tangent."""
    return [f(*map(Dual, inputs)).data for _ in inputs]


def moves_by_its_own_size(f, inputs):
    """an input moves at the speed of its own value. To get the derivative with respect to that input, let it move at
    speed 1.
    """
    return [slope * x for slope, x in zip(reference(f, inputs), inputs)]


def run(solution, f, inputs):
    given = list(inputs)
    gradient = solution(f, given)
    if given != inputs:
        raise NotAnAnswer(f"The list of inputs was {inputs!r}, and is {given!r} now. Leave it as it was.")
    if not isinstance(gradient, list | tuple):
        return as_number(gradient, "What you returned")
    return [as_number(slope, f"Number {i} of your list") for i, slope in enumerate(gradient, start=1)]


exercise = Exercise(
    id="9.2",
    title="Every partial derivative",
    name="gradient",
    reference=reference,
    cases=[
        Case("f(a, b) = a·b at [2, -3]", lambda: (product, [2.0, -3.0])),
        Case("f(a, b, c) = a·a·b + 3c at [2, 5, -1]", lambda: (cubic, [2.0, 5.0, -1.0])),
        Case("f(w, x, b) = (w·x + b)² - w at [0.5, -2, 4]", lambda: (mixed, [0.5, -2.0, 4.0])),
    ],
    run=run,
    alternatives=[replaces_one, turns_on_and_off],
    misconceptions=[
        moves_all_at_once,
        returns_the_sum,
        leaves_them_moving,
        returns_after_the_first,
        moves_nothing,
        returns_the_values,
        moves_by_its_own_size,
    ],
)

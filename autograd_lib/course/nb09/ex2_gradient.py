"""Exercise 9.2: all partial derivatives of a function, one forward pass for each."""

import math
from collections.abc import Iterator
from numbers import Real

import numpy as np

from autograd_lib.course.answers import in_words, kind, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.nb09.duals import Dual, as_number, class_seen_by
from autograd_lib.dual import jvp
from autograd_lib.engine.value import Value


def product(dual):
    return lambda a, b: a * b


def square(dual):
    return lambda x: x * x


def cubic(dual):
    return lambda a, b, c: a * a * b + 3 * c


def difference(dual):
    return lambda a, b: 0.5 * a - b


def mixed(dual):
    return lambda w, x, b: (w * x + b) * (w * x + b) - w


def wave(dual):
    """x·y + sin(x), with a sine that knows only this class of Duals, as the notebook's."""

    def sin(x):
        return dual(math.sin(x.data), math.cos(x.data) * x.tangent) if isinstance(x, dual) else math.sin(x)

    return lambda x, y: x * y + sin(x)


def rounded(dual):
    """a·b, with exact tangents and rounded numbers: what is measured on it is not its slope."""

    def f(a, b):
        exact = a * b
        return dual(round(exact.data, 1), exact.tangent) if isinstance(exact, dual) else round(exact, 1)

    return f


def reference(f, inputs):
    gradient = []
    for moving in range(len(inputs)):
        duals = [Dual(x, 1.0 if i == moving else 0.0) for i, x in enumerate(inputs)]
        gradient.append(f(*duals).tangent)
    return gradient


def replaces_one(f, inputs):
    """only the input that moves becomes a Dual, and the others stay plain numbers. A Dual of this notebook cannot be
    taken off a plain number, `2.0 - x`. Make a Dual of each input, with a tangent of 0 for those that stand still.
    """
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


def with_rows_of_the_identity(f, inputs):
    """A row of the identity for the tangents of each pass."""
    return [f(*map(Dual, inputs, tangents)).tangent for tangents in np.eye(len(inputs)).tolist()]


def returns_the_values(f, inputs):
    return [f(*map(Dual, inputs)).data for _ in inputs]


def measures(f, inputs):
    """the slopes are measured, from numbers of f at places that lie close together. In forward mode, each is the
    tangent of one single pass, and exact.
    """
    gradient = []
    for i in range(len(inputs)):
        up, down = list(inputs), list(inputs)
        up[i], down[i] = up[i] + 1e-6, down[i] - 1e-6
        gradient.append((number(f(*up)) - number(f(*down))) / 2e-6)
    return gradient


def number(x):
    return getattr(x, "data", x)


def is_measured(case, answer):
    """Whether the slopes are right where the numbers are exact, and 0 or far too large where they are rounded."""
    f, inputs = case.make()
    if not isinstance(answer, dict) or len(answer) != len(inputs) + 1:
        return False
    slopes = list(answer.values())[1:]
    if f is rounded:
        return all(slope == 0 or abs(slope) > 100 for slope in slopes)
    right = reference(f(Dual), inputs)
    return all(abs(slope - r) <= 1e-2 * max(1, abs(r)) for slope, r in zip(slopes, right))


def walks_back(f, inputs):
    """f is called with the engine's Values, as for passes through their graph, backward or forward. Here the slopes are
    tangents that the `Dual` of this notebook carries along, without a graph.
    """
    leaves = [Value(x) for x in inputs]
    f(*leaves).backward()
    return [leaf.grad for leaf in leaves]


def hands_over_a_list(f, inputs):
    """f gets a list, or the like, for a number. Each of its numbers is a Dual of its own, and they come one by one:
    `f(*duals)` hands over the entries of a list of Duals.
    """
    return [f([Dual(x, float(i == moving)) for i, x in enumerate(inputs)]).tangent for moving in range(len(inputs))]


def takes_the_duals_of_the_library(f, inputs):
    """the Duals of the library are used, as by its `jvp`. Here they should be those of this notebook: a function such
    as its `sin` takes no others.
    """
    n = len(inputs)
    return [jvp(f, inputs, [float(i == j) for i in range(n)])[1] for j in range(n)]


def moves_equal_numbers(f, inputs):
    """inputs that are equal move together, as where the one that moves is found by its *number*. In pass i, only input
    i moves: find it by its position.
    """
    return [f(*(Dual(x, 1.0 if x == moving else 0.0) for x in inputs)).tangent for moving in inputs]


def moves_the_first_of_equals(f, inputs):
    """of equal inputs, each gets the derivative by the first, as where `inputs.index` looks the position up by the
    number. In pass i, it is input i that moves: count the positions with `range` or `enumerate`.
    """
    return [f(*(Dual(x, float(i == inputs.index(moving))) for i, x in enumerate(inputs))).tangent for moving in inputs]


def sets_the_others_to_zero(f, inputs):
    """the inputs that do not move are set to 0. They stand still where they are: it is their *tangent* that is 0."""
    return [
        f(*(Dual(x, 1.0) if i == j else Dual(0.0) for i, x in enumerate(inputs))).tangent for j in range(len(inputs))
    ]


def skips_inputs_of_zero(f, inputs):
    """an input that is 0 is said to have the slope 0, as where it does not move. What f does when it moves depends on
    f.
    """
    slopes = reference(f, inputs)
    return [slope if x else 0.0 for x, slope in zip(inputs, slopes)]


def shares_an_entry(f, inputs):
    """equal inputs share one entry, as where a dict has the inputs for its keys. Each input has an entry of its own:
    make a list.
    """
    slopes = {}
    for moving, at in enumerate(inputs):
        duals = [Dual(x, 1.0 if i == moving else 0.0) for i, x in enumerate(inputs)]
        slopes[at] = f(*duals).tangent
    return list(slopes.values())


def cuts_to_whole_numbers(f, inputs):
    """the derivatives are cut to whole numbers where all inputs are ints, as where an array for them takes its type
    from the inputs. A derivative is a float.
    """
    slopes = reference(f, inputs)
    return [int(slope) for slope in slopes] if all(isinstance(x, int) for x in inputs) else slopes


def uses_up_the_inputs(f, inputs):
    """f is called without any numbers, as where an `enumerate`, a `zip` or a `map` is made once, before the loop: after
    the first pass nothing is left in it. Each call needs a Dual for each input.
    """
    places = enumerate(inputs)
    return [f(*[Dual(x, float(i == moving)) for i, x in places]).tangent for moving in range(len(inputs))]


def takes_two_inputs(f, inputs):
    """the code works for two inputs only. f takes as many as the list has: `f(*duals)`."""
    x, y = inputs[:2]
    return [f(Dual(x, 1.0), Dual(y)).tangent, f(Dual(x), Dual(y, 1.0)).tangent]


def of_two_inputs(case, answer):
    """Whether cases with two inputs are right, and all others fail or have two entries."""
    _, inputs = case.make()
    if len(inputs) != 2:
        return not isinstance(answer, dict) or answer.get("what you returned") == "a list of 2"
    return exercise.gap(case, answer) is None


def changes_the_list(f, inputs):
    for i, x in enumerate(inputs):
        inputs[i] = Dual(x)
    return turns_on_and_off(f, [x.data for x in inputs])


def returns_a_dict(f, inputs):
    """the derivatives are in a dict. Return a list: its entries stand in the order of the inputs, and need no names."""
    return dict(enumerate(reference(f, inputs)))


LISTS = (list, tuple, Iterator)


def run(solution, f, inputs):
    """The slopes by their position. Where one number came instead of a list: that number."""
    dual = class_seen_by(solution)
    computed = f(dual)

    def watched(*numbers):
        for x in numbers:
            if not isinstance(x, dual | Real):
                name = "a Dual of the library" if type(x).__name__ == dual.__name__ else kind(x)
                text = f"f was called with {name}. Call it with the `Dual` of this notebook, and with numbers."
                raise NotAnAnswer(text, kind="called with a list" if isinstance(x, LISTS) else f"called with {name}")
        return computed(*numbers)

    gradient = solution(watched, inputs)
    if hasattr(gradient, "tangent") or not isinstance(gradient, list | tuple | int | float):
        text = f"Expected a list of numbers. You returned {with_kind(gradient, in_words(gradient))}."
        raise NotAnAnswer(text, kind="a dict" if isinstance(gradient, dict) else "no list")
    if not isinstance(gradient, list | tuple):
        return {"what you returned": "one number, and no list", "the number": float(gradient)}
    slopes = {f"entry {i}": as_number(slope, f"Entry {i} of your list") for i, slope in enumerate(gradient)}
    return {"what you returned": f"a list of {len(gradient)}"} | slopes


# One sentence for both ends: if another slip changes the entries, their number alone does not say which end it is.
ONE_LEFT_OUT = "an entry is left out. There is one for each input, the first and the last as well."

exercise = Exercise(
    id="9.2",
    title="Every partial derivative",
    name="gradient",
    reference=reference,
    demands=[
        Demand("`gradient` returns a list with one number for each input: the partial derivative", returns_the_values),
        Demand("f may take any number of inputs", takes_two_inputs),
        Demand("the slopes are tangents: forward mode, with the `Dual` of this notebook", measures),
        Demand("the list `inputs` stays as it is", changes_the_list),
    ],
    cases=[
        Case("f(a, b) = a·b at [2, -3]", lambda: (product, [2.0, -3.0])),
        Case("f(a, b, c) = a·a·b + 3c at [2, 5, -1]", lambda: (cubic, [2.0, 5.0, -1.0])),
        Case("f(x) = x·x at [3]", lambda: (square, [3.0])),
        Case("f(x, y) = x·y + sin(x) at [0.5, 4]", lambda: (wave, [0.5, 4.0])),
        Case("f(a, b) = 0.5·a - b at [2, -3], two ints", lambda: (difference, [2, -3])),
        Case("f(a, b) = a·b at [0, -3]", lambda: (product, [0.0, -3.0])),
        Case("f(w, x, b) = (w·x + b)² - w at [0.5, -2, 4]", lambda: (mixed, [0.5, -2.0, 4.0])),
        Case("f(a, b, c) = a·a·b + 3c at [2, 2, 2]", lambda: (cubic, [2.0, 2.0, 2.0])),
        Case("f(a, b) = a·b, its number rounded and its tangent exact, at [2, -3]", lambda: (rounded, [2.0, -3.0])),
    ],
    run=run,
    alternatives=[turns_on_and_off, with_rows_of_the_identity],
    misconceptions=[
        measures,
        walks_back,
        hands_over_a_list,
        takes_the_duals_of_the_library,
        returns_a_dict,
        moves_equal_numbers,
        moves_the_first_of_equals,
        sets_the_others_to_zero,
        skips_inputs_of_zero,
        uses_up_the_inputs,
        replaces_one,
        shares_an_entry,
        cuts_to_whole_numbers,
        takes_two_inputs,
    ],
    recognise={measures: is_measured, takes_two_inputs: of_two_inputs},
    slips=[
        Slip(
            "each entry is the *sum* of all partial derivatives, as where all inputs move in the same pass. In pass i, "
            "only input i has a tangent other than 0.",
            ("1.0 if i == moving else 0.0", "1.0"),
        ),
        Slip(
            "each entry has those before it added to it, as where an input goes on moving after its pass. In each "
            "pass, only one input has a tangent other than 0.",
            ("i == moving else", "i <= moving else"),
        ),
        Slip(
            "every entry is 0, as where nothing moves: if every tangent that goes in is 0, so is what comes out. The "
            "input that you ask about needs a tangent of 1.",
            ("1.0 if i == moving else 0.0", "0.0"),
        ),
        Slip(
            "the list has one entry only, as after a single pass, or where a `return` inside the loop ends it. Return "
            "the list once every input had a pass of its own.",
            ("    return gradient", "        return gradient"),
        ),
        Slip(
            "one number comes out, the sum of all, as where all inputs move in a single pass. They can no longer be "
            "told apart: return a list, with an entry for each input.",
            ("return gradient", "return sum(gradient)"),
        ),
        Slip(
            "whole Duals are in the list. The derivative is one half of each, its tangent.",
            (".tangent)", ")"),
        ),
        Slip(
            "each entry is divided by the number of inputs. A tangent is the derivative as it is.",
            (".tangent)", ".tangent / len(inputs))"),
        ),
        Slip(
            "the derivatives have the wrong sign. A tangent is the derivative as it is.",
            (".tangent)", ".tangent * -1)"),
        ),
        Slip(ONE_LEFT_OUT, ("in range(len(inputs))", "in range(1, len(inputs))")),
        Slip(ONE_LEFT_OUT, ("in range(len(inputs))", "in range(len(inputs) - 1)")),
        Slip("the list begins with an entry that no input asked for.", ("gradient = []", "gradient = [0.0]")),
        Slip(
            "the derivatives are listed from the last input to the first.", ("return gradient", "return gradient[::-1]")
        ),
        Slip(
            "each entry is the value of f. The derivative is the other half of the result, its tangent.",
            (".tangent)", ".data)"),
        ),
        Slip(
            "number and tangent of each Dual have changed places: f is computed at 0s and a 1, and its inputs move as "
            "fast as they are large. In a Dual, the number comes first.",
            ("Dual(x, 1.0 if i == moving else 0.0)", "Dual(1.0 if i == moving else 0.0, x)"),
        ),
        Slip(
            "each entry is the sum of all *other* derivatives, as where all inputs move except the one that is asked "
            "about. It alone moves.",
            ("1.0 if i == moving else 0.0", "0.0 if i == moving else 1.0"),
        ),
        Slip(
            "each entry is the derivative by the last input, as where a `lambda` that is made in a loop looks up its "
            "index after the loop. In pass i, it is input i that moves.",
            ("i == moving else", "i == len(inputs) - 1 else"),
        ),
        Slip(
            "each entry is the derivative by the first input, as where that one moves in every pass. In pass i, it is "
            "input i.",
            ("i == moving else", "i == 0 else"),
        ),
        Slip(
            "the derivative by the first input is added to that by each other, as where the first moves in every pass. "
            "In pass i, only input i has a tangent other than 0.",
            ("i == moving else", "i in (0, moving) else"),
        ),
        Slip(
            "each derivative is multiplied by the value of its input, as where the input moves at that speed. Let it "
            "move at speed 1.",
            ("1.0 if i == moving", "x if i == moving"),
        ),
    ],
)

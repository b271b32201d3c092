"""Exercise 2.2: the local gradients of ten operations. It may be filled in bit by bit: what is there is checked."""

import math

import numpy as np

from autograd_lib.course.answers import Gap, compare, in_words, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer
from autograd_lib.course.trying import Failure

TOLERANCE = 1e-6  # measured slopes will do


def stub(a, b, n):
    return {
        "a + b": (..., ...),
        "a - b": (..., ...),
        "a * b": (..., ...),
        "a / b": (..., ...),
        "a ** n": ...,
        "-a": ...,
        "exp(a)": ...,
        "log(a)": ...,
        "tanh(a)": ...,
        "relu(a)": ...,
    }


def reference(a, b, n):
    return {
        "a + b": (1, 1),
        "a - b": (1, -1),
        "a * b": (b, a),
        "a / b": (1 / b, -a / b**2),
        "a ** n": n * a ** (n - 1),
        "-a": -1,
        "exp(a)": math.exp(a),
        "log(a)": 1 / a,
        "tanh(a)": 1 - math.tanh(a) ** 2,
        "relu(a)": 1 if a > 0 else 0,
    }


def in_other_words(a, b, n):
    """As an engine would write it, from the results; the slope of relu is a comparison, as in micrograd."""
    return {
        "a + b": [1.0, 1.0],
        "a - b": [1.0, -1.0],
        "a * b": [b, a],
        "a / b": [b**-1, -(a / b) / b],
        "a ** n": n * a**n / a,
        "-a": -1.0,
        "exp(a)": math.e**a,
        "log(a)": a**-1,
        "tanh(a)": 1 / math.cosh(a) ** 2,
        "relu(a)": a > 0,
    }


def only_measured(a, b, n):
    """Slopes measured on the spot, by a central difference; that of relu by one that looks down."""

    def slope(f, x, h=1e-4):
        return (f(x + h) - f(x - h)) / (2 * h)

    return {
        "a + b": (1, 1),
        "a - b": (1, -1),
        "a * b": (slope(lambda x: x * b, a), slope(lambda x: a * x, b)),
        "a / b": (slope(lambda x: x / b, a), slope(lambda x: a / x, b)),
        "a ** n": slope(lambda x: x**n, a),
        "-a": slope(lambda x: -x, a),
        "exp(a)": slope(math.exp, a),
        "log(a)": 1 / a,
        "tanh(a)": slope(math.tanh, a),
        "relu(a)": (max(0.0, a) - max(0.0, a - 1e-4)) / 1e-4,
    }


def mistake(row, cells, sentence):
    """A misconception about one row: in it stands what the function `cells` gives."""

    def wrong(a, b, n):
        return reference(a, b, n) | {row: cells(a, b, n)}

    wrong.__doc__, wrong.__name__, wrong.row = sentence, f"wrong in {row}", row
    return wrong


ABOUT_PAIRS = [
    mistake(
        "a + b",
        lambda a, b, n: (b, a),
        "the slopes of a + b are b and `a`, as for a product. Raise `a` by 1, and a + b rises by 1, whatever b is.",
    ),
    mistake(
        "a + b",
        lambda a, b, n: (a, b),
        "the inputs of a sum stand where its slopes belong. Raise `a` by 1, and a + b rises by 1, whatever they are.",
    ),
    mistake(
        "a - b",
        lambda a, b, n: (1, 1),
        "both inputs of a difference are taken to raise it. Raise b by 1, and a - b falls by 1.",
    ),
    mistake(
        "a - b",
        lambda a, b, n: (-1, 1),
        "the two slopes of a - b are exchanged. The one by `a` stands first: raise `a` by 1, and a - b rises by 1.",
    ),
    mistake(
        "a - b",
        lambda a, b, n: (-1, -1),
        "both inputs of a difference are taken to lower it. Raise `a` by 1, and a - b rises by 1.",
    ),
    mistake(
        "a - b",
        lambda a, b, n: (b, -a),
        "the slopes of a - b are b and -a, as if it were a product. Raise `a` by 1, and a - b rises by 1, whatever b "
        "is.",
    ),
    mistake(
        "a * b",
        lambda a, b, n: (a, b),
        "each input of a product is given its own value. Raise `a` by 1, and a·b grows by b: it is the *other* input.",
    ),
    mistake(
        "a * b",
        lambda a, b, n: (1, 1),
        "both slopes of a·b are 1, as for a sum. Raise `a` by 1, and a·b grows by b.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, a / b**2),
        "the slope of a/b by b has the wrong sign. Share among more, and each gets less.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, -a / b),
        "the slope of a/b by b is divided by b only once. a/b is a·b⁻¹, and the slope of b⁻¹ is -b⁻²: divide by b "
        "twice.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, a / b),
        "the slope of a/b by b lacks its sign, and is divided by b only once. Share among more, and each gets less; "
        "and the slope of b⁻¹ is -b⁻².",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, -1 / b**2),
        "`a` is missing in the slope of a/b by b. a/b is `a` times 1/b, and so is its slope: `a` times that of 1/b.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, 1 / b**2),
        "the slope of a/b by b has neither its sign nor its factor `a`. It is `a` times the slope of 1/b, which falls.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (-1 / b, a / b**2),
        "both slopes of a/b have the wrong sign. Raise `a` by 1, and a/b rises by one b-th; and the slope of 1/b is "
        "-1/b².",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (-a / b**2, 1 / b),
        "the two slopes of a/b are exchanged. The one by `a` stands first.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, 1 / a),
        "the slope of a/b by b is 1/a, as if `a` and b could change places. By b, the quotient is `a` times 1/b.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, -b / a**2),
        "`a` and b have changed places in the slope of a/b by b. It is the divisor that is squared.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, a),
        "the slope of a/b by b is `a`. That is how it moves with 1/b; and 1/b moves with b by -1/b².",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, -a),
        "the slope of a/b by b is -a, as `-a / b * b` is, too. It is divided by b²: the slope of 1/b is -1/b².",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, -a / b**3),
        "the slope of a/b by b is divided by b three times. The slope of 1/b is -1/b².",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1 / b, -a * b**2),
        "the slope of a/b by b is multiplied by b². It is divided by it: the slope of 1/b is -1/b².",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (b, -a / b**2),
        "the slope of a/b by `a` is b. If `a` rises by 1, a/b rises by one b-th.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (b, a),
        "the slopes of a/b are b and `a`, as for a product. a/b is `a` times 1/b.",
    ),
    mistake(
        "a / b",
        lambda a, b, n: (1, -a / b**2),
        "the slope of a/b by `a` is 1. If `a` rises by 1, a/b rises by one b-th.",
    ),
]
ABOUT_POWERS = [
    mistake(
        "a ** n",
        lambda a, b, n: n * a**n,
        "n is brought down but the exponent stays as it was. It falls by one: n·aⁿ⁻¹.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: a ** (n - 1),
        "the exponent falls by one, and does not come down as a factor. The slope of a³ is 3a².",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: n * a ** (n + 1),
        "the exponent rises by one. It falls: the slope of a³ is 3a².",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: 3 * a**2,
        "the slope of the power is 3a², whatever n is. Write it with n.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: n * a,
        "the slope of the power is n·a, as is right for a². What stays in the exponent is n - 1.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: n * a**2,
        "the slope of the power is n·a², as is right for a³. What stays in the exponent is n - 1.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: 2 * a,
        "the slope of the power is 2a, whatever n is. Write it with n.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: (n - 1) * a ** (n - 1),
        "n - 1 comes down as the factor. It is n that comes down, and n - 1 that stays in the exponent.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: (n - 1) * a**n,
        "n - 1 comes down and n stays. It is the other way round: n comes down, and n - 1 stays in the exponent.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: n * a**n - 1,
        "1 is subtracted from n·aⁿ instead of from the exponent. The exponent is all of n - 1, in brackets.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: (n * a) ** (n - 1),
        "n is raised to a power as well. Only `a` is: n·aⁿ⁻¹.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: n * abs(a) ** (n - 1),
        "the slope of the power has the wrong sign at a = -1.25 and n = -2, as where `abs(a)` is raised to a power. It "
        "is `a` with its sign: n·aⁿ⁻¹.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: a**n * math.log(a),
        "aⁿ is treated as if n moved. It is `a` that moves; n is a fixed number.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: n ** (a - 1) * a,
        "`a` and n have changed places. `a` is raised to a power, and n is a factor.",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: a**n,
        "the value of the power stands where its slope belongs. The slope of a³ is 3a².",
    ),
    mistake(
        "a ** n",
        lambda a, b, n: a ** (n + 1) / (n + 1),
        "the power is integrated: that undoes a slope. The exponent comes down as a factor and falls by one.",
    ),
]
ABOUT_FUNCTIONS = [
    mistake("-a", lambda a, b, n: 1, "-a is taken to rise with `a`. Raise `a` by 1, and -a falls by 1."),
    mistake(
        "-a",
        lambda a, b, n: -a,
        "the value of -a stands where its slope belongs. Raise `a` by 1, and -a falls by 1, whatever `a` is.",
    ),
    mistake("-a", lambda a, b, n: a, "`a` is the slope of -a. Raise `a` by 1, and -a falls by 1, whatever `a` is."),
    mistake("-a", lambda a, b, n: 0, "the slope of -a is 0. Raise `a` by 1, and -a falls by 1."),
    mistake(
        "exp(a)",
        lambda a, b, n: a * math.exp(a - 1),
        "the slope of exp is a·eᵃ⁻¹, as by the power rule. In eᵃ it is the exponent that moves; the slope is the "
        "result itself.",
    ),
    mistake(
        "exp(a)",
        lambda a, b, n: math.exp(a - 1),
        "the exponent of exp falls by one, as by the power rule. In eᵃ it is the exponent that moves; the slope is the "
        "result itself.",
    ),
    mistake(
        "exp(a)",
        lambda a, b, n: a * math.exp(a),
        "exp(a) is multiplied by `a`. Compare the slope with the value: the slope is the result itself.",
    ),
    mistake("exp(a)", lambda a, b, n: 1, "the slope of exp is 1. That is so at 0 only. Compare it with the value."),
    mistake(
        "exp(a)", lambda a, b, n: a, "the slope of exp is `a`. Compare the slope with the value of exp at some numbers."
    ),
    mistake(
        "exp(a)",
        lambda a, b, n: math.exp(-a),
        "the slope of exp is exp(-a). Compare it with the value of exp.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: 1 / (a * math.log(10)),
        "the slope is that of the logarithm to the base 10. Here `log` is the natural one, `math.log`.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: 1 / (a * math.log(2)),
        "the slope is that of the logarithm to the base 2. Here `log` is the natural one, `math.log`.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: math.log(a),
        "the value of log stands where its slope belongs. Measure how fast log rises at 1, 2 and 4.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: 1 / math.log(a),
        "the slope of log is 1/log(a). Measure it at 1, 2 and 4: no logarithm is in it.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: -1 / a**2,
        "the slope of log is -1/a². That is the slope of 1/a, which is itself the slope of log.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: 1 / a**2,
        "the slope of log is 1/a². Measure it at 1, 2 and 4: it halves each time that `a` doubles.",
    ),
    mistake(
        "log(a)",
        lambda a, b, n: -1 / a,
        "the slope of log has the wrong sign. log rises with `a`.",
    ),
    mistake("log(a)", lambda a, b, n: 1, "the slope of log is 1. That is so at a = 1 only."),
    mistake("log(a)", lambda a, b, n: a, "the slope of log is `a`. Measure it: log rises ever more slowly."),
    mistake(
        "log(a)", lambda a, b, n: math.exp(a), "the slope of log is exp(a). Measure it: log rises ever more slowly."
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: 1 - math.tanh(a),
        "the slope of tanh is taken to be 1 - t. It is symmetric, the same at -t as at t: 1 - t².",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: 1 - a**2,
        "the *input* of tanh is squared. The rule is 1 - t², where t is the result, tanh(a).",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: 1 - math.tanh(a**2),
        "the input of tanh is squared, and tanh is taken of that. It is the result that is squared: 1 - t², where t is "
        "tanh(a).",
    ),
    mistake("tanh(a)", lambda a, b, n: math.tanh(a) ** 2 - 1, "the slope of tanh has the wrong sign. tanh only rises."),
    mistake(
        "tanh(a)",
        lambda a, b, n: 1 + math.tanh(a) ** 2,
        "t² is added. The parabola has its top at t = 0 and falls on both sides: 1 - t².",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: math.tanh(a) ** 2,
        "the slope of tanh is t². The parabola has its top at t = 0, of height 1, and falls on both sides.",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: 1 / math.cosh(a),
        "the slope of tanh is 1/cosh(a). It is the square of that, 1 - t².",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: math.tanh(a),
        "the value of tanh stands where its slope belongs. In terms of that value t, the slope is a parabola.",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: (1 - math.tanh(a)) ** 2,
        "the difference is squared, (1 - t)². Only t is: 1 - t².",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: math.tanh(a) * (1 - math.tanh(a)),
        "the slope of tanh is t·(1 - t). That is the rule of the sigmoid; the parabola of tanh is 0 at t = -1 and 1.",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: 1 / math.cos(a) ** 2,
        "the slope is that of the tangent, 1/cos². tanh is another function: 1 - t².",
    ),
    mistake(
        "tanh(a)",
        lambda a, b, n: -2 * math.tanh(a),
        "the slope of tanh is -2t. That is how the parabola itself changes with t; the slope is its height, 1 - t².",
    ),
]
ABOUT_RELU = [
    mistake(
        "relu(a)",
        lambda a, b, n: max(0, a),
        "relu's value stands where its slope belongs. Above 0, relu(a) is `a` itself, and grows as fast as `a`.",
    ),
    *[
        mistake("relu(a)", cells, "relu has slope 1 below 0 as well. It is flat there: its slope is 0.")
        for cells in [lambda a, b, n: 1, lambda a, b, n: 1 if a else 0]
    ],
    mistake(
        "relu(a)",
        lambda a, b, n: 0,
        "relu has slope 0 everywhere. Above 0, relu(a) is `a` itself, and grows as fast as `a`.",
    ),
    mistake(
        "relu(a)",
        lambda a, b, n: a,
        "the slope of relu is `a`. Above 0, relu(a) is `a`, and grows as fast as `a`; below 0 it is flat.",
    ),
    *[
        mistake("relu(a)", cells, "the two sides of relu are exchanged. It is flat *below* 0.")
        for cells in [lambda a, b, n: 0 if a > 0 else 1, lambda a, b, n: 1 if a < 0 else 0]
    ],
    *[
        mistake("relu(a)", cells, "relu is taken to fall below 0. It is flat there: its slope is 0.")
        for cells in [
            lambda a, b, n: 1 if a > 0 else -1,
            lambda a, b, n: 1 if a >= 0 else -1,
            lambda a, b, n: np.sign(a),
        ]
    ],
    mistake(
        "relu(a)",
        lambda a, b, n: min(1, max(0, a)),
        "the slope of relu is ½ at a = 0.5, as where it climbs slowly from 0 to 1. At its corner it jumps: above 0, "
        "relu(a) grows as fast as `a`.",
    ),
    mistake(
        "relu(a)",
        lambda a, b, n: 1 if a > 0 else 0.01,
        "relu rises a little below 0. That is a leaky relu; this one is flat there, and its slope is 0.",
    ),
    mistake(
        "relu(a)",
        lambda a, b, n: 1 if a >= 0 else 0,
        "relu has slope 1 at 0 as well. It has a corner there, and engines have agreed on 0: only above 0 is it 1.",
    ),
    mistake(
        "relu(a)",
        lambda a, b, n: 1 if a > 0 else 0.5 if a == 0 else 0,
        "relu has slope ½ at 0, as a measurement across the corner gives it. Engines have agreed on 0 there.",
    ),
]
MISTAKES = ABOUT_PAIRS + ABOUT_POWERS + ABOUT_FUNCTIONS + ABOUT_RELU


def run(solution, a, b, n):
    """The table as plain numbers; rows with a cell still to fill in become `...`."""
    try:
        with np.errstate(divide="ignore", invalid="ignore"):
            table = solution(a, b, n)
    except TypeError:
        if isinstance(a, np.float64):  # whose comparisons cannot be subtracted from each other
            return run(solution, float(a), b, n)
        raise
    except (ArithmeticError, ValueError):
        if a == 0:  # where log and some powers have no slope
            return {}
        raise
    if not isinstance(table, dict):
        raise NotAnAnswer(f"You returned {with_kind(table, in_words(table))}. Expected the table, a dict.", kind(table))
    rows = stub(a, b, n)
    unknown = [key for key in table if key not in rows]
    if unknown:
        raise NotAnAnswer(f"The table has a row {in_words(unknown[0])} that is not among the ten.", "unknown row")
    return {name: row(name, table[name]) for name in rows if name in table and has_slope(name, a)}


def has_slope(name, a):
    """Whether a row is looked at: log has no slope where it has no value, and at 0 only the corner of relu matters."""
    return a > 0 or name == "relu(a)" or (a < 0 and name != "log(a)")


def row(name, cells):
    """One row as a number, or as a list of two; `...` if one of its cells still is."""
    wanted = 2 if "b" in name.split() else 1
    given = list(cells) if isinstance(cells, list | tuple) else [cells]
    if any(cell is ... for cell in given):
        return ...
    try:
        numbers = [float(cell) for cell in given if isinstance(cell, int | float)]
    except OverflowError:
        numbers = []
    words = with_kind(cells, in_words(cells))
    if len(numbers) != len(given):
        raise NotAnAnswer(f"`{name}`: {words} is not made of numbers.", f"no number in {name}")
    if len(numbers) != wanted:
        inputs = "two inputs, a and b: give a pair of slopes" if wanted == 2 else "one input: give one slope"
        raise NotAnAnswer(f"`{name}` has {inputs}. You have {words}.", f"cells of {name}")
    return numbers if wanted == 2 else numbers[0]


def judge(case, answer):
    expected = run(reference, *case.make())
    filled = {name: cells for name, cells in answer.items() if cells is not ...}
    wrong = [name for name in filled if not same(expected[name], filled[name], TOLERANCE)]
    if wrong:
        gap = compare({name: expected[name] for name in filled}, filled, TOLERANCE)
        return gap._replace(parts=tuple(wrong))
    missing = [name for name in expected if name not in filled]
    if not missing or is_corner(case):
        return None
    so_far = f"What is there is right ({len(filled)} of {len(expected)}). " if filled else ""
    return Gap(f"{so_far}Still to fill in: {', '.join(missing)}.")


def failure(solution, case):
    """The kind of the Failure that a solution ends in, if it does."""
    try:
        run(solution, *case.make())
    except Exception as error:
        return getattr(error, "kind", type(error).__name__)


def by_its_row(wrong):
    """Recognises a mistake by what stands in its row, whatever the others are."""

    def recognise(case, answer):
        if isinstance(answer, Failure):
            return answer.kind == failure(wrong, case)
        if wrong.row not in answer:
            return frozenset()
        if failure(wrong, case):  # it has no value here, and nothing can be compared
            return frozenset({wrong.row})
        return same(run(wrong, *case.make())[wrong.row], answer[wrong.row], TOLERANCE) and frozenset({wrong.row})

    return recognise


def wrong_rows(case, answer, tolerance=TOLERANCE):
    right = run(reference, *case.make())
    return {name for name, cells in answer.items() if cells is not ... and not same(right[name], cells, tolerance)}


def types_what_was_measured(a, b, n):
    """numbers that belong to a = 2, b = 4 and n = 3, as they were measured there, stand in the table, whatever `a`, b
    and n are. Each row is a rule that holds at any numbers.
    """
    return reference(2.0, 4.0, 3)


def is_what_was_measured(case, answer):
    typed = reference(2.0, 4.0, 3)
    found = wrong_rows(case, answer) & {name for name in answer if same(row(name, typed[name]), answer[name], 1e-3)}
    is_telling = case is CASES[0] or is_corner(case) or found - {"relu(a)"}
    return is_telling and frozenset(found)


def measures_coarsely(a, b, n):
    """a slope is nearly right, as one that is rounded or measured with a long step. Its rule gives it exactly."""
    return reference(a, b, n) | {"exp(a)": (math.exp(a + 1e-3) - math.exp(a)) / 1e-3}


def is_nearly_right(case, answer):
    return not wrong_rows(case, answer, 5e-3) and frozenset(wrong_rows(case, answer))


def takes_n_for_three(a, b, n):
    """the slope of the power is right at a = 2 and n = 3, and wrong where n is negative, or no whole number. The rule
    is n·aⁿ⁻¹ for all of them.
    """
    return reference(a, b, n) | {"a ** n": n * math.prod([a] * (int(n) - 1))}


def is_right_for_three_only(case, answer):
    name, (a, _, n) = "a ** n", case.make()
    if name not in answer or n == 3:
        return name not in wrong_rows(case, answer) and frozenset()
    known = any(same(slope, answer[name], TOLERANCE) for slope in (3 * a**2, n * a**2, 12.0))
    return name in wrong_rows(case, answer) and not known and frozenset({name})


def has_a_strange_slope_at_the_corner(a, b, n):
    """relu is right on both sides of 0, and at 0 it has another slope than 0, or `nan`. Engines have agreed on 0
    there.
    """
    return reference(a, b, n) | {"relu(a)": -1 if a == 0 else 1 if a > 0 else 0}


def is_wrong_at_the_corner_only(case, answer):
    name = "relu(a)"
    if not is_corner(case):
        return name not in wrong_rows(case, answer) and frozenset()
    known = any(same(slope, answer.get(name), TOLERANCE) for slope in (0.5, 1.0))
    return name in wrong_rows(case, answer) and not known and frozenset({name})


def gives_one_slope_for_two_inputs(a, b, n):
    """a row has more or fewer slopes than its operation has inputs. Give two where there is a `b`, else one."""
    return reference(a, b, n) | {"a + b": 1}


def is_a_wrong_number_of_slopes(case, answer):
    return frozenset() if isinstance(answer, dict) else answer.kind.startswith("cells of")


def is_corner(case):
    return case.make()[0] == 0


def at(a, b, n):
    return Case(f"a = {a:g}, b = {b:g}, n = {n:g}", lambda: (a, b, n))


# A NumPy number, because 1 / a is then no error.
CORNER = Case("a = 0, where relu has its corner", lambda: (np.float64(0.0), 4.0, 3))
CASES = [at(2.0, 4.0, 3), at(0.5, -1.5, 2.5), at(-1.25, 0.5, -2), at(6.5, 2.0, -3), at(6.5, 2.0, 1.5), CORNER]


OF_MANY_SPELLINGS = {
    types_what_was_measured: is_what_was_measured,
    measures_coarsely: is_nearly_right,
    takes_n_for_three: is_right_for_three_only,
    has_a_strange_slope_at_the_corner: is_wrong_at_the_corner_only,
    gives_one_slope_for_two_inputs: is_a_wrong_number_of_slopes,
}


def names_b_first(a, b, n):
    return {name: cells[::-1] if isinstance(cells, tuple) else cells for name, cells in reference(a, b, n).items()}


def gives_values(a, b, n):
    return reference(a, b, n) | {"a ** n": a**n, "-a": -a, "tanh(a)": math.tanh(a), "relu(a)": max(0, a)}


def has_another_slope_at_the_corner(a, b, n):
    return reference(a, b, n) | {"relu(a)": 1 if a >= 0 else 0}


exercise = Exercise(
    id="2.2",
    title="Ten rules",
    name="local_gradients",
    reference=reference,
    demands=[
        Demand("`local_gradients(a, b, n)` returns the table, right for any `a`, `b` and `n`", types_what_was_measured),
        Demand("in a row with a `b`, a pair: the slope by `a`, then the slope by `b`", names_b_first),
        Demand("in each of the other rows, one number: the slope by `a`", gives_values),
        Demand("the slope of `relu` is 0 at its corner, a = 0", has_another_slope_at_the_corner),
    ],
    stub=stub,
    cases=CASES,
    run=run,
    judge=judge,
    alternatives=[in_other_words, only_measured],
    misconceptions=[*MISTAKES, *OF_MANY_SPELLINGS],
    recognise={wrong: by_its_row(wrong) for wrong in MISTAKES} | OF_MANY_SPELLINGS,
    tolerance=TOLERANCE,
)

"""Exercise 2.2: the local gradients of ten operations. It may be filled in bit by bit: what is there is checked."""

import math

from autograd_lib.course.exercise import Case, Exercise, Gap, NotAnAnswer, compare, same


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
    """Slopes measured on the spot, by a central difference."""

    def slope(f, x, h=1e-4):
        return (f(x + h) - f(x - h)) / (2 * h)

    return reference(a, b, n) | {
        "a * b": (slope(lambda x: x * b, a), slope(lambda x: a * x, b)),
        "-a": slope(lambda x: -x, a),
        "relu(a)": slope(lambda x: max(0.0, x), a),
    }


def raises_the_difference(a, b, n):
    """both inputs of a difference are taken to raise it. Raise b by 1, and a - b falls by 1."""
    return reference(a, b, n) | {"a - b": (1, 1)}


def takes_its_own_value(a, b, n):
    """each input of a product is given its own value. Raise `a` by 1, and a·b grows by b: it is the *other* input."""
    return reference(a, b, n) | {"a * b": (a, b)}


def loses_the_sign_of_a_quotient(a, b, n):
    """the slope of a/b with respect to b has the wrong sign. Share among more, and each gets less."""
    return reference(a, b, n) | {"a / b": (1 / b, a / b**2)}


def divides_once(a, b, n):
    """the slope of a/b with respect to b is divided by b only once. a/b is a·b⁻¹, and the slope of b⁻¹ is -b⁻²: divide
    by b twice.
    """
    return reference(a, b, n) | {"a / b": (1 / b, -a / b)}


def keeps_the_exponent(a, b, n):
    """n is brought down but the exponent stays as it was. It falls by one: n·aⁿ⁻¹."""
    return reference(a, b, n) | {"a ** n": n * a**n}


def uses_the_power_rule_for_exp(a, b, n):
    """exp(a) is treated as a power of `a`. In eᵃ it is the exponent that moves; the slope is the result itself."""
    return reference(a, b, n) | {"exp(a)": a * math.exp(a - 1)}


def does_not_square_tanh(a, b, n):
    """the slope of tanh is taken to be 1 - t. It is symmetric, the same at -t as at t: 1 - t²."""
    return reference(a, b, n) | {"tanh(a)": 1 - math.tanh(a)}


def squares_the_input_of_tanh(a, b, n):
    """the *input* of tanh is squared. The rule is 1 - t², where t is the result, tanh(a)."""
    return reference(a, b, n) | {"tanh(a)": 1 - a**2}


def returns_relu_itself(a, b, n):
    """relu's value stands where its slope belongs. Above 0, relu(a) is `a` itself, and grows as fast as `a`."""
    return reference(a, b, n) | {"relu(a)": max(0, a)}


def forgets_that_relu_is_flat(a, b, n):
    """relu has slope 1 everywhere. Below 0 it is flat: its slope there is 0."""
    return reference(a, b, n) | {"relu(a)": 1}


def run(solution, a, b, n):
    """The table as plain numbers; rows with a cell still to fill in become `...`."""
    table = solution(a, b, n)
    if not isinstance(table, dict):
        raise NotAnAnswer(f"You returned {table!r} ({type(table).__name__}). Expected the table, a dict.")
    unknown = [key for key in table if key not in reference(1.0, 1.0, 2)]
    if unknown:
        raise NotAnAnswer(f"The table has a row {unknown[0]!r} that is not among the ten.")
    # log has no value, and so no slope, at numbers that are not above 0.
    return {name: row(name, cells) for name, cells in table.items() if a > 0 or name != "log(a)"}


def row(name, cells):
    """One row as a number, or as a list of two; `...` if one of its cells still is."""
    wanted = 2 if "b" in name.split() else 1
    given = list(cells) if isinstance(cells, list | tuple) else [cells]
    if any(cell is ... for cell in given):
        return ...
    if len(given) != wanted:
        inputs = "two inputs, a and b: give a pair of slopes" if wanted == 2 else "one input: give one slope"
        raise NotAnAnswer(f"`{name}` has {inputs}. You have {cells!r}.")
    try:
        numbers = [float(cell) for cell in given]
    except (TypeError, ValueError):
        raise NotAnAnswer(f"`{name}`: {cells!r} is not made of numbers.") from None
    return numbers if wanted == 2 else numbers[0]


def judge(case, answer):
    expected = run(reference, *case.make())
    filled = {name: cells for name, cells in answer.items() if cells is not ...}
    gap = compare({name: expected[name] for name in filled}, filled, 1e-6)
    missing = [name for name in expected if name not in filled]
    if gap or not missing:
        return gap
    so_far = f"What is there is right ({len(filled)} of {len(expected)}). " if filled else ""
    return Gap(f"{so_far}Still to fill in: {', '.join(missing)}.")


def by_its_cell(slip):
    """Recognises a slip in a table that is partly filled in: its own row is filled in, and every filled row is as in
    the slip's table.
    """

    def recognise(case, answer):
        if not isinstance(answer, dict):
            return False
        table = run(slip, *case.make())
        filled = {name: cells for name, cells in answer.items() if cells is not ...}
        return row_of(slip) in filled and all(same(table[name], cells, 1e-6) for name, cells in filled.items())

    return recognise


def row_of(slip):
    """The row in which a slip differs from the right table."""
    for case in CASES:
        right, wrong = run(reference, *case.make()), run(slip, *case.make())
        for name in right:
            if not same(right[name], wrong[name], 1e-6):
                return name


def at(a, b, n):
    return Case(f"a = {a:g}, b = {b:g}, n = {n:g}", lambda: (a, b, n))


CASES = [at(2.0, 4.0, 3), at(0.5, -1.5, 2), at(-1.25, 0.5, 3)]
SLIPS = [
    raises_the_difference,
    takes_its_own_value,
    loses_the_sign_of_a_quotient,
    divides_once,
    keeps_the_exponent,
    uses_the_power_rule_for_exp,
    does_not_square_tanh,
    squares_the_input_of_tanh,
    returns_relu_itself,
    forgets_that_relu_is_flat,
]

exercise = Exercise(
    id="2.2",
    title="Ten rules",
    name="local_gradients",
    reference=reference,
    stub=stub,
    cases=CASES,
    run=run,
    judge=judge,
    alternatives=[in_other_words, only_measured],
    misconceptions=SLIPS,
    recognise={slip: by_its_cell(slip) for slip in SLIPS},
)

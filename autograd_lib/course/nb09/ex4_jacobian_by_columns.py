"""Exercise 9.4: a Jacobian, built from its columns."""

from numbers import Number

import numpy as np

from autograd_lib import dual
from autograd_lib.course.answers import in_words, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.nb09.duals import Places, as_number
from autograd_lib.course.trying import Failure
from autograd_lib.dual import jvp

MODE = "what f is computed with"
DUALS, NODES = "numbers with a tangent", "nodes of a graph"
PLAIN, BESIDE = "plain numbers", "inputs a little beside those that are given"


def three_of_one(x):
    return [x, x * x, 5.0]


def three_of_two(x, y):
    return [x * y, x + 3 * y, y * y]


def position(r, angle):
    return [r * dual.cos(angle), r * dual.sin(angle)]


def second_alone(x, y):
    return [3 * y, y * y]


def one_of_two(x, y):
    return [x * y + y]


def one_of_three(a, b, c):
    return [a * b - c]


def reference(f, inputs):
    columns = []
    for moving in range(len(inputs)):
        tangents = [1.0 if i == moving else 0.0 for i in range(len(inputs))]
        columns.append(jvp(f, inputs, tangents)[1])
    return [[column[i] for column in columns] for i in range(len(columns[0]))]


def with_zip(f, inputs):
    n = len(inputs)
    columns = [jvp(f, inputs, [float(i == j) for i in range(n)])[1] for j in range(n)]
    return [list(row) for row in zip(*columns)]


def fills_it_in(f, inputs):
    outputs = len(f(*inputs))
    rows = [[0.0] * len(inputs) for _ in range(outputs)]
    for j in range(len(inputs)):
        tangents = [0.0] * len(inputs)
        tangents[j] = 1.0
        for i, slope in enumerate(jvp(f, inputs, tangents)[1]):
            rows[i][j] = slope
    return rows


def moves_all_at_once(f, inputs):
    """every column is the sum of all columns, as where all inputs move together. Pass j needs a 1 at index j and 0
    everywhere else.
    """
    rows = reference(f, inputs)
    return [[sum(row)] * len(row) for row in rows]


def adds_the_columns_up(f, inputs):
    """there is one column only, the sum of all, as from one pass in which all inputs move. The matrix has a column for
    each input, and each needs a pass of its own.
    """
    return [[slope] for slope in jvp(f, inputs, [1.0] * len(inputs))[1]]


def keeps_the_first_input(f, inputs):
    """there is only the first column, as where the loop ends after its first pass. There is one for each input."""
    return [row[:1] for row in reference(f, inputs)]


def columns_as_rows(f, inputs):
    return [list(column) for column in zip(*reference(f, inputs))]


def reshapes(f, inputs):
    """the numbers of the columns are filled into rows in the order in which they come, as `reshape` does it. Row i is
    made of entry i of each column: turn the matrix round instead, with `zip(*columns)` or `.T`.
    """
    numbers = [x for column in columns_as_rows(f, inputs) for x in column]
    return [numbers[i : i + len(inputs)] for i in range(0, len(numbers), len(inputs))]


def expects_two_inputs(f, inputs):
    """the code works for two inputs only. There are as many as the list `inputs` has."""
    x, y = inputs
    return reference(f, [x, y])


def fails_but_for_two(case, answer):
    """Whether two inputs come out right, and of others there is an exception, or a row has two entries."""
    _, inputs = case.make()
    if len(inputs) == 2:
        return answer == exercise.right_answer(case)
    return isinstance(answer, Failure) or len(answer["row 0"]) == 2


def makes_a_row_for_each_input(f, inputs):
    """there is an IndexError where f has more outputs than inputs, and there are too many rows where it has fewer, as
    where a row is made ready for each input. A Jacobian has a row for each *output*.
    """
    rows = [[] for _ in inputs]
    for column in columns_as_rows(f, inputs):
        for i, slope in enumerate(column):
            rows[i].append(slope)
    return rows


def has_a_row_for_each_input(case, answer):
    """Whether there are too few rows to write into, or further rows, without entries or of zeros, after the right."""
    _, inputs = case.make()
    right = exercise.right_answer(case)
    outputs = len(right) - 1
    if outputs > len(inputs):
        return getattr(answer, "kind", "") == "IndexError"
    further = {f"row {i}" for i in range(outputs, len(inputs))}
    return answer.keys() == right.keys() | further and (
        all(not any(answer[row]) for row in further)
        and all(same(right[key], answer[key], exercise.tolerance) for key in right)
    )


def cuts_to_whole_numbers(f, inputs):
    """the derivatives are cut to whole numbers where all inputs are ints, as where an array for them takes its type
    from the inputs. A derivative is a float.
    """
    rows = reference(f, inputs)
    return [[int(x) for x in row] for row in rows] if all(isinstance(x, int) for x in inputs) else rows


def squeezes(f, inputs):
    """a table with one row or one column comes back flat, as `squeeze` makes it. One output is still a list with one
    row, and for one input each row is a list of one entry.
    """
    rows = reference(f, inputs)
    if len(rows) > 1 and len(inputs) > 1:
        return rows
    return [entry for row in rows for entry in row]


def cuts_the_rows(f, inputs):
    """there are never more rows than inputs. A Jacobian has as many as f has *outputs*."""
    return reference(f, inputs)[: len(inputs)]


def cuts_the_columns(f, inputs):
    """there are never more columns than outputs. A Jacobian has as many as f has *inputs*."""
    rows = reference(f, inputs)
    return [row[: len(rows)] for row in rows]


def moves_equal_numbers(f, inputs):
    """inputs that are equal move together, as where the one that moves is found by its *number*. In pass j, only input
    j moves: find it by its position.
    """
    columns = [jvp(f, inputs, [float(x == moving) for x in inputs])[1] for moving in inputs]
    return [list(row) for row in zip(*columns)]


def shares_one_row(f, inputs):
    """every row is the last one, as where `[[0.0] * n] * m` makes them all one list: what is written into one is in
    every one. Each output has a row of its own.
    """
    rows = reference(f, inputs)
    return [rows[-1]] * len(rows)


def leaves_out_rows_of_zeros(f, inputs):
    """a row is missing: that of an output which depends on no input. Its derivatives are 0, and it is a row all the
    same.
    """
    return [row for row in reference(f, inputs) if any(row)]


def leaves_out_columns_of_zeros(f, inputs):
    """a column is missing: that of an input on which no output depends. Its derivatives are 0, and each row has an
    entry for it all the same.
    """
    rows = reference(f, inputs)
    columns = [column for column in zip(*rows) if any(column)]
    return [list(row) for row in zip(*columns)]


def keeps_the_pairs(f, inputs):
    """an entry of a row is a list, as where the pairs that `jvp` returns are kept whole. Only the second of a pair, the
    tangents, is a column, and an entry is one number of it.
    """
    columns = [jvp(f, inputs, [float(i == j) for i in range(len(inputs))]) for j in range(len(inputs))]
    return [[column[i] for column in columns] for i in range(2)]


def by_rows(f, inputs):
    """f is computed with nodes that remember their inputs, as for backward passes, one for each output. The numbers are
    right; here they should come from forward passes, by `jvp`, one for each input.
    """
    value, pull_back = dual.vjp(f, inputs)
    return [pull_back([float(i == j) for i in range(len(value))]) for j in range(len(value))]


def measures(f, inputs):
    """the slopes are measured, from values of f at places that lie close together. A forward pass carries the tangents
    along, and is exact.
    """
    columns = []
    for j in range(len(inputs)):
        up, down = ([x + h * (i == j) for i, x in enumerate(inputs)] for h in (1e-6, -1e-6))
        columns.append([(a - b) / 2e-6 for a, b in zip(f(*up), f(*down))])
    return [list(row) for row in zip(*columns)]


def is_by_rows(case, answer):
    """Whether the numbers are right and come from nodes. With one input, one pass that counts the outputs is enough to
    hide that.
    """
    _, inputs = case.make()
    is_so = answer[MODE] == NODES or len(inputs) == 1
    return is_so and all(key == MODE or right for key, right in entries_right(case, answer))


def is_measured(case, answer):
    return answer[MODE] in (PLAIN, BESIDE) and all(key == MODE or right for key, right in entries_right(case, answer))


def entries_right(case, answer):
    """Each key of an answer, and whether its entry is right, to the four digits that are left when one measures."""
    right = exercise.right_answer(case)
    return [(key, key in right and same(right[key], answer[key], 1e-4)) for key in answer]


def run(solution, f, inputs):
    """The rows, and which kind of number f was computed with."""
    kinds, moved, places = set(), set(), Places(inputs)

    def watched(*arguments):
        kinds.update(mode_of(x) for x in arguments)
        moved.add(tuple(bool(np.any(getattr(x, "tangent", 0.0))) for x in arguments))
        places.visit(arguments)
        return f(*arguments)

    rows = solution(watched, inputs)
    if not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
        is_flat = isinstance(rows, list | tuple) and all(isinstance(x, int | float) for x in rows)
        text = f"Expected a list of rows, each a list. You returned {with_kind(rows, in_words(rows))}."
        raise NotAnAnswer(text, kind="one flat list" if is_flat else "no rows")
    answer = {f"row {i}": [as_number(x, f"An entry of row {i}") for x in row] for i, row in enumerate(rows)}
    # Nodes may also only count the outputs, beside a forward pass for each input.
    order = (DUALS, NODES) if sum(map(any, moved)) >= len(inputs) else (NODES, DUALS)
    mode = next((kind for kind in order if kind in kinds), PLAIN)
    return answer | {MODE: BESIDE if mode == DUALS and places.are_close_together() else mode}


def mode_of(x):
    """Which mode a number belongs to that f is called with."""
    if hasattr(x, "tangent"):
        return DUALS
    return PLAIN if isinstance(x, Number) else NODES


def two_of_four(a, b, c, d):
    return [a * b, c * d]


def of(text, f, *inputs):
    at = ", ".join(f"{x:g}" for x in inputs)
    return Case(f"{text} at {at}", lambda: (f, list(inputs)))


# One sentence for both ends: if another slip changes the rows, their number alone does not say which end it is.
ROW_LEFT_OUT = "a row is left out. There is one for each output, the first and the last as well."

exercise = Exercise(
    id="9.4",
    title="Column by column",
    name="jacobian_by_columns",
    reference=reference,
    demands=[
        Demand("`jacobian_by_columns` returns a list of rows, one for each output of f", columns_as_rows),
        Demand("each row has an entry for each input, however many there are", keeps_the_first_input),
        Demand("the derivatives come from forward passes", by_rows),
    ],
    cases=[
        of("f(x) = [x, x·x, 5]", three_of_one, 2.0),
        of("f(x, y) = [x·y, x + 3y, y·y]", three_of_two, 2.0, -1.5),
        of("f(x, y) = [x·y, x + 3y, y·y]", three_of_two, 2.0, 2.0),
        of("f(a, b, c) = [a·b - c]", one_of_three, 2.0, -3.0, 0.5),
        of("f(x, y) = [x·y + y]", one_of_two, 2.0, -1.5),
        of("f(r, angle) = [r·cos(angle), r·sin(angle)]", position, 2, 1),
        of("f(x, y) = [3y, y·y]", second_alone, 2.0, -1.5),
        of("f(a, b, c, d) = [a·b, c·d]", two_of_four, 2.0, -3.0, 0.5, 4.0),
    ],
    run=run,
    alternatives=[with_zip, fills_it_in],
    misconceptions=[
        moves_all_at_once,
        adds_the_columns_up,
        keeps_the_first_input,
        keeps_the_pairs,
        moves_equal_numbers,
        shares_one_row,
        leaves_out_rows_of_zeros,
        leaves_out_columns_of_zeros,
        cuts_the_rows,
        cuts_the_columns,
        reshapes,
        expects_two_inputs,
        squeezes,
        makes_a_row_for_each_input,
        cuts_to_whole_numbers,
        by_rows,
        measures,
    ],
    recognise={
        expects_two_inputs: fails_but_for_two,
        makes_a_row_for_each_input: has_a_row_for_each_input,
        by_rows: is_by_rows,
        measures: is_measured,
    },
    slips=[
        Slip(
            "each column has those before it added to it, as where an input goes on moving after its pass. In each "
            "pass, only one input has a tangent other than 0.",
            ("i == moving else", "i <= moving else"),
        ),
        Slip(
            "each row has an entry for each *output*, as where as many passes are made as there are outputs. A forward "
            "pass belongs to an input, and there is one for each.",
            ("in range(len(inputs)):", "in range(len(f(*inputs))):"),
        ),
        Slip(
            "the first column is lost, the others stand one place too far to the left, and the last is zeros, as where "
            "the 1 stands one place too late in the tangents. Pass j needs it at index j, from 0 on.",
            ("i == moving else", "i == moving + 1 else"),
        ),
        Slip(
            "every entry is 0, as where nothing moves. Pass j needs a tangent of 1 at index j.",
            ("1.0 if i == moving else 0.0", "0.0"),
        ),
        Slip(
            "one flat list is returned. The Jacobian is a list of rows, each of them a list.",
            (
                "[[column[i] for column in columns] for i in range(len(columns[0]))]",
                "[column[i] for column in columns for i in range(len(columns[0]))]",
            ),
        ),
        Slip(
            "the matrix lies on its side (it is transposed), as where the columns are stacked as they come. Each pass "
            "gives a *column*; row i is made of entry i of each of them.",
            ("[[column[i] for column in columns] for i in range(len(columns[0]))]", "columns"),
        ),
        Slip(
            "the values of f are in the matrix. `jvp` returns a pair, value and tangent: take the second.",
            ("tangents)[1]", "tangents)[0]"),
        ),
        Slip(
            "only the first row is there. There is a row for each output.",
            ("range(len(columns[0]))", "range(1)"),
        ),
        Slip(
            "rows are missing where f has more outputs than inputs, and there is an IndexError where it has fewer, as "
            "where the rows are counted by the inputs. A Jacobian has as many rows as f has *outputs*.",
            ("range(len(columns[0]))", "range(len(columns))"),
        ),
        Slip(ROW_LEFT_OUT, ("range(len(columns[0]))", "range(len(columns[0]) - 1)")),
        Slip(ROW_LEFT_OUT, ("range(len(columns[0]))", "range(1, len(columns[0]))")),
        Slip("the last column is left out.", ("in range(len(inputs)):", "in range(len(inputs) - 1):")),
        Slip("the first column is left out.", ("in range(len(inputs)):", "in range(1, len(inputs)):")),
        Slip(
            "each column is the sum of all *others*, as where all inputs move except the one that it belongs to. That "
            "one alone moves.",
            ("1.0 if i == moving else 0.0", "0.0 if i == moving else 1.0"),
        ),
        Slip(
            "each column is multiplied by the value of its input, as where the input moves at that speed. Let it move "
            "at speed 1.",
            ("1.0 if i == moving", "inputs[i] if i == moving"),
        ),
        Slip(
            "the rows stand in the reverse order. The first belongs to the first output.",
            ("for i in range(len(columns[0]))]", "for i in range(len(columns[0]))][::-1]"),
        ),
        Slip(
            "the columns stand in the reverse order. The first belongs to the first input.",
            ("[column[i] for column in columns]", "[column[i] for column in columns[::-1]]"),
        ),
    ],
)

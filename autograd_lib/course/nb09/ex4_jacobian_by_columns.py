"""Exercise 9.4: a Jacobian, built from its columns."""

from autograd_lib import dual
from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer
from autograd_lib.course.nb09.duals import as_number
from autograd_lib.dual import jvp


def three_of_one(x):
    return [x, x * x, 5.0]


def three_of_two(x, y):
    return [x * y, x + 3 * y, y * y]


def position(r, angle):
    return [r * dual.cos(angle), r * dual.sin(angle)]


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


def by_rows(f, inputs):
    """In reverse mode, with a backward pass for each output."""
    value, pull_back = dual.vjp(f, inputs)
    return [pull_back([float(i == j) for i in range(len(value))]) for j in range(len(value))]


def fills_it_in(f, inputs):
    outputs = len(f(*inputs))
    rows = [[0.0] * len(inputs) for _ in range(outputs)]
    for j in range(len(inputs)):
        tangents = [0.0] * len(inputs)
        tangents[j] = 1.0
        for i, slope in enumerate(jvp(f, inputs, tangents)[1]):
            rows[i][j] = slope
    return rows


def columns_as_rows(f, inputs):
    """the columns are stacked as they come, so that the matrix lies on its side (it is transposed). Each pass gives a
    *column*; row i is made of entry i of each of them.
    """
    return [list(column) for column in zip(*reference(f, inputs))]


def moves_all_at_once(f, inputs):
    """all inputs move in every pass, so that every column is the sum of all columns. Pass j needs a 1 at index j and 0
    everywhere else.
    """
    rows = reference(f, inputs)
    return [[sum(row)] * len(row) for row in rows]


def adds_the_columns_up(f, inputs):
    """there is one pass in which all inputs move. It gives one column, the sum of all. The matrix has a column for each
    input, and each needs a pass of its own.
    """
    return [[slope] for slope in jvp(f, inputs, [1.0] * len(inputs))[1]]


def keeps_the_first_output(f, inputs):
    """only the first output of each pass is kept. There is a row for each output."""
    return reference(f, inputs)[:1]


def keeps_the_first_input(f, inputs):
    """the loop ends after the first pass: there is only one column. There is one for each input."""
    return [row[:1] for row in reference(f, inputs)]


def as_many_rows_as_inputs(f, inputs):
    """the rows are counted by the inputs. A Jacobian has as many rows as f has *outputs*."""
    columns = columns_as_rows(f, inputs)
    return [[column[i] for column in columns] for i in range(len(inputs))]


def puts_the_values_in(f, inputs):
    """the values of f are in the matrix. `jvp` returns a pair, value and tangent: take the second."""
    return [[value] * len(inputs) for value in f(*inputs)]


def run(solution, f, inputs):
    matrix = solution(f, list(inputs))
    rows = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    if not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
        raise NotAnAnswer(f"You returned {matrix!r} ({type(matrix).__name__}). Expected a list of rows, each a list.")
    return {f"row {i}": [as_number(x, f"An entry of row {i}") for x in row] for i, row in enumerate(rows, start=1)}


def of(text, f, *inputs):
    at = ", ".join(f"{x:g}" for x in inputs)
    return Case(f"{text} at {at}", lambda: (f, list(inputs)))


exercise = Exercise(
    id="9.4",
    title="Column by column",
    name="jacobian_by_columns",
    reference=reference,
    cases=[
        of("f(x) = [x, x·x, 5]", three_of_one, 2.0),
        of("f(x, y) = [x·y, x + 3y, y·y]", three_of_two, 2.0, -1.5),
        of("f(a, b, c) = [a·b - c]", one_of_three, 2.0, -3.0, 0.5),
        of("f(r, angle) = [r·cos(angle), r·sin(angle)]", position, 2.0, 0.5),
    ],
    run=run,
    alternatives=[with_zip, by_rows, fills_it_in],
    misconceptions=[
        columns_as_rows,
        moves_all_at_once,
        adds_the_columns_up,
        keeps_the_first_output,
        keeps_the_first_input,
        as_many_rows_as_inputs,
        puts_the_values_in,
    ],
)

"""Exercise 10.4: rows picked by their numbers, as a node. A row that is picked twice is paid twice."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.course.nb10.nodes import answer_of, cotangent, leaf
from autograd_lib.engine.tensor import Tensor


def reference(table, numbers):
    def vjp(g):
        gradient = np.zeros(table.shape)
        np.add.at(gradient, numbers, g)
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def row_by_row(table, numbers):
    def vjp(g):
        gradient = np.zeros(table.shape)
        for number, row in zip(numbers, g):
            gradient[number] += row
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def as_a_matrix_product(table, numbers):
    """A row of zeros with a single 1 picks a row of the table."""
    picks = np.eye(len(table))[numbers]
    return Tensor(picks @ table.data, (table,), "pick", (lambda g: picks.T @ g,))


def with_vjp(back):
    """A solution with the right array, and `back(table, numbers, g)` for its vjp."""

    def solution(table, numbers):
        return Tensor(table.data[numbers], (table,), "pick", (lambda g: back(table, numbers, g),))

    return solution


def keeps_the_last(table, numbers):
    """a row that was picked twice keeps one of its two gradients. `gradient[numbers] = g` overwrites one with the
    other, and so does `gradient[numbers] += g`: NumPy reads all rows first, adds, and then writes, so the last one
    wins. `np.add.at(gradient, numbers, g)` adds one after the other.
    """

    def back(table, numbers, g):
        gradient = np.zeros(table.shape)
        gradient[numbers] = g
        return gradient

    return with_vjp(back)(table, numbers)


def picks_from_the_gradient(table, numbers):
    """rows are *picked* from g. The backward pass of picking is putting back: add row i of g to row numbers[i] of zeros
    in the shape of the table.
    """
    return with_vjp(lambda table, numbers, g: g[numbers])(table, numbers)


def passes_it_on(table, numbers):
    """g is passed on as it is. It has a row for each number that was asked for; the gradient needs a row for each row
    of the table.
    """
    return with_vjp(lambda table, numbers, g: g)(table, numbers)


def shares_equally(table, numbers):
    """the gradients of a row that was picked twice are averaged. It was used twice, so they are added up."""

    def back(table, numbers, g):
        gradient = np.zeros(table.shape)
        np.add.at(gradient, numbers, g)
        counts = np.bincount(numbers % len(table), minlength=len(table))
        return gradient / np.maximum(counts, 1)[:, np.newaxis]

    return with_vjp(back)(table, numbers)


def counts_only(table, numbers):
    """each row gets the number of times it was picked. That is the gradient of the *sum*; what comes back is g, so add
    up rows of g.
    """

    def back(table, numbers, g):
        gradient = np.zeros(table.shape)
        np.add.at(gradient, numbers, 1)
        return gradient

    return with_vjp(back)(table, numbers)


def fills_from_the_top(table, numbers):
    """the rows of g are put into the first rows of the table, in the order in which they come. Row i belongs to the row
    that was picked: numbers[i].
    """

    def back(table, numbers, g):
        gradient = np.zeros(table.shape)
        gradient[: len(g)] += g[: len(table)]
        return gradient

    return with_vjp(back)(table, numbers)


CASES = {"row 0": [0], "rows 2 and 0": [2, 0], "row 1 twice": [1, 1], "rows 0, 2, 0, 3, 2, 2": [0, 2, 0, 3, 2, 2]}
CASES |= {"rows 3 and -1, which are the same": [3, -1]}


def run(solution, numbers):
    table = leaf("table", 4, 2)
    return answer_of(solution(table, np.array(numbers)), (table,), cotangent(len(numbers), 2), "rows")


exercise = Exercise(
    id="10.4",
    title="Pick rows, and pay them back",
    name="pick_rows",
    reference=reference,
    cases=[Case(f"{text}, of a table of 4", lambda numbers=numbers: (numbers,)) for text, numbers in CASES.items()],
    run=run,
    alternatives=[row_by_row, as_a_matrix_product],
    misconceptions=[
        keeps_the_last,
        picks_from_the_gradient,
        passes_it_on,
        shares_equally,
        counts_only,
        fills_from_the_top,
    ],
)

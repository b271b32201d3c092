"""Exercise 10.4: rows picked by their numbers, as a node. A row that is picked twice is paid twice."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
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


def with_a_mask_for_each_row(table, numbers):
    def vjp(g):
        return np.stack([g[numbers == row].sum(axis=0) for row in range(len(table))])

    return Tensor(np.array([table.data[number] for number in numbers]), (table,), "pick", (vjp,))


def with_bincount(table, numbers):
    """`np.bincount` adds up weights by number: a call for each column."""

    def vjp(g):
        return np.stack([np.bincount(numbers, column, minlength=len(table)) for column in g.T], axis=1)

    return Tensor(table.data.take(numbers, axis=0), (table,), "pick", (vjp,))


def of_the_library(table, numbers):
    return table[numbers]


def shares_equally(table, numbers):
    """the gradients of a row that was picked twice are averaged. It was used twice, so they are added up."""

    def vjp(g):
        gradient = np.zeros(table.shape)
        np.add.at(gradient, numbers, g)
        counts = np.bincount(numbers, minlength=len(table))
        return gradient / np.maximum(counts, 1)[:, np.newaxis]

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def keeps_the_first(table, numbers):
    """of the gradients for a row that was picked twice, only the first counts. Add all of them up."""

    def vjp(g):
        gradient = np.zeros(table.shape)
        gradient[numbers[::-1]] = g[::-1]
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def adds_up_neighbours(table, numbers):
    """the gradients of a row are added up only where its copies stand side by side, and of several such groups the last
    counts, as with `groupby` on numbers that are not sorted. Add up all copies, wherever they stand.
    """

    def vjp(g):
        gradient, before = np.zeros(table.shape), None
        for number, row in zip(numbers, g):
            gradient[number] = gradient[number] + row if number == before else row
            before = number
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def keeps_its_zeros(table, numbers):
    """a second call of the vjp adds to what the first one has left, as where the array that it adds to is one made
    outside of the vjp, or a `.grad`. Let each call begin with zeros of its own.
    """
    gradient = np.zeros_like(table.data)

    def vjp(g):
        np.add.at(gradient, numbers, g)
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def clears_g(table, numbers):
    """a vjp changes g. Other vjps are given the same array: read from it, and write into zeros of your own."""

    def vjp(g):
        gradient = np.zeros(table.shape)
        np.add.at(gradient, numbers, g)
        g[:] = 0
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def changes_the_graph(table, numbers):
    """data or gradients of the graph are changed, by the function or by a vjp. Both only compute: a vjp returns an
    array, and `backward()` adds it to `.grad`.
    """

    def vjp(g):
        gradient = np.zeros(table.shape)
        np.add.at(gradient, numbers, g)
        table.grad = gradient
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def adds_to_gradients(table, numbers):
    def vjp(g):
        gradient = table.grad.copy()
        np.add.at(gradient, numbers, g)
        return gradient

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


adds_to_gradients.__doc__ = nodes.USES_GRADIENTS


def changes_arguments(table, numbers):
    """`table` or `numbers` is changed in place, as by `numbers.sort()`. Others still need it: compute a new array."""
    numbers.sort()
    return table[numbers]


def changes_numbers_later(table, numbers):
    """the vjp changes `numbers`, as by `numbers.sort()`. Others still need them as they were: compute a new array."""
    node = reference(table, numbers.copy())
    pick_back = node._vjps[0]

    def vjp(g):
        numbers.sort()
        return pick_back(g)

    return Tensor(node.data, (table,), "pick", (vjp,))


def averages_rows_of_none(table, numbers):
    """each row gets the mean of its payments, and one that nobody asked for the mean of none: NaN. Add up: the sum of
    none is 0.
    """

    def vjp(g):
        return np.stack([g[numbers == row].sum(axis=0) / (numbers == row).sum() for row in range(len(table))])

    return Tensor(table.data[numbers], (table,), "pick", (vjp,))


def run(solution, table, numbers, holding=False):
    g = cotangent(len(numbers), table.shape[1])
    return answer_of(solution(table, numbers), (table,), g, "rows", holding, numbers=numbers)


SORTED = "the rows come in the order of the table. Row i is row `numbers[i]`, in the order of `numbers`."
ADD, ZEROS, NODE = "np.add.at(gradient, numbers, g)", "gradient = np.zeros(table.shape)", ', (table,), "pick", (vjp,))'
BEGIN = "    def vjp(g):\n"
LAST = (
    "of the gradients for a row that was picked twice, only the last counts. Each is added to what is there already: "
    "in a loop, with `+=`, or by `np.add.at(gradient, numbers, g)`. `gradient[numbers] += g` will not do, for NumPy "
    "reads all rows first, adds, and then writes."
)
PICKED_FROM_G = (
    "the rows of g are *picked* by `numbers`, counted round where g has too few, before they are put back. Row i of g "
    "belongs to row `numbers[i]`: take the rows of g in their own order."
)
FROM_THE_TOP = (
    "the rows of g are put into the first rows of the gradient, in the order in which they come. Row i of g belongs to "
    "the row that was picked: `numbers[i]`."
)

exercise = Exercise(
    id="10.4",
    title="Pick rows, some of them twice",
    name="pick_rows",
    side_road=True,
    reference=reference,
    demands=[
        Demand(
            "`pick_rows(table, numbers)` returns a Tensor whose row i is row `numbers[i]` of the table",
            lambda table, numbers: reference(table, np.sort(numbers)),
        ),
        Demand(
            "its vjp gives the gradient of `table`, for any g: each row gets what its copies got, all of them together",
            keeps_the_first,
        ),
        Demand("each call of the vjp begins afresh", keeps_its_zeros),
        Demand("`table`, `numbers` and g stay as they are", clears_g),
    ],
    cases=[
        Case(f"{text}, of a table of {n}", lambda n=n, m=m, numbers=numbers: (leaf("table", n, m), np.array(numbers)))
        for text, n, m, numbers in [
            ("row 0", 4, 2, [0]),
            ("rows 2 and 0", 4, 2, [2, 0]),
            ("row 1 twice", 4, 2, [1, 1]),
            ("rows 0, 3, 0 and 0", 4, 2, [0, 3, 0, 0]),
            ("rows 3, 1, 2 and 3", 4, 2, [3, 1, 2, 3]),
            ("rows 5, 4, 4 and 5", 6, 3, [5, 4, 4, 5]),
        ]
    ]
    + [
        Case(
            "rows 2 and 0, of a table of 3 that holds a gradient already when the vjp is called",
            lambda: (leaf("table", 3, 2), np.array([2, 0]), True),
        )
    ],
    run=run,
    keeps_arrays=True,
    alternatives=[row_by_row, as_a_matrix_product, with_a_mask_for_each_row, with_bincount, of_the_library],
    misconceptions=[
        shares_equally,
        keeps_the_first,
        adds_up_neighbours,
        keeps_its_zeros,
        clears_g,
        averages_rows_of_none,
        changes_the_graph,
        adds_to_gradients,
        changes_arguments,
        changes_numbers_later,
    ],
    recognise={
        clears_g: nodes.changed_g,
        changes_the_graph: nodes.changed_graph,
        adds_to_gradients: nodes.uses_gradients,
        changes_arguments: nodes.changed_an_argument,
        changes_numbers_later: lambda case, answer: frozenset({nodes.after_the_vjp("numbers")}),
    },
    slips=[
        Slip(
            "rows are *picked* from g. The backward pass of picking is putting back: add row i of g to row "
            "`numbers[i]` of zeros in the shape of the table.",
            (ADD, "gradient = g[numbers]"),
        ),
        Slip(
            "g comes back as it is. It has a row for each number that was asked for; the gradient has a row for each "
            "row of the table.",
            (ADD, "gradient = g"),
        ),
        Slip(
            "the gradient has the shape of g, and row `numbers[i]` may not be there, as where the zeros are made in "
            "that shape. It has the shape of the table.",
            (ZEROS, "gradient = np.zeros(g.shape)"),
        ),
        Slip(
            "row `numbers[i]` of g is put into row i of the gradient. It is the other way round: row i of g belongs to "
            "row `numbers[i]`.",
            (ADD, "gradient[: len(numbers)] += g[numbers]"),
        ),
        Slip(
            "each row gets the number of times that it was picked. That is the gradient of the *sum*; add up rows of "
            "g.",
            (ADD, "np.add.at(gradient, numbers, 1)"),
        ),
        Slip(
            "each row that was picked gets ones, whatever g is. Add up rows of g.",
            (ADD, "gradient[numbers] = 1"),
        ),
        Slip(PICKED_FROM_G, (ADD, "np.add.at(gradient, numbers, g[numbers % len(g)])")),
        Slip(PICKED_FROM_G, (ADD, "gradient[numbers] = g[numbers % len(g)]")),
        Slip(
            "the last of the gradients for a row that was picked twice is multiplied by how often that was. Its copies "
            "may get different gradients: add up each.",
            (ADD, "gradient[numbers] = g * np.bincount(numbers)[numbers][:, np.newaxis]"),
        ),
        Slip(
            "the first of the gradients for a row that was picked twice is multiplied by how often that was, as where "
            "`index` finds the same place each time. Its copies may get different gradients: add up each.",
            (ADD, "np.add.at(gradient, numbers, g[[list(numbers).index(number) for number in numbers]])"),
        ),
        Slip(
            "of the gradients for a row that was picked twice, the largest is taken. Add all of them up.",
            (ZEROS, "gradient = np.full(table.shape, -np.inf)"),
            (ADD, "np.maximum.at(gradient, numbers, g); gradient[np.isinf(gradient)] = 0"),
        ),
        Slip(
            "the gradient ends with the row of the highest number that was picked. It has the shape of the table.",
            (ZEROS, "gradient = np.zeros((numbers.max() + 1, table.shape[1]))"),
        ),
        Slip(
            "the last of the picked rows gets nothing back, as when a loop ends one too early.",
            (ADD, "np.add.at(gradient, numbers[:-1], g[:-1])"),
        ),
        Slip(
            "the first of the picked rows gets nothing back, as when a loop begins at 1.",
            (ADD, "np.add.at(gradient, numbers[1:], g[1:])"),
        ),
        Slip(FROM_THE_TOP, (ADD, "gradient[: len(g)] += g")),
        Slip(
            "a row that nobody asked for gets ones, as where the gradient begins with them. Such a row gets nothing: "
            "begin with zeros.",
            (ZEROS, "gradient = np.ones(table.shape)"),
        ),
        Slip(
            "the numbers of the table are in the gradient as well, as where it begins with them. A row that nobody "
            "asked for gets nothing: begin with zeros.",
            (ZEROS, "gradient = table.data.copy()"),
        ),
        Slip(
            "the table's own numbers change, and come back as the gradient, as where g is added to them. Make zeros "
            "in the table's shape.",
            (ZEROS, "gradient = table.data"),
        ),
        Slip(LAST, (ADD, "gradient[numbers] = g")),
        Slip(LAST, (ADD, "gradient[numbers] += g")),
        Slip(
            "nothing of g comes back, as where it is added to a copy. Add it to the array that is returned.",
            (ADD, "pass"),
        ),
        Slip("the sign of the gradient is wrong. Picking has a slope of 1.", ("numbers, g)", "numbers, -g)")),
        Slip(
            "the rows of g are taken from the last to the first. Row i belongs to row `numbers[i]`.",
            (ADD, ADD[:-2] + "g[::-1])"),
        ),
        Slip(
            "each row that was picked gets the sum of *all* rows of g. It gets those of its own copies.",
            (ADD, "gradient[numbers] = g.sum(axis=0)"),
        ),
        Slip(
            "columns are picked. `table.data[numbers]` picks rows, `table.data[:, numbers]` columns.",
            ("table.data[numbers]", "table.data[:, numbers]"),
        ),
        Slip(
            "each row is picked once, and in rising order. Row i is row `numbers[i]`, as often as it is asked for.",
            ("table.data[numbers]", "table.data[np.unique(numbers)]"),
            (ADD, "gradient[np.unique(numbers)] = g"),
        ),
        Slip(SORTED, (BEGIN, "    numbers = np.sort(numbers)\n\n" + BEGIN)),
        Slip(SORTED, ("table.data[numbers]", "table.data[np.sort(numbers)]")),
        Slip(
            "single numbers are picked, counted through the table row by row, as by `np.take` without an axis. Row i "
            "is the whole row `numbers[i]`.",
            ("table.data[numbers]", "table.data.take(numbers)"),
        ),
        Slip(
            "on the way back, the rows of g go to the picked rows in rising order, as where the numbers are sorted and "
            "g is not. Row i of g belongs to row `numbers[i]`.",
            (ADD, "np.add.at(gradient, np.sort(numbers), g)"),
        ),
        Slip(
            "the first rows of the table are returned, as many as `numbers` has. Row i is row `numbers[i]`.",
            ("table.data[numbers]", "table.data[: len(numbers)]"),
        ),
        Slip(nodes.A_LEAF, (NODE, ")")),
        Slip(nodes.BARE_ARRAY, (f"Tensor(table.data[numbers]{NODE}", "table.data[numbers]")),
        Slip(
            "the gradient is divided by the number of rows that were picked. Nothing is averaged: each row gets all of "
            "its own.",
            ("return gradient\n", "return gradient / len(numbers)\n"),
        ),
        Slip(
            "g is multiplied by the numbers of the table. To pick is not to multiply: what comes back is g.",
            (ADD, "np.add.at(gradient, numbers, g * table.data[numbers])"),
        ),
        Slip(
            "the row before the right one is picked (for row 0, the last), as where rows are counted from 1. Row 0 is "
            "the first.",
            (BEGIN, "    numbers = numbers - 1\n\n" + BEGIN),
        ),
        Slip("the whole table is returned. Row i is row `numbers[i]`.", ("table.data[numbers]", "table.data.copy()")),
        Slip(
            "only one row is picked, the first of those asked for.", ("table.data[numbers]", "table.data[numbers[0]]")
        ),
        Slip(nodes.SEVERAL_THINGS, (NODE, "), vjp")),
        Slip(nodes.OTHER_INPUTS, ("(table,)", "(Tensor(table.data),)")),
        Slip(nodes.HOLDS_A_TENSOR, (f"table.data[numbers]{NODE}", f"table[numbers]{NODE}")),
        Slip(nodes.GIVES_A_TENSOR, ("return gradient\n", "return Tensor(gradient)\n")),
        Slip(nodes.GIVES_NONE, ("return gradient\n", "return None\n")),
    ],
)

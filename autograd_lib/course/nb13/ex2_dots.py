"""Exercise 13.2: all weighted sums of a group at once: gather their inputs, and compute."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb13 import wrong_sums


def reference(data, inputs):
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)


def node_by_node(data, inputs):
    sums = []
    for column in inputs.T:
        bias, *rest = data[column]
        k = len(rest) // 2
        total = bias
        for w, x in zip(rest[:k], rest[k:]):
            total += w * x
        sums.append(total)
    return sums


def split_in_two(data, inputs):
    weights, numbers = np.split(data[inputs[1:]], 2)
    return data[inputs[0]] + np.einsum("kn,kn->n", weights, numbers)


def row_by_row(data, inputs):
    k = (len(inputs) - 1) // 2
    total = data.take(inputs[0])
    for w, x in zip(inputs[1 : k + 1], inputs[k + 1 :]):
        total = total + data[w] * data[x]
    return total


def of_the_diagonal(data, inputs):
    """Right, at n times the work: all weights with all inputs, of which the diagonal is wanted."""
    x = data[inputs]
    k = len(x) // 2
    return x[0] + np.diag(x[1 : k + 1].T @ x[k + 1 :])


def adds_up_everything(data, inputs):
    """all products of all nodes are added up into one number. `inputs` has a column for each node: add up each by
    itself, as `sum(axis=0)` does it.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum()


def computes_the_first_node_only(data, inputs):
    """only the number of the first node comes out. There is a column for each node, and a number for each is wanted."""
    return reference(data, inputs[:, :1])


def sums_run_on(data, inputs):
    """the sums run on from node to node, as where a total is not set back. Each node begins with its own bias."""
    return np.cumsum(reference(data, inputs))


def goes_through_tanh(data, inputs):
    """the sums have gone through tanh. That is a node of its own, in a group of the next level."""
    return np.tanh(reference(data, inputs))


def adds_into_data(data, inputs):
    """Breaks the demand on `data`."""
    sums = reference(data, inputs)
    data[: len(sums)] = sums
    return sums


def one_input_alone(data, inputs):
    """only the first weight and its input count. There are k of them: add up all products."""
    x = data[inputs]
    k = len(x) // 2
    return x[0] + x[1] * x[k + 1]


def without_equal_columns(inputs):
    """The columns of a table, each of them once."""
    return np.array(list(dict.fromkeys(map(tuple, inputs.T)))).T


def of_the_call_before(data):
    """As in a training, the places stay and the numbers change."""
    return 1.2 * data + 0.1


def run(solution, data, inputs):
    solution(of_the_call_before(data), np.array(inputs))
    return np.asarray(solution(np.array(data), np.array(inputs)))


K_FROM_COLUMNS = (
    "k is computed from how many columns `inputs` has. These are the nodes: k is half of the rows behind the bias."
)
INTEGERS = "return (x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)).astype(int)"
POSITIVE = "return np.maximum(x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0), 0.0)"
DATA = [0.5, -2.0, 3.0, 1.5, -0.7, 4.0, 0.9, -1.1, 2.5, 0.3, 0.0]
CASES = {
    "one node with one weight": [[0], [1], [2]],
    "two nodes with one weight each": [[3, 7], [1, 4], [2, 5]],
    "one node with two weights": [[0], [1], [2], [3], [4]],
    "one node, in which one weight meets one number twice": [[0], [1], [1], [2], [2]],
    "three nodes with two weights each, some of them shared": [[0, 0, 9], [1, 1, 4], [2, 2, 3], [5, 7, 5], [6, 8, 6]],
    "three nodes with two weights each, two of them alike, with a weight of 0": [
        [7, 3, 7],
        [10, 1, 10],
        [4, 9, 4],
        [2, 10, 2],
        [5, 8, 5],
    ],
    "two nodes with three weights each": [[9, 1], [4, 0], [8, 2], [6, 3], [5, 7], [0, 5], [2, 6]],
    "four nodes with three weights each": [
        [1, 2, 3, 4],
        [0, 9, 5, 6],
        [7, 7, 8, 2],
        [3, 4, 1, 0],
        [6, 5, 9, 7],
        [2, 8, 0, 1],
        [5, 3, 4, 9],
    ],
}

exercise = Exercise(
    id="13.2",
    title="Many weighted sums at once",
    name="dots",
    reference=reference,
    cases=[Case(text, lambda inputs=inputs: (np.array(DATA), np.array(inputs))) for text, inputs in CASES.items()],
    run=run,
    keeps_arrays=True,
    demands=[
        Demand(
            "`dots(data, inputs)` returns a number for each column of `inputs`",
            adds_up_everything,
        ),
        Demand(
            "the number is the bias plus the sum of each weight times its input, for any k from 1 on", one_input_alone
        ),
        Demand("`data` and `inputs` stay as they are", adds_into_data),
    ],
    alternatives=[node_by_node, split_in_two, row_by_row, of_the_diagonal],
    misconceptions=[
        *wrong_sums.MISCONCEPTIONS,
        adds_up_everything,
        computes_the_first_node_only,
        goes_through_tanh,
        one_input_alone,
        sums_run_on,
    ],
    slips=[
        Slip(
            "what comes back belongs to the call before, which had the same `inputs` and other numbers in `data`, as "
            "where rows are kept by their places. In a training the numbers change: each call goes by its own `data`.",
            ("data[inputs]", "of_the_call_before(data)[inputs]"),
        ),
        Slip(
            "one number is returned, that of the last node. There is one for each column of `inputs`.",
            ("return ", "return ("),
            ("axis=0)", "axis=0))[-1]"),
        ),
        Slip(
            "one number is returned, the sum for all nodes. There is one for each column of `inputs`.",
            ("return ", "return sum("),
            ("axis=0)", "axis=0))"),
        ),
        Slip(
            "nodes with equal columns get one number together, as where the sums are kept by column in a dictionary. "
            "There is a number for each column, equal or not.",
            ("data[inputs]", "data[without_equal_columns(inputs)]"),
        ),
        Slip("the bias is left out.", ("x[0] + (x", "0 * x[0] + (x")),
        Slip(wrong_sums.K_DOES_NOT_FIT, ("len(x) // 2", "2")),
        Slip(wrong_sums.K_DOES_NOT_FIT, ("len(x) // 2", "len(x) - 1")),
        Slip(wrong_sums.K_DOES_NOT_FIT, ("len(x) // 2", "(len(x) + 1) // 2")),
        Slip(K_FROM_COLUMNS, ("len(x) // 2", "x.shape[1]")),
        Slip(K_FROM_COLUMNS, ("len(x) // 2", "x.shape[1] // 2")),
        Slip(K_FROM_COLUMNS, ("len(x) // 2", "x.shape[1]"), of=of_the_diagonal),
        Slip(K_FROM_COLUMNS, ("len(x) // 2", "x.shape[1] // 2"), of=of_the_diagonal),
        Slip(K_FROM_COLUMNS, ("len(rest) // 2", "inputs.shape[1]"), of=node_by_node),
        Slip(K_FROM_COLUMNS, ("len(rest) // 2", "inputs.shape[1] // 2"), of=node_by_node),
        Slip(
            "the bias of the first node is added to all. Each node has its own, all of them in row 0.",
            ("x[0] + (x", "x[0, 0] + (x"),
        ),
        Slip(
            "all nodes get the weights of the first one. Each has a column of its own.",
            ("x[1 : k + 1]", "x[1 : k + 1, :1]"),
        ),
        Slip(
            "all nodes get the inputs of the first one. Each has a column of its own.",
            ("x[k + 1 :]", "x[k + 1 :, :1]"),
        ),
        Slip("the weights have no effect. Each multiplies its own input.", ("x[1 : k + 1] * x[k + 1 :]", "x[k + 1 :]")),
        Slip(
            "the inputs have no effect. Each is multiplied by its weight.",
            ("x[1 : k + 1] * x[k + 1 :]", "x[1 : k + 1]"),
        ),
        Slip(
            "a slice is given a float, as `/` makes one. It takes whole numbers: divide with `//`.",
            ("len(x) // 2", "len(x) / 2"),
        ),
        Slip(
            "the result has two axes, with a single row, as `keepdims=True` keeps it. One axis is asked for, with a "
            "number for each node.",
            ("axis=0)", "axis=0, keepdims=True)"),
        ),
        Slip(
            "what stands behind the point is cut off, as in an array of integers. The sums are floats.",
            ("return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)", INTEGERS),
        ),
        Slip(
            "sums below 0 have become 0. Nothing is asked for but the sums themselves.",
            ("return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)", POSITIVE),
        ),
        Slip(
            "the sum runs along each row, over the nodes. A column is a node: `sum(axis=0)` adds up along the columns.",
            ("axis=0", "axis=1"),
        ),
        Slip(
            "the products are not added up: a row for each input is left. Add up each column, as by `sum(axis=0)`.",
            (".sum(axis=0)", ""),
        ),
        Slip("the products are averaged. A weighted sum adds them up.", ("sum(axis=0)", "mean(axis=0)")),
        Slip("the largest product alone counts. Add all of them up.", ("sum(axis=0)", "max(axis=0)")),
        Slip("the products are multiplied with one another. Add them up.", ("sum(axis=0)", "prod(axis=0)")),
        Slip(
            "weights and inputs are added. Each weight is multiplied by its input.",
            ("] * x[k", "] + x[k"),
        ),
        Slip("the sum is subtracted from the bias. It is added.", ("x[0] + (x", "x[0] - (x")),
        Slip("the bias is subtracted from the sum. It is added.", ("x[0] + (x", "-x[0] + (x")),
        Slip("the bias is multiplied by the sum. It is added.", ("x[0] + (x", "x[0] * (x")),
        Slip(
            "the first weight and the first input are left out. Row 0 is the bias, and the weights begin in row 1.",
            ("x[1 : k + 1] * x[k + 1 :]", "x[2 : k + 1] * x[k + 2 :]"),
        ),
        Slip(
            "the last weight and the last input are left out. The weights are the rows 1 to k: `x[1 : k + 1]`.",
            ("x[1 : k + 1] * x[k + 1 :]", "x[1:k] * x[k + 1 : -1]"),
        ),
        Slip(
            "the slices are of different lengths: k weights begin in row 1, so they end before row k + 1, where the "
            "inputs begin.",
            ("x[1 : k + 1]", "x[1:k]"),
        ),
        Slip(
            "the inputs are said to begin in row k, where the last weight is. They begin in row k + 1.",
            ("x[k + 1 :]", "x[k:-1]"),
        ),
        Slip(
            "the last weight is left out, and the inputs begin in its row. The weights are the rows from 1 to k, the "
            "inputs those from k + 1 to 2k.",
            ("x[1 : k + 1] * x[k + 1 :]", "x[1:k] * x[k : 2 * k - 1]"),
        ),
        Slip(
            "the inputs are taken in reverse order. Weight i belongs to input i.",
            ("x[k + 1 :]", "x[:k:-1]"),
        ),
        Slip(
            "rows and columns of `inputs` are swapped. A column belongs to a node.",
            ("data[inputs]", "data[inputs.T]"),
        ),
    ],
)

"""Exercise 13.3: the payments of a group, added to the gradients of its inputs."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(grad, targets, payments):
    grad += np.bincount(targets.ravel(), payments.ravel(), len(grad))


def one_after_the_other(grad, targets, payments):
    for target, payment in zip(targets.ravel(), payments.ravel()):
        grad[target] += payment


def by_add_at(grad, targets, payments):
    np.add.at(grad, targets, payments)


def row_by_row_with_counts(grad, targets, payments):
    for target, payment in zip(np.atleast_2d(targets), np.atleast_2d(payments)):
        grad[:] = grad + np.bincount(target, weights=payment, minlength=len(grad))


def sorted_runs(grad, targets, payments):
    order = np.argsort(targets, axis=None, kind="stable")
    places, starts = np.unique(targets.ravel()[order], return_index=True)
    grad[places] += np.add.reduceat(payments.ravel()[order], starts)


def by_a_table(grad, targets, payments):
    """Right, with a table of a row for each payment and a column for each gradient."""
    grad += payments.ravel() @ (targets.ravel()[:, np.newaxis] == np.arange(len(grad)))


def adds_by_an_index(grad, targets, payments):
    """of several payments to one place, only the last is kept, as by `grad[targets] += payments`, which reads the
    gradients, adds, and writes them back. `np.bincount` adds them up, and so does `np.add.at`.
    """
    grad[targets] += payments


def writes_by_an_index(grad, targets, payments):
    """each payment replaces what was there. It is added."""
    grad[targets] = payments


def makes_a_new_array(grad, targets, payments):
    """`grad` stays as it was, and nothing comes back, as where `grad = grad + …` makes a new array, or the result goes
    into a copy, such as `grad[targets]`. Write into the array that came, as `grad += …` does.
    """
    grad = grad + np.bincount(targets.ravel(), payments.ravel(), len(grad))


def returns_a_new_array(grad, targets, payments):
    """something is returned, and `grad` stays as it was. Add each payment to its place in `grad` itself, whatever the
    place holds, and return nothing.
    """
    return grad + np.bincount(targets.ravel(), payments.ravel(), len(grad))


def begins_afresh(grad, targets, payments):
    """the gradients begin at 0, and what was in `grad` is gone. Groups above have paid in before: add to it."""
    grad[:] = np.bincount(targets.ravel(), payments.ravel(), len(grad))


def sets_the_totals(grad, targets, payments):
    """each place that is paid gets the sum of its payments *instead of* what was there. Groups above have paid in
    before: add to it.
    """
    total = np.bincount(targets.ravel(), payments.ravel(), len(grad))
    places = np.unique(targets)
    grad[places] = total[places]


def begins_afresh_as_far_as_it_counts(grad, targets, payments):
    """what was in `grad` is replaced, from place 0 to the highest target: that is how far `np.bincount` goes by itself.
    Groups above have paid in before: add to it.
    """
    total = np.bincount(targets.ravel(), payments.ravel())
    grad[: len(total)] = total


def multiplies_one_payment(grad, targets, payments):
    """one payment to a place is multiplied by how many it gets. They may be different: add them up."""
    count = np.bincount(targets.ravel(), minlength=len(grad))
    grad[targets] += count[targets] * payments


def multiplies_the_first_payment(grad, targets, payments):
    places, first, count = np.unique(targets, return_index=True, return_counts=True)
    grad[places] += count * payments.ravel()[first]


multiplies_the_first_payment.__doc__ = multiplies_one_payment.__doc__


def pays_everybody_named_all(grad, targets, payments):
    """each place that is paid gets the sum of *all* payments. It gets its own."""
    grad[np.unique(targets)] += payments.sum()


def pays_the_first_column(grad, targets, payments):
    """only the first column is paid, that of the first node. There is a column for each."""
    targets, payments = np.atleast_2d(targets)[:, 0], np.atleast_2d(payments)[:, 0]
    grad += np.bincount(targets, payments, len(grad))


def pays_the_last_column(grad, targets, payments):
    """only the last column is paid, that of the last node. There is a column for each."""
    targets, payments = np.atleast_2d(targets)[:, -1], np.atleast_2d(payments)[:, -1]
    grad += np.bincount(targets, payments, len(grad))


def keeps_the_largest(grad, targets, payments):
    """of several payments to one place, only the largest is kept. Add up all of them."""
    for place in np.unique(targets):
        grad[place] += payments[targets == place].max()


def divides_by_the_nodes(grad, targets, payments):
    """the payments are divided by the number of nodes, that of the columns. A mean is made in the loss, if anywhere:
    here they add up.
    """
    nodes = np.atleast_2d(targets).shape[1]
    grad += np.bincount(targets.ravel(), payments.ravel(), len(grad)) / nodes


def sets_others_to_zero(grad, targets, payments):
    """places that nobody pays lose what was there. They keep it: only those in `targets` change."""
    total = np.bincount(targets.ravel(), payments.ravel(), len(grad))
    grad[:] = np.where(np.isin(np.arange(len(grad)), targets), grad + total, 0.0)


def pays_all_to_the_first_row(grad, targets, payments):
    """the payments of a column are added up and paid to the target in its first row. Each goes to its own target."""
    targets, payments = np.atleast_2d(targets), np.atleast_2d(payments)
    np.add.at(grad, targets[0], payments.sum(axis=0))


def pays_upwards(grad, targets, payments):
    """the payments go to the targets in ascending order, the first to the lowest, as where the targets are sorted and
    the payments are not. Each goes to its own target: sort both by one `np.argsort`, or neither.
    """
    grad += np.bincount(np.sort(targets, axis=None), payments.ravel(), len(grad))


def takes_targets_for_places_of_payments(grad, targets, payments):
    """`targets` are looked up in an array as long as the payments, as where the payments are read at these places. They
    are places in `grad` only: payment i goes to target i.
    """
    for target in targets.ravel():
        grad[target] += payments.ravel()[target]


def counts_the_payments(grad, targets, payments):
    """each payment counts as 1, as where `np.bincount` is given no weights. The payments are its weights."""
    grad += np.bincount(targets.ravel(), minlength=len(grad))


def pays_the_first_row(grad, targets, payments):
    """only the first row of the payments is paid. There is a row for each input of the nodes."""
    targets, payments = np.atleast_2d(targets)[0], np.atleast_2d(payments)[0]
    grad += np.bincount(targets, payments, len(grad))


def pays_the_last_row(grad, targets, payments):
    """only the last row of the payments is paid. There is a row for each input of the nodes."""
    targets, payments = np.atleast_2d(targets)[-1], np.atleast_2d(payments)[-1]
    grad += np.bincount(targets, payments, len(grad))


def pays_row_by_row_by_an_index(grad, targets, payments):
    """of several payments to one place within a row, only the last is kept, as `grad[row] += …` does it for each row.
    Two nodes of a group may share an input, so a place may come twice there: use `np.bincount` or `np.add.at`.
    """
    for target, payment in zip(np.atleast_2d(targets), np.atleast_2d(payments)):
        grad[target] += payment


def pays_what_it_loops_over(grad, targets, payments):
    for target, payment in zip(targets, payments):
        grad[target] += payment


pays_what_it_loops_over.__doc__ = pays_row_by_row_by_an_index.__doc__


def pays_column_by_column_by_an_index(grad, targets, payments):
    """of several payments to one place within a column, only the last is kept, as `grad[column] += …` does it for each
    column. A node may use an input twice, as a * a does: use `np.bincount` or `np.add.at`.
    """
    columns, amounts = np.atleast_2d(targets).T, np.atleast_2d(payments).T
    for target, payment in zip(columns, amounts):
        grad[target] += payment


def keeps_the_first(grad, targets, payments):
    """of several payments to one place, only the first is kept. Add up all of them."""
    places, first = np.unique(targets, return_index=True)
    grad[places] += payments.ravel()[first]


def averages(grad, targets, payments):
    """the payments to one place are averaged. They add up."""
    count = np.bincount(targets.ravel(), minlength=len(grad))
    grad += np.bincount(targets.ravel(), payments.ravel(), len(grad)) / np.maximum(count, 1)


def pays_everybody(grad, targets, payments):
    """the sum of all payments is paid to everybody. Each goes to its own target."""
    grad += payments.sum()


def pays_in_order(grad, targets, payments):
    """the payments are paid to the first places, in their order. `targets` says where each of them goes."""
    flat = payments.ravel()[: len(grad)]
    grad[: len(flat)] += flat


def counts_equal_payments_once(grad, targets, payments):
    """of equal payments to one place, only one is added, as where they are put into a set. Two nodes may well pay the
    same: each payment counts.
    """
    for place, payment in set(zip(targets.ravel().tolist(), payments.ravel().tolist())):
        grad[place] += payment


def counts_in_bins_of_its_own(grad, targets, payments):
    """the payments go into as many bins as there are gradients, but the bins begin at the lowest target and end at the
    highest, as `np.histogram` makes them. Place 0 is the first, whether it is paid or not: use `np.bincount`.
    """
    sums, _ = np.histogram(targets, bins=len(grad), weights=payments)
    grad += sums


def clears_the_payments(grad, targets, payments):
    """Breaks the last demand."""
    grad += np.bincount(targets.ravel(), payments.ravel(), len(grad))
    payments[...] = 0.0


def run(solution, grad, targets, payments):
    """The gradients afterwards, place by place, and whether something came back."""
    returned = solution(grad, targets, payments)
    entries = {f"grad[{place}]": number for place, number in enumerate(grad.tolist())}
    return entries | {"what it returns": "nothing" if returned is None else "something"}


CUT_OFF = "what stands behind the point is cut off, as in an array of integers. Payments and their sums are floats."

GRAD = [0.3, -1.2, 0.8, 2.1, -0.4, 1.7]
LONGER = [*GRAD, 0.6, -0.9]
CASES = {
    "one payment": ([2], [0.5]),
    "three payments to three places": ([0, 4, 2], [0.5, -1.5, 2.0]),
    "two payments to one place": ([3, 3], [0.5, 0.25]),
    "three payments to one place": ([0, 0, 0], [1.0, 2.5, -0.25]),
    "two nodes with two inputs each": ([[0, 1], [2, 3]], [[0.5, -1.0], [1.5, 0.75]]),
    "two nodes that share an input": ([[4, 4], [2, 3]], [[0.5, -1.0], [1.5, 0.75]]),
    "two nodes, one of which uses an input twice": ([[1, 5], [1, 2]], [[0.7, 0.2], [-1.3, 0.9]]),
    "two equal payments to one place": ([2, 2], [0.5, 0.5]),
    "two payments, a small one and a large one": ([1, 3], [0.01, 2000.0]),
    "two payments, to two of eight places": ([4, 1], [0.5, -1.5], LONGER),
    "three nodes with three inputs, several of them shared": (
        [[0, 0, 0], [1, 2, 1], [5, 2, 0]],
        [[0.5, 1.25, -2.0], [0.3, 0.9, 1.1], [0.7, -0.6, 0.4]],
    ),
}


def arguments(targets, payments, grad=GRAD):
    return np.array(grad), np.array(targets), np.array(payments)


exercise = Exercise(
    id="13.3",
    title="Pay the inputs",
    name="pay",
    reference=reference,
    cases=[Case(text, lambda given=given: arguments(*given)) for text, given in CASES.items()],
    run=run,
    may_change=["grad"],
    demands=[
        Demand(
            "after `pay(grad, targets, payments)`, each payment has been added to its place in `grad`", pays_in_order
        ),
        Demand("several payments to one place add up, to what was there before", adds_by_an_index),
        Demand("it writes into `grad` itself, and returns nothing", returns_a_new_array),
        Demand("`targets` and `payments`, two arrays of one shape, stay as they are", clears_the_payments),
    ],
    alternatives=[one_after_the_other, by_add_at, row_by_row_with_counts, sorted_runs, by_a_table],
    misconceptions=[
        adds_by_an_index,
        writes_by_an_index,
        makes_a_new_array,
        returns_a_new_array,
        begins_afresh,
        sets_the_totals,
        begins_afresh_as_far_as_it_counts,
        multiplies_one_payment,
        multiplies_the_first_payment,
        pays_everybody_named_all,
        pays_the_first_column,
        pays_the_last_column,
        keeps_the_largest,
        divides_by_the_nodes,
        sets_others_to_zero,
        pays_all_to_the_first_row,
        pays_upwards,
        takes_targets_for_places_of_payments,
        counts_the_payments,
        pays_the_first_row,
        pays_the_last_row,
        pays_row_by_row_by_an_index,
        pays_what_it_loops_over,
        pays_column_by_column_by_an_index,
        keeps_the_first,
        averages,
        counts_equal_payments_once,
        counts_in_bins_of_its_own,
        pays_everybody,
        pays_in_order,
    ],
    slips=[
        Slip("the payments are subtracted. They are added: a step downhill takes its minus later.", ("+=", "-=")),
        Slip("the gradients are multiplied by the payments. They are added.", ("+=", "*=")),
        Slip(
            "the payments are divided by how many there are. They are added as they are.",
            ("payments.ravel()", "payments.ravel() / payments.size"),
        ),
        Slip(
            "the payments are divided by their sum, so that 1 is paid in all. They are added as they are.",
            ("payments.ravel()", "payments.ravel() / payments.sum()"),
        ),
        Slip(CUT_OFF, ("len(grad))", "len(grad)).astype(int)")),
        Slip(CUT_OFF, ("+= payment", "+= int(payment)"), of=one_after_the_other),
        Slip(
            "the payments are added up in runs without being sorted by their places, as where `np.add.reduceat` goes "
            "from the first payment of one place to that of the next. Others lie between them: sort first, or use "
            "`np.bincount`.",
            ('np.argsort(targets, axis=None, kind="stable")', "np.arange(targets.size)"),
            of=sorted_runs,
        ),
        Slip("each payment is paid twice.", ("payments.ravel()", "2 * payments.ravel()")),
        Slip(
            "each payment goes to the place before its own. Places are counted from 0, in `targets`, too.",
            ("grad[target]", "grad[target - 1]"),
            of=one_after_the_other,
        ),
        Slip(
            "the payments are squared. They are added as they are.",
            ("payments.ravel()", "payments.ravel() ** 2"),
        ),
        Slip(
            "the larger one is kept, of a payment and of what was there. They are added.",
            ("np.add.at", "np.maximum.at"),
            of=by_add_at,
        ),
        Slip(
            "each payment is multiplied by the gradient that is there. A payment is complete: it is only added.",
            ("+= payment", "+= grad[target] * payment"),
            of=one_after_the_other,
        ),
        Slip(
            "the payments lose their signs, as by `abs`. A payment below 0 stays below 0.",
            ("payments.ravel()", "abs(payments.ravel())"),
        ),
        Slip(
            "the gradients are multiplied by the payments to them. They are added.",
            ("np.add.at", "np.multiply.at"),
            of=by_add_at,
        ),
        Slip(
            "what is to be added is shorter than `grad`, as where `np.bincount` ends at the highest target. It can be "
            "told how long the result has to be: `minlength=len(grad)`.",
            (", len(grad))", ")"),
        ),
        Slip(
            "`np.bincount` is given a table. It takes flat arrays: `targets.ravel()` and `payments.ravel()`.",
            ("targets.ravel(), payments.ravel()", "targets, payments"),
        ),
        Slip(
            "targets and payments are gone through in different orders, row by row and column by column. Take both in "
            "the same order.",
            ("targets.ravel()", "targets.T.ravel()"),
        ),
        Slip(
            "floats stand where whole numbers belong, as where the payments come first in `np.bincount`: first "
            "where, then how much.",
            ("targets.ravel(), payments.ravel()", "payments.ravel(), targets.ravel()"),
        ),
        Slip(
            "`pay` returns something. What it computes stands in `grad`, and nothing is left to return.",
            ("len(grad))", "len(grad))\n    return grad"),
        ),
        Slip(
            "the last payment is left out.",
            ("targets.ravel(), payments.ravel()", "targets.ravel()[:-1], payments.ravel()[:-1]"),
        ),
        Slip(
            "the first payment is left out.",
            ("targets.ravel(), payments.ravel()", "targets.ravel()[1:], payments.ravel()[1:]"),
        ),
    ],
)

"""Exercise 11.6: what a confusion matrix says, in five numbers."""

from functools import partial

import numpy as np

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, table, wrong_entry

# Rows: is a 1, 4, 8, 9. Columns: read as these.
MATRIX = np.array([[55, 1, 4, 0], [2, 35, 0, 3], [12, 0, 44, 4], [0, 4, 2, 34]])

RIGHT, EIGHTS, ONES = "right answers", "of the 8s, read as 8", "of those read as 1, truly a 1"
MIXED, LAZY = "mistakes between 1 and 8, both ways", "right answers of a reader that always says 1"


def reference():
    total, columns, rows = MATRIX.sum(), MATRIX.sum(axis=0), MATRIX.sum(axis=1)
    return {
        RIGHT: float(np.trace(MATRIX) / total),
        EIGHTS: float(MATRIX[2, 2] / rows[2]),
        ONES: float(MATRIX[0, 0] / columns[0]),
        MIXED: int(MATRIX[0, 2] + MATRIX[2, 0]),
        LAZY: float(rows[0] / total),
    }


IN_PERCENT = "the shares are given in percent. Here a share is a number from 0 to 1."


def counts_in_percent():
    right = reference()
    return {name: right[name] if name == MIXED else 100 * right[name] for name in right}


counts_in_percent.__doc__ = IN_PERCENT
entry = partial(wrong_entry, reference)


def usual(name):
    """Two mistakes that are made with any share."""
    share = reference()[name]
    return [
        entry(name, 100 * share, IN_PERCENT.replace("the shares are", "a share is")),
        entry(name, share / (1 - share), "what fits is divided by what does not. A share is of both together."),
        entry(
            name,
            1 - (1 - share) / share,
            "what does not fit is divided by what does, and taken from 1. A share is of both together.",
        ),
    ]


# In the order of the table: of two mistakes, that in the entry which is shown first is named first.
MISTAKES = [
    counts_in_percent,
    *usual(RIGHT),
    entry(
        RIGHT,
        float(np.mean(MATRIX.diagonal() / MATRIX.sum(axis=1))),
        "the number is a little too large, as where the shares of the four rows, or of the four columns, are averaged. "
        "There are more 1s than 4s: divide all that is right by all there is.",
    ),
    entry(RIGHT, 32 / 200, "the mistakes are counted instead of what is right: the answer is 1 minus their share."),
    entry(RIGHT, 168, "what is right is counted, but not divided. The share is of 200."),
    entry(RIGHT, 55 / 200, "only the first number of the diagonal is counted. All four of it are right answers."),
    *usual(EIGHTS),
    entry(
        EIGHTS,
        44 / 50,
        "0.88 is 44 of all 50 that were *read* as 8. The question is about all that *is* an 8: a row.",
    ),
    entry(
        EIGHTS, 44 / 200, "the 44 are divided by all 200 images. Most of those are not 8s; divide by the 60 that are."
    ),
    entry(EIGHTS, 16 / 60, "the 8s that were *not* read as 8 are counted, 16 of 60. Count the others."),
    entry(EIGHTS, 44 / 168, "the 44 are divided by all right answers. Divide by all that *is* an 8: a row."),
    entry(EIGHTS, 44, "the 8s are counted, but not divided. The share is of all that *is* an 8."),
    entry(EIGHTS, 35 / 40, "0.875 is the share of the 4s, 35 of 40. The 8s stand in the third row."),
    *usual(ONES),
    entry(
        ONES,
        55 / 60,
        "the 55 are divided by all that *is* a 1. The question is about all that was *read* as 1: a column.",
    ),
    entry(ONES, 55 / 200, "the 55 are divided by all 200 images. Divide by the 69 that were read as 1."),
    entry(ONES, 14 / 69, "those read as 1 that are *none* are counted, 14 of 69. Count the others."),
    entry(ONES, 55 / 168, "the 55 are divided by all right answers. Divide by all that was *read* as 1: a column."),
    entry(ONES, 35 / 40, "the 4s are looked at, 35 of 40. Those read as 1 stand in the first column."),
    entry(
        ONES, 55 / 67, "the 55 are divided by 67, the 1s and 8s that were read as 1. Two 4s were read as 1 as well: 69."
    ),
    entry(ONES, 55, "the 1s are counted, but not divided. The share is of all that was *read* as 1."),
    entry(
        MIXED,
        12,
        "12 is how many 8s were read as 1. Count both: the 1s that were read as 8 are in another row.",
    ),
    entry(
        MIXED,
        4,
        "4 is how many 1s were read as 8. Count both: the 8s that were read as 1 are in another row.",
    ),
    entry(MIXED, 8, "8 is the difference of the two, and their mean. Both kinds are mistakes, and they add up."),
    *[
        entry(MIXED, count, f"{count} is how many mistakes there are between {pair}. Asked are those between 1 and 8.")
        for count, pair in [(3, "1 and 4"), (6, "8 and 9"), (7, "4 and 9")]
    ],
    entry(
        MIXED, 0, "0 is given, as where 4 and 8 are looked at. The 1s stand in the first row, and the 8s in the third."
    ),
    entry(
        MIXED,
        21,
        "21 is how many 1s and 8s were read wrongly, whatever they were read as. Asked are 1s that were read as 8, and "
        "8s that were read as 1.",
    ),
    entry(MIXED, 32, "32 is how many mistakes there are in all. Asked are those between 1 and 8."),
    entry(MIXED, 16 / 200, "the mistakes are divided by 200. A count is asked for."),
    *usual(LAZY),
    entry(
        LAZY,
        0.25,
        "a quarter is given, as where the four digits are taken to be equally frequent. Of the 200 labels 60 are 1s.",
    ),
    entry(
        LAZY, 69 / 200, "all that *this* reader has read as 1 is counted. The lazy one is right where a 1 *is*: a row."
    ),
    entry(LAZY, 55 / 200, "only the 1s that are read as 1 in the table are counted. The lazy one gets *all* 1s right."),
    entry(
        LAZY,
        0.2,
        "0.2 is given, as where the 4s or the 9s are counted, 40 of 200. The lazy one says 1: count the row of the 1s.",
    ),
    entry(LAZY, 60, "the 1s are counted, but not divided. The share is of 200."),
    entry(
        LAZY,
        1.0,
        "1 is given, as where only the 1s are looked at, all of which it gets right. It says 1 to the other 140 as "
        "well.",
    ),
    entry(LAZY, 0.7, "what the lazy reader gets wrong is counted. The answer is 1 minus that."),
    entry(
        LAZY,
        55 / 60,
        "the 1s that this reader gets right are divided by all 1s. The lazy one is right 60 times of 200.",
    ),
]


def swaps_row_and_column():
    """rows and columns are swapped in both: of the 8s is a row, all that *is* an 8; of those *read* as 1 is a
    column.
    """
    return reference() | {EIGHTS: 44 / 50, ONES: 55 / 60}


def swaps_row_and_column_throughout():
    """rows and columns are swapped throughout. All that *is* a digit stands in one row, for the lazy reader, too; all
    that was *read* as that digit stands in one column.
    """
    return reference() | {EIGHTS: 44 / 50, ONES: 55 / 60, LAZY: 69 / 200}


exercise = table(
    id="11.6",
    title="What the matrix says",
    reference=reference,
    demands=[
        Demand("shares from 0 to 1, with two decimals or more", counts_in_percent),
        Demand("one count: the mistakes between 1 and 8", but(reference, MIXED, 12)),
    ],
    mistakes=[*MISTAKES, swaps_row_and_column, swaps_row_and_column_throughout],
    tolerance=3.5e-3,  # two decimals will do, but not the mean of the rows, 0.844 instead of 0.84
)

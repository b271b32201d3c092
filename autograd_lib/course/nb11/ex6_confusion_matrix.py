"""Exercise 11.6: what a confusion matrix says, in five numbers."""

import numpy as np

from autograd_lib.course.tables import table

TOLERANCE = 3.5e-3  # two decimals will do, but not the mean of the rows, 0.844 instead of 0.84

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


def counts_in_percent():
    """the shares are given in percent. Here a share is a number from 0 to 1."""
    right = reference()
    return {name: right[name] if name == MIXED else 100 * right[name] for name in right}


def averages_the_rows():
    """the shares of the four rows are averaged. There are more 1s than 4s: divide all that is right by all there is."""
    return reference() | {RIGHT: float(np.mean(MATRIX.diagonal() / MATRIX.sum(axis=1)))}


def counts_the_mistakes():
    """the mistakes are counted instead of what is right: the answer is 1 minus their share."""
    return reference() | {RIGHT: 32 / 200}


def divides_the_eights_by_their_column():
    """the 44 are divided by all that was *read* as 8. The question is about all that *is* an 8: a row."""
    return reference() | {EIGHTS: 44 / 50}


def divides_the_eights_by_all():
    """the 44 are divided by all 200 images. Most of those are not 8s; divide by the 60 that are."""
    return reference() | {EIGHTS: 44 / 200}


def divides_the_ones_by_their_row():
    """the 55 are divided by all that *is* a 1. The question is about all that was *read* as 1: a column."""
    return reference() | {ONES: 55 / 60}


def divides_the_ones_by_all():
    """the 55 are divided by all 200 images. Divide by the 69 that were read as 1."""
    return reference() | {ONES: 55 / 200}


def takes_eights_for_ones_only():
    """only the 8s that were read as 1 are counted. Count both: the 1s that were read as 8 stand in another row."""
    return reference() | {MIXED: 12}


def takes_ones_for_eights_only():
    """only the 1s that were read as 8 are counted. Count both: the 8s that were read as 1 stand in another row."""
    return reference() | {MIXED: 4}


def takes_the_four_classes_for_equal():
    """each of the four digits is taken to be equally frequent. Of the 200 images 60 are 1s."""
    return reference() | {LAZY: 0.25}


def counts_what_is_read_as_one():
    """all that *this* reader has read as 1 is counted. The lazy one is right where a 1 *is*: a row."""
    return reference() | {LAZY: 69 / 200}


SLIPS = (
    counts_in_percent,
    averages_the_rows,
    counts_the_mistakes,
    divides_the_eights_by_their_column,
    divides_the_eights_by_all,
    divides_the_ones_by_their_row,
    divides_the_ones_by_all,
    takes_eights_for_ones_only,
    takes_ones_for_eights_only,
    takes_the_four_classes_for_equal,
    counts_what_is_read_as_one,
)

exercise = table(
    id="11.6",
    title="What the matrix says",
    reference=reference,
    slips=SLIPS,
    tolerance=TOLERANCE,
)

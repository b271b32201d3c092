"""Exercise 12.1: count which character follows which, and make probabilities of the counts."""

import itertools

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10.nodes import changed_an_argument


def reference(codes, size):
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def pair_by_pair(codes, size):
    counts = np.ones((size, size))
    for before, after in itertools.pairwise(codes):
        counts[before, after] += 1
    for row in counts:
        row /= row.sum()
    return counts


def as_one_number(codes, size):
    counts = np.bincount(codes[:-1] * size + codes[1:], minlength=size * size).reshape(size, size) + 1
    return counts / counts.sum(axis=1)[:, np.newaxis]


def with_a_product(codes, size):
    one_hot = np.eye(size)[codes]
    counts = one_hot[:-1].T @ one_hot[1:]
    return (counts + 1) / (counts.sum(axis=1, keepdims=True) + size)


def counts_a_pair_once(codes, size):
    """each pair is counted once, however often it occurs: `counts[before, after] += 1` with arrays reads, adds and
    writes back, so that of equal pairs only one is left. `np.add.at` adds one after the other.
    """
    counts = np.ones((size, size))
    counts[codes[:-1], codes[1:]] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def counts_what_comes_before(codes, size):
    """rows and columns are exchanged in the counts: the table says what came *before* a character. Row a is for what
    follows a, so the first index is the earlier of the two characters.
    """
    return reference(codes[::-1], size)


def exchanges_rows_and_columns(codes, size):
    """the table is returned with rows and columns exchanged, after each row was made to add up to 1. Row a is for what
    follows a.
    """
    return reference(codes, size).T


def divides_by_the_columns(codes, size):
    """each count is divided by the sum of its column. A row is to add up to 1: `sum(axis=1, keepdims=True)`."""
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=0)


def divides_rows_by_the_sums_of_others(codes, size):
    """entry [a, b] is divided by the sum of row b: without `keepdims=True`, the sums of the rows lie along a row, and
    are broadcast down the columns.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1)


def divides_by_all_pairs(codes, size):
    """each count is divided by the sum of all of them, so that the whole table adds up to 1. The character before is
    known: each *row* is to add up to 1.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum()


def begins_at_zero(codes, size):
    """counts begin at 0. A pair that never occurred then has the probability 0, and a character that nothing ever
    followed has none at all: begin at 1.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def zero_only_where_a_row_is_empty(codes, size):
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


zero_only_where_a_row_is_empty.__doc__ = begins_at_zero.__doc__


def adds_one_to_the_counts_only(codes, size):
    """1 is added to the counts and not to what they are divided by, so that a row adds up to more than 1. Sum the row
    after adding.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return (counts + 1) / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def adds_one_for_the_whole_row(codes, size):
    """the sum of a row is taken to grow by 1. It grows by 1 for *each* of its entries: by `size`."""
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return (counts + 1) / (counts.sum(axis=1, keepdims=True) + 1)


def divides_by_how_often_it_stands_there(codes, size):
    """a row is divided by how often its character occurs. The last character of the text has nothing after it: divide
    by the sum of the row.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / (np.bincount(codes, minlength=size) + size)[:, np.newaxis]


def closes_the_circle(codes, size):
    """the first character is counted as what follows the last one, as `np.roll` has it. Nothing follows the last:
    `codes[:-1]` and `codes[1:]`.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes, np.roll(codes, -1)), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def counts_every_other_pair(codes, size):
    """only every other pair is counted, as where the text is cut into pieces of two. A character is the second of one
    pair and the first of the next.
    """
    counts = np.ones((size, size))
    for place in range(0, len(codes) - 1, 2):
        counts[codes[place], codes[place + 1]] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def returns_the_counts(codes, size):
    """the counts are returned. Divide each row by its sum, and they are probabilities."""
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts


def forgets_the_character_before(codes, size):
    """all rows are alike: how common each character is, whatever stands before it. Count *pairs*."""
    counts = np.ones((size, size)) + np.bincount(codes[1:], minlength=size)
    return counts / counts.sum(axis=1, keepdims=True)


def is_as_large_as_the_largest_code(codes, size):
    """the table is as large as the codes that occur. There may be characters that this text does not use: it has
    `size` rows and columns.
    """
    return reference(codes, int(codes.max()) + 1)


def changes_the_text(codes, size):
    """`codes` itself is changed. It belongs to the caller: only read it."""
    answer = reference(codes, size)
    codes[:-1] = codes[:-1] * size + codes[1:]
    return answer


def text_of(letters):
    return np.array([ord(letter) - ord("a") for letter in letters])


exercise = Exercise(
    id="12.1",
    title="What follows what?",
    name="follows",
    reference=reference,
    demands=[
        Demand(
            "`follows(codes, size)` returns an array of shape (size, size): in row a and column b, the probability "
            "that b comes next, after a",
            counts_what_comes_before,
        ),
        Demand("each pair of neighbours counts as often as it occurs", counts_a_pair_once),
        Demand("every count begins at 1 instead of 0, also for characters that never occur", begins_at_zero),
        Demand("each row adds up to 1", divides_by_all_pairs),
        Demand("`codes` stays as it is", changes_the_text),
    ],
    cases=[
        Case(f"the text “{text}”, with {size} characters, a = 0", lambda text=text, size=size: (text_of(text), size))
        for text, size in [("ab", 2), ("aab", 2), ("aaab", 2), ("abcab", 3), ("abab", 4), ("caabbcaabdacaab", 5)]
    ],
    keeps_arrays=True,
    recognise={changes_the_text: changed_an_argument},
    alternatives=[pair_by_pair, as_one_number, with_a_product],
    misconceptions=[
        counts_a_pair_once,
        counts_what_comes_before,
        exchanges_rows_and_columns,
        divides_by_the_columns,
        divides_rows_by_the_sums_of_others,
        divides_by_all_pairs,
        begins_at_zero,
        zero_only_where_a_row_is_empty,
        adds_one_to_the_counts_only,
        adds_one_for_the_whole_row,
        divides_by_how_often_it_stands_there,
        closes_the_circle,
        counts_every_other_pair,
        returns_the_counts,
        forgets_the_character_before,
        is_as_large_as_the_largest_code,
        changes_the_text,
    ],
    slips=[
        Slip(
            "each character is paired with the one after the next. Neighbours are `codes[:-1]` and `codes[1:]`.",
            ("codes[:-1], codes[1:]", "codes[:-2], codes[2:]"),
        ),
        Slip(
            "the last pair of the text is left out: `codes[:-1]` ends before the last character, and `codes[1:]` with "
            "it.",
            ("codes[:-1], codes[1:]", "codes[:-2], codes[1:-1]"),
        ),
        Slip(
            "the first pair of the text is left out: `codes[:-1]` begins with the first character.",
            ("codes[:-1], codes[1:]", "codes[1:-1], codes[2:]"),
        ),
        Slip("a pair is counted as 2 each time it occurs.", ("codes[1:]), 1)", "codes[1:]), 2)")),
        Slip(
            "each character is paired with itself. Its neighbour is one further: `codes[1:]`.",
            ("codes[1:]", "codes[:-1]"),
        ),
        Slip(
            "the largest count of a row becomes 1. Divide by the *sum* of the row.",
            ("counts.sum(axis=1", "counts.max(axis=1"),
        ),
        Slip(
            "logarithms are returned. Probabilities are wanted here.",
            (
                "return counts / counts.sum(axis=1, keepdims=True)",
                "return np.log(counts / counts.sum(axis=1, keepdims=True))",
            ),
        ),
    ],
)

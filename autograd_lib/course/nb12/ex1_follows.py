"""Exercise 12.1: count which character follows which, and make probabilities of the counts."""

import itertools

import numpy as np

from autograd_lib.course.diagnosis import sentence
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10.nodes import changed_an_argument
from autograd_lib.course.nb12 import wrong_counts


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
    """each pair is counted once, however often it occurs, as where `counts[before, after] += 1` meets arrays, which
    reads, adds and writes back, or where the pairs stand in a set. A loop over all pairs adds one after the other, and
    so does `np.add.at`.
    """
    counts = np.ones((size, size))
    counts[codes[:-1], codes[1:]] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def counts_what_comes_before(codes, size):
    """Breaks the first demand, as a slip below does."""
    return reference(codes[::-1], size)


def exchanges_rows_and_columns(codes, size):
    """rows and columns of the finished table are exchanged, so that its *columns* add up to 1. Row a is for what
    follows a.
    """
    return reference(codes, size).T


def divides_by_all_pairs(codes, size):
    """each count is divided by the sum of all of them, so that the whole table adds up to 1. The character before is
    known: each *row* is to add up to 1.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum()


def leaves_out_what_never_occurs(codes, size):
    """the row of a character that does not occur is left at 0. Its counts begin at 1 as well, so that anything may
    follow it, with one and the same probability.
    """
    answer = np.zeros((size, size))
    for before in np.unique(codes):
        answer[before] = reference(codes, size)[before]
    return answer


def leaves_out_what_nothing_follows(codes, size):
    """the row of a character that nothing follows is left at 0, even if that character is the last of the text. Its
    counts begin at 1 as well, so that anything may follow it, with one and the same probability.
    """
    answer = np.zeros((size, size))
    for before in np.unique(codes[:-1]):
        answer[before] = reference(codes, size)[before]
    return answer


def is_as_large_as_the_largest_code(codes, size):
    """the table is too small, as where it ends at the largest code that occurs, or is as large as the number of
    different characters in the text. There may be characters that this text does not use: it has `size` rows and
    columns.
    """
    return reference(codes, int(codes.max()) + 1)


def changes_the_text(codes, size):
    """`codes` itself is changed. It belongs to the caller: only read it."""
    answer = reference(codes, size)
    codes[:-1] = codes[:-1] * size + codes[1:]
    return answer


def counts_in_bytes(codes, size):
    """of a pair that occurs hundreds of times only a part is counted, as where counts are kept in 8 bits, which begin
    again at 0 after 255.
    """
    counts = np.ones((size, size), np.uint8)
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1, keepdims=True)


TOTALS = "counts.sum(axis=1, keepdims=True)"
BY_OCCURRENCE = sentence(wrong_counts.divides_by_how_often_it_stands_there)

TEXTS = [("ab", 2), ("aab", 2), ("aaab", 2), ("abcab", 3), ("abab", 4), ("caabbcaabdacaab", 5), ("lbaalkb", 12)]


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
        Demand(
            "every count begins at 1 instead of 0, also for characters that never occur", wrong_counts.begins_at_zero
        ),
        Demand("each row adds up to 1", divides_by_all_pairs),
        Demand("`codes` stays as it is", changes_the_text),
    ],
    cases=[
        Case(f"the text “{text}”, with {size} characters, a = 0", lambda text=text, size=size: (text_of(text), size))
        for text, size in TEXTS
    ]
    + [Case("the text “ab”, 300 times, with 2 characters, a = 0", lambda: (text_of("ab" * 300), 2))],
    keeps_arrays=True,
    recognise={
        **wrong_counts.RECOGNISED,
        changes_the_text: changed_an_argument,
    },
    alternatives=[pair_by_pair, as_one_number, with_a_product],
    tolerance=1e-6,  # probabilities may be float32
    misconceptions=[
        *wrong_counts.MISCONCEPTIONS,
        counts_a_pair_once,
        counts_in_bytes,
        exchanges_rows_and_columns,
        divides_by_all_pairs,
        leaves_out_what_never_occurs,
        leaves_out_what_nothing_follows,
        is_as_large_as_the_largest_code,
        changes_the_text,
    ],
    slips=[
        Slip(
            "each character is paired with the one after the next. Neighbours are `codes[:-1]` and `codes[1:]`.",
            ("codes[:-1], codes[1:]", "codes[:-2], codes[2:]"),
        ),
        Slip(
            "the last pair of the text is left out. A text of n characters has n - 1 pairs, those of `codes[:-1]` with "
            "`codes[1:]`.",
            ("codes[:-1], codes[1:]", "codes[:-2], codes[1:-1]"),
        ),
        Slip(
            "the first pair of the text is left out. It is that of the first character with the second.",
            ("codes[:-1], codes[1:]", "codes[1:-1], codes[2:]"),
        ),
        Slip(
            "rows and columns are exchanged in the counts: the table says what came *before* a character. Row a is for "
            "what follows a, so the first index is the earlier of the two characters.",
            ("codes[:-1], codes[1:]", "codes[1:], codes[:-1]"),
        ),
        Slip(
            "each row is divided by the number of pairs in the whole text, or by the number of its characters. A row "
            "is to add up to 1: divide it by its own sum.",
            (TOTALS, "(len(codes) - 1)"),
        ),
        Slip(
            "each row is divided by the number of pairs in the whole text, or by the number of its characters. A row "
            "is to add up to 1: divide it by its own sum.",
            (TOTALS, "len(codes)"),
        ),
        Slip(BY_OCCURRENCE, (TOTALS, "np.bincount(codes, minlength=size)[:, np.newaxis]")),
        Slip(
            "each row is divided by `size`. How many pairs begin with a character differs from row to row: divide by "
            "the sum of the row.",
            (TOTALS, "size"),
        ),
        Slip(
            "each row adds up to `size`, as where it is divided by its mean. Divided by its sum, it adds up to 1.",
            ("counts.sum(axis=1", "counts.mean(axis=1"),
        ),
        Slip(
            "each row is divided by its length as an arrow, the root of the sum of its squares. Divide it by its sum.",
            (TOTALS, "np.sqrt((counts**2).sum(axis=1, keepdims=True))"),
        ),
        Slip(
            "a row is divided by 2 more than how many pairs begin with its character. Each of its counts begins at 1, "
            "so their sum is `size` more than that.",
            ("+ size)", "+ 2)"),
            of=with_a_product,
        ),
        Slip(
            "the softmax of the counts is taken. Probabilities in proportion to the counts are wanted: divide each row "
            "by its sum.",
            ("return counts / counts", "counts = np.exp(counts)\n    return counts / counts"),
        ),
        Slip(
            "each row is added up from left to right, as for drawing, and ends with a 1. Entry [a, b] is the "
            "probability of b alone.",
            ("keepdims=True)", "keepdims=True) @ np.triu(np.ones((size, size)))"),
        ),
        Slip(
            "the probabilities are percentages. A row is to add up to 1.",
            ("return counts", "return 100 * counts"),
        ),
        Slip(
            "all entries are 0, as a division by `//` or a table of integers leaves them, or a table that is never "
            "filled. Probabilities are fractions: each count, divided by the sum of its row with `/`.",
            ("counts / counts", "counts // counts"),
        ),
        Slip(
            "each character is paired with itself. What follows it stands one further.",
            ("codes[1:]", "codes[:-1]"),
        ),
        Slip(
            "the largest count of a row becomes 1. Divide by the *sum* of the row.",
            ("counts.sum(axis=1", "counts.max(axis=1"),
        ),
        Slip(
            "logarithms are returned. Probabilities are wanted here.",
            (
                f"return counts / {TOTALS}",
                f"return np.log(counts / {TOTALS})",
            ),
        ),
    ],
)

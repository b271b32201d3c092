"""Mistakes in exercise 12.1: in what is counted, in where the counts begin, and in what they are divided by."""

import itertools

import numpy as np


def divides_by_the_columns(codes, size):
    """each count is divided by the sum of its column. It is the rows that are to add up to 1."""
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=0)


def divides_rows_by_the_sums_of_others(codes, size):
    """entry [a, b] is divided by the sum of row b, as where the sums of the rows lie along a row and are broadcast down
    the columns. A row is divided by its own sum, which `keepdims=True` leaves beside it.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1)


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


def shares_out_empty_rows(codes, size):
    """in the row of a character that something follows, a pair that never occurred has the probability 0, as where
    counts begin at 0, and the row of one that nothing follows is shared out evenly. *Every* count begins at 1.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    counts[counts.sum(axis=1) == 0] = 1
    return counts / counts.sum(axis=1, keepdims=True)


def raises_zeros_to_one(codes, size):
    """a pair that never occurs has a count of 1, and one that occurs is counted without the 1 at which it begins.
    *Every* count begins at 1, so a pair that occurs once has a count of 2.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    counts = np.maximum(counts, 1)
    return counts / counts.sum(axis=1, keepdims=True)


def begins_at_one_where_a_pair_occurs(codes, size):
    """a count begins at 1 if the pair occurs, as with `count.get(pair, 1) + 1`, and is 0 if it does not. Every count
    begins at 1.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    counts[counts > 0] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def begins_at_one_where_a_pair_occurs_and_divides_the_rest(codes, size):
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    counts[counts > 0] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


begins_at_one_where_a_pair_occurs_and_divides_the_rest.__doc__ = begins_at_one_where_a_pair_occurs.__doc__


def adds_one_to_the_fractions(codes, size):
    """each row is a mixture of its fractions and of equal ones, in the same proportion for all rows, as where 1 or
    1/size is added *after* a row has been divided by its sum. 1 is added to the counts, before any division.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    fractions = 1 + counts / np.maximum(counts.sum(axis=1), 1)[:, np.newaxis]
    return fractions / fractions.sum(axis=1, keepdims=True)


def adds_equal_parts_to_the_fractions(codes, size):
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    fractions = 1 / size + counts / np.maximum(counts.sum(axis=1), 1)[:, np.newaxis]
    return fractions / fractions.sum(axis=1, keepdims=True)


adds_equal_parts_to_the_fractions.__doc__ = adds_one_to_the_fractions.__doc__


def weighs_the_beginning_otherwise(codes, size):
    """a count begins at another number than 1, or an occurrence adds another number than 1 to it. Only how large the
    one is beside the other is left in the probabilities, and both are to be 1.
    """
    counts = np.full((size, size), 0.5)
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def counts_of(codes, size):
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts


def begins_at_one_number_in(counts, answer):
    """Whether all of these counts begin at one positive number. It is computed from the entry that shows it best, as
    (count + start) / (total + size · start) is the probability.
    """
    size, answer = len(counts), np.asarray(answer)
    totals = counts.sum(axis=1, keepdims=True)
    shares = size * answer - 1  # 0 where it makes no difference at what number counts begin
    place = np.unravel_index(np.abs(shares).argmax(), answer.shape)
    start = (counts - answer * totals)[place] / shares[place] if np.any(np.abs(shares) > 1e-9) else 1.0
    return start > 0 and np.allclose(answer, (counts + start) / (totals + size * start), rtol=1e-9, atol=0)


def begins_at_one_number(case, answer):
    """Whether all counts begin at one positive number, whichever it is."""
    return begins_at_one_number_in(counts_of(*case.make()), answer)


def has_one_number_added_to_the_fractions(case, answer):
    """Whether one positive number has been added to all fractions, whichever it is, and each row divided again."""
    counts = counts_of(*case.make())
    return begins_at_one_number_in(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1), answer)


def adds_one_to_the_counts_only(codes, size):
    """1 is added to the counts and not to what they are divided by, so that a row adds up to more than 1. A row is
    divided by its own sum, with these ones in it.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return (counts + 1) / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def adds_one_for_the_whole_row(codes, size):
    """a row is divided by 1 more than how many pairs begin with its character. Each of its counts begins at 1, so their
    sum is `size` more than that.
    """
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return (counts + 1) / (counts.sum(axis=1, keepdims=True) + 1)


def divides_by_how_often_it_stands_there(codes, size):
    """a row is divided by how often its character occurs, `size` added or not. The last character of the text has
    nothing after it: divide by the sum of the row.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / (np.bincount(codes, minlength=size) + size)[:, np.newaxis]


def sums_up_what_is_divided_already(codes, size):
    """the sum of a row is taken anew for each of its entries, when those before it are divided already. Take it once,
    and divide all entries by it.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    for before, after in itertools.product(range(size), repeat=2):
        counts[before, after] /= counts[before].sum()
    return counts


def closes_the_circle(codes, size):
    """the first character is counted as what follows the last one, as `np.roll` has it, or `codes[i - 1]` with i = 0.
    Nothing follows the last: `codes[:-1]` and `codes[1:]`.
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


def pairs_with_all_that_come_later(codes, size):
    """a character is paired with all that come after it in the text. Only the next one is its neighbour."""
    counts = np.ones((size, size))
    for place, before in enumerate(codes):
        np.add.at(counts, (before, codes[place + 1 :]), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def counts_both_ways(codes, size):
    """each pair is counted in both directions. The table is about what comes *next*: add to row a, column b, if b
    follows a.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    np.add.at(counts, (codes[1:], codes[:-1]), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def skips_pairs_of_equals(codes, size):
    """a character that follows itself is not counted. That is a pair like any other."""
    counts = np.ones((size, size))
    for before, after in itertools.pairwise(codes):
        counts[before, after] += before != after
    return counts / counts.sum(axis=1, keepdims=True)


def counts_without_overlap(codes, size):
    """in a run of equal characters, such as aaa, not every pair is counted, as by `text.count("aa")`, which goes on
    *behind* what it has found. A character is the second of one pair and the first of the next.
    """
    counts, place = np.ones((size, size)), 0
    for before, after in itertools.product(range(size), repeat=2):
        place = 0
        while place + 1 < len(codes):
            found = (codes[place], codes[place + 1]) == (before, after)
            counts[before, after] += found
            place += 2 if found else 1
    return counts / counts.sum(axis=1, keepdims=True)


def counts_the_last_successor_only(codes, size):
    """of all that follow a character, only the last one is counted, as a dictionary keeps it: a key that comes again
    loses what it had. Each pair counts as often as it occurs.
    """
    counts = np.ones((size, size))
    for before, after in dict(itertools.pairwise(codes)).items():
        counts[before, after] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def counts_the_first_successor_only(codes, size):
    """of all that follow a character, only one is counted, such as the first. A pair counts as often as it occurs."""
    counts = np.ones((size, size))
    for before in np.unique(codes[:-1]):
        counts[before, codes[list(codes).index(before) + 1]] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def makes_probabilities_while_counting(codes, size):
    """a row is divided by its sum after each pair, and goes on as fractions: a pair that comes later then weighs more.
    Count to the end first, and then divide.
    """
    counts = np.ones((size, size))
    for before, after in itertools.pairwise(codes):
        counts[before, after] += 1
        counts[before] /= counts[before].sum()
    return counts / counts.sum(axis=1, keepdims=True)


def leaves_fractions_of_what_occurs(codes, size):
    counts = np.ones((size, size))
    for before, after in itertools.pairwise(codes):
        counts[before, after] += 1
        counts[before] /= counts[before].sum()
    return counts


leaves_fractions_of_what_occurs.__doc__ = makes_probabilities_while_counting.__doc__


def divides_by_rows_and_columns(codes, size):
    """each count is divided by the sum of its row and by that of its column. How common b is by itself belongs to the
    probability: divide by the row alone.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / counts.sum(axis=1, keepdims=True) / counts.sum(axis=0)


def gives_the_commonest_all(codes, size):
    """what follows most often has the probability 1, alone or shared with what follows as often. Every character has
    a part of the row, in proportion to its count.
    """
    counts = np.ones((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    counts = counts == counts.max(axis=1, keepdims=True)
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


def leaves_out_all_that_never_occurs(codes, size):
    """only characters that occur in the text have a part in the table: the rows and the columns of the others are 0.
    *Every* count begins at 1, that of characters that never occur, too.
    """
    counts, known = np.zeros((size, size)), np.unique(codes)
    counts[np.ix_(known, known)] = 1
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def counts_in_bins_of_what_occurs(codes, size):
    """pairs are counted in bins that reach only from the smallest code that occurs to the largest, as those of
    `np.histogram2d` do if they are not told otherwise. Each code from 0 to `size` - 1 has a row and a column of its
    own.
    """
    counts = 1 + np.histogram2d(codes[:-1], codes[1:], bins=size)[0]
    return counts / counts.sum(axis=1, keepdims=True)


MISCONCEPTIONS = [
    leaves_out_all_that_never_occurs,
    counts_in_bins_of_what_occurs,
    divides_by_the_columns,
    divides_rows_by_the_sums_of_others,
    begins_at_zero,
    zero_only_where_a_row_is_empty,
    shares_out_empty_rows,
    raises_zeros_to_one,
    begins_at_one_where_a_pair_occurs,
    begins_at_one_where_a_pair_occurs_and_divides_the_rest,
    adds_one_to_the_fractions,
    adds_equal_parts_to_the_fractions,
    weighs_the_beginning_otherwise,
    adds_one_to_the_counts_only,
    adds_one_for_the_whole_row,
    divides_by_how_often_it_stands_there,
    sums_up_what_is_divided_already,
    closes_the_circle,
    counts_every_other_pair,
    pairs_with_all_that_come_later,
    counts_both_ways,
    skips_pairs_of_equals,
    counts_without_overlap,
    counts_the_last_successor_only,
    counts_the_first_successor_only,
    makes_probabilities_while_counting,
    leaves_fractions_of_what_occurs,
    divides_by_rows_and_columns,
    gives_the_commonest_all,
    returns_the_counts,
    forgets_the_character_before,
]

RECOGNISED = {
    weighs_the_beginning_otherwise: begins_at_one_number,
    adds_one_to_the_fractions: has_one_number_added_to_the_fractions,
}

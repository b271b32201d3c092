"""Exercise 12.2: the mean of all that came before, as a matrix of weights."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(size):
    weights = np.tril(np.ones((size, size)))
    return weights / weights.sum(axis=1, keepdims=True)


def row_by_row(size):
    weights = np.zeros((size, size))
    for t in range(size):
        weights[t, : t + 1] = 1 / (t + 1)
    return weights


def by_comparing(size):
    t = np.arange(size)
    return (t <= t[:, np.newaxis]) / (t[:, np.newaxis] + 1)


def of_running_sums(size):
    return np.cumsum(np.eye(size), axis=0) / np.arange(1, size + 1)[:, np.newaxis]


def takes_in_what_comes_after(size):
    """every row is the mean of *all* rows, those that come after it too. Row t ends at position t: `np.tril` keeps the
    diagonal and what is left of it.
    """
    return np.full((size, size), 1 / size)


def adds_up_only(size):
    """the rows of x are added up and not averaged. Row t has t + 1 terms: divide by that."""
    return np.tril(np.ones((size, size)))


def divides_by_size(size):
    """every sum is divided by `size`. Row t is the mean of t + 1 numbers."""
    return np.tril(np.ones((size, size))) / size


def leaves_out_itself(size):
    """row t is the mean of the rows *before* t. Row t itself belongs to it."""
    weights = np.tril(np.ones((size, size)), -1)
    return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1)


def divides_zero_by_zero(size):
    weights = np.tril(np.ones((size, size)), -1)
    return weights / weights.sum(axis=1, keepdims=True)


def divides_by_the_number_of_the_row(size):
    weights = np.tril(np.ones((size, size)), -1)
    return weights / np.arange(1, size + 1)[:, np.newaxis]


divides_zero_by_zero.__doc__ = divides_by_the_number_of_the_row.__doc__ = leaves_out_itself.__doc__


def means_the_future(size):
    """row t is the mean of the rows from t on: the triangle stands above the diagonal. What has come stands at the left
    of it: `np.tril`.
    """
    weights = np.triu(np.ones((size, size)))
    return weights / weights.sum(axis=1, keepdims=True)


def is_transposed(size):
    """the table is transposed: its *columns* have the weights. Row t of `W @ x` takes them from row t of W."""
    return reference(size).T


def keeps_only_the_last(size):
    """each row keeps only itself. It is to be the mean of all rows up to it."""
    return np.eye(size)


def means_the_last_two(size):
    """each row is the mean of itself and of the one before. All rows up to it have the same share."""
    weights = np.tril(np.ones((size, size))) - np.tril(np.ones((size, size)), -2)
    return weights / weights.sum(axis=1, keepdims=True)


exercise = Exercise(
    id="12.2",
    title="A mean is a matrix",
    name="mean_weights",
    reference=reference,
    demands=[
        Demand(
            "`mean_weights(size)` returns an array W of shape (size, size): row t of `W @ x` is the mean of the rows 0 "
            "to t of x",
            adds_up_only,
        ),
        Demand("what comes after t has no share in row t", takes_in_what_comes_after),
    ],
    cases=[Case(f"size {size}", lambda size=size: (size,)) for size in (1, 2, 3, 5, 40)],
    keeps_arrays=True,
    alternatives=[row_by_row, by_comparing, of_running_sums],
    misconceptions=[
        takes_in_what_comes_after,
        adds_up_only,
        divides_by_size,
        leaves_out_itself,
        divides_zero_by_zero,
        divides_by_the_number_of_the_row,
        means_the_future,
        is_transposed,
        keeps_only_the_last,
        means_the_last_two,
    ],
    slips=[
        Slip(
            "each number is divided by the sum of its *column*. A row is a mean, so a row adds up to 1.",
            ("axis=1", "axis=0"),
        ),
        Slip(
            "the sums lie along a row and not along a column, so that entry [t, s] is divided by s + 1: "
            "`keepdims=True` is missing.",
            (", keepdims=True", ""),
        ),
        Slip(
            "position t + 1 has a share in row t. The triangle ends at the diagonal.",
            ("np.ones((size, size)))", "np.ones((size, size)), 1)"),
        ),
        Slip(
            "the triangle is divided by its total, so that all rows together add up to 1. Each row is a mean.",
            ("sum(axis=1, keepdims=True)", "sum()"),
        ),
    ],
)

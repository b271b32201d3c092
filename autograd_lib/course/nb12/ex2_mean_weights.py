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
    """every row is the mean of *all* rows, those that come after it too, as where nothing is cut off, or where
    `[[0.0] * size] * size` is filled, which is one list under `size` names. Row t ends at position t.
    """
    return np.full((size, size), 1 / size)


def cuts_nothing_off(size):
    """row t has the share 1 / (t + 1) in *every* column, in those after t, too. These get 0, as by `np.tril`."""
    return np.ones((size, size)) / np.arange(1, size + 1)[:, np.newaxis]


def adds_up_only(size):
    """the rows of x are added up and not averaged. Row t has t + 1 terms: divide by that."""
    return np.tril(np.ones((size, size)))


def divides_by_size(size):
    """every sum is divided by `size`. Row t is the mean of t + 1 numbers."""
    return np.tril(np.ones((size, size))) / size


def leaves_out_itself(size):
    weights = np.tril(np.ones((size, size)), -1)
    return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1)


def divides_by_the_number_of_the_row(size):
    weights = np.tril(np.ones((size, size)), -1)
    return weights / np.arange(1, size + 1)[:, np.newaxis]


NOT_ITSELF = "row t leaves out position t itself. It is about the rows 0 to t, so the diagonal belongs to it."
leaves_out_itself.__doc__ = divides_by_the_number_of_the_row.__doc__ = NOT_ITSELF


def leaves_out_itself_if_there_are_others(size):
    """from row 1 on, row t leaves out position t itself. It is the mean of the rows 0 to t, so the diagonal belongs to
    it.
    """
    weights = np.tril(np.ones((size, size)), -1)
    weights[0, 0] = 1.0
    return weights / weights.sum(axis=1, keepdims=True)


def divides_by_t(size):
    """from row 1 on, row t is divided by t. It is about the rows 0 to t, and those are t + 1."""
    return np.tril(np.ones((size, size))) / np.maximum(np.arange(size), 1)[:, np.newaxis]


def divides_row_zero_by_zero(size):
    """row t is divided by t, and row 0 by 0. It is about the rows 0 to t, and those are t + 1."""
    return np.tril(np.ones((size, size))) / np.arange(size)[:, np.newaxis]


def divides_by_what_is_left(size):
    """row t is divided by `size` - t, how many rows there are from t on. It is about the rows 0 to t, and those are
    t + 1.
    """
    return np.tril(np.ones((size, size))) / (size - np.arange(size))[:, np.newaxis]


def is_transposed(size):
    """the table is transposed: its *columns* have the weights. Row t of `W @ x` takes them from row t of W."""
    return reference(size).T


def keeps_only_its_own_share(size):
    """each row has only the share of its own position, 1 / (t + 1). The rows before it have as large a share each."""
    return np.diag(1 / np.arange(1, size + 1))


def keeps_only_the_first_share(size):
    """each row has only the share of position 0, 1 / (t + 1). All rows up to t have as large a share each."""
    weights = np.zeros((size, size))
    weights[:, 0] = 1 / np.arange(1, size + 1)
    return weights


def takes_the_row_before(size):
    """row t is the row before it, and no mean. It is the mean of *all* rows from 0 to t."""
    return np.eye(size, k=-1)


def keeps_only_the_last(size):
    """each row keeps only itself. It is to be the mean of all rows up to it."""
    return np.eye(size)


def looks_back_so_far(size):
    """a row looks back only so far, and rows that came long before have no share. The mean is that of *all* rows from
    0 to t.
    """
    weights = np.tril(np.ones((size, size))) - np.tril(np.ones((size, size)), -16)
    return weights / weights.sum(axis=1, keepdims=True)


def is_a_band(case, answer):
    """Whether each row is the mean of its last rows, some fixed number of them from 2 on."""
    (size,) = case.make()
    reach = np.count_nonzero(answer[-1])
    band = np.tril(np.ones((size, size))) - np.tril(np.ones((size, size)), -reach)
    return (reach > 1 or size == 1) and np.allclose(answer, band / band.sum(axis=1, keepdims=True), rtol=1e-9, atol=0)


def halves_at_each_step(size):
    """row t is a mixture of the row before it and of position t, in the same proportion at each step, such as half and
    half. The shares do not stay equal then, and all rows up to t are to have the same share.
    """
    weights = np.eye(size)
    for t in range(1, size):
        weights[t] = (weights[t - 1] + weights[t]) / 2
    return weights


def is_mixed_in_one_proportion(case, answer):
    """Whether each row is a mixture of the row before and of its own position, always in the same proportion."""
    (size,) = case.make()
    part = answer[-1, -1] if size > 1 else 0.5
    mixed = np.eye(size)
    for t in range(1, size):
        mixed[t] = (1 - part) * mixed[t - 1] + part * mixed[t]
    return 0 < part < 1 and np.allclose(answer, mixed, rtol=1e-9, atol=1e-15)


def forgets_for_how_many_a_mean_stands(size):
    """the mean before is counted as if it were one row: (mean + new) / (t + 1). It stands for t rows, so multiply it
    by t before the new one is added.
    """
    weights = np.eye(size)
    for t in range(1, size):
        weights[t] = (weights[t - 1] + weights[t]) / (t + 1)
    return weights


def divides_by_the_root(size):
    """row t is divided by √(t + 1), so that its squares add up to 1. A mean divides by t + 1."""
    return np.tril(np.ones((size, size))) / np.sqrt(np.arange(1, size + 1))[:, np.newaxis]


def is_right_for_another_size(size):
    """the table is the right one for another size. It has `size` rows and columns, numbered from 0 to `size` - 1."""
    return reference(size + 1)


def has_another_size(case, answer):
    """Whether an answer is the right table for some size."""
    return np.allclose(answer, reference(len(answer)), rtol=1e-9, atol=0)


def takes_in_one_more(size):
    """row t is divided by t + 2, and position t + 1 has a share in it, where there is one. It is about the rows 0 to t,
    and those are t + 1.
    """
    return np.tril(np.ones((size, size)), 1) / np.arange(2, size + 2)[:, np.newaxis]


def takes_the_softmax_of_ones(size):
    """the softmax of a triangle of ones is taken. Its zeros get e⁰ = 1, so what comes after t still has a share:
    divide the triangle itself.
    """
    weights = np.exp(np.tril(np.ones((size, size))))
    return weights / weights.sum(axis=1, keepdims=True)


def weighs_by_place(size):
    """a later row counts more, in proportion to its number, 1, 2, 3, …. In a plain mean all have the same share."""
    weights = np.tril(np.ones((size, size))) * np.arange(1, size + 1)
    return weights / weights.sum(axis=1, keepdims=True)


def cuts_fractions_off(size):
    """all rows but row 0 are 0, as where fractions are written into an array of integers, where `//` divides, or where
    a loop returns in its first round. Row t has 1 / (t + 1) in each column from 0 to t.
    """
    weights = np.zeros((size, size), dtype=int)
    for t in range(size):
        weights[t, : t + 1] = 1 / (t + 1)
    return weights


def returns_the_shares_alone(size):
    """a row of numbers is returned, 1, 1/2, 1/3, …: how large the shares are. The table says who gets them: number
    t stands in row t, in every column from 0 to t.
    """
    return 1 / np.arange(1, size + 1)


def leaves_the_first_row_out(size):
    """row 0 is left at 0. It is the mean of one row: of itself."""
    weights = np.zeros((size, size))
    for t in range(1, size):
        weights[t, : t + 1] = 1 / (t + 1)
    return weights


def leaves_the_last_row_out(size):
    """the last row is left at 0, as where `range(size - 1)` goes through the rows. `range(size)` ends before `size`."""
    weights = np.zeros((size, size))
    for t in range(size - 1):
        weights[t, : t + 1] = 1 / (t + 1)
    return weights


TRIANGLE = "np.ones((size, size)))"

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
    recognise={
        looks_back_so_far: is_a_band,
        halves_at_each_step: is_mixed_in_one_proportion,
        is_right_for_another_size: has_another_size,
    },
    alternatives=[row_by_row, by_comparing, of_running_sums],
    tolerance=2e-7,  # weights may be float32
    misconceptions=[
        takes_in_what_comes_after,
        cuts_nothing_off,
        adds_up_only,
        divides_by_size,
        leaves_out_itself,
        divides_by_the_number_of_the_row,
        leaves_out_itself_if_there_are_others,
        divides_by_t,
        divides_row_zero_by_zero,
        divides_by_what_is_left,
        is_transposed,
        keeps_only_its_own_share,
        keeps_only_the_first_share,
        takes_the_row_before,
        keeps_only_the_last,
        looks_back_so_far,
        halves_at_each_step,
        forgets_for_how_many_a_mean_stands,
        divides_by_the_root,
        takes_in_one_more,
        is_right_for_another_size,
        takes_the_softmax_of_ones,
        weighs_by_place,
        cuts_fractions_off,
        returns_the_shares_alone,
        leaves_the_first_row_out,
        leaves_the_last_row_out,
    ],
    slips=[
        Slip(
            "each number is divided by the sum of its *column*. A row is a mean, so a row adds up to 1.",
            ("axis=1", "axis=0"),
        ),
        Slip(
            "entry [t, s] is divided by how many terms row s has, as where the divisors lie along a row. Row t is "
            "divided by t + 1: an array of divisors stands in a column for that, in shape (size, 1).",
            (", keepdims=True", ""),
        ),
        Slip(NOT_ITSELF, (TRIANGLE, "np.ones((size, size)), -1)")),
        Slip(
            "position t + 1 has a share in row t, where there is one. Row t ends at position t, on the diagonal.",
            (TRIANGLE, "np.ones((size, size)), 1)"),
        ),
        Slip(
            "the triangle stands above the diagonal, and row t is about the rows from t on. What has come stands at "
            "the left of the diagonal, where `np.tril` keeps numbers.",
            ("np.tril", "np.triu"),
        ),
        Slip(
            "the triangle stands above the diagonal and leaves it out: row t is about the rows *after* t. What has "
            "come stands at the left of the diagonal, where `np.tril` keeps numbers.",
            ("np.tril(np.ones((size, size)))", "np.triu(np.ones((size, size)), 1)"),
        ),
        Slip(
            "the rows stand upside down: row 0 is about all positions, and the last row about position 0 alone.",
            ("return weights", "weights = weights[::-1]\n    return weights"),
        ),
        Slip(
            "the columns stand from right to left: row t is about the last t + 1 positions, and not about the first.",
            ("return weights", "weights = weights[:, ::-1]\n    return weights"),
        ),
        Slip(
            "each row is divided by 1 more than it has terms. Row t is about the rows 0 to t, and those are t + 1.",
            ("keepdims=True)", "keepdims=True) + 1)"),
            ("weights / weights", "weights / (weights"),
        ),
        Slip(
            "the triangle is divided by its total, so that all rows together add up to 1. Each row is a mean.",
            ("sum(axis=1, keepdims=True)", "sum()"),
        ),
    ],
)

"""Exercise 15.1: the gradient of a whole batch from the gradients of its shards, which are not equally large."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(gradients, sizes):
    total = np.zeros_like(gradients[0])
    for gradient, size in zip(gradients, sizes):
        total += size * gradient
    return total / sum(sizes)


def share_by_share(gradients, sizes):
    rows = sum(sizes)
    return sum(size / rows * gradient for gradient, size in zip(gradients, sizes))


def by_numpy(gradients, sizes):
    return np.average(gradients, axis=0, weights=sizes)


def as_a_product(gradients, sizes):
    return np.tensordot(np.array(sizes) / np.sum(sizes), np.stack(gradients), axes=1)


def averages(gradients, sizes):
    """each shard counts the same, whatever its size, so that a row in a small shard weighs more than one in a large
    shard. Weight each gradient by the rows of its shard.
    """
    return np.mean(gradients, axis=0)


def adds_up(gradients, sizes):
    """the plain sum of the gradients comes out. They are gradients of means: turn each into that of a sum first, by
    the rows of its shard, and divide by all rows at the end.
    """
    return np.sum(gradients, axis=0)


def divides_by_the_shards(gradients, sizes):
    """each gradient is multiplied by its rows, and the sum is divided by the number of *shards*. Divide by the number
    of all rows.
    """
    return reference(gradients, sizes) * (sum(sizes) / len(sizes))


def does_not_divide(gradients, sizes):
    """the gradient of the *sum* over all rows is returned. That of the mean is this, divided by the number of rows."""
    return reference(gradients, sizes) * sum(sizes)


def weighs_by_the_inverse(gradients, sizes):
    """each gradient is divided by the rows of its shard, as if it were that of a sum. It is that of a mean, which was
    divided already: multiply.
    """
    return sum(gradient / size for gradient, size in zip(gradients, sizes))


def takes_them_for_sums(gradients, sizes):
    """the sum of the gradients is divided by all rows. That is right for gradients of sums. These are of means: each
    counts as often as its shard has rows.
    """
    return np.sum(gradients, axis=0) / sum(sizes)


def takes_the_largest_shard(gradients, sizes):
    """only the gradient of the largest shard is left."""
    return np.array(gradients[int(np.argmax(sizes))])


def weighs_by_the_root(gradients, sizes):
    """a shard weighs as the *root* of its rows. The mean over all rows weighs it by the rows themselves."""
    weights = np.sqrt(sizes)
    return np.tensordot(weights / weights.sum(), np.stack(gradients), axes=1)


def weighs_by_the_square(gradients, sizes):
    """a shard weighs as the *square* of its rows. The mean over all rows weighs it by the rows themselves."""
    weights = np.square(sizes)
    return np.tensordot(weights / weights.sum(), np.stack(gradients), axes=1)


def weighs_small_ones_most(gradients, sizes):
    """a shard weighs as 1 / rows, so that the smallest one counts most. The mean over all rows weighs it by the rows
    themselves.
    """
    return np.average(gradients, axis=0, weights=1 / np.array(sizes))


def divides_by_the_length(gradients, sizes):
    """the weights are the rows, divided by the root of the sum of their squares, so that they do not add up to 1.
    Divide by the number of all rows.
    """
    return np.tensordot(np.array(sizes) / np.linalg.norm(sizes), np.stack(gradients), axes=1)


def weighs_by_one_row_less(gradients, sizes):
    """a shard weighs its rows less 1, as in an estimate of a variance. A mean has no such correction."""
    weights = np.array(sizes) - 1
    return np.tensordot(weights / max(1, weights.sum()), np.stack(gradients), axes=1)


def takes_the_mean_again_and_again(gradients, sizes):
    """the last of several shards weighs a half, however few rows it has, as where the mean of two is taken, then that
    of the result and the next gradient, and so on. Each shard weighs by its rows.
    """
    total = gradients[0]
    for gradient in gradients[1:]:
        total = (total + gradient) / 2
    return total


def weighs_the_mean_so_far_by_one_shard(gradients, sizes):
    """the mean so far is weighed by the rows of the last shard in it, and not by all rows that it stands for."""
    mean, last = gradients[0], sizes[0]
    for gradient, size in zip(gradients[1:], sizes[1:]):
        mean, last = (last * mean + size * gradient) / (last + size), size
    return mean


def leaves_out_gradients_of_zero(gradients, sizes):
    """a shard whose gradient is 0 is left out, and its rows with it. They belong to the mean like all others."""
    kept = [(gradient, size) for gradient, size in zip(gradients, sizes) if np.any(gradient)]
    return reference(*map(list, zip(*kept)))


def returns_it_flat(gradients, sizes):
    """the numbers come back in one row. The whole gradient has the shape that each gradient has."""
    return reference(gradients, sizes).ravel()


def weighs_the_next_one(gradients, sizes):
    """the rows go to the gradients in reverse: the first gradient is multiplied by those of the last shard, and so on.
    Each goes with the rows of its own shard, as in `zip(gradients, sizes)`.
    """
    return reference(gradients, sizes[::-1])


def adds_all_entries(gradients, sizes):
    """one number is returned, in which all entries are added. The answer has the shape of each gradient."""
    return float(np.sum(reference(gradients, sizes)))


def returns_them_weighted(gradients, sizes):
    """the weighted gradients are returned one by one. Their sum was asked for."""
    return [size / sum(sizes) * gradient for gradient, size in zip(gradients, sizes)]


def changes_the_first(gradients, sizes):
    """`gradients` are changed, as where one is multiplied in place, where the sum is gathered in its array, or where
    the list is emptied by `pop`. They belong to the caller: leave the list as it is, and compute new arrays.
    """
    total = gradients[0]
    total *= sizes[0]
    for gradient, size in zip(gradients[1:], sizes[1:]):
        total += size * gradient
    return total / sum(sizes)


def changes_gradients(case, answer):
    """Recognises a change of any kind: in the first, in all of them, or only in the last."""
    return frozenset({"gradients stay"})


def keeps_one_of_a_size(gradients, sizes):
    """of shards with equally many rows, only the last counts, as where gradients are kept in a dictionary by the size.
    Each shard counts, also beside others of its size.
    """
    by_size = dict(zip(sizes, gradients))
    return sum(size * gradient for size, gradient in by_size.items()) / sum(sizes)


def multiplies_as_matrices(gradients, sizes):
    """sizes and gradients are multiplied as matrices, as by `np.dot` or `@`. That adds up the shards only where a
    gradient has one axis: add along the first axis, whatever the shape.
    """
    return np.dot(sizes, np.stack(gradients)) / sum(sizes)


def gives_the_sizes_one_axis_more(gradients, sizes):
    """the sizes are given one more axis, as by `[:, None]`. That fits gradients with one axis only: whatever the shape,
    multiply shard by shard.
    """
    return (np.array(sizes)[:, None] * np.array(gradients)).sum(axis=0) / sum(sizes)


def averages_without_an_axis(gradients, sizes):
    """`np.average` is given one weight for each shard, and no axis. The shards lie along the first: `axis=0`."""
    return np.average(gradients, weights=sizes)


def weighs_entry_by_entry(gradients, sizes):
    """entry i of each gradient is multiplied by the rows of shard i, as where the array of all sizes is multiplied with
    that of all gradients. All entries of a gradient go with the rows of its own shard.
    """
    return (np.array(sizes) * np.array(gradients)).sum(axis=0) / sum(sizes)


def averages_all_entries(gradients, sizes):
    """one number is returned, in which the mean of all entries is taken. The answer has the shape of each gradient."""
    return float(np.mean(reference(gradients, sizes)))


def make(sizes, shape):
    rng = np.random.default_rng(7)
    gradients = [rng.normal(size=shape).round(2) for _ in sizes]
    if len(sizes) == 3 and len(shape) == 2:
        gradients[1][:] = 0.0  # of points that a hinge loss does not punish
    return gradients, list(sizes)


def run(solution, gradients, sizes):
    before = [gradient.copy() for gradient in gradients]
    found = {"answer": solution(gradients, sizes)}
    same = len(gradients) == len(before) and all(map(np.array_equal, gradients, before))
    return found | {"gradients stay": same}


CASES = [((5,), (2,)), ((2, 2), (2,)), ((3, 1), (2,)), ((4, 2, 1), (3,)), ((1, 7, 3), (2, 4))]

exercise = Exercise(
    id="15.1",
    title="Shards of unequal size",
    name="whole_gradient",
    reference=reference,
    cases=[
        Case(
            f"shards of {', '.join(map(str, sizes))} rows, gradients of shape {shape}",
            lambda s=sizes, t=shape: make(s, t),
        )
        for sizes, shape in CASES
    ],
    run=run,
    keeps_arrays=True,
    may_change=["gradients"],
    demands=[
        Demand(
            "`whole_gradient(gradients, sizes)` returns the gradient of the mean loss over all rows of all shards",
            averages,
        ),
        Demand("an array of the shape that each gradient has", adds_all_entries),
        Demand("`gradients` stay as they are", changes_the_first),
    ],
    alternatives=[share_by_share, by_numpy, as_a_product],
    misconceptions=[
        averages,
        adds_up,
        divides_by_the_shards,
        does_not_divide,
        weighs_by_the_inverse,
        takes_them_for_sums,
        weighs_by_the_root,
        weighs_by_the_square,
        weighs_small_ones_most,
        divides_by_the_length,
        weighs_by_one_row_less,
        takes_the_mean_again_and_again,
        weighs_the_mean_so_far_by_one_shard,
        leaves_out_gradients_of_zero,
        returns_it_flat,
        weighs_the_next_one,
        takes_the_largest_shard,
        adds_all_entries,
        returns_them_weighted,
        averages_all_entries,
        keeps_one_of_a_size,
        multiplies_as_matrices,
        gives_the_sizes_one_axis_more,
        averages_without_an_axis,
        weighs_entry_by_entry,
        changes_the_first,
    ],
    recognise={changes_the_first: changes_gradients},
    slips=[
        Slip(
            "zeros come out of more than one shard, as where `//` makes each share of the rows 0. A share is a "
            "fraction: divide with `/`.",
            ("size * gradient", "size // sum(sizes) * gradient"),
            ("total / sum(sizes)", "total"),
        ),
        Slip(
            "each gradient is multiplied by the *square* of its rows, and the sum divided by all rows. Multiply by the "
            "rows once.",
            ("size * gradient", "size * size * gradient"),
        ),
        Slip(
            "the gradients are divided by the sizes and by all rows. They are of means: multiply by the size.",
            ("size * gradient", "gradient / size"),
        ),
        Slip(
            "the sum is divided as if all shards were as large as the largest. Divide by the rows that there are.",
            ("sum(sizes)", "(len(sizes) * max(sizes))"),
        ),
        Slip("the sign is flipped.", ("+= size", "-= size")),
        Slip(
            "the sum is divided by the number of shards, and by all rows as well. All rows are enough.",
            ("total / sum(sizes)", "total / sum(sizes) / len(sizes)"),
        ),
        Slip(
            "the first gradient is added without its rows. Multiply it by the rows of its shard, like all others.",
            ("np.zeros_like(gradients[0])", "gradients[0].copy()"),
            ("zip(gradients, sizes)", "zip(gradients[1:], sizes[1:])"),
        ),
        Slip(
            "the first shard is counted twice, as where the sum begins with it and goes through all shards.",
            ("np.zeros_like(gradients[0])", "sizes[0] * gradients[0]"),
        ),
        Slip("the first shard is left out of the sum.", ("zip(gradients, sizes)", "zip(gradients[1:], sizes[1:])")),
        Slip("only the last shard is left, as by `=` where `+=` is needed.", ("+= size", "= size")),
        Slip("the sum is divided by the size of the largest shard, not by all rows.", ("sum(sizes)", "max(sizes)")),
    ],
)

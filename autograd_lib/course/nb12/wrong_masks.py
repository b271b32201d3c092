"""Mistakes in exercise 12.3: in what is masked, in what with, and along which axis the softmax goes."""

import numpy as np

from autograd_lib.engine.joining import where


def gives_the_future_a_score_of_zero(scores):
    """the future gets the score 0, or one next to it, as -1e-9 is (and -1e9 is not). A softmax gives that a weight, e⁰
    before it divides: the score for none is -infinity.
    """
    size = scores.shape[-1]
    return (scores * np.tril(np.ones((size, size)))).softmax()


def gives_the_future_a_low_score(scores):
    """the future still gets a weight, as where it has one and the same score, such as -10, which is not low enough. The
    score for none is -infinity.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -10.0, scores).softmax()


def have_one_score(case, answer):
    """Whether the future has one finite score, not 0, in every row: it is read off the first one."""
    (scores,) = case.make()
    s, (size, size) = scores.data, scores.shape[-2:]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    score = (np.log(answer["weights"][..., 0, 1] / answer["weights"][..., 0, 0]) + s[..., 0, 0]).flat[0]
    expected = softmax_of(np.where(future, score, s))
    return 1e-6 < abs(score) < np.inf and np.allclose(answer["weights"], expected, rtol=1e-9, atol=0)


def lowers_the_scores_of_the_future(scores):
    """the future still gets a weight, as where a number, such as 10, is subtracted from its scores, or added to them.
    The score for none is -infinity.
    """
    size = scores.shape[-1]
    return (scores - np.triu(np.ones((size, size)), 1)).softmax()


def are_lowered_by_one_number(case, answer):
    """Whether the scores of the future are all changed by one finite number: it is read off the first one."""
    (scores,) = case.make()
    s, (size, size) = scores.data, scores.shape[-2:]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    ratio = answer["weights"][..., 0, 1] / answer["weights"][..., 0, 0]
    change = (np.log(ratio) + s[..., 0, 0] - s[..., 0, 1]).flat[0]
    expected = softmax_of(s + future * change)
    return 1e-6 < abs(change) < np.inf and np.allclose(answer["weights"], expected, rtol=1e-9, atol=0)


def softmax_of(array):
    e = np.exp(array - array.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def masks_itself_too(scores):
    """a position may not look at itself, and the first one at nothing at all. The diagonal belongs to what may be
    seen: a mask begins one above it.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool))
    with np.errstate(all="ignore"):
        return where(future, -np.inf, scores).softmax()


def masks_itself_from_the_second_on(scores):
    """from row 1 on, a position may not look at itself. The diagonal belongs to what may be seen: a mask begins one
    above it.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool))
    future[0, 0] = False
    return where(future, -np.inf, scores).softmax()


def masks_itself_with_a_large_number(scores):
    """from row 1 on, a position may not look at itself, and row 0, of which nothing is left, is shared out evenly. The
    diagonal belongs to what may be seen: a mask begins one above it.
    """
    size = scores.shape[-1]
    return where(np.triu(np.ones((size, size), dtype=bool)), -1e9, scores).softmax()


def lowers_itself_and_the_future(scores):
    """from row 1 on, a position may not look at itself, and position 0 looks at all, as where every score of its row is
    lowered by the same number, which leaves the softmax as it is. The mask begins one above the diagonal.
    """
    size = scores.shape[-1]
    return (scores - 1e9 * np.triu(np.ones((size, size)))).softmax()


def masks_the_next_one_only(scores):
    """only position t + 1 is masked in row t. All that come after t are its future."""
    size = scores.shape[-1]
    return where(np.eye(size, k=1, dtype=bool), -np.inf, scores).softmax()


def looks_at_itself_only(scores):
    """each position looks at itself alone, with the weight 1. Those before it may be seen, too."""
    size = scores.shape[-1]
    return where(~np.eye(size, dtype=bool), -np.inf, scores).softmax()


def masks_the_past(scores):
    """the past is masked and the future is left. Entry [t, s] is what position t takes from s: mask it where s > t,
    which is above the diagonal.
    """
    size = scores.shape[-1]
    return where(np.tril(np.ones((size, size), dtype=bool), -1), -np.inf, scores).softmax()


def keeps_the_future_only(scores):
    """only the future keeps its scores, and what may be seen is masked, as where the mask is the other triangle, or the
    two sides of `where` are exchanged: `where(condition, a, b)` takes a where the condition holds.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    with np.errstate(all="ignore"):
        return where(future, scores, -np.inf).softmax()


def makes_columns_add_up(scores):
    """the *columns* add up to 1: the softmax goes along the wrong axis. Position t shares out its attention among what
    it looks at, along row t, the last axis.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax(axis=-2)


def takes_the_softmax_along_the_first_axis(scores):
    """the softmax goes along axis 0, where a batch may be. Position t shares out its attention among what it looks at,
    along row t, the last axis.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax(axis=0)


def takes_the_softmax_along_the_second_axis(scores):
    """the softmax goes along axis 1, which is the last one only where there is a single matrix. Axis -1 always is."""
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax(axis=1)


def makes_the_matrix_add_up(scores):
    """a whole matrix adds up to 1. Each *row* does: divide it by its own sum."""
    e = scores.exp() * np.tril(np.ones(scores.shape[-2:]))
    return e / e.sum(axis=(-2, -1), keepdims=True)


def puts_infinity_after_the_softmax(scores):
    """-infinity stands among the weights: it is put there after the softmax. Before, it is a score, and the softmax
    makes the weight 0 of it.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores.softmax())


def puts_a_large_number_after_the_softmax(scores):
    """-1e9 stands among the weights: it is put there after the softmax. Before, it is a score, and the softmax makes
    the weight 0 of it.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -1e9, scores.softmax())


def multiplies_by_infinity(scores):
    """the scores of the future are multiplied by -infinity, and those below 0 become +infinity. Put -infinity there,
    whatever the score is.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return (scores * np.where(future, -np.inf, 1.0)).softmax()


def multiplies_by_a_large_number(scores):
    """the scores of the future are multiplied by a number far below 0, such as -1e9: those below 0 become the largest
    of all, and a 0 stays. Put -infinity there, whatever the score is.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return (scores * np.where(future, -1e9, 1.0)).softmax()


def masks_what_is_not_zero(scores):
    """a score of the future that is exactly 0 is not masked, as where the mask is made of the scores themselves. Make
    it of their places: the future lies above the diagonal, whatever the scores are.
    """
    return where(np.triu(scores.data, 1) != 0, -np.inf, scores).softmax()


def masks_every_zero(scores):
    """a score that is exactly 0 is masked wherever it stands, as where zeros are looked for when the future has been
    set to 0. Make the mask of places: the future lies above the diagonal, whatever the scores are.
    """
    return where(np.tril(scores.data) == 0, -np.inf, scores).softmax()


def divides_by_sums_without_a_graph(scores):
    """no gradient goes through the sums of the rows, as where they are arrays, by `.data`. Use the operations of
    Tensors for them, too.
    """
    weights = scores.softmax() * np.tril(np.ones(scores.shape[-2:]))
    return weights / weights.data.sum(axis=-1, keepdims=True)


def multiplies_the_mask_by_infinity(scores):
    """every weight is NaN, as where a mask of zeros and ones is multiplied by -infinity: 0 · ∞ is no number. Let
    `where` choose between the score and -infinity.
    """
    size = scores.shape[-1]
    return (scores + np.triu(np.ones((size, size)), 1) * -np.inf).softmax()


def takes_the_size_from_the_second_axis(scores):
    """nothing is masked in scores of shape (2, 1, 3, 3), as where the mask is as large as axis 1 of the scores. There
    may be more axes before the matrix: its size is `scores.shape[-1]`.
    """
    size = scores.shape[1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax()


def unpacks_two_axes(scores):
    """the scores are taken for a matrix, as where their shape is unpacked into two numbers. There may be more axes
    before the last two: `scores.shape[-1]`.
    """
    size, size = scores.shape
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax()


def unpacks_three_axes(scores):
    """the scores are said to have three axes, as where their shape is unpacked into three numbers. There may be no axis
    before the last two, one, or several: `scores.shape[-1]`.
    """
    _, size, size = scores.shape
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax()


def takes_the_size_from_the_first_axis(scores):
    """the mask is as large as axis 0 of the scores. There may be more axes before the matrix: its size is
    `scores.shape[-1]`.
    """
    size = len(scores)
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax()


def adds_a_mask_of_the_size_of_the_first_axis(scores):
    size = len(scores)
    return (scores + np.triu(np.full((size, size), -np.inf), 1)).softmax()


adds_a_mask_of_the_size_of_the_first_axis.__doc__ = takes_the_size_from_the_first_axis.__doc__


def looks_back_so_far(scores):
    """a position looks back only so far, and what came long before has the weight 0. It may look at *all* positions
    before it.
    """
    t = np.arange(scores.shape[-1])
    distance = t[:, np.newaxis] - t
    return where((distance < 0) | (distance > 1), -np.inf, scores).softmax()


def is_a_band(case, answer):
    """Whether each row is the softmax of its last scores, some fixed number of them from 2 on. Where these are all that
    there are, the weights are right.
    """
    (scores,) = case.make()
    t, weights = np.arange(scores.shape[-1]), answer["weights"]
    distance, reach = t[:, np.newaxis] - t, np.count_nonzero(weights[..., -1, :].reshape(-1, len(t))[0])
    expected = softmax_of(np.where((distance < 0) | (distance >= reach), -np.inf, scores.data))
    is_so = reach > 1 and np.allclose(weights, expected, rtol=1e-9, atol=0)
    return is_so and frozenset({"weights", "scores.grad"} if reach < len(t) else ())


def multiplies_by_the_plain_mean(scores):
    """the softmax is multiplied by the weights of a plain mean, and the rows no longer add up to 1. Mask the scores,
    and the softmax makes the weights.
    """
    weights = np.tril(np.ones(scores.shape[-2:]))
    return scores.softmax() * (weights / weights.sum(axis=1, keepdims=True))


def sets_the_future_to_zero_only(scores):
    """the scores of the future are set to 0, and no softmax is taken. Weights are not below 0, and a row adds up to
    1.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, 0.0, scores)


def makes_columns_add_up_after_masking(scores):
    """a weight is divided by the sum of its *column*. Position t shares out its attention among what it looks at, along
    row t, the last axis.
    """
    weights = scores.softmax() * np.tril(np.ones(scores.shape[-2:]))
    return weights / weights.sum(axis=-2, keepdims=True)


def returns_the_masked_scores(scores):
    """the masked scores are returned, without their softmax."""
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores)


def divides_without_exponentials(scores):
    """the scores are divided by their sum, without e^score. Scores may be below 0, and weights may not: take the
    softmax.
    """
    past = scores * np.tril(np.ones(scores.shape[-2:]))
    return past / past.sum(axis=-1, keepdims=True)


MISCONCEPTIONS = [
    gives_the_future_a_score_of_zero,
    gives_the_future_a_low_score,
    lowers_the_scores_of_the_future,
    masks_itself_too,
    masks_itself_from_the_second_on,
    masks_itself_with_a_large_number,
    lowers_itself_and_the_future,
    masks_the_next_one_only,
    looks_at_itself_only,
    masks_the_past,
    keeps_the_future_only,
    makes_columns_add_up,
    takes_the_softmax_along_the_first_axis,
    takes_the_softmax_along_the_second_axis,
    makes_the_matrix_add_up,
    puts_infinity_after_the_softmax,
    puts_a_large_number_after_the_softmax,
    multiplies_by_infinity,
    multiplies_by_a_large_number,
    masks_what_is_not_zero,
    masks_every_zero,
    divides_by_sums_without_a_graph,
    multiplies_the_mask_by_infinity,
    takes_the_size_from_the_first_axis,
    takes_the_size_from_the_second_axis,
    unpacks_two_axes,
    unpacks_three_axes,
    adds_a_mask_of_the_size_of_the_first_axis,
    looks_back_so_far,
    multiplies_by_the_plain_mean,
    sets_the_future_to_zero_only,
    makes_columns_add_up_after_masking,
    returns_the_masked_scores,
    divides_without_exponentials,
]

RECOGNISED = {
    looks_back_so_far: is_a_band,
    gives_the_future_a_low_score: have_one_score,
    lowers_the_scores_of_the_future: are_lowered_by_one_number,
}

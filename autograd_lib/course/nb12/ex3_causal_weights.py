"""Exercise 12.3: weights of a mean from scores, with nothing for the future."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.engine.joining import where
from autograd_lib.engine.tensor import Tensor


def reference(scores):
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, -np.inf, scores).softmax()


def adds_a_mask(scores):
    size = scores.shape[-1]
    return (scores + np.triu(np.full((size, size), -np.inf), 1)).softmax(axis=-1)


def with_a_large_number(scores):
    t = np.arange(scores.shape[-1])
    return where(t[:, np.newaxis] >= t, scores, -1e9).softmax()


def by_dividing(scores):
    past = np.tril(np.ones(scores.shape[-2:]))
    e = scores.exp() * past
    return e / e.sum(axis=-1, keepdims=True)


def looks_ahead(scores):
    """nothing is masked: a row gives weight to positions after its own. Set those scores to -infinity before the
    softmax.
    """
    return scores.softmax()


def masks_after_the_softmax(scores):
    """the weights of the future are set to 0 *after* the softmax, so that the rest of a row adds up to less than 1.
    Take them out before: a score of -infinity gets the weight 0.
    """
    size = scores.shape[-1]
    return scores.softmax() * np.tril(np.ones((size, size)))


def gives_the_future_a_score_of_zero(scores):
    """the future gets the score 0. A softmax gives that a weight, e⁰ before it divides: the score for none is
    -infinity.
    """
    size = scores.shape[-1]
    return (scores * np.tril(np.ones((size, size)))).softmax()


def subtracts_one(scores):
    """1 is subtracted from the scores of the future. They still get a weight: the score for none is -infinity."""
    size = scores.shape[-1]
    return (scores - np.triu(np.ones((size, size)), 1)).softmax()


def masks_itself_too(scores):
    """a position may not look at itself, and the first one at nothing at all. The diagonal belongs to what may be
    seen: the mask begins one above it.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool))
    with np.errstate(all="ignore"):
        return where(future, -np.inf, scores).softmax()


def masks_the_past(scores):
    """the past is masked and the future is left. Entry [t, s] is what position t takes from s: mask it where s > t,
    above the diagonal, `np.triu`.
    """
    size = scores.shape[-1]
    return where(np.tril(np.ones((size, size), dtype=bool), -1), -np.inf, scores).softmax()


def keeps_the_future_only(scores):
    """the two sides of `where` are exchanged: the future keeps its scores, and what may be seen gets -infinity.
    `where(condition, a, b)` takes a where the condition holds.
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


def forgets_the_scores(scores):
    """every row is a plain mean, whatever the scores are. Take the softmax of the scores."""
    return (scores * 0 + np.triu(np.full(scores.shape[-2:], -np.inf), 1)).softmax()


def leaves_the_graph(scores):
    """the weights are computed with arrays and put into a new Tensor, so that no gradient comes back to the scores. Use
    the operations of Tensors throughout.
    """
    return Tensor(reference(scores).data)


def gives_an_array(scores):
    """an array is returned, and no gradient can come back. Use the operations of Tensors: `where(…)` gives one."""
    return reference(scores).data


def takes_the_first_matrix(scores):
    """only the first matrix of scores is looked at. There may be one for each row of a batch."""
    return reference(scores[0]) if scores.ndim > 2 else reference(scores)


def run(solution, scores):
    with np.errstate(all="ignore"):
        return nodes.answer_of(solution(scores), [scores], nodes.cotangent(*scores.shape), "weights")


exercise = Exercise(
    id="12.3",
    title="No looking ahead",
    name="causal_weights",
    reference=reference,
    demands=[
        Demand(
            "`causal_weights(scores)` returns a Tensor of the shape of `scores`, whose rows add up to 1",
            masks_after_the_softmax,
        ),
        Demand("in row t, every column after t is 0", looks_ahead),
        Demand("the others are the softmax of their scores", forgets_the_scores),
        Demand("the last two axes are the matrix; there may be more before them", takes_the_first_matrix),
        Demand("gradients come back to `scores`", leaves_the_graph),
    ],
    cases=[
        Case(f"scores of shape {shape}", lambda shape=shape: (nodes.leaf("scores", *shape),))
        for shape in [(2, 2), (3, 3), (2, 4, 4), (2, 1, 3, 3)]
    ],
    run=run,
    keeps_arrays=True,
    alternatives=[adds_a_mask, with_a_large_number, by_dividing],
    misconceptions=[
        looks_ahead,
        masks_after_the_softmax,
        gives_the_future_a_score_of_zero,
        subtracts_one,
        masks_itself_too,
        masks_the_past,
        keeps_the_future_only,
        makes_columns_add_up,
        returns_the_masked_scores,
        divides_without_exponentials,
        forgets_the_scores,
        leaves_the_graph,
        gives_an_array,
        takes_the_first_matrix,
    ],
    slips=[
        Slip(
            "position t may look at t + 1, the very letter that is to be predicted. The mask begins one above the "
            "diagonal.",
            ("dtype=bool), 1)", "dtype=bool), 2)"),
        ),
        Slip(
            "the future gets +infinity instead of -infinity.",
            ("-np.inf", "np.inf"),
        ),
        Slip("logarithms of the weights are returned: `softmax`, not `log_softmax`.", (".softmax()", ".log_softmax()")),
        Slip(
            "rows and columns of the result are exchanged.",
            (".softmax()", ".softmax().transpose(*range(scores.ndim - 2), -1, -2)"),
        ),
        Slip(
            "the sign of the scores is wrong: a higher score gets a *smaller* weight.",
            ("-np.inf, scores", "-np.inf, -scores"),
        ),
    ],
)

"""Exercise 12.3: weights of a mean from scores, with nothing for the future."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.course.nb12 import wrong_masks
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
    """the future has the weight 0, but still counts in the sum that a row is divided by, as where it is taken out
    *after* the softmax: the rest adds up to less than 1. Take it out before, with a score of -infinity.
    """
    size = scores.shape[-1]
    future = np.triu(np.ones((size, size), dtype=bool), 1)
    return where(future, 0.0, scores.softmax())


def forgets_the_scores(scores):
    """every row is a plain mean, whatever the scores are. Take the softmax of the scores."""
    return (scores * 0 + np.triu(np.full(scores.shape[-2:], -np.inf), 1)).softmax()


def leaves_the_graph(scores):
    """the Tensor that is returned is made of an array alone, so that no gradient comes back to the scores. Use the
    operations of Tensors throughout.
    """
    return Tensor(reference(scores).data)


def takes_the_array_of_the_scores(scores):
    """the Tensor that is returned does not depend on the scores, as where an array goes in for them, which `.data`
    gives: no gradient comes back. Use the Tensor itself.
    """
    return reference(Tensor(scores.data))


def gives_an_array(scores):
    """an array is returned, and no gradient can come back. Use the operations of Tensors: `where(…)` gives one."""
    return reference(scores).data


def takes_the_first_matrix(scores):
    """only the first matrix of scores is looked at. There may be one for each row of a batch."""
    return reference(scores[0]) if scores.ndim > 2 else reference(scores)


FAR_APART = [[-150.0, 150.0], [0.5, -0.5]]


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
    ]
    + [
        Case("scores of shape (3, 3), all of them 0", lambda: (Tensor(np.zeros((3, 3)), label="scores"),)),
        Case(f"scores {FAR_APART}", lambda: (Tensor(np.array(FAR_APART), label="scores"),)),
    ],
    run=run,
    keeps_arrays=True,
    recognise=wrong_masks.RECOGNISED,
    alternatives=[adds_a_mask, with_a_large_number, by_dividing],
    misconceptions=[
        *wrong_masks.MISCONCEPTIONS,
        looks_ahead,
        masks_after_the_softmax,
        forgets_the_scores,
        leaves_the_graph,
        takes_the_array_of_the_scores,
        gives_an_array,
        takes_the_first_matrix,
    ],
    slips=[
        Slip(
            "position t may look at t + 1, the very letter that is to be predicted. The last that it may look at is "
            "itself: a mask begins one above the diagonal.",
            ("dtype=bool), 1)", "dtype=bool), 2)"),
        ),
        Slip(
            "every row that has a future is NaN, as where that gets +infinity instead of -infinity.",
            ("-np.inf", "np.inf"),
        ),
        Slip("logarithms of the weights are returned, not the weights themselves.", (".softmax()", ".log_softmax()")),
        Slip(
            "the softmax is taken twice, before the mask as well. Mask the scores as they are.",
            ("-np.inf, scores)", "-np.inf, scores.softmax())"),
        ),
        Slip(
            "the softmax is taken twice, and the second one gives the zeros of the first a weight again.",
            (".softmax()", ".softmax().softmax()"),
        ),
        Slip(
            "the scores are divided by the root of how many columns they have. Nothing is asked of them here but to be "
            "masked.",
            ("-np.inf, scores)", "-np.inf, scores / np.sqrt(size))"),
        ),
        Slip(
            "a row is not divided by its sum: the weights are e^score.",
            (" / e.sum(axis=-1, keepdims=True)", ""),
            of=by_dividing,
        ),
        Slip(
            "no gradient goes through the sums of the rows, as where they are arrays, by `.data`. Use the operations "
            "of Tensors for them, too.",
            ("e.sum(axis=-1, keepdims=True)", "e.sum(axis=-1, keepdims=True).data"),
            of=by_dividing,
        ),
        Slip(
            "rows and columns of the scores are exchanged before they are masked. Row t has the scores that position t "
            "gives.",
            ("-np.inf, scores)", "-np.inf, scores.transpose(*range(scores.ndim - 2), -1, -2))"),
        ),
        Slip(
            "the largest weight of a row becomes 1. Divide e^score by the *sum* of the row.",
            ("e.sum(axis=-1", "e.max(axis=-1"),
            of=by_dividing,
        ),
        Slip(
            "entry [t, s] is divided by the sum of row s, as where the sums lie along a row. A row is divided by its "
            "own sum, which `keepdims=True` leaves beside it.",
            (", keepdims=True", ""),
            of=by_dividing,
        ),
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

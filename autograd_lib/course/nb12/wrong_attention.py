"""Mistakes in exercise 12.4: in the scores, in the mask, and in what is averaged."""

import numpy as np

from autograd_lib.course.nb12.ex3_causal_weights import reference as causal_weights
from autograd_lib.engine.joining import where


def masks_after_the_softmax(q, k, v):
    """the future has the weight 0, but still counts in the sum that a row is divided by, as where it is taken out
    *after* the softmax: the rest adds up to less than 1. `causal_weights` takes it out before.
    """
    weights = (q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])).softmax()
    return weights * np.tril(np.ones(weights.shape[-2:])) @ v


def looks_one_ahead(q, k, v):
    """position t may look at t + 1. `causal_weights` ends at t itself."""
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return where(np.triu(np.ones(scores.shape[-2:], dtype=bool), 2), -np.inf, scores).softmax() @ v


def makes_columns_add_up(q, k, v):
    """the softmax goes down the columns, so that the weights of a row do not add up to 1. A position shares out its
    attention among what it looks at, along its row.
    """
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return where(np.triu(np.ones(scores.shape[-2:], dtype=bool), 1), -np.inf, scores).softmax(axis=-2) @ v


def transposes_the_weights(q, k, v):
    """rows and columns of the weights are exchanged in the product with v, so that position t collects what it *gives*
    to others. Its result is made with row t of the weights.
    """
    return causal_weights(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])).transpose(0, 2, 1) @ v


def exchanges_queries_and_keys(q, k, v):
    """queries and keys are exchanged: k of the position that looks, q of the one that is looked at. Row t of the scores
    has the query of t: `q @ kᵀ`.
    """
    return causal_weights(k @ q.transpose(0, 2, 1) / np.sqrt(q.shape[-1])) @ v


def takes_the_mean_of_the_keys(q, k, v):
    """the keys are averaged. A key only says whether a position fits; what is taken from there is its value, v."""
    return causal_weights(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])) @ k


def scales_the_result(q, k, v):
    """the result is divided and the scores are not, as where the weights or the values are divided. The softmax is to
    see smaller scores, divided by √d.
    """
    return causal_weights(q @ k.transpose(0, 2, 1)) @ v / np.sqrt(q.shape[-1])


def scales_the_weights(q, k, v):
    return (causal_weights(q @ k.transpose(0, 2, 1)) / np.sqrt(q.shape[-1])) @ v


scales_the_weights.__doc__ = scales_the_result.__doc__


def has_no_softmax(q, k, v):
    """the scores themselves are the weights. They may be below 0, and do not add up to 1: `causal_weights` makes
    weights of them.
    """
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return scores * np.tril(np.ones(scores.shape[-2:])) @ v


def returns_the_scores(q, k, v):
    """the scores are returned. `causal_weights` makes weights of them, and the values are averaged with those."""
    return q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])


def gives_the_future_a_score_of_zero(q, k, v):
    """the future gets the score 0, or one next to it, as -1e-9 is, and with it a weight, e⁰ before the softmax divides.
    `causal_weights` gives it the weight 0.
    """
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return (scores * np.tril(np.ones(scores.shape[-2:]))).softmax() @ v


def measures_distances(q, k, v):
    """the score is made of the distance between query and key. It is their product, number by number, summed."""
    batch, size, width = q.shape
    difference = q.reshape(batch, size, 1, width) - k.reshape(batch, 1, size, width)
    return causal_weights(-(difference * difference).sum(axis=-1) / np.sqrt(width)) @ v


def divides_by_the_spread(q, k, v):
    """the scores are divided by their standard deviation, over all of them. The divisor is to be √d, a fixed number."""
    scores = q @ k.transpose(0, 2, 1)
    return causal_weights(scores / scores.data.std()) @ v


def forgets_the_scores(q, k, v):
    """each row is a plain mean of the values so far, whatever queries and keys are. The scores decide."""
    return causal_weights(q @ k.transpose(0, 2, 1) * 0.0) @ v


def divides_the_scores_by_their_sum(q, k, v):
    """the scores are divided by their sum, without e^score. They may be below 0: `causal_weights` makes weights of
    them.
    """
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    past = scores * np.tril(np.ones(scores.shape[-2:]))
    return past / past.sum(axis=-1, keepdims=True) @ v


def reshapes_the_keys(q, k, v):
    """the keys are brought into shape by `reshape`, which counts the numbers anew. Rows become columns by
    `k.transpose(0, 2, 1)`.
    """
    return causal_weights(q @ k.reshape(len(k), k.shape[2], k.shape[1]) / np.sqrt(q.shape[-1])) @ v


def turns_all_axes(q, k, v):
    """all three axes of k are turned round, as by `k.T`. The batch stays in front: `k.transpose(0, 2, 1)`."""
    return causal_weights(q @ k.T / np.sqrt(q.shape[-1])) @ v


def averages_the_scores_of_the_batch(q, k, v):
    """the scores are averaged over the batch, so that all its rows get the same weights. Each has its own."""
    scores = (q @ k.transpose(0, 2, 1)).mean(axis=0) / np.sqrt(q.shape[-1])
    return causal_weights(scores) @ v


def adds_up_the_scores_of_the_batch(q, k, v):
    """the scores are added up over the batch, so that all its rows get the same weights. Each has its own."""
    scores = (q @ k.transpose(0, 2, 1)).sum(axis=0) / np.sqrt(q.shape[-1])
    return causal_weights(scores) @ v


MISCONCEPTIONS = [
    masks_after_the_softmax,
    looks_one_ahead,
    makes_columns_add_up,
    transposes_the_weights,
    exchanges_queries_and_keys,
    takes_the_mean_of_the_keys,
    scales_the_result,
    scales_the_weights,
    has_no_softmax,
    returns_the_scores,
    gives_the_future_a_score_of_zero,
    measures_distances,
    divides_by_the_spread,
    forgets_the_scores,
    divides_the_scores_by_their_sum,
    reshapes_the_keys,
    turns_all_axes,
    averages_the_scores_of_the_batch,
    adds_up_the_scores_of_the_batch,
]

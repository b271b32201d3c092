"""Exercise 12.6: from scores to probabilities to draw from, with temperature and top-k."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10.nodes import changed_an_argument


def reference(scores, temperature, k):
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / temperature)
    return weights / weights.sum()


def with_infinity(scores, temperature, k):
    scaled = (scores - np.max(scores)) / temperature
    scaled[scores < np.sort(scores)[-k]] = -np.inf
    weights = np.exp(scaled)
    return weights / weights.sum()


def softmax_first(scores, temperature, k):
    p = np.exp((scores - scores.max()) / temperature)
    p /= p.sum()
    p = np.where(p >= np.sort(p)[-k], p, 0.0)
    return p / p.sum()


def forgets_the_temperature(scores, temperature, k):
    """the temperature has no effect: the scores are not divided by it, or something else is, such as the probabilities,
    that a sum evens out again. Divide the scores, before the softmax.
    """
    return reference(scores, 1.0, k)


def multiplies_by_the_temperature(scores, temperature, k):
    """the scores are *multiplied* by the temperature, so that a high one sharpens. Divide by it."""
    return reference(scores * temperature, 1.0, k)


def divides_the_probabilities(scores, temperature, k):
    p = reference(scores, 1.0, k) / temperature
    return p / p.sum()


divides_the_probabilities.__doc__ = forgets_the_temperature.__doc__


def divides_and_leaves_it(scores, temperature, k):
    """the probabilities are divided by the temperature after the softmax, and no longer add up to 1. Divide the scores,
    before the softmax.
    """
    return reference(scores, 1.0, k) / temperature


def keeps_all(scores, temperature, k):
    """all characters keep a probability. Only the k with the highest scores do; the others get 0."""
    return reference(scores, temperature, len(scores))


def keeps_the_lowest(scores, temperature, k):
    """the k characters with the *lowest* scores are kept. `np.argsort` puts the highest last: `[-k:]`."""
    kept = np.argsort(scores)[:k]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / temperature)
    return weights / weights.sum()


def keeps_the_first(scores, temperature, k):
    """the first k characters are kept. It is those with the highest scores: `np.argsort(scores)[-k:]`."""
    weights = np.zeros(len(scores))
    weights[:k] = np.exp((scores[:k] - scores.max()) / temperature)
    return weights / weights.sum()


def does_not_share_out_again(scores, temperature, k):
    """the probabilities of the characters that are left out are lost, so that the rest adds up to less than 1. Divide
    by the sum of those that are kept.
    """
    p = np.exp((scores - scores.max()) / temperature)
    return np.where(scores >= np.sort(scores)[-k], p / p.sum(), 0.0)


def gives_the_others_a_score_of_zero(scores, temperature, k):
    """the characters that are left out get the score 0, and with it a probability. The score for none is -infinity."""
    kept = np.where(scores >= np.sort(scores)[-k], scores, 0.0)
    return reference(kept, temperature, len(scores))


def sorts_the_probabilities(scores, temperature, k):
    """the probabilities are sorted, and belong to other characters. Entry i is that of character i."""
    return np.sort(reference(scores, temperature, k))[::-1]


def returns_those_it_keeps(scores, temperature, k):
    """only k probabilities are returned. The others are 0 and belong to the answer, so that entry i is that of
    character i.
    """
    kept = np.sort(np.argsort(scores)[-k:])
    return reference(scores, temperature, k)[kept]


def does_not_subtract_the_largest(scores, temperature, k):
    """e is raised to a score that is divided by a small temperature, and that overflows. Subtract the largest score
    first: nothing else changes.
    """
    weights = np.exp(scores / temperature) * (scores >= np.sort(scores)[-k])
    return weights / weights.sum()


def always_takes_the_best(scores, temperature, k):
    """the character with the highest score gets all. The temperature and k decide how much the others get."""
    return (np.arange(len(scores)) == scores.argmax()) * 1.0


def draws_already(scores, temperature, k):
    """a character is drawn. Return the probabilities, and let whoever calls draw."""
    p = reference(scores, temperature, k)
    return int(np.random.default_rng(0).choice(len(p), p=p))


def changes_the_scores(scores, temperature, k):
    """`scores` itself is changed. It belongs to the caller: only read it."""
    answer = reference(scores, temperature, k)
    scores /= temperature
    return answer


def run(solution, scores, temperature, k):
    with np.errstate(all="ignore"):
        return solution(scores, temperature, k)


SCORES = {2: [0.0, 1.0], 3: [2.0, -1.0, 0.5], 5: [1.0, 3.0, -2.0, 2.5, -0.5], 6: [-3.0, 14.0, 9.0, 13.0, -11.0, 2.0]}

exercise = Exercise(
    id="12.6",
    title="Temperature and top-k",
    name="next_probabilities",
    side_road=True,
    reference=reference,
    demands=[
        Demand(
            "`next_probabilities(scores, temperature, k)` returns an array with a probability for each character, in "
            "the order of `scores`",
            returns_those_it_keeps,
        ),
        Demand("the k highest scores keep a probability, all others get 0", keeps_all),
        Demand(
            "they are the softmax of the kept scores, each divided by the temperature", multiplies_by_the_temperature
        ),
        Demand("they add up to 1", does_not_share_out_again),
        Demand("a temperature of 0.01 works, too", does_not_subtract_the_largest),
        Demand("`scores` stays as it is", changes_the_scores),
    ],
    cases=[
        Case(
            f"scores {SCORES[n]}, temperature {temperature}, k = {k}",
            lambda n=n, temperature=temperature, k=k: (np.array(SCORES[n]), temperature, k),
        )
        for n, temperature, k in [
            (2, 1.0, 2),
            (2, 0.5, 2),
            (3, 1.0, 2),
            (3, 2.0, 1),
            (5, 0.7, 3),
            (5, 1.5, 5),
            (6, 0.01, 4),
            (6, 5.0, 4),
        ]
    ],
    run=run,
    keeps_arrays=True,
    recognise={changes_the_scores: changed_an_argument},
    alternatives=[with_infinity, softmax_first],
    misconceptions=[
        forgets_the_temperature,
        divides_the_probabilities,
        multiplies_by_the_temperature,
        divides_and_leaves_it,
        keeps_all,
        keeps_the_lowest,
        keeps_the_first,
        does_not_share_out_again,
        gives_the_others_a_score_of_zero,
        sorts_the_probabilities,
        returns_those_it_keeps,
        does_not_subtract_the_largest,
        always_takes_the_best,
        draws_already,
        changes_the_scores,
    ],
    slips=[
        Slip("one character too few is kept: `[-k:]` has k of them.", ("[-k:]", "[1 - k :]")),
        Slip("one character too many is kept: `[-k:]` has k of them.", ("[-k:]", "[-k - 1 :]")),
        Slip(
            "the weights are returned before they add up to 1, with a 1 for the highest score. Divide by their sum.",
            (" / weights.sum()", ""),
        ),
        Slip(
            "the highest score gets the *lowest* probability: a sign is wrong.",
            ("scores[kept] - scores.max()", "scores.max() - scores[kept]"),
        ),
        Slip(
            "the kept scores are divided by their sum, without e^score.",
            ("np.exp((scores[kept] - scores.max()) / temperature)", "scores[kept] / temperature"),
        ),
    ],
)

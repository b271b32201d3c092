"""Exercise 12.6: from scores to probabilities to draw from, with temperature and top-k."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10.nodes import changed_an_argument
from autograd_lib.course.nb12 import wrong_cuts


def reference(scores, temperature, k):
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / temperature)
    return weights / weights.sum()


LOWEST = (
    "the k characters with the *lowest* scores are kept, as where a sorted order is read from the wrong end. "
    "`np.argsort` begins with the smallest of the numbers that it is given."
)


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
    """Breaks the demand on the temperature, as a slip below does."""
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


def gives_the_others_a_score_of_zero(scores, temperature, k):
    """the characters that are left out get a probability, that of the score 0, as where their scores are set to 0. The
    score for none is -infinity.
    """
    kept = np.where(scores >= np.sort(scores)[-k], scores, 0.0)
    return reference(kept, temperature, len(scores))


def divides_by_the_largest(scores, temperature, k):
    """the scores are divided by the largest of them, which makes all differences smaller, or larger. Subtract it: that
    changes no probability.
    """
    return reference(scores / scores.max(), temperature, k)


def standardises(scores, temperature, k):
    """the scores have their mean subtracted and are divided by their standard deviation. The first changes nothing, but
    the second changes how far apart they are: divide by the temperature only.
    """
    return reference((scores - scores.mean()) / scores.std(), temperature, k)


def turns_all_signs(scores, temperature, k):
    """the lower a score, the likelier: the k lowest are kept, and the lowest of them gets most. A sign is wrong."""
    return reference(-scores, temperature, k)


def sorts_the_probabilities(scores, temperature, k):
    """the probabilities are sorted, and belong to other characters. Entry i is that of character i."""
    return np.sort(reference(scores, temperature, k))[::-1]


def sorts_the_probabilities_upwards(scores, temperature, k):
    return np.sort(reference(scores, temperature, k))


sorts_the_probabilities_upwards.__doc__ = sorts_the_probabilities.__doc__


def returns_those_it_keeps(scores, temperature, k):
    """only k probabilities are returned. The others are 0 and belong to the answer, so that entry i is that of
    character i.
    """
    kept = np.sort(np.argsort(scores)[-k:])
    return reference(scores, temperature, k)[kept]


def returns_those_it_keeps_from_the_lowest(scores, temperature, k):
    return reference(scores, temperature, k)[np.argsort(scores)[-k:]]


def returns_those_it_keeps_from_the_highest(scores, temperature, k):
    return reference(scores, temperature, k)[np.argsort(-scores)[:k]]


returns_those_it_keeps_from_the_lowest.__doc__ = returns_those_it_keeps.__doc__
returns_those_it_keeps_from_the_highest.__doc__ = returns_those_it_keeps.__doc__


def draws_already(scores, temperature, k):
    """a whole number is returned, such as that of a character. Return the probabilities, and let whoever calls draw."""
    p = reference(scores, temperature, k)
    return int(np.random.default_rng(0).choice(len(p), p=p))


def is_a_character(case, answer):
    """Whether an answer is the number of a character, whichever was drawn."""
    scores, _, _ = case.make()
    return isinstance(answer, int) and 0 <= answer < len(scores)


def changes_the_scores(scores, temperature, k):
    """`scores` itself is changed. It belongs to the caller: only read it."""
    answer = reference(scores, temperature, k)
    scores /= temperature
    return answer


def run(solution, scores, temperature, k):
    with np.errstate(all="ignore"):
        return solution(scores, temperature, k)


SCORES = {
    2: [0.0, 1.0],
    3: [2.0, -1.0, 0.5],
    4: [0.5, 0.52, -1.0, 0.48],
    5: [1.0, 3.0, -2.0, 2.5, -0.5],
    6: [-3.0, 14.0, 9.0, 13.0, -11.0, 2.0],
}
FAR_BELOW_ZERO = [-9.0, -8.0, -8.01]

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
        Demand("they add up to 1", wrong_cuts.does_not_share_out_again),
        Demand("a temperature of 0.01 works, too", wrong_cuts.does_not_subtract_the_largest),
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
            (3, 100.0, 2),
            (5, 0.7, 3),
            (5, 1.5, 5),
            (6, 0.01, 4),
            (6, 5.0, 4),
            (4, 0.01, 3),
        ]
    ]
    + [Case(f"scores {FAR_BELOW_ZERO}, temperature 0.01, k = 2", lambda: (np.array(FAR_BELOW_ZERO), 0.01, 2))],
    run=run,
    keeps_arrays=True,
    recognise={
        changes_the_scores: changed_an_argument,
        draws_already: is_a_character,
        wrong_cuts.gives_the_others_a_low_score: wrong_cuts.have_one_low_score,
    },
    alternatives=[with_infinity, softmax_first],
    misconceptions=[
        *wrong_cuts.MISCONCEPTIONS,
        forgets_the_temperature,
        divides_the_probabilities,
        divides_and_leaves_it,
        keeps_all,
        gives_the_others_a_score_of_zero,
        divides_by_the_largest,
        standardises,
        turns_all_signs,
        sorts_the_probabilities,
        sorts_the_probabilities_upwards,
        returns_those_it_keeps,
        returns_those_it_keeps_from_the_lowest,
        returns_those_it_keeps_from_the_highest,
        draws_already,
        changes_the_scores,
    ],
    slips=[
        Slip(wrong_cuts.TOO_FEW, ("[-k:]", "[::-1][: k - 1]")),
        Slip(wrong_cuts.TOO_MANY, ("[-k:]", "[-k - 1 :]")),
        Slip(
            "a high temperature sharpens, as where the scores are *multiplied* by it, or e^score is raised to its "
            "power. Divide the scores by it.",
            ("scores.max()) / temperature", "scores.max()) * temperature"),
        ),
        Slip(LOWEST, ("[-k:]", "[:k]")),
        Slip(LOWEST, ("[-k:]", "[:k]"), ("scores.max()", "scores[kept].max()")),
        Slip(
            "the k lowest scores are left out, and all others kept. Those with the k *highest* are to be kept.",
            ("[-k:]", "[k:]"),
        ),
        Slip(
            "all that are kept get the same probability. The scores decide how likely each of them is.",
            ("np.exp((scores[kept] - scores.max()) / temperature)", "1.0"),
        ),
        Slip(
            wrong_cuts.LOGARITHMS,
            ("weights / weights.sum()", "np.log(weights / weights.sum())"),
        ),
        Slip(
            "the squares of the probabilities add up to 1. The probabilities themselves do: divide by the sum.",
            ("weights.sum()", "np.sqrt((weights**2).sum())"),
        ),
        Slip(
            "the highest score gets a 1, whatever the others have, so that all together are more than 1. Divide each "
            "by their sum.",
            (" / weights.sum()", ""),
        ),
        Slip(
            wrong_cuts.SIGN,
            ("scores[kept] - scores.max()", "scores.max() - scores[kept]"),
        ),
        Slip(
            "the kept scores are divided by their sum, without e^score.",
            ("np.exp((scores[kept] - scores.max()) / temperature)", "scores[kept] / temperature"),
        ),
    ],
)

"""Exercise 12.6: from scores to probabilities to draw from, with temperature and top-k."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10.nodes import changed_an_argument


def reference(scores, temperature, k):
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / temperature)
    return weights / weights.sum()


TOO_FEW = "one character too few is kept. The one with the k-th highest score keeps a probability, too."
TOO_MANY = "one character too many is kept, the one with the next lower score. Only k keep a probability."
SIGN = "of the characters that are kept, the highest score gets the *lowest* probability: a sign is wrong."
LOWEST = "the k characters with the *lowest* scores are kept. `np.argsort` puts the highest last: `[-k:]`."


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


def keeps_the_first(scores, temperature, k):
    """the first k characters are kept. It is those with the highest scores: `np.argsort(scores)[-k:]`."""
    weights = np.zeros(len(scores))
    weights[:k] = np.exp((scores[:k] - scores.max()) / temperature)
    return weights / weights.sum()


def keeps_the_last(scores, temperature, k):
    """the last k characters are kept. It is those with the highest scores: `np.argsort(scores)[-k:]`."""
    weights = np.zeros(len(scores))
    weights[-k:] = np.exp((scores[-k:] - scores.max()) / temperature)
    return weights / weights.sum()


def takes_places_for_ranks(scores, temperature, k):
    """`np.argsort` is taken for a list of ranks, as if entry i were how high score i is. Its entries are indices, and
    the last k of them belong to the highest scores: `[-k:]`.
    """
    weights = np.exp((scores - scores.max()) / temperature) * (np.argsort(-scores) < k)
    return weights / weights.sum()


def takes_places_for_ranks_from_below(scores, temperature, k):
    weights = np.exp((scores - scores.max()) / temperature) * (np.argsort(scores) >= len(scores) - k)
    return weights / weights.sum()


takes_places_for_ranks_from_below.__doc__ = takes_places_for_ranks.__doc__


def leaves_out_the_last_of_them(scores, temperature, k):
    weights = np.exp((scores - scores.max()) / temperature) * (scores > np.sort(scores)[-k])
    return weights / weights.sum()


leaves_out_the_last_of_them.__doc__ = TOO_FEW


def keeps_one_too_many(scores, temperature, k):
    limit = np.sort(scores)[::-1][min(k, len(scores) - 1)]
    weights = np.exp((scores - scores.max()) / temperature) * (scores >= limit)
    return weights / weights.sum()


keeps_one_too_many.__doc__ = TOO_MANY


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


def sets_scores_to_zero_after_subtracting(scores, temperature, k):
    """the characters that are left out get a 0 when the largest score has been subtracted, and 0 is then the highest of
    all. The score for none is -infinity.
    """
    scaled = (scores - scores.max()) / temperature
    weights = np.exp(np.where(scores >= np.sort(scores)[-k], scaled, 0.0))
    return weights / weights.sum()


def takes_the_softmax_twice(scores, temperature, k):
    """the softmax is taken twice: of the scores, and once more of the probabilities that are kept. Divide these by
    their sum.
    """
    p = np.exp((scores - scores.max()) / temperature)
    p = np.where(scores >= np.sort(scores)[-k], p / p.sum(), -np.inf)
    return np.exp(p) / np.exp(p).sum()


def takes_the_softmax_of_zeros(scores, temperature, k):
    """the softmax is taken twice: of the scores, and once more when the others have been set to 0, which gives them e⁰.
    Divide the probabilities that are kept by their sum.
    """
    p = np.exp((scores - scores.max()) / temperature)
    p = np.where(scores >= np.sort(scores)[-k], p / p.sum(), 0.0)
    return np.exp(p) / np.exp(p).sum()


def puts_infinity_among_the_weights(scores, temperature, k):
    """-infinity stands among the numbers that are added up, so that the sum is infinite, too. It is a score for none:
    put it there before e is raised to the scores, or a 0 after it.
    """
    weights = np.exp((scores - scores.max()) / temperature)
    weights[scores < np.sort(scores)[-k]] = -np.inf
    return weights / weights.sum()


def divides_by_the_largest(scores, temperature, k):
    """the scores are divided by the largest of them before anything else, which makes all differences smaller, or
    larger. Subtract it: that changes no probability.
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


def turns_the_sign_of_those_it_keeps(scores, temperature, k):
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept].min() - scores[kept]) / temperature)
    return weights / weights.sum()


turns_the_sign_of_those_it_keeps.__doc__ = SIGN


def shares_the_rest_out_evenly(scores, temperature, k):
    """the probabilities of the characters that are left out are dealt out in equal parts. Divide those that are kept by
    their sum: each grows in proportion.
    """
    p = np.exp((scores - scores.max()) / temperature)
    p = np.where(scores >= np.sort(scores)[-k], p / p.sum(), 0.0)
    return np.where(p > 0, p + (1 - p.sum()) / k, 0.0)


def gives_the_rest_to_the_best(scores, temperature, k):
    """the best character gets the probabilities of those that are left out. Divide those that are kept by their sum:
    each grows in proportion.
    """
    p = np.exp((scores - scores.max()) / temperature)
    p = np.where(scores >= np.sort(scores)[-k], p / p.sum(), 0.0)
    p[scores.argmax()] += 1 - p.sum()
    return p


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


def does_not_subtract_the_largest(scores, temperature, k):
    """a score is divided by a small temperature, and e to that power is too large for a float. Subtract the largest
    score before the division: no probability changes, and no power is above e⁰.
    """
    weights = np.exp(scores / temperature) * (scores >= np.sort(scores)[-k])
    return weights / weights.sum()


def subtracts_the_smallest(scores, temperature, k):
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.min()) / temperature)
    return weights / weights.sum()


def overflows_in_all(scores, temperature, k):
    weights = np.exp(scores / temperature)
    weights = np.where(scores >= np.sort(scores)[-k], weights / weights.sum(), 0.0)
    return weights / weights.sum()


subtracts_the_smallest.__doc__ = overflows_in_all.__doc__ = does_not_subtract_the_largest.__doc__


def cuts_large_powers_off(scores, temperature, k):
    """at a small temperature, several of the highest scores have become equal, as where powers that are too large for a
    float are all cut off at one number. Subtract the largest score before the division: no power is above e⁰ then.
    """
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp(np.minimum(scores[kept] / temperature, 700.0))
    return weights / weights.sum()


def makes_zeros_of_what_overflows(scores, temperature, k):
    """at a temperature of 0.01 all probabilities are 0, as where NaN is turned into 0. The powers of e are too large
    for a float: subtract the largest score before the division.
    """
    return np.nan_to_num(does_not_subtract_the_largest(scores, temperature, k))


def always_takes_the_best(scores, temperature, k):
    """the character with the highest score gets all. The temperature and k decide how much the others get."""
    return (np.arange(len(scores)) == scores.argmax()) * 1.0


def draws_already(scores, temperature, k):
    """the number of a character is returned. Return the probabilities, and let whoever calls draw."""
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
    recognise={changes_the_scores: changed_an_argument, draws_already: is_a_character},
    alternatives=[with_infinity, softmax_first],
    misconceptions=[
        forgets_the_temperature,
        divides_the_probabilities,
        divides_and_leaves_it,
        keeps_all,
        keeps_the_first,
        keeps_the_last,
        takes_places_for_ranks,
        takes_places_for_ranks_from_below,
        leaves_out_the_last_of_them,
        keeps_one_too_many,
        does_not_share_out_again,
        gives_the_others_a_score_of_zero,
        sets_scores_to_zero_after_subtracting,
        takes_the_softmax_twice,
        takes_the_softmax_of_zeros,
        puts_infinity_among_the_weights,
        divides_by_the_largest,
        standardises,
        turns_all_signs,
        turns_the_sign_of_those_it_keeps,
        shares_the_rest_out_evenly,
        gives_the_rest_to_the_best,
        sorts_the_probabilities,
        sorts_the_probabilities_upwards,
        returns_those_it_keeps,
        returns_those_it_keeps_from_the_lowest,
        returns_those_it_keeps_from_the_highest,
        does_not_subtract_the_largest,
        subtracts_the_smallest,
        overflows_in_all,
        cuts_large_powers_off,
        makes_zeros_of_what_overflows,
        always_takes_the_best,
        draws_already,
        changes_the_scores,
    ],
    slips=[
        Slip(TOO_FEW, ("[-k:]", "[::-1][: k - 1]")),
        Slip(TOO_MANY, ("[-k:]", "[-k - 1 :]")),
        Slip(
            "the scores are *multiplied* by the temperature, so that a high one sharpens. Divide by it.",
            (") / temperature", ") * temperature"),
        ),
        Slip(LOWEST, ("[-k:]", "[:k]")),
        Slip(LOWEST, ("[-k:]", "[:k]"), ("scores.max()", "scores[kept].max()")),
        Slip(
            "the k lowest scores are left out, and all others kept. Keep k: `[-k:]`.",
            ("[-k:]", "[k:]"),
        ),
        Slip(
            "all that are kept get the same probability. The scores decide how likely each of them is.",
            ("np.exp((scores[kept] - scores.max()) / temperature)", "1.0"),
        ),
        Slip(
            "logarithms are returned. Probabilities are wanted here.",
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
            SIGN,
            ("scores[kept] - scores.max()", "scores.max() - scores[kept]"),
        ),
        Slip(
            "the kept scores are divided by their sum, without e^score.",
            ("np.exp((scores[kept] - scores.max()) / temperature)", "scores[kept] / temperature"),
        ),
    ],
)

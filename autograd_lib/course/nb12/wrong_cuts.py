"""Mistakes in exercise 12.6: in which characters are kept, in what the others get, and in what overflows."""

import numpy as np

TOO_FEW = "one character too few is kept. The one with the k-th highest score keeps a probability, too."
TOO_MANY = "one character too many is kept, the one with the next lower score. Only k keep a probability."
LOGARITHMS = "logarithms are returned. Probabilities are wanted here."
SIGN = "of the characters that are kept, the highest score gets the *lowest* probability: a sign is wrong."


def keeps_the_first(scores, temperature, k):
    """the first k characters are kept. Those with the k highest scores are to be, wherever they stand."""
    weights = np.zeros(len(scores))
    weights[:k] = np.exp((scores[:k] - scores.max()) / temperature)
    return weights / weights.sum()


def keeps_the_last(scores, temperature, k):
    """the last k characters are kept. Those with the k highest scores are to be, wherever they stand."""
    weights = np.zeros(len(scores))
    weights[-k:] = np.exp((scores[-k:] - scores.max()) / temperature)
    return weights / weights.sum()


def takes_places_for_ranks(scores, temperature, k):
    """sometimes other characters are kept than those with the k highest scores, as where the entries of `np.argsort`
    are taken for ranks. Entry i of it says which score comes at place i when they are sorted, not how high score i is.
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


def gives_the_others_a_low_score(scores, temperature, k):
    """the characters that are left out all get one probability, which is not 0, as where they get one low score, such
    as -100. The score for none is -infinity.
    """
    scaled = np.where(scores >= np.sort(scores)[-k], scores, -100.0) / temperature
    weights = np.exp(scaled - scaled.max())
    return weights / weights.sum()


def have_one_low_score(case, answer):
    """Whether all that are left out have one score, not 0, below those that are kept: it is read off the first one.
    Where it is too low to be seen, the answer is right.
    """
    scores, temperature, k = case.make()
    order = np.argsort(scores)
    out, best = order[:-k], order[-1]
    score = scores[best] + temperature * np.log(answer[out[0]] / answer[best]) if len(out) else -np.inf
    scaled = scores / temperature
    scaled[out] = score / temperature
    weights = np.exp(scaled - scaled.max())
    is_low = score < scores[order[-k]] and abs(score) > 1e-6
    return is_low and np.allclose(answer, weights / weights.sum(), rtol=1e-9, atol=1e-12)


def sets_scores_to_zero_after_subtracting(scores, temperature, k):
    """the characters that are left out get as much as the best one, as where their scores become 0 when the largest has
    been subtracted, or where weights begin at 1. The score for none is -infinity, and the weight for none is 0.
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
    """characters that are left out make the sum infinite, as where -infinity stands among the numbers that are added
    up, or +infinity among the scores. -infinity is a *score* for none: put it there before e is raised to the scores,
    or a 0 after it.
    """
    weights = np.exp((scores - scores.max()) / temperature)
    weights[scores < np.sort(scores)[-k]] = -np.inf
    return weights / weights.sum()


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


def does_not_subtract_the_largest(scores, temperature, k):
    """at a small temperature, powers of e come out that no float can hold. Subtract the largest score before the
    division: no probability changes, and no power is above e⁰.
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
    """at a small temperature, several characters with the highest scores get the same probability, as where powers that
    no float can hold are all cut off at one number. Subtract the largest score before the division: no power is above
    e⁰ then.
    """
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp(np.minimum(scores[kept] / temperature, 700.0))
    return weights / weights.sum()


def cuts_small_powers_off_as_well(scores, temperature, k):
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp(np.clip(scores[kept] / temperature, -700.0, 700.0))
    return weights / weights.sum()


cuts_small_powers_off_as_well.__doc__ = cuts_large_powers_off.__doc__


def makes_zeros_of_what_overflows(scores, temperature, k):
    """with scores far from 0 and a small temperature, all probabilities are 0, as where NaN is turned into 0. No float
    can hold the powers of e there: subtract the largest score before the division.
    """
    return np.nan_to_num(does_not_subtract_the_largest(scores, temperature, k))


def divides_the_largest_only(scores, temperature, k):
    """only the largest score is divided by the temperature, as where brackets are missing. That changes nothing, or
    makes every power of e too small or too large for a float. The temperature divides the difference of score and
    largest.
    """
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp(scores[kept] - scores.max() / temperature)
    return weights / weights.sum()


def divides_probabilities_before_a_softmax(scores, temperature, k):
    """the softmax is taken twice: of the scores, and once more of the probabilities, divided by the temperature. Divide
    the scores.
    """
    kept = np.argsort(scores)[-k:]
    p = np.exp(scores[kept] - scores.max())
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((p - p.max()) / p.sum() / temperature)
    return weights / weights.sum()


def takes_one_for_smaller_temperatures(scores, temperature, k):
    """a temperature below 1 is taken for 1, as by `max(temperature, 1)`. Any temperature above 0 has its meaning."""
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / max(temperature, 1.0))
    return weights / weights.sum()


def takes_a_tenth_for_smaller_temperatures(scores, temperature, k):
    """a temperature of 0.01 is taken for 0.1, as by `max(temperature, 0.1)`. Any that is above 0 has its meaning."""
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / max(temperature, 0.1))
    return weights / weights.sum()


def takes_the_best_if_it_is_cold(scores, temperature, k):
    """at a small temperature the character with the highest score gets all. Others with nearly the same score get a
    part, too: divide the scores by the temperature, however small it is.
    """
    kept = np.argsort(scores)[-k if temperature >= 0.1 else -1 :]
    weights = np.zeros(len(scores))
    weights[kept] = np.exp((scores[kept] - scores.max()) / temperature)
    return weights / weights.sum()


def takes_zero_for_left_out(scores, temperature, k):
    """a character whose score is exactly 0 gets the probability 0, as where 0 is the mark of those that are left out.
    It is a score like any other.
    """
    weights = np.exp((scores - scores.max()) / temperature) * (scores >= np.sort(scores)[-k]) * (scores != 0)
    return weights / weights.sum()


def subtracts_the_smallest_without_exponentials(scores, temperature, k):
    """the lowest score is subtracted, and what is left is divided by its sum, without e^score. The temperature has no
    effect then.
    """
    kept = np.argsort(scores)[-k:]
    weights = np.zeros(len(scores))
    weights[kept] = scores[kept] - scores.min()
    return weights / weights.sum()


def returns_logarithms(scores, temperature, k):
    scaled = np.where(scores >= np.sort(scores)[-k], (scores - scores.max()) / temperature, -np.inf)
    return scaled - np.log(np.exp(scaled).sum())


returns_logarithms.__doc__ = LOGARITHMS


def always_takes_the_best(scores, temperature, k):
    """the character with the highest score gets all. The temperature and k decide how much the others get."""
    return (np.arange(len(scores)) == scores.argmax()) * 1.0


MISCONCEPTIONS = [
    keeps_the_first,
    keeps_the_last,
    takes_places_for_ranks,
    takes_places_for_ranks_from_below,
    leaves_out_the_last_of_them,
    keeps_one_too_many,
    does_not_share_out_again,
    gives_the_others_a_low_score,
    sets_scores_to_zero_after_subtracting,
    takes_the_softmax_twice,
    takes_the_softmax_of_zeros,
    puts_infinity_among_the_weights,
    turns_the_sign_of_those_it_keeps,
    shares_the_rest_out_evenly,
    gives_the_rest_to_the_best,
    does_not_subtract_the_largest,
    subtracts_the_smallest,
    overflows_in_all,
    cuts_large_powers_off,
    cuts_small_powers_off_as_well,
    makes_zeros_of_what_overflows,
    divides_the_largest_only,
    divides_probabilities_before_a_softmax,
    takes_one_for_smaller_temperatures,
    takes_a_tenth_for_smaller_temperatures,
    takes_the_best_if_it_is_cold,
    takes_zero_for_left_out,
    subtracts_the_smallest_without_exponentials,
    returns_logarithms,
    always_takes_the_best,
]

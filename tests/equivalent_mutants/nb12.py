"""Mutants of notebook 12's solutions that are right as well."""

SQUARE = "The last two axes of the scores are equally long."
LAST_BY_DEFAULT = "The softmax goes along the last axis anyway."
HUGE = "A score that far below the others gets the weight 0 all the same."
ANY_NEGATIVE = "NumPy takes any negative size for the one that it is to find out."
EVENED_OUT = "What is kept is made to add up to 1 at the end, whatever the probabilities added up to before."
WHOLE_TRIANGLE = "`np.tril` cuts the last two axes of the ones, and the rest has the shape of the scores."

EQUIVALENT = {
    "12.3": {
        "adds_a_mask: size = scores.shape[-1] -> size = scores.shape[-2]": SQUARE,
        "adds_a_mask: return (scores + np.triu(np.full((size, size), -np.inf), 1)).softmax(axis=-1) -> return (scores "
        "+ np.triu(np.full((size, size), -np.inf), 1)).softmax()": LAST_BY_DEFAULT,
        "by_dividing: past = np.tril(np.ones(scores.shape[-2:])) -> past = np.tril(np.ones(scores.shape[:]))": (
            WHOLE_TRIANGLE
        ),
        "by_dividing: past = np.tril(np.ones(scores.shape[-2:])) -> past = np.tril(np.ones(scores.shape[-3:]))": (
            WHOLE_TRIANGLE
        ),
        "reference: size = scores.shape[-1] -> size = scores.shape[-2]": SQUARE,
        "with_a_large_number: t = np.arange(scores.shape[-1]) -> t = np.arange(scores.shape[-2])": SQUARE,
        "with_a_large_number: return where(t[:, np.newaxis] >= t, scores, -1000000000.0).softmax() -> return "
        "where(t[:, np.newaxis] >= t, scores, -1000000001.0).softmax()": HUGE,
    },
    "12.4": {
        "one_product_at_a_time: products = q.reshape(-1, size, 1, width) * k.reshape(-1, 1, size, width) -> products = "
        "q.reshape(-2, size, 1, width) * k.reshape(-1, 1, size, width)": ANY_NEGATIVE,
        "one_product_at_a_time: products = q.reshape(-1, size, 1, width) * k.reshape(-1, 1, size, width) -> products = "
        "q.reshape(-1, size, 1, width) * k.reshape(-2, 1, size, width)": ANY_NEGATIVE,
    },
    "12.5": {
        "with_one_unknown: return x.reshape(*x.shape[:2], heads, -1).transpose((0, 2, 1, 3)) -> return "
        "x.reshape(*x.shape[:2], heads, -2).transpose((0, 2, 1, 3))": ANY_NEGATIVE,
    },
    "12.6": {
        "softmax_first: p /= p.sum() -> p *= p.sum()": EVENED_OUT,
        "softmax_first: p /= p.sum() -> (dropped)": EVENED_OUT,
        "softmax_first: p /= p.sum() -> p /= p.mean()": EVENED_OUT,
    },
}

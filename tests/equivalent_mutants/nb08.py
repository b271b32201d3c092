"""Mutants of notebook 08's solutions that are as right as the solutions themselves, with the reason for each."""

CUT = "count = 3 * len(pairs) // 4"
ANY_CUT = "The exercise does not say how large the two parts are."
PAIRS, SWAPPED = "for score, target in zip(scores, targets):", "for score, target in zip(targets, scores):"
SIDES = "total += ((-z).exp() + 1).log() if z.data > 0 else (z.exp() + 1).log() - z"
COSTS = "costs = [(score * -target).softplus() for score, target in zip(scores, targets)]"
PRODUCT = "The margin is a product, whose factors may change places."
TARGET = "The targets are -1 and 1, and to divide by them is to multiply."
SAME_SIDES = "The two formulas give the same; each is there to keep the exponent of a large margin below 0."

EQUIVALENT = {
    "8.1": {
        f"splits_by_hand: {CUT} -> count = 4": ANY_CUT,
        f"splits_by_hand: {CUT} -> count = (3 + len(pairs)) // 4": ANY_CUT,
        f"splits_by_hand: {CUT} -> count = len(pairs) // 4": ANY_CUT,
        f"splits_by_hand: {CUT} -> count = 3 * len(pairs) // 5": ANY_CUT,
        "takes_the_mean_of_both: for a_xs, a_ys, b_xs, b_ys in [parts, parts[2:] + parts[:2]]: -> "
        "the same, with `return np.mean(shares)` at the end of its body": "One model and one share are enough.",
    },
    "8.2": {
        f"a_side_for_each_sign: {PAIRS} -> {SWAPPED}": PRODUCT,
        "a_side_for_each_sign: z = score * target -> z = score / target": TARGET,
        f"a_side_for_each_sign: {SIDES} -> {SIDES.replace('> 0', '>= 0')}": SAME_SIDES,
        f"a_side_for_each_sign: {SIDES} -> {SIDES.replace('> 0', '> 1')}": SAME_SIDES,
        f"reference: {COSTS} -> {COSTS.replace('* -', '/ -')}": TARGET,
        f"reference: {COSTS} -> {COSTS.replace('scores, targets', 'targets, scores')}": PRODUCT,
        f"with_absolute_margins: {PAIRS} -> {SWAPPED}": PRODUCT,
        "with_absolute_margins: z = score * target -> z = score / target": TARGET,
    },
}

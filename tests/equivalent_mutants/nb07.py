"""Mutants of notebook 07's solutions that are as right as the solutions themselves, with the reason for each."""

SQUARE = "The error is squared, so its sign does not matter."
ERRORS = "loss = Value.sum([(p - y) ** 2 for p, y in zip(predictions, ys)])"
LINE = "loss = Value.sum([(m * x + b - y) ** 2 for x, y in zip(xs, ys)])"
BOTH = "line -= lr * 2 * np.array([np.dot(errors, x), np.sum(errors)])"
LOSS = "loss = sum_of_squares(predictions, ys) -> loss = sum_of_squares(ys, predictions)"

EQUIVALENT = {
    "7.1": {
        "a_backward_for_each_sample: square = (model(x) - y) ** 2 -> square = (y - model(x)) ** 2": SQUARE,
        f"reference: {ERRORS} -> {ERRORS.replace('p - y', 'y - p')}": SQUARE,
        f"reference: {ERRORS} -> {ERRORS.replace('predictions, ys', 'ys, predictions')}": SQUARE,
        "zeroes_first: total = total + (model(x) - y) ** 2 -> total = total + (y - model(x)) ** 2": SQUARE,
    },
    "7.2": {
        f"reference: {LINE} -> {LINE.replace('m * x + b - y', 'y - (m * x + b)')}": SQUARE,
        f"with_arrays: {BOTH} -> {BOTH.replace('errors, x', 'x, errors')}": (
            "The dot product of two rows of numbers is the same either way."
        ),
    },
    "7.4": {
        f"predicts_again_at_the_end: {LOSS}": SQUARE,
        f"reference: {LOSS}": SQUARE,
    },
}

"""Mutants of notebook 11's solutions that are right as well."""

SET_AFTERWARDS = "Every number of the array is set afterwards."

EQUIVALENT = {
    "11.3": {
        "one_number_at_a_time: maps = np.zeros((len(x), len(weight), x.shape[2] - height + 1, x.shape[3] - width + 1))"
        " -> maps = np.ones((len(x), len(weight), x.shape[2] - height + 1, x.shape[3] - width + 1))": SET_AFTERWARDS,
        "reference: maps = np.zeros((len(x), len(weight), rows, columns)) -> maps = np.ones((len(x), len(weight), rows,"
        " columns))": SET_AFTERWARDS,
    },
    "11.5": {
        "four_comparisons: gradient, waiting = (np.zeros(x.shape), np.ones(g.shape, dtype=bool)) -> gradient, waiting ="
        " (np.ones(x.shape), np.ones(g.shape, dtype=bool))": SET_AFTERWARDS,
    },
}

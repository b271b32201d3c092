"""Mutants of notebook 15's solutions that are right as well."""

COMMUTES = "Size times gradient is gradient times size."

EQUIVALENT = {
    "15.1": {
        "reference: for gradient, size in zip(gradients, sizes): -> for gradient, size in zip(sizes,"
        " gradients):": COMMUTES,
        "share_by_share: return sum((size / rows * gradient for gradient, size in zip(gradients, sizes))) -> return"
        " sum((size / rows * gradient for gradient, size in zip(sizes, gradients)))": "A division by the number of "
        "rows may come before or after.",
    },
    "15.2": {
        "in_a_list: slots = [None] * count -> slots = count * [None]": "A list may be multiplied from both sides.",
        "sorted_first: came, total = (set(), np.zeros_like(arrivals[0][1]) if arrivals else None) -> came, total ="
        " (set(), np.zeros_like(arrivals[0][0]) if arrivals else None)": "A zero is added like an array of zeros.",
    },
    "15.4": {
        "by_the_factors: while all((abs(1 - workers * rate * c) < 1 for c in curvatures)): -> while all((abs(workers *"
        " rate * c - 1) < 1 for c in curvatures)):": "The absolute value is the same.",
    },
}

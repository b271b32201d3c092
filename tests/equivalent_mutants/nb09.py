"""Mutants of notebook 09's solutions that are right as well."""

EITHER_WAY = "The two numbers are multiplied, and either may be the first factor."

EQUIVALENT = {
    "9.4": {
        "fills_it_in: rows = [[0.0] * len(inputs) for _ in range(outputs)] -> rows = [len(inputs) * [0.0] for _ in "
        "range(outputs)]": "A list is repeated as often, from either side.",
        "fills_it_in: rows = [[0.0] * len(inputs) for _ in range(outputs)] -> rows = [[1.0] * len(inputs) for _ in "
        "range(outputs)]": "Every entry is set afterwards.",
        "fills_it_in: tangents = [0.0] * len(inputs) -> tangents = len(inputs) * [0.0]": (
            "A list is repeated as often, from either side."
        ),
    },
    "9.6": {
        "along_the_line: return jvp(lambda t: f(*(x + t * d for x, d in zip(inputs, direction))), [t], [1.0])[1]"
        " -> return jvp(lambda t: f(*(x + t * d for x, d in zip(inputs, direction))), [t], [2.0])[1]": (
            "At twice the speed the slope doubles, and so does its change: their quotient stays."
        ),
        "from_the_gradient: return -sum((g * d for g, d in zip(gradient, direction))) / sum((c * d for c, d in "
        "zip(change, direction))) -> return -sum((g * d for g, d in zip(direction, gradient))) / sum((c * d for c, d "
        "in zip(change, direction)))": EITHER_WAY,
        "from_the_gradient: return -sum((g * d for g, d in zip(gradient, direction))) / sum((c * d for c, d in "
        "zip(change, direction))) -> return -sum((g * d for g, d in zip(gradient, direction))) / sum((c * d for c, d "
        "in zip(direction, change)))": EITHER_WAY,
        "reference: for d, c in zip(direction, change): -> for d, c in zip(change, direction):": EITHER_WAY,
    },
}

"""Mutants of notebook 14's solutions that are right as well."""

EQUIVALENT = {
    "14.4": {
        "from_the_result: return g * (1 - abs(y)) ** 2 -> return g * (abs(y) - 1) ** 2": "A square has no sign.",
    },
}

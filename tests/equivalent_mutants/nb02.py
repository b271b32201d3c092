"""Mutants of notebook 02's solutions that are as right as the solutions themselves, with the reason for each."""

ONE = "A factor of 1 changes nothing."
NO_SLOPE = "A constant changes no slope."

EQUIVALENT = {
    "2.4": {
        "reference: de_da = de_dc * 1 + de_dd * c -> de_da = de_dc / 1 + de_dd * c": ONE,
        "reference: de_da = de_dc * 1 + de_dd * c -> de_da = de_dc + de_dd * c": ONE,
        "reference: de_db = de_dc * 1 -> de_db = de_dc / 1": ONE,
        "reference: de_db = de_dc * 1 -> de_db = de_dc": ONE,
    },
    "2.5": {
        "asks_the_users: paths[node] += graph[user].count(node) * paths.get(user, 0) -> "
        "paths[node] += graph[user].count(node) * paths.get(user, 1)": (
            "A user without an entry stands before the node in the table, so it does not use the node: 0 times 1."
        ),
    },
    "2.6": {
        "adds_a_constant: return a * (1 + b) - 7 -> return a * (1 + b) + 7": NO_SLOPE,
        "adds_a_constant: return a * (1 + b) - 7 -> return a * (1 + b)": NO_SLOPE,
        "adds_a_constant: return a * (1 + b) - 7 -> return a * (1 + b) - 8": NO_SLOPE,
    },
}

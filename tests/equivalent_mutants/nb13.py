"""Mutants of notebook 13's solutions that are right as well."""

OTHERS = "Levels of nodes of other graphs stay in the dictionary, and nobody asks for them."
SYMMETRIC = "Weight times input is input times weight."
ENDS = "`zip` ends with the inputs, of which there are k."
ROUNDED = "Half of an odd number is rounded down."
ANY_ORDER = "Payments to one place may be added up in any order."

EQUIVALENT = {
    "13.1": {
        "calls_itself: levels, found = ({}, {}) -> the same, but `{}` made once for all calls (line 3) (1)": OTHERS,
        "leaves_first: level, found = ({}, {}) -> the same, but `{}` made once for all calls (line 2) (1)": OTHERS,
        "reference: level, found = ({}, {}) -> the same, but `{}` made once for all calls (line 2) (1)": OTHERS,
        "pushes_up: return {key: [node for node in keys if keys[node] == key] for key in set(keys.values())} -> return"
        " {key: [node for node in keys if keys[node] == key] for key in keys.values()}": "A key that comes again gets "
        "the same list again.",
    },
    "13.2": {
        "node_by_node: for w, x in zip(rest[:k], rest[k:]): -> for w, x in zip(rest[k:], rest[:k]):": SYMMETRIC,
        "node_by_node: for w, x in zip(rest[:k], rest[k:]): -> for w, x in zip(rest[:], rest[k:]):": ENDS,
        "row_by_row: k = (len(inputs) - 1) // 2 -> k = len(inputs) // 2": ROUNDED,
        "row_by_row: k = (len(inputs) - 1) // 2 -> k = (len(inputs) - 0) // 2": ROUNDED,
        "row_by_row: for w, x in zip(inputs[1:k + 1], inputs[k + 1:]): -> for w, x in zip(inputs[k + 1:], inputs[1:k +"
        " 1]):": SYMMETRIC,
        "row_by_row: for w, x in zip(inputs[1:k + 1], inputs[k + 1:]): -> for w, x in zip(inputs[1:], inputs[k +"
        " 1:]):": ENDS,
        "row_by_row: for w, x in zip(inputs[1:k + 1], inputs[k + 1:]): -> for w, x in zip(inputs[1:k + 2], inputs[k +"
        " 1:]):": ENDS,
    },
    "13.3": {
        "sorted_runs: order = np.argsort(targets, axis=None, kind='stable') -> order = np.argsort(targets,"
        " axis=None)": ANY_ORDER,
        "sorted_runs: order = np.argsort(targets, axis=None, kind='stable') -> order = np.argsort(targets, axis=None,"
        " kind='stable?')": "NumPy looks at the first letter of the kind.",
    },
    "13.5": {
        "looks_whether_it_is_g_for_real: if np.shares_memory(g, out): -> if np.shares_memory(out, g):": "Sharing is "
        "mutual.",
    },
}

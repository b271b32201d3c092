"""Mutants of notebook 04's solutions that are right as well."""

ANY_EXPRESSION = "Another expression on which the two engines disagree: any of them will do."
START_AT_0 = "The exercise says that all gradients are 0 when `backward` is called."
DEPTH = "depth[node] = 1 + max((measure(node_input) for node_input in node._prev), default=0)"


def instead_of(old, *several):
    """Expressions that do as well as the one that a function returns."""
    return {f"{old} -> {new}": ANY_EXPRESSION for new in several}


EQUIVALENT = {
    "4.2": {
        f"by_depth: {DEPTH} -> {DEPTH.replace('1 +', '2 +')}": "Depths twice as large are in the same order.",
        f"by_depth: {DEPTH} -> {DEPTH.replace('default=0', 'default=1')}": "Depths larger by 1 are in the same order.",
        "by_depth: return sorted(reversed(depth), key=depth.get) -> return sorted(depth, key=depth.get)": (
            "Nodes of one depth do not depend on one another, so they may stand in any order."
        ),
    },
    "4.3": {
        "counts: unpaid = {} -> the same, but `{}` made once for all calls": (
            "A call counts each node down to 0 again, and 0 is what a new dict would give."
        ),
        "pays_by_hand: for node in order: -> (dropped)": START_AT_0,
        "pays_by_hand: node.grad = 0.0 -> (dropped)": START_AT_0,
        "slices: root.grad += 1.0 -> root.grad = 1.0": START_AT_0,
    },
    "4.4": {
        **instead_of("reference: return a + a", "return a - a"),
        **instead_of(
            "shows_it_on_one_side_only: return (a + a - 2).relu()",
            "return (a + a + 2).relu()",
            "return (a + a).relu()",
            "return (2 - (a + a)).relu()",
            "return (a + a - 3).relu()",
        ),
        **instead_of("squares: return a * a", "return a / a", "return a + a"),
        **instead_of(
            "three_uses: return a * a * a",
            "return a * a + a",
            "return a * a",
            "return a / a * a",
            "return (a + a) * a",
        ),
        **instead_of("uses_a_node_on_the_way_twice: b = a * 2", "b = a / 2", "b = a + 2", "b = a", "b = a * 3"),
        **instead_of("uses_a_node_on_the_way_twice: return b * b", "return b / b", "return b + b"),
        **instead_of("uses_it_at_two_depths: return a.tanh() + a", "return a.tanh() - a"),
    },
    "4.5": {
        "asks_for_the_operation: root.grad += 1.0 -> root.grad = 1.0": "The root was set to 0 just before.",
    },
    "4.6": {
        "from_the_leaves: users, waiting = ({root: []}, {}) -> the same, but `[]` made once for all calls": (
            "Nothing is put into this list: nobody uses the root."
        ),
        "from_the_leaves: users, waiting = ({root: []}, {}) -> the same, but `{}` made once for all calls": (
            "Each call sets the entries of its own nodes afresh, and looks at no others."
        ),
    },
}

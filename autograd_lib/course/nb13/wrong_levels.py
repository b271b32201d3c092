"""Mistakes in exercise 13.1: in how levels are counted, and in how nodes find each other."""

from autograd_lib.engine.graph import topological_order


def counts_from_the_root(root):
    """levels are counted from the root down. A node can be computed when its inputs are there: count from the leaves
    up.
    """
    order = topological_order(root)
    level, found = dict.fromkeys(order, 0), {}
    for node in reversed(order):
        for node_input in node._prev:
            level[node_input] = max(level[node_input], level[node] + 1)
    for node in order:
        if node._prev:
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def counts_the_shortest_way_from_the_root(root):
    """levels are counted from the root down, by the shortest way. A node can be computed when its inputs are there:
    count from the leaves up.
    """
    order, found = topological_order(root), {}
    level = {root: 0}
    for node in reversed(order):
        for node_input in node._prev:
            level[node_input] = min(level.get(node_input, len(order)), level[node] + 1)
    for node in order:
        if node._prev:
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def counts_from_the_root_and_turns_it_round(root):
    """a node stands as high as the nodes *above* it allow, as where levels are counted from the root down and then
    turned round. Count from the leaves up: one level above the highest of its inputs.
    """
    order = topological_order(root)
    distance, found = dict.fromkeys(order, 0), {}
    for node in reversed(order):
        for node_input in node._prev:
            distance[node_input] = max(distance[node_input], distance[node] + 1)
    highest = max(distance.values())
    for node in order:
        if node._prev:
            found.setdefault((highest - distance[node], node._op, len(node._prev)), []).append(node)
    return found


def takes_the_first_input(root):
    """the level is one more than that of the *first* input. Another input may be higher, and a node has to wait for
    all of them: take the highest.
    """
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = 1 + level[node._prev[0]] if node._prev else 0
        if node._prev:
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def takes_the_last_input(root):
    """the level is one more than that of the *last* input, as when a loop over the inputs overwrites it. A node has to
    wait for all of its inputs: take the highest.
    """
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = 1 + level[node._prev[-1]] if node._prev else 0
        if node._prev:
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def adds_the_levels(root):
    """the levels of the inputs are added up. A node is one level above the *highest* of its inputs."""
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = 0
        for node_input in node._prev:
            level[node] += level[node_input]
        if node._prev:
            level[node] += 1
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def adds_one_for_each_input(root):
    """the levels of the inputs are added up, and 1 for each input. Take the highest of them, and add 1 once."""
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = sum(level[n] + 1 for n in node._prev)
        if node._prev:
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def takes_the_place_in_the_order(root):
    """the level of a node is its place in the topological order. Nodes that do not need each other may share a level:
    it is one more than that of the highest input.
    """
    found = {}
    for place, node in enumerate(topological_order(root)):
        if node._prev:
            found.setdefault((place, node._op, len(node._prev)), []).append(node)
    return found


def counts_all_below(root):
    """the level is how many nodes there are below the node. It is one more than that of the highest input, however
    many there are on the levels below.
    """
    found = {}
    for node in topological_order(root):
        if node._prev:
            found.setdefault((len(topological_order(node)) - 1, node._op, len(node._prev)), []).append(node)
    return found


def keeps_levels_by_label(root):
    """to the nodes above them, all nodes without a label are on one level, as where it is kept under the label. Keep a
    level under the node itself.
    """
    level, found = {}, {}
    for node in topological_order(root):
        level[node.label] = 1 + max((level[n.label] for n in node._prev), default=-1)
        if node._prev:
            found.setdefault((level[node.label], node._op, len(node._prev)), []).append(node)
    return found


def keeps_levels_by_number(root):
    """to the nodes above them, all nodes with equal numbers are on one level, as where it is kept under the number.
    Keep a level under the node itself.
    """
    level, found = {}, {}
    for node in topological_order(root):
        level[node.data] = 1 + max((level[n.data] for n in node._prev), default=-1)
        if node._prev:
            found.setdefault((level[node.data], node._op, len(node._prev)), []).append(node)
    return found


def averages_the_levels(root):
    """the level is one more than the mean of those of the inputs, without what is behind the point. A node has to wait
    for all of its inputs: take the highest.
    """
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = 1 + sum(level[n] for n in node._prev) // len(node._prev) if node._prev else 0
        if node._prev:
            found.setdefault((level[node], node._op, len(node._prev)), []).append(node)
    return found


def counts_different_inputs(root):
    """an input that is used twice is counted once. `a + a` has two inputs: `len(node._prev)`."""
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = 1 + max((level[n] for n in node._prev), default=-1)
        if node._prev:
            key = (level[node], node._op, len(set(node._prev)))
            found.setdefault(key, []).append(node)
    return found


MISCONCEPTIONS = [
    counts_from_the_root,
    counts_the_shortest_way_from_the_root,
    counts_from_the_root_and_turns_it_round,
    takes_the_first_input,
    takes_the_last_input,
    adds_the_levels,
    adds_one_for_each_input,
    takes_the_place_in_the_order,
    counts_all_below,
    keeps_levels_by_label,
    keeps_levels_by_number,
    averages_the_levels,
    counts_different_inputs,
]

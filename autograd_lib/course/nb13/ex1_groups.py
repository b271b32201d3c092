"""Exercise 13.1: the nodes of a graph in groups, each of which can be computed at once."""

from itertools import groupby

from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb13 import wrong_levels
from autograd_lib.course.nb13.grouped import GRAPHS, STRANGER, run
from autograd_lib.engine.graph import topological_order


def reference(root):
    level, found = {}, {}
    for node in topological_order(root):
        level[node] = 1 + max((level[n] for n in node._prev), default=-1)
        if node._prev:
            key = (level[node], node._op, len(node._prev))
            found.setdefault(key, []).append(node)
    return found


def level_by_level(root):
    """Takes, again and again, all nodes whose inputs are known."""
    waiting, known, found, level = topological_order(root), set(), {}, 0
    while waiting:
        now = [node for node in waiting if known.issuperset(node._prev)]
        for node in now:
            if node._prev:
                found.setdefault((level, node._op, len(node._prev)), []).append(node)
        known.update(now)
        waiting = [node for node in waiting if node not in known]
        level += 1
    return found


def leaves_first(root):
    level, found = {}, {}
    for node in topological_order(root):
        if not node._prev:
            level[node] = 0
            continue
        level[node] = 1 + max(level[n] for n in node._prev)
        key = (level[node], node._op, len(node._prev))
        if key not in found:
            found[key] = []
        found[key] += [node]
    return found


def pushes_up(root):
    """Each node in its turn lifts those that use it."""
    order = topological_order(root)
    level = dict.fromkeys(order, 0)
    for node in order:
        for node_input in node._prev:
            level[node] = max(level[node], level[node_input] + 1)
    keys = {node: (level[node], node._op, len(node._prev)) for node in order if node._prev}
    return {key: [node for node in keys if keys[node] == key] for key in set(keys.values())}


def calls_itself(root):
    """Keeps each level, so that no path is walked twice."""
    levels, found = {}, {}

    def level(node):
        if node not in levels:
            levels[node] = 1 + max((level(n) for n in node._prev), default=-1)
        return levels[node]

    level(root)
    for node in topological_order(root):
        if node._prev:
            found.setdefault((levels[node], node._op, len(node._prev)), []).append(node)
    return found


def follows_each_path(root):
    """all paths are walked, and there may be 2ⁿ of them, as where a level is computed anew each time that it is needed.
    Find the level of each node once, in the topological order, and keep it.
    """

    def level(node):
        return 1 + max((level(n) for n in node._prev), default=-1)

    found = {}
    for node in topological_order(root):
        if node._prev:
            found.setdefault((level(node), node._op, len(node._prev)), []).append(node)
    return found


def counts_back_from_the_root(root):
    """the levels are turned round: the root has level 1, and those further down higher numbers. The nodes that are
    computed first are on level 1.
    """
    found = reference(root)
    highest = max((level for level, _, _ in found), default=0)
    return {(highest + 1 - level, op, arity): nodes for (level, op, arity), nodes in found.items()}


def leaves_all_on_one_level(root):
    """all nodes are on level 0, as where nothing is added to the levels of the inputs, or where these are not known
    when a node's turn comes. Go from the leaves on, keep the level of each node, and add 1 to the highest of its
    inputs.
    """
    found = {}
    for (_, op, arity), nodes in reference(root).items():
        found.setdefault((0, op, arity), []).extend(nodes)
    return found


def puts_all_on_the_first_level(root):
    """all computed nodes are on level 1, as where the levels of their inputs are not known when their turn comes. Go
    from the leaves on, keep the level of each node, and add 1 to the highest of its inputs.
    """
    found = {}
    for (_, op, arity), nodes in reference(root).items():
        found.setdefault((1, op, arity), []).extend(nodes)
    return found


def takes_neighbours_in_the_order_together(root):
    """a group holds only its last nodes, those that stand side by side in the order, as where `itertools.groupby` makes
    a list of each such run, and a later list replaces an earlier one of the same key. Append to the list that is
    there, or sort by the keys first.
    """
    found = {}
    key_of = {node: key for key, nodes in reference(root).items() for node in nodes}
    for key, nodes in groupby(topological_order(root), key_of.get):
        if key:
            found[key] = list(nodes)
    return found


def takes_neighbours_without_the_leaves(root):
    found = {}
    key_of = {node: key for key, nodes in reference(root).items() for node in nodes}
    for key, nodes in groupby(filter(key_of.get, topological_order(root)), key_of.get):
        found[key] = list(nodes)
    return found


takes_neighbours_without_the_leaves.__doc__ = takes_neighbours_in_the_order_together.__doc__


def counts_the_users(root):
    """the third part of the key is how many nodes *use* the node. It is how many inputs the node has:
    `len(node._prev)`.
    """
    users = {node: 0 for node in topological_order(root)}
    for node in users:
        for node_input in node._prev:
            users[node_input] += 1
    found = {}
    for (level, op, _), nodes in reference(root).items():
        for node in nodes:
            found.setdefault((level, op, users[node]), []).append(node)
    return found


def keeps_the_dictionary(root, found={}):  # noqa: B006 (that is the mistake)
    """there are Values in the lists that are no nodes of this graph. They were made anew, or belong to another graph,
    as where a dictionary outside of the function, or a default such as `found={}`, keeps them from call to call.
    """
    for key, nodes in reference(root).items():
        found.setdefault(key, []).extend(nodes)
    return found


def holds_strangers(case, answer):
    """Recognises what is left from other calls, wherever it is found."""
    return frozenset({WHOLE} if getattr(answer, "kind", "") == STRANGER else ())


def returns_places(root):
    """the lists hold whole numbers, such as places in the order. They are to hold the nodes themselves."""
    place = {node: i for i, node in enumerate(topological_order(root))}
    return {key: [place[node] for node in nodes] for key, nodes in reference(root).items()}


def appends_once_for_each_input(root):
    """a node is in its list once for each of its inputs, as where it is appended in the loop over them. It is computed
    once, and so it is there once.
    """
    return {key: [node for node in nodes for _ in range(key[2])] for key, nodes in reference(root).items()}


def appends_once_for_each_use(root):
    """a node is in its list once for each time that it is used, as where it is appended in a loop over the inputs of
    others. It is computed once, and so it is there once.
    """
    times = {root: 1}
    for node in topological_order(root):
        for node_input in node._prev:
            times[node_input] = times.get(node_input, 0) + 1
    return {key: [node for node in nodes for _ in range(times[node])] for key, nodes in reference(root).items()}


def appends_once_for_each_way(root):
    """a node is in its list once for each way that leads to it from the root, as where a walk does not mark what it has
    seen. It is computed once, and so it is there once: go through `topological_order(root)`.
    """
    ways = {root: 1}
    for node in reversed(topological_order(root)):
        for node_input in node._prev:
            ways[node_input] = ways.get(node_input, 0) + ways[node]
    return {
        key: [node for node in nodes for _ in range(min(ways[node], 1000))] for key, nodes in reference(root).items()
    }


def gives_all_keys_one_list(root):
    """under each key stand all computed nodes, as where all keys share one list, which `dict.fromkeys(keys, [])` makes.
    Each key needs a list of its own, with its own nodes.
    """
    found = dict.fromkeys(reference(root), [])  # noqa: RUF024 (that is the mistake)
    for key, nodes in reference(root).items():
        found[key].extend(nodes)
    return found


def returns_numbers(root):
    """the lists hold floats, such as the numbers of the nodes. Two nodes may hold the same number: put the nodes
    themselves there.
    """
    return {key: [node.data for node in nodes] for key, nodes in reference(root).items()}


def returns_labels(root):
    """the lists hold texts, such as the labels of the nodes. Most nodes have none: put the nodes themselves there."""
    return {key: [node.label for node in nodes] for key, nodes in reference(root).items()}


def counts_nodes(root):
    """a whole number stands under a key, such as how many nodes there are. A replay needs to know which they are: a
    list of them.
    """
    return {key: len(nodes) for key, nodes in reference(root).items()}


def returns_the_lists_alone(root):
    """a list or a tuple is returned. A replay has to know what to compute: return a dictionary, whose keys say it."""
    return list(reference(root).values())


def returns_two_things(root):
    """a tuple is returned, of several things. Only the dictionary of the groups is asked for."""
    return {}, reference(root)


def gives_generators(root):
    """a generator stands under a key. It gives its nodes once, and then nothing: make a list of it."""
    return {key: (node for node in nodes) for key, nodes in reference(root).items()}


def gives_filters(root):
    """a `filter` stands under a key. It gives its nodes once, and then nothing: make a list of it."""
    return {key: filter(None, nodes) for key, nodes in reference(root).items()}


def groups_by_level_and_operation(root):
    """the key has two parts, such as level and operation. It has three, level, operation and number of inputs: a sum of
    two and a sum of three make no array together.
    """
    found = {}
    for (level, op, _), nodes in reference(root).items():
        found.setdefault((level, op), []).extend(nodes)
    return found


def groups_by_level(root):
    """the key is one whole number, such as the level alone. Nodes of one level may be of different operations: the key
    has three parts.
    """
    found = {}
    for (level, _, _), nodes in reference(root).items():
        found.setdefault(level, []).extend(nodes)
    return found


def groups_by_operation(root):
    """the key has two parts, a text and a number, such as the operation and the number of inputs. It has three: the
    level, the operation and the number of inputs.
    """
    found = {}
    for (_, op, arity), nodes in reference(root).items():
        found.setdefault((op, arity), []).extend(nodes)
    return found


def calls_unequal_keys_equal(root):
    """Breaks the demand on the number of inputs: it is always 2."""
    found = {}
    for (level, op, _), nodes in reference(root).items():
        found.setdefault((level, op, 2), []).extend(nodes)
    return found


KEY = "(level[node], node._op, len(node._prev))"

exercise = Exercise(
    id="13.1",
    title="Sort them into groups",
    name="groups",
    reference=reference,
    cases=[Case(text, lambda make=make: (make(),)) for text, make in GRAPHS.items()],
    run=run,
    demands=[
        Demand(
            "`groups(root)` returns a dictionary from (level, operation, number of inputs) to a list of nodes",
            calls_unequal_keys_equal,
        ),
        Demand(
            "leaves are on level 0, and every other node is one level above the highest of its inputs",
            wrong_levels.takes_the_first_input,
        ),
        Demand("each computed node is in one group, once, and leaves are in none", appends_once_for_each_input),
        Demand("an input that is used many times costs no more than another", follows_each_path),
    ],
    alternatives=[level_by_level, leaves_first, pushes_up, calls_itself],
    recognise={keeps_the_dictionary: holds_strangers},
    misconceptions=[
        *wrong_levels.MISCONCEPTIONS,
        counts_back_from_the_root,
        leaves_all_on_one_level,
        puts_all_on_the_first_level,
        takes_neighbours_in_the_order_together,
        takes_neighbours_without_the_leaves,
        counts_the_users,
        keeps_the_dictionary,
        returns_places,
        appends_once_for_each_input,
        appends_once_for_each_use,
        appends_once_for_each_way,
        gives_all_keys_one_list,
        returns_numbers,
        returns_labels,
        counts_nodes,
        returns_the_lists_alone,
        returns_two_things,
        gives_generators,
        gives_filters,
        groups_by_level_and_operation,
        groups_by_level,
        groups_by_operation,
    ],
    slips=[
        Slip(
            "the level is one more than that of the *lowest* input. A node has to wait for all of its inputs: take the "
            "highest.",
            ("max(", "min("),
        ),
        Slip(
            "leaves are put into groups. Nothing is to be computed for them: they are in none.",
            ("if node._prev:", "if True:"),
        ),
        Slip(
            "a group is a node instead of a list. Put a list under each key, and append the nodes to it.",
            ("found.setdefault(key, []).append(node)", "found[key] = node"),
        ),
        Slip(
            "nodes on level 1 are in no group. They are computed from leaves, and only the leaves are in none.",
            ("if node._prev:", "if level[node] > 1:"),
        ),
        Slip(
            "all levels are one too high, as where a leaf is on level 1. It is on level 0.", ("default=-1", "default=0")
        ),
        Slip(
            "levels are counted from 0 for the nodes above the leaves. Leaves are on level 0, these on level 1.",
            ("(level[node], node", "(level[node] - 1, node"),
        ),
        Slip(
            "a group holds only the last of its nodes, as where each makes a new list. Make one if the key is new, "
            "else append.",
            ("found.setdefault(key, []).append(node)", "found[key] = [node]"),
        ),
        Slip(
            "a group holds only the first of its nodes. Append the others as well.",
            ("found.setdefault(key, []).append(node)", "found.setdefault(key, [node])"),
        ),
        Slip(
            "the root is in no group. It is computed as well.",
            ("topological_order(root)", "topological_order(root)[:-1]"),
        ),
        Slip(
            "the lists hold the inputs of the nodes, and not the nodes themselves.",
            ("append(node)", "extend(node._prev)"),
        ),
        Slip(
            "the lists hold tuples, such as the inputs of a node. They are to hold the nodes themselves.",
            ("append(node)", "append(node._prev)"),
        ),
        Slip(
            "a list is used as a key, or as a part of one (or put into a set), and that is not allowed. The key is a "
            "tuple, with round brackets: level, operation and number of inputs.",
            (KEY, "[level[node], node._op, len(node._prev)]"),
        ),
        Slip(
            "the key begins with a text where the level belongs. That is a whole number.",
            ("(level[node], node", "(str(level[node]), node"),
        ),
        Slip(
            "a key is one text. It is a tuple of three parts: a number, a text and a number.",
            (KEY, 'f"{level[node]} {node._op} {len(node._prev)}"'),
        ),
        Slip(
            "the number of inputs is always one more than it is. It is `len(node._prev)`.",
            ("len(node._prev))", "len(node._prev) + 1)"),
        ),
        Slip(
            "every other level is left out: a node is *one* level above the highest of its inputs.",
            ("1 + max(", "2 + max("),
            ("default=-1", "default=-2"),
        ),
        Slip(
            "nodes of which all inputs are leaves are the only ones in a group. All computed nodes are in one.",
            ("if node._prev:", "if level[node] == 1:"),
        ),
        Slip(
            "the operation stands first in the key. The order is level, operation, number of inputs.",
            (KEY, "(node._op, level[node], len(node._prev))"),
        ),
        Slip(
            "the operation stands last in the key. The order is level, operation, number of inputs.",
            (KEY, "(level[node], len(node._prev), node._op)"),
        ),
        Slip(
            "the third part of the key is a tuple, such as the inputs themselves. It is the *number* of inputs.",
            ("len(node._prev))", "node._prev)"),
        ),
        Slip(
            "the label of a node is taken for its operation. That is `node._op`.",
            ("node._op", "node.label"),
        ),
    ],
    too_slow=" ".join(follows_each_path.__doc__.split()),
)

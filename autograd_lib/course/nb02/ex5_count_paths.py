"""Exercise 2.5: how many paths lead from each node to the root? One number for each node is enough."""

import numpy as np

from autograd_lib.course.answers import compare, in_words, is_number, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer, Slip
from autograd_lib.course.graphs import named
from autograd_lib.engine.value import Value


def reference(graph):
    paths = dict.fromkeys(graph, 0)
    root = list(graph)[-1]
    paths[root] = 1
    for node in reversed(graph):
        for node_input in graph[node]:
            paths[node_input] += paths[node]
    return paths


def asks_the_users(graph):
    """The other way round: each node asks those that use it."""
    order = list(graph)
    paths = {order[-1]: 1}
    for node in order[-2::-1]:
        paths[node] = 0
        for user in order:
            paths[node] += graph[user].count(node) * paths.get(user, 0)
    return paths


def remembers(graph):
    """Recursion that remembers what it has worked out."""
    users = {node: [user for user in graph for i in graph[user] if i == node] for node in graph}
    known = {list(graph)[-1]: 1}

    def count(node):
        if node not in known:
            known[node] = sum(count(user) for user in users[node])
        return known[node]

    return {node: count(node) for node in graph}


def multiplies_matrices(graph):
    """The arrows as a matrix; its powers count the paths of one length. Floats hold these counts exactly."""
    place = {node: i for i, node in enumerate(graph)}
    arrows = np.zeros((len(graph), len(graph)))
    for node, inputs in graph.items():
        for node_input in inputs:
            arrows[place[node_input], place[node]] += 1
    ends = np.zeros(len(graph))
    ends[-1] = 1
    paths = ends
    while any(ends):
        ends = arrows @ ends
        paths = paths + ends
    return dict(zip(graph, paths))


def walks_every_path(graph):
    paths = dict.fromkeys(graph, 0)

    def walk(node):
        paths[node] += 1
        for node_input in graph[node]:
            walk(node_input)

    walk(list(graph)[-1])
    return paths


def counts_paths_from_the_leaves(graph):
    """the paths that lead *into* a node are counted, from all leaves. The exercise asks for those that lead from it to
    the root.
    """
    paths = {}
    for node, inputs in graph.items():
        paths[node] = 0 if inputs else 1
        for node_input in inputs:
            paths[node] += paths[node_input]
    return paths


def visits_each_node_when_it_is_first_met(graph):
    """some paths are missing, as where a node hands on its number when it is first met on a walk from the root, and
    what it gets later stays with it. Its number is complete only when all that use it have had their turn: go through
    the table from the end.
    """
    paths = dict.fromkeys(graph, 0)
    queue = [list(graph)[-1]]
    paths[queue[0]] = 1
    for node in queue:
        for node_input in graph[node]:
            paths[node_input] += paths[node]
            if node_input not in queue:
                queue.append(node_input)
    return paths


def visits_the_node_that_was_met_last(graph):
    order = list(graph)
    paths = dict.fromkeys(order, 0)
    stack, met = [order[-1]], {order[-1]}
    paths[order[-1]] = 1
    while stack:
        node = stack.pop()
        for node_input in graph[node]:
            paths[node_input] += paths[node]
            if node_input not in met:
                met.add(node_input)
                stack.append(node_input)
    return paths


def visits_each_input_at_once(graph):
    root = list(graph)[-1]
    paths = dict.fromkeys(graph, 0)
    paths[root], met = 1, set()

    def visit(node):
        met.add(node)
        for node_input in graph[node]:
            paths[node_input] += paths[node]
            if node_input not in met:
                visit(node_input)

    visit(root)
    return paths


visits_the_node_that_was_met_last.__doc__ = visits_each_node_when_it_is_first_met.__doc__
visits_each_input_at_once.__doc__ = visits_each_node_when_it_is_first_met.__doc__


def counts_the_nodes_above(graph):
    """the *nodes* are counted that a node leads to, and itself. Between two nodes there can be many paths."""
    above = {}
    for node in list(graph)[::-1]:
        above[node] = {node}.union(*(above[user] for user in above if node in graph[user]))
    return {node: len(above[node]) for node in graph}


def takes_the_longest_path(graph):
    """the arrows of the longest path from a node to the root are counted. Count the paths."""
    return {node: length for node, length in lengths(graph, max).items()}


def takes_the_shortest_path(graph):
    """the arrows of the shortest path from a node are counted, to the root or to another node that nothing uses. Count
    the paths, and those to the root only.
    """
    return {node: length for node, length in lengths(graph, min).items()}


def doubles_at_each_arrow(graph):
    """a node has 2 to the power of the number of arrows on its longest path. Arrows double the paths in some graphs
    only, such as a ladder: add what the users bring.
    """
    return {node: 2**length for node, length in lengths(graph, max).items()}


def lengths(graph, choose):
    arrows = {}
    for node in list(graph)[::-1]:
        arrows[node] = choose((1 + arrows[user] for user in arrows if node in graph[user]), default=0)
    return arrows


def counts_in_64_bits(graph):
    """the counts outgrow the numbers that hold them, as NumPy's ints do, which have 64 bits: from the bottom of 100
    rungs there are 2¹⁰⁰ paths. Python's own ints grow as they need.
    """
    place = {node: i for i, node in enumerate(graph)}
    counts = np.zeros(len(graph), dtype=np.int64)
    counts[-1] = 1
    for node in list(graph)[::-1]:
        for used in graph[node]:
            counts[place[used]] += counts[place[node]]
    return dict(zip(graph, counts))


def keeps_the_counts_of_other_graphs(graph):
    """the counts of an earlier graph come back, as where a memory lives on between the calls. It knows a node by its
    name, and the next graph has other nodes of these names: begin each call with an empty one.
    """
    memory = {}
    for case in exercise.cases:
        (each,) = case.make()
        memory = reference(each) | memory
        if each == graph:
            break
    return {node: memory[node] for node in graph}


def knows_the_root_by_its_name(graph):
    """every node has the number 0 where the root is not called `L`. The root is the last node of the table, whatever
    its name is: `list(graph)[-1]`.
    """
    return reference(graph) if "L" in graph else dict.fromkeys(graph, 0)


def is_zero_without_the_name(case, answer):
    """Whether all is 0 where no node is called L, an entry for that name apart. Elsewhere more may be wrong."""
    (graph,) = case.make()
    return any(answer.values()) and frozenset() if "L" in graph else not any(answer[node] for node in graph)


def returns_one_number(graph):
    """one number comes back. Return the whole dict: every node has its number of paths."""
    return reference(graph)[next(iter(graph))]


def returns_the_numbers_alone(graph):
    """a list or a tuple comes back, as of the numbers without their nodes. Return a dict: node → number of paths."""
    return list(reference(graph).values())


def run(solution, graph):
    paths = solution({node: list(inputs) for node, inputs in graph.items()})
    if not isinstance(paths, dict):
        words = with_kind(paths, in_words(paths))
        raise NotAnAnswer(f"You returned {words}. Expected a dict: node → number of paths.", kind=kind(paths))
    return Drawn(paths, drawn(graph, paths)[list(graph)[-1]]) if is_small(graph) else paths


def judge(case, answer):
    (graph,) = case.make()
    right = reference(graph)
    gap = compare(right, answer, 1e-9)
    if gap is None:
        return None
    wrong = [key for key in right | answer if not (key in right and same(right[key], answer.get(key), 1e-9))]
    if is_small(graph):
        note = "In the drawing your counts stand where gradients do."
        gap = gap._replace(text=f"{gap.text} {note}", note=note)
    return gap._replace(parts=tuple(wrong))


def is_small(graph):
    return len(graph) <= 12


def drawn(graph, paths):
    """The graph as Values, for a picture: leaves of 1, and sums. The gradient of a graph of sums is the number of
    paths, so the learner's counts stand where gradients do.
    """
    nodes = {}
    for name, inputs in graph.items():
        node = nodes[name] = named(name, nodes[inputs[0]] + nodes[inputs[1]] if inputs else Value(1.0))
        count = paths.get(name)
        node.grad = float(count) if is_number(count) and abs(count) < 1e300 else 0.0
    return nodes


def ladder(rungs):
    """Two rails; each node of a rung uses both nodes of the rung before."""
    graph = {"u0": [], "v0": []}
    for k in range(1, rungs + 1):
        graph[f"u{k}"] = graph[f"v{k}"] = [f"u{k - 1}", f"v{k - 1}"]
    return graph | {"L": [f"u{rungs}", f"v{rungs}"]}


def tabled(text, graph):
    return Case(text, lambda: (graph,))


def leaves_out_the_root(graph):
    paths = reference(graph)
    del paths[list(graph)[-1]]
    return paths


def takes_its_table_apart(graph):
    paths = dict.fromkeys(graph, 0)
    paths[list(graph)[-1]] = 1
    while graph:
        node, inputs = graph.popitem()
        for node_input in inputs:
            paths[node_input] += paths[node]
    return paths


def counts_arrows(graph):
    paths = dict.fromkeys(graph, 0)
    paths[list(graph)[-1]] = 1
    for node in reversed(graph):
        for node_input in graph[node]:
            paths[node_input] += 1
    return paths


exercise = Exercise(
    id="2.5",
    title="Count them without walking them",
    name="count_paths",
    reference=reference,
    demands=[
        Demand("`count_paths(graph)` returns a dict with every node of the table", leaves_out_the_root),
        Demand(
            "the entry of a node is the number of paths from it to the root: 1 for the root, and 0 where no path leads "
            "to it",
            counts_arrows,
        ),
        Demand("it finishes on a ladder of 100 rungs, too", walks_every_path),
        Demand("`graph` stays as it is", takes_its_table_apart),
    ],
    cases=[
        tabled("b = a + a", {"a": [], "b": ["a", "a"]}),
        tabled("c = b + b, where b = a + a", {"a": [], "b": ["a", "a"], "c": ["b", "b"]}),
        tabled(
            "e = c + d, where d = c + a and c = a + b",
            {"a": [], "b": [], "c": ["a", "b"], "d": ["c", "a"], "e": ["c", "d"]},
        ),
        tabled(
            "a = b + c, where b = d + c and c = e + d",
            {"e": [], "d": [], "c": ["e", "d"], "b": ["d", "c"], "a": ["b", "c"]},
        ),
        tabled(
            "e = c + c, where c = a + b, and d = c + a leads nowhere",
            {"a": [], "b": [], "c": ["a", "b"], "d": ["c", "a"], "e": ["c", "c"]},
        ),
        tabled(
            "e = c + d, where d = b + c and c = a + a, and the leaf b stands below c",
            {"a": [], "c": ["a", "a"], "b": [], "d": ["b", "c"], "e": ["c", "d"]},
        ),
        tabled("a ladder of 3 rungs", ladder(3)),
        tabled("a ladder of 100 rungs", ladder(100)),
    ],
    run=run,
    judge=judge,
    alternatives=[asks_the_users, remembers, multiplies_matrices],
    misconceptions=[
        counts_paths_from_the_leaves,
        visits_each_node_when_it_is_first_met,
        visits_the_node_that_was_met_last,
        visits_each_input_at_once,
        counts_the_nodes_above,
        takes_the_longest_path,
        takes_the_shortest_path,
        doubles_at_each_arrow,
        counts_in_64_bits,
        keeps_the_counts_of_other_graphs,
        knows_the_root_by_its_name,
        returns_one_number,
        returns_the_numbers_alone,
    ],
    recognise={knows_the_root_by_its_name: is_zero_without_the_name},
    slips=[
        Slip(
            "an input keeps only what one of its arrows brought, as where each replaces what was there. What all "
            "of them bring adds up: `+=`, beginning at 0.",
            ("+= paths", "= paths"),
        ),
        Slip(
            "each arrow brings 1, so that the arrows are counted which leave a node. Each of them can be the start of "
            "many paths: it brings the user's number, as soon as this is complete.",
            ("paths[node_input] += paths[node]", "paths[node_input] += 1"),
        ),
        Slip(
            "1 is added for each arrow besides the user's number. A path that is made longer by an arrow is one path "
            "still: add the user's number and nothing else.",
            ("+= paths[node]", "+= paths[node] + 1"),
        ),
        Slip(
            "all nodes but the root keep 0. A node hands its number to its inputs: `paths[node_input] += paths[node]`.",
            ("paths[node_input] += paths[node]", "paths[node] += paths[node_input]"),
        ),
        Slip(
            "a node that is used twice by the same operation is paid once. In a + a two arrows leave `a`, and each is "
            "a path of its own.",
            ("in graph[node]", "in set(graph[node])"),
        ),
        Slip(
            "only the first input of each operation is paid. An arrow leads from the second input, too.",
            ("in graph[node]", "in graph[node][:1]"),
        ),
        Slip(
            "only the last input of each operation is paid. An arrow leads from the first input, too.",
            ("in graph[node]", "in graph[node][-1:]"),
        ),
        Slip(
            "each node has 1 besides what its users bring, as where every count starts at 1. Only the root has a path "
            "that nobody brings it, the one without a step: all others start at 0.",
            ("graph, 0)", "graph, 1)"),
        ),
        Slip(
            "every number is 0, that of the root as well. There is one path from the root to itself, the one without a "
            "step: it starts at 1.",
            ("paths[root] = 1", "paths[root] = 0"),
        ),
        Slip(
            "the root has the number 2, and all others have twice theirs. There is one path from the root to "
            "itself, the one without a step.",
            ("paths[root] = 1", "paths[root] = 2"),
        ),
        Slip(
            "only the inputs of the root get anything, and what the root does not use itself keeps 0, as where the "
            "table is gone through from its beginning. A node hands on what it has got already: begin at the end, and "
            "go through the whole table.",
            ("in reversed(graph)", "in graph"),
        ),
        Slip(
            "what stands before a leaf in the table hands nothing on, as where a walk from the end stops at the leaf, "
            "by `break`. A leaf may stand anywhere: go through the whole table.",
            ("        for node_input in", "        if not graph[node]:\n            break\n        for node_input in"),
        ),
        Slip(
            "the first node of the table has 1 and the root has 0, as where the first is taken for the root. The root "
            "is the last.",
            ("list(graph)[-1]", "list(graph)[0]"),
            ("+= paths[node]", "+= 1 * paths[node]"),
        ),
        Slip(
            "a node that leads nowhere is taken for the root, as where the first one is taken that no other one uses. "
            "The root is the last of the table.",
            ("list(graph)[-1]", "next(node for node in graph if not any(node in i for i in graph.values()))"),
        ),
        Slip(
            "each user brings twice its number of paths. If a node is an input twice, it stands in the list twice: "
            "that counts both arrows already.",
            ("+= paths[node]", "+= 2 * paths[node]"),
        ),
        Slip(
            "the root is missing in what comes back. There is one path from it to itself.",
            ("return paths", "return {node: paths[node] for node in paths if node != root}"),
        ),
        Slip(
            "a node from which no path leads to the root is missing in what comes back. It is in the table, and its "
            "number is 0.",
            ("return paths", "return {node: paths[node] for node in paths if paths[node]}"),
        ),
        Slip(
            "every node that no other one uses has the number 1, like the root. The root is the last of the table, and "
            "no other node has a path that nobody brings it.",
            (
                "paths[root] = 1",
                "paths.update({node: 1 for node in graph if not any(node in i for i in graph.values())})",
            ),
        ),
        Slip(
            "a leaf has 1 besides what its users bring. Only the root has a path that nobody brings it, the one "
            "without a step: all others start at 0.",
            ("paths[root] = 1", "paths.update({node: 1 for node in graph if not graph[node] or node == root})"),
        ),
        Slip(
            "only the leaves are in what comes back. Every node has its number of paths.",
            ("return paths", "return {node: paths[node] for node in paths if not graph[node]}"),
        ),
    ],
    too_slow=(
        "the small graphs are right, and the ladder of 100 rungs takes too long. It has more paths than could be "
        "walked in the age of the universe: keep one number for each node, and hand it on once."
    ),
    side_road=True,
)

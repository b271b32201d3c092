"""Exercise 2.5: how many paths lead from each node to the root? One number for each node is enough."""

from autograd_lib.course.exercise import Case, Drawn, Exercise, Gap, NotAnAnswer, compare, is_number
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

    return {node: count(node) for node in reversed(graph)}


def walks_every_path(graph):
    """the paths are walked one by one. The counts are right, and a ladder of 100 rungs has more paths than could be
    walked in the age of the universe. Keep one number for each node, and hand it on once.
    """
    paths = dict.fromkeys(graph, 0)

    def walk(node):
        paths[node] += 1
        for node_input in graph[node]:
            walk(node_input)

    walk(list(graph)[-1])
    return paths


def overwrites(graph):
    """a node keeps what the last of its users brought (`=`). Add what each of them brings (`+=`)."""
    paths = dict.fromkeys(graph, 0)
    paths[list(graph)[-1]] = 1
    for node in reversed(graph):
        for node_input in graph[node]:
            paths[node_input] = paths[node]
    return paths


def forgets_the_root(graph):
    """nothing starts the count: every number is a sum that begins with the root's, and that is still 0. There is one
    path from the root to itself, the one without a step.
    """
    return dict.fromkeys(graph, 0)


def counts_uses(graph):
    """1 is added for each use of a node. That counts the arrows that leave it; each of them can be the start of many
    paths: add the user's number of paths.
    """
    paths = dict.fromkeys(graph, 0)
    paths[list(graph)[-1]] = 1
    for node in reversed(graph):
        for node_input in graph[node]:
            paths[node_input] += 1
    return paths


def takes_each_user_once(graph):
    """a node that is used twice by the same operation is paid once. In a + a two arrows leave `a`, and each is a path
    of its own.
    """
    paths = dict.fromkeys(graph, 0)
    paths[list(graph)[-1]] = 1
    for node in reversed(graph):
        for node_input in set(graph[node]):
            paths[node_input] += paths[node]
    return paths


def goes_forwards(graph):
    """the nodes are visited leaves first. Then each passes its number on before it has got it: begin at the root."""
    paths = dict.fromkeys(graph, 0)
    paths[list(graph)[-1]] = 1
    for node in graph:
        for node_input in graph[node]:
            paths[node_input] += paths[node]
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


def run(solution, graph):
    paths = solution({node: list(inputs) for node, inputs in graph.items()})
    if not isinstance(paths, dict):
        raise NotAnAnswer(f"You returned {paths!r} ({type(paths).__name__}). Expected a dict: node → number of paths.")
    return Drawn(paths, drawn(graph, paths)[list(graph)[-1]]) if is_small(graph) else paths


def judge(case, answer):
    (graph,) = case.make()
    gap = compare(reference(graph), answer, 1e-9)
    if gap and is_small(graph):
        return Gap(f"{gap.text} In the drawing your counts stand where gradients do.", gap.nodes)
    return gap


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
        node.grad = float(count) if is_number(count) else 0.0
    return nodes


def ladder(rungs):
    """Two rails; each node of a rung uses both nodes of the rung before."""
    graph = {"u0": [], "v0": []}
    for k in range(1, rungs + 1):
        graph[f"u{k}"] = graph[f"v{k}"] = [f"u{k - 1}", f"v{k - 1}"]
    return graph | {"L": [f"u{rungs}", f"v{rungs}"]}


def tabled(text, graph):
    return Case(text, lambda: (graph,))


exercise = Exercise(
    id="2.5",
    title="Count them without walking them",
    name="count_paths",
    reference=reference,
    cases=[
        tabled("b = a + a", {"a": [], "b": ["a", "a"]}),
        tabled("c = b + b, where b = a + a", {"a": [], "b": ["a", "a"], "c": ["b", "b"]}),
        tabled(
            "e = c + d, where d = c + a and c = a + b",
            {"a": [], "b": [], "c": ["a", "b"], "d": ["c", "a"], "e": ["c", "d"]},
        ),
        tabled("a ladder of 3 rungs", ladder(3)),
        tabled("a ladder of 100 rungs", ladder(100)),
    ],
    run=run,
    judge=judge,
    alternatives=[asks_the_users, remembers],
    misconceptions=[
        walks_every_path,
        overwrites,
        forgets_the_root,
        counts_uses,
        takes_each_user_once,
        goes_forwards,
        counts_paths_from_the_leaves,
    ],
)

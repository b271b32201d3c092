"""Exercise 4.2: topological order by depth-first search."""

from autograd_lib.course.exercise import Drawn, Exercise
from autograd_lib.course.graphs import graph_cases, labels, order_gap
from autograd_lib.engine.graph import topological_order as library_order


def reference(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for node_input in node._prev:
                visit(node_input)
            order.append(node)

    visit(root)
    return order


def kahn(root):
    """Kahn's algorithm: a node goes out once everything that uses it has gone."""
    uses = {}
    todo = [root]
    while todo:
        node = todo.pop()
        for node_input in node._prev:
            if node_input not in uses:
                uses[node_input] = 0
                todo.append(node_input)
            uses[node_input] += 1
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for node_input in node._prev:
            uses[node_input] -= 1
            if uses[node_input] == 0:
                ready.append(node_input)
    return order[::-1]


def marks_after_recursing(root):
    """Looks wrong but is right: no graph of arithmetic has a cycle, and each input is looked for just before it is
    visited.
    """
    order = []

    def visit(node):
        for node_input in node._prev:
            if node_input not in order:
                visit(node_input)
        order.append(node)

    visit(root)
    return order


def by_depth(root):
    """Sorted by the longest way down to a leaf."""
    depth = {}

    def measure(node):
        if node not in depth:
            depth[node] = 1 + max((measure(node_input) for node_input in node._prev), default=0)
        return depth[node]

    measure(root)
    return sorted(depth, key=depth.get)


def appends_before_inputs(root):
    """a node is appended *before* its inputs are visited (pre-order). Append it after them."""
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            order.append(node)
            for node_input in node._prev:
                visit(node_input)

    visit(root)
    return order


def is_pre_order(case, answer):
    """Whether an answer is a depth-first pre-order, whichever input is taken first, by recursion or with a stack."""
    (root,) = case.make()
    inputs = {node.label: {i.label for i in node._prev} for node in library_order(root)}
    if not isinstance(answer, list) or sorted(answer) != sorted(inputs) or answer[0] != root.label:
        return False
    seen, path = {root.label}, [root.label]
    for label in answer[1:]:
        while path and not inputs[path[-1]] - seen:
            path.pop()
        if not path or label not in inputs[path[-1]] - seen:
            return False
        seen.add(label)
        path.append(label)
    return True


def forgets_visited(root):
    """a node that is used twice is visited twice. Remember the nodes that you have seen, in a set."""
    order = []

    def visit(node):
        for node_input in node._prev:
            visit(node_input)
        order.append(node)

    visit(root)
    return order


def nearest_first_reversed(root):
    """the nodes are listed nearest first and the list is reversed. On a detour, a node then comes before its input."""
    order, queue = [], [root]
    while queue:
        node = queue.pop(0)
        if node not in order:
            order.append(node)
            queue.extend(node._prev)
    return order[::-1]


def follows_first_input_only(root):
    """only the first input of each node is followed. Visit every node of `node._prev`."""
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for node_input in node._prev[:1]:
                visit(node_input)
            order.append(node)

    visit(root)
    return order


def leaves_out_the_leaves(root):
    """nodes without inputs are left out. They belong to the order too: the gradients you want end up in them."""
    return [node for node in reference(root) if node._prev]


def leaves_out_the_root(root):
    """everything below `root` is listed, but `root` itself is not. It comes last in its own order."""
    return reference(root)[:-1]


def outputs_first(root):
    """the order is right but reversed: outputs come before inputs. Here inputs have to come first."""
    return reference(root)[::-1]


def is_outputs_first(case, answer):
    """Whether an answer, read backwards, is a topological order."""
    return isinstance(answer, list) and order_gap(case, answer[::-1]) is None


def run(solution, root):
    order = solution(root)
    return Drawn(labels(order), root)


exercise = Exercise(
    id="4.2",
    title="Put the graph in order",
    name="topological_order",
    reference=reference,
    cases=graph_cases(),
    run=run,
    judge=order_gap,
    alternatives=[kahn, marks_after_recursing, by_depth],
    misconceptions=[
        appends_before_inputs,
        forgets_visited,
        nearest_first_reversed,
        follows_first_input_only,
        leaves_out_the_leaves,
        leaves_out_the_root,
        outputs_first,
    ],
    recognise={appends_before_inputs: is_pre_order, outputs_first: is_outputs_first},
)

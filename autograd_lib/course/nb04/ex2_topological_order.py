"""Exercise 4.2: topological order by depth-first search."""

from autograd_lib.course.exercise import Demand, Drawn, Exercise
from autograd_lib.course.graphs import names
from autograd_lib.course.nb04 import orders


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
    return sorted(reversed(depth), key=depth.get)


def first_of_all_paths(root):
    """Every path is walked, and of each node the first mention counts."""
    below = [node for node_input in root._prev for node in first_of_all_paths(node_input)]
    return list(dict.fromkeys([*below, root]))


def run(solution, root):
    return Drawn(orders.names_in(solution(root), names(root)), root)


exercise = Exercise(
    id="4.2",
    title="Put the graph in order",
    name="topological_order",
    reference=reference,
    demands=[
        Demand(
            "`topological_order(root)` returns a list of all nodes that `root` depends on and of `root` itself",
            orders.leaves_out_the_root,
        ),
        Demand("nodes without a label are in it like all others", orders.leaves_out_unlabelled_nodes),
        Demand("each node is in it once", orders.forgets_visited),
        Demand("each node comes after all of its inputs", orders.nearest_first_turned_round),
    ],
    cases=orders.cases(),
    run=run,
    judge=orders.order_gap,
    alternatives=[kahn, marks_after_recursing, by_depth, first_of_all_paths],
    misconceptions=list(orders.MISTAKES),
    recognise=orders.MISTAKES,
)

"""Exercise 4.6: topological order without recursion, for graphs deeper than Python's call stack."""

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.graphs import graph_cases, labels, order_gap
from autograd_lib.course.nb04.ex2_topological_order import kahn
from autograd_lib.course.nb04.ex2_topological_order import reference as recursive
from autograd_lib.engine.graph import topological_order as library_order
from autograd_lib.engine.value import Value

LINKS = 20_000


def reference(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            for node_input in node._prev:
                stack.append((node_input, False))
    return order


def with_iterators(root):
    """As autograd_lib does it: the path down, each node with an iterator over its remaining inputs."""
    return library_order(root)


def recurses(root):
    """the function calls itself once for each node on the way down, and Python allows about a thousand nested calls.
    Keep the nodes that are waiting in a list of your own.
    """
    return recursive(root)


def turns_a_pre_order_round(root):
    """nodes are listed as they come off the stack, and the list is reversed. Where two paths meet, the node they share
    is listed before the second path has been walked. List a node when its inputs are done, not when it is met.
    """
    order, seen, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            stack.extend(node._prev)
    return order[::-1]


def marks_when_put_on_the_stack(root):
    """a node counts as seen as soon as it is put on the stack. If a second path needs it sooner, that path then goes on
    without it. Mark it when you take it off.
    """
    order, seen, stack = [], {root}, [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
            continue
        stack.append((node, True))
        for node_input in node._prev:
            if node_input not in seen:
                seen.add(node_input)
                stack.append((node_input, False))
    return order


def never_looks_at_seen(root):
    """nothing remembers which nodes are listed already, so one that is used twice comes twice."""
    order, stack = [], [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
        else:
            stack.append((node, True))
            stack.extend((node_input, False) for node_input in node._prev)
    return order


def nearest_first_turned_round(root):
    """the nodes are listed nearest first and the list is reversed: right on a chain, wrong as soon as there is a
    detour.
    """
    order, seen = [root], {root}
    for node in order:
        for node_input in node._prev:
            if node_input not in seen:
                seen.add(node_input)
                order.append(node_input)
    return order[::-1]


def chain():
    node = Value(0.5, label="n0")
    for number in range(1, LINKS):
        node = node.tanh()
        node.label = f"n{number}"
    return node


def run(solution, root):
    order = labels(solution(root))
    return order if len(order) > 100 else Drawn(order, root)


exercise = Exercise(
    id="4.6",
    title="Without recursion",
    name="iterative_order",
    reference=reference,
    cases=[*graph_cases(), Case(f"a chain of {LINKS:,} nodes", lambda: (chain(),))],
    run=run,
    judge=order_gap,
    alternatives=[kahn, with_iterators],
    misconceptions=[
        recurses,
        turns_a_pre_order_round,
        marks_when_put_on_the_stack,
        never_looks_at_seen,
        nearest_first_turned_round,
    ],
)

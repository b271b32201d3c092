"""Exercise 4.3: the backward pass, given an order."""

from autograd_lib.course.exercise import Drawn, Exercise
from autograd_lib.course.graphs import gradients, graph_cases
from autograd_lib.engine.graph import topological_order


def reference(root):
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        node._backward()


def slices(root):
    root.grad += 1.0
    for node in topological_order(root)[::-1]:
        node._backward()


def pays_by_hand(root):
    """Multiplies by the local gradients itself, and zeroes first."""
    order = topological_order(root)
    for node in order:
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        for node_input, local_gradient in zip(node._prev, node._local_gradients):
            node_input.grad += local_gradient * node.grad


def forgets_the_seed(root):
    """nothing starts the sweep: every gradient is a product with `root.grad`, and that is still 0. Set it to 1.0."""
    for node in reversed(topological_order(root)):
        node._backward()


def only_the_root_pays(root):
    """only the root has paid by the end. Either no other node's `_backward()` is called, or the nodes are visited
    inputs first, and each node but the root has its turn while its gradient is still 0. Go through the order backwards.
    """
    root.grad = 1.0
    for node in topological_order(root):
        node._backward()


def seeds_every_node(root):
    """every node's gradient starts at 1. Only the root's does, ∂root/∂root; all others are sums that start at 0."""
    order = topological_order(root)
    for node in order:
        node.grad = 1.0
    for node in reversed(order):
        node._backward()


def seeds_with_the_data(root):
    """the sweep starts with the root's own number. It starts with ∂root/∂root, which is 1 whatever the number is."""
    root.grad = root.data
    for node in reversed(topological_order(root)):
        node._backward()


def nearest_first(root):
    """the nodes are visited nearest first. On a detour, a node passes its gradient on before it is complete."""
    root.grad = 1.0
    queue, seen = [root], {root}
    while queue:
        node = queue.pop(0)
        node._backward()
        for node_input in node._prev:
            if node_input not in seen:
                seen.add(node_input)
                queue.append(node_input)


def recurses_and_pays_twice(root):
    """each node calls `_backward()` on its inputs whenever it is reached. The second time, a node that is used twice
    then passes on again what it passed on the first time.
    """
    root.grad = 1.0

    def visit(node):
        node._backward()
        for node_input in node._prev:
            visit(node_input)

    visit(root)


def run(solution, root):
    solution(root)
    return Drawn(gradients(root), root)


exercise = Exercise(
    id="4.3",
    title="Write backward()",
    name="backward",
    reference=reference,
    cases=graph_cases(),
    run=run,
    alternatives=[slices, pays_by_hand],
    misconceptions=[
        forgets_the_seed,
        only_the_root_pays,
        seeds_every_node,
        seeds_with_the_data,
        nearest_first,
        recurses_and_pays_twice,
    ],
)

"""Exercise 4.5: fix a backward pass that goes wrong when it is called a second time."""

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.graphs import SMALL_GRAPHS, gradients, named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def stub(root):
    order = topological_order(root)
    root.grad = 1.0
    for node in reversed(order):
        node._backward()


def reference(root):
    order = topological_order(root)
    for node in order:
        if node._prev:
            node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()


def asks_for_the_operation(root):
    """The same, with inner nodes recognised by their operation."""
    order = topological_order(root)
    for node in [node for node in order if node._op != ""]:
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()


def clears_behind_itself(root):
    """Computes this call's gradients in a table, then replaces those of inner nodes and adds to those of leaves."""
    order = topological_order(root)
    gradient = dict.fromkeys(order, 0.0)
    gradient[root] = 1.0
    for node in reversed(order):
        for node_input, local_gradient in zip(node._prev, node._local_gradients):
            gradient[node_input] += local_gradient * gradient[node]
    for node in order:
        node.grad = gradient[node] if node._prev else node.grad + gradient[node]


def changes_nothing(root):
    """the gradients of inner nodes are still there from the first call, and are passed on a second time. Set them to 0
    at the start of each call.
    """
    stub(root)


def zeroes_the_leaves_too(root):
    """the leaves are zeroed as well, so that the second call forgets the first. Leaves are where gradients of several
    losses add up: leave them alone.
    """
    order = topological_order(root)
    for node in order:
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()


def zeroes_only_the_leaves(root):
    """it is the leaves that are zeroed and the inner nodes that are kept. It has to be the other way round."""
    order = topological_order(root)
    for node in order:
        if not node._prev:
            node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()


def zeroes_after_the_seed(root):
    """the seed is wiped out: the zeroing comes after `root.grad = 1.0`, and the root is an inner node too."""
    order = topological_order(root)
    root.grad = 1.0
    for node in order:
        if node._prev:
            node.grad = 0.0
    for node in reversed(order):
        node._backward()


def zeroes_as_it_goes(root):
    """a node's gradient is set to 0 just before its turn, when everything that uses it has already paid it. Zero all of
    them before the sweep.
    """
    for node in reversed(topological_order(root)):
        if node._prev:
            node.grad = 0.0
        root.grad = 1.0
        node._backward()


def run(solution, root):
    solution(root)
    solution(root)
    return Drawn(gradients(root), root)


def scaled_square():
    c, k = Value(2.0, label="c"), Value(3.0, label="k")
    d = named("d", c * k)
    return named("e", d * d)


def two_calls(name, make):
    return Case(f"two calls on {name}", lambda: (make(),))


exercise = Exercise(
    id="4.5",
    title="Call it twice",
    name="backward",
    reference=reference,
    stub=stub,
    cases=[
        two_calls("b = a + a", SMALL_GRAPHS["b = a + a"]),
        two_calls("e = d * d, where d = c * k", scaled_square),
        two_calls("a neuron with two inputs", SMALL_GRAPHS["a neuron with two inputs"]),
    ],
    run=run,
    alternatives=[asks_for_the_operation, clears_behind_itself],
    misconceptions=[
        changes_nothing,
        zeroes_the_leaves_too,
        zeroes_only_the_leaves,
        zeroes_after_the_seed,
        zeroes_as_it_goes,
    ],
)

"""Exercise 4.5: fix a backward pass that goes wrong when it is called a second time."""

from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.graphs import SMALL_GRAPHS, gradients, named
from autograd_lib.course.nb04.ex3_backward import FACTOR_OF_ZERO, factor_of_zero, loops_over_none
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
    root.grad += 1.0
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


def adds_the_old_gradients_back(root):
    """Zeroes all, and in the end adds what the leaves held."""
    order = topological_order(root)
    held = [(node, node.grad) for node in order if not node._prev]
    for node in order:
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()
    for leaf, before in held:
        leaf.grad += before


def zeroes_as_it_goes(root):
    """no node below the root passes anything on, as where a node's gradient is set to 0 just before its turn, when
    everything that uses it has paid it. First zero what has to be zeroed, and then sweep.
    """
    for node in reversed(topological_order(root)):
        if node._prev:
            node.grad = 0.0
        root.grad = 1.0
        node._backward()


def zeroes_what_is_to_be_paid(root):
    """an inner node that several nodes use keeps only what the last of them pays, as where a node's inputs are set to 0
    just before it pays them. First zero what has to be zeroed, and then sweep.
    """
    order = topological_order(root)
    root.grad = 1.0
    for user in reversed(order):
        for node in user._prev:
            if node._prev:
                node.grad = 0.0
        user._backward()


def zeroes_when_it_is_done(root):
    """inner nodes hold 0 at the end, the root too, as where they are set to 0 after the sweep. Every inner node has to
    hold its derivative then: set to 0 at the *start* of a call what has to be.
    """
    order = topological_order(root)
    root.grad = 1.0
    for node in reversed(order):
        node._backward()
    for node in order:
        if node._prev:
            node.grad = 0.0


def zeroes_all_but_the_root_when_done(root):
    """inner nodes hold 0 at the end, all but the root, as where they are set to 0 after the sweep. Every inner node has
    to hold its derivative then: set to 0 at the *start* of a call what has to be.
    """
    order = topological_order(root)
    root.grad = 1.0
    for node in reversed(order):
        node._backward()
    for node in order:
        if node._prev and node is not root:
            node.grad = 0.0


def pays_nobody(root):
    """`root.grad` is 1 at the end, and all other gradients are 0, as where nobody is paid, or where what is paid is set
    to 0 again. Is the root in the sweep, is `_backward()` called, with its brackets, and is everything that is set to 0
    set to 0 before the sweep?
    """
    root.grad = 1.0


def adds_what_leaves_hold_once_more(root):
    """leaves hold three times their derivative after two calls, as where what they hold from the first is doubled, or
    added to them once more. The payments of the second call are added to it as it is: leave it alone.
    """
    order = topological_order(root)
    held = [(node, node.grad) for node in order if not node._prev]
    for node in order:
        if node._prev:
            node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()
    for leaf, before in held:
        leaf.grad += before


def inner_nodes_add_up(root):
    """inner nodes hold twice their derivative after two calls, which only leaves should, as where they add up as well,
    or where the sweep begins with 2. Only leaves add up.
    """
    before = [(node, node.grad) for node in topological_order(root)]
    for node, _ in before:
        node.grad = 0.0
    root.grad = 1
    for node, _ in reversed(before):
        node._backward()
    for node, held in before:
        node.grad += held


def root_adds_up(root):
    """the root holds 2 after two calls, and everything that the second call pays is doubled, as where its 1 is added to
    the 1 of the first. The root is an inner node too, and starts afresh.
    """
    order = topological_order(root)
    for node in order:
        if node._prev and node is not root:
            node.grad = 0.0
    root.grad += 1.0
    for node in reversed(order):
        node._backward()


def only_adds(root):
    """the second call passes on what inner nodes hold from the first, and the root holds 2, as where nothing is set to
    0 at the start of a call, and 1 is added to the root's 1. Inner nodes, and the root is one of them, start afresh in
    each call.
    """
    order = topological_order(root)
    root.grad += 1.0
    for node in reversed(order):
        node._backward()


def takes_the_old_off_afterwards(root):
    """what inner nodes held from the first call has been passed on a second time, as where it is taken off after the
    sweep. They have to be at 0 before they are paid: at the *start* of a call.
    """
    order = topological_order(root)
    before = [(node, node.grad) for node in order if node._prev and node is not root]
    root.grad = 1.0
    for node in reversed(order):
        node._backward()
    for node, old in before:
        node.grad -= old


def stops_at_the_first_leaf(root):
    """of the inner nodes only those start afresh that come before the first leaf, from the root on. Behind it in the
    order there may be others: look at all nodes.
    """
    order = topological_order(root)
    for node in reversed(order):
        if not node._prev:
            break
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()


def keeps_by_label(root):
    """of leaves with the same label, or none, each is given back what the last of them held, as where that is kept by
    their labels. A label says nothing about a node: what a node holds is kept by the node itself.
    """
    order = topological_order(root)
    held = {node.label: node.grad for node in order if not node._prev}
    for node in order:
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        node._backward()
    for node in order:
        if not node._prev:
            node.grad += held[node.label]


def starts_all_afresh(root):
    """Breaks the first demand."""
    for node in topological_order(root):
        node.grad = 0.0
    stub(root)


def run(solution, root):
    solution(root)
    solution(root)
    return Drawn(gradients(root), root)


def scaled_square():
    c = Value(2.0, label="c")
    d = named("d", c * 3)
    return named("e", d * d)


def sum_inside():
    a, b, c = Value(2.0, label="a"), Value(-1.0, label="b"), Value(0.5, label="c")
    s = named("s", Value.sum([a, b, c]))
    return named("t", s * a)


GRAPHS = {
    "b = a + a": SMALL_GRAPHS["b = a + a"],
    "e = d * d, where d = c * 3": scaled_square,
    "t = s * a, where s = Value.sum([a, b, c])": sum_inside,
} | {
    text: SMALL_GRAPHS[text]
    for text in (
        "e = d + b, where d = tanh(b) and b = a * a",
        "c = (a + 1) * (b + 1), where only a, b and c have labels",
        "f = (c + b) * a - c, where c = exp(b) and b = a * k",
        "a neuron with two inputs",
    )
}
GRAPHS[FACTOR_OF_ZERO] = factor_of_zero


exercise = Exercise(
    id="4.5",
    title="Call it twice",
    name="backward",
    reference=reference,
    demands=[
        Demand(
            "for a root with inputs: after two calls of `backward(root)`, every leaf, that is, every node without "
            "inputs, holds twice its derivative",
            starts_all_afresh,
        ),
        Demand("after two calls, every inner node holds its derivative once", inner_nodes_add_up),
    ],
    stub=stub,
    cases=[Case(f"two calls on {text}", lambda make=make: (make(),)) for text, make in GRAPHS.items()],
    run=run,
    again=False,
    alternatives=[asks_for_the_operation, clears_behind_itself, adds_the_old_gradients_back],
    misconceptions=[
        zeroes_as_it_goes,
        zeroes_what_is_to_be_paid,
        zeroes_when_it_is_done,
        zeroes_all_but_the_root_when_done,
        pays_nobody,
        adds_what_leaves_hold_once_more,
        inner_nodes_add_up,
        takes_the_old_off_afterwards,
        stops_at_the_first_leaf,
        keeps_by_label,
        root_adds_up,
        only_adds,
        loops_over_none,
    ],
    slips=[
        Slip(
            "the gradients of inner nodes are still there from the first call, and are passed on a second time. Set "
            "them to 0 at the start of each call.",
            ("if node._prev:", "if False:"),
        ),
        Slip(
            "leaves hold their derivative only once after two calls, as where they are set to 0 as well, or where the "
            "second call adds nothing to them. Leaves are where the gradients of several losses add up: leave in them "
            "what is there.",
            ("if node._prev:", "if True:"),
        ),
        Slip(
            "it is the leaves that start afresh, and the inner nodes below the root that keep what they hold. It has "
            "to be the other way round.",
            ("if node._prev:", "if not node._prev:"),
        ),
        Slip(
            "below the root, it is the nodes without a label that start afresh. A label says nothing about a node: an "
            "inner node is one that has inputs.",
            ("if node._prev:", "if not node.label:"),
        ),
        Slip(
            "it is the nodes without a label that start afresh, and 1 is added to what the root still holds. A label "
            "says nothing about a node: an inner node is one that has inputs, and the root is one of them.",
            ("if node._prev:", "if not node.label:"),
            ("root.grad = 1.0", "root.grad += 1.0"),
        ),
        Slip(
            "leaves without a label, such as the 3 in `c * 3`, start afresh as well. They are leaves like all others, "
            "and add up.",
            ("if node._prev:", "if node._prev or not node.label:"),
        ),
        Slip(
            "all nodes but the first of the order start afresh. The first is a leaf, and there may be other "
            "leaves, which have to add up as well.",
            ("if node._prev:", "if node is not order[0]:"),
        ),
        Slip(
            "inner nodes below the root that have no label do not start afresh. A label says nothing about a node: an "
            "inner node is one that has inputs.",
            ("if node._prev:", "if node._prev and node.label:"),
        ),
        Slip(
            "inner nodes below the root that have one input, like tanh, or more than two, do not start afresh. An "
            "inner node is one that has inputs, however many.",
            ("if node._prev:", "if len(node._prev) == 2:"),
        ),
        Slip(
            "inner nodes below the root that have a single input, like tanh, do not start afresh. An inner node is one "
            "that has inputs, however many.",
            ("if node._prev:", "if len(node._prev) > 1:"),
        ),
        Slip(
            "of the inner nodes only the root and its inputs start afresh. Those farther down hold a gradient as well.",
            ("for node in order:", "for node in root._prev:"),
        ),
        Slip(
            "every gradient is 0 at the end, as where `root.grad` is 0 when the root has its turn, or where all is "
            "set to 0 after the sweep. The root is an inner node too: inner nodes are set to 0 first, then "
            "`root.grad` to 1.0, and then comes the sweep.",
            ("root.grad = 1.0", "root.grad = 0.0"),
        ),
        Slip(
            "the sweep starts with the root's own number. It starts with ∂root/∂root, which is 1 whatever the number "
            "is.",
            ("root.grad = 1.0", "root.grad = root.data"),
        ),
        Slip(
            "no node but the root passes on what it is paid, as where no other node's `_backward()` is called, or "
            "where the nodes are visited inputs first, and each has its turn before its users have paid it. Every "
            "node has its turn, in the order read backwards.",
            ("reversed(order)", "order"),
        ),
    ],
)

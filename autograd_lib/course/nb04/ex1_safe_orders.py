"""Exercise 4.1: which orders keep the rule? The graph is b = a * a; p = tanh(b); q = exp(b); f = p * q; g = f + b."""

from autograd_lib.course.exercise import Exercise
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

ORDERS = {
    "A": "g f p q b a",
    "B": "g f q p b a",
    "C": "g b f p q a",
    "D": "g f p b q a",
    "E": "a b p q f g",
}


def graph():
    """The graph of the exercise; returns its root g."""
    a = Value(0.5, label="a")
    b = named("b", a * a)
    p, q = named("p", b.tanh()), named("q", b.exp())
    f = named("f", p * q)
    return named("g", f + b)


def is_safe(order):
    """Whether every node comes after everything that uses it."""
    place = {label: i for i, label in enumerate(order.split())}
    return all(place[node.label] < place[i.label] for node in topological_order(graph()) for i in node._prev)


def reference():
    return {name: is_safe(order) for name, order in ORDERS.items()}


def trusts_nearest_first():
    """the nodes are taken nearest to the output first. In C, b passes its gradient on while f has not paid yet, and
    what p and q pay into b later is lost.
    """
    return reference() | {"C": True}


def trusts_depth_first():
    """one path is followed all the way down. In D, b passes its gradient on before q has paid into it."""
    return reference() | {"D": True}


def only_asks_for_the_leaf_last():
    """it is thought to be enough that the leaf comes last. Every node has to wait for all nodes that use it, b too: in
    C and D it does not.
    """
    return reference() | {"C": True, "D": True}


def takes_the_forward_order():
    """the forward order is taken for the backward one. E has inputs before outputs, which is how the values were
    computed; gradients need it the other way round.
    """
    return {"A": False, "B": False, "C": False, "D": False, "E": True}


def only_one_can_be_right():
    """only one order is thought to be possible. p and q do not depend on each other: either may go first."""
    return reference() | {"B": False}


def picks_one_of_two(case, answer):
    """Whether exactly one of A and B is called safe, and none of the others."""
    return [name for name, safe in answer.items() if safe] in (["A"], ["B"])


exercise = Exercise(
    id="4.1",
    title="Which orders are safe?",
    name="safe",
    reference=reference,
    is_data=True,
    misconceptions=[
        trusts_nearest_first,
        trusts_depth_first,
        only_asks_for_the_leaf_last,
        takes_the_forward_order,
        only_one_can_be_right,
    ],
    recognise={only_one_can_be_right: picks_one_of_two},
    reveal=False,
)

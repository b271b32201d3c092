"""Exercise 2.1: the graph of L = ((a·b) + c)·(a + d) at 2, 3, 4, 5, counted and filled in forward."""

from autograd_lib.course.exercise import Exercise
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def graph():
    """The graph of the exercise; returns its root L."""
    a, b, c, d = (Value(number, label=label) for number, label in zip([2.0, 3.0, 4.0, 5.0], "abcd"))
    t1 = named("t1", a * b)
    t2 = named("t2", t1 + c)
    t3 = named("t3", a + d)
    return named("L", t2 * t3)


def reference():
    nodes = topological_order(graph())
    values = {node.label: node.data for node in nodes if node._prev}
    return values | {"nodes": len(nodes), "edges": sum(len(node._prev) for node in nodes)}


def draws_a_box_for_each_use():
    """`a` is drawn twice because it is written twice. It is one number, so it is one node, and two arrows leave it."""
    return reference() | {"nodes": 9}


def counts_only_operations():
    """only the operations are counted. The leaves are nodes too."""
    return reference() | {"nodes": 4}


def draws_one_arrow_from_each_node():
    """every node but the root has a single arrow. An arrow stands for one *use* of a node, and `a` is used twice."""
    return reference() | {"edges": 7}


def counts_arrows_out_of_operations():
    """only the arrows between operations are counted. Those that come from the leaves count as well."""
    return reference() | {"edges": 3}


def adds_at_the_root():
    """the last operation is taken to be a sum. L is the *product* of t2 and t3."""
    return reference() | {"L": 17.0}


def multiplies_the_last_two():
    """t3 is taken to be a product. It is the sum of a and d."""
    return reference() | {"t3": 10.0, "L": 100.0}


def forgets_the_brackets():
    """the second pair of brackets is forgotten: t2 is multiplied by a alone, and d is added at the end."""
    return reference() | {"L": 25.0}


exercise = Exercise(
    id="2.1",
    title="From the leaves to the root",
    name="forward",
    reference=reference,
    is_data=True,
    misconceptions=[
        draws_a_box_for_each_use,
        counts_only_operations,
        draws_one_arrow_from_each_node,
        counts_arrows_out_of_operations,
        adds_at_the_root,
        multiplies_the_last_two,
        forgets_the_brackets,
    ],
    reveal=False,
)

"""Exercise 2.3: the gradients of L = ((a·b) + c)·(a + d) at 2, 3, 4, 5, filled in backward."""

import operator

from autograd_lib.course.exercise import Exercise
from autograd_lib.course.nb02.ex1_forward import graph
from autograd_lib.engine.graph import topological_order


def table(combine=operator.mul, local=None, seed=1.0):
    """The gradient of each node, as a backward pass by hand fills them in.

    Args:
        combine: how the upstream gradient and a local gradient are combined.
        local: the local gradients of a node, a tuple; the right ones if None.
        seed: the gradient that the root starts with.
    """
    nodes = topological_order(graph())
    gradient = {node.label: 0.0 for node in nodes}
    gradient["L"] = seed
    for node in reversed(nodes):
        slopes = local(node) if local else node._local_gradients
        for node_input, slope in zip(node._prev, slopes):
            gradient[node_input.label] += combine(gradient[node.label], slope)
    return gradient


def reference():
    return table()


def loses_the_path_through_the_sum():
    """`a` is paid by t1 only. It is an input of t3 as well: add what both pay."""
    return table() | {"a": 21.0}


def loses_the_path_through_the_product():
    """`a` is paid by t3 only. It is an input of t1 as well: add what both pay."""
    return table() | {"a": 10.0}


def multiplies_the_two_paths():
    """what the two paths pay to `a` is multiplied. Along a path rates multiply; where paths meet, they add."""
    return table() | {"a": 210.0}


def pays_by_own_value():
    """in a product each input is paid by its own value. The local gradient is the value of the *other* input: raise t2
    by 1, and L grows by t3.
    """
    return table(local=lambda node: tuple(i.data for i in node._prev) if node._op == "*" else (1.0, 1.0))


def writes_down_local_gradients():
    """the local gradients stand in the table, and none is multiplied by its upstream gradient. They say how much t1
    moves; the question is how much L moves.
    """
    return table(combine=lambda upstream, slope: slope)


def adds_along_the_path():
    """upstream gradient and local gradient are added. Along a path rates multiply."""
    return table(combine=operator.add)


def starts_with_the_value_of_the_root():
    """the root starts with its own value, 70. It starts with ∂L/∂L, which is 1."""
    return table(seed=70.0)


exercise = Exercise(
    id="2.3",
    title="From the root to the leaves",
    name="backward",
    reference=reference,
    is_data=True,
    misconceptions=[
        loses_the_path_through_the_sum,
        loses_the_path_through_the_product,
        multiplies_the_two_paths,
        pays_by_own_value,
        writes_down_local_gradients,
        adds_along_the_path,
        starts_with_the_value_of_the_root,
    ],
    reveal=False,
)

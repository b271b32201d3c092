"""Trying `groups` of exercise 13.1: the graphs that it is tried on, and what its answer says about each node."""

import numpy as np

from autograd_lib.course.answers import kind
from autograd_lib.course.exercise import NotAnAnswer
from autograd_lib.course.graphs import SMALL_GRAPHS, named, names
from autograd_lib.engine.value import Value

STRANGER = "a node of another graph"
WHOLE_NUMBER = "a whole number"


def run(solution, root):
    """For each node the parts of its key, and how often it is in a list."""
    answer, order = solution(root), names(root)
    if not isinstance(answer, dict):
        raise NotAnAnswer(
            "`groups` returns a dictionary, from (level, operation, number of inputs) to a list of nodes: yours is "
            f"a {type(answer).__name__}.",
            kind=type(answer).__name__,
        )
    found = {f"times that {name} is in a group": 0 for name in order.values()}
    for key, nodes in answer.items():
        check_key(key)
        check_nodes(nodes, order)
        for node in nodes:
            name = order[node]
            found[f"times that {name} is in a group"] += 1
            for part, value in zip(("level", "operation", "number of inputs"), key):
                found[f"{part} of {name}"] = value if part != "operation" else str(value)
    return found


def check_key(key):
    parts = key if isinstance(key, tuple) else (key,)
    kinds = ["a text" if isinstance(part, str) else kind_of_number(part) for part in parts]
    if kinds != [WHOLE_NUMBER, "a text", WHOLE_NUMBER]:
        raise NotAnAnswer(
            "The keys of your dictionary should be tuples of three: the level, a whole number; the operation, a text; "
            f"and the number of inputs. One of yours is made of: {', '.join(kinds)}.",
            kind=f"key {kinds}",
        )


def kind_of_number(part):
    """NumPy's whole numbers are the same keys of a dict as Python's."""
    is_whole = isinstance(part, (int, np.integer)) and not isinstance(part, bool)
    return WHOLE_NUMBER if is_whole else kind(part)


def check_nodes(nodes, order):
    if not isinstance(nodes, (list, tuple)):
        raise NotAnAnswer(
            f"Under each key there is a list of nodes: yours has {kind(nodes)} there.",
            kind=f"group {type(nodes).__name__}",
        )
    for node in nodes:
        if not isinstance(node, Value):
            raise NotAnAnswer(
                f"The lists hold the nodes of the graph: in yours there is a {type(node).__name__}.",
                kind=f"member {type(node).__name__}",
            )
        if node not in order:
            raise NotAnAnswer(
                "The lists hold the nodes of this graph: in yours there is a Value that is none of them. It belongs to "
                "another graph, or it was made anew.",
                kind=STRANGER,
            )


def two_sums():
    """Two sums on one level, of two and of three numbers, and a tanh beside them."""
    a, b, c = Value(2.0, label="a"), Value(-1.0, label="b"), Value(0.5, label="c")
    p, q, t = named("p", Value.sum([a, b])), named("q", Value.sum([a, b, c])), named("t", a.tanh())
    return named("f", Value.sum([p, q, t]))


def two_neurons():
    """Four nodes in two groups of two, and one that needs all."""
    a, b = Value(2.0, label="a"), Value(-1.0, label="b")
    p, q = named("p", a * b), named("q", b * b)
    s, t = named("s", p.tanh()), named("t", q.tanh())
    return named("f", s + t)


def uneven():
    """A node whose second input is far up, and one whose first is."""
    a = Value(0.5, label="a")
    b = named("b", a.exp())
    c = named("c", b.exp())
    p, q = named("p", c * a), named("q", a * c)
    return named("f", Value.sum([p, q, b]))


def short_and_long():
    """A short branch beside a long one: what is near the root may be near the leaves too."""
    a, b = Value(0.5, label="a"), Value(2.0, label="b")
    p = named("p", a * b)
    q = named("q", named("c", a.tanh()).tanh())
    return named("f", q + p)


def without_labels():
    """Nodes without labels on two levels, the higher one first."""
    a, b = Value(0.5, label="a"), Value(2.0, label="b")
    return named("f", a.tanh().tanh() + b.tanh())


def equal_numbers():
    """Nodes of one number on several levels, the highest one first."""
    a, b = Value(0.0, label="a"), Value(0.0, label="b")
    q, r = named("q", named("p", a.tanh()).tanh()), named("r", b.tanh())
    return named("f", q + r)


def two_alike():
    """The same product twice, as where a program computes something anew: two nodes."""
    a, b = Value(0.5, label="a"), Value(2.0, label="b")
    return named("f", named("p", a * b) + named("q", a * b))


def shared_by_two():
    """Two nodes use each number: 2⁴⁰ ways lead down, also for those who take equal inputs of a node once."""
    node = Value(0.001, label="a")
    for _ in range(40):
        node = node + node.tanh()
    return node


KNOWN = [
    "the leaf a",
    "b = a + a",
    "tanh(a), which has no label",
    "b = a * 2, where the 2 has no label",
    "s = Value.sum([a, b, c]), one node with three inputs",
    "e = b + d, where d = tanh(b) and b = a * a",
    "e = d + b, where d = tanh(b) and b = a * a",
    "f = (c + b) * a - c, where c = exp(b) and b = a * k",
    "a neuron with two inputs",
]
MORE = {
    "f = tanh(p) + tanh(q), where p = a * b and q = b * b": two_neurons,
    "f = Value.sum([p, q, t]), where p and q are sums of two and of three, and t is a tanh": two_sums,
    "f = Value.sum([p, q, b]), where p = c * a and q = a * c": uneven,
    "f = q + p, where q = tanh(tanh(a)) and p = a * b": short_and_long,
    "f = tanh(tanh(a)) + tanh(b), where no tanh has a label": without_labels,
    "f = q + r, where q = tanh(tanh(a)), r = tanh(b), and all are 0": equal_numbers,
    "f = p + q, where p = a * b and q = a * b": two_alike,
    "a number h that becomes h + tanh(h), 40 times": shared_by_two,
}
GRAPHS = {text: SMALL_GRAPHS[text] for text in KNOWN} | MORE

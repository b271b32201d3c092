"""Small graphs that exercises are tried on, every node labelled, and the checks on orders that several share."""

from collections import Counter

from autograd_lib.course.exercise import Case, Gap, NotAnAnswer
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def named(label, node):
    """`node`, with a label."""
    node.label = label
    return node


def single():
    return Value(3.0, label="a")


def used_twice():
    a = Value(3.0, label="a")
    return named("b", a + a)


def detour():
    a = Value(0.5, label="a")
    b = named("b", a * a)
    d = named("d", b.tanh())
    return named("e", b + d)


def late_detour():
    a = Value(0.5, label="a")
    b = named("b", a * a)
    d = named("d", b.tanh())
    return named("e", d + b)


def twice_twice():
    a = Value(1.0, label="a")
    b = named("b", a + a)
    return named("c", b + b)


def diamond():
    a = Value(0.5, label="a")
    b = named("b", a * a)
    p, q = named("p", b.tanh()), named("q", b.exp())
    return named("f", p * q)


def long_way_round():
    a, k = Value(0.5, label="a"), Value(2.0, label="k")
    b = named("b", a * k)
    c = named("c", b.exp())
    d = named("d", c + b)
    e = named("e", d * a)
    return named("f", e - c)


def neuron():
    w1, x1, w2, x2, b = (
        Value(number, label=label)
        for number, label in [(-3.0, "w1"), (2.0, "x1"), (1.0, "w2"), (0.5, "x2"), (6.5, "b")]
    )
    p1, p2 = named("p1", w1 * x1), named("p2", w2 * x2)
    s = named("s", p1 + p2)
    n = named("n", s + b)
    return named("o", n.tanh())


def gradients(root):
    """The gradient of every labelled node: the result of a backward pass as plain data."""
    return {f"{node.label}.grad": node.grad for node in topological_order(root) if node.label}


# Smallest first, by their formulas: a leaf, sharing, sharing twice, a detour on either side, a diamond, all of these
# in one, and a tree.
SMALL_GRAPHS = {
    "the leaf a": single,
    "b = a + a": used_twice,
    "c = b + b, where b = a + a": twice_twice,
    "e = b + d, where d = tanh(b) and b = a * a": detour,
    "e = d + b, where d = tanh(b) and b = a * a": late_detour,
    "f = p * q, where p = tanh(b), q = exp(b) and b = a * a": diamond,
    "f = (exp(b) + b) * a - exp(b), where b = a * k": long_way_round,
    "a neuron with two inputs": neuron,
}


def graph_cases(first="the leaf a"):
    """A case for each small graph from `first` on; a solution is given its root."""
    names = list(SMALL_GRAPHS)
    return [Case(name, lambda make=SMALL_GRAPHS[name]: (make(),)) for name in names[names.index(first) :]]


def labels(order):
    """The labels of a list of nodes: an order as plain data."""
    if not isinstance(order, list | tuple):
        raise NotAnAnswer(f"You returned {order!r} ({type(order).__name__}). Expected a list of nodes.")
    strangers = [node for node in order if not hasattr(node, "label")]
    if strangers:
        raise NotAnAnswer(f"Your list holds {strangers[0]!r} ({type(strangers[0]).__name__}). Expected nodes only.")
    return [node.label for node in order]


def order_gap(case, answer):
    """None if `answer`, a list of labels, is a topological order of the case's graph, else a Gap."""
    (root,) = case.make()
    nodes = topological_order(root)
    example, times, place = [node.label for node in nodes], Counter(answer), {x: i for i, x in enumerate(answer)}
    other = " (or another such order)" if len(example) > 2 else ""
    got = f"Expected {listed(example)}{other}. You returned {listed(answer) if answer else 'an empty list'}."
    missing = [label for label in example if label not in times]
    if missing:
        return Gap(f"{got} Missing: {listed(missing)}.", tuple(missing))
    twice = [label for label in example if times[label] > 1]
    if twice:
        return Gap(f"{got} More than once: {listed(twice)}.", tuple(twice))
    if len(times) > len(example):
        return Gap(f"{got} Not in the graph: {listed(sorted(times.keys() - set(example)))}.")
    for node in nodes:
        for node_input in node._prev:
            if place[node_input.label] > place[node.label]:
                return Gap(f"{got} `{node.label}` comes before its input `{node_input.label}`.", (node.label,))
    return None


def listed(names, most=12):
    """Names separated by commas; of a long list, the first `most` and the count."""
    return ", ".join(names[:most]) + (f", … ({len(names):,} in all)" if len(names) > most else "")

"""Small graphs that exercises are tried on. Most of their nodes have a label; all have a name, for verdicts."""

from collections import Counter

from autograd_lib.course.exercise import Case
from autograd_lib.engine.graph import expression, topological_order
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


def root_without_label():
    return Value(0.5, label="a").tanh()


def plain_number():
    a = Value(3.0, label="a")
    return named("b", a * 2)


def same_numbers():
    a, k = Value(2.0, label="a"), Value(2.0, label="k")
    return named("c", a + k)


def three_inputs():
    a, b, c = Value(2.0, label="a"), Value(-1.0, label="b"), Value(0.5, label="c")
    return named("s", Value.sum([a, b, c]))


def twice_twice():
    a = Value(1.0, label="a")
    b = named("b", a + a)
    return named("c", b + b)


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


def inner_nodes_without_label():
    a, b = Value(2.0, label="a"), Value(0.5, label="b")
    return named("c", (a + 1) * (b + 1))


def double_use_first():
    a = Value(0.5, label="a")
    p, q = named("p", a + a), named("q", a.tanh())
    r = named("r", q.exp())
    return named("f", p * r)


def double_use_last():
    a = Value(0.5, label="a")
    p, q = named("p", a + a), named("q", a.tanh())
    r = named("r", q.exp())
    return named("f", r * p)


def diamond():
    a = Value(0.5, label="a")
    b = named("b", a * a)
    p, q = named("p", b.tanh()), named("q", b.exp())
    return named("f", p * q)


def crossing_paths():
    b, k, x, y = (Value(number, label=label) for number, label in [(0.5, "b"), (2.0, "k"), (3.0, "x"), (-1.0, "y")])
    p, q = named("p", b * k), named("q", k * b)
    return named("f", Value.sum([p, x, b, y, q]))


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


def names(root):
    """A name for each node that `root` depends on, inputs first: its label, or what it is. No two are the same."""
    found, times = {}, Counter()
    for node in topological_order(root):
        words = expression(node)
        times[words] += 1
        found[node] = "another " * (times[words] - 1) + words
    return found


def gradients(root):
    """The gradient of every node: the result of a backward pass as plain data."""
    return {f"{name}.grad" if node.label else f"grad of {name}": node.grad for node, name in names(root).items()}


# Smallest first, by their formulas: a leaf, nodes without a label, two nodes with one number, three inputs; sharing,
# sharing twice, a detour on either side, a double use beside another one, a diamond, several ways to one node, all of
# these in one, and a tree.
SMALL_GRAPHS = {
    "the leaf a": single,
    "b = a + a": used_twice,
    "tanh(a), which has no label": root_without_label,
    "b = a * 2, where the 2 has no label": plain_number,
    "c = a + k, where both are 2": same_numbers,
    "s = Value.sum([a, b, c]), one node with three inputs": three_inputs,
    "c = b + b, where b = a + a": twice_twice,
    "e = b + d, where d = tanh(b) and b = a * a": detour,
    "e = d + b, where d = tanh(b) and b = a * a": late_detour,
    "c = (a + 1) * (b + 1), where only a, b and c have labels": inner_nodes_without_label,
    "f = p * r, where p = a + a, r = exp(q) and q = tanh(a)": double_use_first,
    "f = r * p, where p = a + a, r = exp(q) and q = tanh(a)": double_use_last,
    "f = p * q, where p = tanh(b), q = exp(b) and b = a * a": diamond,
    "f = Value.sum([p, x, b, y, q]), where p = b * k and q = k * b": crossing_paths,
    "f = (c + b) * a - c, where c = exp(b) and b = a * k": long_way_round,
    "a neuron with two inputs": neuron,
}


def graph_cases(first="the leaf a"):
    """A case for each small graph from `first` on; a solution is given its root."""
    texts = list(SMALL_GRAPHS)
    return [Case(text, lambda make=SMALL_GRAPHS[text]: (make(),)) for text in texts[texts.index(first) :]]

"""Exercise 4.6: topological order without recursion, for graphs deeper than Python's call stack."""

import functools
import math
import sys
from collections import Counter

from autograd_lib.course.answers import plain_data
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer
from autograd_lib.course.graphs import named, names
from autograd_lib.course.nb04 import orders
from autograd_lib.course.nb04.ex2_topological_order import kahn
from autograd_lib.engine.graph import topological_order as library_order
from autograd_lib.engine.value import Value

LINKS = 20_000
COMPARISONS = 5 * LINKS
FIVE = ["n0", "n1", "n2", f"n{LINKS - 2}", f"n{LINKS - 1}"]
NESTED = 50  # calls of one function inside one another: no way of writing a loop needs as many
TURNS = 160  # links that have their second input before the link below and behind it, by turns


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


def looks_at_the_top(root):
    """A node stays on the stack until all of its inputs are listed."""
    order, done, stack = [], set(), [root]
    while stack:
        waiting = [node_input for node_input in stack[-1]._prev if node_input not in done]
        if waiting:
            stack.extend(waiting)
            continue
        node = stack.pop()
        if node not in done:
            done.add(node)
            order.append(node)
    return order


def from_the_leaves(root):
    """Kahn's algorithm from the other end: a node goes out once all of its inputs have gone."""
    users, waiting = {root: []}, {}
    for node in (found := [root]):
        waiting[node] = len(node._prev)
        for node_input in node._prev:
            if node_input not in users:
                users[node_input] = []
                found.append(node_input)
            users[node_input].append(node)
    order = [node for node in found if not waiting[node]]
    for node in order:
        for user in users[node]:
            waiting[user] -= 1
            if not waiting[user]:
                order.append(user)
    return order


def recurses(root):
    """a function calls itself, directly or by way of another one, again and again on the way down. Python's own limit
    is about a thousand nested calls, and to raise it is no remedy: keep the nodes that are waiting in a list of your
    own.
    """
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for node_input in node._prev:
                visit(node_input)
            order.append(node)

    visit(root)
    return order


def searches_a_list(root):
    """nodes are compared with a great many others, as where they are looked for in a list, by `node in some_list` or
    `index`: that goes from one entry to the next, on a long chain for each link. A set finds a node at once.
    """
    order, seen, stack = [], [], [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
        elif node not in seen:
            seen.append(node)
            stack.append((node, True))
            for node_input in node._prev:
                stack.append((node_input, False))
    return order


class Link(Value):
    """A node of the chain. It notices whether functions that work with it call themselves, and how often nodes are
    compared, as they are when one is looked for in a list.
    """

    __slots__ = ("inputs",)
    changed = True
    looks = compared = 0
    stopped = None  # what a solution was stopped for; it may have caught that

    @property
    def _prev(self):
        Link.looks += 1
        if Link.looks % NESTED == 0 and (name := most_nested(sys._getframe(1))):
            text = f"`{name}` calls itself, directly or by way of another function"
            stop(f"{text}: {NESTED} of its calls stood inside one another when it was stopped.", "calls itself")
        return self.inputs

    @_prev.setter
    def _prev(self, inputs):
        Link.changed = True
        self.inputs = inputs

    def __eq__(self, other):
        Link.compared += 1
        if Link.compared > COMPARISONS:
            stop(f"Your code had compared nodes {COMPARISONS:,} times when it was stopped.", "searches a list")
        return self is other

    __hash__ = Value.__hash__


def stop(text, kind):
    Link.stopped = NotAnAnswer(text, kind)
    raise Link.stopped


def most_nested(frame):
    """The name of a function of which NESTED calls stand inside one another, from this frame outwards; else None."""
    times = Counter()
    while frame:
        times[id(frame.f_code)] += 1
        if times[id(frame.f_code)] == NESTED:
            return frame.f_code.co_name
        frame = frame.f_back
    return None


@functools.cache
def chain():
    """The nodes of the chain, the leaf first, each with its name. They are made once: that takes its time."""
    node = Link(0.5, label="n0")
    nodes = {node: "n0"}
    for number in range(1, LINKS - 1):
        data = math.tanh(node.data)
        node = Link(data, (node,), "tanh", (1.0 - data * data,), label=f"n{number}")
        nodes[node] = node.label
    first = next(iter(nodes))  # a second input at the end: what is written for one input alone does not get far
    node = Link(node.data + first.data, (node, first), "+", (1.0, 1.0), label=f"n{LINKS - 1}")
    nodes[node] = node.label
    Link.changed = False
    return nodes


def end_of_chain():
    """The last node of a chain that nobody has touched."""
    if Link.changed:
        chain.cache_clear()
    *_, root = chain()
    begin()
    return root


def begin():
    Link.looks, Link.compared, Link.stopped = 0, 0, None


def chain_of_turns(node_class=Value):
    """The last node of a chain on which a loop along one input of each node leaves half of the links to recursion."""
    first = node = node_class(0.5, label="n0")
    for number in range(1, TURNS + 1):
        inputs = (node, first) if number % 2 else (first, node)
        node = node_class(node.data + first.data, inputs, "+", (1.0, 1.0), label=f"n{number}")
    return node


def end_of_turns():
    has_changed = Link.changed
    root = chain_of_turns(Link)
    Link.changed = has_changed  # of the long chain nothing has
    begin()
    return root


def short_chain():
    """The chain with five of its nodes: on these an order of the chain is compared."""
    first = node = Value(0.5, label=FIVE[0])
    for label in FIVE[1:-1]:
        node = named(label, node.tanh())
    return named(FIVE[-1], node + first)


def run(solution, root):
    if not isinstance(root, Link):
        return Drawn(orders.names_in(solution(root), names(root)), root)
    is_long = root in chain()
    own = chain() if is_long else names(root)
    begin()
    # Without the wrapper that watches arguments: on so large a graph it takes longer than a solution.
    order = getattr(solution, "__wrapped__", solution)(root)
    if Link.stopped:
        raise Link.stopped
    if order is None:
        solution(root)  # with the wrapper, so that it is asked for its `return`
    order = orders.names_in(order if type(order) is list else plain_data(order), own)
    if not is_long:
        return order
    five = [name for name in order if name in FIVE or name.startswith("another")]
    if five == FIVE and order != list(chain().values()):
        raise NotAnAnswer("On the chain, your list is not right: some of its nodes are in another order, or left out.")
    return five


CHAIN_OF_TURNS = f"a chain of {TURNS} links, n1 = n0 + n0, n2 = n0 + n1, n3 = n2 + n0, n4 = n0 + n3, and so on"
orders.GRAPHS[CHAIN_OF_TURNS] = chain_of_turns
CHAIN = f"a chain of {LINKS:,} links (shown: its first three nodes and its last two)"
orders.GRAPHS[CHAIN] = short_chain

exercise = Exercise(
    id="4.6",
    title="Without recursion",
    name="iterative_order",
    reference=reference,
    demands=[
        Demand(
            "`iterative_order(root)` returns a list of all nodes that `root` depends on and `root` itself, each once",
            orders.forgets_visited,
        ),
        Demand("each node comes after all of its inputs", orders.turns_a_pre_order_round),
        Demand("no function calls itself, directly or by way of another one", recurses),
        Demand(f"a chain of {LINKS:,} links takes no longer than three seconds", searches_a_list),
    ],
    cases=[
        *orders.cases(),
        Case(CHAIN_OF_TURNS, lambda: (end_of_turns(),)),
        Case(CHAIN, lambda: (end_of_chain(),)),
    ],
    run=run,
    judge=orders.order_gap,
    alternatives=[kahn, with_iterators, looks_at_the_top, from_the_leaves],
    misconceptions=[recurses, searches_a_list, *orders.MISTAKES],
    too_slow=(
        "the small graphs are right, and the chain takes too long, as where the steps for each link become more as "
        "the chain becomes longer. Are all nodes gone through again for each link, is something looked for in a list, "
        "or is a list or set copied? Look at each node and each arrow only a few times in all."
    ),
    recognise={
        recurses: orders.by_failure("calls itself"),
        searches_a_list: orders.by_failure("searches a list"),
        **orders.MISTAKES,
    },
    side_road=True,
)

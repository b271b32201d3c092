"""What exercises 4.2 and 4.6 share: lists of nodes as plain data, when one is an order, and how orders go wrong.

More than one order is right, and a wrong walk may take either input first. So a mistake is recognised by properties of
the list, each in its own part of what can be wrong: is the root there, and all other nodes, is each there once, is
there nothing else, and do inputs come first?
"""

import functools
import itertools
from collections import Counter

from autograd_lib.course.answers import expected_and_got, in_words, kind, shown, with_kind
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, NotAnAnswer
from autograd_lib.course.graphs import SMALL_GRAPHS, graph_cases, named, names
from autograd_lib.course.trying import Failure
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

ROOT, MISSING, TWICE, STRANGERS, ORDER = "the root", "missing", "more than once", "not in the graph", "the order"


def names_in(order, own):
    """A list of nodes as plain data: their names, as in the dict `own`. A node of another graph is "another" one."""
    if not isinstance(order, list | tuple):
        raise NotAnAnswer(
            f"Expected a list of nodes. You returned {with_kind(order, in_words(order))}.",
            kind=f"no list: {kind(order)}",
        )
    strange = [entry for entry in order if not isinstance(entry, Value) and not hasattr(entry, "_prev")]
    if strange:
        what = kind(strange[0])
        raise NotAnAnswer(
            f"Expected a list of nodes. In yours is {with_kind(strange[0], in_words(strange[0], depth=1))}.",
            kind=f"no nodes: {what}",
        )
    return [own[node] if node in own else stranger(node) for node in order]


def stranger(node):
    return f"another {shown(node.label, 20) if isinstance(node.label, str) and node.label else 'node'}"


class Listing:
    """A list of names, beside the graph of which it should be an order. The graph is known by its case's text."""

    def __init__(self, text, answer):
        root = GRAPHS[text]()
        own = names(root)
        self.text, self.answer, self.root = text, answer, own[root]
        self.nodes = {name: node for node, name in own.items()}
        self.inputs = {name: [own[i] for i in node._prev] for name, node in self.nodes.items()}
        self.times = Counter(answer)
        self.listed = [name for name in dict.fromkeys(answer) if name in self.inputs]
        self.missing = [name for name in self.inputs if name not in self.times]
        self.strangers = [name for name in answer if name not in self.inputs]
        self.too_early = first_too_early(self.inputs, self.listed)

    @property
    def is_right(self):
        return not (self.missing or self.strangers or self.too_early or self.listed != self.answer)

    @functools.cached_property
    def below(self):
        """For each node the listed ones below it that are next: its inputs, and below one that is missing, those."""
        found = {}
        for name, inputs in self.inputs.items():
            below = [[i] if i in self.times else found[i] for i in inputs]
            found[name] = {each for group in below for each in group}
        return found

    @functools.cached_property
    def steps(self):
        """The number of steps from the root to each node, on the shortest way."""
        steps = {self.root: 0}
        for name in steps_outwards(self.inputs, self.root):
            for node_input in self.inputs[name]:
                steps.setdefault(node_input, steps[name] + 1)
        return steps

    def from_root(self, order):
        """An order from the root on; if the root is not in the list, it is put in front."""
        return order if self.root in self.times else [self.root, *order]


def steps_outwards(inputs, root):
    """The nodes, nearest to the root first."""
    order, seen = [root], {root}
    for name in order:
        new = [i for i in dict.fromkeys(inputs[name]) if i not in seen]
        seen.update(new)
        order.extend(new)
    return order


def first_too_early(inputs, order):
    """A node that stands before one that it depends on, and the latter; None if there is none."""
    place = {name: i for i, name in enumerate(order)}
    latest = {}  # below each node, the one that stands last
    for name, node_inputs in inputs.items():
        below = [each for i in node_inputs for each in (i, latest.get(i)) if each in place]
        latest[name] = max(below, key=place.get, default=None)
        if name in place and below and place[latest[name]] > place[name]:
            return name, latest[name]
    return None


@functools.lru_cache(maxsize=32)
def listing(text, answer):
    """The Listing of an answer, given the case by its text and its names as a tuple."""
    return Listing(text, list(answer))


def long_tail():
    """A detour with more than one node below it."""
    a = Value(0.5, label="a")
    b = named("b", a.tanh())
    c = named("c", b.tanh())
    d = named("d", c.tanh())
    return named("e", c + d)


LONG_TAIL = "e = c + d, where d = tanh(c), c = tanh(b) and b = tanh(a)"
GRAPHS = SMALL_GRAPHS | {LONG_TAIL: long_tail}  # and, for exercise 4.6, a chain


def cases():
    """A case for each graph but the chain; a solution is given its root."""
    return [*graph_cases(), Case(LONG_TAIL, lambda: (long_tail(),))]


def order_gap(case, answer):
    """None if `answer`, a list of names, is a topological order of the case's graph, else a Gap."""
    order = listing(case.text, tuple(answer))
    if order.is_right:
        return None
    twice = [name for name in order.listed if order.times[name] > 1]
    missing = [name for name in order.missing if name != order.root]
    faults = {
        ROOT: order.root not in order.times,
        MISSING: missing,
        TWICE: twice,
        STRANGERS: order.strangers,
        ORDER: order.too_early,
    }
    if order.missing:
        marked, note = order.missing, f"Missing: {listed(order.missing)}."
    elif twice:
        marked, note = twice, f"More than once: {listed(twice)}."
    elif order.strangers:
        marked, note = [], f"Not a node of this graph: {listed(order.strangers)}."
    else:
        marked, note = order.too_early[:1], "`{}` comes before its input `{}`.".format(*order.too_early)
    example = list(order.inputs)
    is_only_one = all(before in order.inputs[after] for before, after in itertools.pairwise(example))
    expected = listed(example) + ("" if is_only_one else " (or another such order)")
    gap = expected_and_got(expected, listed(answer) or "an empty list", note, marked)
    return gap._replace(parts=tuple(part for part, fault in faults.items() if fault))


def listed(words, most=12):
    """Names separated by commas; of a long list, the first `most` and the count."""
    return ", ".join(words[:most]) + (f", … ({len(words):,} in all)" if len(words) > most else "")


# How an order goes wrong: each mistake with the property by which it is recognised.

MISTAKES = {}


def known_by(parts):
    """Enter a mistake in MISTAKES. `parts(listing)` says which parts of what is wrong with a list it explains; None if
    the list does not come of this mistake.
    """

    def recognise(case, answer):
        if isinstance(answer, Failure):  # it says nothing about the list
            return frozenset()
        return parts(listing(case.text, tuple(answer)))

    return entered(recognise)


def by_failure(*kinds):
    """Recognises a mistake by the kind of failure in which it ends, in some of the cases."""
    return lambda case, answer: frozenset([WHOLE] if isinstance(answer, Failure) and answer.kind in kinds else [])


def entered(recognise):
    def enter(mistake):
        MISTAKES[mistake] = recognise
        return mistake

    return enter


def leaving_out(which):
    """Nodes are missing: those that `which(listing)` names."""

    def parts(order):
        expected = set(which(order))
        if set(order.missing) - {order.root} != expected - {order.root}:
            return None
        return frozenset([MISSING, ROOT] if order.root in expected else [MISSING])

    return parts


def listing_again(how_often):
    """Nodes come more than once: each as often as `how_often(listing)` says, a dict."""

    def parts(order):
        times = how_often(order)
        return frozenset([TWICE]) if all(order.times[name] == times[name] for name in order.listed) else None

    return parts


def with_order(is_it):
    """The nodes are in an order that `is_it(listing)` describes."""
    return lambda order: frozenset([ORDER]) if is_it(order) else None


# Nodes are missing.


def leaves_of(order):
    return [name for name, inputs in order.inputs.items() if not inputs]


def inner_nodes_of(order):
    return [name for name, inputs in order.inputs.items() if inputs]


def out_of_reach(order, edges):
    """The nodes that are not reached from the root if only `edges(inputs)` of each node are followed."""
    reached = steps_outwards({name: edges(inputs) for name, inputs in order.inputs.items()}, order.root)
    return order.inputs.keys() - set(reached)


@known_by(lambda order: frozenset([ROOT]) if order.root not in order.times else None)
def leaves_out_the_root(root):
    """`root` itself is not in the list. It is one of the nodes, and comes last."""
    return topological_order(root)[:-1]


@known_by(leaving_out(leaves_of))
def leaves_out_the_leaves(root):
    """nodes without inputs are left out. They belong to the order too: the gradients you want end up in them."""
    return [node for node in topological_order(root) if node._prev]


def and_the_root(parts):
    """The root is missing as well as the nodes by which `parts(listing)` knows a mistake."""
    return lambda order: parts(order) and frozenset([MISSING, ROOT]) if order.root in order.missing else None


@known_by(and_the_root(leaving_out(leaves_of)))
def leaves_out_the_leaves_and_the_root(root):
    """nodes without inputs are left out, and `root` as well. Both belong to the order: the leaves for the gradients
    that end up in them, and `root` as its last node.
    """
    return [node for node in topological_order(root)[:-1] if node._prev]


@known_by(leaving_out(inner_nodes_of))
def lists_only_the_leaves(root):
    """below `root`, only the leaves are listed. Every node belongs in the list, after all of its inputs, and `root` is
    the last.
    """
    return [node for node in topological_order(root) if not node._prev]


@known_by(leaving_out(lambda order: [name for name in order.inputs if order.steps[name] > 0]))
def lists_only_the_root(root):
    """only `root` is listed, as where a walk does not go on to the inputs, or what it finds there is lost. Each node
    brings its inputs, and these bring theirs.
    """
    return [root]


@known_by(leaving_out(lambda order: [name for name in order.inputs if order.steps[name] > 1]))
def stops_at_the_inputs(root):
    """nothing is listed that is more than one step away from `root`. The inputs of its inputs belong in the list too,
    and *their* inputs, and so on.
    """
    return [node for node in topological_order(root) if node in root._prev] + [root]


def all_but_the_first_leaf(order):
    leaf = order.root
    while order.inputs[leaf]:
        leaf = order.inputs[leaf][0]
    return [name for name in order.inputs if name != leaf]


@known_by(leaving_out(all_but_the_first_leaf))
def ends_at_the_first_leaf(root):
    """below `root`, only one leaf is listed, the one to which the first inputs lead, as where a `return` inside the
    loop over the inputs ends it in its first round. Every node belongs in the list, after all of its inputs.
    """
    while root._prev:
        root = root._prev[0]
    return [root]


@known_by(leaving_out(lambda order: out_of_reach(order, lambda inputs: inputs[:1])))
def follows_first_input_only(root):
    """only the first input of each node is followed. Visit every node of `node._prev`."""
    order = [root]
    while order[-1]._prev:
        order.append(order[-1]._prev[0])
    return order[::-1]


@known_by(leaving_out(lambda order: out_of_reach(order, lambda inputs: inputs[-1:])))
def follows_last_input_only(root):
    """only the last input of each node is followed. Visit every node of `node._prev`."""
    order = [root]
    while order[-1]._prev:
        order.append(order[-1]._prev[-1])
    return order[::-1]


@known_by(leaving_out(lambda order: out_of_reach(order, lambda inputs: inputs[:2])))
def follows_two_inputs(root):
    """two inputs of each node are followed, and no more. A node can have any number of them: visit every node of
    `node._prev`.
    """
    order = topological_order(root)
    reached = {root}
    for node in reversed(order):
        if node in reached:
            reached.update(node._prev[:2])
    return [node for node in order if node in reached]


@known_by(leaving_out(lambda order: out_of_reach(order, lambda inputs: [*inputs[:1], *inputs[-1:]])))
def follows_first_and_last(root):
    """the first and the last input of each node are followed, and none between. A node can have any number of them:
    visit every node of `node._prev`.
    """
    order = topological_order(root)
    reached = {root}
    for node in reversed(order):
        if node in reached:
            reached.update([*node._prev[:1], *node._prev[-1:]])
    return [node for node in order if node in reached]


def without_labels(order):
    """The parts, if no node without a label is listed, and at most what is only below such nodes is missing too."""
    nameless = {name for name, node in order.nodes.items() if not node.label and name != order.root}
    beyond = out_of_reach(order, lambda inputs: [name for name in inputs if name not in nameless])
    if not nameless <= set(order.missing) <= nameless | beyond | {order.root}:
        return None
    return frozenset([MISSING] if order.nodes[order.root].label else [MISSING, ROOT])


@known_by(leaving_out(lambda order: [name for name in leaves_of(order) if not order.nodes[name].label]))
def leaves_out_numbers(root):
    """leaves without a label, such as the 2 in `a * 2`, are left out. They are nodes like all others."""
    return [node for node in topological_order(root) if node.label or node._prev]


@known_by(without_labels)
def leaves_out_unlabelled_nodes(root):
    """nodes without a label are left out. They belong to the order like all others, and so does what is below them:
    gradients pass through them.
    """
    return [node for node in topological_order(root) if node.label or node is root]


@known_by(and_the_root(without_labels))
def leaves_out_unlabelled_nodes_and_the_root(root):
    """nodes without a label are left out, and `root` as well. All of them belong to the order, and so does what is
    below them: gradients pass through them, and `root` is the last.
    """
    return [node for node in topological_order(root)[:-1] if node.label]


def taken_for_one(key):
    """The parts, if of several nodes with the same `key(node)` one is listed, and the others are not."""

    def parts(order):
        keys = [key(order.nodes[name]) for name in order.listed]
        users = {i for name in order.listed for i in order.inputs[name]}
        met = [name for name in order.missing if name in users]
        if len(set(keys)) < len(keys) or any(key(order.nodes[name]) not in keys for name in met):
            return None
        return frozenset([MISSING])

    return parts


def first_of_each(root, key):
    """The order of a walk that remembers keys."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
        elif key(node) not in seen:
            seen.add(key(node))
            stack += [(node, True), *((node_input, False) for node_input in node._prev)]
    return order


@known_by(taken_for_one(lambda node: node.data))
def remembers_numbers(root):
    """two nodes with the same number are taken for one, as where their `data` is remembered. Remember the nodes
    themselves.
    """
    return first_of_each(root, lambda node: node.data)


def listed_with_keys(root, inputs_of, key):
    """The list of a walk that looks for a node's key among the keys of those that are listed already."""
    found, keys, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            found.append(node)
            keys.add(key(node))
        elif key(node) not in keys:
            stack += [(node, True), *((node_input, False) for node_input in inputs_of(node)[::-1])]
    return found


def looked_for_in_the_list(key):
    """The parts, if the list is that of such a walk, whichever input is visited first."""

    def parts(order):
        def key_of(name):
            return key(order.nodes[name])

        walks = [order.inputs.get, lambda name: order.inputs[name][::-1]]
        is_it = any(listed_with_keys(order.root, walk, key_of) == order.answer for walk in walks)
        return frozenset([MISSING]) if is_it else None

    return parts


@known_by(looked_for_in_the_list(lambda node: node.data))
def looks_for_the_number_in_the_list(root):
    return listed_with_keys(root, lambda node: node._prev, lambda node: node.data)


looks_for_the_number_in_the_list.__doc__ = remembers_numbers.__doc__


@known_by(taken_for_one(lambda node: node.label))
def remembers_labels(root):
    """nodes without a label are taken for one and the same. Remember the nodes themselves, not their labels."""
    return first_of_each(root, lambda node: node.label)


@known_by(looked_for_in_the_list(lambda node: node.label))
def looks_for_the_label_in_the_list(root):
    return listed_with_keys(root, lambda node: node._prev, lambda node: node.label)


looks_for_the_label_in_the_list.__doc__ = remembers_labels.__doc__


def skips_what_moves_up(order):
    """The parts, if a list is that of a loop over the list itself in which a node that is met again goes to its end."""
    for direction in (1, -1):
        found = [order.root]
        for name in found:
            for node_input in order.inputs[name][::direction]:
                if node_input in found:
                    found.remove(node_input)
                found.append(node_input)
        if found[::-1] == order.answer:
            return frozenset([MISSING])
    return None


@known_by(skips_what_moves_up)
def takes_nodes_out_of_the_list_of_the_loop(root):
    """the inputs of a node are never looked at, as where nodes are taken out of a list while a loop goes over it: those
    behind them move up, and the loop skips one. Let it go over a list that only grows.
    """
    order, met, place = [root], {root}, 0
    while place < len(order):
        for node_input in order[place]._prev:
            if node_input in met:
                order = [node for node in order if node is not node_input]
            met.add(node_input)
            order.append(node_input)
        place += 1
    return order[::-1]


def never_ready(order):
    """The nodes that are an input twice of one node, and all that is below them."""
    never = set()
    for name in reversed(order.inputs):
        for node_input, times in Counter(order.inputs[name]).items():
            if times > 1 or name in never:
                never.add(node_input)
    return never


@known_by(leaving_out(never_ready))
def takes_a_double_use_off_once(root):
    """a node that another one uses twice, as in `a + a`, is not listed, nor is what is below it, as where two uses of
    it are counted, and one is taken off. Both are uses, when they are counted and when they are taken off.
    """
    uses = Counter(node_input for node in topological_order(root) for node_input in node._prev)
    order, ready = [], [root]
    for node in ready:
        order.append(node)
        for node_input in dict.fromkeys(node._prev):
            uses[node_input] -= 1
            if uses[node_input] == 0:
                ready.append(node_input)
    return order[::-1]


def never_done(order):
    """The nodes that use another one twice, and all that depend on them."""
    never = set()
    for name, inputs in order.inputs.items():
        if len(set(inputs)) < len(inputs) or not never.isdisjoint(inputs):
            never.add(name)
    return never


@known_by(leaving_out(never_done))
def waits_for_a_double_use_twice(root):
    """a node that uses another one twice, as in `a + a`, is not listed, nor is what depends on it, as where a node
    waits for two inputs and the one node that they are is taken off once. Both are inputs, when they are counted and
    when they are taken off.
    """
    order = topological_order(root)
    waiting, users = {node: len(node._prev) for node in order}, {node: set() for node in order}
    for node in order:
        for node_input in node._prev:
            users[node_input].add(node)
    done = [node for node in order if not node._prev]
    for node in done:
        for user in users[node]:
            waiting[user] -= 1
            if waiting[user] == 0:
                done.append(user)
    return done


# Nodes come more than once.


def paths_to(order):
    """The number of paths from the root to each node."""
    paths = Counter([order.root])
    for name in reversed(order.inputs):
        for node_input in order.inputs[name]:
            paths[node_input] += paths[name]
    return paths


def paths_by_node(order):
    """The number of paths from the root to each node, if a node that is an input twice makes one path."""
    paths = Counter([order.root])
    for name in reversed(order.inputs):
        for node_input in set(order.inputs[name]):
            paths[node_input] += paths[name]
    return paths


def marks_late(order):
    """How often a node is listed by a walk with a stack that remembers nodes when they are listed, and asks only before
    it puts them on the stack; None if this is not such a list, whichever input is put there first.
    """
    for direction in (1, -1):
        times, done, stack = Counter(), set(), [(order.root, False)]
        while stack:
            name, inputs_are_done = stack.pop()
            if inputs_are_done:
                times[name] += 1
                done.add(name)
            else:
                stack.append((name, True))
                stack += [(i, False) for i in order.inputs[name][::direction] if i not in done]
        if all(order.times[name] == times[name] for name in order.listed):
            return times
    return None


def uses_of(order):
    """How often each node is an input of others; the root counts as used once."""
    return Counter([order.root, *(i for inputs in order.inputs.values() for i in inputs)])


@known_by(listing_again(paths_to))
def forgets_visited(root):
    """a node is listed again for each path that leads to it. Each node is listed once, as where one set remembers over
    the whole walk where you have been, and is asked before you go in.
    """
    order, stack = [], [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
        else:
            stack += [(node, True), *((node_input, False) for node_input in node._prev)]
    return order


@known_by(listing_again(paths_by_node))
def looks_among_inputs_of_one_node(root):
    """a node is listed again for each path that leads to it by way of other nodes. That one node may use it twice, as
    in `a + a`, is allowed for, and that is not enough: each node is listed once in all, as where one set remembers
    nodes over the whole walk.
    """
    order, stack = [], [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
        else:
            stack += [(node, True), *((node_input, False) for node_input in dict.fromkeys(node._prev))]
    return order


@known_by(lambda order: frozenset([TWICE]) if marks_late(order) else None)
def remembers_when_listed(root):
    """a node with several uses may be listed more than once, as where it is asked about only when it is put on the
    stack, and waits there in two places. Ask when its turn comes, too: it may be done by then.
    """
    order, done, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            done.add(node)
            order.append(node)
        else:
            stack.append((node, True))
            stack += [(node_input, False) for node_input in node._prev if node_input not in done]
    return order


@known_by(listing_again(uses_of))
def lists_each_use(root):
    """a node is listed once for each time that it is used, as where what has been seen is not visited again and yet
    appended again. Each node is listed once, however often it is used.
    """
    order = topological_order(root)
    uses = Counter([root, *(node_input for node in order for node_input in node._prev)])
    return [node for node in order for _ in range(uses[node])]


def uses_of_leaves(order):
    return {name: 1 if order.inputs[name] else times for name, times in uses_of(order).items()}


@known_by(listing_again(uses_of_leaves))
def lists_each_use_of_a_leaf(root):
    """a leaf is listed once for each time that it is used, as where only nodes that have inputs are remembered, or
    looked for among those that are. Each node is listed once, and a leaf is a node like all others.
    """
    order = topological_order(root)
    uses = Counter([root, *(node_input for node in order for node_input in node._prev)])
    return [node for node in order for _ in range(1 if node._prev else uses[node])]


def once_for_each_input(order):
    if leaving_out(leaves_of)(order) is None or any(order.times[n] != len(order.inputs[n]) for n in order.listed):
        return None
    # A node is appended for the first time after one of its inputs, before the others.
    return frozenset([TWICE, ORDER]) | leaving_out(leaves_of)(order)


@known_by(once_for_each_input)
def appends_inside_the_loop(root):
    """a node is listed once for each of its inputs, and a leaf, which has none, not at all, as where the `append`
    stands inside the loop over the inputs. Each node is listed once, after all of its inputs.
    """
    return [node for node in topological_order(root) for _ in node._prev]


# There are nodes of other graphs.


def left_from_before(order):
    """The parts, if all nodes of the cases before this one are still in the list."""
    earlier = Counter()
    for text, make in GRAPHS.items():
        if text == order.text:
            break
        earlier.update(map(stranger, topological_order(make())))
    return frozenset([STRANGERS]) if Counter(order.strangers) >= earlier else None


@known_by(left_from_before)
def keeps_the_list(root, kept=[]):  # noqa: B006
    """the list holds what earlier calls have put there, as where it is made outside the function, or is a default
    argument. In every call it has to begin empty.
    """
    if len(kept) > 1_000:  # here it must not grow for ever
        kept.clear()
    kept += topological_order(root)
    return list(kept)


# The order is wrong.


def is_pre_order(order, sequence):
    """Whether a sequence is a depth-first pre-order, whichever input is taken first."""
    root, *others = order.from_root(sequence)
    seen, path = {root}, [root]
    for name in others:
        while path and not order.below[path[-1]] - seen:
            path.pop()
        if not path or name not in order.below[path[-1]]:
            return False
        seen.add(name)
        path.append(name)
    return root == order.root


def is_marked_early(order):
    """Whether an order comes of a walk that marks all inputs of a node as seen before it enters any of them: as a
    post-order, or as a pre-order turned round.
    """
    for direction in (1, -1):
        arrivals, departures = walk_marking_early(order, direction)
        if [*order.listed, *order.missing] in (departures, arrivals[::-1]) and set(order.missing) <= {order.root}:
            return True
    return False


def walk_marking_early(order, direction):
    """The nodes in the order of arrivals and of departures; inputs are entered in their order, or from the last on."""
    seen = {order.root}

    def unseen_inputs(name):
        new = [i for i in dict.fromkeys(order.inputs[name][::direction]) if i not in seen]
        seen.update(new)
        return iter(new)

    arrivals, departures, path = [order.root], [], [(order.root, unseen_inputs(order.root))]
    while path:
        node_input = next(path[-1][1], None)
        if node_input is None:
            departures.append(path.pop()[0])
        else:
            arrivals.append(node_input)
            path.append((node_input, unseen_inputs(node_input)))
    return arrivals, departures


def is_in_order(order):
    """Whether each node was listed after its first (or last) input, and before the others."""
    for direction in (1, -1):
        found, seen, stack = [], set(), [(order.root, False)]
        while stack:
            name, first_is_done = stack.pop()
            if first_is_done:
                found.append(name)
            elif name not in seen:
                seen.add(name)
                first, others = order.inputs[name][::direction][:1], order.inputs[name][::direction][1:]
                stack += [(i, False) for i in others[::-1]] + [(name, True)] + [(i, False) for i in first]
        if [name for name in found if name in order.times] == order.listed:
            return True
    return False


def least_heights(order):
    """For each node the number of steps to the nearest leaf."""
    heights = {}
    for name, inputs in order.inputs.items():
        heights[name] = 1 + min(heights[i] for i in inputs) if inputs else 0
    return heights


def is_by_least_height(order):
    heights = least_heights(order)
    found = [heights[name] for name in order.listed]
    return found == sorted(found)


def goes_outwards(order, sequence):
    """Whether a sequence goes from the root outwards, by the number of steps."""
    steps = [order.steps[name] for name in sequence]
    return steps == sorted(steps)


def counts_users(order):
    """Whether an order comes of counting those that use a node, and taking off one for each use."""
    left = Counter(i for inputs in order.inputs.values() for i in set(inputs))
    ready = {order.root}
    for name in reversed(order.listed):
        if name not in ready:
            return False
        for node_input in order.inputs[name]:
            left[node_input] -= 1
            if left[node_input] == 0:
                ready.add(node_input)
    return True


@known_by(with_order(lambda order: first_too_early(order.inputs, order.listed[::-1]) is None))
def outputs_first(root):
    """the list is the wrong way round: outputs come before inputs. Here inputs have to come first."""
    return topological_order(root)[::-1]


@known_by(with_order(lambda order: is_pre_order(order, order.listed)))
def appends_before_inputs(root):
    """the list is a pre-order: each node stands *before* the inputs from which the walk goes on. Append a node when you
    leave it, after its inputs.
    """
    order, seen, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            stack.extend(node._prev)
    return order


def stands_twice(order):
    """The parts, if each node is listed when a walk comes to it, and again when it leaves it."""
    is_it = set(order.times.values()) == {2} and is_pre_order(order, order.listed)
    return frozenset([TWICE, ORDER]) if is_it else None


@known_by(stands_twice)
def appends_twice(root):
    """each node is listed twice, as where it is put into the list when the walk comes to it, and again when it leaves
    it. Each node is listed once, after all of its inputs: on leaving.
    """
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, is_leaving = stack.pop()
        if is_leaving or node not in seen:
            seen.add(node)
            order.append(node)
            stack += [] if is_leaving else [(node, True), *((node_input, False) for node_input in node._prev)]
    return order


@known_by(with_order(is_in_order))
def appends_between_inputs(root):
    """a node stands between its inputs, as where it is appended after the first of them has been visited, and before
    the others. Append it when all of them are done.
    """
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, first_is_done = stack.pop()
        if first_is_done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack += [(node_input, False) for node_input in node._prev[:0:-1]]
            stack += [(node, True), *((node_input, False) for node_input in node._prev[:1])]
    return order


@known_by(with_order(is_by_least_height))
def sorts_by_least_height(root):
    """the nodes stand in the list by their distance from the nearest leaf. A node with one input near a leaf and
    another far from it then comes before the second. It has to come after both: it is the *longest* way down that
    counts.
    """
    height = {}
    for node in topological_order(root):
        height[node] = 1 + min((height[node_input] for node_input in node._prev), default=-1)
    return sorted(reversed(height), key=height.get)


def is_by_one_height(order):
    """Whether the nodes are sorted by the steps to a leaf along their first inputs, or along their last."""
    for place in (0, -1):
        heights = {}
        for name, inputs in order.inputs.items():
            heights[name] = 1 + heights[inputs[place]] if inputs else 0
        found = [heights[name] for name in order.listed]
        if found == sorted(found):
            return True
    return False


@known_by(with_order(is_by_one_height))
def sorts_by_height_of_one_input(root):
    """the nodes stand in the list by the number of steps to a leaf, counted along one input of each node, the first or
    the last. The way through another input may be longer: it is the *longest* way down that counts.
    """
    height = {}
    for node in topological_order(root):
        height[node] = 1 + height[node._prev[0]] if node._prev else 0
    return sorted(reversed(height), key=height.get)


def moves_what_is_met_again(order):
    """Whether an order comes of going nearest first, or by steps from the root, where a node that is met again goes to
    the place that it has then, and all below it stays where it is.
    """
    return any(is_moved(order, direction) or is_by_steps_so_far(order, direction) for direction in (1, -1))


def is_moved(order, direction):
    places, entered, queue = {}, set(), [order.root]
    for name in queue:
        places.pop(name, None)
        places[name] = True
        if name not in entered:
            entered.add(name)
            queue += order.inputs[name][::direction]
    return [name for name in places if name in order.times] == order.listed[::-1]


def is_by_steps_so_far(order, direction):
    steps, queue = {order.root: 0}, [order.root]
    for name in queue:
        for node_input in order.inputs[name][::direction]:
            if node_input not in steps:
                queue.append(node_input)
            steps[node_input] = max(steps.get(node_input, 0), steps[name] + 1)
    found = [steps[name] for name in order.listed[::-1]]
    return found == sorted(found)


@known_by(with_order(moves_what_is_met_again))
def leaves_the_inputs_behind(root):
    """a node to which a longer way leads as well comes before an input of its own, as where it is put further to the
    front when it is met again, and what it depends on is not. All that is below it has to go with it, or wait until no
    further way can come.
    """
    order, entered, queue = {}, set(), [root]
    for node in queue:
        order.pop(node, None)
        order[node] = True
        if node not in entered:
            entered.add(node)
            queue.extend(node._prev)
    return list(order)[::-1]


def keeps_the_last_of_each(order):
    """Whether an order comes of a walk in which a node is listed at each visit, and its last mention counts; what is
    below it is visited once.
    """
    return any(last_mentions(order, direction) == order.listed for direction in (1, -1))


def last_mentions(order, direction):
    places, entered, stack = {}, set(), [(order.root, False)]
    while stack:
        name, is_leaving = stack.pop()
        if is_leaving:
            places.pop(name, None)
            places[name] = True
        else:
            stack.append((name, True))
            if name not in entered:
                entered.add(name)
                stack += [(i, False) for i in order.inputs[name][::-direction]]
    return [name for name in places if name in order.times]


@known_by(with_order(keeps_the_last_of_each))
def keeps_the_last_mention(root):
    """the last mention of a node counts where the walk comes to it more than once, as where an earlier one is taken out
    of the list. A node that uses it may stand before that: it is the first mention that has to stay.
    """
    order, entered, stack = {}, set(), [(root, False)]
    while stack:
        node, is_leaving = stack.pop()
        if is_leaving:
            order.pop(node, None)
            order[node] = True
            continue
        stack.append((node, True))
        if node not in entered:
            entered.add(node)
            stack += [(node_input, False) for node_input in node._prev[::-1]]
    return list(order)


@known_by(with_order(lambda order: is_pre_order(order, order.listed[::-1])))
def turns_a_pre_order_round(root):
    """the list is a pre-order turned round. Where two paths meet, the node they share may stand behind one that uses
    it. List a node once its inputs are done, at the first visit.
    """
    return appends_before_inputs(root)[::-1]


@known_by(with_order(is_marked_early))
def marks_early(root):
    """a node that a second path needs sooner comes after its user on that path, as where the inputs of a node all count
    as seen at once, before the walk has been in any of them: that path then goes on without it. A node is seen when you
    go into it (or take it off the stack), and listed when all of its inputs are.
    """
    order, seen, stack = [], {root}, [(root, False)]
    while stack:
        node, inputs_are_done = stack.pop()
        if inputs_are_done:
            order.append(node)
            continue
        stack.append((node, True))
        for node_input in node._prev:
            if node_input not in seen:
                seen.add(node_input)
                stack.append((node_input, False))
    return order


@known_by(with_order(lambda order: goes_outwards(order, order.listed)))
def nearest_first(root):
    """the nodes stand in the list by their distance from `root`, the nearest first. Inputs have to come before what
    uses them; and to turn this list round is not enough, as soon as there is a detour.
    """
    order, seen = [root], {root}
    for node in order:
        new = [node_input for node_input in dict.fromkeys(node._prev) if node_input not in seen]
        seen.update(new)
        order.extend(new)
    return order


@known_by(with_order(lambda order: goes_outwards(order, order.listed[::-1])))
def nearest_first_turned_round(root):
    """the nodes stand in the list by their distance from `root`, the farthest first (nearest first, turned round). On a
    detour, a node may then come before its input.
    """
    return nearest_first(root)[::-1]


@known_by(with_order(counts_users))
def counts_a_double_use_once(root):
    """a node that another one uses twice, as in `a + a`, comes after other nodes that use it, as where it is counted as
    used once, and both uses are taken off. It has to come before all that use it: count every use.
    """
    order, ready = [], [root]
    uses = Counter(node_input for node in topological_order(root) for node_input in set(node._prev))
    for node in ready:
        order.append(node)
        for node_input in node._prev:
            uses[node_input] -= 1
            if uses[node_input] == 0:
                ready.append(node_input)
    return order[::-1]


def is_sorted_by_number(order):
    numbers = [order.nodes[name].data for name in order.listed]
    return numbers == sorted(numbers)


@known_by(with_order(is_sorted_by_number))
def sorts_by_number(root):
    """the nodes are sorted by their numbers. How large a number is says nothing about when it can be computed."""
    return sorted(topological_order(root), key=lambda node: node.data)


# What comes is no list of nodes.


@entered(by_failure("no nodes: a number"))
def lists_numbers(root):
    """there are numbers in the list, such as the `data` of nodes. It has to hold the nodes themselves."""
    return [node.data for node in topological_order(root)]


@entered(by_failure("no nodes: a text"))
def lists_texts(root):
    """there are texts in the list, such as the labels of nodes. It has to hold the nodes themselves."""
    return [node.label for node in topological_order(root)]


@entered(by_failure("no nodes: a list"))
def lists_lists(root):
    """there are lists or tuples within the list, as where `append` puts them there (`extend`, or `+=`, takes what is in
    them). Each entry has to be a node.
    """
    return [[node] for node in topological_order(root)]


@entered(by_failure("no list: a set"))
def returns_a_set(root):
    """a set is returned, and a set has no order. Collect the nodes in a list, and return that."""
    return set(topological_order(root))


@entered(by_failure("no list: a generator", "no list: a list_reverseiterator"))
def returns_an_iterator(root):
    """an iterator is returned, as `reversed` makes one, or a function with `yield`. Put it into `list(…)`."""
    return reversed(topological_order(root)[::-1])

"""The order of a drawing, and how much of a large graph it holds."""

from collections import deque
from hashlib import sha256

from autograd_lib.draw.text import attribute
from autograd_lib.engine.graph import text_of, topological_order

# Graphviz' time grows with the length of all arrows together, in steps from left to right, more than with the number
# of nodes, and the time to paint with the number of arrows. Within these limits no graph that we tried takes 5 seconds.
MAX_ARROWS = 400
MAX_ARROW_LENGTH = 3000


def order_and_inputs(root):
    """All nodes in topological order, and a function from a node to its inputs, always in the same order."""
    order = topological_order(root)
    if all(isinstance(node._prev, (tuple, list)) for node in order):
        return order, lambda node: node._prev
    sorted_nodes = {}
    for node in order:
        sorted_nodes[node] = SortedNode(node, [sorted_nodes[node_input] for node_input in node._prev])
    inputs = {node: tuple(i.node for i in sorted_nodes[node]._prev) for node in order}
    return [s.node for s in topological_order(sorted_nodes[root])], inputs.get


class SortedNode:
    """A node of a class that keeps its inputs in a set, with those inputs in an order that is the same in every run.

    The order of a set comes from memory addresses. Here inputs that took the most steps to compute come first (as
    in `total + next`), then it goes by label, by number, and by a digest of all that is known of an input: its
    operation, its gradient and its own inputs. Two that are alike in all this are drawn alike.
    """

    def __init__(self, node, inputs):
        self.node = node
        self._prev = inputs if isinstance(node._prev, (tuple, list)) else sorted(inputs, key=lambda i: i.sort_key)
        height = 1 + max((i.height for i in inputs), default=0)
        facts = [text_of(attribute(node, name, "")) for name in ("label", "data", "_op", "grad")]
        digest = sha256("\0".join([*facts, *(i.digest for i in self._prev)]).encode(errors="replace")).hexdigest()
        self.height, self.digest, self.sort_key = height, digest, (-height, *facts[:2], digest)


def nearest(root, position, inputs_of, max_nodes, texts_on_arrows):
    """The nodes to draw: those fewest steps from `root`, at most `max_nodes`, and no more than can be drawn soon."""
    near, seen, waiting = [], {root}, deque([root])
    while waiting and len(near) < max_nodes:
        node = waiting.popleft()
        near.append(node)
        for node_input in inputs_of(node):
            if node_input not in seen:
                seen.add(node_input)
                waiting.append(node_input)
    # A text on an arrow is one more thing to be placed on each step of it, and each step becomes two.
    most = MAX_ARROW_LENGTH // 8 if texts_on_arrows else MAX_ARROW_LENGTH
    while len(near) > 1:
        lengths = arrow_lengths(sorted(near, key=position.get), inputs_of)
        if len(lengths) <= MAX_ARROWS and sum(lengths) <= most:
            break
        near = near[: len(near) * 9 // 10]
    return near


def arrow_lengths(nodes, inputs_of):
    """How many steps each arrow between `nodes`, given in topological order, spans.

    As Graphviz places the nodes: each as early as its inputs allow, a leaf just before its first use.
    """
    drawn = set(nodes)
    inputs = {node: [i for i in inputs_of(node) if i in drawn] for node in nodes}
    step, first_use = {}, {}
    for node in nodes:
        step[node] = 1 + max((step.get(i, 0) for i in inputs[node]), default=0)
        for node_input in inputs[node]:
            first_use[node_input] = min(step[node], first_use.get(node_input, step[node]))
    start = {node: step[node] if inputs[node] else first_use.get(node, 1) - 1 for node in nodes}
    return [step[node] - start[node_input] for node in nodes for node_input in inputs[node]]

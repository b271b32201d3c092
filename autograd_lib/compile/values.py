"""Replay of a graph of Values: nodes of one level, kind and number of inputs are computed together, as arrays.

The *level* of a node is the length of the longest way from it down to a leaf: nodes of one level do not depend on each
other. A step goes from level to level: it gathers the inputs of a group, computes the group, and goes on. The backward
pass goes through the same groups from the last to the first. Every payment, a gradient times a local gradient, has an
entry of its own in one array, and the gradient of a node is the sum of the payments to it.
"""

import numpy as np

from autograd_lib.compile.checks import check_finite, check_kind, check_unchanged
from autograd_lib.compile.explain import blocks_of_values, explain_values
from autograd_lib.compile.kinds import KINDS, operands
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


class ValueRecording:
    """A recorded graph of Values; `record` makes it.

    Attributes: `data` and `grad`, the numbers and gradients of all nodes in one array each, parameters first; `nodes`,
    what each of their entries stands for; `groups`, in the order in which they are computed.
    """

    def __init__(self, loss, parameters, inputs):
        self.leaves, self.count, self.held = [*parameters, *inputs], len(parameters), None
        numbers, members = sorted_into_groups(topological_order(loss), self.leaves)
        for group in sorted(members):
            numbers |= {node: node.data for node, _ in members[group]}
        self.nodes, self.data = list(numbers), np.array(list(numbers.values()), float)
        self.constants = [node for node in numbers if isinstance(node, Value) and not node._prev][len(self.leaves) :]
        self.recorded = [leaf.data for leaf in self.constants]
        self.grad = np.zeros(len(self.data))
        place = {node: i for i, node in enumerate(numbers)}
        self.root = place[loss]
        self.groups = [Group(*key, members[key], place) for key in sorted(members)]
        constants = slice(len(self.leaves), len(self.data) - sum(map(len, members.values())))
        self.changing = np.ones(len(self.data), bool)
        self.changing[constants] = False
        self.plan_payments()

    def plan_payments(self):
        """Give each payment an entry, in the order in which they are paid, and find those that go to each group."""
        backwards = self.groups[::-1]
        targets = np.concatenate([group.inputs.ravel() for group in backwards])
        self.payments, entries = np.zeros(len(targets)), np.argsort(targets, kind="stable")
        targets = targets[entries]
        ends = np.cumsum([group.inputs.size for group in backwards])
        for group, end in zip(backwards, ends):
            group.paid = self.payments[end - group.inputs.size : end].reshape(group.inputs.shape)
            group.received = Received(entries, targets, group.mine)
        self.received = Received(entries, targets, slice(0, self.count))

    def step(self):
        """Compute the loss for what the parameters and inputs hold now, and set the gradients of the parameters.

        Returns:
            The loss, as a float.
        """
        check_unchanged(self.constants, self.recorded)
        numbers = [leaf.data for leaf in self.leaves]
        if numbers != self.held:  # a list of numbers is compared three times as fast as it is copied into an array
            self.data[: len(self.leaves)] = self.held = numbers
        self.run()
        for leaf, gradient in zip(self.leaves, self.grad[: self.count].tolist()):
            leaf.grad = gradient
        return self.data[self.root].item()

    def explain(self):
        """What a step does, in words and numbers: a line for each group."""
        return explain_values(self)

    def blocks(self):
        """For `draw_graph`: a graph with one box for each group."""
        return blocks_of_values(self)

    def run(self):
        """The forward pass, group by group, and the backward pass: collect a group's payments, then pay its inputs."""
        data, grad, payments = self.data, self.grad, self.payments
        with np.errstate(all="ignore"):  # what is not finite is found below, and named
            for group in self.groups:
                data.take(group.inputs, out=group.x, mode="clip")
                data[group.mine] = group.forward(group.x)
            for group in reversed(self.groups):
                group.received.add_up(payments, grad)
                grad[self.root] = 1.0
                np.multiply(group.slopes(group.x, data[group.mine]), grad[group.mine], out=group.paid)
            self.received.add_up(payments, grad)
        check_finite(self)


class Group:
    """Nodes of one level, kind and number of inputs; `inputs` has a column for each, with the entries of its inputs."""

    def __init__(self, level, kind, arity, members, place):
        self.level, self.kind, self.how = level, kind, "gathered"
        self.forward, self.slopes = KINDS[kind]
        self.inputs = np.array([[place[key(x)] for x in inputs] for _, inputs in members], np.intp).T.copy()
        start = place[members[0][0]]
        self.mine = slice(start, start + len(members))
        self.x = np.empty(self.inputs.shape)


class Received:
    """The payments to a run of nodes, sorted by the node that they go to."""

    def __init__(self, entries, targets, nodes):
        first, last = np.searchsorted(targets, (nodes.start, nodes.stop))
        self.entries = entries[first:last]
        self.nodes, self.starts, counts = np.unique(targets[first:last], return_index=True, return_counts=True)
        self.regular = len(counts) == nodes.stop - nodes.start and len(set(counts.tolist())) == 1
        if self.regular:
            self.nodes = nodes
            self.entries = self.entries.reshape(len(counts), counts[0]).T.copy()
        self.kept = np.empty(self.entries.shape)

    def add_up(self, payments, grad):
        payments.take(self.entries, out=self.kept, mode="clip")
        if self.regular:
            np.add.reduce(self.kept, 0, out=grad[self.nodes])
        elif len(self.starts):
            grad[self.nodes] = np.add.reduceat(self.kept, self.starts)


def sorted_into_groups(order, leaves):
    """All numbers that stay, {node: number}, and the nodes to be computed, {(level, kind, arity): [(node, inputs)]}."""
    numbers, members, level = {leaf: leaf.data for leaf in leaves}, {}, dict.fromkeys(leaves, 0)
    for node in order:
        if not any(node_input in level for node_input in node._prev):  # it depends on no leaf that can change
            numbers.setdefault(node, node.data)
            continue
        kind, inputs = operands(node)
        check_kind(node, kind, KINDS, "autograd_lib.compile.KINDS")
        level[node] = 1 + max(level.get(node_input, 0) for node_input in node._prev)
        numbers |= {key(x): x for x in inputs if not isinstance(x, Value)}
        members.setdefault((level[node], kind, len(inputs)), []).append((node, inputs))
    return numbers, members


def key(x):
    """What stands for an operand in a dictionary: a node itself, a plain number by its id."""
    return x if isinstance(x, Value) else id(x)

"""Arguments that are only to be read: remembering what is in them, and finding out what a solution has changed."""

import numpy as np

from autograd_lib.engine.graph import topological_order

MOST_NODES = 2_000


def watch(thing):
    """A function without arguments that says whether `thing` has been changed since now.

    Looked at are arrays, also those inside Tensors and lists, the entries of lists, dicts and sets, and of a graph the
    data and inputs of each node. Gradients are not: paying into them is what a backward pass is for.
    """
    checks = []
    remember(thing, checks, set())
    return lambda: any(check() for check in checks)


def remember(thing, checks, seen):
    """Append to `checks` what tells whether `thing`, or anything in it, has been changed."""
    if id(thing) in seen:
        return
    if isinstance(thing, np.ndarray):
        seen.add(id(thing))
        before = thing.copy()
        checks.append(lambda: not is_same(before, thing))
    elif isinstance(thing, list | tuple | dict | set):
        seen.add(id(thing))
        before = entries(thing)
        checks.append(lambda: not holds(thing, before))
        for entry in before:
            if not isinstance(entry, int | float | str):
                remember(entry, checks, seen)
    elif hasattr(thing, "_prev"):
        for node in graph_of(thing):
            if id(node) not in seen:
                remember_node(node, checks, seen)
    else:
        for name in ("data", "tangent"):  # of a Dual
            if isinstance(getattr(thing, name, None), np.ndarray | float | int):
                remember_attribute(thing, name, checks, seen)


def remember_node(node, checks, seen):
    seen.add(id(node))
    data, inputs, label = node.data, node._prev, node.label
    checks.append(lambda: node.data is not data and not is_same(data, node.data))
    checks.append(lambda: node._prev is not inputs or node.label != label)
    if isinstance(data, np.ndarray):
        remember(data, checks, seen)


def remember_attribute(thing, name, checks, seen):
    before = getattr(thing, name)
    checks.append(lambda: getattr(thing, name) is not before and not is_same(before, getattr(thing, name)))
    if isinstance(before, np.ndarray):
        remember(before, checks, seen)


def graph_of(node):
    """The node and all that it depends on; of a large graph, the node alone."""
    try:
        nodes = topological_order(node)
    except Exception:  # a class of the learner's own, half finished
        return [node]
    return nodes if len(nodes) <= MOST_NODES else [node]


def entries(container):
    return [*container, *container.values()] if isinstance(container, dict) else list(container)


def holds(container, before):
    """Whether a container has the same entries as before, by identity."""
    now = entries(container)
    return len(now) == len(before) and all(a is b for a, b in zip(now, before))


def is_same(before, now):
    """Whether two numbers or arrays are equal to the last bit; NaN counts as equal to NaN."""
    before, now = np.asarray(before), np.asarray(now)
    if before.shape != now.shape or before.dtype != now.dtype:
        return False
    return bool(np.array_equal(before, now, equal_nan=before.dtype.kind in "fc"))

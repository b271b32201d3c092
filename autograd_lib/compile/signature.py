"""What a recording takes for granted: the operations of a graph, and the numbers that are no parameter and no input.

Two graphs with the same signature are the same computation. So a graph that is built anew, with other data, shows
whether the recording still says what the program would do.
"""

import zlib

import numpy as np

from autograd_lib.compile.calls import memory_of
from autograd_lib.engine.graph import expression, topological_order
from autograd_lib.engine.operation import name_and_settings


def signature(root, leaves, arrays=()):
    """For each node in topological order: its shape, its operation, all that this depends on, and the node in words.

    Args:
        root: the last node of the graph.
        leaves: those that may change: parameters and inputs.
        arrays: inputs that are no nodes.
    """
    place, facts = {}, []
    changing, memory = {leaf: i for i, leaf in enumerate(leaves)}, {id(memory_of(array)) for array in arrays}
    for node in topological_order(root):
        place[node] = len(place)
        name, settings = name_and_settings(node._op)
        if node in changing:
            known = [("parameter or input", changing[node])]
        elif not node._prev:
            known = [("numbers", fingerprint(node.data, memory))]
        else:
            known = [("inputs", tuple(place[x] for x in node._prev))]
            known += [(key, fingerprint(value, memory)) for key, value in settings.items()]
        facts.append((np.shape(node.data), name, known, expression(node)))
    return facts


def fingerprint(thing, memory):
    """What to compare a setting by: for an array its shape and a checksum, or that it belongs to an input."""
    if isinstance(thing, np.ndarray):
        mine = memory_of(thing)
        if id(mine) in memory:
            offset = thing.__array_interface__["data"][0] - mine.__array_interface__["data"][0]
            return "input", thing.shape, thing.strides, offset
        return "array", thing.shape, zlib.crc32(np.ascontiguousarray(thing).tobytes())
    if isinstance(thing, (tuple, list)):
        return tuple(fingerprint(part, memory) for part in thing)
    return repr(thing)


def difference(recorded, now):
    """In words, the first thing in which two signatures differ; "" if they are the same."""
    for (old_shape, old_name, old_known, old_words), (shape, name, known, words) in zip(recorded, now):
        if (old_shape, old_name) != (shape, name):
            return f"{old_words} of shape {old_shape} is now {words} of shape {shape}"
        if old_known != known:
            changed = [key for (_, a), (key, b) in zip(old_known, known) if a != b]
            return f"{old_words} is now {words}, with another {' and '.join(changed) or 'list of settings'}"
    return "" if len(recorded) == len(now) else f"the graph of {len(recorded)} nodes has {len(now)} now"

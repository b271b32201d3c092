"""What a recording does, in words and shapes; and as a graph of groups, for `draw_graph`."""

import numpy as np


class Block:
    """A box in the drawing of a recording: something with `data`, `grad`, `_op` and `_prev`, as a node has them."""

    def __init__(self, data, grad=None, op="", inputs=(), label=""):
        self.data, self.grad, self._op, self._prev, self.label = data, grad, op, tuple(inputs), label


def explain_values(recording):
    """The groups of a ValueRecording, in the order in which a step computes them."""
    computed = sum(group.inputs.shape[1] for group in recording.groups)
    lines = [
        f"A replay of {computed:,} nodes in {counted(len(recording.groups), 'group')}, from "
        f"{leaves_in_words(recording)}.",
        "Forward, level by level; backward, the other way round:",
    ]
    rows = [("level", "operation", "nodes", "inputs each", "how")]
    for group in recording.groups:
        arity, nodes = group.inputs.shape
        rows.append((f"{group.level}", group.kind, f"{nodes:,}", f"{arity:,}", group.how))
    return "\n".join([*lines, *aligned(rows)])


def leaves_in_words(recording):
    inputs = len(recording.leaves) - recording.count
    constants = recording.groups[0].mine.start - len(recording.leaves)
    parts = [counted(recording.count, "parameter"), counted(inputs, "input"), counted(constants, "constant")]
    return f"{parts[0]}, {parts[1]} and {parts[2]}"


def explain_tensors(recording):
    """The calls of a TensorRecording, a line for each node: what is computed once, and what in each step."""
    calls, lines = recording.calls, []
    inputs = len(recording.leaves) - len(recording.parameters)
    lines.append(
        f"A replay of {counted(len(calls.forward), 'call')} forward and {len(calls.backward)} backward, for "
        f"{counted(len(recording.parameters), 'parameter')} and {counted(inputs, 'input')}; "
        f"{counted(calls.made_once, 'call')} made once, when this was recorded."
    )
    for heading, backward, again in [
        ("Made once:", None, False),
        ("Forward, in each step:", False, True),
        ("Backward, in each step:", True, True),
    ]:
        rows = {}
        for is_backward, node, f, shape, repeated in calls.notes:
            if repeated is again and backward in (None, is_backward):
                rows.setdefault((is_backward, node), []).append((name_of(f), shape))
        if rows:
            lines.append(heading)
            lines += aligned([(node, *calls_in_words(made)) for (_, node), made in rows.items()])
    return "\n".join(lines)


def calls_in_words(made):
    """The functions of some calls, each name once, and the shape that the last one writes."""
    names = [name for name, _ in made]
    words = [name if names.count(name) == 1 else f"{names.count(name)} × {name}" for name in dict.fromkeys(names)]
    shape = made[-1][1]
    return "" if shape is None else str(shape), ", ".join(words)


def name_of(f):
    """The name of a function: `np.add.reduce` is add.reduce."""
    owner = getattr(f, "__self__", None)
    return f"{owner.__name__}.{f.__name__}" if isinstance(owner, np.ufunc) else f.__name__


def counted(number, noun):
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def aligned(rows):
    """Rows of texts as lines, in columns that line up."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def blocks_of_values(recording):
    """The root of a graph in which each group is one block, and so are the parameters, the inputs and the constants."""
    data, grad, first = recording.data, recording.grad, recording.groups[0].mine.start
    parts = [(0, recording.count, "parameters"), (recording.count, len(recording.leaves), "inputs")]
    blocks = [(0, 0, None)]
    for start, stop, name in [*parts, (len(recording.leaves), first, "constants")]:
        gradient = grad[start:stop] if name == "parameters" else None
        blocks.append((start, stop, Block(data[start:stop], gradient, label=f"{stop - start:,} {name}")))
    for group in recording.groups:
        needed = np.unique(group.inputs)
        inputs = [block for start, stop, block in blocks if ((needed >= start) & (needed < stop)).any()]
        mine, count = group.mine, group.inputs.shape[1]
        label = f"{count:,} × {group.kind}"
        blocks.append((mine.start, mine.stop, Block(data[mine], grad[mine], group.kind, inputs, label)))
    return blocks[-1][2]

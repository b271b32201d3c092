"""A graph in words: a line for each node, for a screen reader to read out and for a test to compare."""

from autograd_lib.draw.text import WIDTH


def write_listing(graph):
    """The size of the graph, then for each drawn node its id, name, operation, data, gradient and so on."""
    rows = [cells(box) for box in graph.boxes]
    widths = [min(max(map(len, column)), WIDTH) for column in zip(*rows)]
    lines = [graph.summary, graph.caption] if graph.caption else [graph.summary]
    for row in rows:
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(row, widths) if width).rstrip())
    return "\n".join(lines)


def cells(box):
    local_gradients = f"local {', '.join(box.local_gradients)}" if box.local_gradients else ""
    return box.id, box.name, box.call, box.data, box.grad, local_gradients, "<- highlighted" if box.highlighted else ""

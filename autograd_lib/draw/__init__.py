"""`draw_graph`: a computational graph as a picture, and the same in words.

`reading.py` turns nodes of any class into boxes of text, `dot_text.py` writes the boxes in DOT, Graphviz's language,
`listing.py` writes them as lines, `render.py` makes SVG and PNG of DOT, and `drawing.py` shows it all in a notebook.
"""

from autograd_lib.draw.dot_text import DIRECTIONS, write_dot
from autograd_lib.draw.drawing import Drawing
from autograd_lib.draw.listing import write_listing
from autograd_lib.draw.reading import read_graph
from autograd_lib.draw.render import RenderingError

__all__ = ["Drawing", "RenderingError", "draw_graph"]


def draw_graph(root, rankdir="LR", show_grad=True, highlight=None, *, show_local=False, max_nodes=150):
    """Draw the graph of everything that `root` was computed from: a box for each node, an arrow for each use of it.

    A box holds the operation (where the arrows come in), the node's name, its data and its gradient. The larger the
    gradient beside the others, the darker the box. A node without a label is named by its operation, `n4 = n3 * b`,
    where n4 is its place in the topological order; a constant without a label goes by its number.

    Args:
        root: a node: anything with `data` and `_prev` (its inputs) and, as far as they are there, `_op`, `label` and
            `grad`. A reader's own micrograd-style class is drawn like Value; of an array, the shape is shown. Or a
            recording of `compile.record`: a box then stands for all nodes that it computes together.
        rankdir: the way that the graph grows: "LR" (left to right) or "TB" (top to bottom).
        show_grad: write the gradients, and colour by them.
        highlight: a node, or several, to be marked with a triangle and a thick border.
        show_local: write the local gradient on each arrow: the derivative of the operation by that input.
        max_nodes: at most so many nodes are drawn, those nearest to `root`, and fewer where the arrows are so long
            that laying them out would take more than a few seconds. A caption then says how large the graph is.

    Returns:
        A `graphviz.Digraph` that shows itself in a notebook. `.listing` has the same in words, `.source` in DOT,
        `.svg` and `.png` as pictures.

    Raises:
        TypeError: `root`, or something in `highlight`, is not a node.
        ValueError: an unknown `rankdir`, a highlighted node that is not in the graph, `max_nodes` below 1, or
            `show_local` on nodes that hold no local gradients.
    """
    if rankdir not in DIRECTIONS:
        raise ValueError(f"rankdir is one of {', '.join(DIRECTIONS)}; got {rankdir!r}")
    if max_nodes < 1:
        raise ValueError(f"max_nodes is at least 1; got {max_nodes}")
    root = root.blocks() if callable(getattr(root, "blocks", None)) else root
    graph = read_graph(root, show_grad, highlight, show_local, max_nodes)
    drawing = Drawing(listing=write_listing(graph), alt=f"Computational {graph.summary}")
    write_dot(graph, rankdir, drawing)
    return drawing

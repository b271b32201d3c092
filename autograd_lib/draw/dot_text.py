"""Boxes as DOT, the language of Graphviz (https://graphviz.org/doc/info/lang.html)."""

import math
import re

DIRECTIONS = ("LR", "TB")

# The limits on Graphviz' iterations are what bounds its time: without them 199 nodes that share a weight take minutes.
GRAPH_STYLE = {"nslimit": "2", "nslimit1": "2", "mclimit": "1", "nodesep": "0.12", "ranksep": "0.3", "pad": "0.1"}
FONT = {"fontname": "DejaVu Sans", "fontsize": "10"}
NODE_STYLE = {**FONT, "shape": "record", "style": "filled", "color": "#555555", "height": "0.2", "margin": "0.07,0.03"}
EDGE_STYLE = {**FONT, "fontsize": "9", "color": "#555555", "arrowsize": "0.6"}

# A mark that is seen without its colour, too (Okabe and Ito's vermilion, safe for the colour-blind).
HIGHLIGHT_STYLE = {"color": "#D55E00", "penwidth": "3"}
HIGHLIGHT_MARK = "▶"

# Fill: from white for no gradient to this blue, light enough for black text, for the largest; in so many steps.
DARKEST = (0x8C, 0xC8, 0xF0)
STEPS = 8

# The same signs as in the code, drawn in the middle of the line and large enough to be seen on their own.
LARGE_SIGNS = {"*": "∗", "-": "−"}


def write_dot(graph, rankdir, digraph):
    """Write all boxes and arrows of `graph` into `digraph`, an empty `graphviz.Digraph`."""
    digraph.graph_attr.update(GRAPH_STYLE, rankdir=rankdir)
    digraph.node_attr.update(NODE_STYLE)
    digraph.edge_attr.update(EDGE_STYLE)
    if graph.caption:
        digraph.graph_attr.update(FONT, label=escape(graph.caption))
    largest = max((box.gradient_size for box in graph.boxes if math.isfinite(box.gradient_size)), default=0.0)
    for box in graph.boxes:
        write_box(box, rankdir, fill(box.gradient_size, largest), digraph)


def write_box(box, rankdir, color, digraph):
    style = HIGHLIGHT_STYLE if box.highlighted else {}
    digraph.node(box.id, record(box, rankdir), fillcolor=color, **style)
    for place, node_input in enumerate(box.inputs):
        label = f"local {box.local_gradients[place]}" if box.local_gradients else None
        digraph.edge(node_input, box.id, label=label)
    if box.inputs_left_out:
        stub = f"more_{box.id}"
        digraph.node(stub, f"… {box.inputs_left_out:,} more", shape="plaintext", style="")
        digraph.edge(stub, box.id, style="dashed")


def record(box, rankdir):
    """The label of a box: the operation where the arrows come in, then title, data and gradient, one below another.

    In a record `|` is a border between fields, and braces turn from side by side to one below another and back. What
    is outside of all braces runs across the direction of the graph.
    """
    title = " ".join(text for text in (HIGHLIGHT_MARK if box.highlighted else "", box.title) if text)
    numbers = "".join(f"{escape_record(text)}\\l" for text in (box.data, box.grad) if text)
    fields = "|".join([escape_record(title), numbers] if title else [numbers])
    op = escape_record(LARGE_SIGNS.get(box.op, box.op))
    if rankdir == "TB":
        return f"{{{op}|{fields}}}" if op else f"{{{fields}}}"
    return f"{{{op}|{{{fields}}}}}" if op else fields


def escape(text):
    """`text` for a label, where Graphviz reads backslashes and HTML entities. Quotes are the library's task."""
    return text.replace("&", "&amp;").replace("\\", "\\\\")


def escape_record(text):
    """`text` for a field of a record, where `| { } < >` would be borders, braces and ports."""
    return re.sub(r"[|{}<>]", r"\\\g<0>", escape(text))


def fill(size, largest):
    """The colour of a box: white for no gradient at all, else one of STEPS, DARKEST for the largest in the picture."""
    share = 0.0 if not size else size / largest if size < largest else 1.0
    step = max(round(share * STEPS), 1 if size else 0) / STEPS
    return "#" + "".join(f"{round(255 + (full - 255) * step):02x}" for full in DARKEST)

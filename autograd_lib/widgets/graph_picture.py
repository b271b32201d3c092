"""Drawings of a graph that are laid out once: for a page, which fills in the numbers, and for a still picture."""

import re
from dataclasses import dataclass, replace
from html import escape
from xml.dom import minidom

import graphviz

from autograd_lib.draw.dot_text import HIGHLIGHT_MARK, write_dot
from autograd_lib.draw.reading import Graph
from autograd_lib.draw.render import svg_of

WIDTH, HEIGHT = 700, 480  # the largest size of a picture on the page, in pixels
PAPER = 1000, 700  # the same for a still picture
SMALLEST = 0.7  # the smallest scale; a drawing too large for it shows only the part around the node at work
PIXELS_A_POINT = 96 / 72
FEW_NODES = 30  # a graph of so many is drawn as compactly as possible

GREY, AT_WORK = "#555555", "#d55e00"
# Verdana is as wide as DejaVu Sans, and is found where that is missing.
FONTS = "DejaVu Sans, Verdana, sans-serif"

# The head of an arrow in the backward pass: at the beginning of an edge, where the gradient goes.
ARROW_BACK = (
    f'<defs xmlns="http://www.w3.org/2000/svg"><marker id="back" markerUnits="userSpaceOnUse" orient="auto" refX="0" '
    f'refY="4" markerWidth="10" markerHeight="8"><path d="M0,4 L9,0 L9,8 z" fill="{AT_WORK}"/></marker></defs>'
)


def arrows_of(graph):
    """For each arrow of a NumberGraph: from where, to where, and which payment goes back along it.

    Payments are counted in the order of their turns, from the root to the leaves.
    """
    number, arrows = {}, []
    for payer in reversed(range(len(graph.nodes))):
        for k in range(len(graph.nodes[payer].payees)):
            number[payer, k] = len(number)
    for place, node in enumerate(graph.nodes):
        one_each = len(node.payees) == len(node.inputs)  # else one payment is for all arrows from a payee
        for k, node_input in enumerate(node.inputs):
            arrows.append((node_input, place, number[place, k if one_each else node.payees.index(node_input)]))
    return arrows


def for_page(boxes, arrows, data, grad, ranksep=0.7, nodesep=0.16):
    """A drawing as SVG without ids, titles (they would be tooltips) and colours: boxes and arrows have numbers.

    Args:
        boxes: the nodes, as a `Reader` of `autograd_lib.draw` gives them.
        arrows: as `arrows_of` gives them.
        data, grad: for each node a text as wide as its widest number.
        ranksep, nodesep: the distances between boxes, along and across the arrows, in inches.

    Raises:
        RenderingError: there is no Graphviz to draw with.
    """
    wide = [replace(box, data=d, grad=g, highlighted=False) for box, d, g in zip(boxes, data, grad)]
    is_long = len(boxes) > FEW_NODES
    digraph = StraightDigraph({box.id for box in boxes if not box.inputs}) if is_long else graphviz.Digraph()
    write_dot(Graph("", tuple(wide), len(wide), 0, 0), "LR", digraph)
    digraph.graph_attr.update(ranksep=f"{ranksep:g}", nodesep=f"{nodesep:g}")
    document = minidom.parseString(svg_of(digraph.source).encode())
    root = document.documentElement
    for attribute_name in ("width", "height"):
        root.removeAttribute(attribute_name)
    whole, *groups = root.getElementsByTagName("g")
    groups_of = {}
    for group in groups:
        groups_of.setdefault(title_of(group), []).append(group)
    for place, box in enumerate(boxes):
        [group] = groups_of[box.id]
        group.setAttribute("data-node", str(place))
        *_, data_line, grad_line = group.getElementsByTagName("text")
        data_line.setAttribute("class", "data")
        grad_line.setAttribute("class", "grad")
    for i, (start, end, _) in enumerate(arrows):
        groups_of[f"{boxes[start].id}->{boxes[end].id}"].pop(0).setAttribute("data-arrow", str(i))
    for polygon in [child for child in whole.childNodes if child.nodeName == "polygon"]:
        whole.removeChild(polygon)  # the white ground
    for group in [whole, *groups]:
        if group.hasAttribute("id"):
            group.removeAttribute("id")
        for title in group.getElementsByTagName("title"):
            title.parentNode.removeChild(title)
    for name in ("polygon", "polyline", "path", "text"):
        for element in root.getElementsByTagName(name):
            for colour in ("fill", "stroke", "font-family", "font-size"):
                if element.hasAttribute(colour):
                    element.removeAttribute(colour)
    return root.toxml()


class StraightDigraph(graphviz.Digraph):
    """A Digraph in which the arrows between operations stay straight: a long chain goes across, and not down too.

    Args:
        leaves: the ids of the nodes whose arrows may bend.
    """

    def __init__(self, leaves):
        super().__init__()
        self.leaves = leaves

    def edge(self, tail, head, **attributes):
        super().edge(tail, head, weight="1" if tail in self.leaves else "8", **attributes)


@dataclass(frozen=True)
class Face:
    """How a node looks at one moment: its texts, and the colour behind them. `data` is "" before it is computed."""

    data: str
    grad: str
    color: str


class GraphPicture:
    """The drawing of a graph, as SVG.

    Args:
        boxes: the nodes, as a `Reader` of `autograd_lib.draw` gives them.
        faces: for each node, all faces that it will ever have: its box is made wide enough for all of them.

    Raises:
        RenderingError: there is no Graphviz to draw with.
    """

    def __init__(self, boxes, faces):
        wide = [replace(box, **widest(each), highlighted=bool(box.title)) for box, each in zip(boxes, faces)]
        digraph = graphviz.Digraph()
        write_dot(Graph("", tuple(wide), len(wide), 0, 0), "LR", digraph)
        self.document = minidom.parseString(svg_of(digraph.source).encode())
        self.svg_element = self.document.documentElement
        self.width, self.height = map(float, self.svg_element.getAttribute("viewBox").split()[2:])
        whole, *groups = self.svg_element.getElementsByTagName("g")
        self.left, self.top = map(
            float, re.search(r"translate\((\S+) (\S+)\)", whole.getAttribute("transform")).groups()
        )
        drawn = {}
        for group in groups:
            drawn.setdefault(title_of(group), []).append(group)
        self.nodes = [DrawnNode(drawn[box.id][0], box.title) for box in boxes]
        self.edges = [
            [DrawnEdge(group) for n in dict.fromkeys(box.inputs) for group in drawn[f"{n}->{box.id}"]] for box in boxes
        ]
        self.prepare_for_page([whole, *groups])

    def prepare_for_page(self, groups):
        for group in groups:
            # Ids are not unique on a page with several drawings, and a title such as "n2" would pop up as a tooltip.
            group.removeAttribute("id")
            for title in group.getElementsByTagName("title"):
                title.parentNode.removeChild(title)
        for text in self.svg_element.getElementsByTagName("text"):
            text.setAttribute("font-family", FONTS)
        self.svg_element.insertBefore(minidom.parseString(ARROW_BACK).documentElement, self.svg_element.firstChild)

    def svg(self, faces, at_work=None, arrows=None, mark=HIGHLIGHT_MARK, frame=(WIDTH, HEIGHT)):
        """The picture of one moment, as SVG text.

        Args:
            faces: a Face for each node.
            at_work: the position of the node that is at work, or None.
            arrows: which way the arrows from its inputs lead: "forward", or "back" as gradients go; None if they rest.
            mark: the sign before the name of the node at work.
            frame: the largest width and height, in pixels.
        """
        for place, (node, face, edges) in enumerate(zip(self.nodes, faces, self.edges)):
            node.show(face, mark if place == at_work else "")
            for edge in edges:
                edge.show(arrows if place == at_work else None)
        self.cut(self.nodes[-1 if at_work is None else at_work], frame)
        return self.svg_element.toxml()

    def cut(self, node, frame):
        """Show the whole drawing or, if that would be too small, the part around `node`."""
        sizes = self.width * PIXELS_A_POINT, self.height * PIXELS_A_POINT
        scale = max(SMALLEST, min(1.0, frame[0] / sizes[0], frame[1] / sizes[1]))
        shown = [min(size, limit / scale) for size, limit in zip(sizes, frame)]
        corner = []
        for size, part, middle in zip(sizes, shown, (node.x + self.left, node.y + self.top)):
            corner.append(min(max(middle * PIXELS_A_POINT - part / 2, 0), size - part))
        self.size = [part * scale for part in shown]
        self.svg_element.setAttribute("viewBox", " ".join(f"{n / PIXELS_A_POINT:.2f}" for n in (*corner, *shown)))
        for name, length in zip(("width", "height"), self.size):
            self.svg_element.setAttribute(name, f"{length / PIXELS_A_POINT:.2f}pt")


class DrawnNode:
    """A box of the drawing."""

    def __init__(self, group, title):
        self.lines = group.getElementsByTagName("polygon") + group.getElementsByTagName("polyline")
        texts = group.getElementsByTagName("text")
        # The fields of a box come in this order: the operation, the title, data, gradient. The middle two may be empty.
        self.data, self.grad = (text.firstChild for text in texts[-2:])
        self.title, self.name = (texts[-3].firstChild, title) if title else (None, "")
        corners = [pair.split(",") for pair in self.lines[0].getAttribute("points").split()]
        self.x, self.y = (sum(float(corner[axis]) for corner in corners[:4]) / 4 for axis in (0, 1))

    def show(self, face, mark):
        self.data.data, self.grad.data = face.data, face.grad
        if self.title:
            self.title.data = f"{mark} {self.name}".strip()
        self.lines[0].setAttribute("fill", face.color)
        for line in self.lines:
            line.setAttribute("stroke", AT_WORK if mark else GREY)
            line.setAttribute("stroke-width", "3" if mark else "1")
            line.setAttribute("stroke-dasharray", "none" if face.data else "3,3")


class DrawnEdge:
    """An arrow of the drawing: a line and its head."""

    def __init__(self, group):
        [self.line], [self.head] = group.getElementsByTagName("path"), group.getElementsByTagName("polygon")
        self.path = self.line.getAttribute("d")
        tip = self.head.getAttribute("points").split()[1]
        self.path_to_the_tip = f"{self.path}L{tip}"

    def show(self, direction):
        back, color = direction == "back", AT_WORK if direction else GREY
        self.line.setAttribute("d", self.path_to_the_tip if back else self.path)
        self.line.setAttribute("marker-start", "url(#back)" if back else "none")
        self.line.setAttribute("stroke", color)
        self.line.setAttribute("stroke-width", "2.5" if direction else "1")
        self.head.setAttribute("visibility", "hidden" if back else "visible")
        self.head.setAttribute("fill", color)
        self.head.setAttribute("stroke", color)


def widest(faces):
    """The longest text of each field among some faces. (Digits are all equally wide.)"""
    return {field: max((getattr(face, field) for face in faces), key=len) for field in ("data", "grad")}


def title_of(group):
    """The name that Graphviz gives a box, `n2`, or an arrow, `n0->n2`."""
    return "".join(child.data for child in group.getElementsByTagName("title")[0].childNodes)


def line_of_text(text, y):
    """A line for a `sheet`, `y` pixels from its top."""
    return f'<text x="4" y="{y}" font-family="{FONTS}" font-size="13" xml:space="preserve">{escape(text)}</text>'


def sheet(parts, width, height):
    """Combine parts of a picture, placed in pixels, into one SVG on white."""
    size = f'width="{width / PIXELS_A_POINT:.2f}pt" height="{height / PIXELS_A_POINT:.2f}pt"'
    space = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.2f}"'
    return f'<svg {space} {size}><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>'

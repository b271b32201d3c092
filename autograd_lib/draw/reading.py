"""Reading a graph: from nodes of any micrograd-style class to boxes that hold nothing but text and ids."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from autograd_lib.draw.order import nearest, order_and_inputs
from autograd_lib.draw.text import (
    WIDTH,
    attribute,
    constant_text,
    data_text,
    gradient_size,
    gradient_text,
    number_text,
    one_line,
    text_of,
)
from autograd_lib.engine.graph import operation_in_words, repr_and_type, shorten

COMMUTATIVE = {"+", "*"}
BETWEEN_INPUTS = {"+", "*", "-", "/", "**", "@"}

# So many inputs of one operation are written out in the listing: a sum may have thousands.
INPUTS_IN_WORDS = 40


@dataclass(frozen=True)
class Box:
    """A node as it is drawn."""

    id: str
    name: str
    title: str  # the name as the picture has it: with the id where others refer to it, "" for a bare number
    op: str  # "" for a leaf
    call: str  # the operation on the ids of its inputs, `n0 * n1`; "leaf" for a leaf
    data: str
    grad: str  # "" where it is not shown
    gradient_size: float
    inputs: tuple  # the ids of the inputs that are drawn, one for each use
    inputs_left_out: int
    local_gradients: tuple  # a text for each of `inputs`, or nothing
    highlighted: bool


@dataclass(frozen=True)
class Graph:
    """The part of a graph that is drawn, in topological order, and the sizes of the whole."""

    name: str
    boxes: tuple
    node_count: int
    edge_count: int
    highlighted_further_away: int

    @property
    def summary(self):
        return f"graph of {self.name}: {count(self.node_count, 'node')}, {count(self.edge_count, 'edge')}"

    @property
    def caption(self):
        """Says what is missing from the drawing; "" if nothing is."""
        if len(self.boxes) == self.node_count:
            return ""
        text = f"graph of {self.node_count:,} nodes; the {len(self.boxes):,} nearest to {self.name} are drawn"
        if self.highlighted_further_away:
            text += f"; {count(self.highlighted_further_away, 'highlighted node')} further away"
        return text


def read_graph(root, show_grad, highlight, show_local, max_nodes):
    """The part of the graph of `root` that is to be drawn. Arguments and errors are those of `draw_graph`."""
    if not is_node(root):
        raise TypeError(
            f"draw_graph draws a node, an object with data and _prev as Value has; got {repr_and_type(root)}"
        )
    order, inputs_of = order_and_inputs(root)
    position = {node: place for place, node in enumerate(order)}
    highlighted = highlighted_nodes(highlight, position)
    drawn = sorted(nearest(root, position, inputs_of, max_nodes, show_local), key=position.get)
    reader = Reader(position, inputs_of, set(drawn), highlighted, show_grad, show_local)
    return Graph(
        name=reader.name(root),
        boxes=tuple(reader.box(node) for node in drawn),
        node_count=len(order),
        edge_count=sum(len(inputs_of(node)) for node in order),
        highlighted_further_away=len(highlighted - reader.drawn),
    )


@dataclass(frozen=True)
class Reader:
    """Makes a box of a node: holds what that needs to know of the rest of the graph."""

    position: dict
    inputs_of: Callable
    drawn: set
    highlighted: set
    show_grad: bool
    show_local: bool

    def box(self, node):
        inputs = self.inputs_of(node)
        drawn = [i for i, node_input in enumerate(inputs) if node_input in self.drawn]
        local_gradients = self.local_gradients(node) if self.show_local and inputs else ()
        grad = attribute(node, "grad") if self.show_grad else None
        label, name = label_of(node), self.name(node)
        return Box(
            id=self.id(node),
            name=name,
            title=name if label else f"{self.id(node)} = {name}" if inputs else "",
            op=operation_of(node) if inputs else "",
            call=self.call(node, self.id) if inputs else "leaf",
            data=data_text(data_of(node)),
            grad="" if grad is None else gradient_text(grad),
            gradient_size=gradient_size(grad),
            inputs=tuple(self.id(inputs[i]) for i in drawn),
            inputs_left_out=len(inputs) - len(drawn),
            local_gradients=tuple(number_text(local_gradients[i]) for i in drawn) if local_gradients else (),
            highlighted=node in self.highlighted,
        )

    def id(self, node):
        return f"n{self.position[node]}"

    def name(self, node):
        """A label, else the operation one deep, `n3 * b`, else the number of a leaf."""
        if not label_of(node) and self.inputs_of(node):
            return shorten(self.call(node, self.reference), WIDTH)
        return shorten(self.reference(node), WIDTH)

    def reference(self, node):
        """The name that other nodes have for this one: its label, else its id, or its number if it is a leaf."""
        return label_of(node) or (self.id(node) if self.inputs_of(node) else constant_text(data_of(node)))

    def call(self, node, word):
        """The operation of `node` with `word(input)` for each input."""
        inputs, op = self.inputs_of(node), operation_of(node)
        words = [word(node_input) for node_input in inputs[:INPUTS_IN_WORDS]]
        if len(inputs) > INPUTS_IN_WORDS:
            words.append(f"… {len(inputs) - INPUTS_IN_WORDS:,} more")
        in_order = isinstance(node._prev, (tuple, list))
        if in_order or (op not in BETWEEN_INPUTS if len(inputs) == 1 else op in COMMUTATIVE):
            return operation_in_words(op, words)
        # A set has lost how its inputs stood: a, b of `-` may be a - b or b - a, and a alone of `+` is a + a.
        return f"{op}({', '.join(words)})"

    def local_gradients(self, node):
        stored = attribute(node, "_local_gradients", ())
        in_order = isinstance(node._prev, (tuple, list)) and hasattr(stored, "__len__")
        if not in_order or len(stored) != len(node._prev):
            raise ValueError(
                "show_local writes what nodes hold in _local_gradients, a number for each input as in Value; "
                f"{self.name(node)} ({type(node).__name__}) holds none. Leave show_local out"
            )
        return stored


def is_node(candidate):
    """Whether it has `_prev`, and `data`, if only as a property that fails."""
    try:
        return hasattr(candidate, "_prev") and hasattr(candidate, "data")
    except Exception:
        return True


def highlighted_nodes(highlight, position):
    """`highlight`, which is None, a node or several, as a set of nodes of the graph."""
    if highlight is None:
        return set()
    several = isinstance(highlight, Iterable) and not is_node(highlight)
    nodes = list(highlight) if several else [highlight]
    for node in nodes:
        if not is_node(node):
            raise TypeError(f"highlight is a node of the graph, or a list of them; got {repr_and_type(node)}")
        if node not in position:
            raise ValueError(f"highlight: {label_of(node) or text_of(node, repr)} is not in the graph that is drawn")
    return set(nodes)


def count(number, noun):
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def label_of(node):
    return words_of(node, "label")


def operation_of(node):
    """The operation that made a node with inputs; "?" where its class does not say."""
    return shorten(words_of(node, "_op"), WIDTH) or "?"


def words_of(node, name):
    """An attribute as text on one line; "" where there is none."""
    words = attribute(node, name)
    return "" if words is None else one_line(text_of(words))


def data_of(node):
    return attribute(node, "data", "?")

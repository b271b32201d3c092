"""The graph explorer: a graph to touch. Whom does a node pay, and what follows when a leaf's number moves?"""

import functools
import math
import operator
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from numbers import Real

from autograd_lib.draw.dot_text import STEPS, fill
from autograd_lib.draw.order import nearest
from autograd_lib.draw.reading import Reader, is_node, label_of
from autograd_lib.draw.render import picture_of_svg
from autograd_lib.draw.text import attribute, data_text, gradient_text, number_text
from autograd_lib.engine.graph import repr_and_type, text_of, topological_order
from autograd_lib.engine.operation import name_and_settings
from autograd_lib.engine.value import Value
from autograd_lib.widgets.front import module
from autograd_lib.widgets.graph_picture import PAPER, Face, GraphPicture, arrows_of, for_page
from autograd_lib.widgets.passes import NumberGraph, NumberNode, name_of, words_of
from autograd_lib.widgets.view import Front, errors_as_notice

MOST_NODES, MOST_RISES = 200, 6
ROOM = len("data -8.8888")  # the width that a box keeps for its numbers, in characters: they grow under the hand

# Operators by the names that nodes give them. Where inputs are a set, only those that do not ask for their order.
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow}
SYMMETRIC = {"+", "*"}


@dataclass(frozen=True)
class NamingReader(Reader):
    """A Reader for which some nodes have names although their class has no labels."""

    own_names: dict

    def reference(self, node):
        return self.own_names.get(node) or super().reference(node)


class Record(NumberGraph):
    """A graph's numbers, as a NumberGraph has them, with its nodes in an order that the numbers do not change.

    Args:
        sources: the reader's nodes, inputs first.
        inputs: for each of them the tuple of its inputs.
        own_names: {node: name} for nodes whose class has no labels.
        last: a Record of other numbers. If the two have the same boxes, the last one's are kept, which saves most of
            the time: under the hand, a hundred nodes are recorded many times a second.

    Attributes: those of a NumberGraph (but for the words of a node: see `words`), and `grads`.
    """

    def __init__(self, sources, inputs, own_names, last=None):
        self.sources, inputs_of = sources, dict(zip(sources, inputs)).get
        self.places = {node: place for place, node in enumerate(sources)}
        self.structure = [self.facts(node, inputs_of(node), own_names) for node in sources]
        self.reader = NamingReader(self.places, inputs_of, set(sources), set(), True, False, own_names)
        if last is not None and last.structure == self.structure:
            self.boxes, self.names = last.boxes, last.names
        else:
            self.check_can_be_shown(sources[-1], inputs_of)
            self.boxes = [self.box(node, own_names.get(node)) for node in sources]
            self.names = [own_names.get(node) or name_of(node, box) for node, box in zip(sources, self.boxes)]
        for node in sources:
            if not isinstance(node.data, Real):
                raise ValueError(f"shows graphs of numbers; a node holds {repr_and_type(node.data)}.")
        held = [(node, node.grad) for node in sources if hasattr(node, "grad")]
        try:
            self.nodes = [self.number_node(node, inputs_of(node)) for node in sources]
        finally:
            for node, grad in held:
                node.grad = grad
        self.pass_back()

    def facts(self, node, inputs, own_names):
        """All of a node that its box depends on, but for the numbers that move."""
        name = own_names.get(node) or attribute(node, "label")
        constant = None if inputs or name else text_of(attribute(node, "data"), repr)
        return text_of(attribute(node, "_op", "")), text_of(name), constant, tuple(self.places[i] for i in inputs)

    def box(self, node, own_name):
        box = self.reader.box(node)
        return replace(box, name=own_name, title=own_name) if own_name else box

    def check_can_be_shown(self, root, inputs_of):
        count = len(self.sources)
        if count > MOST_NODES:
            raise ValueError(f"shows at most {MOST_NODES} nodes; this graph has {count:,}. Take a smaller example.")
        if len(nearest(root, self.places, inputs_of, MOST_NODES, False)) < count:
            raise ValueError("this graph has too many long arrows to be drawn soon. Take a smaller example.")

    def number_node(self, node, inputs):
        place = self.places[node]
        payees, local_gradients = self.local_gradients(node, inputs) if inputs else ((), ())
        places = [tuple(map(self.places.get, each)) for each in (inputs, payees)]
        return NumberNode(self.names[place], node.data, "", *places, local_gradients)

    def words(self, place):
        """How a node's number was computed, in words."""
        return words_of(self.names[place], self.sources[place], self.boxes[place], self.reader)

    def pass_back(self):
        """Let each node pay in its turn."""
        grads = list(self.start())
        for place in reversed(range(len(self.nodes))):
            node = self.nodes[place]
            for payee, local in zip(node.payees, node.local_gradients):
                grads[payee] += grads[place] * local
        self.grads = tuple(grads)

    @functools.cached_property
    def payments(self):
        """The payments of all turns, with the places of the payer and the payee."""
        grads, payments = self.start(), []
        for place in reversed(range(len(self.nodes))):
            paid, grads = self.turn(place, grads)
            payments += [(place, payee, each) for payee, each in zip(self.nodes[place].payees, paid)]
        return payments

    def shape(self):
        """All that a drawing depends on, but for the numbers."""
        return tuple((box.title, box.op, node.inputs, node.payees) for box, node in zip(self.boxes, self.nodes))

    def faces(self):
        largest = max((abs(grad) for grad in self.grads if math.isfinite(grad)), default=0.0)
        return [
            Face(data_text(node.data), gradient_text(grad), fill(abs(grad) if grad == grad else math.inf, largest))
            for node, grad in zip(self.nodes, self.grads)
        ]


def order_of(root, own_names):
    """All nodes, inputs first, and their inputs: a set of inputs in an order that no number but a constant decides."""
    order = topological_order(root)
    if len(order) > MOST_NODES or all(isinstance(node._prev, (tuple, list)) for node in order):
        return order, [tuple(node._prev) for node in order]
    keys, inputs = {}, {}
    for node in order:
        listed = isinstance(node._prev, (tuple, list))
        inputs[node] = tuple(node._prev) if listed else tuple(sorted(node._prev, key=keys.get))
        name = own_names.get(node) or label_of(node)
        facts = [name, text_of(attribute(node, "_op", "")), "" if node._prev or name else text_of(node.data)]
        digest = sha256("\0".join([*facts, *(keys[i][-1] for i in inputs[node])]).encode(errors="replace")).hexdigest()
        height = 1 + max((-keys[i][0] for i in inputs[node]), default=0)
        keys[node] = (-height, *facts, digest)
    sorted_order, seen = [], set()

    def visit(node):  # at most MOST_NODES deep
        if node not in seen:
            seen.add(node)
            for each in inputs[node]:
                visit(each)
            sorted_order.append(node)

    visit(root)
    return sorted_order, [inputs[node] for node in sorted_order]


def is_same(record, again):
    """Whether a graph that was computed again has the same numbers, and no nodes between those of the first."""
    return record.shape() == again.shape() and all(
        math.isclose(old.data, new.data, rel_tol=1e-9, abs_tol=1e-12)
        and set(source._prev) == {again.sources[i] for i in new.inputs}
        for old, new, source in zip(record.nodes, again.nodes, again.sources)
    )


def leaf_like(node, number, name):
    """A leaf of the same class with another number, and with a label where the class has such a thing."""
    leaf = type(node)(number)
    if name:
        try:
            leaf.label = name
        except AttributeError:
            pass  # a class with slots and without labels
    return leaf


def again(node, inputs):
    """The operation that made `node` on other inputs of its class; a ValueError if the node does not say which."""
    name, settings = name_and_settings(getattr(node, "_op", "?"))
    in_order = isinstance(node._prev, (tuple, list))
    if name in OPERATORS and len(inputs) == 2 and (in_order or name in SYMMETRIC):
        return OPERATORS[name](*inputs)
    if name in SYMMETRIC and len(inputs) == 1 and not in_order:  # a set has made one of both
        return OPERATORS[name](*inputs, *inputs)
    if name in {"sum", "dot"} and in_order:
        return fused(type(node), name, inputs, **settings)
    if len(inputs) == 1:
        [single] = inputs
        if name == "neg":
            return -single
        if name.startswith("**"):
            return single ** (settings["exponent"] if settings else number_in(name[2:]))
        method = getattr(single, name, None) or getattr(single, name.lower(), None)
        if name.isidentifier() and callable(method):
            return method(**settings)
    raise ValueError(f"a node ({type(node).__name__}) does not say enough of how it was computed; its _op is {name!r}.")


def number_in(text):
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        raise ValueError(f"a node does not say its exponent (its _op is '**{text}').") from None


def fused(kind, name, nodes, values=None, weights=None, inputs=None, bias=None):
    """`kind.sum` or `kind.dot`; its settings are the plain numbers among its arguments, None where a node stands."""
    if name == "sum":
        return kind.sum(nodes if values is None else filled_in(values, iter(nodes)))
    count = len(weights or inputs or nodes[: len(nodes) // 2])
    rest = iter(nodes)
    [bias] = filled_in([bias], rest)
    weights = filled_in(weights or [None] * count, rest)
    return kind.dot(weights, filled_in(inputs or [None] * count, rest), bias)


def filled_in(template, nodes):
    return [next(nodes) if number is None else number for number in template]


class ExplorerModel:
    """A graph whose leaves can be moved, and all that follows from them.

    Args:
        source: a node of any class with `data` and `_prev`, or a function that makes one of its leaves.
        leaves: for a function, its leaves by name: numbers, of which Values are made, or nodes of the reader's class.
        moments: {name of a leaf: numbers}, what `listing` tells of besides: this leaf there, the others as they are.

    A function is called again for each move, on leaves of their class. For a node, each operation is done again by
    its class, as `_op` names it; where that does not give the same numbers, `why` says so and nothing can be moved.
    Local gradients are those of the class, as a NumberGraph reads or measures them. The reader's nodes are left alone.

    Attributes: `names`, `starts` and `numbers` of the leaves that can be moved, `record` (the graph as it is now).

    Raises:
        TypeError: neither a node nor a function of leaves.
        ValueError: see `Record`; or the function failed; or `moments` has a name that is not a leaf's.
        RenderingError: there is no Graphviz to draw with.
    """

    moves = ("move", "reset", "refresh")

    def __init__(self, source, leaves, moments=None):
        self.why, self.seen, self.touched, self.layout, self.shape, self.record = "", None, None, 0, None, None
        if is_node(source) and not isinstance(source, type):
            if leaves:
                raise TypeError(f"takes leaves only with a function, got a node and {', '.join(leaves)}")
            self.take_node(source)
        elif callable(source):
            self.take_function(source, leaves)
        else:
            raise TypeError(f"takes a node as Value is one, or a function of its leaves; got {repr_and_type(source)}")
        self.starts = list(self.numbers)
        self.moments = [(name, float(number)) for name, numbers in (moments or {}).items() for number in numbers]
        for name, _ in self.moments:
            if name not in self.names:
                raise ValueError(f"moments are of leaves that can be moved ({', '.join(self.names)}), got {name!r}")

    def take_function(self, function, leaves):
        if not leaves:
            raise TypeError("takes a function with its leaves: graph_explorer(f, a=2.0, b=-3.0)")
        for name, leaf in leaves.items():
            if not isinstance(getattr(leaf, "data", leaf), Real):
                raise TypeError(f"the leaf {name} is a number, or a node that holds one; got {repr_and_type(leaf)}")
        self.names = list(leaves)
        kind = next((type(leaf) for leaf in leaves.values() if is_node(leaf)), Value)  # numbers go with the others
        kinds = [leaf if is_node(leaf) else kind(leaf) for leaf in leaves.values()]

        def compute(numbers):
            made = [leaf_like(*each) for each in zip(kinds, numbers, self.names)]
            root = function(**dict(zip(self.names, made)))
            if not is_node(root):
                raise ValueError(f"the function returned {repr_and_type(root)}, which is no node.")
            own_names = dict(zip(made, self.names))
            return Record(*order_of(root, own_names), own_names, self.record), made

        self.compute = compute
        self.take([float(kind.data) for kind in kinds])

    def take_node(self, root):
        order, inputs = order_of(root, {})
        leaves = [node for node, its_inputs in zip(order, inputs) if not its_inputs]
        labelled = [leaf for leaf in leaves if label_of(leaf)]
        # Without any labels each leaf goes by its place. A number in a title would change under the hand.
        own_names = {} if labelled else {leaf: f"n{order.index(leaf)}" for leaf in leaves}
        leaves = labelled or leaves
        record = Record(order, inputs, own_names)

        def compute(numbers):
            number = {node: node.data for node in order} | dict(zip(leaves, numbers))
            made = {}
            for node, its_inputs in zip(order, inputs):
                if its_inputs:
                    made[node] = again(node, [made[each] for each in its_inputs])
                    if label_of(node):
                        made[node].label = label_of(node)
                else:
                    made[node] = leaf_like(node, number[node], label_of(node))
            fresh = Record(
                [made[node] for node in order],
                [tuple(made[each] for each in its_inputs) for its_inputs in inputs],
                {made[leaf]: name for leaf, name in own_names.items()},
                self.record,
            )
            return fresh, [made[leaf] for leaf in leaves]

        self.compute, self.names = compute, [record.names[record.places[leaf]] for leaf in leaves]
        self.numbers = [float(leaf.data) for leaf in leaves]
        self.show(record, leaves)
        try:
            if not is_same(record, self.attempt(self.numbers)[0]):
                raise ValueError("its operations, done again by their _op, give another graph.")
        except (ValueError, ArithmeticError) as error:
            self.why = f"Numbers cannot be dragged here: {error} With a function they can: graph_explorer(f, a=2.0)."

    def attempt(self, numbers):
        """The graph at other numbers. What fails in the reader's code is told, and nothing moves."""
        try:
            return self.compute(numbers)
        except (ValueError, ArithmeticError):
            raise
        except Exception as error:
            raise ValueError(f"the code failed with {type(error).__name__}: {error}") from error

    def take(self, numbers):
        self.show(*self.attempt(numbers))
        self.numbers = numbers

    def show(self, record, leaves):
        """Keep a graph as the one that is shown; it is laid out only if it has another shape than the last one."""
        if record.shape() != self.shape:
            self.svg = drawn(record)
            self.layout, self.shape = self.layout + 1, record.shape()
        self.record, self.leaves = record, [record.places.get(leaf) for leaf in leaves]

    def move(self, numbers, seen=None, touched=None):
        """Set the numbers of all leaves.

        Args:
            numbers: one for each of `names`.
            seen: the layout that the page has, so that it is not sent twice.
            touched: the place of the node in the hand, of which alone payments and words are told; None: of all.
        """
        self.seen, self.touched = seen, touched
        if self.why:
            raise ValueError(self.why)
        numbers = [float(number) for number in numbers]
        if len(numbers) != len(self.names) or not all(map(math.isfinite, numbers)):
            raise ValueError(f"takes {len(self.names)} finite numbers")
        self.take(numbers)

    def reset(self, seen=None):
        self.move(self.starts, seen)

    def refresh(self):
        """Send the drawing too, for a second view of this widget, which has an older one."""
        self.seen = self.touched = None

    def drawing(self):
        record = self.record
        return {
            "drawn": self.layout,
            "svg": self.svg,
            "room": ROOM,
            "names": record.names,
            "inputs": [list(node.inputs) for node in record.nodes],
            "arrows": arrows_of(record),
            "turns": [[payer, payee] for payer, payee, _ in record.payments],
            "leaves": self.leaves,
        }

    def scene(self):
        """The names and steps of the leaves, and the drawing with all that is told of it, for a page that has none."""
        starts = getattr(self, "starts", self.numbers)
        steps = [step_of(number) for number in starts]
        return {"leafNames": self.names, "starts": starts, "steps": steps} | self.drawing() | self.details()

    def details(self):
        """The payments as texts, and how each node was computed: of all nodes."""
        record = self.record
        payments = [in_texts(payment) for *_, payment in record.payments]
        return {"payments": payments, "words": [record.words(place) for place in range(len(record.nodes))], "few": None}

    def details_of(self, touched):
        """The same of one node: the payments that it makes and gets."""
        turns = enumerate(self.record.payments)
        few = {number: in_texts(payment) for number, (*pair, payment) in turns if touched in pair}
        return {"few": {"payments": few, "words": self.record.words(touched)}}

    def state(self):
        """All texts of numbers as they are now; and the drawing, if it is another one than the page has."""
        record, is_new = self.record, self.seen != self.layout
        largest = max((abs(grad) for grad in record.grads if math.isfinite(grad)), default=0.0)
        touched, self.touched = self.touched, None  # for the answer to one move
        is_short = not is_new and touched in range(len(record.nodes))
        details = self.details_of(touched) if is_short else self.details()
        return (
            (self.drawing() if is_new else {})
            | details
            | {
                "layout": self.layout,
                "numbers": self.numbers,
                "data": [data_text(node.data) for node in record.nodes],
                "grad": [gradient_text(grad) for grad in record.grads],
                "share": [share_of(grad, largest) for grad in record.grads],
                "text": self.text(),
                "result": record.words(len(record.nodes) - 1),
                "why": self.why,
            }
        )

    def text(self):
        """The result, and how fast it moves with each leaf."""
        return "\n".join([self.record.words(len(self.record.nodes) - 1), self.slopes()])

    def slopes(self):
        root, grads = self.record.names[-1], self.record.grads
        moved = [(name, place) for name, place in zip(self.names, self.leaves) if place is not None]
        return ", ".join(f"∂{root}/∂{name} = {number_text(grads[place])}" for name, place in moved)

    def listing(self):
        """The same, all payments in the order of their turns, rises and moments: for pages where nothing moves."""
        paid = [f"{self.record.names[payer]} pays {payment}" for payer, _, payment in self.record.payments]
        return "\n".join([self.text(), *paid, *self.rises(), *self.told_moments()])

    def moved(self, name, number):
        """A copy of this model with one leaf at another number; None where nothing can be moved, or has no result."""
        moved, numbers = copy(self), [number if each == name else old for each, old in zip(self.names, self.numbers)]
        try:
            moved.move(numbers)
        except (ValueError, ArithmeticError):
            return None
        return moved

    def told_moments(self):
        """For each of `moments` the result, all gradients, and the payments to those that are paid more than once."""
        lines = []
        for name, number in self.moments:
            if moved := self.moved(name, number):
                told = [f"at {name} = {number_text(number)}: {moved.record.words(len(moved.record.nodes) - 1)}"]
                lines.append("; ".join([*told, moved.slopes(), *moved.paid_often()]))
        return lines

    def paid_often(self):
        """Of each node within the graph that is paid more than once, in words: all payments to it."""
        payments = {}
        for _, payee, payment in self.record.payments:
            payments.setdefault(payee, []).append(number_text(payment.upstream * payment.local))
        names, nodes = self.record.names, self.record.nodes
        often = {payee: paid for payee, paid in payments.items() if len(paid) > 1 and nodes[payee].inputs}
        return [f"{names[payee]} is paid {' and '.join(paid)}" for payee, paid in often.items()]

    def rises(self):
        """What becomes of the result if one leaf is raised by 1, beside what its gradient says; one line a leaf."""
        root, before, lines = self.record.names[-1], self.record.nodes[-1].data, []
        for name, number, place in list(zip(self.names, self.numbers, self.leaves))[:MOST_RISES]:
            tried = self.moved(name, number + 1)
            if tried is None:
                continue
            after = tried.record.nodes[-1].data
            rise = f"{root} changes by {number_text(after - before)} to {number_text(after)}"
            if place is not None:
                lines.append(f"{name} raised by 1: {rise}; its gradient is {number_text(self.record.grads[place])}")
        return lines

    def still(self):
        faces = self.record.faces()
        svg = GraphPicture(self.record.boxes, [[face] for face in faces]).svg(faces, frame=PAPER)
        alt = f"The graph of {self.record.names[-1]} with all values and gradients"
        return picture_of_svg(svg, self.listing(), alt)


def in_texts(payment):
    """Upstream, local, their product, and what the payee has after it."""
    return [*map(number_text, (payment.upstream, payment.local, payment.upstream * payment.local, payment.total))]


def step_of(number):
    """How far an arrow key moves a leaf: a tenth of its power of ten, 0.1 for 2.0."""
    return 10.0 ** (math.floor(math.log10(max(abs(number), 0.1))) - 1) if abs(number) > 1 else 0.1


def share_of(grad, largest):
    """How dark a box is, from 0 to 1 in the steps that drawings have."""
    if not math.isfinite(grad):
        return 1.0
    return max(round(abs(grad) / largest * STEPS), 1) / STEPS if grad else 0.0


def drawn(record):
    room = [["data".ljust(ROOM, "8")] * len(record.boxes), ["grad".ljust(ROOM, "8")] * len(record.boxes)]
    steps = []  # from a leaf, at most
    for node in record.nodes:
        steps.append(1 + max((steps[each] for each in node.inputs), default=-1))
    # Payments stand on the arrows, which are long where there is room for it.
    return for_page(record.boxes, arrows_of(record), *room, ranksep=0.7 if steps[-1] < 4 else 0.56)


class GraphFront(Front):
    """The explorer. Where nothing can move, the graph with all numbers, and all payments in words."""

    _esm = module("graph")

    def still(self):
        return self.model.still()


@errors_as_notice
def graph_explorer(source, moments=None, /, **leaves):
    """A widget to touch a graph: what each node pays and to whom, and all numbers as a leaf's number is dragged.

    Args:
        source: a node, as of `Value` or of the reader's own class, or a function of leaves that makes one.
        moments: what a page where nothing moves tells besides: {name of a leaf: numbers that it is moved to}.
        leaves: for a function, its leaves by name: `graph_explorer(lambda a, b: a * b, a=2.0, b=-3.0)`. A number
            becomes a Value; a node of another class, such as `MyValue(2.0)`, has all leaves of that class.
    """
    return GraphFront(ExplorerModel(source, leaves, moments))

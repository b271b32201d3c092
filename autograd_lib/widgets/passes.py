"""A graph copied into plain numbers, so that a widget can go through its passes and leave the reader's nodes alone."""

from dataclasses import dataclass
from math import isclose
from numbers import Real

from autograd_lib.draw.order import nearest, order_and_inputs
from autograd_lib.draw.reading import Reader, is_node, label_of
from autograd_lib.draw.text import number_text
from autograd_lib.engine.graph import repr_and_type

MOST_NODES = 60


@dataclass(frozen=True)
class NumberNode:
    """A node of the graph. `inputs` and `payees` are positions in the topological order."""

    name: str  # as in "b.grad": the label, else the id in the drawing, else, for a constant, its number in brackets
    data: float
    words: str  # how it was computed, "b = a * 2 = 3.0 * 2.0 = 6.0"; for a leaf "a = 3.0", for a constant "2.0"
    inputs: tuple
    payees: tuple  # the inputs that it pays, each as often as it has a local gradient for it
    local_gradients: tuple  # one for each of `payees`


@dataclass(frozen=True)
class Payment:
    """The amount that one node adds to the gradient of an input: upstream × local."""

    payee: str
    upstream: float
    local: float
    total: float  # the payee's gradient after it

    def __str__(self):
        local = number_text(self.local)
        factors = f"{number_text(self.upstream)} × {f'({local})' if local.startswith('-') else local}"
        amount = number_text(self.upstream * self.local)
        sign = equals(number_text(self.upstream), local, amount)
        return f"{self.payee}.grad += {factors} {sign} {amount}, now {number_text(self.total)}"


def equals(upstream, local, amount):
    """The sign between two factors and their product, all as texts: "≈" if it is wrong for these rounded numbers."""
    try:
        off = abs(float(upstream) * float(local) - float(amount))
    except ValueError:  # a number that is too long is shown in part
        return "="
    unit = 1e-4 * 10.0 ** int(amount.partition("e")[2] or 0)  # four decimals are shown
    return "≈" if off > 0.5 * unit * (1 + 1e-6) else "="


class NumberGraph:
    """The numbers of a graph, read once. Nodes are in topological order; the root is the last.

    Args:
        root: a node of any class with `data` and `_prev`. Its local gradients are read from `_local_gradients`, as
            Value has them. For a class without these they are measured: `_backward()` runs with a gradient of 1 and
            then of 2, and all gradients are put back.

    Attributes: `nodes` (a NumberNode each), `sources` (the reader's own nodes), `boxes` (as `draw_graph` draws them).

    Raises:
        TypeError: `root` is not a node.
        ValueError: the graph is too large to be shown, a node does not hold a number, or its local gradients can be
            neither read nor measured.
    """

    def __init__(self, root):
        if not is_node(root):
            raise TypeError(f"takes a node, an object with data and _prev as Value has; got {repr_and_type(root)}")
        self.sources, inputs_of = order_and_inputs(root)
        self.places = {node: place for place, node in enumerate(self.sources)}
        self.check_can_be_shown(root, inputs_of)
        reader = Reader(self.places, inputs_of, set(self.sources), set(), True, False)
        self.boxes = [reader.box(node) for node in self.sources]
        self.names = [name_of(node, box) for node, box in zip(self.sources, self.boxes)]
        held = [(node, node.grad) for node in self.sources if hasattr(node, "grad")]
        try:
            self.nodes = [self.number_node(node, inputs_of(node), reader) for node in self.sources]
        finally:
            for node, grad in held:
                node.grad = grad

    def check_can_be_shown(self, root, inputs_of):
        count = len(self.sources)
        if count > MOST_NODES:
            raise ValueError(f"shows at most {MOST_NODES} nodes; this graph has {count:,}. Take a smaller example.")
        if len(nearest(root, self.places, inputs_of, MOST_NODES, False)) < count:
            raise ValueError("this graph has too many long arrows to be drawn soon. Take a smaller example.")
        for node in self.sources:
            if not isinstance(node.data, Real):
                raise ValueError(f"shows graphs of numbers; a node holds {repr_and_type(node.data)}.")

    def number_node(self, node, inputs, reader):
        place = self.places[node]
        payees, local_gradients = self.local_gradients(node, inputs) if inputs else ((), ())
        return NumberNode(
            name=self.names[place],
            data=node.data,
            words=words_of(self.names[place], node, self.boxes[place], reader),
            inputs=tuple(self.places[n] for n in inputs),
            payees=tuple(self.places[n] for n in payees),
            local_gradients=local_gradients,
        )

    def local_gradients(self, node, inputs):
        """The inputs that a node pays, and its local gradient for each."""
        stored = getattr(node, "_local_gradients", ())
        if len(stored) == len(node._prev) and isinstance(node._prev, (tuple, list)):
            return inputs, tuple(stored)
        payees = tuple(dict.fromkeys(inputs))
        once = self.response(node, payees, upstream=1.0, before=0.0)
        twice = self.response(node, payees, upstream=2.0, before=0.5)
        for payee, local, grad in zip(payees, once, twice):
            if not isclose(grad, 0.5 + 2 * local, rel_tol=1e-9, abs_tol=1e-12):
                name, payee_name = (self.names[self.places[n]] for n in (node, payee))
                raise ValueError(
                    f"the _backward() of {name} does not add upstream × local to {payee_name}.grad: with {name}.grad = "
                    f"1.0 it made 0.0 into {number_text(local)}, so with 2.0 it should make 0.5 into "
                    f"{number_text(0.5 + 2 * local)}, and it made {number_text(grad)}. Is there = where += belongs?"
                )
        return payees, tuple(once)

    def response(self, node, payees, upstream, before):
        """The gradients of `payees` after `node` has paid them, if they were `before` and its own was `upstream`."""
        name = self.names[self.places[node]]
        if not hasattr(node, "grad") or not callable(getattr(node, "_backward", None)):
            raise ValueError(
                f"{name} ({type(node).__name__}) does not say what it pays its inputs. A node needs _local_gradients, "
                "a number for each of _prev, or grad and a method _backward() that adds to its inputs' grad."
            )
        node.grad = upstream
        for payee in payees:
            payee.grad = before
        try:
            node._backward()
        except Exception as error:
            raise ValueError(f"the _backward() of {name} failed: {type(error).__name__}: {error}") from error
        return [payee.grad for payee in payees]

    def start(self):
        """The gradients at the beginning of a backward pass: 1.0 for the root, 0.0 for all others."""
        return (0.0,) * (len(self.nodes) - 1) + (1.0,)

    def turn(self, place, grads):
        """Let a node pay its inputs. Returns the payments and the gradients after them; `grads` is left as it is."""
        node, after, payments = self.nodes[place], list(grads), []
        for payee, local in zip(node.payees, node.local_gradients):
            after[payee] += grads[place] * local
            payments.append(Payment(self.names[payee], grads[place], local, after[payee]))
        return payments, tuple(after)

    def gradients(self):
        """All gradients after a whole backward pass in a correct order."""
        grads = self.start()
        for place in reversed(range(len(self.nodes))):
            grads = self.turn(place, grads)[1]
        return grads


def name_of(node, box):
    return label_of(node) or (box.id if box.inputs else f"({box.name})")


def words_of(name, node, box, reader):
    """How a node's number was computed: `a = 3.0`, or just `2.0`, or `b = a * 2 = 3.0 * 2.0 = 6.0`."""
    data = number_text(node.data)
    if not box.inputs:
        return f"{name} = {data}" if label_of(node) else data
    if box.op == "?":
        return f"{name} = {data}"
    numbers = reader.call(node, lambda node_input: number_text(node_input.data))
    return f"{name} = {reader.call(node, reader.reference)} = {numbers} = {data}"

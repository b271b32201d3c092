"""Order against order: what exactly goes wrong when the order of a backward pass is wrong?"""

from dataclasses import dataclass
from math import isclose

from autograd_lib.draw.dot_text import HIGHLIGHT_MARK, fill
from autograd_lib.draw.text import data_text, gradient_text, number_text
from autograd_lib.engine.graph import repr_and_type, shorten
from autograd_lib.widgets.front import module
from autograd_lib.widgets.graph_picture import WIDTH, Face, GraphPicture, line_of_text, sheet
from autograd_lib.widgets.passes import NumberGraph
from autograd_lib.widgets.steps import StepFront, frame, scene_of
from autograd_lib.widgets.view import errors_as_notice

MOST_TURNS = 100
HEIGHT, HEADING = 240, 24  # the largest height of a drawing, and that of the line above it, in pixels
WRONG_MARK = "✗"
TITLES = ("first order", "second order")


@dataclass(frozen=True)
class Turn:
    """The turn of one node in a backward pass. Its `place` is its position in the topological order."""

    place: int
    payments: tuple
    grads: tuple  # all gradients, after the turn


class Run:
    """A backward pass in a given order.

    Attributes: `turns` (the first one stands for the start), `words` (the order in words), `first_wrong` (the number of
    the first turn that breaks the rule, or None), `reason` (how that turn breaks it) and `outcome` (whether the
    gradients are right in the end).
    """

    def __init__(self, graph, order):
        self.graph = graph
        self.turns = [Turn(-1, (), graph.start())]
        for place in order:
            payments, grads = graph.turn(place, self.turns[-1].grads)
            self.turns.append(Turn(place, tuple(payments), grads))
        self.words = " → ".join(graph.names[place] for place in order)
        reasons = ((number, self.mistake_in(number)) for number in range(1, len(self.turns)))
        self.first_wrong, self.reason = next(((number, reason) for number, reason in reasons if reason), (None, ""))
        self.outcome = self.compare(self.turns[-1].grads, graph.gradients())

    def mistake_in(self, number):
        """In words, how a turn breaks the rule "one turn for each node, after all that use it"; "" if it does not."""
        place = self.turns[number].place
        name = self.graph.names[place]
        before = {turn.place for turn in self.turns[1:number]}
        if place in before:
            return f"{name} has its turn again, and pays once more what it has paid before."
        missing = [user for user, node in enumerate(self.graph.nodes) if place in node.inputs and user not in before]
        if not missing:
            return ""
        users = " and ".join(self.graph.names[user] for user in missing)
        use, have = ("uses", "has") if len(missing) == 1 else ("use", "have")
        has, complete = self.turns[number].payments[0].upstream, self.graph.gradients()[place]
        return (
            f"{name} passes on {number_text(has)} before {users}, which {use} it, {have} paid. "
            f"Complete, {name}.grad is {number_text(complete)}."
        )

    def compare(self, found, right):
        """In words, how the gradients after the whole pass differ from the right ones."""
        turned = {turn.place for turn in self.turns}
        facts = [
            f"{node.name} had no turn"
            for place, node in enumerate(self.graph.nodes)
            if node.inputs and place not in turned
        ]
        for name, f, r in zip(self.graph.names, found, right):
            if not isclose(f, r, rel_tol=1e-9, abs_tol=1e-12):
                facts.append(f"{name}.grad is {number_text(f)} and should be {number_text(r)}")
        return f"In the end {'; '.join(facts)}." if facts else "In the end all gradients are right."

    def frames(self, count):
        """All turns for the page, and as many times "over" as it takes to make `count` of them.

        A payment is wrong if its turn breaks the rule, or if the payer's gradient holds a wrong payment.
        """
        frames, wrong = [frame("seed")], set()
        for number, turn in list(enumerate(self.turns))[1:]:
            is_wrong = turn.place in wrong or bool(self.mistake_in(number))
            if is_wrong:
                wrong.update(self.graph.nodes[turn.place].payees)
            frames.append(frame("back", turn.place, turn.payments, is_wrong))
        return frames + [frame("over")] * (count - len(frames))

    def mark(self, step):
        """A sign for the heading of the drawing, from the first wrong payment on."""
        if self.first_wrong is None or step < self.first_wrong:
            return ""
        words = "first wrong payment" if step == self.first_wrong else f"wrong since turn {self.first_wrong}"
        return f"   {WRONG_MARK} {words}"


class OrdersModel:
    """Two backward passes over one graph in step, each in its own order.

    Args:
        root: a node of any class with `data` and `_prev`; see `NumberGraph`. It is read and left as it is.
        first, second: the two orders, each as labels in a string ("e d b a"), a list of nodes, or a function of `root`
            that returns one of these. A node may come twice. Leaves have no inputs to pay; their turns are left out.

    Attributes: `step` (the number of turns that each pass has had) and `last` (the largest number of turns). In a page,
    the front goes from turn to turn by itself.

    Raises:
        TypeError: an order is none of these; or as for `NumberGraph`.
        ValueError: an order has a node that is not in the graph, no turns or too many; or as for `NumberGraph`.
        RenderingError: there is no Graphviz to draw with.
    """

    def __init__(self, root, first, second):
        self.graph = NumberGraph(root)
        self.runs = [Run(self.graph, places_of(order, root, self.graph)) for order in (first, second)]
        self.step, self.last = 0, max(len(run.turns) for run in self.runs) - 1
        every_grad = [grad for run in self.runs for turn in run.turns for grad in turn.grads]
        self.largest = max(map(abs, every_grad))
        faces = [self.faces(turn.grads) for run in self.runs for turn in run.turns]
        self.picture = GraphPicture(self.graph.boxes, list(zip(*faces)))
        self.alt = f"The graph of {self.graph.names[-1]} twice, each with the gradients of one order"

    def go_to(self, step):
        """Show each pass after `step` turns; a number beyond the first or the last step means that one."""
        self.step = min(max(step, 0), self.last)

    moves = ()

    def scene(self):
        """The graph, and all turns of both passes."""
        count = self.last + 1
        return {
            "name": self.graph.names[-1],
            "titles": TITLES,
            "wrongSince": [run.first_wrong for run in self.runs],
            "texts": [self.lines(step) for step in range(count)],
            **scene_of(self.graph, [run.frames(count) for run in self.runs], self.largest),
        }

    def state(self):
        return {"step": self.step}

    def faces(self, grads):
        return [
            Face(data_text(node.data), gradient_text(grad), fill(abs(grad), self.largest))
            for node, grad in zip(self.graph.nodes, grads)
        ]

    def svg(self, step=None):
        """Both drawings, one above the other, with the node at work marked in each."""
        step, parts, bottom = self.step if step is None else step, [], 0
        for title, run in zip(TITLES, self.runs):
            parts.append(line_of_text(f"{title}: {shorten(run.words, 70)}{run.mark(step)}", bottom + HEADING - 8))
            parts.append(self.drawing(run, step).replace("<svg", f'<svg x="0" y="{bottom + HEADING}"', 1))
            bottom += HEADING + self.picture.size[1]
        return sheet(parts, WIDTH, bottom)

    def drawing(self, run, step):
        """The graph at a step of one pass."""
        turn = run.turns[min(step, len(run.turns) - 1)]
        at_work = turn.place if 0 < step < len(run.turns) else None
        mark = WRONG_MARK if step == run.first_wrong else HIGHLIGHT_MARK
        return self.picture.svg(self.faces(turn.grads), at_work, "back", mark, frame=(WIDTH, HEIGHT))

    def still_svg(self):
        """The moment of the first wrong payment, or the end if there is none."""
        return self.svg(min((run.first_wrong for run in self.runs if run.first_wrong), default=self.last))

    def text(self):
        first, second = self.lines(self.step)
        return f"Turn {self.step} of {self.last}\n{first}\n{second}"

    def lines(self, step):
        """For each pass in words, what it does at a step."""
        return [self.lines_of(title, run, step) for title, run in zip(TITLES, self.runs)]

    def lines_of(self, title, run, step):
        lines = [f"{title}, {shorten(run.words, 60)}: {self.now(run, step)}"]
        if 0 < step < len(run.turns):
            lines += [f"    {payment}" for payment in run.turns[step].payments]
        if run.first_wrong and step >= run.first_wrong:
            lines.append(f"    First wrong payment, in turn {run.first_wrong}: {run.reason}")
        if step == self.last:
            lines.append(f"    {run.outcome}")
        return "\n".join(lines)

    def now(self, run, step):
        """In words, what a pass does at a step."""
        if step == 0:
            return f"it begins with {self.graph.names[-1]}.grad = 1.0, all others 0.0."
        if step >= len(run.turns):
            return "it is over."
        name, upstream = self.graph.names[run.turns[step].place], run.turns[step].payments[0].upstream
        return f"{name} passes on {name}.grad = {number_text(upstream)}."

    def listing(self):
        """All turns of both orders in words."""
        lines = []
        for title, run in zip(TITLES, self.runs):
            lines.append(f"{title}: {run.words}")
            for number, turn in list(enumerate(run.turns))[1:]:
                doer = f"{number:2}  {self.graph.names[turn.place]} pays "
                lines.append(doer + ("\n" + " " * len(doer)).join(map(str, turn.payments)))
                if number == run.first_wrong:
                    lines.append(f"    First wrong payment: {run.reason}")
            lines.append(run.outcome)
        return "\n".join(lines)


def places_of(order, root, graph):
    """An order, in any form that `OrdersModel` takes, as the positions of its nodes, without the leaves."""
    order = order(root) if callable(order) else order
    if isinstance(order, str):
        order = [labelled(label, graph) for label in order.split()]
    try:
        nodes = list(order)
    except TypeError:
        raise TypeError(f"an order is labels, a list of nodes, or a function; got {repr_and_type(order)}") from None
    for node in nodes:
        if node not in graph.places:
            raise ValueError(f"an order has a node that is not in the graph: {repr_and_type(node)}")
    places = [graph.places[node] for node in nodes if node._prev]
    if not 0 < len(places) <= MOST_TURNS:
        raise ValueError(
            f"an order has 1 to {MOST_TURNS} turns of nodes that are no leaves; this one has {len(places):,}"
        )
    return places


def labelled(label, graph):
    """The node with this label; a ValueError if there is none, or more than one."""
    places = [place for place, name in enumerate(graph.names) if name == label]
    if len(places) != 1:
        raise ValueError(f"{len(places) or 'no'} nodes are called {label!r}; the nodes are {', '.join(graph.names)}")
    return graph.sources[places[0]]


class OrdersFront(StepFront):
    _esm = module("orders")


@errors_as_notice
def order_against_order(root, first, second):
    """A widget to step through the backward pass over one graph in two orders at once.

    The arguments are those of `OrdersModel`.
    """
    return OrdersFront(OrdersModel(root, first, second))

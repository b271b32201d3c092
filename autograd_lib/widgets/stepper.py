"""The graph stepper: in what order do values appear in the forward pass, and gradients in the backward pass?"""

from dataclasses import dataclass

from autograd_lib.draw.dot_text import fill
from autograd_lib.draw.text import data_text, gradient_text, number_text
from autograd_lib.engine.graph import shorten
from autograd_lib.widgets.front import module
from autograd_lib.widgets.graph_picture import PAPER, Face, GraphPicture, line_of_text, sheet
from autograd_lib.widgets.passes import NumberGraph
from autograd_lib.widgets.steps import StepFront, frame, scene_of
from autograd_lib.widgets.view import errors_as_notice


@dataclass(frozen=True)
class Step:
    """One moment of the two passes. Nodes are given by their positions in the topological order."""

    title: str
    doer: str  # in the listing, the words before the facts
    facts: tuple  # lines of text
    computed: frozenset  # the nodes that have their value
    grads: tuple | None  # the gradients; None in the forward pass
    frame: dict  # the same for the page; see `frame`
    at_work: int | None = None
    arrows: str | None = None  # which way the arrows at work lead, as in `GraphPicture.svg`


class StepperModel:
    """The forward and the backward pass over a graph, one node at a time.

    Args:
        root: a node of any class with `data` and `_prev`; see `NumberGraph`. It is read and left as it is; here the
            gradients begin at 0.0, whatever the nodes hold.

    Attributes: `step`, and `last`, the number of the last step. In a page, the front goes from step to step by itself.

    Raises:
        TypeError, ValueError: see `NumberGraph`.
        RenderingError: there is no Graphviz to draw with.
    """

    def __init__(self, root):
        self.graph = NumberGraph(root)
        self.steps = [*forward_steps(self.graph), *backward_steps(self.graph)]
        self.step, self.last = 0, len(self.steps) - 1
        self.largest = max(map(abs, self.graph.gradients()))
        faces = [self.faces(step) for step in self.steps]
        self.picture = GraphPicture(self.graph.boxes, list(zip(*faces)))
        self.alt = f"The graph of {self.graph.names[-1]} with all values and gradients"

    def go_to(self, step):
        """Show a step; a number beyond the first or the last step means that one."""
        self.step = min(max(step, 0), self.last)

    moves = ()

    def scene(self):
        """The graph and all its steps."""
        return {
            "name": self.graph.names[-1],
            "texts": [self.text(number) for number in range(self.last + 1)],
            **scene_of(self.graph, [[step.frame for step in self.steps]], self.largest),
        }

    def state(self):
        return {"step": self.step}

    def faces(self, step):
        """How each node looks in a step."""
        faces = []
        for place, node in enumerate(self.graph.nodes):
            grad = None if step.grads is None else step.grads[place]
            faces.append(
                Face(
                    data=data_text(node.data) if place in step.computed else "",
                    grad="" if grad is None else gradient_text(grad),
                    color="white" if grad is None else fill(abs(grad), self.largest),
                )
            )
        return faces

    def svg(self):
        return self.svg_of(self.steps[self.step])

    def still_svg(self):
        """The last step, and below it the order of all turns, since a still picture cannot be stepped through."""
        names = [node.name for node in self.graph.nodes if node.inputs]
        orders = [
            f"Values appeared in the order {', '.join(names)}.",
            f"Payments were made by {', '.join(names[::-1])}.",
        ]
        drawing = self.svg_of(self.steps[-1], frame=PAPER)
        width, height = self.picture.size
        lines = [line_of_text(shorten(order, 100), height + 18 * (k + 1)) for k, order in enumerate(orders) if names]
        return sheet([drawing, *lines], max(width, 600), height + 18 * len(lines) + 8)

    def svg_of(self, step, **options):
        return self.picture.svg(self.faces(step), step.at_work, step.arrows, **options)

    def text(self, number=None):
        """A step in words; without a number, that of now."""
        number = self.step if number is None else number
        step = self.steps[number]
        return "\n".join([f"Step {number} of {self.last} · {step.title}", *step.facts])

    def listing(self):
        """All steps in words."""
        lines = [f"The forward and the backward pass of {self.graph.names[-1]}"]
        for number, step in enumerate(self.steps):
            indent = "\n" + " " * len(f"{number:2}  {step.doer}")
            lines.append(f"{number:2}  {step.doer}{indent.join(step.facts)}")
        return "\n".join(lines)


def forward_steps(graph):
    """The leaves, and then each operation as soon as all its inputs have their values."""
    leaves = [place for place, node in enumerate(graph.nodes) if not node.inputs]
    computed = frozenset(leaves)
    given = ", ".join(graph.nodes[place].words for place in leaves)
    steps = [Step("forward pass: the leaves are given.", "", (given,), computed, None, frame("leaves"))]
    for place, node in enumerate(graph.nodes):
        if node.inputs:
            computed |= {place}
            title = f"forward pass: the inputs of {node.name} are there, so {node.name} is computed."
            at_work = frame("forward", place)
            steps.append(Step(title, "", (node.words,), computed, None, at_work, place, "forward"))
    return steps


def backward_steps(graph):
    """The root with its 1.0, and then each operation after all nodes that use it have paid."""
    everything, grads, root = frozenset(range(len(graph.nodes))), graph.start(), len(graph.nodes) - 1
    begin = (f"{graph.names[root]}.grad = 1.0, all others 0.0",)
    title = "backward pass: it begins at the root."
    steps = [Step(title, "", begin, everything, grads, frame("seed", root), root)]
    for place, node in reversed(list(enumerate(graph.nodes))):
        if node.inputs:
            title = (
                f"backward pass: {node.name}.grad = {number_text(grads[place])} is complete, and {node.name} pays "
                "upstream × local to its inputs."
            )
            payments, grads = graph.turn(place, grads)
            facts, at_work = tuple(map(str, payments)), frame("back", place, payments)
            steps.append(Step(title, f"{node.name} pays ", facts, everything, grads, at_work, place, "back"))
    return steps


class StepperFront(StepFront):
    _esm = module("stepper")


@errors_as_notice
def graph_stepper(root):
    """A widget to step through the forward and the backward pass of a graph, one node at a time.

    The arguments are those of `StepperModel`.
    """
    return StepperFront(StepperModel(root))

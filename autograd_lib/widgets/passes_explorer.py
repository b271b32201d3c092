"""The passes explorer: how many passes do all derivatives of a function take, in each direction, and why?"""

import inspect
import math
from dataclasses import dataclass
from numbers import Real

from autograd_lib.engine.graph import repr_and_type, topological_order
from autograd_lib.engine.operation import name_and_settings
from autograd_lib.engine.value import Value, as_value
from autograd_lib.picture import from_figure
from autograd_lib.plot.style import BLACK, BLUE, in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

MOST_ENDS, MOST_NODES = 6, 24
LONGEST_NAME = 12  # of a node that is named by how it is computed, in characters
FORWARD, REVERSE = "forward", "reverse"
WAYS = (FORWARD, REVERSE)
RUST = "#B8500A"  # dark enough for text on white


@dataclass(frozen=True)
class PassNode:
    """A number of the computation. `inputs` are positions in the order; constants are left out, as they never move."""

    name: str
    data: float
    inputs: tuple
    local_gradients: tuple


class PassesModel:
    """A function of several inputs with several outputs, and passes over its graph that fill in its Jacobian.

    Args:
        f: a function of numbers that returns a number or a list of numbers. It is called with Values.
        inputs: the numbers at which its derivatives are taken.
        outputs: names for what f returns. The inputs are named as the arguments of f are.

    Attributes: `nodes` (a PassNode each, inputs first), `ends` (the positions of the outputs), `jacobian` (a row for
    each output), `done` (the passes made so far, pairs such as ("forward", 0)), `current` (the pass that is shown, or
    None) and `step` (how many nodes have had their turn in it).

    Raises:
        TypeError: f is not a function, or returns something else than numbers.
        ValueError: the graph is too large to be drawn, or f has no finite value or derivative there.
    """

    moves = ("show",)

    def __init__(self, f, inputs, outputs=None):
        if not callable(f):
            raise TypeError(f"takes a function and a list of numbers, got {repr_and_type(f)}")
        if not isinstance(inputs, list | tuple) or not all(isinstance(x, Real) for x in inputs):
            raise TypeError(f"inputs are a list of numbers, got {inputs!r}")
        self.f, self.inputs = f, [float(x) for x in inputs]
        self.names = names_of(f, len(inputs))
        self.outputs = outputs
        self.done, self.current, self.step = [], None, 0
        self.compute()

    def compute(self):
        """Run f on Values, and read its graph: the numbers, the local gradients, and all derivatives."""
        leaves = [Value(x, label=name) for x, name in zip(self.inputs, self.names)]
        results = self.f(*leaves)
        results = list(results) if isinstance(results, list | tuple) else [results]
        if not results or not all(isinstance(y, Real | Value) for y in results):
            raise TypeError(f"f returns a number or a list of numbers, got {results!r}")
        ends = [as_value(y) for y in results]
        if self.outputs is None:
            self.outputs = [f"y{i + 1}" for i in range(len(ends))] if len(ends) > 1 else ["y"]
        if len(self.outputs) != len(ends):
            raise ValueError(f"f has {len(ends)} outputs, and there are {len(self.outputs)} names for them")
        found = topological_order(Value.sum([*leaves, *ends]))[:-1]
        moving = set(leaves)
        for node in found:
            if any(node_input in moving for node_input in node._prev):
                moving.add(node)
        order = list(dict.fromkeys([*leaves, *(node for node in found if node in moving or node in ends)]))
        if max(len(leaves), len(ends)) > MOST_ENDS or len(order) > MOST_NODES:
            raise ValueError(
                f"shows at most {MOST_ENDS} inputs and outputs, and {MOST_NODES} nodes; this function has "
                f"{len(leaves)}, {len(ends)} and {len(order)}. Take a smaller example."
            )
        places = {node: place for place, node in enumerate(order)}
        nodes = self.read(order, places, ends)
        if hasattr(self, "nodes") and [node.inputs for node in nodes] != [node.inputs for node in self.nodes]:
            raise ValueError("f takes another branch there, and so has another graph. Make another explorer for it.")
        held = [(node, node.grad) for node in found]  # among them may be Values of the reader's
        rows = [self.gradients(order, end) for end in ends]
        for node, grad in held:
            node.grad = grad
        if not all(math.isfinite(x) for row in rows for x in row) or not all(math.isfinite(n.data) for n in nodes):
            raise ValueError("f has no finite value or derivative there.")
        self.nodes, self.ends, self.rows = nodes, [places[end] for end in ends], rows
        self.jacobian = [row[: len(leaves)] for row in rows]

    def read(self, order, places, ends):
        """A PassNode for each node, named by its argument or output, or by how it is computed."""
        names, nodes = {}, []
        for node in order:
            names[node] = node.label or (self.outputs[ends.index(node)] if node in ends else "")
            names[node] = names[node] or short_name(node, names) or f"n{places[node]}"
            pairs = [(places[i], local) for i, local in zip(node._prev, node._local_gradients) if i in places]
            nodes.append(PassNode(names[node], node.data, *(tuple(zip(*pairs)) or ((), ()))))
        return nodes

    def gradients(self, order, end):
        """The gradient of every node in the backward pass of one output, as Value makes it."""
        for node in order:
            node.grad = 0.0
        end.backward()
        return [node.grad for node in order]

    def tangents(self, leaf):
        """The tangent of every node in the forward pass of one input, as a Dual carries it along."""
        tangents = []
        for place, node in enumerate(self.nodes):
            tangent = float(place == leaf)
            for node_input, local in zip(node.inputs, node.local_gradients):
                tangent += local * tangents[node_input]
            tangents.append(tangent)
        return tangents

    # The moves.

    def show(self, done, current, step, inputs=None):
        """Take over what the page shows: the passes made so far, the step of the one that is shown, and the inputs."""
        passes = [(way, int(k)) for way, k in ([*done, current] if current else done)]
        for way, k in passes:
            if way not in WAYS or not 0 <= k < self.count(way):
                raise ValueError(f"there is no pass {way} {k}")
        self.done = [(way, int(k)) for way, k in done]
        self.current = passes[-1] if current else None
        self.step = min(max(int(step), 0), len(self.turns(*self.current))) if current else 0
        if inputs is not None and inputs != self.inputs:
            self.move_inputs(inputs)

    def start(self, way, k):
        """Make a whole pass."""
        self.show([*dict.fromkeys([*self.done, (way, k)])], (way, k), len(self.turns(way, k)))

    def move_inputs(self, inputs):
        """Give the inputs other numbers; an error, and nothing is changed, where f has no derivatives."""
        if len(inputs) != len(self.inputs):
            raise ValueError(f"f has {len(self.inputs)} inputs, got {len(inputs)}")
        before, self.inputs = self.inputs, [float(x) for x in inputs]
        try:
            self.compute()
        except (ValueError, ArithmeticError):
            self.inputs = before
            raise

    # What is known of a pass.

    def count(self, way):
        """How many passes one way takes for the whole Jacobian."""
        return len(self.inputs) if way == FORWARD else len(self.ends)

    def turns(self, way, k):
        """The nodes that are at work in a pass, in order: they collect from their inputs, or pay them."""
        own = [place for place, node in enumerate(self.nodes) if node.inputs]
        if way == FORWARD:
            return own
        reached = {self.ends[k]}
        for place in reversed(own):
            if place in reached:
                reached.update(self.nodes[place].inputs)
        return [place for place in reversed(own) if place in reached]

    def arrows(self):
        return sum(len(node.inputs) for node in self.nodes)

    def known(self):
        """For each entry of the Jacobian whether a pass has filled it in."""
        return [
            [(FORWARD, j) in self.done or (REVERSE, i) in self.done for j in range(len(self.inputs))]
            for i in range(len(self.ends))
        ]

    def scene(self):
        """What never changes, for the front."""
        positions, ways = layout(self.nodes, self.ends)
        return {
            **{"inputs": self.names, "outputs": list(self.outputs), "ends": self.ends},
            **{"names": [node.name for node in self.nodes], "arrows": [list(node.inputs) for node in self.nodes]},
            **{"positions": positions, "ways": ways},
            "turns": {way: [self.turns(way, k) for k in range(self.count(way))] for way in WAYS},
        }

    def state(self):
        """All numbers, and what is said at each step of each pass."""
        return {
            "data": [node.data for node in self.nodes],
            "locals": [list(node.local_gradients) for node in self.nodes],
            "jacobian": self.jacobian,
            "done": [list(each) for each in self.done],
            "current": list(self.current) if self.current else None,
            "step": self.step,
            "told": {
                way: [
                    [self.told(way, k, step) for step in range(len(self.turns(way, k)) + 1)]
                    for k in range(self.count(way))
                ]
                for way in WAYS
            },
            "text": self.text(),
        }

    def text(self):
        told = self.told(*self.current, self.step) if self.current else "Press an input or an output: a pass sets out."
        return f"{self.sizes()}\n{told}\n{self.bill()}"

    def sizes(self):
        n, m = len(self.inputs), len(self.ends)
        return f"{plural(n, 'input')}, {plural(m, 'output')}: {plural(n * m, 'derivative')}."

    def bill(self):
        """The passes made so far and, once nothing is missing, what each way takes."""
        made = [sum(way == each for each, _ in self.done) for way in WAYS]
        known = sum(map(sum, self.known()))
        whole = len(self.inputs) * len(self.ends)
        line = f"Passes so far: {made[0]} forward, {made[1]} reverse. Filled in: {known} of {whole}."
        return line if known < whole else f"{line}\n{self.answer()}"

    def answer(self):
        n, m = len(self.inputs), len(self.ends)
        fewer = "as many either way" if n == m else f"{REVERSE if m < n else FORWARD} needs fewer"
        return f"Forward takes {plural(n, 'pass')}, one for each input; reverse {m}, one for each output: {fewer}."

    def told(self, way, k, step):
        """One step of a pass, in words."""
        turns = self.turns(way, k)
        if way == FORWARD:
            head = f"Forward, {self.names[k]} moves"
            if step == 0:
                return f"{head}: its tangent is 1, those of the other inputs are 0."
            if step == len(turns):
                entries = ", ".join(f"{name} {number(row[k])}" for name, row in zip(self.outputs, self.jacobian))
                return f"{head}: {self.collected(turns[-1], k)} Column {self.names[k]} is filled in: {entries}."
            return f"{head}: {self.collected(turns[step - 1], k)}"
        head = f"Reverse, from {self.outputs[k]}"
        if step == 0:
            return f"{head}: its cotangent is 1, those of the other outputs are 0."
        if step == len(turns):
            entries = ", ".join(f"{name} {number(x)}" for name, x in zip(self.names, self.jacobian[k]))
            return f"{head}: {self.paid(turns[-1], k)} Row {self.outputs[k]} is filled in: {entries}."
        return f"{head}: {self.paid(turns[step - 1], k)}"

    def collected(self, place, leaf):
        node, tangents = self.nodes[place], self.tangents(leaf)
        terms = [f"{in_brackets(x)} · {in_brackets(tangents[i])}" for i, x in zip(node.inputs, node.local_gradients)]
        return f"{node.name} collects {' + '.join(terms)} = {number(tangents[place])}."

    def paid(self, place, k):
        node, gradient = self.nodes[place], self.rows[k][place]
        parts = [
            f"{self.nodes[i].name} gets {in_brackets(gradient)} · {in_brackets(x)} = {number(gradient * x)}"
            for i, x in zip(node.inputs, node.local_gradients)
        ]
        return f"{node.name} pays: {', '.join(parts)}."

    def whole_text(self):
        """Both ways to the whole Jacobian, in words: for a page where nothing moves."""
        values = ", ".join(f"{name} = {number(x)}" for name, x in zip(self.names, self.inputs))
        lines = [f"{self.sizes()} At {values}; {self.arrows()} arrows, a multiplication each in a pass."]
        columns = [[number(row[j]) for row in self.jacobian] for j in range(len(self.inputs))]
        rows = [[number(x) for x in row] for row in self.jacobian]
        for way, names, entries, what in [
            (FORWARD, self.names, columns, "column"),
            (REVERSE, self.outputs, rows, "row"),
        ]:
            each = "; ".join(f"{name}: {', '.join(numbers)}" for name, numbers in zip(names, entries))
            lines.append(f"{way}, {plural(len(names), 'pass')}, each fills a {what}: {each}")
        return "\n".join([*lines, *self.numbers_of_inner_nodes(), self.answer()])

    def numbers_of_inner_nodes(self):
        """Which number each node between inputs and outputs gets in each pass; one line a node."""
        lines, tangents = [], [self.tangents(j) for j in range(len(self.inputs))]
        for place, node in enumerate(self.nodes):
            if not node.inputs or place in self.ends:
                continue
            forward = ", ".join(f"{number(each[place])} from {name}" for name, each in zip(self.names, tangents))
            back = ", ".join(f"{number(row[place])} from {name}" for name, row in zip(self.outputs, self.rows))
            lines.append(f"{node.name} gets {forward} forward, and {back} in reverse")
        return lines

    @in_our_style
    def figure(self):
        figure = new_figure(7, 2.9)
        graph = figure.add_axes((0.01, 0.02, 0.6, 0.9))
        table = figure.add_axes((0.64, 0.02, 0.35, 0.9))
        graph.set_title("the graph", fontsize=11)
        table.set_title("the Jacobian", fontsize=11)
        self.draw_graph(graph)
        self.draw_jacobian(table)
        for axes in (graph, table):
            axes.axis("off")
        return figure

    def draw_graph(self, axes):
        positions, ways = layout(self.nodes, self.ends)
        for place, node in enumerate(self.nodes):
            for way, local in zip(ways[place], node.local_gradients):
                xs, ys = zip(*way)
                axes.plot(xs, ys, color="#777777", linewidth=1, zorder=1)
                middle = [0.22 * a + 0.78 * b for a, b in zip(way[-2], way[-1])]  # further back, arrows cross
                look = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
                axes.text(*middle, number(local), fontsize=8, ha="center", va="center", color="#555555", bbox=look)
        for place, (node, (x, y)) in enumerate(zip(self.nodes, positions)):
            colour = BLUE if place < len(self.inputs) else RUST if place in self.ends else BLACK
            look = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": colour, "linewidth": 1.5}
            words = f"{node.name}\n{number(node.data)}"
            axes.text(x, y, words, fontsize=9, ha="center", va="center", bbox=look, zorder=2)
        across, down = zip(*positions, *(point for each in ways for way in each for point in way))
        axes.set(xlim=(-0.45, max(across) + 0.45), ylim=(max(down) + 0.5, min(down) - 0.5))

    def draw_jacobian(self, axes):
        n, m = len(self.inputs), len(self.ends)
        for j, name in enumerate(self.names):
            axes.text(j + 0.5, -0.25, f"{name} ↓", ha="center", va="center", fontsize=10, color=BLUE, weight="bold")
        for i, name in enumerate(self.outputs):
            axes.text(-0.1, i + 0.5, f"{name} →", ha="right", va="center", fontsize=10, color=RUST, weight="bold")
            for j in range(n):
                axes.plot([j, j + 1, j + 1, j, j], [i, i, i + 1, i + 1, i], color="#777777", linewidth=1)
                axes.text(j + 0.5, i + 0.5, number(self.jacobian[i][j]), ha="center", va="center", fontsize=10)
        axes.text(0, m + 0.35, f"{plural(n, 'forward pass')}: columns", fontsize=9, color=BLUE, va="center")
        axes.text(0, m + 0.7, f"{plural(m, 'reverse pass')}: rows", fontsize=9, color=RUST, va="center")
        axes.set(xlim=(-0.7, max(n, 3) + 0.05), ylim=(m + 0.9, -0.5))


def names_of(f, count):
    """The names of the arguments of f, if they are as many as the inputs; else x1, x2, …"""
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        parameters = ()
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return names[:count] if len(names) >= count else [f"x{i + 1}" for i in range(count)]


def short_name(node, names):
    """How a node is computed, as in "x·y" or "sin(z)"; None if that is too long for a box."""
    kind, settings = name_and_settings(node._op)
    parts = [names[i] if i in names else number(i.data) for i in node._prev]
    if kind in ("*", "/", "**"):
        parts = [f"({part})" if set(part) & set("+−- ·/") else part for part in parts]
    sign = {"*": "·", "+": " + ", "-": " − "}.get(kind, kind)
    if len(parts) == 2:
        name = sign.join(parts)
    else:
        inside = ", ".join([*parts, *(number(x) for x in settings.values() if isinstance(x, Real))])
        name = f"{parts[0]}**{number(next(iter(settings.values())))}" if kind == "**" else f"{kind}({inside})"
    return name if len(name) <= LONGEST_NAME else None


def layout(nodes, ends):
    """Where each node is drawn, as (column, row), and for each of its arrows the points that it goes through.

    Columns are steps from the inputs. An arrow over several columns has a place of its own in those between, so that it
    does not run through a box.
    """
    depth = []
    for node in nodes:
        depth.append(1 + max((depth[i] for i in node.inputs), default=-1))
    used = {i for node in nodes for i in node.inputs}
    for end in ends:
        if end not in used and nodes[end].inputs:
            depth[end] = max(depth)
    rows, between = {}, {}
    for column in range(max(depth) + 1):
        wanted = []
        for place, node in enumerate(nodes):
            if depth[place] == column:
                beside = [between.get((i, column - 1), rows.get(i, 0.0)) for i in node.inputs]
                wanted.append((sum(beside) / len(beside) if beside else float(place), 0, place))
            elif depth[place] < column and any(place in n.inputs and depth[k] > column for k, n in enumerate(nodes)):
                wanted.append((between.get((place, column - 1), rows[place]), 1, place))
        wanted.sort()
        spread = [row for row, _, _ in wanted]
        for k in range(1, len(spread)):
            spread[k] = max(spread[k], spread[k - 1] + 1)
        shift = (sum(spread) - sum(row for row, _, _ in wanted)) / max(1, len(spread))
        for (_, is_between, place), row in zip(wanted, spread):
            if is_between:
                between[place, column] = row - shift
            else:
                rows[place] = row - shift
    positions = [[depth[place], round(rows[place], 4)] for place in range(len(nodes))]
    ways = [
        [
            [positions[i], *([c, between[i, c]] for c in range(depth[i] + 1, depth[place])), positions[place]]
            for i in node.inputs
        ]
        for place, node in enumerate(nodes)
    ]
    return positions, ways


def number(x):
    """A number as the widget writes it."""
    return f"{x + 0.0:.4g}".replace("-", "−").replace("e−0", "e−")


def in_brackets(x):
    text = number(x)
    return f"({text})" if text.startswith("−") else text


def plural(count, word):
    ending = "" if count == 1 else "es" if word.endswith("s") else "s"
    return f"{count} {word}{ending}"


class PassesFront(Front):
    """The graph and the Jacobian: a press on an input or an output sets out a pass; an input's number is dragged."""

    _esm = module("passes")

    def still(self):
        return from_figure(self.model.figure(), self.model.whole_text())


@errors_as_notice
def passes_explorer(f, inputs, outputs=None):
    """A widget to send forward and reverse passes through the graph of f, each of which fills a part of its Jacobian.

    The arguments are those of `PassesModel`.
    """
    return PassesFront(PassesModel(f, inputs, outputs))

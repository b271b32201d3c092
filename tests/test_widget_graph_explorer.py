"""What the graph explorer promises: the reader's own engine at every move, one layout, and honest words where not."""

import json
import math
import re
from xml.dom import minidom

import pytest
from expressions import VALUES, programs
from hypothesis import given, settings
from own_value import OwnValue

from autograd_lib.draw import RenderingError
from autograd_lib.engine.value import Value
from autograd_lib.widgets import graph_picture
from autograd_lib.widgets.graph_explorer import ExplorerModel, Record, graph_explorer, order_of
from autograd_lib.widgets.graph_picture import arrows_of


def loss(a, b, c, d):
    t1 = a * b
    t2 = t1 + c
    t3 = a + d
    root = t2 * t3
    for node, label in zip([t1, t2, t3, root], ["t1", "t2", "t3", "L"]):
        node.label = label
    return root


START = {"a": 2.0, "b": 3.0, "c": 4.0, "d": 5.0}


def of_a_function():
    return ExplorerModel(loss, START)


def of_a_node():
    return ExplorerModel(loss(**{name: Value(number, label=name) for name, number in START.items()}), {})


def gradients(model):
    return {name: model.record.grads[place] for name, place in zip(model.names, model.leaves)}


@pytest.mark.parametrize("make", [of_a_function, of_a_node])
def test_values_and_gradients_follow_a_leaf(make):
    model = make()
    assert model.text() == "L = t2 * t3 = 10.0 * 7.0 = 70.0\n∂L/∂a = 31.0, ∂L/∂b = 14.0, ∂L/∂c = 7.0, ∂L/∂d = 10.0"
    numbers = dict(zip(model.names, model.numbers)) | {"a": 3.0}
    model.move([numbers[name] for name in model.names], 1)
    assert model.record.nodes[-1].data == 104.0
    assert gradients(model) == {"a": 37.0, "b": 24.0, "c": 8.0, "d": 13.0}
    model.reset(1)
    assert gradients(model) == {"a": 31.0, "b": 14.0, "c": 7.0, "d": 10.0} and model.numbers == model.starts


def test_the_readers_nodes_are_left_alone():
    a = Value(2.0, label="a")
    root = (a * a).tanh()
    a.grad = 0.25
    model = ExplorerModel(root, {})
    model.move([5.0])
    assert (a.data, a.grad, root.grad) == (2.0, 0.25, 0.0) and root.data == math.tanh(4.0)


@settings(max_examples=30, deadline=None)
@given(programs())
def test_any_graph_of_values_is_computed_again_as_it_was(program):
    root = program.result([Value(number) for number in program.numbers], VALUES)
    model = ExplorerModel.__new__(ExplorerModel)
    model.why, model.shape, model.layout, model.record = "", None, 0, None
    model.show = lambda record, leaves: setattr(
        model, "record", record
    )  # without a layout, which takes most of the time
    model.take_node(root)
    assert model.why == ""


def test_sums_dots_and_settings_are_computed_again():
    w, x, bias = Value(2.0, label="w"), Value(3.0, label="x"), Value(1.0, label="bias")
    roots = [
        Value.sum([w, 1.0, x]),
        Value.dot([w, x], [x, w], bias),
        Value.dot([w, x], [5.0, 7.0], bias),
        Value.dot([w, 2.0], [5.0, x], 0.5),
        (w**0.12345678).leaky_relu(0.3),
        abs(-w),
    ]
    for root in roots:
        model = ExplorerModel(root, {})
        model.move([number + 1 for number in model.numbers])
        assert model.why == "" and model.record.nodes[-1].data != root.data


def test_a_function_is_called_on_leaves_of_the_readers_class():
    model = ExplorerModel(lambda p, q: (p * q + p).tanh(), {"p": OwnValue(0.2), "q": -3.0})
    assert {type(node) for node in model.record.sources} == {OwnValue}
    assert model.text() == "n4 = -0.3799\n∂n4/∂p = -1.7113, ∂n4/∂q = 0.1711"
    for number in (0.7, -5.0, 3.0):
        model.move([number, 2.5], 1)
        assert gradients(model)["q"] == pytest.approx(number * (1 - math.tanh(3.5 * number) ** 2))
    assert model.layout == 1


def test_a_node_that_does_not_say_its_operation_can_be_touched_but_not_dragged():
    a = OwnValue(2.0)
    model = ExplorerModel(a * a + a, {})
    assert model.why == (
        "Numbers cannot be dragged here: a node (OwnValue) does not say enough of how it was computed; its _op is '?'. "
        "With a function they can: graph_explorer(f, a=2.0)."
    )
    assert gradients(model) == {"n0": 5.0}
    with pytest.raises(ValueError, match="cannot be dragged"):
        model.move([3.0])


class InSets:
    """A class like micrograd's: inputs in a set, operations as text, no labels."""

    def __init__(self, data, inputs=(), op="", slopes=()):
        self.data, self.grad, self._prev, self._op = data, 0.0, set(inputs), op

        def backward():
            for node, slope in zip(inputs, slopes):
                node.grad += slope * self.grad

        self._backward = backward

    def __mul__(self, other):
        return InSets(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __sub__(self, other):
        return InSets(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __pow__(self, k):
        return InSets(self.data**k, (self,), f"**{k}", (k * self.data ** (k - 1),))

    def relu(self):
        return InSets(max(self.data, 0.0), (self,), "ReLU", (float(self.data > 0),))


def test_a_class_with_sets_is_computed_again_where_order_does_not_matter():
    model = ExplorerModel(((InSets(2.0) * InSets(3.0)) ** 2 * InSets(1.0)).relu(), {})
    assert model.why == "" and sorted(model.numbers) == [1.0, 2.0, 3.0]
    numbers = [{2.0: 5.0}.get(number, number) for number in model.numbers]
    model.move(numbers, 1)
    assert model.record.nodes[-1].data == 225.0 and model.layout == 1
    a_square = InSets(3.0)
    assert ExplorerModel(a_square * a_square, {}).why == ""
    assert "its _op is '-'" in ExplorerModel(InSets(3.0) - InSets(2.0), {}).why


def test_a_graph_of_sets_has_the_same_order_at_all_numbers():
    def shape(p, q):
        p, q = OwnValue(p), OwnValue(q)
        names = {p: "p", q: "q"}
        return Record(*order_of((p * q + p) * (q + q * p), names), names).shape()

    assert shape(1.0, 2.0) == shape(5.0, -3.0)


def test_the_graph_is_laid_out_again_only_when_its_shape_changes():
    model = ExplorerModel(lambda a, b: a * b if a > 0 else a + b * b, {"a": 1.0, "b": 2.0})
    model.move([2.0, 2.0], model.layout)
    assert "svg" not in model.state() and model.layout == 1
    model.move([-1.0, 2.0], model.layout)
    state = model.state()
    assert state["layout"] == state["drawn"] == 2 and len(state["names"]) == 4
    model.move([-2.0, 2.0], 2)
    assert "svg" not in model.state()
    model.refresh()
    assert "svg" in model.state() and "svg" in model.scene()


def test_under_the_hand_only_what_is_seen_is_told_and_the_rest_as_soon_as_it_rests():
    model = of_a_function()
    whole = model.scene() | model.state()
    touched = model.leaves[0]
    model.move([3.0, 3.0, 4.0, 5.0], model.layout, touched)
    short = model.state()
    assert not {"svg", "payments", "names"} & set(short)
    assert short["few"]["words"] == "a = 3.0" and len(short["few"]["payments"]) == 2
    model.move([3.0, 3.0, 4.0, 5.0], model.layout)
    long = model.state()
    assert all(long["payments"][number] == payment for number, payment in short["few"]["payments"].items())
    assert long["few"] is None and long["words"] != whole["words"]
    model.move([4.0, 3.0, 4.0, 5.0], model.layout, touched)
    assert model.state()["few"] and not model.state()["few"]  # another page is told all


@settings(max_examples=30, deadline=None)
@given(programs())
def test_a_record_that_keeps_the_boxes_of_the_last_one_has_the_same_numbers_and_words(program):
    def made(numbers, last=None):
        values = [Value(number, label=f"v{place}") for place, number in enumerate(numbers)]
        return Record(*order_of(program.result(values, VALUES), {}), {}, last)

    first = made(program.numbers)
    again, afresh = made(program.numbers, last=first), made(program.numbers)
    assert again.boxes is first.boxes and again.shape() == afresh.shape()
    assert again.grads == afresh.grads and again.payments == afresh.payments
    places = range(len(afresh.nodes))
    assert [again.words(place) for place in places] == [afresh.words(place) for place in places]


def test_a_constant_that_a_function_makes_anew_has_its_own_name():
    model = ExplorerModel(lambda a: a * (2 * a.data), {"a": 3.0})
    model.move([5.0], 1, 0)
    assert "n2 = a * 10 = 5.0 * 10.0 = 50.0" in model.text() and model.layout == 2


def test_a_leaf_that_is_not_used_has_no_box():
    model = ExplorerModel(lambda a, b: a * 2, {"a": 1.0, "b": 2.0})
    assert model.leaves == [0, None] and "∂n2/∂a = 2.0" in model.text() and "b" not in model.text()


def test_what_cannot_be_computed_is_told_and_nothing_moves():
    view = graph_explorer(lambda a: a.log(), a=1.0)
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "move", "args": [[-1.0], 1]}, [])
    assert told[0]["problem"].startswith("Not possible: log(a), with a = -1, has no finite value")
    assert told[0]["state"]["numbers"] == [1.0]
    view.asked(view, {"n": 2, "move": "move", "args": [[2.0], 1]}, [])
    assert told[1]["problem"] == "" and told[1]["state"]["numbers"] == [2.0]
    view.asked(view, {"n": 3, "move": "take", "args": [[3.0]]}, [])
    assert len(told) == 2


def test_every_state_is_json_also_with_infinite_gradients():
    model = of_a_function()
    for numbers in ([2.0, 3.0, 4.0, 5.0], [0.0, 0.0, 0.0, 0.0], [-1e200, 1e-9, 1e99, 3.0]):
        model.move(numbers, 0)
        json.dumps(model.scene() | model.state(), allow_nan=False)
    beyond = ExplorerModel(OwnValue(1e308) * OwnValue(1e308) * OwnValue(2.0), {})
    assert math.inf in beyond.record.grads
    json.dumps(beyond.scene() | beyond.state(), allow_nan=False)
    assert beyond.still().png


def test_payments_are_in_the_order_of_their_turns_and_arrows_know_theirs():
    model = of_a_function()
    state = model.scene() | model.state()
    names = state["names"]
    paid = [(names[payer], names[payee], *p) for (payer, payee), p in zip(state["turns"], state["payments"])]
    assert paid[2] == ("t3", "a", "10.0", "1.0", "10.0", "10.0")
    assert paid[6] == ("t1", "a", "7.0", "3.0", "21.0", "31.0")
    for start, end, payment in state["arrows"]:
        assert state["turns"][payment] == [end, start]


def test_a_node_that_is_used_twice_has_two_arrows_with_a_payment_each():
    model = ExplorerModel(lambda a: a * a, {"a": 3.0})
    assert sorted(arrows_of(model.record)) == [(0, 1, 0), (0, 1, 1)]
    assert [p.total for *_, p in model.record.payments] == [3.0, 6.0]


def test_the_drawing_has_numbers_instead_of_ids_tooltips_and_colours():
    svg = of_a_function().svg
    document = minidom.parseString(svg)
    assert not re.search(r'\b(id|fill|font-size)="', svg) and not document.getElementsByTagName("title")
    groups = document.getElementsByTagName("g")
    assert sorted(int(g.getAttribute("data-node")) for g in groups if g.hasAttribute("data-node")) == list(range(8))
    assert sorted(int(g.getAttribute("data-arrow")) for g in groups if g.hasAttribute("data-arrow")) == list(range(8))


def test_the_still_has_all_numbers_and_all_payments():
    data, metadata = graph_explorer(loss, **START)._repr_mimebundle_()
    assert data["text/plain"].splitlines()[:3] == [
        "L = t2 * t3 = 10.0 * 7.0 = 70.0",
        "∂L/∂a = 31.0, ∂L/∂b = 14.0, ∂L/∂c = 7.0, ∂L/∂d = 10.0",
        "L pays t2.grad += 1.0 × 7.0 = 7.0, now 7.0",
    ]
    assert metadata["image/png"]["alt"] == "The graph of L with all values and gradients"


def test_the_still_says_how_far_the_result_goes_if_one_leaf_is_raised_by_one():
    """The notebook asks whether the rise is as large as the gradient says."""
    view = graph_explorer(loss, **START)
    rises = view.still().text.splitlines()[-4:]
    assert rises[0] == "a raised by 1: L changes by 34.0 to 104.0; its gradient is 31.0"
    assert loss(Value(3.0), *map(Value, list(START.values())[1:])).data == 104.0
    assert view.model.numbers == list(START.values()) and view.model.layout == 1


def test_the_still_tells_of_the_moments_that_it_is_asked_for():
    """03 and 05 ask what becomes of gradients, and of the payments to one node, as a leaf is dragged."""

    def twice(x):
        power = x**2
        return power * power

    view = graph_explorer(twice, {"x": [3, -1]}, x=2.0)
    assert view.still().text.splitlines()[-2:] == [
        "at x = 3.0: n2 = n1 * n1 = 9.0 * 9.0 = 81.0; ∂n2/∂x = 108.0; n1 is paid 9.0 and 9.0",
        "at x = -1.0: n2 = n1 * n1 = 1.0 * 1.0 = 1.0; ∂n2/∂x = -4.0; n1 is paid 1.0 and 1.0",
    ]
    assert view.model.numbers == [2.0]


def test_a_moment_without_a_result_is_left_out():
    assert "at a" not in graph_explorer(lambda a: a.log(), {"a": [-1]}, a=1.0).still().text


def long_chain(a):
    for _ in range(150):
        a = a * 2
    return a


@pytest.mark.parametrize(
    "source, leaves, line",
    [
        (3, {}, "graph_explorer: takes a node as Value is one, or a function of its leaves; got 3 (int)"),
        (loss, {}, "graph_explorer: takes a function with its leaves: graph_explorer(f, a=2.0, b=-3.0)"),
        (loss, {"a": "2"}, "graph_explorer: the leaf a is a number, or a node that holds one; got '2' (str)"),
        (Value(2.0), {"b": 1.0}, "graph_explorer: takes leaves only with a function, got a node and b"),
        (lambda a: 3.0, {"a": 1.0}, "graph_explorer: the function returned 3.0 (float), which is no node."),
        (lambda a: a.foo(), {"a": 1.0}, "graph_explorer: the code failed with AttributeError: 'Value' object has no"),
        (lambda a: a / 0, {"a": 1.0}, "graph_explorer: ZeroDivisionError: a / 0"),
        (
            long_chain,
            {"a": 1.0},
            "graph_explorer: shows at most 200 nodes; this graph has 301. Take a smaller example.",
        ),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(source, leaves, line):
    assert repr(graph_explorer(source, **leaves)).startswith(line)


def test_moments_of_something_that_is_no_leaf_are_refused():
    line = "graph_explorer: moments are of leaves that can be moved (a, b, c, d), got 't1'"
    assert repr(graph_explorer(loss, {"t1": [1]}, **START)).startswith(line)


def test_without_graphviz_the_line_says_how_to_get_it(monkeypatch):
    def missing(source):
        raise RenderingError("To see graphs as pictures, run: pip install ...")

    monkeypatch.setattr(graph_picture, "svg_of", missing)
    assert repr(graph_explorer(loss, **START)) == "graph_explorer: To see graphs as pictures, run: pip install ..."

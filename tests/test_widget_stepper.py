"""What the graph stepper promises: each value and each payment in its turn, on any graph, in a drawing that stays."""

import gc
import json
import pathlib
import re
import weakref
from xml.dom import minidom

import matplotlib
import pytest
from expressions import VALUES, programs
from hypothesis import given
from living_widgets import living_widgets
from own_value import OwnValue
from PIL import ImageFont

from autograd_lib.draw import RenderingError
from autograd_lib.draw.text import number_text
from autograd_lib.engine.value import Value
from autograd_lib.widgets import graph_picture
from autograd_lib.widgets.passes import NumberGraph
from autograd_lib.widgets.stepper import StepperModel, backward_steps, graph_stepper


def shared():
    """b is used twice: e = b + 3b, with b = 2a."""
    a = Value(3.0, label="a")
    b = a * 2
    b.label = "b"
    d = b * 3
    d.label = "d"
    e = b + d
    e.label = "e"
    return e


def chain(links):
    x, w = Value(0.5, label="x"), Value(0.9, label="w")
    for _ in range(links):
        x = (x * w).tanh()
    return x


def at(step, root=None):
    model = StepperModel(shared() if root is None else root)
    model.go_to(step)
    return model


def boxes(svg):
    """The texts of each box of a picture."""
    groups = minidom.parseString(svg).getElementsByTagName("g")
    nodes = [group for group in groups if group.getAttribute("class") == "node"]
    return [" ".join(t.firstChild.data for t in node.getElementsByTagName("text") if t.firstChild) for node in nodes]


def test_values_appear_from_the_leaves_to_the_root_and_gradients_on_the_way_back():
    assert StepperModel(shared()).listing() == (
        "The forward and the backward pass of e\n"
        " 0  a = 3.0, 2.0, 3.0\n"
        " 1  b = a * 2 = 3.0 * 2.0 = 6.0\n"
        " 2  d = b * 3 = 6.0 * 3.0 = 18.0\n"
        " 3  e = b + d = 6.0 + 18.0 = 24.0\n"
        " 4  e.grad = 1.0, all others 0.0\n"
        " 5  e pays b.grad += 1.0 × 1.0 = 1.0, now 1.0\n"
        "           d.grad += 1.0 × 1.0 = 1.0, now 1.0\n"
        " 6  d pays b.grad += 1.0 × 3.0 = 3.0, now 4.0\n"
        "           (3).grad += 1.0 × 6.0 = 6.0, now 6.0\n"
        " 7  b pays a.grad += 4.0 × 2.0 = 8.0, now 8.0\n"
        "           (2).grad += 4.0 × 3.0 = 12.0, now 12.0"
    )


def test_the_words_of_a_step():
    assert at(2).text() == (
        "Step 2 of 7 · forward pass: the inputs of d are there, so d is computed.\nd = b * 3 = 6.0 * 3.0 = 18.0"
    )
    assert at(7).text() == (
        "Step 7 of 7 · backward pass: b.grad = 4.0 is complete, and b pays upstream × local to its inputs.\n"
        "a.grad += 4.0 × 2.0 = 8.0, now 8.0\n"
        "(2).grad += 4.0 × 3.0 = 12.0, now 12.0"
    )


def test_a_box_is_empty_until_it_is_its_turn():
    assert set(boxes(at(0).svg())) == {"a data 3.0", "data 2.0", "data 3.0", "∗ b", "∗ d", "+ e"}
    assert {"∗ b data 6.0", "∗ ▶ d data 18.0", "+ e"} <= set(boxes(at(2).svg()))
    assert {"∗ b data 6.0 grad 4.0", "∗ ▶ d data 18.0 grad 1.0", "a data 3.0 grad 0.0"} <= set(boxes(at(6).svg()))


def test_arrows_at_work_are_thick_and_lead_back_in_the_backward_pass():
    forward, seed, backward = at(2).svg(), at(4).svg(), at(6).svg()
    assert forward.count('stroke-width="2.5"') == backward.count('stroke-width="2.5"') == 2
    assert backward.count('marker-start="url(#back)"') == backward.count('visibility="hidden"') == 2
    assert "url(#back)" not in forward and 'stroke-width="2.5"' not in seed


@pytest.mark.parametrize("root", [shared(), chain(2), Value.sum([1.0, Value(2.0)])], ids=["shared", "chain", "sum"])
def test_no_box_moves_between_steps(root):
    def places(svg):
        return re.findall(r'points="([^"]+)"', svg), re.findall(r'viewBox="([^"]+)"', svg)

    model = StepperModel(root)
    first = places(model.svg())
    for step in range(model.last + 1):
        model.go_to(step)
        assert places(model.svg()) == first


def test_every_text_fits_into_its_box_at_every_step():
    # With a long gradient, and a title that is wider than the numbers as soon as it has its triangle.
    x = Value(1234.5678, label="x")
    square = x * x
    square.label = "squared x of x"
    model = StepperModel(square * 1e-3)
    path = pathlib.Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    font = ImageFont.truetype(path, 100)
    for step in range(model.last + 1):
        model.go_to(step)
        for group in minidom.parseString(model.svg()).getElementsByTagName("g")[1:]:
            if group.getAttribute("class") == "node":
                corners = group.getElementsByTagName("polygon")[0].getAttribute("points").split()
                left, right = (choose(float(corner.split(",")[0]) for corner in corners) for choose in (min, max))
                for text in group.getElementsByTagName("text"):
                    width = font.getlength(text.firstChild.data if text.firstChild else "") / 10
                    start = float(text.getAttribute("x")) - (
                        width / 2 if text.getAttribute("text-anchor") == "middle" else 0
                    )
                    assert left < start and start + width < right


def test_the_same_step_gives_the_same_picture_whatever_came_before():
    model = StepperModel(shared())
    model.go_to(3)
    picture = model.svg()
    for step in (7, 0, 3):
        model.go_to(step)
    assert model.svg() == picture


def test_a_long_graph_is_shown_in_part_around_the_node_at_work_and_large_enough_to_read():
    model = StepperModel(chain(28))
    boxes_of_view = []
    for step in (0, model.last):
        model.go_to(step)
        width, height = (
            float(re.search(rf'<svg [^>]*{name}="([\d.]+)pt"', model.svg())[1]) for name in ("width", "height")
        )
        assert width * 96 / 72 <= 700 and height * 96 / 72 <= 480
        x, _, shown, _ = map(float, re.search(r'viewBox="([^"]+)"', model.svg())[1].split())
        assert width / shown >= 0.69
        boxes_of_view.append((x, shown))
    (at_the_root, shown), (at_the_leaves, _) = boxes_of_view
    assert at_the_root > 10 * shown / 2 and at_the_leaves == 0


def test_the_readers_own_class_is_stepped_through_and_its_gradients_stay():
    a = OwnValue(2.0)
    root = a * a + a
    a.grad = 0.25
    model = StepperModel(root)
    assert model.graph.gradients()[model.graph.places[a]] == 5.0
    assert a.grad == 0.25 and root.grad == 0.0
    # No class says more than this of a graph whose inputs are sets, without labels and operations.
    assert model.listing().splitlines()[1:4] == [" 0  2.0", " 1  n1 = 4.0", " 2  n2 = 6.0"]


def test_one_leaf_is_a_graph_too():
    model = StepperModel(Value(2.0, label="a"))
    model.go_to(model.last)
    assert model.text().endswith("it begins at the root.\na.grad = 1.0, all others 0.0")
    assert boxes(model.svg()) == ["▶ a data 2.0 grad 1.0"]


def test_a_step_beyond_the_ends_is_the_end():
    assert at(-3).step == 0
    assert at(99).step == 7


def test_the_page_has_all_steps_in_words_and_in_frames():
    model = StepperModel(shared())
    scene = model.scene() | model.state()
    [film] = scene["films"]
    assert len(film) == len(scene["texts"]) == model.last + 1 and scene["step"] == 0
    for step, text in enumerate(scene["texts"]):
        model.go_to(step)
        assert text == model.text()
    name = scene["names"]
    assert [(frame["way"], frame["at"] is not None and name[frame["at"]]) for frame in film] == [
        ("leaves", False),
        *[("forward", each) for each in "bde"],
        ("seed", "e"),
        *[("back", each) for each in "edb"],
    ]
    paid = film[6]["paid"]
    assert [(p["factors"], p["amount"], p["grad"]) for p in paid] == [
        ("1.0 × 3.0", "3.0", "4.0"),
        ("1.0 × 6.0", "6.0", "6.0"),
    ]
    assert [name[payee] for payee in scene["payees"][film[6]["at"]]] == ["b", "(3)"]


@given(programs(max_steps=8))
def test_the_payments_of_the_frames_add_up_to_the_gradients(program):
    root = program.result([Value(number) for number in program.numbers], VALUES)
    graph = NumberGraph(root)
    last = {}
    for step in backward_steps(graph):
        for payee, payment in zip(graph.nodes[step.frame["at"]].payees, step.frame["paid"]):
            last[payee] = payment["grad"]
    assert last == {payee: number_text(graph.gradients()[payee]) for payee in last}


def test_every_scene_is_json_also_with_infinite_gradients():
    x = OwnValue(1e308)
    for root in (shared(), chain(2), Value(2.0, label="a"), x * x * OwnValue(2.0)):
        model = StepperModel(root)
        assert isinstance(json.dumps(model.scene() | model.state(), allow_nan=False), str)


def test_the_drawing_for_the_page_has_no_ids_and_numbers_instead():
    svg = StepperModel(shared()).scene()["svg"]
    assert not re.search(r'\bid="', svg)
    groups = minidom.parseString(svg).getElementsByTagName("g")
    assert sorted(int(g.getAttribute("data-node")) for g in groups if g.hasAttribute("data-node")) == list(range(6))
    assert sorted(int(g.getAttribute("data-arrow")) for g in groups if g.hasAttribute("data-arrow")) == list(range(6))


def test_a_front_is_one_module_with_all_that_it_imports():
    source = graph_stepper(shared())._esm
    assert "./" not in re.sub(r"base64,\S+", "", source) and source.count("data:text/javascript;base64,") == 2


def test_the_still_shows_the_end_and_its_words_are_all_steps():
    data, metadata = graph_stepper(shared())._repr_mimebundle_()
    assert data["text/plain"] == StepperModel(shared()).listing()
    assert metadata["image/png"]["alt"] == "The graph of e with all values and gradients"
    assert metadata["image/png"]["width"] <= 700
    paper = StepperModel(shared()).still_svg()
    assert "Values appeared in the order b, d, e." in paper and "Payments were made by e, d, b." in paper


@pytest.mark.parametrize(
    "root, line",
    [
        (None, "graph_stepper: takes a node, an object with data and _prev as Value has; got None (NoneType)"),
        (chain(2_500), "graph_stepper: shows at most 60 nodes; this graph has 5,002. Take a smaller example."),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(root, line):
    assert repr(graph_stepper(root)) == line


def test_without_graphviz_the_line_says_how_to_get_it(monkeypatch):
    def missing(source):
        raise RenderingError("To see graphs as pictures, run: pip install ...")

    monkeypatch.setattr(graph_picture, "svg_of", missing)
    assert repr(graph_stepper(shared())) == "graph_stepper: To see graphs as pictures, run: pip install ..."


def test_a_closed_stepper_leaves_nothing_behind():
    gc.collect()
    before = len(living_widgets)
    for _ in range(5):
        view = graph_stepper(shared())
        view.close()
    model = weakref.ref(view.model)
    del view
    gc.collect()
    assert len(living_widgets) == before and model() is None

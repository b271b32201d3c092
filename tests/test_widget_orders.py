"""What order against order promises: both passes in step, and the first wrong payment found, marked and explained."""

import json

import pytest
from expressions import VALUES, programs
from hypothesis import given

from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.widgets.orders import OrdersModel, order_against_order


def labelled(node, label):
    node.label = label
    return node


def shared():
    """b is used twice: e = b + 3b, with b = 2a."""
    b = labelled(Value(3.0, label="a") * 2, "b")
    d = labelled(b * 3, "d")
    return labelled(b + d, "e")


def doubled_twice():
    a = Value(1.0, label="a")
    b = labelled(a + a, "b")
    return labelled(b + b, "c")


def right(root):
    return reversed(topological_order(root))


def nearest_first(root):
    order, queue = [], [root]
    while queue:
        node = queue.pop(0)
        if node not in order:
            order.append(node)
            queue.extend(node._prev)
    return order


def every_visit(root):
    """The order of a recursion that visits a node once for each path."""
    order = [root]
    for node_input in root._prev:
        order.extend(every_visit(node_input))
    return order


def test_the_first_wrong_payment_is_the_one_before_all_have_paid():
    wrong, good = OrdersModel(shared(), nearest_first, "e d b a").runs
    assert wrong.words == "e → b → d" and good.words == "e → d → b"
    assert wrong.first_wrong == 2
    assert wrong.reason == "b passes on 1.0 before d, which uses it, has paid. Complete, b.grad is 4.0."
    assert wrong.outcome == "In the end a.grad is 2.0 and should be 8.0; (2).grad is 3.0 and should be 12.0."
    assert good.first_wrong is None
    assert good.outcome == "In the end all gradients are right."


def test_a_second_turn_is_the_wrong_payment_where_a_node_is_visited_twice():
    wrong, good = OrdersModel(doubled_twice(), every_visit, right).runs
    assert wrong.words == "c → b → b" and good.words == "c → b"
    assert wrong.first_wrong == 3
    assert wrong.reason == "b has its turn again, and pays once more what it has paid before."
    assert wrong.outcome == "In the end a.grad is 8.0 and should be 4.0."


def test_a_node_that_has_no_turn_is_named():
    wrong, _ = OrdersModel(shared(), "e d", "e d b").runs
    assert wrong.first_wrong is None
    assert wrong.outcome.startswith("In the end b had no turn; a.grad is 0.0 and should be 8.0;")


def test_the_order_of_the_values_is_wrong_from_its_first_turn():
    wrong, _ = OrdersModel(shared(), topological_order, right).runs
    assert wrong.first_wrong == 1
    assert wrong.reason == "b passes on 0.0 before d and e, which use it, have paid. Complete, b.grad is 4.0."


@given(programs(max_steps=8))
def test_a_reverse_topological_order_is_never_called_wrong_and_one_that_is_gives_right_gradients(program):
    root = program.result([Value(number) for number in program.numbers], VALUES)
    if not root._prev:
        return
    good, nearest = OrdersModel(root, right, nearest_first).runs
    assert good.first_wrong is None and good.outcome == "In the end all gradients are right."
    if nearest.first_wrong is None:
        assert nearest.outcome == good.outcome


def test_the_two_passes_go_in_step():
    model = OrdersModel(shared(), "e b d", "e d b")
    assert model.text() == (
        "Turn 0 of 3\n"
        "first order, e → b → d: it begins with e.grad = 1.0, all others 0.0.\n"
        "second order, e → d → b: it begins with e.grad = 1.0, all others 0.0."
    )
    model.go_to(2)
    assert model.text() == (
        "Turn 2 of 3\n"
        "first order, e → b → d: b passes on b.grad = 1.0.\n"
        "    a.grad += 1.0 × 2.0 = 2.0, now 2.0\n"
        "    (2).grad += 1.0 × 3.0 = 3.0, now 3.0\n"
        "    First wrong payment, in turn 2: b passes on 1.0 before d, which uses it, has paid. "
        "Complete, b.grad is 4.0.\n"
        "second order, e → d → b: d passes on d.grad = 1.0.\n"
        "    b.grad += 1.0 × 3.0 = 3.0, now 4.0\n"
        "    (3).grad += 1.0 × 6.0 = 6.0, now 6.0"
    )


def test_a_shorter_order_waits_for_the_longer_one():
    model = OrdersModel(doubled_twice(), "c b b", "c b")
    model.go_to(3)
    assert "second order, c → b: it is over.\n    In the end all gradients are right." in model.text()


def test_the_drawing_marks_who_is_at_work_and_from_the_first_wrong_payment_on_that_it_is_wrong():
    model = OrdersModel(shared(), "e b d", "e d b")
    model.go_to(1)
    assert "✗" not in model.svg() and model.svg().count("▶ e") == 2
    model.go_to(2)
    assert "✗ b" in model.svg() and "▶ d" in model.svg()
    assert "first order: e → b → d   ✗ first wrong payment" in model.svg()
    model.go_to(3)
    assert "first order: e → b → d   ✗ wrong since turn 2" in model.svg()
    assert "▶ d" in model.svg() and "▶ b" in model.svg()


def test_the_readers_own_gradients_stay():
    root = shared()
    root.backward()
    before = [node.grad for node in topological_order(root)]
    OrdersModel(root, nearest_first, right)
    assert [node.grad for node in topological_order(root)] == before


def test_the_page_has_all_turns_of_both_passes_in_words_and_in_frames():
    model = OrdersModel(shared(), "e b d", "e d b")
    scene = json.loads(json.dumps(model.scene() | model.state(), allow_nan=False))
    assert scene["wrongSince"] == [2, None] and scene["step"] == 0
    for step, (first, second) in enumerate(scene["texts"]):
        model.go_to(step)
        assert model.text() == f"Turn {step} of 3\n{first}\n{second}"
    wrong, good = scene["films"]
    assert [frame["way"] for frame in wrong] == ["seed", "back", "back", "back"]
    assert [[p["wrong"] for p in frame["paid"]] for frame in wrong] == [[], [False] * 2, [True] * 2, [False] * 2]
    assert not any(p["wrong"] for frame in good for p in frame["paid"])


def test_what_a_wrong_payment_has_made_is_wrong_from_then_on():
    a = labelled(Value(2.0), "a")
    b = labelled(a * 3, "b")
    c = labelled(b.tanh(), "c")
    d = labelled(b * c, "d")
    e = labelled(d + b, "e")
    wrong, _ = OrdersModel(e, "e b d c", "e d c b").scene()["films"]
    assert [any(p["wrong"] for p in frame["paid"]) for frame in wrong] == [False, False, True, False, False]
    again, _ = OrdersModel(e, "e d d c b", "e d c b").scene()["films"]
    assert [any(p["wrong"] for p in frame["paid"]) for frame in again] == [False, False, False, True, True, True]


def test_a_shorter_pass_is_over_until_the_longer_one_is():
    scene = OrdersModel(doubled_twice(), "c b b", "c b").scene()
    assert [frame["way"] for frame in scene["films"][1]] == ["seed", "back", "back", "over"]


def test_the_still_is_the_moment_of_the_first_wrong_payment_and_its_words_are_both_passes():
    model = OrdersModel(shared(), "e b d", "e d b")
    assert "✗ first wrong payment" in model.still_svg()
    assert model.listing() == (
        "first order: e → b → d\n"
        " 1  e pays b.grad += 1.0 × 1.0 = 1.0, now 1.0\n"
        "           d.grad += 1.0 × 1.0 = 1.0, now 1.0\n"
        " 2  b pays a.grad += 1.0 × 2.0 = 2.0, now 2.0\n"
        "           (2).grad += 1.0 × 3.0 = 3.0, now 3.0\n"
        "    First wrong payment: b passes on 1.0 before d, which uses it, has paid. Complete, b.grad is 4.0.\n"
        " 3  d pays b.grad += 1.0 × 3.0 = 3.0, now 4.0\n"
        "           (3).grad += 1.0 × 6.0 = 6.0, now 6.0\n"
        "In the end a.grad is 2.0 and should be 8.0; (2).grad is 3.0 and should be 12.0.\n"
        "second order: e → d → b\n"
        " 1  e pays b.grad += 1.0 × 1.0 = 1.0, now 1.0\n"
        "           d.grad += 1.0 × 1.0 = 1.0, now 1.0\n"
        " 2  d pays b.grad += 1.0 × 3.0 = 3.0, now 4.0\n"
        "           (3).grad += 1.0 × 6.0 = 6.0, now 6.0\n"
        " 3  b pays a.grad += 4.0 × 2.0 = 8.0, now 8.0\n"
        "           (2).grad += 4.0 × 3.0 = 12.0, now 12.0\n"
        "In the end all gradients are right."
    )


@pytest.mark.parametrize(
    "order, line",
    [
        ("e x", "order_against_order: no nodes are called 'x'; the nodes are a, (2), b, (3), d, e"),
        ("", "order_against_order: an order has 1 to 100 turns of nodes that are no leaves; this one has 0"),
        (
            lambda root: [root] * 200,
            "order_against_order: an order has 1 to 100 turns of nodes that are no leaves; this",
        ),
        (3, "order_against_order: an order is labels, a list of nodes, or a function; got 3 (int)"),
        ([Value(1.0)], "order_against_order: an order has a node that is not in the graph: Value(data=1.0000, "),
    ],
)
def test_an_order_that_is_none_gives_a_line_in_its_place(order, line):
    assert repr(order_against_order(shared(), order, "e d b")).startswith(line)


def test_a_label_that_two_nodes_share_names_neither():
    root = labelled(shared(), "b")
    assert repr(order_against_order(root, "b d", "b d")).startswith("order_against_order: 2 nodes are called 'b';")

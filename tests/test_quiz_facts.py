"""What the quizzes say is so: each right answer is computed here, and each number in the words around it.

A test is named by its quiz: `test_4_q1_…` is about quiz 4.q1.
"""

import cmath
import math
import random
import re
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest

from autograd_lib import (
    MLP,
    SGD,
    Adam,
    Tensor,
    Value,
    central_difference,
    check_gradients,
    complex_step,
    datasets,
    dual,
    losses,
    where,
)
from autograd_lib.course.contents import all_quizzes, find_exercise
from autograd_lib.course.nb05.engines import ENGINES, Engine
from autograd_lib.engine.graph import topological_order
from autograd_lib.nn import functional
from autograd_lib.nn.layers import Conv2d, Linear
from autograd_lib.nn.parameter import Parameter

FOLDER = Path(__file__).parent.parent / "notebooks"

QUIZZES = all_quizzes()


def right(quiz_id):
    """The text of the right choice."""
    (choice,) = [choice for choice in QUIZZES[quiz_id].choices if choice.is_right]
    return choice.text


def words(quiz_id):
    """All that a quiz says, in one line."""
    return " ".join(str(QUIZZES[quiz_id]).split())


def numbers_to_judge(quiz_id, *numbers):
    """A number quiz takes the first of the numbers, and knows each of the others as a slip."""
    quiz = QUIZZES[quiz_id]
    assert quiz.judge(numbers[0]).is_right
    slips = [slip.why for slip in quiz.slips]
    assert [quiz.judge(number).why for number in numbers[1:]] == slips


def stored_outputs(number):
    """What the cells of a notebook print, as stored (and held equal to a run by nbval)."""
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    return "\n".join(output.get("text", "") for cell in cells for output in cell.outputs)


def gradients_of(build, *numbers):
    """The gradients of build(*leaves) at these numbers."""
    leaves = [Value(number) for number in numbers]
    build(*leaves).backward()
    return [leaf.grad for leaf in leaves]


def test_every_quiz_with_numbers_in_its_words_is_here():
    tests = Path(__file__).parent
    files = [*tests.glob("test_quiz_facts*.py"), *tests.glob("peers/test_notebook_*.py")]
    names = " ".join(file.read_text(encoding="utf-8") for file in files)
    tested = {"{}.q{}".format(*match) for match in re.findall(r"def test_(\d+)_q(\d)_", names)}
    without_ids = {quiz_id: words(quiz_id).replace(quiz_id, "") for quiz_id in QUIZZES}
    with_numbers = {quiz_id for quiz_id, text in without_ids.items() if re.search(r"\d", text)}
    assert tested <= set(QUIZZES)
    assert with_numbers - tested == set()


def test_0_q1_a_hundredth_more_of_x_makes_seven_hundredths_more_of_y():
    def y(x):
        return x * x + 3 * x

    assert (y(2), *gradients_of(y, 2.0)) == (10, 7)
    assert round(y(2.01), 10) == 10.0701
    assert right("0.q1") == "It grows by 0.07, to 10.07."


def test_0_q2_the_gradient_at_five():
    numbers_to_judge("0.q2", *gradients_of(lambda x: x * x + 3 * x, 5.0), 2 * 2 + 3, 5 * 5 + 3 * 5, 2 * 5, 3)


def test_1_q1_left_of_the_best_step_a_thousandth_of_h_makes_a_thousand_times_the_error():
    def mean_error(h):
        rng = random.Random(1)
        places = [rng.uniform(1, 2) for _ in range(1000)]
        return np.mean([abs(central_difference(lambda x: x * x * x, x, h) - 3 * x * x) for x in places])

    assert right("1.q1") == "It becomes about a thousand times as large."
    assert 500 < mean_error(1e-12) / mean_error(1e-9) < 2000
    assert 1e-8 < mean_error(1e-9) < 1e-6  # of slopes from 3 to 12: about half of 16 digits are right


def test_1_q2_the_second_rate_is_taken_where_the_second_machine_stands():
    def first(x):
        return 2 * x + 1

    assert first(3) == 7
    (whole,) = gradients_of(lambda x: first(x) ** 2, 3.0)
    numbers_to_judge("1.q2", whole, 2 * 3 * 2, 2 * 7, 2 + 14, 2, first(3) ** 2)


def test_1_q3_a_negative_slope_moves_w_up():
    w, slope, lr = 3, -0.5, 0.1
    numbers_to_judge("1.q3", w - lr * slope, w + lr * slope, w - slope, w + slope, lr * abs(slope))


def test_1_q4_a_slope_is_no_share_of_the_loss():
    """Where a loss is highest its slope is 0."""
    w = Value(0.0)
    loss = 5 - w**2
    loss.backward()
    assert (loss.data, w.grad) == (5, 0)


def test_2_q1_local_times_upstream():
    a, b, upstream = 2, 5, 0.1
    (by_a, by_b) = gradients_of(lambda a, b: a * b * upstream, a, b)
    assert by_a == 0.5
    numbers_to_judge("2.q1", by_a, b, by_b, upstream, upstream / b, upstream * a * b)


def test_2_q2_three_uses_pay_three_times():
    assert gradients_of(lambda x: x + x + x, 0.7) == [3]
    tanh, square, third = (gradients_of(use, 0.7)[0] for use in (Value.tanh, lambda x: x**2, lambda x: x / 3))
    together = gradients_of(lambda x: x.tanh() + x**2 + x / 3, 0.7)
    assert together == pytest.approx([tanh + square + third])


def test_2_q3_a_pass_back_is_about_one_root():
    assert right("2.q3") == "1,000."
    x = Value(0.5)
    outputs = [x * k for k in (2, 3, 5)]
    outputs[1].backward()
    assert (x.grad, outputs[0].grad) == (3, 0)


def test_2_q4_the_graph_holds_the_branch_that_ran():
    assert right("2.q4") == "The product only."
    names = {"Value": Value}
    exec(QUIZZES["2.q4"].code, names)
    y, x = names["y"], names["x"]
    y.backward()
    assert [node._op for node in topological_order(y)] == ["", "*"]
    assert x.grad == 6


def test_3_q1_what_is_written_twice_is_computed_twice():
    names = {"a": Value(2.0), "b": Value(3.0)}
    exec(QUIZZES["3.q1"].code, names)
    nodes = topological_order(names["f"])
    s = names["a"] + names["b"]
    sums = sum(node._op == "+" for node in nodes)
    arrows = sum(len(node._prev) for node in nodes)
    leaves_written_twice = len(nodes) + 2
    numbers_to_judge("3.q1", len(nodes), len(topological_order(s + s)), leaves_written_twice, sums, arrows)


def test_3_q2_a_product_of_a_number_with_itself_pays_twice():
    assert gradients_of(lambda a: a * a, 3.0) == [6]
    assert "the node is paid 3 and 3 at a = 3, and 6 is right" in words("3.q2")


def test_3_q3_tanh_lets_through_one_minus_o_squared():
    n = Value(math.atanh(0.8))
    o = n.tanh()
    (o * 2.0).backward()
    again = 2 * (1 - math.tanh(0.8) ** 2)
    numbers_to_judge("3.q3", n.grad, 1 - 0.8**2, 2 * (1 - 0.8), 2 * 0.8, 2.0, again)


def test_3_q4_a_leaf_pays_nobody_and_keeps_its_gradient():
    leaf = Value(2.0)
    leaf.grad = 0.7
    leaf._backward()
    assert (leaf.grad, leaf._local_gradients) == (0.7, ())


def test_3_q5_three_ways_to_a_gradient_of_zero():
    assert gradients_of(Value.relu, -1.0) == [0]
    assert gradients_of(lambda w: (w + 1) * 100, 0.0) == [100]  # a weight of 0
    assert "x2 = 1:     w2.grad = 0.0887" in stored_outputs("03")


def nearest_first(root):
    """Nodes have their turns nearest first, as at the beginning of notebook 04."""
    order, queue = [], [root]
    while queue:
        node = queue.pop(0)
        if node not in order:
            order.append(node)
            queue.extend(node._prev)
    root.grad = 1.0
    for node in order:
        node._backward()


def test_4_q1_nearest_first_fails_where_a_node_is_near_and_far():
    wrong = []
    for choice in QUIZZES["4.q1"].choices:
        found = []
        for backward in (nearest_first, Value.backward):
            a = Value(0.7)
            backward(eval(choice.text, {"a": a, "b": a * 2}))
            found.append(a.grad)
        if found != pytest.approx([found[1]] * 2):
            wrong.append(choice.text)
    assert wrong == [right("4.q1")]


def test_4_q2_two_losses_pay_the_same_leaf():
    def first(w):
        return (w - 1) ** 2

    def second(w):
        return w.tanh() * 3

    w = Value(0.7)
    first(w).backward()
    second(w).backward()
    assert w.grad == pytest.approx(gradients_of(lambda w: first(w) + second(w), 0.7)[0])
    assert right("4.q2") == "The derivative of first + second."


def test_4_q3_a_list_asks_every_node_seen_so_far():
    assert sum(range(100_000)) == pytest.approx(5_000_000_000, rel=1e-4)
    assert "about 5,000,000,000 comparisons" in words("4.q3")


def test_4_q4_what_the_root_starts_with_is_a_factor_of_everything():
    gradients = []
    for start in (1.0, 2.0):
        a = Value(0.7)
        b = a.tanh()
        c = b * b + a
        c.grad = start
        for node in reversed(topological_order(c)):
            node._backward()
        gradients.append([a.grad, b.grad])
    assert gradients[1] == pytest.approx([2 * gradient for gradient in gradients[0]])
    assert right("4.q4") == "All of them twice as large."


class SlopeOfTanhIsWrong(Engine):
    def tanh(self):
        t = math.tanh(self.data)
        return self.operation("tanh", t, (self,), 1 - t)


class ProductsPayTheWrongOne(Engine):
    def __mul__(self, other):
        return self.operation("*", self.data * other.data, (self, other), self.data, other.data)


class SumsPayTheFirstOnly(Engine):
    def __add__(self, other):
        return self.operation("+", self.data + other.data, (self, other), 1.0, 0.0)


def test_5_q1_a_check_finds_what_it_uses():
    def agrees(engine):
        report = check_gradients(lambda w, x, b: (w * x + b).tanh(), [0.5, -2.0, 0.6], value=engine)
        return [row.agrees for row in report.rows]

    assert agrees(SlopeOfTanhIsWrong) == [False, False, False]
    assert agrees(ProductsPayTheWrongOne)[:2] == [False, False]
    assert agrees(SumsPayTheFirstOnly)[2] is False
    assert all(agrees(ENGINES["D"]))  # a node that is an input twice is paid once
    assert right("5.q1") == "A node that is used twice is paid only once."
    assert round(math.tanh(0.5 * -2 + 0.6), 2) == -0.38


def test_5_q2_backward_is_nearer_to_the_truth_than_a_measurement():
    def f(x):
        return x * x * x / (x * x + 1)

    def slope(x):
        return (x**4 + 3 * x**2) / (x * x + 1) ** 2

    nearer, digits = 0, []
    places = [Fraction(k, 64) for k in range(32, 232)]
    for x in places:
        measured = central_difference(f, float(x))
        (computed,) = gradients_of(f, float(x))
        off = abs(Fraction(measured) - slope(x))
        nearer += abs(Fraction(computed) - slope(x)) < off
        digits.append(-math.log10(off / slope(x)))
    assert nearer >= 0.99 * len(places)
    assert 9.5 < sorted(digits)[len(digits) // 2] < 11.5
    assert right("5.q2") == "backward()"


def test_5_q3_the_slope_of_the_sigmoid_from_its_result():
    x = math.log(9)
    (slope,) = gradients_of(Value.sigmoid, x)
    assert Value(x).sigmoid().data == pytest.approx(0.9)
    assert slope == pytest.approx(complex_step(lambda z: 1 / (1 + cmath.exp(-z)), x))
    (steepest,) = gradients_of(Value.sigmoid, 0.0)
    numbers_to_judge("5.q3", slope, 1 - 0.9**2, 0.9, 1 - 0.9, steepest, -slope)


def test_5_q4_every_slope_from_0_to_1_stays_below_relu():
    for slope in [0, 0.3, 1]:
        assert all(slope * x <= max(x, 0) for x in (-2, -0.1, 0, 0.1, 2))
    assert gradients_of(Value.relu, 0.0) == [0]
    assert central_difference(lambda x: max(x, 0.0), 0.0) == 0.5


CORNERS = [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_6_q1_minus_one_keeps_the_line_and_turns_every_answer_round():
    w1, w2, b = 1.0, 2.0, -0.7
    for x1, x2 in CORNERS:
        assert (w1 * x1 + w2 * x2 + b > 0) != (-w1 * x1 - w2 * x2 - b > 0)


def test_6_q2_one_line_gives_fourteen_of_sixteen_answers():
    assert "100,000 neurons: 14 ways to answer" in stored_outputs("06")


def test_6_q3_the_output_neuron_has_a_weight_for_each_neuron_before_it():
    model = MLP(3, [4, 4, 1])
    (out,) = model.layers[-1].neurons
    parameters = len(out.parameters())
    numbers_to_judge("6.q3", parameters, parameters - 1, 3, 1, len(model.parameters()), 4 + 4 + 1)


def test_6_q4_twice_as_wide_is_nearly_four_times_as_many():
    def count(nin, nouts):
        return sum(nout * (before + 1) for before, nout in zip([nin, *nouts], nouts))

    assert count(2, [4, 1]) == len(MLP(2, [4, 1]).parameters())
    assert (count(10, [100, 100, 1]), count(10, [200, 200, 1])) == (11_301, 42_601)
    assert right("6.q4") == "Nearly four times as many."


def test_6_q5_copies_stay_copies_and_the_odd_one_leaves():
    model = MLP(2, [4, 1])
    for parameter in model.parameters():
        parameter.data = 0.5
    odd, *others = model.layers[0].neurons
    odd.b.data = 0.6
    xs, ys = datasets.xor()
    optimizer = SGD(model.parameters(), lr=0.3)
    for _ in range(300):
        optimizer.zero_grad()
        loss = losses.mean_squared_error([model(x) for x in xs], ys)
        loss.backward()
        optimizer.step()
    numbers = [[parameter.data for parameter in neuron.parameters()] for neuron in others]
    assert numbers[0] == numbers[1] == numbers[2]
    assert abs(odd.b.data - others[0].b.data) > 1  # from a difference of 0.1
    assert loss.data < 0.01  # two different hidden neurons, and those are enough for XOR


def test_7_q1_the_factor_is_one_minus_rate_times_curvature():
    curvature = (1 + 0.8) / 0.3
    assert curvature == pytest.approx(6)
    factor = 1 - 0.15 * curvature
    numbers_to_judge("7.q1", factor, -0.8 / 2, 0.8 / 2, -0.8, 0.15 * curvature, 0.8)


def test_7_q2_fifty_times_the_rate_for_a_fiftieth_of_the_gradient():
    errors = [0.1 * k - 2 for k in range(50)]
    (of_sum,) = gradients_of(lambda w: Value.sum([(w * e) ** 2 for e in errors]), 1.0)
    (of_mean,) = gradients_of(lambda w: Value.sum([(w * e) ** 2 for e in errors]) / 50, 1.0)
    rate = 0.002 * of_sum / of_mean
    numbers_to_judge("7.q2", rate, 0.002 / 50, 0.002, 0.002 * 5, 0.002 * math.sqrt(50))


def test_7_q3_is_about_setting_gradients_to_0_and_says_what_the_notebook_shows():
    shown = stored_outputs("07")
    assert "zero               3.7936   0.6567   0.0075   0.0000" in shown  # the four samples: faster
    assert "step 99: loss 8.0e+00" in shown  # XOR: unlearned


def test_7_q4_gradients_are_there_and_nothing_has_moved_for_a_new_name_only():
    rows = {line[:14].strip(): line[14:].split() for line in stored_outputs("07").splitlines() if "largest" not in line}
    names = {"zero_grad() stands": "zero too late", "p = p": "p = p - …", "The loss": "detached", "The pred": "stale"}
    for choice in QUIZZES["7.q4"].choices:
        (row,) = [row for start, row in names.items() if choice.text.startswith(start)]
        gradient, moved = (float(number) for number in rows[row][:2])
        assert choice.is_right == (gradient > 1 and moved == 0)


def test_8_q1_knowing_nothing_costs_log_2():
    targets = [1, 0, 1, 1]
    loss = losses.binary_cross_entropy([Value(0.0)] * 4, targets).data
    hinge = losses.hinge([Value(0.0)] * 4, [1, -1, 1, 1]).data
    assert round(loss, 2) == 0.69
    numbers_to_judge("8.q1", loss, 0, Value(0.0).sigmoid().data, hinge, math.log10(2), -loss)
    assert QUIZZES["8.q1"].judge(0.69).is_right


def test_8_q2_the_best_of_forty_is_better_on_the_points_that_chose_it():
    rng = random.Random(8)
    best = []
    for _ in range(50):
        # 40 networks that are all right about 95 % of points, each asked about the same number of held-out points.
        best.append(max(sum(rng.random() < 0.95 for _ in range(200)) / 200 for _ in range(40)))
    assert np.mean(best) > 0.965


def test_8_q3_the_notebook_shows_a_network_that_has_learned_its_points_by_heart():
    shown = stored_outputs("08")
    assert "left to itself  training 100.0 %, held out 85.9 %" in shown
    assert "held out: lowest, 0.25, at step 35, and 0.50 at the end" in shown


def test_9_q1_three_columns_are_as_good_as_two_hundred_rows():
    passes = []

    def outputs(a, b, c):
        passes.append("run")
        return [k * a + a * b * c for k in range(200)]

    by_columns = dual.jacobian(outputs, by="columns")(1.5, -0.7, 2.0)
    assert len(passes) == 3 and len(by_columns) == 200
    assert by_columns == dual.jacobian(outputs, by="rows")(1.5, -0.7, 2.0)
    # All three inputs at once: sums of three.
    together = dual.jvp(outputs, (1.5, -0.7, 2.0), (1.0, 1.0, 1.0))[1]
    assert together == pytest.approx([sum(row) for row in by_columns])


def test_10_q1_four_rows_pay_two_each():
    x, b = Tensor(np.zeros((4, 3))), Tensor(np.zeros(3))
    g = np.full((4, 3), 2.0)
    (x + b).backward(gradient=g)
    assert b.grad.tolist() == [8, 8, 8]
    numbers_to_judge("10.q1", b.grad[0], 2, g[0].sum(), g.sum(), 4)


def test_10_q2_without_the_transpose_only_a_square_matrix_goes_through():
    a, square, g = np.ones((2, 3)), np.arange(9.0).reshape(3, 3), np.ones((2, 3))
    assert (a @ square).shape == g.shape == (g @ square).shape and (g @ square != g @ square.T).any()
    with pytest.raises(ValueError, match="mismatch"):
        np.ones((2, 4)) @ np.ones((3, 4))


def test_10_q3_the_nodes_do_not_depend_on_the_points():
    shown = stored_outputs("10")
    for points, by_numbers in [("1", "410"), ("20", "1,740"), ("200", "14,340")]:
        assert re.search(rf"^ *{points} +{by_numbers} +22$", shown, re.MULTILINE)


def test_11_q1_a_filter_sees_all_channels_and_has_one_bias():
    def parameters(*sizes, **options):
        return sum(p.size for p in Conv2d(*sizes, **options).parameters())

    biases_by_channel = parameters(16, 32, 3, bias=False) + 16 * 32
    biases_of_channels = parameters(16, 32, 3, bias=False) + 16
    one_filter = parameters(16, 1, 3)
    slips = parameters(1, 32, 3), parameters(16, 32, 3, bias=False), biases_by_channel, biases_of_channels, one_filter
    numbers_to_judge("11.q1", parameters(16, 32, 3), *slips)


def test_11_q2_the_mean_of_all_images_carries_the_held_out_ones():
    (train, _), (held, _) = datasets.digits()
    everything = np.concatenate([train, held]).mean(axis=0)
    held[0] += 1
    assert np.any(np.concatenate([train, held]).mean(axis=0) != everything)
    assert right("11.q2").startswith("Ben subtracts the mean of all images")


def test_11_q3_the_maps_of_a_moved_digit_are_the_same_maps_moved():
    image = np.zeros((1, 1, 8, 8))
    image[..., 2:6, 2:6] = np.random.default_rng(0).random((4, 4))
    layer = Conv2d(1, 4, 3, padding=1, rng=0)
    before, after = (layer(x).data for x in (image, np.roll(image, 1, axis=3)))
    assert np.allclose(after[..., 1:], before[..., :-1]) and not np.allclose(after, before)
    assert right("11.q3") == "They have the same numbers, moved by one place."


def test_1_q5_a_number_that_is_used_twice_has_two_paths():
    a = 2
    b = a**2
    (whole,) = gradients_of(lambda a: a * a**2, 2.0)
    assert (b, a * b) == (4, 8)
    numbers_to_judge("1.q5", whole, b, a * 2 * a, b * (a * 2 * a), b + a)


def test_7_q5_backward_changes_gradients_and_no_weight():
    model = MLP(2, [3, 1], rng=random.Random(0))
    before = [p.data for p in model.parameters()]
    assert (model([1.0, -2.0]) ** 2).backward() is None
    assert [p.data for p in model.parameters()] == before and all(p.grad for p in model.parameters())


def test_8_q4_a_saved_network_has_as_many_numbers_whatever_it_was_trained_on(tmp_path):
    sizes = []
    for points in (4, 40):
        model, (xs, ys) = MLP(2, [16, 16, 1], output="linear", rng=random.Random(3)), datasets.moons(points)
        losses.hinge([model(x) for x in xs], ys).backward()
        SGD(model.parameters(), lr=0.1).step()
        model.save(tmp_path / "network.json")
        sizes.append(len(re.findall(r"-?\d+\.\d+", (tmp_path / "network.json").read_text())))
    assert sizes == [337, 337] and right("8.q4").startswith("None of them")
    assert len(MLP(2, [64] * 6 + [1]).parameters()) == 21_057  # of the draft beside it, and 65 of the sample answer
    assert len(MLP(2, [16, 1]).parameters()) == 65


def test_8_q5_a_score_changes_no_parameter():
    model, (xs, _) = MLP(2, [16, 16, 1], output="linear", rng=random.Random(3)), datasets.moons(20)
    before, first = [parameter.data for parameter in model.parameters()], model(xs[0]).data
    for x in xs:
        model(x)
    assert [parameter.data for parameter in model.parameters()] == before and model(xs[0]).data == first
    assert right("8.q5").startswith("Nothing")


def test_9_q3_ones_for_all_outputs_give_the_gradient_of_their_sum():
    def outputs(a, b):
        return [a * b, a + 3 * b, b * b]

    inputs = [1.5, -0.7]
    _, pull_back = dual.vjp(outputs, inputs)
    rows = dual.jacobian(outputs)(*inputs)
    added_up = [row_1 + row_2 + row_3 for row_1, row_2, row_3 in zip(*rows)]
    assert pull_back([1.0, 1.0, 1.0]) == pytest.approx(added_up)
    assert added_up == pytest.approx(dual.grad(lambda a, b: a * b + (a + 3 * b) + b * b)(*inputs))
    assert len(rows) == 3 and pull_back([0.0, 0.0, 1.0]) == pytest.approx(rows[2]) != added_up


def arrivals(root):
    """The nodes in the order in which a depth-first walk arrives at them, as notebook 04 tells it."""
    order = []

    def visit(node):
        if node not in order:
            order.append(node)
            for node_input in node._prev:
                visit(node_input)

    visit(root)
    return order


def gradient_after(backward, expression):
    a = Value(0.7)
    backward(expression(a * 2))
    return a.grad


def test_4_q1_arriving_first_is_not_nearest_first_and_luck_decides_between_equals():
    def in_order_of_arrival(root):
        root.grad = 1.0
        for node in arrivals(root):
            node._backward()

    def shared(b):
        return b.tanh() * b.exp()

    def lucky(b):
        return b.tanh() + b

    expected = gradient_after(Value.backward, shared)
    assert gradient_after(nearest_first, shared) == pytest.approx(expected)
    assert gradient_after(in_order_of_arrival, shared) != pytest.approx(expected)
    assert gradient_after(nearest_first, lucky) == pytest.approx(gradient_after(Value.backward, lucky))
    assert "is wrong here" in words("4.q1") and "With b.tanh() + b it comes out right, by luck" in words("4.q1")


def test_4_q2_a_stale_inner_node_spoils_the_second_of_two_losses_that_share_it():
    found = {}
    for name, backward in {"stale": find_exercise("4.3").reference, "fresh": Value.backward}.items():
        w = Value(0.7)
        inner = w * 3
        backward(inner.tanh())
        backward(inner * 2)
        found[name] = w.grad
    expected = gradients_of(lambda w: (w * 3).tanh() + w * 6, 0.7)[0]
    assert found["fresh"] == pytest.approx(expected)
    assert found["stale"] != pytest.approx(expected)


def test_10_q4_a_mask_behind_the_logarithm_lets_the_nan_through_and_one_before_it_does_not():
    x = Tensor([2.0, 0.0])
    with np.errstate(all="ignore"):
        y = where(x.data > 0, x.log(), 0.0)
        y.sum().backward()
        assert x.log().data[1] == -np.inf
    assert np.isfinite(y.data).all() and x.grad[0] == 0.5 and np.isnan(x.grad[1])

    x = Tensor([2.0, 0.0])
    safe = where(x.data > 0, x, 1.0)
    where(x.data > 0, safe.log(), 0.0).sum().backward()
    assert x.grad.tolist() == [0.5, 0]
    with pytest.raises(ValueError):
        Value(0.0).log()
    assert right("10.q4").startswith("NaN")


def test_12_q1_a_loss_is_the_logarithm_of_how_many_equally_likely_characters_there_are():
    loss = functional.cross_entropy(Tensor(np.zeros((5, 8))), np.arange(5)).item()
    numbers_to_judge("12.q1", loss, math.log2(8), 1 / 8, 8, math.log10(8), -loss)


def test_12_q2_without_a_mask_even_random_letters_can_be_predicted_and_with_it_they_cannot():
    """Letters that nobody can predict cost log(4) nats; who sees the next one pays less, on new letters too."""
    losses = {}
    for is_masked in (False, True):
        rng = np.random.default_rng(0)
        table, scores = Parameter(rng.standard_normal((4, 8))), Parameter(np.zeros((6, 6)))
        out = Linear(8, 4, rng=rng)
        optimizer = Adam([table, scores, *out.parameters()], lr=0.1)
        for _ in range(150):
            letters = rng.integers(4, size=(32, 7))  # new ones in each step: the loss is one of held-out letters
            weights = find_exercise("12.3").reference(scores) if is_masked else scores.softmax()
            logits = out(weights @ functional.embedding(table, letters[:, :-1]))
            loss = functional.cross_entropy(logits, letters[:, 1:])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        losses[is_masked] = loss.item()
    assert losses[False] < 0.6 < math.log(4) - 0.1 < losses[True]
    assert right("12.q2").startswith("Position t sees")


def test_12_q3_twice_the_window_has_four_times_the_scores():
    q = {size: Tensor(np.zeros((1, size, 2))) for size in (32, 64)}
    sizes = [(q[size] @ q[size].transpose(0, 2, 1)).size for size in (32, 64)]
    assert sizes == [1024, 4096]
    numbers_to_judge("12.q3", sizes[1] / sizes[0], 2, 32, 2**3, *sizes)

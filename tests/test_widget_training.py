"""What training live promises: the run that a loop written out gives, changed at once by what the reader moves."""

import base64
import json
import math
import random

import matplotlib.pyplot as plt
import numpy as np
import pytest
from living_widgets import living_widgets
from own_value import OwnValue

from autograd_lib import MLP, SGD, Value, datasets, losses, topological_order
from autograd_lib.widgets.training import TrainingModel, training_live
from autograd_lib.widgets.training import model as module
from autograd_lib.widgets.training.data import DATA, MOST_POINTS, NOISES


def small(*data, **options):
    return TrainingModel(*(data or ["moons"]), hidden=(3,), seconds_a_picture=math.inf, **options)


def data(name):
    usual, make = DATA[name]
    return make(usual)


def numbers(model):
    return [parameter.data for parameter in model.network.parameters()]


def by_hand(steps, rate=lambda k: 0.1, strength=0.0):
    """The parameters after so many steps on the moons, with every line of the loop written out."""
    (xs, ys), _ = data("moons")
    network = MLP(2, [3, 1], output="linear", rng=random.Random(3))
    optimizer = SGD(network.parameters(), 0.1, momentum=0.9)
    order, batches = random.Random(3), []
    for k in range(steps):
        batches = batches or datasets.batches(xs, ys, 20, order)
        batch_xs, batch_ys = batches.pop(0)
        loss = losses.hinge([network(x) for x in batch_xs], batch_ys)
        if strength:
            loss = loss + losses.l2(network.parameters(), strength)
        network.zero_grad()
        loss.backward()
        optimizer.lr = rate(k)
        optimizer.step()
    return [parameter.data for parameter in network.parameters()]


# The run.


def test_it_trains_as_the_loop_written_out_does():
    model = small()
    model.advance(12)
    assert model.steps == 12 and numbers(model) == by_hand(12)


def test_a_reset_gives_the_same_run_again():
    model = small()
    model.advance(12)
    first = numbers(model), model.history, model.text()
    model.reset()
    assert model.steps == 0 and len(model.history) == 1
    model.advance(12)
    assert (numbers(model), model.history, model.text()) == first


def test_however_the_steps_are_cut_into_pictures_the_run_is_the_same():
    one, other = small(steps_a_picture=6), small(steps_a_picture=4)
    for _ in range(2):
        one.run()
    for _ in range(3):
        other.run()
    assert one.steps == other.steps == 12 and numbers(one) == numbers(other)


def test_a_picture_gets_the_steps_that_fit_into_its_time(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(module.time, "perf_counter", lambda: next(ticks))  # each look at the clock is a second later
    model = TrainingModel("moons", hidden=(3,), steps_a_picture=50, seconds_a_picture=7)
    model.run()
    assert model.steps == 7
    model.set_steps_a_picture(2)
    model.run()
    assert model.steps == 9


def test_one_step_is_taken_even_where_none_fits():
    model = TrainingModel("moons", hidden=(3,), seconds_a_picture=0.0)
    model.run()
    assert model.steps == 1


# What the reader changes.


def test_a_learning_rate_changed_in_the_middle_takes_effect_with_the_next_step():
    model = small()
    model.advance(7)
    model.set_lr(0.5)
    model.advance(3)
    assert numbers(model) == by_hand(10, rate=lambda k: 0.1 if k < 7 else 0.5) != by_hand(10)


def test_l2_takes_effect_at_once_and_is_no_part_of_the_loss_that_is_shown():
    model = small()
    before = model.result()
    model.set_l2(0.01)
    assert model.result() == before
    model.advance(5)
    assert numbers(model) == by_hand(5, strength=0.01) != by_hand(5)


@pytest.mark.parametrize(
    "change, shape",
    [
        (lambda model: model.choose_hidden("8, 4"), "2 → 8 → 4 → 1 with tanh, 65 parameters"),
        (lambda model: model.choose_hidden(""), "2 → 1 with tanh, 3 parameters"),
        (lambda model: model.choose_activation("relu"), "2 → 3 → 1 with relu, 13 parameters"),
        (lambda model: model.choose_data("circles"), "circles, 2 → 3 → 1"),
    ],
)
def test_another_network_or_other_data_start_anew_from_the_same_seed(change, shape):
    model = small("moons", "circles")
    model.advance(4)
    change(model)
    assert model.steps == 0 and shape in model.text()
    first = numbers(model)
    model.reset()
    assert numbers(model) == first


@pytest.mark.parametrize("sizes", ["16, x", "0", "-3", "2.5", "16 16", ",", (0,), 16, (2.5,), "100, 100"])
def test_sizes_that_cannot_be_are_refused_and_the_run_goes_on(sizes):
    model = small()
    model.advance(2)
    with pytest.raises(ValueError, match=r"hidden sizes are whole numbers > 0|makes 10,501 parameters; up to 2,000"):
        model.choose_hidden(sizes)
    model.advance(1)
    assert model.steps == 3 and model.hidden == [3]


# How well it does.


def test_the_losses_are_recorded_after_each_time_through_the_points():
    model = small()
    model.advance(12)  # 100 points, 20 at a time
    assert [step for step, _, _ in model.history] == [0, 5, 10]
    model.reset()
    model.advance(10)
    (xs, ys), (held_xs, held_ys) = model.train, model.held_out
    expected = [losses.hinge([model.network(x) for x in a], b).data for a, b in ((xs, ys), (held_xs, held_ys))]
    assert model.history[-1][1:] == pytest.approx(tuple(expected), rel=1e-12)


def test_the_words_count_the_points_on_the_right_side():
    model = small()
    model.advance(30)
    counts = [
        sum((model.network(x).data > 0) == (y > 0) for x, y in zip(*part)) for part in (model.train, model.held_out)
    ]
    training, held_out = model.result().split("; ")
    assert training.endswith(f"{counts[0]} of 100 points right")
    assert held_out.startswith("held out: loss") and held_out.endswith(f"{counts[1]} of 100 points right")
    assert model.text().startswith("step 30, training: loss")


def test_xor_holds_nothing_out_and_shows_all_four_corners_in_each_step():
    model = TrainingModel("XOR", hidden=(4, 4), output="tanh", momentum=0, lr=0.05, seed=2, loss=sum_of_squares)
    model.advance(150)
    network = MLP(2, [4, 4, 1], rng=random.Random(2))
    xs, ys = datasets.xor()
    for _ in range(150):
        loss = sum_of_squares([network(x) for x in xs], ys)
        network.zero_grad()
        loss.backward()
        for parameter in network.parameters():
            parameter.data -= 0.05 * parameter.grad
    assert numbers(model) == [parameter.data for parameter in network.parameters()]
    assert model.result() == "training: loss 0.028, 4 of 4 points right"
    assert model.state()["results"] == [["training", pytest.approx(0.0279, abs=1e-4), 4, 4]]


def sum_of_squares(predictions, targets):
    return Value.sum((p - y) ** 2 for p, y in zip(predictions, targets))


def test_three_neurons_close_a_ring_and_two_do_not():
    two, three = (TrainingModel("circles", hidden=(n,)) for n in (2, 3))
    for model in (two, three):
        model.advance(400)
    assert two.right(two.held_out) < 85 and three.right(three.held_out) > 90


# A run that diverges.


def test_a_run_that_diverges_says_so_in_a_line_and_stops_until_it_is_reset():
    model = small(loss=losses.mean_squared_error, lr=10.0, activation="relu")
    model.advance(100)
    steps = model.steps
    assert steps < 100 and model.text().startswith(f"Diverged in step {steps + 1}: ")
    assert "Press reset, and try a lower learning rate." in model.ended
    model.run()
    model.advance(1)
    assert model.steps == steps
    is_json(model)
    model.set_lr(0.01)
    model.reset()
    model.advance(3)
    assert model.steps == 3 and not model.ended


def test_a_number_that_overflows_is_a_divergence_too():
    model = small(lr=1e300)
    model.advance(100)
    assert model.ended.startswith("Diverged in step ")


# Two engines.


@pytest.mark.parametrize("activation", ["tanh", "relu", "sigmoid", "leaky_relu", "softplus", "linear"])
@pytest.mark.parametrize("loss", [losses.hinge, losses.mean_squared_error, lambda *pair: sum_of_squares(*pair) * 0.1])
def test_tensors_take_the_steps_that_values_take(activation, loss):
    options = {"activation": activation, "loss": loss, "lr": 0.02, "l2": 0.001}
    values, tensors = small(**options), small(**options, arrays=True)
    for _ in range(3):
        values.advance(9)
        tensors.advance(9)
        assert numbers(tensors) == pytest.approx(numbers(values), rel=1e-9, abs=1e-12)
        assert tensors.text() == values.text() and not values.ended
    assert np.array(tensors.history) == pytest.approx(np.array(values.history), rel=1e-9)


@pytest.mark.parametrize("name", DATA)
def test_the_network_that_the_notebooks_show_is_the_same_on_both(name):
    values, tensors = (TrainingModel(name, arrays=each) for each in (False, True))
    for model in (values, tensors):
        model.advance(40)
    assert numbers(tensors) == pytest.approx(numbers(values), rel=1e-9, abs=1e-12)


def test_the_engine_changes_in_the_middle_of_a_run_and_the_run_goes_on():
    model, whole = small(lr=0.05), small(lr=0.05)
    for arrays in (True, False, True, True, False):
        model.use_arrays(arrays)
        model.advance(4)
    whole.advance(20)
    assert model.steps == 20 and numbers(model) == pytest.approx(numbers(whole), rel=1e-9, abs=1e-12)
    assert model.engine.optimizer.memory[0] == pytest.approx(whole.engine.optimizer.memory[0], rel=1e-8, abs=1e-12)
    before = numbers(model)
    model.use_arrays(True)
    model.use_arrays(False)
    assert numbers(model) == before


def test_the_graph_of_a_step_is_counted():
    model = small()
    model.advance(1)
    (xs, ys), _ = data("moons")
    network = MLP(2, [3, 1], output="linear")
    assert model.nodes == len(topological_order(losses.hinge([network(x) for x in xs[:20]], ys[:20])))
    model.use_arrays(True)
    model.advance(1)
    assert model.nodes < 20


# What notebooks 00, 06 and 08 say about it.


def test_a_step_of_the_network_of_notebook_08_has_1740_values_or_17_tensors():
    model = TrainingModel("moons")
    for arrays, nodes in ((False, 1740), (True, 17)):
        model.use_arrays(arrays)
        model.advance(1)
        assert model.nodes == nodes


def test_one_point_in_the_wrong_place_moves_nothing_and_five_of_them_bend_the_line():
    one, five = (TrainingModel("moons", arrays=True) for _ in range(2))
    for model in (one, five):
        model.advance(150)
    first = one.train[1].index(1.0)
    one.move_point(first, -0.7, 0.7)
    for k in range(5):
        five.add_point(-0.7 + 0.04 * math.cos(k), 0.7 + 0.04 * math.sin(k), 1)
    for model in (one, five):
        model.advance(1000)
    assert one.engine.scores([one.train[0][first]])[0] < 0 and one.right(one.train) == 99
    assert (five.engine.scores(five.train[0][100:]) > 0).sum() >= 3
    assert five.right(five.held_out) < 100 == one.right(one.held_out)


@pytest.mark.parametrize("name, hidden, steps", [("moons", (8, 8), 150), ("circles", (4, 3), 200)])
def test_the_networks_of_notebooks_00_and_06_learn_while_one_looks_on(name, hidden, steps):
    model = TrainingModel(name, hidden=hidden)
    model.advance(steps)
    assert model.right(model.train) >= 94


# A class of the reader's own.


def test_it_trains_on_a_class_of_the_readers_own():
    own, ours = small(value=OwnValue), small()
    own.advance(7)
    ours.advance(7)
    assert isinstance(own.network.parameters()[0], OwnValue)
    assert numbers(own) == pytest.approx(numbers(ours), rel=1e-9)
    assert own.text() == ours.text() and own.nodes > ours.nodes
    assert own.engines() == ["Tensors", "OwnValue"] and ours.engines() == ["Tensors", "Values"]
    state = is_json(own)
    assert state["pictures"]["side"] < ours.state()["pictures"]["side"]
    scores = floats(state["pictures"]["output"])
    place = own.plane.raster(state["pictures"]["side"])[77]
    assert scores[77] == pytest.approx(own.network(place.tolist()).data, rel=1e-5)


def test_a_class_of_the_readers_own_that_stops_says_so_in_a_line():
    class Broken(OwnValue):
        def __mul__(self, other):
            raise KeyError("not yet")

    model = TrainingModel("moons", hidden=(3,), value=Broken)
    model.run()
    assert model.ended == "Broken stopped in step 1: KeyError: 'not yet'"
    model.use_arrays(True)
    model.reset()
    model.run()
    assert model.steps > 0


def test_only_what_a_class_has_is_on_offer():
    class Bare:
        tanh = relu = None

    model = small()
    model.value = Bare
    assert model.scene()["activations"] == ["linear", "tanh", "relu"]


# Points that the reader moves.


def test_points_are_moved_added_and_removed_and_the_run_goes_on():
    model = small()
    model.advance(3)
    rows = model.points.rows()
    assert len(rows) == 200 and [row[0] for row in rows] == list(range(200))
    assert [row[4] for row in rows] == [1] * 100 + [0] * 100
    model.move_point(7, 0.5, -0.25)
    assert model.train[0][7] == [0.5, -0.25]
    model.move_point(150, 1, 1)
    assert model.held_out[0][50] == [1.0, 1.0]
    model.add_point(0.1, 0.2, -1)
    assert model.train[0][100] == [0.1, 0.2] and model.train[1][100] == -1 and model.points.numbers[0][100] == 200
    model.remove_point(7)
    assert len(model.train[0]) == 100 and model.points.numbers[0][7] == 8
    model.remove_point(150)
    assert len(model.held_out[0]) == 99
    model.advance(9)
    assert model.steps == 12
    model.reset()  # from the start, with the points as they are
    assert len(model.train[0]) == 100
    model.choose_data("moons")
    assert model.points.rows() == rows


def test_a_point_that_is_moved_is_seen_where_it_is_by_the_next_step():
    model, other = (TrainingModel("XOR", hidden=(3,), lr=0.1) for _ in range(2))
    model.advance(2)
    model.move_point(0, 0.4, 0.3)
    model.advance(1)
    other.advance(2)
    xs, ys = [[0.4, 0.3], [0, 1], [1, 0], [1, 1]], [-1.0, 1.0, 1.0, -1.0]
    loss = losses.hinge([other.network(x) for x in xs], ys)
    other.engine.step(loss, 0)
    assert numbers(model) == numbers(other)


@pytest.mark.parametrize(
    "change, words",
    [
        (("move_point", 999, 0, 0), "there is no point 999"),
        (("move_point", 0, math.nan, 0), "a point is two finite numbers"),
        (("add_point", 0, 0, 2), "a point's target is -1 or 1, got 2"),
        (("add_point", 0, None, 1), "a point is two finite numbers"),
        (("remove_point", -1), "there is no point -1"),
    ],
)
def test_what_is_no_point_is_refused(change, words):
    model = small()
    with pytest.raises(ValueError, match=words):
        model.act([change])
    assert len(model.points.rows()) == 200


def test_there_is_always_a_point_and_never_too_many():
    model = small("XOR")
    for number in (0, 1, 2):
        model.remove_point(number)
    with pytest.raises(ValueError, match="the last point stays"):
        model.remove_point(3)
    for k in range(MOST_POINTS - 4):
        model.add_point(k / 1000, 0, 1)
    with pytest.raises(ValueError, match=f"there is room for {MOST_POINTS} points"):
        model.add_point(0, 0, 1)


@pytest.mark.parametrize("name", DATA)
def test_noise_gives_other_points_and_starts_anew(name):
    model = small(name)
    model.advance(3)
    for noise in NOISES:
        model.set_noise(noise)
        assert model.steps == 0 and model.points.noise == noise
        assert len(model.points.rows()) == (4 if name == "XOR" and not noise else 400 if name == "spirals" else 200)
        is_json(model)
    model.choose_data(name)
    assert model.points.noise == DATA[name][0]


# Pictures.


def floats(text):
    return np.frombuffer(base64.b64decode(text), "<f4")


def is_json(model):
    """The state, once it is known to be JSON without NaN and infinity."""
    return json.loads(json.dumps(model.scene() | model.state(), allow_nan=False))


@pytest.mark.parametrize("activation", ["tanh", "relu", "sigmoid", "leaky_relu", "softplus", "linear"])
def test_the_plane_shows_what_the_network_itself_would_say(activation):
    model = small(activation=activation)
    model.advance(20)
    scores = model.plane.ask(model.network).scores.ravel()
    for place in range(0, len(scores), 379):
        own = model.network(model.plane.grid[place].tolist()).data
        assert scores[place] == pytest.approx(own, rel=1e-12, abs=1e-12)


def test_the_state_holds_what_each_neuron_says_over_the_plane():
    model = TrainingModel("circles", hidden=(3, 2), activation="sigmoid")
    model.advance(20)
    state = is_json(model)
    side, small_side = state["pictures"]["side"], state["pictures"]["small"]
    places, scores = model.plane.raster(side), floats(state["pictures"]["output"])
    assert places[0] == pytest.approx([model.plane.corners[0][0], model.plane.corners[1][1]], abs=0.05)  # the top left
    for place in range(0, side * side, 173):
        assert scores[place] == pytest.approx(model.network(places[place].tolist()).data, rel=1e-5, abs=1e-6)
    hidden = np.frombuffer(base64.b64decode(state["pictures"]["hidden"]), np.int8).reshape(5, small_side, small_side)
    every = side // small_side
    for row, column in [(0, 0), (5, 17), (23, 2)]:
        x = places.reshape(side, side, 2)[row * every + every // 2, column * every + every // 2].tolist()
        first = [neuron(x) for neuron in model.network.layers[0].neurons]
        second = [neuron(first) for neuron in model.network.layers[1].neurons]
        assert hidden[:, row, column] / 127 == pytest.approx([node.data for node in first + second], abs=0.005)


@pytest.mark.parametrize("arrays", [False, True])
def test_the_state_holds_the_parameters_neuron_by_neuron_and_the_points(arrays):
    model = small(arrays=arrays)
    model.advance(12)
    state = is_json(model)
    assert floats(state["parameters"]) == pytest.approx(numbers(model), rel=1e-6)
    rows = floats(state["points"]).reshape(-1, 5)
    assert rows == pytest.approx(np.array(model.points.rows()), rel=1e-6)
    wrong = [model.network([float(x), float(y)]).data * target <= 0 for _, x, y, target, _ in model.points.rows()]
    assert state["wrong"] == "".join("01"[each] for each in wrong)
    assert floats(state["history"]).reshape(-1, 3) == pytest.approx(np.array(model.history), rel=1e-6)
    right = [model.right(part) for part in (model.train, model.held_out)]
    assert [part[2:] for part in state["results"]] == [[each, 100] for each in right]
    assert state["text"] == model.text()


def test_a_long_run_has_a_short_curve_that_ends_where_the_run_does():
    model = TrainingModel("XOR", hidden=())
    model.advance(1234)
    rows = floats(model.state()["history"]).reshape(-1, 3)
    assert len(rows) < 260 and rows[0][0] == 0 and rows[-1][0] == 1234 and (rows[:, 2] == -1).all()


def test_every_state_is_json():
    model = TrainingModel(*DATA, arrays=True)
    for change in (
        *([["choose_data", name]] for name in DATA),
        *([["choose_hidden", sizes]] for sizes in ([], [1], [20], "4, 4, 4, 4", [3, 2])),
        *([["choose_activation", name]] for name in model.scene()["activations"]),
        *([["use_arrays", False], ["set_lr", 10.0]], [["set_l2", 0.1]], [["set_steps_a_picture", 1]]),
    ):
        for play in (False, True):
            model.act(change, play)
            is_json(model)
    model = small(lr=1e300, arrays=True)
    model.advance(3)
    assert model.ended
    is_json(model)
    model = small(loss=losses.mean_squared_error, lr=10.0, activation="relu", arrays=True)
    model.advance(100)
    assert model.ended.startswith("Diverged in step")
    is_json(model)


def test_a_picture_of_many_neurons_is_small_enough_to_be_sent_many_times_a_second():
    model = TrainingModel("spirals", arrays=True)
    model.advance(500)
    assert len(json.dumps(model.state())) < 50_000


def test_the_still_shows_the_run_from_its_start_and_leaves_this_one_alone():
    model = small()
    model.advance(3)
    before = numbers(model)
    still = model.still((0, 5, 40))
    lines = still.text.splitlines()
    assert lines[0].startswith("moons, 2 → 3 → 1 with tanh, 13 parameters; learning rate 0.1")
    assert [line.split(":")[0] for line in lines[1:]] == ["step 0", "step 5", "step 40"]
    assert numbers(model) == before and model.steps == 3
    model.advance(37)
    assert lines[3] == f"step 40: {model.result()}"


# The page.


def test_changes_come_one_after_the_other_and_then_it_trains():
    model = small(steps_a_picture=4)
    model.act([["set_lr", 0.5], ["reset"], ["advance", 2]], True)
    assert model.steps == 6 and model.lr == 0.5
    model.act([])
    assert model.steps == 6


def test_a_change_that_is_not_possible_does_not_stop_the_others():
    model = small()
    with pytest.raises(ValueError, match="hidden sizes are whole numbers > 0"):
        model.act([["set_lr", 0.5], ["choose_hidden", "x"], ["choose_data", "mars"], ["advance", 1]], True)
    assert model.lr == 0.5 and model.hidden == [3] and model.name == "moons" and model.steps > 1
    with pytest.raises(ValueError, match="'still' is no change that a page can ask for"):
        model.act([["still", [0]]])


@pytest.fixture
def view():
    view = training_live("moons", "circles", hidden=(3,), steps_a_picture=2, seconds_a_picture=math.inf, moments=(0,))
    yield view
    view.close()


def ask(view, *changes, play=False):
    """What the page sends, and what it is told."""
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 5, "move": "act", "args": [list(changes), play]}, [])
    [answer] = told
    assert answer["n"] == 5
    return answer


def test_it_trains_when_it_is_asked_for_a_picture_and_at_no_other_time(view):
    assert view.model.arrays and view.model.steps == 0
    for step in (2, 4):
        answer = ask(view, play=True)
        assert answer["state"]["step"] == view.model.steps == step
        assert answer["state"]["text"].startswith(f"step {step}, training")
    assert ask(view)["state"]["step"] == 4
    assert ask(view, ["advance", 1])["state"]["step"] == 5
    assert ask(view, ["reset"])["state"]["step"] == 0


def test_the_page_is_told_what_is_not_possible(view):
    answer = ask(view, ["choose_hidden", "none"])
    assert answer["problem"].startswith("Not possible: hidden sizes are whole numbers > 0")
    assert answer["state"]["hidden"] == [3]


def test_a_page_that_is_opened_later_has_the_run_as_it_is_now(view):
    ask(view, ["advance", 3])
    assert view.get_state()["state"]["step"] == 3


def test_a_closed_view_leaves_no_widget_and_no_figure_behind():
    widgets, figures = len(living_widgets), plt.get_fignums()
    for _ in range(3):
        view = training_live("moons", hidden=(3,), moments=(0, 2))
        view._repr_mimebundle_()
        view.close()
    assert len(living_widgets) == widgets and plt.get_fignums() == figures


def test_the_still_is_of_scalars_also_where_the_page_trains_on_arrays(view):
    assert view.still().text.splitlines()[0] == small().setting()
    assert view.model.arrays and view.model.steps == 0
    own = training_live("moons", hidden=(2,), value=OwnValue, moments=(0, 2))
    assert not own.model.arrays and "step 2: training: loss" in own.still().text
    own.close()


@pytest.mark.parametrize(
    "data, options, line",
    [
        (["mars"], {}, "training_live: the data sets are XOR, moons, circles, spirals; got 'mars'"),
        ([], {"hidden": (0,)}, "training_live: hidden sizes are whole numbers > 0"),
        ([], {"hidden": (100, 100)}, "training_live: 100, 100 makes 10,501 parameters; up to 2,000 can be watched"),
        ([], {"lr": -1}, "training_live: lr is a finite number >= 0, got -1"),
        ([], {"l2": math.nan}, "training_live: the strength of L2 is a number >= 0, got nan"),
        ([], {"activation": "step"}, "training_live: activation is one of linear, tanh"),
        ([], {"loss": lambda scores, targets: 3.0}, "training_live: the loss is one Value, made from a list"),
        ([], {"size": 0}, "training_live: size is a whole number > 0, got 0"),
        ([], {"steps_a_picture": 0}, "training_live: steps_a_picture is a whole number > 0, got 0"),
        (
            [],
            {"moments": (10, 5)},
            "training_live: moments are numbers of steps, one after the other, up to 2,000, as in (0, 10, 30): got",
        ),
        ([], {"value": dict}, "training_live: dict has no tanh(): write that method first"),
        ([], {"moments": (0, 10**6)}, "training_live: moments are numbers of steps"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(data, options, line):
    assert repr(training_live(*data, **options)).startswith(line)

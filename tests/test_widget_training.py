"""What training live promises: the run that a loop written out gives, changed at once by what the reader moves."""

import base64
import io
import math
import random
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances
from PIL import Image

from autograd_lib import MLP, SGD, Value, datasets, losses
from autograd_lib.plot.style import SCORES
from autograd_lib.widgets.training import TrainingModel, training_live
from autograd_lib.widgets.training import model as module
from autograd_lib.widgets.training.live import HEIGHT, WIDTH, image_of
from autograd_lib.widgets.training.model import DATA
from autograd_lib.widgets.training.plane import PALE, REACH, SIDE


def small(*data, **options):
    return TrainingModel(*(data or ["moons"]), hidden=(3,), seconds_a_picture=math.inf, **options)


def numbers(model):
    return [parameter.data for parameter in model.network.parameters()]


def by_hand(steps, rate=lambda k: 0.1, strength=0.0):
    """The parameters after so many steps on the moons, with every line of the loop written out."""
    (xs, ys), _ = DATA["moons"]()
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
    assert len(model.curves().axes[0].lines) == 1


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
    assert "image/png" in model.layer()
    model.curves()
    model.set_lr(0.01)
    model.reset()
    model.advance(3)
    assert model.steps == 3 and not model.ended


def test_a_number_that_overflows_is_a_divergence_too():
    model = small(lr=1e300)
    model.advance(100)
    assert model.ended.startswith("Diverged in step ")


# Pictures.


@pytest.mark.parametrize("activation", ["tanh", "relu", "sigmoid", "leaky_relu", "softplus", "linear"])
def test_the_plane_shows_what_the_network_itself_would_say(activation):
    model = small(activation=activation)
    model.advance(20)
    scores = model.plane.ask(model.network).scores.ravel()
    for place in range(0, len(scores), 379):
        own = model.network(model.plane.grid[place].tolist()).data
        assert scores[place] == pytest.approx(own, rel=1e-12, abs=1e-12)


def test_the_colours_are_those_of_the_scores_the_top_row_first():
    scores = np.zeros((SIDE, SIDE))
    scores[0, 0], scores[0, 1], scores[-1, -1], scores[5, 5] = 99.0, -99.0, REACH / 2, math.nan
    image = Image.open(io.BytesIO(base64.b64decode(image_of(scores).partition(",")[2]))).convert("RGB")
    expected = [(SIDE - 1, 0, 1.0), (SIDE - 1, 1, 0.0), (0, SIDE - 1, 0.75), (SIDE - 6, 5, 0.5), (7, 7, 0.5)]
    for row, column, share in expected:
        half = [255 * (1 - PALE * (1 - channel)) for channel in SCORES(share)[:3]]
        assert image.getpixel((column, row)) == pytest.approx(half, abs=3)


def test_points_on_the_wrong_side_have_a_ring_around_them():
    model = small()
    model.advance(20)
    answers = model.plane.ask(model.network)
    points = [x for part in (model.train, model.held_out) for x, y in zip(*part) if model.network(x).data * y <= 0]
    assert model.plane.points[answers.wrong].tolist() == points
    rings = re.search('class="rings" d="([^"]*)"', model.layer())[1]
    assert rings.count("M") == len(points)
    x, y = model.live.place(np.array(points))[0]
    assert rings.startswith(f"M{x:.1f} {y:.1f}m")


def test_the_line_is_where_the_score_is_0():
    model = small()
    model.advance(20)
    [line] = model.plane.boundary(model.live.axes, model.plane.ask(model.network))
    assert len(line) > 10 and max(abs(model.network(place.tolist()).data) for place in line) < 0.05
    drawn = re.search('class="boundary" d="M([^"]*)"', model.layer())[1].split("L")
    x, y = model.live.place(line)[0]
    assert len(drawn) == len(line) and drawn[0] == f"{x:.1f} {y:.1f}"


def test_both_layers_put_the_points_of_the_plane_in_the_same_place():
    live = small().live
    figure = live.axes.figure
    for point in live.plane.points[:5]:
        x, y = figure.transFigure.inverted().transform(live.axes.transData.transform(point))
        [[left, top]] = live.place(point[None])
        assert (left / WIDTH, 1 - top / HEIGHT) == pytest.approx((x, y))


def test_without_a_line_in_the_picture_none_is_drawn():
    model = small(output="softplus")  # always above 0
    assert 'class="boundary" d=""' in model.layer()


def test_a_layer_is_light_and_leaves_nothing_behind():
    model = small()
    artists = len(model.live.axes.get_children())
    for _ in range(3):
        model.run()
        assert 2000 < len(model.layer()) < 20_000
    assert len(model.live.axes.get_children()) == artists


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


# The view.


@pytest.fixture
def view():
    view = training_live("moons", "circles", hidden=(3,), steps_a_picture=2, seconds_a_picture=math.inf, moments=(0,))
    yield view
    view.close()


def controls(view):
    return {getattr(control, "description", ""): control for control in view.children[0].children}


def beat(play, number):
    """What the page sends as it plays: a step of the frame counter."""
    play.value = number


def test_it_plays_and_pauses(view):
    play = view.play
    play.playing = True
    beat(play, 1)
    beat(play, 2)
    assert view.model.steps == 4 and "step 4, training" in view.words.value
    play.playing = False
    beat(play, 3)  # one that was under way
    assert view.model.steps == 4
    play.playing = True
    beat(play, 4)
    assert view.model.steps == 6


def test_the_buttons_step_and_reset(view):
    parts = controls(view)
    parts["one step"].click()
    assert view.model.steps == 1
    view.play.playing = True
    parts["reset"].click()
    assert view.model.steps == 0 and not view.play.playing


def test_the_controls_move_the_model(view):
    parts = controls(view)
    parts["learning rate"].value = 1.0
    parts["L2"].value = 0.01
    assert "learning rate 1, L2 0.01" in view.words.value
    parts["hidden sizes"].value = "4, 2"
    parts["activation"].value = "relu"
    parts["data"].value = "circles"
    parts["steps a picture"].value = 50
    assert "circles, 2 → 4 → 2 → 1 with relu" in view.words.value and view.model.steps_a_picture == 50
    parts["hidden sizes"].value = "none"
    assert "Not possible: hidden sizes are whole numbers &gt; 0" in view.words.value


def test_the_points_are_sent_to_the_page_once_for_each_data_set(view):
    sent = []
    view.points.observe(lambda change: sent.append(view.model.name), "value")
    parts = controls(view)
    parts["one step"].click()
    parts["data"].value = "circles"
    parts["one step"].click()
    assert sent == ["circles"]
    assert view.points.value.count("<use") > 200 and "<text" in view.picture.value


def test_the_losses_are_drawn_less_often_while_it_plays_and_always_when_it_stands(view):
    drawn = []
    view.losses.observe(lambda change: drawn.append(view.model.steps), "value")
    view.play.playing = True
    for number in range(1, 21):
        beat(view.play, number)
    assert 3 <= len(drawn) <= 5
    view.play.playing = False
    assert drawn[-1] == view.model.steps == 40


def test_a_run_that_diverges_stops_the_play():
    view = training_live(
        "moons", loss=losses.mean_squared_error, lr=10, activation="relu", hidden=(3,), steps_a_picture=99
    )
    view.play.playing = True
    beat(view.play, 1)
    assert not view.play.playing and "Diverged in step" in view.words.value
    view.close()


def test_a_closed_view_leaves_no_widget_and_no_figure_behind():
    widgets, figures = len(_instances), plt.get_fignums()
    for _ in range(3):
        view = training_live("moons", hidden=(3,))
        view._repr_mimebundle_()
        view.close()
    assert len(_instances) == widgets and plt.get_fignums() == figures


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
        ([], {"moments": (0, 10**6)}, "training_live: moments are numbers of steps"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(data, options, line):
    assert repr(training_live(*data, **options)).startswith(line)

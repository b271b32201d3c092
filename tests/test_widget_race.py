"""What the optimiser race promises: the steps of autograd_lib's optimisers, and numbers that say who wins where."""

import base64
import itertools
import json
import math

import matplotlib.pyplot as plt
import numpy as np
import pytest
from living_widgets import living_widgets

from autograd_lib import SGD, Adam, Value, check_gradients
from autograd_lib.widgets.race import RaceModel, optimiser_race
from autograd_lib.widgets.race.model import NEAR, STEPS, Racer, walk
from autograd_lib.widgets.race.picture import WIDER, map_of, roomy
from autograd_lib.widgets.race.surfaces import SURFACES

PLAIN, ROLLING, ADAM = "plain descent", "momentum 0.9", "Adam"


# Surfaces.


@pytest.mark.parametrize("name", SURFACES)
def test_at_a_minimum_the_gradient_is_0_and_all_around_is_higher(name):
    surface = SURFACES[name]
    for minimum in surface.minima:
        x, y = map(Value, minimum)
        bottom = surface.f(x, y)
        bottom.backward()
        assert (x.grad, y.grad) == pytest.approx((0.0, 0.0), abs=1e-12)
        around = [(minimum[0] + math.cos(k), minimum[1] + math.sin(k)) for k in range(7)]
        assert all(surface.f(*place) > bottom.data for place in around)


@pytest.mark.parametrize("name", SURFACES)
def test_a_surface_is_the_same_for_floats_values_and_arrays(name):
    surface = SURFACES[name]
    x, y = np.array([0.3, -1.2]), np.array([0.7, 0.4])
    expected = [surface.f(*place) for place in zip(x.tolist(), y.tolist())]
    assert surface.f(x, y) == pytest.approx(expected)
    assert surface.f(Value(0.3), Value(0.7)).data == pytest.approx(expected[0])
    assert check_gradients(surface.f, [0.3, 0.7])


# Walks.


@pytest.mark.parametrize("make", [SGD, lambda p, lr: SGD(p, lr, momentum=0.9), Adam], ids=["SGD", "momentum", "Adam"])
def test_a_walk_is_what_the_optimiser_does(make):
    surface = SURFACES["saddle"]
    path = walk(surface.f, (-1.0, 0.3), Racer(make, 0.05), steps=6)
    x, y = Value(-1.0), Value(0.3)
    optimizer = make([x, y], 0.05)
    for place, loss in zip(path.places, path.losses):
        node = surface.f(x, y)
        assert place == (x.data, y.data) and loss == node.data
        optimizer.zero_grad()
        node.backward()
        optimizer.step()
    assert len(path.places) == 7 and not path.flew_off


def test_on_the_ravine_plain_descent_follows_its_formula():
    places = RaceModel("ravine").walks[PLAIN].places
    for step in (1, 10, 30):
        assert places[step] == pytest.approx((-4 * 0.93**step, (-0.75) ** step))


def test_plain_descent_zigzags_across_the_ravine_and_momentum_overshoots():
    walks = RaceModel("ravine").walks
    plain, rolling = walks[PLAIN].places, walks[ROLLING].places
    assert all(y0 * y1 < 0 for (_, y0), (_, y1) in itertools.pairwise(plain))
    assert max(x for x, _ in plain) < 0 < 2 < max(x for x, _ in rolling)


def test_adam_takes_its_first_step_of_lr_in_each_direction_whatever_the_slope():
    for name, surface in SURFACES.items():
        (x0, y0), (x1, y1), *_ = RaceModel(name).walks[ADAM].places
        assert (abs(x1 - x0), abs(y1 - y0)) == pytest.approx((0.4, 0.4), rel=1e-4), surface.formula


def test_who_has_flown_off_is_left_out_from_there_on():
    model = RaceModel("Beale", step=1)
    assert model.walks[PLAIN].flew_off and len(model.walks[PLAIN].places) == 2
    assert "plain descent, lr 0.07: at (-1.415, -4.975)" in model.text()
    model.show(2)
    assert "plain descent, lr 0.07: flew off in step 2\n" in model.text()
    model.show(STEPS)
    assert "flew off in step 2\n" in model.text() and model.arrival(PLAIN) is None


def test_an_overflow_is_flying_off_too():
    model = RaceModel("Beale", lr=(1e200, 0.07, 0.4))
    assert model.walks[PLAIN].flew_off
    json.dumps(model.state(), allow_nan=False)


# Who wins where.


@pytest.mark.parametrize(
    "name, arrivals",
    [
        ("ravine", {PLAIN: 51, ADAM: 63, ROLLING: 70}),
        ("saddle", {ADAM: 51, ROLLING: 62, PLAIN: 112}),
        ("Beale", {ADAM: 56, PLAIN: None, ROLLING: None}),
    ],
)
def test_each_surface_has_its_winner(name, arrivals):
    model = RaceModel(name, step=STEPS)
    assert {racer: model.arrival(racer) for racer in arrivals} == arrivals
    assert model.text().splitlines()[-1].startswith(f"within 0.1 of {model.goal()}: {min_of(arrivals)} from step")


def min_of(arrivals):
    return min((step, name) for name, step in arrivals.items() if step is not None)[1]


def test_arrived_means_near_from_then_on():
    model = RaceModel("ravine")
    for name, path in model.walks.items():
        step = model.arrival(name)
        assert all(model.distance(place) <= NEAR for place in path.places[step:])
        assert model.distance(path.places[step - 1]) > NEAR


def test_nobody_leaves_the_saddle_from_its_ridge():
    model = RaceModel("saddle", step=STEPS)
    model.move_y(0.0)
    assert all(y == 0 for path in model.walks.values() for _, y in path.places)
    assert model.text().endswith("within 0.1 of a minimum: nobody")


def test_who_starts_at_the_minimum_has_arrived():
    model = RaceModel("Beale", step=STEPS)
    model.move_x(3.0)
    model.move_y(0.5)
    assert [model.arrival(name) for name in model.racers] == [0, 0, 0]


def test_lower_rates_bring_all_three_along_beales_valley():
    model = RaceModel("Beale")
    model.move_y(1.0)
    model.set_rate(PLAIN, 0.01)
    model.set_rate(ROLLING, 0.01)
    assert not any(path.flew_off for path in model.walks.values())
    assert model.arrival(PLAIN) is None and model.arrival(ROLLING) == 78


# Words and pictures.


def test_the_words_say_where_everyone_is():
    assert RaceModel("ravine", step=30).text() == (
        "ravine, (x² + 25y²) / 2, from (-4, 1), step 30\n"
        "plain descent, lr 0.07: at (-0.453, 0.000), loss 0.103, 0.453 from the minimum\n"
        "momentum 0.9, lr 0.07: at (0.086, 0.023), loss 0.011, 0.089 from the minimum\n"
        "Adam, lr 0.4: at (0.136, 0.083), loss 0.095, 0.159 from the minimum\n"
        "nearest to the minimum now: momentum 0.9"
    )
    assert RaceModel("saddle").text().endswith("2.236 from a minimum\nall at the start")
    lost = RaceModel("Beale", step=10, lr=(0.07, 0.07, 3.0))
    lost.walks[ADAM] = lost.walks[PLAIN]
    assert lost.text().endswith("nobody is left")


def test_who_is_outside_the_picture_is_said_to_be():
    model = RaceModel("Beale")
    assert "outside" not in model.text()
    model.move_x(-4.5)
    assert model.text().count(", outside the picture, loss") == 3


def test_no_minus_stands_before_a_zero():
    model = RaceModel("ravine", step=119)
    assert "-0.000" not in model.text()


def test_the_still_shows_all_surfaces_with_these_rates_and_this_momentum():
    model = RaceModel("Beale", momentum=0.6)
    model.set_rate(ADAM, 0.1)
    still = model.still(30)
    parts = still.text.split("\n\n")
    assert [part.split(",")[0] for part in parts] == ["ravine", "saddle", "Beale"]
    assert all("Adam, lr 0.1:" in part and "momentum 0.6, lr 0.07:" in part for part in parts)
    assert all(part.splitlines()[-1].startswith("within 0.1 of ") for part in parts)
    assert model.name == "Beale" and model.step == 0


def test_a_racer_is_outside_of_the_still_before_it_is_outside_of_the_map():
    model = RaceModel("ravine")
    model.move_y(2.5)
    assert "outside" not in model.text()
    model.window = model.surface.window
    assert model.text().count(", outside the picture") == 3


# The map.


@pytest.mark.parametrize("name", SURFACES)
def test_the_map_shows_all_that_the_still_shows_and_circles_stay_round(name):
    left, right, bottom, top = SURFACES[name].window
    wide = roomy(SURFACES[name].window)
    assert wide[0] <= left and right <= wide[1] and wide[2] <= bottom and top <= wide[3]
    assert wide[1] - wide[0] == pytest.approx(WIDER * (wide[3] - wide[2]))


@pytest.mark.parametrize("name", SURFACES)
def test_the_heights_of_a_map_count_contour_lines(name):
    surface = SURFACES[name]
    ground = map_of(surface)
    side, bands = ground["side"], ground["lines"] + 1
    heights = np.frombuffer(base64.b64decode(ground["bytes"]), "<u2").reshape(side, side) / 65535 * bands
    left, right, bottom, top = roomy(surface.window)
    for row, column in [(0, 0), (17, 80), (60, 60), (119, 3)]:
        x, y = left + (right - left) * column / (side - 1), top - (top - bottom) * row / (side - 1)
        below = sum(level < surface.f(x, y) for level in surface.levels)
        assert min(int(heights[row, column]), len(surface.levels)) == below


# The front.


def asked(view, *arguments):
    """Ask a front's model for a move as the page does; the state that it answers with."""
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "take", "args": arguments}, [])
    [answer] = told
    assert answer["problem"] == ""
    return answer["state"]


def test_the_page_moves_the_model_and_gets_the_walks_from_there():
    view = optimiser_race()
    state = asked(view, "saddle", [-1.0, 0.5], [0.1, 0.05, 0.2], 17)
    expected = RaceModel("saddle", step=17, lr=(0.1, 0.05, 0.2))
    expected.move_x(-1.0)
    expected.move_y(0.5)
    assert state == expected.state() and view.model.text() == expected.text()
    for sent, path in zip(state["walks"], expected.walks.values(), strict=True):
        xs, ys, losses = np.frombuffer(base64.b64decode(sent["bytes"])).reshape(3, STEPS + 1).tolist()
        assert (list(zip(xs, ys)), losses) == (path.places, path.losses)
    assert len(json.dumps(state)) < 13_000  # sixty of them a second are less than what a server lets pass
    view.close()


def test_a_step_does_not_run_the_race_again(monkeypatch):
    view, runs = optimiser_race(), []
    monkeypatch.setattr(view.model, "run", lambda: runs.append(1))
    asked(view, "ravine", [-4.0, 1.0], [0.07, 0.07, 0.4], 40)
    assert not runs and view.model.step == 40
    asked(view, "ravine", [-4.0, 1.0], [0.07, 0.07, 0.5], 40)
    assert len(runs) == 1
    view.close()


def test_a_page_that_is_opened_later_begins_where_the_race_is_now():
    view = optimiser_race()
    asked(view, "Beale", [2.0, 1.0], [0.01, 0.01, 0.4], 40)
    state = view.get_state()["state"]
    assert (state["surface"], state["start"], state["step"]) == ("Beale", [2.0, 1.0], 40)
    view.close()


def test_every_state_is_json_also_of_who_flew_off():
    for name in SURFACES:
        for lr in (0.0001, 0.07, 3.0):
            for start in (-4.5, 4.5):
                model = RaceModel(name, lr=(lr,) * 3)
                model.take(name, [start, start], [lr] * 3, STEPS)
                json.dumps(model.scene() | model.state(), allow_nan=False)


def test_the_rates_of_the_beginning_are_on_offer_and_reset_brings_them_back():
    model = RaceModel(lr=(0.0123, 0.07, 0.4))
    model.set_rate(ADAM, 0.1)
    scene = model.scene()
    assert [rates.count(lr) for rates, lr in zip(scene["offer"], scene["usual"])] == [1, 1, 1]
    assert scene["usual"] == [0.0123, 0.07, 0.4]
    model.move_x(2.0)
    model.reset()
    assert model.start == (-4.0, 1.0) and model.racers[ADAM].lr == 0.4


def test_a_closed_front_leaves_no_widget_and_no_figure_behind():
    widgets, figures = len(living_widgets), plt.get_fignums()
    for _ in range(3):
        view = optimiser_race()
        view._repr_mimebundle_()
        view.close()
    assert len(living_widgets) == widgets and plt.get_fignums() == figures


@pytest.mark.parametrize(
    "options, line",
    [
        ({"surface": "Mars"}, "optimiser_race: the surfaces are ravine, saddle, Beale; got 'Mars'"),
        ({"lr": (0.1, 0.2)}, "optimiser_race: lr is three learning rates, one for each racer: got (0.1, 0.2)"),
        ({"lr": (-1, 0.1, 0.1)}, "optimiser_race: lr is a finite number >= 0, got -1"),
        ({"momentum": 1.5}, "optimiser_race: momentum is a finite number >= 0 and < 1, got 1.5"),
        ({"step": 500}, "optimiser_race: a race has steps 0 to 120, got 500"),
        ({"shown": -1}, "optimiser_race: a race has steps 0 to 120, got -1"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(options, line):
    assert repr(optimiser_race(**options)).startswith(line)

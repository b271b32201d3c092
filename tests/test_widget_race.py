"""What the optimiser race promises: the steps of autograd_lib's optimisers, and numbers that say who wins where."""

import itertools
import math

import matplotlib.pyplot as plt
import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

from autograd_lib import SGD, Adam, Value, check_gradients
from autograd_lib.widgets.race import RaceModel, optimiser_race
from autograd_lib.widgets.race.model import NEAR, STEPS, Racer, walk
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
    model.figure()


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


@pytest.mark.parametrize("name", SURFACES)
def test_the_picture_shows_the_paths_as_far_as_the_step(name):
    model = RaceModel(name)
    for step in (0, 1, 17, STEPS):
        model.show(step)
        above, _ = model.figure().axes
        assert above.get_title(loc="left") == f"step {step}"
        for racer, path in model.walks.items():
            expected = path.places[: step + 1]
            assert list(zip(*model.picture.paths[racer].get_data())) == expected
            assert list(zip(*model.picture.heads[racer].get_data())) == expected[-1:]
            ys = model.picture.distances[racer].get_ydata()
            assert list(ys) == [model.distance(place) for place in expected]
    looks = [(line.get_marker(), line.get_linestyle()) for line in model.picture.paths.values()]
    assert len(set(looks)) == 3 and len({marker for marker, _ in looks}) == 3


def test_the_still_shows_all_surfaces_with_these_rates_and_this_momentum():
    model = RaceModel("Beale", momentum=0.6)
    model.set_rate(ADAM, 0.1)
    still = model.still(30)
    parts = still.text.split("\n\n")
    assert [part.split(",")[0] for part in parts] == ["ravine", "saddle", "Beale"]
    assert all("Adam, lr 0.1:" in part and "momentum 0.6, lr 0.07:" in part for part in parts)
    assert all(part.splitlines()[-1].startswith("within 0.1 of ") for part in parts)
    assert model.name == "Beale" and model.step == 0


# The view.


@pytest.fixture
def view():
    view = optimiser_race()
    yield view
    view.close()


def controls(view):
    return {getattr(control, "description", ""): control for control in view.children[0].children}


def test_the_slider_and_the_play_move_each_other_and_the_race(view):
    parts = controls(view)
    parts["step"].value = 30
    assert view.play.value == 30 and "0.453 from the minimum" in view.words.value
    view.play.value = 31
    assert parts["step"].value == 31 and view.model.step == 31 and "step 31\n" in view.words.value


def test_a_surface_brings_its_own_start(view):
    parts = controls(view)
    parts["start x"].value = 2.0
    assert "from (2, 1)" in view.words.value
    parts["surface"].value = "saddle"
    assert (parts["start x"].value, parts["start y"].value) == (-2.0, 0.001)
    assert "from (-2, 0.001)" in view.words.value
    parts["start y"].value = -0.5
    assert view.model.start == (-2.0, -0.5)


def test_each_racer_has_its_rate(view):
    parts = controls(view)
    for name in (PLAIN, ROLLING, ADAM):
        parts[f"lr of {name}"].value = 0.01
        assert f"{name}, lr 0.01:" in view.words.value


def test_reset_brings_back_the_rates_the_start_and_the_first_step(view):
    parts = controls(view)
    before = view.words.value
    parts["lr of Adam"].value, parts["start x"].value, parts["step"].value = 0.01, 2.0, 40
    view.play.playing = True
    parts["reset"].click()
    assert view.words.value == before and not view.play.playing
    assert [parts[name].value for name in ("lr of Adam", "start x", "step")] == [0.4, -4.0, 0]


def test_a_choice_runs_the_race_once(view, monkeypatch):
    """The start and the rates that are set along with it are no moves of the reader's."""
    parts, runs = controls(view), []
    monkeypatch.setattr(view.model, "run", lambda: runs.append(RaceModel.run(view.model)))
    parts["surface"].value = "saddle"
    assert len(runs) == 1
    parts["reset"].click()
    assert len(runs) == 2


def test_a_move_draws_once(view):
    drawn = []
    view.picture.observe(lambda change: drawn.append(1), "value")
    parts = controls(view)
    view.play.value = 5
    parts["lr of Adam"].value = 0.1
    assert len(drawn) == 2


def test_a_closed_view_no_longer_plays():
    """The page, which beats the time, would go on for ever."""
    view = optimiser_race()
    view.play.playing = True
    view.close()
    assert not view.play.playing


def test_a_closed_view_leaves_no_widget_and_no_figure_behind():
    widgets, figures = len(_instances), plt.get_fignums()
    for _ in range(3):
        view = optimiser_race()
        view._repr_mimebundle_()
        view.close()
    assert len(_instances) == widgets and plt.get_fignums() == figures


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

"""What the descent explorer promises: the walk that the engine takes, and a limit that is where it says."""

import json
import math
from itertools import pairwise

import pytest

from autograd_lib.engine.value import Value
from autograd_lib.widgets.descent import START, DescentModel, descent_explorer, fate


def walked_by_the_engine(curvatures, lr, steps):
    """Descent on the sum of ½·c·e², with gradients by backward(): the errors, and the loss before each step."""
    errors, losses = [Value(-2.0) for _ in curvatures], []
    for _ in range(steps + 1):
        loss = Value.sum([e**2 * (c / 2) for e, c in zip(errors, curvatures)])
        losses.append(loss.data)
        for e in errors:
            e.grad = 0.0
        loss.backward()
        last = [e.data for e in errors]
        for e in errors:
            e.data -= lr * e.grad
    return last, losses


@pytest.mark.parametrize("curvatures, lr", [([2.0], 0.1), ([2.0], 1.1), ([0.7], 3.0), ([33.28, 0.72], 0.0607)])
def test_a_walk_is_the_one_of_the_engine(curvatures, lr):
    model = DescentModel(curvatures, lr, steps=20)
    errors, losses = walked_by_the_engine(curvatures, lr, 20)
    assert model.path()[-1] == pytest.approx(errors)
    assert model.losses() == pytest.approx(losses)


def test_it_begins_with_the_bowl_of_the_notebook():
    model = DescentModel()
    assert model.text() == (
        "lr = 0.1: each step takes the error times 1 − 0.1 · 2 = 0.8: it shrinks, and keeps its sign\n"
        "tips over at 2 / 2 = 1; the best rate is half of that, 0.5\n"
        "after 20 steps: error -0.02306; loss 0.0005317, at first 4"
    )
    model.set_steps(1)
    assert model.text().endswith("after 1 step: error -1.6; loss 2.56, at first 4")


@pytest.mark.parametrize("curvatures", [[2.0], [0.25], [7.0], [33.28, 0.72], [1.0, 50.0], [3.0, 3.0]])
def test_below_the_limit_the_loss_falls_and_above_it_the_loss_grows(curvatures):
    limit = DescentModel(curvatures).limit()
    below, above = (DescentModel(curvatures, limit * share, steps=100).losses() for share in (0.99, 1.01))
    assert all(after < before for before, after in pairwise(below))
    assert above[-1] > above[50]
    assert limit == 2 / max(curvatures)


@pytest.mark.parametrize("curvatures", [[2.0], [33.28, 0.72], [1.0, 50.0]])
def test_at_the_best_rate_the_largest_factor_is_smallest(curvatures):
    best = DescentModel(curvatures).best()

    def slowest(lr):
        return max(map(abs, DescentModel(curvatures, lr).factors()))

    assert all(slowest(best) < slowest(best * share) for share in (0.9, 0.99, 1.01, 1.1))


@pytest.mark.parametrize(
    "factor, words",
    [
        (0.8, "it shrinks, and keeps its sign"),
        (0.0, "it is gone in one step"),
        (1 - 0.1 * 10.000000000000002, "it is gone in one step"),
        (-0.8, "it changes its sign and shrinks"),
        (-1.0, "it changes its sign, and nothing else"),
        (-1.2, "it changes its sign and grows"),
    ],
)
def test_what_a_factor_does_in_words(factor, words):
    assert fate(factor) == words


def test_two_directions_in_words():
    model = DescentModel([33.28, 0.72], lr=0.01)
    assert model.text().splitlines() == [
        "lr = 0.01",
        "across: each step takes the error times 1 − 0.01 · 33.28 = 0.6672: it shrinks, and keeps its sign",
        "along: each step takes the error times 1 − 0.01 · 0.72 = 0.9928: it shrinks, and keeps its sign",
        "tips over at 2 / 33.28 = 0.0601",
        "after 20 steps: error across -0.0006112, along -1.731; loss 1.079, at first 68",
    ]


def test_the_best_rate_of_a_gorge_is_named_to_who_has_found_it():
    model = DescentModel([33.28, 0.72], lr=0.055)
    assert "best" not in model.text()
    model.set_lr(0.0588)
    assert "0.0601; in the long run the best is 2 / (33.28 + 0.72) = 0.05882: both factors of one size" in model.text()


def test_the_rates_just_below_the_limit_at_it_and_just_above_can_be_chosen():
    assert {0.99, 1.0, 1.01, 0.5} <= set(descent_explorer(2.0).model.scene()["rates"])
    assert {0.0595, 0.0601, 0.0607, 0.0588} <= set(descent_explorer([33.28, 0.72]).model.scene()["rates"])


def test_one_step_of_the_slider_lies_between_the_limit_and_the_rates_beside_it():
    rates = DescentModel(2.0, lr=1.1).scene()["rates"]
    place = rates.index(1.0)
    assert rates[place - 1 : place + 3] == [0.99, 1.0, 1.01, 1.1]


def test_the_steepest_direction_sets_the_limit_whichever_it_is():
    model = DescentModel([4.0, 0.5])
    assert model.limit() == 0.5
    model.set_along(8.0)
    assert model.limit() == 0.25
    model.set_across(10.0)
    assert model.limit() == 0.2


def test_a_loss_too_large_for_a_float_is_no_crash():
    model = DescentModel(10.0, lr=10.0, steps=100)
    assert model.losses()[-1] == math.inf
    assert "loss too large for a float, at first 20" in model.text()
    model.figure()


def test_the_picture_holds_the_walk_the_loss_and_the_limit():
    model = DescentModel(2.0, lr=1.1, steps=3)
    walk, losses, factors = model.figure().axes
    bowl, path, start = walk.get_lines()
    assert path.get_xdata() == pytest.approx([-2, 2.4, -2.88, 3.456])
    assert bowl.get_ydata()[0] == 25 and (start.get_xdata(), start.get_ydata()) == ([-2], [4])
    assert losses.get_lines()[1].get_ydata() == pytest.approx([math.log10(e * e) for e in path.get_xdata()])
    assert factors.get_title(loc="left") == "limit 1"
    assert factors.get_lines()[-1].get_xdata() == [0, 0]  # the power of ten of the limit


def test_every_state_can_be_drawn():
    for curvatures in ([0.25], [10.0], [100.0, 0.25], [0.25, 100.0]):
        for lr in (0.001, 1.0, 10.0):
            for steps in (0, 1, 100):
                assert len(DescentModel(curvatures, lr, steps).figure().axes) == 3


def asked(view, *arguments):
    """Ask a front's model for a move as the page does; the answer."""
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 7, "move": "show", "args": arguments}, [])
    [answer] = told
    return answer


def test_the_page_moves_the_model_and_is_told_what_it_has():
    view = descent_explorer()
    answer = asked(view, 0.5, [4.0], 3, [-1.5])
    assert answer == {"n": 7, "state": {"lr": 0.5, "curvatures": [4.0], "steps": 3, "start": [-1.5]}, "problem": ""}
    assert "1 − 0.5 · 4 = -1: it changes its sign, and nothing else" in view.model.text()
    assert "after 3 steps: error 1.5; loss 4.5, at first 4.5" in view.model.text()


def test_a_gorge_can_be_made_round_and_says_the_best_rate_there():
    view = descent_explorer([33.28, 0.72], lr=0.0595)
    scene = view.model.scene()
    assert scene["names"] == ["curvature across", "curvature along"]
    assert {33.28, 0.72} <= set(scene["bowls"]) and 0.0595 in scene["rates"]
    asked(view, 0.03, [33.28, 33.28], 20, [-2.0, -2.0])  # a round bowl, which is done with in one step
    assert "the best is 2 / (33.28 + 33.28) = 0.03005" in view.model.text()
    asked(view, 0.18, [10.0, 1.0], 20, [-2.0, -2.0])
    assert "tips over at 2 / 10 = 0.2; in the long run the best is 2 / (10 + 1) = 0.1818" in view.model.text()


@pytest.mark.parametrize("curvatures, lr", [([2.0], 1.1), ([33.28, 0.72], 0.06)])
def test_where_the_ball_begins_does_not_change_what_a_step_does(curvatures, lr):
    model = DescentModel(curvatures, lr)
    usual, losses = model.text().splitlines(), model.losses()
    model.move_start([0.5 * START for _ in curvatures])
    assert model.text().splitlines()[:-1] == usual[:-1]
    assert model.losses() == pytest.approx([loss / 4 for loss in losses])


def test_a_walk_that_begins_at_the_lowest_point_stays_there():
    model = DescentModel(2.0, lr=1.1)
    model.move_start([0.0])
    assert model.text().endswith("after 20 steps: error 0; loss 0, at first 0")
    model.figure()


def test_every_state_is_json_also_where_the_loss_is_not_finite():
    for curvatures in ([10.0], [100.0, 0.25]):
        model = DescentModel(curvatures, lr=10.0, steps=100)
        json.dumps(model.scene() | model.state(), allow_nan=False)


def test_the_still_compares_rates_around_the_limit():
    """The notebook asks what a hundred steps make of the loss at 0.99 and 1.01."""
    lines = descent_explorer(2.0, lr=1.1).still().text.splitlines()
    for rate in (0.99, 1.01):
        loss = DescentModel(2.0, rate, 100).losses()[-1]
        [line] = [line for line in lines if line.startswith(f"lr = {rate:g}: ")]
        assert line.endswith(f"loss after 100 steps {loss:.4g}")


def test_the_still_of_a_valley_has_the_best_rates():
    view = descent_explorer([33.28, 0.7212], lr=0.01, steps=100)
    lines, model = view.still().text.splitlines(), view.model
    [lowest] = [float(line.split()[6].rstrip(",")) for line in lines if line.startswith("of the rates on the slider")]
    assert min(model.rates, key=lambda lr: model.loss_after(100, lr)) == lowest
    assert "curvature along 33.28: the best rate is 0.03005, with factors of ±0" in lines
    assert "curvature along 0.25: the best rate is 0.05965, with factors of ±0.9851" in lines
    assert model.lr == 0.01 and model.steps == 100


def test_a_move_that_the_model_does_not_offer_is_not_made():
    view = descent_explorer()
    view.asked(view, {"n": 1, "move": "set_lr", "args": [5.0]}, [])
    assert view.model.lr == 0.1


@pytest.mark.parametrize(
    "arguments, line",
    [
        ({"curvatures": [1, 2, 3]}, "descent_explorer: takes one curvature or two, got 3"),
        ({"curvatures": 0}, "descent_explorer: a curvature is a number from 0.25 to 10, got 0"),
        ({"curvatures": [33.28, -1]}, "descent_explorer: a curvature is a number from 0.25 to 100, got -1"),
        ({"curvatures": math.nan}, "descent_explorer: a curvature is a number from 0.25 to 10, got nan"),
        ({"lr": 0}, "descent_explorer: lr is a number from 0.001 to 10, got 0"),
        ({"lr": "fast"}, "descent_explorer: lr is a number, got 'fast'"),
        ({"steps": 101}, "descent_explorer: steps is a number from 0 to 100, got 101"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(descent_explorer(**arguments)).startswith(line)

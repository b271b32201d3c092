"""Figures in the prose of the notebooks that no cell beside them shows, each under the number of its notebook."""

import pytest

from autograd_lib import Value
from autograd_lib.widgets import RaceModel, TrainingModel


def test_02_a_rise_of_1_in_a_makes_34_where_the_gradient_said_31_and_says_37_by_then():
    def loss_and_gradient(a_number):
        a, b, c, d = Value(a_number), Value(3.0), Value(4.0), Value(5.0)
        root = (a * b + c) * (a + d)
        root.backward()
        return root.data, a.grad

    assert (loss_and_gradient(2.0), loss_and_gradient(3.0)) == ((70, 31), (104, 37))


def test_03_the_gradient_of_w2_stays_below_0_12_and_reaches_minus_1_1_near_minus_1_3():
    def of_w2(x2):
        x1, w1, w2, b = Value(2.0), Value(-3.0), Value(1.0), Value(6.8813735870195432)
        (x1 * w1 + x2 * w2 + b).tanh().backward()
        return w2.grad

    found = {i / 100: of_w2(i / 100) for i in range(-600, 601)}
    assert 0.11 < max(found.values()) < 0.12
    lowest = min(found, key=found.get)
    assert (round(lowest, 1), round(found[lowest], 1)) == (-1.3, -1.1)


def test_05_at_3_two_payments_of_0_0025_leave_0_000012_in_the_box_of_exp():
    e = (2 * Value(3.0)).exp()
    above, below = e - 1, e + 1
    (above / below).backward()
    assert (above.grad, below.grad) == pytest.approx((0.0025, -0.0025), abs=5e-5)
    assert e.grad == pytest.approx(0.000012, abs=5e-7)


def test_08_on_the_ravine_momentum_runs_past_by_more_than_2_and_on_beale_adam_is_first_by_twenty_steps():
    path = RaceModel("ravine").walks["momentum 0.9"]
    assert max(x for x, _ in path.places) > 2
    race = RaceModel("Beale")
    race.set_rate("momentum 0.9", 0.003)
    assert race.arrival("momentum 0.9") == 77 and 18 <= 77 - race.arrival("Adam") <= 22


def test_08_on_the_saddle_y_grows_by_7_percent_a_step():
    places = RaceModel("saddle").walks["plain descent"].places
    assert places[31][1] / places[30][1] == pytest.approx(1.07, abs=0.001)


def test_08_a_rate_of_1_breaks_a_network_and_one_of_0_1_brings_it_back():
    run = TrainingModel("moons", arrays=True)
    right = []
    for lr, steps in [(0.1, 150), (1.0, 20), (0.1, 100)]:
        run.set_lr(lr)
        run.advance(steps)
        right.append(run.right(run.held_out))
    good, broken, recovered = right
    assert good >= 98 and broken < 90 and recovered >= 98


def test_08_one_blue_point_in_the_middle_of_the_orange_stays_on_the_wrong_side():
    stays = []
    for number in (0, 1, 2):
        run = TrainingModel("moons", arrays=True)
        blue = [i for i, target in enumerate(run.train[1]) if target > 0][10 * number]
        run.advance(150)
        run.move_point(blue, 0.0, 0.95)
        run.advance(300)
        stays.append(run.network(run.train[0][blue]).data < 0)
    assert sum(stays) >= 2

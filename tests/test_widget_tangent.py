"""What the tangent explorer promises: true slopes, true errors, and a line where there is none."""

import json
import math

import pytest

from autograd_lib.widgets.tangent import SIDES, STEPS, TangentModel, size, tangent_explorer


def cube():
    return TangentModel(lambda x: x * x * x, lambda x: 3 * x * x, x=2.0, name="x³")


def test_it_begins_with_a_step_of_two_looking_forward():
    # (4³ - 2³) / 2
    assert cube().slope() == 28
    assert cube().text() == ("slope of x³ at x = 2, forward difference with h = 2: 28\nthe derivative: 12; error: 16")


def test_the_central_difference_looks_to_both_sides():
    model = cube()
    model.choose("central")
    assert model.ends() == (0.0, 4.0)
    assert model.slope() == 16
    model.move_x(1.0)
    assert model.ends() == (-1.0, 3.0) and model.slope() == 7


@pytest.mark.parametrize("side, low, high", [("forward", 1e-9, 1e-7), ("central", 1e-6, 1e-4)])
def test_a_smaller_step_is_better_until_it_is_worse(side, low, high):
    model = cube()
    model.choose(side)
    best = min(STEPS, key=model.error)
    assert low < best < high
    assert model.error(1.0) > 1000 * model.error(best)
    assert model.error(1e-14) > 1000 * model.error(best)


def test_the_slider_goes_from_two_to_a_hundred_million_millionth():
    assert STEPS == sorted(set(STEPS), reverse=True)
    assert (STEPS[0], STEPS[-1]) == (2.0, 1e-14)


def test_where_the_curve_ends_there_is_no_slope_and_a_line_says_so():
    model = TangentModel(math.sqrt, lambda x: 0.5 / math.sqrt(x), x=1.0, name="√x")
    model.choose("central")
    assert math.isnan(model.slope())
    assert model.text() == "√x has no value at one of the points -1 and 3: no slope."
    model.figure()


def test_a_place_without_a_value_is_refused_and_nothing_moves():
    model = TangentModel(lambda x: 1 / x, lambda x: -1 / x**2, x=1.0, name="1/x")
    with pytest.raises(ValueError, match=r"1/x has no value at x = 0 \(float division by zero\)\. Choose another x\."):
        model.move_x(0.0)
    assert (model.x, model.value) == (1.0, 1.0)


def test_every_state_can_be_drawn():
    model = cube()
    for side in SIDES:
        model.choose(side)
        for h in STEPS[::8]:
            model.move_h(h)
            curve, errors = model.figure().axes
            assert curve.get_title(loc="center") == f"h = {h:g}"
            assert errors.get_title(loc="left") == f"error {size(model.error())}"


def test_the_error_is_drawn_as_far_as_one_has_been_and_whole_in_the_still():
    view = tangent_explorer(lambda x: x * x * x, lambda x: 3 * x * x, name="x³")
    model = view.model
    model.move_h(0.1)
    model.move_h(1.0)
    seen = model.figure().axes[1].lines[0]
    assert list(seen.get_xdata()) == [2.0, 1.0, 0.56, 0.32, 0.18, 0.1]
    assert list(seen.get_ydata()) == [model.error(h) for h in seen.get_xdata()]
    assert model.smallest["forward"] == 0.1
    model.choose("central")
    assert list(model.figure().axes[1].lines[0].get_xdata()) == [2.0, 1.0]


def test_the_still_compares_both_sides():
    """The notebook asks for the best h of both; where nothing moves, the picture and the words have both."""
    view = tangent_explorer(lambda x: x * x * x, lambda x: 3 * x * x, name="x³")
    facts = view.still().text.splitlines()[-2:]
    assert facts[0].startswith("forward: ") and facts[0].endswith("smallest at h = 5.6e-09: 4.1e-08")
    model = cube()
    model.choose("central")
    best = min((h for h in STEPS if model.error(h)), key=model.error)
    assert facts[1].startswith("central: ") and facts[1].endswith(
        f"smallest at h = {best:g}: {size(model.error(best))}"
    )


def test_the_axis_of_the_error_does_not_say_how_small_it_will_become():
    model = cube()
    ends = [model.figure().axes[1].get_ylim()]
    model.move_h(1e-14)
    ends.append(model.figure().axes[1].get_ylim())
    assert ends[0] == ends[1] and ends[0][0] < 1e-12


def test_an_error_that_is_zero_everywhere_is_a_fact_too():
    view = tangent_explorer(abs, lambda x: 1.0, x=0.0)
    assert view.model.text().endswith("the derivative: 1; error: 0")
    assert "\nforward: the error is 0 at every h from 2 to 1e-14" in view.still().text


def test_errors_are_written_as_one_reads_them():
    assert [size(error) for error in (16.0, 0.25, 0.0, 0.0012)] == ["16", "0.25", "0", "1.2e-03"]


def test_the_page_moves_the_model_and_is_told_what_it_shows():
    view = tangent_explorer(lambda x: x * x, lambda x: 2 * x, x=1.0, name="x²")
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    for move, argument in [("move_h", 0.1), ("choose", "central"), ("move_x", 3.0)]:
        view.asked(view, {"n": 1, "move": move, "args": [argument]}, [])
    assert "with h = 0.1: 2.1" in told[0]["state"]["text"]
    assert "central difference with h = 0.1: 2\n" in told[1]["state"]["text"]
    assert "at x = 3" in told[2]["state"]["text"] and told[2]["state"]["truth"] == 6.0


def test_every_state_is_json_also_where_there_is_no_slope():
    model = TangentModel(math.sqrt, lambda x: 0.5 / math.sqrt(x), x=1.0, name="√x")
    for side in SIDES:
        model.choose(side)
        for h in STEPS:
            model.move_h(h)
            json.dumps(model.scene() | model.state(), allow_nan=False)
    assert model.state()["side"] == "central"


@pytest.mark.parametrize(
    "arguments, line",
    [
        ((math.sin, math.cos, "a"), "tangent_explorer: x is a number, got 'a'"),
        ((3, 4), "tangent_explorer: takes a function and its derivative, got 3 and 4"),
        ((math.log, lambda x: 1 / x, -1), "tangent_explorer: f(x) has no value at x = -1 (math domain error). Choose"),
        ((lambda x: math.inf, lambda x: 0.0), "tangent_explorer: f(x) is inf at x = 2. Choose another x."),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(tangent_explorer(*arguments)).startswith(line)

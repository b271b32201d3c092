"""What the activation explorer promises: true slopes, true flat places, and the product of the slopes of a row."""

import json
import math

import pytest
from living_widgets import living_widgets

from autograd_lib.engine.value import Value
from autograd_lib.widgets.activation import FUNCTIONS, LIMITS, ActivationModel, activation_explorer


def model_of(name, x=1.0, in_a_row=None, more=None):
    model = ActivationModel(more, x, in_a_row)
    model.choose(name)
    return model


def pushed_through(function, x, times):
    """∂y/∂x of many in a row, by one backward pass through all of them."""
    leaf = y = Value(x)
    for _ in range(times):
        y = function(y)
    y.backward()
    return leaf.grad


def test_it_begins_with_tanh_and_says_value_and_slope():
    model = ActivationModel()
    assert model.text() == (
        "tanh at x = 1.00: value 0.7616, slope 0.4200\n"
        "flat, the slope less than 0.1 from 0 (hatched): x < -1.82, x > 1.82"
    )
    model.move_x(-2.5)
    assert model.text().startswith("tanh at x = -2.50: value -0.9866, slope 0.0266")


def test_flat_places_end_where_the_slope_is_the_limit():
    model = model_of("tanh")
    for limit in LIMITS:
        model.set_limit(limit)
        # 1 - t² = limit, solved for x.
        edge = math.atanh(math.sqrt(1 - limit))
        assert model.flat == [pytest.approx((-6, -edge)), pytest.approx((edge, 6))]


def test_slopes_below_zero_count_by_their_size():
    model = model_of("sin")
    model.set_limit(0.5)
    third = math.pi / 3
    middles = [-3 * math.pi / 2, -math.pi / 2, math.pi / 2, 3 * math.pi / 2]
    assert model.flat == [pytest.approx((middle - third / 2, middle + third / 2)) for middle in middles]


@pytest.mark.parametrize(
    "name, limit, words",
    [
        ("relu", 0.01, "x < 0.00"),
        ("leaky_relu", 0.01, "nowhere from -6 to 6"),
        ("leaky_relu", 0.02, "x < 0.00"),
        ("sigmoid", 0.5, "everywhere"),
        ("sigmoid", 0.01, "x < -4.58, x > 4.58"),
        ("softplus", 0.1, "x < -2.20"),
        ("exp", 0.1, "x < -2.30"),
        ("sin", 0.01, "-4.72 to -4.70, -1.58 to -1.56, 1.56 to 1.58, 4.70 to 4.72"),
    ],
)
def test_flat_places_in_words(name, limit, words):
    model = model_of(name)
    model.set_limit(limit)
    assert model.text().splitlines()[1].endswith(f"(hatched): {words}")


@pytest.mark.parametrize("name, x", [("tanh", 1.0), ("sigmoid", 0.0), ("sin", 2.0), ("softplus", -3.0), ("relu", -2.0)])
def test_a_row_is_worth_what_backward_says_of_the_whole_row(name, x):
    model = model_of(name, x, in_a_row=30)
    for depth in [0, 1, 2, 30]:
        model.set_depth(depth)
        xs, slopes, products = model.row()
        assert len(xs) == len(slopes) == depth and len(products) == depth + 1
        assert products[-1] == pytest.approx(pushed_through(FUNCTIONS[name], x, depth), rel=1e-12)


def test_a_row_in_words():
    assert model_of("tanh", in_a_row=30).text().splitlines()[2:] == [
        "30 in a row, from x = 1.00: a gradient of 1 becomes 0.0091",
        "the last of them is given 0.2201, where its slope is 0.9531",
    ]
    assert "a gradient of 1 becomes 4.17e-20\n" in model_of("sigmoid", 0.0, 30).text()
    assert "a gradient of 1 becomes 0\n" in model_of("relu", -2.0, 30).text()
    assert "0 in a row, from x = 1.00: a gradient of 1 becomes 1.0000\n" in model_of("tanh", in_a_row=0).text()


def test_a_row_ends_where_the_next_function_has_no_finite_value():
    model = model_of("exp", 1.0, in_a_row=30)
    xs, slopes, products = model.row()
    assert (len(xs), len(slopes), len(products)) == (4, 3, 4)
    assert model.text().splitlines()[2:] == [
        "3 in a row, from x = 1.00: a gradient of 1 becomes 1.57e+08",
        "the next is given 3.81e+06, and has no finite value there",
    ]


def test_a_function_of_the_readers_own():
    model = model_of("tanh(1.5x)", 1.0, 30, {"tanh(1.5x)": lambda x: (x * 1.5).tanh()})
    assert model.text().splitlines()[2:] == [
        "30 in a row, from x = 1.00: a gradient of 1 becomes 4.25e-13",
        "the last of them is given 0.8586, where its slope is 0.3943",
    ]


def test_where_a_function_has_no_value_a_line_says_so_and_the_rest_is_drawn():
    model = model_of("log", -1.0, 3, {"log": Value.log})
    assert model.text().startswith("log at x = -1.00: it has no finite value there\n")
    function, _ = model.figure().axes
    drawn = function.get_lines()[0].get_ydata()
    assert math.isnan(drawn[0]) and drawn[-1] == pytest.approx(math.log(6))


def test_every_function_can_be_drawn_anywhere_with_hatching_over_its_flat_places():
    for in_a_row in (None, 0, 30):
        model = ActivationModel(x=-6.0, in_a_row=in_a_row)
        for name in FUNCTIONS:
            model.choose(name)
            for x in (-6.0, 0.0, 6.0):
                model.move_x(x)
                axes = model.figure().axes
                assert axes[0].get_title(loc="left") == name
                assert len(axes) == (1 if in_a_row is None else 2)
                assert len([patch for patch in axes[0].patches if patch.get_hatch()]) == len(model.flat)


def test_what_is_outside_of_the_picture_is_shown_at_its_edge():
    model = model_of("exp", 3.0)
    points = [line for line in model.figure().axes[0].get_lines() if line.get_marker() == "^" and len(line.get_xdata())]
    assert [line.get_ydata()[0] for line in points] == [2.38, 2.38]  # the value, and the slope


def told(view, *args):
    """What the page is told when it asks for this to be shown."""
    answers = []
    view.send = lambda content, buffers=None: answers.append(content)
    view.asked(view, {"n": 1, "move": "show", "args": list(args)}, [])
    return answers[0]


def test_the_page_moves_the_model():
    view = activation_explorer(in_a_row=30)
    assert told(view, "sigmoid", 0.0, 0.2, 2)["problem"] == ""
    assert view.model.text().splitlines()[:3] == [
        "sigmoid at x = 0.00: value 0.5000, slope 0.2500",
        "flat, the slope less than 0.2 from 0 (hatched): x < -0.96, x > 0.96",
        "2 in a row, from x = 0.00: a gradient of 1 becomes 0.0588",
    ]
    assert told(view, "cosh", 0.0, 0.2, 2)["problem"] == "Not possible: there is no function 'cosh'"


def test_the_page_is_given_what_it_cannot_compute_of_the_readers_functions_and_no_more():
    view = activation_explorer({"3x": lambda x: x * 3}, x=1.0, in_a_row=3)
    assert list(view.model.scene()["own"]) == ["3x"] and view.model.scene()["own"]["3x"][650] == [1.5, 3.0]
    usual = told(view, "tanh", 1.0, 0.1, 3)["state"]
    assert (usual["here"], usual["flat"], usual["row"]) == (None, None, None)
    own = told(view, "3x", 2.0, 0.1, 3)["state"]
    assert own["here"] == [6.0, 3.0] and own["flat"] == []
    assert own["row"] == [[2.0, 6.0, 18.0], [3.0, 3.0, 3.0], [1.0, 3.0, 9.0, 27.0]]


def test_every_state_is_json_also_where_there_is_no_value_or_too_large_a_one():
    more = {"log": Value.log, "1e200x": lambda x: x * 1e200, "1/x": lambda x: 1 / x}
    model = ActivationModel(more, in_a_row=30)
    json.dumps(model.scene(), allow_nan=False)
    for name in model.functions:
        model.choose(name)
        for x in (-6.0, 0.0, 2.5):
            model.move_x(x)
            assert json.loads(json.dumps(model.state(), allow_nan=False))["x"] == x
            assert model.text()
            model.figure()


def test_a_curve_is_computed_once():
    calls = []
    model = ActivationModel({"own": lambda x: calls.append(x) or x * 2})
    model.choose("own")
    before = len(calls)
    model.scene()
    model.choose("tanh")
    model.choose("own")
    assert len(calls) == before


def test_the_still_says_where_every_function_is_flat():
    """The notebook asks for tanh and the sigmoid, at a tenth and at a hundredth."""
    lines = activation_explorer(x=1.0).still().text.splitlines()
    assert [line.split(",")[0] for line in lines[2:]] == list(FUNCTIONS)
    edge = [math.atanh(math.sqrt(1 - limit)) for limit in (0.1, 0.01)]  # where 1 − tanh² is the limit
    assert lines[2] == "tanh, slope below 0.1: x < -{0:.2f}, x > {0:.2f}; below 0.01: x < -{1:.2f}, x > {1:.2f}".format(
        *edge
    )
    assert "leaky_relu, slope below 0.1: x < 0.00; below 0.01: nowhere from -6 to 6" in lines


def test_the_still_says_what_rows_of_every_function_leave():
    view = activation_explorer(x=1.0, in_a_row=30)
    told = {line.split(",")[0]: line for line in view.still().text.splitlines()[4:]}
    assert list(told) == list(FUNCTIONS)
    assert "from -2: 0.0100 after 1, 1.00e-06 after 3, 1.00e-60 after 30;" in told["leaky_relu"]
    assert "from 0: 1.0000 after 1, 41.1936 after 3, no finite value after 4;" in told["exp"]
    for x in (-2.0, 0.0, 1.0, 5.0):
        _, _, products = ActivationModel(None, x, 30).row()
        assert f"{products[-1]:.4f} after 30" in told["tanh"] or f"{products[-1]:.2e} after 30" in told["tanh"]
    assert view.model.name == "tanh" and view.model.x == 1.0


def test_a_view_that_is_closed_leaves_nothing_behind():
    before = len(living_widgets)
    view = activation_explorer()
    view.close()
    assert len(living_widgets) == before


@pytest.mark.parametrize(
    "arguments, line",
    [
        ({"x": 7}, "activation_explorer: x is a number from -6 to 6, got 7"),
        ({"in_a_row": 31}, "activation_explorer: in_a_row is a number from 0 to 30, got 31"),
        ({"in_a_row": 2.5}, "activation_explorer: in_a_row is a whole number, or None to leave rows out: got 2.5"),
        ({"more": math.sin}, "activation_explorer: more is a dict of functions of a Value"),
        ({"more": {"one": lambda x: 1}}, "activation_explorer: one takes a Value and returns one; it returned 1."),
        ({"more": {"sine": math.sin}}, "activation_explorer: must be real number, not Value"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(activation_explorer(**arguments)).startswith(line)

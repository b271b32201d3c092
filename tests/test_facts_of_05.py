"""Numbers that notebook 05 tells its reader, where no cell of it shows them."""

import math

import pytest

from autograd_lib import Value, central_difference
from autograd_lib.course.nb05 import PYTORCH


def slope(function, x):
    return function(Value(x))._local_gradients[0]


def after(function, start, times):
    """∂y/∂x of a function applied so many times in a row."""
    x = y = Value(start)
    for _ in range(times):
        y = function(y)
    y.backward()
    return x.grad


@pytest.mark.parametrize(
    ("function", "a_tenth", "a_hundredth"), [(Value.tanh, 1.82, 2.99), (Value.sigmoid, 2.06, 4.58)]
)
def test_where_tanh_and_the_sigmoid_become_flat(function, a_tenth, a_hundredth):
    for limit, found in [(0.1, a_tenth), (0.01, a_hundredth)]:
        assert slope(function, found + 0.01) < limit < slope(function, found - 0.01)


def test_tanh_from_pieces_overflows_beyond_355():
    for x, fits in [(354.8, True), (354.9, False)]:
        assert (2 * x < math.log(1.797e308)) == fits


def test_the_clamp_at_88_is_off_by_e_to_the_12():
    assert round(math.exp(100 - 88), -4) == 160_000


def test_log_sum_exp_of_1000_and_1001_is_1000_and_a_softplus():
    assert 1000 + Value(1.0).softplus().data == pytest.approx(1001.3133, abs=5e-5)


def test_ten_and_thirty_sigmoids_in_a_row_leave_next_to_nothing():
    assert 0.25**10 < 1e-6
    assert max(after(Value.sigmoid, x / 2, 30) for x in range(-12, 13)) < 0.25**30 < 1e-18


def test_other_rows():
    assert [f"{after(Value.tanh, 5.0, times):.1e}" for times in (1, 30)] == ["1.8e-04", "1.7e-06"]
    assert after(Value.leaky_relu, -2.0, 3) == pytest.approx(1e-6)
    assert round(math.exp(math.exp(math.exp(math.exp(0)))), -5) == 3_800_000


def test_how_far_a_right_measurement_may_be_off():
    assert math.exp(14.5) == pytest.approx(2e6, rel=0.05)
    assert 1e-5 < abs(central_difference(math.exp, 14.5) - math.exp(14.5)) < 1e-4
    of_no_slope = central_difference(lambda a: (a + 2) * (a - 2) - a * a, 3.0)
    assert f"{abs(of_no_slope):.0e}" == "4e-11"


def test_every_row_of_pytorchs_table_agrees():
    for name, rows in PYTORCH.items():
        for number, value, steepness in rows:
            y = getattr(Value(number), name)()
            assert math.isclose(y.data, value, rel_tol=1e-9), (name, number)
            assert math.isclose(y._local_gradients[0], steepness, rel_tol=1e-9), (name, number)

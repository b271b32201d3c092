"""What sliders with stops promise: numbers as one writes them, in order, and the first one among them."""

import pytest

from autograd_lib.widgets.controls import rates, stops


def test_rates_are_round_and_exact():
    assert rates(0.01, 0.1) == [0.01, 0.02, 0.03, 0.05, 0.07, 0.1]
    assert rates(0.7, 3) == [0.7, 1.0, 2.0, 3.0]
    assert rates(0.1, 10, (10, 20, 50)) == [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]


@pytest.mark.parametrize("value, labels", [(0.05, "0.03 0.05 0.07"), (0.04, "0.03 0.04 0.05 0.07")])
def test_a_slider_stops_where_it_begins_and_at_its_numbers(value, labels):
    slider = stops("rate", rates(0.03, 0.07), value)
    assert slider.value == value
    assert " ".join(label for label, _ in slider.slider.options) == labels


def test_the_number_beside_a_slider_is_the_one_at_which_it_stands():
    slider = stops("rate", rates(0.03, 0.07), 0.05)
    moves = []
    assert [child.value for child in stops("rate", rates(0.03, 0.07), 0.03).children] == [0.03, "0.03"]
    slider.observe(lambda change: moves.append(change["new"]), "value")
    inner, shown = slider.children
    inner.index = 0
    assert (slider.value, shown.value, moves) == (0.03, "0.03", [0.03])
    slider.value = 0.07
    assert (inner.value, shown.value, moves) == (0.07, "0.07", [0.03, 0.07])
    assert not inner.readout  # it would take what one writes into it, and do nothing with it

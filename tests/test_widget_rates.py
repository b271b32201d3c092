"""What a slider for a learning rate offers: numbers as one writes them, in order."""

from autograd_lib.widgets.rates import rates


def test_rates_are_round_and_exact():
    assert rates(0.01, 0.1) == [0.01, 0.02, 0.03, 0.05, 0.07, 0.1]
    assert rates(0.7, 3) == [0.7, 1.0, 2.0, 3.0]
    assert rates(0.1, 10, (10, 20, 50)) == [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]

"""The surfaces of the race: losses of two parameters, for floats, Values and NumPy arrays alike."""

from typing import NamedTuple


class Surface(NamedTuple):
    """A loss of two parameters: its formula, the function itself, where a race begins, its minima, and its picture."""

    formula: str
    f: object
    start: tuple
    minima: tuple
    window: tuple
    levels: tuple


def ravine(x, y):
    return (x**2 + 25 * y**2) / 2


def saddle(x, y):
    return (x**2 - y**2) / 2 + y**4 / 4


def beale(x, y):
    """Beale's function (1958), with its minimum at (3, 1/2) in a curved valley, and steep corners."""
    return (1.5 - x + x * y) ** 2 + (2.25 - x + x * y**2) ** 2 + (2.625 - x + x * y**3) ** 2


SURFACES = {
    "ravine": Surface(
        "(x² + 25y²) / 2", ravine, (-4.0, 1.0), ((0, 0),), (-4.6, 3.4, -1.8, 1.8), (0.1, 0.5, 1, 2, 4, 8, 16, 32)
    ),
    "saddle": Surface(
        "(x² − y²) / 2 + y⁴ / 4",
        saddle,
        (-2.0, 0.001),
        ((0, -1), (0, 1)),
        (-2.6, 1.9, -1.6, 1.6),
        (-0.24, -0.2, -0.1, 0, 0.1, 0.3, 0.7, 1.3, 2, 3),
    ),
    "Beale": Surface(
        "(1.5 − x + xy)² + (2.25 − x + xy²)² + (2.625 − x + xy³)²",
        beale,
        (1.0, 1.5),
        ((3, 0.5),),
        (-1, 4.6, -1.9, 2.1),
        (0.05, 0.3, 1, 3, 8, 15, 30, 80, 300),
    ),
}

"""Small data sets: points, images and texts. `read_points` and `read_text` read the reader's own."""

from autograd_lib.datasets.csv_points import read_points
from autograd_lib.datasets.points import batches, circles, digits, four_samples, moons, spirals, split, xor
from autograd_lib.datasets.text import load_course_text, load_names, random_windows, read_text, split_text

__all__ = [
    "batches",
    "circles",
    "digits",
    "four_samples",
    "load_course_text",
    "load_names",
    "moons",
    "random_windows",
    "read_points",
    "read_text",
    "spirals",
    "split",
    "split_text",
    "xor",
]

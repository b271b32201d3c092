"""The exercises of notebook 09."""

from autograd_lib.exercises.nb09 import columns, confusion, division, partials, to_the_bottom, which_way

TITLE = "Forward and reverse"
EXERCISES = tuple(module.exercise for module in (division, partials, which_way, columns, confusion, to_the_bottom))

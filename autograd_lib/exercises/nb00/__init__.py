"""The exercise of notebook 00: one to try the checker on."""

from autograd_lib.exercises.nb00 import average_slope

TITLE = "Start here"
EXERCISES = (average_slope.exercise,)

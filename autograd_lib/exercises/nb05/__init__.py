"""The exercises of notebook 05."""

from autograd_lib.exercises.nb05 import agreement, sigmoid, six_engines, slopes, softplus, thirty

TITLE = "Functions and gradient checks"
EXERCISES = tuple(module.exercise for module in (sigmoid, softplus, thirty, slopes, agreement, six_engines))

"""The exercises of notebook 11."""

from autograd_lib.exercises.nb11 import before, confusion, copies, places, pooling, way_back

TITLE = "Images"
EXERCISES = tuple(module.exercise for module in (before, copies, places, way_back, pooling, confusion))

"""The exercises of notebook 03."""

from autograd_lib.exercises.nb03 import division, flat_point, multiplication, neuron, reflected, subtraction

TITLE = "The Value class"
EXERCISES = tuple(module.exercise for module in (multiplication, subtraction, reflected, division, neuron, flat_point))

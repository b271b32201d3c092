"""The exercises of notebook 01."""

from autograd_lib.exercises.nb01 import (
    all_points,
    best_step,
    both_sides,
    chain_of_machines,
    downhill,
    given_gradient,
)

TITLE = "The chain rule"
EXERCISES = tuple(
    module.exercise for module in (both_sides, best_step, chain_of_machines, downhill, given_gradient, all_points)
)

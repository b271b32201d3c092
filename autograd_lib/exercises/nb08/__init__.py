"""The exercises of notebook 08."""

from autograd_lib.exercises.nb08 import adam, batching, cross_entropy, leak, momentum, numbers

TITLE = "A full training run"
EXERCISES = tuple(module.exercise for module in (leak, cross_entropy, batching, momentum, adam, numbers))

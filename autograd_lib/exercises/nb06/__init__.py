"""The exercises of notebook 06."""

from autograd_lib.exercises.nb06 import by_hand, counting, network, neuron, starts, two_lines

TITLE = "Neuron, layer, MLP"
EXERCISES = tuple(module.exercise for module in (neuron, by_hand, network, counting, two_lines, starts))

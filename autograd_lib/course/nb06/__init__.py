"""Notebook 06: its exercises and quizzes."""

TITLE = "Neuron, layer, MLP"

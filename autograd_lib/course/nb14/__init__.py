"""Notebook 14: its exercises and quizzes."""

TITLE = "PyTorch and JAX"
EXTRA = "peers"

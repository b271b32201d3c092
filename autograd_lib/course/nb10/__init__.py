"""Notebook 10: its exercises and quizzes."""

TITLE = "Tensors"

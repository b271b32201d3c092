"""Notebook 08: its exercises and quizzes."""

TITLE = "A full training run"

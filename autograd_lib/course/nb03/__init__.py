"""Notebook 03: its exercises and quizzes."""

TITLE = "The Value class"

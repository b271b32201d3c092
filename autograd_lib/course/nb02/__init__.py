"""Notebook 02: its exercises and quizzes."""

TITLE = "Computational graphs"

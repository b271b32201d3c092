"""Notebook 15: its exercises and quizzes."""

TITLE = "Scaling out"
EXTRA = "peers"

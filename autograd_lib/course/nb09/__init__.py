"""Notebook 09: its exercises and quizzes."""

TITLE = "Forward and reverse"

"""Notebook 12: its exercises and quizzes."""

TITLE = "A tiny GPT"

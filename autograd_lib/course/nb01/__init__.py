"""Notebook 01: its exercises and quizzes."""

TITLE = "The chain rule"

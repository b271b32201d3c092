"""Notebook 11: its exercises and quizzes."""

TITLE = "Images"

"""Notebook 00: its exercises and quizzes."""

TITLE = "Start here"

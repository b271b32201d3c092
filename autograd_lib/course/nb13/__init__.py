"""Notebook 13: its exercises and quizzes."""

TITLE = "Record and replay"

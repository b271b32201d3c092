"""Notebook 01: its exercises and quizzes."""

TITLE = "The chain rule"
# As the exercises stand on the page; their numbers are older.
ORDER = ["1.1", "1.3", "1.4", "1.6", "1.5", "1.2"]

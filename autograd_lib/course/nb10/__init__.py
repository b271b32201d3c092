"""Notebook 10: its exercises and quizzes."""

TITLE = "Tensors"
# As the exercises stand on the page; their numbers are older.
ORDER = ["10.1", "10.2", "10.3", "10.4", "10.6", "10.5"]

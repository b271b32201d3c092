"""Notebook 08: its exercises and quizzes, and a file for the reader's own engine to begin with."""

from autograd_lib.course.nb08.engine_file import start_my_engine

TITLE = "A full training run"
# As the exercises stand on the page; their numbers are older.
ORDER = ["8.1", "8.2", "8.3", "8.5", "8.4", "8.6"]

__all__ = ["ORDER", "TITLE", "start_my_engine"]

"""Notebook 08: its exercises and quizzes, and a file for the reader's own engine to begin with."""

from autograd_lib.course.nb08.engine_file import start_my_engine

TITLE = "A full training run"

__all__ = ["TITLE", "start_my_engine"]

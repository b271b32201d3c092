"""Notebook 03: its exercises and quizzes, and the `yours` for a class of the reader's own."""

from autograd_lib.course.nb03.own_class import yours

TITLE = "The Value class"

__all__ = ["TITLE", "yours"]

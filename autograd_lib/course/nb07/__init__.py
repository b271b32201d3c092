"""Notebook 07: its exercises and quizzes."""

from autograd_lib.course.nb07.curves import five_curves, right_curve

__all__ = ["five_curves", "right_curve"]

TITLE = "The training loop"

"""Notebook 05: its exercises and quizzes."""

from autograd_lib.course.nb05.engines import ENGINES
from autograd_lib.course.nb05.from_pytorch import PYTORCH

__all__ = ["ENGINES", "PYTORCH"]

TITLE = "Functions and gradient checks"

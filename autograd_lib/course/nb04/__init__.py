"""Notebook 04: its exercises and quizzes, and the sweep that it runs before the readers write theirs."""

from autograd_lib.course.nb04.turns import take_turns

TITLE = "Topological sort"

__all__ = ["TITLE", "take_turns"]

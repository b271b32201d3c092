"""Notebook 04: its exercises and quizzes."""

TITLE = "Topological sort"

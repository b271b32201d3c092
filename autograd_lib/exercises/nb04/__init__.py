"""The exercises of notebook 04."""

from autograd_lib.exercises.nb04 import backward, order, overwriting, safe_orders, twice, without_recursion

TITLE = "Topological sort"
EXERCISES = tuple(module.exercise for module in (safe_orders, order, backward, overwriting, twice, without_recursion))

"""The exercises of notebook 02."""

from autograd_lib.exercises.nb02 import backward_table, count_paths, design, forward_table, local_gradients, lost_path

TITLE = "Computational graphs"
EXERCISES = tuple(
    module.exercise for module in (forward_table, local_gradients, backward_table, lost_path, count_paths, design)
)

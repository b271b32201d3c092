"""The exercises of notebook 07."""

from autograd_lib.exercises.nb07 import fit_line, five_curves, mend, tipping, train_step

TITLE = "The training loop"
EXERCISES = tuple(module.exercise for module in (train_step, fit_line, tipping, mend, five_curves))

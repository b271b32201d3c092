"""Trying an optimiser's step, several times over, on parameters whose gradients are given."""

from autograd_lib.engine.value import Value


def parameters_after(runs, starts, gradients):
    """For each of several runs, with the same parameters put back to where they began: each parameter after each step.

    Args:
        runs: a function for each run, `take_step(parameters, number)`, with the number of the step, from 1.
        starts: where the parameters begin.
        gradients: for each step a row, with one gradient for each parameter.
    """
    parameters = [Value(start, label=f"w{i}") for i, start in enumerate(starts, start=1)]
    return [parameters_in(take_step, parameters, starts, gradients) for take_step in runs]


def parameters_in(take_step, parameters, starts, gradients):
    """Each parameter after each step of one run, as plain data."""
    answer = {}
    for parameter, start in zip(parameters, starts):
        parameter.data = start
    for number, row in enumerate(gradients, start=1):
        for parameter, gradient in zip(parameters, row):
            parameter.grad = gradient
        take_step(parameters, number)
        answer |= {f"{parameter.label} after step {number}": parameter.data for parameter in parameters}
    return answer

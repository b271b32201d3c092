"""Exercise 8.5: one step of Adam (Kingma and Ba 2015, algorithm 1)."""

import math

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.course.nb08.steps import parameters_after


def reference(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    for i, parameter in enumerate(parameters):
        gradient = parameter.grad
        means[i] = beta1 * means[i] + (1 - beta1) * gradient
        squares[i] = beta2 * squares[i] + (1 - beta2) * gradient**2
        mean = means[i] / (1 - beta1**step)
        square = squares[i] / (1 - beta2**step)
        parameter.data -= lr * mean / (square**0.5 + eps)


def list_by_list(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    means[:] = [m + (1 - beta1) * (p.grad - m) for m, p in zip(means, parameters)]
    squares[:] = [s + (1 - beta2) * (p.grad * p.grad - s) for s, p in zip(squares, parameters)]
    for parameter, m, s in zip(parameters, means, squares):
        root = math.sqrt(s / (1 - beta2**step))
        parameter.data -= lr / (1 - beta1**step) * m / (root + eps)


def forgets_to_correct(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the running means are used as they are. They begin at 0 and are too small at first, the mean square more so than
    the mean: the first step comes out about three times too long. Divide each by 1 - beta**step.
    """
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
        parameter.data -= lr * means[i] / (squares[i] ** 0.5 + eps)


def counts_from_zero(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the steps are counted from 0 in the correction, and 1 - beta**0 is 0. `step` is 1 at the first step: use it as it
    is.
    """
    reference(parameters, means, squares, step - 1, lr, beta1, beta2, eps)


def forgets_the_root(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """it is divided by the mean square instead of by its root. Then a gradient that is 1000 times smaller makes steps
    that are 1000 times *larger*, where they should be the same.
    """
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
        mean, square = means[i] / (1 - beta1**step), squares[i] / (1 - beta2**step)
        parameter.data -= lr * mean / (square + eps)


def puts_eps_inside(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """eps is added under the root. There it acts like a gradient of √eps, ten thousand times larger: parameters with
    small gradients almost stop. Take the root first.
    """
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
        mean, square = means[i] / (1 - beta1**step), squares[i] / (1 - beta2**step)
        parameter.data -= lr * mean / (square + eps) ** 0.5


def adds_eps_before_correcting(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """eps is added to the root before the correction. The paper has this form too, as a faster one with another eps;
    here, add eps to the corrected root.
    """
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
        rate = lr * (1 - beta2**step) ** 0.5 / (1 - beta1**step)
        parameter.data -= rate * means[i] / (squares[i] ** 0.5 + eps)


def keeps_what_is_corrected(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the corrected means are written back into the lists, and corrected again at the next step. Keep the running
    means as they are, and correct a copy.
    """
    for i, parameter in enumerate(parameters):
        means[i] = (beta1 * means[i] + (1 - beta1) * parameter.grad) / (1 - beta1**step)
        squares[i] = (beta2 * squares[i] + (1 - beta2) * parameter.grad**2) / (1 - beta2**step)
        parameter.data -= lr * means[i] / (squares[i] ** 0.5 + eps)


def swaps_the_betas(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the betas are swapped: beta1 is for the mean of the gradients, beta2 for the mean of their squares."""
    reference(parameters, means, squares, step, lr, beta2, beta1, eps)


def never_writes_them_back(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the running means never get back into the lists, so that each step begins with zeros. Write `means[i] = ...` and
    `squares[i] = ...`.
    """
    reference(parameters, means.copy(), squares.copy(), step, lr, beta1, beta2, eps)


def run(solution, starts, gradients, settings):
    means, squares = [0.0] * len(starts), [0.0] * len(starts)
    return parameters_after(
        lambda parameters, number: solution(parameters, means, squares, number, 0.1, **settings), starts, gradients
    )


GRADIENTS = [-1.3, 0.7, 0.2, -0.4, 2.1]

exercise = Exercise(
    id="8.5",
    title="A step of Adam",
    name="adam_step",
    reference=reference,
    cases=[
        Case("one parameter, one step", lambda: ([1.0], [[-1.3]], {})),
        Case("one parameter, five steps", lambda: ([1.0], [[g] for g in GRADIENTS], {})),
        Case(
            "two parameters, the gradients of the one 1000 times smaller",
            lambda: ([1.0, -2.0], [[g, -g / 1000] for g in GRADIENTS], {}),
        ),
        Case("gradients near eps", lambda: ([1.0], [[g * 1e-8] for g in GRADIENTS], {})),
        Case(
            "beta1 0.5, beta2 0.8, eps 0.01",
            lambda: ([1.0], [[g] for g in GRADIENTS], {"beta1": 0.5, "beta2": 0.8, "eps": 0.01}),
        ),
    ],
    run=run,
    # Larger than the effect of eps on gradients near 1: a smaller gap would show two equal numbers.
    tolerance=1e-6,
    alternatives=[list_by_list],
    misconceptions=[
        forgets_to_correct,
        counts_from_zero,
        forgets_the_root,
        puts_eps_inside,
        adds_eps_before_correcting,
        keeps_what_is_corrected,
        swaps_the_betas,
        never_writes_them_back,
    ],
)

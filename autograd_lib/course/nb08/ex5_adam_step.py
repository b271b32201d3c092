"""Exercise 8.5: one step of Adam (Kingma and Ba 2015, algorithm 1)."""

import math

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb08.steps import parameters_after

SECOND_RUN = "a second run"


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


def counts_from_zero(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the steps are counted from 0 in the correction, and 1 - beta**0 is 0. `step` is 1 at the first step: use it as it
    is.
    """
    reference(parameters, means, squares, step - 1, lr, beta1, beta2, eps)


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
    """nothing is remembered: after the step, both lists hold the zeros that they held before. Write `means[i] = ...`
    and `squares[i] = ...`.
    """
    reference(parameters, means.copy(), squares.copy(), step, lr, beta1, beta2, eps)


def ignores_its_settings(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """0.9, 0.999 and 1e-8 are used whatever `beta1`, `beta2` and `eps` are. Those are only what the arguments are where
    the caller says nothing.
    """
    reference(parameters, means, squares, step, lr)


def shares_one_memory(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """one running mean, and one of the squares, serve all parameters. Each parameter has its own: `means[i]`."""
    for parameter in parameters:
        reference([parameter], means, squares, step, lr, beta1, beta2, eps)


def corrects_both_with_beta1(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """both corrections are made with beta1. The mean of the squares began at 0 with beta2: divide it by
    1 - beta2**step.
    """
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
        correction = 1 - beta1**step
        parameter.data -= lr * means[i] / correction / ((squares[i] / correction) ** 0.5 + eps)


def corrects_a_step_too_far(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """the correction counts one step too many: `step` is 1 at the first step already."""
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
        mean, square = means[i] / (1 - beta1 ** (step + 1)), squares[i] / (1 - beta2 ** (step + 1))
        parameter.data -= lr * mean / (square**0.5 + eps)


def remembers_elsewhere(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, memory={}):  # noqa: B006
    """something is remembered outside of the two lists: a second run, with lists of its own, takes other steps than the
    first. What is in `means` and `squares` has to be all that a step knows about the past.
    """
    own = memory.setdefault("means", [0.0] * 9), memory.setdefault("squares", [0.0] * 9)
    reference(parameters, *own, step, lr, beta1, beta2, eps)
    means[:], squares[:] = own[0][: len(means)], own[1][: len(means)]


def has_another_second_run(case, answer):
    return answer[SECOND_RUN] == "other steps"


def run(solution, starts, gradients, settings):
    """Where the parameters are after each step, and whether a second run, with lists of its own, takes the same."""
    lists = [[[0.0] * len(starts) for _ in range(2)] for _ in range(2)]

    def take_step(means, squares):
        return lambda parameters, number: solution(parameters, means, squares, number, 0.1, **settings)

    answer, again = (parameters_after(take_step(*each), starts, gradients) for each in lists)
    answer[SECOND_RUN] = "the same steps" if again == answer else "other steps"
    return answer | {"means": list(lists[0][0]), "squares": list(lists[0][1])}


GRADIENTS = [-1.3, 0.7, 0.2, -0.4, 2.1]

exercise = Exercise(
    id="8.5",
    title="A step of Adam",
    name="adam_step",
    reference=reference,
    demands=[
        Demand(
            "each parameter makes the step of the rule above, with `lr`, `beta1`, `beta2` and `eps`",
            ignores_its_settings,
        ),
        Demand("the corrections are for this step, `step` = 1 being the first", counts_from_zero),
        Demand(
            "`means` and `squares` hold m and s of each parameter, uncorrected, for the next step",
            keeps_what_is_corrected,
        ),
        Demand("nothing is remembered anywhere else", remembers_elsewhere),
    ],
    cases=[
        Case("one parameter, one step", lambda: ([1.0], [[-1.3]], {})),
        Case("one parameter, five steps", lambda: ([1.0], [[g] for g in GRADIENTS], {})),
        Case(
            "two parameters, the gradients of the one 1000 times smaller",
            lambda: ([1.0, -2.0], [[g, -g / 1000] for g in GRADIENTS], {}),
        ),
        Case("one parameter, whose gradient is 0", lambda: ([1.0], [[0.0], [0.0]], {})),
        Case("gradients near eps", lambda: ([1.0], [[g * 1e-8] for g in GRADIENTS], {})),
        Case(
            "beta1 0.5, beta2 0.8, eps 0.01",
            lambda: ([1.0], [[g] for g in GRADIENTS], {"beta1": 0.5, "beta2": 0.8, "eps": 0.01}),
        ),
    ],
    run=run,
    may_change=("parameters", "means", "squares"),
    # Larger than the effect of eps on gradients near 1: a smaller gap would show two equal numbers.
    tolerance=1e-6,
    alternatives=[list_by_list],
    misconceptions=[
        counts_from_zero,
        adds_eps_before_correcting,
        keeps_what_is_corrected,
        swaps_the_betas,
        never_writes_them_back,
        ignores_its_settings,
        shares_one_memory,
        corrects_both_with_beta1,
        corrects_a_step_too_far,
        remembers_elsewhere,
    ],
    recognise={remembers_elsewhere: has_another_second_run},
    slips=[
        Slip(
            "m is not corrected. It begins at 0, and is too small at first: divide it by 1 - beta1**step.",
            ("means[i] / (1 - beta1**step)", "means[i]"),
        ),
        Slip(
            "s is not corrected. It begins at 0, and is too small at first: divide it by 1 - beta2**step.",
            ("squares[i] / (1 - beta2**step)", "squares[i]"),
        ),
        Slip(
            "m is divided by 1 - beta1, at every step as at the first. The correction fades: 1 - beta1**step.",
            ("beta1**step", "beta1"),
        ),
        Slip(
            "s is divided by 1 - beta2, at every step as at the first. The correction fades: 1 - beta2**step.",
            ("beta2**step", "beta2"),
        ),
        Slip(
            "the running mean takes in the whole gradient. It is an average: the new gradient counts 1 - beta1.",
            ("(1 - beta1) * gradient\n", "gradient\n"),
        ),
        Slip(
            "the running mean of the squares takes in the whole square. It is an average: a new one counts 1 - beta2.",
            ("(1 - beta2) * gradient**2", "gradient**2"),
        ),
        Slip(
            "beta1 and 1 - beta1 have changed places: the running mean keeps a tenth of itself, and is almost the "
            "newest gradient.",
            ("beta1 * means[i] + (1 - beta1) * gradient\n", "(1 - beta1) * means[i] + beta1 * gradient\n"),
        ),
        Slip(
            "beta2 and 1 - beta2 have changed places: the mean of the squares keeps next to nothing of itself.",
            ("beta2 * squares[i] + (1 - beta2) *", "(1 - beta2) * squares[i] + beta2 *"),
        ),
        Slip(
            "the gradient is not squared: both means are of the gradient itself, and the root of the second may not "
            "even be a real number.",
            ("gradient**2", "gradient"),
        ),
        Slip(
            "the running mean is squared instead of the gradient. s is a mean of squares, not the square of a mean.",
            ("(1 - beta2) * gradient**2", "(1 - beta2) * means[i] ** 2"),
        ),
        Slip(
            "it is divided by the mean square instead of by its root. Then a gradient that is 1000 times smaller makes "
            "steps that are 1000 times *larger*, where they should be the same.",
            ("square**0.5", "square"),
        ),
        Slip(
            "eps is added under the root. There it acts like a gradient of √eps, ten thousand times larger: parameters "
            "with small gradients almost stop. Take the root first.",
            ("square**0.5 + eps", "(square + eps) ** 0.5"),
        ),
        Slip("eps is missing: with gradients that are 0, it is divided by 0.", ("square**0.5 + eps", "square**0.5")),
        Slip(
            "the step goes up the slope: the sign is wrong. The gradient points to where the loss grows.",
            ("parameter.data -=", "parameter.data +="),
        ),
        Slip("lr is missing.", ("lr * mean", "mean")),
        Slip(
            "the step *replaces* the parameter. It is subtracted from where the parameter is: `-=`.",
            ("parameter.data -= lr", "parameter.data = -lr"),
        ),
        Slip(
            "the newest gradient stands where its running mean should: without m̂, nothing is averaged on top.",
            ("lr * mean /", "lr * gradient /"),
        ),
        Slip(
            "nothing is divided by √ŝ + eps: the step still believes the gradient's size.",
            ("lr * mean / (square**0.5 + eps)", "lr * mean"),
        ),
        Slip(
            "m is multiplied by 1 - beta1**step. It is too small at first, so it is divided.",
            ("means[i] / (1", "means[i] * (1"),
        ),
        Slip(
            "s is multiplied by 1 - beta2**step. It is too small at first, so it is divided.",
            ("squares[i] / (1", "squares[i] * (1"),
        ),
        Slip(
            "the betas are swapped in the running means. beta1 is for the mean of the gradients, beta2 for the mean of "
            "their squares.",
            ("beta1 * means[i] + (1 - beta1)", "beta2 * means[i] + (1 - beta2)"),
            ("beta2 * squares[i] + (1 - beta2)", "beta1 * squares[i] + (1 - beta1)"),
        ),
        Slip("only the first parameter takes a step.", ("enumerate(parameters)", "enumerate(parameters[:1])")),
    ],
)

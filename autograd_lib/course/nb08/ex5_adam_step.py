"""Exercise 8.5: one step of Adam (Kingma and Ba 2015, algorithm 1)."""

import math
from types import FunctionType

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb08.steps import parameters_after
from autograd_lib.course.trying import Failure

SECOND_RUN = "what a second run takes"


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
    for i, parameter in enumerate(parameters):
        means[i] = (beta1 * means[i] + (1 - beta1) * parameter.grad) / (1 - beta1**step)
        squares[i] = (beta2 * squares[i] + (1 - beta2) * parameter.grad**2) / (1 - beta2**step)
        parameter.data -= lr * means[i] / (squares[i] ** 0.5 + eps)


def ignores_its_settings(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    reference(parameters, means, squares, step, lr)


def shares_one_memory(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """one running mean, and one of the squares, serve all parameters. Each parameter has its own: `means[i]`."""
    for parameter in parameters:
        reference([parameter], means, squares, step, lr, beta1, beta2, eps)


def looks_the_places_up(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """a mean is written to the place of an equal one, as where its place is looked up with `means.index(m)`, which
    finds the first of equal numbers. Where a gradient is 0, two parameters then share a place. Each has its own,
    `means[i]`.
    """
    for parameter, m, s in zip(parameters, list(means), list(squares)):
        own = [m], [s]
        reference([parameter], *own, step, lr, beta1, beta2, eps)
        means[means.index(m)], squares[squares.index(s)] = own[0][0], own[1][0]


def skips_zero_gradients(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """a parameter whose gradient is 0 does not move, and its m and s do not fade. They fade in every step, and the
    parameter moves by what is left of m.
    """
    for i, parameter in enumerate(parameters):
        if parameter.grad:
            m, s = [means[i]], [squares[i]]
            reference([parameter], m, s, step, lr, beta1, beta2, eps)
            means[i], squares[i] = m[0], s[0]


def takes_plain_means(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """m and s are means in which all steps so far count alike. In a running mean the newest counts 1 - beta, and the
    older ones fade.
    """
    for i, parameter in enumerate(parameters):
        means[i] += (parameter.grad - means[i]) / step
        squares[i] += (parameter.grad * parameter.grad - squares[i]) / step
        parameter.data -= lr * means[i] / (math.sqrt(squares[i]) + eps)


def shares_one_root(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8):
    """every parameter is divided by the same root, that of the mean of all ŝ. Each has an ŝ of its own, and is divided
    by the root of that one.
    """
    for i, parameter in enumerate(parameters):
        means[i] = beta1 * means[i] + (1 - beta1) * parameter.grad
        squares[i] = beta2 * squares[i] + (1 - beta2) * parameter.grad**2
    root = (sum(squares) / len(squares) / (1 - beta2**step)) ** 0.5
    for parameter, m in zip(parameters, means):
        parameter.data -= lr * m / (1 - beta1**step) / (root + eps)


def remembers_elsewhere(parameters, means, squares, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, memory={}):  # noqa: B006
    """something is remembered outside of the two lists: a second run, with lists of its own, takes other steps than the
    first. `means`, `squares` and `step` have to be all that a step knows about the past.
    """
    own = memory.setdefault("means", [0.0] * 9), memory.setdefault("squares", [0.0] * 9)
    reference(parameters, *own, step, lr, beta1, beta2, eps)
    means[:], squares[:] = own[0][: len(means)], own[1][: len(means)]


def has_another_second_run(case, answer):
    """Whether the second run is another from the first case on. In later ones, anything may follow from it."""
    if case is exercise.cases[0]:
        return answer[SECOND_RUN] == "other steps"
    return isinstance(answer, Failure) or answer[SECOND_RUN] == "other steps" or exercise.gap(case, answer) is None


def run(solution, starts, gradients, settings):
    """Where the parameters are after each step, and whether a second run, with lists of its own, takes the same."""
    lists = [[[0.0] * len(starts) for _ in range(2)] for _ in range(2)]

    def take_step(means, squares):
        return lambda parameters, number: solution(parameters, means, squares, number, 0.1, **settings)

    answer, again = parameters_after([take_step(*each) for each in lists], starts, gradients)
    answer[SECOND_RUN] = "the same steps" if again == answer else "other steps"
    return answer | {"means": list(lists[0][0]), "squares": list(lists[0][1])}


GRADIENTS = [-1.3, 0.7, 0.2, -0.4, 2.1]

LOOP = "    for i, parameter"


def before_the_loop(line):
    """The edit that puts a line before the loop over the parameters."""
    return LOOP, f"    {line}\n{LOOP}"


SLIPS = [
    Slip(
        "m is not corrected. It begins at 0, and is too small at first: divide it by 1 - beta1**step.",
        ("means[i] / (1 - beta1**step)", "means[i]"),
    ),
    Slip(
        "s is not corrected. It begins at 0, and is too small at first: divide it by 1 - beta2**step.",
        ("squares[i] / (1 - beta2**step)", "squares[i]"),
    ),
    Slip(
        "neither m nor s is corrected. Both begin at 0, and are too small at first: divide m by 1 - beta1**step, and s "
        "by 1 - beta2**step.",
        ("means[i] / (1 - beta1**step)", "means[i]"),
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
        "the size of the gradient stands where its square should: s is then the mean of |g|.",
        ("gradient**2", "abs(gradient)"),
    ),
    Slip(
        "the running mean is squared instead of the gradient. s is a mean of the squares of the gradients themselves.",
        ("(1 - beta2) * gradient**2", "(1 - beta2) * means[i] ** 2"),
    ),
    Slip(
        "it is divided by the mean square instead of by its root. Then a gradient that is 1000 times smaller makes "
        "steps that are 1000 times *larger*, where they should be the same.",
        ("square**0.5", "square"),
    ),
    Slip(
        "eps is added under the root. There it acts like a gradient of √eps, and parameters whose gradients are far "
        "below √eps almost stop. Take the root first.",
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
    Slip(
        "the correction of m multiplies beta1 by the step. It is beta1 to the power of step.",
        ("beta1**step", "beta1 * step"),
    ),
    Slip(
        "the correction of s multiplies beta2 by the step. It is beta2 to the power of step.",
        ("beta2**step", "beta2 * step"),
    ),
    Slip(
        "the corrected m is kept in the list, and corrected again at the next step.",
        ("mean = means[i] /", "mean = means[i] = means[i] /"),
    ),
    Slip(
        "the corrected s is kept in the list, and corrected again at the next step.",
        ("square = squares[i] /", "square = squares[i] = squares[i] /"),
    ),
    Slip(
        "0.9 and 0.999 are used in the running means, whatever beta1 and beta2 are.",
        ("beta1 * means[i] + (1 - beta1)", "0.9 * means[i] + (1 - 0.9)"),
        ("beta2 * squares[i] + (1 - beta2)", "0.999 * squares[i] + (1 - 0.999)"),
    ),
    Slip("only the first parameter takes a step.", ("enumerate(parameters)", "enumerate(parameters[:1])")),
    Slip(
        "it is divided by 0 at the first step, as where the correction counts the steps from 0: 1 - beta**0 is 0. "
        "`step` is 1 at the first step: use it as it is.",
        before_the_loop("step -= 1"),
    ),
    Slip(
        "the correction counts one step too many: `step` is 1 at the first step already.",
        before_the_loop("step += 1"),
    ),
    Slip(
        "the exponent in the corrections is the parameter's place in the list. It is the number of the step.",
        ("gradient = parameter.grad\n", "gradient, step = parameter.grad, i + 1\n"),
    ),
    Slip(
        "the betas are swapped: beta1 is for the mean of the gradients, beta2 for the mean of their squares.",
        before_the_loop("beta1, beta2 = beta2, beta1"),
    ),
    Slip(
        "the betas are swapped in the corrections. m is corrected with beta1, s with beta2.",
        ("means[i] / (1 - beta1**step)", "means[i] / (1 - beta2**step)"),
        ("squares[i] / (1 - beta2**step)", "squares[i] / (1 - beta1**step)"),
    ),
    Slip(
        "0.9, 0.999 and 1e-8 are used whatever `beta1`, `beta2` and `eps` are. Those are only what the arguments are "
        "where the caller says nothing.",
        before_the_loop("beta1, beta2, eps = 0.9, 0.999, 1e-8"),
    ),
    Slip("0.9 stands in the correction of m, whatever beta1 is.", ("1 - beta1**step", "1 - 0.9**step")),
    Slip("0.999 stands in the correction of s, whatever beta2 is.", ("1 - beta2**step", "1 - 0.999**step")),
    Slip("1e-8 is added to the root, whatever eps is.", ("+ eps", "+ 1e-8")),
    Slip(
        "nothing is remembered: after the step, both lists hold the zeros that they held before. Write `means[i] = "
        "...` and `squares[i] = ...`.",
        before_the_loop("means, squares = means.copy(), squares.copy()"),
    ),
    Slip(
        "the running means of the gradients are not kept: after the step, `means` holds the zeros that it held before.",
        before_the_loop("means = means.copy()"),
    ),
    Slip(
        "the running means of the squares are not kept: after the step, `squares` holds the zeros that it held before.",
        before_the_loop("squares = squares.copy()"),
    ),
    Slip(
        "the corrected means are kept in the lists, and corrected again at the next step. The lists hold the running "
        "means as they are, uncorrected.",
        ("mean = means[i] /", "mean = means[i] = means[i] /"),
        ("square = squares[i] /", "square = squares[i] = squares[i] /"),
    ),
    Slip(
        "both corrections are made with beta1. The mean of the squares began at 0 with beta2: divide it by "
        "1 - beta2**step.",
        ("squares[i] / (1 - beta2**step)", "squares[i] / (1 - beta1**step)"),
    ),
    Slip(
        "both corrections are made with beta2. The mean of the gradients began at 0 with beta1: divide it by "
        "1 - beta1**step.",
        ("means[i] / (1 - beta1**step)", "means[i] / (1 - beta2**step)"),
    ),
    Slip(
        "m is divided by (1 - beta1)**step. Only beta1 is taken to the power of step: 1 - beta1**step.",
        ("(1 - beta1**step)", "(1 - beta1) ** step"),
    ),
    Slip(
        "s is divided by (1 - beta2)**step. Only beta2 is taken to the power of step: 1 - beta2**step.",
        ("(1 - beta2**step)", "(1 - beta2) ** step"),
    ),
    Slip(
        "√s is divided by 1 - beta2**step. It is s that is divided by it, and the root comes after: a factor outside "
        "the root needs a root of its own.",
        ("(1 - beta2**step)", "(1 - beta2**step) ** 2"),
    ),
    Slip(
        "the step has the factor 1 - beta2**step, as where √s + eps is divided by it. It is s that is divided by it, "
        "before the root is taken and eps is added.",
        ("squares[i] / (1 - beta2**step)", "squares[i]"),
        ("(square**0.5 + eps)", "((square**0.5 + eps) / (1 - beta2**step))"),
    ),
    Slip("m is divided by 1 + beta1**step. It is 1 - beta1**step.", ("1 - beta1**step", "1 + beta1**step")),
    Slip("s is divided by 1 + beta2**step. It is 1 - beta2**step.", ("1 - beta2**step", "1 + beta2**step")),
    Slip(
        "the old running mean does not fade: beta1 is missing in front of it.",
        ("beta1 * means[i] +", "means[i] +"),
    ),
    Slip(
        "the old mean of the squares does not fade: beta2 is missing in front of it.",
        ("beta2 * squares[i] +", "squares[i] +"),
    ),
    Slip(
        "the larger of the old and the new mean of the squares is kept, so that it never falls (AMSGrad). Here it "
        "falls when the gradients get smaller.",
        ("squares[i] = beta2", "squares[i] = max(squares[i], beta2"),
        ("gradient**2\n", "gradient**2)\n"),
    ),
    Slip(
        "s is the mean of (g - m)², of how far the gradients lie from their mean (AdaBelief). Here it is the mean of "
        "g².",
        ("gradient**2", "(gradient - means[i]) ** 2"),
    ),
    Slip(
        "the corrected mean is squared instead of the gradient. s is a mean of squares, not the square of a mean.",
        ("gradient**2", "(means[i] / (1 - beta1**step)) ** 2"),
    ),
    Slip(
        "both corrections multiply beta by the step, and the sign that this gives s is taken off. It is beta to the "
        "power of step.",
        ("beta1**step", "beta1 * step"),
        ("squares[i] / (1 - beta2**step)", "abs(squares[i] / (1 - beta2 * step))"),
    ),
    Slip(
        "the mean of all parameters' squares goes into each entry of `squares`. Each parameter has an s of its own.",
        ("gradient**2", "sum(p.grad**2 for p in parameters) / len(parameters)"),
    ),
    *(
        Slip(
            "only the first parameter makes the right steps, as where an argument such as beta1 is overwritten inside "
            "the loop. Every parameter takes the same `lr`, `beta1`, `beta2` and `step`.",
            *edits,
        )
        for edits in [
            [
                ("    mean =", "    beta1, beta2 = beta1**step, beta2**step\n        mean ="),
                ("(1 - beta1**step)", "(1 - beta1)"),
                ("(1 - beta2**step)", "(1 - beta2)"),
            ],
            [("    mean = means[i]", "    lr = lr"), ("lr * mean", "lr * means[i]")],
        ]
    ),
    Slip("the last parameter takes no step.", ("enumerate(parameters)", "enumerate(parameters[:-1])")),
    Slip(
        "it is divided by the larger of √ŝ and eps. Divide by their sum.",
        ("square**0.5 + eps", "max(square**0.5, eps)"),
    ),
    Slip(
        "only the first step is corrected. After it the means are still too small: divide by 1 - beta1**step and "
        "1 - beta2**step in every step.",
        ("means[i] / (1 - beta1**step)", "means[i] / (1 - beta1 if step == 1 else 1)"),
        ("squares[i] / (1 - beta2**step)", "squares[i] / (1 - beta2 if step == 1 else 1)"),
    ),
    Slip(
        "the step is made with the s of the step before, as where `squares[i]` is written to after the step. s takes "
        "in the new gradient first.",
        ("gradient = parameter.grad\n", "gradient, old = parameter.grad, squares[i]\n"),
        ("squares[i] / (1", "old / (1"),
    ),
    Slip(
        "the step is made with the m of the step before, as where `means[i]` is written to after the step. m takes in "
        "the new gradient first.",
        ("gradient = parameter.grad\n", "gradient, old = parameter.grad, means[i]\n"),
        ("means[i] / (1", "old / (1"),
    ),
    *(
        Slip(
            "eps is added to the fraction, as where the brackets around √ŝ + ε are missing. It is added to the root, "
            "and m̂ is divided by the sum.",
            ("lr * mean / (square**0.5 + eps)", step),
        )
        for step in ("lr * mean / square**0.5 + eps", "lr * (mean / square**0.5 + eps)")
    ),
    Slip(
        "s is the mean of (g - m)², with the m of the step before. Here it is the mean of g².",
        ("gradient = parameter.grad\n", "gradient, old = parameter.grad, means[i]\n"),
        ("gradient**2", "(gradient - old) ** 2"),
    ),
]

# Rare ones, which are tried alone and with one another: pairs with all others would take too long.
BY_THEMSELVES = FunctionType(reference.__code__, globals(), reference.__name__)
for rare in SLIPS[-23:]:
    rare.of = BY_THEMSELVES

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
        Case("one parameter, forty steps", lambda: ([1.0], [[g] for g in GRADIENTS * 8], {})),
        Case("one parameter, whose gradient is 0", lambda: ([1.0], [[0.0], [0.0]], {})),
        Case("one parameter, whose gradient is 0 in the second step", lambda: ([1.0], [[0.5], [0.0], [-0.3]], {})),
        Case(
            "three parameters, the gradients of the second 1000 times smaller",
            lambda: ([1.0, -2.0, 0.5], [[g + 1.3, -g / 1000, 0.3 - g] for g in GRADIENTS], {}),
        ),
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
        adds_eps_before_correcting,
        shares_one_memory,
        shares_one_root,
        skips_zero_gradients,
        takes_plain_means,
        looks_the_places_up,
        remembers_elsewhere,
    ],
    recognise={remembers_elsewhere: has_another_second_run},
    slips=SLIPS,
)

"""Exercise 10.6: softmax and cross-entropy as one node, finite for all logits; its gradient is p - 1 at the target."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise, plain, same
from autograd_lib.course.nb10.nodes import answer_of
from autograd_lib.engine.tensor import Tensor

TOLERANCE = 1e-9


def reference(logits, targets):
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(log_p)
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-log_p[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def with_ones_and_zeros(logits, targets):
    onehot = np.eye(logits.shape[1])[targets]
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    totals = np.exp(shifted).sum(axis=1, keepdims=True)
    loss = (np.log(totals)[:, 0] - (shifted * onehot).sum(axis=1)).mean()
    back = (np.exp(shifted) / totals - onehot) / len(onehot)
    return Tensor(loss, (logits,), "cross_entropy", (lambda g: g * back,))


def from_nodes_of_the_library(logits, targets):
    return -logits.log_softmax()[np.arange(len(targets)), targets].mean()


def solution_with(log_p_of=None, loss_of=None, back=None):
    """A solution in the form of the reference, with some of its three parts replaced.

    Args:
        log_p_of: from logits to log p.
        loss_of: from log p and the targets to the loss.
        back: from g, p, rows and targets to the gradient.
    """

    def solution(logits, targets):
        rows = np.arange(len(targets))
        log_p = (log_p_of or right_log_p)(logits.data)
        loss = (loss_of or (lambda log_p, targets: -log_p[rows, targets].mean()))(log_p, targets)
        gradient_of = back or right_back
        return Tensor(loss, (logits,), "cross_entropy", (lambda g: gradient_of(g, np.exp(log_p), rows, targets),))

    return solution


def right_log_p(x):
    shifted = x - x.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def right_back(g, p, rows, targets):
    p = p.copy()
    p[rows, targets] -= 1
    return g * p / len(rows)


def adds_up(logits, targets):
    """the costs of the rows are added up instead of averaged. A loss that grows with the batch makes steps that grow
    with it too: take the mean, and divide the gradient by the number of rows.
    """
    return solution_with(
        loss_of=lambda log_p, targets: -log_p[np.arange(len(targets)), targets].sum(),
        back=lambda g, p, rows, targets: right_back(g, p, rows, targets) * len(rows),
    )(logits, targets)


def forgets_to_divide_the_gradient(logits, targets):
    """the loss is a mean but its gradient is that of a sum. Divide the gradient by the number of rows, too."""
    return solution_with(back=lambda g, p, rows, targets: right_back(g, p, rows, targets) * len(rows))(logits, targets)


def forgets_the_target(logits, targets):
    """p alone comes back, which pushes all scores down, the right one too. At the target it is p - 1."""
    return solution_with(back=lambda g, p, rows, targets: g * p / len(rows))(logits, targets)


def turns_the_sign(logits, targets):
    """the sign is flipped: a step against this gradient makes the right class *less* likely. It is p - 1 at the target,
    and p elsewhere.
    """
    return solution_with(back=lambda g, p, rows, targets: -right_back(g, p, rows, targets))(logits, targets)


def forgets_the_gradient(logits, targets):
    """g is left out. It is 1 if this loss is the root, and something else if anything is computed from it, such as a
    sum with an L2 penalty, or 0.7 times it: multiply by g.
    """
    return solution_with(back=lambda g, p, rows, targets: right_back(1.0, p, rows, targets))(logits, targets)


def picks_columns(logits, targets):
    """`log_p[:, targets]` is taken for one number of each row. It is every row with *all* the columns of the targets;
    `log_p[rows, targets]`, with rows 0, 1, 2, …, picks one number of each row.
    """
    return solution_with(loss_of=lambda log_p, targets: -log_p[:, targets].mean())(logits, targets)


def takes_one_off_in_every_row(logits, targets):
    """the 1 is taken off at `[:, targets]`: in *every* row, in all the columns of the targets. `[rows, targets]` is one
    entry of each row.
    """

    def back(g, p, rows, targets):
        p = p.copy()
        p[:, targets] -= 1
        return g * p / len(rows)

    return solution_with(back=back)(logits, targets)


def overflows(logits, targets):
    """the exponential of a large logit is infinite, and infinity over infinity is no number. Subtract the largest logit
    of each row first: it changes nothing, and no exponential is larger than 1.
    """
    return solution_with(log_p_of=lambda x: x - np.log(np.exp(x).sum(axis=1, keepdims=True)))(logits, targets)


def subtracts_one_number_from_all(logits, targets):
    """the largest logit of the *whole* batch is subtracted. A row that lies far below it then has nothing but zeros,
    and 0 has no logarithm. Subtract each row's own: `max(axis=1, keepdims=True)`.
    """
    return solution_with(log_p_of=lambda x: right_form(x - x.max()))(logits, targets)


def right_form(shifted):
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def takes_the_log_of_a_rounded_softmax(logits, targets):
    """the softmax is computed first and its logarithm afterwards. A p of e⁻¹⁰⁰⁰ is 0 in floats, and the logarithm comes
    too late: log p = x - max - log(Σ e^(x - max)) keeps all digits.
    """

    def log_p(x):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return np.log(e / e.sum(axis=1, keepdims=True))

    return solution_with(log_p_of=log_p)(logits, targets)


CASES = {
    "one row of logits, 0 and 1, target 1": ([[0.0, 1.0]], [1]),
    "two rows of three, targets 2 and 0": ([[2.0, -1.0, 0.5], [0.3, 0.1, -0.4]], [2, 0]),
    "three rows, two of them with target 1": ([[2.0, -1.0, 0.5], [0.3, 0.1, -0.4], [1.0, 1.0, 0.0]], [1, 0, 1]),
    "one row of logits, 1000 and 0, target 1": ([[1000.0, 0.0]], [1]),
    "two rows that lie 2000 apart": ([[1000.0, 999.0], [-1000.0, -1001.0]], [0, 1]),
}


def run(solution, numbers, targets):
    logits = Tensor(numbers, label="logits")
    with np.errstate(all="ignore"):  # the gap tells of NaN and infinity
        return answer_of(solution(logits, np.array(targets)), (logits,), np.array(0.7), "loss")


def right_while_small(fits):
    """Recognises answers that are right for small logits and accepted by `fits(case, right, answer)` for large ones."""

    def recognise(case, answer):
        right = plain(run(reference, *case.make()))
        if not isinstance(answer, dict) or "000" not in case.text:
            return same(right, answer, TOLERANCE)
        return fits(case, right, answer)

    return recognise


def is_no_number(case, right, answer):
    """Whether the loss overflows and, where there are two rows, the upper one is wrong too."""
    upper_is_right = same(right["logits.grad"][0], answer["logits.grad"][0], TOLERANCE)
    return not np.isfinite(answer["loss"]) and not (len(right["logits.grad"]) > 1 and upper_is_right)


def lower_row_is_lost(case, right, answer):
    """Whether one row by itself is right, but of two that lie far apart only the upper one."""
    if len(right["logits.grad"]) == 1:
        return same(right, answer, TOLERANCE)
    upper_is_right = same(right["logits.grad"][0], answer["logits.grad"][0], TOLERANCE)
    return upper_is_right and not np.isfinite(answer["loss"])


exercise = Exercise(
    id="10.6",
    title="Softmax and cross-entropy, as one node",
    name="cross_entropy",
    reference=reference,
    cases=[Case(text, lambda case=case: case) for text, case in CASES.items()],
    run=run,
    alternatives=[with_ones_and_zeros, from_nodes_of_the_library],
    misconceptions=[
        adds_up,
        forgets_to_divide_the_gradient,
        forgets_the_target,
        turns_the_sign,
        forgets_the_gradient,
        picks_columns,
        takes_one_off_in_every_row,
        overflows,
        subtracts_one_number_from_all,
        takes_the_log_of_a_rounded_softmax,
    ],
    recognise={
        overflows: right_while_small(is_no_number),
        subtracts_one_number_from_all: right_while_small(lower_row_is_lost),
    },
    tolerance=TOLERANCE,
)

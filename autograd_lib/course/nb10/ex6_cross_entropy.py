"""Exercise 10.6: softmax and cross-entropy as one node, finite for all logits; its gradient is p - 1 at the target."""

import numpy as np

from autograd_lib.course.answers import same
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.course.nb10.nodes import answer_of
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Tensor

TOLERANCE = 1e-10
MADE_OF = "what makes the loss"
GRADIENT = "logits.grad"


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


def row_by_row(logits, targets):
    costs, gradients = [], []
    for row, target in zip(logits.data, targets):
        log_p = row - np.logaddexp.reduce(row)
        costs.append(-log_p[target])
        gradients.append(np.exp(log_p) - (np.arange(len(row)) == target))
    mean = np.array([sum(costs) / len(costs)])
    return Tensor(mean, (logits,), "cross_entropy", (lambda g: g * np.array(gradients) / len(costs),))


def uses_several_nodes(logits, targets):
    """several nodes are made, as by operations on Tensors, each of which makes one. In a single node, NumPy does the
    work, on `logits.data`, and `Tensor(...)` is called once.
    """
    return -logits.log_softmax()[np.arange(len(targets)), targets].mean()


TOO_LARGE = (
    "cost or gradient is infinite or NaN for scores of ±1000, as where the exponential is taken of such a score: that "
    "of 1000 is infinite. Take none, neither for the cost nor for the gradient: with the largest score of its row "
    "subtracted, no exponential is larger than 1, and p is the same."
)


def overflows(logits, targets):
    e = np.exp(logits.data)
    p = e / e.sum(axis=1, keepdims=True)
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = p.copy()
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-np.log(p)[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def overflows_in_the_loss(logits, targets):
    log_p = logits.data - np.log(np.exp(logits.data).sum(axis=1, keepdims=True))
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-log_p[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def overflows_in_the_loss_and_in_p(logits, targets):
    log_p = logits.data - np.log(np.exp(logits.data).sum(axis=1, keepdims=True))
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(logits.data) / np.exp(logits.data).sum(axis=1, keepdims=True)
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-log_p[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def overflows_on_the_way_back(logits, targets):
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(logits.data) / np.exp(logits.data).sum(axis=1, keepdims=True)
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-log_p[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


for function in (overflows, overflows_in_the_loss, overflows_in_the_loss_and_in_p, overflows_on_the_way_back):
    function.__doc__ = TOO_LARGE


def takes_the_log_of_a_rounded_softmax(logits, targets):
    """the cost is infinite where p is e⁻¹⁰⁰⁰, as where the logarithm is taken of an exponential that has become 0: it
    comes too late then. log p = x - max - log(Σ e^(x - max)) keeps all digits.
    """
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    p = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = p.copy()
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-np.log(p)[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def subtracts_one_number_from_all(logits, targets):
    """a row far below the others is lost, as where not its own largest score is subtracted from it, but that of the
    whole batch: all its exponentials are 0 then, and 0 has no logarithm. `max(axis=1, keepdims=True)` has one for each
    row.
    """
    shifted = logits.data - logits.data.max()
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-log_p[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def keeps_p_from_zero(logits, targets):
    """no cost goes beyond some limit, as when a small number is added to p, or p or log p is clipped. A sure and wrong
    row costs 1000: compute log p without p, as x - max - log(Σ e^(x - max)).
    """
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    p = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = p.copy()
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-np.log(p + 1e-12)[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def clips_the_scores(logits, targets):
    """1000 counts as some smaller number, and 999 as the same, as where the scores are clipped. That changes the loss;
    to subtract the largest score of each row does not.
    """
    clipped = np.clip(logits.data, -500, 500)
    log_p = clipped - np.log(np.exp(clipped).sum(axis=1, keepdims=True))
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(log_p)
        gradient[rows, targets] -= 1
        return g * gradient / len(targets)

    return Tensor(-log_p[rows, targets].mean(), (logits,), "cross_entropy", (vjp,))


def counts_classes_in_the_targets(logits, targets):
    """too few classes are counted where the last of them is no target, as where the largest of the targets, plus 1, is
    taken for their number. There are as many as `logits` has columns, `logits.shape[1]`.
    """
    onehot = np.eye(targets.max() + 1)[targets]
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    back = (np.exp(log_p) - onehot) / len(targets)
    return Tensor(-(onehot * log_p).sum(axis=1).mean(), (logits,), "cross_entropy", (lambda g: g * back,))


def measures(logits, targets):
    """the gradient is only nearly right, as where slopes are measured from two losses, floats have 32 bits, or a small
    number is added somewhere. Take the formula: p, less 1 at the target, over the number of rows, in 64 bits.
    """

    def loss_at(x):
        shifted = x - x.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        return -log_p[np.arange(len(targets)), targets].mean()

    def vjp(g):
        gradient = np.zeros(logits.shape)
        for place in np.ndindex(logits.shape):
            shift = np.zeros(logits.shape)
            shift[place] = 1e-5
            gradient[place] = (loss_at(logits.data + shift) - loss_at(logits.data - shift)) / 2e-5
        return g * gradient

    return Tensor(loss_at(logits.data), (logits,), "cross_entropy", (vjp,))


def reports_each_row(logits, targets):
    """the cost of each row comes back, where one number is wanted: their mean."""
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(targets))

    def vjp(g):
        gradient = np.exp(log_p)
        gradient[rows, targets] -= 1
        return g[:, np.newaxis] * gradient

    return Tensor(-log_p[rows, targets], (logits,), "cross_entropy", (vjp,))


def scales_g(logits, targets):
    """a vjp changes g. Other vjps are given the same array: compute something new."""
    node = reference(logits, targets)

    def vjp(g):
        gradient = node._vjps[0](g)
        g *= 0
        return gradient

    return Tensor(node.data, (logits,), "cross_entropy", (vjp,))


def changes_the_graph(logits, targets):
    """data or gradients of the graph are changed, by the function or by a vjp. Both only compute: a vjp returns an
    array, and `backward()` adds it to `.grad`.
    """
    loss = -logits.log_softmax()[np.arange(len(targets)), targets].mean()
    loss.backward()
    gradient = logits.grad.copy()
    return Tensor(loss.data, (logits,), "cross_entropy", (lambda g: g * gradient,))


def adds_to_gradients(logits, targets):
    node = reference(logits, targets)
    return Tensor(node.data, (logits,), "cross_entropy", (lambda g: logits.grad + node._vjps[0](g),))


adds_to_gradients.__doc__ = nodes.USES_GRADIENTS


def changes_arguments(logits, targets):
    """`logits` or `targets` has other numbers afterwards, as after `-=`. `x = logits.data` is no copy; `x = x - ...`
    makes a new array.
    """
    x = logits.data
    x -= x.max(axis=1, keepdims=True) + 1
    return Tensor(x.mean(), (logits,), "cross_entropy", (lambda g: x,))


def is_made_of_nodes(case, answer):
    return frozenset({MADE_OF})


def is_nearly_right(case, answer):
    right = exercise.right_answer(case)
    one, other = np.asarray(answer[GRADIENT]), right[GRADIENT]
    close = one.shape == other.shape and np.allclose(one, other, rtol=0, atol=1e-4)
    return close and same(right["loss"], answer["loss"], 1e-9) and frozenset({GRADIENT})


def lower_row_is_lost(case, answer):
    """Whether of two rows that lie far apart only the upper one is right, and all other cases are right."""
    right = exercise.right_answer(case)
    if "apart" not in case.text:
        return same(right, answer, TOLERANCE)
    return same(right[GRADIENT][0], answer[GRADIENT][0], TOLERANCE) and not np.isfinite(answer["loss"])


def stops_at_some_cost(case, answer):
    """Whether the loss alone is wrong: a little where p is not tiny, and by far where it is."""
    right = exercise.right_answer(case)
    if not same(right[GRADIENT], answer[GRADIENT], 1e-4):
        return False
    if right["loss"] > 900:
        return bool(2 < answer["loss"] < 800)
    return same(right["loss"], answer["loss"], 1e-3)


def both_large_ones_are_equal(case, answer):
    """Whether 1000 and 999 count as the same number, and 1000 as a smaller one than it is."""
    right = exercise.right_answer(case)
    if "apart" in case.text:
        row = np.array([-0.175, 0.175])
        return same(np.array([row, -row]), answer[GRADIENT], 1e-9) and same(np.log(2.0), answer["loss"], 1e-9)
    if right["loss"] > 900:
        return bool(0 < answer["loss"] < 999)
    return same(right, answer, TOLERANCE)


def run(solution, logits, targets, holding=False):
    with np.errstate(all="ignore"):  # the gap tells of NaN and infinity
        answer, node = answer_of(solution(logits, targets), (logits,), np.array(0.7), "loss", holding)
    made = sum(1 for each in topological_order(node) if each._prev)
    return Drawn(answer | {MADE_OF: "a single node" if made == 1 else "several nodes"}, node)


CASES = {
    "one row of scores, 0 and 1, target 0": ([[0.0, 1.0]], [0]),
    "two rows of two, both with target 1": ([[2.0, -1.0], [0.3, 0.1]], [1, 1]),
    "two rows of three, targets 2 and 0": ([[2.0, -1.0, 0.5], [0.3, 0.1, -0.4]], [2, 0]),
    "one row of scores, 1000 and 0, target 1": ([[1000.0, 0.0]], [1]),
    "two rows that lie 2000 apart": ([[1000.0, 999.0], [-1000.0, -1001.0]], [0, 1]),
}
MAX, TOTAL = "logits.data.max(axis=1, keepdims=True)", "np.exp(shifted).sum(axis=1, keepdims=True)"
PICKED = "log_p[rows, targets]"
LOSS, NODE = "-log_p[rows, targets].mean()", ', (logits,), "cross_entropy", (vjp,))'
BACK, TAKE_ONE, P = "g * gradient / len(targets)", "gradient[rows, targets] -= 1", "gradient = np.exp(log_p)"

exercise = Exercise(
    id="10.6",
    title="Softmax and cross-entropy, as one node",
    name="cross_entropy",
    reference=reference,
    demands=[
        Demand("`cross_entropy(logits, targets)` returns a Tensor with one number, the *mean* cost", reports_each_row),
        Demand("a single node makes it", uses_several_nodes),
        Demand("its vjp gives the gradient of `logits`, exact to 10 digits: computed, and not measured", measures),
        Demand("cost and gradient are right for scores of ±1000, too", overflows),
        Demand("`logits`, `targets` and g stay as they are", scales_g),
    ],
    cases=[
        Case(text, lambda scores=scores, targets=targets: (Tensor(scores, label="logits"), np.array(targets)))
        for text, (scores, targets) in CASES.items()
    ]
    + [
        Case(
            "one row of scores, 0.3 and 1, target 0, which holds a gradient already when the vjp is called",
            lambda: (Tensor([[0.3, 1.0]], label="logits"), np.array([0]), True),
        )
    ],
    run=run,
    keeps_arrays=True,
    alternatives=[with_ones_and_zeros, row_by_row],
    misconceptions=[
        uses_several_nodes,
        overflows,
        overflows_in_the_loss,
        overflows_in_the_loss_and_in_p,
        overflows_on_the_way_back,
        takes_the_log_of_a_rounded_softmax,
        subtracts_one_number_from_all,
        keeps_p_from_zero,
        clips_the_scores,
        counts_classes_in_the_targets,
        measures,
        reports_each_row,
        scales_g,
        changes_the_graph,
        adds_to_gradients,
        changes_arguments,
    ],
    recognise={
        uses_several_nodes: is_made_of_nodes,
        subtracts_one_number_from_all: lower_row_is_lost,
        keeps_p_from_zero: stops_at_some_cost,
        clips_the_scores: both_large_ones_are_equal,
        measures: is_nearly_right,
        scales_g: nodes.changed_g,
        changes_the_graph: nodes.changed_graph,
        adds_to_gradients: nodes.uses_gradients,
        changes_arguments: nodes.changed_an_argument,
    },
    slips=[
        Slip("the costs of the rows are added up. The loss is their mean.", (".mean()", ".sum()")),
        Slip(
            "the gradient is not divided by the number of rows, as that of a mean is.",
            ("gradient / len(targets)", "gradient"),
        ),
        Slip(
            "the gradient is divided by the number of classes. The mean is one over the *rows*.",
            ("gradient / len(targets)", "gradient / logits.shape[1]"),
        ),
        Slip(
            "the gradient is divided by the number of all scores. The mean is one over the *rows*.",
            ("gradient / len(targets)", "gradient / logits.size"),
        ),
        Slip(
            "the cost is divided by the number of all scores. It is a mean over the *rows*, with one cost each.",
            (".mean()", ".mean() / logits.shape[1]"),
        ),
        Slip(
            "the gradient is p everywhere, which pushes all scores down, the right one too. At the target it is p - 1.",
            (f"        {TAKE_ONE}\n", ""),
        ),
        Slip(
            "the gradient is not p - 1 at the target, but -1: p is left out there.",
            (TAKE_ONE, "gradient[rows, targets] = -1"),
        ),
        Slip(
            "the 1 is taken off at the likeliest class. It is taken off at the target.",
            (TAKE_ONE, "gradient[rows, log_p.argmax(axis=1)] -= 1"),
        ),
        Slip(
            "only the score of the target has a gradient, p - 1. Each other score of the row has one too: its p.",
            (TAKE_ONE, "gradient = (gradient - 1) * np.eye(logits.shape[1])[targets]"),
        ),
        Slip("1 is added at the target, where it is taken off: p - 1.", (TAKE_ONE, TAKE_ONE.replace("-=", "+="))),
        Slip(
            "the sign of the gradient is wrong: a step against it makes the right class *less* likely. It is p - 1 at "
            "the target, and p elsewhere.",
            ("return g *", "return -g *"),
        ),
        Slip("the sign of the cost is wrong. It is *minus* log p.", ("Tensor(-", "Tensor(")),
        Slip(
            "g multiplies p alone, and not the 1 that is taken off at the target. It multiplies the whole gradient.",
            (f"        {TAKE_ONE}\n", ""),
            (BACK, "(g * gradient - np.eye(logits.shape[1])[targets]) / len(targets)"),
        ),
        Slip(
            "the column before that of the target is picked (for class 0, the last), as where the classes are counted "
            "from 1. Class 0 is the first.",
            ("    rows =", "    targets = targets - 1\n    rows ="),
        ),
        Slip(
            "g is left out of the gradient. It is 1 if this loss is the root, and something else if anything is "
            "computed from it, such as 0.7 times it: multiply by g.",
            ("return g *", "return"),
        ),
        Slip(
            "the cost is taken of all rows with *all* the columns of the targets, as by `[:, targets]`. "
            "`[rows, targets]`, with rows 0, 1, 2, …, picks one number of each row.",
            (PICKED, "log_p[:, targets]"),
        ),
        Slip(
            "the 1 is taken off in *every* row, in all the columns of the targets, as by `[:, targets]`. "
            "`[rows, targets]` is one entry of each row.",
            (TAKE_ONE, "gradient[:, targets] -= 1"),
        ),
        Slip(
            "rows and columns have changed places where the cost is picked. Row i has its target in column "
            "`targets[i]`.",
            (PICKED, "log_p[targets, rows]"),
        ),
        Slip("the cost is that of the likeliest class. It is that of the target.", (PICKED, "log_p.max(axis=1)")),
        Slip("the logarithm is that to base 2. `np.log` is the natural one.", (".mean()", ".mean() / np.log(2)")),
        Slip("the logarithm is that to base 10. `np.log` is the natural one.", (".mean()", ".mean() / np.log(10)")),
        Slip("the logarithm is missing: the cost is -log p, not -p.", (PICKED, "np.exp(log_p)[rows, targets]")),
        Slip(
            "the logarithm is taken of the mean of the p. The cost is the mean of the logarithms.",
            (LOSS, "-np.log(np.exp(log_p)[rows, targets].mean())"),
        ),
        Slip(TOO_LARGE, (MAX, "0.0")),
        Slip(" ".join(subtracts_one_number_from_all.__doc__.split()), (MAX, "logits.data.max()")),
        Slip(
            "the largest score of each *column* is subtracted, which changes the softmax of a row. Subtract that of "
            "the row.",
            (MAX, "logits.data.max(axis=0)"),
        ),
        Slip(
            "the largest scores do not stand beside their rows, as where `max(axis=1)` drops the axis: "
            "`keepdims=True`.",
            (MAX, "logits.data.max(axis=1)"),
        ),
        Slip(
            "the sums of the exponentials do not stand beside their rows, as where `sum(axis=1)` drops the axis: "
            "`keepdims=True`.",
            (TOTAL, "np.exp(shifted).sum(axis=1)"),
        ),
        Slip(
            "the exponentials are added up over *all* rows. Each row has a softmax of its own, and a sum.",
            (TOTAL, "np.exp(shifted).sum()"),
        ),
        Slip(
            "the exponentials are added up down the columns. A row has a softmax: add up along it.",
            (TOTAL, "np.exp(shifted).sum(axis=0)"),
        ),
        Slip("the scores stand for log p: - log Σ e^(x - max) is missing.", (f" - np.log({TOTAL})", "")),
        Slip(
            "the gradient is made of exponentials that are not divided by their sum. It is made of p.",
            (P, "gradient = np.exp(shifted)"),
        ),
        Slip("log p stands for p in the gradient.", (P, "gradient = log_p.copy()")),
        Slip(
            "one call of the vjp changes what the next one gives, as where it takes 1 off an array that it keeps. Let "
            "each call begin afresh, as from a copy of that array.",
            ("    rows =", "    p = np.exp(log_p)\n    rows ="),
            (P, "gradient = p"),
        ),
        Slip("no gradient comes back: it is zeros.", ("return g *", "return 0 *")),
        Slip(nodes.A_LEAF, (NODE, ")")),
        Slip(nodes.BARE_ARRAY, (f"Tensor({LOSS}{NODE}", LOSS)),
        Slip(nodes.SEVERAL_THINGS, (NODE, "), vjp")),
        Slip(nodes.OTHER_INPUTS, ("(logits,)", "(Tensor(logits.data),)")),
        Slip(nodes.GIVES_A_TENSOR, (BACK, f"Tensor({BACK})")),
        Slip(nodes.GIVES_NONE, (f"return {BACK}", "return None")),
    ],
    tolerance=TOLERANCE,
)

"""Exercise 8.2: the cross-entropy loss from scores, for targets -1 and 1, finite for scores of any size."""

import math

from autograd_lib.course.answers import in_words, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer, Slip
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.nn.losses import binary_cross_entropy

TOLERANCE = 1e-6
LN2, LN10 = math.log(2), math.log(10)


def reference(scores, targets):
    costs = [(score * -target).softplus() for score, target in zip(scores, targets)]
    return Value.sum(costs) * (1 / len(costs))


def a_side_for_each_sign(scores, targets):
    """log(1 + e⁻ᶻ) by hand, with no e to the power of a large number."""
    total = Value(0.0)
    for score, target in zip(scores, targets):
        z = score * target
        total += ((-z).exp() + 1).log() if z.data > 0 else (z.exp() + 1).log() - z
    return total / len(scores)


def from_targets_0_and_1(scores, targets):
    costs = [score.softplus() - score * ((target + 1) / 2) for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def from_the_library(scores, targets):
    return binary_cross_entropy(scores, [(target + 1) / 2 for target in targets])


def with_absolute_margins(scores, targets):
    """The formula inside of softplus: max(x, 0) + log(1 + e^−|x|)."""
    loss = 0.0
    for score, target in zip(scores, targets):
        z = score * target
        loss = loss + (-z).relu() + ((-z.abs()).exp() + 1).log()
    return loss / len(targets)


def returns_a_number(scores, targets):
    return reference(scores, targets).data


def forgets_the_mean(scores, targets):
    """the costs are added up and not divided by their number. A loss that grows with the batch makes steps that grow
    with it too.
    """
    costs = [(score * -target).softplus() for score, target in zip(scores, targets)]
    return Value.sum(costs)


def cuts_it_off(scores, targets):
    """a point that is far on the wrong side costs too little, as where a constant in the logarithm, or a bound, cuts
    its cost off. A point at a margin of -800 costs 800. `softplus` is right for all margins.
    """
    costs = [-((score * target).sigmoid() + 1e-7).log() for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def cuts_the_worst_points_off(scores, targets):
    """points that are far on the wrong side have no gradient, as where a new Value is made of `.data`: it does not
    depend on the score. Compute with the score itself.
    """
    costs = []
    for score, target in zip(scores, targets):
        x = score * -target
        costs.append(x.softplus() if x.data < 30 else Value(x.data))
    return Value.sum(costs) / len(costs)


def draws_straight_lines(scores, targets):
    """a point on the wrong side costs −z, without a logarithm. That is about right for large scores; the cost is log(1
    + e⁻ᶻ) for all of them.
    """
    costs = []
    for score, target in zip(scores, targets):
        x = score * -target
        costs.append(x if x.data > 0 else x.softplus())
    return Value.sum(costs) / len(costs)


def leaves_softplus_far_out(scores, targets):
    """a point that is far on the right side costs −z, which is below 0, as where −z stands for the cost wherever z is
    large, with either sign. That is near the cost on the *wrong* side only; a cost is never below 0.
    """
    costs = []
    for score, target in zip(scores, targets):
        x = score * -target
        costs.append(x if abs(x.data) > 30 else x.softplus())
    return Value.sum(costs) / len(costs)


def averages_the_margins(scores, targets):
    """the margins are averaged first, and the loss is that of their mean. Take the cost of each point, then the mean of
    the costs.
    """
    margins = [score * -target for score, target in zip(scores, targets)]
    return (Value.sum(margins) * (1 / len(margins))).softplus()


def averages_the_probabilities(scores, targets):
    """the probabilities are averaged, and the logarithm is that of their mean. Take −log p of each point, then the mean
    of these.
    """
    probabilities = [(score * target).sigmoid() for score, target in zip(scores, targets)]
    return -(Value.sum(probabilities) * (1 / len(probabilities))).log()


def multiplies_the_probabilities(scores, targets):
    """the probabilities are multiplied first, and the logarithm is that of the product, which becomes too small for a
    float. The logarithm of a product is a sum of logarithms: add up log p, each computed by `softplus`.
    """
    product = Value(1.0)
    for score, target in zip(scores, targets):
        product = product * (score * target).sigmoid()
    return -product.log() / len(scores)


def leaves_out_class_minus_one(scores, targets):
    """only points of class 1 are counted, and the mean is over these alone. Points of class −1 cost −log of the
    probability of class −1.
    """
    costs = [(-score).softplus() for score, target in zip(scores, targets) if target > 0]
    return sum(costs, scores[0] * 0.0) / max(1, len(costs))


def averages_the_classes(scores, targets):
    """the mean over each class is taken first, and then the mean of the two, so that the points of the smaller class
    count for more. Take the mean over all points: each counts as much as any other.
    """
    means = []
    for wanted in (-1, 1):
        costs = [(score * -target).softplus() for score, target in zip(scores, targets) if target == wanted]
        if costs:
            means.append(Value.sum(costs) / len(costs))
    return Value.sum(means) / len(means)


def takes_the_logarithm_of_a_probability(scores, targets):
    """the probability is computed first and its logarithm afterwards. At a margin of −800 the probability is too small
    for a float: it *is* 0, and 0 has no logarithm. log(1 + e⁻ᶻ) is one function, `softplus`, and needs no such detour.
    """
    costs = []
    for score, target in zip(scores, targets):
        p = score.sigmoid()
        costs.append(-(p if target > 0 else 1 - p).log())
    return Value.sum(costs) / len(costs)


def has_no_logarithm(case, answer):
    """Whether only large scores fail, at the logarithm of a 0, which is not that of a product of probabilities."""
    if "800" not in case.text:
        return not exercise.gap(case, answer)
    text = getattr(answer, "message", "")
    return text.startswith("log(") and " = 0, has no finite" in text and not text.startswith("log(… *")


def by_sigmoid(x):
    return -(-x).sigmoid().log()


def by_exp(x):
    return (x.exp() + 1).log()


def hinge(x):
    return (x + 1).relu()


def squared(x):
    return (x + 1) ** 2


COST, MARGIN, EACH = "(score * -target).softplus()", "score * -target", "zip(scores, targets)"
ZERO_ONE = (
    "the costs are those of the formula for targets 0 and 1, −t·log p − (1 − t)·log(1 − p), but these are −1 and 1. "
    "Use (target + 1)/2 in it, or the margin."
)
ONE_CLASS = (
    "−t·log p is used for both classes. With t = −1 that is +log p, a cost below 0; the probability of class −1 is 1 "
    "− p."
)


def instead_of_softplus(function):
    """The edits that put another function in."""
    return ("[(score", f"[{function}(score"), (").softplus()", ")")


SLIPS = [
    Slip(
        "the cost grows when score and target agree, as where a minus is missing. The cost is −log of the probability "
        "of the target, so log(1 + e⁻ᶻ), with a minus in the exponent.",
        ("-target", "target"),
    ),
    Slip("the cost of a point is log p, which is below 0. It is −log p, and never below 0.", ("[(score", "[-(score")),
    Slip(ZERO_ONE, (COST, "score.softplus() - score * target")),
    Slip(ZERO_ONE, (COST, "score.sigmoid().log() * -target - (1 - score.sigmoid()).log() * (1 - target)")),
    Slip(ONE_CLASS, (COST, "score.sigmoid().log() * -target")),
    Slip(ONE_CLASS, (COST, "(-score).softplus() * target")),
    Slip(
        "the targets make no difference: every point costs as much as one of class 1. The cost is that of the margin, "
        "score · target.",
        ("-target", "-1"),
    ),
    Slip(
        "points of class −1 cost nothing. They cost −log of the probability of class −1.",
        (".softplus()", ".softplus() * (target > 0)"),
    ),
    Slip(
        " ".join(takes_the_logarithm_of_a_probability.__doc__.split()),
        *instead_of_softplus("by_sigmoid"),
    ),
    Slip(
        "e is taken to the power of a large number on the way, and overflows. log(1 + eˣ) is one function, "
        "`softplus`, which needs no such number.",
        *instead_of_softplus("by_exp"),
    ),
    Slip("the loss is the hinge, max(0, 1 − z). Cross-entropy is log(1 + e⁻ᶻ).", *instead_of_softplus("hinge")),
    Slip("the loss is the squared error, (1 − z)². Cross-entropy is log(1 + e⁻ᶻ).", *instead_of_softplus("squared")),
    Slip(
        "the cost of a point is max(0, −z). Cross-entropy is log(1 + e⁻ᶻ), which is never 0.",
        (".softplus()", ".relu()"),
    ),
    Slip(
        "the cost of a point is 1 − p, without a logarithm, where p is the probability of its target. It is −log p.",
        (".softplus()", ".sigmoid()"),
    ),
    Slip("the logarithm is that of base 2. −log p is the natural one.", (".softplus()", ".softplus() / LN2")),
    Slip("the logarithm is that of base 10. −log p is the natural one.", (".softplus()", ".softplus() / LN10")),
    Slip(
        "the targets make no difference: every point costs as much as one of class −1. The cost is that of the "
        "margin, score · target.",
        ("-target", "1"),
    ),
    Slip(
        "the margin is doubled, as it is where p is taken for (1 + tanh score)/2. p is the sigmoid of the margin.",
        ("-target", "-2 * target"),
    ),
    Slip(
        "the cost of a point is log(1 + e¹⁻ᶻ), as where the 1 − z of the hinge is put in. Cross-entropy is log(1 + "
        "e⁻ᶻ).",
        (COST, "(score * -target + 1).softplus()"),
    ),
    Slip("the margin is halved. p is the sigmoid of score · target, all of it.", ("-target", "-0.5 * target")),
    Slip(
        "the size of the margin counts, not its sign: a point on the wrong side costs as little as one on the right "
        "side.",
        (MARGIN, "(score * target).abs() * -1"),
    ),
    Slip(
        "a target of −1 acts as 0, so that every point of class −1 costs log 2, whatever its score is.",
        ("-target", "-max(target, 0.0)"),
    ),
    Slip(
        "points of class 1 cost nothing. They cost −log of the probability of class 1.",
        (".softplus()", ".softplus() * (target < 0)"),
    ),
    Slip("the sum is divided by one less than the number of points.", ("len(costs)", "(len(costs) - 1)")),
    Slip("the sum is divided by one less than the number of points.", ("len(costs)", "max(1, len(costs) - 1)")),
    Slip("the sum is divided by one more than the number of points.", ("len(costs)", "(len(costs) + 1)")),
    Slip(
        "the sum is divided by the number of points of class 1. It is a mean over all of them.",
        ("len(costs)", "max(1, sum(target > 0 for target in targets))"),
    ),
    Slip("the last point is left out.", (EACH, f"[*{EACH}][: max(1, len(scores) - 1)]")),
    Slip(
        "the costs are squared. The loss is their mean as they are.",
        (".softplus()", ".softplus() ** 2"),
    ),
    Slip("the sum is divided by 2, however many points there are.", ("len(costs)", "2")),
    Slip("the loss is half of the mean.", ("(1 / len", "(0.5 / len")),
    Slip("the loss is twice the mean.", ("(1 / len", "(2 / len")),
    *(
        Slip(
            "of points with the same score and the same target, only one counts. The mean is over all points.",
            (EACH, f"{{(s.data, t): (s, t) for s, t in {order}}}.values()"),
        )
        for order in (EACH, f"[*{EACH}][::-1]")
    ),
    *(
        Slip(words, (EACH, f"[*{EACH}]{part}"), *divisor)
        for part, words in [
            (
                "[-1:]",
                "only the last point counts, as where `loss = …` in a loop forgets the earlier ones. Add up the costs "
                "of all.",
            ),
            (
                "[:1]",
                "only the first point counts, as where a `return` inside the loop over the points leaves the others "
                "out.",
            ),
        ]
        for divisor in ([], [("len(costs)", "len(scores)")])
    ),
    Slip(
        "no gradient comes to any score, as where the loss is made of `.data`, of plain numbers. Compute it from the "
        "Values.",
        (f"({MARGIN})", f"Value(({MARGIN}).data)"),
    ),
    Slip(
        "a plain number is returned. It has no graph, so nothing can be learned from it: return the Value.",
        ("return Value.sum(costs) * (1 / len(costs))", "return (Value.sum(costs) * (1 / len(costs))).data"),
    ),
    Slip(
        "a list or a tuple is returned. The loss is one Value, the mean of the costs of all points.",
        ("return Value.sum(costs) * (1 / len(costs))", "return costs"),
    ),
]


def run(solution, numbers, targets):
    scores = [Value(number, label=f"s{i}") for i, number in enumerate(numbers, start=1)]
    loss = solution(list(scores), list(targets))
    if not isinstance(loss, Value):
        text = f"You returned {with_kind(loss, in_words(loss))}. Expected one Value."
        raise NotAnAnswer(text, kind=f"{kind(loss)} for a Value")
    # Times 0.7, so that a gradient that came out right by chance at 1 does not pass.
    (loss * 0.7).backward()
    answer = {"loss": loss.data} | {f"{score.label}.grad": score.grad / 0.7 for score in scores}
    # The drawing shows the same gradients as the answer.
    for node in topological_order(loss):
        node.grad /= 0.7
    return Drawn(answer, loss)


def is_cut_off(case, answer):
    """Whether small scores have the right loss, or nearly so, and large ones one that is far too small."""
    if "800" in case.text:
        return 0 <= answer["loss"] < 390  # of 400
    if "12" in case.text:
        return 0 <= answer["loss"] < 9.1  # of 9.0
    return same(run(reference, *case.make()).answer, answer, 1e-3)


exercise = Exercise(
    id="8.2",
    title="Cross-entropy",
    name="cross_entropy",
    reference=reference,
    demands=[
        Demand(
            "`cross_entropy(scores, targets)` returns one Value, from which gradients come to the scores",
            returns_a_number,
        ),
        Demand("it is the mean over the points of −log p(target)", forgets_the_mean),
        Demand("it is right for scores of any size, such as −800", cuts_it_off),
    ],
    cases=[
        Case("one score, 0.4, target 1", lambda: ([0.4], [1.0])),
        Case("one score, 0.4, target -1", lambda: ([0.4], [-1.0])),
        Case("three scores, 1.3, -0.6 and 2, targets 1, 1 and -1", lambda: ([1.3, -0.6, 2.0], [1.0, 1.0, -1.0])),
        Case("three equal scores, 0.7, targets 1, 1 and -1", lambda: ([0.7, 0.7, 0.7], [1.0, 1.0, -1.0])),
        Case("two scores, 6 and 12, targets 1 and 1", lambda: ([6.0, 12.0], [1.0, 1.0])),
        Case("two scores, 6 and 12, targets -1 and -1", lambda: ([6.0, 12.0], [-1.0, -1.0])),
        Case("two large scores, -800 and 1000, targets 1 and 1", lambda: ([-800.0, 1000.0], [1.0, 1.0])),
        Case("two large scores, 800 and -1000, targets -1 and -1", lambda: ([800.0, -1000.0], [-1.0, -1.0])),
    ],
    run=run,
    tolerance=TOLERANCE,
    alternatives=[a_side_for_each_sign, from_targets_0_and_1, from_the_library, with_absolute_margins],
    misconceptions=[
        forgets_the_mean,
        cuts_it_off,
        cuts_the_worst_points_off,
        draws_straight_lines,
        leaves_softplus_far_out,
        averages_the_margins,
        averages_the_probabilities,
        multiplies_the_probabilities,
        leaves_out_class_minus_one,
        averages_the_classes,
        takes_the_logarithm_of_a_probability,
    ],
    slips=SLIPS,
    recognise={cuts_it_off: is_cut_off, takes_the_logarithm_of_a_probability: has_no_logarithm},
)

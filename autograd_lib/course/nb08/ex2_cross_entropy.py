"""Exercise 8.2: the cross-entropy loss from scores, for targets -1 and 1, finite for scores of any size."""

from autograd_lib.course.exercise import Case, Drawn, Exercise, NotAnAnswer, same
from autograd_lib.engine.value import Value

TOLERANCE = 1e-6


def reference(scores, targets):
    costs = [(score * -target).softplus() for score, target in zip(scores, targets)]
    return Value.sum(costs) * (1 / len(costs))


def a_side_for_each_sign(scores, targets):
    """log(1 + e⁻ᵐ) by hand, with no e to the power of a large number."""
    total = Value(0.0)
    for score, target in zip(scores, targets):
        m = score * target
        total += ((-m).exp() + 1).log() if m.data > 0 else (m.exp() + 1).log() - m
    return total / len(scores)


def from_targets_0_and_1(scores, targets):
    costs = [score.softplus() - score * ((target + 1) / 2) for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def forgets_the_mean(scores, targets):
    """the costs are added up and not divided by their number. A loss that grows with the batch makes steps that grow
    with it too.
    """
    return Value.sum([(score * -target).softplus() for score, target in zip(scores, targets)])


def punishes_being_right(scores, targets):
    """the sign is missing: the cost grows when score and target agree. The cost is -log of the probability of the
    target, so log(1 + e⁻ᵐ), with a minus in the exponent.
    """
    return Value.sum([(score * target).softplus() for score, target in zip(scores, targets)]) / len(scores)


def takes_targets_for_0_and_1(scores, targets):
    """the formula for targets 0 and 1 is used, -t·log p - (1 - t)·log(1 - p), but these are -1 and 1. Use (target +
    1)/2 in it, or the margin.
    """
    costs = [score.softplus() - score * target for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def leaves_out_the_other_class(scores, targets):
    """-t·log p is used for both classes. With t = -1 that is +log p, a cost below 0; the probability of class -1 is 1 -
    p.
    """
    costs = [score.sigmoid().log() * -target for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def takes_the_log_of_a_rounded_sigmoid(scores, targets):
    """the probability is computed first and its logarithm afterwards. For a score of 1000 the sigmoid is 1 to all 16
    digits, 1 - p is 0, and 0 has no logarithm (written with exp, it overflows instead). log(1 + e⁻ᵐ) is one function,
    `softplus`, and needs no such detour.
    """
    costs = [-(score * target).sigmoid().log() for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def adds_a_small_constant(scores, targets):
    """a small constant keeps the logarithm away from 0. It keeps the cost away from the truth as well: a point at a
    margin of -800 costs 800, not 16, and its gradient should not vanish. Use `softplus`.
    """
    costs = [-((score * target).sigmoid() + 1e-7).log() for score, target in zip(scores, targets)]
    return Value.sum(costs) / len(costs)


def run(solution, numbers, targets):
    scores = [Value(number, label=f"s{i}") for i, number in enumerate(numbers, start=1)]
    loss = solution(list(scores), list(targets))
    if not isinstance(loss, Value):
        raise NotAnAnswer(f"You returned {loss!r} ({type(loss).__name__}). Expected one Value.")
    # Times 0.7, so that a gradient that came out right by chance at 1 does not pass.
    (loss * 0.7).backward()
    answer = {"loss": loss.data} | {f"{score.label}.grad": score.grad / 0.7 for score in scores}
    return Drawn(answer, loss)


def is_large(case):
    return "800" in case.text


def right_until_large(fits):
    """Recognises answers that are right for small scores and that `fits` accepts for large ones."""

    def recognise(case, answer):
        if is_large(case):
            return fits(answer)
        expected = run(reference, *case.make()).answer
        return isinstance(answer, dict) and same(expected, answer, 1e-3)

    return recognise


def like(misconception):
    """Recognises the answers of a misconception for small scores; for large ones some of its spellings raise."""

    def recognise(case, answer):
        if is_large(case):
            return True
        return same(run(misconception, *case.make()).answer, answer, TOLERANCE)

    return recognise


exercise = Exercise(
    id="8.2",
    title="Cross-entropy",
    name="cross_entropy",
    reference=reference,
    cases=[
        Case("one score, 0.4, target 1", lambda: ([0.4], [1.0])),
        Case("one score, 0.4, target -1", lambda: ([0.4], [-1.0])),
        Case("three scores, 1.3, -0.6 and 2, targets 1, 1 and -1", lambda: ([1.3, -0.6, 2.0], [1.0, 1.0, -1.0])),
        Case("two large scores, -800 and 1000, targets 1 and 1", lambda: ([-800.0, 1000.0], [1.0, 1.0])),
        Case("two large scores, 800 and -1000, targets -1 and -1", lambda: ([800.0, -1000.0], [-1.0, -1.0])),
    ],
    run=run,
    tolerance=TOLERANCE,
    alternatives=[a_side_for_each_sign, from_targets_0_and_1],
    misconceptions=[
        forgets_the_mean,
        punishes_being_right,
        takes_targets_for_0_and_1,
        leaves_out_the_other_class,
        takes_the_log_of_a_rounded_sigmoid,
        adds_a_small_constant,
    ],
    recognise={
        forgets_the_mean: like(forgets_the_mean),
        takes_targets_for_0_and_1: like(takes_targets_for_0_and_1),
        leaves_out_the_other_class: like(leaves_out_the_other_class),
        takes_the_log_of_a_rounded_sigmoid: right_until_large(
            lambda answer: getattr(answer, "kind", "") in {"ValueError", "OverflowError"}
        ),
        adds_a_small_constant: right_until_large(lambda answer: isinstance(answer, dict) and 0 < answer["loss"] < 100),
    },
)

"""Exercise 6.5: nine numbers that make a network of two hidden neurons compute XOR."""

import math

from autograd_lib.course.exercise import Exercise, Gap, is_number

CORNERS = [(0, 0), (0, 1), (1, 0), (1, 1)]
XOR, AND, OR = (False, True, True, False), (False, False, False, True), (False, True, True, True)


def reference():
    """A row [w1, w2, b] for each neuron: h1, h2, out."""
    return [[2, 2, -1], [2, 2, -3], [1, -1, -1]]


def with_nand():
    return [(4, 4, -2), (-4, -4, 6), (1, 1, -1)]


def from_the_two_ends():
    """One hidden neuron for each of the corners where the answer is yes."""
    return [[3.0, -3.0, -1.5], [-3.0, 3.0, -1.5], [2.0, 2.0, 2.0]]


def computes_and():
    """the network computes AND: it says yes to (1, 1) alone."""
    return [[2, 2, -1], [2, 2, -3], [1, 1, -1]]


def computes_or():
    """the network computes OR: it says yes to (1, 1) too. One of the hidden neurons has to speak against that corner;
    look at the sign with which the output listens to it.
    """
    return [[2, 2, -1], [2, 2, -3], [1, 1, 1]]


def answers_the_opposite():
    """yes and no are swapped at all four corners. Change the signs of the three numbers of `out`."""
    return [[2, 2, -1], [2, 2, -3], [-1, 1, 1]]


def has_the_wrong_threshold():
    """all but the last number is right. The weighted sum of h1 and h2 is larger at (0, 1) and (1, 0) than at the other
    two corners, as it should be; the bias of `out` has to shift it so that 0 lies in between.
    """
    return [[2, 2, -1], [-2, -2, 3], [1, 1, 0]]


def draws_one_line_twice():
    """h1 and h2 part the four corners in the same way (or one says the opposite of the other, or the same thing at all
    corners). For the output that is one line, and one line is not enough.
    """
    return [[2, 2, -1], [3, 3, -2], [1, -1, -0.5]]


def is_network(answer):
    """Whether an answer has the shape that was asked for: three finite numbers for each neuron."""
    return (
        isinstance(answer, list | tuple)
        and len(answer) == 3
        and all(isinstance(row, list | tuple) and len(row) == 3 for row in answer)
        and all(is_number(number) and math.isfinite(number) for row in answer for number in row)
    )


def neuron(numbers, x1, x2):
    w1, w2, b = numbers
    return math.tanh(w1 * x1 + w2 * x2 + b)


def hidden(answer):
    """The outputs of h1 and h2 at each corner."""
    return [(neuron(answer[0], *corner), neuron(answer[1], *corner)) for corner in CORNERS]


def decisions(answer):
    """The network's answer at each corner: True for yes, an output above 0."""
    return tuple(neuron(answer[2], *h) > 0 for h in hidden(answer))


def judge(case, answer):
    if not is_network(answer):
        return Gap(f"Expected three rows of three numbers, for h1, h2 and out: [w1, w2, b]. Got {answer!r:.80}.")
    lines = []
    for corner, (h1, h2), said, wanted in zip(CORNERS, hidden(answer), decisions(answer), XOR):
        if said != wanted:
            out = neuron(answer[2], h1, h2)
            lines.append(
                f"At {corner}: h1 = {h1:.4f}, h2 = {h2:.4f}, out = {out:.4f}, a {yes(said)}; XOR says {yes(wanted)}."
            )
    return Gap("\n".join(lines)) if lines else None


def yes(decision):
    return "yes" if decision else "no"


def mistake(answer):
    """The most telling of the misconceptions that a wrong network shows, or None."""
    if not is_network(answer) or decisions(answer) == XOR:
        return None
    if all(said != wanted for said, wanted in zip(decisions(answer), XOR)):
        return answers_the_opposite
    w1, w2, _ = answer[2]
    sums = [w1 * h1 + w2 * h2 for h1, h2 in hidden(answer)]
    if min(sums[1], sums[2]) > max(sums[0], sums[3]) + 1e-9:
        return has_the_wrong_threshold
    h1, h2 = (tuple(h[i] > 0 for h in hidden(answer)) for i in (0, 1))
    if h1 == h2 or all(a != b for a, b in zip(h1, h2)) or len(set(h1)) == 1 or len(set(h2)) == 1:
        return draws_one_line_twice
    return {AND: computes_and, OR: computes_or}.get(decisions(answer))


MISTAKES = [computes_and, computes_or, answers_the_opposite, has_the_wrong_threshold, draws_one_line_twice]

exercise = Exercise(
    id="6.5",
    title="Two lines for XOR",
    name="numbers",
    reference=reference,
    is_data=True,
    judge=judge,
    alternatives=[with_nand, from_the_two_ends],
    misconceptions=MISTAKES,
    recognise={wrong: lambda case, answer, wrong=wrong: mistake(answer) is wrong for wrong in MISTAKES},
)

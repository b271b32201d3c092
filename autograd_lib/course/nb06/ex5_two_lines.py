"""Exercise 6.5: nine numbers that make a network of two hidden neurons compute XOR."""

import math

from autograd_lib.course.answers import Gap, in_words, is_number, with_kind
from autograd_lib.course.exercise import Demand, Exercise

CORNERS = [(0, 0), (0, 1), (1, 0), (1, 1)]
XOR = (False, True, True, False)
TINY = 1e-13  # what rounding may leave of a 0


def reference():
    """A row [w1, w2, b] for each neuron: h1, h2, out."""
    return [[2, 2, -1], [2, 2, -3], [1, -1, -1]]


def with_nand():
    return [(4, 4, -2), (-4, -4, 6), (1, 1, -1)]


def from_the_two_ends():
    """One hidden neuron for each of the corners where the answer is yes."""
    return [[3.0, -3.0, -1.5], [-3.0, 3.0, -1.5], [2.0, 2.0, 2.0]]


def answers_the_opposite():
    """yes and no are swapped at all four corners. Change the signs of the three numbers of `out`."""
    return [[2, 2, -1], [2, 2, -3], [-1, 1, 1]]


def has_the_wrong_threshold():
    """another last number would be enough. The weighted sum of h1 and h2 is larger at (0, 1) and (1, 0) than at the
    other two corners, as it should be; the bias of `out` has to shift it so that 0 lies in between.
    """
    return [[2, 2, -1], [-2, -2, 3], [1, 1, 0]]


def takes_no_for_0():
    """the numbers of `out` fit hidden neurons that say 1 for a yes and 0 for a no: with such, the network would compute
    XOR. tanh goes down to -1, not to 0: reckon with what h1 and h2 really say at each corner.
    """
    return [[4, 4, -2], [4, 4, -6], [1, -2, -0.5]]


def fits_relu():
    """the numbers of `out` fit hidden neurons with a relu: with such, the network would compute XOR. These end in tanh,
    and say something between -1 and 1: reckon with that.
    """
    return [[1, 1, 0], [1, 1, -1], [1, -2, 0]]


def computes_xor_with_relu(answer):
    w1, w2, b = answer[2]
    corners = [[max(0.0, v1 * x1 + v2 * x2 + c) for v1, v2, c in answer[:2]] for x1, x2 in CORNERS]
    return tuple(w1 * h1 + w2 * h2 + b > 1e-9 for h1, h2 in corners) == XOR


def is_too_soft():
    """the numbers of `out` fit hidden neurons that say nearly -1 or nearly 1, and not all that h1 and h2 say is near
    these. Make their numbers larger, all three by the same factor: their lines stay where they are.
    """
    return [[1, 1, -0.5], [1, 1, -1.5], [1, -1, -1]]


def puts_the_bias_first():
    """the bias stands first in each row, perhaps: as [b, w1, w2], these numbers compute XOR. A row is [w1, w2, b]."""
    return [[-1, 2, 2], [-3, 2, 2], [-1, 1, -1]]


def lists_by_columns():
    """rows and columns are swapped, perhaps: with each column as a neuron, these numbers compute XOR. Each *row* is a
    neuron.
    """
    return [[2, 2, 1], [2, 2, -1], [-1, -3, -1]]


def has_hidden_biases_of_the_wrong_sign():
    """the biases of h1 and h2 have the wrong sign: with the opposite ones, these numbers compute XOR. x1 + x2 = 0.5 is
    the same as x1 + x2 - 0.5 = 0.
    """
    return [[2, 2, 1], [2, 2, 3], [1, -1, -1]]


def has_biases_of_the_wrong_sign():
    """all three biases have the wrong sign: with the opposite ones, these numbers compute XOR. x1 + x2 = 0.5 is the
    same as x1 + x2 - 0.5 = 0.
    """
    return [[2, 2, 1], [2, 2, 3], [1, -1, 1]]


def adds_the_neuron_to_be_subtracted():
    """one weight of `out` has the wrong sign: with the opposite one, these numbers compute XOR. Look at what h1 and h2
    say at each corner, and whether each of them should speak for a yes or against it.
    """
    return [[2, 2, -1], [2, 2, -3], [1, 1, -1]]


def has_the_rows_in_another_order():
    """the rows stand in the wrong order, perhaps: rearranged, these numbers compute XOR. First h1, then h2, and `out`
    last.
    """
    return [[1, -1, -1], [2, 2, -1], [2, 2, -3]]


def swaps_the_weights_of_out():
    """the two weights of `out` are swapped, or the rows of h1 and h2: the other way round, these numbers compute XOR.
    The first weight of `out` is that of h1.
    """
    return [[2, 2, -3], [2, 2, -1], [1, -1, -1]]


def draws_one_line_twice():
    """h1 and h2 part the four corners in the same way, and say yes at the same ones. Draw two lines that part them in
    different ways: between these, the two corners of one kind, and outside the other two.
    """
    return [[2, 2, -1], [3, 3, -2], [1, -1, -0.5]]


def draws_one_line_from_both_sides():
    """h2 says the opposite of h1 at all four corners: both lines part them in the same way. Draw two that part them in
    different ways: between these, the two corners of one kind, and outside the other two.
    """
    return [[2, 2, -1], [-2, -2, 1], [1, 1, -1]]


def draws_a_line_beside_the_square():
    """a hidden neuron says yes at all four corners, or at none: no line of it passes between them. Let both lines pass
    between the corners, as x1 + x2 = 0.5 does.
    """
    return [[2, 2, -1], [2, 2, -5], [1, 1, 0.5]]


def computes_and():
    """the network computes AND: it says yes to (1, 1) alone. Look at what h1 and h2 say at each corner. What they say
    at (0, 1) and at (1, 0) has to lie on the yes side of the line of `out`, and the other two pairs on its no side.
    """
    return [[2, 2, -1], [2, 2, -3], [-1, 3, -1]]


def computes_or():
    """the network computes OR: it says yes to (1, 1) too. Look at what h1 and h2 say at each corner: the output has to
    speak against the pair that comes from (1, 1).
    """
    return [[2, 2, -1], [2, 2, -3], [1, 0, 0.5]]


def says_the_same_everywhere():
    """the output says the same at all four corners. Look at what h1 and h2 say at each corner, and let the line of the
    output part what comes from (0, 1) and (1, 0), on its yes side, from the rest.
    """
    return [[2, 2, -1], [2, 2, -3], [-1, -1, -5]]


def draws_lines_that_no_output_can_use():
    """h1 and h2 say what no row of `out` turns into XOR. Drawn with h1 to the right and h2 upwards, the segment from
    the pair of (0, 1) to that of (1, 0) meets the one from the pair of (0, 0) to that of (1, 1), so no line parts the
    two kinds. Draw the lines of h1 and h2 so that the two corners of one kind lie between them, and the other two do
    not. If they lie so already, make all three numbers of h1 larger by the same factor, and those of h2 as well: the
    lines stay, and what h1 and h2 say comes nearer to -1 and 1.
    """
    return [[4, 0, -2], [0, 4, -2], [1, 1, 0.5]]


def draws_a_line_through_a_corner():
    """the line of a hidden neuron goes through a corner: there it says 0, half way between -1 and 1. Shift the
    line, so that it passes between the corners.
    """
    return [[4, 4, 0], [4, 4, -4], [1, -1, -0.5]]


def segments_meet(answer):
    """Whether the segments meet that join the pairs (h1, h2) of the yes corners, and those of the no corners. If they
    do, and only then, no line parts the two kinds.
    """
    no, yes_1, yes_2, no_2 = hidden(answer)

    def side(start, end, point):
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    def is_on(start, end, point):
        is_inside = all(min(s, e) - TINY <= p <= max(s, e) + TINY for s, e, p in zip(start, end, point))
        return is_inside and abs(side(start, end, point)) <= TINY

    is_crossing = (
        side(no, no_2, yes_1) * side(no, no_2, yes_2) < 0 and side(yes_1, yes_2, no) * side(yes_1, yes_2, no_2) < 0
    )
    is_touching = any(is_on(no, no_2, point) for point in (yes_1, yes_2)) or any(
        is_on(yes_1, yes_2, point) for point in (no, no_2)
    )
    return is_crossing or is_touching


def leaves_out_a_number():
    """a row has two numbers. Every neuron has three: two weights and a bias."""
    return [[2, 2, -1], [2, 2, -3], [1, -1]]


def has_a_row_of_two(case, answer):
    return len(answer) == 3 and 2 in map(len, answer)


def wrong_shape(answer):
    """What an answer lacks to be three rows of three finite numbers, in words; None if it is that."""
    if not isinstance(answer, list | tuple):
        return f"Got {with_kind(answer, in_words(answer))}."
    if len(answer) != 3:
        return f"Got {len(answer):,} of them."
    for place, row in enumerate(answer, start=1):
        if not isinstance(row, list | tuple):
            return f"Number {place} is {with_kind(row, in_words(row))}."
        if len(row) != 3:
            return f"Row {place} has {len(row):,} numbers."
        for number in row:
            if not is_number(number) or not math.isfinite(number):
                return f"In row {place} stands {with_kind(number, in_words(number))}."
    return None


def neuron(numbers, x1, x2):
    w1, w2, b = numbers
    return math.tanh(w1 * x1 + w2 * x2 + b)


def hidden(answer):
    """The outputs of h1 and h2 at each corner."""
    return [(neuron(answer[0], *corner), neuron(answer[1], *corner)) for corner in CORNERS]


def outputs(answer):
    return [neuron(answer[2], *h) for h in hidden(answer)]


def decisions(answer):
    """The network's answer at each corner: True for yes, an output above 0."""
    return tuple(out > 0 for out in outputs(answer))


def judge(case, answer):
    lacking = wrong_shape(answer)
    if lacking:
        return Gap(f"Expected three rows of three finite numbers, for h1, h2 and out: [w1, w2, b]. {lacking}")
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


def computes_xor_with(answer, no):
    """Whether the network would compute XOR if a hidden neuron said 1 for a yes and the number `no` for a no."""
    w1, w2, b = answer[2]
    sums = [w1 * (1 if h1 > 0 else no) + w2 * (1 if h2 > 0 else no) + b for h1, h2 in hidden(answer)]
    return 0 not in sums and tuple(total > 0 for total in sums) == XOR


def with_bias(row, sign):
    return [*row[:2], sign * row[2]]


def changed(answer):
    """Other networks that an answer may have meant, by the mistake that lies between."""
    h1, h2, out = answer
    first, second = (tuple(h[i] > 0 for h in hidden(answer)) for i in (0, 1))
    yield puts_the_bias_first, [[*row[1:], row[0]] for row in answer]
    yield lists_by_columns, list(zip(*answer))
    yield has_the_rows_in_another_order, [h2, out, h1]
    yield has_the_rows_in_another_order, [out, h2, h1]
    yield has_the_rows_in_another_order, [h1, out, h2]
    yield has_the_rows_in_another_order, [out, h1, h2]
    yield has_hidden_biases_of_the_wrong_sign, [with_bias(h1, -1), with_bias(h2, -1), out]
    yield has_biases_of_the_wrong_sign, [with_bias(row, -1) for row in answer]
    if first != second:
        yield swaps_the_weights_of_out, [h2, h1, out]
        yield adds_the_neuron_to_be_subtracted, [h1, h2, [out[0], -out[1], out[2]]]
        yield adds_the_neuron_to_be_subtracted, [h1, h2, [-out[0], out[1], out[2]]]


def mistake(answer):
    """The most telling of the misconceptions that a wrong network shows, or None."""
    if wrong_shape(answer) or decisions(answer) == XOR:
        return None
    no, yes_1, yes_2, no_2 = outputs(answer)
    if min(no, no_2) > 0 > max(yes_1, yes_2):
        return answers_the_opposite
    if computes_xor_with(answer, -1) and 0 not in [h for pair in hidden(answer) for h in pair]:
        return is_too_soft
    if computes_xor_with(answer, 0) and 0 not in [h for pair in hidden(answer) for h in pair]:
        return takes_no_for_0
    w1, w2, _ = answer[2]
    sums = [w1 * h1 + w2 * h2 for h1, h2 in hidden(answer)]
    if min(sums[1], sums[2]) > max(sums[0], sums[3]) + 1e-9:
        return has_the_wrong_threshold
    for wrong, other in changed(answer):
        if decisions(other) == XOR:
            return wrong
    if computes_xor_with_relu(answer):
        return fits_relu
    h1, h2 = (tuple(h[i] > 0 for h in hidden(answer)) for i in (0, 1))
    if len(set(h1)) == 1 or len(set(h2)) == 1:
        return draws_a_line_beside_the_square
    if h1 == h2:
        return draws_one_line_twice
    if all(a != b for a, b in zip(h1, h2)):
        return draws_one_line_from_both_sides
    if segments_meet(answer):
        return draws_lines_that_no_output_can_use
    if decisions(answer) in BY_DECISIONS:
        return BY_DECISIONS[decisions(answer)]
    return draws_a_line_through_a_corner if 0 in [h for pair in hidden(answer) for h in pair] else None


BY_DECISIONS = {
    (False, False, False, True): computes_and,
    (False, True, True, True): computes_or,
    (False, False, False, False): says_the_same_everywhere,
    (True, True, True, True): says_the_same_everywhere,
}
MISTAKES = [
    answers_the_opposite,
    takes_no_for_0,
    fits_relu,
    is_too_soft,
    has_the_wrong_threshold,
    puts_the_bias_first,
    lists_by_columns,
    has_the_rows_in_another_order,
    swaps_the_weights_of_out,
    has_hidden_biases_of_the_wrong_sign,
    has_biases_of_the_wrong_sign,
    adds_the_neuron_to_be_subtracted,
    draws_one_line_twice,
    draws_one_line_from_both_sides,
    draws_a_line_beside_the_square,
    draws_lines_that_no_output_can_use,
    draws_a_line_through_a_corner,
    computes_and,
    computes_or,
    says_the_same_everywhere,
]

exercise = Exercise(
    id="6.5",
    title="Two lines for XOR",
    name="numbers",
    reference=reference,
    demands=[
        Demand("`numbers` has a row `[w1, w2, b]` for each neuron: h1, h2, out", lambda: reference()[:2]),
        Demand(
            "the network says yes, with an output above 0, at (0, 1) and (1, 0)",
            lambda: [[1, 1, -0.5], [1, 1, -1.5], [1, -1, -1]],
        ),
        Demand("it says no at (0, 0) and (1, 1)", has_the_wrong_threshold),
    ],
    is_data=True,
    judge=judge,
    alternatives=[with_nand, from_the_two_ends],
    misconceptions=[*MISTAKES, leaves_out_a_number],
    recognise={wrong: lambda case, answer, wrong=wrong: mistake(answer) is wrong for wrong in MISTAKES}
    | {leaves_out_a_number: has_a_row_of_two},
)

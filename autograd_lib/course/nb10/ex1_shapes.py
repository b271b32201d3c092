"""Exercise 10.1: the shape that two shapes broadcast to, and the axes over which the backward pass sums."""

from autograd_lib.course.tables import slip, table

COLUMN_ROW, ROWS_COLUMN, THREE_AXES, LOSS = "(3, 1) + (4,)", "(2, 3) * (3, 1)", "(5, 1, 4) + (3, 1)", "(20, 1) - (20,)"
BIAS = "b.grad, where b of shape (16,) is added to (20, 16)"
AXES = "axes summed for the (3, 1) of (5, 1, 4) + (3, 1)"


def broadcast_shape(a, b):
    """The shape of both together, or None: sizes counted from the end are equal, or one of them is 1."""
    a, b = [(1,) * (max(len(a), len(b)) - len(shape)) + shape for shape in (a, b)]
    if any(m != n and 1 not in (m, n) for m, n in zip(a, b)):
        return None
    return tuple(n if m == 1 else m for m, n in zip(a, b))


def reference():
    return {
        COLUMN_ROW: broadcast_shape((3, 1), (4,)),
        ROWS_COLUMN: broadcast_shape((2, 3), (3, 1)),
        THREE_AXES: broadcast_shape((5, 1, 4), (3, 1)),
        LOSS: broadcast_shape((20, 1), (20,)),
        BIAS: (16,),
        AXES: (0, 2),
    }


def lines_up_from_the_left():
    """the shapes are lined up from the left: then (2, 3) meets (3, 1) at 2 and 3, but (3, 1) meets (4,) at 3 and 4.
    Write them below each other so that their *last* sizes meet.
    """
    return reference() | {COLUMN_ROW: None, THREE_AXES: None, LOSS: (20, 1)}


def subtracts_pair_by_pair():
    """20 numbers and 20 numbers are taken to meet one by one. (20, 1) is a column and (20,) counts as a row: each
    number meets *each* other.
    """
    return reference() | {LOSS: (20, 1)}


def makes_a_row_of_the_result():
    """20 numbers and 20 numbers are taken to meet one by one, as in a row. The size 1 of (20, 1) stands below the 20 of
    (20,), and is stretched to it: each number meets *each* other.
    """
    return reference() | {LOSS: (20,)}


def turns_one_round():
    """the second shape is turned round as a matrix product would need it, or its 3 is moved below the other 3. Nothing
    is moved: 3 stands above 1, which is stretched, and 2 above 3, which cannot be.
    """
    return reference() | {ROWS_COLUMN: (2, 3)}


def multiplies_as_matrices():
    """`*` is taken for a matrix product, where the inner 3 would go. It multiplies number by number."""
    return reference() | {ROWS_COLUMN: (2, 1)}


def keeps_the_shape_of_the_result():
    """the gradient is given the shape of the *sum*. A gradient has the shape of what it belongs to: each bias was used
    20 times, and the 20 gradients are added up.
    """
    return reference() | {BIAS: (20, 16)}


def forgets_the_comma():
    """the comma is missing. In Python `(16)` is the number 16; a tuple of one is written `(16,)`."""
    return reference() | {BIAS: 16}


def keeps_a_one():
    """the gradient keeps an axis of size 1 that b never had. It has exactly the shape of b."""
    return reference() | {BIAS: (1, 16)}


def sums_the_new_axis_only():
    """only the axis that was not there before is added up. The 1 in (3, 1) was stretched to 4, so the last axis is
    added up too, and stays with size 1.
    """
    return reference() | {AXES: (0,)}


def sums_the_stretched_axis_only():
    """only the axis of size 1 is added up. (3, 1) had no axis for the 5 either: it was copied along that one too."""
    return reference() | {AXES: (2,)}


def counts_in_the_smaller_shape():
    """the stretched axis is counted in (3, 1), where it is axis 1. The gradient to be summed has the shape (5, 3, 4):
    there it is axis 2, and axis 1 holds the 3.
    """
    return reference() | {AXES: (0, 1)}


def sums_what_was_not_stretched():
    """the sum is taken over the axis along which (3, 1) was *not* copied. Each of its three numbers has a gradient of
    its own; the sum has to go over the axes along which a number was used again.
    """
    return reference() | {AXES: (1,)}


SLIPS = (
    lines_up_from_the_left,
    makes_a_row_of_the_result,
    turns_one_round,
    multiplies_as_matrices,
    keeps_the_shape_of_the_result,
    forgets_the_comma,
    keeps_a_one,
    sums_the_new_axis_only,
    sums_the_stretched_axis_only,
    counts_in_the_smaller_shape,
    sums_what_was_not_stretched,
)


def is_pairs(case, answer):
    """Whether the entry is wrong in this way, and not because the shapes were lined up from the left."""
    is_left = slip(lines_up_from_the_left, reference)
    return slip(subtracts_pair_by_pair, reference)(case, answer) and not is_left(case, answer)


exercise = table(
    id="10.1",
    title="Which shape comes out?",
    reference=reference,
    slips=SLIPS,
    others={subtracts_pair_by_pair: is_pairs},
)

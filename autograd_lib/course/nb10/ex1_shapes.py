"""Exercise 10.1: the shape that two shapes broadcast to, and the axes over which the backward pass sums."""

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import table

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


def mistake(sentence, **wrong):
    """A misconception: a table with wrong entries, by the name of the entry."""

    def misconception():
        return reference() | {globals()[name]: entry for name, entry in wrong.items()}

    misconception.__doc__ = sentence
    return misconception


lines_up_from_the_left = mistake(
    "the shapes are lined up from the left, perhaps: then the 3 of (3, 1) meets the 4 of (4,), and the 20 of (20, 1) "
    "that of (20,). Write them below each other so that their *last* sizes meet.",
    COLUMN_ROW=None,
    THREE_AXES=None,
    LOSS=(20, 1),
)
keeps_the_shape_of_the_result = mistake(
    "the gradient is given the shape of the *sum*. A gradient has the shape of what it belongs to: each bias was used "
    "20 times, and the 20 gradients are added up.",
    BIAS=(20, 16),
)
turns_the_axes_round = mistake(
    "the axes are right and their order is not: the smallest comes first.",
    AXES=(2, 0),
)

MISTAKES = (
    lines_up_from_the_left,
    mistake(
        "(3, 1) and (4,) are said not to fit. From the right, 1 meets 4, and is stretched to it; 3 meets nothing.",
        COLUMN_ROW=None,
    ),
    mistake(
        "(3, 1) + (4,) comes out turned round. The sizes of the result stand where those of the inputs do: write the "
        "two shapes below each other, flush right, and read off the larger of each pair.",
        COLUMN_ROW=(4, 3),
    ),
    mistake(
        "(3, 1) + (4,) keeps the shape of the first. Its 1 stands above the 4, and is stretched to it.",
        COLUMN_ROW=(3, 1),
    ),
    mistake(
        "(3, 1) + (4,) keeps the shape of the second. It has no axis below the 3 of (3, 1), and is stretched along it.",
        COLUMN_ROW=(4,),
    ),
    mistake(
        "(2, 3) * (3, 1) has the shape of the matrix product. `*` multiplies number by number, and needs fitting "
        "sizes: 2 stands above 3.",
        ROWS_COLUMN=(2, 1),
    ),
    mistake(
        "(2, 3) * (3, 1) keeps the shape of the first, as if the second were turned round or a row of 3. Nothing is "
        "turned: 3 stands above 1, which is stretched, and 2 above 3, which cannot be.",
        ROWS_COLUMN=(2, 3),
    ),
    mistake(
        "the larger size of each pair is taken, even where neither is 1. Only a 1 is stretched, and 2 is not 3.",
        ROWS_COLUMN=(3, 3),
    ),
    mistake(
        "the sizes are multiplied, so that all numbers stand in one row. Broadcasting keeps the axes: the result of "
        "(3, 1) + (4,) has two.",
        COLUMN_ROW=(12,),
    ),
    mistake(
        "the axes of both are strung together. They are lined up from the right, and each pair makes one axis.",
        COLUMN_ROW=(3, 1, 4),
    ),
    mistake(
        "(2, 3) and (3, 1) are said to give (2, 3, 1), as if they met at the 3. They are lined up from the right: 3 "
        "stands above 1, and 2 above 3, which does not fit.",
        ROWS_COLUMN=(2, 3, 1),
    ),
    mistake(
        "(5, 1, 4) and (3, 1) are said not to fit. From the right, 4 meets 1 and 1 meets 3: each time there is a 1 to "
        "be stretched. The 5 meets nothing.",
        THREE_AXES=None,
    ),
    mistake(
        "(5, 1, 4) + (3, 1) keeps the shape of the larger array. Its 1 stands above the 3, and is stretched to it.",
        THREE_AXES=(5, 1, 4),
    ),
    mistake(
        "(5, 1, 4) + (3, 1) has lost an axis. The 5 meets nothing in (3, 1), and stays.",
        THREE_AXES=(3, 4),
    ),
    mistake(
        "(5, 1, 4) + (3, 1) ends in the 1 of (3, 1). It stands below the 4, and is stretched to it.",
        THREE_AXES=(5, 3, 1),
    ),
    mistake(
        "(5, 1, 4) + (3, 1) keeps both sizes of 1. The one meets the 3 and the other the 4, and each is stretched.",
        THREE_AXES=(5, 1, 1),
    ),
    mistake(
        "the axes of (5, 1, 4) and (3, 1) are strung together. They are lined up from the right, 4 above 1 and 1 above "
        "3, and each pair makes one axis; the 5 meets nothing.",
        THREE_AXES=(5, 1, 4, 3, 1),
    ),
    mistake(
        "(20, 1) - (20,) is said to be a column of 20. The size 1 of (20, 1) stands above the 20 of (20,), and is "
        "stretched to it: each number meets *each* other.",
        LOSS=(20, 1),
    ),
    mistake(
        "(20, 1) - (20,) is said to be a row of 20, as if the numbers met one by one. The size 1 of (20, 1) stands "
        "above the 20 of (20,), and is stretched to it: each number meets *each* other.",
        LOSS=(20,),
    ),
    mistake(
        "(20, 1) and (20,) are said not to fit. From the right, 1 meets 20, and is stretched to it; 20 meets nothing.",
        LOSS=None,
    ),
    mistake(
        "the 400 numbers of (20, 1) - (20,) are put in one row. Broadcasting keeps the axes: a row for each number of "
        "the one, a column for each of the other.",
        LOSS=(400,),
    ),
    mistake(
        "(20, 1) - (20,) is said to be a row of 20 with an axis of size 1. That 1 stands above nothing, and the 1 of "
        "(20, 1) above the 20: both sizes of the result are 20.",
        LOSS=(1, 20),
    ),
    keeps_the_shape_of_the_result,
    mistake(
        "a number stands where a shape belongs. In Python `(16)` is the number 16; a tuple of one is written `(16,)`.",
        BIAS=16,
    ),
    mistake("the gradient keeps an axis of size 1 that b never had. It has exactly the shape of b.", BIAS=(1, 16)),
    mistake("the gradient gets an axis of size 1 that b never had. It has exactly the shape of b.", BIAS=(16, 1)),
    mistake(
        "the gradient of b is one number, as if the 16 biases shared it. Each of them has a gradient of its own.",
        BIAS=(),
    ),
    mistake(
        "the gradient of b is one number, as if the 16 biases shared it. Each of them has a gradient of its own.",
        BIAS=(1,),
    ),
    mistake(
        "the gradient of b has a number for each of the 20 rows. It has one for each of the 16 biases, and adds up "
        "over the rows.",
        BIAS=(20,),
    ),
    turns_the_axes_round,
    mistake(
        "only the axis that was not there before is added up. The 1 in (3, 1) was stretched to 4, so the last axis is "
        "added up too, and stays with size 1.",
        AXES=(0,),
    ),
    mistake(
        "only the axis of size 1 is added up. (3, 1) had no axis for the 5 either: it was copied along that one too.",
        AXES=(2,),
    ),
    mistake(
        "axis 1 of (5, 3, 4) is added up for the (3, 1). That axis holds the 3, along which nothing was copied; the 1 "
        "that was stretched is axis 1 of (3, 1), and axis 2 of (5, 3, 4).",
        AXES=(0, 1),
    ),
    mistake(
        "axis 1 alone is added up: the axis that holds the 3, along which (3, 1) was *not* copied. (The 1 in (3, 1) "
        "is axis 1 there, and axis 2 of (5, 3, 4).) Axes to be summed are those along which numbers were used again.",
        AXES=(1,),
    ),
    mistake("the axes are counted from 1. NumPy counts from 0.", AXES=(1, 3)),
    mistake(
        "all axes are added up. Axis 1 holds the 3: each of the three numbers has gradients of its own.",
        AXES=(0, 1, 2),
    ),
    mistake(
        "axis 1 is added up instead of axis 0. Axis 1 holds the 3, along which nothing was copied; axis 0 holds the 5, "
        "for which (3, 1) had no axis.",
        AXES=(1, 2),
    ),
    mistake(
        "the *sizes* of the axes are given. Asked are their numbers, counted from 0.",
        AXES=(5, 4),
    ),
    mistake("the axes are counted from the end. Counted from 0, they are 0 and 2.", AXES=(-3, -1)),
    mistake("the axes are counted from the end. Counted from 0, they are 0 and 2.", AXES=(-1, -3)),
    mistake("no axis is summed. (3, 1) was copied along two of them: those of the 5 and of the 4.", AXES=()),
    mistake(
        "a number stands where the axes belong, and it is one axis only. There are two, as a tuple.",
        AXES=0,
    ),
    mistake(
        "the last axis is counted from the end. Counted from 0, it is axis 2.",
        AXES=(0, -1),
    ),
)


def misfits_are_given_a_shape():
    return reference() | {ROWS_COLUMN: (2, 3)}


exercise = table(
    id="10.1",
    title="Which shape comes out?",
    reference=reference,
    demands=[
        Demand(
            "the first four: the shape that NumPy gives, as a tuple, or `None` where the two do not fit",
            misfits_are_given_a_shape,
        ),
        Demand("the fifth: the shape of the gradient, as a tuple", keeps_the_shape_of_the_result),
        Demand(
            "the last: the axes of (5, 3, 4) that are summed, as a tuple, counted from 0, the smallest first",
            turns_the_axes_round,
        ),
    ],
    mistakes=MISTAKES,
)

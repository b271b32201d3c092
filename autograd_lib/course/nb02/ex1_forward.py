"""Exercise 2.1: the graph of L = ((a·b) + c)·(a + d) at 2, 3, 4, 5, counted and filled in forward."""

from autograd_lib.course.exercise import Demand, Exercise
from autograd_lib.course.nb02.steps import filled_in, lone_slip_in, slip_in

a, b, c, d = 2, 3, 4, 5
VALUES = {
    "t1": a * b,
    "t2": lambda t: t["t1"] + c,
    "t3": a + d,
    "L": lambda t: t["t2"] * t["t3"],
}
STEPS = VALUES | {"nodes": 8, "edges": 8}


def reference(own=None):
    return filled_in(STEPS, own)


def slip(sentence, **wrong):
    return slip_in(STEPS, sentence, **wrong)


IN_THE_VALUES = [
    slip("t1 is 5, as a + b is. The first step multiplies: `a` times b.", t1=a + b),
    slip("t2 is as large as t1·c. The second step adds c.", t2=lambda t: t["t1"] * c),
    slip("t2 is as large as t1 + d. The second step adds c, which is 4; d goes into t3.", t2=lambda t: t["t1"] + d),
    slip("t2 is as large as t1, as where c is left out. The second step adds c to t1.", t2=lambda t: t["t1"]),
    slip(
        "t2 is 14, as a·(b + c) is. The brackets stand around a·b: that comes first, and c is added to it.",
        t2=a * (b + c),
    ),
    slip("t3 is 10, as the product a·d is. It is the sum of `a` and d.", t3=a * d),
    slip("t3 is 8, as b + d is, and a·c. It is the sum of `a` and d.", t3=b + d),
    slip("t3 is 9, as c + d is, and a + b + c. It is the sum of `a` and d.", t3=c + d),
    slip("t3 is 6, as a + c is, and a·b. It is the sum of `a` and d.", t3=a + c),
    slip("t3 is 5, as d alone is, and a + b. It is the sum of `a` and d.", t3=d),
    slip(
        "t3 is as large as t1 + d. It is the sum of the leaves `a` and d.",
        t3=lambda t: t["t1"] + d,
    ),
    slip(
        "t3 is as large as t2 + d. It is the sum of the leaves `a` and d.",
        t3=lambda t: t["t2"] + d,
    ),
    slip(
        "t2 and t3 have each other's numbers. t2 is the sum of t1 and c, and t3 that of `a` and d.",
        t2=a + d,
        t3=lambda t: t["t1"] + c,
    ),
    slip("L is as large as t2 + t3. It is the *product* of the two.", L=lambda t: t["t2"] + t["t3"]),
    slip(
        "L is as large as t1 + c·t3, as where the first pair of brackets is forgotten. Multiply all of t2 by t3.",
        L=lambda t: t["t1"] + c * t["t3"],
    ),
    slip(
        "L is as large as t2·a + d, as where the second pair of brackets is forgotten. Multiply t2 by all of t3.",
        L=lambda t: t["t2"] * a + d,
    ),
    slip(
        "L is as large as t1 + c·a + d, as where there are no brackets. Compute it in steps: t2 times t3.",
        L=lambda t: t["t1"] + c * a + d,
    ),
    slip("L is as large as t1·t3, without c. Its first factor is t2.", L=lambda t: t["t1"] * t["t3"]),
    slip("L is as large as t2·d. Its second factor is t3, the sum of `a` and d.", L=lambda t: t["t2"] * d),
    slip("L is as large as t2·a. Its second factor is t3, the sum of `a` and d.", L=lambda t: t["t2"] * a),
    slip("L is as large as t2·a·d. Its second factor is t3, the *sum* of `a` and d.", L=lambda t: t["t2"] * a * d),
    slip(
        "L is as large as t1 + t2 + t3. It is t2 times t3; t1 is in t2 already.",
        L=lambda t: t["t1"] + t["t2"] + t["t3"],
    ),
    slip("L is as large as t1·t2·t3. It is t2 times t3; t1 is in t2 already.", L=lambda t: t["t1"] * t["t2"] * t["t3"]),
    slip(
        "the gradients stand in the table. The forward pass is about the values.",
        t1=7,
        t2=7,
        t3=10,
        L=1,
    ),
]
LONE_VALUES = [
    lone_slip_in(STEPS, name, f"the step to {name} is wrong. {words}", IN_THE_VALUES, VALUES)
    for name, words in [
        ("t1", "It is the product of `a` and b. Do it again, and what needs it."),
        ("t2", "It is the sum of t1 and c. Do it again, and what needs it."),
        ("t3", "It is the sum of `a` and d. Do it again, and what needs it."),
        ("L", "It is the product of t2 and t3. Do it again."),
    ]
]
MISSING_BOXES = (
    "too few nodes are counted. There is a box for each number: the leaves, the steps between and the root L."
)
TOO_MANY_BOXES = (
    "more boxes are counted than there are numbers. An operation has no box of its own beside that of its result; and "
    "a number that is used twice has one box."
)
TOO_MANY_ARROWS = (
    "more arrows are counted than there are uses. Each operation has two inputs, where arrows arrive, and none leaves "
    "the root."
)
MISSING_ARROWS = "too few arrows are counted. Count where they arrive: each operation has two inputs."
IN_THE_COUNTS = [
    slip(
        "one box too many is counted, as where `a` has two. It is written twice, and is one number: one node, which "
        "two arrows leave.",
        nodes=9,
    ),
    slip(
        "only half of the nodes are counted, as many as there are operations, or leaves. Both are nodes: each number "
        "has a box.",
        nodes=4,
    ),
    *[slip(MISSING_BOXES, nodes=number) for number in (1, 2, 3, 5, 6, 7)],
    *[slip(TOO_MANY_BOXES, nodes=number) for number in (10, 11, 12, 13, 16)],
    slip(
        "one arrow too few is counted, as where `a` has only one. An arrow stands for one *use* of a node, and `a` is "
        "used twice.",
        edges=7,
    ),
    slip(
        "only three arrows are counted, as many as lead from one operation to another. Those that come from the leaves "
        "count as well.",
        edges=3,
    ),
    slip(
        "only half of the arrows are counted. Each operation has two inputs, and each use of an input is an arrow.",
        edges=4,
    ),
    *[slip(MISSING_ARROWS, edges=number) for number in (2, 5, 6)],
    *[slip(TOO_MANY_ARROWS, edges=number) for number in (9, 10, 11, 12)],
    slip(
        "twice as many arrows are counted as there are, as where each counts at both of its ends, or the boxes are "
        "counted too.",
        edges=16,
    ),
]


def lists_them(own=None):
    """a list, or the like, stands where a number should, as where the names of the boxes or arrows are given. What
    is asked for is how many there are, one number.
    """
    return reference(own) | {"nodes": ["a", "b", "c", "d", "t1", "t2", "t3", "L"]}


def are_lists(case, answer):
    return frozenset(name for name in ("nodes", "edges") if isinstance(answer[name], list | tuple | set | dict))


def values_by_the_wrong_steps():
    return reference() | {"t1": 5, "t2": 9, "L": 63}


def draws_a_twice():
    return reference() | {"nodes": 9}


def draws_one_arrow_for_each_operation():
    return reference() | {"edges": 4}


exercise = Exercise(
    id="2.1",
    title="From the leaves to the root",
    name="forward",
    reference=reference,
    demands=[
        Demand("`t1`, `t2`, `t3` and `L`: their values", values_by_the_wrong_steps),
        Demand("`nodes`: the number of boxes, one for each number", draws_a_twice),
        Demand("`edges`: the number of arrows, one for each use of a number", draws_one_arrow_for_each_operation),
    ],
    is_data=True,
    by_steps=True,
    misconceptions=[*IN_THE_VALUES, *LONE_VALUES, *IN_THE_COUNTS, lists_them],
    recognise={lists_them: are_lists},
    reveal=False,
)

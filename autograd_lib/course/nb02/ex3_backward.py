"""Exercise 2.3: the gradients of L = ((a·b) + c)·(a + d) at 2, 3, 4, 5, filled in backward."""

from autograd_lib.course.exercise import Demand, Exercise
from autograd_lib.course.nb02.steps import filled_in, lone_slip_in, slip_in

a, b, c, d, t1, t2, t3 = 2, 3, 4, 5, 6, 10, 7  # the values
STEPS = {  # g: the gradients of the nodes before
    "L": 1,
    "t2": lambda g: t3 * g["L"],
    "t3": lambda g: t2 * g["L"],
    "t1": lambda g: g["t2"],
    "c": lambda g: g["t2"],
    "d": lambda g: g["t3"],
    "b": lambda g: a * g["t1"],
    "a": lambda g: b * g["t1"] + g["t3"],
}


def reference(own=None):
    return filled_in(STEPS, own)


def slip(sentence, **wrong):
    return slip_in(STEPS, sentence, **wrong)


def slips(sentence, *wrong):
    """One slip that can be made at several nodes."""
    return [slip(sentence, **{name: step}) for name, step in wrong]


WEIGHS = (
    "a gradient is as large as if a sum multiplied what it passes on by a value. A sum has the local gradient 1 for "
    "each input: it passes its gradient on unchanged."
)
SPLITS = (
    "only half of a gradient comes through a sum, as where the inputs share it. The sum passes all of it on to each: "
    "if one rises by 1, the sum rises by 1."
)
VALUE = "the gradient of a node is as large as its value. The gradient says how fast L moves with the node."
ADDS = "a gradient is as large as it would be if upstream and local gradient were *added*. Along a path rates multiply."
AT_A_PRODUCT = [
    *slips(
        "in t2·t3 an input gets its own value times the gradient of L. The local gradient is the value of the *other* "
        "one: raise t2 by 1, and L grows by t3.",
        ("t2", lambda g: t2 * g["L"]),
        ("t3", lambda g: t3 * g["L"]),
    ),
    *slips(
        "in a·b an input gets its own value times the gradient of t1. The local gradient is the value of the *other* "
        "one: raise b by 1, and t1 grows by `a`.",
        ("b", lambda g: b * g["t1"]),
        ("a", lambda g: a * g["t1"] + g["t3"]),
    ),
    *slips(
        "a product passes its gradient on unchanged. That is what a sum does; a product multiplies it by the value of "
        "the other input.",
        ("t2", lambda g: g["L"]),
        ("t3", lambda g: g["L"]),
        ("b", lambda g: g["t1"]),
        ("a", lambda g: g["t1"] + g["t3"]),
    ),
    *slips(
        "a gradient is as large as if the local gradient of a product were the value of its result. It is the value of "
        "the other input.",
        ("t2", lambda g: 70 * g["L"]),
        ("t3", lambda g: 70 * g["L"]),
        ("b", lambda g: t1 * g["t1"]),
        ("a", lambda g: t1 * g["t1"] + g["t3"]),
    ),
]
AT_A_SUM = [
    *slips(
        WEIGHS,
        ("t1", lambda g: t1 * g["t2"]),
        ("t1", lambda g: c * g["t2"]),
        ("c", lambda g: c * g["t2"]),
        ("c", lambda g: t1 * g["t2"]),
        ("d", lambda g: d * g["t3"]),
        ("d", lambda g: a * g["t3"]),
        ("a", lambda g: b * g["t1"] + d * g["t3"]),
    ),
    slip(WEIGHS, d=lambda g: d * g["t3"], a=lambda g: b * g["t1"] + a * g["t3"]),
    slip(SPLITS, t1=lambda g: g["t2"] / 2, c=lambda g: g["t2"] / 2, d=lambda g: g["t3"] / 2),
    slip(SPLITS, c=lambda g: g["t2"] / 2, d=lambda g: g["t3"] / 2),
    *slips(
        SPLITS,
        ("t1", lambda g: g["t2"] / 2),
        ("c", lambda g: g["t2"] / 2),
        ("a", lambda g: b * g["t1"] + g["t3"] / 2),
    ),
    *slips(
        "t1 or c has the gradient of t3, or d that of t2. A sum passes on the gradient of its own result: t1 and c are "
        "the inputs of t2, and d is one of t3.",
        ("t1", lambda g: g["t3"]),
        ("c", lambda g: g["t3"]),
        ("d", lambda g: g["t2"]),
    ),
]
ANYWHERE = [
    *slips(
        "a gradient is as large as if a local gradient were not multiplied by its upstream gradient. The local one "
        "says how far the next node moves; the question is how far L moves.",
        ("t1", 1),
        ("c", 1),
        ("d", 1),
        ("b", a),
        ("a", b),
        ("a", lambda g: b + 1),
        ("a", lambda g: b + g["t3"]),
        ("a", lambda g: b * g["t1"] + 1),
    ),
    *slips(
        ADDS,
        ("t2", lambda g: g["L"] + t3),
        ("t3", lambda g: g["L"] + t2),
        ("t1", lambda g: g["t2"] + 1),
        ("c", lambda g: g["t2"] + 1),
        ("d", lambda g: g["t3"] + 1),
        ("b", lambda g: g["t1"] + a),
        ("a", lambda g: g["t1"] + b + g["t3"]),
    ),
    slip(ADDS, d=lambda g: g["t3"] + 1, a=lambda g: g["t1"] + b + g["t3"] + 1),
    slip(ADDS, b=lambda g: g["t1"] + a, a=lambda g: g["t1"] + b + g["t3"] + 1),
    slip(ADDS, d=lambda g: g["t3"] + 1, b=lambda g: g["t1"] + a, a=lambda g: g["t1"] + b + g["t3"] + 1),
    *slips(
        "a leaf gets 0. L is made from every leaf: each has a gradient.",
        ("c", 0),
        ("d", 0),
        ("b", 0),
        ("a", 0),
    ),
    slip(VALUE, c=c, d=d),
    *slips(VALUE, ("t1", t1), ("c", c), ("b", b), ("a", a)),
    slip(
        "the values of the forward pass stand in the table. The gradient of a node says how fast L moves with it.",
        L=70,
        t2=t2,
        t3=t3,
        t1=t1,
        c=c,
        d=d,
        b=b,
        a=a,
    ),
    slip("the root has its own value, 70, for its gradient. The gradient of the root is ∂L/∂L, which is 1.", L=70),
    slip("the root has 0 for its gradient. The gradient of the root is ∂L/∂L: L moves as fast as itself.", L=0),
]
AT_A = [
    slip("`a` holds only what t1 pays. It is an input of t3 as well: add what both pay.", a=lambda g: b * g["t1"]),
    slip("`a` holds only what t3 pays. It is an input of t1 as well: add what both pay.", a=lambda g: g["t3"]),
    slip(
        "what the two paths pay to `a` is multiplied. Along a path rates multiply; where paths meet, they add.",
        a=lambda g: b * g["t1"] * g["t3"],
    ),
    slip(
        "b and `a` are as large as if in a·b each input were paid by its own value, and what the two paths pay to `a` "
        "were multiplied. In a product the local gradient is the value of the *other* input, and where paths meet, "
        "they add.",
        b=lambda g: b * g["t1"],
        a=lambda g: a * g["t1"] * g["t3"],
    ),
    slip(
        "`a` has 34, which is how far L rises if `a` goes up by a whole 1. A gradient is the rate here, at a = 2: add "
        "what t1 and t3 pay.",
        a=34,
    ),
    slip(
        "`a` is as large as if t3 paid it the gradient of t1. t3 is a sum: it passes on its own.",
        a=lambda g: b * g["t1"] + g["t1"],
    ),
    slip(
        "`a` is as large as 2 times the gradient of t1. In a·b each input is paid by the value of the *other* one, "
        "which is 3, and `a` is an input of t3 as well.",
        a=lambda g: a * g["t1"],
    ),
    slip(
        "the local gradient 3 is applied to both paths that meet in `a`. It belongs to the path through t1 only; t3 is "
        "a sum.",
        a=lambda g: b * (g["t1"] + g["t3"]),
    ),
    slip(
        "t3 pays `a` twice what it should. Its local gradient is 1, and only one arrow leads from `a` to t3.",
        a=lambda g: b * g["t1"] + 2 * g["t3"],
    ),
    slip(
        "b and `a` are as large as if in a·b each input were paid by its own value, and `a` by its own in the sum as "
        "well. In a product the local gradient is the value of the *other* input, and in a sum it is 1.",
        b=lambda g: b * g["t1"],
        a=lambda g: a * g["t1"] + a * g["t3"],
    ),
    slip(
        "the gradients of `a` and b are exchanged.",
        b=lambda g: b * g["t1"] + g["t3"],
        a=lambda g: a * g["t1"],
    ),
    slip(
        "what t3 pays to `a` is subtracted. Where paths meet, they add.",
        a=lambda g: b * g["t1"] - g["t3"],
    ),
    slip(
        "the mean is taken of what t1 and t3 pay to `a`. Where paths meet, they add.",
        a=lambda g: (b * g["t1"] + g["t3"]) / 2,
    ),
    slip(
        "`a` gets twice what t1 and t3 pay it. There is one arrow to each of the two.",
        a=lambda g: 2 * (b * g["t1"] + g["t3"]),
    ),
    slip(
        "b is too large by the gradient of t3. It is an input of t1 alone: one arrow leaves it.",
        b=lambda g: a * g["t1"] + g["t3"],
    ),
]
KNOWN = AT_A_PRODUCT + AT_A_SUM + ANYWHERE + AT_A
AGAIN, ALL_AGAIN = "Do it again.", "Do it again, and what needs it."
LONE = [
    lone_slip_in(STEPS, name, f"the step to `{name}` is wrong. {words} {again}", KNOWN, STEPS)
    for name, again, words in [
        ("L", ALL_AGAIN, "The gradient of L is ∂L/∂L, the rate of L by L itself."),
        ("t2", ALL_AGAIN, "t2 is an input of L = t2·t3: its gradient is that of L times the value of t3."),
        ("t3", ALL_AGAIN, "t3 is an input of L = t2·t3: its gradient is that of L times the value of t2."),
        ("t1", ALL_AGAIN, "t1 is an input of t2 = t1 + c: its gradient is that of t2."),
        ("c", AGAIN, "c is an input of t2 = t1 + c: its gradient is that of t2."),
        ("d", AGAIN, "d is an input of t3 = a + d: its gradient is that of t3."),
        ("b", AGAIN, "b is an input of t1 = a·b: its gradient is that of t1 times the value of `a`."),
        ("a", AGAIN, "`a` is an input of t1 = a·b and of t3 = a + d: its gradient is the sum of what both pay."),
    ]
]


def begins_with_the_value():
    return {key: 70 * gradient for key, gradient in reference().items()}


def exchanges_the_factors():
    return reference() | {"t2": 10, "t3": 7, "t1": 10, "c": 10, "d": 7, "b": 20, "a": 37}


def forgets_the_sums():
    return reference() | {"c": 0, "d": 0}


def loses_a_path():
    return reference() | {"a": 21}


exercise = Exercise(
    id="2.3",
    title="From the root to the leaves",
    name="backward",
    reference=reference,
    demands=[
        Demand("`L`: ∂L/∂L, the gradient of the root", begins_with_the_value),
        Demand("`t2`, `t3` and `t1`: the gradients of the steps, such as ∂L/∂t2", exchanges_the_factors),
        Demand("`c`, `d` and `b`: the gradients of the leaves that are used once", forgets_the_sums),
        Demand("`a`: the gradient of the leaf that is used twice", loses_a_path),
    ],
    is_data=True,
    by_steps=True,
    misconceptions=KNOWN + LONE,
    reveal=False,
)

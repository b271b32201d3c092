"""Exercise 14.1: which tensors of PyTorch have a gradient after `backward()`, and which numbers are they?"""

from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, table, wrong_entry


def reference():
    return {"w": 36.0, "x": None, "h": None, "m": 6.0, "k": None, "b": 1.0}


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        "w",
        72.0,
        "w is paid twice as much as it should be, as where it is paid through k as well, where `detach()` has cut the "
        "way off, or through m with a 2 too many. 2h · k depends on w only through h, and k is a number.",
    ),
    entry(
        "w",
        18.0,
        "w is paid half as much as it should be, as where the 2 is left out: the path is y ← m ← h ← w, and the middle "
        "step multiplies by 2.",
    ),
    entry(
        "w",
        12.0,
        "w gets 12, as where the gradient of h, or the value of m, is written down. One more step, from h to w, "
        "multiplies by x.",
    ),
    entry(
        "w",
        2.0,
        "w gets 2, as where its own value is written down, or the slope of m alone. The path is y ← m ← h ← w: k times "
        "2 times x.",
    ),
    entry("w", None, "w gets none. One path is cut, the other, through m and h, is whole, and w is a leaf that asks."),
    entry(
        "x",
        24.0,
        "x gets a gradient, as if it asked for one like w. The program of the exercise makes x without "
        "`requires_grad=True`, so nobody asks for one.",
    ),
    entry(
        "x",
        48.0,
        "x gets a gradient, and twice as much as one that asks would get, as where one comes through k as well. The "
        "program of the exercise makes x without `requires_grad=True`: nobody asks for one.",
    ),
    entry(
        "h",
        12.0,
        "h keeps its gradient. It passed through, but a tensor that was computed keeps none unless `retain_grad()` "
        "asks for it, and the program of the exercise asks that of m alone.",
    ),
    entry(
        "h",
        24.0,
        "h keeps a gradient, and twice as much as passes through it, as where one comes from k as well. What was "
        "computed keeps none without `retain_grad()`, and `detach()` cuts the way from k off.",
    ),
    entry("m", None, "m has no gradient. It is no leaf, but `retain_grad()` asks for its gradient to be kept."),
    entry(
        "m",
        12.0,
        "m gets 12, as where its own value is written down, or the gradient of h, which has the 2 once more. m times k "
        "is there, so it is k alone.",
    ),
    entry("k", 12.0, "k gets 12, the other factor, as its gradient. It is detached, so the graph ends before it."),
    entry(
        "b",
        0.0,
        "b gets 0, as where what is only added is taken for a constant. y grows by as much as b: the slope is 1.",
    ),
    entry("b", None, "b gets none. It is a leaf with `requires_grad=True`, and y is computed from it."),
]


NO_ZERO = "0 stands where there is no gradient. A tensor of PyTorch that keeps none says `None`."
MISTAKES += [entry(name, 0.0, NO_ZERO) for name in ("x", "h", "k")]


def zeros_for_none():
    return {name: 0.0 if number is None else number for name, number in reference().items()}


zeros_for_none.__doc__ = NO_ZERO

exercise = table(
    id="14.1",
    title="Who gets one?",
    reference=reference,
    demands=[
        Demand("for each name the number that its `.grad` is after `y.backward()`", but(reference, "w", 72.0)),
        Demand("`None` where there is none", but(reference, "x", 24.0)),
    ],
    mistakes=[*MISTAKES, zeros_for_none],
)

"""Mistakes that exercises of notebook 12 share: their sentences, and how they are recognised."""

import re

from autograd_lib.course.diagnosis import WHOLE

TWO_AXES = (
    "`transpose` is told two axes, which is enough in PyTorch, or for a matrix. Here it wants the numbers of all axes, "
    "in their new order."
)
NO_TRANSPOSE = re.compile(r"transpose: shape .* axes once, got \(-?\d, -?\d\)$")


def names_two_axes(case, answer):
    """Recognises a `transpose` that was refused because it was told two axes, whichever they are."""
    return frozenset({WHOLE} if NO_TRANSPOSE.match(getattr(answer, "message", "")) else ())

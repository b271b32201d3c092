"""Exercise 10.2: the backward pass of broadcasting, which adds up the gradients of copies over every stretched axis."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise, same


def reference(gradient, shape):
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


def all_axes_at_once(gradient, shape):
    new = gradient.ndim - len(shape)
    stretched = [axis for axis in range(gradient.ndim) if axis < new or shape[axis - new] == 1]
    return gradient.sum(axis=tuple(stretched)).reshape(shape)


def copy_by_copy(gradient, shape):
    """Finds where each number of the result came from by broadcasting the indices."""
    places = np.broadcast_to(np.arange(np.prod(shape, dtype=int)).reshape(shape), gradient.shape)
    total = np.zeros(shape)
    np.add.at(total.reshape(-1), places, gradient)
    return total


def leaves_it_as_it_is(gradient, shape):
    """the gradient is passed on in the shape of the result. What was copied was used several times, so its gradient is
    the sum over the copies.
    """
    return gradient


def sums_new_axes_only(gradient, shape):
    """only the axes that were not there before are added up. An axis of size 1 that was stretched holds copies too: add
    it up with `keepdims=True`.
    """
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    return gradient


def sums_axes_of_size_one_only(gradient, shape):
    """only axes of size 1 are added up. An axis that was not there before holds copies too: add it up and drop it."""
    new = gradient.ndim - len(shape)
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis + new, keepdims=True)
    return gradient


def forgets_keepdims(gradient, shape):
    """an axis of size 1 is added up and dropped. It was there before, so it stays: `keepdims=True`."""
    new = gradient.ndim - len(shape)
    stretched = [axis for axis in range(gradient.ndim) if axis < new or shape[axis - new] == 1]
    return gradient.sum(axis=tuple(stretched))


def takes_the_mean(gradient, shape):
    """the copies' gradients are averaged. A number that is used n times gets n payments, and they add up."""
    new = gradient.ndim - len(shape)
    stretched = [axis for axis in range(gradient.ndim) if axis < new or shape[axis - new] == 1]
    return gradient.mean(axis=tuple(stretched)).reshape(shape) if stretched else gradient


def takes_the_first_copy(gradient, shape):
    """only the first of the copies counts, and the payments of the others are lost. Add them up."""
    while gradient.ndim > len(shape):
        gradient = gradient[0]
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.take([0], axis=axis)
    return gradient


def sums_from_the_wrong_end(gradient, shape):
    """the last axes are taken for the new ones. Shapes are lined up from the right, so what is new stands at the
    *front*: axis 0.
    """
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=-1)
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


def reshapes(gradient, shape):
    """the numbers are cut down to the shape (as `np.resize` or a slice of the flat array does) instead of added up."""
    return np.resize(gradient, shape)


PAIRS = [
    ((3,), (3,)),
    ((3,), (2, 3)),
    ((2, 1), (2, 3)),
    ((), (2, 3)),
    ((1, 3), (1, 3)),
    ((2, 1, 2), (3, 2, 3, 2)),
    ((1, 3, 1), (4, 2, 3, 3)),
]


def run(solution, before, after):
    """The answer. A number is an array of shape (), whatever NumPy makes of it."""
    answer = solution(np.random.default_rng(7).integers(-9, 10, after).astype(float), before)
    return np.asarray(answer) if isinstance(answer, (np.generic, float)) else answer


def shapes_in_words(before, after):
    return f"a gradient of shape {after}, for an array of shape {before}"


def has_lost_its_ones(case, answer):
    """Whether only the axes of size 1 are missing, or an axis was not found: a loop may drop them one by one."""
    if getattr(answer, "kind", "") == "AxisError":
        return True
    return same(run(reference, *case.make()).squeeze(), answer, tolerance=1e-9)


exercise = Exercise(
    id="10.2",
    title="Sum what was stretched",
    name="unbroadcast",
    reference=reference,
    cases=[Case(shapes_in_words(*pair), lambda pair=pair: pair) for pair in PAIRS],
    run=run,
    alternatives=[all_axes_at_once, copy_by_copy],
    misconceptions=[
        leaves_it_as_it_is,
        sums_new_axes_only,
        sums_axes_of_size_one_only,
        forgets_keepdims,
        takes_the_mean,
        takes_the_first_copy,
        sums_from_the_wrong_end,
        reshapes,
    ],
    recognise={forgets_keepdims: has_lost_its_ones},
)

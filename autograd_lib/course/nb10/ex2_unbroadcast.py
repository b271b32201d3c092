"""Exercise 10.2: the backward pass of broadcasting, which adds up the gradients of copies over every stretched axis."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10.nodes import changed_an_argument

STAY = "the axes that were not there before are not added up: they hold copies, so add them up and drop them."
DROPPED = (
    "an axis of size 1 is dropped, as by `sum` without `keepdims=True`, or by `squeeze`. It was there before, so "
    "leave it there."
)
AVERAGED = (
    "the copies along an axis that was not there before are averaged. A number that is used n times gets n payments, "
    "and they add up."
)
FIRST = "only the first of the copies along an axis that was not there before counts. Add all of them up."
FROM_THE_END = (
    "the last axes are added up where some are new, as if those were the new ones. Shapes are lined up from the right, "
    "so what is new stands at the *front*: axis 0."
)
NONE_LEFT = (
    "where `shape` has no 1, or none that was stretched, all numbers are added up into one, as by `axis=None`. That "
    "means all axes; an empty tuple means none."
)


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


def from_the_last_axis(gradient, shape):
    for _ in range(gradient.ndim - len(shape)):
        gradient = gradient.sum(axis=0)
    for axis in reversed(range(len(shape))):
        if shape[axis] == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


def copy_by_copy(gradient, shape):
    """Finds where each number of the result came from by broadcasting the indices."""
    places = np.broadcast_to(np.arange(np.prod(shape, dtype=int)).reshape(shape), gradient.shape)
    total = np.zeros(shape)
    np.add.at(total.reshape(-1), places, gradient)
    return total


def one_axis_at_a_time(gradient, shape):
    if gradient.ndim > len(shape):
        return one_axis_at_a_time(gradient.sum(axis=0), shape)
    for axis, size in enumerate(shape):
        if size == 1 < gradient.shape[axis]:
            return one_axis_at_a_time(gradient.sum(axis=axis, keepdims=True), shape)
    return gradient


def where_sizes_differ(gradient, shape):
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    for axis, size in enumerate(shape):
        if gradient.shape[axis] != size:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


def leaves_it_as_it_is(gradient, shape):
    """the gradient is passed on in the shape of the result. What was copied was used several times, so its gradient is
    the sum over the copies.
    """
    return gradient


def sums_axes_of_size_one_only(gradient, shape):
    new = gradient.ndim - len(shape)
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis + new, keepdims=True)
    return gradient


sums_axes_of_size_one_only.__doc__ = STAY


def drops_them_all(gradient, shape):
    new = gradient.ndim - len(shape)
    stretched = [axis for axis in range(gradient.ndim) if axis < new or shape[axis - new] == 1]
    return gradient.sum(axis=tuple(stretched))


drops_them_all.__doc__ = DROPPED


def keeps_new_axes(gradient, shape):
    """the new axes are added up and kept, with size 1. They were not there before: drop them, or `reshape(shape)`."""
    new = gradient.ndim - len(shape)
    stretched = [axis for axis in range(gradient.ndim) if axis < new or shape[axis - new] == 1]
    return gradient.sum(axis=tuple(stretched), keepdims=True)


def counts_new_axes_twice(gradient, shape):
    """for an axis of size 1, one further to the right is added up, or none is there, as where the new ones are still
    counted although they are gone. Once both have as many axes, axis i of the one is axis i of the other.
    """
    new = gradient.ndim - len(shape)
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis + new, keepdims=True)
    return gradient


def lines_up_from_the_left(gradient, shape):
    """where some axes are new, axes are left over, as where the two shapes are compared from the left. They are lined
    up from the right, so what is new stands at the *front*: first sum over axis 0 until both have as many axes.
    """
    for axis, (size, wanted) in enumerate(zip(gradient.shape, shape)):
        if size != wanted:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


def begins_with_axes_of_size_one(gradient, shape):
    """an axis that was not stretched is added up in place of one of size 1, as where these are summed while the new
    ones are still there: then axis i of `shape` is another axis of `gradient`. Sum over the new axes, at the front,
    first.
    """
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    return gradient


def leaves_new_axes_of_size_one(gradient, shape):
    """a new axis stays if its size is 1, as where `gradient` is returned as it is because it has as many numbers as
    `shape`. Nothing is to be added up along it, but it was not there before: drop it.
    """
    return gradient if gradient.size == np.prod(shape, dtype=int) else reference(gradient, shape)


def keeps_the_first_axes(gradient, shape):
    gone = tuple(axis for axis in range(gradient.ndim) if axis >= len(shape) or shape[axis] == 1)
    return gradient.sum(axis=gone).reshape(shape)


def drops_the_last_axes(gradient, shape):
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=-1)
    for axis, size in enumerate(shape):
        if gradient.shape[axis] != size:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient.reshape(shape)


keeps_the_first_axes.__doc__ = drops_the_last_axes.__doc__ = FROM_THE_END


def counts_axes_that_are_gone(gradient, shape):
    """an axis is asked for that is no longer in its place, as where a loop over the new ones adds up axis 0, then axis
    1. Once axis 0 is gone, what was axis 1 is axis 0.
    """
    for axis in range(gradient.ndim - len(shape)):
        gradient = gradient.sum(axis=axis)
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


def counts_axes_that_are_gone_everywhere(gradient, shape):
    for axis, size in enumerate((1,) * (gradient.ndim - len(shape)) + tuple(shape)):
        if size == 1:
            gradient = gradient.sum(axis=axis)
    return gradient.reshape(shape)


counts_axes_that_are_gone_everywhere.__doc__ = counts_axes_that_are_gone.__doc__


def counts_from_the_left_where_axes_are_new(gradient, shape):
    """an axis that was not stretched is added up in place of one that was, as where axis i of `shape` is taken for axis
    i of `gradient`. As long as the new axes stand in front, it is axis `i + gradient.ndim - len(shape)`.
    """
    new = gradient.ndim - len(shape)
    gone = {*range(new), *(axis for axis, size in enumerate(shape) if size == 1)}
    return gradient.sum(axis=tuple(gone)).reshape(shape)


def sums_axis_zero(gradient, shape):
    """axis 0 is added up, whatever the shapes are. Sum over it as often as `gradient` has more axes than `shape`, and
    over the axes of size 1 in `shape`.
    """
    return gradient.sum(axis=0)


def sums_axis_zero_where_shapes_differ(gradient, shape):
    """axis 0 is added up wherever the shapes differ, and nothing else. Sum over it as often as `gradient` has more axes
    than `shape`, and then over the axes of size 1 in `shape`.
    """
    return gradient if gradient.shape == tuple(shape) else gradient.sum(axis=0)


def sums_everything(gradient, shape):
    """all numbers are added up into one. Sum only over the axes that were stretched: along the others, each number has
    a gradient of its own.
    """
    return gradient.sum()


def sums_everything_where_no_axis_is_left(gradient, shape):
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    axes = tuple(axis for axis, size in enumerate(shape) if size == 1 < gradient.shape[axis])
    return gradient.sum(axis=axes or None, keepdims=True)


sums_everything_where_no_axis_is_left.__doc__ = NONE_LEFT


def gives_the_total_to_each(gradient, shape):
    """each number gets the sum of *all* gradients. It gets those of its own copies only."""
    return np.full(shape, gradient.sum())


def regroups(gradient, shape):
    """the numbers are regrouped, as by `reshape((-1, *shape))`, and the groups added up. That is right for axes at the
    front; along an axis of size 1 behind a longer one, copies stand in one group, and strangers in one place: sum along
    that axis.
    """
    return gradient.reshape((-1, *shape)).sum(axis=0)


def gives_the_total_where_shapes_differ(gradient, shape):
    return gradient if gradient.shape == tuple(shape) else np.full(shape, gradient.sum())


gives_the_total_where_shapes_differ.__doc__ = gives_the_total_to_each.__doc__


def stops_after_the_new_axes(gradient, shape):
    """an axis of size 1 is added up only if no axis is new. There may be both: add up the new ones first, and go on."""
    if gradient.ndim > len(shape):
        return gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    ones = tuple(axis for axis, size in enumerate(shape) if size == 1)
    return gradient.sum(axis=ones, keepdims=True)


def adds_up_one_axis_at_most(gradient, shape):
    """one axis is added up at most: a new one, or else one of size 1. There may be several of both: add up all."""
    if gradient.ndim > len(shape):
        return gradient.sum(axis=0)
    if 1 in shape:
        return gradient.sum(axis=shape.index(1), keepdims=True)
    return gradient


def stretches_again(gradient, shape):
    """the sums are stretched to the shape of `gradient` again. They belong to the numbers before the stretching, so
    they stay in `shape`.
    """
    new = gradient.ndim - len(shape)
    stretched = [axis for axis in range(gradient.ndim) if axis < new or shape[axis - new] == 1]
    return np.broadcast_to(gradient.sum(axis=tuple(stretched), keepdims=True), gradient.shape)


LEFT_AND_CUT = (
    "the shape is right and the numbers are not, as where sizes are compared from the left, and what comes of it is "
    "forced into `shape`. Shapes are lined up from the right, so what is new stands at the *front*: sum over axis 0 "
    "until both have as many axes."
)


def lines_up_from_the_left_and_cuts(gradient, shape):
    for axis, size in enumerate(shape):
        if gradient.shape[axis] != size:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return np.resize(gradient, shape)


def drops_from_the_left_and_cuts(gradient, shape):
    axes = tuple(axis for axis, (size, wanted) in enumerate(zip(gradient.shape, shape)) if size != wanted)
    return np.resize(gradient.sum(axis=axes), shape)


lines_up_from_the_left_and_cuts.__doc__ = drops_from_the_left_and_cuts.__doc__ = LEFT_AND_CUT


def compares_sizes_only(gradient, shape):
    """an axis to be added up is as large as one that stays, and the two are mixed up, as where one is added up if its
    size does not occur in `shape`. Two axes may have one size: what counts is the place, from the right.
    """
    gone = tuple(axis for axis, size in enumerate(gradient.shape) if size not in shape)
    return gradient.sum(axis=gone).reshape(shape)


def reshapes(gradient, shape):
    """the numbers are cut down to the shape (as `np.resize` or a slice of the flat array does) instead of added up."""
    return np.resize(gradient, shape)


def drops_one_by_one(gradient, shape):
    """of several axes of size 1, a later one is no longer in its place, as where the first is dropped as soon as it is
    added up: those after it move up. Add up with `keepdims=True`, or over all axes in one call.
    """
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis)
    return gradient.reshape(shape)


def multiplies_one_copy(gradient, shape):
    """the first of the copies is multiplied by their number. Copies may get different gradients: add up all of them."""
    first = gradient[(0,) * (gradient.ndim - len(shape))]
    for axis, size in enumerate(shape):
        if size == 1:
            first = first.take([0], axis=axis)
    return first * (gradient.size / first.size)


NONE_LEFT_FOR_EACH = (
    "each number gets the sum of *all* where no axis has become longer, as by `axis=None`. That means all axes; an "
    "empty tuple means none."
)


def gives_the_total_where_no_axis_is_longer(gradient, shape):
    before = (1,) * (gradient.ndim - len(shape)) + tuple(shape)
    axes = tuple(axis for axis, size in enumerate(gradient.shape) if size != before[axis])
    return np.broadcast_to(gradient.sum(axis=axes or None, keepdims=True), before).reshape(shape)


gives_the_total_where_no_axis_is_longer.__doc__ = NONE_LEFT_FOR_EACH


def equal_sizes_are_mistaken(case, answer):
    """Whether what goes wrong is where an axis that is gone has the size of one that stays, and nothing else."""
    gradient, shape = case.make()
    if shape == (2,):
        return getattr(answer, "kind", "") == "ValueError" or np.array_equal(answer, gradient)
    right = exercise.right_answer(case)
    if shape == (1, 3, 1):
        return getattr(answer, "kind", "") == "ValueError" or np.shape(answer) != right.shape
    return np.shape(answer) == np.shape(right) and np.allclose(answer, right)


def sums_into_it(gradient, shape):
    """`gradient` itself is changed, as where numbers are written into it. Others still need that array: add up into
    a new one, as `sum` does.
    """
    while gradient.ndim > len(shape):
        for copy in gradient[1:]:
            gradient[0] += copy
        gradient = gradient[0]
    for axis, size in enumerate(shape):
        if size == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


PAIRS = [
    ((3,), (3,)),
    ((3,), (2, 3)),
    ((2,), (2, 2)),
    ((2, 1), (2, 3)),
    ((1, 2), (3, 2)),
    ((), (2, 3)),
    ((1, 3), (1, 3)),
    ((3,), (1, 3)),
    ((2, 1, 2), (3, 2, 3, 2)),
    ((1, 3, 1), (4, 2, 3, 3)),
]


def run(solution, gradient, shape):
    """The answer. A number is an array of shape (), whatever NumPy makes of it."""
    answer = solution(gradient, shape)
    return np.asarray(answer) if isinstance(answer, (np.generic, float)) else answer


def numbers_of(shape):
    return np.random.default_rng(7).integers(-9, 10, shape) / 2


exercise = Exercise(
    id="10.2",
    title="Sum what was stretched",
    name="unbroadcast",
    reference=reference,
    demands=[
        Demand("`unbroadcast(gradient, shape)` returns an array whose shape is `shape`", drops_them_all),
        Demand("each of its numbers is the sum of the gradients of all its copies", gives_the_total_to_each),
        Demand("`gradient` itself stays as it is", sums_into_it),
    ],
    cases=[
        Case(
            f"a gradient of shape {after}, for an array of shape {before}",
            lambda before=before, after=after: (numbers_of(after), before),
        )
        for before, after in PAIRS
    ]
    + [Case("another gradient of shape (2, 3), for an array of shape (3,)", lambda: (-numbers_of((2, 3)), (3,)))],
    run=run,
    recognise={compares_sizes_only: equal_sizes_are_mistaken, sums_into_it: changed_an_argument},
    keeps_arrays=True,
    alternatives=[all_axes_at_once, from_the_last_axis, copy_by_copy, one_axis_at_a_time, where_sizes_differ],
    misconceptions=[
        leaves_it_as_it_is,
        sums_axes_of_size_one_only,
        drops_them_all,
        keeps_new_axes,
        counts_new_axes_twice,
        lines_up_from_the_left,
        begins_with_axes_of_size_one,
        leaves_new_axes_of_size_one,
        keeps_the_first_axes,
        drops_the_last_axes,
        counts_axes_that_are_gone,
        counts_axes_that_are_gone_everywhere,
        counts_from_the_left_where_axes_are_new,
        sums_axis_zero,
        sums_axis_zero_where_shapes_differ,
        sums_everything,
        sums_everything_where_no_axis_is_left,
        gives_the_total_to_each,
        gives_the_total_where_shapes_differ,
        regroups,
        stops_after_the_new_axes,
        adds_up_one_axis_at_most,
        stretches_again,
        lines_up_from_the_left_and_cuts,
        drops_from_the_left_and_cuts,
        compares_sizes_only,
        reshapes,
        drops_one_by_one,
        multiplies_one_copy,
        gives_the_total_where_no_axis_is_longer,
        sums_into_it,
    ],
    slips=[
        Slip(
            "axes of size 1 in `shape` are not added up. One that was stretched holds copies too: add it up, and keep "
            "it with size 1.",
            ("size == 1", "False"),
        ),
        Slip(NONE_LEFT, (" < gradient.shape[axis]", ""), of=sums_everything_where_no_axis_is_left),
        Slip(
            "the axes that were not there before are not added up, and the others are counted as if they had been. As "
            "long as `gradient` has more axes than `shape`, sum over axis 0.",
            ("while gradient.ndim > len(shape):", "while False:"),
        ),
        Slip(DROPPED, ("axis=axis, keepdims=True", "axis=axis")),
        Slip(DROPPED, ("axis=axis, keepdims=True", "axis=axis"), of=from_the_last_axis),
        Slip(AVERAGED, ("sum(axis=0)", "mean(axis=0)")),
        Slip(AVERAGED, ("sum(axis=0)", "mean(axis=0)"), of=from_the_last_axis),
        Slip(
            "the copies along an axis of size 1 are averaged. They add up.",
            ("sum(axis=axis,", "mean(axis=axis,"),
        ),
        Slip(FIRST, ("gradient.sum(axis=0)", "gradient[0]")),
        Slip(FIRST, ("gradient.sum(axis=0)", "gradient[0]"), of=from_the_last_axis),
        Slip(
            "only the first of the copies along an axis of size 1 counts. Add all of them up.",
            ("gradient.sum(axis=axis, keepdims=True)", "gradient.take([0], axis=axis)"),
        ),
        Slip(
            "only the last of the copies along an axis that was not there before counts. Add all of them up.",
            ("gradient.sum(axis=0)", "gradient[-1]"),
        ),
        Slip(
            "of the copies along an axis that was not there before, the largest is taken. Add all of them up.",
            ("sum(axis=0)", "max(axis=0)"),
        ),
        Slip(
            "of the copies along an axis of size 1, the largest is taken. Add all of them up.",
            ("sum(axis=axis,", "max(axis=axis,"),
        ),
        Slip(
            "of several axes of size 1, only the last is added up. Look at every axis of `shape`, and sum what the "
            "step before has left.",
            ("    for axis", "    before = gradient\n    for axis"),
            ("gradient = gradient.sum(axis=axis", "gradient = before.sum(axis=axis"),
        ),
        Slip(
            "only the last of the copies along an axis of size 1 counts. Add all of them up.",
            ("gradient.sum(axis=axis, keepdims=True)", "gradient.take([-1], axis=axis)"),
        ),
        Slip(
            "an axis of size 1 is added up only if it is the last one. It may stand anywhere in `shape`.",
            ("if size == 1:", "if size == 1 and axis == len(shape) - 1:"),
        ),
        Slip(
            "one of the new axes is left over, as where the loop over them ends one too early.",
            ("gradient.ndim > len(shape):", "gradient.ndim > len(shape) + 1:"),
        ),
        Slip(
            "the result is transposed: its axes are to stay in their order.", ("return gradient", "return gradient.T")
        ),
        Slip(FROM_THE_END, ("sum(axis=0)", "sum(axis=-1)")),
        Slip(FROM_THE_END, ("sum(axis=0)", "sum(axis=-1)"), of=from_the_last_axis),
        Slip(FROM_THE_END, ("sum(axis=0)", "sum(axis=-1)"), of=where_sizes_differ),
        Slip("only one new axis is added up. There may be more of them: go on until none is left.", ("while", "if")),
        Slip(
            "of several axes of size 1, only the last is added up. Look at every axis of `shape`, and sum what the "
            "step before has left.",
            ("if size == 1:", "if size == 1 and 1 not in shape[axis + 1 :]:"),
        ),
        Slip(
            "axis 0 of `shape` is never added up for its size of 1, as when a loop begins at 1.",
            ("if size == 1:", "if size == 1 and axis > 0:"),
        ),
        Slip(
            "whole numbers are made of the sums. Gradients are floats.",
            ("return gradient", "return gradient.astype(int)"),
        ),
        Slip(
            "of several axes of size 1, only the first is added up. Add up each.",
            ("axis=axis, keepdims=True)\n", "axis=axis, keepdims=True)\n            break\n"),
        ),
        Slip(
            "the axes that were *not* stretched are added up, those whose size is not 1. It is the other way round.",
            ("size == 1", "size != 1"),
        ),
        Slip("the sign is wrong: copying has a slope of 1.", ("return gradient", "return -gradient")),
    ],
)

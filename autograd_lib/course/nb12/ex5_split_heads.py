"""Exercise 12.5: cut the width into heads, without scrambling it."""

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.engine.joining import stack
from autograd_lib.engine.tensor import Tensor


def reference(x, heads):
    batch, size, width = x.shape
    return x.reshape(batch, size, heads, width // heads).transpose(0, 2, 1, 3)


def slice_by_slice(x, heads):
    each = x.shape[-1] // heads
    return stack([x[:, :, h * each : (h + 1) * each] for h in range(heads)], axis=1)


def with_one_unknown(x, heads):
    return x.reshape(*x.shape[:2], heads, -1).transpose((0, 2, 1, 3))


def only_reshapes(x, heads):
    """`reshape` alone makes the four axes. It counts the numbers in their order, so each head gets some *positions*,
    whole, and not a part of each: cut the last axis first, then move the new one by `transpose`.
    """
    batch, size, width = x.shape
    return x.reshape(batch, heads, size, width // heads)


def does_not_move_the_heads(x, heads):
    """the heads stand behind the positions, in shape (batch, T, heads, width / heads). Then a head's rows are not
    beside each other: move that axis forward by `transpose(0, 2, 1, 3)`.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, heads, width // heads)


def deals_them_out(x, heads):
    """the numbers are dealt out in turn, so that head 0 gets every number that is `heads` further on. It gets the first
    ones, side by side: the axis of length width / heads stands last.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, width // heads, heads).transpose(0, 3, 1, 2)


def turns_each_head(x, heads):
    """positions and numbers of a head are exchanged, in shape (batch, heads, width / heads, T). That is how the keys
    stand in the product; here T comes before the numbers.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, heads, width // heads).transpose(0, 2, 3, 1)


def puts_heads_first(x, heads):
    """the heads stand before the batch. They come after it: (batch, heads, T, width / heads)."""
    batch, size, width = x.shape
    return x.reshape(batch, size, heads, width // heads).transpose(2, 0, 1, 3)


def lays_heads_into_the_batch(x, heads):
    """heads and batch share one axis. They have an axis each: (batch, heads, T, width / heads)."""
    batch, size, width = x.shape
    return reference(x, heads).reshape(batch * heads, size, width // heads)


def reshapes_twice(x, heads):
    """the axes are in another order, such as (batch, width, T), when `reshape` makes the final shape: it only counts
    the numbers anew. Cut the last axis first, then move the new one by `transpose`.
    """
    batch, size, width = x.shape
    return x.transpose(0, 2, 1).reshape(batch, heads, size, width // heads)


def gives_each_head_all(x, heads):
    """each head gets all numbers. It gets a part of them, width / heads."""
    return stack([x] * heads, axis=1)


def takes_heads_for_their_width(x, heads):
    """the second argument is taken for the width of a head. It is how many heads there are."""
    batch, size, width = x.shape
    return x.reshape(batch, size, width // heads, heads).transpose(0, 2, 1, 3)


def leaves_the_graph(x, heads):
    """the result is put into a new Tensor, so that no gradient comes back to x. Leave out the `.data`: Tensors know
    `reshape` and `transpose`.
    """
    return Tensor(reference(x.data, heads))


def gives_an_array(x, heads):
    """an array is returned, and no gradient can come back. Leave out the `.data`: Tensors know `reshape` and
    `transpose`.
    """
    return reference(x.data, heads)


def run(solution, x, heads):
    batch, size, width = x.shape
    shape = (batch, heads, size, width // heads)
    return nodes.answer_of(solution(x, heads), [x], nodes.cotangent(*shape), "result")


exercise = Exercise(
    id="12.5",
    title="Cut it into heads",
    name="split_heads",
    reference=reference,
    demands=[
        Demand("`split_heads(x, heads)` returns a Tensor of shape (batch, heads, T, width / heads)", puts_heads_first),
        Demand(
            "head 0 has the first width / heads numbers of every position, head 1 the next, and so on", only_reshapes
        ),
        Demand("gradients come back to `x`", leaves_the_graph),
    ],
    cases=[
        Case(
            f"x of shape ({batch}, {size}, {width}), {heads} heads",
            lambda batch=batch, size=size, width=width, heads=heads: (nodes.leaf("x", batch, size, width), heads),
        )
        for batch, size, width, heads in [(1, 2, 4, 2), (2, 3, 4, 2), (2, 3, 6, 3), (1, 4, 6, 2), (2, 2, 3, 1)]
    ],
    run=run,
    keeps_arrays=True,
    alternatives=[slice_by_slice, with_one_unknown],
    misconceptions=[
        only_reshapes,
        does_not_move_the_heads,
        deals_them_out,
        turns_each_head,
        puts_heads_first,
        lays_heads_into_the_batch,
        reshapes_twice,
        gives_each_head_all,
        takes_heads_for_their_width,
        leaves_the_graph,
        gives_an_array,
    ],
    slips=[
        Slip(
            "batch and positions are exchanged. The batch stays in front: `transpose(0, 2, 1, 3)`.",
            ("transpose(0, 2, 1, 3)", "transpose(1, 2, 0, 3)"),
        ),
    ],
)

"""Exercise 12.5: cut the width into heads, without scrambling it."""

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.course.nb12 import mistakes
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
    """a head gets numbers of some *positions* only, and not a part of each, as where `reshape` alone makes the four
    axes: it only counts the numbers anew. Cut the last axis first, then move the new one by `transpose`.
    """
    batch, size, width = x.shape
    return x.reshape(batch, heads, size, width // heads)


def does_not_move_the_heads(x, heads):
    """the heads stand behind the positions, in shape (batch, T, heads, width / heads). Their axis belongs before that
    of the positions, so that a head's rows stand beside each other.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, heads, width // heads)


def deals_them_out(x, heads):
    """the numbers are dealt out in turn, so that head 0 gets every number that is `heads` further on. Give it the first
    ones, side by side: when the last axis is split, the axis of length `heads` comes before that of length width /
    heads.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, width // heads, heads).transpose(0, 3, 1, 2)


def deals_them_out_behind_the_positions(x, heads):
    """the numbers are dealt out in turn, and the heads stand behind the positions, in shape (batch, T, heads, width /
    heads). A head gets numbers that stand side by side, and its axis belongs before that of the positions.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, width // heads, heads).transpose((0, 1, 3, 2))


def counts_heads_before_positions(x, heads):
    """`reshape` puts the axis of the heads before that of the positions. It only counts the numbers on, so that a head
    gets numbers of some positions only, and not a part of each: cut the last axis first, then move the new one.
    """
    batch, size, width = x.shape
    return x.reshape(batch, heads, width // heads, size).transpose(0, 1, 3, 2)


def reshapes_in_another_order(x, heads):
    """`reshape` alone makes four axes, (batch, heads, width / heads, T). It counts the numbers in their order, so that
    a head gets numbers of some *positions* only: cut the last axis first, then move the new one by `transpose`.
    """
    batch, size, width = x.shape
    return x.reshape(batch, heads, width // heads, size)


def moves_after_a_wrong_cut(x, heads):
    """`reshape` puts the heads before the positions, and `transpose` then brings them behind these. Cut the last axis,
    (batch, T, heads, width / heads), and then move the heads forward.
    """
    batch, size, width = x.shape
    return x.reshape(batch, heads, size, width // heads).transpose((0, 2, 1, 3))


def lays_positions_into_the_batch(x, heads):
    """batch and positions share one axis, (batch · T, heads, width / heads). They have an axis each: (batch, heads, T,
    width / heads).
    """
    batch, size, width = x.shape
    return x.reshape(batch * size, heads, width // heads)


def scales_already(x, heads):
    """the numbers are divided by the root of width / heads. That is for the scores, later: here they stay as they
    are.
    """
    return reference(x, heads) / (x.shape[-1] // heads) ** 0.5


def cuts_into_parts_of_heads(x, heads):
    """the result has shape (batch, T, width / heads, heads), as where the last axis is cut in two and no axis is moved.
    Cut it the other way round, and then let the heads come before the positions.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, width // heads, heads)


def puts_heads_below_each_other(x, heads):
    """the heads stand below each other, in shape (batch, heads · T, width / heads). They have an axis of their own."""
    batch, size, width = x.shape
    return reference(x, heads).reshape(batch, heads * size, width // heads)


def names_two_axes(x, heads):
    batch, size, width = x.shape
    return x.reshape(batch, size, heads, width // heads).transpose(1, 2)


names_two_axes.__doc__ = mistakes.TWO_AXES


def cuts_the_positions(x, heads):
    """the positions are dealt out to the heads, in shape (batch, heads, T / heads, width). Every head has all
    positions, and a part of the numbers of each.
    """
    batch, size, width = x.shape
    return x.reshape(batch, heads, size // heads, width)


def returns_the_first_head(x, heads):
    """only head 0 is returned. The others have their numbers behind it."""
    return x[:, :, : x.shape[-1] // heads]


def returns_the_first_head_with_its_axis(x, heads):
    return stack([x[:, :, : x.shape[-1] // heads]], axis=1)


returns_the_first_head_with_its_axis.__doc__ = returns_the_first_head.__doc__


def returns_a_list(x, heads):
    """several things are returned, such as a list of heads. The heads are one Tensor, with an axis of its own for
    them: (batch, heads, T, width / heads).
    """
    each = x.shape[-1] // heads
    return [x[:, :, h * each : (h + 1) * each] for h in range(heads)]


def leaves_them_in_one_piece(x, heads):
    """the width is still in one piece, (batch, T, width). Each head stands by itself, with width / heads numbers
    of every position: the result has four axes.
    """
    return x.reshape(*x.shape)


def takes_one_row_of_the_batch(x, heads):
    """there are two names for more than two things, as where the shape of x is unpacked into two numbers. It has three:
    (batch, T, width).
    """
    size, width = x.shape
    return x.reshape(size, heads, width // heads).transpose(1, 0, 2)


def cuts_into_four(x, heads):
    """x is cut into four heads, whatever `heads` is. Use the second argument."""
    batch, size, width = x.shape
    return x.reshape(batch, size, 4, width // 4).transpose(0, 2, 1, 3)


def cuts_into_two(x, heads):
    """x is cut into two heads, whatever `heads` is. Use the second argument."""
    batch, size, width = x.shape
    return x.reshape(batch, size, 2, width // 2).transpose(0, 2, 1, 3)


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
    the numbers anew. Cut the last axis first, then move the new one by `transpose`: that is the last step.
    """
    batch, size, width = x.shape
    return x.transpose(0, 2, 1).reshape(batch, heads, size, width // heads)


def reads_positions_first(x, heads):
    """the result has shape (T, heads, batch, width / heads), as where the shape of x is read as (T, batch, width). It
    is (batch, T, width): the batch comes first.
    """
    size, batch, width = x.shape
    return x.reshape(batch, size, heads, width // heads).transpose(0, 2, 1, 3)


def exchanges_batch_and_positions(x, heads):
    """`reshape` puts the positions before the batch. It only counts the numbers anew, so that rows of the batch are
    mixed: leave (batch, T) in front when the last axis is cut.
    """
    batch, size, width = x.shape
    return x.reshape(size, batch, heads, width // heads).transpose(1, 2, 0, 3)


def brings_the_batch_back_by_reshape(x, heads):
    """`reshape` makes the final shape while the heads still stand before the batch: it only counts the numbers anew, so
    that rows of the batch are mixed. Move the axes by `transpose`: that is the last step.
    """
    batch, size, width = x.shape
    return puts_heads_first(x, heads).reshape(batch, heads, size, width // heads)


def gives_each_head_all(x, heads):
    """each head gets all numbers. It gets a part of them, width / heads."""
    return stack([x] * heads, axis=1)


def takes_heads_for_their_width(x, heads):
    """there are width / heads heads, of `heads` numbers each, as where the second argument is taken for the width of a
    head, or the two sizes change places in `reshape`. `heads` is how many heads there are.
    """
    batch, size, width = x.shape
    return x.reshape(batch, size, width // heads, heads).transpose((0, 2, 1, 3))


def leaves_the_graph(x, heads):
    """the Tensor that is returned is made of an array alone, so that no gradient comes back to x. Use the operations
    of Tensors: they know `reshape` and `transpose`.
    """
    return Tensor(reference(x.data, heads))


def gives_an_array(x, heads):
    """an array is returned, and no gradient can come back. Use the operations of Tensors: they know `reshape` and
    `transpose`.
    """
    return reference(x.data, heads)


def run(solution, x, heads):
    batch, size, width = x.shape
    shape = (batch, heads, size, width // heads)
    return nodes.answer_of(solution(x, heads), [x], nodes.cotangent(*shape), "result")


ORDER = "transpose(0, 2, 1, 3)"

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
            f"x of shape ({batch}, {size}, {width}), {heads} head{'s' * (heads > 1)}",
            lambda batch=batch, size=size, width=width, heads=heads: (nodes.leaf("x", batch, size, width), heads),
        )
        for batch, size, width, heads in [(1, 2, 4, 2), (2, 3, 4, 2), (2, 3, 6, 3), (1, 4, 6, 2), (2, 2, 3, 1)]
    ],
    run=run,
    keeps_arrays=True,
    recognise={names_two_axes: mistakes.names_two_axes},
    alternatives=[slice_by_slice, with_one_unknown],
    misconceptions=[
        only_reshapes,
        does_not_move_the_heads,
        deals_them_out,
        deals_them_out_behind_the_positions,
        counts_heads_before_positions,
        reshapes_in_another_order,
        moves_after_a_wrong_cut,
        lays_positions_into_the_batch,
        scales_already,
        cuts_into_parts_of_heads,
        puts_heads_below_each_other,
        names_two_axes,
        cuts_the_positions,
        returns_the_first_head,
        returns_the_first_head_with_its_axis,
        returns_a_list,
        leaves_them_in_one_piece,
        takes_one_row_of_the_batch,
        cuts_into_four,
        cuts_into_two,
        turns_each_head,
        puts_heads_first,
        lays_heads_into_the_batch,
        reshapes_twice,
        reads_positions_first,
        exchanges_batch_and_positions,
        brings_the_batch_back_by_reshape,
        gives_each_head_all,
        takes_heads_for_their_width,
        leaves_the_graph,
        gives_an_array,
    ],
    slips=[
        Slip(
            "the batch has the place of the positions, and these come first. The order is (batch, heads, T, width / "
            "heads).",
            (ORDER, "transpose(1, 2, 0, 3)"),
        ),
        Slip(
            "the axes come in the order (batch, width / heads, T, heads). The last one and the second are in each "
            "other's places.",
            (ORDER, "transpose(0, 3, 1, 2)"),
        ),
        Slip(
            "the axes come in the order (batch, width / heads, heads, T). Heads come before positions, and the numbers "
            "of a head stand last.",
            (ORDER, "transpose(0, 3, 2, 1)"),
        ),
        Slip(
            "the axes come in the order (batch, T, width / heads, heads). Heads come before positions, and the numbers "
            "of a head stand last.",
            (ORDER, "transpose(0, 1, 3, 2)"),
        ),
        Slip(
            "the axes come in the order (heads, T, batch, width / heads). The batch stays in front, then come the "
            "heads.",
            (ORDER, "transpose(2, 1, 0, 3)"),
        ),
        Slip(
            "all four axes are turned round, as `.T` does it. Only two of them change places.",
            (ORDER, "transpose(3, 2, 1, 0)"),
        ),
        Slip(
            "a float stands where a whole number belongs, as `/` makes one of width / heads: divide with `//`.",
            ("width // heads", "width / heads"),
        ),
        Slip(
            "the heads overlap: each begins one number after the one before. It begins width / heads numbers after it.",
            ("h * each : (h + 1) * each", "h : h + each"),
            of=slice_by_slice,
        ),
        Slip(
            "the slices are `heads` numbers long. Each head gets width / heads numbers.",
            ("x.shape[-1] // heads", "heads"),
            of=slice_by_slice,
        ),
        Slip(
            "the heads come in reverse order. Head 0 has the first numbers.",
            ("range(heads)", "reversed(range(heads))"),
            of=slice_by_slice,
        ),
    ],
)

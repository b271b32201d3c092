"""Exercise 10.5: a softmax whose backward pass is wrong, but passes every check that begins with ones."""

import numpy as np

from autograd_lib.course.answers import same
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.course.nb10.nodes import answer_of, cotangent
from autograd_lib.course.trying import Failure
from autograd_lib.engine.tensor import Tensor


def stub(x):
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)

    def vjp(g):
        return p * (g - g.mean(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


def reference(x):
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)

    def vjp(g):
        return p * (g - (g * p).sum(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


def with_the_whole_jacobian(x):
    """∂pᵢ/∂xⱼ = pᵢ (1 if i = j else 0) - pᵢ pⱼ, as a matrix for each row."""
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)

    def vjp(g):
        jacobians = p[..., :, None] * np.eye(p.shape[-1]) - p[..., :, None] * p[..., None, :]
        return (g[..., None, :] @ jacobians)[..., 0, :]

    return Tensor(p, (x,), "softmax", (vjp,))


def with_weighted_averages(x):
    p = x.softmax().data

    def vjp(g):
        gradient = np.empty(p.shape)
        for row in np.ndindex(p.shape[:-1]):
            gradient[row] = p[row] * (g[row] - np.average(g[row], weights=p[row]))
        return gradient

    return Tensor(p, (x,), "softmax", (vjp,))


def from_smaller_nodes(x):
    e = (x - x.data.max(axis=-1, keepdims=True)).exp()
    return e / e.sum(axis=-1, keepdims=True)


def uses_the_first_row(x):
    """the p of the first row stand in the gradient of every row. Each row of g meets the p of its own row."""
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    first = p.reshape(-1, p.shape[-1])[0]

    def vjp(g):
        return first * (g - (g * first).sum(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


def measures(x):
    """the gradient is only nearly right, as where slopes are measured from two values, floats have 32 bits, or a small
    number is added somewhere. Take the formula as it is, in NumPy's usual 64 bits.
    """
    p = x.softmax().data

    def vjp(g):
        gradient = np.zeros(x.shape)
        for place in np.ndindex(x.shape):
            shift = np.zeros(x.shape)
            shift[place] = 1e-5
            up, down = (Tensor(x.data + step).softmax().data for step in (shift, -shift))
            gradient[place] = ((up - down) * g).sum() / 2e-5
        return gradient

    return Tensor(p, (x,), "softmax", (vjp,))


def loops_over_rows(x):
    """a row by itself, of shape (n,), is not treated as one row, as where a loop over the rows of a matrix finds
    numbers in it, or two axes are asked for. It has a single axis, the last one: compute along `axis=-1`, whatever
    stands before it.
    """
    p = np.zeros(x.shape)
    for i, scores in enumerate(x.data):
        e = np.exp(scores - scores.max())
        p[i, :] = e / e.sum()

    def vjp(g):
        return np.array([q * (h - (h * q).sum()) for q, h in zip(p, g)])

    return Tensor(p, (x,), "softmax", (vjp,))


def is_right_for_matrices(case, answer):
    """Whether matrices come out right, and each number of a row by itself is taken for a row, or makes an error."""
    if case.make()[0].ndim > 1:
        return None if exercise.gap(case, answer) else frozenset()
    if getattr(answer, "kind", "") in ("IndexError", "TypeError", "ValueError"):
        return True
    return frozenset({"p", "x.grad"}) if not isinstance(answer, Failure) and np.all(answer["p"] == 1) else None


def is_nearly_right(case, answer):
    right = exercise.right_answer(case)
    one, other = np.asarray(answer["x.grad"]), right["x.grad"]
    close = one.shape == other.shape and np.allclose(one, other, rtol=0, atol=1e-4)
    return close and same(right["p"], answer["p"], 1e-9) and frozenset({"x.grad"})


def run(solution, x, holding=False):
    with np.errstate(all="ignore"):  # the gap tells of NaN and infinity
        return answer_of(solution(x), (x,), cotangent(*x.shape), "p", holding)


ARRAYS = {
    "one row, 0 and 1": [[0.0, 1.0]],
    "one row, 2, -1 and 0.5": [[2.0, -1.0, 0.5]],
    "two rows of two": [[2.0, -1.0], [0.3, 0.5]],
    "two rows of three": [[2.0, -1.0, 0.5], [0.0, 3.0, 0.3]],
    "a row by itself, of shape (4,)": [1.0, 0.0, -2.0, 0.4],
    "a row by itself, of scores far apart": [0.0, 15.0, 3.0],
    "a row by itself, of scores near 300": [300.1, 300.7, 298.3],
    "two rows, 1000 and 0, and -1000 and -1001": [[1000.0, 0.0], [-1000.0, -1001.0]],
}
WHOLE, SUM = "p * (g - (g * p).sum(axis=-1, keepdims=True))", "(g * p).sum(axis=-1, keepdims=True)"
LAST = "axis=-1, keepdims=True))\n\n"
NODE = ', (x,), "softmax", (vjp,))'


def is_right_for_ones(x):
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    return Tensor(p, (x,), "softmax", (lambda g: p * g - p * g.mean(axis=-1, keepdims=True),))


def mixes_the_rows_of_p(x):
    """all rows share one denominator, so that p does not add up to 1 in each. Divide by the sum along the last axis."""
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum()

    def vjp(g):
        return p * (g - (g * p).sum(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


def mixes_the_rows(x):
    e = np.exp(x.data - x.data.max())
    p = e / e.sum()

    def vjp(g):
        return p * (g - (g * p).sum(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


mixes_the_rows.__doc__ = mixes_the_rows_of_p.__doc__


def subtracts_in_place(x):
    """the vjp changes g, by `-=` or the like. Other vjps are given the same array: compute a new one."""
    e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)

    def vjp(g):
        g -= (g * p).sum(axis=-1, keepdims=True)
        return p * g

    return Tensor(p, (x,), "softmax", (vjp,))


def changes_the_graph(x):
    """data or gradients of the graph are changed, by the function or by a vjp. Both only compute: a vjp returns an
    array, and `backward()` adds it to `.grad`.
    """
    p = x.softmax().data

    def vjp(g):
        x.grad = x.grad + p * (g - (g * p).sum(axis=-1, keepdims=True))
        return p * (g - (g * p).sum(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


def adds_to_gradients(x):
    p = x.softmax().data

    def vjp(g):
        return x.grad + p * (g - (g * p).sum(axis=-1, keepdims=True))

    return Tensor(p, (x,), "softmax", (vjp,))


adds_to_gradients.__doc__ = nodes.USES_GRADIENTS


def changes_arguments(x):
    """the scores are others afterwards, as after `-=`. They are still needed, and `e = x.data` is no copy;
    `e = e - ...` makes a new array.
    """
    e = x.data
    e -= e.max(axis=-1, keepdims=True) + 1
    return Tensor(e, (x,), "softmax", (lambda g: g,))


exercise = Exercise(
    id="10.5",
    title="It passed the check",
    name="softmax",
    side_road=True,
    reference=reference,
    demands=[
        Demand(
            "`softmax(x)` still returns a Tensor with the softmax of each row, and of a single row of shape (n,)",
            mixes_the_rows_of_p,
        ),
        Demand("its vjp gives the gradient of `x` for any g, in the shape of `x`", is_right_for_ones),
        Demand("the gradient is exact, to 12 digits: computed, and not measured", measures),
        Demand("`x` and g stay as they are", subtracts_in_place),
    ],
    stub=stub,
    cases=[Case(text, lambda numbers=numbers: (Tensor(numbers, label="x"),)) for text, numbers in ARRAYS.items()]
    + [
        Case(
            "one row, 1 and 0.3, which holds a gradient already when the vjp is called",
            lambda: (Tensor([[1.0, 0.3]], label="x"), True),
        )
    ],
    run=run,
    keeps_arrays=True,
    tolerance=1e-12,
    alternatives=[with_the_whole_jacobian, with_weighted_averages, from_smaller_nodes],
    misconceptions=[
        uses_the_first_row,
        mixes_the_rows_of_p,
        mixes_the_rows,
        subtracts_in_place,
        measures,
        loops_over_rows,
        changes_the_graph,
        adds_to_gradients,
        changes_arguments,
    ],
    recognise={
        measures: is_nearly_right,
        loops_over_rows: is_right_for_matrices,
        subtracts_in_place: nodes.changed_g,
        changes_the_graph: nodes.changed_graph,
        adds_to_gradients: nodes.uses_gradients,
        changes_arguments: nodes.changed_an_argument,
    },
    slips=[
        Slip(
            "only p·(1 - p) is multiplied by g, as for the sigmoid. That is how pᵢ depends on its *own* xᵢ; it depends "
            "on all others of the row as well, through the sum in the denominator.",
            (WHOLE, "g * p * (1 - p)"),
        ),
        Slip(
            "p·(1 - p) comes back whatever g is. g is to be multiplied, and each pᵢ depends on all x of its row.",
            (WHOLE, "p * (1 - p)"),
        ),
        Slip("the gradient is g times p, and nothing is taken off. What is missing is −pᵢpⱼ.", (WHOLE, "p * g")),
        Slip(
            "a plain mean of g is taken off, in which all entries count alike. They do not: for j ≠ i, ∂pᵢ/∂xⱼ is "
            "-pᵢpⱼ, so each g counts with its own p.",
            (
                SUM,
                "g.sum(axis=-1, keepdims=True) / g.shape[-1]",
            ),  # in the stub's words, it would not be an attempt
        ),
        Slip(
            "g - p·Σg comes back. That is the backward pass of *log* softmax; ∂pᵢ/∂xⱼ has a pᵢ in every term.",
            (WHOLE, "g - p * g.sum(axis=-1, keepdims=True)"),
        ),
        Slip(
            "p·(g - p·Σg) comes back: each number takes off its own p times the sum of g. In the sum, each g counts "
            "with *its* p: Σ g·p, the same for all numbers of a row.",
            (SUM, "p * g.sum(axis=-1, keepdims=True)"),
        ),
        Slip(
            "the largest g of the row is taken off. Each g counts, with its own p: take off Σ g·p.",
            (SUM, "g.max(axis=-1, keepdims=True)"),
        ),
        Slip(
            "the plain mean of g is taken off as well as the weighted one. The weighted one alone is: p·(g - Σ g·p).",
            ("(g - (g", "(g - g.mean(axis=-1, keepdims=True) - (g"),
        ),
        Slip(
            "each row of g is weighted with the p of *all* rows, as where `np.inner(g, p)` or `g @ p.T` makes a table "
            "of all pairs. Each row has weights of its own: `(g * p).sum(axis=-1, keepdims=True)`.",
            (SUM, "np.inner(g, p).sum(axis=-1, keepdims=True)"),
        ),
        Slip("p stands in front twice. It belongs there once.", ("p * (g -", "p * p * (g -")),
        Slip(
            "the softmax is taken down the columns, there and back. Each *row* has one: add up along the last axis.",
            ("x.data.max(axis=-1,", "x.data.max(axis=0,"),
            ("e.sum(axis=-1,", "e.sum(axis=0,"),
            (LAST, "axis=0, keepdims=True))\n\n"),
        ),
        Slip(
            "p is divided by the sum down the columns. Each *row* has a softmax: add up along the last axis.",
            ("e.sum(axis=-1,", "e.sum(axis=0,"),
        ),
        Slip(
            "the sum of g is taken off without weights. For j ≠ i, ∂pᵢ/∂xⱼ is -pᵢpⱼ: weight each g with its p.",
            (SUM, "g.sum(axis=-1, keepdims=True)"),
        ),
        Slip(
            "the weighted g are averaged once more. The weights p add up to 1 already: their sum is not divided.",
            (").sum(", ").mean("),
        ),
        Slip("the factor p in front is missing. A p near 0 hardly moves, whatever its x does.", ("p * (g -", "(g -")),
        Slip(
            "p multiplies g alone. It multiplies the weighted sum as well: p·(g - Σ).",
            (WHOLE, f"p * g - {SUM}"),
        ),
        Slip(
            "the weighted sum is taken over *all* rows. Each row has a softmax of its own: add up along the last axis, "
            "with `keepdims=True`.",
            (LAST, "))\n\n"),
        ),
        Slip(
            "the weighted sum is taken down the columns. A softmax is one of a *row*: add up along the last axis.",
            (LAST, "axis=0, keepdims=True))\n\n"),
        ),
        Slip(
            "the sums do not stand beside their rows, as where the axis that was summed is dropped: `keepdims=True`.",
            (LAST, "axis=-1))\n\n"),
        ),
        Slip(
            "the weighted sum is added. For j ≠ i, ∂pᵢ/∂xⱼ is *minus* pᵢpⱼ: take it off.",
            ("g - (g", "g + (g"),
        ),
        Slip("the sign of the whole gradient is wrong.", ("return p", "return -p")),
        Slip(
            "the weights are e, and do not add up to 1. Weight each g with its p.",
            ("(g * p)", "(g * e)"),
        ),
        Slip("e stands for p in front of the brackets. It is not divided by its sum.", ("p * (g -", "e * (g -")),
        Slip("the weights are 1 - p. Each g counts with its own p.", ("(g * p)", "(g * (1 - p))")),
        Slip(
            "pⱼ·pⱼ is taken off twice, once in 1 - pⱼ and once in the sum over all i. Either 1 - pⱼ with the sum over "
            "the *others*, or 1 with the sum over all.",
            ("(g - (g", "(g * (1 - p) - (g"),
        ),
        Slip(
            "p·(p·g - Σ) comes back, which has the -pᵢpⱼ of the *others* only. With pᵢ(1 - pᵢ) for j = i, it is "
            "p·(g - Σ).",
            ("(g - (g", "(g * p - (g"),
        ),
        Slip(
            "the terms of the others are added to that of j = i. Their slope is *minus* pᵢpⱼ.",
            (WHOLE, f"p * (g * (1 - 2 * p) + {SUM})"),
        ),
        Slip(
            "p·(1 - p) is multiplied by the sum of g. Each g has another slope: p·(1 - p) for its own x, -pᵢpⱼ for the "
            "others.",
            (WHOLE, "p * (1 - p) * g.sum(axis=-1, keepdims=True)"),
        ),
        Slip("the weights are p². Each g counts with its own p, once.", ("(g * p)", "(g * p * p)")),
        Slip("the weights are the scores. Each g counts with its own p.", ("(g * p)", "(g * x.data)")),
        Slip(
            "an axis is asked for that a row by itself does not have, such as axis 1: its only axis is 0, or -1. Take "
            "`axis=-1`.",
            (LAST, "axis=1, keepdims=True))\n\n"),
        ),
        Slip("p·(1 - p) stands in front of the brackets, where p belongs.", ("p * (g -", "p * (1 - p) * (g -")),
        Slip(
            "zeros come back, whatever g is. That is right where all g of a row are equal, as for ones: the numbers of "
            "a row always add up to 1, so their sum does not move.",
            (WHOLE, "np.zeros_like(g)"),
        ),
        Slip("g comes back as it is.", (WHOLE, "g")),
        Slip(
            "p - g comes back, as if g were the targets of a cross-entropy. A vjp multiplies by g: with a g of zeros, "
            "zeros come back.",
            (WHOLE, "p - g"),
        ),
        Slip(
            "the vjp changes p, the array that the node holds, as where `gradient = p` makes a second name for it, "
            "and no copy. Compute a new one.",
            (f"return {WHOLE}", f"gradient = p\n        gradient *= g - {SUM}\n        return gradient"),
        ),
        Slip(nodes.A_LEAF, (NODE, ")")),
        Slip(nodes.BARE_ARRAY, (f"Tensor(p{NODE}", "p")),
        Slip(nodes.SEVERAL_THINGS, (NODE, "), vjp")),
        Slip(nodes.OTHER_INPUTS, ("(x,)", "(Tensor(x.data),)")),
        Slip(nodes.GIVES_A_TENSOR, ("return p", "return x.softmax()")),
        Slip(nodes.GIVES_NONE, ("return p", "return None and p")),
    ],
)

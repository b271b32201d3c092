"""Exercise 10.5: a softmax whose backward pass is wrong, but passes every check that begins with ones."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.course.nb10.nodes import answer_of, cotangent
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


def with_vjp(back):
    """A solution with the right array, and `back(p, g)` for its vjp."""

    def solution(x):
        e = np.exp(x.data - x.data.max(axis=-1, keepdims=True))
        p = e / e.sum(axis=-1, keepdims=True)
        return Tensor(p, (x,), "softmax", (lambda g: back(p, g),))

    return solution


def with_the_whole_jacobian(x):
    """∂pᵢ/∂xⱼ = pᵢ (1 if i = j else 0) - pᵢ pⱼ, as a matrix for each row."""

    def back(p, g):
        jacobians = p[..., :, None] * np.eye(p.shape[-1]) - p[..., :, None] * p[..., None, :]
        return (g[..., None, :] @ jacobians)[..., 0, :]

    return with_vjp(back)(x)


def from_smaller_nodes(x):
    e = (x - x.data.max(axis=-1, keepdims=True)).exp()
    return e / e.sum(axis=-1, keepdims=True)


def still_takes_the_plain_mean(x):
    """a plain mean of g is subtracted, in which all entries count alike. They do not: ∂pᵢ/∂xⱼ is -pᵢpⱼ, so each g
    counts with its own p.
    """
    return with_vjp(lambda p, g: p * g - p * g.mean(axis=-1, keepdims=True))(x)


def looks_at_its_own_number_only(x):
    """p·(1 - p) is taken for the slope, as for the sigmoid. That is how pᵢ depends on its *own* xᵢ; it depends on all
    others of the row as well, through the sum in the denominator.
    """
    return with_vjp(lambda p, g: g * p * (1 - p))(x)


def takes_off_the_plain_sum(x):
    """the sum of g is subtracted, without weights. ∂pᵢ/∂xⱼ is -pᵢpⱼ: it is the sum of g times p."""
    return with_vjp(lambda p, g: p * (g - g.sum(axis=-1, keepdims=True)))(x)


def divides_the_weighted_sum(x):
    """the weighted g are averaged once more. The weights p add up to 1 already: it is `sum`, not `mean`."""
    return with_vjp(lambda p, g: p * (g - (g * p).mean(axis=-1, keepdims=True)))(x)


def forgets_the_factor_in_front(x):
    """the factor p in front is lost. A p near 0 hardly moves, whatever its x does."""
    return with_vjp(lambda p, g: g - (g * p).sum(axis=-1, keepdims=True))(x)


def mixes_the_rows(x):
    """the weighted sum is taken over *all* rows. Each row has a softmax of its own: add up along the last axis, with
    `keepdims=True`.
    """
    return with_vjp(lambda p, g: p * (g - (g * p).sum()))(x)


def gives_zeros(x):
    """nothing comes back at all. That is right for a gradient of ones: the numbers of a row always add up to 1, so
    their sum does not move. For any other gradient it is wrong.
    """
    return with_vjp(lambda p, g: np.zeros_like(g))(x)


ARRAYS = {
    "one row, 0 and 1": [[0.0, 1.0]],
    "one row, 2, -1 and 0.5": [[2.0, -1.0, 0.5]],
    "two rows of three": [[2.0, -1.0, 0.5], [0.0, 3.0, 0.3]],
    "a row by itself, of shape (4,)": [1.0, 0.0, -2.0, 0.4],
}


def run(solution, numbers):
    x = Tensor(numbers, label="x")
    return answer_of(solution(x), (x,), cotangent(*x.shape), "p")


exercise = Exercise(
    id="10.5",
    title="It passed the check",
    name="softmax",
    reference=reference,
    stub=stub,
    cases=[Case(text, lambda numbers=numbers: (numbers,)) for text, numbers in ARRAYS.items()],
    run=run,
    alternatives=[with_the_whole_jacobian, from_smaller_nodes],
    misconceptions=[
        still_takes_the_plain_mean,
        looks_at_its_own_number_only,
        takes_off_the_plain_sum,
        divides_the_weighted_sum,
        forgets_the_factor_in_front,
        mixes_the_rows,
        gives_zeros,
    ],
)

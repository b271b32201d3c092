"""Exercise 10.3: the matrix product as a node, with a vjp for each side."""

import numpy as np

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.course.nb10.nodes import answer_of, cotangent, leaf
from autograd_lib.engine.tensor import Tensor


def reference(a, b):
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ b.data.T, lambda g: a.data.T @ g))


def one_entry_at_a_time(a, b):
    """Each number of the product is Σ a[i, k] · b[k, j], and pays both factors of each of its terms."""

    def to_a(g):
        total = np.zeros(a.shape)
        for i, j in np.ndindex(g.shape):
            total[i, :] += g[i, j] * b.data[:, j]
        return total

    def to_b(g):
        total = np.zeros(b.shape)
        for i, j in np.ndindex(g.shape):
            total[:, j] += g[i, j] * a.data[i, :]
        return total

    return Tensor(np.einsum("ik,kj->ij", a.data, b.data), (a, b), "@", (to_a, to_b))


def from_broadcasting(a, b):
    """Every a[i, k] times every b[k, j], and the sum over k: nodes whose backward passes are known already."""
    (n, k), m = a.shape, b.shape[1]
    return (a.reshape(n, k, 1) * b.reshape(1, k, m)).sum(axis=1)


def as_for_numbers(a, b):
    """the gradient is multiplied by the other factor number by number, as for `*`. Each number of a goes into a whole
    *row* of the product: its gradient is a sum, and a matrix product makes it.
    """
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g * b.data, lambda g: g * a.data))


def forgets_to_transpose(a, b):
    """the other factor is not transposed. For a of shape (n, k) and b of shape (k, m) the product, and so g, is (n, m).
    Only one product of g with a transposed b has the shape of a.
    """
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ b.data, lambda g: a.data @ g))


def takes_the_wrong_side(a, b):
    """the transposed factor stands on the wrong side of g. The gradient of the *left* factor keeps g on the left, that
    of the right one keeps it on the right.
    """
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: b.data.T @ g, lambda g: g @ a.data.T))


def swaps_the_two(a, b):
    """the two vjps have changed places. They stand in the order of the inputs, (a, b)."""
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: a.data.T @ g, lambda g: g @ b.data.T))


def reshapes_for_transpose(a, b):
    """`reshape` is used where the transpose is wanted. It gives the right shape and puts the numbers elsewhere: a
    reshape keeps them in the order of the rows, `.T` makes rows of the columns.
    """

    def turned(array):
        return array.reshape(array.shape[::-1])

    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ turned(b.data), lambda g: turned(a.data) @ g))


def forgets_the_gradient(a, b):
    """ones stand where g should be: what comes back is the gradient of the sum of all numbers, whatever g is. Multiply
    g itself.
    """
    ones = np.ones((len(a), b.shape[1]))
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: ones @ b.data.T, lambda g: a.data.T @ ones))


def forgets_the_second(a, b):
    """b gets nothing: its vjp gives zeros. Both factors are inputs, and both have a gradient."""
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ b.data.T, lambda g: np.zeros(b.shape)))


def run(solution, n, k, m):
    a, b = leaf("a", n, k), leaf("b", k, m)
    return answer_of(solution(a, b), (a, b), cotangent(n, m), "a @ b")


SIZES = [(1, 2, 1), (2, 2, 2), (2, 3, 4), (20, 2, 16)]

exercise = Exercise(
    id="10.3",
    title="The way back of a matrix product",
    name="matmul",
    reference=reference,
    cases=[Case(f"shapes ({n}, {k}) and ({k}, {m})", lambda sizes=(n, k, m): sizes) for n, k, m in SIZES],
    run=run,
    alternatives=[one_entry_at_a_time, from_broadcasting],
    misconceptions=[
        as_for_numbers,
        forgets_to_transpose,
        takes_the_wrong_side,
        swaps_the_two,
        reshapes_for_transpose,
        forgets_the_gradient,
        forgets_the_second,
    ],
)

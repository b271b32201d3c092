"""Exercise 10.3: the matrix product as a node, with a vjp for each side."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
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


def in_the_other_order(a, b):
    """The inputs may stand in any order, as long as the vjps stand in the same."""
    return Tensor(np.dot(a.data, b.data), (b, a), vjps=[lambda g: (g.T @ a.data).T, lambda g: (b.data @ g.T).T])


def from_broadcasting(a, b):
    """Every a[i, k] times every b[k, j], and the sum over k: nodes whose backward passes are known already."""
    (n, k), m = a.shape, b.shape[1]
    return (a.reshape(n, k, 1) * b.reshape(1, k, m)).sum(axis=1)


def doubles_g(a, b):
    """a vjp changes g. The vjps of other nodes, and of the other input, are given the same array: compute something
    new.
    """

    def to_a(g):
        g *= 2
        return g @ b.data.T / 2

    return Tensor(a.data @ b.data, (a, b), "@", (to_a, lambda g: a.data.T @ g))


def changes_the_graph(a, b):
    """data or gradients of the graph are changed, by the function or by a vjp. Both only compute: a vjp returns an
    array, and `backward()` adds it to `.grad`.
    """

    def to_a(g):
        a.grad = a.grad + g @ b.data.T
        return g @ b.data.T

    return Tensor(a.data @ b.data, (a, b), "@", (to_a, lambda g: a.data.T @ g))


def adds_to_gradients(a, b):
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: a.grad + g @ b.data.T, lambda g: b.grad + a.data.T @ g))


adds_to_gradients.__doc__ = nodes.USES_GRADIENTS


def multiplies_by_the_transpose(a, b):
    """the product is a @ b.T, with the gradients that belong to that, as in a layer that keeps a row of weights for
    each output. Asked is a @ b.
    """
    return Tensor(a.data @ b.data.T, (a, b), "@", (lambda g: g @ b.data, lambda g: g.T @ a.data))


def changes_arguments(a, b):
    """the array of `a` or `b` is not as it was, as after `*=`. Others still need it: compute a new one."""
    a.data *= 1.5
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ b.data.T, lambda g: a.data.T @ g))


def run(solution, a, b, holding=False):
    return answer_of(solution(a, b), (a, b), cotangent(a.shape[0], b.shape[1]), "a @ b", holding)


TO_A, TO_B = "g @ b.data.T", "a.data.T @ g"
NODE = f', (a, b), "@", (lambda g: {TO_A}, lambda g: {TO_B})'
OWN = "the gradient of {} is made from {} itself. How fast the product moves with {} depends on the *other* factor, {}."
ALONE = "the vjp of {} leaves g out, and gives {} as if it were a local gradient. It multiplies g by it."
DIVIDED = "the gradient of {} is divided by a size. Each number of {} was used several times, and its gradients add up."

ONE_LEFT = "in the gradient of {} only the last {} counts, as when `=` stands where `+=` belongs."
LEFT_OUT = "the gradient of {} leaves the last {} out, as when a loop ends one too early."

BOTH = (
    "in both gradients, the other factor stands on the wrong side of g, or is not transposed: `g @ b.T` has the shape "
    "of a, and `a.T @ g` that of b."
)
RESHAPED = (
    "the numbers are left in the order of the rows where a transpose belongs, as `reshape` leaves them. The shape is "
    "right then, and the numbers are not; `.T` makes rows of the columns."
)

SUMMED = (
    "for the gradient of {}, a {} of g and a {} of {} are each added up, and then multiplied. It is the other way "
    "round: multiply number by number, and add up the products."
)
TURNED = (
    "a vjp changes a factor itself: its array stays transposed, as after `b.data = b.data.T`. Others still need it as "
    "it was, and a vjp only computes."
)
TURN_A, TURN_B = (TO_B, "turned(a) @ g"), (TO_A, "g @ turned(b)")


def turned(tensor):
    """Transposes a Tensor's array, and gives that."""
    tensor.data = tensor.data.T
    return tensor.data


SLIPS_OF_A = [
    *[
        Slip(
            "b is not transposed in the gradient of a. g has shape (n, m) and b (k, m): of the two, only `g @ b.T` has "
            "the shape of a, (n, k).",
            (TO_A, product),
        )
        for product in ("g @ b.data", 'np.einsum("ij,jk->ik", g, b.data)')
    ],
    Slip(
        "g and b are multiplied number by number for the gradient of a, as for `*`. Each number of a goes into a whole "
        "*row* of the product, so its gradient is a sum, which a matrix product makes.",
        (TO_A, "g * b.data"),
    ),
    Slip(
        "b.T stands on the wrong side of g in the gradient of a. b was on the right, and stays there: `g @ b.T`.",
        (TO_A, "b.data.T @ g"),
    ),
    Slip(
        "the gradient of a is `b @ g`: b is on the wrong side of g, and not transposed. `g @ b.T` has the shape of a.",
        (TO_A, "b.data @ g"),
    ),
    Slip(
        "the gradient of a comes out turned round (transposed): `g @ b.T`, or `(b @ g.T).T`, has the shape of a.",
        (TO_A, "b.data @ g.T"),
    ),
    Slip(
        "the gradient of a is the same whatever g is: that of the sum of all numbers, as where ones stand for g.",
        (TO_A, "np.ones_like(g) @ b.data.T"),
    ),
    Slip("no gradient comes back to a. Both factors are inputs, with a vjp each.", (TO_A, "np.zeros(a.shape)")),
    Slip("the vjp of a gives g as it is. It is still to be multiplied, by b.T.", (TO_A, "g")),
    Slip("the gradient of a has the wrong sign.", (TO_A, "-g @ b.data.T")),
    Slip(SUMMED.format("a", "row", "row", "b"), (TO_A, "np.outer(g.sum(axis=1), b.data.sum(axis=1))")),
    Slip(ONE_LEFT.format("a", "column of g"), (TO_A, "np.outer(g[:, -1], b.data[:, -1])")),
    Slip(LEFT_OUT.format("a", "column of g"), (TO_A, "g[:, :-1] @ b.data.T[:-1]")),
    *[
        Slip(OWN.format("a", "a", "a", "b"), (TO_A, own))
        for own in ("g @ a.data.T", "g @ a.data", "g.sum(axis=1)[:, None] * a.data")
    ],
    *[Slip(ALONE.format("a", "b"), (TO_A, alone)) for alone in ("b.data", "b.data.T")],
    *[Slip(DIVIDED.format("a", "a"), (TO_A, f"{TO_A} / {size}")) for size in ("len(g)", "g.shape[1]")],
]
SLIPS_OF_B = [
    *[
        Slip(
            "a is not transposed in the gradient of b. a has shape (n, k) and g (n, m): of the two, only `a.T @ g` has "
            "the shape of b, (k, m).",
            (TO_B, product),
        )
        for product in ("a.data @ g", 'np.einsum("ij,jk->ik", a.data, g)')
    ],
    Slip(
        "g and a are multiplied number by number for the gradient of b, as for `*`. Each number of b goes into a whole "
        "*column* of the product, so its gradient is a sum, which a matrix product makes.",
        (TO_B, "g * a.data"),
    ),
    Slip(
        "a.T stands on the wrong side of g in the gradient of b. a was on the left, and stays there: `a.T @ g`.",
        (TO_B, "g @ a.data.T"),
    ),
    Slip(
        "the gradient of b is `g @ a`: a is on the wrong side of g, and not transposed. `a.T @ g` has the shape of b.",
        (TO_B, "g @ a.data"),
    ),
    Slip(
        "the gradient of b comes out turned round (transposed): `a.T @ g`, or `(g.T @ a).T`, has the shape of b.",
        (TO_B, "g.T @ a.data"),
    ),
    Slip(
        "the gradient of b is the same whatever g is: that of the sum of all numbers, as where ones stand for g.",
        (TO_B, "a.data.T @ np.ones_like(g)"),
    ),
    Slip("no gradient comes back to b. Both factors are inputs, with a vjp each.", (TO_B, "np.zeros(b.shape)")),
    Slip("the vjp of b gives g as it is. It is still to be multiplied, by a.T.", (TO_B, "g")),
    Slip("the gradient of b has the wrong sign.", (TO_B, "-a.data.T @ g")),
    Slip(SUMMED.format("b", "column", "column", "a"), (TO_B, "np.outer(a.data.sum(axis=0), g.sum(axis=0))")),
    Slip(ONE_LEFT.format("b", "row of g"), (TO_B, "np.outer(a.data[-1], g[-1])")),
    Slip(LEFT_OUT.format("b", "row of g"), (TO_B, "a.data.T[:, :-1] @ g[:-1]")),
    *[
        Slip(OWN.format("b", "b", "b", "a"), (TO_B, own))
        for own in ("b.data.T @ g", "b.data @ g", "g.sum(axis=0) * b.data")
    ],
    *[Slip(ALONE.format("b", "a"), (TO_B, alone)) for alone in ("a.data", "a.data.T")],
    *[Slip(DIVIDED.format("b", "b"), (TO_B, f"{TO_B} / {size}")) for size in ("len(g)", "g.shape[1]")],
]


def multiplies_number_by_number(a, b):
    """the factors are multiplied number by number, as `*` does it, where the matrix product, `@`, is asked for."""
    return Tensor(a.data * b.data, (a, b), "@", (lambda g: g @ b.data.T, lambda g: a.data.T @ g))


def works_as_for_numbers(a, b):
    """this is the `*` of numbers, there and back. In a matrix product each number goes into a whole row or column: the
    product is `@`, and its gradients are products with `@`, too.
    """
    return Tensor(a.data * b.data, (a, b), "@", (lambda g: g * b.data, lambda g: g * a.data))


def gives_b_that_of_a(a, b):
    """b gets the gradient of a, too. It has one of its own: `a.T @ g`."""
    to_a = lambda g: g @ b.data.T  # noqa: E731
    return Tensor(a.data @ b.data, (a, b), "@", (to_a, to_a))


def gives_a_that_of_b(a, b):
    """a gets the gradient of b, too, as where functions made in a loop all see its last round. It has one of its own:
    `g @ b.T`.
    """
    to_b = lambda g: a.data.T @ g  # noqa: E731
    return Tensor(a.data @ b.data, (a, b), "@", (to_b, to_b))


# Not slips: in a square matrix, either looks like a forgotten transpose.
def reshapes_a(a, b):
    columns = np.reshape(a.data, a.shape[::-1])
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: np.dot(g, b.data.T), lambda g: columns @ g))


def reshapes_b(a, b):
    columns = np.reshape(b.data, b.shape[::-1])
    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ columns, lambda g: np.dot(a.data.T, g)))


reshapes_a.__doc__ = reshapes_b.__doc__ = RESHAPED


def reshapes_the_gradient_of_b(a, b):
    return Tensor(
        a.data @ b.data, (a, b), "@", (lambda g: g @ b.data.T, lambda g: np.dot(g.T, a.data).reshape(b.shape))
    )


def reshapes_the_gradient_of_a(a, b):
    return Tensor(
        a.data @ b.data, (a, b), "@", (lambda g: np.dot(b.data, g.T).reshape(a.shape), lambda g: a.data.T @ g)
    )


reshapes_the_gradient_of_a.__doc__ = reshapes_the_gradient_of_b.__doc__ = RESHAPED


def adds_to_what_is_left(a, b):
    """a second call of a vjp adds to what the first one has left, as where the array that it adds to is one made
    outside of the vjp, or a `.grad`. Let each call begin with zeros of its own.
    """
    total = np.zeros(b.shape)

    def to_b(g):
        total[:] += a.data.T @ g
        return total

    return Tensor(a.data @ b.data, (a, b), "@", (lambda g: g @ b.data.T, to_b))


def has_no_gradient_of_b(a, b):
    return Tensor(a.data @ b.data, (a,), "@", (lambda g: g @ b.data.T,))


def has_no_gradient_of_a(a, b):
    return Tensor(a.data @ b.data, (b,), "@", (lambda g: a.data.T @ g,))


exercise = Exercise(
    id="10.3",
    title="The gradients of a matrix product",
    name="matmul",
    reference=reference,
    demands=[
        Demand(
            "`matmul(a, b)` returns a new Tensor that holds the matrix product of the two", multiplies_number_by_number
        ),
        Demand("for any g, its vjps give the gradient of `a`, in the shape of `a`", has_no_gradient_of_a),
        Demand("and that of `b`, in the shape of `b`", has_no_gradient_of_b),
        Demand("`a`, `b` and g stay as they are", doubles_g),
    ],
    # The square ones first: a forgotten transpose shows in the numbers there, and not as an exception.
    cases=[
        Case(f"shapes ({n}, {k}) and ({k}, {m})", lambda n=n, k=k, m=m: (leaf("a", n, k), leaf("b", k, m)))
        for n, k, m in [(2, 2, 2), (2, 3, 4), (5, 2, 1)]
    ]
    + [
        Case(
            "shapes (3, 2) and (2, 2), which hold gradients already when the vjps are called",
            lambda: (leaf("a", 3, 2), leaf("b", 2, 2), True),
        )
    ],
    run=run,
    keeps_arrays=True,
    alternatives=[one_entry_at_a_time, in_the_other_order, from_broadcasting],
    misconceptions=[
        multiplies_number_by_number,
        multiplies_by_the_transpose,
        works_as_for_numbers,
        gives_b_that_of_a,
        gives_a_that_of_b,
        reshapes_a,
        reshapes_b,
        reshapes_the_gradient_of_a,
        reshapes_the_gradient_of_b,
        adds_to_what_is_left,
        doubles_g,
        changes_the_graph,
        adds_to_gradients,
        changes_arguments,
    ],
    recognise={
        doubles_g: nodes.changed_g,
        changes_the_graph: nodes.changed_graph,
        adds_to_gradients: nodes.uses_gradients,
        changes_arguments: nodes.changed_an_argument,
    },
    slips=[
        *SLIPS_OF_A,
        *SLIPS_OF_B,
        Slip(
            "each input gets the other's gradient, as where inputs and vjps stand in different orders. The first vjp "
            "is for the first input: `g @ b.T` for a, and `a.T @ g` for b.",
            ('(a, b), "@"', '(b, a), "@"'),
        ),
        *[
            Slip(BOTH, (TO_A, to_a), (TO_B, to_b))
            for to_a in ("g @ b.data", "b.data @ g", "b.data.T @ g")
            for to_b in ("a.data @ g", "g @ a.data", "g @ a.data.T")
        ],
        Slip(
            "in both gradients, g and the other factor are multiplied number by number, as for `*`. In the product, "
            "each number goes into a whole row or column, so its gradient is a sum, which a matrix product makes.",
            (TO_A, "g * b.data"),
            (TO_B, "g * a.data"),
        ),
        Slip(
            RESHAPED,
            ("b.data.T", "b.data.reshape(b.data.shape[::-1])"),
            ("a.data.T", "a.data.reshape(a.data.shape[::-1])"),
        ),
        *[
            Slip(
                "inverses stand where the transposes belong. A gradient does not undo the product: it is `g @ b.T` for "
                "a, and `a.T @ g` for b.",
                (TO_A, f"g @ np.linalg.{inverse}(b.data)"),
                (TO_B, f"np.linalg.{inverse}(a.data) @ g"),
            )
            for inverse in ("inv", "pinv")
        ],
        *[Slip(TURNED, *edits) for edits in ([TURN_B], [TURN_A], [TURN_A, TURN_B])],
        Slip("the factors of the product have changed places: it is a @ b.", ("a.data @ b.data", "b.data @ a.data")),
        Slip(
            "the last column of a and the last row of b are left out of the product, as where the sum over k ends one "
            "too early. They belong to it as well.",
            ("a.data @ b.data,", "a.data[:, :-1] @ b.data[:-1],"),
        ),
        Slip(
            "the sums of the matrix product are divided by the number of their terms. Nothing is averaged.",
            ("a.data @ b.data,", "a.data @ b.data / b.shape[0],"),
        ),
        Slip(nodes.A_LEAF, (NODE, "")),
        Slip(nodes.BARE_ARRAY, (f"Tensor(a.data @ b.data{NODE})", "a.data @ b.data")),
        Slip(nodes.SEVERAL_THINGS, (NODE, f"), (lambda g: {TO_A}, lambda g: {TO_B}")),
        Slip(nodes.HOLDS_A_TENSOR, (f"a.data @ b.data{NODE}", f"a @ b{NODE}")),
        Slip(nodes.OTHER_INPUTS, ('(a, b), "@"', '(Tensor(a.data), Tensor(b.data)), "@"')),
        Slip(nodes.NO_FUNCTION, (f"lambda g: {TO_A},", "b.data.T,")),
        Slip(nodes.NO_FUNCTION, (f"lambda g: {TO_B})", "a.data.T)")),
        Slip(nodes.GIVES_A_TENSOR, (TO_A, "g @ b.T")),
        Slip(nodes.GIVES_A_TENSOR, (TO_B, "a.T @ g")),
    ],
)

"""Exercise 12.4: attention: a weighted mean whose weights queries and keys decide."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
from autograd_lib.course.nb12 import mistakes, wrong_attention
from autograd_lib.course.nb12.ex3_causal_weights import reference as causal_weights
from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import functional


def reference(q, k, v):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return causal_weights(scores) @ v


def scales_the_queries(q, k, v):
    queries = q * q.shape[-1] ** -0.5
    return causal_weights(queries @ k.transpose((0, 2, 1))) @ v


def one_product_at_a_time(q, k, v):
    size, width = q.shape[1:]
    products = q.reshape(-1, size, 1, width) * k.reshape(-1, 1, size, width)
    return causal_weights(products.sum(axis=-1) / width**0.5) @ v


def of_the_library(q, k, v):
    return functional.causal_attention(q, k, v)


NOT_SCALED = (
    "the scores are not divided by √d. They grow with the number of terms, and where these are many, the softmax gives "
    "nearly all to one position."
)
NOT_MASKED = "nothing is masked: every position looks at those after it, too. `causal_weights` gives them the weight 0."


def does_not_scale(q, k, v):
    """Breaks the demand on the scores, as a slip below does."""
    return causal_weights(q @ k.transpose(0, 2, 1)) @ v


def looks_ahead(q, k, v):
    """Breaks the demand on the weights, as a slip below does."""
    return (q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])).softmax() @ v


def compares_directions_only(q, k, v):
    """queries and keys are brought to length 1 before they are multiplied, so that only their directions count. How
    long they are is a part of the score: take the products as they are, divided by √d.
    """
    q, k = (x / ((x * x).sum(axis=-1, keepdims=True) ** 0.5) for x in (q, k))
    return reference(q, k, v)


def compares_directions_without_scaling(q, k, v):
    q, k = (x / ((x * x).sum(axis=-1, keepdims=True) ** 0.5) for x in (q, k))
    return does_not_scale(q, k, v)


compares_directions_without_scaling.__doc__ = compares_directions_only.__doc__


def compares_directions_of_arrays(q, k, v):
    return reference(*(x / np.linalg.norm(x.data, axis=-1, keepdims=True) for x in (q, k)), v)


compares_directions_of_arrays.__doc__ = compares_directions_only.__doc__


def takes_the_directions_of_keys(q, k, v):
    """the keys are brought to length 1, so that only their directions count. How long they are is a part of the score:
    take the products as they are, divided by √d.
    """
    return reference(q, k / ((k * k).sum(axis=-1, keepdims=True) ** 0.5), v)


def takes_the_directions_of_keys_as_arrays(q, k, v):
    return reference(q, k / np.linalg.norm(k.data, axis=-1, keepdims=True), v)


takes_the_directions_of_keys_as_arrays.__doc__ = takes_the_directions_of_keys.__doc__


def lays_the_batch_in_a_row(q, k, v):
    """a row of the batch looks at the rows of the batch before it, too, as where all their positions are laid in one
    row. Each row of the batch has weights of its own, for its own T positions.
    """
    batch, size, width = v.shape
    q, k = q.reshape(1, batch * size, q.shape[-1]), k.reshape(1, batch * size, k.shape[-1])
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return (causal_weights(scores) @ v.reshape(1, batch * size, width)).reshape(batch, size, width)


def answers_for_the_last_position(q, k, v):
    """only the row of the last position is returned. There is one for each position, from which its next character is
    guessed.
    """
    return reference(q, k, v)[:, -1:]


def scales_the_result_as_well(q, k, v):
    """the result is divided by √d as well, as where the weights or the values are divided. Only the scores are to be
    divided.
    """
    return reference(q, k, v) * q.shape[2] ** -0.5


def adds_the_values(q, k, v):
    """v is added to the result. That is for the block around it; here the rows of v are only averaged."""
    return reference(q, k, v) + v


def transposes_the_result(q, k, v):
    """rows and columns of the result are exchanged, in shape (batch, n, T)."""
    return reference(q, k, v).transpose(0, 2, 1)


def exchanges_keys_and_values(q, k, v):
    """keys and values are exchanged: the queries are compared with v, and the rows of k are averaged. It is the other
    way round.
    """
    return reference(q, v, k)


def makes_rows_of_length_one(q, k, v):
    """the rows of the result are brought to length 1. They are means of the rows of v, as long as these make them."""
    result = reference(q, k, v)
    return result / ((result * result).sum(axis=-1, keepdims=True) ** 0.5)


def names_two_axes(q, k, v):
    return causal_weights(q @ k.transpose(1, 2) / np.sqrt(q.shape[-1])) @ v


names_two_axes.__doc__ = mistakes.TWO_AXES


def returns_the_weights(q, k, v):
    """the weights are returned. Multiply them with the values: `weights @ v`."""
    return causal_weights(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1]))


def leaves_the_graph(q, k, v):
    """the Tensor that is returned is made of an array alone, so that no gradient comes back. Use the operations of
    Tensors throughout.
    """
    return Tensor(reference(q, k, v).data)


def gives_an_array(q, k, v):
    """an array is returned, and no gradient can come back. Use the operations of Tensors: they know `@` and `/`."""
    return reference(q, k, v).data


def leaves_the_queries_out_of_the_graph(q, k, v):
    """no gradient comes back to q and k, as where an array is used for them, for the scores or for the weights, such as
    `.data` gives. Use the Tensors themselves.
    """
    scores = Tensor(q.data @ k.data.transpose(0, 2, 1) / np.sqrt(q.shape[-1]))
    return causal_weights(scores) @ v


def leaves_the_queries_out(q, k, v):
    """no gradient comes back to q, as where its array is used, such as `.data` gives. Use the Tensor itself."""
    return reference(Tensor(q.data), k, v)


def leaves_the_keys_out(q, k, v):
    """no gradient comes back to k, as where its array is used, such as `.data` gives. Use the Tensor itself."""
    return reference(q, Tensor(k.data), v)


def leaves_the_values_out(q, k, v):
    """no gradient comes back to v, as where its array is used, such as `.data` gives. Use the Tensor itself."""
    return reference(q, k, Tensor(v.data))


def takes_the_first_of_the_batch(q, k, v):
    """every row of the batch gets the weights of the first one. Each has its own."""
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return causal_weights(scores[0]) @ v


def run(solution, q, k, v):
    with np.errstate(all="ignore"):
        node = solution(q, k, v)
        return nodes.answer_of(node, [q, k, v], nodes.cotangent(*v.shape), "result")


exercise = Exercise(
    id="12.4",
    title="Query, key, value",
    name="attend",
    reference=reference,
    demands=[
        Demand(
            "`attend(q, k, v)` returns a Tensor of shape (batch, T, n): row t is a mean of the rows of `v`, with the "
            "weights of row t",
            returns_the_weights,
        ),
        Demand("the weights are the `causal_weights` of the scores", looks_ahead),
        Demand("the score of t for s is query t times key s, summed, and divided by √d", does_not_scale),
        Demand("each row of the batch has weights of its own", takes_the_first_of_the_batch),
        Demand("gradients come back to `q`, `k` and `v`", leaves_the_queries_out_of_the_graph),
    ],
    cases=[
        Case(
            f"q and k of shape ({batch}, {size}, {d}), v of shape ({batch}, {size}, {n})",
            lambda batch=batch, size=size, d=d, n=n: (
                nodes.leaf("q", batch, size, d),
                nodes.leaf("k", batch, size, d),
                nodes.leaf("v", batch, size, n),
            ),
        )
        for batch, size, d, n in [(1, 2, 2, 2), (2, 3, 3, 3), (2, 4, 2, 3), (3, 3, 5, 1)]
    ],
    run=run,
    keeps_arrays=True,
    recognise={names_two_axes: mistakes.names_two_axes},
    alternatives=[scales_the_queries, one_product_at_a_time, of_the_library],
    misconceptions=[
        lays_the_batch_in_a_row,
        *wrong_attention.MISCONCEPTIONS,
        compares_directions_only,
        compares_directions_without_scaling,
        compares_directions_of_arrays,
        takes_the_directions_of_keys,
        takes_the_directions_of_keys_as_arrays,
        answers_for_the_last_position,
        scales_the_result_as_well,
        adds_the_values,
        transposes_the_result,
        exchanges_keys_and_values,
        makes_rows_of_length_one,
        names_two_axes,
        returns_the_weights,
        leaves_the_graph,
        gives_an_array,
        leaves_the_queries_out_of_the_graph,
        leaves_the_queries_out,
        leaves_the_keys_out,
        leaves_the_values_out,
        takes_the_first_of_the_batch,
    ],
    slips=[
        Slip(NOT_SCALED, (" / np.sqrt(q.shape[-1])", "")),
        Slip(NOT_MASKED, ("causal_weights(scores) @ v", "scores.softmax() @ v")),
        Slip(
            "the sign of the scores is wrong: the better a key fits, the *smaller* its weight.",
            ("scores = q", "scores = -q"),
        ),
        Slip(
            "the divisor is d in all, as where no root is taken, where queries and keys are divided by √d each, or "
            "where the products are averaged. It is √d.",
            ("np.sqrt(q.shape[-1])", "q.shape[-1]"),
        ),
        Slip(
            "the divisor is d times √d in all, as where the products are averaged and then scaled as well. It is √d.",
            ("np.sqrt(q.shape[-1])", "q.shape[-1] ** 1.5"),
        ),
        Slip(
            "the divisor is d² in all, as where queries and keys are divided by d each. It is √d.",
            ("np.sqrt(q.shape[-1])", "q.shape[-1] ** 2"),
        ),
        Slip(
            "the divisor is a whole number, as where the root of d is cut off, by `math.isqrt`, or where `//` halves "
            "d. √d has decimals: `np.sqrt` keeps them.",
            ("np.sqrt(q.shape[-1])", "int(np.sqrt(q.shape[-1]))"),
        ),
        Slip(
            "the root is taken of the size of the batch. Take that of d, how many numbers a query has: `q.shape[-1]`.",
            ("q.shape[-1]", "q.shape[0]"),
        ),
        Slip(
            "queries are compared with values. Position s answers with its key, k.",
            ("q @ k.transpose", "q @ v.transpose"),
        ),
        Slip(
            "the divisor is 4, whatever d is. Only for d = 16 that is √d.",
            ("np.sqrt(q.shape[-1])", "4.0"),
        ),
        Slip(
            "the softmax is taken twice: of the scores, and once more in `causal_weights`.",
            ("causal_weights(scores)", "causal_weights(scores.softmax())"),
        ),
        Slip(
            "the softmax is taken twice: of the scores, and once more of their weights.",
            ("causal_weights(scores)", "causal_weights(causal_weights(scores))"),
        ),
        Slip(
            "queries and keys meet along the positions, in a product of shape (batch, d, d). A score is for two "
            "positions, (batch, T, T): the sum goes along d.",
            ("q @ k.transpose(0, 2, 1)", "q.transpose(0, 2, 1) @ k"),
        ),
        Slip(
            "each query is multiplied by the key of its own position, number by number. Every position is compared "
            "with every other, as a matrix product does it.",
            ("q @ k.transpose(0, 2, 1)", "q * k"),
        ),
        Slip(
            "the scores are √d times the products, as where these are multiplied by the root, or divided by "
            "`d ** -0.5`. Divide the products by √d.",
            ("/ np.sqrt", "* np.sqrt"),
        ),
        Slip(
            "the root is taken of T, the number of positions. Take that of d, how many numbers a query has: "
            "`q.shape[-1]`.",
            ("q.shape[-1]", "q.shape[1]"),
        ),
        Slip(
            "the root is taken of n, how many numbers a value has. Take that of d, how many a query has.",
            ("q.shape[-1]", "v.shape[-1]"),
        ),
        Slip(
            "queries are compared with queries. Position s answers with its key, k.",
            ("q @ k.transpose", "q @ q.transpose"),
        ),
        Slip(
            "keys are compared with keys. Position t asks with its query, q.",
            ("q @ k.transpose", "k @ k.transpose"),
        ),
        Slip("the queries are averaged. What is taken from a position is its value, v.", ("@ v", "@ q")),
        Slip(
            "the scores go without the transpose: `q @ k` is no product of rows with rows.", (".transpose(0, 2, 1)", "")
        ),
    ],
)

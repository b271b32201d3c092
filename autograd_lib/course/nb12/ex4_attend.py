"""Exercise 12.4: attention: a weighted mean whose weights queries and keys decide."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb10 import nodes
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


def does_not_scale(q, k, v):
    """the scores are not divided by √d. They grow with the number of terms, and the softmax leaves one of them."""
    return causal_weights(q @ k.transpose(0, 2, 1)) @ v


def looks_ahead(q, k, v):
    """nothing is masked: every position looks at those after it, too. `causal_weights` gives them the weight 0."""
    return (q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])).softmax() @ v


def exchanges_queries_and_keys(q, k, v):
    """queries and keys are exchanged: k of the position that looks, q of the one that is looked at. Row t of the scores
    has the query of t: `q @ kᵀ`.
    """
    return causal_weights(k @ q.transpose(0, 2, 1) / np.sqrt(q.shape[-1])) @ v


def takes_the_mean_of_the_keys(q, k, v):
    """the keys are averaged. A key only says whether a position fits; what is taken from there is its value, v."""
    return causal_weights(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])) @ k


def scales_the_result(q, k, v):
    """the result is divided by √d instead of the scores. The softmax has to see the smaller scores."""
    return causal_weights(q @ k.transpose(0, 2, 1)) @ v / np.sqrt(q.shape[-1])


def scales_the_weights(q, k, v):
    return (causal_weights(q @ k.transpose(0, 2, 1)) / np.sqrt(q.shape[-1])) @ v


scales_the_weights.__doc__ = scales_the_result.__doc__


def has_no_softmax(q, k, v):
    """the scores themselves are the weights. They may be below 0, and do not add up to 1: `causal_weights` makes
    weights of them.
    """
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return scores * np.tril(np.ones(scores.shape[-2:])) @ v


def returns_the_weights(q, k, v):
    """the weights are returned. Multiply them with the values: `weights @ v`."""
    return causal_weights(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1]))


def reshapes_the_keys(q, k, v):
    """the keys are brought into shape by `reshape`, which counts the numbers anew. Rows become columns by
    `k.transpose(0, 2, 1)`.
    """
    return causal_weights(q @ k.reshape(len(k), k.shape[2], k.shape[1]) / np.sqrt(q.shape[-1])) @ v


def turns_all_axes(q, k, v):
    """`k.T` turns all three axes round, the batch too. Only the last two change: `k.transpose(0, 2, 1)`."""
    return causal_weights(q @ k.T / np.sqrt(q.shape[-1])) @ v


def leaves_the_graph(q, k, v):
    """the result is computed with arrays and put into a new Tensor, so that no gradient comes back. Use the operations
    of Tensors throughout.
    """
    return Tensor(reference(q, k, v).data)


def gives_an_array(q, k, v):
    """an array is returned, and no gradient can come back. Leave out the `.data`: Tensors know `@` and `/`."""
    return reference(q, k, v).data


def leaves_the_queries_out_of_the_graph(q, k, v):
    """no gradient comes back to q and k: their arrays are used. Leave out the `.data`."""
    scores = Tensor(q.data @ k.data.transpose(0, 2, 1) / np.sqrt(q.shape[-1]))
    return causal_weights(scores) @ v


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
    alternatives=[scales_the_queries, one_product_at_a_time, of_the_library],
    misconceptions=[
        does_not_scale,
        looks_ahead,
        exchanges_queries_and_keys,
        takes_the_mean_of_the_keys,
        scales_the_result,
        scales_the_weights,
        has_no_softmax,
        returns_the_weights,
        reshapes_the_keys,
        turns_all_axes,
        leaves_the_graph,
        gives_an_array,
        leaves_the_queries_out_of_the_graph,
        takes_the_first_of_the_batch,
    ],
    slips=[
        Slip("the scores are divided by d. It is its square root.", ("np.sqrt(q.shape[-1])", "q.shape[-1]")),
        Slip("the scores are *multiplied* by √d. Divide them.", ("/ np.sqrt", "* np.sqrt")),
        Slip(
            "the scores are divided by the root of T, the number of positions. It is that of d, how many numbers a "
            "query has: `q.shape[-1]`.",
            ("q.shape[-1]", "q.shape[1]"),
        ),
        Slip(
            "the scores are divided by the root of n, how many numbers a value has. It is that of d, for a query.",
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

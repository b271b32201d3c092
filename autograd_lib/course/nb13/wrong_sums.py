"""Mistakes in exercise 13.2: in which numbers are fetched, in where the rows are cut, and in what is added up."""

import numpy as np

K_DOES_NOT_FIT = (
    "the slices of weights and inputs have different lengths, as where k does not fit the rows. It depends on how many "
    "rows `inputs` has: of 2k + 1 rows, one is the bias, and half of the others are weights."
)


def computes_with_places(data, inputs):
    """the *places* are multiplied and added up. `inputs` says where the numbers lie; `data[inputs]` fetches them."""
    k = len(inputs) // 2
    return inputs[0] + (inputs[1 : k + 1] * inputs[k + 1 :]).sum(axis=0)


def multiplies_places(data, inputs):
    """the *places* of weights and inputs are multiplied. `inputs` says where the numbers lie; `data[inputs]` fetches
    them.
    """
    x = np.concatenate([data[inputs[:1]], inputs[1:]])
    k = len(x) // 2
    return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)


def takes_them_in_turns(data, inputs):
    """weights and inputs are taken in turns: bias, weight, input, weight, input. All weights come first, and then all
    inputs.
    """
    x = data[inputs]
    return x[0] + (x[1::2] * x[2::2]).sum(axis=0)


def takes_the_bias_last(data, inputs):
    """the last row is taken for the bias. It is the first."""
    x = data[inputs]
    k = len(x) // 2
    return x[-1] + (x[:k] * x[k:-1]).sum(axis=0)


def adds_the_bias_to_each_product(data, inputs):
    """the bias is added to each product, and so k times in all. Add up the products, and then add the bias once."""
    x = data[inputs]
    k = len(x) // 2
    return (x[0] + x[1 : k + 1] * x[k + 1 :]).sum(axis=0)


def adds_weights_and_inputs_before(data, inputs):
    """the weights are added up, and the inputs, and the two sums are multiplied. Multiply each weight by its own
    input, then add up.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + x[1 : k + 1].sum(axis=0) * x[k + 1 :].sum(axis=0)


def multiplies_all_with_all(data, inputs):
    """the weights of each node meet the inputs of *all* nodes, as in a matrix product, and a table comes out. A node
    has weights and inputs of its own: multiply number by number, and add up each column.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + x[1 : k + 1].T @ x[k + 1 :]


def meets_all_and_adds_them_up(data, inputs):
    """the weights of each node meet the inputs of *all* nodes, as in a matrix product, and what comes out is added up.
    A node has weights and inputs of its own: multiply number by number, and add up each column.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[1 : k + 1].T @ x[k + 1 :]).sum(axis=0)


def meets_all_and_adds_up_their_inputs(data, inputs):
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[1 : k + 1].T @ x[k + 1 :]).sum(axis=1)


meets_all_and_adds_up_their_inputs.__doc__ = meets_all_and_adds_them_up.__doc__


def stops_at_a_weight_of_zero(data, inputs):
    """a weight of 0 ends the sum, as by `break`. Its own product is 0, and those behind it still count."""
    x = data[inputs]
    k = len(x) // 2
    still = np.cumprod(x[1 : k + 1] != 0, axis=0)
    return x[0] + (x[1 : k + 1] * x[k + 1 :] * still).sum(axis=0)


def gathers_the_first_places(data, inputs):
    """the first numbers of `data` are taken, in their order. `inputs` says which are wanted: `data[inputs]`."""
    x = data[: inputs.size].reshape(inputs.shape)
    k = len(x) // 2
    return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)


def takes_three_rows(data, inputs):
    """only the first three rows are used, as if every node had one weight. There are k weights, and then k inputs."""
    x = data[inputs]
    return x[0] + x[1] * x[2]


def forgets_to_turn_the_weights(data, inputs):
    """weights and inputs meet in a matrix product. A node has weights and inputs of its own: multiply number by number,
    and add up each column.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + x[1 : k + 1] @ x[k + 1 :]


def meets_only_the_last(data, inputs):
    """only the last weight and its input count, as where each round of a loop overwrites the sum. There are k of them:
    add up all products.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + x[k] * x[-1]


def averages_with_weights(data, inputs):
    """the sum is divided by the sum of the weights, as in a weighted mean. A weighted sum is not divided."""
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[1 : k + 1] * x[k + 1 :]).sum(axis=0) / x[1 : k + 1].sum(axis=0)


def takes_the_middle_for_the_bias(data, inputs):
    """the row in the middle is taken for the bias. It is the first row."""
    x = data[inputs]
    k = len(x) // 2
    return x[k] + (x[:k] * x[k + 1 :]).sum(axis=0)


def adds_the_bias_to_each_weight(data, inputs):
    """the bias is added to the weights before they are multiplied. Add up the products, and then add the bias once."""
    x = data[inputs]
    k = len(x) // 2
    return ((x[0] + x[1 : k + 1]) * x[k + 1 :]).sum(axis=0)


def takes_a_fixed_k(data, inputs):
    x = data[inputs]
    return x[0] + np.einsum("kn,kn->n", x[1:3], x[3:])


def takes_a_fixed_k_with_a_matrix_product(data, inputs):
    x = data[inputs]
    return x[0] + np.diag(x[1:3].T @ x[3:])


takes_a_fixed_k.__doc__ = takes_a_fixed_k_with_a_matrix_product.__doc__ = K_DOES_NOT_FIT


def returns_all_rows(data, inputs):
    """all rows are returned, with the sums in row 0. Only the sums are asked for."""
    x = data[inputs]
    k = len(x) // 2
    x[0] += (x[1 : k + 1] * x[k + 1 :]).sum(axis=0)
    return x


def squares_them(data, inputs):
    """the weights are multiplied by themselves. The inputs stand in the rows behind them."""
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[1 : k + 1] * x[1 : k + 1]).sum(axis=0)


def squares_the_inputs(data, inputs):
    """the inputs are multiplied by themselves. The weights stand in the rows before them."""
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[k + 1 :] * x[k + 1 :]).sum(axis=0)


def begins_at_the_bias(data, inputs):
    """weights and inputs are taken from one row too early, the weights from row 0, where the bias is, and the inputs
    from row k, where the last weight is. The weights are the rows from 1 to k, and the inputs those behind.
    """
    x = data[inputs]
    k = len(x) // 2
    return x[0] + (x[:k] * x[k : 2 * k]).sum(axis=0)


MISCONCEPTIONS = [
    computes_with_places,
    multiplies_places,
    takes_them_in_turns,
    takes_the_bias_last,
    adds_the_bias_to_each_product,
    adds_weights_and_inputs_before,
    multiplies_all_with_all,
    meets_all_and_adds_them_up,
    meets_all_and_adds_up_their_inputs,
    stops_at_a_weight_of_zero,
    gathers_the_first_places,
    takes_three_rows,
    forgets_to_turn_the_weights,
    returns_all_rows,
    squares_them,
    squares_the_inputs,
    begins_at_the_bias,
    meets_only_the_last,
    averages_with_weights,
    takes_the_middle_for_the_bias,
    adds_the_bias_to_each_weight,
    takes_a_fixed_k,
    takes_a_fixed_k_with_a_matrix_product,
]

"""Mutants of notebook 10's solutions that are right as well."""

SIGN = "The sign of the operation is for drawings, and may be any."

MATMUL = "return Tensor(a.data @ b.data, (a, b), '@', (lambda g: g @ b.data.T, lambda g: a.data.T @ g))"
EINSUM = "return Tensor(np.einsum('ik,kj->ij', a.data, b.data), (a, b), '@', (to_a, to_b))"
BY_PRODUCT = "return Tensor(picks @ table.data, (table,), 'pick', (lambda g: picks.T @ g,))"
PICK = "return Tensor(table.data[numbers], (table,), 'pick', (vjp,))"
ROWS = "return Tensor(np.array([table.data[number] for number in numbers]), (table,), 'pick', (vjp,))"
TAKE = "return Tensor(table.data.take(numbers, axis=0), (table,), 'pick', (vjp,))"
SOFTMAX = "return Tensor(p, (x,), 'softmax', (vjp,))"
LOSS = "return Tensor(-log_p[rows, targets].mean(), (logits,), 'cross_entropy', (vjp,))"
BY_ROW = "return Tensor(mean, (logits,), 'cross_entropy', (lambda g: g * np.array(gradients) / len(costs),))"
ONE_HOT = "return Tensor(loss, (logits,), 'cross_entropy', (lambda g: g * back,))"


def renamed(function, line, op):
    """The mutant in which the operation has another sign."""
    return {f"{function}: {line} -> {line.replace(repr(op), repr(op + '?'))}": SIGN}


EQUIVALENT = {
    "10.2": {
        "copy_by_copy: np.add.at(total.reshape(-1), places, gradient)"
        " -> np.add.at(total.reshape(-2), places, gradient)": (
            "NumPy takes any negative size for the one that it is to find out."
        ),
        "from_the_last_axis: for axis in reversed(range(len(shape))): -> for axis in range(len(shape)):": (
            "The axes may be summed in any order, as each stays, with size 1."
        ),
    },
    "10.3": renamed("reference", MATMUL, "@") | renamed("one_entry_at_a_time", EINSUM, "@"),
    "10.4": renamed("reference", PICK, "pick")
    | renamed("row_by_row", PICK, "pick")
    | renamed("as_a_matrix_product", BY_PRODUCT, "pick")
    | renamed("with_a_mask_for_each_row", ROWS, "pick")
    | renamed("with_bincount", TAKE, "pick"),
    "10.5": renamed("reference", SOFTMAX, "softmax")
    | renamed("with_the_whole_jacobian", SOFTMAX, "softmax")
    | renamed("with_weighted_averages", SOFTMAX, "softmax"),
    "10.6": renamed("reference", LOSS, "cross_entropy")
    | renamed("row_by_row", BY_ROW, "cross_entropy")
    | renamed("with_ones_and_zeros", ONE_HOT, "cross_entropy"),
}

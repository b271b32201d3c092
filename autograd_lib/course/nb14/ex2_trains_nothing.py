"""Exercise 14.2: how many parameters does a loss of PyTorch reach?"""

from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, in_small_letters, table, wrong_entry

HALF = "A: h = tanh(first(x)).detach(); loss = ((second(h) - y) ** 2).mean()"
WRAPPED = "B: loss = torch.tensor(((model(x) - y) ** 2).mean().item(), requires_grad=True)"
CUT = "C: loss = ((model(x).detach() - y) ** 2).mean()"
INPUT = "D: loss = ((model(x.detach()) - y) ** 2).mean()"
ROUNDED = "E: loss = ((model(x).round() - y) ** 2).mean()"
COUNTED = "F: loss = 1 - ((model(x) > 0) == (y > 0)).float().mean()"
BOTH = "G: loss = ((model(x) - 0.9 * model(x).detach() - y) ** 2).mean()"
ERROR = "error"


def reference():
    return {HALF: 2, WRAPPED: 0, CUT: ERROR, INPUT: 4, ROUNDED: 0, COUNTED: ERROR, BOTH: 4}


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        HALF,
        4,
        "A gets 4, as where the first layer is thought to be trained as well, or where the numbers in the second one "
        "are counted. The output of the first layer is detached, so the graph ends there, and only the second layer, a "
        "weight and a bias, gets gradients.",
    ),
    entry(
        HALF,
        ERROR,
        "A is said to raise an error. The second layer comes after the detached h, and its parameters give the loss a "
        "graph: `backward()` goes as far as that.",
    ),
    entry(
        HALF,
        0,
        "none is counted in A, as where `detach()` is thought to stop all training. The second layer comes after the "
        "detached h, and gets its gradients.",
    ),
    entry(
        HALF,
        1,
        "one parameter is counted, as where a layer is taken for one, or its bias is forgotten. The model has four "
        "parameters in two layers: a weight and a bias in each.",
    ),
    entry(
        WRAPPED,
        4,
        "all four are counted, as where the new tensor is thought to be connected with the model. `item()` gives a "
        "plain number, and the tensor made of it is a leaf: `backward()` pays that leaf, and nobody else.",
    ),
    entry(
        WRAPPED,
        ERROR,
        "B is said to raise an error. `requires_grad=True` makes the new tensor a leaf, and `backward()` on a leaf is "
        "allowed: it is silent, and trains nothing.",
    ),
    entry(
        CUT,
        0,
        "C is said to raise no error. After `detach()` nothing asks for a gradient any more: the loss has no graph, "
        "and `backward()` says so.",
    ),
    entry(
        CUT,
        4,
        "all four are counted, as where the loss is thought to have a graph. `model(x).detach()` is a tensor without "
        "one, and y has none either.",
    ),
    entry(
        INPUT,
        0,
        "none is counted, as where detaching x is thought to cut the model off. The graph of x ends there, and x had "
        "none: the parameters come in after it.",
    ),
    entry(
        INPUT,
        2,
        "only two are counted, as where detaching x is thought to cut off the first layer, or where each layer counts "
        "as one. All parameters come in after x, two in each layer.",
    ),
    entry(
        INPUT,
        3,
        "one parameter is left out, as where the first weight is thought to need a gradient of x. Its slope is "
        "computed from the *numbers* of x, and these are there.",
    ),
    entry(
        INPUT,
        ERROR,
        "D is said to raise an error. The parameters come in after the detached x, and give the loss a graph.",
    ),
    entry(
        ROUNDED,
        4,
        "all four are counted, as where rounding is thought to let gradients pass, where zeros are counted, or "
        "gradients that were left from the line before. The slope of a staircase is 0 wherever it has one: all four "
        "gradients are there, and all are zeros.",
    ),
    entry(
        ROUNDED,
        ERROR,
        "E is said to raise an error. PyTorch has a gradient for `round()`, zero, and says nothing.",
    ),
    entry(
        COUNTED,
        4,
        "all four are counted, as where an accuracy is thought to have a gradient. A comparison gives truth values, "
        "which have none, and there the graph ends.",
    ),
    entry(
        COUNTED,
        0,
        "F is said to raise no error. After the comparisons nothing has a graph any more, and `backward()` says so.",
    ),
    entry(
        BOTH,
        0,
        "none is counted, as where the detached copy is thought to stop the gradients of the other. Only that term is "
        "a constant: the first `model(x)` has its graph.",
    ),
    entry(
        BOTH,
        ERROR,
        "G is said to raise an error. The copy is detached, and the first `model(x)` has its graph all the same.",
    ),
    entry(
        BOTH,
        2,
        "only two are counted, as where half of the gradients are thought to be cut, or where each layer counts as "
        "one. The first `model(x)` has its whole graph, with two parameters in each layer.",
    ),
]


def counts_numbers():
    """the numbers in the parameters are counted: 3 and 1 of the second layer, 6 and 3 of the first. A weight is one
    parameter, however many numbers it has.
    """
    numbers = {2: 3 + 1, 4: 6 + 3 + 3 + 1}
    return {loss: numbers.get(count, count) for loss, count in reference().items()}


def counts_those_without():
    """the counts are those of the parameters *without* a gradient other than zero, as where these are counted, or where
    D and G are thought to be cut off, and B and E to be whole. Count those that have one.
    """
    return {loss: 4 - count if count != ERROR else ERROR for loss, count in reference().items()}


def counts_layers():
    """layers are counted, as it seems. Each of the two has two parameters, a weight and a bias."""
    return {loss: count // 2 if count != ERROR else ERROR for loss, count in reference().items()}


def counts_what_was_left():
    """in B and in E, more gradients are counted than these losses give, as where the lines are run one after another,
    and those of the line before are still there. `backward()` adds to them: begin each line without gradients.
    """
    return reference() | {WRAPPED: reference()[HALF], ROUNDED: reference()[INPUT]}


exercise = table(
    id="14.2",
    title="A loss that trains nothing",
    reference=reference,
    run=in_small_letters,
    demands=[
        Demand(
            "for each loss, how many of the model's four parameters have a gradient other than zero after "
            "`loss.backward()`",
            but(reference, ROUNDED, 4),
        ),
        Demand('`"error"` where `loss.backward()` raises one', but(reference, CUT, 0)),
    ],
    mistakes=[*MISTAKES, counts_numbers, counts_those_without, counts_layers, counts_what_was_left],
)

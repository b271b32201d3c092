"""Exercise 6.4: how many parameters a network has, from its sizes alone."""

import itertools
import math
from itertools import pairwise
from unittest.mock import patch

from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.trying import Failure
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP, Neuron


def reference(nin, nouts):
    total = 0
    for nout in nouts:
        total += nout * (nin + 1)
        nin = nout
    return total


def in_pairs(nin, nouts):
    sizes = [nin, *nouts]
    return sum((a + 1) * b for a, b in pairwise(sizes))


def weights_and_biases(nin, nouts):
    weights = 0
    for i in range(len(nouts)):
        weights += nouts[i] * (nouts[i - 1] if i > 0 else nin)
    return weights + sum(nouts)


def layer_by_layer(nin, nouts):
    if not nouts:
        return 0
    first, *others = nouts
    return first * (nin + 1) + layer_by_layer(first, others)


def puts_nin_into_the_list(nin, nouts):
    nouts.insert(0, nin)
    return sum((a + 1) * b for a, b in pairwise(nouts))


def builds_it(nin, nouts):
    """a network is built, or some neurons of one, and parameters are counted. The exercise asks for their number before
    anything is built, from the sizes alone.
    """
    return len(MLP(nin, nouts).parameters())


def is_built(case, answer):
    """Whether a try has ended because a network was built."""
    return (isinstance(answer, Failure) and answer.kind == BUILDS) or frozenset()


def leaves_out_the_first_layer(nin, nouts):
    """the first layer is left out: the counting begins with the weights between the first layer of neurons and the
    second. The weights from the inputs to the first layer are parameters too.
    """
    return reference(nouts[0], nouts[1:])


def multiplies_the_sizes(nin, nouts):
    """all sizes are multiplied with one another. Between two layers it is a product; the layers add up."""
    return math.prod([nin, *nouts])


def connects_every_layer_to_all_before(nin, nouts):
    """a neuron has a weight for every number before it: all inputs, and all neurons of all layers before. It takes only
    what the layer just before it gives.
    """
    total = 0
    for nout in nouts:
        total += nout * (nin + 1)
        nin += nout
    return total


def adds_one_bias_in_all(nin, nouts):
    """there is one bias for the whole network. Each *neuron* has one."""
    total = 1
    for nout in nouts:
        total += nout * nin
        nin = nout
    return total


def takes_three_layers(nin, nouts):
    """the list is taken apart into three names. Networks with another number of layers cannot be counted this way: let
    a loop go through them.
    """
    first, second, third = nouts
    return first * (nin + 1) + second * (first + 1) + third * (second + 1)


def takes_three_places(nin, nouts):
    """the layers are taken by their places 0, 1 and 2. Fewer than three cannot be counted this way, and of more some
    are left out: take as many as there are.
    """
    return nouts[0] * (nin + 1) + nouts[1] * (nouts[0] + 1) + nouts[2] * (nouts[1] + 1)


def takes_two_places(nin, nouts):
    """the layers are taken by their places 0 and 1. A single one cannot be counted this way, and of three one is left
    out: take as many as there are.
    """
    return nouts[0] * (nin + 1) + nouts[1] * (nouts[0] + 1)


def takes_one_hidden_layer(nin, nouts):
    """the first and the last number of `nouts` are taken for two layers, as in a formula for one hidden layer. A single
    one counts twice then, and those in between not at all: go through all of them.
    """
    return nouts[0] * (nin + 1) + nouts[-1] * (nouts[0] + 1)


def feeds_the_first_layer_from_the_last(nin, nouts):
    """the first layer takes what the *last* one gives: in Python, `nouts[-1]` is the last number of a list. The first
    layer takes the network's inputs.
    """
    return sum(nouts[i] * (nouts[i - 1] + 1) for i in range(len(nouts)))


def multiplies_the_sizes_and_adds_the_biases(nin, nouts):
    """all sizes are multiplied for the weights. Between two layers it is a product, but the layers add up."""
    return math.prod([nin, *nouts]) + sum(nouts)


def adds_the_sizes(nin, nouts):
    """all sizes are added up. Each neuron has a weight for *each* number that it takes: between two layers it is a
    product.
    """
    return nin + sum(nouts)


def lists_the_layers(nin, nouts):
    """there is a number for each layer. Add them up: one number is asked for."""
    return [nout * (before + 1) for before, nout in pairwise([nin, *nouts])]


def counts_equal_layers_once(nin, nouts):
    """of layers with the same number of neurons only the last is counted, as where they are kept in a dict whose keys
    are these numbers. A list keeps them all.
    """
    return sum(nout * (before + 1) for nout, before in dict(zip(nouts, [nin, *nouts])).items())


def overflows(nin, nouts):
    """a large count lacks a multiple of 256 or of 65,536, as where NumPy's small whole numbers, such as int16, overflow
    without a word. Python's own have no largest one.
    """
    return (reference(nin, nouts) + 2**15) % 2**16 - 2**15


def is_wrapped(case, answer):
    """Whether a count is one that is too large for 8 or 16 bits, without what does not fit."""
    right = exercise.right_answer(case)
    if answer == right:
        return frozenset()
    return any((right - answer) % 2**bits == 0 and -(2 ** (bits - 1)) <= answer < 2**bits for bits in (8, 16))


def keeps_the_counts_of_other_networks(nin, nouts):
    """the count of an earlier network comes back, as from a memory that tells networks apart by some of their sizes
    only. Count each network from all of its sizes.
    """
    for case in exercise.cases:
        earlier, sizes = case.make()
        if (earlier, len(sizes), sizes[-1]) == (nin, len(nouts), nouts[-1]):
            return reference(earlier, sizes)


PAYMENT = "total += nout * (nin + 1)"

SLIPS = [
    Slip("the biases are left out. Every neuron has one parameter more than it has inputs.", ("nin + 1", "nin")),
    Slip("each layer has one bias. Each *neuron* has one.", ("nout * (nin + 1)", "(nout * nin + 1)")),
    Slip(
        "every layer takes the network's own inputs. A layer takes as many numbers as the layer before it gives.",
        ("        nin = nout\n", ""),
    ),
    Slip(
        "each neuron after the first layer has one parameter too many, as if a layer gave its biases as one more "
        "output. A layer gives as many numbers as it has neurons.",
        ("nin = nout\n", "nin = nout + 1\n"),
    ),
    *(
        Slip(
            "the last layer is left out. The output neurons have weights and biases like all others.",
            ("in nouts", f"in {layers}"),
        )
        for layers in ("nouts[:-1]", "nouts[:1] + nouts[1:-1]")
    ),
    *(
        Slip(
            f"only the first {words} layers are counted, and networks may have more. Count all of them.",
            ("in nouts", f"in nouts[:{number}]"),
        )
        for number, words in [(2, "two"), (3, "three"), (4, "four")]
    ),
    Slip(
        "all layers after the first take as many numbers as the first one gives. Each takes what the layer just before "
        "it gives.",
        ("nin = nout\n", "nin = nouts[0]\n"),
    ),
    Slip(
        "all layers after the first take as many numbers as the last one gives. Each takes what the layer just before "
        "it gives.",
        ("nin = nout\n", "nin = nouts[-1]\n"),
    ),
    *(
        Slip(
            "a running total is taken for the size of the layer before, as where a fold keeps one number for both. A "
            "layer takes as many numbers as the layer before it gives.",
            ("nin = nout\n", f"nin {total}\n"),
        )
        for total in ("= total", "+= nout * (nin + 1)")
    ),
    Slip(
        "all layers take as many numbers as they give themselves. The first takes the network's inputs, and each other "
        "one what the layer before it gives.",
        (PAYMENT, "total += nout * (nout + 1)"),
    ),
    Slip(
        "all layers after the first take as many numbers as they give themselves. Each takes what the layer before it "
        "gives.",
        ("in nouts:\n", "in nouts:\n        nin = nout if total else nin\n"),
    ),
    Slip(
        "the biases of the last layer are missing. The output neurons have one each, like all others.",
        ("return total", "return total - nouts[-1]"),
    ),
    Slip(
        "the weights from the network's inputs to the first layer are missing. They are parameters too.",
        ("total = 0", "total = -nin * nouts[0]"),
    ),
    Slip(
        "the first layer has no biases. Its neurons have one each, like all others.", ("total = 0", "total = -nouts[0]")
    ),
    Slip(
        "all layers after the first take as many numbers as they give themselves, and the first has no biases. Each "
        "takes what the layer before it gives, and every neuron has a bias.",
        ("total = 0", "total = -nouts[0]"),
        ("in nouts:\n", "in nouts:\n        nin = nout if total > 0 else nin\n"),
    ),
    Slip("only the last layer is counted, as where `=` stands for `+=`. Add up all layers.", ("total +=", "total =")),
    Slip(
        "only the first layer is counted, as where a `return` inside the loop ends it. Add up all layers.",
        ("    return", "        return"),
    ),
    Slip(
        "the number of inputs is added to the total, as where these are counted as neurons with a bias each. They are "
        "numbers from outside; nothing in them is learned.",
        ("total = 0", "total = nin"),
    ),
    Slip(
        "a product too many is in the total, the network's inputs times the last layer's outputs, as where "
        "`sizes[i - 1]` is the last size at i = 0. Weights lie only between one layer and the next.",
        ("    for", "    wrapped = nin * nouts[-1]\n    for"),
        ("return total", "return total + wrapped"),
    ),
    Slip(
        "each layer gets as many biases as it has *inputs*, as where nin·(nout + 1) parameters are counted for it. "
        "Every neuron has one bias: a layer has as many as it has neurons.",
        (PAYMENT, "total += nin * (nout + 1)"),
    ),
    Slip(
        "1 is added to the inputs and to the outputs of a layer. A bias is one more *input* for each neuron.",
        (PAYMENT, "total += (nout + 1) * (nin + 1)"),
    ),
    *(
        Slip(
            "inputs and outputs of a layer are added. Each neuron has a weight for *each* input: multiply them.",
            (PAYMENT, f"total += {layer}"),
        )
        for layer in ("nin + nout", "nin + nout + 1", "nin + nout + nout")
    ),
    Slip(
        "a layer has nin + 1 parameters, as if it were one neuron. Multiply by the number of its neurons.",
        (PAYMENT, "total += nin + 1"),
    ),
    Slip("every neuron has two biases. It has one.", ("nin + 1", "nin + 2")),
    Slip(
        "what the layers have is multiplied. The layers add up.", ("total = 0", "total = 1"), ("total +=", "total *=")
    ),
    Slip(
        "the biases are subtracted. Every neuron has one parameter *more* than it has inputs.", ("nin + 1", "nin - 1")
    ),
    Slip(
        "one parameter is counted for each neuron, as where the neurons are counted, or their biases alone. A neuron "
        "has a weight for each of its inputs as well.",
        ("total = 0", "total = 0 * nin"),  # not together with inputs that are counted as neurons
        (PAYMENT, "total += nout"),
    ),
    Slip(
        "the total is one too large. Every neuron has a bias, and nothing else has.",
        ("total = 0", "total = 0 + 1"),
        ("nin + 1", "1 + nin"),  # not together with biases that are left out
    ),
]


BUILDS = "builds a network"
FEW = 1_000  # Values: more than a running total needs, fewer than the largest network has parameters


def run(solution, nin, nouts):
    """What a solution returns, if it builds no network, neither of the library's neurons nor of others."""
    make, numbers = Value.__init__, itertools.count(1)

    def refuse(*arguments, **named):
        raise NotAnAnswer(
            "Your function builds a network. Find the number from the sizes alone: count before you build.",
            kind=BUILDS,
        )

    def make_a_few(*arguments, **named):
        if next(numbers) > FEW:
            refuse()
        make(*arguments, **named)

    with patch.object(Neuron, "__init__", refuse), patch.object(Value, "__init__", make_a_few):
        return solution(nin, nouts)


def of(nin, nouts):
    return Case(f"count({nin}, {nouts})", lambda: (nin, list(nouts)))


exercise = Exercise(
    id="6.4",
    title="Count before you build",
    name="count",
    reference=reference,
    demands=[
        Demand(
            "`count(nin, nouts)` returns how many parameters `MLP(nin, nouts)` has, for any number of layers",
            takes_three_layers,
        ),
        Demand("it computes that from the sizes alone: no network is built", builds_it),
        Demand("the list `nouts` stays as it is", puts_nin_into_the_list),
    ],
    cases=[
        of(1, [1]),
        of(3, [2]),
        of(2, [3, 1]),
        of(2, [4, 4, 1]),
        of(2, [4, 3, 1]),
        of(3, [4, 4, 1]),
        of(784, [128, 10]),
        of(5, [3, 4, 2, 1]),
        of(2, [3, 1, 4, 4, 2, 5]),
    ],
    run=run,
    alternatives=[in_pairs, weights_and_biases, layer_by_layer],
    misconceptions=[
        builds_it,
        leaves_out_the_first_layer,
        multiplies_the_sizes,
        connects_every_layer_to_all_before,
        adds_one_bias_in_all,
        takes_three_layers,
        takes_three_places,
        takes_two_places,
        takes_one_hidden_layer,
        feeds_the_first_layer_from_the_last,
        multiplies_the_sizes_and_adds_the_biases,
        adds_the_sizes,
        lists_the_layers,
        counts_equal_layers_once,
        overflows,
        keeps_the_counts_of_other_networks,
    ],
    recognise={builds_it: is_built, overflows: is_wrapped},
    slips=SLIPS,
)

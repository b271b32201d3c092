"""Exercise 6.4: how many parameters a network has, from its sizes alone."""

import math
from itertools import pairwise

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.nn.mlp import MLP


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


def builds_it(nin, nouts):
    return len(MLP(nin, nouts).parameters())


def forgets_the_biases(nin, nouts):
    """the biases are left out. Every neuron has one parameter more than it has inputs."""
    sizes = [nin, *nouts]
    return sum(a * b for a, b in pairwise(sizes))


def one_bias_a_layer(nin, nouts):
    """each layer has one bias. Each *neuron* has one."""
    return forgets_the_biases(nin, nouts) + len(nouts)


def feeds_every_layer_the_inputs(nin, nouts):
    """every layer takes the network's own inputs. A layer takes as many numbers as the layer before it gives."""
    return sum((nin + 1) * nout for nout in nouts)


def leaves_out_the_last_layer(nin, nouts):
    """the last layer is left out. The output neurons have weights and biases like all others."""
    return reference(nin, nouts[:-1])


def leaves_out_the_first_layer(nin, nouts):
    """the first layer is left out: the counting begins with the weights between the first layer of neurons and the
    second. The weights from the inputs to the first layer are parameters too.
    """
    return reference(nouts[0], nouts[1:])


def gives_the_inputs_biases(nin, nouts):
    """the inputs are counted as neurons with a bias each. They are numbers from outside; nothing in them is learned."""
    return reference(nin, nouts) + nin


def adds_the_bias_to_the_outputs(nin, nouts):
    """the 1 for the bias is added to the outputs of a layer, nin·(nout + 1). It is one more *input* for each neuron, so
    it belongs with the inputs.
    """
    sizes = [nin, *nouts]
    return sum(a * (b + 1) for a, b in pairwise(sizes))


def multiplies_the_sizes(nin, nouts):
    """all sizes are multiplied with one another. Between two layers it is a product; the layers add up."""
    return math.prod([nin, *nouts])


def of(nin, nouts):
    return Case(f"count({nin}, {nouts})", lambda: (nin, list(nouts)))


exercise = Exercise(
    id="6.4",
    title="Count before you build",
    name="count",
    reference=reference,
    cases=[of(1, [1]), of(3, [2]), of(2, [3, 1]), of(2, [4, 4, 1]), of(3, [4, 4, 1]), of(64, [32, 10])],
    alternatives=[in_pairs, weights_and_biases, builds_it],
    misconceptions=[
        forgets_the_biases,
        one_bias_a_layer,
        feeds_every_layer_the_inputs,
        leaves_out_the_last_layer,
        leaves_out_the_first_layer,
        gives_the_inputs_biases,
        adds_the_bias_to_the_outputs,
        multiplies_the_sizes,
    ],
)

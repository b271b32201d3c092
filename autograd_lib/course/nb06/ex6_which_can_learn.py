"""Exercise 6.6: from which of six starts does a 2-4-1 network learn XOR? The reference trains it from each."""

import functools
import random

from autograd_lib.course.exercise import Exercise
from autograd_lib.datasets import xor
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP

STEPS, RATE = 400, 0.3

# For each start: where the numbers of hidden weights, hidden biases, output weights and output biases come from.
NOUGHT, HALF, SMALL, LARGE = "0", "0.5", "random, -1 to 1", "random, -20 to 20"
STARTS = {
    "A": (NOUGHT, NOUGHT, NOUGHT, NOUGHT),
    "B": (HALF, HALF, HALF, HALF),
    "C": (SMALL, NOUGHT, SMALL, NOUGHT),
    "D": (SMALL, SMALL, NOUGHT, NOUGHT),
    "E": (HALF, HALF, SMALL, SMALL),
    "F": (LARGE, LARGE, LARGE, LARGE),
}


def network(name, rng):
    """A 2-4-1 network with the parameters of that start."""
    draw = {
        NOUGHT: lambda: 0.0,
        HALF: lambda: 0.5,
        SMALL: lambda: rng.uniform(-1, 1),
        LARGE: lambda: rng.uniform(-20, 20),
    }
    model = MLP(2, [4, 1])
    w_hidden, b_hidden, w_out, b_out = (draw[source] for source in STARTS[name])
    for layer, draw_w, draw_b in [(model.layers[0], w_hidden, b_hidden), (model.layers[1], w_out, b_out)]:
        for neuron in layer.neurons:
            for w in neuron.w:
                w.data = draw_w()
            neuron.b.data = draw_b()
    return model


def final_loss(model):
    """The mean squared error on XOR after `STEPS` steps of plain descent."""
    xs, ys = xor()
    for _ in range(STEPS):
        loss = Value.sum([(model(x) - y) ** 2 for x, y in zip(xs, ys)]) / 4
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= RATE * parameter.grad
    return loss.data


@functools.cache
def learned():
    return {name: final_loss(network(name, random.Random(6))) < 0.1 for name in STARTS}


def reference():
    return dict(learned())


def fears_every_nought():
    """zeros are thought to be fatal wherever they stand. In C the biases are 0 and the random weights tell the neurons
    apart. In D the output weights are 0: at the first step only they are paid, with what the hidden neurons say, and
    that differs; from the second step on everything moves.
    """
    return reference() | {"C": False, "D": False}


def fears_every_repeat():
    """every number that stands in two places is thought to be fatal. Two hidden neurons stay equal only if *all* that
    goes in and comes out is equal. In C, D and E something differs from the start, and that is enough.
    """
    return dict.fromkeys(STARTS, False)


def fears_noughts_in_the_output():
    """an output layer of zeros is thought to be fatal. The hidden neurons are paid nothing at the first step, true. But
    the output weights are paid with what the hidden neurons say, which is not 0, and at the second step they are not 0
    either.
    """
    return reference() | {"D": False}


def thinks_biases_must_differ():
    """the biases are thought to need different numbers. What must differ between two neurons is *something* that goes
    in or comes out, and in C the weights do.
    """
    return reference() | {"C": False}


def looks_at_the_hidden_layer_only():
    """the hidden neurons of E are equal at the start, and are thought to stay so. But the output listens to each of
    them with a weight of its own: they are paid differently, and part at the first step.
    """
    return reference() | {"E": False}


def trusts_any_equal_numbers():
    """only 0 is thought to be a bad start. In B all hidden neurons give the same output, are paid the same, and stay
    one neuron in four copies: what is left is a network with a single hidden neuron.
    """
    return reference() | {"B": True}


def trusts_noughts():
    """a start at 0 is thought to be neutral. In A the hidden neurons say 0, so the output weights are paid 0; the
    output weights are 0, so the hidden neurons are paid 0. Nothing ever moves.
    """
    return reference() | {"A": True}


def trusts_anything_random():
    """random numbers are thought to be enough. In F they are so large that nearly every tanh sits where it is flat, and
    hardly anything is paid.
    """
    return reference() | {"F": True}


exercise = Exercise(
    id="6.6",
    title="Which of these can learn?",
    name="learns",
    reference=reference,
    is_data=True,
    misconceptions=[
        fears_every_repeat,
        fears_every_nought,
        fears_noughts_in_the_output,
        thinks_biases_must_differ,
        looks_at_the_hidden_layer_only,
        trusts_any_equal_numbers,
        trusts_noughts,
        trusts_anything_random,
    ],
    reveal=False,
)

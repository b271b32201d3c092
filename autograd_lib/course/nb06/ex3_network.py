"""Exercise 6.3: a network with three slips in nine lines, none of which stops it from running."""

import random
from itertools import pairwise

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import Neuron


def stub(nin, nouts, rng):
    sizes = [nin, *nouts]
    layers = []
    for i in range(len(nouts)):
        layers.append([Neuron(sizes[i], rng=rng)] * sizes[i + 1])

    def forward(x):
        for layer in layers:
            outputs = [neuron(x) for neuron in layer]
        return outputs

    parameters = []
    for layer in layers:
        for neuron in layer:
            parameters += neuron.w
    return forward, parameters


def reference(nin, nouts, rng):
    sizes = [nin, *nouts]
    layers = []
    for i in range(len(nouts)):
        layers.append([Neuron(sizes[i], rng=rng) for _ in range(sizes[i + 1])])

    def forward(x):
        for layer in layers:
            x = [neuron(x) for neuron in layer]
        return x

    parameters = []
    for layer in layers:
        for neuron in layer:
            parameters += [*neuron.w, neuron.b]
    return forward, parameters


def keeps_the_name_outputs(nin, nouts, rng):
    layers = []
    for nout in nouts:
        layers.append([Neuron(nin, rng=rng) for _ in range(nout)])
        nin = nout

    def forward(x):
        outputs = x
        for layer in layers:
            outputs = [neuron(outputs) for neuron in layer]
        return outputs

    return forward, [p for layer in layers for neuron in layer for p in [neuron.b, *neuron.w]]


def asks_the_neurons(nin, nouts, rng):
    sizes = [nin, *nouts]
    layers = [[Neuron(a, rng=rng) for _ in range(b)] for a, b in pairwise(sizes)]

    def forward(x):
        for layer in layers:
            x = [neuron(x) for neuron in layer]
        return x

    return forward, [p for layer in layers for neuron in layer for p in neuron.parameters()]


def with_slips(nin, nouts, rng, shares=False, feeds_the_inputs=False, leaves_out_biases=False):
    """A network with some of the three slips left in."""
    layers = []
    for a, b in zip([nin, *nouts], nouts):
        layers.append([Neuron(a, rng=rng)] * b if shares else [Neuron(a, rng=rng) for _ in range(b)])

    def forward(x):
        outputs = x
        for layer in layers:
            outputs = [neuron(x if feeds_the_inputs else outputs) for neuron in layer]
        return outputs

    neurons = [neuron for layer in layers for neuron in layer]
    return forward, [p for n in neurons for p in (n.w if leaves_out_biases else n.parameters())]


def fixes_nothing(nin, nouts, rng):
    """all three slips are still there. Begin with one neuron alone, and with what its list of parameters lacks."""
    return stub(nin, nouts, rng)


def leaves_out_the_biases(nin, nouts, rng):
    """the biases are missing from `parameters`. No training step would ever move them."""
    return with_slips(nin, nouts, rng, leaves_out_biases=True)


def shares_one_neuron(nin, nouts, rng):
    """`[Neuron(…)] * n` makes *one* neuron and a list that names it n times. Call `Neuron(…)` n times."""
    return with_slips(nin, nouts, rng, shares=True)


def feeds_the_inputs(nin, nouts, rng):
    """every layer is given the network's own inputs, so that only the last one matters. The output of a layer is the
    input of the next.
    """
    return with_slips(nin, nouts, rng, feeds_the_inputs=True)


def only_separates_the_neurons(nin, nouts, rng):
    """the neurons are separate now, but two slips are left: one in what `forward` hands on, one in `parameters`."""
    return with_slips(nin, nouts, rng, feeds_the_inputs=True, leaves_out_biases=True)


def only_hands_on(nin, nouts, rng):
    """`forward` hands on what it should, but two slips are left: one where the layers are made, one in `parameters`."""
    return with_slips(nin, nouts, rng, shares=True, leaves_out_biases=True)


def only_lists_the_biases(nin, nouts, rng):
    """the list is complete now, but two slips are left: one where the layers are made, one in `forward`."""
    return with_slips(nin, nouts, rng, shares=True, feeds_the_inputs=True)


def run(solution, nin, nouts):
    """Counts taken from outside: parameters, how many of them are different, and how many a loss reaches."""
    made = solution(nin, list(nouts), random.Random(6))
    if not isinstance(made, tuple) or len(made) != 2 or not callable(made[0]) or not isinstance(made[1], list):
        raise NotAnAnswer(f"You returned {made!r:.80}. Expected the function `forward` and the list `parameters`.")
    forward, parameters = made
    outputs = forward([0.7, -1.3, 0.4][:nin])
    strangers = [x for x in [*parameters, *(outputs if isinstance(outputs, list) else [outputs])] if not is_node(x)]
    if strangers or not isinstance(outputs, list):
        what = strangers[0] if strangers else outputs
        raise NotAnAnswer(f"Expected lists of Values, from `forward` and in `parameters`. Among them is {what!r:.80}.")
    Value.sum([out * weight for out, weight in zip(outputs, [1.0, -0.6, 0.3, 0.8])]).backward()
    return {
        "outputs": len(outputs),
        "parameters in the list": len(parameters),
        "different ones among them": len(set(parameters)),
        "parameters with a gradient": len({p for p in parameters if p.grad != 0}),
    }


def is_node(thing):
    return hasattr(thing, "_prev")


def of(nin, nouts, text):
    return Case(f"network({nin}, {nouts}, rng), {text}", lambda: (nin, nouts))


exercise = Exercise(
    id="6.3",
    title="Three slips in a network",
    name="network",
    reference=reference,
    stub=stub,
    cases=[
        of(2, [1], "one neuron"),
        of(2, [2], "one layer of two neurons"),
        of(2, [2, 2], "two layers"),
        of(3, [4, 4, 1], "three layers"),
    ],
    run=run,
    alternatives=[keeps_the_name_outputs, asks_the_neurons],
    misconceptions=[
        fixes_nothing,
        leaves_out_the_biases,
        shares_one_neuron,
        feeds_the_inputs,
        only_separates_the_neurons,
        only_hands_on,
        only_lists_the_biases,
    ],
)

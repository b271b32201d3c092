"""Exercise 6.3: a network with three slips in nine lines, none of which stops it from running."""

import random
from copy import deepcopy  # noqa: F401 (a slip needs it)
from itertools import pairwise
from traceback import walk_tb

from autograd_lib.course.answers import in_words, kind, plain_data, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.watch import watch
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import Layer, Neuron


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


def makes_layers(nin, nouts, rng):
    layers, parameters = [], []
    for nout in nouts:
        layers.append(Layer(nin, nout, rng=rng))
        parameters.extend(layers[-1].parameters())
        nin = nout

    def forward(x):
        for layer in layers:
            x = layer(x)
        return x

    return forward, parameters


def hands_nothing_on(nin, nouts, rng):
    layers = [Layer(a, b, rng=rng) for a, b in pairwise([nin, *nouts])]

    def forward(x):
        for layer in layers:
            outputs = layer(x)
        return outputs

    return forward, [p for layer in layers for p in layer.parameters()]


def lists_no_biases(nin, nouts, rng):
    forward, parameters = reference(nin, nouts, rng)
    return forward, [p for p in parameters if not p.label.endswith("b")]


def puts_nin_into_the_list(nin, nouts, rng):
    nouts.insert(0, nin)
    return reference(nouts[0], nouts[1:], rng)


def fixes_nothing(nin, nouts, rng):
    """all three slips are still there. Begin with one neuron alone, and with what its list of parameters lacks."""
    return stub(nin, nouts, rng)


def copies_the_parameters(nin, nouts, rng):
    """the Values in `parameters` are not those that `forward` computes with, as where one of the two has copies: no
    loss ever reaches them. Both need the very same objects.
    """
    forward, parameters = reference(nin, nouts, rng)
    return forward, [Value(p.data) for p in parameters]


def makes_neurons_in_each_call(nin, nouts, rng):
    """a loss reaches none of the Values in `parameters`, as where `forward` makes new neurons in each call, or computes
    with copies or with `.data`. It has to compute with the very Values that are in the list.
    """

    def forward(x):
        return reference(nin, nouts, rng)[0](x)

    return forward, reference(nin, nouts, rng)[1]


def keeps_what_it_said(nin, nouts, rng):
    """`forward` gives the outputs of an earlier call again. The parameters have moved since, or `x` is another one:
    compute the outputs afresh in each call.
    """
    forward, parameters = reference(nin, nouts, rng)
    said = []

    def remembers(x):
        if not said:
            said.append(forward(x))
        return said[0]

    return remembers, parameters


def keeps_what_it_said_of_an_x(nin, nouts, rng):
    """`forward` gives what it said of the same `x` before. The parameters have moved since: compute the outputs afresh
    in each call.
    """
    forward, parameters = reference(nin, nouts, rng)
    said = {}

    def remembers(x):
        if tuple(x) not in said:
            said[tuple(x)] = forward(x)
        return said[tuple(x)]

    return remembers, parameters


def lists_the_numbers(nin, nouts, rng):
    """there are plain numbers in `parameters`. They have no gradients: it has to hold the Values themselves, not their
    `.data`.
    """
    forward, parameters = reference(nin, nouts, rng)
    return forward, [p.data for p in parameters]


def lists_of_lists(nin, nouts, rng):
    """there are lists or tuples in `parameters`, as `append` and `+= [neuron.w]` put them there whole. Add the Values
    that are *in* them.
    """
    forward, parameters = reference(nin, nouts, rng)
    return forward, [parameters]


def returns_the_parameters_only(nin, nouts, rng):
    """what is returned is not a function and a list. `return forward, parameters` returns the two."""
    return reference(nin, nouts, rng)[1]


NEURONS = "[Neuron(sizes[i], rng=rng) for _ in range(sizes[i + 1])]"
EACH_LAYER = "            x = [neuron(x) for neuron in layer]\n"
LISTED = "            parameters += [*neuron.w, neuron.b]\n"
ONE_OF_THESE = ("parameters = []", "parameters = list()")  # such slips are not made together

OWN_INPUTS = (
    "the network's own inputs go into the last layer, so that no other one matters, as where `x` stays what it was, or "
    "where functions made in a loop are called after it: by then the layer in them is the last. Each layer takes the "
    "outputs of the one before."
)

SLIPS = [
    # Where the layers are made.
    Slip(
        "the weights and the bias of one neuron stand for those of a whole layer, as where *one* neuron is made and "
        "stands in the list n times: by `[Neuron(…)] * n`, or by `append` or a copy in a loop. Every neuron has "
        "numbers of its own, from a call of `Neuron(…)`, and all of these belong in `parameters`.",
        (NEURONS, "[Neuron(sizes[i], rng=rng)] * sizes[i + 1]"),
    ),
    Slip(
        "the bias of one neuron stands for those of a whole layer, as where its neurons share it, or where the same "
        "one is put into `parameters` each time. Every neuron has a bias of its own.",
        (
            f"        layers.append({NEURONS})\n",
            f"        layers.append({NEURONS})\n"
            "        for neuron in layers[i]:\n            neuron.b = layers[i][0].b\n",
        ),
    ),
    Slip(
        "the neurons of a layer begin with the same numbers, as copies of one do. Each neuron draws numbers of its own "
        "from `rng`, in its own call of `Neuron(…)`.",
        (NEURONS, "[deepcopy(neuron) for neuron in [Neuron(sizes[i], rng=rng)] * sizes[i + 1]]"),
    ),
    Slip(
        "`forward` returns an empty list, as where a layer is a generator, `(Neuron(…) for …)`, and the loop that "
        "collects the parameters uses it up. A list can be gone through again and again.",
        (NEURONS, "(Neuron(n, rng=rng) for n in [sizes[i]] * sizes[i + 1])"),
    ),
    Slip(
        "all neurons begin with the same numbers, as where each has a generator of its own, made with one and the same "
        "seed. They draw their numbers one after the other, all from one `rng`.",
        ("[nin, *nouts]", "[nin, *nouts]\n    seed = rng.random()"),
        ("Neuron(sizes[i], rng=rng)", "Neuron(sizes[i], rng=random.Random(seed))"),
    ),
    Slip(
        "the numbers do not come from the `rng` that is passed in: another one gives the same network, or the same one "
        "another network. Hand it on to every neuron.",
        (NEURONS, "[Neuron(sizes[i], rng=random.Random(0)) for _ in range(sizes[i + 1])]"),
    ),
    Slip(
        "the last layer is missing. There are as many layers as `nouts` has numbers.",
        ("len(nouts)", "len(nouts) - 1"),
    ),
    Slip(
        "not all layers are left, as where the list of layers is made anew in each round, or where they are kept in a "
        "dict whose keys are their sizes. One list, made before the loop, keeps them all.",
        ("    def forward", "    layers = list({len(layer): layer for layer in layers}.values())\n\n    def forward"),
    ),
    # What `forward` hands on.
    Slip(
        OWN_INPUTS,
        (EACH_LAYER + "        return x", EACH_LAYER.replace("x =", "outputs =") + "        return outputs"),
    ),
    Slip(
        "`forward` returns the outputs of the first layer, as where its `return` is inside the loop. It returns those "
        "of the last, when all layers have had a turn.",
        (EACH_LAYER + "        return x", EACH_LAYER + "            return x"),
    ),
    *(
        Slip(
            "`forward` gives back the `x` that it was given, as where it returns the wrong name, or where the layers "
            "come from a generator that the loop over the parameters has used up. It returns what the last layer "
            "gives.",
            (old + EACH_LAYER + "        return x", new + "        return x"),
        )
        for old, new in [("        for layer in layers:\n", ""), ("", EACH_LAYER.replace("x =", "outputs ="))]
    ),
    Slip(
        "`forward` returns the outputs of all layers in one list. Only those of the last are the network's.",
        ("        for layer in layers:\n    ", "        outputs = []\n        for layer in layers:\n    "),
        (EACH_LAYER + "        return x", EACH_LAYER + "            outputs += x\n        return outputs"),
    ),
    Slip(
        "no gradient finds its way from a layer to those before it, as where a layer hands on plain numbers, by "
        "`.data`. Hand on the Values themselves.",
        ("neuron(x) for neuron", "neuron([getattr(number, 'data', number) for number in x]) for neuron"),
    ),
    Slip(
        "`forward` returns one output of the last layer. It returns the list of all.",
        (EACH_LAYER + "        return x", EACH_LAYER + "        return x[:1]"),
    ),
    Slip(
        "`forward` changes the list `x`, which belongs to its caller. What it computes goes into a new list.",
        (EACH_LAYER + "        return x", EACH_LAYER.replace("x =", "x[:] =") + "        return x"),
    ),
    Slip(
        OWN_INPUTS,
        ("Neuron(sizes[i], rng", "Neuron(nin, rng"),
        (EACH_LAYER + "        return x", EACH_LAYER.replace("x =", "outputs =") + "        return outputs"),
    ),
    # What is in the list.
    Slip(
        "a neuron's own list of weights gets longer, as where it has a second name, such as `parameters`, and `+=` "
        "adds to it. Collect the parameters in a list of your own, and leave each neuron's as it is.",
        ("parameters = []", "parameters = layers[0][0].w"),
    ),
    Slip(
        "the biases are missing from `parameters`. No training step would ever move them.",
        (LISTED, LISTED.replace("[*neuron.w, neuron.b]", "neuron.w")),
    ),
    Slip(
        "the weights are missing from `parameters`. No training step would ever move them.",
        (LISTED, LISTED.replace("*neuron.w, ", "")),
    ),
    Slip(
        "`parameters` is returned empty, as where `forward` fills it, which is called later. Put in what each neuron "
        "has before you return.",
        (LISTED, LISTED.replace("[*neuron.w, neuron.b]", "neuron.w[:0]")),
        ONE_OF_THESE,
    ),
    Slip(
        "every bias is in `parameters` twice. Each parameter belongs in it once: a step would move the others by "
        "half as much.",
        (LISTED, LISTED.replace("neuron.b]", "neuron.b, neuron.b]")),
    ),
    Slip(
        "every weight is in `parameters` twice. Each parameter belongs in it once.",
        (LISTED, LISTED.replace("[*neuron.w", "[*neuron.w, *neuron.w")),
    ),
    Slip(
        "every parameter is in `parameters` twice. Each belongs in it once.",
        (LISTED, LISTED.replace("[*neuron.w, neuron.b]", "2 * [*neuron.w, neuron.b]")),
    ),
    Slip(
        "a bias is in `parameters` once for each weight of its neuron, as where a loop over the weights adds both. Add "
        "it once.",
        (LISTED, LISTED.replace("neuron.b]", "*len(neuron.w) * [neuron.b]]")),
    ),
    Slip(
        "`parameters` has one bias for each layer. Every neuron has a bias of its own.",
        (LISTED, LISTED.replace("[*neuron.w, neuron.b]", "neuron.w") + "        parameters += [neuron.b]\n"),
    ),
    Slip(
        "`parameters` has the numbers of one neuron in each layer, and no more. Each of the neurons needs numbers of "
        "its own, and all of them belong in the list.",
        (LISTED, "            pass\n" + LISTED[4:]),
        ONE_OF_THESE,
    ),
    Slip(
        "only one neuron of the last layer is in `parameters`, as where the list is made anew in each round. All "
        "neurons of all layers belong in it.",
        (LISTED, LISTED.replace("+=", "=")),
        ONE_OF_THESE,
    ),
    Slip(
        "only the last layer is in `parameters`, as where the list is made anew for each layer, or filled after the "
        "loop over them. All layers belong in it.",
        ("    for layer in layers:\n        for", "    for layer in layers[-1:]:\n        for"),
        ONE_OF_THESE,
    ),
    Slip(
        "only the first layer is in `parameters`, as where a `return` inside the loop ends it. Go through all layers.",
        ("    return forward", "        return forward"),
        ONE_OF_THESE,
    ),
    Slip(
        "only one neuron of the first layer is in `parameters`, as where a `return` inside the loops ends them. All "
        "neurons of all layers belong in it.",
        ("    return forward", "            return forward"),
        ONE_OF_THESE,
    ),
]


def run(solution, nin, nouts):
    """Counts taken from outside: outputs, parameters, how many differ, and how many a loss reaches, or an output."""
    forward, parameters = made(solution, nin, nouts, seed=6)
    x = [0.7, -1.3, 0.4][:nin]
    is_changed = watch(x)
    for _ in range(2):
        outputs = plain_data(said_by(forward, x))
        outputs = [outputs] if is_node(outputs) else outputs
        if is_changed():
            words = (
                "`forward` has changed the list `x`, which it was given only to read: put what it computes elsewhere."
            )
            raise NotAnAnswer(words, kind="changed x")
        if not isinstance(outputs, list | tuple) or not all(map(is_node, outputs)):
            words = with_kind(outputs, in_words(outputs))
            raise NotAnAnswer(
                f"`forward` returned {words}. Expected a list of Values.", kind="x" if outputs == x else "no outputs"
            )
        for p in parameters:
            p.grad = 0.0
        said = [out.data for out in outputs]
        Value.sum([out * weight for out, weight in zip(outputs, [1.0, -0.6, 0.3, 0.8])]).backward()
    again, other = (made(solution, nin, nouts, seed)[1] for seed in (6, 7))
    drawn = {p.data for p, q, r in zip(parameters, again, other) if p.data == q.data != r.data}
    return {
        "outputs": len(outputs),
        "parameters in the list": len(parameters),
        "different ones among them": len(set(parameters)),
        "parameters with a gradient": len({p for p in parameters if p.grad != 0}),
        "different numbers from rng": len(drawn),
        "parameters that each output depends on": " and ".join(str(number_behind(out, parameters)) for out in outputs),
        "outputs for another x": "others"
        if numbers_of(forward([number + 0.5 for number in x])) != said
        else "the same",
        "outputs after a step": "others" if numbers_of(after_a_step(forward, x, parameters)) != said else "the same",
    }


def number_behind(out, parameters):
    """How many different ones of the parameters are in the graph of an output."""
    return len(set(parameters) & set(topological_order(out)))


def said_by(forward, x):
    try:
        return forward(x)
    except ValueError as error:
        if "inputs" not in str(error):
            raise
        words = "In `forward`, a neuron is given another number of inputs than it has weights."
        raise NotAnAnswer(words, "more weights" if has_grown(error) else "other sizes") from error


def has_grown(error):
    """Whether a neuron in which an exception was raised has its bias among its weights."""
    callers = [frame.f_locals.get("self") for frame, _ in walk_tb(error.__traceback__)]
    return any(caller.b is w for caller in callers for w in getattr(caller, "w", ()))


def numbers_of(outputs):
    outputs = plain_data(outputs)
    return [out.data for out in ([outputs] if is_node(outputs) else outputs)]


def after_a_step(forward, x, parameters):
    """The outputs when all parameters have moved."""
    for p in parameters:
        p.data += 0.25
    return forward(x)


def made(solution, nin, nouts, seed):
    """What a solution returns: `forward` and the list of parameters."""
    found = solution(nin, list(nouts), random.Random(seed))
    if not isinstance(found, tuple | list) or len(found) != 2 or not callable(found[0]):
        words = with_kind(found, in_words(found))
        raise NotAnAnswer(f"You returned {words}. Expected the function `forward` and a list.", kind="no pair")
    forward, parameters = found
    if not isinstance(parameters, list | tuple):
        words = with_kind(parameters, in_words(parameters))
        raise NotAnAnswer(f"`parameters` is {words}. Expected a list of Values.", kind="no list of parameters")
    strangers = [thing for thing in parameters if not is_node(thing)]
    if strangers:
        words = with_kind(strangers[0], in_words(strangers[0], depth=1))
        raise NotAnAnswer(
            f"In `parameters` is {words}. Expected Values only.", kind=f"{kind(strangers[0])} in the list"
        )
    return forward, parameters


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
    demands=[
        Demand(
            "`network(nin, nouts, rng)` returns the function `forward` and the list `parameters`",
            returns_the_parameters_only,
        ),
        Demand(
            "every neuron has weights and a bias of its own, drawn from `rng`",
            lambda nin, nouts, rng: reference(nin, nouts, random.Random(0)),
        ),
        Demand(
            "`forward(x)` returns the outputs of the last layer; each layer takes those of the one before",
            hands_nothing_on,
        ),
        Demand("all weights and biases of the network are in `parameters`, each once", lists_no_biases),
        Demand("the lists `nouts` and `x` stay as they are", puts_nin_into_the_list),
    ],
    cases=[
        of(2, [1], "one neuron"),
        of(2, [2], "one layer of two neurons"),
        of(2, [2, 2], "two layers"),
        of(3, [2, 2, 1], "three layers"),
    ],
    run=run,
    alternatives=[keeps_the_name_outputs, asks_the_neurons, makes_layers],
    misconceptions=[
        fixes_nothing,
        copies_the_parameters,
        makes_neurons_in_each_call,
        keeps_what_it_said,
        keeps_what_it_said_of_an_x,
        lists_the_numbers,
        lists_of_lists,
        returns_the_parameters_only,
    ],
    slips=SLIPS,
)

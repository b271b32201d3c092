"""Exercise 6.6: from which of six starts does a 2-4-1 network learn XOR? The reference trains it from each."""

import functools
import random

from autograd_lib.course.exercise import Demand, Exercise
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


def wrong(sentence, **entries):
    """A misconception: these entries are wrong."""

    def table():
        return reference() | entries

    table.__doc__, table.__name__ = sentence, "_".join(entries)
    return table


MISTAKES = [
    wrong(
        "A is said to learn. Its hidden neurons say 0, so the output's weights are paid 0; the output's weights are 0, "
        "so the hidden neurons are paid 0. Only the output's bias could move, and a bias alone does not compute XOR.",
        A=True,
    ),
    wrong(
        "B is said to learn. Its hidden neurons give the same output, are paid the same, and stay one neuron in four "
        "copies: what is left is a network with a single hidden neuron.",
        B=True,
    ),
    wrong(
        "C is said not to learn. Its biases are equal, but its weights are not: something that goes into its hidden "
        "neurons differs, and that is enough. The biases move as soon as they are paid.",
        C=False,
    ),
    wrong(
        "D is said not to learn. Its hidden neurons are paid nothing at the first step, true. But the output's weights "
        "are paid with what the hidden neurons say, which is not 0, and at the second step they are not 0 either.",
        D=False,
    ),
    wrong(
        "E is said not to learn. Its hidden neurons are equal at the start, but the output listens to each of them "
        "with a weight of its own: they are paid differently, and part at the first step.",
        E=False,
    ),
    wrong(
        "F is said to learn. Its numbers are random, but so large that nearly every tanh sits where it is flat, and "
        "hardly anything is paid.",
        F=True,
    ),
    wrong(
        "True and False are swapped: every answer is the opposite of what happens. True means that it learns.",
        **{name: not learns for name, learns in zip("ABCDEF", (False, False, True, True, True, False))},
    ),
]


def gives_words_or_numbers():
    """an answer is a text or a number. Write `True` or `False`, without quotes."""
    return reference() | {"A": "no", "C": 1}


def are_no_truth_values(case, answer):
    """The entries that are something else."""
    return frozenset(
        name for name, entry in answer.items() if isinstance(entry, str | int | float) and not isinstance(entry, bool)
    )


exercise = Exercise(
    id="6.6",
    title="Which of these can learn?",
    side_road=True,
    name="learns",
    reference=reference,
    demands=[
        Demand(
            "`A`, `B` and `C`: `True` if a network that starts like this learns XOR, down to an error below 0.1 in 400 "
            "steps, else `False`",
            lambda: reference() | {"B": True},
        ),
        Demand("`D`, `E` and `F`: the same", lambda: reference() | {"D": False}),
    ],
    is_data=True,
    misconceptions=[*MISTAKES, gives_words_or_numbers],
    recognise={gives_words_or_numbers: are_no_truth_values},
    reveal=False,
)

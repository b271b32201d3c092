"""Exercise 13.4: of which programs is a recording true?"""

from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, table, wrong_entry

RATE = "A: after each step, optimizer.lr *= 0.99"
BATCH = "B: inputs=points, and each step sets their .data to 20 other points"
DROPOUT = "C: h = h * 2 if random.random() < 0.5 else h * 0"
RELU = "D: h = x.relu()"
LEAKY = "E: h = x if x.data > 0 else x * 0.1"
LOOP = "F: for _ in range(3): h = (h * w).tanh()"
SEARCH = "G: while abs(h.data) > 0.1: h = (h * w).tanh()"
FADE = "H: loss = loss * (1 / (1 + step)), where step counts the steps"


def reference():
    return {RATE: True, BATCH: True, DROPOUT: False, RELU: True, LEAKY: False, LOOP: True, SEARCH: False, FADE: False}


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        RATE,
        False,
        "A is said to go wrong, as where the learning rate, or the whole update, is thought to be in the recording. A "
        "recording computes the loss and the gradients; the update comes after it, and reads `optimizer.lr` each time.",
    ),
    entry(
        BATCH,
        False,
        "B is said to go wrong, as where new points are thought not to reach the replay, to need a new graph, or to "
        "come with new labels, of which B says nothing. They are other numbers in the same leaves, and a replay reads "
        "the leaves that it was told of, in every step.",
    ),
    entry(
        DROPOUT,
        True,
        "C is said to be replayed right, as where the random choice is overlooked or thought to be made in every "
        "replay, where the same structure is taken to be enough, or one draw to be as good as many. `random.random()` "
        "is no node: it was called while the graph was built, and the choice that was made then is replayed for ever.",
    ),
    entry(
        RELU,
        False,
        "D is said to go wrong, as where relu is taken for a choice that is made once, like an `if` of the program. It "
        "is a node, and asks for the sign of its input whenever it is computed.",
    ),
    entry(
        LEAKY,
        True,
        "E is said to be replayed right, as where the `if` is overlooked, or thought to be recorded. It was decided by "
        "Python while the graph was built, and only the branch that was taken is in it.",
    ),
    entry(
        LOOP,
        False,
        "F is said to go wrong, as where a loop is thought not to fit into a recording. This one makes the same three "
        "nodes of each kind every time: the graph holds them one after the other.",
    ),
    entry(
        SEARCH,
        True,
        "G is said to be replayed right, as where the condition of the loop is overlooked, or thought to be tested in "
        "every replay, or where the rounds are thought to stay as many. How often it ran was decided when the graph "
        "was built; a replay does as many rounds, whatever comes out.",
    ),
    entry(
        FADE,
        True,
        "H is said to be replayed right, as where the factor is overlooked or thought to fall from step to step, where "
        "the same structure is taken to be enough, or a factor of the loss to do no harm. `1 / (1 + step)` is a plain "
        "number, and the leaf that it became holds the number of the first step: the gradients no longer shrink with "
        "it.",
    ),
]


def turns_them_round():
    """all answers are turned round. True means that the replay goes on as the engine would."""
    return {name: not value for name, value in reference().items()}


def trusts_the_recording():
    """C, E, G and H are said to be replayed right. A recording holds the nodes that were made: what Python decided,
    drew or counted while it made them is in no node.
    """
    return dict.fromkeys(reference(), True)


def trusts_no_recording():
    """A, B, D and F are said to go wrong. What nodes compute from leaves that the recording was told of is computed
    anew in each step, a relu as well as a sum; and the update comes after it.
    """
    return dict.fromkeys(reference(), False)


exercise = table(
    id="13.4",
    title="Of which program is it true?",
    reference=reference,
    demands=[
        Demand("`True` for each program of which the replay is right in all steps", but(reference, RELU, False)),
        Demand("`False` for each of the others", but(reference, LEAKY, True)),
    ],
    mistakes=[*MISTAKES, turns_them_round, trusts_the_recording, trusts_no_recording],
)

"""Exercise 9.3: forward or reverse, and how many passes? What is asked for decides, not only the sizes."""

from functools import wraps

from autograd_lib.course.exercise import Demand, Exercise
from autograd_lib.course.tables import but, wrong_entry

# The derivatives that are asked for: with respect to so many inputs, of so many outputs.
LOSS, BALL = "the loss by 337 parameters", "1000 positions of a ball by one speed"
ROBOT, SCORES = "60 sensors by 4 motors", "3 scores by 64 pixels"
LAST = "the last of 1000 positions by 3 speeds"
ASKED = {LOSS: (337, 1), BALL: (1, 1000), ROBOT: (4, 60), SCORES: (64, 3), LAST: (3, 1)}


def reference():
    return {name: ("forward", n) if n < m else ("reverse", m) for name, (n, m) in ASKED.items()}


def takes_the_other_way():
    """the two ways are swapped. Forward follows *one input* to all outputs, so it takes a pass for each input; reverse
    follows *one output* back to all inputs, so it takes a pass for each output.
    """
    return {name: ("reverse" if way == "forward" else "forward", n) for name, (way, n) in reference().items()}


def always_goes_back():
    """reverse is taken, with a pass for each output, where there are fewer inputs: there, forward takes fewer."""
    return {name: ("reverse", m) for name, (_, m) in ASKED.items()}


def believes_that_one_backward_pass_is_enough():
    """one backward pass is taken to be enough, however many outputs there are. It covers *one* output; each further
    output needs a pass of its own.
    """
    return {name: ("reverse", 1) for name in ASKED}


def always_goes_forward():
    """forward is taken, with a pass for each input, where there are fewer outputs: there, reverse takes fewer."""
    return {name: ("forward", n) for name, (n, _) in ASKED.items()}


def takes_the_longer_way():
    """the direction is given that takes *more* passes, with their number. Forward takes a pass for each input, reverse
    one for each output: choose the one with fewer.
    """
    return {
        name: ("forward", n) if reference()[name][0] == "reverse" else ("reverse", m) for name, (n, m) in ASKED.items()
    }


def counts_the_other_end():
    """the passes are counted at the wrong end, where forward or reverse is chosen as it should be. Forward takes as
    many as there are *inputs* that one asks about, reverse as many as there are *outputs*.
    """
    return {name: (way, other_end(name)) for name, (way, _) in reference().items()}


def counts_every_derivative():
    """a pass is counted for each single derivative, inputs times outputs. A forward pass gives all derivatives by one
    input, a reverse pass all of one output.
    """
    return {name: (way, ASKED[name][0] * ASKED[name][1]) for name, (way, _) in reference().items()}


def counts_all_outputs_of_the_program():
    """forward is taken for the last of the positions, a pass for each of the 3 speeds. It is one output: one backward
    pass.
    """
    return reference() | {LAST: ("forward", 3)}


def goes_back_from_every_position():
    """a backward pass is counted for each of the 1000 positions. Only the last is asked about: one output, one pass."""
    return reference() | {LAST: ("reverse", 1000)}


def uses_other_words():
    """an entry has another word than the two of the exercise. Write `"forward"` or `"reverse"`."""
    return {name: (way.replace("reverse", "backward"), n) for name, (way, n) in reference().items()}


def with_other_words(case, answer):
    """The entries in which a word is neither of the two."""
    parts = {name: entry if isinstance(entry, list | tuple) else [entry] for name, entry in answer.items()}
    words = {name: {part for part in entry if isinstance(part, str)} for name, entry in parts.items()}
    return frozenset(name for name in words if words[name] - {"forward", "reverse"})


def but_for_the_last(mistake):
    """The same mistake, where it is not made in the last entry."""

    @wraps(mistake)
    def made():
        return mistake() | {LAST: reference()[LAST]}

    return made


def other_end(name):
    """How many there are of what the better way does not count."""
    return max(ASKED[name])


def single_mistakes():
    """For each question by itself, the wrong answers that people give."""
    for name, (way, n) in reference().items():
        other_way, many = ("reverse" if way == "forward" else "forward"), other_end(name)
        mine, theirs = ("input", "output") if way == "forward" else ("output", "input")
        if name != LAST:
            yield (
                name,
                (other_way, many),
                f"{other_way} is chosen, which takes a pass for each {theirs}, {many}: {way} takes {n}.",
            )
        yield (
            name,
            (way, n + 1),
            f"one pass too many is counted. {way.capitalize()} takes {n}, one for each {mine} that is asked about; a "
            "run that only computes the numbers does not count as one.",
        )
        yield name, way, 'the number of passes is missing: an entry is a pair, such as `("forward", 12)`.'
        yield (
            name,
            (way, many),
            f"{way} is right, but the number of passes is not: it takes one for each {mine}, {n}.",
        )
        yield (
            name,
            (other_way, n),
            f"the number is right, and the direction is not: {n} is the number of {mine}s, and {way} is what takes a "
            f"pass for each {mine}.",
        )
        if n > 1:
            yield (
                name,
                (way, 1),
                f"one pass is taken to be enough. One {way} pass covers one {mine}: it takes {n}.",
            )
            yield (
                name,
                (other_way, 1),
                f"one pass is taken to be enough. {other_way.capitalize()} takes one for each {theirs}, {many}: {way} "
                f"takes {n}.",
            )
            yield (
                name,
                (way, n - 1),
                f"one pass is missing. {way.capitalize()} takes one for each {mine}, {n}.",
            )
            yield (
                name,
                (way, n * many),
                f"a pass is counted for each single derivative. One {way} pass gives all derivatives "
                f"{'by one input' if way == 'forward' else 'of one output'}.",
            )
            words = f"inputs and outputs are added up. {way.capitalize()} takes a pass for each {mine}, and no more."
            yield name, (way, n + many), words


exercise = Exercise(
    id="9.3",
    title="Which way round?",
    name="answer",
    reference=reference,
    demands=[
        Demand("in each entry, the direction that takes fewer passes", but(reference, ROBOT, ("reverse", 60))),
        Demand('and how many passes that are: `("forward", 12)`, for example', but(reference, ROBOT, ("forward", 60))),
    ],
    is_data=True,
    misconceptions=[
        takes_the_other_way,
        takes_the_longer_way,
        always_goes_back,
        believes_that_one_backward_pass_is_enough,
        always_goes_forward,
        counts_the_other_end,
        counts_every_derivative,
        *map(
            but_for_the_last,
            [
                takes_the_other_way,
                takes_the_longer_way,
                always_goes_forward,
                counts_the_other_end,
                counts_every_derivative,
            ],
        ),
        *(wrong_entry(reference, name, wrong, f"in “{name}”, {words}") for name, wrong, words in single_mistakes()),
        counts_all_outputs_of_the_program,
        goes_back_from_every_position,
        uses_other_words,
    ],
    recognise={uses_other_words: with_other_words},
    reveal=False,
)

"""Exercise 9.3: forward or reverse, and how many passes? What is asked for decides, not only the sizes."""

from autograd_lib.course.exercise import Exercise

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
    """reverse is taken every time, with a pass for each output. Where there are fewer inputs than outputs, forward
    takes fewer.
    """
    return {name: ("reverse", m) for name, (_, m) in ASKED.items()}


def believes_that_one_backward_pass_is_enough():
    """one backward pass is taken to be enough for everything. It covers *one* output; each further output needs a pass
    of its own.
    """
    return {name: ("reverse", 1) for name in ASKED}


def always_goes_forward():
    """forward is taken every time, with a pass for each input. Where there are fewer outputs than inputs, reverse takes
    fewer.
    """
    return {name: ("forward", n) for name, (n, _) in ASKED.items()}


def counts_the_other_end():
    """the choices of forward or reverse are right, but the passes are counted at the wrong end. Forward takes as many
    as there are *inputs* that one asks about, reverse as many as there are *outputs*.
    """
    return {name: (way, max(ASKED[name])) for name, (way, _) in reference().items()}


def counts_all_outputs_of_the_program():
    """all 1000 positions are counted. Only the last one is asked about: one output, and so one backward pass."""
    return reference() | {LAST: ("forward", 3)}


def ways_are_right(case, answer):
    """Whether all the directions are right, and each wrong number is that of the other end."""
    right = reference()
    wrong = [name for name in right if given(answer, name) != right[name]]
    return bool(wrong) and all(given(answer, name) == (right[name][0], max(ASKED[name])) for name in wrong)


def only_the_last_is_wrong(case, answer):
    """Whether only `LAST` is wrong: the 1000 positions lead to forward mode, or to a backward pass for each of them."""
    return any(
        all(given(answer, name) == entry for name, entry in (reference() | {LAST: counted}).items())
        for counted in [("forward", 3), ("reverse", 1000)]
    )


def given(answer, name):
    """An entry of the answer, as a tuple where it is a list."""
    entry = answer.get(name)
    return tuple(entry) if isinstance(entry, list) else entry


exercise = Exercise(
    id="9.3",
    title="Which way round?",
    name="answer",
    reference=reference,
    is_data=True,
    misconceptions=[
        takes_the_other_way,
        always_goes_back,
        believes_that_one_backward_pass_is_enough,
        always_goes_forward,
        counts_the_other_end,
        counts_all_outputs_of_the_program,
    ],
    recognise={counts_the_other_end: ways_are_right, counts_all_outputs_of_the_program: only_the_last_is_wrong},
    reveal=False,
)

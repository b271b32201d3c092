"""Exercise 6.2: the gradients of the sigmoid neuron, by hand. L = ½(s - y)², s = σ(z), z = w1·x1 + w2·x2 + b."""

import math

from autograd_lib.course.answers import same
from autograd_lib.course.diagnosis import NEAR_ZERO, wrong_steps
from autograd_lib.course.exercise import Demand, Exercise
from autograd_lib.course.nb02.steps import filled_in, slip_in

X1, X2, W1, W2, B, Y = 2.0, 3.0, 0.5, -0.5, 0.1, 1.0
Z = W1 * X1 + W2 * X2 + B
S = 1 / (1 + math.exp(-Z))
LOCAL = S * (1 - S)  # of the sigmoid


def rise_of_loss(rise):
    """How far the loss moves, in one step, if z rises by so much."""
    return ((1 / (1 + math.exp(-Z - rise)) - Y) ** 2 - (S - Y) ** 2) / 2


STEPS = {  # g: the gradients of the steps before
    "s": S - Y,
    "z": lambda g: g["s"] * LOCAL,
    "w1": lambda g: X1 * g["z"],
    "w2": lambda g: X2 * g["z"],
    "b": lambda g: g["z"],
    "x1": lambda g: W1 * g["z"],
    "x2": lambda g: W2 * g["z"],
}
TOLERANCE = 5e-3


def reference(own=None):
    return filled_in(STEPS, own)


def slip(sentence, **wrong):
    return slip_in(STEPS, sentence, **wrong)


def slips(sentence, *wrong):
    """One slip that can be made at several entries."""
    return [slip(sentence, **{name: step}) for name, step in wrong]


AT_S = [
    slip(
        "∂L/∂s has the wrong sign, as where the error is taken as y - s. L is ½(s - y)², so ∂L/∂s = s - y: negative "
        "here, because a larger s would lower the loss.",
        s=Y - S,
    ),
    slip(
        "∂L/∂s is twice as large as it should be, as where the ½ in front of the square is forgotten. It cancels with "
        "the 2: ∂L/∂s = s - y.",
        s=2 * (S - Y),
    ),
    slip(
        "∂L/∂s is half as large as it should be, as where the 2 of the square is forgotten. It cancels with the ½ in "
        "front: ∂L/∂s = s - y.",
        s=(S - Y) / 2,
    ),
    slip(
        "∂L/∂s has the wrong sign and is twice as large as it should be. The ½ in front of the square cancels with the "
        "2, and the error is s minus y: ∂L/∂s = s - y.",
        s=2 * (Y - S),
    ),
    slip(
        "the *value* of the loss, 0.1792, stands at s. ∂L/∂s is the local gradient of ½(s - y)², which is s - y.",
        s=(S - Y) ** 2 / 2,
    ),
    slip("the error is squared. The derivative of ½(s - y)² is s - y, and not the square.", s=(S - Y) ** 2),
    slip("1 stands at s. ∂L/∂L is 1, and is multiplied by the local gradient of ½(s - y)², s - y.", s=1.0),
    slip("the value of s stands in the table. ∂L/∂s says how fast L changes with s, and is s - y.", s=S),
]
AT_Z = [
    slip(
        "∂L/∂z is the same number as ∂L/∂s. Between the two lies the sigmoid, with its local gradient s(1 - s) = "
        "0.2403; multiply by it.",
        z=lambda g: g["s"],
    ),
    slip(
        "∂L/∂z comes out as 0.24, which is s(1 - s) by itself. That is a local gradient: multiply it by what has "
        "arrived at s, ∂L/∂s.",
        z=LOCAL,
    ),
    slip(
        "∂L/∂z comes out as ∂L/∂s times z(1 - z). The local gradient of the sigmoid is s(1 - s), with the number "
        "*after* the sigmoid.",
        z=lambda g: g["s"] * Z * (1 - Z),
    ),
    slip(
        "∂L/∂z is ∂L/∂s times s, or s(1 - s) with the sign of ∂L/∂s. It should be ∂L/∂s *times* s(1 - s).",
        z=lambda g: g["s"] * S,
    ),
    *slips(
        "∂L/∂z is ∂L/∂s times 1 - s, or ∂L/∂s plus s(1 - s). It should be ∂L/∂s *times* s(1 - s).",
        ("z", lambda g: g["s"] * (1 - S)),
        ("z", lambda g: g["s"] + LOCAL),
    ),
    slip(
        "∂L/∂z comes out as ∂L/∂s times 0.84, which is 1 - s². That is the local gradient of tanh; the sigmoid's is "
        "s(1 - s).",
        z=lambda g: g["s"] * (1 - S**2),
    ),
    slip(
        "∂L/∂z comes out as ∂L/∂s times s². The local gradient of the sigmoid is s(1 - s).",
        z=lambda g: g["s"] * S**2,
    ),
    slip(
        "∂L/∂z has not the sign of ∂L/∂s. The local gradient between them, s(1 - s), is positive: the sigmoid only "
        "rises.",
        z=lambda g: -g["s"] * LOCAL,
    ),
    slip(
        "∂L/∂z comes out as ∂L/∂s divided by the local gradient of the sigmoid. Multiply by it.",
        z=lambda g: g["s"] / LOCAL,
    ),
    slip("the value of z stands in the table. ∂L/∂z says how fast L changes with z.", z=Z),
]
OWN = (
    "the gradient of a factor comes out as ∂L/∂z times its own number. In w1·x1 the local gradient for w1 is x1, and "
    "for x1 it is w1; in w2·x2 likewise."
)
AFTER_Z = [
    slip(OWN, w1=lambda g: W1 * g["z"], w2=lambda g: W2 * g["z"]),
    slip(OWN, x1=lambda g: X1 * g["z"], x2=lambda g: X2 * g["z"]),
    *slips(OWN, ("w2", lambda g: W2 * g["z"]), ("x2", lambda g: X2 * g["z"])),
    slip("∂L/∂w1 comes out as half of ∂L/∂z. It is ∂L/∂z times x1, which is 2.", w1=lambda g: W1 * g["z"]),
    slip("∂L/∂x1 comes out as twice ∂L/∂z. It is ∂L/∂z times w1, which is 0.5.", x1=lambda g: X1 * g["z"]),
    *slips(
        "a gradient of step 8 comes out as ∂L/∂s times its local gradient. Between s and the sum lies the sigmoid: go "
        "on from ∂L/∂z.",
        ("w1", lambda g: X1 * g["s"]),
        ("w2", lambda g: X2 * g["s"]),
        ("b", lambda g: g["s"]),
        ("x1", lambda g: W1 * g["s"]),
        ("x2", lambda g: W2 * g["s"]),
    ),
    *slips(
        "the gradient of a factor comes out as ∂L/∂z itself. A product pays each factor ∂L/∂z times the number of the "
        "*other* factor.",
        ("w1", lambda g: g["z"]),
        ("w2", lambda g: g["z"]),
        ("x1", lambda g: g["z"]),
        ("x2", lambda g: g["z"]),
    ),
    *slips(
        "the gradient of a factor comes out as ∂L/∂z times the whole product w2·x2. Its local gradient is the number "
        "of the other factor alone.",
        ("w2", lambda g: W2 * X2 * g["z"]),
        ("x2", lambda g: W2 * X2 * g["z"]),
    ),
    *slips(
        "a local gradient stands in the table that is not multiplied by ∂L/∂z. The question is how far *L* moves.",
        ("w1", X1),
        ("w2", X2),
        ("b", 1.0),
        ("x1", W1),
        ("x2", W2),
    ),
    *slips(
        "the number of a parameter or an input stands where its gradient belongs.",
        ("w1", W1),
        ("w2", W2),
        ("b", B),
        ("x1", X1),
        ("x2", X2),
    ),
    *slips(
        "a gradient of step 8 has the wrong sign. The table wants how fast L changes, before anything is subtracted "
        "from anything; both inputs are positive, and w2 is negative.",
        ("w1", lambda g: -X1 * g["z"]),
        ("w2", lambda g: -X2 * g["z"]),
        ("b", lambda g: -g["z"]),
    ),
    slip(  # w2 is -w1
        "∂L/∂x1 and ∂L/∂x2 have changed places, or both have the wrong sign. x1 is paid ∂L/∂z times w1, which is 0.5, "
        "and x2 ∂L/∂z times w2, which is -0.5.",
        x1=lambda g: W2 * g["z"],
        x2=lambda g: W1 * g["z"],
    ),
    slip(
        "∂L/∂x2 comes out as if w2 were 0.5, as where its minus is lost, or where w1 stands in its place. x2 is paid "
        "∂L/∂z times w2, which is -0.5.",
        x2=lambda g: -W2 * g["z"],
    ),
    slip(
        "∂L/∂w1 and ∂L/∂w2 have changed places, as where w1 is paid by x2, and w2 by x1. In w1·x1 the other factor is "
        "x1, in w2·x2 it is x2.",
        w1=lambda g: X2 * g["z"],
        w2=lambda g: X1 * g["z"],
    ),
    slip("∂L/∂w1 comes out as ∂L/∂z times x2. In w1·x1 the other factor is x1.", w1=lambda g: X2 * g["z"]),
    slip("∂L/∂w2 comes out as ∂L/∂z times x1. In w2·x2 the other factor is x2.", w2=lambda g: X1 * g["z"]),
    slip("∂L/∂x1 has not the sign of ∂L/∂z. It is ∂L/∂z times w1, which is 0.5.", x1=lambda g: -W1 * g["z"]),
    *slips(
        "∂L/∂b comes out as ∂L/∂z times the number of b. b is added, so its local gradient is 1, whatever its number "
        "is.",
        ("b", lambda g: B * g["z"]),
        ("b", lambda g: round(B * g["z"], 3)),  # -0.014: three decimals are few digits of this number
    ),
    slip(
        "step 8 says how far L moves if a number is raised by 1, all at once. On so long a way the slope changes; a "
        "gradient is the slope here, ∂L/∂z times the local gradient.",
        w1=rise_of_loss(X1),
        w2=rise_of_loss(X2),
        b=rise_of_loss(1.0),
        x1=rise_of_loss(W1),
        x2=rise_of_loss(W2),
    ),
    slip("b gets 0. It is added in z, and raises it as fast as itself: its local gradient is 1.", b=0.0),
    *slips(
        "an input gets 0. Nobody moves x1 and x2, but L changes with them, and the table asks how fast.",
        ("x1", 0.0),
        ("x2", 0.0),
    ),
]
KNOWN = AT_S + AT_Z + AFTER_Z


def lone(name, sentence):
    """A misconception: this step alone goes wrong, in none of the known ways."""

    def lone_slip(own=None):
        if own is None:
            return filled_in(STEPS, **{name: 1234.0})
        carried = filled_in(STEPS, own)
        ways = [known(own)[name] for known in KNOWN if list(known.wrong) == [name]]
        is_lone = wrong_steps(exercise, own, own) == {name} and not any(
            same(w, own[name], TOLERANCE, NEAR_ZERO) for w in ways
        )
        return carried | {name: own[name]} if is_lone else carried

    lone_slip.__doc__, lone_slip.__name__ = sentence, f"{name}_alone"
    return lone_slip


AGAIN = "Do that step again, and what follows from it."
LONE = [
    lone("s", f"step 6 goes wrong: ∂L/∂s is the derivative of ½(s - y)², which is s - y. {AGAIN}"),
    lone("z", f"step 7 goes wrong: ∂L/∂z is ∂L/∂s times the local gradient of the sigmoid, s(1 - s). {AGAIN}"),
    lone("w1", "one number of step 8 is wrong: ∂L/∂w1 is ∂L/∂z times x1."),
    lone("w2", "one number of step 8 is wrong: ∂L/∂w2 is ∂L/∂z times x2."),
    lone("b", "one number of step 8 is wrong: ∂L/∂b is ∂L/∂z itself, since b is added."),
    lone("x1", "one number of step 8 is wrong: ∂L/∂x1 is ∂L/∂z times w1."),
    lone("x2", "one number of step 8 is wrong: ∂L/∂x2 is ∂L/∂z times w2."),
]


exercise = Exercise(
    id="6.2",
    title="Backward, by hand",
    side_road=True,
    name="gradients",
    reference=reference,
    demands=[
        Demand("`s`: ∂L/∂s, of step 6", lambda: reference() | {"s": 2 * (S - Y)}),
        Demand("`z`: ∂L/∂z, of step 7", lambda: reference() | {"z": LOCAL}),
        Demand("`w1`, `w2` and `b`: the gradients of the parameters", lambda: reference() | {"b": 0.0}),
        Demand("`x1` and `x2`: the gradients of the inputs", lambda: reference() | {"x1": 0.0, "x2": 0.0}),
    ],
    is_data=True,
    by_steps=True,
    misconceptions=KNOWN + LONE,
    tolerance=TOLERANCE,
    reveal=False,
)

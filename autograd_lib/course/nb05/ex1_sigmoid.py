"""Exercise 5.1: the sigmoid as one operation, with its local gradient."""

import math

from autograd_lib.course.answers import is_number, same
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb05 import one_node
from autograd_lib.course.trying import Failure
from autograd_lib.engine.value import Value


def reference(x):
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (s * (1 - s),))


def in_steps(x):
    """The same, with a name for each step, for the slips below."""
    number = x.data
    e = math.exp(-number)
    s = 1 / (1 + e)
    value = s
    slope = 1 * s * (1 - s)
    return Value(value, (x,), "sigmoid", (slope,))


def by_the_quotient_rule(x):
    e = math.exp(-x.data)
    return Value(1 / (1 + e), (x,), "sigmoid", [e / (1 + e) ** 2])


def by_way_of_tanh(x):
    t = math.tanh(x.data / 2)
    return Value((1 + t) / 2, (x,), "σ", ((1 - t * t) / 4,))


def in_two_forms(x):
    e = math.exp(-abs(x.data))
    s = (1 if x.data >= 0 else e) / (1 + e)
    return Value(s, (x,), "sigmoid", (e / (1 + e) ** 2,))


def puts_it_together(x):
    """it is put together from several operations. A sigmoid then costs several nodes. Make it one node, with x as
    its only input, that knows its own slope.
    """
    return 1 / (1 + (-x).exp())


def is_tanh(x):
    """this is tanh, which goes from -1 to 1. The sigmoid goes from 0 to 1: 1 / (1 + e⁻ˣ), with the slope s·(1 - s)."""
    t = math.tanh(x.data)
    return Value(t, (x,), "tanh", (1 - t * t,))


TOLERANCE = 1e-12  # a measured slope is farther off


def comes_near(x):
    """the numbers are nearly right, as where e⁻ˣ or the slope is rounded, or measured with a nudge, or taken for 0
    where it is small. Take `math.exp` and s·(1 - s) for every x: nothing has to be rounded, cut off or added.
    """
    s = 1 / (1 + 2.718**-x.data)
    return Value(s, (x,), "sigmoid", (s * (1 - s),))


def is_near(case, answer):
    if isinstance(answer, Failure):
        return frozenset()
    if clamped_at(case, answer):
        return frozenset()
    right = exercise.right_answer(case)
    keys = [key for key in ("s.data", "x.grad") if is_number(answer[key])]
    near = {key for key in keys if same(right[key], answer[key], 1e-2)}
    # At 0 a rounded e does no harm. What is wrong at all has to be near.
    return frozenset(near) if all(key in near for key in keys if not same(right[key], answer[key], TOLERANCE)) else None


def clamps(x):
    """far from 0 the value is that of another x, nearer to 0, as where x is cut off on its way into exp by `max(-6,
    min(x, 6))`, or the value by a bound. Nothing has to be cut off here: it is 1 / (1 + e⁻ˣ) for every x.
    """
    s = 1 / (1 + math.exp(-max(-6.0, min(x.data, 6.0))))
    return Value(s, (x,), "sigmoid", (s * (1 - s),))


def clamped_at(case, answer):
    """The number, nearer to 0 than the case's, of which the answer is the sigmoid; None if there is no such number."""
    number, s = case.make()[0], answer["s.data"]
    if not is_number(s) or not 0 < s < 1:
        return None
    other = math.log(s / (1 - s))
    return other if abs(number) > 5 and 0 < other / number < 0.97 else None


def is_clamped(case, answer):
    if isinstance(answer, Failure):
        return frozenset()
    if abs(case.make()[0]) < 5:
        return None if exercise.gap(case, answer) else frozenset()
    return frozenset(["s.data", "x.grad"] if clamped_at(case, answer) else [])


def falls(x):
    """Breaks the first demand."""
    s = 1 / (1 + math.exp(x.data))
    return Value(s, (x,), "sigmoid", (s * (1 - s),))


def is_its_own_slope(x):
    """Breaks the second demand."""
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (s,))


def run(solution, number, grad):
    return one_node.run(solution, "s", number, grad)


def at(number, grad):
    return Case(f"s = sigmoid(x), with x = {number:g} and s.grad = {grad:g}", lambda: (number, grad))


NODE_MISTAKES = one_node.mistakes_around(reference)


def value(words, *edits):
    return Slip(words, *edits, of=in_steps)


def slope(words, new):
    return Slip(words, ("s * (1 - s)", new), of=in_steps)


NO_BRACKETS = "the value is 1 + e⁻ˣ, as it is of `1 / 1 + e`. 1 is divided by all of that: `1 / (1 + …)`."
FALLS = (
    "the value is that for -x, as 1 / (1 + eˣ) is the sigmoid of -x. In 1 / (1 + e⁻ˣ) the exponent has a minus, and on "
    "top stands 1."
)

exercise = Exercise(
    id="5.1",
    title="The sigmoid, as one node",
    name="sigmoid",
    reference=reference,
    demands=[
        Demand("`sigmoid(x)` returns a Value with the data 1 / (1 + e⁻ˣ), at the number of `x`", falls),
        Demand("its local gradient is the slope of the sigmoid there", is_its_own_slope),
        Demand("it is one node, whose only input is `x`", puts_it_together),
    ],
    cases=[at(0.0, 0.7), at(2.0, 0.7), at(-1.5, -1.3), at(0.5, 0.7), at(-25.0, 0.7), at(25.0, 0.7)],
    run=run,
    tolerance=TOLERANCE,
    alternatives=[in_steps, by_the_quotient_rule, by_way_of_tanh, in_two_forms],
    misconceptions=[
        puts_it_together,
        is_tanh,
        comes_near,
        clamps,
        *NODE_MISTAKES,
        one_node.returns_a_number,
        one_node.pays_at_once(reference),
    ],
    recognise={puts_it_together: one_node.is_composed, comes_near: is_near, clamps: is_clamped, **NODE_MISTAKES},
    slips=[
        value(FALLS, ("math.exp(-number)", "math.exp(number)")),
        value(
            "the value falls and the slope is negative: they are those of 1 / (1 + eˣ), the sigmoid of -x. In "
            "1 / (1 + e⁻ˣ) the exponent has a minus, and on top stands 1.",
            ("math.exp(-number)", "math.exp(number)"),
            ("slope = 1 * s", "slope = -s"),
        ),
        value(
            "the value is (1 + tanh x)/2, which is the sigmoid of 2x. The sigmoid of x is (1 + tanh(x/2))/2, or "
            "1 / (1 + e⁻ˣ).",
            ("math.exp(-number)", "math.exp(-2 * number)"),
        ),
        value(
            "value and slope are those of the function sigmoid(2x), (1 + tanh x)/2. The sigmoid of x is "
            "(1 + tanh(x/2))/2, or 1 / (1 + e⁻ˣ).",
            ("math.exp(-number)", "math.exp(-2 * number)"),
            ("slope = 1 * s", "slope = 2 * s"),
        ),
        value(
            "value and slope are those of the normal distribution function, which climbs from 0 to 1 as well, and "
            "faster. The sigmoid is 1 / (1 + e⁻ˣ), with the slope s·(1 - s).",
            ("value = s", "value = (1 + math.erf(number / math.sqrt(2))) / 2"),
            ("slope = 1 * s * (1 - s)", "slope = math.exp(-number * number / 2) / math.sqrt(2 * math.pi)"),
        ),
        value(
            "value and slope are those of three straight lines, 0, 0.25·x + 0.5 and 1. The middle one touches the "
            "sigmoid at 0, and elsewhere leaves it: take 1 / (1 + e⁻ˣ), with the slope s·(1 - s).",
            ("value = s", "value = min(max(0.25 * number + 0.5, 0.0), 1.0)"),
            ("slope = 1 * s * (1 - s)", "slope = 0.25 if abs(number) < 2 else 0.0"),
        ),
        value(NO_BRACKETS, ("s = 1 / (1 + e)", "s = 1 / 1 + e")),
        value(NO_BRACKETS, ("value = s", "value = 1 + e")),
        *[
            value(
                f"a power of {base} stands where a power of e belongs: e⁻ˣ is `math.exp(-x)`.",
                ("math.exp(-number)", f"{base} ** -number"),
            )
            for base in (10, 2)
        ],
        value(
            "the value is 1 / (1 - e⁻ˣ), with a minus. It is 1 / (1 + e⁻ˣ), with a plus.",
            ("1 / (1 + e)", "1 / (1 - e)"),
        ),
        value(
            "the value is tanh(x), which goes from -1 to 1. The sigmoid is 1 / (1 + e⁻ˣ).",
            ("value = s", "value = math.tanh(number)"),
        ),
        value("the value is the number of x, as it came. It has to be 1 / (1 + e⁻ˣ).", ("value = s", "value = number")),
        value(
            "the value is 2·s - 1, or tanh(x/2), which goes from -1 to 1. The sigmoid goes from 0 to 1: s itself, "
            "1 / (1 + e⁻ˣ).",
            ("value = s", "value = math.tanh(number / 2)"),
        ),
        value("the value is e⁻ˣ alone. It is 1 / (1 + e⁻ˣ).", ("value = s", "value = e")),
        value("the value is eˣ. It is 1 / (1 + e⁻ˣ).", ("value = s", "value = math.exp(number)")),
        *[
            value("the value is eˣ / (1 + e⁻ˣ). It is 1 / (1 + e⁻ˣ), or eˣ / (1 + eˣ).", edit)
            for edit in (("value = s", "value = s / e"), ("s = 1 / (1 + e)", "s = 1 / (e * (1 + e))"))
        ],
        value(
            "e is multiplied by -x, where it is raised to that power: e⁻ˣ is `math.exp(-x)`, or `math.e ** -x`.",
            ("math.exp(-number)", "math.e * -number"),
        ),
        value(
            "the value is the slope. The number of the node, its first argument, is s itself.",
            ("value = s", "value = s * (1 - s) * 1"),
        ),
        value(
            "the sign of the slope is wrong: e⁻ˣ brings one minus, the power -1 the other, and together they are none. "
            "The sigmoid climbs everywhere, so its slope cannot be negative.",
            ("slope = 1 *", "slope = -1 *"),
        ),
        slope(
            "the slope is computed from x instead of from the result: it is s·(1 - s), not x·(1 - x).",
            "number * (1 - number)",
        ),
        slope("the slope is s·(1 + s). It is s·(1 - s): where s is nearly 1, the curve is flat.", "s * (1 + s)"),
        slope(
            "the slope is 1 - s², which is that of tanh. For the sigmoid it is s·(1 - s): measure it at 0.",
            "(1 - s * s)",
        ),
        slope(
            "the slope is that of tanh at x. For the sigmoid it is s·(1 - s): measure it at 0.",
            "(1 - math.tanh(number) ** 2)",
        ),
        slope(
            "the slope is the result itself, as it is of exp. Here it is s·(1 - s).",
            "s",
        ),
        slope(
            "the slope is 1 - s, as where the square in the quotient rule is missing: the slope of 1/u is -1/u², not "
            "-1/u. That of the sigmoid is s·(1 - s).",
            "(1 - s)",
        ),
        slope(
            "the slope is s², as where e⁻ˣ is missing as a factor. That of 1/u is -1/u², times the slope of u, which "
            "is -e⁻ˣ where u = 1 + e⁻ˣ.",
            "s * s",
        ),
        slope(
            "the slope is the power of e alone. As a factor 1/u² is missing, with u = 1 + e⁻ˣ.",
            "e",
        ),
        slope(
            "the slope is -s², that of 1/u alone, as where the inner slope is missing as a factor. That of u = 1 + e⁻ˣ "
            "is -e⁻ˣ.",
            "(-s * s)",
        ),
        slope(
            "the slope is -e⁻ˣ, that of u = 1 + e⁻ˣ alone. As a factor the outer slope is missing, that of 1/u, which "
            "is -1/u².",
            "(-e)",
        ),
        slope("the slope is s²·(1 - s). It is s·(1 - s), or e⁻ˣ / (1 + e⁻ˣ)².", "(1 - s) * s * s"),
        slope("the slope is (1 - s)². It is s·(1 - s), or e⁻ˣ / (1 + e⁻ˣ)².", "(1 - s) ** 2"),
        slope("the slope is s·(1 - s)². It is s·(1 - s), or e⁻ˣ / (1 + e⁻ˣ)².", "(1 - s) ** 2 * s"),
        *[
            slope("in one factor of the slope x stands, where the result belongs: it is s·(1 - s).", new)
            for new in ("s * (1 - number)", "number * (1 - s)")
        ],
        slope("the slope is s - s³, where it is s - s².", "(s - s**3)"),
        slope(
            "the slope has x as a factor as well, as where x is taken for the slope of -x. That is -1: the slope is "
            "s·(1 - s).",
            "number * (1 - s) * s",
        ),
        slope("the slope is squared, (s·(1 - s))². It is s·(1 - s).", "((1 - s) * s) ** 2"),
        slope(
            "the slope is eˣ, that of another function. That of u⁻¹ with u = 1 + e⁻ˣ is e⁻ˣ/(1 + e⁻ˣ)², or s·(1 - s).",
            "math.exp(number)",
        ),
        slope("the slope is 2·s·(1 - s). It is s·(1 - s).", "2 * (1 - s) * s"),
        slope("the slope is half of s·(1 - s). It is s·(1 - s).", "(1 - s) * s / 2"),
        slope(
            "the slope is half of 1 - s, as where the bottom is multiplied by 2 and not squared: it is "
            "e⁻ˣ / (1 + e⁻ˣ)².",
            "e / ((1 + e) * 2)",
        ),
        slope("in the bottom of the slope only the power of e is squared: it is e⁻ˣ / (1 + e⁻ˣ)².", "e / (1 + e**2)"),
        slope(
            "the power of e is multiplied by the square, where it is divided by it: the slope is e⁻ˣ / (1 + e⁻ˣ)².",
            "e * (1 + e) ** 2",
        ),
        slope("the slope comes out as 1 everywhere. How fast the sigmoid climbs depends on x: s·(1 - s).", "1.0"),
        slope(
            "the slope is 0.25 everywhere, which is right at 0 alone. Elsewhere the sigmoid is flatter: s·(1 - s).",
            "0.25",
        ),
        slope(
            "x is paid nothing: the local gradient is 0. It is a number that is known at once, s·(1 - s); what arrives "
            "from above is multiplied with it later, by `_backward`.",
            "0.0",
        ),
    ],
)

"""Exercise 5.2: softplus, log(1 + eˣ), without an overflow and without losing its digits."""

import math
from functools import partial

import numpy as np

from autograd_lib.course.answers import same
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb05 import one_node
from autograd_lib.course.trying import Failure
from autograd_lib.engine.value import Value

DATA, GRADIENT = one_node.data_of("y"), one_node.GRADIENT


def reference(x):
    small = math.exp(-abs(x.data))
    data = max(x.data, 0.0) + math.log1p(small)
    slope = (1.0 if x.data > 0 else small) / (1.0 + small)
    return Value(data, (x,), "softplus", (slope,))


def two_cases(x):
    number = x.data
    if number > 0:
        e = math.exp(-number)
        value = number + math.log1p(e)
        slope = 1 / (1 + e)
    else:
        e = math.exp(number)
        value = math.log1p(e)
        slope = e / (1 + e)
    return Value(value, (x,), "softplus", (slope,))


def with_a_threshold(x):
    """As PyTorch does it: above 20, x itself is near enough."""
    if x.data > 20:
        return Value(x.data, (x,), "softplus", (1.0,))
    e = math.exp(x.data)
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def by_log_sum_exp(x):
    """By NumPy's logarithm of a sum of exponentials; the slope is the share of eˣ in that sum."""
    value = np.logaddexp(0.0, x.data)
    return Value(value, (x,), "softplus", (np.exp(x.data - value),))


def catches_the_overflow(x):
    try:
        e = math.exp(x.data)
    except OverflowError:
        return Value(x.data, (x,), "softplus", (1.0,))
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def loses_a_small_value(x):
    """the value at -40 comes out as 0, and it is 4.2e-18. For x < 0, `math.log1p(eˣ)` keeps it: cut nothing off, and
    add nothing to it, for beside a number such as 1 or 40 one so small is lost in the rounding.
    """
    node = reference(x)
    return Value(math.log(1 + math.exp(x.data)) if x.data < 0 else node.data, (x,), node._op, node._local_gradients)


def loses_a_small_slope(x):
    """the slope at -40 comes out as 0, and it is 4.2e-18. A difference such as 1 - 1/(1 + eˣ) loses it, because 1 +
    e⁻⁴⁰ *is* 1 in floats, and so does a branch that says 0. For x < 0 the slope is eˣ/(1 + eˣ).
    """
    return Value(
        reference(x).data,
        (x,),
        "softplus",
        (1 - 1 / (1 + math.exp(x.data)) if x.data < 0 else reference(x)._local_gradients[0],),
    )


def overflows_on_the_right(x):
    """a number is computed that is too large for a float, such as eˣ at 1000, for the value or for the slope. Take out
    what is too large before it is computed: for x > 0, log(1 + eˣ) = x + log(1 + e⁻ˣ), with the slope 1/(1 + e⁻ˣ).
    """
    e = math.exp(x.data)
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def overflows_on_the_left(x):
    """a number is computed that is too large for a float, such as e⁻ˣ at -1000, for the value or for the slope. For x <
    0 the value is log(1 + eˣ), with nothing taken out, and the slope eˣ/(1 + eˣ).
    """
    return Value(reference(x).data, (x,), "softplus", (1 / (1 + math.exp(-x.data)),))


def wherever(is_there, part, is_it):
    """Recognises what happens at all numbers of one kind, whatever happens elsewhere."""

    def recognise(case, answer):
        if not is_there(number_of(case)):
            return frozenset()
        return frozenset([part]) if is_it(answer) else None

    return recognise


NAMED = (1000.0, -1000.0, -40.0)  # in the exercise's text


def knows_three_places(x):
    """the numbers that the text names come out right, and others like them go wrong. Choose the formula by the sign of
    x alone, so that it is right everywhere: x + log(1 + e⁻ˣ) for x > 0, log(1 + eˣ) for the others, by `math.log1p`.
    """
    if x.data in NAMED:
        return reference(x)
    e = math.exp(x.data)
    return Value(math.log(1 + e), (x,), "softplus", (e / (1 + e),))


def is_right_by_name(case, answer):
    """What is wrong at the others; None if something is wrong at the named ones, or near 0."""
    is_wrong = exercise.gap(case, answer) is not None
    if number_of(case) in NAMED or abs(number_of(case)) < 20:
        return None if is_wrong else frozenset()
    if isinstance(answer, Failure):
        return frozenset([WHOLE])
    return frozenset([DATA, GRADIENT])


def is_overflow(answer):
    return isinstance(answer, Failure) and answer.kind == "OverflowError"


def is_zero(key):
    return lambda answer: not isinstance(answer, Failure) and answer[key] == 0


def overflows_in_numpy(x):
    """infinity or NaN comes out far from 0, as where an e¹⁰⁰⁰ is computed on the way, which NumPy makes infinity
    where `math.exp` raises an error. Let only negative numbers go into exp: for x > 0 the value is x + log(1 + e⁻ˣ)
    and the slope 1/(1 + e⁻ˣ), for the others log(1 + eˣ) and eˣ/(1 + eˣ).
    """
    with np.errstate(all="ignore"):
        e = np.exp(x.data)
        return Value(np.log1p(e), (x,), "softplus", (e / (1 + e),))


def is_not_finite(case, answer):
    """The parts that are infinity or NaN, which is far from 0."""
    if isinstance(answer, Failure):
        return frozenset()
    odd = [key for key in (DATA, GRADIENT) if not math.isfinite(answer[key])]
    return frozenset(odd) if not odd or abs(number_of(case)) >= 750 else None


def takes_the_left_for_the_right(x):
    """at -1000 the value is x or the slope is 1, which is right at 1000, as where an OverflowError that e⁻ˣ raises is
    caught and taken for one of eˣ. At -1000 both are 0.
    """
    if x.data < -700:
        return Value(x.data, (x,), "softplus", (1.0,))
    return reference(x)


def is_taken_for_the_right(case, answer):
    number = number_of(case)
    if isinstance(answer, Failure) or number > 0:
        return frozenset()
    if number > -700:  # not where it is like this at every negative number
        return None if answer[DATA] == number or answer[GRADIENT] == case.make()[1] else frozenset()
    odd = [(DATA, answer[DATA] == number), (GRADIENT, answer[GRADIENT] == 1)]
    return frozenset(part for part, is_odd in odd if is_odd) or None


def repairs_the_infinity(x):
    """at 1000 the value is the largest float of all, as where `np.nan_to_num` puts it in the place of infinity, and 0
    in that of NaN. That hides the overflow: take out what is too large before it is computed.
    """
    if x.data > 700:
        return Value(float(np.finfo(float).max), (x,), "softplus", (0.0,))
    return reference(x)


def is_repaired(case, answer):
    if isinstance(answer, Failure) or number_of(case) < 700:
        return frozenset()
    if not 1e308 < answer[DATA] < math.inf:
        return None
    return frozenset([DATA, GRADIENT] if answer[GRADIENT] == 0 else [DATA])


def clamps_the_exponent(x):
    """far from 0 the value is that of another x, nearer to 0, as where x is cut off on its way into exp by `min(x,
    88)`, or the value by a bound, or a small number is added. For each x > 0 it is x + log(1 + e⁻ˣ), and for all others
    log(1 + eˣ), with no bound on either.
    """
    e = math.exp(max(min(x.data, 88), -88))
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def is_clamped(case, answer):
    """The parts that are softplus of another number, nearer to 0 than the case's; elsewhere all has to be right."""
    if isinstance(answer, Failure):
        return frozenset()
    number, gap = number_of(case), exercise.gap(case, answer)
    if abs(number) < 39:
        return None if gap else frozenset()
    if number > 0:
        is_it = 10 < answer[DATA] < number
    else:
        is_it = 1.01 * exercise.right_answer(case)[DATA] < answer[DATA] < 1e-3
    return frozenset([DATA, GRADIENT]) if is_it else frozenset()


def measures_the_slope(x):
    """the slope is nearly right, as where it is measured with a nudge, rounded, or taken for 1 too soon. It is
    the sigmoid, and that can be computed: eˣ/(1 + eˣ), also written 1/(1 + e⁻ˣ).
    """
    node = reference(x)
    return Value(node.data, (x,), node._op, (node._local_gradients[0] * (1 + 1e-7),))


def is_near(case, answer):
    """Whether the slope is nearly right; far from 0, where other things go wrong as well, this is left open."""
    if isinstance(answer, Failure) or same(
        right := exercise.right_answer(case)[GRADIENT], answer[GRADIENT], 1e-11, 0.0
    ):
        return frozenset()
    if same(right, answer[GRADIENT], 1e-3, 0.0):
        return frozenset([GRADIENT])
    return None if abs(number_of(case)) < 10 else frozenset()


def puts_it_together(x):
    """it is put together from several operations. A softplus then costs several nodes. Make it one node, with x as
    its only input, that knows its own slope.
    """
    small = math.exp(-abs(x.data))
    pull = small / (1 + small)
    return x.relu() + Value(math.log1p(small), (x,), "tail", (-pull if x.data > 0 else pull,))


def forgets_the_bend(x):
    """this is relu, which is near softplus only far away from 0: log(1 + e^-|x|) is missing, which makes it smooth."""
    return Value(max(x.data, 0.0), (x,), "softplus", (1.0 if x.data > 0 else 0.0,))


def has_the_slope_of_relu(x):
    """Breaks the second demand."""
    return Value(reference(x).data, (x,), "softplus", (1.0 if x.data > 0 else 0.0,))


def number_of(case):
    return case.make()[0]


def run(solution, number, grad):
    return one_node.run(solution, "y", number, grad)


def at(number, grad=1.0):
    return Case(f"y = softplus(x), with x = {number:g} and y.grad = {grad:g}", lambda: (number, grad))


NODE_MISTAKES = one_node.mistakes_around(reference)

slip = partial(Slip, of=two_cases)
LOGARITHM = "the logarithm is to the base 10 or 2. `math.log` and `math.log1p` are to the base e, which belongs to eˣ."
SIGN_OF_THE_SLOPE = "the sign of the slope is wrong. Softplus climbs everywhere, so its slope cannot be negative."
SLOPE_OF_RELU = "is that of relu, where it is the sigmoid: eˣ/(1 + eˣ), also written 1/(1 + e⁻ˣ)."

exercise = Exercise(
    id="5.2",
    title="Softplus at a thousand",
    name="softplus",
    side_road=True,
    reference=reference,
    demands=[
        Demand(
            "`softplus(x)` returns a Value with the data log(1 + eˣ), also at 1000 (where it is 1000), at −1000 (where "
            "it is 0) and at −40 (where it is 4.248e-18, and not 0)",
            loses_a_small_value,
        ),
        Demand("its local gradient is the slope of softplus, and right at the same places", has_the_slope_of_relu),
        Demand("it is one node, whose only input is `x`", puts_it_together),
    ],
    cases=[
        *(at(0.5, 0.7), at(-2.0, -1.3), at(0.0, 0.7), at(12.0, 0.7), at(15.5)),
        *(at(number) for number in (-40.0, 1000.0, -1000.0, -39.0, 750.0, -750.0)),
    ],
    run=run,
    alternatives=[two_cases, with_a_threshold, by_log_sum_exp, catches_the_overflow],
    misconceptions=[
        loses_a_small_value,
        loses_a_small_slope,
        overflows_on_the_right,
        overflows_on_the_left,
        overflows_in_numpy,
        takes_the_left_for_the_right,
        repairs_the_infinity,
        clamps_the_exponent,
        knows_three_places,
        measures_the_slope,
        puts_it_together,
        forgets_the_bend,
        *NODE_MISTAKES,
        one_node.returns_a_number,
        one_node.pays_at_once(reference),
    ],
    recognise={
        loses_a_small_value: wherever(lambda number: -50 < number < -30, DATA, is_zero(DATA)),
        loses_a_small_slope: wherever(lambda number: -50 < number < -30, GRADIENT, is_zero(GRADIENT)),
        overflows_on_the_right: wherever(lambda number: number > 700, WHOLE, is_overflow),
        overflows_on_the_left: wherever(lambda number: number < -700, WHOLE, is_overflow),
        overflows_in_numpy: is_not_finite,
        takes_the_left_for_the_right: is_taken_for_the_right,
        repairs_the_infinity: is_repaired,
        clamps_the_exponent: is_clamped,
        knows_three_places: is_right_by_name,
        measures_the_slope: is_near,
        puts_it_together: one_node.is_composed,
        **NODE_MISTAKES,
    },
    slips=[
        # The value.
        slip(
            "the value has the logarithm of 2 + u where that of 1 + u belongs, as where `math.log1p` is given 1 + u. "
            "It adds the 1 itself: `math.log1p(u)` is log(1 + u).",
            ("number + math.log1p(e)", "number + math.log1p(1 + e)"),
            ("value = math.log1p(e)", "value = math.log1p(1 + e)"),
        ),
        slip(
            "for x > 0 the value is log(1 + e⁻ˣ) alone. The x is missing: log(1 + eˣ) = x + log(1 + e⁻ˣ).",
            ("number + math.log1p(e)", "math.log1p(e)"),
        ),
        *[
            slip(
                "x itself stands for softplus too soon. They differ by log(1 + e⁻ˣ), which is 6e-6 at 12 and still "
                "2e-7 at 15.5.",
                ("if number > 0:", f"if number > {bound}:\n        value, slope = number, 1.0\n    elif number > 0:"),
            )
            for bound in (6, 15)
        ],
        slip("for x > 0 the value is x alone. It is x + log(1 + e⁻ˣ).", ("number + math.log1p(e)", "number")),
        slip(
            "for x > 0 the log is subtracted from x. log(1 + eˣ) = x + log(1 + e⁻ˣ), with a plus.",
            ("number + math.log1p(e)", "number - math.log1p(e)"),
        ),
        slip(
            "the log is subtracted, or its sign is lost. log(1 + eˣ) is x + log(1 + e⁻ˣ) for x > 0, and positive "
            "everywhere.",
            ("number + math.log1p(e)", "number - math.log1p(e)"),
            ("value = math.log1p(e)", "value = -math.log1p(e)"),
        ),
        slip(
            "for x > 0, x is multiplied by the log. The log of a product is a *sum* of logs: x + log(1 + e⁻ˣ).",
            ("number + math.log1p(e)", "number * math.log1p(e)"),
        ),
        slip(
            "for x ≤ 0 the value is 0. It is small there, and not 0: log(1 + eˣ).",
            ("value = math.log1p(e)", "value = 0.0"),
        ),
        slip(
            "below 0 the value is too small by |x|, as where x is added on both sides. Below 0 nothing has been taken "
            "out: there it is log(1 + eˣ), without the x.",
            ("value = math.log1p(e)", "value = number + math.log1p(e)"),
        ),
        slip(
            "x is added below 0, where nothing has been taken out, and not above 0, as by `min` for `max`. For x > 0 "
            "it is x + log(1 + e⁻ˣ), for the others log(1 + eˣ).",
            ("number + math.log1p(e)", "0 + math.log1p(e)"),
            ("value = math.log1p(e)", "value = number + math.log1p(e)"),
        ),
        slip(
            "below 0 the value is too large by |x|, as where that is added, or where the form for x > 0 is taken with "
            "e to the -x, and not to the -|x|. There it is log(1 + eˣ), with nothing added.",
            ("value = math.log1p(e)", "value = -number + math.log1p(e)"),
        ),
        slip(
            "the value is log(eˣ), or x itself: the 1 in log(1 + eˣ) is missing.",
            ("number + math.log1p(e)", "number"),
            ("value = math.log1p(e)", "value = number"),
        ),
        *[
            slip(
                LOGARITHM,
                ("number + math.log1p(e)", f"(number + math.log1p(e)) / math.log({base})"),
                ("value = math.log1p(e)", f"value = math.log1p(e) / math.log({base})"),
            )
            for base in (10, 2)
        ],
        slip(
            LOGARITHM,
            ("number + math.log1p(e)", "number + math.log1p(e) / math.log(10)"),
            ("value = math.log1p(e)", "value = math.log1p(e) / math.log(10)"),
        ),
        *[
            slip(
                f"{LOGARITHM} And a small value comes out as 0, as where a power of e is lost in the rounding, beside "
                "a 1: `math.log1p` keeps it.",
                ("number + math.log1p(e)", above),
                ("value = math.log1p(e)", f"value = math.log(1 + e) / math.log({base})"),
            )
            for base in (10, 2)
            for above in (
                f"number + math.log(1 + e) / math.log({base})",
                f"(number + math.log(1 + e)) / math.log({base})",
            )
        ],
        slip("the sign of the value is wrong: log(1 + eˣ) is positive everywhere.", ("Value(value,", "Value(-value,")),
        # The slope.
        slip(SIGN_OF_THE_SLOPE, ("(slope,)", "(-slope,)")),
        slip(
            "the slope is that of softplus at -x: the sigmoid is turned round. It is eˣ/(1 + eˣ), near 1 on the right.",
            ("slope = 1 / (1 + e)", "slope = e / (e + 1)"),
            ("slope = e / (1 + e)", "slope = 1 / (1 + e)"),
        ),
        slip(
            "the slope is that of softplus at -x, one minus the sigmoid. It is the sigmoid itself, eˣ/(1 + eˣ), near 1 "
            "on the right.",
            ("(slope,)", "(1 - slope,)"),
        ),
        slip(
            "below 0 the slope is 1/(1 + e^-|x|), as above 0. It is eˣ/(1 + eˣ) there, and goes to 0.",
            ("slope = e / (1 + e)", "slope = 1 / (1 + e)"),
        ),
        slip(
            "above 0 the slope is e^-|x|/(1 + e^-|x|), as below 0. It is 1/(1 + e⁻ˣ) there, and goes to 1.",
            ("slope = 1 / (1 + e)", "slope = e / (1 + e)"),
        ),
        slip(
            "above 0 the slope has only that of log(1 + e⁻ˣ), which is negative. The x in front of it has the slope 1.",
            ("slope = 1 / (1 + e)", "slope = -e / (1 + e)"),
        ),
        slip(
            f"the slope {SLOPE_OF_RELU}",
            ("slope = 1 / (1 + e)", "slope = 1.0"),
            ("slope = e / (1 + e)", "slope = 0.0"),
        ),
        slip(
            f"the slope {SLOPE_OF_RELU}",
            ("if number > 0", "if number >= 0"),
            ("slope = 1 / (1 + e)", "slope = 1.0"),
            ("slope = e / (1 + e)", "slope = 0.0"),
        ),
        slip(f"above 0 the slope {SLOPE_OF_RELU}", ("slope = 1 / (1 + e)", "slope = 1.0")),
        slip(f"below 0 the slope {SLOPE_OF_RELU}", ("slope = e / (1 + e)", "slope = 0.0")),
        slip(
            "the slope is that of the sigmoid, s·(1 - s). The slope of softplus *is* the sigmoid, s.",
            ("(slope,)", "(slope * (1 - slope),)"),
        ),
        slip(
            "the slope is the value, as it is of exp. Here it is the sigmoid.",
            ("(slope,)", "(value,)"),
        ),
        slip("the slope is 1 everywhere. It is the sigmoid, and goes to 0 on the left.", ("(slope,)", "(1.0,)")),
        slip("x is paid nothing: the local gradient is 0. It is the sigmoid.", ("(slope,)", "(0.0,)")),
        slip(
            "the slope of tanh stands where that of softplus belongs: it is the sigmoid.",
            ("(slope,)", "(1 - math.tanh(number) ** 2,)"),
        ),
    ],
    tolerance=1e-11,
    near_zero=1e-30,
)

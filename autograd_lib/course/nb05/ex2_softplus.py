"""Exercise 5.2: softplus, log(1 + eˣ), without an overflow and without losing its digits."""

import math

from autograd_lib.course.exercise import Case, Drawn, Exercise, Gap, answer_in_words, is_number
from autograd_lib.course.graphs import named
from autograd_lib.course.nb03.values import inputs_in_words, pay_from, result_node
from autograd_lib.engine.value import Value


def reference(x):
    small = math.exp(-abs(x.data))
    data = max(x.data, 0.0) + math.log1p(small)
    slope = (1.0 if x.data > 0 else small) / (1.0 + small)
    return Value(data, (x,), "softplus", (slope,))


def two_cases(x):
    if x.data > 0:
        e = math.exp(-x.data)
        return Value(x.data + math.log1p(e), (x,), "softplus", (1 / (1 + e),))
    e = math.exp(x.data)
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def with_a_threshold(x):
    """As PyTorch does it: above 20, x itself is near enough."""
    if x.data > 20:
        return Value(x.data, (x,), "softplus", (1.0,))
    e = math.exp(x.data)
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def as_it_is_written(x):
    """e¹⁰⁰⁰ is computed, for the value or for the slope: no float is that large. Take out what is too large before it
    is computed: for x > 0, log(1 + eˣ) = x + log(1 + e⁻ˣ).
    """
    e = math.exp(x.data)
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def as_it_is_written_turned_round(x):
    """the large numbers are safe now, but the small ones are not: at -1000, e⁻ˣ is e¹⁰⁰⁰. Use one form above 0 and the
    other below.
    """
    e = math.exp(-x.data)
    return Value(x.data + math.log1p(e), (x,), "softplus", (1 / (1 + e),))


def clamps_the_exponent(x):
    """x is cut off at 88 before it goes into exp. Nothing overflows, but softplus(1000) is now 88. A clamp does not fix
    a formula: it computes another one.
    """
    e = math.exp(max(min(x.data, 88), -88))
    return Value(math.log1p(e), (x,), "softplus", (e / (1 + e),))


def adds_to_one(x):
    """e⁻⁴⁰ is lost on the way: 1 + e⁻⁴⁰ *is* 1 in floats, and log(1) is 0. `math.log1p(u)` computes log(1 + u) without
    adding it to 1 first.
    """
    small = math.exp(-abs(x.data))
    slope = (1.0 if x.data > 0 else small) / (1.0 + small)
    return Value(max(x.data, 0.0) + math.log(1 + small), (x,), "softplus", (slope,))


def forgets_the_bend(x):
    """this is relu, which is near softplus only far away from 0: the log(1 + e⁻ˣ) that makes it smooth is missing."""
    return Value(max(x.data, 0.0), (x,), "softplus", (1.0 if x.data > 0 else 0.0,))


def takes_the_slope_on_the_right(x):
    """the value is right on both sides, but the slope only on the right: 1/(1 + e⁻ˣ) has become 1/(1 + e^-|x|). Below 0
    the slope is eˣ/(1 + eˣ), and goes to 0.
    """
    small = math.exp(-abs(x.data))
    return Value(max(x.data, 0.0) + math.log1p(small), (x,), "softplus", (1 / (1 + small),))


def leaves_out_the_x(x):
    """for x > 0 only the log(1 + e⁻ˣ) is there, which goes to 0. The x that was taken out has to be added back."""
    small = math.exp(-abs(x.data))
    slope = (1.0 if x.data > 0 else small) / (1.0 + small)
    return Value(math.log1p(small), (x,), "softplus", (slope,))


def run(solution, number, grad):
    x = named("x", Value(number))
    y = result_node(solution(x), "y")
    pay_from(y, grad)
    return Drawn({"y.data": y.data, "x.grad": x.grad, "y's list of inputs": inputs_in_words(y)}, y)


def judge(case, answer):
    """Numbers are compared by their digits, however small they are."""
    right = run(reference, *case.make()).answer
    wrong = [key for key in right if not is_close(right[key], answer[key])]
    gaps = [f"{key} is {answer_in_words(answer[key])}, expected {answer_in_words(right[key])}" for key in wrong]
    return Gap("; ".join(gaps) + ".", tuple(key.split(".")[0] for key in wrong)) if wrong else None


def is_close(right, answer):
    if isinstance(right, str):
        return right == answer
    return is_number(answer) and math.isclose(right, answer, rel_tol=1e-8)


def at(number, grad=1.0):
    return Case(f"y = softplus(x), with x = {number:g} and y.grad = {grad:g}", lambda: (number, grad))


exercise = Exercise(
    id="5.2",
    title="Softplus at a thousand",
    name="softplus",
    reference=reference,
    cases=[at(0.5, 0.7), at(-2.0, -1.3), at(-40.0), at(1000.0), at(-1000.0)],
    run=run,
    judge=judge,
    alternatives=[two_cases, with_a_threshold],
    misconceptions=[
        as_it_is_written,
        as_it_is_written_turned_round,
        clamps_the_exponent,
        adds_to_one,
        forgets_the_bend,
        takes_the_slope_on_the_right,
        leaves_out_the_x,
    ],
)

"""Exercise 5.1: the sigmoid as one operation, with its local gradient."""

import math

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.graphs import named
from autograd_lib.course.nb03.values import inputs_in_words, pay_from, result_node
from autograd_lib.engine.value import Value


def reference(x):
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (s * (1 - s),))


def by_the_quotient_rule(x):
    e = math.exp(-x.data)
    return Value(1 / (1 + e), (x,), "sigmoid", [e / (1 + e) ** 2])


def by_way_of_tanh(x):
    t = math.tanh(x.data / 2)
    return Value((1 + t) / 2, (x,), "σ", ((1 - t * t) / 4,))


def uses_the_input(x):
    """the slope is computed from x instead of from the result: it is s·(1 - s), not x·(1 - x)."""
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (x.data * (1 - x.data),))


def forgets_the_minus(x):
    """one of two minus signs is lost: e⁻ˣ brings one, the power -1 the other, and together they are none. The sigmoid
    climbs everywhere, so its slope cannot be negative.
    """
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (-s * (1 - s),))


def adds_in_the_brackets(x):
    """the slope is s·(1 + s). It is s·(1 - s): where s is nearly 1, the curve is flat."""
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (s * (1 + s),))


def takes_the_slope_of_tanh(x):
    """the slope is 1 - s², which is that of tanh. For the sigmoid it is s·(1 - s): measure it at 0."""
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (1 - s * s,))


def takes_the_slope_of_exp(x):
    """the slope is the result itself, which is true of exp and of nothing else. Here it is s·(1 - s)."""
    s = 1 / (1 + math.exp(-x.data))
    return Value(s, (x,), "sigmoid", (s,))


def forgets_the_square(x):
    """the square in the quotient rule is missing: the slope of 1/u is -1/u², not -1/u."""
    e = math.exp(-x.data)
    return Value(1 / (1 + e), (x,), "sigmoid", (e / (1 + e),))


def mirrors_it(x):
    """the exponent has the wrong sign: 1/(1 + eˣ) falls from 1 to 0. The denominator is 1 + e⁻ˣ."""
    s = 1 / (1 + math.exp(x.data))
    return Value(s, (x,), "sigmoid", (s * (1 - s),))


def puts_it_together(x):
    """it is put together from `exp`, `+` and `/`. The numbers are right, but each sigmoid costs several nodes. Make it
    one node, with x as its only input, that knows its own slope.
    """
    return 1 / (1 + (-x).exp())


def is_composed(case, answer):
    """Whether the numbers are right but the node's only input is not x."""
    if not isinstance(answer, dict):
        return False
    right = exercise.run(reference, *case.make()).answer
    inputs = "s's list of inputs"
    return answer[inputs] != right[inputs] and all(
        abs(answer[key] - number) < 1e-9 for key, number in right.items() if key != inputs
    )


def run(solution, number, grad):
    x = named("x", Value(number))
    s = result_node(solution(x), "s")
    pay_from(s, grad)
    return Drawn({"s.data": s.data, "x.grad": x.grad, "s's list of inputs": inputs_in_words(s)}, s)


def at(number, grad):
    return Case(f"s = sigmoid(x), with x = {number:g} and s.grad = {grad:g}", lambda: (number, grad))


exercise = Exercise(
    id="5.1",
    title="The sigmoid, as one node",
    name="sigmoid",
    reference=reference,
    cases=[at(0.0, 0.7), at(2.0, 0.7), at(-1.5, -1.3)],
    run=run,
    alternatives=[by_the_quotient_rule, by_way_of_tanh],
    misconceptions=[
        uses_the_input,
        forgets_the_minus,
        adds_in_the_brackets,
        takes_the_slope_of_tanh,
        takes_the_slope_of_exp,
        forgets_the_square,
        mirrors_it,
        puts_it_together,
    ],
    recognise={puts_it_together: is_composed},
)

"""Exercise 5.3: what is left of a gradient after thirty functions in a row."""

import math

from autograd_lib.course.exercise import Exercise, compare, is_number
from autograd_lib.engine.value import Value

OFFERED = [0, 4e-20, 0.01, 1, 45, 200_000]
TIMES, TANH_0, TANH_1, SIGMOID, RELU = (
    "× 1.5, from 1",
    "tanh, from 0",
    "tanh, from 1",
    "sigmoid, from 0",
    "relu, from -2",
)
CHAINS = {
    TIMES: (lambda x: x * 1.5, 1.0),
    TANH_0: (Value.tanh, 0.0),
    TANH_1: (Value.tanh, 1.0),
    SIGMOID: (Value.sigmoid, 0.0),
    RELU: (Value.relu, -2.0),
}


def gradient(function, start, times=30):
    """∂y/∂x for y = function(… function(x) …), at x = start."""
    x = y = Value(start)
    for _ in range(times):
        y = function(y)
    y.backward()
    return x.grad


def nearest(number):
    """The number on offer that is less than a factor of ten away, else the number itself: an answer with more digits is
    right too.
    """
    if not is_number(number) or number <= 0:
        return number
    closest = min((n for n in OFFERED if n), key=lambda offered: abs(math.log10(offered / number)))
    return closest if abs(math.log10(closest / number)) < 1 else number


def reference():
    return {name: nearest(gradient(*chain)) for name, chain in CHAINS.items()}


def with_more_digits():
    return {name: gradient(*chain) for name, chain in CHAINS.items()}


def judge(case, answer):
    if not isinstance(answer, dict):
        return compare(reference(), answer, exercise.tolerance, exercise.reveal)
    picked = {name: nearest(number) for name, number in answer.items()}
    return compare(reference(), picked, exercise.tolerance, exercise.reveal)


def adds_the_slopes():
    """the slopes are added up, thirty times 1.5. Along a chain they multiply: 1.5³⁰."""
    return reference() | {TIMES: 45}


def lets_tanh_vanish_everywhere():
    """tanh is thought to lose gradient wherever it is. Its slope at 0 is 1, and tanh(0) is 0, so each of the thirty
    has slope 1.
    """
    return reference() | {TANH_0: 0.01}


def takes_the_value_for_the_gradient():
    """the answer is the *value* at the end, 0 for tanh from 0. The gradient is something else: the product of thirty
    slopes.
    """
    return reference() | {TANH_0: 0}


def takes_tanh_for_a_sigmoid():
    """tanh is thought to lose as much as the sigmoid. The sigmoid's slope is never above 0.25. Those of tanh come
    nearer and nearer to 1, because its value creeps towards 0.
    """
    return reference() | {TANH_1: 4e-20}


def takes_the_sigmoid_for_tanh():
    """the sigmoid is thought to lose as little as tanh. Its slope s·(1 - s) is at most 0.25, each time."""
    return reference() | {SIGMOID: 0.01}


def starts_the_sigmoid_at_slope_one():
    """the sigmoid's slope at 0 is taken for 1. It is steepest there, and that is 0.25: s·(1 - s) with s = 0.5."""
    return reference() | {SIGMOID: 1}


def lets_relu_through():
    """relu is thought to pass a gradient on everywhere. Left of 0 its slope is 0, and one factor 0 is enough."""
    return reference() | {RELU: 1}


exercise = Exercise(
    id="5.3",
    title="Thirty in a row",
    name="gradients",
    reference=reference,
    is_data=True,
    judge=judge,
    alternatives=[with_more_digits],
    misconceptions=[
        adds_the_slopes,
        lets_tanh_vanish_everywhere,
        takes_the_value_for_the_gradient,
        takes_tanh_for_a_sigmoid,
        takes_the_sigmoid_for_tanh,
        starts_the_sigmoid_at_slope_one,
        lets_relu_through,
    ],
    # Small enough to tell 0 from 4e-20.
    tolerance=1e-25,
    reveal=False,
)

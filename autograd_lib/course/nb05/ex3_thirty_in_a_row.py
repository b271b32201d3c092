"""Exercise 5.3: what is left of a gradient after thirty functions in a row."""

from autograd_lib.course.exercise import Demand, Exercise
from autograd_lib.engine.value import Value

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


def reference():
    return {TIMES: 200_000.0, TANH_0: 1.0, TANH_1: 0.01, SIGMOID: 4e-20, RELU: 0.0}


def with_more_digits():
    return {name: gradient(*chain) for name, chain in CHAINS.items()}


def adds_the_slopes():
    """45 is taken, which is the *sum* of thirty slopes of 1.5. Along a chain they multiply: 1.5³⁰."""
    return reference() | {TIMES: 45.0}


def takes_one_for_a_factor():
    """thirty times `× 1.5` are said to leave the gradient at 1, or near it. The slope is 1.5 each time, and thirty of
    these multiply: 1.5³⁰.
    """
    return reference() | {TIMES: 1.0}


def lets_it_vanish():
    """`× 1.5` takes something from the gradient. Its slope is 1.5, each time; a product of thirty factors above 1
    grows.
    """
    return reference() | {TIMES: 0.01}


def lets_it_grow():
    """a gradient above 1 comes out of functions whose slopes are nowhere above 1: those of tanh and relu are at most 1,
    those of the sigmoid at most 0.25. So their product is not above 1 either.
    """
    return reference() | {TANH_0: 200_000.0}


def lets_tanh_vanish_everywhere():
    """tanh from 0 takes something from the gradient. Its slope at 0 is 1, and tanh(0) is 0, so each of the thirty has
    slope 1.
    """
    return reference() | {TANH_0: 0.01}


def takes_the_value_for_the_gradient():
    """tanh from 0 is said to leave nothing. 0 is the *value* at the end; the gradient is the product of thirty slopes,
    and the slope of tanh at 0 is 1.
    """
    return reference() | {TANH_0: 0.0}


def lets_tanh_keep_all():
    """tanh from 1 is said to leave nearly all of the gradient. Its slope is 1 at 0 alone: on the way there, the first
    slopes are 0.42, 0.59 and 0.68.
    """
    return reference() | {TANH_1: 1.0}


def lets_tanh_take_all():
    """tanh from 1 leaves no gradient at all. The *values* creep towards 0; the slopes come nearer and nearer to 1, and
    most of the loss happens in the first few steps.
    """
    return reference() | {TANH_1: 0.0}


def takes_tanh_for_a_sigmoid():
    """tanh from 1 leaves next to nothing, as a sigmoid would. The sigmoid's slope is never above 0.25. Those of tanh
    begin with 0.42, and come nearer and nearer to 1, because its value creeps towards 0.
    """
    return reference() | {TANH_1: 4e-20}


def takes_the_sigmoid_for_tanh():
    """the sigmoid leaves as much as a hundredth. Its slope s·(1 - s) is at most 0.25, each of the thirty times."""
    return reference() | {SIGMOID: 0.01}


def starts_the_sigmoid_at_slope_one():
    """the sigmoid is said to leave nearly all of the gradient. It is steepest at 0, and even there its slope is 0.25:
    s·(1 - s) with s = 0.5.
    """
    return reference() | {SIGMOID: 1.0}


def lets_the_sigmoid_take_all():
    """the sigmoid leaves no gradient at all. It leaves very little, and that is not nothing: none of the thirty
    slopes is 0, each is 0.25 or a little less.
    """
    return reference() | {SIGMOID: 0.0}


def stays_at_the_steepest():
    """about 0.25³⁰ stands at the sigmoid. Its slope is 0.25 at 0 alone, and the row leaves 0 with its first step. The
    number on offer that is nearest is asked for.
    """
    return reference() | {SIGMOID: 0.25**30}


def lets_relu_through():
    """relu passes the gradient on as it is. Left of 0 its slope is 0, and one factor 0 is enough."""
    return reference() | {RELU: 1.0}


def lets_relu_leak():
    """relu leaves a little of the gradient. Left of 0 its slope is 0, exactly, and one factor 0 makes the product 0."""
    return reference() | {RELU: 0.01}


def entry(key, *numbers):
    """Recognises one entry by what it is, whatever the others are."""
    return lambda case, answer: frozenset([key]) if answer[key] in numbers else None


def is_at_the_steepest(case, answer):
    return frozenset([SIGMOID]) if 8e-19 < answer[SIGMOID] < 1.1e-18 else None


def is_above_one(case, answer):
    return frozenset(key for key in (TANH_0, TANH_1, SIGMOID, RELU) if answer[key] in (45, 200_000)) or None


RECOGNISE = {
    adds_the_slopes: entry(TIMES, 45),
    takes_one_for_a_factor: entry(TIMES, 1),
    lets_it_vanish: entry(TIMES, 0, 4e-20, 0.01),
    lets_it_grow: is_above_one,
    lets_tanh_vanish_everywhere: entry(TANH_0, 4e-20, 0.01),
    takes_the_value_for_the_gradient: entry(TANH_0, 0),
    lets_tanh_keep_all: entry(TANH_1, 1),
    lets_tanh_take_all: entry(TANH_1, 0),
    takes_tanh_for_a_sigmoid: entry(TANH_1, 4e-20),
    takes_the_sigmoid_for_tanh: entry(SIGMOID, 0.01),
    starts_the_sigmoid_at_slope_one: entry(SIGMOID, 1),
    lets_the_sigmoid_take_all: entry(SIGMOID, 0),
    stays_at_the_steepest: is_at_the_steepest,
    lets_relu_through: entry(RELU, 1),
    lets_relu_leak: entry(RELU, 4e-20, 0.01),
}

exercise = Exercise(
    id="5.3",
    title="Thirty in a row",
    name="gradients",
    side_road=True,
    reference=reference,
    is_data=True,
    demands=[
        Demand("`× 1.5` and `relu`: the number on offer that is nearest to ∂y/∂x", adds_the_slopes),
        Demand("`tanh`, from 0 and from 1: the same", lets_tanh_keep_all),
        Demand("`sigmoid`: the same", takes_the_sigmoid_for_tanh),
    ],
    alternatives=[with_more_digits],
    misconceptions=list(RECOGNISE),
    recognise=RECOGNISE,
    # Wide enough for the gradients themselves, such as 1.5³⁰ or 0.009, where a number on offer is asked for.
    tolerance=0.15,
    near_zero=1e-25,
    reveal=False,
)

"""Exercise 1.2: how the two errors of a finite difference depend on h, with 16 digits and with seven, for x³ at 2."""

import numpy as np

from autograd_lib.course.exercise import Exercise

HALVED_FORWARD, HALVED_CENTRAL = "h halved, forward", "h halved, central"
SEVEN_FORWARD, SEVEN_CENTRAL = "seven digits, forward", "seven digits, central"
OFFERED = [1e-2, 1e-4, 1e-6, 1e-8]
SLOPE = 12.0


def cube(x):
    return x * x * x


def forward_error(h):
    """The error of the forward difference at 2, in the precision of h."""
    x = type(h)(2)
    return abs(float((cube(x + h) - cube(x)) / h) - SLOPE)


def central_error(h):
    """The error of the central difference at 2, in the precision of h."""
    x = type(h)(2)
    return abs(float((cube(x + h) - cube(x - h)) / (h + h)) - SLOPE)


def reference():
    return {
        HALVED_FORWARD: round(forward_error(1e-2) / forward_error(5e-3)),
        HALVED_CENTRAL: round(central_error(1e-2) / central_error(5e-3)),
        SEVEN_FORWARD: min(OFFERED, key=lambda h: forward_error(np.float32(h))),
        SEVEN_CENTRAL: min(OFFERED, key=lambda h: central_error(np.float32(h))),
    }


def smaller_is_always_better():
    """the smallest step is thought to be the best. With seven digits, 2 and 2 + 1e-8 are the same number, and the
    slope comes out as 0.
    """
    return reference() | {SEVEN_FORWARD: 1e-8, SEVEN_CENTRAL: 1e-8}


def keeps_the_steps_of_sixteen_digits():
    """the best steps are those of 16 digits. With seven digits the rounding line lies about 10⁹ times higher, and meets
    the truncation lines at much larger steps.
    """
    return reference() | {SEVEN_FORWARD: 1e-8, SEVEN_CENTRAL: 1e-6}


def takes_one_step_for_both():
    """both formulas are given the same step. At the best step of the forward difference, the central one has hardly any
    truncation error left: a larger step costs it little, and reduces its rounding error.
    """
    return reference() | {SEVEN_CENTRAL: reference()[SEVEN_FORWARD]}


def swaps_the_two():
    """the two steps are the wrong way round. It is the central difference, with its small truncation error, that can
    afford the larger step.
    """
    right = reference()
    return right | {SEVEN_FORWARD: right[SEVEN_CENTRAL], SEVEN_CENTRAL: right[SEVEN_FORWARD]}


def halves_both():
    """both errors are thought to shrink like h. The central difference's is h² here, and half of h, squared, is a
    quarter of it.
    """
    return reference() | {HALVED_CENTRAL: 2}


def reads_off_a_tenth():
    """the factors are those for a tenth of h. Here h is halved: put h/2 into 6h and into h²."""
    return reference() | {HALVED_FORWARD: 10, HALVED_CENTRAL: 100}


exercise = Exercise(
    id="1.2",
    title="The best step with seven digits",
    name="answers",
    reference=reference,
    is_data=True,
    misconceptions=[
        smaller_is_always_better,
        keeps_the_steps_of_sixteen_digits,
        takes_one_step_for_both,
        swaps_the_two,
        halves_both,
        reads_off_a_tenth,
    ],
    reveal=False,
)

"""Exercise 8.4: one step of gradient descent with momentum."""

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.course.nb08.steps import parameters_after


def reference(parameters, velocities, lr, beta):
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + parameter.grad
        parameter.data -= lr * velocities[i]


def in_two_sweeps(parameters, velocities, lr, beta):
    velocities[:] = [beta * v + p.grad for v, p in zip(velocities, parameters)]
    for parameter, velocity in zip(parameters, velocities):
        parameter.data -= lr * velocity


def with_the_rate_inside(parameters, velocities, lr, beta):
    """As in Keras, which keeps -lr · velocity. As long as lr does not change, the steps are the same."""
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] - lr * parameter.grad
        parameter.data += velocities[i]


def never_writes_it_back(parameters, velocities, lr, beta):
    """the new velocity is in a variable of its own and never gets back into the list: `for p, v in zip(...)` gives `v`
    a number, and a new `v` does not change the list. Write `velocities[i] = ...`.
    """
    for parameter, velocity in zip(parameters, velocities):
        velocity = beta * velocity + parameter.grad
        parameter.data -= lr * velocity


def moves_by_the_gradient(parameters, velocities, lr, beta):
    """the velocity is kept, but the parameter still moves by its gradient. Move it by the velocity."""
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + parameter.grad
        parameter.data -= lr * parameter.grad


def averages(parameters, velocities, lr, beta):
    """the gradient is multiplied by 1 - beta. That makes the velocity an *average* of gradients, as Adam wants it, and
    as some texts have it here too; with the same lr each step is then shorter by a factor of 1/(1 - beta). Add the
    whole gradient.
    """
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + (1 - beta) * parameter.grad
        parameter.data -= lr * velocities[i]


def applies_the_rate_twice(parameters, velocities, lr, beta):
    """lr is in it twice, once in the velocity and once in the step. Once is enough."""
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + lr * parameter.grad
        parameter.data -= lr * velocities[i]


def climbs(parameters, velocities, lr, beta):
    """the step goes up the slope: the sign is wrong. The gradient points to where the loss grows."""
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + parameter.grad
        parameter.data += lr * velocities[i]


def never_forgets(parameters, velocities, lr, beta):
    """beta is missing: the gradients add up and none is ever forgotten, so that nothing slows down. Multiply the old
    velocity by beta.
    """
    for i, parameter in enumerate(parameters):
        velocities[i] += parameter.grad
        parameter.data -= lr * velocities[i]


def shares_one_velocity(parameters, velocities, lr, beta):
    """one velocity serves all parameters. Each has its own, with its own number in the list."""
    for parameter in parameters:
        velocities[0] = beta * velocities[0] + parameter.grad
        parameter.data -= lr * velocities[0]


def run(solution, starts, gradients, lr, beta):
    velocities = [0.0] * len(starts)
    answer = parameters_after(lambda parameters, _: solution(parameters, velocities, lr, beta), starts, gradients)
    return answer | {"the list of velocities": "changed" if any(velocities) else "unchanged"}


exercise = Exercise(
    id="8.4",
    title="A step with momentum",
    name="momentum_step",
    reference=reference,
    cases=[
        Case("one parameter, one step", lambda: ([1.0], [[-1.3]], 0.1, 0.9)),
        Case("one parameter, four steps", lambda: ([1.0], [[-1.3], [0.7], [0.7], [0.2]], 0.1, 0.9)),
        Case(
            "two parameters, three steps, beta 0.5",
            lambda: ([1.0, -2.0], [[0.3, -1.3], [0.7, 2.1], [-0.4, 0.6]], 0.2, 0.5),
        ),
    ],
    run=run,
    alternatives=[in_two_sweeps, with_the_rate_inside],
    misconceptions=[
        never_writes_it_back,
        moves_by_the_gradient,
        averages,
        applies_the_rate_twice,
        climbs,
        never_forgets,
        shares_one_velocity,
    ],
)

"""Exercise 8.4: momentum, from what it does: every gradient counts, and each step makes the older ones count less."""

from autograd_lib.course.answers import kind
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb08.steps import parameters_after
from autograd_lib.course.trying import Failure

SECOND_RUN = "what a second run takes"


def reference(parameters, velocities, lr, beta):
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + parameter.grad
        parameter.data -= lr * velocities[i]


def in_two_sweeps(parameters, velocities, lr, beta):
    velocities[:] = [beta * v + p.grad for v, p in zip(velocities, parameters)]
    for parameter, velocity in zip(parameters, velocities):
        parameter.data -= lr * velocity


def remembers_the_faded_sum(parameters, velocities, lr, beta):
    """The list holds β · velocity, ready for the next step."""
    for i, parameter in enumerate(parameters):
        step = velocities[i] + parameter.grad
        parameter.data -= lr * step
        velocities[i] = beta * step


def is_plain_descent(parameters, velocities, lr, beta):
    """each step is that of plain descent, although the list changes: no earlier gradient counts. The old velocity is a
    part of the new one, which takes its place in the list, and the parameter moves by the new one.
    """
    for i, parameter in enumerate(parameters):
        velocities[i] = parameter.grad
        parameter.data -= lr * velocities[i]


def stops_at_the_gradient_before(parameters, velocities, lr, beta):
    """only two gradients count, the newest and, multiplied by beta, the one before it. All earlier ones do, each faded
    once more: keep the whole sum for the next step, and not the newest gradient alone.
    """
    for i, parameter in enumerate(parameters):
        step = velocities[i] + parameter.grad
        parameter.data -= lr * step
        velocities[i] = beta * parameter.grad


def shares_one_velocity(parameters, velocities, lr, beta):
    """the gradients of all parameters go into one sum, as where one velocity serves them all. Each parameter has a sum
    of its own, with its own number in the list.
    """
    for parameter in parameters:
        velocities[0] = beta * velocities[0] + parameter.grad
        parameter.data -= lr * velocities[0]


def reads_the_first_velocity(parameters, velocities, lr, beta):
    """every parameter starts from the velocity of the first one. Each has its own: `velocities[i]`."""
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[0] + parameter.grad
        parameter.data -= lr * velocities[i]


def carries_it_over(parameters, velocities, lr, beta):
    """the velocity is carried over from one parameter to the next. Each goes on from its own: `velocities[i]`."""
    velocity = velocities[0]
    for i, parameter in enumerate(parameters):
        velocity = beta * velocity + parameter.grad
        velocities[i] = velocity
        parameter.data -= lr * velocity


def begins_each_step_at_zero(parameters, velocities, lr, beta):
    """the velocity begins at 0 in each step, and is carried over from one parameter to the next. Each parameter goes on
    from its own velocity of the step before: `velocities[i]`.
    """
    velocity = 0.0
    for i, parameter in enumerate(parameters):
        velocity = beta * velocity + parameter.grad
        velocities[i] = velocity
        parameter.data -= lr * velocity


def looks_the_place_up(parameters, velocities, lr, beta):
    """a velocity is written to the place of an equal one, as where its place is looked up with `velocities.index(v)`,
    which finds the first of equal numbers. Where a gradient is 0, two parameters then share a place. Each has its own,
    `velocities[i]`.
    """
    for parameter, old in zip(parameters, list(velocities)):
        velocity = beta * old + parameter.grad
        velocities[velocities.index(old)] = velocity
        parameter.data -= lr * velocity


def starts_anew_at_a_turn(parameters, velocities, lr, beta):
    """the velocity is thrown away where the gradient turns round, so that older gradients no longer count. All of them
    do, faded: what points the other way takes away from the step.
    """
    for i, parameter in enumerate(parameters):
        old = velocities[i] if velocities[i] * parameter.grad >= 0 else 0.0
        velocities[i] = beta * old + parameter.grad
        parameter.data -= lr * velocities[i]


def moves_before_it_updates(parameters, velocities, lr, beta):
    """the parameter moves by the *old* velocity: the newest gradient comes one step late, and the first step goes
    nowhere. It moves by the new velocity, which holds the newest gradient.
    """
    for i, parameter in enumerate(parameters):
        parameter.data -= lr * velocities[i]
        velocities[i] = beta * velocities[i] + parameter.grad


def counts_the_gradient_twice(parameters, velocities, lr, beta):
    """the step adds the newest gradient, or its share, once more to a velocity that holds it already (Nesterov's rule,
    as libraries write it: gradient + β · velocity). Here the velocity alone is the step.
    """
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] + parameter.grad
        parameter.data -= lr * (parameter.grad + beta * velocities[i])


def keeps_the_rate_inside(parameters, velocities, lr, beta):
    """lr is multiplied in when a gradient enters the memory. As long as lr stays the same, so do the steps; when it
    changes, the old gradients keep the old rate. Remember gradients, and multiply the sum by lr.
    """
    for i, parameter in enumerate(parameters):
        velocities[i] = beta * velocities[i] - lr * parameter.grad
        parameter.data += velocities[i]


def remembers_elsewhere(parameters, velocities, lr, beta, memory={}):  # noqa: B006
    """something is remembered outside of the list: a second run, with a list of its own, takes other steps than the
    first. What is in `velocities` has to be all that a step knows about the past.
    """
    for i, parameter in enumerate(parameters):
        memory[i] = beta * memory.get(i, 0.0) + parameter.grad
        velocities[i] = memory[i]
        parameter.data -= lr * memory[i]


def skips_zero_gradients(parameters, velocities, lr, beta):
    """a parameter whose gradient is 0 does not move. It rolls on: what is left of earlier ones counts."""
    for i, parameter in enumerate(parameters):
        if parameter.grad:
            velocities[i] = beta * velocities[i] + parameter.grad
            parameter.data -= lr * velocities[i]


def returns_the_list(parameters, velocities, lr, beta):
    reference(parameters, velocities, lr, beta)
    return velocities


def has_another_second_run(case, answer):
    """Whether the second run is another from the first case on. In later ones, anything may follow from it."""
    if case is exercise.cases[0]:
        return frozenset(answer) - {"what it returns"} if answer[SECOND_RUN] == "other steps" else None
    return isinstance(answer, Failure) or answer[SECOND_RUN] == "other steps" or exercise.gap(case, answer) is None


def run(solution, starts, gradients, rates, beta):
    """Where the parameters are after each step, and whether a second run, with a list of its own, takes the same."""
    lists = [[0.0] * len(starts), [0.0] * len(starts)]
    returned = []

    def take_step(velocities):
        return lambda parameters, number: returned.append(solution(parameters, velocities, rates[number - 1], beta))

    answer, again = parameters_after([take_step(each) for each in lists], starts, gradients)
    answer[SECOND_RUN] = "the same steps" if again == answer else "other steps"
    answer["the list of velocities"] = "changed" if any(lists[0]) else "unchanged"
    answer["what it returns"] = next((kind(value) for value in returned if value is not None), "nothing")
    return answer


LOOP = "    for i, parameter"
STEEP = [[-1.3], [0.7], [0.0], [0.2]]

exercise = Exercise(
    id="8.4",
    title="A step with momentum",
    side_road=True,
    name="momentum_step",
    reference=reference,
    demands=[
        Demand("each parameter moves by `-lr` times the sum of its gradients so far, faded as above", is_plain_descent),
        Demand("`lr` is the rate of the whole step, and may be another one at the next call", keeps_the_rate_inside),
        Demand("each parameter has a memory of its own, its number in `velocities`", shares_one_velocity),
        Demand("nothing is remembered anywhere else", remembers_elsewhere),
        Demand("`momentum_step` returns nothing", returns_the_list),
    ],
    cases=[
        Case("one parameter, one step", lambda: ([1.0], [[-1.3]], [0.1], 0.9)),
        Case("one parameter, four steps", lambda: ([1.0], STEEP, [0.1] * 4, 0.9)),
        Case(
            "three parameters, three steps, beta 0.5",
            lambda: ([1.0, -2.0, 0.5], [[0.0, -1.3, 0.9], [0.7, 2.1, 1.1], [-0.4, 0.6, 0.2]], [0.2] * 3, 0.5),
        ),
        Case("one parameter, four steps, lr from 0.4 down to 0.1", lambda: ([1.0], STEEP, [0.4, 0.3, 0.2, 0.1], 0.9)),
    ],
    run=run,
    may_change=("parameters", "velocities"),
    alternatives=[in_two_sweeps, remembers_the_faded_sum],
    misconceptions=[
        is_plain_descent,
        stops_at_the_gradient_before,
        shares_one_velocity,
        reads_the_first_velocity,
        carries_it_over,
        begins_each_step_at_zero,
        looks_the_place_up,
        starts_anew_at_a_turn,
        moves_before_it_updates,
        counts_the_gradient_twice,
        keeps_the_rate_inside,
        skips_zero_gradients,
        remembers_elsewhere,
    ],
    recognise={remembers_elsewhere: has_another_second_run},
    slips=[
        Slip(
            "the step goes up the slope: a sign is wrong. The gradient points to where the loss grows.",
            ("parameter.data -=", "parameter.data +="),
        ),
        Slip(
            "the gradient is multiplied by 1 - beta. That makes an *average* of the gradients, with steps that are "
            "shorter by a factor of 1 - beta. Here the newest gradient counts in full.",
            ("+ parameter.grad", "+ (1 - beta) * parameter.grad"),
        ),
        Slip(
            "lr is in it twice, once in the velocity and once in the step. Once is enough.",
            ("+ parameter.grad", "+ lr * parameter.grad"),
        ),
        Slip(
            "beta is missing: the gradients add up, and none ever fades. Multiply the old velocity by beta.",
            ("beta * velocities[i] +", "velocities[i] +"),
        ),
        Slip(
            "the newest gradient is multiplied by beta, too. It counts in full; only what was there before fades.",
            ("beta * velocities[i] + parameter.grad", "beta * (velocities[i] + parameter.grad)"),
        ),
        Slip(
            "each gradient counts beta times, the newest like the oldest, and none ever fades. The newest counts in "
            "full; each step after that multiplies it by beta once more.",
            ("beta * velocities[i] + parameter.grad", "velocities[i] + beta * parameter.grad"),
        ),
        Slip(
            "the old velocity is multiplied by 1 - beta. It keeps beta of itself; 1 - beta is what it loses.",
            ("beta * velocities[i] +", "(1 - beta) * velocities[i] +"),
        ),
        Slip(
            "beta and 1 - beta have changed places, as in an average that keeps 1 - beta of what it was. Here the old "
            "velocity is multiplied by beta, and the gradient by nothing.",
            ("beta * velocities[i] + parameter.grad", "(1 - beta) * velocities[i] + beta * parameter.grad"),
        ),
        Slip("lr is missing: the parameter moves by the whole velocity.", ("lr * velocities[i]", "velocities[i]")),
        Slip(
            "the step *replaces* the parameter. It is subtracted from where the parameter is: `-=`.",
            ("parameter.data -= lr", "parameter.data = -lr"),
        ),
        Slip(
            "the old velocity and the gradient have opposite signs. They are added.",
            ("beta * velocities[i] + parameter.grad", "parameter.grad - beta * velocities[i]"),
        ),
        Slip("only the first parameter takes a step.", ("enumerate(parameters)", "enumerate(parameters[:1])")),
        Slip("the last parameter takes no step.", ("enumerate(parameters)", "enumerate(parameters[:-1])")),
        Slip(
            "the last of several parameters takes no step.",
            ("enumerate(parameters)", "enumerate(parameters[: max(1, len(parameters) - 1)])"),
        ),
        Slip(
            "nothing is remembered: after the step, the list holds the zeros that it held before. Neither a new `v` in "
            "a loop nor a new list by the name of `velocities` changes it. Write `velocities[i] = ...`.",
            (LOOP, f"    velocities = velocities.copy()\n{LOOP}"),
        ),
        Slip(
            "the old gradients fade by 0.9, whatever `beta` is. Use the `beta` that is passed in.",
            (LOOP, f"    beta = 0.9\n{LOOP}"),
        ),
        Slip(
            "something is returned. The function changes the parameters and the list, which their owner has already: "
            "there is nothing to hand back.",
            ("lr * velocities[i]\n", "lr * velocities[i]\n    return velocities\n"),
        ),
        Slip(
            "the step is divided by the number of parameters. Each moves by its own velocity, all of it.",
            ("lr * velocities[i]", "lr * velocities[i] / len(parameters)"),
        ),
        Slip(
            "of each gradient only the sign counts: how steep the loss is makes no difference.",
            ("+ parameter.grad", "+ (parameter.grad > 0) - (parameter.grad < 0)"),
        ),
    ],
)

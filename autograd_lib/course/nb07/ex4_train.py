"""Exercise 7.4: a training loop that raises no error and learns nothing, to be fixed in two places."""

import random

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer, compare, is_number
from autograd_lib.course.nb07.ex1_train_step import move, one_sample, squared_error, three_samples
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP


def sum_of_squares(predictions, ys):
    """As the notebook has it."""
    return Value.sum([(p - y) ** 2 for p, y in zip(predictions, ys)])


def stub(model, xs, ys, lr, steps):
    model.zero_grad()
    predictions = [model(x) for x in xs]
    history = []
    for _ in range(steps):
        loss = sum_of_squares(predictions, ys)
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss.data)
    return history


def reference(model, xs, ys, lr, steps):
    history = []
    for _ in range(steps):
        predictions = [model(x) for x in xs]
        loss = sum_of_squares(predictions, ys)
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss.data)
    return history


def zeroes_after_the_update(model, xs, ys, lr, steps):
    history = []
    for _ in range(steps):
        loss = squared_error(model, xs, ys)
        loss.backward()
        move(model, lambda p: lr * p.grad)
        model.zero_grad()
        history.append(loss.data)
    return history


def predicts_again_at_the_end(model, xs, ys, lr, steps):
    """The predictions are made before the loop, and again after each update."""
    predictions, history = [model(x) for x in xs], []
    for _ in range(steps):
        loss = sum_of_squares(predictions, ys)
        model.zero_grad()
        loss.backward()
        move(model, lambda p: lr * p.grad)
        history.append(loss.data)
        predictions = [model(x) for x in xs]
    return history


def changes_nothing(model, xs, ys, lr, steps):
    """nothing is fixed yet. The loss is computed from predictions that were made once, before the loop; and what is in
    `.grad` is never set to 0 again.
    """
    return stub(model, xs, ys, lr, steps)


def predictions_stay_outside(model, xs, ys, lr, steps):
    """the gradients are set to 0 in each step, but the predictions are still those from before the loop. A graph holds
    the numbers of the moment at which it was built: build a new one in each step.
    """
    predictions, history = [model(x) for x in xs], []
    for _ in range(steps):
        loss = sum_of_squares(predictions, ys)
        model.zero_grad()
        loss.backward()
        move(model, lambda p: lr * p.grad)
        history.append(loss.data)
    return history


def zero_stays_outside(model, xs, ys, lr, steps):
    """the predictions are fresh, but the gradients of earlier steps are still in `.grad`. The curve falls, and may well
    look fine: `zero_grad()` still belongs in the loop.
    """
    model.zero_grad()
    history = []
    for _ in range(steps):
        loss = squared_error(model, xs, ys)
        loss.backward()
        move(model, lambda p: lr * p.grad)
        history.append(loss.data)
    return history


def zeroes_before_the_update(model, xs, ys, lr, steps):
    """`zero_grad()` stands between `backward()` and the update: by the time a parameter moves, its gradient is gone."""
    history = []
    for _ in range(steps):
        loss = squared_error(model, xs, ys)
        loss.backward()
        model.zero_grad()
        move(model, lambda p: lr * p.grad)
        history.append(loss.data)
    return history


def notes_the_loss_too_late(model, xs, ys, lr, steps):
    """the loss is noted after the update, from new predictions. The run is right, but the history is one step ahead:
    the loss before the first step is missing from it.
    """
    history = []
    for _ in range(steps):
        model.zero_grad()
        squared_error(model, xs, ys).backward()
        move(model, lambda p: lr * p.grad)
        history.append(squared_error(model, xs, ys).data)
    return history


def xor_network():
    xs, ys = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]
    return MLP(2, [2, 1], rng=random.Random(5)), xs, ys, 0.11


def run(solution, make, steps):
    model, xs, ys, lr = make()
    history = solution(model, xs, ys, lr, steps)
    if not isinstance(history, list | tuple):
        raise NotAnAnswer(f"You returned {history!r}. Return the list of losses, one for each step.")
    history = [getattr(loss, "data", loss) for loss in history]
    if not all(is_number(loss) for loss in history):
        raise NotAnAnswer(f"The history holds {history!r}. It takes a number for each step.")
    answer = {"the length of the history": len(history)}
    answer |= {f"the loss in step {step}": loss for step, loss in enumerate(history)}
    return answer | {f"{parameter.label} at the end": parameter.data for parameter in model.parameters()}


def judge(case, answer):
    return compare(run(reference, *case.make()), answer, 1e-9)


def training(words, make, steps):
    return Case(f"{words}, {steps} steps", lambda: (make, steps))


exercise = Exercise(
    id="7.4",
    title="A loop that learns nothing",
    name="train",
    reference=reference,
    stub=stub,
    cases=[
        training("a neuron that says w·x + b, with one sample", one_sample, 2),
        training("a tanh neuron, with three samples", three_samples, 3),
        training("MLP(2, [2, 1]) on XOR", xor_network, 6),
    ],
    run=run,
    judge=judge,
    alternatives=[zeroes_after_the_update, predicts_again_at_the_end],
    misconceptions=[
        changes_nothing,
        predictions_stay_outside,
        zero_stays_outside,
        zeroes_before_the_update,
        notes_the_loss_too_late,
    ],
)

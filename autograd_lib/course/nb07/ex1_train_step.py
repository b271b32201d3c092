"""Exercise 7.1: one step of training: forward, loss, zero, backward, update."""

import random

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer, compare, is_number
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP, Neuron
from autograd_lib.nn.optim import SGD


def reference(model, xs, ys, lr):
    predictions = [model(x) for x in xs]
    loss = Value.sum([(p - y) ** 2 for p, y in zip(predictions, ys)])
    model.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
    return loss


def squared_error(model, xs, ys):
    return Value.sum([(model(x) - y) ** 2 for x, y in zip(xs, ys)])


def move(model, distance):
    """Change each parameter by minus `distance(parameter)`."""
    for parameter in model.parameters():
        parameter.data -= distance(parameter)


def zeroes_at_the_end(model, xs, ys, lr):
    """Right in a loop that begins with gradients of 0."""
    loss = squared_error(model, xs, ys)
    loss.backward()
    move(model, lambda p: lr * p.grad)
    model.zero_grad()
    return loss


def zeroes_first(model, xs, ys, lr):
    for parameter in model.parameters():
        parameter.grad = 0.0
    total = 0.0
    for x, y in zip(xs, ys):
        total = total + (model(x) - y) ** 2
    total.backward()
    for parameter in model.parameters():
        parameter.data += -lr * parameter.grad
    return total.data


def with_an_optimiser(model, xs, ys, lr):
    optimizer = SGD(model.parameters(), lr)
    loss = squared_error(model, xs, ys)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def goes_uphill(model, xs, ys, lr):
    """the step follows the gradient, which points to where the loss grows. Subtract it."""
    loss = squared_error(model, xs, ys)
    model.zero_grad()
    loss.backward()
    move(model, lambda p: -lr * p.grad)
    return loss


def forgets_zero(model, xs, ys, lr):
    """the second step still has the gradients of the first in `.grad`: `backward()` adds. Set them to 0 before it."""
    loss = squared_error(model, xs, ys)
    loss.backward()
    move(model, lambda p: lr * p.grad)
    return loss


def has_no_gradient(model, xs, ys, lr):
    """all gradients are 0 when the update comes. Either `zero_grad()` stands between `backward()` and the update, or
    there is no `backward()`, or the loss is made of `.data`, plain numbers that no gradient can pass.
    """
    loss = squared_error(model, xs, ys)
    loss.backward()
    model.zero_grad()
    move(model, lambda p: lr * p.grad)
    return loss


def moves_no_parameter(model, xs, ys, lr):
    """the gradients are there, but no parameter has been changed by them. `p = p - lr * p.grad` makes a new node and
    gives it the name `p`; the model keeps the old one. Change the number inside it: `p.data -= lr * p.grad`.
    """
    loss = squared_error(model, xs, ys)
    model.zero_grad()
    loss.backward()
    return loss


def changes_the_gradient(model, xs, ys, lr):
    """it is `.grad` that is changed. The gradient says where to go; what has to move is `.data`."""
    loss = squared_error(model, xs, ys)
    model.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        parameter.grad -= lr * parameter.grad
    return loss


def uses_the_gradient_of_the_loss(model, xs, ys, lr):
    """every parameter is moved by lr · `loss.grad`. That is ∂L/∂L, always 1: each parameter has a gradient of its
    own.
    """
    loss = squared_error(model, xs, ys)
    model.zero_grad()
    loss.backward()
    move(model, lambda p: lr * loss.grad)
    return loss


def forgets_the_rate(model, xs, ys, lr):
    """the whole gradient is subtracted. It holds only nearby: multiply it by lr."""
    loss = squared_error(model, xs, ys)
    model.zero_grad()
    loss.backward()
    move(model, lambda p: p.grad)
    return loss


def takes_the_mean(model, xs, ys, lr):
    """the sum is divided by the number of samples. A mean is a good loss too, with another learning rate, but the
    exercise asks for the sum.
    """
    loss = squared_error(model, xs, ys) * (1 / len(ys))
    model.zero_grad()
    loss.backward()
    move(model, lambda p: lr * p.grad)
    return loss


def updates_before_backward(model, xs, ys, lr):
    """the update stands before `backward()`: it uses the gradients that the step before has left. Call `backward()`
    first.
    """
    loss = squared_error(model, xs, ys)
    move(model, lambda p: lr * p.grad)
    model.zero_grad()
    loss.backward()
    return loss


def neuron(activation, *numbers):
    """A neuron with these parameters, the bias last."""
    made = Neuron(len(numbers) - 1, activation)
    for parameter, number in zip(made.parameters(), numbers):
        parameter.data = number
    return made


def one_sample():
    return neuron("linear", 0.5, 0.0), [[2.0]], [3.0], 0.1


def three_samples():
    return neuron("tanh", 0.5, -0.3, 0.2), [[1.0, -2.0], [0.5, 1.5], [-1.0, 0.7]], [1.0, -1.0, 0.5], 0.07


def network():
    return MLP(2, [2, 1], rng=random.Random(7)), [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [1.0, 1.0, -1.0], 0.13


def run(solution, model, xs, ys, lr):
    """Two steps, one after the other: the losses, the parameters after each step, and the gradients that are left in
    `.grad`.
    """
    answer = {}
    for which in ("first", "second"):
        loss = solution(model, xs, ys, lr)
        loss = getattr(loss, "data", loss)
        if not is_number(loss):
            raise NotAnAnswer(f"You returned {loss!r} ({type(loss).__name__}). Return the loss, a Value.")
        answer[f"the loss of the {which} step"] = loss
        for parameter in model.parameters():
            if not is_number(parameter.data):
                raise NotAnAnswer(f"{parameter.label}.data is now {parameter.data!r}. It has to stay a plain number.")
            answer[f"{parameter.label} after the {which} step"] = parameter.data
    return answer | {"left": [parameter.grad for parameter in model.parameters()]}


def judge(case, answer):
    """What is left in `.grad` does not matter: it tells mistakes apart, not right from wrong."""
    expected = run(reference, *case.make())
    return compare(expected | {"left": None}, answer | {"left": None}, 1e-9)


exercise = Exercise(
    id="7.1",
    title="One step of training",
    name="train_step",
    reference=reference,
    cases=[
        Case("two steps of a neuron that says w·x + b, with one sample", one_sample),
        Case("two steps of a tanh neuron, with three samples", three_samples),
        Case("two steps of MLP(2, [2, 1]), with three samples", network),
    ],
    run=run,
    judge=judge,
    alternatives=[zeroes_at_the_end, zeroes_first, with_an_optimiser],
    misconceptions=[
        goes_uphill,
        forgets_zero,
        has_no_gradient,
        moves_no_parameter,
        changes_the_gradient,
        uses_the_gradient_of_the_loss,
        forgets_the_rate,
        takes_the_mean,
        updates_before_backward,
    ],
)

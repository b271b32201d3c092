"""Small networks that exercises train, and what they look like after a solution has trained them."""

import random

from autograd_lib.course.answers import is_number, kind
from autograd_lib.course.exercise import NotAnAnswer
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP


class Parameter(Value):
    """A Value that remembers whether a gradient has ever come to it."""

    __slots__ = ("was_reached",)

    def _backward(self):
        self.was_reached = True


def network(sizes, output="tanh", numbers=(), seed=None):
    """An MLP of these sizes, with these numbers for its parameters, or else with those that a seed gives."""
    model = MLP(sizes[0], sizes[1:], output=output, rng=random.Random(seed), value=Parameter)
    for parameter, number in zip(model.parameters(), numbers):
        parameter.data = number
    return model


def one_sample():
    return network([1, 1], "linear", [0.5, 0.0]), [[2.0]], [3.0], 0.025


def three_samples():
    xs, ys = [[1.0, -2.0], [0.5, 1.5], [-1.0, 0.7]], [1.0, -1.0, 0.5]
    return network([2, 1], "tanh", [0.5, -0.3, 0.2]), xs, ys, 0.07


def six_samples():
    """The second sample comes twice."""
    xs = [[1.0, -2.0], [0.5, 1.5], [-1.0, 0.7], [0.5, 1.5], [-0.4, -1.1], [2.0, 0.6]]
    return network([2, 1], "tanh", [0.5, -0.3, 0.2]), xs, [1.0, -1.0, 0.5, -1.0, -0.6, 1.0], 0.03


def squared_error(model, xs, ys):
    return Value.sum([(model(x) - y) ** 2 for x, y in zip(xs, ys)])


def numbers_in(model):
    """Label -> number, of each parameter."""
    numbers = {parameter.label: parameter.data for parameter in model.parameters()}
    for label, number in numbers.items():
        if not is_number(number):
            text = f"`{label}.data` is now {kind(number)}. It has to stay a plain number."
            raise NotAnAnswer(text, kind=f"{kind(number)} in .data")
    return numbers


def movement(model, before):
    """Whether the parameters have moved since they had the numbers `before`; if not, what can be seen of the reason."""
    parameters = model.parameters()
    if numbers_in(model) != before:
        return "one that moves the parameters"
    if not any(hasattr(parameter, "was_reached") for parameter in parameters):
        return "one that moves none: no gradient came to any"
    if not any(parameter.grad for parameter in parameters):
        return "one that moves none, and all gradients are 0 again"
    return "one that moves none, though the gradients are there"

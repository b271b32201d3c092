"""Exercise 7.1: one step of training: forward, loss, zero, backward, update."""

from types import FunctionType

from autograd_lib.course.answers import is_number, kind, same
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip
from autograd_lib.course.nb07.models import (
    movement,
    network,
    numbers_in,
    one_sample,
    six_samples,
    squared_error,
    three_samples,
)
from autograd_lib.engine.value import Value
from autograd_lib.nn.optim import SGD


def reference(model, xs, ys, lr):
    predictions = [model(x) for x in xs]
    loss = Value.sum([(p - y) ** 2 for p, y in zip(predictions, ys)])
    model.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
    return loss


def sets_gradients_to_none(model, xs, ys, lr):
    """a gradient is set to None, as PyTorch's `zero_grad()` does it. Here it is a number to which others are added: set
    it to 0.0.
    """
    loss = squared_error(model, xs, ys)
    loss.backward()
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
        parameter.grad = None
    return loss


def zeroes_at_the_end(model, xs, ys, lr):
    """Right in a loop that begins with gradients of 0."""
    loss = squared_error(model, xs, ys)
    loss.backward()
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
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
    return total


def with_an_optimiser(model, xs, ys, lr):
    optimizer = SGD(model.parameters(), lr)
    loss = squared_error(model, xs, ys)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def a_backward_for_each_sample(model, xs, ys, lr):
    """Gradients add up, so those of the squares can be collected one by one."""
    model.zero_grad()
    total = 0.0
    for x, y in zip(xs, ys):
        square = (model(x) - y) ** 2
        square.backward()
        total += square.data
    for parameter in model.parameters():
        parameter.data = parameter.data - lr * parameter.grad
    return Value(total)


def moves_the_weights(model, xs, ys, lr):
    biases = [(p, p.data) for p in model.parameters() if p.label.endswith("b")]
    loss = reference(model, xs, ys, lr)
    for bias, number in biases:
        bias.data = number
    return loss


def takes_the_mean(model, xs, ys, lr):
    return reference(model, xs, ys, lr / len(xs)) / len(xs)


def never_zeroes(model, xs, ys, lr):
    loss = squared_error(model, xs, ys)
    loss.backward()
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
    return loss


def returns_a_number(model, xs, ys, lr):
    return reference(model, xs, ys, lr).data


def stops_at_a_gradient_of_zero(model, xs, ys, lr):
    """the parameters after one whose gradient is 0 do not move, as with `break`. That one stays; the others move."""
    loss = squared_error(model, xs, ys)
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        if p.grad == 0:
            break
        p.data -= lr * p.grad
    return loss


def updates_before_backward(model, xs, ys, lr):
    """the first step moves no parameter, and the second one does, as where the update stands before `backward()`, and
    uses the gradients that the step before has left. Each step takes its own.
    """
    predictions = [model(x) for x in xs]
    loss = Value.sum([(p - y) ** 2 for p, y in zip(predictions, ys)])
    for p in model.parameters():
        p.data -= lr * p.grad
    model.zero_grad()
    loss.backward()
    return loss


def makes_two_steps(model, xs, ys, lr):
    """a call makes two steps. It is `check` that calls it twice; each call makes one."""
    reference(model, xs, ys, lr)
    last = reference(model, xs, ys, lr)
    return last


def steps_after_each_sample(model, xs, ys, lr):
    """the parameters move after each sample. One step on the sum looks at all the samples first, all of them with the
    same parameters, and moves once.
    """
    squares = []
    for x, y in zip(xs, ys):
        square = (model(x) - y) ** 2
        model.zero_grad()
        square.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        squares.append(square)
    return Value.sum(squares)


def steps_after_each_sample_and_returns_the_last(model, xs, ys, lr):
    """the parameters move after each sample, and the loss of the last sample alone is returned. One step on the sum
    looks at all the samples first, and moves once.
    """
    for x, y in zip(xs, ys):
        square = (model(x) - y) ** 2
        model.zero_grad()
        square.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
    return square


def moves_by_the_last_sample(model, xs, ys, lr):
    """the update has the gradients of the last sample alone, as where they are set to 0 before each sample, or where
    `backward()` is called on the last square. A step takes those of all samples.
    """
    total = 0.0
    for x, y in zip(xs, ys):
        square = (model(x) - y) ** 2
        model.zero_grad()
        square.backward()
        total = total + square
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
    return total


def moves_one_after_the_other(model, xs, ys, lr):
    """each parameter moves by the gradient of a loss that is computed when those before it have moved, and the last of
    these losses is returned. All parameters belong to one step: compute one loss and all gradients, then move all.
    """
    for parameter in model.parameters():
        model.zero_grad()
        latest = squared_error(model, xs, ys)
        latest.backward()
        parameter.data = parameter.data - lr * parameter.grad
    return latest


def keeps_the_first_graph(model, xs, ys, lr):
    """the second step has the loss of the first once more. A graph holds the numbers of the moment at which it was
    built: compute predictions and loss in each call.
    """
    if not hasattr(model, "kept_loss"):
        model.kept_loss = squared_error(model, xs, ys)
    model.zero_grad()
    model.kept_loss.backward()
    for parameter in model.parameters():
        parameter.data -= lr * parameter.grad
    return model.kept_loss


def slows_down(model, xs, ys, lr):
    """the second step is shorter than lr times the gradient, as where the rate gets smaller from call to call. In
    each of them, the step is lr times the gradient.
    """
    model.calls = getattr(model, "calls", 0) + 1
    return reference(model, xs, ys, lr / model.calls)


def has_a_shorter_second_step(case, answer):
    """Whether the first step is right, and the second one the same part of the right one for every parameter."""
    right, shares = exercise.right_answer(case), []
    for key, number in right.items():
        start = right[key.replace(SECOND, "after the first step")] if key.endswith(SECOND) else number
        if not same(start, number, 1e-9):
            shares.append((answer[key] - start) / (number - start))
        elif not same(number, answer[key], 1e-9):
            return False
    return all(0.01 < share < 0.999 and same(share, shares[0], 1e-6) for share in shares)


SECOND = "after the second step"
NO_GRADIENT = (
    "no gradient comes to any parameter of `model`. Call `backward()`, on a loss that is computed from these "
    "parameters: no gradient can pass `.data`, which is a plain number."
)
ONLY_THE_FIRST = (
    "only the first parameter moves, as where, inside the loop over the parameters, a `return` ends the step after the "
    "first one, or a `zero_grad()` takes the gradients of the others away. All of them move."
)
ALL, ZERO = "in model.parameters()", "    model.zero_grad()\n"

SLIPS = [
    Slip(
        "the step follows the gradient, which points to where the loss grows. The way down is against it.",
        ("-= lr", "+= lr"),
    ),
    Slip(
        "the second step still has the gradients of the first. It takes its own alone: `backward()` adds to what is in "
        "`.grad`, so that has to be 0 before it.",
        ("    model.zero_grad()\n", ""),
    ),
    Slip(
        "no parameter has moved, and in the end all gradients are 0. Perhaps they are set to 0 between `backward()` "
        "and the update, which needs them, or the update does not change `parameter.data`.",
        ("    model.zero_grad()\n    loss.backward()\n", "    loss.backward()\n    model.zero_grad()\n"),
    ),
    Slip(NO_GRADIENT, ("    loss.backward()\n", "")),
    Slip(NO_GRADIENT, ("[model(x) for x in xs]", "[model(x).data for x in xs]")),
    Slip(
        "the gradients are there, and no parameter has moved. What has to change is `parameter.data`: `p = p - lr * "
        "p.grad` makes a new node and gives it the name `p`, and `p.grad -= …` changes the gradient.",
        ("parameter.data -= lr", "parameter = parameter - lr"),
    ),
    Slip(
        "a Value is stored in `.data`. The number belongs there: `parameter.data -= lr * parameter.grad`.",
        ("parameter.data -= lr", "parameter.data = parameter - lr"),
    ),
    Slip(
        "a parameter is replaced by −lr · gradient instead of moved by it. Subtract from what it was: `-=`.",
        ("-= lr", "= -lr"),
    ),
    Slip(
        "every parameter is moved by lr · 1. Each has a gradient of its own, `parameter.grad`; that of the loss, "
        "∂L/∂L, is always 1.",
        ("* parameter.grad", "* loss.grad"),
    ),
    Slip("the whole gradient is subtracted. It holds only nearby: multiply it by lr.", ("lr * ", "")),
    Slip("the step is 0.05 · gradient, whatever `lr` is. Use the `lr` that is given.", ("lr * ", "0.05 * ")),
    Slip(
        "the sum is divided by the number of samples. A mean is a good loss too, with another learning rate, but the "
        "exercise asks for the sum.",
        ("])", "]) / len(ys)"),
    ),
    Slip(
        "the step is that of the mean: it is divided by the number of samples, and the loss is not. The exercise asks "
        "for the sum.",
        ("lr * ", "lr / len(ys) * "),
    ),
    Slip("the sum of squares is halved. The exercise asks for all of it.", ("])", "]) * 0.5")),
    Slip(
        "every prediction is compared with every target, as nested loops do. Pair each prediction with its own "
        "target: `zip`.",
        ("p, y in zip(predictions, ys)", "p in predictions for y in ys"),
    ),
    Slip(
        "the errors are added as they are, not squared: one below the target makes up for one above it.",
        (") ** 2", ")"),
    ),
    Slip(
        "the *sizes* of the errors are added. The exercise asks for their squares.", ("(p - y) ** 2", "(p - y).abs()")
    ),
    Slip(
        "it is the sum of the errors that is squared: one below the target makes up for one above it. Square each "
        "error, then add.",
        (") ** 2", ")"),
        ("])", "]) ** 2"),
    ),
    Slip(
        "the second parameter moves twice as far as it should, the third three times, and so on, as where "
        "`backward()` is called again for each: each call adds the gradients once more. Call it once, before the loop.",
        ("    loss.backward()\n", ""),
        ("        parameter.data", "        loss.backward()\n        parameter.data"),
    ),
    Slip("prediction and target are added. The error is their difference, p − y.", ("p - y", "p + y")),
    Slip(
        "only the last sample counts, as where `loss = …` inside a loop forgets the earlier ones. Add up the squares "
        "of all.",
        ("zip(predictions, ys)", "[*zip(predictions, ys)][-1:]"),
    ),
    Slip(
        "only the first sample counts, as where a loop returns, or stops, in its first round. Add up the squares of "
        "all.",
        ("zip(predictions, ys)", "[*zip(predictions, ys)][:1]"),
    ),
    Slip(
        "the last sample is left out. The loss is a sum over all of them.",
        ("zip(predictions, ys)", "[*zip(predictions, ys)][:-1]"),
    ),
    Slip(
        "a plain number is returned. The exercise asks for the Value: the loss itself, without `.data`.",
        ("return loss", "return loss.data"),
    ),
    Slip(
        "a list or a tuple is returned. The exercise asks for one Value, the loss.",
        ("return loss", "return [loss]"),
    ),
    Slip(
        "the loss that is returned is that after the step. Return the one that the step began with.",
        ("return loss", "return squared_error(model, xs, ys)"),
    ),
    Slip(ONLY_THE_FIRST, ("    return loss", "        return loss")),
    Slip(
        "only the weights move. A bias is a parameter like any other; `model.parameters()` has them all.",
        (ALL, "in [p for p in model.parameters() if not p.label.endswith('b')]"),
    ),
    Slip("the last parameter stays where it was. All of them move.", (ALL, "in model.parameters()[:-1]")),
    Slip("only the last layer moves. `model.parameters()` has all of them.", (ALL, "in model.layers[-1].parameters()")),
    Slip(
        "only the first layer moves. `model.parameters()` has the parameters of all layers.",
        (ALL, "in model.layers[0].parameters()"),
    ),
    Slip(
        "only the sign of a gradient counts: a small one moves its parameter by lr, and so does a large one. The step "
        "is lr times the gradient, so that a steep loss makes a long one.",
        ("* parameter.grad", "* ((parameter.grad > 0) - (parameter.grad < 0))"),
    ),
    Slip(
        "a gradient beyond ±1 is cut off there. The step takes all of it.",
        ("* parameter.grad", "* max(-1.0, min(1.0, parameter.grad))"),
    ),
    Slip(
        "the second step still has the gradients of the first, but for the last parameter. Set all of them to 0 before "
        "`backward()`.",
        (ZERO, "    model.parameters()[-1].grad = 0.0\n"),
    ),
    Slip(
        "the second step still has the gradients of the first for the biases. Set all of them to 0 before "
        "`backward()`.",
        (ZERO, "    for p in model.parameters():\n        p.grad *= p.label.endswith('b')\n"),
    ),
    Slip(
        "the second step still has nine tenths of the gradients of the first, as with momentum, or where they are "
        "only made smaller. It takes its own alone.",
        (ZERO, "    for p in model.parameters():\n        p.grad *= 0.9\n"),
    ),
    *(
        Slip(
            f"only the first {number} samples count. There are as many as `xs` has entries.",
            ("zip(predictions, ys)", f"[*zip(predictions, ys)][:{place}]"),
        )
        for place, number in [(3, "three"), (4, "four")]
    ),
    Slip(
        "of samples that are equal, only one counts. The loss is a sum over all of them.",
        (
            "[(p - y) ** 2 for p, y in zip(predictions, ys)]",
            "{(p.data, y): (p - y) ** 2 for p, y in zip(predictions, ys)}.values()",
        ),
    ),
    Slip(
        "the errors are added as they are, not squared: one below the target makes up for one above it.",
        ("(p - y) ** 2", "y - p"),
    ),
    Slip(
        "the step is twice as long, as where `backward()` is called twice: each call adds the gradients. One step is "
        "lr times the gradient, once.",
        ("lr * ", "2 * lr * "),
    ),
    Slip(ONLY_THE_FIRST, ("    return loss", "        model.zero_grad()\n    return loss")),
    Slip(
        "all gradients are divided by their common length, √(Σ g²), so that the step is as long as lr. The step is lr "
        "times the gradient, so that a steep loss makes a long one.",
        ("* parameter.grad", "* parameter.grad / steepness(model)"),
    ),
    Slip(
        "the first sample is left out. The loss is a sum over all of them.",
        ("zip(predictions, ys)", "[*zip(predictions, ys)][1:]"),
    ),
]

# Rare ones, which are tried alone and with one another: pairs with all others would take too long.
BY_THEMSELVES = FunctionType(reference.__code__, globals(), reference.__name__)
for rare in SLIPS[-12:]:
    rare.of = BY_THEMSELVES


def steepness(model):
    """The length of the gradient."""
    return sum(parameter.grad**2 for parameter in model.parameters()) ** 0.5 or 1.0


def two_layers():
    return network([2, 2, 1], seed=7), [[0.0, 1.0], [1.0, 1.0]], [1.0, -1.0], 0.13


def one_input_is_zero():
    return network([2, 1], "tanh", [0.5, -0.3, 0.2]), [[0.0, 1.5], [0.0, -0.7]], [1.0, -1.0], 0.1


def run(solution, model, xs, ys, lr):
    """Two steps, one after the other: what they return, and the parameters after each of them."""
    answer, before = {}, numbers_in(model)
    for which in ("first", "second"):
        loss = solution(model, xs, ys, lr)
        answer[f"the result of the {which} step"] = "a list or a tuple" if kind(loss) == "a list" else kind(loss)
        if is_number(getattr(loss, "data", loss)):
            answer[f"the loss of the {which} step"] = getattr(loss, "data", loss)
        answer |= {f"{label} after the {which} step": number for label, number in numbers_in(model).items()}
        if which == "first":
            answer["the first step"] = movement(model, before)
    return answer


exercise = Exercise(
    id="7.1",
    title="One step of training",
    name="train_step",
    reference=reference,
    demands=[
        Demand(
            "`train_step(model, xs, ys, lr)` moves every parameter of `model` by one step of gradient descent, at the "
            "rate `lr`",
            moves_the_weights,
        ),
        Demand("the loss is the sum of the squared errors of all samples", takes_the_mean),
        Demand("a second call in a row, on the same model, is such a step as well", never_zeroes),
        Demand("it returns the loss as it was before the step, a Value", returns_a_number),
    ],
    cases=[
        Case('two steps of MLP(1, [1], output="linear"), with one sample', one_sample),
        Case("two steps of MLP(2, [1]), with three samples", three_samples),
        Case("two steps of MLP(2, [2, 1]), with two samples", two_layers),
        Case("two steps of MLP(2, [1]), with six samples", six_samples),
        Case("two steps of MLP(2, [1]), where one gradient is 0", one_input_is_zero),
    ],
    run=run,
    may_change=("model",),
    alternatives=[zeroes_at_the_end, zeroes_first, with_an_optimiser, a_backward_for_each_sample],
    misconceptions=[
        sets_gradients_to_none,
        updates_before_backward,
        makes_two_steps,
        steps_after_each_sample,
        steps_after_each_sample_and_returns_the_last,
        moves_by_the_last_sample,
        moves_one_after_the_other,
        keeps_the_first_graph,
        slows_down,
        stops_at_a_gradient_of_zero,
    ],
    recognise={slows_down: has_a_shorter_second_step},
    slips=SLIPS,
)

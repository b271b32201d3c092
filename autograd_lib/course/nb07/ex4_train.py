"""Exercise 7.4: a training loop that raises no error and learns nothing, to be fixed in two places."""

import copy
import re
from types import FunctionType

from autograd_lib.course.answers import in_words, is_number, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.nb07.models import movement, network, numbers_in, one_sample, squared_error, three_samples
from autograd_lib.course.trying import Failure
from autograd_lib.engine.value import Value


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
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
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
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss.data)
        predictions = [model(x) for x in xs]
    return history


def keeps_the_values(model, xs, ys, lr, steps):
    """The history as a list of Values."""
    history = []
    while len(history) < steps:
        model.zero_grad()
        loss = squared_error(model, xs, ys)
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss)
    return history


def moves_nothing(model, xs, ys, lr, steps):
    return [squared_error(model, xs, ys).data] * steps


def takes_the_mean(model, xs, ys, lr, steps):
    return [loss / len(xs) for loss in reference(model, xs, ys, lr / len(xs), steps)]


def notes_the_later_losses(model, xs, ys, lr, steps):
    return [*reference(model, xs, ys, lr, steps)[1:], squared_error(model, xs, ys).data]


def updates_before_backward(model, xs, ys, lr, steps):
    """each step moves the parameters by the gradients of the step before, and the first one moves none, as where the
    update stands before `backward()`. Each step takes its own.
    """
    history = []
    for _ in range(steps):
        predictions = [model(x) for x in xs]
        loss = sum_of_squares(predictions, ys)
        for p in model.parameters():
            p.data -= lr * p.grad
        model.zero_grad()
        loss.backward()
        history.append(loss.data)
    return history


def steps_after_each_sample(model, xs, ys, lr, steps):
    """the parameters move after each sample. A step looks at all the samples first, and moves once."""
    history = []
    for _ in range(steps):
        total = 0.0
        for x, y in zip(xs, ys):
            square = (model(x) - y) ** 2
            model.zero_grad()
            square.backward()
            for parameter in model.parameters():
                parameter.data -= lr * parameter.grad
            total += square.data
        history.append(total)
    return history


def predicts_before_the_update(model, xs, ys, lr, steps):
    """the predictions are one step old, from the second step on, as where new ones are made between `backward()` and
    the update. Make them when the parameters have moved.
    """
    predictions, history = [model(x) for x in xs], []
    for _ in range(steps):
        loss = sum_of_squares(predictions, ys)
        model.zero_grad()
        loss.backward()
        predictions = [model(x) for x in xs]
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss.data)
    return history


def predicts_with_numbers_at_the_end(model, xs, ys, lr, steps):
    """only the first step moves the parameters, as where the predictions for the later ones are plain numbers, made
    with `.data`. Each step needs new predictions that are Values, and a `backward()` of its own.
    """
    predictions, history = [model(x) for x in xs], []
    for _ in range(steps):
        loss = sum_of_squares(predictions, ys)
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss.data)
        predictions = [model(x).data for x in xs]
    return history


def uses_the_first_gradients(model, xs, ys, lr, steps):
    """every step moves the parameters by the gradients of the first, as where `backward()` goes back through
    predictions that are made before the loop. In each step, set the gradients to 0, and call `backward()` on the loss
    of new predictions.
    """
    predictions, history = [model(x) for x in xs], []
    for _ in range(steps):
        history.append(squared_error(model, xs, ys).data)
        for parameter in model.parameters():
            parameter.grad = 0.0
        sum_of_squares(predictions, ys).backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
    return history


def refreshes_old_nodes(model, xs, ys, lr, steps):
    """the losses have new numbers, and the gradients are made with slopes from before the first step, as where the
    `.data` of old predictions is written to. A node keeps the slopes of the moment at which it was built: make new
    predictions in each step.
    """
    predictions, history = [model(x) for x in xs], []
    for _ in range(steps):
        for prediction, x in zip(predictions, xs):
            prediction.data = model(x).data
        loss = sum_of_squares(predictions, ys)
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(loss.data)
    return history


def trains_a_copy(model, xs, ys, lr, steps):
    """the model that was handed in is not the one that has been trained. Its own parameters have to move."""
    return reference(copy.deepcopy(model), xs, ys, lr, steps)


def trains_its_own(model, xs, ys, lr, steps):
    """the samples are put into another network than `model`, one with another number of inputs, as where a new network
    is made inside `train`. Train the one that is handed in.
    """
    return reference(network([3, 1]), xs, ys, lr, steps)


def puts_everything_back(model, xs, ys, lr, steps):
    """after the run, the parameters are where they began. The model itself is what training is for."""
    before = [(parameter, parameter.data) for parameter in model.parameters()]
    history = reference(model, xs, ys, lr, steps)
    for parameter, number in before:
        parameter.data = number
    return history


def rounds_the_losses(model, xs, ys, lr, steps):
    """the losses in the history are rounded. It takes them with all their digits."""
    return [round(loss, 2) for loss in reference(model, xs, ys, lr, steps)]


def stops_early(model, xs, ys, lr, steps):
    """a run ends early, so that its history is too short, as where it ends once the loss is small, or hardly changes.
    All `steps` are to be made, and the history has one loss for each.
    """
    history = []
    for _ in range(steps):
        loss = squared_error(model, xs, ys)
        history.append(loss.data)
        if loss.data < 1e-3:
            break
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
    return history


def stops_when_it_rises(model, xs, ys, lr, steps):
    """a run whose loss rises ends early, so that its history is too short. It has one loss for each of the `steps`,
    wherever they lead.
    """
    history = []
    for _ in range(steps):
        loss = squared_error(model, xs, ys)
        if history and loss.data >= history[-1]:
            break
        history.append(loss.data)
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
    return history


LOOP, PREDICTIONS = "    for _ in range(steps):\n", "        predictions = [model(x) for x in xs]\n"
ZERO, BACKWARD = "        model.zero_grad()\n", "        loss.backward()\n"
UPDATE = "            parameter.data -= lr * parameter.grad\n"
NOTE, END = "        history.append(loss.data)\n", "    return history"

SLIPS = [
    Slip(
        "the predictions are still those of the first step, as where they are made before the loop. A graph holds the "
        "numbers of the moment at which it was built: compute the loss of new ones in each step.",
        (LOOP + PREDICTIONS, PREDICTIONS[4:] + LOOP),
    ),
    Slip(
        "the gradients of earlier steps are still in `.grad`. Each step sets them to 0 before `backward()`, even where "
        "the curve looks fine without that.",
        (ZERO, ""),
    ),
    Slip(
        "no parameter has moved, and in the end all gradients are 0. Perhaps they are set to 0 between `backward()` "
        "and the update, which needs them, or the update does not change `parameter.data`.",
        (ZERO + BACKWARD, BACKWARD + ZERO),
    ),
    Slip(
        "no gradient comes to any parameter of `model`. Call `backward()` in each step, on a loss that is computed "
        "from these parameters: no gradient can pass `.data`, which is a plain number.",
        (BACKWARD, ""),
    ),
    Slip(
        "the gradients are there, and no parameter has moved. What has to change is `parameter.data`.",
        ("parameter.data -= lr", "parameter = parameter - lr"),
    ),
    Slip(
        "the steps follow the gradient, which points to where the loss grows. The way down is against it.",
        ("-= lr", "+= lr"),
    ),
    Slip("the whole gradient is subtracted. It holds only nearby: multiply it by lr.", ("lr * ", "")),
    Slip(
        "the sum is divided by the number of samples. The loss of this loop is the sum of squares.",
        ("sum_of_squares(predictions, ys)", "sum_of_squares(predictions, ys) / len(ys)"),
    ),
    Slip(
        "the history holds the losses after the updates. So it is one step ahead, and the loss before the first step "
        "is missing.",
        (NOTE, "        history.append(squared_error(model, xs, ys).data)\n"),
    ),
    Slip(
        "there is one step less than `steps`, or the last is missing in the history.",
        ("range(steps)", "range(steps - 1)"),
    ),
    Slip("there is one step more than `steps`.", ("range(steps)", "range(steps + 1)")),
    Slip(
        "there is one step only, as where a `return` inside the loop ends it. Make all `steps`, and then return.",
        (END, "    " + END),
    ),
    Slip(
        "the history has the loss of the last step alone, as where it is noted after the loop, or where the history "
        "begins anew in each step. It takes one for each step.",
        (NOTE, NOTE[4:]),
    ),
    Slip(
        "one number is returned. The exercise asks for a list of losses, with one for each step.",
        (END, "    return loss.data"),
    ),
    Slip(
        "the history has one loss more, that after the last update. It takes one for each step, from before its "
        "update.",
        (END, "    history.append(squared_error(model, xs, ys).data)\n" + END),
    ),
    Slip(
        "the history has one loss too many: the first stands in it twice, as where it is noted before the loop as "
        "well. It takes one for each step.",
        ("history = []", "history = [squared_error(model, xs, ys).data]"),
    ),
    Slip("the history is in reverse order.", (END, END + "[::-1]")),
    Slip(
        "the history has the losses divided by the number of samples. The loss of this loop is the sum of squares.",
        (END, "    return [loss / len(ys) for loss in history]"),
    ),
    Slip(
        "each loss stands in the history once for each parameter, as where `history.append` is inside the loop over "
        "the parameters. The history takes one for each step.",
        (NOTE, "    " + NOTE),
    ),
    Slip(
        "only the first parameter moves, as where a `zero_grad()` inside the loop over the parameters takes the "
        "gradients of the others away. All of them move, and `zero_grad()` comes once in each step, before "
        "`backward()`.",
        (ZERO, ""),
        (UPDATE + NOTE, UPDATE + "    " + ZERO + NOTE),
    ),
    *(
        Slip(
            "the rate gets smaller from step to step. It is `lr` in each of them.",
            ("for _ in", "for step in"),
            ("lr * ", f"lr * {factor} * "),
        )
        for factor in ("(1 - step / steps)", "1 / (1 + step)", "0.9**step")
    ),
    Slip(
        "the steps are twice as long, as where `backward()` is called twice in each: each call adds the gradients. "
        "One step is lr times the gradient, once.",
        ("lr * ", "2 * lr * "),
    ),
    Slip("the step is 0.05 · gradient, whatever `lr` is. Use the `lr` that is given.", ("lr * ", "0.05 * ")),
    Slip(
        "every second step still has the gradients of the step before. Each takes its own alone: set them to 0 in "
        "every step, before `backward()`.",
        (ZERO, "        if len(history) % 2 == 0:\n            model.zero_grad()\n"),
    ),
    Slip(
        "a step still has nine tenths of what the step before had, as with momentum, or where the gradients are only "
        "made smaller. It takes its own alone.",
        (ZERO, "        for p in model.parameters():\n            p.grad *= 0.9\n"),
    ),
    Slip(
        "the history holds running means of the losses, each of all losses so far. It takes the loss of each step.",
        (END, "    return [sum(history[: i + 1]) / (i + 1) for i in range(len(history))]"),
    ),
    Slip(
        "each step takes one sample only, the next one each time. The loss is the sum over all of them.",
        (
            LOOP + PREDICTIONS,
            "    for step in range(steps):\n        i = step % len(xs)\n        predictions, target = [model(xs[i])], "
            "ys[i : i + 1]\n",
        ),
        ("(predictions, ys)", "(predictions, target)"),
    ),
    Slip("the last sample is left out.", ("(predictions, ys)", "(predictions[:-1], ys)")),
    Slip(
        "only the last layer moves. `model.parameters()` has all of them.",
        ("in model.parameters():", "in model.layers[-1].parameters():"),
    ),
    Slip(
        "only the first layer moves. `model.parameters()` has all of them.",
        ("in model.parameters():", "in model.layers[0].parameters():"),
    ),
    Slip(
        "the last parameter stays where it was. All of them move.", ("model.parameters():", "model.parameters()[:-1]:")
    ),
    Slip(
        "only the sign of a gradient counts: a small one moves its parameter by lr, and so does a large one. The step "
        "is lr times the gradient.",
        ("* parameter.grad", "* ((parameter.grad > 0) - (parameter.grad < 0))"),
    ),
    Slip(
        "the history holds the lowest loss so far. It takes the loss of each step, also where it rises.",
        (END, "    return [min(history[: i + 1]) for i in range(len(history))]"),
    ),
    Slip(
        "the second step still has the gradients of the first, and the steps after it have only their own. Set them "
        "to 0 in every step, before `backward()`.",
        (ZERO, "        if len(history) != 1:\n            model.zero_grad()\n"),
    ),
]

# Rare ones, which are tried alone and with one another: pairs with all others would take too long.
BY_THEMSELVES = FunctionType(reference.__code__, globals(), reference.__name__)
for rare in SLIPS[-9:]:
    rare.of = BY_THEMSELVES


def xor_network():
    xs, ys = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]
    return network([2, 2, 1], seed=5), xs, ys, 0.11


def one_sample_with_ease():
    """The loss is a twenty-fifth after each step."""
    model, xs, ys, _ = one_sample()
    return model, xs, ys, 0.08


def one_sample_too_fast():
    """The loss is more than twice as large after each step."""
    model, xs, ys, _ = one_sample()
    return model, xs, ys, 0.25


def run(solution, model, xs, ys, lr, steps):
    before = numbers_in(model)
    history = solution(model, xs, ys, lr, steps)
    if not isinstance(history, list | tuple):
        raise NotAnAnswer(
            f"You returned {with_kind(history, in_words(history))}. Return the list of losses, one for each step.",
            kind=f"{kind(history)} for a list",
        )
    losses = [getattr(loss, "data", loss) for loss in history]
    strange = [loss for loss in losses if not is_number(loss)]
    if strange:
        words = with_kind(strange[0], in_words(strange[0]))
        raise NotAnAnswer(f"The history holds {words}. It takes a number for each step.", kind="no numbers")
    answer = {"the length of the history": len(losses)}
    answer |= {f"the loss in step {step}": loss for step, loss in enumerate(losses[: steps + 2])}
    answer |= {f"{label} at the end": number for label, number in numbers_in(model).items()}
    return answer | {"the run": movement(model, before)}


LARGER, TOO_LARGE, SLOWLY = "larger rate", "too large a rate", "XOR"


def training(words, make, steps):
    return Case(f"{words}, {steps} steps", lambda: (*make(), steps))


def wants_other_inputs(case, answer):
    """Whether a network has refused the samples that has another number of inputs than `model`."""
    _, xs, *_ = case.make()
    wanted = re.match(r"wanted (\d+) inputs", answer.message) if isinstance(answer, Failure) else None
    return frozenset() if wanted is None else int(wanted[1]) != len(xs[0])


def is_cut_short(case, answer):
    """Whether a run whose loss becomes small, or falls slowly, has been cut, and no shorter run. One whose loss rises
    may be cut as well: that is another mistake.
    """
    return is_cut_where((LARGER, SLOWLY), case, answer)


def is_cut_when_rising(case, answer):
    """The same for a run whose loss rises; then one that becomes small may be cut as well."""
    return is_cut_where((TOO_LARGE,), case, answer)


def is_cut_where(words, case, answer):
    *given, steps = case.make()
    expected = run(reference, *given, steps)
    if same(expected, answer, 1e-9):
        return True
    noted = {key: expected[key] for key in answer if key.startswith("the loss") and key in expected}
    moved = {key: expected[key] for key in expected if key.endswith("at the end")}
    is_cut = 1 <= len(noted) < steps and same(noted, {key: answer[key] for key in noted}, 1e-9)
    is_cut = is_cut and not same(moved, {key: answer[key] for key in moved}, 1e-9)
    if any(part in case.text for part in words):
        return is_cut
    return frozenset() if is_cut and any(part in case.text for part in (LARGER, SLOWLY, TOO_LARGE)) else None


def is_rounded(case, answer):
    """Whether the losses are the right ones, rounded to some number of digits, and all else is right."""
    expected = run(reference, *case.make())
    losses = {key for key in expected if key.startswith("the loss")}
    rest = expected.keys() - losses
    return same({key: expected[key] for key in rest}, {key: answer[key] for key in rest}, 1e-9) and any(
        all(answer[key] == round(expected[key], digits) for key in losses) for digits in range(1, 9)
    )


exercise = Exercise(
    id="7.4",
    title="A loop that learns nothing",
    name="train",
    reference=reference,
    stub=stub,
    demands=[
        Demand(
            "`train` makes `steps` steps of gradient descent, at the rate `lr`, with the parameters of `model`",
            moves_nothing,
        ),
        Demand("its loss is the sum of squares, as it is now", takes_the_mean),
        Demand("it returns the losses, one for each step, each as it was before its update", notes_the_later_losses),
    ],
    cases=[
        training('MLP(1, [1], output="linear") with one sample', one_sample, 2),
        training("MLP(2, [1]) with three samples", three_samples, 3),
        training(f"MLP(2, [2, 1]) on {SLOWLY}", xor_network, 4),
        training(f'MLP(1, [1], output="linear") with one sample and a {LARGER}', one_sample_with_ease, 9),
        training(f'MLP(1, [1], output="linear") with one sample and {TOO_LARGE}', one_sample_too_fast, 4),
    ],
    run=run,
    may_change=("model",),
    alternatives=[zeroes_after_the_update, predicts_again_at_the_end, keeps_the_values],
    misconceptions=[
        updates_before_backward,
        steps_after_each_sample,
        predicts_before_the_update,
        predicts_with_numbers_at_the_end,
        uses_the_first_gradients,
        refreshes_old_nodes,
        trains_a_copy,
        trains_its_own,
        puts_everything_back,
        rounds_the_losses,
        stops_early,
        stops_when_it_rises,
    ],
    recognise={
        trains_its_own: wants_other_inputs,
        stops_early: is_cut_short,
        stops_when_it_rises: is_cut_when_rising,
        rounds_the_losses: is_rounded,
    },
    slips=SLIPS,
)

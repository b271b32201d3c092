"""At each step of the notebooks' training runs, a recording gives the eager engine's loss and gradients.

The networks and losses are the notebooks' own: what their cells define is taken from them. The eager model trains.
Before each step, a second model, whose step is recorded, gets its parameters.
"""

import ast
import random
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import nbformat
import numpy as np
import pytest

from autograd_lib import datasets
from autograd_lib.compile import compile_step
from autograd_lib.engine.value import Value
from autograd_lib.nn import functional, losses
from autograd_lib.nn.optim import SGD, Adam
from autograd_lib.widgets import TrainingModel

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
STEPS = 24


class Run(NamedTuple):
    """A training run. `new_model()` is the same model each time; `loss_of(model, *batch)` is a node.

    `recorded_loss` is the same loss for targets that are nodes, where `loss_of` takes plain numbers only.
    """

    new_model: Any
    loss_of: Any
    optimizer_of: Any
    batches: list
    recorded_loss: Any = None


@cache
def book(number, *whole):
    """What a notebook defines: its imports, functions and classes, and everything in the cells of these ids."""
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    defined = {}
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            tree = ast.parse(cell.source)
            tree.body = [part for part in tree.body if cell.id in whole or is_definition(part)]
            with suppress(NameError):  # where a function's default is a number from a cell that is left out
                exec(compile(tree, f"{path.name}, {cell.id}", "exec"), defined)
    return SimpleNamespace(**defined)


def is_definition(statement):
    """Whether it is an import, a function or a class, or takes what the reader has written in an exercise."""
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.value).startswith("yours(")
    return isinstance(statement, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))


def of_scores(loss):
    return lambda model, xs, ys: loss([model(x) for x in xs], ys)


def hinge_of_nodes(scores, targets):
    """`losses.hinge`, which refuses targets that are nodes: a recording must be able to change them."""
    return losses.mean([(score * -target + 1).relu() for score, target in zip(scores, targets)])


def cross_entropy(model, *batch):
    *inputs, targets = batch
    return functional.cross_entropy(model(*inputs), targets)


def xor_of_06():
    def loss_of(model, xs, ys):
        return Value.sum([(model(x) - y) ** 2 for x, y in zip(xs, ys)]) / 4

    new_model = lambda: book("06").MLP(2, [2, 1], rng=random.Random(0))  # noqa: E731
    return Run(new_model, loss_of, partial(SGD, lr=0.3), [datasets.xor()] * STEPS)


def playground_of_06():
    new_run = partial(TrainingModel, "circles", hidden=(4, 3))
    run = new_run()
    xs, ys = run.train
    batches = [(xs[i : i + run.size], ys[i : i + run.size]) for i in range(0, len(xs), run.size)]
    optimizer_of = partial(SGD, lr=run.lr, momentum=run.momentum)
    return Run(
        lambda: new_run().network,
        of_scores(run.loss),
        optimizer_of,
        (batches * STEPS)[:STEPS],
        of_scores(hinge_of_nodes),
    )


def tasks_of_07(name, lr):
    notebook = book("07", "39bf61f8")
    _, *batch = getattr(notebook, name)()
    new_model = lambda: getattr(notebook, name)()[0]  # noqa: E731
    return Run(new_model, of_scores(notebook.sum_of_squares), partial(SGD, lr=lr), [batch] * STEPS)


def moons_of_08(loss, optimizer_of):
    notebook = book("08", "fb71b86d", "2aa5c855")
    loss, rng = loss or notebook.my_loss, random.Random(2)
    points = notebook.train_xs, notebook.train_ys
    batches = [batch for _ in range(3) for batch in notebook.my_batches(*points, 20, rng)]
    recorded_loss = of_scores(hinge_of_nodes if loss is losses.hinge else loss)
    return Run(notebook.new_model, of_scores(loss), optimizer_of, batches[:STEPS], recorded_loss)


def digits_of_11(network, count):
    notebook = book("11", "ab519f1d")
    images, targets = notebook.train_images, notebook.train_targets
    order = np.random.default_rng(0).permutation(len(images))
    parts = [order[start : start + 32] for start in range(0, len(order), 32)]
    parts = [*parts[: count - 1], parts[-1]]  # an epoch ends in a smaller batch
    batches = [(images[part][:, np.newaxis], targets[part]) for part in parts]
    return Run(getattr(notebook, network), cross_entropy, partial(Adam, lr=0.005), batches)


def notebook_12():
    return book("12", "text", "without-looking")


def text_of_12(new_model, context, batch, lr):
    codes, rng = notebook_12().codes, np.random.default_rng(1)
    batches = [datasets.random_windows(codes, context, batch, rng) for _ in range(STEPS)]
    return Run(new_model, cross_entropy, partial(Adam, lr=lr), batches)


def look_back_of_12():
    notebook = notebook_12()
    return text_of_12(lambda: notebook.LookBack(notebook.causal_weights), 16, 32, 0.01)


def tiny_gpt_of_12():
    return text_of_12(lambda: notebook_12().TinyGPT(context=32, width=64, heads=4, layers=1), 32, 8, 0.005)


def game_of_12():
    notebook, rng = notebook_12(), np.random.default_rng(0)
    batches = [notebook.deal(rng, 64) for _ in range(STEPS)]
    return Run(notebook.AttentivePlayer, cross_entropy, partial(Adam, lr=0.01), batches)


RUNS_OF_VALUES = {
    "06, XOR": xor_of_06,
    "06, the playground": playground_of_06,
    "07, four samples": partial(tasks_of_07, "four", 0.05),
    "07, XOR": partial(tasks_of_07, "xor", 0.05),
    "07, a line": partial(tasks_of_07, "line", 0.01),
    "08, cross-entropy": partial(moons_of_08, None, partial(SGD, lr=1.0)),
    "08, squared error": partial(moons_of_08, losses.mean_squared_error, partial(Adam, lr=0.03)),
    "08, hinge": partial(moons_of_08, losses.hinge, partial(SGD, lr=0.03, momentum=0.9)),
}
RUNS_OF_TENSORS = {
    "11, MLP": partial(digits_of_11, "new_mlp", STEPS),
    "11, convolutions": partial(digits_of_11, "new_network", 6),
    "12, look back": look_back_of_12,
    "12, the game": game_of_12,
    "12, GPT": tiny_gpt_of_12,
}


def compare_each_step(run, fast, compare):
    """Train the eager model; in each step, `compare` the loss and gradients with those of the recording."""
    model, recorded = run.new_model(), run.new_model()
    optimizer = run.optimizer_of(model.parameters())
    step = compile_step(run.recorded_loss or run.loss_of, recorded, run.optimizer_of(recorded.parameters()), fast=fast)
    history = []
    for batch in run.batches:
        for theirs, ours in zip(model.parameters(), recorded.parameters(), strict=True):
            if isinstance(theirs, Value):
                ours.data = theirs.data
            else:
                ours.data[...] = theirs.data
        loss = run.loss_of(model, *batch)
        optimizer.zero_grad()
        loss.backward()
        compare(step(*batch), float(loss.data))
        for theirs, ours in zip(model.parameters(), recorded.parameters()):
            compare(ours.grad, theirs.grad)
        optimizer.step()
        history.append(float(loss.data))
    assert len(set(history)) > 1  # it trains


def to_rounding(tolerance):
    def compare(got, expected):
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)

    return compare


@pytest.mark.parametrize("name", RUNS_OF_VALUES)
@pytest.mark.parametrize("fast", [False, True])
def test_values_agree_to_twelve_digits_at_each_step(name, fast):
    """Not to the last bit: a recording adds up the payments to a node in another order."""
    compare_each_step(RUNS_OF_VALUES[name](), fast, to_rounding(1e-12))


@pytest.mark.parametrize("name", RUNS_OF_TENSORS)
def test_tensors_agree_to_the_last_bit_at_each_step(name):
    compare_each_step(RUNS_OF_TENSORS[name](), False, np.testing.assert_array_equal)


@pytest.mark.parametrize("name", RUNS_OF_TENSORS)
def test_tensors_laid_out_for_speed_agree_up_to_rounding_at_each_step(name):
    """The GPT computes in float32, which has seven digits."""
    compare_each_step(RUNS_OF_TENSORS[name](), True, to_rounding(1e-5 if name == "12, GPT" else 1e-12))

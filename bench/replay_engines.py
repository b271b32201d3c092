"""Training steps that are recorded once and replayed: builders like those in `scalar_engines` and `tensor_engines`."""

import shutil
from itertools import pairwise

import gpt_engines
import gpt_problems
import numpy as np
import tensor_engines
from scalar_engines import L2, RATE, SIZES, autograd_lib, fill, gradients_of, micrograd
from tensor_problems import RATES, problem


def recorded_values(parameters, points, targets, fast=False):
    from autograd_lib.compile import compile_step
    from autograd_lib.nn.losses import hinge, l2
    from autograd_lib.nn.mlp import MLP
    from autograd_lib.nn.optim import SGD

    model = MLP(SIZES[0], SIZES[1:], activation="relu", output="linear")
    fill(model, parameters)

    def make_loss(model):
        return hinge([model(point) for point in points], targets) + l2(model.parameters(), L2)

    step = compile_step(make_loss, model, SGD(model.parameters(), RATE), fast=fast)
    return step, lambda: gradients_of(model), None


def recorded_values_fast(parameters, points, targets):
    return recorded_values(parameters, points, targets, fast=True)


def scalars_by_hand(parameters, points, targets):
    """The same step as NumPy on matrices in float64, every gradient derived on paper."""
    weights, biases, rest = [], [], np.array(parameters)
    for nin, nout in pairwise(SIZES):
        both, rest = rest[: nout * (nin + 1)].reshape(nout, nin + 1), rest[nout * (nin + 1) :]
        weights.append(both[:, :-1].T.copy())
        biases.append(both[:, -1].copy())
    xs, signs, gradients = np.array(points), np.array(targets, float)[:, None], []

    def step():
        rows = [xs]
        for w, b in zip(weights[:-1], biases[:-1]):
            rows.append(np.maximum(rows[-1] @ w + b, 0))
        margins = 1 - signs * (rows[-1] @ weights[-1] + biases[-1])
        loss = np.maximum(margins, 0).sum() / len(xs)
        loss += L2 * sum((w * w).sum() + (b * b).sum() for w, b in zip(weights, biases))
        grad = (margins > 0) * signs * (-1 / len(xs))
        gradients[:] = [None] * len(weights)
        for i in reversed(range(len(weights))):
            w, b = weights[i], biases[i]
            gradients[i] = rows[i].T @ grad + 2 * L2 * w, grad.sum(0) + 2 * L2 * b
            grad = (grad @ w.T) * (rows[i] > 0) if i else grad
        for w, b, (gw, gb) in zip(weights, biases, gradients):
            w -= RATE * gw
            b -= RATE * gb
        return float(loss)

    in_order = lambda: np.concatenate([np.vstack((gw, gb)).T.ravel() for gw, gb in gradients]).tolist()  # noqa: E731
    return step, in_order, None


SCALAR = {
    "eager Values": autograd_lib,
    "replay of Values": recorded_values,
    "replay of Values, fast": recorded_values_fast,
    "NumPy by hand, float64": scalars_by_hand,
    "micrograd": micrograd,
}


def recorded_tensors(name, optimiser, batch, fast=False, as_arguments=False):
    from autograd_lib.compile import compile_step
    from autograd_lib.nn import optim
    from autograd_lib.nn.functional import cross_entropy

    start = problem(name, batch)
    model = tensor_engines.network(name, start)
    optimizer = getattr(optim, optimiser)(model.parameters(), lr=RATES[optimiser])

    def make_loss(model, xs, targets):
        scores = model(xs)
        return (1 - targets * scores).relu().mean() if name == "moons" else cross_entropy(scores, targets)

    if as_arguments:
        replay = compile_step(make_loss, model, optimizer, fast=fast)
        step = lambda: replay(start.xs, start.targets)  # noqa: E731
    else:
        step = compile_step(lambda model: make_loss(model, start.xs, start.targets), model, optimizer, fast=fast)
    return step, lambda: [number for p in model.parameters() for number in p.grad.ravel().tolist()], None


def recorded_gpt(name, fast=False, as_arguments=False):
    from autograd_lib.compile import compile_step
    from autograd_lib.nn.functional import cross_entropy

    start = gpt_problems.problem(name)
    model, optimizer = gpt_engines.model_and_optimizer(start)

    def make_loss(model, indices, targets):
        return cross_entropy(model(indices), targets)

    if as_arguments:
        replay = compile_step(make_loss, model, optimizer, fast=fast)
        step = lambda: replay(start.indices, start.targets)  # noqa: E731
    else:
        step = compile_step(lambda model: make_loss(model, start.indices, start.targets), model, optimizer, fast=fast)
    return step, lambda: [number for p in model.parameters() for number in p.grad.ravel().tolist()], None


def either(small_network, gpt, **settings):
    """A builder of both kinds: the problem of a GPT has nothing but a name."""
    return lambda **problem: (gpt if set(problem) == {"name"} else small_network)(**problem, **settings)


TENSOR = {
    "eager Tensors": either(tensor_engines.autograd_lib, gpt_engines.autograd_lib),
    "replay": either(recorded_tensors, recorded_gpt),
    "replay, fast": either(recorded_tensors, recorded_gpt, fast=True),
    "replay, fast, new batches": either(recorded_tensors, recorded_gpt, fast=True, as_arguments=True),
    "NumPy by hand": either(tensor_engines.by_hand, gpt_engines.by_hand),
    "PyTorch eager": either(tensor_engines.torch_eager, gpt_engines.torch_eager),
    "torch.compile": either(tensor_engines.torch_eager, gpt_engines.torch_eager, compiled=True),
    "JAX jit": either(tensor_engines.jax_jit, gpt_engines.jax_jit),
}
if not shutil.which("g++"):
    del TENSOR["torch.compile"]  # it writes C++

ENGINES = SCALAR | TENSOR

"""One training step of a small network on arrays, written for each engine in that engine's own way, in float32.

A builder takes the name of a problem, the name of an optimiser, and the number of points in the batch (see
`tensor_problems`). It returns three things: `step()` takes one training step on that batch and returns the loss before
it; `gradients()` gives the gradients of the last step as one list in the order of the parameters; and None stands where
a scalar engine would count its nodes. Each builder imports its engine itself, so that a process holds no other engine.

The optimiser is plain gradient descent or Adam, the loss hinge for moons and cross-entropy for digits, the activation
relu. Convolutions are 3 × 3 with a padding of one pixel, each followed by 2 × 2 max pooling.
"""

from functools import partial
from itertools import count

import numpy as np
from tensor_by_hand import by_hand, flat_adam, flat_sgd, pairs, views
from tensor_problems import BETAS, EPS, RATES, problem

COMPILATIONS = count()


def network(name, start):
    """Our network for a problem, with the parameters that `start`, its first state, gives."""
    from autograd_lib.nn import layers

    parts = []
    for weight in start.parameters[::2]:
        if weight.ndim == 4:
            filters, channels, size, _ = weight.shape
            parts += [layers.Conv2d(channels, filters, size, padding=1, dtype=np.float32), layers.ReLU()]
            parts += [layers.MaxPool2d(2)]
        else:
            parts += [layers.Flatten()] if name == "convolution" else []
            parts += [layers.Linear(*weight.shape, dtype=np.float32), layers.ReLU()]
    model = layers.Sequential(*parts[:-1])
    for parameter, array in zip(model.parameters(), start.parameters):
        parameter.data = array
    return model


def autograd_lib(name, optimiser, batch):
    """As in the notebooks: `Sequential`, `cross_entropy` and the optimisers."""
    from autograd_lib.nn import optim
    from autograd_lib.nn.functional import cross_entropy

    start = problem(name, batch)
    model = network(name, start)
    optim = getattr(optim, optimiser)(model.parameters(), lr=RATES[optimiser])

    def step():
        scores = model(start.xs)
        if name == "moons":
            loss = (1 - start.targets * scores).relu().mean()
        else:
            loss = cross_entropy(scores, start.targets)
        optim.zero_grad()
        loss.backward()
        optim.step()
        return loss.item()

    return step, lambda: [number for p in model.parameters() for number in p.grad.ravel().tolist()], None


def torch_eager(name, optimiser, batch, compiled=False):
    """`nn.Sequential` and `torch.optim`, as in PyTorch's tutorials; with `compiled`, both through `torch.compile`."""
    import torch
    from torch import nn

    torch.set_num_threads(1)
    start = problem(name, batch)
    layers = []
    for weight in start.parameters[::2]:
        if weight.ndim == 4:
            layers += [nn.Conv2d(weight.shape[1], weight.shape[0], 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
        else:
            layers += [nn.Flatten()] if name == "convolution" else []
            layers += [nn.Linear(*weight.shape), nn.ReLU()]
    model = nn.Sequential(*layers[:-1])
    with torch.no_grad():
        for parameter, array in zip(model.parameters(), start.parameters):
            parameter.copy_(torch.from_numpy(array.T if array.ndim == 2 else array))
    optim = getattr(torch.optim, optimiser)(model.parameters(), lr=RATES[optimiser])
    xs, targets = torch.from_numpy(start.xs), torch.from_numpy(start.targets)

    def loss_of(xs, targets):
        scores = model(xs)
        if name == "moons":
            return torch.relu(1 - targets * scores).mean()
        return nn.functional.cross_entropy(scores, targets)

    loss_of, update = torch_compiled(loss_of, optim) if compiled else (loss_of, optim.step)

    def step():
        loss = loss_of(xs, targets)
        optim.zero_grad()
        loss.backward()
        update()
        return loss.item()

    def gradients():
        in_our_shape = [p.grad.T if p.ndim == 2 else p.grad for p in model.parameters()]
        return [number for grad in in_our_shape for number in grad.ravel().tolist()]

    return step, gradients, None


def torch_compiled(loss_of, optimiser):
    """Both compiled. The first two times in a process nothing that is kept on the disk is used, and later it is."""
    import torch
    import torch._inductor.config

    torch._dynamo.reset()
    torch._inductor.config.force_disable_caches = next(COMPILATIONS) < 2
    return torch.compile(loss_of), torch.compile(optimiser.step)


def jax_jit(name, optimiser, batch):
    """The whole step, optimiser included, as one compiled function that may reuse the memory of its arguments."""
    import jax

    # A step waits for its result in any case, and is quicker without a separate thread for that.
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    import jax.numpy as jnp

    start = problem(name, batch)
    xs, targets = jnp.asarray(start.xs), jnp.asarray(start.targets)

    def loss_of_all(parameters):
        x = xs
        for i, (weight, bias) in enumerate(pairs(parameters)):
            if weight.ndim == 4:
                x = jax.lax.conv(x, weight, (1, 1), "SAME") + bias[:, None, None]
                x = jax.nn.relu(x).reshape(*x.shape[:2], x.shape[2] // 2, 2, x.shape[3] // 2, 2).max((3, 5))
            else:
                x = x.reshape(len(x), -1) @ weight + bias
                x = x if i == len(parameters) // 2 - 1 else jax.nn.relu(x)
        if name == "moons":
            return jax.nn.relu(1 - targets * x).mean()
        return -jax.nn.log_softmax(x)[jnp.arange(len(x)), targets].mean()

    def sgd(parameter, grad, memory, count):
        return parameter - RATES["SGD"] * grad, memory

    def adam(parameter, grad, memory, count):
        mean = BETAS[0] * memory[0] + (1 - BETAS[0]) * grad
        square = BETAS[1] * memory[1] + (1 - BETAS[1]) * grad * grad
        scaled = mean / (1 - BETAS[0] ** count)
        return parameter - RATES["Adam"] * scaled / (jnp.sqrt(square / (1 - BETAS[1] ** count)) + EPS), (mean, square)

    @partial(jax.jit, donate_argnums=(0, 1, 2))
    def train(parameters, memory, count):
        loss, grads = jax.value_and_grad(loss_of_all)(parameters)
        update = adam if optimiser == "Adam" else sgd
        moved = [update(p, g, m, count) for p, g, m in zip(parameters, grads, memory)]
        return loss, grads, [p for p, _ in moved], [m for _, m in moved], count + 1

    parameters = [jnp.asarray(p) for p in start.parameters]
    memory = [(jnp.zeros_like(p), jnp.zeros_like(p)) if optimiser == "Adam" else () for p in parameters]
    state = {"next": (parameters, memory, jnp.float32(1))}

    def step():
        loss, state["gradients"], *state["next"] = train(*state["next"])
        return float(loss)

    return step, lambda: np.concatenate(state["gradients"], axis=None).tolist(), None


def hips_autograd(name, optimiser, batch):
    """`value_and_grad` of the loss, traced again by each call; the optimisers are those of the version by hand."""
    import autograd.numpy as anp
    from autograd import value_and_grad
    from autograd.scipy.signal import convolve

    start = problem(name, batch)
    flat = np.concatenate(start.parameters, axis=None)
    parameters = views(flat, start.parameters)
    flat_gradient = np.zeros_like(flat)
    update = flat_adam(flat, flat_gradient) if optimiser == "Adam" else flat_sgd(flat, flat_gradient)

    def loss_of_all(parameters):
        x = start.xs
        for i, (weight, bias) in enumerate(pairs(parameters)):
            if weight.ndim == 4:
                x = anp.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)), "constant")
                # This function convolves in the mathematical sense, which flips the window.
                turned = weight[:, :, ::-1, ::-1]
                x = convolve(x, turned, axes=([2, 3], [2, 3]), dot_axes=([1], [1]), mode="valid") + bias[:, None, None]
                x = anp.maximum(x, 0)
                x = anp.max(anp.reshape(x, (*x.shape[:2], x.shape[2] // 2, 2, x.shape[3] // 2, 2)), axis=(3, 5))
            else:
                x = anp.dot(anp.reshape(x, (len(x), -1)), weight) + bias
                x = x if i == len(parameters) // 2 - 1 else anp.maximum(x, 0)
        if name == "moons":
            return anp.mean(anp.maximum(1 - start.targets * x, 0))
        shifted = x - anp.max(x, axis=1, keepdims=True)
        logs = shifted - anp.log(anp.sum(anp.exp(shifted), axis=1, keepdims=True))
        return -anp.mean(logs[anp.arange(len(x)), start.targets])

    loss_and_gradients = value_and_grad(loss_of_all)

    def step():
        loss, gradients = loss_and_gradients(parameters)
        np.concatenate(gradients, axis=None, out=flat_gradient)
        update()
        return float(loss)

    return step, flat_gradient.tolist, None


ENGINES = {
    "autograd_lib": autograd_lib,
    "NumPy by hand": by_hand,
    "PyTorch eager": torch_eager,
    "JAX jit": jax_jit,
    "HIPS autograd": hips_autograd,
}

"""One training step of a GPT, written for each engine in that engine's own way, in float32, with Adam.

A builder takes the name of a problem (see `gpt_problems`) and returns what those in `tensor_engines` do.
"""

import math
from functools import partial

import numpy as np
from gpt_by_hand import by_hand
from gpt_problems import BETAS, CHARACTERS, EPS, NORM_EPS, RATE, problem
from tensor_engines import torch_compiled


def model_and_optimizer(start):
    """As in notebook 12: `GPT` and Adam, with the parameters of a problem."""
    from autograd_lib.nn import GPT, optim

    layers, heads, width, context, _ = start.size
    vocabulary = "".join(chr(ord("0") + i) for i in range(CHARACTERS))
    model = GPT(vocabulary, context, width, heads, layers)
    for key, parameter in model.named_parameters().items():
        parameter.data = start.parameters[key]
    return model, optim.Adam(model.parameters(), lr=RATE)


def autograd_lib(name):
    from autograd_lib.nn.functional import cross_entropy

    start = problem(name)
    model, optimiser = model_and_optimizer(start)

    def step():
        loss = cross_entropy(model(start.indices), start.targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return loss.item()

    return step, lambda: [number for p in model.parameters() for number in p.grad.ravel().tolist()], None


def torch_eager(name, compiled=False):
    import torch
    from torch import nn

    torch.set_num_threads(1)
    start = problem(name)
    layers, heads, width, context, _ = start.size

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))

        def forward(self, x):
            parts = [layer(x).unflatten(2, (heads, -1)).transpose(1, 2) for layer in (self.query, self.key, self.value)]
            mixed = nn.functional.scaled_dot_product_attention(*parts, is_causal=True)
            return self.output(mixed.transpose(1, 2).flatten(2))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.attention, self.norm2 = nn.LayerNorm(width), Attention(), nn.LayerNorm(width)
            self.hidden, self.output = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            x = x + self.attention(self.norm1(x))
            return x + self.output(torch.relu(self.hidden(self.norm2(x))))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.characters, self.positions = nn.Embedding(CHARACTERS, width), nn.Embedding(context, width)
            self.blocks = nn.Sequential(*(Block() for _ in range(layers)))
            self.norm, self.logits = nn.LayerNorm(width), nn.Linear(width, CHARACTERS)

        def forward(self, indices):
            x = self.characters(indices) + self.positions.weight[: indices.shape[1]]
            return self.logits(self.norm(self.blocks(x)))

    model = Model()
    with torch.no_grad():
        for (key, array), parameter in zip(start.parameters.items(), model.parameters(), strict=True):
            parameter.copy_(torch.from_numpy(in_torchs_shape(key, array)))
    optimiser = torch.optim.Adam(model.parameters(), lr=RATE, betas=BETAS, eps=EPS)
    indices, targets = torch.from_numpy(start.indices), torch.from_numpy(start.targets).flatten()

    def loss_of(indices, targets):
        return nn.functional.cross_entropy(model(indices).flatten(0, 1), targets)

    loss_of, update = torch_compiled(loss_of, optimiser) if compiled else (loss_of, optimiser.step)

    def step():
        loss = loss_of(indices, targets)
        optimiser.zero_grad()
        loss.backward()
        update()
        return loss.item()

    def gradients():
        in_our_shape = map(in_torchs_shape, start.parameters, (p.grad for p in model.parameters()))
        return [number for grad in in_our_shape for number in grad.ravel().tolist()]

    return step, gradients, None


def in_torchs_shape(key, array):
    """A linear layer's weight has a row for each neuron in PyTorch, and a column here."""
    return array.T if key.endswith("weight") else array


def jax_jit(name):
    """The whole step, optimiser included, as one compiled function that may reuse the memory of its arguments."""
    import jax

    # As in `tensor_engines`: a step waits for its result in any case.
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    import jax.numpy as jnp

    start = problem(name)
    size = start.size
    indices, targets = jnp.asarray(start.indices), jnp.asarray(start.targets)
    visible = jnp.tril(jnp.ones((size.context, size.context), bool))

    def norm(x, p, at):
        centred = x - x.mean(-1, keepdims=True)
        return centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + NORM_EPS) * p[at + ".gain"] + p[at + ".bias"]

    def linear(x, p, at):
        return x @ p[at + ".weight"] + p[at + ".bias"]

    def attention(x, p, at):
        q, k, v = (
            linear(x, p, at + part).reshape(size.batch, size.context, size.heads, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = q @ k.swapaxes(2, 3) / math.sqrt(size.width // size.heads)
        mixed = jax.nn.softmax(jnp.where(visible, scores, -jnp.inf)) @ v
        return linear(mixed.transpose(0, 2, 1, 3).reshape(x.shape), p, at + "output")

    def loss_of(p):
        x = p["characters.table"][indices] + p["positions.table"]
        for i in range(size.layers):
            at = f"blocks.{i}."
            x = x + attention(norm(x, p, at + "norm1"), p, at + "attention.")
            x = x + linear(jax.nn.relu(linear(norm(x, p, at + "norm2"), p, at + "hidden")), p, at + "output")
        log_p = jax.nn.log_softmax(linear(norm(x, p, "norm"), p, "logits"))
        return -jnp.take_along_axis(log_p, targets[..., None], -1).mean()

    def adam(parameter, gradient, mean, square, count):
        mean = BETAS[0] * mean + (1 - BETAS[0]) * gradient
        square = BETAS[1] * square + (1 - BETAS[1]) * gradient * gradient
        scaled = mean / (1 - BETAS[0] ** count)
        return parameter - RATE * scaled / (jnp.sqrt(square / (1 - BETAS[1] ** count)) + EPS), mean, square

    @partial(jax.jit, donate_argnums=(0, 1, 2, 3))
    def train(p, means, squares, count):
        loss, gradients = jax.value_and_grad(loss_of)(p)
        moved = {key: adam(p[key], gradients[key], means[key], squares[key], count) for key in p}
        return loss, gradients, *({key: new[i] for key, new in moved.items()} for i in range(3)), count + 1

    p = {key: jnp.array(array) for key, array in start.parameters.items()}
    state = {"next": (p, jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.zeros_like, p), jnp.float32(1))}

    def step():
        loss, state["gradients"], *state["next"] = train(*state["next"])
        return float(loss)

    return step, lambda: np.concatenate([state["gradients"][k] for k in start.parameters], axis=None).tolist(), None


ENGINES = {
    "autograd_lib": autograd_lib,
    "NumPy by hand": by_hand,
    "PyTorch eager": torch_eager,
    "JAX jit": jax_jit,
}

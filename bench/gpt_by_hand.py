"""The training step of a GPT in NumPy alone, with every gradient derived and written out by hand: the floor.

Each function of the forward pass returns its result and what its gradient needs; its partner, `…_backward`, takes that
and the gradient of the result, stores the gradients of the parameters, and returns that of the input.
"""

import math
from functools import cache

import numpy as np
from gpt_problems import NORM_EPS, RATE, problem
from tensor_by_hand import cross_entropy, flat_adam, views


def by_hand(name):
    """A builder, as described in `gpt_engines`."""
    start = problem(name)
    flat = np.concatenate(list(start.parameters.values()), axis=None)
    flat_gradient = np.zeros_like(flat)
    arrays = list(start.parameters.values())
    p, d = (dict(zip(start.parameters, views(numbers, arrays))) for numbers in (flat, flat_gradient))
    update = flat_adam(flat, flat_gradient, RATE)

    def step():
        loss = loss_and_gradients(start, p, d)
        update()
        return float(loss)

    return step, flat_gradient.tolist, None


def loss_and_gradients(start, p, d):
    """The loss; the gradients go into the arrays of d."""
    size, rows, kept = start.size, start.indices.ravel(), []
    x = (p["characters.table"][start.indices] + p["positions.table"]).reshape(len(rows), size.width)
    for i in range(size.layers):
        x, block = block_forward(x, p, f"blocks.{i}.", size)
        kept.append(block)
    normal, norm = norm_forward(x, p, "norm")
    loss, g = cross_entropy(normal @ p["logits.weight"] + p["logits.bias"], start.targets.ravel())
    g = norm_backward(linear_backward(g, normal, p, d, "logits"), norm, p, d, "norm")
    for i in reversed(range(size.layers)):
        g = block_backward(g, kept[i], p, d, f"blocks.{i}.", size)
    d["positions.table"][...] = g.reshape(size.batch, size.context, size.width).sum(0)
    one_hot = np.zeros((len(rows), len(p["characters.table"])), g.dtype)
    one_hot[np.arange(len(rows)), rows] = 1
    np.matmul(one_hot.T, g, out=d["characters.table"])
    return loss


def block_forward(x, p, at, size):
    normal1, norm1 = norm_forward(x, p, at + "norm1")
    mixed, attention = attention_forward(normal1, p, at + "attention.", size)
    x = x + mixed @ p[at + "attention.output.weight"] + p[at + "attention.output.bias"]
    normal2, norm2 = norm_forward(x, p, at + "norm2")
    hidden = np.maximum(normal2 @ p[at + "hidden.weight"] + p[at + "hidden.bias"], 0)
    x = x + hidden @ p[at + "output.weight"] + p[at + "output.bias"]
    return x, (normal1, norm1, mixed, attention, normal2, norm2, hidden)


def block_backward(g, kept, p, d, at, size):
    normal1, norm1, mixed, attention, normal2, norm2, hidden = kept
    inner = linear_backward(g, hidden, p, d, at + "output")
    inner *= hidden > 0
    g = g + norm_backward(linear_backward(inner, normal2, p, d, at + "hidden"), norm2, p, d, at + "norm2")
    inner = linear_backward(g, mixed, p, d, at + "attention.output")
    inner = attention_backward(inner, normal1, attention, p, d, at + "attention.", size)
    return g + norm_backward(inner, norm1, p, d, at + "norm1")


def linear_backward(g, x, p, d, name):
    np.matmul(x.T, g, out=d[name + ".weight"])
    np.sum(g, axis=0, out=d[name + ".bias"])
    return g @ p[name + ".weight"].T


def norm_forward(x, p, name):
    centred = x - x.mean(1, keepdims=True)
    scale = 1 / np.sqrt((centred * centred).mean(1, keepdims=True) + NORM_EPS)
    centred *= scale
    return centred * p[name + ".gain"] + p[name + ".bias"], (centred, scale)


def norm_backward(g, kept, p, d, name):
    normal, scale = kept
    np.sum(g * normal, axis=0, out=d[name + ".gain"])
    np.sum(g, axis=0, out=d[name + ".bias"])
    g = g * p[name + ".gain"]
    return scale * (g - g.mean(1, keepdims=True) - normal * (g * normal).mean(1, keepdims=True))


def split(x, size):
    """(batch · T, width) becomes (batch, heads, T, width / heads)."""
    return x.reshape(size.batch, size.context, size.heads, -1).transpose(0, 2, 1, 3)


def join(x, size):
    return x.transpose(0, 2, 1, 3).reshape(-1, size.width)


def attention_forward(x, p, at, size):
    q, k, v = (split(x @ p[f"{at}{part}.weight"] + p[f"{at}{part}.bias"], size) for part in ("query", "key", "value"))
    scores = q @ k.swapaxes(2, 3)
    scores *= 1 / math.sqrt(size.width // size.heads)
    scores += future(size.context)
    scores -= scores.max(3, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(3, keepdims=True)
    return join(scores @ v, size), (q, k, v, scores)


@cache
def future(length):
    return np.triu(np.full((length, length), -np.inf, np.float32), 1)


def attention_backward(g, x, kept, p, d, at, size):
    q, k, v, weights = kept
    g = split(g, size)
    inner = g @ v.swapaxes(2, 3)
    inner -= (inner * weights).sum(3, keepdims=True)
    inner *= weights
    inner *= 1 / math.sqrt(size.width // size.heads)
    gradients = {"query": inner @ k, "key": inner.swapaxes(2, 3) @ q, "value": weights.swapaxes(2, 3) @ g}
    return sum(linear_backward(join(gradient, size), x, p, d, at + part) for part, gradient in gradients.items())

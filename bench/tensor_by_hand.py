"""The training steps of the tensor tables in NumPy alone, with every gradient derived and written out by hand.

This is the floor that an engine on NumPy is measured against. All parameters lie in one flat array, and all gradients
in another. A layer has views of both; an optimiser's step is a few in-place operations on the flat arrays.
"""

import numpy as np
from tensor_problems import BETAS, EPS, RATES, problem


def by_hand(name, optimiser, batch):
    """A builder, as described in `tensor_engines`."""
    start = problem(name, batch)
    flat = np.concatenate(start.parameters, axis=None)
    flat_gradient = np.zeros_like(flat)
    layers = pairs(views(flat, start.parameters))
    gradients = pairs(views(flat_gradient, start.parameters))
    update = flat_adam(flat, flat_gradient) if optimiser == "Adam" else flat_sgd(flat, flat_gradient)
    loss_and_gradients = convolution_step if name == "convolution" else mlp_step
    loss_function = hinge if name == "moons" else cross_entropy

    def step():
        loss = loss_and_gradients(start.xs, layers, gradients, lambda rows: loss_function(rows, start.targets))
        update()
        return float(loss)

    return step, flat_gradient.tolist, None


def views(flat, like):
    """A view of `flat` for each array in `like`, with its shape, one after the other."""
    ends = np.cumsum([array.size for array in like])
    return [flat[end - array.size : end].reshape(array.shape) for array, end in zip(like, ends)]


def pairs(arrays):
    return list(zip(arrays[::2], arrays[1::2]))


def flat_sgd(flat, gradient):
    def update():
        np.subtract(flat, RATES["SGD"] * gradient, out=flat)

    return update


def flat_adam(flat, gradient, rate=RATES["Adam"]):
    """Adam, with the bias corrections of both means folded into the rate and eps."""
    mean, square, steps = np.zeros_like(flat), np.zeros_like(flat), 0

    def update():
        nonlocal mean, square, steps
        steps += 1
        mean *= BETAS[0]
        mean += (1 - BETAS[0]) * gradient
        square *= BETAS[1]
        square += (1 - BETAS[1]) * gradient * gradient
        root = (1 - BETAS[1] ** steps) ** 0.5
        change = rate * root / (1 - BETAS[0] ** steps) * mean
        change /= np.sqrt(square) + EPS * root
        np.subtract(flat, change, out=flat)

    return update


def mlp_step(xs, layers, gradients, loss_function):
    """The loss of an MLP with relu between its layers; the gradients go into `gradients`."""
    rows = [xs]
    for weight, bias in layers[:-1]:
        rows.append(np.maximum(rows[-1] @ weight + bias, 0))
    weight, bias = layers[-1]
    loss, grad = loss_function(rows[-1] @ weight + bias)
    for i in reversed(range(len(layers))):
        linear_backward(rows[i], grad, gradients[i])
        if i:
            grad = grad @ layers[i][0].T
            grad *= rows[i] > 0
    return loss


def linear_backward(rows, grad, gradients):
    np.matmul(rows.T, grad, out=gradients[0])
    np.sum(grad, axis=0, out=gradients[1])


def hinge(scores, targets):
    """The mean of max(0, 1 - target · score), and its gradient."""
    margins = 1 - targets * scores
    loss = np.maximum(margins, 0).sum() / len(scores)
    return loss, (margins > 0) * targets * (-1 / np.float32(len(scores)))


def cross_entropy(scores, targets):
    """The mean of -log softmax(scores)[target], and its gradient."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    exps = np.exp(shifted)
    sums = exps.sum(axis=1, keepdims=True)
    places = np.arange(len(scores)), targets
    loss = (np.log(sums[:, 0]) - shifted[places]).sum() / len(scores)
    exps /= sums
    exps[places] -= 1
    exps /= len(scores)
    return loss, exps


def convolution_step(images, layers, gradients, loss_function):
    """Convolution, relu and pooling, twice; then a linear layer. Pixels lie as (channels, height, width, images)."""
    kept, x = [], images.transpose(1, 2, 3, 0)
    for weight, bias in layers[:-1]:
        columns = to_columns(x)
        bent = np.maximum(weight.reshape(len(weight), -1) @ columns + bias[:, None], 0)
        bent = bent.reshape(len(weight), *x.shape[1:])
        pooled = np.maximum(
            np.maximum(bent[:, ::2, ::2], bent[:, ::2, 1::2]), np.maximum(bent[:, 1::2, ::2], bent[:, 1::2, 1::2])
        )
        kept.append((x, columns, bent, pooled))
        x = pooled
    rows = x.transpose(3, 0, 1, 2).reshape(len(images), -1)
    weight, bias = layers[-1]
    loss, grad = loss_function(rows @ weight + bias)
    linear_backward(rows, grad, gradients[-1])
    grad = (grad @ weight.T).T.reshape(x.shape)
    for i in reversed(range(len(kept))):
        x, columns, bent, pooled = kept[i]
        grad = pool_and_relu_backward(grad, bent, pooled).reshape(len(bent), -1)
        np.matmul(grad, columns.T, out=gradients[i][0].reshape(len(grad), -1))
        np.sum(grad, axis=1, out=gradients[i][1])
        if i:
            weight = layers[i][0]
            grad = from_columns(weight.reshape(len(weight), -1).T @ grad, x)
    return loss


def to_columns(x):
    """The 3 × 3 windows of images padded with zeros: a column for each position, a row for each weight."""
    channels, height, width, images = x.shape
    padded = np.zeros((channels, height + 2, width + 2, images), x.dtype)
    padded[:, 1:-1, 1:-1] = x
    columns = np.empty((channels, 9, height, width, images), x.dtype)
    for place in range(9):
        i, j = divmod(place, 3)
        columns[:, place] = padded[:, i : i + height, j : j + width]
    return columns.reshape(channels * 9, -1)


def from_columns(columns, x):
    """The gradient of images x from that of their columns: each pixel gets the sum over the windows that hold it."""
    channels, height, width, images = x.shape
    columns = columns.reshape(channels, 9, height, width, images)
    padded = np.zeros((channels, height + 2, width + 2, images), columns.dtype)
    for place in range(9):
        i, j = divmod(place, 3)
        padded[:, i : i + height, j : j + width] += columns[:, place]
    return padded[:, 1:-1, 1:-1]


def pool_and_relu_backward(grad, bent, pooled):
    """The gradient before pooling and relu: each window's goes to its first largest number, if that is above 0."""
    before, free = np.empty_like(bent), pooled > 0
    for place in range(4):
        i, j = divmod(place, 2)
        takes = free & (bent[:, i::2, j::2] == pooled)
        np.multiply(grad, takes, out=before[:, i::2, j::2])
        free ^= takes
    return before

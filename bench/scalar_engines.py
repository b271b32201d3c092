"""One training step of one small network, written for each engine in that engine's own way.

The network is an MLP of 2 inputs, two layers of 16 relu neurons and one linear output; the loss is the mean hinge loss
over all points plus L2 · Σ parameter²; the update is plain gradient descent.

A builder takes the parameters (a list of numbers: neuron by neuron, its weights and then its bias), the points and
their targets (-1 or 1), and returns three functions: `step()` takes one training step and returns the loss before it,
`gradients()` gives the gradients of the last step in the order of the parameters, and `nodes()` counts the graph of
one loss, or is None where that cannot be seen from outside. Each imports its engine itself, so that a process holds
no engine but its own.
"""

from itertools import pairwise

SIZES = [2, 16, 16, 1]
L2 = 1e-4
RATE = 0.05


def autograd_lib(parameters, points, targets):
    """As in the notebooks: `MLP`, `hinge`, `l2` and `SGD`. A neuron is one `dot` and its activation."""
    from autograd_lib.engine.graph import topological_order
    from autograd_lib.nn.losses import hinge, l2
    from autograd_lib.nn.mlp import MLP
    from autograd_lib.nn.optim import SGD

    model = MLP(SIZES[0], SIZES[1:], activation="relu", output="linear")
    fill(model, parameters)
    optimizer = SGD(model.parameters(), RATE)

    def loss_of_all():
        return hinge([model(point) for point in points], targets) + l2(model.parameters(), L2)

    def step():
        loss = loss_of_all()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.data

    return step, lambda: gradients_of(model), lambda: len(topological_order(loss_of_all()))


def micrograd(parameters, points, targets):
    """micrograd as it is installed: its own `MLP`, with the loss and the loop of its demo notebook."""
    import micrograd.nn

    return micrograd_program(micrograd.nn, parameters, points, targets)


def micrograd_program_on_autograd_lib(parameters, points, targets):
    """The same program, line for line, on our Value: one node for each product and each sum of two."""
    import micrograd.nn

    from autograd_lib.engine.value import Value

    micrograd.nn.Value = Value
    return micrograd_program(micrograd.nn, parameters, points, targets)


def micrograd_program(nn, parameters, points, targets):
    model = nn.MLP(SIZES[0], SIZES[1:])
    fill(model, parameters)

    def loss_of_all():
        inputs = [list(map(nn.Value, point)) for point in points]
        scores = list(map(model, inputs))
        losses = [(1 + -target * score).relu() for target, score in zip(targets, scores)]
        return sum(losses) * (1.0 / len(losses)) + L2 * sum(p * p for p in model.parameters())

    def step():
        loss = loss_of_all()
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= RATE * p.grad
        return loss.data

    return step, lambda: gradients_of(model), lambda: count(loss_of_all())


def torch_scalars(parameters, points, targets):
    """PyTorch with every parameter a tensor of one number: the same graph as micrograd's, float64."""
    import torch

    torch.set_num_threads(1)
    leaves = [torch.tensor(p, dtype=torch.float64, requires_grad=True) for p in parameters]

    def step():
        loss = scalar_loss(leaves, points, targets, torch.relu)
        for p in leaves:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in leaves:
                p -= RATE * p.grad
        return loss.item()

    return step, lambda: [p.grad.item() for p in leaves], None


def hips_scalars(parameters, points, targets):
    """HIPS autograd with every parameter a float: the same graph as micrograd's, traced again by each call."""
    import autograd.numpy as np
    from autograd import value_and_grad

    def relu(x):
        return np.maximum(0.0, x)

    state = {"parameters": list(parameters)}
    loss_and_gradients = value_and_grad(lambda p: scalar_loss(list(p), points, targets, relu))

    def step():
        loss, state["gradients"] = loss_and_gradients(state["parameters"])
        state["parameters"] = [p - RATE * g for p, g in zip(state["parameters"], state["gradients"])]
        return float(loss)

    return step, lambda: [float(g) for g in state["gradients"]], None


def hips_arrays(parameters, points, targets):
    """HIPS autograd as it is meant to be used: one array for each layer, all points at once."""
    import autograd.numpy as np
    from autograd import value_and_grad

    layers, taken = [], 0
    for nin, nout in pairwise(SIZES):  # the bias is the last column
        layers.append(np.array(parameters[taken : taken + nout * (nin + 1)]).reshape(nout, nin + 1))
        taken += nout * (nin + 1)
    xs, signs = np.array(points), np.array(targets, dtype=float)

    def loss_of_all(layers):
        rows = xs
        for layer in layers[:-1]:
            rows = np.maximum(0.0, np.dot(rows, layer[:, :-1].T) + layer[:, -1])
        scores = np.dot(rows, layers[-1][:, :-1].T)[:, 0] + layers[-1][:, -1]
        penalty = sum([np.sum(layer * layer) for layer in layers])
        return np.mean(np.maximum(0.0, 1.0 - signs * scores)) + L2 * penalty

    state = {"layers": layers}
    loss_and_gradients = value_and_grad(loss_of_all)

    def step():
        loss, state["gradients"] = loss_and_gradients(state["layers"])
        state["layers"] = [layer - RATE * g for layer, g in zip(state["layers"], state["gradients"])]
        return float(loss)

    return step, lambda: np.concatenate([g.ravel() for g in state["gradients"]]).tolist(), None


def scalar_loss(parameters, points, targets, relu):
    """The loss written out in scalars, for engines that come without neurons: the sums of micrograd's demo."""
    losses = []
    for point, target in zip(points, targets):
        row, unused = point, iter(parameters)
        for nout in SIZES[1:]:
            row = [weighted_sum([next(unused) for _ in row], row, next(unused)) for _ in range(nout)]
            row = row if nout == 1 else [relu(x) for x in row]
        losses.append(relu(1 + -target * row[0]))
    return sum(losses) * (1.0 / len(losses)) + L2 * sum(p * p for p in parameters)


def weighted_sum(weights, row, bias):
    total = bias
    for w, x in zip(weights, row):
        total = total + w * x
    return total


def fill(model, parameters):
    for p, number in zip(model.parameters(), parameters):
        p.data = number


def gradients_of(model):
    return [p.grad for p in model.parameters()]


def count(root):
    """The number of nodes in the graph of `root`, counted without recursion."""
    seen, stack = {root}, [root]
    while stack:
        new = [node for node in stack.pop()._prev if node not in seen]
        seen.update(new)
        stack.extend(new)
    return len(seen)


ENGINES = {
    "autograd_lib": autograd_lib,
    "micrograd": micrograd,
    "micrograd's program on autograd_lib's Value": micrograd_program_on_autograd_lib,
    "PyTorch, scalars": torch_scalars,
    "HIPS autograd, scalars": hips_scalars,
    "HIPS autograd, arrays": hips_arrays,
}

"""Optimisers, which change the parameters by their gradients, and learning-rate schedules.

An optimiser works on anything with `.data` and `.grad`: numbers, as a Value has them, or NumPy arrays. Its arithmetic
uses plain operators, which serve both. All arrays together are changed as one (see `flat_parameters.py`).
"""

import math
from numbers import Integral, Real

import numpy as np

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.flat_parameters import FlatParameters

# The smallest float > 0, as the bound for numbers that may not be 0.
SMALLEST = math.ulp(0.0)


class Optimizer:
    """The base of all optimisers: the parameters, the learning rate, and a step that is taken whole or not at all.

    A subclass writes `propose(gradients)`: how far each of `groups` goes, and what to remember. A group has `data` and
    `grad`: it is one parameter that holds a number, or all parameters that hold arrays of one dtype.

    Args:
        params: leaves, such as `model.parameters()`. Arrays in them become views of one flat array.
        lr: the learning rate, a number >= 0. `optimizer.lr = …` changes it between steps.

    Raises:
        TypeError: `params` is not a list of leaves.
        ValueError: there are none, one of them comes twice, or `lr` is not a number >= 0.
    """

    def __init__(self, params, lr):
        self.params = checked_parameters(params)
        self.groups = parameter_groups(self.params)
        self.lr = lr
        self.memory = []

    @property
    def lr(self):
        return self._lr

    @lr.setter
    def lr(self, lr):
        self._lr = check_number("lr", lr, 0, math.inf)

    def zero_grad(self):
        """Forget the gradients of the last backward pass, which would otherwise be added to those of the next."""
        for parameter in self.params:
            # A Tensor takes 0.0 for an array of zeros, which it makes only when somebody looks.
            takes_zero = isinstance(parameter, Tensor) or not isinstance(parameter.data, np.ndarray)
            parameter.grad = 0.0 if takes_zero else np.zeros_like(parameter.data)

    def step(self):
        """Move every parameter a little against its gradient.

        Raises:
            FloatingPointError: a gradient, or what a parameter would become, is NaN or infinite. The error names the
                parameter, and nothing was changed.
        """
        gradients = [group.grad for group in self.groups]
        self._check_finite("gradient", gradients)
        changes, memory = self.propose(gradients)
        next_data = [group.data - change for group, change in zip(self.groups, changes)]
        for numbers in memory:
            self._check_finite("running mean", numbers)
        self._check_finite("next value", next_data)
        for group, data in zip(self.groups, next_data):
            group.data = data
        self.memory = memory

    def propose(self, gradients):
        """For these gradients, the change to be subtracted from each group, and the optimiser's next memory.

        Both are new objects, so that a step that cannot be taken leaves no trace. The memory is a list of lists, each
        with one number or array for each group.
        """
        raise NotImplementedError(f"{type(self).__name__} must say how far to go: write propose(self, gradients)")

    def _check_finite(self, what, numbers):
        if not all(map(is_finite, numbers)):
            name, number = self._first_not_finite(numbers)
            raise FloatingPointError(
                f"the {what} of {name} is {number}, so no step was taken: all parameters are as they were. "
                "A lower learning rate usually helps, or inputs and targets of a smaller scale."
            )

    def _first_not_finite(self, numbers):
        group, number = next(pair for pair in zip(self.groups, numbers) if not is_finite(pair[1]))
        if isinstance(group, FlatParameters):
            wrong = ~np.isfinite(number)
            return group.first_name(wrong), number[wrong][0]
        return name_of(group, [parameter is group for parameter in self.params].index(True)), number

    def __repr__(self):
        count = "1 parameter" if len(self.params) == 1 else f"{len(self.params)} parameters"
        return f"{type(self).__name__}({count}, lr={self.lr:g})"


class SGD(Optimizer):
    """Gradient descent: parameter -= lr · gradient, with momentum and weight decay if asked for.

    Args:
        params, lr: as for `Optimizer`.
        momentum: from 0 to below 1: how much of its last velocity a parameter keeps. velocity = momentum · velocity
            + gradient, and the parameter moves by lr · velocity (Polyak 1964, in PyTorch's form).
        weight_decay: a number >= 0; weight_decay · parameter is added to the gradient, as an L2 penalty of
            weight_decay/2 · Σ parameter² would.
    """

    def __init__(self, params, lr, momentum=0, weight_decay=0):
        super().__init__(params, lr)
        self.momentum = check_number("momentum", momentum, 0, 1)
        self.weight_decay = check_number("weight_decay", weight_decay, 0, math.inf)

    def propose(self, gradients):
        if self.weight_decay:
            gradients = [g + self.weight_decay * group.data for g, group in zip(gradients, self.groups)]
        if not self.momentum:
            return [self.lr * g for g in gradients], []
        [velocities] = self.memory or [[0.0] * len(gradients)]
        velocities = [self.momentum * v + g for v, g in zip(velocities, gradients)]
        return [self.lr * v for v in velocities], [velocities]


class Adam(Optimizer):
    """Adam: steps of about lr, whatever the scale of the gradient (Kingma and Ba 2015, algorithm 1).

    Args:
        params, lr: as for `Optimizer`.
        betas: two numbers from 0 to below 1: how much of the running mean of the gradient, and of its square, is kept.
        eps: a number > 0, added to the root of the mean square, which is divided by and may be 0.
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, lr)
        if not isinstance(betas, (list, tuple)) or len(betas) != 2:
            raise ValueError(f"betas are two numbers, as in (0.9, 0.999): got {betas!r}")
        self.betas = tuple(check_number(f"betas[{i}]", beta, 0, 1) for i, beta in enumerate(betas))
        self.eps = check_number("eps", eps, SMALLEST, math.inf)
        self.steps = 0

    def propose(self, gradients):
        beta1, beta2 = self.betas
        means, squares = self.memory or [[0.0] * len(gradients)] * 2
        means = [beta1 * m + (1 - beta1) * g for m, g in zip(means, gradients)]
        squares = [beta2 * s + (1 - beta2) * g * g for s, g in zip(squares, gradients)]
        # Both means began at 0 and are too small by these factors at first.
        n = self.steps + 1
        scale1, scale2 = 1 - beta1**n, 1 - beta2**n
        changes = [self.lr * (m / scale1) / ((s / scale2) ** 0.5 + self.eps) for m, s in zip(means, squares)]
        return changes, [means, squares]

    def step(self):
        super().step()
        self.steps += 1


# Schedules: each returns a function of the number of the step, from 0. Use it as `optimizer.lr = rate(k)`.


def step_decay(start, factor, every):
    """The rate `start`, multiplied by `factor` after every `every` steps (PyTorch's StepLR)."""
    check_number("start", start, 0, math.inf)
    check_number("factor", factor, 0, math.inf)
    check_steps("every", every)
    return lambda k: start * factor ** (k // every)


def linear_decay(start, end, steps):
    """A straight line from `start` at step 0 to `end` at step `steps`; `end` from there on (PyTorch's LinearLR)."""
    check_number("start", start, 0, math.inf)
    check_number("end", end, 0, math.inf)
    check_steps("steps", steps)
    return lambda k: start * (1 - min(k / steps, 1)) + end * min(k / steps, 1)


def cosine_decay(start, end, steps):
    """Half a cosine wave from `start` at step 0 to `end` at step `steps`; `end` from there on.

    Slow at both ends and fast between (Loshchilov and Hutter 2017; PyTorch's CosineAnnealingLR up to step `steps`,
    where that one begins to climb again).
    """
    check_number("start", start, 0, math.inf)
    check_number("end", end, 0, math.inf)
    check_steps("steps", steps)
    return lambda k: end + (start - end) * (1 + math.cos(math.pi * min(k / steps, 1))) / 2


def checked_parameters(params):
    """`params` as a list of distinct leaves, or an error that says what is wrong with it."""
    if hasattr(params, "grad") or not hasattr(params, "__iter__"):
        raise TypeError(f"an optimiser takes a list of parameters, as model.parameters() gives it: got {params!r}")
    params, seen = list(params), {}
    if not params:
        raise ValueError("an optimiser needs at least one parameter, got an empty list (or a generator used before)")
    for i, parameter in enumerate(params):
        if not (hasattr(parameter, "grad") and hasattr(parameter, "data")):
            raise TypeError(f"a parameter has .data and .grad; params[{i}] is {parameter!r}")
        if getattr(parameter, "_prev", ()):
            raise TypeError(f"a parameter is a leaf; params[{i}], {parameter!r}, was computed from other nodes")
        if id(parameter) in seen:
            raise ValueError(
                f"params[{seen[id(parameter)]}] and params[{i}] are the same node: it would take two steps"
            )
        seen[id(parameter)] = i
    return params


def parameter_groups(params):
    """Each parameter that holds a number, and one `FlatParameters` for all that hold arrays of floats of one dtype."""
    groups, dtypes = [], {}
    for i, parameter in enumerate(params):
        data = parameter.data
        if isinstance(data, np.ndarray) and data.dtype.kind == "f":
            dtypes.setdefault(data.dtype, []).append((parameter, name_of(parameter, i)))
        else:
            groups.append(parameter)
    return groups + [FlatParameters(*zip(*named)) for named in dtypes.values()]


def name_of(parameter, i):
    """The name of the i-th parameter in an error."""
    return getattr(parameter, "label", "") or f"params[{i}]"


def is_finite(number):
    """Whether a number, or every number of an array, is neither NaN nor infinite."""
    if isinstance(number, (float, int)):
        return math.isfinite(number)
    # A product of the array with itself takes a third of the time of a look at each number. It may overflow: look then.
    return math.isfinite(np.vdot(number, number)) or np.isfinite(number).all()


def check_number(name, number, low, below):
    """`number`, if it is one from `low` up to but not including `below`."""
    if not isinstance(number, Real) or not low <= number < below:
        least = "> 0" if low == SMALLEST else f">= {low}"
        most = "" if below == math.inf else f" and < {below}"
        raise ValueError(f"{name} is a finite number {least}{most}, got {number!r}")
    return number


def check_steps(name, steps):
    if not isinstance(steps, Integral) or steps < 1:
        raise ValueError(f"{name} is a whole number of steps > 0, got {steps!r}")

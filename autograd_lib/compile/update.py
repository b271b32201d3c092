"""An optimiser's step on flat arrays that stay where they are: the arithmetic of `nn.optim`, written into buffers.

The numbers are those of `optimizer.step()`, bit for bit, and the optimiser's memory is kept in the optimiser: one can
go on with the eager engine at any time.
"""

import math
from functools import partial
from operator import attrgetter

import numpy as np

from autograd_lib.nn.flat_parameters import FlatParameters
from autograd_lib.nn.optim import SGD, Adam


class FlatNumbers(FlatParameters):
    """Nodes that hold numbers, such as Values, seen as one node that holds them all in an array."""

    def __init__(self, nodes, names):
        self.nodes, self.names = nodes, names
        self.shapes, self.ends = [()] * len(nodes), range(1, len(nodes) + 1)

    @property
    def data(self):
        return np.array([node.data for node in self.nodes], float)

    @data.setter
    def data(self, numbers):
        for node, number in zip(self.nodes, numbers.tolist()):
            node.data = number

    @property
    def grad(self):
        return np.array([node.grad for node in self.nodes], float)


class Update:
    """The step of one optimiser, for parameters and gradients in these flat arrays, one of each for a group.

    Optimisers other than SGD and Adam take their own step, which reads the gradients from the parameters.
    """

    def __init__(self, optimizer, flats, gradients):
        self.optimizer, self.arrays, self.rule = optimizer, list(zip(flats, gradients)), RULES.get(type(optimizer))
        self.rules, self.memories, self.settings = [], (), ()
        if self.rule:
            self.make_rules()

    def make_rules(self):
        self.settings = self.rule.settings(self.optimizer)
        self.rules = [self.rule(self.optimizer, *arrays) for arrays in self.arrays]
        self.memories = [[list(arrays) for arrays in zip(*(rule.memories[k] for rule in self.rules))] for k in (0, 1)]

    def take(self):
        """Take the step, whole or not at all, as `optimizer.step()` does."""
        optimizer = self.optimizer
        if self.rule and self.rule.settings(optimizer) != self.settings:
            self.make_rules()
        turn = self.turn() if self.rules else 0
        for rule in self.rules:
            rule.prepare()
            for call in rule.proposals[turn]:
                call()
        # A sum of squares takes a tenth of the time of a look at each number. It may overflow: then look.
        if not self.rules or not all(math.isfinite(np.vdot(x, x)) for rule in self.rules for x in rule.to_check[turn]):
            optimizer.step()
            return
        for rule in self.rules:
            np.subtract(rule.flat, rule.change, out=rule.flat)
        optimizer.memory = self.memories[1 - turn]
        if hasattr(optimizer, "steps"):
            optimizer.steps += 1

    def turn(self):
        """Which of the two sets of arrays holds the optimiser's memory; what others left there is copied into one."""
        memory = self.optimizer.memory
        for k in (0, 1):
            if memory is self.memories[k]:
                return k
        for mine, theirs in zip(self.memories[0], memory or [[0.0] * len(self.rules)] * len(self.memories[0])):
            for array, numbers in zip(mine, theirs):
                array[...] = numbers
        return 0


class Rule:
    """Calls that compute the `change` to be subtracted and the next memory, from the memory in either of two sets.

    The step before is needed until the next one is known to be finite. So one set of arrays holds what the optimiser
    remembers, the other takes what it will remember, and then they change places.
    """

    size = 0  # how many arrays it remembers

    def __init__(self, optimizer, flat, gradient):
        self.optimizer, self.flat, self.gradient = optimizer, flat, gradient
        self.change, self.rate, self.calls = np.empty_like(flat), self.number(0.0), []
        self.memories = [[np.zeros_like(flat) for _ in range(self.size)] for _ in (0, 1)]
        self.proposals, self.to_check = [], []
        for k in (0, 1):
            self.calls = []
            self.list_calls(self.memories[k], self.memories[1 - k])
            self.proposals.append(self.calls)
            self.to_check.append([self.change, *self.memories[1 - k][1:]])

    def number(self, x):
        """A plain number as an array, which NumPy takes more quickly."""
        return np.array(x, self.flat.dtype)

    def call(self, f, *args, out):
        args = [self.number(a) if isinstance(a, (float, int)) else a for a in args]
        self.calls.append(partial(f, *args, out=out))
        return out

    def prepare(self):
        """What is different in each step, and not an array."""
        self.rate[()] = self.optimizer.lr


class SGDRule(Rule):
    settings = attrgetter("momentum", "weight_decay")  # what the calls are made for; lr is read in each step

    def __init__(self, optimizer, flat, gradient):
        self.size = 1 if optimizer.momentum else 0
        super().__init__(optimizer, flat, gradient)

    def list_calls(self, before, after):
        call, g, change = self.call, self.gradient, self.change
        if self.optimizer.weight_decay:
            g = call(np.add, g, call(np.multiply, self.flat, self.optimizer.weight_decay, out=change), out=change)
        if self.optimizer.momentum:
            g = call(np.add, call(np.multiply, before[0], self.optimizer.momentum, out=after[0]), g, out=after[0])
        call(np.multiply, g, self.rate, out=change)


class AdamRule(Rule):
    size = 2
    settings = attrgetter("betas", "eps")

    def __init__(self, optimizer, flat, gradient):
        self.scale1, self.scale2, self.root = np.ones((), flat.dtype), np.ones((), flat.dtype), np.empty_like(flat)
        super().__init__(optimizer, flat, gradient)

    def list_calls(self, before, after):
        call, g, change, root = self.call, self.gradient, self.change, self.root
        (beta1, beta2), (mean, square) = self.optimizer.betas, after
        call(np.multiply, before[0], beta1, out=mean)
        call(np.add, mean, call(np.multiply, g, 1 - beta1, out=change), out=mean)
        call(np.multiply, before[1], beta2, out=square)
        call(np.multiply, call(np.multiply, g, 1 - beta2, out=change), g, out=change)
        call(np.add, square, change, out=square)
        call(np.sqrt, call(np.divide, square, self.scale2, out=root), out=root)
        call(np.add, root, self.optimizer.eps, out=root)
        call(np.multiply, call(np.divide, mean, self.scale1, out=change), self.rate, out=change)
        call(np.divide, change, root, out=change)

    def prepare(self):
        super().prepare()
        n, (beta1, beta2) = self.optimizer.steps + 1, self.optimizer.betas
        self.scale1[()], self.scale2[()] = 1 - beta1**n, 1 - beta2**n


RULES = {SGD: SGDRule, Adam: AdamRule}

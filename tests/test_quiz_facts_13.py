"""What the quizzes and exercise 13.4 of notebook 13 say, computed."""

import random

import numpy as np
import pytest

from autograd_lib import MLP, SGD, Tensor, Value, datasets, losses, record
from autograd_lib.compile import checkpoint_chain
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.nb13 import ex1_groups, ex4_recordable


def test_13_q1_ten_sums_in_a_chain_are_ten_groups_and_1024_paths():
    first = x = Value(1.0)
    for _ in range(10):
        x = x + x
    assert len(ex1_groups.reference(x)) == 10
    x.backward()
    assert first.grad == 1024


def test_13_q2_ten_times_the_points_are_as_many_groups():
    def sizes(count):
        xs, ys = datasets.moons(count, noise=0.12, seed=3)
        model = MLP(2, [4, 1], output="linear", rng=random.Random(3))
        groups = ex1_groups.reference(losses.hinge([model([Value(a) for a in x]) for x in xs], ys))
        return [len(members) for _, members in sorted(groups.items())]

    few, many = sizes(10), sizes(100)
    assert len(few) == len(many)
    assert {(m == 10 * n, m == n == 1) for n, m in zip(few, many)} == {(True, False), (False, True)}
    assert few[-1] == many[-1] == 1


def test_13_q3_what_was_kept_of_a_recording_is_the_last_gradient():
    p = Tensor([1.0, 2.0])
    recording, optimizer, history = record((p * p * p).sum(), [p]), SGD([p], lr=0.01), []
    for _ in range(100):
        recording.step()
        history.append(p.grad)
        last = p.grad.copy()
        optimizer.step()
    assert all(np.array_equal(kept, last) for kept in history)
    assert last.any()


def test_13_q4_every_layer_is_computed_twice():
    calls = []

    def layer(x):
        calls.append(x)
        return x * 0.9

    checkpoint_chain([layer] * 100, Tensor([1.0]), 10).sum().backward()
    assert len(calls) == 200


XS = [0.9, -0.4, 0.7, 0.2]


class Run:
    """100 steps of one of the eight programs, by the engine or by a recording of the first step."""

    def __init__(self, name, by_replay):
        self.rng, self.step, self.name = random.Random(5), 0, name[0]
        self.w = Value(0.8, label="w")
        self.points = [Value(x) for x in XS]
        self.optimizer = SGD([self.w], lr=0.05)
        self.by_replay = by_replay

    def hidden(self, x):
        h = x * self.w
        if self.name == "C":
            return h * 2 if self.rng.random() < 0.5 else h * 0
        if self.name == "D":
            return h.relu()
        if self.name == "E":
            return h if h.data > 0 else h * 0.1
        if self.name == "F":
            for _ in range(3):
                h = (h * self.w).tanh()
        if self.name == "G":
            while abs(h.data) > 0.1:
                h = (h * self.w).tanh()
        return h

    def loss(self):
        costs = [(self.hidden(x) + 0.5) ** 2 for x in self.points]
        loss = Value.sum(costs) / len(costs)
        return loss * (1 / (1 + self.step)) if self.name == "H" else loss

    def losses(self):
        inputs = self.points if self.name == "B" else []
        recording = record(self.loss(), [self.w], inputs=inputs) if self.by_replay else None
        self.rng = random.Random(5)  # a recording is made by a run of its own
        found = []
        for self.step in range(100):
            if self.name == "B":
                for i, point in enumerate(self.points):
                    point.data = XS[i] + 0.01 * self.step
            if self.by_replay:
                found.append(recording.step())
            else:
                loss = self.loss()
                self.optimizer.zero_grad()
                loss.backward()
                found.append(loss.data)
            self.optimizer.step()
            if self.name == "A":
                self.optimizer.lr *= 0.99
        return found


@pytest.mark.parametrize(("name", "is_true"), ex4_recordable.reference().items())
def test_13_4_a_recording_is_true_of_the_programs_that_the_solution_says(name, is_true):
    by_engine, by_replay = (Run(name, by_replay).losses() for by_replay in (False, True))
    assert np.allclose(by_engine, by_replay, rtol=0, atol=1e-12) == is_true
    assert by_engine[0] == pytest.approx(by_replay[0], abs=1e-12)


def test_13_4_has_programs_of_both_kinds():
    assert set(find_exercise("13.4").reference().values()) == {True, False}

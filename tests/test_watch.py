"""What a solution is only to read is watched: arrays, also in Tensors and Duals, lists, and the nodes of a graph."""

import numpy as np
import pytest

from autograd_lib import Tensor, Value
from autograd_lib.course.watch import watch
from autograd_lib.dual import Dual


def add_to_array(x):
    x += 1


def append(x):
    x.append(0)


def set_data(x):
    x.data = x.data + 1


CHANGES = [
    (lambda: np.arange(3.0), add_to_array),
    (lambda: [1, 2], append),
    (lambda: [1, [2]], lambda x: append(x[1])),
    (lambda: (np.zeros(2), 1), lambda x: add_to_array(x[0])),
    (lambda: [1, 2], lambda x: x.reverse()),
    (lambda: {"a": 1}, lambda x: x.update(b=2)),
    (lambda: {"a": [1]}, lambda x: append(x["a"])),
    (lambda: {1, 2}, lambda x: x.discard(1)),
    (lambda: Tensor(np.ones(3)), lambda x: add_to_array(x.data)),
    (lambda: [Tensor(np.ones(3))], lambda x: set_data(x[0])),
    (lambda: Value(2.0), set_data),
    (lambda: Value(2.0) * 3, lambda x: set_data(x._prev[0])),
    (lambda: Dual(np.ones(2), np.ones(2)), lambda x: add_to_array(x.tangent)),
    (lambda: Dual(2.0, 1.0), set_data),
]


@pytest.mark.parametrize(("make", "change"), CHANGES)
def test_a_change_is_noticed(make, change):
    thing = make()
    is_changed = watch(thing)
    assert not is_changed()
    change(thing)
    assert is_changed()


def test_gradients_may_be_paid_and_numbers_may_be_nan():
    a = Value(2.0)
    root, numbers = a * a, np.array([np.nan, 1.0])
    is_changed = watch([root, numbers])
    root.backward()
    assert a.grad == 4.0 and not is_changed()


def test_what_holds_itself_and_what_is_no_container_are_no_trouble():
    loop = []
    loop.append(loop)
    assert not watch(loop)() and not watch(print)() and not watch("text")()

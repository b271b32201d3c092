"""The Tensor on the array API standard: one class, the same numbers on NumPy, PyTorch, JAX and the strict library."""

import array_api_strict
import jax
import numpy as np
import pytest
import torch
from array_api_compat import array_namespace
from array_api_compat import numpy as numpy_arrays
from array_api_compat import torch as torch_arrays

from autograd_lib import Tensor as Engine
from autograd_lib.array_api import Tensor

pytestmark = pytest.mark.peers
LIBRARIES = {"numpy": numpy_arrays, "torch": torch_arrays, "jax": jax.numpy, "strict": array_api_strict}


@pytest.fixture(params=LIBRARIES)
def xp(request):
    with jax.enable_x64(True):
        yield LIBRARIES[request.param]


def arrays(xp, *numbers):
    return [xp.asarray(n, dtype=xp.float64) for n in numbers]


def random(*shapes):
    rng = np.random.default_rng(5)
    return [rng.normal(size=shape) for shape in shapes]


EXPRESSIONS = {
    "a layer, with its bias broadcast": (lambda x, w, b: ((x @ w + b).tanh() * 2.0).sum(), [(5, 3), (3, 4), (4,)]),
    "a column and a row": (lambda a, b: (a * b - a).exp().sum(), [(3, 1), (1, 4)]),
    "a number broadcast to a matrix": (lambda a, b: (a + b * a).relu().sum(), [(2, 3), ()]),
    "sums along one axis": (lambda a: (a.sum(axis=0) * a.sum(axis=1, keepdims=True)).sum(), [(3, 3)]),
    "a node that is used twice": (lambda a: (a * a - a).sum(), [(4,)]),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_gradients_are_those_of_the_engine_on_every_library(xp, name):
    f, shapes = EXPRESSIONS[name]
    numbers = random(*shapes)
    theirs, ours = [Engine(n.copy()) for n in numbers], [Tensor(a) for a in arrays(xp, *numbers)]
    expected, result = f(*theirs), f(*ours)
    expected.backward()
    result.backward()
    assert float(result.data) == pytest.approx(float(expected.data), rel=1e-12)
    for a, b in zip(ours, theirs):
        assert np.allclose(np.asarray(a.grad), b.grad, rtol=1e-12, atol=1e-14)
        assert array_namespace(a.grad) is array_namespace(a.data)


def test_a_row_that_is_taken_twice_is_paid_twice(xp):
    (table,) = arrays(xp, random((4, 2))[0])
    table = Tensor(table)
    table.take(xp.asarray([1, 1, 3])).sum().backward()
    assert np.asarray(table.grad).tolist() == [[0, 0], [2, 2], [0, 0], [1, 1]]


def test_numbers_take_the_dtype_of_the_array(xp):
    x = Tensor(xp.asarray([1.0, -2.0], dtype=xp.float32))
    y = (x * 0.1 - 3).sum()
    y.backward()
    assert y.data.dtype == x.grad.dtype == xp.float32


def test_two_backward_passes_start_afresh(xp):
    x = Tensor(arrays(xp, 3.0)[0])
    y = x * x
    y.backward()
    y.backward()
    assert float(x.grad) == 6


def test_backward_asks_for_a_single_number(xp):
    with pytest.raises(ValueError, match=r"single number, got shape \(2,\)"):
        Tensor(arrays(xp, [1.0, 2.0])[0]).backward()


def test_gradients_stay_on_the_device_of_the_data():
    """On a graphics card, where there is one that PyTorch can use."""
    on = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    table = Tensor(torch.ones((3, 2), dtype=torch.float64, device=on))
    (table.take(torch.tensor([0, 0], device=on)) * 2.0).sum().backward()
    assert table.grad.device.type == on.type and table.grad.tolist() == [[4, 4], [0, 0], [0, 0]]

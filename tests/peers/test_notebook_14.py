"""What notebook 14 says of PyTorch and JAX is so: its table of names, and each program of its exercises and quizzes."""

import random
import re
from pathlib import Path

import jax
import jax.numpy as jnp
import nbformat
import numpy as np
import optax
import pytest
import torch
from jax.test_util import check_grads
from torch import nn

from autograd_lib import Tensor, concatenate, dual, stack, where
from autograd_lib.course.contents import find_exercise
from autograd_lib.nn import Linear, Sequential, Tanh, functional, to_torch

NOTEBOOK = Path(__file__).parents[2] / "notebooks/14_pytorch_and_jax.ipynb"


@pytest.fixture(autouse=True)
def float64_in_jax():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def prose():
    return [cell.source for cell in nbformat.read(NOTEBOOK, as_version=4).cells if cell.cell_type == "markdown"]


# The table of names.


def rows():
    (table,) = [text for text in prose() if "| here | PyTorch | JAX |" in text]
    lines = table[table.index("| here") :].splitlines()[2:]
    return [re.findall(r"`(.+?)`", line) for line in lines if line.startswith("|")]


ARRAYS = {
    "a": np.array([[0.3, -1.2], [2.5, 0.7]]), "b": np.array([[1.1, 0.4, -0.6], [0.2, -2.0, 0.9]]),
    "g": np.array([1.5, 0.5]), "h": np.array([0.1, -0.3]), "k": np.array([1, 0]), "mask": np.array([True, False]),
}  # fmt: skip
MODEL = Sequential(Linear(2, 3, rng=0), Tanh(), Linear(3, 1, rng=1))
NAMES = {
    "array": ARRAYS["a"], "f": lambda x: x * x, "model": MODEL, "module": to_torch(MODEL),
    "params": [MODEL[0].weight.data, MODEL[0].bias.data, MODEL[2].weight.data, MODEL[2].bias.data],
    "F": nn.functional, "Tensor": Tensor, "concatenate": concatenate, "dual": dual, "functional": functional,
    "jax": jax, "jnp": jnp, "optax": optax, "stack": stack, "torch": torch, "where": where,
}  # fmt: skip


def ours(array):
    return Tensor(array) if array.dtype.kind == "f" else array


def numbers_in(thing):
    """An array of any of the three libraries as one of NumPy; the numbers of several of them in a row, sorted."""
    if isinstance(thing, (float, np.ndarray, Tensor, torch.Tensor, jax.Array)):
        thing = thing.data if isinstance(thing, Tensor) else thing
        return np.asarray(thing.detach() if isinstance(thing, torch.Tensor) else thing)
    return np.sort(np.concatenate([numbers_in(each).ravel() for each in thing]))


def test_the_table_has_three_names_in_each_row():
    assert len(rows()) == 16 and {len(row) for row in rows()} == {3}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_three_names_of_a_row_compute_the_same(row):
    results = []
    for source, library in zip(row, (ours, torch.tensor, jnp.array)):
        results.append(numbers_in(eval(source, NAMES | {name: library(array) for name, array in ARRAYS.items()})))
    here, in_torch, in_jax = results
    assert here.shape == in_torch.shape == in_jax.shape
    assert in_torch == pytest.approx(here, rel=1e-12, abs=1e-12)
    assert in_jax == pytest.approx(here, rel=1e-12, abs=1e-12)


# The exercises: each program is run as it stands there.


def program_in(exercise):
    (box,) = [text for text in prose() if text.startswith(f"### Exercise {exercise} ·")]
    return re.search(r"```python\n(.*?)```", box, re.DOTALL)[1]


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf")
def test_14_1_the_tensors_have_the_gradients_that_the_solution_says():
    names = {"torch": torch}
    exec(program_in("14.1"), names)
    answer = find_exercise("14.1").reference()
    gradients = {name: names[name].grad for name in answer}
    assert {name: g if g is None else g.item() for name, g in gradients.items()} == answer
    assert [names[name].item() for name in "hkmy"] == [6, 6, 12, 73]


@pytest.mark.parametrize("program", find_exercise("14.2").reference())
def test_14_2_a_loss_reaches_as_many_parameters_as_the_solution_says(program):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    x, y = torch.randn(8, 2), torch.randn(8, 1)
    first, tanh, second = model
    names = {"model": model, "first": first, "tanh": tanh, "second": second, "x": x, "y": y, "torch": torch}
    exec(program.partition(": ")[2], names)
    try:
        names["loss"].backward()
    except RuntimeError as error:
        assert "does not require grad" in str(error)
        reached = "error"
    else:
        reached = sum(p.grad is not None and bool(p.grad.any()) for p in model.parameters())
    assert reached == find_exercise("14.2").reference()[program]


def test_14_2_rounding_pays_zeros_and_a_wrapped_number_pays_nobody():
    w = torch.tensor([0.7], requires_grad=True)
    w.round().sum().backward()
    assert w.grad.tolist() == [0]
    loss = torch.tensor((w * w).sum().item(), requires_grad=True)
    loss.backward()
    assert loss.grad == 1


@pytest.mark.parametrize("program", find_exercise("14.3").reference())
def test_14_3_a_change_in_place_is_noticed_or_not_as_the_solution_says(program):
    start = torch.tensor([1.0, -2.0], dtype=torch.float64)
    of_y = {
        "A": torch.full_like(start, 3.0),
        "B": (start > 0) / torch.cosh(start) ** 2,
        "C": 3 * (start > 0).double(),
        "D": start.exp(),
        "E": start.cos(),
        "F": 2 * start,
        "G": 2 * start,
        "H": start.exp(),
    }[program[0]]
    names = {"w": start.clone().requires_grad_(), "torch": torch}
    exec(program.partition(": ")[2], names)
    try:
        names["y"].sum().backward()
    except RuntimeError as error:
        assert "version" in str(error)
        seen = "refused"
    else:
        seen = "right" if torch.allclose(names["w"].grad, of_y) else "wrong"
    assert seen == find_exercise("14.3").reference()[program]


def test_14_4_the_vjp_serves_pytorch_and_jax_and_the_checks_find_a_wrong_one():
    vjp = find_exercise("14.4").reference

    class Softsign(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x / (1 + abs(x))

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return vjp(x, g)

    x = torch.tensor([0.7, -2.0, 30.0], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(Softsign.apply, x)
    assert torch.equal(Softsign.apply(x), nn.functional.softsign(x))

    def with_vjp(backward):
        softsign = jax.custom_vjp(lambda x: x / (1 + abs(x)))
        softsign.defvjp(lambda x: (softsign(x), x), lambda x, g: (backward(x, g),))
        return softsign

    numbers = (jnp.array([0.7, -2.0, 30.0]),)
    check_grads(with_vjp(vjp), numbers, order=1, modes=["rev"])
    with pytest.raises(AssertionError):
        check_grads(with_vjp(lambda x, g: g), numbers, order=1, modes=["rev"])


@pytest.mark.parametrize("solution", find_exercise("14.4").alternatives, ids=lambda solution: solution.__name__)
def test_14_4_other_right_solutions_serve_both_too(solution):
    numbers, g = np.array([0.7, -2.0, 30.0]), np.array([1.3, -0.4, 0.9])
    right = find_exercise("14.4").reference(numbers, g)
    for make in (torch.tensor, jnp.array):
        assert np.asarray(solution(make(numbers), make(g))) == pytest.approx(right, rel=1e-12)


def normal(key):
    return jax.random.normal(key)


@pytest.mark.parametrize("program", find_exercise("14.5").reference())
def test_14_5_two_numbers_are_the_same_or_not_as_the_solution_says(program):
    names = {"jax": jax, "random": random, "normal": normal, "ones": jnp.ones, "zeros": jnp.zeros}
    names["key"] = jax.random.key(0)
    exec(program.partition(": ")[2], names)
    assert bool(jnp.all(names["a"] == names["b"])) == find_exercise("14.5").reference()[program]


# The quizzes, and what else the prose says.


def test_14_q1_gradients_that_nobody_zeroes_add_up_to_steps_of_2_4_and_6():
    w = torch.tensor(5.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(3):
        (2 * w).backward()
        optimizer.step()
    assert 5 - w.item() == pytest.approx(1.2, rel=1e-6)


def test_14_q2_pytorch_keeps_the_type_of_an_array_and_jax_makes_float32_of_it():
    with jax.enable_x64(False):
        array = np.array([0.1, 0.2])
        assert (torch.tensor(array).dtype, str(jnp.array(array).dtype)) == (torch.float64, "float32")
        assert (torch.tensor([0.1]).dtype, str(jnp.array([0.1]).dtype)) == (torch.float32, "float32")


def test_14_q3_python_runs_a_jitted_function_once_for_each_shape():
    runs = []
    f = jax.jit(lambda x: runs.append(x.shape) or x * x)
    for n in [3, 4, 3, 4, 5]:
        for _ in range(10):
            f(jnp.ones(n))
    assert len(runs) == 3


def test_14_q4_a_hidden_state_of_the_last_step_is_a_graph_used_again_and_detaching_it_helps():
    w = torch.tensor(0.5, requires_grad=True)

    def train(between):
        hidden = torch.tensor(1.0)
        for _ in range(2):
            hidden = between(hidden) * w
            (hidden**2).backward()

    with pytest.raises(RuntimeError, match="a second time"):
        train(lambda hidden: hidden)
    train(torch.Tensor.detach)


def test_14_no_grad_and_detach_leave_no_node_and_stop_gradient_is_that_of_jax():
    w = torch.tensor(2.0, requires_grad=True)
    with torch.no_grad():
        assert (w * 3).grad_fn is None
    cut = (w * 3).detach()
    assert cut.grad_fn is None and cut.is_leaf and not cut.requires_grad
    assert jax.grad(lambda w: w * jax.lax.stop_gradient(w))(2.0) == 2


def test_14_an_optimiser_steps_without_recording():
    w = torch.tensor(2.0, requires_grad=True)
    (w * w).backward()
    torch.optim.SGD([w], lr=0.1).step()
    assert w.is_leaf and w.item() == pytest.approx(1.6)


def test_14_a_detached_tensor_shares_the_version_counter_and_data_has_one_of_its_own():
    w = torch.tensor([1.0], requires_grad=True)
    w.data += 1
    assert w._version == 0
    w.detach().add_(1)
    assert w._version == 1


def test_14_what_is_computed_keeps_no_gradient_unless_told_and_a_hook_may_change_it():
    w = torch.tensor(3.0, requires_grad=True)
    h = w * w
    h.retain_grad()
    h.register_hook(lambda g: g.clamp(max=1.0))
    (5 * h).backward()
    assert (h.grad, w.grad) == (1, 6)


def test_14_arrays_of_jax_are_set_by_making_new_ones():
    x = jnp.zeros(2)
    assert x.at[0].set(7).tolist() == [7, 0] and x.tolist() == [0, 0]


def test_14_vmap_of_grad_gives_the_gradient_of_each_example_in_both():
    w, xs = np.array([0.5, -1.0]), np.array([[1.0, 2.0], [0.3, -0.4], [2.0, 0.1]])
    in_jax = jax.vmap(jax.grad(lambda w, x: jnp.tanh(w @ x) ** 2), in_axes=(None, 0))(w, xs)
    one = torch.func.grad(lambda w, x: torch.tanh(w @ x) ** 2)
    in_torch = torch.func.vmap(one, in_dims=(None, 0))(torch.tensor(w), torch.tensor(xs))
    assert in_jax.shape == (3, 2) and in_torch.numpy() == pytest.approx(np.asarray(in_jax), rel=1e-12)


@pytest.mark.filterwarnings("ignore:Anomaly Detection has been enabled")
def test_14_the_names_of_what_they_have_beyond_this():
    assert all(callable(getattr(torch.func, name)) for name in ("jvp", "grad", "vjp", "jacrev", "hessian"))
    assert callable(jax.jvp) and callable(jax.device_put) and callable(torch.Tensor.to)
    w = torch.tensor([1.0], requires_grad=True)
    with pytest.warns(UserWarning, match="Error detected in Tanh") as warned, torch.autograd.detect_anomaly():
        y = w.tanh()
        y.add_(1)
        with pytest.raises(RuntimeError, match="version"):
            y.sum().backward()
    assert any("y = w.tanh()" in str(each.message) for each in warned)
    with jax.debug_nans(True), pytest.raises(FloatingPointError):
        jnp.log(jnp.array(-1.0))

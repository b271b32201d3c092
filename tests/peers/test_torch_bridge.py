"""A model that moves to PyTorch computes the same there, and comes back with every digit."""

import random
import subprocess
import sys

import numpy as np
import pytest
import torch

from autograd_lib import MLP, Tensor
from autograd_lib.nn import (
    GPT,
    Conv2d,
    Embedding,
    Flatten,
    LayerNorm,
    Linear,
    MaxPool2d,
    Module,
    ReLU,
    Sequential,
    Sigmoid,
    Softplus,
    Tanh,
    from_torch,
    to_torch,
)
from autograd_lib.nn.mlp import ACTIVATIONS


def mlp(seed=0, activation="tanh", output="linear"):
    return MLP(3, [4, 5, 2], activation, output, rng=random.Random(seed))


def filters(seed=0):
    rng = np.random.default_rng(seed)
    return Sequential(
        Conv2d(1, 3, 3, padding=1, rng=rng), ReLU(), MaxPool2d(2), Conv2d(3, 4, 3, stride=2, bias=False, rng=rng),
        Flatten(), Linear(4, 6, rng=rng), Tanh(), Sequential(LayerNorm(6), Linear(6, 10, bias=False, rng=rng)),
        Sigmoid(), Softplus(),
    )  # fmt: skip


def gpt(seed=0, dtype=np.float64):
    model = GPT("abcdefg", 8, 16, 4, 3, seed, dtype)
    rng = np.random.default_rng(seed)
    for parameter in model.parameters():  # gains and biases too are numbers of which none is special
        parameter.data += rng.normal(0, 0.3, parameter.shape).astype(dtype)
    return model


IMAGES = np.random.default_rng(1).normal(size=(5, 1, 8, 8))
TEXTS = np.random.default_rng(1).integers(0, 7, (4, 6))
MODELS = {"filters": (filters, IMAGES), "gpt": (gpt, TEXTS)}
EACH = pytest.mark.parametrize("make, x", MODELS.values(), ids=MODELS)


def outputs_there(model, x):
    return to_torch(model)(torch.tensor(x)).detach().numpy()


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_an_mlp_computes_the_same_there(activation):
    model = mlp(activation=activation)
    points = np.random.default_rng(2).normal(0, 9, (20, 3))
    ours = np.array([[value.data for value in model(point)] for point in points])
    assert outputs_there(model, points) == pytest.approx(ours, rel=1e-12, abs=1e-12)


@EACH
def test_layers_and_the_gpt_compute_the_same_there(make, x):
    model = make()
    assert outputs_there(model, x) == pytest.approx(model(x).data, rel=1e-12, abs=1e-12)


@EACH
def test_their_gradients_are_ours(make, x):
    model = make()
    module = to_torch(model)
    (model(x) ** 2).mean().backward()
    (module(torch.tensor(x)) ** 2).mean().backward()
    other = make()
    gradients = from_torch({name: p.grad for name, p in module.named_parameters()}, other)
    for ours, theirs in zip(model.parameters(), gradients.parameters()):
        assert ours.grad == pytest.approx(theirs.data, rel=1e-11, abs=1e-13)


@pytest.mark.parametrize("make", [mlp, filters, gpt])
def test_there_and_back_again_is_the_same_to_the_last_bit(make):
    model, other = make(seed=1), make(seed=2)
    assert from_torch(to_torch(model), other) is other
    for name, array in model.state_dict().items():
        assert np.array_equal(array, other.state_dict()[name]), name


@pytest.mark.parametrize("make", [mlp, filters, gpt])
def test_a_file_with_a_state_dict_is_read(make, tmp_path):
    model, other = make(seed=1), make(seed=2)
    torch.save(to_torch(model).state_dict(), tmp_path / "model.pt")
    from_torch(tmp_path / "model.pt", other)
    assert all(np.array_equal(other.state_dict()[name], array) for name, array in model.state_dict().items())


def test_the_dtype_stays():
    assert {p.dtype for p in to_torch(gpt(dtype=np.float32)).parameters()} == {torch.float32}
    back = from_torch(to_torch(gpt()), gpt(dtype=np.float32))
    assert {p.data.dtype for p in back.parameters()} == {np.dtype(np.float32)}
    half = to_torch(mlp()).to(torch.bfloat16)
    assert from_torch(half, mlp(1)).parameters()[0].data == half[0].weight[0, 0].item()


def test_what_was_made_there_is_read_if_its_shapes_fit():
    theirs = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1)).double()
    ours = from_torch(theirs, Sequential(Linear(2, 3), ReLU(), Linear(3, 1)))
    x = np.random.default_rng(0).normal(size=(4, 2))
    assert ours(x).data == pytest.approx(theirs(torch.tensor(x)).detach().numpy(), rel=1e-12)


def test_the_copies_share_no_memory():
    model = Sequential(Linear(2, 2, rng=0))
    module = to_torch(model)
    with torch.no_grad():
        module[0].weight += 1
    assert not np.allclose(module[0].weight.detach().numpy().T, model[0].weight.data)


def test_a_module_can_be_trained_there_and_no_random_number_is_drawn_for_it():
    before = torch.get_rng_state()
    module = to_torch(mlp())
    assert torch.equal(torch.get_rng_state(), before)
    assert all(p.requires_grad and p.is_leaf for p in module.parameters())


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda state: state.pop("0.weight"), "0.weight is missing"),
        (lambda state: state.update(more=torch.ones(2)), "more is not in this model"),
        (lambda state: state.update({"0.bias": torch.ones(9)}), r"0.bias has shape \(9,\), wanted \(4,\)"),
        (lambda state: state["0.weight"].fill_(torch.nan), "something else than finite numbers"),
    ],
)
def test_what_does_not_fit_is_listed_and_the_model_is_as_it_was(change, words):
    model, state = mlp(), to_torch(mlp(1)).state_dict()
    before = model.state_dict()
    change(state)
    with pytest.raises(ValueError, match=words):
        from_torch(state, model)
    assert model.state_dict() == before


def test_a_file_that_holds_more_than_tensors_is_not_run(tmp_path):
    torch.save(to_torch(mlp()), tmp_path / "whole_module.pt")
    (tmp_path / "damaged.pt").write_bytes(b"no archive")
    (tmp_path / "empty.pt").write_bytes(b"")
    for name in ("whole_module.pt", "damaged.pt", "empty.pt"):
        with pytest.raises(ValueError, match=rf"{name} is damaged, or holds more than tensors.*state_dict\(\)"):
            from_torch(tmp_path / name, mlp())
    with pytest.raises(FileNotFoundError):
        from_torch(tmp_path / "none.pt", mlp())


def test_a_source_that_is_none_is_named():
    torch_state = to_torch(mlp()).state_dict()
    for source in (3, [1.0], {"epoch": 3, "model": torch_state}):
        with pytest.raises(TypeError, match=f"got a {type(source).__name__}"):
            from_torch(source, mlp())


class Own(Module):
    def __init__(self):
        self.inner = Linear(2, 2)

    def __call__(self, x):
        return self.inner(x)


@pytest.mark.parametrize("model", [Own(), Sequential(Linear(2, 2), Tensor.relu), Sequential(Own()), "model"])
def test_a_model_without_a_counterpart_is_named(model):
    with pytest.raises(TypeError, match="to_torch knows MLP, GPT, Sequential and the layers"):
        to_torch(model)


def test_a_layer_that_is_there_twice_is_refused():
    layer = Linear(2, 2)
    with pytest.raises(TypeError, match=r"used twice .* 1\.bias, 1\.weight"):
        to_torch(Sequential(layer, layer))


def test_an_embedding_moves_too():
    model = Embedding(5, 3, rng=0)
    indices = np.array([[0, 4], [2, 2]])
    assert np.array_equal(outputs_there(model, indices), model(indices).data)


def test_without_pytorch_one_line_says_so_and_everything_else_works():
    program = """
import sys
sys.modules["torch"] = None
import importlib.util
importlib.util.find_spec = lambda name: None
from autograd_lib.nn import Linear, from_torch, to_torch
for move in (to_torch, lambda model: from_torch("model.pt", model)):
    try:
        move(Linear(2, 2))
    except ImportError as error:
        print(error)
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.count("needs PyTorch, which is not installed") == 2

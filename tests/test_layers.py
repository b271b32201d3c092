"""The promises of layers and models: their initial numbers, names, shapes, and files written and read whole."""

import os

import numpy as np
import pytest

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.functional import cross_entropy
from autograd_lib.nn.layers import (
    Conv2d,
    Embedding,
    Flatten,
    LayerNorm,
    Linear,
    MaxPool2d,
    Module,
    Parameter,
    ReLU,
    Sequential,
    Sigmoid,
    Softplus,
    Tanh,
)
from autograd_lib.nn.optim import SGD, Adam


def small_model(seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    return Sequential(Linear(4, 3, rng=rng, dtype=dtype), Tanh(), Linear(3, 2, rng=rng, dtype=dtype))


def reader_of_digits(dtype=np.float64):
    rng = np.random.default_rng(0)
    return Sequential(
        Conv2d(1, 4, 3, padding=1, rng=rng, dtype=dtype),
        ReLU(),
        MaxPool2d(2),
        Flatten(),
        Linear(64, 10, rng=rng, dtype=dtype),
    )


def numbers_of(model):
    return {name: array.tolist() for name, array in model.state_dict().items()}


def test_linear_is_weights_times_inputs_plus_bias():
    layer, x = Linear(3, 2, rng=0), np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 0.5]])
    layer.bias.data = [10.0, 20.0]
    assert layer(x).data == pytest.approx(x @ layer.weight.data + [10.0, 20.0])
    assert Linear(3, 2, bias=False, rng=0)(x).data == pytest.approx(x @ layer.weight.data)


@pytest.mark.parametrize(
    "layer, method", [(ReLU(), "relu"), (Tanh(), "tanh"), (Sigmoid(), "sigmoid"), (Softplus(), "softplus")]
)
def test_an_activation_is_the_function_of_tensor(layer, method):
    x = Tensor([[-1.5, 0.0, 2.0]])
    assert layer(x).data.tolist() == getattr(x, method)().data.tolist() == layer(x.data).data.tolist()
    assert layer.parameters() == []


def test_each_layer_gives_the_shape_that_it_says():
    images = np.random.default_rng(0).normal(size=(5, 1, 8, 8))
    x = Conv2d(1, 4, 3, stride=2, padding=1, rng=0)(images)
    assert x.shape == (5, 4, 4, 4)
    x = MaxPool2d(2)(x)
    assert x.shape == (5, 4, 2, 2)
    x = Flatten()(x)
    assert x.shape == (5, 16)
    assert LayerNorm(16)(x).shape == (5, 16)
    assert Embedding(7, 3, rng=0)(np.array([[0, 6], [1, 1]])).shape == (2, 2, 3)
    assert Flatten()(np.zeros((0, 2, 3))).shape == (0, 6)


def test_layer_norm_begins_as_rows_of_mean_0_and_variance_1():
    rows = LayerNorm(100, eps=0.0)(np.random.default_rng(0).normal(3.0, 5.0, (4, 100))).data
    assert rows.mean(axis=1) == pytest.approx(np.zeros(4), abs=1e-12)
    assert rows.var(axis=1) == pytest.approx(np.ones(4))


# The initial numbers of the parameters.


def test_weights_begin_with_the_standard_deviation_of_he_and_biases_at_zero():
    layer, filters = Linear(50, 400, rng=0), Conv2d(8, 300, 3, rng=0)
    assert layer.weight.data.std() == pytest.approx(np.sqrt(2 / 50), rel=0.02)
    assert filters.weight.data.std() == pytest.approx(np.sqrt(2 / 72), rel=0.02)
    assert layer.weight.data.mean() == pytest.approx(0, abs=0.01)
    assert not layer.bias.data.any() and not filters.bias.data.any()


def test_numbers_keep_their_size_through_many_layers_of_relu():
    rng = np.random.default_rng(0)
    model = Sequential(*[layer for _ in range(20) for layer in (Linear(200, 200, rng=rng), ReLU())])
    x = rng.normal(size=(50, 200))
    assert 0.3 < model(x).data.std() / x.std() < 3


def test_a_seed_or_a_generator_reproduces_a_model():
    assert numbers_of(small_model(1)) == numbers_of(small_model(1)) != numbers_of(small_model(2))
    assert Linear(3, 2, rng=7).weight.data.tolist() == Linear(3, 2, rng=np.random.default_rng(7)).weight.data.tolist()
    assert Linear(3, 2).weight.data.tolist() != Linear(3, 2).weight.data.tolist()


def test_a_model_of_float32_stays_that_through_forward_backward_and_step():
    model = reader_of_digits(np.float32)
    loss = cross_entropy(model(np.random.default_rng(0).random((6, 1, 8, 8))), np.arange(6))
    loss.backward()
    Adam(model.parameters()).step()
    assert loss.dtype == np.float32
    assert {p.dtype for p in model.parameters()} == {p.grad.dtype for p in model.parameters()} == {np.dtype("float32")}


# Models.


def test_sequential_is_its_layers_one_after_the_other():
    model, x = small_model(), np.ones((2, 4))
    assert model(x).data.tolist() == model[2](model[1](model[0](x))).data.tolist()
    assert len(model) == 3 and [type(layer) for layer in model] == [Linear, Tanh, Linear]


def test_a_function_may_stand_in_for_a_layer():
    model = Sequential(Linear(4, 3, rng=0), lambda x: x * 2.0)
    assert model(np.ones((1, 4))).data == pytest.approx(2 * model[0](np.ones((1, 4))).data)


class TwoHeads(Module):
    """A model as a reader would write it, with a part that is used twice."""

    def __init__(self, rng):
        self.body = Sequential(Linear(2, 3, rng=rng), ReLU())
        self.heads = [Linear(3, 1, rng=rng), Linear(3, 1, rng=rng)]
        self.again = self.body
        self.scale = Parameter([1.0])
        self.title = "not a part"

    def __call__(self, x):
        x = self.body(x)
        return (self.heads[0](x) + self.heads[1](x)) * self.scale


def test_a_model_finds_its_parameters_in_its_attributes_each_once():
    model = TwoHeads(np.random.default_rng(0))
    names = [
        "body.0.weight",
        "body.0.bias",
        "heads.0.weight",
        "heads.0.bias",
        "heads.1.weight",
        "heads.1.bias",
        "scale",
    ]
    assert list(model.named_parameters()) == list(model.state_dict()) == names
    model(np.ones((2, 2))).sum().backward()
    assert all(p.grad.any() for name, p in model.named_parameters().items() if name.startswith("heads"))
    model.zero_grad()
    assert not any(p.grad.any() for p in model.parameters())


def test_parameters_are_labelled_by_their_place():
    assert [p.label for p in small_model().parameters()] == ["0.weight", "0.bias", "2.weight", "2.bias"]
    assert TwoHeads(np.random.default_rng(0)).label_parameters().heads[1].bias.label == "heads.1.bias"


def test_reprs_show_shapes_and_how_many_parameters():
    assert repr(reader_of_digits()) == (
        "Sequential(\n"
        "  0: Conv2d(1 → 4, 3 × 3, stride=1, padding=1, 40 parameters)\n"
        "  1: ReLU()\n"
        "  2: MaxPool2d(2 × 2, stride=2)\n"
        "  3: Flatten()\n"
        "  4: Linear(64 → 10, 650 parameters)\n"
        "  690 parameters\n"
        ")"
    )
    assert repr(Embedding(1000, 8)) == "Embedding(1000 × 8, 8,000 parameters)"
    assert repr(LayerNorm(5)) == "LayerNorm(5, 10 parameters)"
    assert "  0: Sequential(\n    0: Linear(2 → 3, 9 parameters)" in repr(Sequential(Sequential(Linear(2, 3))))


@pytest.mark.parametrize("optimiser", [lambda p: SGD(p, 0.5), lambda p: Adam(p, 0.05)], ids=["SGD", "Adam"])
def test_a_model_learns(optimiser):
    rng = np.random.default_rng(0)
    xs = rng.normal(size=(60, 2))
    targets = (xs[:, 0] * xs[:, 1] > 0).astype(int)
    model = Sequential(Linear(2, 16, rng=rng), Tanh(), Linear(16, 2, rng=rng))
    steps = optimiser(model.parameters())
    for _ in range(300):
        loss = cross_entropy(model(xs), targets)
        steps.zero_grad()
        loss.backward()
        steps.step()
    assert (model(xs).data.argmax(axis=1) == targets).mean() > 0.95


# State: loaded whole or not at all.


def test_a_state_makes_another_model_the_same():
    model, other = small_model(1), small_model(2)
    assert other.load_state_dict(model.state_dict()) is other
    assert numbers_of(other) == numbers_of(model)


def test_a_state_is_a_copy():
    model = small_model()
    state = model.state_dict()
    before = numbers_of(model)
    state["0.weight"][:] = 0.0
    assert numbers_of(model) == before


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda s: s.pop("2.bias"), "2.bias is missing"),
        (lambda s: s.update(extra=np.zeros(1)), "extra is not in this model"),
        (lambda s: s.update({"0.weight": np.zeros((3, 4))}), r"0.weight has shape \(3, 4\), wanted \(4, 3\)"),
        (lambda s: s.update({"2.bias": np.array([1.0, np.nan])}), "2.bias holds something else than finite numbers"),
        (lambda s: s.update({"2.bias": np.array(["a", "b"])}), "2.bias holds something else than finite numbers"),
        (lambda s: (s.pop("0.bias"), s.pop("2.bias")), "0.bias is missing; 2.bias is missing"),
    ],
)
def test_a_state_that_does_not_fit_is_refused_and_changes_nothing(change, words):
    state, model = small_model(1).state_dict(), small_model(2)
    before = numbers_of(model)
    change(state)
    with pytest.raises(ValueError, match=f"the model is as it was: {words}"):
        model.load_state_dict(state)
    assert numbers_of(model) == before


def test_a_number_too_large_for_float32_is_refused():
    state = small_model(1).state_dict()
    state["2.bias"][0] = 1e300
    with pytest.raises(ValueError, match=r"2\.bias holds something else than finite numbers"):
        small_model(dtype=np.float32).load_state_dict(state)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_saved_model_comes_back_to_the_last_digit(tmp_path, dtype):
    model, other = small_model(1, dtype), small_model(2, dtype)
    model.save(tmp_path / "model.npz")
    assert numbers_of(other.load(tmp_path / "model.npz")) == numbers_of(model)
    assert [path.name for path in tmp_path.iterdir()] == ["model.npz"]


def test_a_model_that_has_diverged_is_not_saved(tmp_path):
    model, path = small_model(), tmp_path / "model.npz"
    model.save(path)
    before = path.read_bytes()
    model.parameters()[1].data = [0.0, np.inf, 0.0]
    with pytest.raises(ValueError, match=r"0\.bias holds NaN or infinity.*was not saved"):
        model.save(path)
    assert path.read_bytes() == before


def test_a_file_of_another_model_is_refused_by_name(tmp_path):
    path = tmp_path / "model.npz"
    reader_of_digits().save(path)
    with pytest.raises(ValueError, match=r"model\.npz: these parameters do not fit.*4\.bias is not in this model"):
        small_model().load(path)


def damaged_files(path):
    small_model().save(path)
    whole = path.read_bytes()
    place = len(whole) // 3
    yield b""
    yield b"not a model"
    with open(path, "wb") as file:
        np.save(file, np.zeros(3))
    yield path.read_bytes()
    yield whole[:place]
    yield whole[:-30]
    yield whole[:place] + bytes(byte ^ 255 for byte in whole[place : place + 60]) + whole[place + 60 :]


def test_a_damaged_file_is_refused_and_the_model_is_as_it_was(tmp_path):
    path, model = tmp_path / "model.npz", small_model(1)
    before = numbers_of(model)
    for contents in damaged_files(path):
        path.write_bytes(contents)
        with pytest.raises(ValueError, match=r"model\.npz is damaged, or is not a saved model .* as it was"):
            model.load(path)
        assert numbers_of(model) == before


class MakesAFolder:
    """A pickle can do this, or anything else, to those who open it."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def test_a_pickle_is_not_opened(tmp_path):
    path, folder = tmp_path / "model.npz", tmp_path / "made by the pickle"
    np.savez(path, **{"0.weight": np.array([MakesAFolder(str(folder))], dtype=object)}, allow_pickle=True)
    with pytest.raises(ValueError, match=r"damaged, or is not a saved model.*allow_pickle=False"):
        small_model().load(path)
    assert not folder.exists()
    np.load(path, allow_pickle=True)["0.weight"]
    assert folder.exists()


def test_a_missing_file_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        small_model().load(tmp_path / "model.npz")


class Ridge(Module):
    """A model that returns its parameters, but does not name them."""

    def __init__(self):
        self.weights = {"w": Parameter([1.0, 2.0]), "b": Parameter([0.0])}

    def parameters(self):
        return list(self.weights.values())

    def __call__(self, x):
        return x * self.weights["w"] + self.weights["b"]


@pytest.mark.parametrize(
    "make", [Ridge, lambda: Sequential(Linear(2, 2, rng=0), Ridge())], ids=["itself", "in another"]
)
def test_a_model_whose_parameters_have_no_names_is_not_saved_without_them(tmp_path, make):
    model, path = make(), tmp_path / "model.npz"
    count = len(model.parameters())
    for use in (lambda: model.save(path), model.state_dict, lambda: model.load_state_dict({})):
        with pytest.raises(TypeError, match=rf"2 of the {count} parameters of this .* no name.*needs a members\(\)"):
            use()
    assert not path.exists()


class FrozenBody(Module):
    """A model that returns only some of its parameters."""

    def __init__(self, seed):
        self.body, self.head = Linear(2, 3, rng=seed), Linear(3, 1, rng=seed)

    def parameters(self):
        return self.head.parameters()


def test_a_model_that_returns_only_some_of_its_parameters_is_saved_whole(tmp_path):
    FrozenBody(1).save(tmp_path / "model.npz")
    other = FrozenBody(2).load(tmp_path / "model.npz")
    assert other.body.weight.data.tolist() == FrozenBody(1).body.weight.data.tolist()


# Bad input.


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: Linear(0, 2), ValueError, "Linear: nin is a whole number >= 1, got 0"),
        (lambda: Linear(2, 2.0), ValueError, "Linear: nout is a whole number >= 1, got 2.0"),
        (lambda: Linear(2, 2, rng="seed"), TypeError, r"np\.random\.default_rng\(0\), a seed, or None; got 'seed'"),
        (lambda: Linear(2, 2, dtype=np.int64), TypeError, "dtype is np.float64 or np.float32, got .*int64"),
        (lambda: Conv2d(1, 4, 3, stride=0), ValueError, "Conv2d: stride is a whole number >= 1, got 0"),
        (lambda: Conv2d(1, 4, 3, padding=-1), ValueError, "Conv2d: padding is a whole number >= 0, got -1"),
        (lambda: MaxPool2d(None), ValueError, "MaxPool2d: size is a whole number >= 1, got None"),
        (lambda: LayerNorm(0), ValueError, "LayerNorm: width"),
        (lambda: Embedding(10, -1), ValueError, "Embedding: width"),
        (lambda: Sequential(Linear(2, 2), ReLU), TypeError, r"layer 1 is to be a layer.*make one: ReLU\(…\)"),
        (lambda: Sequential([Linear(2, 2)]), TypeError, "layer 0 is to be a layer or a function.*got \\["),
    ],
)
def test_a_layer_that_cannot_be_made_is_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_an_error_says_in_which_layer_it_came_up():
    model = Sequential(Linear(4, 3, rng=0), ReLU(), Linear(5, 2, rng=0))
    with pytest.raises(ValueError, match=r"linear: x of shape \(2, 3\) and weight of shape \(5, 2\)") as caught:
        model(np.ones((2, 4)))
    assert caught.value.__notes__ == ["in layer 2 of the Sequential, Linear(5 → 2, 12 parameters)"]

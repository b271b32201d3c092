"""The promises of networks: their numbers, their names, their errors, and that saving loses nothing."""

import json
import math
import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_value import OwnValue

from autograd_lib import atomic
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import ACTIVATIONS, ARRAY_ACTIVATIONS, MLP, Layer, Neuron, predict_many
from autograd_lib.nn.module import Module


def small_model(seed=1, **options):
    return MLP(2, [3, 2, 1], rng=random.Random(seed), **options)


def numbers(model):
    return [parameter.data for parameter in model.parameters()]


# Initial numbers.


def test_a_seed_fixes_the_weights_then_the_bias_neuron_by_neuron():
    drawn = random.Random(7)
    expected = [drawn.uniform(-1, 1) for _ in range(2 * (3 + 1))]
    layer = Layer(3, 2, rng=random.Random(7))
    assert numbers(layer) == expected
    assert [w.data for w in layer.neurons[1].w] == expected[4:7] and layer.neurons[1].b.data == expected[7]


def test_without_rng_the_global_seed_reproduces_a_run():
    random.seed(5)
    first = numbers(MLP(2, [3, 1]))
    random.seed(5)
    assert numbers(MLP(2, [3, 1])) == first != numbers(MLP(2, [3, 1]))


@pytest.mark.parametrize("nin, nouts, count", [(3, [4, 4, 1], 41), (2, [4, 4, 1], 37), (2, [16, 16, 1], 337)])
def test_parameters_are_counted_as_in_the_books(nin, nouts, count):
    model = MLP(nin, nouts)
    assert len(model.parameters()) == count == len(set(model.parameters()))


# The forward pass.


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_a_neuron_is_its_activation_of_a_weighted_sum(activation):
    neuron = Neuron(2, activation, rng=random.Random(0))
    (w1, w2), b = neuron.w, neuron.b
    total = Value(b.data + w1.data * 0.5 + w2.data * -2.0)
    expected = total if activation == "linear" else getattr(total, activation)()
    assert neuron([0.5, -2.0]).data == expected.data


def test_a_neuron_is_one_dot_and_its_activation():
    neuron = Neuron(3, rng=random.Random(0))
    out = neuron([1.0, 2.0, 3.0])
    assert out._op == "tanh" and out._prev[0]._op == "dot"
    assert len(topological_order(out)) == 4 + 2


@pytest.mark.parametrize("inputs", [[1, 2], (1.0, 2.0), np.array([1.0, 2.0]), [Value(1.0), 2.0]], ids=repr)
def test_inputs_are_numbers_or_values_in_a_list_a_tuple_or_a_row(inputs):
    assert small_model()(inputs).data == small_model()([1.0, 2.0]).data


def test_a_value_given_as_input_gets_a_gradient():
    x = Value(1.0)
    small_model()([x, 2.0]).backward()
    assert x.grad != 0.0


def test_one_output_is_a_node_and_several_are_a_list():
    assert isinstance(MLP(2, [3, 1])([1.0, 2.0]), Value)
    several = MLP(2, [3, 2])([1.0, 2.0])
    assert [type(node) for node in several] == [Value, Value]
    assert isinstance(Layer(2, 1)([1.0, 2.0]), list)


def test_a_layer_of_one_neuron_may_stand_in_the_middle():
    assert MLP(2, [1, 3, 1])([1.0, 2.0])._op == "tanh"


def test_output_changes_the_last_activation_only():
    model = MLP(2, [3, 3, 1], "relu", output="linear")
    assert [layer.activation for layer in model.layers] == ["relu", "relu", "linear"]
    assert [layer.activation for layer in MLP(2, [3, 1], "relu").layers] == ["relu", "relu"]


def test_zero_grad_sets_every_gradient_to_zero():
    for model in (small_model(), Layer(2, 1), Neuron(2)):
        out = model([1.0, 2.0])
        (out[0] if isinstance(out, list) else out).backward()
        assert any(p.grad for p in model.parameters())
        model.zero_grad()
        assert [p.grad for p in model.parameters()] == [0.0] * len(model.parameters())


# Names.


def test_parameters_are_named_by_their_place():
    assert [p.label for p in Neuron(2).parameters()] == ["w1", "w2", "b"]
    assert [p.label for p in Layer(1, 2).parameters()] == ["n1.w1", "n1.b", "n2.w1", "n2.b"]
    assert [p.label for p in MLP(1, [1, 1]).parameters()] == ["L1.n1.w1", "L1.n1.b", "L2.n1.w1", "L2.n1.b"]


def test_reprs_give_the_shape():
    assert repr(Neuron(1, "relu")) == "Neuron(1 input, relu, 2 parameters)"
    assert repr(Layer(2, 16)) == "Layer(2 → 16, tanh, 48 parameters)"
    assert repr(MLP(2, [16, 16, 1])) == "MLP(2 → 16 → 16 → 1, tanh, 337 parameters)"
    assert repr(MLP(2, [4, 1], "relu", output="linear")) == "MLP(2 → 4 → 1, relu, linear output, 17 parameters)"


# The reader's own class.


def test_a_network_on_another_class_has_the_same_numbers_and_gradients():
    ours, own = small_model(), small_model(value=OwnValue)
    assert all(type(p) is OwnValue for p in own.parameters())
    a, b = ours([0.5, -1.0]), own([0.5, -1.0])
    a.backward()
    b.backward()
    assert b.data == pytest.approx(a.data, rel=1e-12)
    assert [p.grad for p in own.parameters()] == pytest.approx([p.grad for p in ours.parameters()], rel=1e-12)


def test_a_class_is_labelled_where_it_can_be():
    class Labelled(OwnValue):  # without slots of its own, so it takes any attribute
        pass

    assert [p.label for p in Neuron(1, value=Labelled).parameters()] == ["w1", "b"]
    assert not hasattr(Neuron(1, value=OwnValue).b, "label")


def test_a_class_that_lacks_the_activation_is_refused_at_once():
    with pytest.raises(TypeError, match=r"OwnValue has no sigmoid\(\)"):
        MLP(2, [3, 1], "sigmoid", value=OwnValue)


# Bad input.


@pytest.mark.parametrize("size", [0, -1, 2.0, True, "3", None])
def test_sizes_are_whole_numbers_above_zero(size):
    for make in (lambda: Neuron(size), lambda: Layer(2, size), lambda: MLP(size, [1]), lambda: MLP(2, [3, size])):
        with pytest.raises(ValueError, match=r"is a whole number > 0, got " + repr(size)):
            make()


@pytest.mark.parametrize("nouts", [[], (), 16, "16"])
def test_layers_are_a_list_of_at_least_one_size(nouts):
    with pytest.raises(ValueError, match=r"nouts is a list"):
        MLP(2, nouts)


def test_an_activation_that_is_not_known_gets_the_list_of_those_that_are():
    with pytest.raises(ValueError, match=r"linear, tanh, relu, sigmoid, leaky_relu, softplus; got 'gelu'"):
        MLP(2, [3, 1], "gelu")
    with pytest.raises(ValueError, match=r"got 'none'"):
        MLP(2, [3, 1], output="none")


def test_rng_is_a_generator_not_a_seed():
    with pytest.raises(TypeError, match=r"random\.Random\(42\).*got 42"):
        Neuron(2, rng=42)


@pytest.mark.parametrize("inputs", [[], [1.0], [1.0, 2.0, 3.0], np.zeros(3)], ids=repr)
def test_a_wrong_number_of_inputs_is_refused(inputs):
    with pytest.raises(ValueError, match=rf"wanted 2 inputs, .* got {len(inputs)}"):
        small_model()(inputs)


@pytest.mark.parametrize("inputs", [1.0, Value(1.0), None, "ab", np.float64(1.0)], ids=repr)
def test_inputs_that_are_no_list_are_refused(inputs):
    with pytest.raises(TypeError, match=r"the inputs are a list, here of 2"):
        small_model()(inputs)


@pytest.mark.parametrize("inputs", [[[1.0, 2.0], [3.0, 4.0]], np.ones((2, 2))], ids=["lists", "array"])
def test_several_rows_at_once_are_refused(inputs):
    with pytest.raises(TypeError, match="one row of inputs at a time"):
        small_model()(inputs)


# Many points at once.


@given(
    activation=st.sampled_from(ACTIVATIONS),
    nouts=st.lists(st.integers(1, 4), min_size=1, max_size=3),
    seed=st.integers(0, 1000),
    points=st.lists(st.tuples(st.floats(-5, 5), st.floats(-5, 5)), min_size=1, max_size=5),
)
def test_predict_many_equals_the_model(activation, nouts, seed, points):
    model = MLP(2, nouts, activation, rng=random.Random(seed))
    expected = [model(point) for point in points]
    expected = [[n.data for n in out] if isinstance(out, list) else out.data for out in expected]
    assert predict_many(model, points) == pytest.approx(np.array(expected), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("activation", ARRAY_ACTIVATIONS)
def test_predict_many_has_the_models_activations_at_the_edges_too(activation):
    model = Neuron(1, activation)
    model.w[0].data, model.b.data = 1.0, 0.0
    network = MLP(1, [1], activation)
    network.layers[0].neurons[0] = model
    edges = [[x] for x in (-1000.0, -40.0, -1e-9, -0.0, 0.0, 1e-9, 0.7, 40.0, 1000.0)]
    expected = [model(edge).data for edge in edges]
    assert predict_many(network, edges) == pytest.approx(expected, rel=1e-12, abs=1e-300)


def test_every_activation_that_bends_is_known_for_arrays():
    assert set(ARRAY_ACTIVATIONS) == set(ACTIVATIONS) - {"linear"}


def test_predict_many_asks_the_readers_class_for_its_activation(monkeypatch):
    monkeypatch.setattr(OwnValue, "tanh", lambda self: self * 0.5)
    model = small_model(value=OwnValue)
    assert predict_many(model, [[0.5, -1.0]])[0] == pytest.approx(model([0.5, -1.0]).data, rel=1e-12)


def test_predict_many_takes_rows_of_the_right_width():
    for points in ([1.0, 2.0], [[1.0, 2.0, 3.0]], []):
        with pytest.raises(ValueError, match="rows of 2 numbers"):
            predict_many(small_model(), points)


# Saving and loading.


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=5, max_size=5))
def test_every_digit_survives_saving_and_loading(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("models") / "model.json"
    model, other = MLP(1, [1, 1]), MLP(1, [1, 1])
    for parameter, number in zip(model.parameters(), data):
        parameter.data = number
    model.save(path)
    assert other.load(path) is other
    assert [n.hex() for n in numbers(other)] == [n.hex() for n in numbers(model)]


def test_a_model_may_be_loaded_into_one_on_another_class(tmp_path):
    small_model().save(tmp_path / "m.json")
    own = small_model(seed=2, value=OwnValue).load(tmp_path / "m.json")
    assert numbers(own) == numbers(small_model())


def test_the_file_says_what_it_is(tmp_path):
    small_model(output="linear").save(tmp_path / "m.json")
    saved = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    assert (saved["format"], saved["version"]) == ("autograd_lib MLP", 1)
    assert saved["sizes"] == [2, 3, 2, 1] and saved["activations"] == ["tanh", "tanh", "linear"]


@pytest.mark.parametrize(
    "other, words",
    [
        (MLP(2, [4, 1]), r"holds MLP\(2 → 4 → 1, tanh\), and this model is MLP\(2 → 3 → 2 → 1, tanh\)"),
        (small_model(activation="relu"), r"holds MLP\(2 → 3 → 2 → 1, relu\), and this model is .* tanh\)"),
        (small_model(output="linear"), r"holds MLP\(2 → 3 → 2 → 1, tanh, linear output\)"),
    ],
    ids=["sizes", "activation", "output"],
)
def test_a_model_of_another_shape_is_refused_with_both_shapes(tmp_path, other, words):
    other.save(tmp_path / "m.json")
    model = small_model()
    with pytest.raises(ValueError, match=words):
        model.load(tmp_path / "m.json")
    assert numbers(model) == numbers(small_model())


def damage(saved, key, value):
    return json.dumps({**saved, key: value})


DAMAGED = {
    "empty": lambda saved: "",
    "cut off": lambda saved: json.dumps(saved)[:-20],
    "not json": lambda saved: "w1 = 3",
    "not utf-8": lambda saved: b"\xff\xfe\x00",
    "a list": lambda saved: "[1, 2]",
    "deeply nested": lambda saved: "[" * 100_000,
    "another format": lambda saved: damage(saved, "format", "pickle"),
    "a later version": lambda saved: damage(saved, "version", 2),
    "no sizes": lambda saved: damage(saved, "sizes", None),
    "sizes of text": lambda saved: damage(saved, "sizes", ["2", "3", "2", "1"]),
    "no activations": lambda saved: damage(saved, "activations", []),
    "a parameter missing": lambda saved: damage(saved, "parameters", saved["parameters"][1:]),
    "a parameter is nan": lambda saved: damage(saved, "parameters", [math.nan, *saved["parameters"][1:]]),
    "a parameter is infinite": lambda saved: damage(saved, "parameters", [*saved["parameters"][1:], math.inf]),
    "a parameter is text": lambda saved: damage(saved, "parameters", ["0.5", *saved["parameters"][1:]]),
    "a parameter is huge": lambda saved: damage(saved, "parameters", [10**400, *saved["parameters"][1:]]),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_file_changes_nothing_and_says_so(tmp_path, how):
    path = tmp_path / "m.json"
    small_model(seed=2).save(path)
    damaged = DAMAGED[how](json.loads(path.read_text(encoding="utf-8")))
    path.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    model = small_model()
    with pytest.raises(ValueError, match=r"m\.json is damaged, or is not a saved model .* The model is as it was"):
        model.load(path)
    assert numbers(model) == numbers(small_model())


@pytest.mark.parametrize("save, load", [(Module.save, MLP.load), (MLP.save, Module.load)], ids=["npz", "json"])
def test_a_file_of_the_other_kind_counts_as_damaged_for_both(tmp_path, save, load):
    path, model = tmp_path / "model", small_model()
    save(small_model(seed=2), path)
    with pytest.raises(ValueError, match=r"model is damaged, or is not a saved model \(.* The model is as it was\."):
        load(model, path)
    assert numbers(model) == numbers(small_model())


class ScaledMLP(MLP):
    """A network with one parameter more than its layers have."""

    def __init__(self, seed=1, scale=2.0):
        super().__init__(2, [2, 1], rng=random.Random(seed))
        self.scale = Value(scale)

    def members(self):
        return [("scale", self.scale), *super().members()]


class WithHead(MLP):
    """A network with one layer more."""

    def __init__(self):
        self.head = Layer(1, 1)
        super().__init__(2, [2, 1])


class FrozenMLP(MLP):
    """A network that returns only the parameters of its last layer."""

    def parameters(self):
        return self.layers[-1].parameters()


@pytest.mark.parametrize(
    "make, count", [(ScaledMLP, 10), (WithHead, 11), (lambda: FrozenMLP(2, [2, 1]), 3)], ids=["more", "layer", "fewer"]
)
def test_a_subclass_with_other_parameters_is_told_how_to_save_all_of_them(tmp_path, make, count):
    MLP(2, [2, 1]).save(tmp_path / "m.json")
    model, before = make(), (tmp_path / "m.json").read_bytes()
    for use in (model.save, model.load):
        with pytest.raises(ValueError, match=rf"has {count} parameters, and a saved MLP of its sizes holds 9\. Modu"):
            use(tmp_path / "m.json")
    assert (tmp_path / "m.json").read_bytes() == before


def test_the_names_of_a_network_keep_every_parameter_of_a_subclass(tmp_path):
    Module.save(ScaledMLP(), tmp_path / "m.npz")
    other = Module.load(ScaledMLP(seed=2, scale=0.0), tmp_path / "m.npz")
    assert numbers(other) == numbers(ScaledMLP()) and other.scale.data == 2.0


def test_a_state_is_not_rounded_to_a_whole_number_where_one_stands():
    model, other = small_model(), small_model(seed=2)
    other.parameters()[0].data = 1
    assert numbers(other.load_state_dict(model.state_dict())) == numbers(model)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nowhere\.json"):
        small_model().load(tmp_path / "nowhere.json")


def test_a_diverged_model_does_not_overwrite_a_good_one(tmp_path):
    path = tmp_path / "m.json"
    small_model().save(path)
    before = path.read_bytes()
    model = small_model()
    model.parameters()[4].data = math.nan
    with pytest.raises(ValueError, match=r"L1\.n2\.w2 is nan"):
        model.save(path)
    assert path.read_bytes() == before


# Writing a file whole or not at all.


def fail(*args, **options):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step):
    path = tmp_path / "file.txt"
    path.write_text("old")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match=r"No space left on device.*as it was.*file\.txt"):
        atomic.write_text(path, "new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file.txt"]


def test_a_write_that_is_interrupted_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def interrupt(*args):
        raise KeyboardInterrupt

    path = tmp_path / "file.txt"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        atomic.write_text(path, "new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file.txt"]


def test_a_write_keeps_permissions_and_gives_a_new_file_the_usual_ones(tmp_path):
    usual = tmp_path / "usual"
    usual.touch()
    atomic.write_text(tmp_path / "new", "π")
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode
    usual.chmod(0o640)
    atomic.write_text(usual, "π")
    assert usual.stat().st_mode & 0o777 == 0o640 and usual.read_text(encoding="utf-8") == "π"


def test_a_write_follows_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    atomic.write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"


def test_a_folder_that_is_missing_is_named_by_the_path_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nowhere/m\.json"):
        small_model().save(tmp_path / "nowhere" / "m.json")

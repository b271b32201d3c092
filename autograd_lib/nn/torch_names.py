"""Our models' numbers under PyTorch's names, and back: arrays on both sides, and no PyTorch in between.

A weight of PyTorch's `Linear` is (nout, nin) and ours (nin, nout), so it is transposed. PyTorch's attention keeps
query, key and value in one array, one below the other. All else is another name for the same numbers.
"""

from typing import NamedTuple

import numpy as np

from autograd_lib.nn.gpt import GPT
from autograd_lib.nn.layers import Linear
from autograd_lib.nn.mlp import MLP
from autograd_lib.nn.module import Module


class Entry(NamedTuple):
    """One array of PyTorch's: its name, the names of ours that lie in it, one after the other, and its shape.

    `transposed` says that each of ours is transposed before it is laid there.
    """

    name: str
    ours: tuple[str, ...]
    shape: tuple[int, ...]
    transposed: bool = False


def torch_state(model):
    """A dictionary from PyTorch's names to copies of the model's numbers, as PyTorch's `load_state_dict` wants them."""
    numbers, found = {name: p.data for name, p in model.named_parameters().items()}, {}
    for entry in entries_of(model):
        parts = [numbers[name].T if entry.transposed else numbers[name] for name in entry.ours]
        found[entry.name] = np.array(parts).reshape(entry.shape)
    return found


def our_state(model, state):
    """What `model.load_state_dict` takes, from a dictionary from PyTorch's names to arrays.

    Raises:
        ValueError: the names or shapes are not those of this model; the message lists them.
    """
    entries = {entry.name: entry for entry in entries_of(model)}
    misfits = [f"{name} is missing" for name in entries if name not in state]
    for name, array in state.items():
        if name not in entries:
            misfits.append(f"{name} is not in this model")
        elif array.shape != entries[name].shape:
            misfits.append(f"{name} has shape {array.shape}, wanted {entries[name].shape}")
    if misfits:
        raise ValueError(f"these arrays do not fit, and the model is as it was: {'; '.join(misfits)}")
    found = model.state_dict()  # that of a GPT has its vocabulary too, for which PyTorch has no name
    for name, entry in entries.items():
        for our_name, part in zip(entry.ours, np.split(state[name].ravel(), len(entry.ours))):
            shape = found[our_name].shape
            found[our_name] = part.reshape(shape[::-1]).T if entry.transposed else part.reshape(shape)
    return found


def entries_of(model):
    """An Entry for each array that PyTorch has for this model.

    Raises:
        TypeError: a layer is there twice. (A module of PyTorch would have two of it.)
    """
    of_a_kind = {MLP: entries_of_mlp, GPT: entries_of_gpt}
    entries = next((make for kind, make in of_a_kind.items() if isinstance(model, kind)), entries_of_layer)(model)
    twice = {name for entry in entries for name in entry.ours} - model.named_parameters().keys()
    if twice:
        raise TypeError(
            f"parameters that are used twice have no counterpart in PyTorch here: {', '.join(sorted(twice))}"
        )
    return entries


def entries_of_layer(layer, ours="", theirs=""):
    """The entries of a layer, or of layers within one, whose names begin with `ours` here and `theirs` in PyTorch."""
    found = []
    for name, parameter in layer.members():
        if isinstance(parameter, Module):
            found += entries_of_layer(parameter, f"{ours}{name}.", f"{theirs}{name}.")
            continue
        their_name = {"gain": "weight", "table": "weight"}.get(name, name)
        turned = isinstance(layer, Linear) and name == "weight"
        shape = parameter.shape[::-1] if turned else parameter.shape
        found.append(Entry(theirs + their_name, (ours + name,), shape, turned))
    return found


def entries_of_mlp(model):
    """Those of a network of Values: a neuron here is a row of a weight there."""
    found, place = [], 0
    for i, layer in enumerate(model.layers):
        nout, nin = len(layer.neurons), len(layer.neurons[0].w)
        names = [f"layers.{i}.neurons.{n}." for n in range(nout)]
        weights = tuple(f"{name}w{k}" for name in names for k in range(1, nin + 1))
        found.append(Entry(f"{place}.weight", weights, (nout, nin)))
        found.append(Entry(f"{place}.bias", tuple(f"{name}b" for name in names), (nout,)))
        place += 1 if layer.activation == "linear" else 2  # an activation is a module of its own there
    return found


def entries_of_gpt(model):
    """Those of a GPT: each block is a `TransformerEncoderLayer` there."""
    parts = [("characters.", "characters."), ("positions.", "positions.")]
    found = []
    for i in range(len(model.blocks)):
        ours, theirs = f"blocks.{i}.", f"blocks.layers.{i}."
        width = len(model.blocks[i].norm1.gain)
        three = [f"{ours}attention.{part}." for part in ("query", "key", "value")]
        for kind, shape in [("weight", (3 * width, width)), ("bias", (3 * width,))]:
            names = tuple(name + kind for name in three)
            found.append(Entry(f"{theirs}self_attn.in_proj_{kind}", names, shape, kind == "weight"))
        parts += [
            (f"{ours}norm1.", f"{theirs}norm1."),
            (f"{ours}attention.output.", f"{theirs}self_attn.out_proj."),
            (f"{ours}norm2.", f"{theirs}norm2."),
            (f"{ours}hidden.", f"{theirs}linear1."),
            (f"{ours}output.", f"{theirs}linear2."),
        ]
    parts += [("norm.", "blocks.norm."), ("logits.", "logits.")]
    for ours, theirs in parts:
        found += entries_of_layer(layer_at(model, ours), ours, theirs)
    return found


def layer_at(model, path):
    """The layer with this path of names, such as "blocks.0.norm1."."""
    for name in path.strip(".").split("."):
        model = model[int(name)] if name.isdigit() else getattr(model, name)
    return model

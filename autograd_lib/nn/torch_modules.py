"""PyTorch's modules for our models, still without numbers: `torch_bridge` puts those in. This file imports PyTorch."""

import torch
from torch import nn

from autograd_lib.nn import layers
from autograd_lib.nn.gpt import GPT
from autograd_lib.nn.mlp import MLP

# PyTorch's softplus is x itself from its threshold on. From 40 on the two are the same float64; its default is 20.
ACTIVATIONS = {
    "tanh": nn.Tanh,
    "relu": nn.ReLU,
    "sigmoid": nn.Sigmoid,
    "leaky_relu": nn.LeakyReLU,
    "softplus": lambda: nn.Softplus(threshold=40),
}


class TorchGPT(nn.Module):
    """Our GPT of PyTorch's modules: its encoder layer, with the norm first and a causal mask, is our block."""

    def __init__(self, count, context, width, heads, blocks):
        super().__init__()
        self.characters = nn.Embedding(count, width)
        self.positions = nn.Embedding(context, width)
        block = nn.TransformerEncoderLayer(width, heads, 4 * width, dropout=0, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(block, blocks, norm=nn.LayerNorm(width), enable_nested_tensor=False)
        self.logits = nn.Linear(width, count)

    def forward(self, indices):
        """The logits of the character that follows each one, (B, T, count), for indices (B, T)."""
        length, weight = indices.shape[1], self.positions.weight
        mask = nn.Transformer.generate_square_subsequent_mask(length, weight.device, weight.dtype)
        x = self.characters(indices) + weight[:length]
        return self.logits(self.blocks(x, mask=mask, is_causal=True))


def empty_module(model):
    """A module of PyTorch with the shape of `model`, whose parameters have no numbers, and take no memory, yet.

    Raises:
        TypeError: as for `module_of`.
    """
    with torch.device("meta"):
        return module_of(model)


def module_of(model):
    """A module of PyTorch with the shape of `model`, and numbers of its own.

    Raises:
        TypeError: PyTorch has no counterpart for the model, or for one of its layers; the message names it.
    """
    if isinstance(model, GPT):
        width, context = len(model.norm.gain), model.context
        return TorchGPT(len(model.vocabulary), context, width, model.heads, len(model.blocks))
    if isinstance(model, MLP):
        return module_of_mlp(model)
    if isinstance(model, layers.Sequential):
        return nn.Sequential(*(module_of(layer) for layer in model))
    for kind, make in LAYERS.items():
        if type(model) is kind:
            return make(model)
    raise TypeError(
        f"to_torch knows MLP, GPT, Sequential and the layers of autograd_lib.nn: it got {model!r}, a "
        f"{type(model).__name__}. Write the module in PyTorch, and give it the numbers of state_dict()"
    )


def module_of_mlp(model):
    found = []
    for nin, nout, layer in zip(model.sizes, model.sizes[1:], model.layers):
        found.append(nn.Linear(nin, nout))
        if layer.activation != "linear":
            found.append(ACTIVATIONS[layer.activation]())
    return nn.Sequential(*found)


def convolution(layer):
    filters, channels, *size = layer.weight.shape
    return nn.Conv2d(channels, filters, size, layer.stride, layer.padding, bias=layer.bias is not None)


LAYERS = {
    layers.Linear: lambda layer: nn.Linear(*layer.weight.shape, bias=layer.bias is not None),
    layers.Conv2d: convolution,
    layers.MaxPool2d: lambda layer: nn.MaxPool2d(layer.size, layer.stride),
    layers.LayerNorm: lambda layer: nn.LayerNorm(len(layer.gain), layer.eps),
    layers.Embedding: lambda layer: nn.Embedding(*layer.table.shape),
    layers.Flatten: lambda layer: nn.Flatten(),
    layers.ReLU: lambda layer: nn.ReLU(),
    layers.Tanh: lambda layer: nn.Tanh(),
    layers.Sigmoid: lambda layer: nn.Sigmoid(),
    layers.Softplus: lambda layer: ACTIVATIONS["softplus"](),
}


def as_tensors(state):
    """A dictionary of arrays as one of PyTorch's tensors."""
    return {name: torch.tensor(array) for name, array in state.items()}


def as_arrays(state):
    """A dictionary of PyTorch's tensors as one of arrays, in float64, which holds every number of the smaller types."""
    return {name: tensor.detach().cpu().double().numpy() for name, tensor in state.items()}

"""Networks and their training: modules, layers, losses and optimisers.

`mlp.py` builds networks of Values, one point at a time; `layers.py` builds them of Tensors, a batch at a time,
and `gpt.py` makes a language model of these.
"""

from autograd_lib.nn import characters, convolution, functional, losses, optim
from autograd_lib.nn.gpt import GPT, generate, next_probabilities, text_loss
from autograd_lib.nn.layers import (
    Conv2d,
    Embedding,
    Flatten,
    LayerNorm,
    Linear,
    MaxPool2d,
    ReLU,
    Sequential,
    Sigmoid,
    Softplus,
    Tanh,
)
from autograd_lib.nn.mlp import MLP, Layer, Neuron, predict_many
from autograd_lib.nn.module import Module
from autograd_lib.nn.parameter import Parameter
from autograd_lib.nn.torch_bridge import from_torch, to_torch

__all__ = [
    "GPT",
    "MLP",
    "Conv2d",
    "Embedding",
    "Flatten",
    "Layer",
    "LayerNorm",
    "Linear",
    "MaxPool2d",
    "Module",
    "Neuron",
    "Parameter",
    "ReLU",
    "Sequential",
    "Sigmoid",
    "Softplus",
    "Tanh",
    "characters",
    "convolution",
    "from_torch",
    "functional",
    "generate",
    "losses",
    "next_probabilities",
    "optim",
    "predict_many",
    "text_loss",
    "to_torch",
]

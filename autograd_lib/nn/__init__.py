"""Networks and their training: modules, layers, losses and optimisers.

`mlp.py` builds networks of Values, one point at a time; `layers.py` builds them of Tensors, a batch at a time.
"""

from autograd_lib.nn import convolution, functional, losses, optim
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

__all__ = [
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
    "convolution",
    "functional",
    "losses",
    "optim",
    "predict_many",
]

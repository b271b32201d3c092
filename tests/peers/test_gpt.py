"""The GPT against PyTorch's own transformer layers, with the same weights in float64: loss and gradients to 1e-10."""

import numpy as np
import pytest
import torch
from torch import nn

from autograd_lib.nn import GPT
from autograd_lib.nn.functional import cross_entropy

LETTERS = "abcdefghijk"


class TorchGPT(nn.Module):
    """The same model of PyTorch's modules: its encoder layer, with the norm first and a causal mask, is our block."""

    def __init__(self, context, width, heads, layers):
        super().__init__()
        self.characters = nn.Embedding(len(LETTERS), width)
        self.positions = nn.Embedding(context, width)
        block = nn.TransformerEncoderLayer(width, heads, 4 * width, dropout=0, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(block, layers, norm=nn.LayerNorm(width), enable_nested_tensor=False)
        self.logits = nn.Linear(width, len(LETTERS))

    def forward(self, indices):
        length = indices.shape[1]
        mask = nn.Transformer.generate_square_subsequent_mask(length, dtype=torch.float64)
        x = self.characters(indices) + self.positions(torch.arange(length))
        return self.logits(self.blocks(x, mask=mask, is_causal=True))


def in_torchs_names(numbers):
    """Our named arrays under PyTorch's names: weights transposed, and query, key and value in one array."""
    found = {name: array.T if name.endswith("weight") else array for name, array in numbers.items()}
    for kind in ("weight", "bias"):
        for block in sorted({name.rpartition(".attention.query.")[0] for name in found if ".query." in name}):
            parts = [found.pop(f"{block}.attention.{part}.{kind}") for part in ("query", "key", "value")]
            found[f"{block}.self_attn.in_proj_{kind}"] = np.concatenate(parts)
    for ours, theirs in [
        ("attention.output", "self_attn.out_proj"),
        (".hidden.", ".linear1."),
        (".output.", ".linear2."),
        ("blocks.", "blocks.layers."),
        (".gain", ".weight"),
        (".table", ".weight"),
    ]:
        found = {name.replace(ours, theirs): array for name, array in found.items()}
    return {f"blocks.{name}" if name.startswith("norm.") else name: array for name, array in found.items()}


@pytest.mark.parametrize("layers, heads, length", [(1, 1, 8), (2, 4, 8), (3, 2, 5)])
def test_loss_and_gradients_are_those_of_pytorchs_modules(layers, heads, length):
    rng = np.random.default_rng(layers)
    ours, theirs = GPT(LETTERS, 8, 16, heads, layers, rng, np.float64), TorchGPT(8, 16, heads, layers).double()
    for parameter in ours.parameters():  # gains and biases too are numbers of which none is special
        parameter.data += rng.normal(0, 0.3, parameter.shape)
    named = ours.named_parameters()
    state = in_torchs_names({name: parameter.data for name, parameter in named.items()})
    theirs.load_state_dict({name: torch.tensor(array) for name, array in state.items()})

    texts = rng.integers(0, len(LETTERS), (6, length + 1))
    loss = cross_entropy(ours(texts[:, :-1]), texts[:, 1:])
    loss.backward()
    torch_logits = theirs(torch.tensor(texts[:, :-1]))
    torch_loss = nn.functional.cross_entropy(torch_logits.flatten(0, 1), torch.tensor(texts[:, 1:]).flatten())
    torch_loss.backward()

    assert loss.item() == pytest.approx(torch_loss.item(), rel=1e-10, abs=0)
    gradients = in_torchs_names({name: parameter.grad for name, parameter in named.items()})
    for name, parameter in theirs.named_parameters():
        assert gradients.pop(name) == pytest.approx(parameter.grad.numpy(), rel=1e-10, abs=1e-10), name
    assert not gradients

"""A small GPT: a transformer that reads characters and says which one may come next.

It is GPT-2 (Radford et al. 2019), only smaller, with characters for tokens, relu instead of GELU, and an output layer
that shares no weights with the embedding. Shapes: B texts side by side, T characters of each, W numbers for each.
"""

import math
from numbers import Integral, Real

import numpy as np

from autograd_lib.engine.array_functions import stable_softmax
from autograd_lib.nn.characters import checked_vocabulary, decode, encode
from autograd_lib.nn.convolution import check_whole
from autograd_lib.nn.functional import causal_attention, causal_mask
from autograd_lib.nn.layers import Embedding, LayerNorm, Linear, generator
from autograd_lib.nn.module import Module


class GPT(Module):
    """A language model of characters.

    Args:
        vocabulary: the characters that it knows, a string in which each comes once (see `characters.vocabulary_of`).
        context: how many characters it sees at most.
        width: how many numbers it holds for each of them.
        heads: how many heads each attention has; they share the width equally.
        layers: how many blocks, of attention and then an MLP, follow one another.
        rng, dtype: as for `Linear`.

    Raises:
        ValueError: a size is not a whole number > 0, or the heads do not divide the width.
        TypeError, ValueError: the vocabulary is not a string of distinct characters.
    """

    def __init__(self, vocabulary, context, width, heads, layers, rng=None, dtype=np.float32):
        for name, number in [("context", context), ("width", width), ("heads", heads), ("layers", layers)]:
            check_whole("GPT", name, number, 1)
        if width % heads:
            raise ValueError(f"GPT: heads share the width equally: {heads} heads do not divide a width of {width}")
        self.vocabulary, self.context, self.heads = checked_vocabulary(vocabulary), context, heads
        rng = generator(rng)
        self.characters = Embedding(len(vocabulary), width, rng, dtype)
        self.positions = Embedding(context, width, rng, dtype)
        self.blocks = [Block(width, heads, rng, dtype) for _ in range(layers)]
        self.norm = LayerNorm(width, dtype=dtype)
        self.logits = Linear(width, len(vocabulary), rng=rng, dtype=dtype)
        self.label_parameters()
        # At first each block adds little to its input, and all characters are about equally likely.
        outputs = [layer.weight for block in self.blocks for layer in (block.attention.output, block.output)]
        for parameter in [self.characters.table, self.positions.table, *outputs, self.logits.weight]:
            parameter.data *= 0.2

    def __call__(self, indices):
        """The logits of the character that follows each one, a Tensor (B, T, vocabulary), for indices (B, T)."""
        x = self.embed(indices)
        for block in self.blocks:
            x = block(x)
        return self.logits(self.norm(x))

    def embed(self, indices):
        """A row for each character, plus a row for its position: a Tensor (B, T, W)."""
        shape = np.shape(indices)
        if len(shape) != 2 or not 1 <= shape[1] <= self.context:
            raise ValueError(
                f"GPT: wanted indices of shape (texts, characters), with 1 to {self.context} characters, its context: "
                f"got shape {shape}"
            )
        return self.characters(indices) + self.positions.table[: shape[1]]

    def attention_maps(self, indices):
        """The weights with which each position takes from each: an array (layers, B, heads, T, T), rows add up to 1."""
        x, maps = self.embed(indices), []
        for block in self.blocks:
            maps.append(block.attention.weights(block.norm1(x)))
            x = block(x)
        return np.stack(maps)

    def state_dict(self):
        """As for any module; with the vocabulary, as code points, and the heads, which shapes do not tell."""
        code_points = np.array([ord(character) for character in self.vocabulary])
        return {"vocabulary": code_points, "heads": np.array(self.heads), **super().state_dict()}

    def load_state_dict(self, state):
        """As for any module. A model of another vocabulary, or with other heads, is refused with a ValueError."""
        state, mine = dict(state), self.state_dict()
        vocabulary, heads = state.pop("vocabulary", None), state.pop("heads", None)
        if np.asarray(vocabulary).dtype.kind not in "iu" or heads is None:
            raise ValueError("the saved one has no vocabulary: it is no GPT. The model is as it was")
        if not np.array_equal(vocabulary, mine["vocabulary"]):
            saved = "".join(chr(code_point) for code_point in vocabulary)
            raise ValueError(
                f"this model has the vocabulary {self.vocabulary!r}, the saved one {saved!r}. The model is as it was"
            )
        if not np.array_equal(heads, mine["heads"]):
            raise ValueError(f"this model has {self.heads} heads, the saved one {heads}. The model is as it was")
        return super().load_state_dict(state)


class Block(Module):
    """Attention, then an MLP for each position. What each of them computes is added to its input (a residual)."""

    def __init__(self, width, heads, rng, dtype):
        self.norm1 = LayerNorm(width, dtype=dtype)
        self.attention = Attention(width, heads, rng, dtype)
        self.norm2 = LayerNorm(width, dtype=dtype)
        self.hidden = Linear(width, 4 * width, rng=rng, dtype=dtype)
        self.output = Linear(4 * width, width, rng=rng, dtype=dtype)

    def __call__(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.output(self.hidden(self.norm2(x)).relu())


class Attention(Module):
    """Each position takes a weighted mean of the values at itself and earlier ones, once for each head.

    The weights are the softmax of its query times their keys, divided by the root of a head's width.
    """

    def __init__(self, width, heads, rng, dtype):
        self.heads = heads
        self.query, self.key, self.value, self.output = (Linear(width, width, rng=rng, dtype=dtype) for _ in range(4))

    def __call__(self, x):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        return self.output(self.join(causal_attention(queries, keys, values)))

    def weights(self, x):
        """The weights of the means, as numbers: an array (B, heads, T, T)."""
        queries, keys = self.split(self.query(x)).data, self.split(self.key(x)).data
        scores = queries @ keys.swapaxes(-1, -2) / math.sqrt(queries.shape[-1])
        return stable_softmax(scores + causal_mask(scores.shape[-1], scores.dtype), -1)

    def split(self, x):
        """(B, T, W) becomes (B, heads, T, W / heads)."""
        batch, length, width = x.shape
        return x.reshape(batch, length, self.heads, width // self.heads).transpose(0, 2, 1, 3)

    def join(self, x):
        """(B, heads, T, W / heads) becomes (B, T, W)."""
        batch, heads, length, share = x.shape
        return x.transpose(0, 2, 1, 3).reshape(batch, length, heads * share)


def generate(model, prompt, length, temperature=1.0, top_k=None, rng=None):
    """`prompt`, and `length` more characters, each drawn from what the model expects after those before it.

    Each character takes a whole forward pass. (Large models keep the keys and values of earlier positions instead.)

    Args:
        model: has a `vocabulary` and a `context`, and returns logits as `GPT` does.
        prompt: the text to go on with, at least one character. The model sees as much of its end as it can.
        length: how many characters to add.
        temperature, top_k: as for `next_probabilities`.
        rng: as for `Linear`; the same seed gives the same text.

    Raises:
        ValueError: the prompt is empty, or has a character that is not in the vocabulary; or as `next_probabilities`.
    """
    check_whole("generate", "length", length, 0)
    next_probabilities(np.zeros(len(model.vocabulary)), temperature, top_k)  # refuses bad settings before any work
    rng, indices = generator(rng), list(encode(prompt, model.vocabulary))
    for _ in range(length):
        logits = model(np.array([indices[-model.context :]])).data[0, -1]
        indices.append(rng.choice(len(logits), p=next_probabilities(logits, temperature, top_k)))
    return decode(indices, model.vocabulary)


def next_probabilities(logits, temperature=1.0, top_k=None):
    """The probability of each character to come next: the softmax of logits / temperature.

    Args:
        logits: an array with a number for each character.
        temperature: a number > 0. Below 1, what is likely becomes likelier; above 1, all become more alike.
        top_k: if given, only so many of the likeliest characters share the probability; of equals, the first ones.

    Raises:
        ValueError: the temperature is not a finite number > 0, or top_k is not a whole number from 1 to the size of
            the vocabulary.
    """
    if not isinstance(temperature, Real) or not 0 < temperature < math.inf:
        raise ValueError(f"temperature is a finite number > 0, got {temperature!r}; near 0 the likeliest always wins")
    scaled = np.array(logits, np.float64) / temperature
    if scaled.ndim != 1:
        raise ValueError(f"next_probabilities takes one row of logits, got shape {scaled.shape}")
    if top_k is not None:
        if not isinstance(top_k, Integral) or not 1 <= top_k <= len(scaled):
            most = f"{len(scaled)}, the number of characters"
            raise ValueError(f"top_k is a whole number from 1 to {most}: got {top_k!r}")
        scaled[np.argsort(-scaled, kind="stable")[top_k:]] = -np.inf
    return stable_softmax(scaled, -1)


def text_loss(model, indices, batch=64):
    """The mean of -log p, in nats, over all characters of a text but the first: each is scored once.

    The text is read in pieces as long as the model's context, each half of one further on, and of each piece only what
    no earlier one has scored counts. So a character is predicted from at least half a context, where the text has it.

    Args:
        model: has a `context`, and returns logits as `GPT` does.
        indices: the text as a row of at least two integers.
        batch: how many pieces are computed side by side.
    """
    indices = np.asarray(indices)
    count = len(indices) - 1
    if indices.ndim != 1 or count < 1:
        raise ValueError(f"a loss needs a text of at least two characters in a row, got shape {indices.shape}")
    size = min(model.context, count)
    starts = np.append(np.arange(0, count - size, max(1, size // 2)), count - size)
    scored = np.append(0, starts[:-1] + size)  # how far the pieces before have come
    total = 0.0
    for i in range(0, len(starts), batch):
        rows = starts[i : i + batch, np.newaxis] + np.arange(size)
        log_p = model(indices[rows]).log_softmax().data
        of_targets = np.take_along_axis(log_p, indices[rows + 1][..., np.newaxis], -1)[..., 0]
        total -= float(of_targets[rows >= scored[i : i + batch, np.newaxis]].sum(dtype=np.float64))
    return total / count

"""Attention maps: from a character, where does each head look?"""

import numpy as np

from autograd_lib.nn.characters import encode
from autograd_lib.plot.style import in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

SIGNS = {" ": "␣", "\n": "⏎"}  # for characters that cannot be seen
LONGEST = 40  # characters that are wide enough to point at


class AttentionModel:
    """A text, one of its characters, and how much each head takes from there from every character before it.

    Args:
        model: has a `vocabulary`, a `context` and `attention_maps(indices)`, and returns logits, as `nn.GPT` does.
        text: what it reads, no longer than its context.

    Attributes: `at`, the index of the character that looks; `maps`, an array (layers, heads, T, T).

    Raises:
        TypeError: `model` has no such method.
        ValueError: the text is empty, too long, or has a character that is not in the vocabulary.
    """

    def __init__(self, model, text):
        if not hasattr(model, "attention_maps"):
            raise TypeError(f"takes a model with attention maps, such as a GPT of autograd_lib.nn, got {model!r:.60}")
        longest = min(model.context, LONGEST)
        indices = encode(text, model.vocabulary)
        if len(text) > longest:
            raise ValueError(f"wanted a text of at most {longest} characters, got {len(text)}")
        self.signs = [SIGNS.get(character, character) for character in text]
        self.maps = model.attention_maps(indices[np.newaxis])[:, 0]
        self.expected = model(indices[np.newaxis]).softmax().data[0]
        self.vocabulary = model.vocabulary
        self.look_from(len(text) - 1)

    def look_from(self, at):
        """Look from the character with this index."""
        if not 0 <= at < len(self.signs):
            raise ValueError(f"characters have the indices 0 to {len(self.signs) - 1}, got {at!r}")
        self.at = at

    def heads(self):
        """(layer, head, the weights of all characters as they are seen from here) for each head."""
        layers, heads = self.maps.shape[:2]
        return [(layer, head, self.maps[layer, head, self.at]) for layer in range(layers) for head in range(heads)]

    moves = ("look_from",)

    def scene(self):
        """What never changes, for the front: the characters, and the maps of all heads, (heads, T, T)."""
        layers, heads, size, _ = self.maps.shape
        names = [f"layer {layer}, head {head}" for layer in range(layers) for head in range(heads)]
        return {
            "signs": self.signs,
            "names": names,
            "maps": np.round(self.maps.reshape(-1, size, size).astype(float), 3).tolist(),
        }

    def state(self):
        return {"at": self.at, "text": self.text()}

    def text(self):
        p = self.expected[self.at]
        likely = [f"{SIGNS.get(self.vocabulary[i], self.vocabulary[i])} {p[i]:.2f}" for i in np.argsort(-p)[:3]]
        lines = [f"from {self.signs[self.at]}, character {self.at}; it expects next: {', '.join(likely)}"]
        for layer, head, weights in self.heads():
            most = np.argsort(-weights, kind="stable")[: min(3, self.at + 1)]
            looks = ", ".join(f"{self.signs[i]} {back(self.at - i)} {weights[i]:.2f}" for i in most)
            lines.append(f"layer {layer}, head {head}: {looks}")
        return "\n".join(lines)

    @in_our_style
    def figure(self):
        rows = np.array([weights for _, _, weights in self.heads()])
        figure = new_figure(7, 0.8 + 0.26 * len(rows), layout="constrained")
        axes = figure.add_subplot()
        axes.imshow(rows, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        axes.set_xticks(range(len(self.signs)), self.signs)
        axes.set_yticks(range(len(rows)), [f"layer {layer}, head {head}" for layer, head, _ in self.heads()])
        axes.tick_params(length=0, labelsize=9)
        axes.set_title(f"where each head looks from {self.signs[self.at]}, character {self.at}")
        return figure


def back(steps):
    """How far back a character is, in words."""
    return "(itself)" if steps == 0 else f"({steps} back)"


class AttentionFront(Front):
    """A row for each head; the character that the pointer is on looks at those before it."""

    _esm = module("attention")


@errors_as_notice
def attention_explorer(model, text):
    """A widget to point at a character of a text, and to see how much each head takes from those before it.

    The arguments are those of `AttentionModel`.
    """
    return AttentionFront(AttentionModel(model, text))

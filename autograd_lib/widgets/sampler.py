"""The text sampler: what does a model write, at this temperature and this top-k?"""

import textwrap

import numpy as np

from autograd_lib.nn.characters import encode
from autograd_lib.nn.gpt import generate, next_probabilities
from autograd_lib.plot.style import in_our_style, new_figure
from autograd_lib.widgets.attention import SIGNS
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

TEMPERATURES = tuple(tenths / 10 for tenths in range(1, 21))
COUNTS = (1, 2, 3, 5, 10, 20, 40)
IN_THE_STILL = (0.2, 0.8, 1.5)
SHOWN = 10  # the likeliest characters, with their probabilities


class SamplerModel:
    """A beginning, and what a model writes after it.

    Args:
        model: has a `vocabulary` and a `context`, and returns logits, as `nn.GPT` does.
        beginning: the text to go on with.
        length: how many characters to add.

    Attributes: `temperature`; `k`, how many of the likeliest characters may come; `seed`, of the random numbers, which
    stay the same when the other two change; `written`, the text.

    Raises:
        TypeError: `model` has no vocabulary or context.
        ValueError: the beginning is empty, or has a character that is not in the vocabulary.
    """

    def __init__(self, model, beginning, length=200):
        if not hasattr(model, "vocabulary") or not hasattr(model, "context"):
            raise TypeError(f"takes a model of language with a vocabulary and a context, got {model!r:.60}")
        self.model, self.beginning, self.length = model, beginning, length
        self.counts = [k for k in COUNTS if k < len(model.vocabulary)] + [len(model.vocabulary)]
        self.temperature, self.k, self.seed = 0.8, self.counts[-1], 0
        self.written = self.sample(self.temperature)
        seen = encode(beginning, model.vocabulary)[-model.context :]
        self.scores = model(seen[np.newaxis]).data[0, -1]

    def sample(self, temperature):
        return generate(self.model, self.beginning, self.length, temperature, self.k, rng=self.seed)

    def choose(self, temperature, k):
        """Write again with this temperature and these k likeliest characters, and the same random numbers."""
        written = generate(self.model, self.beginning, self.length, temperature, k, rng=self.seed)
        self.temperature, self.k, self.written = temperature, k, written

    def draw_again(self):
        """Write again with other random numbers."""
        self.seed += 1
        self.written = self.sample(self.temperature)

    def first(self):
        """The likeliest characters to come after the beginning: (sign, probability), the likeliest first."""
        p, vocabulary = next_probabilities(self.scores, self.temperature, self.k), self.model.vocabulary
        likely = np.argsort(-self.scores, kind="stable")[:SHOWN]
        return [(SIGNS.get(vocabulary[i], vocabulary[i]), float(p[i])) for i in likely]

    moves = ("choose", "draw_again")

    def scene(self):
        shown = min(SHOWN, len(self.model.vocabulary))
        return {"temperatures": list(TEMPERATURES), "counts": self.counts, "shown": shown}

    def state(self):
        return {
            **{"temperature": self.temperature, "k": self.k},
            **{"first": self.first(), "written": self.written, "text": self.text()},
        }

    def text(self):
        kept = f"the {self.k} likeliest characters" if self.k < len(self.model.vocabulary) else "all characters"
        first = ", ".join(f"{sign} {p:.2f}" for sign, p in self.first()[:3])
        return f"temperature {self.temperature:g}, {kept}; first comes {first}:\n{self.written}"

    @in_our_style
    def figure(self):
        figure = new_figure(7, 3.2)
        for row, temperature in enumerate(IN_THE_STILL):
            figure.text(0.02, 0.92 - 0.32 * row, f"temperature {temperature}", weight="bold", fontsize=10)
            lines = textwrap.wrap(self.sample(temperature), 84)
            figure.text(0.02, 0.88 - 0.32 * row, escaped("\n".join(lines)), fontsize=9, va="top")
        return figure


def escaped(text):
    """Text for matplotlib, which takes what stands between two $ for a formula."""
    return text.replace("$", r"\$")


class SamplerFront(Front):
    """Two sliders, bars for the first character, and the text. Where nothing can move: texts at three temperatures."""

    _esm = module("sampler")


@errors_as_notice
def text_sampler(model, beginning, length=200):
    """A widget to change temperature and top-k, and to read what the model writes with them.

    The arguments are those of `SamplerModel`.
    """
    return SamplerFront(SamplerModel(model, beginning, length))

"""What the text sampler promises: the model's own text, the same random numbers at every setting, a line for misuse."""

import json

import numpy as np
import pytest

from autograd_lib.nn import GPT, generate
from autograd_lib.widgets.sampler import IN_THE_STILL, SamplerModel, text_sampler

LETTERS = "\n abcde$"


def gpt():
    net = GPT(LETTERS, context=8, width=8, heads=2, layers=1, rng=0)
    net.logits.weight.data = 30 * net.logits.weight.data  # so that its settings matter
    return net


def test_it_writes_what_generate_does_with_the_same_settings():
    net = gpt()
    model = SamplerModel(net, "ab", length=40)
    assert model.written == generate(net, "ab", 40, temperature=0.8, top_k=8, rng=0)
    model.choose(0.3, 2)
    assert model.written == generate(net, "ab", 40, temperature=0.3, top_k=2, rng=0)


def test_the_same_settings_give_the_same_text_again_until_other_numbers_are_drawn():
    model = SamplerModel(gpt(), "ab", length=40)
    first = model.written
    model.choose(2.0, 8)
    assert model.written != first
    model.choose(0.8, 8)
    assert model.written == first
    model.draw_again()
    assert model.written != first and model.written.startswith("ab")


def test_with_one_character_to_choose_from_the_temperature_does_not_matter():
    model, texts = SamplerModel(gpt(), "ab", length=30), set()
    for temperature in (0.1, 1.0, 2.0):
        model.choose(temperature, 1)
        texts.add(model.written)
    assert len(texts) == 1


def test_top_k_goes_up_to_the_whole_vocabulary_and_the_words_say_so():
    model = SamplerModel(gpt(), "ab", length=10)
    assert model.counts == [1, 2, 3, 5, 8]
    assert model.text().startswith("temperature 0.8, all characters; first comes ")
    assert model.text().endswith(f":\n{model.written}")
    model.choose(0.5, 3)
    assert model.text().startswith("temperature 0.5, the 3 likeliest characters; first comes ")


def test_the_bars_are_the_probabilities_of_the_first_character_the_likeliest_first():
    net = gpt()
    model = SamplerModel(net, "ab", length=10)
    model.choose(0.5, 2)
    scores = net(np.array([[2, 3]])).data[0, -1].astype(float)
    two = np.sort(scores)[-2:] / 0.5
    expected = 1 / (1 + np.exp(two[0] - two[1]))
    shares = [p for _, p in model.first()]
    assert shares[:2] == pytest.approx([expected, 1 - expected]) and not any(shares[2:])
    best = LETTERS[scores.argmax()]
    assert model.first()[0][0] == {" ": "␣", "\n": "⏎"}.get(best, best)


def test_the_still_shows_three_temperatures_also_of_texts_with_dollars():
    model = SamplerModel(gpt(), "$a$", length=60)
    figure = model.figure()
    figure.canvas.draw()
    assert [text.get_text() for text in figure.texts[::2]] == [f"temperature {each}" for each in IN_THE_STILL]
    drawn = figure.texts[1].get_text()
    assert (
        drawn.count(r"\$") == drawn.count("$") > 0
    )  # matplotlib takes what stands between two plain ones for a formula
    json.dumps(model.scene() | model.state(), allow_nan=False)


def test_a_readers_own_class_will_do():
    class Own:
        vocabulary, context = "ab", 4

        def __call__(self, indices):
            from autograd_lib import Tensor

            return Tensor(np.zeros((*np.shape(indices), 2)))

    assert set(SamplerModel(Own(), "a", length=50).written) == {"a", "b"}


def test_the_page_moves_the_model_and_a_temperature_of_zero_is_refused():
    view = text_sampler(gpt(), "ab", length=10)
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "choose", "args": [0.5, 2]}, [])
    view.asked(view, {"n": 2, "move": "choose", "args": [0, 2]}, [])
    assert told[0]["state"]["temperature"] == 0.5 and told[0]["state"]["written"] == view.model.written
    assert told[1]["problem"].startswith("Not possible: temperature is a finite number > 0, got 0")
    assert told[1]["state"]["temperature"] == 0.5


@pytest.mark.parametrize(
    "model, beginning, line",
    [
        (gpt(), "", "text_sampler: wanted a text of at least one character, got an empty one"),
        (gpt(), "axb", "text_sampler: 'x' (line 1, column 2) is not in the vocabulary"),
        (max, "ab", "text_sampler: takes a model of language with a vocabulary and a context, got <built-in"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(model, beginning, line):
    assert repr(text_sampler(model, beginning)).startswith(line)

"""What the attention explorer promises: the model's maps, where each head looks in words, and a line for misuse."""

import json

import numpy as np
import pytest

from autograd_lib.nn import GPT
from autograd_lib.widgets.attention import AttentionModel, attention_explorer

LETTERS = "\n abcde"


def gpt(layers=1):
    return GPT(LETTERS, context=8, width=8, heads=2, layers=layers, rng=0)


def test_it_begins_at_the_last_character_and_looks_from_wherever_it_is_told_to():
    model = AttentionModel(gpt(), "abc de")
    assert model.at == 5
    model.look_from(2)
    assert model.text().startswith("from c, character 2; it expects next: ")


def test_what_a_head_takes_from_each_character_is_what_the_model_says():
    net = gpt(layers=2)
    model = AttentionModel(net, "abc")
    model.look_from(1)
    maps = net.attention_maps(np.array([[2, 3, 4]]))
    for layer, head, weights in model.heads():
        assert np.array_equal(weights, maps[layer, 0, head, 1])
        assert weights[2] == 0 and weights.sum() == pytest.approx(1, abs=1e-6)
    assert [(layer, head) for layer, head, _ in model.heads()] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_words_name_the_most_important_characters_and_how_far_back_they_are():
    model = AttentionModel(gpt(), "ab")
    model.maps = np.array([[[[1.0, 0.0], [0.75, 0.25]], [[1.0, 0.0], [0.1, 0.9]]]])
    lines = model.text().splitlines()
    assert lines[1] == "layer 0, head 0: a (1 back) 0.75, b (itself) 0.25"
    assert lines[2] == "layer 0, head 1: b (itself) 0.90, a (1 back) 0.10"


def test_what_it_expects_next_is_the_softmax_of_the_models_scores():
    net = gpt()
    p = net(np.array([[2, 3]])).softmax().data[0, 1]
    best = LETTERS[p.argmax()].replace(" ", "␣").replace("\n", "⏎")
    model = AttentionModel(net, "abc")
    model.look_from(1)
    assert f"it expects next: {best} {p.max():.2f}" in model.text()


def test_blanks_and_ends_of_lines_can_be_seen():
    assert AttentionModel(gpt(), "a b\n").signs == ["a", "␣", "b", "⏎"]


def test_every_state_can_be_drawn_and_is_json():
    model = AttentionModel(gpt(layers=2), "ab cd")
    for at in range(5):
        model.look_from(at)
        (axes,) = model.figure().axes
        assert len(axes.get_yticklabels()) == 4 and len(axes.get_xticklabels()) == 5
        json.dumps(model.scene() | model.state(), allow_nan=False)
    assert np.shape(model.scene()["maps"]) == (4, 5, 5)


def test_the_page_moves_the_model_and_a_place_outside_of_the_text_is_refused():
    view = attention_explorer(gpt(), "abc")
    told = []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "look_from", "args": [0]}, [])
    view.asked(view, {"n": 2, "move": "look_from", "args": [3]}, [])
    assert told[0]["state"]["at"] == 0 and "from a, character 0" in told[0]["state"]["text"]
    assert told[1]["problem"] == "Not possible: characters have the indices 0 to 2, got 3"
    assert view.model.at == 0


@pytest.mark.parametrize(
    "model, text, line",
    [
        (gpt(), "abcdeabcd", "attention_explorer: wanted a text of at most 8 characters, got 9"),
        (gpt(), "", "attention_explorer: wanted a text of at least one character, got an empty one"),
        (gpt(), "axb", "attention_explorer: 'x' (line 1, column 2) is not in the vocabulary"),
        (3, "ab", "attention_explorer: takes a model with attention maps, such as a GPT of autograd_lib.nn, got 3"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(model, text, line):
    assert repr(attention_explorer(model, text)).startswith(line)

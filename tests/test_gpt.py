"""The promises of the language model: it never sees the future, scores every character once, and is saved whole."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn import GPT, Linear, generate, next_probabilities, text_loss
from autograd_lib.nn.characters import decode, encode, vocabulary_of
from autograd_lib.nn.functional import cross_entropy
from autograd_lib.nn.optim import Adam

LETTERS = "abcdefgh"


def small(vocabulary=LETTERS, context=6, width=8, heads=2, layers=2, rng=0, dtype=np.float64):
    return GPT(vocabulary, context, width, heads, layers, rng, dtype)


def some_texts(count=3, length=6, seed=0):
    return np.random.default_rng(seed).integers(0, len(LETTERS), (count, length))


def logits(model, indices):
    return model(indices).data


# Characters and their indices.


@given(st.text(min_size=1))
def test_a_text_comes_back_from_its_indices(text):
    vocabulary = vocabulary_of(text)
    indices = encode(text, vocabulary)
    assert decode(indices, vocabulary) == text
    assert indices.dtype.kind == "i" and set(indices.tolist()) == set(range(len(vocabulary)))


def test_a_vocabulary_has_each_character_once_in_order():
    assert vocabulary_of("hello, you") == " ,ehlouy"
    assert encode("you", " ,ehlouy").tolist() == [7, 5, 6]


# The model.


def test_a_model_gives_a_row_of_logits_for_each_character():
    assert logits(small(), some_texts(3, 6)).shape == (3, 6, 8)
    assert logits(small(), some_texts(1, 1)).shape == (1, 1, 8)


def test_no_logit_depends_on_a_later_character():
    model, before = small(), some_texts(1, 6)
    for t in range(1, 6):
        after = before.copy()
        after[0, t:] = (after[0, t:] + 1) % 8
        assert logits(model, after)[0, :t].tolist() == logits(model, before)[0, :t].tolist()
        assert not np.allclose(logits(model, after)[0, t], logits(model, before)[0, t])


def test_every_earlier_character_and_its_position_count():
    model, before = small(), some_texts(1, 6)
    for t in range(5):
        after = before.copy()
        after[0, t] = (after[0, t] + 1) % 8
        assert not np.allclose(logits(model, after)[0, 5], logits(model, before)[0, 5])
    swapped = before[:, [1, 0, 2, 3, 4, 5]]
    assert before[0, 0] != before[0, 1]
    assert not np.allclose(logits(model, swapped)[0, 5], logits(model, before)[0, 5])


def test_texts_side_by_side_do_not_know_of_each_other():
    model, texts = small(), some_texts(3)
    for i in range(3):
        assert logits(model, texts[i : i + 1])[0] == pytest.approx(logits(model, texts)[i])


def test_a_block_adds_to_its_input():
    model, texts = small(), some_texts()
    for block in model.blocks:
        for layer in (block.attention.output, block.output):
            layer.weight.data = np.zeros(layer.weight.shape)
    assert logits(model, texts) == pytest.approx(model.logits(model.norm(model.embed(texts))).data)


def test_a_new_model_holds_all_characters_for_about_equally_likely():
    model, texts = small(width=32, heads=4), some_texts(20, 7)
    assert cross_entropy(model(texts[:, :-1]), texts[:, 1:]).item() == pytest.approx(math.log(8), abs=0.2)


def test_a_seed_gives_the_same_model_and_another_seed_another():
    first, again, other = (logits(small(rng=seed), some_texts()) for seed in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()


def test_numbers_are_float32_unless_asked_for_otherwise():
    assert {p.dtype.name for p in GPT(LETTERS, 4, 8, 2, 1, rng=0).parameters()} == {"float32"}
    assert GPT(LETTERS, 4, 8, 2, 1, rng=0)(some_texts(1, 4)).dtype == np.float32
    assert small()(some_texts()).dtype == np.float64


def test_every_parameter_has_a_name_and_gets_a_gradient():
    model, texts = small(), some_texts(4, 7)
    cross_entropy(model(texts[:, :-1]), texts[:, 1:]).backward()
    named = model.named_parameters()
    assert len(named) == 2 + 2 * 16 + 4 and all(parameter.label == name for name, parameter in named.items())
    # A bias of the keys shifts all scores of a query alike: the softmax does not change.
    without = [name for name, parameter in named.items() if np.abs(parameter.grad).max() < 1e-12]
    assert without == ["blocks.0.attention.key.bias", "blocks.1.attention.key.bias"]


def test_a_model_learns_a_text_by_heart_and_writes_it():
    model, text = small(context=8, width=16, dtype=np.float32), "abcdhgfe" * 4
    indices, optimiser = encode(text, LETTERS), Adam(model.parameters(), lr=0.01)
    for _ in range(60):
        rows = np.stack([indices[i : i + 9] for i in range(8)])
        loss = cross_entropy(model(rows[:, :-1]), rows[:, 1:])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    assert text_loss(model, indices) < 0.1
    assert generate(model, "ab", 22, top_k=1) == text[:24]


# What it looks at.


def test_attention_maps_are_shares_of_earlier_positions():
    maps = small().attention_maps(some_texts(3, 5))
    assert maps.shape == (2, 3, 2, 5, 5) and (maps >= 0).all()
    assert maps.sum(-1) == pytest.approx(np.ones((2, 3, 2, 5)))
    assert (maps[..., np.triu(np.ones((5, 5), bool), 1)] == 0).all()


def test_attention_maps_are_the_weights_that_the_model_computes_with():
    model, texts = small(layers=1), some_texts(3, 5)
    block, [maps] = model.blocks[0], model.attention_maps(texts)
    x = block.norm1(model.embed(texts))
    values = block.attention.split(block.attention.value(x)).data
    mixed = (maps @ values).transpose(0, 2, 1, 3).reshape(3, 5, 8)
    assert block.attention.output(Tensor(mixed)).data == pytest.approx(block.attention(x).data)


# Losses.


class Pairs:
    """A model that looks at one character only: the logits of the next one are a row of a table."""

    def __init__(self, context, seed=0):
        self.context, self.table = context, np.random.default_rng(seed).normal(size=(8, 8))

    def __call__(self, indices):
        assert 1 <= indices.shape[1] <= self.context
        return Tensor(self.table[indices])


@given(st.integers(2, 60), st.integers(1, 12), st.integers(1, 5))
def test_every_character_but_the_first_is_scored_once(length, context, batch):
    model, indices = Pairs(context), some_texts(1, length)[0]
    expected = cross_entropy(Tensor(model.table[indices[:-1]]), indices[1:]).item()
    assert text_loss(model, indices, batch) == pytest.approx(expected)


class Far:
    """A model that is certain of the next character, `a`, where it sees at least `enough` before that."""

    def __init__(self, context, enough):
        self.context, self.enough = context, enough

    def __call__(self, indices):
        certain = np.arange(indices.shape[1]) >= self.enough - 1
        return Tensor(np.where(certain[:, None] & (np.arange(8) == 0), 100.0, np.zeros((*indices.shape, 8))))


def test_a_character_is_scored_with_half_a_context_before_it_or_all_there_is():
    indices, at_the_beginning = np.zeros(100, int), 4 * math.log(8) / 99
    assert text_loss(Far(10, 5), indices) == pytest.approx(at_the_beginning)
    assert text_loss(Far(10, 7), indices) > 2 * at_the_beginning


# Sampling.


def test_probabilities_by_hand():
    scores = np.log([1.0, 2.0, 5.0])
    assert next_probabilities(scores) == pytest.approx([0.125, 0.25, 0.625])
    assert next_probabilities(scores, temperature=0.5) == pytest.approx([1 / 30, 4 / 30, 25 / 30])
    assert next_probabilities(scores, top_k=2) == pytest.approx([0, 2 / 7, 5 / 7])
    assert next_probabilities(scores, top_k=3) == pytest.approx(next_probabilities(scores))
    assert scores.tolist() == np.log([1.0, 2.0, 5.0]).tolist()


def test_of_equal_logits_top_k_keeps_the_first():
    assert next_probabilities([1.0, 1.0, 1.0, 0.0], top_k=2).tolist() == [0.5, 0.5, 0, 0]


def test_a_temperature_near_zero_takes_the_likeliest_without_overflow():
    assert next_probabilities([900.0, 1000.0, -1000.0], temperature=1e-3).tolist() == [0, 1, 0]
    assert next_probabilities([900.0, 1000.0], temperature=1e9) == pytest.approx([0.5, 0.5])


def test_a_generated_text_begins_with_the_prompt_and_has_the_length_asked_for():
    text = generate(small(), "abc", 20, rng=0)
    assert text.startswith("abc") and len(text) == 23 and set(text) <= set(LETTERS)
    assert generate(small(), "abc", 0) == "abc"


def test_a_seed_gives_the_same_text_and_a_generator_goes_on():
    model, rng = small(), np.random.default_rng(3)
    first = generate(model, "a", 30, rng=rng)
    assert generate(model, "a", 30, rng=3) == first != generate(model, "a", 30, rng=rng)


def test_characters_are_drawn_as_often_as_they_are_likely():
    model = Pairs(1)
    model.vocabulary, model.table[:] = LETTERS, np.log([8, 4, 2, 1, 1e-9, 1e-9, 1e-9, 1e-9])
    text = generate(model, "a", 3000, rng=0)[1:]
    shares = [text.count(letter) / 3000 for letter in "abcd"]
    assert shares == pytest.approx([8 / 15, 4 / 15, 2 / 15, 1 / 15], abs=0.03)


def test_a_model_sees_the_end_of_a_prompt_that_is_longer_than_its_context():
    model = small()
    assert generate(model, "hhhh" + "abcdef", 1, rng=5)[-1] == generate(model, "abcdef", 1, rng=5)[-1]
    wanted = logits(model, encode("abcdef", LETTERS)[None])[0, -1].argmax()
    assert generate(model, "hhhhabcdef", 1, top_k=1)[-1] == LETTERS[wanted]


# Saved and loaded.


def test_a_model_that_was_saved_is_loaded_with_every_digit(tmp_path):
    model, other = small(rng=0), small(rng=1)
    model.save(tmp_path / "gpt.npz")
    assert other.load(tmp_path / "gpt.npz") is other
    assert logits(other, some_texts()).tolist() == logits(model, some_texts()).tolist()


@pytest.mark.parametrize(
    "mine, words",
    [
        ({"vocabulary": "abcdefgi"}, r"gpt\.npz: .* vocabulary 'abcdefgi', the saved one 'abcdefgh'.* as it was"),
        ({"vocabulary": "hgfedcba"}, "vocabulary 'hgfedcba', the saved one 'abcdefgh'"),
        ({"vocabulary": "abc"}, "vocabulary 'abc', the saved one 'abcdefgh'"),
        ({"heads": 4}, "this model has 4 heads, the saved one 2"),
        ({"context": 7}, r"positions\.table has shape \(6, 8\), wanted \(7, 8\)"),
        ({"layers": 1}, r"blocks\.1\.norm1\.gain is not in this model"),
    ],
)
def test_a_saved_model_of_another_kind_is_refused_and_nothing_changes(tmp_path, mine, words):
    small(rng=1).save(tmp_path / "gpt.npz")
    model = small(**mine)
    before = model.state_dict()
    with pytest.raises(ValueError, match=words):
        model.load(tmp_path / "gpt.npz")
    assert all(np.array_equal(array, before[name]) for name, array in model.state_dict().items())


def test_a_saved_model_without_a_vocabulary_is_refused(tmp_path):
    Linear(8, 8, rng=0).save(tmp_path / "linear.npz")
    with pytest.raises(ValueError, match=r"linear\.npz: .*the saved one has no vocabulary: it is no GPT"):
        small().load(tmp_path / "linear.npz")
    with pytest.raises(ValueError, match="the saved one has no vocabulary"):
        small().load_state_dict({**small().state_dict(), "vocabulary": np.array([0.5])})


def test_a_saved_gpt_is_refused_by_a_model_of_another_kind(tmp_path):
    small().save(tmp_path / "gpt.npz")
    with pytest.raises(ValueError, match="vocabulary is not in this model"):
        Linear(8, 8).load(tmp_path / "gpt.npz")


# What bad input gets: one line.


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: small(heads=3), ValueError, "3 heads do not divide a width of 8"),
        (lambda: small(heads=0), ValueError, "GPT: heads is a whole number >= 1, got 0"),
        (lambda: small(context=0), ValueError, "GPT: context is a whole number >= 1, got 0"),
        (lambda: small(width=8.0), ValueError, r"GPT: width is a whole number >= 1, got 8\.0"),
        (lambda: small(layers=0), ValueError, "GPT: layers is a whole number >= 1, got 0"),
        (lambda: small(vocabulary=""), ValueError, "wanted a vocabulary of at least one character, got an empty one"),
        (lambda: small(vocabulary=["a", "b"]), TypeError, r"vocabulary is a string.*vocabulary_of\(text\).* list"),
        (lambda: small(vocabulary="abca"), ValueError, "has each character once: 'a' is there 2 times"),
        (lambda: small()(some_texts(2, 7)), ValueError, r"1 to 6 characters.* got shape \(2, 7\)"),
        (lambda: small()(some_texts()[0]), ValueError, r"\(texts, characters\).* got shape \(6,\)"),
        (lambda: small()(np.zeros((2, 0), int)), ValueError, r"1 to 6 characters.* got shape \(2, 0\)"),
        (lambda: small()([[8]]), ValueError, "rows go from 0 to 7: got 8 to 8"),
        (lambda: small()([[0.5]]), TypeError, "the indices of rows are integers: got an array of float64"),
        (lambda: encode("", LETTERS), ValueError, "wanted a text of at least one character, got an empty one"),
        (lambda: encode("ab\nabé", LETTERS + "\n"), ValueError, r"'é' \(line 2, column 3\) is not in the vocabulary"),
        (lambda: encode("\t", LETTERS), ValueError, r"'\\t' \(line 1, column 1\) is not in the vocabulary"),
        (lambda: encode(["a"], LETTERS), TypeError, "a text is a string, got a list"),
        (lambda: vocabulary_of(""), ValueError, "got an empty one"),
        (lambda: decode([8], LETTERS), ValueError, "0 to 7: got 8 to 8"),
        (lambda: decode([-1], LETTERS), ValueError, "0 to 7: got -1 to -1"),
        (lambda: decode([0.0], LETTERS), TypeError, "a row of integers, got an array of float64"),
        (lambda: generate(small(), "", 5), ValueError, "wanted a text of at least one character, got an empty one"),
        (lambda: generate(small(), "a?", 5), ValueError, r"'\?' \(line 1, column 2\) is not in the vocabulary"),
        (lambda: generate(small(), "a", -1), ValueError, "length is a whole number >= 0, got -1"),
        (lambda: generate(small(), "a", 5, temperature=0), ValueError, "temperature is a finite number > 0, got 0"),
        (lambda: generate(small(), "a", 0, temperature=-1), ValueError, "temperature .* > 0, got -1"),
        (lambda: generate(small(), "a", 5, rng="seed"), TypeError, "rng is a generator"),
        (lambda: next_probabilities([1.0], temperature=math.nan), ValueError, "temperature .*, got nan"),
        (lambda: next_probabilities([1.0], temperature="hot"), ValueError, "temperature .*, got 'hot'"),
        (lambda: next_probabilities([1.0, 2.0], top_k=0), ValueError, "top_k is a whole number from 1 to 2.*got 0"),
        (lambda: next_probabilities([1.0, 2.0], top_k=3), ValueError, "top_k is a whole number from 1 to 2.*got 3"),
        (lambda: next_probabilities([[1.0]]), ValueError, r"one row of logits, got shape \(1, 1\)"),
        (lambda: text_loss(small(), [3]), ValueError, r"at least two characters.*got shape \(1,\)"),
        (lambda: text_loss(small(), some_texts()), ValueError, r"at least two characters.*got shape \(3, 6\)"),
    ],
)
def test_bad_input_is_refused_in_one_line(call, error, words):
    with pytest.raises(error, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)

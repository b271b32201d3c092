"""Text as numbers: a vocabulary is a string of distinct characters, and each has its index in that string."""

from collections import Counter

import numpy as np


def vocabulary_of(text):
    """All characters of a text, each once, in the order of their code points: the vocabulary of a model of this text.

    Raises:
        TypeError, ValueError: the text is not a string, or empty.
    """
    return "".join(sorted(set(checked_text(text))))


def encode(text, vocabulary):
    """The index of each character of `text` in `vocabulary`: an array of integers.

    Raises:
        TypeError, ValueError: the text is not a string, or empty.
        ValueError: a character is not in the vocabulary. The message names it, its line and its column, from 1.
    """
    indices = {character: i for i, character in enumerate(checked_vocabulary(vocabulary))}
    try:
        return np.array([indices[character] for character in checked_text(text)])
    except KeyError as error:
        raise unknown_character(text, error.args[0]) from None


def decode(indices, vocabulary):
    """The text of these indices.

    Raises:
        TypeError: the indices are not integers along one axis.
        ValueError: an index is not that of a character.
    """
    indices = np.asarray(indices)
    if indices.dtype.kind not in "iu" or indices.ndim != 1:
        raise TypeError(f"decode takes a row of integers, got an array of {indices.dtype}, shape {indices.shape}")
    if indices.size and not 0 <= indices.min() <= indices.max() < len(vocabulary):
        raise ValueError(
            f"characters have the indices 0 to {len(vocabulary) - 1}: got {indices.min()} to {indices.max()}"
        )
    return "".join(vocabulary[i] for i in indices)


def checked_text(text):
    """`text`, if it is a string that is not empty."""
    if not isinstance(text, str):
        raise TypeError(f"a text is a string, got a {type(text).__name__}")
    if not text:
        raise ValueError("wanted a text of at least one character, got an empty one")
    return text


def checked_vocabulary(vocabulary):
    """`vocabulary`, if it is a string of distinct characters."""
    if not isinstance(vocabulary, str):
        raise TypeError(f"a vocabulary is a string, as vocabulary_of(text) makes it: got a {type(vocabulary).__name__}")
    if not vocabulary:
        raise ValueError("wanted a vocabulary of at least one character, got an empty one")
    [(character, count)] = Counter(vocabulary).most_common(1)
    if count > 1:
        raise ValueError(f"a vocabulary has each character once: {character!r} is there {count} times")
    return vocabulary


def unknown_character(text, character):
    """The error to raise for a character that is not in the vocabulary."""
    before = text[: text.index(character)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return ValueError(
        f"{character!r} (line {line}, column {column}) is not in the vocabulary. Replace it, or take the vocabulary "
        "of this text, vocabulary_of(text), for a new model"
    )

"""Texts to learn from: the prose of this course, first names, or a file of one's own; and the steps before training."""

from numbers import Integral, Real
from pathlib import Path

import numpy as np


def load_course_text():
    """The prose of notebooks 00 to 11 as it was when it was frozen: a string of 265,612 characters, 86 different ones.

    Each paragraph is a line. Code, solutions, tables and formulas on lines of their own were left out, and characters
    outside ASCII were written otherwise (tools/freeze_text.py says how).
    """
    return packaged_text("course_text.txt")


def load_names():
    """First names in use in the United States: a list of 5,163, in small letters and in alphabetical order.

    Source: U.S. Census Bureau, 1990 Census, files dist.female.first and dist.male.first, in the public domain. They
    list the most frequent names, those of nine in ten people. A name on both lists is here once.
    """
    return packaged_text("first_names.txt").split()


def packaged_text(name):
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def read_text(path):
    """A text of one's own, from a file in UTF-8. Lines end in a single newline, however they end in the file.

    Raises:
        ValueError: the file is empty, or is not text in UTF-8. The message names the file and says what came.
        OSError: the file cannot be read.
    """
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(
            f"{path}, line {line}: wanted text in UTF-8, got the byte {data[error.start]:#04x}. An editor can save a "
            "text in this encoding; a file of another kind, such as .docx or .pdf, holds more than its text"
        ) from None
    if "\0" in text:
        raise ValueError(f"{path}: wanted text, got a file with zero bytes, as programs, archives and UTF-16 have them")
    if not text.strip():
        raise ValueError(f"{path}: wanted a text, got {'an empty file' if not data else 'nothing but blanks'}")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split_text(text, held_out=0.1, block=2000, seed=0):
    """Split a text in two: one to train on, and one that training never sees, taken evenly from the whole text.

    It is cut into blocks, at ends of lines. In each run of neighbours, ten for a `held_out` of 0.1, one block is held
    out at random.

    Args:
        text: a string.
        held_out: the share of blocks to hold out, above 0 and at most 0.5.
        block: how many characters a block has, at least; with 1, each line is a block.
        seed: the same seed gives the same split.

    Returns:
        train_text, held_out_text. Nothing is lost, and the blocks keep their order.

    Raises:
        ValueError: `held_out` or `block` is not such a number, or the text is too short: nothing would be held out.
        TypeError: the text is not a string.
    """
    if not isinstance(text, str):
        raise TypeError(f"a text is a string, got a {type(text).__name__}")
    if not isinstance(held_out, Real) or not 0 < held_out <= 0.5:
        raise ValueError(f"held_out is a share of the text, above 0 and at most 0.5: got {held_out!r}")
    if not isinstance(block, Integral) or block < 1:
        raise ValueError(f"block is a whole number of characters > 0, got {block!r}")
    blocks, run = blocks_of_lines(text, block), round(1 / held_out)
    if len(blocks) < run:
        raise ValueError(
            f"wanted a text of at least {run} blocks of {block} characters or more, at ends of lines; got "
            f"{len(text)} characters, {len(blocks)} blocks. A smaller block= may help"
        )
    rng, chosen = np.random.default_rng(seed), set()
    for start in range(0, len(blocks) - run + 1, run):
        chosen.add(start + int(rng.integers(run)))
    parts = ([piece for i, piece in enumerate(blocks) if (i in chosen) == held] for held in (False, True))
    return tuple("".join(part) for part in parts)


def blocks_of_lines(text, least):
    """The text cut at ends of lines, into blocks of at least this many characters; the last one may have fewer."""
    blocks, size = [[]], 0
    for line in text.splitlines(keepends=True):
        if size >= least:
            blocks.append([])
            size = 0
        blocks[-1].append(line)
        size += len(line)
    return ["".join(lines) for lines in blocks if lines]


def random_windows(indices, length, count, rng):
    """`count` pieces of a text, from random places, and for each character the one that follows it.

    Args:
        indices: the text as a row of integers.
        length: how many characters a piece has.
        count: how many pieces.
        rng: a `numpy.random.Generator`.

    Returns:
        inputs, targets: arrays (count, length); targets[i, t] is the character after inputs[i, t].

    Raises:
        ValueError: the text is not longer than a piece.
        TypeError: `rng` is not a generator.
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng is a generator such as np.random.default_rng(0), got {rng!r}")
    if len(indices) <= length:
        raise ValueError(f"wanted a text longer than {length} characters, got {len(indices)}")
    starts = rng.integers(len(indices) - length, size=count)
    rows = indices[starts[:, np.newaxis] + np.arange(length + 1)]
    return rows[:, :-1], rows[:, 1:]

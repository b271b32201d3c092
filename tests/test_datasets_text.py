"""What texts promise: the frozen ones stay what they are, nothing is lost in a split, and a bad file gets one line."""

import hashlib
import string

import nbformat
import numpy as np
import pytest
from freeze_text import NOTEBOOKS, course_text, prose
from hypothesis import given
from hypothesis import strategies as st

from autograd_lib.datasets import load_course_text, load_names, random_windows, read_text, split_text


def test_the_text_of_the_course_is_frozen():
    """The losses in notebook 12 are those on this very text: it does not follow the notebooks when they are edited."""
    text = load_course_text()
    assert len(text) == 265_612 and len(set(text)) == 86
    assert hashlib.sha256(text.encode()).hexdigest().startswith("e285f22b58b05845")


def test_the_text_of_the_course_is_lines_of_plain_characters():
    text = load_course_text()
    assert set(text) <= set(string.printable) - set("\t\r\x0b\x0c")
    assert text.endswith("\n") and "\n\n" not in text and "  " not in text
    assert not any(mark in text for mark in ("```", "](", "**", "<details>", "|"))


def test_the_tool_would_still_make_such_a_text_of_the_notebooks():
    text = course_text(NOTEBOOKS)
    assert 150_000 < len(text) < 500_000 and len(set(text)) <= 90
    lines, frozen = set(text.splitlines()), load_course_text().splitlines()
    assert sum(line in lines for line in frozen) > len(frozen) / 4


@pytest.mark.parametrize(
    "source, lines",
    [
        ("## What if the *shapes* differ?", ["What if the shapes differ?"]),
        ("### Exercise 10.1 · Which shape comes out?  ★★ · 8 min", ["Exercise 10.1 - Which shape comes out? - 8 min"]),
        ("**Predict.** What does `_prev` hold?", ["Predict. What does _prev hold?"]),
        ("See [notebook 04](04_topological_sort.ipynb), please.", ["See notebook 04, please."]),
        ("- the first thing to do\n2. the second thing to do", ["the first thing to do", "the second thing to do"]),
        ("> The slope of x² at two is four − “roughly” …", ['The slope of x^2 at two is four - "roughly" ...']),
        ("Naïve words of 3 · 4 and 2 × 5 numbers", ["Naive words of 3 * 4 and 2 * 5 numbers"]),
        ("A tail with a &lt; sign <b>and bold letters</b>", ["A tail with a < sign and bold letters"]),
        (
            "And before it:\n```python\nfor x in range(9): print(x)\n```\nAnd on it goes after the code.",
            ["And on it goes after the code."],
        ),
        ("| a table of | many words in a row |", []),
        ("L = (w * x - y)**2 = 4.0 + 5.0", []),
        ("[← 03 the class](03.ipynb) · [05 more functions →](05.ipynb)", []),
        (
            "<details><summary>Where do I start?</summary>\n\nWith the last one of all.</details>",
            ["With the last one of all."],
        ),
        ("<details><summary>Solution</summary>\n\nIt is really easy, you see.\n\n</details>", []),
    ],
)
def test_the_tool_keeps_prose_in_plain_characters(source, lines):
    cells = [nbformat.v4.new_markdown_cell(source), nbformat.v4.new_code_cell("print('and leaves all code out')")]
    assert prose(nbformat.v4.new_notebook(cells=cells)) == lines


def test_the_tool_takes_the_notebooks_up_to_11_in_their_order(tmp_path):
    for number in ("12", "11", "02"):
        cell = nbformat.v4.new_markdown_cell(f"The first words of notebook {number}.")
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / f"{number}_some.ipynb")
    assert course_text(tmp_path) == "The first words of notebook 02.\nThe first words of notebook 11.\n"


def test_names_are_small_letters_in_alphabetical_order_each_once():
    names = load_names()
    assert len(names) == 5163 and names == sorted(set(names))
    assert set("".join(names)) == set(string.ascii_lowercase)
    assert {"mary", "james", "alonso"} <= set(names)
    assert hashlib.sha256("\n".join(names).encode()).hexdigest().startswith("9323f70f58aca13b")


# The split.


@given(st.lists(st.text("ab ", max_size=30), min_size=10, max_size=80), st.integers(1, 40), st.integers(0, 5))
def test_a_split_loses_nothing_and_keeps_the_order(lines, block, seed):
    text = "".join(f"{i}: {line}\n" for i, line in enumerate(lines))
    try:
        parts = split_text(text, 0.25, block, seed)
    except ValueError as error:  # too short for blocks of this size
        assert "wanted a text of at least 4 blocks" in str(error)
        return
    train, held_out = (part.splitlines() for part in parts)
    assert sorted(train + held_out) == sorted(text.splitlines()) and train and held_out
    for part in (train, held_out):
        assert [int(line.split(":")[0]) for line in part] == sorted(int(line.split(":")[0]) for line in part)


def test_of_ten_neighbouring_blocks_one_is_held_out():
    lines = [f"{i:03}" for i in range(100)]
    text = "\n".join(lines) + "\n"
    _, held_out = split_text(text, block=1)
    assert [int(line) // 10 for line in held_out.split()] == list(range(10))
    assert split_text(text, block=4) == split_text(text, block=1)  # a line is four characters, with its end
    assert [int(line) // 20 for line in split_text(text, block=5)[1].split()[::2]] == list(range(5))


def test_the_split_of_the_course_text_is_fixed():
    train, held_out = split_text(load_course_text())
    assert (len(train), len(held_out)) == (240_250, 25_362)
    assert split_text(load_course_text(), seed=1)[1] != held_out
    assert held_out not in train and sum(line in train.split("\n") for line in held_out.split("\n")) < 60


# Windows.


def test_windows_are_pieces_of_the_text_with_the_characters_that_follow():
    inputs, targets = random_windows(np.arange(50), 8, 40, np.random.default_rng(0))
    assert inputs.shape == targets.shape == (40, 8)
    assert (np.diff(inputs) == 1).all() and (targets == inputs + 1).all()


def test_windows_come_from_everywhere_and_a_seed_gives_the_same():
    inputs, targets = random_windows(np.arange(12), 8, 200, np.random.default_rng(0))
    assert set(inputs[:, 0]) == {0, 1, 2, 3} and targets.max() == 11
    assert (random_windows(np.arange(12), 8, 200, np.random.default_rng(0))[0] == inputs).all()


# A text of one's own.


def file_with(tmp_path, contents):
    path = tmp_path / "mine.txt"
    path.write_bytes(contents)
    return path


@pytest.mark.parametrize(
    "contents, text",
    [
        ("Größe und Maß\n".encode(), "Größe und Maß\n"),
        (b"\xef\xbb\xbffrom an editor", "from an editor"),
        (b"one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
    ],
)
def test_a_text_of_ones_own_is_read_as_it_is_with_plain_ends_of_lines(tmp_path, contents, text):
    assert read_text(file_with(tmp_path, contents)) == text == read_text(str(tmp_path / "mine.txt"))


@pytest.mark.parametrize(
    "contents, words",
    [
        (b"", r"mine\.txt: wanted a text, got an empty file"),
        (b" \n\n", r"mine\.txt: wanted a text, got nothing but blanks"),
        (b"one\ntwo \xe4\nthree\n\n", r"mine\.txt, line 2: wanted text in UTF-8, got the byte 0xe4"),
        ("a text\n".encode("utf-16"), "line 1: wanted text in UTF-8, got the byte 0xff"),
        ("a text\n".encode("utf-16-le"), r"mine\.txt: wanted text, got a file with zero bytes"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_one_line(tmp_path, contents, words):
    with pytest.raises(ValueError, match=words) as caught:
        read_text(file_with(tmp_path, contents))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_text(tmp_path / "nowhere.txt")


@pytest.mark.parametrize(
    "call, error, words",
    [
        (
            lambda: split_text("a\nb\nc\n", block=1),
            ValueError,
            "at least 10 blocks of 1 .*; got 6 characters, 3 blocks",
        ),
        (lambda: split_text("", block=1), ValueError, "got 0 characters, 0 blocks"),
        (lambda: split_text("a\nb\n", held_out=0.6), ValueError, r"above 0 and at most 0\.5: got 0\.6"),
        (lambda: split_text("a\nb\n", held_out=0), ValueError, "got 0"),
        (lambda: split_text("a\nb\n", block=0), ValueError, "block is a whole number of characters > 0, got 0"),
        (lambda: split_text(["a"]), TypeError, "a text is a string, got a list"),
        (lambda: random_windows(np.arange(8), 8, 4, np.random.default_rng(0)), ValueError, "longer than 8.*got 8"),
        (lambda: random_windows(np.arange(9), 8, 4, 0), TypeError, r"rng is a generator.*got 0"),
    ],
)
def test_bad_input_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()

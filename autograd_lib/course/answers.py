"""Answers as plain data: making them plain, whether two are equal, and how they differ, in words."""

import math
import re
from collections import deque
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from autograd_lib.course.arrays import array_gap, array_in_words, same_array
from autograd_lib.engine.graph import text_of

MOST = 12  # entries of a list that are shown
DEEPEST = 20  # containers within containers that are looked into
PLAIN = (int, float, bool, str, type(None), type(...))
NOT_TRIED = object()  # stands for an entry of an answer that could not be asked for, as another one is wrong
BASIC = (int, float, complex, str, bytes, list, tuple, dict, set, np.ndarray, np.generic, Fraction, Decimal)
SEQUENCES = (deque, range, type({}.keys()), type({}.values()), type({}.items()))


class Row(NamedTuple):
    """A line of a gap: what it is about, and, in code type, what was expected (None: not given away) and what came."""

    name: str
    expected: str | None
    yours: str
    is_right: bool = False


class Gap(NamedTuple):
    """How an answer differs from a right one.

    Args:
        text: the whole gap in words.
        nodes: the labels of the nodes to mark in a drawing.
        rows: where the answers are short: what a page shows side by side, instead of the text.
        note: what the text says beyond the rows, to stand below them.
        parts: what is wrong, where an answer has parts that can be wrong by themselves, as a `judge` sees them: keys of
            a dict, or names of its own. A mistake may then be found in one part, whatever the others are.
    """

    text: str
    nodes: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    note: str = ""
    parts: tuple[str, ...] = ()


def expected_and_got(expected, got, note="", nodes=()):
    """A Gap between two answers in words, for a `judge`; `note` says what is wrong with the second."""
    text = f"Expected {expected}. You returned {got}."
    return Gap(f"{text} {note}".strip(), tuple(nodes), (Row("", expected, got),), note)


def plain_data(thing, keeps_arrays=False, inside=()):
    """What a solution returned, as Python's own numbers, texts, lists, tuples and dicts. Objects stay as they are.

    NumPy's numbers and truth values become Python's, and so do those of PyTorch and JAX, fractions and decimals floats,
    and other sequences lists.

    Args:
        thing: anything.
        keeps_arrays: arrays stay arrays; otherwise they become lists, and an array of shape () a number.
        inside: the containers around `thing`, so that one that holds itself is noticed.
    """
    if type(thing) in PLAIN:
        return thing
    if issubclass(type(thing), np.generic):
        number = thing.item()
        return float(thing) if isinstance(number, np.generic) else number
    if len(inside) == DEEPEST:
        return "..."
    if is_disguised(thing):
        return Unknown(type(thing).__name__)
    if isinstance(thing, np.ndarray):
        return thing if keeps_arrays else listed(plain_data(thing.tolist(), inside=(*inside, thing)))
    if isinstance(thing, Fraction | Decimal):
        return plain_number(thing)
    if isinstance(thing, SEQUENCES):
        thing = list(thing)
    if not isinstance(thing, list | tuple | dict):
        return number_in(thing)
    if any(thing is container for container in inside):
        return "..."  # as Python writes a list that holds itself
    inside = (*inside, thing)
    if isinstance(thing, dict):
        return {plain_key(key): plain_data(entry, keeps_arrays, inside) for key, entry in thing.items()}
    items = [item if type(item) in PLAIN else plain_data(item, keeps_arrays, inside) for item in thing]
    return tuple(items) if isinstance(thing, tuple) else items


def number_in(thing):
    """The number in an array of shape () of another library; anything else as it is, also a node of a graph."""
    if not hasattr(type(thing), "__array__"):
        return thing
    try:
        number = thing.item() if thing.shape == () and not hasattr(thing, "_prev") else thing
        return number if type(number) in PLAIN else thing
    except Exception:  # one that knows no number, such as those that JAX traces a function with
        return thing


class Listed(list):
    """The numbers of an array as a list. Sentences about it call it an array, which is what its owner made."""


def listed(numbers):
    return Listed(numbers) if type(numbers) is list else numbers


def plain_number(thing):
    """A fraction or decimal as an int, where it is whole or too large for a float, else as a float."""
    try:
        whole = int(thing)
        return whole if whole == thing else float(thing)
    except OverflowError:
        return whole if isinstance(thing, Fraction) else float(thing)
    except ValueError:  # a decimal that is not a number
        return math.nan


def is_disguised(thing):
    """Whether an object says that it is a number, a text or a container and is not, or does not say at all."""
    try:
        return thing.__class__ is not type(thing) and issubclass(thing.__class__, BASIC)
    except Exception:
        return True


class Unknown:
    """Stands for an object that does not truly say what it is."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<{self.name}>"


def plain_key(key):
    return key.item() if isinstance(key, np.generic) else key


def same(expected, answer, tolerance, near_zero=None):
    """Whether two answers are equal: counts exactly, other numbers within the tolerance, and arrays, dicts and
    sequences entry by entry.

    Args:
        expected, answer: plain data. tolerance: how far apart two equal numbers may be, relative to the larger.
        near_zero: the same, absolute; by default as large as the relative one.
    """
    near_zero = tolerance if near_zero is None else near_zero
    if is_number(expected):
        if isinstance(expected, int):  # a count
            tolerance = near_zero = min(tolerance, 1e-9)
        if isinstance(answer, np.ndarray) and answer.shape == ():
            return same_array(np.asarray(expected), answer, tolerance)
        return is_number(answer) and is_close(expected, answer, tolerance, near_zero)
    if isinstance(expected, np.ndarray):
        return same_array(expected, answer, tolerance)
    if isinstance(expected, Mapping):
        return (
            isinstance(answer, Mapping)
            and expected.keys() == answer.keys()
            and all(same(expected[key], answer[key], tolerance, near_zero) for key in expected)
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(answer, list | tuple)
            and len(expected) == len(answer)
            and all(same(a, b, tolerance, near_zero) for a, b in zip(expected, answer))
        )
    return type(expected) is type(answer) and bool(expected == answer)


def is_close(expected, answer, tolerance, near_zero):
    try:
        both_nan = expected != expected and answer != answer
        return both_nan or math.isclose(expected, answer, rel_tol=tolerance, abs_tol=near_zero)
    except OverflowError:  # an int that is too large for a float
        return expected == answer


def is_number(thing):
    return isinstance(thing, int | float | np.integer | np.floating) and not isinstance(thing, bool)


def compare(expected, answer, tolerance, reveal=True, near_zero=None):
    """None if the two are the same, else a Gap that names each entry that differs."""
    if same(expected, answer, tolerance, near_zero):
        return None
    if isinstance(expected, np.ndarray):
        words = array_gap("", expected, answer, tolerance, reveal)
        return Gap(f"{words[0].upper()}{words[1:]}.")
    if isinstance(expected, Mapping) and isinstance(answer, Mapping):
        return compare_entries(expected, answer, tolerance, reveal, near_zero)
    if isinstance(expected, Mapping):
        keys = ", ".join(map(repr, expected))
        return Gap(f"Expected a dict with the keys {keys}. You returned {with_kind(answer, in_words(answer))}.")
    if reveal and are_long(expected, answer):
        wrong = [i for i, (a, b) in enumerate(zip(expected, answer)) if not same(a, b, tolerance, near_zero)]
        first, (right, got) = wrong[0], side_by_side(expected[wrong[0]], answer[wrong[0]])
        return Gap(f"[{first}] is {got}, expected {right} ({len(wrong)} of {len(expected)} entries differ).")
    right, got = side_by_side(expected, answer)
    if not reveal:
        return Gap(f"{got} is not right.", rows=(Row("", None, got),))
    return Gap(f"Expected {right}. You returned {got}.", rows=(Row("", right, got),))


def compare_entries(expected, answer, tolerance, reveal, near_zero):
    """The Gap between two dicts."""
    wrong = [k for k in expected if k not in answer or not same(expected[k], answer[k], tolerance, near_zero)]
    wrong = [k for k in wrong if answer.get(k) is not NOT_TRIED]
    gaps, rows = [], []
    for key in wrong[:3]:
        if key not in answer:
            gaps.append(f"{key} is missing" + (f", expected {in_words(expected[key])}" if reveal else ""))
        elif isinstance(expected[key], np.ndarray):
            gaps.append(array_gap(str(key), expected[key], answer[key], tolerance, reveal))
        else:
            right, got = side_by_side(expected[key], answer[key], depth=int(not reveal))
            # A text in quotes: an answer may be the word "right".
            quoted = repr(got) if isinstance(answer[key], str) and "'" not in got else got
            gaps.append(f"{key} is {got}, expected {right}" if reveal else f"{key}: {quoted} is not right")
    for key in expected:
        if isinstance(expected[key], np.ndarray):
            continue
        right, got = (
            in_words(expected[key]),
            in_words(answer[key], depth=int(not reveal)) if key in answer else "missing",
        )
        if key in wrong and key in answer:
            right, got = side_by_side(expected[key], answer[key], depth=int(not reveal))
        rows.append(Row(str(key), right if reveal else None, got, key not in wrong))
    if len(wrong) > 3:
        gaps.append(f"and {len(wrong) - 3} more {'differs' if len(wrong) == 4 else 'differ'}")
    extra = [key for key in answer if key not in expected]
    if extra and not wrong:
        gaps.append(f"there should be no {', '.join(map(in_words, extra[:MOST]))}")
    whole = len(rows) == len(expected) and len(rows) <= MOST and not (extra and not wrong)
    return Gap("; ".join(gaps) + ".", tuple(str(key).split(".")[0] for key in wrong), tuple(rows) if whole else ())


def are_long(expected, answer):
    """Whether both are lists of one length, too long to be read side by side."""
    return all(isinstance(each, list | tuple) for each in (expected, answer)) and len(expected) == len(answer) > 6


def side_by_side(expected, answer, depth=0):
    """Two different answers in words, with their kinds where these differ, and with all digits where it takes them.
    With a depth of 1, a list or tuple keeps its brackets.
    """
    expected = in_the_form_of(answer, expected)
    right, got = in_words(expected, depth=depth), in_words(answer, depth=depth)
    if kind(expected) != kind(answer) and not (isinstance(expected, list | tuple) and isinstance(answer, Listed)):
        return with_kind(expected, right), with_kind(answer, got)
    if right == got:
        return in_words(expected, digits=17, depth=depth), in_words(answer, digits=17, depth=depth)
    return right, got


def in_the_form_of(answer, expected):
    """What was expected, with tuples and lists where the answer has them: either will do, and is no difference."""
    if not isinstance(expected, list | tuple) or not isinstance(answer, list | tuple):
        return expected
    items = [in_the_form_of(*pair) for pair in zip(answer, expected)] + list(expected[len(answer) :])
    return tuple(items) if isinstance(answer, tuple) else items


def with_kind(thing, words):
    """The words for a thing, with what sort of thing it is, unless they say that themselves."""
    if isinstance(thing, list | tuple):
        name = "a tuple" if isinstance(thing, tuple) else kind(thing)
        return f"{in_words(thing, depth=1)} ({name})" if thing else words
    words = repr(words) if isinstance(thing, str) else words
    return words if kind(thing) in words else f"{words} ({kind(thing)})"


def kind(thing):
    """What sort of thing an answer is, for a sentence: "a number", "a list", "a Value"."""
    if thing is None:
        return "None"
    if thing is ...:
        return "the dots of the stub"
    if isinstance(thing, bool):
        return "True or False"
    if is_number(thing):
        return "a number"
    if isinstance(thing, list | tuple):
        return "an array" if isinstance(thing, Listed) else "a list"  # a tuple will do as well
    names = {"str": "a text", "dict": "a dict", "ndarray": "an array", "function": "a function", "method": "a method"}
    name = type(thing).__name__
    return names.get(name, f"{'an' if name[:1] in 'AEIOaeio' else 'a'} {name}")


def in_words(answer, digits=6, depth=0):
    """An answer for a sentence: numbers with at most six digits, a list as `a, b, c`, an array by its shape.

    Whatever the answer is, the words are few, and nothing is raised.
    """
    if is_number(answer):
        try:
            return (
                f"{answer + 0.0:.{digits}g}" if isinstance(answer, float) or abs(answer) >= 10**9 else f"{int(answer)}"
            )
        except (OverflowError, ValueError):
            return f"an int of {int(answer).bit_length()} bits"
    if answer is ...:
        return "..."
    if isinstance(answer, np.ndarray):
        return array_in_words(answer, digits)
    if isinstance(answer, list | tuple) and depth < 4:
        is_tuple = isinstance(answer, tuple)
        if len(answer) == 0 and depth == 0:
            return f"nothing (an empty {'tuple' if is_tuple else 'list'})"
        items = [in_words(item, digits, depth + 1) for item in answer[:MOST]]
        if len(answer) > MOST:
            items.append(f"… ({len(answer):,} in all)")
        words = ", ".join(items)
        if depth == 0:
            return words
        return f"({words}{',' * (len(answer) == 1)})" if is_tuple else f"[{words}]"
    if isinstance(answer, Mapping) and depth < 4:
        items = [f"{in_words(key)}: {in_words(answer[key], digits, depth + 1)}" for key in list(answer)[:MOST]]
        return ", ".join(items) + (f", … ({len(answer):,} in all)" if len(answer) > MOST else "") or "an empty dict"
    return shown(answer)


def shown(thing, width=80):
    """An object by its text or repr: on one line, without its place in memory, and cut."""
    if isinstance(thing, str):
        text = thing[: 2 * width] if thing else "''"
    elif isinstance(thing, list | tuple | dict | set | frozenset | bytes | bytearray) and len(thing) > MOST:
        text = f"{kind(thing)} of {len(thing):,}"
    else:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", text_of(thing, repr))
    text = " ".join(text.split())
    return text if len(text) <= width else f"{text[:width]} …"

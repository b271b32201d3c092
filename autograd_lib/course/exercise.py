"""The parts of an exercise: cases to try, a right answer, other right answers, and wrong ones that people write."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from autograd_lib.course.arrays import array_gap, same_array


class Case(NamedTuple):
    """One thing to try a solution on: in words, and as a maker of fresh arguments (a tuple) for each try."""

    text: str
    make: Callable[[], tuple] = tuple


class Gap(NamedTuple):
    """How an answer differs from a right one: in words, with the labels of the nodes to mark in a drawing."""

    text: str
    nodes: tuple[str, ...] = ()


class Drawn(NamedTuple):
    """An answer together with the graph that it came from, so that a gap can be drawn."""

    answer: Any
    root: Any


class NotAnAnswer(Exception):  # noqa: N818
    """Raised by an exercise's `run` for an answer that cannot be judged; its message is shown to the learner."""


def call(solution, *arguments):
    """The plain way to run a solution: call it."""
    return solution(*arguments)


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise: how a solution is tried and judged, and which right and wrong ones are known.

    Args:
        id: "4.2" is the second exercise of notebook 4.
        title: the title in the notebook.
        reference: the solution that the notebook shows. For an exercise whose answer is data (`answer = 8.0`) rather
            than a function: a function without arguments that computes it.
        name: the name that the notebook's stub gives the solution.
        is_data: the learner hands in data, not a function.
        stub: a function with the stub's code, where that is more than `...`.
        cases: the cases that a solution is tried on, smallest first.
        run: `run(solution, *arguments)` tries a solution and returns its answer as plain data (numbers, texts, arrays,
            lists and dicts of them), so that the answers of two solutions on two fresh cases can be compared.
        judge: `judge(case, answer)` returns None or a Gap, where more than one answer is right. By default the answer
            is compared with the reference's.
        alternatives: other right solutions.
        misconceptions: wrong solutions that run, as people write them. The docstring of each completes the sentence
            "That is what you get when ...".
        recognise: misconception -> `recognise(case, answer)`, for mistakes with more than one spelling. By default a
            mistake is recognised when it gives the same answers in all cases.
        tolerance: how far apart two equal numbers may be, relative to the larger, and absolute near zero. An int in the
            reference's answer is a count, and exact.
        reveal: whether a gap shows the expected answer.
    """

    id: str
    title: str
    name: str
    reference: Callable
    cases: Sequence[Case] = (Case("your answer"),)
    is_data: bool = False
    stub: Callable | None = None
    run: Callable = call
    judge: Callable | None = None
    alternatives: Sequence[Callable] = ()
    misconceptions: Sequence[Callable] = ()
    recognise: Mapping[Callable, Callable] = field(default_factory=dict)
    tolerance: float = 1e-9
    reveal: bool = True

    @property
    def notebook(self):
        """The number of its notebook, "04" for exercise 4.2."""
        return self.id.split(".")[0].zfill(2)

    def gap(self, case, answer):
        """None if `answer` is right for `case`, else a Gap."""
        if self.judge:
            return self.judge(case, answer)
        expected = plain(self.run(self.reference, *case.make()))
        return compare(expected, answer, self.tolerance, self.reveal)


def plain(answer):
    """An answer without its drawing."""
    return answer.answer if isinstance(answer, Drawn) else answer


def same(expected, answer, tolerance):
    """Whether two answers are equal: counts exactly, other numbers within the tolerance, and arrays, dicts and
    sequences entry by entry.
    """
    if is_number(expected):
        if isinstance(expected, int):  # a count
            tolerance = min(tolerance, 1e-9)
        return is_number(answer) and is_close(expected, answer, tolerance)
    if isinstance(expected, np.ndarray):
        return same_array(expected, answer, tolerance)
    if isinstance(expected, Mapping):
        return (
            isinstance(answer, Mapping)
            and expected.keys() == answer.keys()
            and all(same(expected[key], answer[key], tolerance) for key in expected)
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(answer, list | tuple)
            and len(expected) == len(answer)
            and all(same(a, b, tolerance) for a, b in zip(expected, answer))
        )
    return type(expected) is type(answer) and expected == answer


def is_close(expected, answer, tolerance):
    try:
        return math.isclose(expected, answer, rel_tol=tolerance, abs_tol=tolerance)
    except OverflowError:  # an int that is too large for a float
        return expected == answer


def is_number(thing):
    return isinstance(thing, int | float | np.integer | np.floating) and not isinstance(thing, bool)


def compare(expected, answer, tolerance, reveal=True):
    """None if the two are the same, else a Gap that names each entry that differs."""
    if same(expected, answer, tolerance):
        return None
    if isinstance(expected, np.ndarray):
        words = array_gap("", expected, answer, tolerance, reveal)
        return Gap(f"{words[0].upper()}{words[1:]}.")
    if not isinstance(expected, Mapping) or not isinstance(answer, Mapping):
        got = answer_in_words(answer)
        return Gap(f"Expected {answer_in_words(expected)}. You returned {got}." if reveal else f"{got} is not right.")
    wrong = [key for key in expected if key not in answer or not same(expected[key], answer[key], tolerance)]
    gaps = []
    for key in wrong[:3]:
        if isinstance(expected[key], np.ndarray) and key in answer:
            gaps.append(array_gap(str(key), expected[key], answer[key], tolerance, reveal))
            continue
        got = answer_in_words(answer[key]) if key in answer else "missing"
        if is_number(expected[key]) and isinstance(answer.get(key), str):
            got = f"{answer[key]!r}, a str,"
        gaps.append(
            f"{key} is {got}, expected {answer_in_words(expected[key])}" if reveal else f"{key}: {got} is not right"
        )
    if len(wrong) > 3:
        gaps.append(f"and {len(wrong) - 3} more differ")
    extra = [str(key) for key in answer if key not in expected]
    if extra and not wrong:
        gaps.append(f"there should be no {', '.join(extra)}")
    return Gap("; ".join(gaps) + ".", tuple(str(key).split(".")[0] for key in wrong))


def answer_in_words(answer):
    """An answer for a sentence: numbers with at most six digits, a list as `a, b, c`, an array by its shape."""
    if is_number(answer):
        try:
            return f"{answer:.6g}"
        except OverflowError:
            return f"an int of {answer.bit_length()} bits"
    if isinstance(answer, np.ndarray):
        return f"an array of shape {answer.shape}"
    if isinstance(answer, list | tuple):
        return ", ".join(answer_in_words(item) for item in answer) or "nothing (an empty list)"
    if isinstance(answer, Mapping):
        return ", ".join(f"{key}: {answer_in_words(item)}" for key, item in answer.items())
    return answer if isinstance(answer, str) else repr(answer)

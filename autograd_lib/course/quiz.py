"""The parts of a quiz: a question, and either choices or a number, with a reply to each answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Choice(NamedTuple):
    """An answer on offer, and the reply to a reader who picks it. Made by `wrong` and `right`."""

    text: str
    why: str
    is_right: bool


def wrong(text, why):
    """A choice that is wrong; `why` says which thought leads to it, and what is wrong with that thought."""
    return Choice(text, why, is_right=False)


def right(text, why):
    """The choice that is right; `why` says why."""
    return Choice(text, why, is_right=True)


class Slip(NamedTuple):
    """A wrong number that a particular thought leads to, and the reply to a reader who had that thought."""

    number: float
    why: str


class Judgement(NamedTuple):
    """Whether an answer is right, the answer in words, and why it is right or wrong."""

    is_right: bool
    answer: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Quiz:
    """A question of a notebook, for the learner only: it is counted but never graded.

    Args:
        id: "4.q1" is the first quiz of notebook 4.
        question: in plain words, `code` between backticks and *stress* between stars.
        code: lines of Python that the question is about, shown below it.

    A subclass knows the answers: `read` turns what a control holds into an answer, or raises a ValueError that says why
    it is not one; `judge` gives the Judgement on an answer; `wrong_answers` lists the known wrong ones. `untouched` is
    what the control holds before there is an answer.
    """

    id: str
    question: str
    code: str = ""

    @property
    def notebook(self):
        """The number of its notebook, "04" for quiz 4.q1."""
        return self.id.split(".")[0].zfill(2)


@dataclass(frozen=True, kw_only=True)
class ChoiceQuiz(Quiz):
    """A question with several answers on offer, one of them right. An answer is the index of a choice."""

    choices: Sequence[Choice]
    untouched = None

    def read(self, place):
        if place is None:
            raise ValueError("choose an answer first.")
        return place

    def judge(self, place):
        choice = self.choices[place]
        return Judgement(choice.is_right, choice.text, choice.why)

    def wrong_answers(self):
        return [(choice.text, choice.why) for choice in self.choices if not choice.is_right]


@dataclass(frozen=True, kw_only=True)
class NumberQuiz(Quiz):
    """A question whose answer is a number.

    Args:
        answer: the right number.
        why: why it is right.
        slips: wrong numbers with a reason of their own.
        otherwise: the reply to any other number: where to begin.
        tolerance: how far a number may be from the answer, or from a slip, relative to the larger of the two, and
            absolute near zero.
    """

    answer: float
    why: str
    slips: Sequence[Slip]
    otherwise: str
    tolerance: float = 1e-3
    untouched = ""

    def read(self, text):
        return number_in(text)

    def judge(self, number):
        if self.near(self.answer, number):
            return Judgement(True, number_in_words(number), self.why)
        for slip in self.slips:
            if self.near(slip.number, number):
                return Judgement(False, number_in_words(number), slip.why)
        return Judgement(False, number_in_words(number), self.otherwise)

    def wrong_answers(self):
        return [(number_in_words(slip.number), slip.why) for slip in self.slips]

    def near(self, expected, number):
        return math.isclose(expected, number, rel_tol=self.tolerance, abs_tol=self.tolerance)


def number_in(text):
    """The number that was typed: 12, 0.25, -3, 1e-5 or 2/3.

    Raises:
        ValueError: it is not a finite number; the message is for the person who typed it.
    """
    if not text.strip():
        raise ValueError("type a number first.")
    # A minus sign copied from a page is a different character from the one on the keyboard.
    above, slash, below = text.replace("−", "-").partition("/")
    try:
        number = float(above) / (float(below) if slash else 1.0)
    except (ValueError, ZeroDivisionError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"“{text.strip()}” is not a number. Write it like 12, 0.25, -3, 1e-5 or 2/3.")
    return number


def number_in_words(number):
    return f"{number:.6g}"

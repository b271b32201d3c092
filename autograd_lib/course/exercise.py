"""The parts of an exercise: cases to try, right answers, what is asked for, and the mistakes that people make."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from autograd_lib.course.answers import Gap, compare


class Case(NamedTuple):
    """One thing to try a solution on: in words, and as a maker of fresh arguments (a tuple) for each try."""

    text: str
    make: Callable[[], tuple] = tuple


class Demand(NamedTuple):
    """One thing that the exercise asks for, as its box says it, and a solution that breaks this and nothing else."""

    text: str
    breaker: Callable


class Slip:
    """A small mistake: the reference with something changed in its text. Slips compose; see `diagnosis`.

    Args:
        words: completes the sentence "That is what you get when ...", as a misconception's docstring does.
        edits: pairs (old, new) of pieces of source text. Each `old` stands exactly once in the function's source.
        of: the function that is changed, if it is not the reference.
    """

    def __init__(self, words, *edits, of=None):
        self.words, self.edits, self.of = words, edits, of

    def __repr__(self):
        return f"Slip({self.edits!r})"


class Drawn(NamedTuple):
    """An answer together with the graph that it came from, so that a gap can be drawn."""

    answer: Any
    root: Any


class NotAnAnswer(Exception):  # noqa: N818
    """Raised by an exercise's `run` for an answer that cannot be judged; its message is shown to the learner.

    Args:
        text: the message.
        kind: a name for this sort of failure, by which a misconception that fails in the same way is told from others.
    """

    def __init__(self, text, kind="NotAnAnswer"):
        super().__init__(text)
        self.kind = kind


def call(solution, *arguments):
    """The plain way to run a solution: call it."""
    return solution(*arguments)


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """An exercise: how a solution is tried and judged, and which right and wrong ones are known.

    Args:
        id: "4.2" is the second exercise of notebook 4.
        title: the title in the notebook.
        reference: the solution that the notebook shows. For an exercise whose answer is data (`answer = 8.0`) rather
            than a function: a function without arguments that computes it.
        name: the name that the notebook's stub gives the solution.
        side_road: it stands on a side road of its notebook: a reader may leave it out.
        demands: all that the exercise asks for: the list *Asked for* in its box.
        is_data: the learner hands in data, not a function.
        by_steps: the learner hands in a table whose entries are computed from one another. The reference and each
            misconception then take the learner's table, or nothing, and compute each entry from the entries before it
            there. An entry that follows from a wrong one is no mistake of its own.
        stub: a function with the stub's code, where that is more than `...`.
        cases: the cases that a solution is tried on, smallest first.
        run: `run(solution, *arguments)` tries a solution and returns its answer as plain data (numbers, texts, arrays,
            lists and dicts of them), so that the answers of two solutions on two fresh cases can be compared. What the
            solution returns has been made plain before `run` sees it (see `plain_data`).
        keeps_arrays: a solution may return NumPy arrays, and they stay arrays; otherwise `run` sees them as lists.
        may_change: the names of the arguments that a solution is meant to change. All others are only to be read.
        again: a second call with the same arguments should give the same answer. Where something may change, and where
            this is False, the second call gets fresh ones.
        judge: `judge(case, answer)` returns None or a Gap, where more than one answer is right. By default the answer
            is compared with the reference's.
        alternatives: other right solutions.
        misconceptions: wrong solutions that run, as people write them. The docstring of each completes the sentence
            "That is what you get when ...".
        slips: small mistakes, each a change of the reference's text. They are tried alone, in pairs, and on the
            misconceptions.
        recognise: misconception -> `recognise(case, answer)`, for mistakes with more than one spelling. By default a
            mistake is recognised by the answers that it gives. True means that it explains all that is wrong; a
            frozenset of a Gap's parts, that it explains those, if they are wrong.
        too_slow: the diagnosis where every case is right but the last, which is cut off.
        patience: how many times as long as elsewhere a solution may run before it is stopped.
        tolerance: how far apart two equal numbers may be, relative to the larger, and absolute near zero. An int in the
            reference's answer is a count, and exact.
        near_zero: how far apart two equal numbers may be, absolute, if not as far as `tolerance` says.
        reveal: whether a gap shows the expected answer.
    """

    id: str
    title: str
    name: str
    reference: Callable
    side_road: bool = False
    demands: Sequence[Demand] = ()
    cases: Sequence[Case] = (Case("your answer"),)
    is_data: bool = False
    by_steps: bool = False
    stub: Callable | None = None
    run: Callable = call
    keeps_arrays: bool = False
    may_change: Sequence[str] = ()
    again: bool = True
    judge: Callable | None = None
    alternatives: Sequence[Callable] = ()
    misconceptions: Sequence[Callable] = ()
    slips: Sequence[Slip] = ()
    recognise: Mapping[Callable, Callable] = field(default_factory=dict)
    too_slow: str = ""
    patience: float = 1
    tolerance: float = 1e-9
    near_zero: float | None = None
    reveal: bool = True
    _right: dict = field(default_factory=dict, init=False, repr=False)

    @property
    def notebook(self):
        """The number of its notebook, "04" for exercise 4.2."""
        return self.id.split(".")[0].zfill(2)

    def gap(self, case, answer) -> Gap | None:
        """None if `answer` is right for `case`, else a Gap."""
        if self.judge:
            return self.judge(case, answer)
        return compare(self.right_answer(case), answer, self.tolerance, self.reveal, self.near_zero)

    def right_answer(self, case):
        """The reference's answer, as plain data, computed once for each case."""
        if case not in self._right:
            self._right[case] = plain(self.run(self.reference, *case.make()))
        return self._right[case]


def plain(answer):
    """An answer without its drawing."""
    return answer.answer if isinstance(answer, Drawn) else answer

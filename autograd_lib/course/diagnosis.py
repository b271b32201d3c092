"""Which mistake is it? Known mistakes and slips are tried beside the learner's solution, alone and in pairs.

A mistake is recognised by what it does. It explains a solution if, wherever the mistake goes wrong, the solution goes
wrong in the same way. What is compared is the smallest part that can be wrong by itself: an entry, where the answer is
a dict, else the whole answer of a case. If more than the mistake is wrong, that is said as well.
"""

import builtins
import contextlib
import functools
import inspect
import io
import itertools
import re
import textwrap
import time
import warnings
from collections.abc import Mapping

import numpy as np

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.course.answers import same
from autograd_lib.course.exercise import plain
from autograd_lib.course.trying import Failure, own_recursion_limit, try_case

SECONDS = 2.0  # of the processor, for one mistake, and again for two; a thousand pairs take half as long
NEAR_ZERO = 1e-9  # mistakes of 0.0004 and of 0.000004 are two mistakes, where an answer need not be that exact
SAYS_LITTLE = ("RecursionError", "ZeroDivisionError", "OverflowError")  # the words depend on where it happened
NO_PRODUCT = re.compile("mismatch in its core dimension|not aligned")  # what NumPy says of two such matrices
WHOLE = "the whole answer"
BEGINNING = "That is what you get when "
# What two mistakes answer together may have another reason, more often than what one does; and a sentence tells what
# its mistake does where it is the only one.
FIRST = BEGINNING + "two mistakes come together, perhaps these, each told as if it were the only one. The first: "
SECOND = "The second: "
# Of a mistake that does not touch the case that is shown.
ELSEWHERE = "Another case fails as it does when "
MORE = "That may not be all."


class Mistake:
    """A known mistake, or two together: the sentences about it, and what it answers in each case, once it is asked."""

    def __init__(self, exercise, function, sentences):
        self.exercise, self.function, self.sentences = exercise, function, sentences
        self.answers = {}

    def answer(self, place):
        """Its answer in the case at `place`, and the parts of it that are wrong."""
        if place not in self.answers:
            case = self.exercise.cases[place]
            if self.exercise.is_data:
                answer = plain(self.function())
            else:
                answer = try_case(self.exercise, self.function, case).answer
            self.answers[place] = answer, wrong_parts(self.exercise, case, answer)
        return self.answers[place]


def sentence(misconception):
    """The diagnosis that a misconception carries as its docstring, on one line."""
    return " ".join(misconception.__doc__.split())


def wrong_parts(exercise, case, answer):
    """The parts of an answer that are wrong: keys of a dict, or the whole answer."""
    if isinstance(answer, Failure):
        return {WHOLE}
    if exercise.judge:
        gap = exercise.gap(case, answer)
        return set(gap.parts or (WHOLE,)) if gap else set()
    expected = right_answer(exercise, case)
    if isinstance(expected, Mapping) and isinstance(answer, Mapping):
        return {
            key
            for key in expected.keys() | answer.keys()
            if key not in expected
            or key not in answer
            or not same(expected[key], answer[key], exercise.tolerance, exercise.near_zero)
        }
    return set() if same(expected, answer, exercise.tolerance, exercise.near_zero) else {WHOLE}


@functools.cache
def right_answer(exercise, case):
    """The right answer, computed once: many mistakes are compared with it."""
    return exercise.right_answer(case)


def wrong_steps(exercise, table, own):
    """The entries of a table filled in step by step that are wrong, even after the entries before them in a learner's
    `own` table. What that table leaves open is not looked at.
    """
    right, carried = exercise.reference(), exercise.reference(own)
    return {
        key
        for key in right
        if own.get(key, ...) is not ...
        and not any(same(entries[key], table[key], exercise.tolerance) for entries in (right, carried))
    }


@functools.cache
def single_mistakes(exercise):
    """Every misconception and every slip by itself."""
    known = [Mistake(exercise, wrong, (sentence(wrong),)) for wrong in exercise.misconceptions]
    changed = [(edited(base_of(exercise, slip), slip), slip) for slip in exercise.slips]
    return known + [Mistake(exercise, function, (slip.words,)) for function, slip in changed if function]


@functools.cache
def double_mistakes(exercise):
    """Every two slips together, and every slip on a misconception, wherever both changes can be made."""
    pairs = []
    for one, other in itertools.combinations(exercise.slips, 2):
        if base_of(exercise, one) is base_of(exercise, other):
            function = edited(base_of(exercise, one), one, other)
            if function:
                pairs.append(Mistake(exercise, function, (one.words, other.words)))
    for wrong, slip in itertools.product(exercise.misconceptions, exercise.slips):
        function = None if wrong in exercise.recognise else edited(wrong, slip)
        if function:
            pairs.append(Mistake(exercise, function, (sentence(wrong), slip.words)))
    return pairs


def base_of(exercise, slip):
    return slip.of or exercise.reference


@functools.cache
def source_of(function):
    return textwrap.dedent(inspect.getsource(function))


def edited(function, *slips):
    """A function with the changes of these slips made in its source; None where one of them does not fit."""
    source = source_of(function)
    for old, new in (edit for slip in slips for edit in slip.edits):
        if source.count(old) != 1:
            return None
        source = source.replace(old, new)
    names = dict(function.__globals__)
    try:
        exec(compile(source, f"<{function.__name__} with a slip>", "exec"), names)
    except SyntaxError:
        return None
    return names[function.__name__]


def diagnose(exercise, tries):
    """The sentences about the mistakes that were certainly made, as the learner reads them; none if none is certain.

    Args:
        exercise: an Exercise. tries: what its learner's solution gave, case by case, at least one of them wrong.
    """
    said = []
    with (
        contextlib.suppress(OutOfTime, Exception),  # an answer that cannot even be compared has no diagnosis
        time_limit(3 * SECONDS),
        own_recursion_limit(),
        np.errstate(all="ignore"),
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        said = Diagnosis(exercise, tries).sentences()
    return said


class Diagnosis:
    """One learner's tries beside the known mistakes."""

    def __init__(self, exercise, tries):
        self.exercise, self.tries = exercise, tries
        # A try that was cut off says nothing.
        self.places = [i for i, t in enumerate(tries) if not (is_failure(t.answer) and t.answer.kind == "OutOfTime")]
        self.wrong = {place: self.wrong_in(tries[place]) for place in self.places}
        self.failing = {(place, part) for place in self.places for part in self.wrong[place]}
        # A crash beyond the case that is shown hides what the solution would have answered.
        self.shown = min(self.failing_places(), default=None)
        self.crashes = {p for p in self.failing_places() if p != self.shown and is_crash(tries[p].answer)}
        # Where most mistakes go wrong, most are ruled out at once.
        self.places.sort(key=lambda place: not self.wrong[place])
        self.ends = time.process_time() + SECONDS
        self.is_cut_off = False

    def wrong_in(self, attempt):
        """The parts of a try that are wrong."""
        if self.exercise.by_steps:
            return wrong_steps(self.exercise, attempt.answer, attempt.answer)
        return wrong_parts(self.exercise, attempt.case, attempt.answer)

    def sentences(self):
        if not self.failing and len(self.tries) == len(self.exercise.cases) and self.exercise.too_slow:
            return in_full([self.exercise.too_slow])
        singles = self.fitting(single_mistakes(self.exercise))
        if self.is_cut_off:
            return []
        whole = [mistake for mistake, parts in singles if parts == self.failing]
        if whole:
            return in_full(common_sentences(whole))
        doubles = double_mistakes(self.exercise)
        self.ends = time.process_time() + SECONDS  # to put them together took time of its own
        doubles = [mistake for mistake, parts in self.fitting(doubles) if parts == self.failing]
        if self.is_cut_off:  # among those that were not tried there may be another one that fits
            return []
        whole = [mistake for mistake in doubles if not self.has_crashed(mistake)]
        if whole:
            sure = sorted(common_sentences(whole), key=self.share_of_shown, reverse=True)
            if len(sure) == 1:
                return [(BEGINNING if self.touches_shown(sure[0]) else ELSEWHERE) + sure[0], MORE]
            return in_full(sure)
        return self.partly(singles, doubles)

    def fitting(self, mistakes):
        """The mistakes that explain all or a part of what is wrong, each with that part."""
        found = []
        for mistake in mistakes:
            if time.process_time() > self.ends:
                self.is_cut_off = True
                break
            parts = self.explained(mistake)
            if parts:
                found.append((mistake, parts))
        return found

    def explained(self, mistake):
        """The wrong parts of the tries that a mistake explains; None if it would go wrong where the tries do not."""
        recognise = self.exercise.recognise.get(mistake.function)
        if recognise:
            return self.recognised(recognise)
        explained = set()
        for place in self.places:
            answer, parts = self.answer_of(mistake, place)
            if not self.agree(answer, parts, place):
                if place in self.crashes:
                    continue
                return None
            explained |= {(place, part) for part in parts}
        return explained

    def recognised(self, recognise):
        """The same for a mistake with more than one spelling."""
        explained = set()
        for place in self.places:
            parts = parts_recognised(recognise, self.tries[place], self.wrong[place])
            if parts is None:
                return None
            explained |= {(place, part) for part in parts}
        return explained

    def answer_of(self, mistake, place):
        """What a mistake answers in a case, and the parts of it that are wrong."""
        if not self.exercise.by_steps:
            return mistake.answer(place)
        own = self.tries[place].answer
        table = mistake.function(own)
        return table, wrong_steps(self.exercise, table, own)

    def agree(self, answer, parts, place):
        """Whether the learner's answer in this case is wrong wherever a mistake's is, and in the same way."""
        theirs = self.tries[place].answer
        if not parts <= self.wrong[place]:
            return False
        if WHOLE in parts or (parts and not isinstance(answer, Mapping)):
            return same_outcome(self.exercise, answer, theirs)
        return all(
            (key in answer) == (key in theirs)
            and (key not in answer or same_mistake(self.exercise, answer[key], theirs[key]))
            for key in parts
        )

    def shown_by(self, words):
        """What the mistakes with this sentence answer in the case that is shown, and the parts that are wrong."""
        alone = [mistake for mistake in single_mistakes(self.exercise) if mistake.sentences == (words,)]
        return [self.answer_of(mistake, self.shown) for mistake in alone]

    def touches_shown(self, words):
        return any(parts for _, parts in self.shown_by(words))

    def share_of_shown(self, words):
        """How many parts of the case that is shown a mistake explains alone. Of two, that with more is named first."""
        answers = self.shown_by(words)
        return max((len(parts) for answer, parts in answers if self.agree(answer, parts, self.shown)), default=0)

    def has_crashed(self, mistake):
        """Whether an exception stands for one of its answers: two changes that do not go together, perhaps."""
        return any(is_crash(mistake.answer(place)[0]) for place in self.places)

    def partly(self, singles, rivals):
        """The sentences about a part of what is wrong, where that part can be nothing else. Rivals are pairs of
        mistakes that would explain all of it.
        """
        known = self.exercise.recognise
        sure = [(m, p) for m, p in singles if self.exercise.is_data or m.function in known or self.is_evidence(m, p)]
        largest = [(m, p) for m, p in sure if not any(p < other for _, other in sure)]
        alone = [(m, p) for m, p in largest if all(p.isdisjoint(q) or n.sentences == m.sentences for n, q in largest)]
        alone = [(m, p) for m, p in alone if all(set(m.sentences) <= set(rival.sentences) for rival in rivals)]
        beginnings = {}
        for mistake, parts in sorted(alone, key=self.is_elsewhere):
            for words in mistake.sentences:
                beginnings.setdefault(words, ELSEWHERE if self.is_elsewhere((mistake, parts)) else BEGINNING)
        if not beginnings:
            return []
        explained = set().union(*(parts for _, parts in alone))
        lines = [beginning + words for words, beginning in beginnings.items()][:3]
        # What is wrong in a table is listed above; of a function the cases after the first are not shown.
        is_more = explained != self.failing and not self.exercise.is_data
        return lines + ([MORE] if is_more or len(beginnings) > len(lines) else [])

    def is_elsewhere(self, found):
        """Whether a mistake, found with the parts that it explains, explains nothing of the case that is shown."""
        _, parts = found
        return all(place != self.shown for place, _ in parts)

    def failing_places(self):
        return [place for place, parts in self.wrong.items() if parts]

    def is_evidence(self, mistake, parts):
        """Whether a part is large enough, and its answers various enough, to show that this is the mistake."""
        answers = [repr(mistake.answer(place)[0]) for place in {place for place, _ in parts}]
        return (
            any(place == self.shown for place, _ in parts)
            and len(set(answers)) >= 2
            and 2 * len(parts) >= len(self.failing)
        )


def common_sentences(mistakes):
    """What is true whichever of these mistakes it was."""
    first, *others = mistakes
    return [words for words in first.sentences if all(words in other.sentences for other in others)]


def in_full(sentences):
    beginnings = (BEGINNING,) if len(sentences) == 1 else (FIRST, SECOND)
    return [beginning + words for beginning, words in zip(beginnings, sentences)]


def parts_recognised(recognise, attempt, wrong):
    """Those of the wrong parts of an attempt that are this mistake; None if it is not this mistake."""
    try:
        found = recognise(attempt.case, attempt.answer)
    except Exception:  # an answer of another form than those of this mistake
        return None
    if isinstance(found, frozenset):
        return wrong & found
    return wrong if found else None


def same_outcome(exercise, expected, answer):
    """Whether two answers are equal; failures are compared by their kind."""
    if is_failure(expected) or is_failure(answer):
        return is_failure(expected) and is_failure(answer) and is_same_failure(expected, answer)
    return same_mistake(exercise, expected, answer)


def same_mistake(exercise, expected, answer):
    """Whether two answers, or parts of them, are equal as mistakes are compared."""
    near_zero = NEAR_ZERO if exercise.near_zero is None else min(NEAR_ZERO, exercise.near_zero)
    return same(expected, answer, exercise.tolerance, near_zero)


def is_same_failure(expected, answer):
    """Whether two failures are of one kind, and two exceptions say the same."""
    if expected.kind != answer.kind:
        return False
    return expected.kind in SAYS_LITTLE or what_is_said(expected) == what_is_said(answer)


def what_is_said(failure):
    """The message of an exception; one and the same for `a @ b` and `np.dot(a, b)` of shapes that do not fit."""
    return NO_PRODUCT if NO_PRODUCT.search(failure.message) else failure.message


def is_failure(answer):
    return isinstance(answer, Failure)


def is_crash(answer):
    """Whether an exception stands for the answer, and not only words on why it is none."""
    return is_failure(answer) and isinstance(getattr(builtins, answer.kind, None), type)

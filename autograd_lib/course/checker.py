"""Judge a solution: passed, not attempted, or not yet, with the gap first and then the mistake, if it is known."""

import bisect
import dis
import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.course import trying
from autograd_lib.course.answers import Gap, Row, compare, in_words, plain_data
from autograd_lib.course.diagnosis import diagnose
from autograd_lib.course.trying import Failure, try_again, try_case, try_cases
from autograd_lib.engine.graph import text_of, topological_order

NOTHING_LEFT_OVER = (
    "An answer must not depend on anything else, such as what is left over from an earlier call (in a default "
    "argument, in a global variable, in what it was given), or on the order of a set."
)
MOST = 2_000  # characters of one part of a verdict
BASIS = "This goes by the answers alone. You may have come to them in another way."


class Part(NamedTuple):
    """A paragraph of a verdict: a "case", "gap", "diagnosis", "basis" (what the diagnosis rests on), "progress" or
    "remark". Rows and note are a Gap's.
    """

    text: str
    kind: str = "remark"
    rows: tuple[Row, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Verdict:
    """The checker's result for a solution. `status` is one of "passed", "not yet", "not attempted", "refused"."""

    status: str
    headline: str
    parts: tuple[Part, ...] = ()
    root: Any = None
    marked: tuple = ()

    @property
    def details(self):
        """Its parts as lines of text."""
        return tuple(part.text for part in self.parts)


def examine(exercise, solution):
    """The Verdict on a solution. Shows and stores nothing. Whatever the solution is, and does, this returns.

    Raises:
        KeyboardInterrupt: somebody has pressed Ctrl-C.
    """
    try:
        return judged(exercise, solution)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        words = f"{type(error).__name__}: {text_of(error)[:200]}"
        text = (
            f"What came cannot be judged: looking at it raised {words}. It is {kind_of(solution)}; compare it with "
            "what the exercise asks for."
        )
        return Verdict("not yet", f"Exercise {exercise.id} · not yet", (Part(text, "gap"),))


def kind_of(solution):
    """What came, in words that need nothing of it but its type."""
    return f"of the type {type(solution).__name__}"


def judged(exercise, solution):
    title = f"Exercise {exercise.id}"
    if exercise.is_data:
        with time_limit(trying.SECONDS):
            solution = exercise.run(functools.partial(plain_data, solution, exercise.keeps_arrays))
    refusal = wrong_kind(exercise, solution)
    if refusal:
        return Verdict("refused", f"{title} · {refusal}")
    if is_untouched(exercise, solution):
        return Verdict("not attempted", f"{title} · not attempted yet")
    tries = try_cases(exercise, solution)
    for attempt in tries:
        gap = gap_of(exercise, attempt)
        if gap:
            return not_yet(exercise, solution, tries, attempt, gap)
    if not exercise.is_data:
        for attempt in try_again(exercise, solution):
            gap = gap_of(exercise, attempt)
            if gap:
                return not_yet_again(exercise, attempt, gap)
    return Verdict("passed", f"{title} · passed", (Part(what_was_tried(exercise)),))


def wrong_kind(exercise, solution):
    """One line for something that cannot be a solution at all, or None."""
    came = f"{in_words(solution, depth=1)} ({type(solution).__name__})"
    if exercise.is_data and callable(solution):
        return f"wants the answer itself, not a function. You passed {came}."
    if not exercise.is_data and not callable(solution) and solution is not ...:
        return f"wants a function, here `{exercise.name}`. You passed {came}: pass it by its name, without calling it."
    if exercise.is_data and solution is not ... and not isinstance(solution, Mapping):
        table = exercise.reference()
        if isinstance(table, Mapping):
            names = ", ".join(repr(on_one_line(name, width=25)) for name in table)
            return f"wants a dict with the entries {names}. You passed {came}."
    return None


def is_untouched(exercise, solution):
    """Whether a solution is still the notebook's stub: data that is `...`, or a function with the same bytecode."""
    if solution is ...:
        return True
    if exercise.is_data:
        entries = list(solution.values()) if isinstance(solution, dict) else solution
        return isinstance(entries, list | tuple) and len(entries) > 0 and all(entry is ... for entry in entries)
    code = getattr(solution, "__code__", None)
    if not hasattr(code, "co_code"):
        return False
    stubs = [empty_stub, lambda: ..., *([exercise.stub] if exercise.stub else [])]
    return any(fingerprint(code) == fingerprint(stub.__code__) for stub in stubs)


def empty_stub(): ...


def fingerprint(code):
    """The instructions of a function and what they work on, without its name, place and docstring."""
    # Python compiles a method call in another way on a name that the same file imports: with LOAD_ATTR for LOAD_METHOD,
    # or with one step more, PUSH_NULL. That step shifts the offsets of jumps, so a jump is known by the number of the
    # step that it leads to.
    steps = [step for step in dis.get_instructions(code) if step.opname != "PUSH_NULL"]
    offsets = [step.offset for step in steps]

    def work_of(step):
        if step.opcode in dis.hasjrel:
            return bisect.bisect_left(offsets, step.argval)
        return fingerprint(step.argval) if hasattr(step.argval, "co_code") else step.argval

    return [(step.opname.replace("LOAD_METHOD", "LOAD_ATTR"), work_of(step)) for step in steps]


def gap_of(exercise, attempt):
    """None if the attempt's answer is right, else a Gap."""
    if isinstance(attempt.answer, Failure):
        return Gap(attempt.answer.text)
    missing = still_open(attempt.answer) if exercise.is_data else []
    if missing:
        so_far = gap_so_far(exercise, attempt.answer)
        text = so_far.text if so_far else "All right so far." if can_be_compared(exercise, attempt.answer) else ""
        still = f"Still to fill in: {', '.join(missing)}."
        return Gap(f"{text} {still}".strip(), so_far.nodes if so_far else (), so_far.rows if so_far else (), still)
    if not exercise.judge:
        exercise.right_answer(attempt.case)  # on a slow machine the solution's own time is not the learner's
    try:
        with time_limit(trying.SECONDS):
            return exercise.gap(attempt.case, attempt.answer)
    except (Exception, OutOfTime) as error:
        return Gap(f"Your answer, {in_words(attempt.answer)}, cannot be compared: that raised {type(error).__name__}.")


def can_be_compared(exercise, answer):
    """Whether the entries of an answer can be looked at one by one."""
    return not exercise.judge and isinstance(answer, dict)


def gap_so_far(exercise, answer):
    """The Gap of those entries of a table that are filled in; None if they are right, or cannot be judged alone."""
    if not can_be_compared(exercise, answer):
        return None
    filled = {key: entry for key, entry in answer.items() if entry is not ...}
    right = exercise.reference()
    return compare(
        {key: right[key] for key in filled if key in right},
        filled,
        exercise.tolerance,
        exercise.reveal,
        exercise.near_zero,
    )


def still_open(answer):
    """The entries of an answer that are still `...`."""
    if isinstance(answer, dict):
        return [in_words(key) for key, entry in answer.items() if entry is ...]
    if isinstance(answer, list | tuple):
        return [f"number {place}" for place, entry in enumerate(answer, start=1) if entry is ...]
    return []


def not_yet(exercise, solution, tries, attempt, gap):
    """The verdict on a wrong solution: the first case that fails, the gap, and the mistake if it is known."""
    parts = [] if exercise.is_data else [Part(f"First case that fails: {attempt.case.text}.", "case")]
    if forgot_return(exercise, attempt):
        parts.append(Part(words_on_none(tries), "gap"))
    else:
        parts.append(Part(shortened(gap.text), "gap", gap.rows, gap.note))
        mistakes = diagnose(exercise, tries)
        words = mistakes or on_a_change(attempt) or left_over(exercise, solution, tries, attempt)
        parts += [Part(each, "diagnosis") for each in words]
        if mistakes:
            parts.append(Part(BASIS, "basis"))
    return with_graph(exercise, attempt, gap, parts)


def on_a_change(attempt):
    """A sentence about what must not be changed, if that is what the attempt has done."""
    if not isinstance(attempt.answer, Failure) or attempt.answer.kind != trying.CHANGED:
        return []
    return [
        "That is what you get when something that is only to be read is changed in place, as by `x -= ...`, "
        "`x[...] = ...`, `append`, `pop` or by setting an attribute. Others still need it as it was: leave it, or "
        "work on a copy."
    ]


def left_over(exercise, solution, tries, attempt):
    """A sentence about what calls leave behind, if the first case was right, and is wrong when it is tried again."""
    if exercise.is_data or attempt is tries[0] or isinstance(tries[-1].answer, Failure):
        return []
    with time_limit(trying.seconds_for(exercise)):
        again = try_case(exercise, solution, tries[0].case)
    if not gap_of(exercise, again):
        return []
    return [
        f"The same call gives another answer when it is made again: with {tries[0].case.text}, the first was right, "
        f"and in a later call it is not. {NOTHING_LEFT_OVER}"
    ]


def not_yet_again(exercise, attempt, gap):
    """The verdict on a solution that is right once, but not twice."""
    parts = [
        Part(f"First case that fails: {attempt.case.text}, at the second call.", "case"),
        Part(shortened(gap.text), "gap", gap.rows, gap.note),
        Part(
            f"The first call was right. {NOTHING_LEFT_OVER}",
            "diagnosis",
        ),
    ]
    return with_graph(exercise, attempt, gap, parts)


def with_graph(exercise, attempt, gap, parts):
    """The verdict with these parts, with what the code has printed, and with the graph of the case, if it has one."""
    if attempt.printed.strip():
        parts.append(Part(f"Your code printed: {on_one_line(attempt.printed)}"))
    marked = ()
    if attempt.root is not None:
        order = topological_order(attempt.root)
        labels = Counter(node.label for node in order)
        # Of two nodes with the same label, one may be the learner's own.
        marked = tuple(node for node in order if node.label in gap.nodes and labels[node.label] == 1)
    return Verdict("not yet", f"Exercise {exercise.id} · not yet", tuple(parts), attempt.root, marked)


def forgot_return(exercise, attempt):
    """Whether None came where something is due. Where None is the answer to some cases, that is no hint of it."""
    return attempt.returned_none and not any(returns_none(exercise, case) for case in exercise.cases)


def returns_none(exercise, case):
    return try_case(exercise, exercise.reference, case).returned_none


def words_on_none(tries):
    if all(attempt.returned_none for attempt in tries):
        return "Your function returned None. Did you forget `return`?"
    return "Your function returned None in this case. Is there a way through it that has no `return`?"


def what_was_tried(exercise):
    """A sentence that says on which cases a pass rests."""
    if exercise.is_data:
        return "Your answer agrees with what the code computes."
    first, last, number = exercise.cases[0].text, exercise.cases[-1].text, len(exercise.cases)
    if number == 1:
        return f"Tried on {first}."
    return f"Tried on {number} cases, from {first} to {last}."


def shortened(text):
    return text if len(text) <= MOST else text[:MOST] + " …"


def on_one_line(text, width=300):
    """Printed output on one line, cut to `width` characters."""
    text = " / ".join(text.strip().splitlines())
    return text if len(text) <= width else text[:width] + " …"

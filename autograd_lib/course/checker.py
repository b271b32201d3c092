"""Try a solution on an exercise's cases, and say what is wrong with it: first the gap, then the mistake."""

import bisect
import contextlib
import dis
import functools
import io
import linecache
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.course.arrays import same_array
from autograd_lib.course.exercise import Case, Drawn, Gap, NotAnAnswer, compare, plain, same
from autograd_lib.engine.graph import topological_order

SECONDS = 3.0


@dataclass(frozen=True)
class Verdict:
    """The checker's result for a solution. `status` is one of "passed", "not yet", "not attempted", "refused"."""

    status: str
    headline: str
    details: tuple[str, ...] = ()
    root: Any = None
    marked: tuple = ()


class Failure(NamedTuple):
    """Stands for an answer where a solution gave none: a kind, such as the exception's name, and the text to show."""

    kind: str
    text: str


class Try(NamedTuple):
    """A solution on one case: its answer, the graph to draw, what it printed, and whether it returned None."""

    case: Case
    answer: Any
    root: Any
    printed: str
    returned_none: bool


def examine(exercise, solution):
    """The Verdict on a solution. Calls nothing but the solution and the exercise; shows and stores nothing."""
    title = f"Exercise {exercise.id}"
    refusal = wrong_kind(exercise, solution)
    if refusal:
        return Verdict("refused", f"{title} · {refusal}")
    if is_untouched(exercise, solution):
        return Verdict("not attempted", f"{title} · not attempted yet")
    tries = try_cases(exercise, solution)
    for attempt in tries:
        gap = gap_of(exercise, attempt)
        if gap:
            return explain(exercise, solution, tries, attempt, gap)
    return Verdict("passed", f"{title} · passed", (what_was_tried(exercise),))


def wrong_kind(exercise, solution):
    """One line for something that cannot be a solution at all, or None."""
    came = f"{solution!r} ({type(solution).__name__})"
    if exercise.is_data and callable(solution):
        return f"wants the answer itself, not a function. You passed {came}."
    if not exercise.is_data and not callable(solution) and solution is not ...:
        return f"wants a function, here `{exercise.name}`. You passed {came}: pass it by its name, without calling it."
    if exercise.is_data and solution is not ... and not isinstance(solution, Mapping):
        table = exercise.reference()
        if isinstance(table, Mapping):
            return f"wants a dict with the entries {', '.join(map(repr, table))}. You passed {came}."
    return None


def is_untouched(exercise, solution):
    """Whether a solution is still the notebook's stub: data that is `...`, or a function with the same bytecode."""
    if solution is ...:
        return True
    if exercise.is_data:
        entries = list(solution.values()) if isinstance(solution, dict) else solution
        return isinstance(entries, list | tuple) and len(entries) > 0 and all(entry is ... for entry in entries)
    code = getattr(solution, "__code__", None)
    return code is not None and fingerprint(code) == fingerprint((exercise.stub or empty_stub).__code__)


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


def try_cases(exercise, solution):
    """Try the solution on each case, up to one that does not end."""
    tries = []
    with contextlib.suppress(OutOfTime), time_limit(SECONDS):
        for case in exercise.cases:
            tries.append(try_case(exercise, solution, case))
    if len(tries) < len(exercise.cases):
        text = f"Your code did not finish within {SECONDS:g} seconds and was stopped. Is there a loop that never ends?"
        tries.append(Try(exercise.cases[len(tries)], Failure("OutOfTime", text), None, "", False))
    return tries


def try_case(exercise, solution, case):
    """Try the solution on one case. An exception that it raises becomes its answer, a Failure."""
    if exercise.is_data:
        return Try(case, solution, None, "", False)
    returned = []

    @functools.wraps(solution)
    def watched(*arguments, **named):
        returned.append(call_read_only(solution, arguments, named))
        return returned[-1]

    printed, root = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        try:
            answer = exercise.run(watched, *case.make())
            if isinstance(answer, Drawn):
                answer, root = answer
        except NotAnAnswer as error:
            answer = Failure("NotAnAnswer", str(error))
        except Exception as error:
            answer = Failure(type(error).__name__, exception_in_words(error, solution))
    return Try(case, answer, root, printed.getvalue(), bool(returned) and returned[-1] is None)


def call_read_only(solution, arguments, named):
    """Call a solution, and return its result.

    Raises:
        NotAnAnswer: it has changed an array that it was given.
    """
    given = [argument.copy() if isinstance(argument, np.ndarray) else None for argument in arguments]
    returned = solution(*arguments, **named)
    for place, (before, after) in enumerate(zip(given, arguments)):
        if before is not None and not same_array(before, after, 0.0):
            code = getattr(solution, "__code__", None)
            name = code.co_varnames[place] if code and place < code.co_argcount else f"argument number {place + 1}"
            raise NotAnAnswer(
                f"Your function has changed `{name}`, which it was given only to read. Others still need it as it was: "
                "put your results into a new array."
            )
    return returned


def exception_in_words(error, solution):
    """An exception with the learner's own line, the last of theirs that it passed through."""
    file = getattr(getattr(solution, "__code__", None), "co_filename", None)
    words = f"Your code raised {type(error).__name__}: {error}"
    lines = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if not lines:
        return words
    line = linecache.getline(lines[-1].filename, lines[-1].lineno).strip()
    return f"{words}\nin line {lines[-1].lineno} of the cell: `{line}`"


def gap_of(exercise, attempt):
    """None if the attempt's answer is right, else a Gap."""
    if isinstance(attempt.answer, Failure):
        return Gap(attempt.answer.text)
    missing = still_open(attempt.answer) if exercise.is_data else []
    if missing:
        return Gap(f"{so_far(exercise, attempt.answer)} Still to fill in: {', '.join(missing)}.".strip())
    return exercise.gap(attempt.case, attempt.answer)


def so_far(exercise, answer):
    """A remark on a table that is only partly filled in, or "" if there is nothing to say."""
    if exercise.judge or not isinstance(answer, dict):
        return ""  # only a comparison, entry by entry, can look at a part of an answer
    filled = {key: entry for key, entry in answer.items() if entry is not ...}
    right = exercise.reference()
    gap = compare({key: right[key] for key in filled if key in right}, filled, exercise.tolerance, exercise.reveal)
    return gap.text if gap else "All right so far."


def still_open(answer):
    """The entries of an answer that are still `...`."""
    if isinstance(answer, dict):
        return [str(key) for key, entry in answer.items() if entry is ...]
    if isinstance(answer, list | tuple):
        return [f"number {place}" for place, entry in enumerate(answer, start=1) if entry is ...]
    return []


def explain(exercise, solution, tries, attempt, gap):
    """The verdict on a wrong solution: the smallest case that fails, the gap, and the mistake if it is known."""
    details = []
    if not exercise.is_data:
        details.append(f"Smallest case that fails: {attempt.case.text}.")
    if forgot_return(exercise, attempt):
        details.append("Your function returned None. Did you forget `return`?")
    else:
        details.append(gap.text)
        details += [f"That is what you get when {mistake}" for mistake in diagnoses(exercise, tries)]
    if attempt.printed:
        details.append(f"Your code printed: {shortened(attempt.printed)}")
    marked = ()
    if attempt.root is not None:
        marked = tuple(node for node in topological_order(attempt.root) if node.label in gap.nodes)
    return Verdict("not yet", f"Exercise {exercise.id} · not yet", tuple(details), attempt.root, marked)


def forgot_return(exercise, attempt):
    """Whether the solution returned None in a case where the reference returns something."""
    return attempt.returned_none and not try_case(exercise, exercise.reference, attempt.case).returned_none


def diagnoses(exercise, tries):
    """The sentence of the misconception that explains every try, if exactly one does.

    In a table, several mistakes may show in different entries: there, the sentences of all that are recognised.
    """
    fitting = [wrong for wrong in exercise.misconceptions if explains(exercise, wrong, tries)]
    one_each = exercise.is_data and all(wrong in exercise.recognise for wrong in fitting)
    return [" ".join(wrong.__doc__.split()) for wrong in fitting] if len(fitting) == 1 or one_each else []


def explains(exercise, misconception, tries):
    """Whether a misconception gives, or recognises, the answer of every try. A try that was cut off says nothing."""
    recognise = exercise.recognise.get(misconception)
    for attempt in tries:
        if isinstance(attempt.answer, Failure) and attempt.answer.kind == "OutOfTime":
            continue
        if recognise:
            if not recognise(attempt.case, attempt.answer):
                return False
        elif not same_outcome(exercise, outcome(exercise, misconception, attempt.case), attempt.answer):
            return False
    return True


def outcome(exercise, misconception, case):
    """The answer that a misconception gives in a case."""
    if exercise.is_data:
        return plain(misconception())
    return try_case(exercise, misconception, case).answer


def same_outcome(exercise, expected, answer):
    """Whether two answers are equal; failures are compared by their kind."""
    if isinstance(expected, Failure) or isinstance(answer, Failure):
        return isinstance(expected, Failure) and isinstance(answer, Failure) and expected.kind == answer.kind
    return same(expected, answer, exercise.tolerance)


def what_was_tried(exercise):
    """A sentence that says on which cases a pass rests."""
    if exercise.is_data:
        return "Your answer agrees with what the code computes."
    first, last, number = exercise.cases[0].text, exercise.cases[-1].text, len(exercise.cases)
    if number == 1:
        return f"Tried on {first}."
    return f"Tried on {number} cases, from {first} to {last}."


def shortened(text, width=300):
    """Printed output on one line, cut to `width` characters."""
    text = " / ".join(text.strip().splitlines())
    return text if len(text) <= width else text[:width] + " …"

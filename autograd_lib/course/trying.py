"""Running a solution on an exercise's cases: whatever it does, there is an answer, or a Failure in words."""

import contextlib
import functools
import inspect
import io
import linecache
import os
import sys
import traceback
from dataclasses import dataclass
from typing import Any, NamedTuple

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.course.answers import in_words, plain_data, with_kind
from autograd_lib.course.exercise import Case, Drawn, NotAnAnswer
from autograd_lib.course.watch import watch
from autograd_lib.engine.graph import text_of

SECONDS = 3.0
CHANGED = "changed an argument"
DEPTH = 900  # calls within calls that our own solutions may need


@dataclass(frozen=True)
class Failure:
    """Stands for an answer where a solution gave none: a kind, such as the exception's name, and the text to show."""

    kind: str
    text: str
    message: str = ""


class Try(NamedTuple):
    """A solution on one case: its answer, the graph to draw, what it printed, and whether it returned None."""

    case: Case
    answer: Any
    root: Any = None
    printed: str = ""
    returned_none: bool = False


class FirstWords(io.StringIO):
    """Keeps the beginning of what is printed: a loop that prints without end must not fill the memory."""

    def write(self, text):
        if self.tell() < 2_000:
            super().write(str(text)[:2_000])
        return len(text)


def try_cases(exercise, solution):
    """Try the solution on each case, up to one that does not end."""
    tries = []
    with contextlib.suppress(OutOfTime), time_limit(seconds_for(exercise)):
        for case in exercise.cases:
            tries.append(try_case(exercise, solution, case))
    if len(tries) < len(exercise.cases):
        tries.append(cut_off(exercise, exercise.cases[len(tries)]))
    return tries


def seconds_for(exercise):
    """How long a solution may run on all cases together."""
    return SECONDS * exercise.patience


def try_again(exercise, solution):
    """Try the solution on each case twice in a row, and return the second tries: with the very same arguments, if
    nothing may change them, else with fresh ones.
    """
    tries = []
    with contextlib.suppress(OutOfTime), time_limit(seconds_for(exercise)):
        for case in exercise.cases:
            twice = case
            if exercise.again and not exercise.may_change:
                arguments = case.make()
                twice = Case(case.text, lambda arguments=arguments: arguments)
            try_case(exercise, solution, twice)
            tries.append(try_case(exercise, solution, twice)._replace(case=case))
    return tries


def cut_off(exercise, case):
    text = (
        f"Your code did not finish within {seconds_for(exercise):g} seconds and was stopped: a loop in it never ends, "
        "or it takes very many steps."
    )
    return Try(case, Failure("OutOfTime", text))


def try_case(exercise, solution, case):
    """Try the solution on one case. An exception that it raises becomes its answer, a Failure."""
    if exercise.is_data:
        return Try(case, solution)
    calls = Calls(exercise, solution)
    printed, root = FirstWords(), None
    limit = sys.getrecursionlimit()
    with contextlib.redirect_stdout(printed):
        try:
            answer = exercise.run(calls.watched, *case.make())
            if isinstance(answer, Drawn):
                answer, root = answer
        except (OutOfTime, KeyboardInterrupt):
            raise
        except NotAnAnswer as error:
            answer = Failure(error.kind, str(error))
        except BaseException as error:  # also what `sys.exit()` raises
            message = " ".join(text_of(error).split())
            answer = Failure(type(error).__name__, failure_in_words(error, message, solution, calls), message)
        finally:
            sys.setrecursionlimit(limit)
    return Try(case, answer, root, printed.getvalue(), calls.returned == "None")


class Calls:
    """The calls of one solution within one case: each is watched, and what it returns is made plain."""

    def __init__(self, exercise, solution):
        self.exercise, self.solution = exercise, solution
        self.returned = ""  # the last answer, in words
        self.is_inside = False

        @functools.wraps(solution)
        def watched(*arguments, **named):
            return self.call(arguments, named)

        self.watched = watched

    def call(self, arguments, named):
        """Call the solution, and return its result as plain data.

        Raises:
            NotAnAnswer: it has changed an argument that is only to be read.
        """
        ours, theirs = (parameter_names(f, len(arguments)) for f in (self.exercise.reference, self.solution))
        may_change = self.exercise.may_change
        kept = [(name, watch(a)) for name, our, a in zip(theirs, ours, arguments) if our not in may_change]
        kept += [(name, watch(a)) for name, a in named.items() if name not in may_change]
        self.is_inside = True
        result = self.solution(*arguments, **named)
        self.is_inside = False
        for name, is_changed in kept:
            if is_changed():
                raise NotAnAnswer(
                    f"After the call, `{name}` is not what it was before: your function has changed it.",
                    kind=CHANGED,
                )
        result = plain_data(result, self.exercise.keeps_arrays)
        self.returned = "None" if result is None else with_kind(result, in_words(result))
        return result


def parameter_names(function, number):
    """The names of a function's first parameters; numbers for those that have no name of their own."""
    code = getattr(function, "__code__", None)
    names = list(code.co_varnames[: min(code.co_argcount, number)]) if code else []
    return names + [f"argument number {place + 1}" for place in range(len(names), number)]


def failure_in_words(error, message, solution, calls):
    """An exception, with the learner's own line if it passed through one."""
    message = f"{type(error).__name__}: {message[:300]}" if message else type(error).__name__
    theirs = [frame for frame in traceback.extract_tb(error.__traceback__) if is_theirs(frame.filename, solution)]
    if not theirs and not calls.is_inside:
        return f"You returned {calls.returned}. What was tried with it raised {message}"
    words = (
        f"Your code called `sys.exit()`: {message}" if isinstance(error, SystemExit) else f"Your code raised {message}"
    )
    if not theirs:
        return words
    last = theirs[-1]
    where = os.path.basename(last.filename)
    if is_cell(last.filename):
        where = "another cell" if file_of(solution) not in (None, last.filename) else "the cell"
    line = linecache.getline(last.filename, last.lineno).strip()[:200]
    return f"{words}\nin line {last.lineno} of {where}" + (f": `{line}`" if line else "")


def is_theirs(filename, solution):
    """Whether a line of this file is the learner's: in the file of the solution, or in any cell of a notebook."""
    return is_cell(filename) or filename == file_of(solution)


def file_of(solution):
    """The name of the file, or of the cell, that a function was written in; None for anything else."""
    return getattr(getattr(solution, "__code__", None), "co_filename", None)


def is_cell(filename):
    return "ipykernel_" in filename or filename.startswith("<ipython")


@contextlib.contextmanager
def own_recursion_limit():
    """While our own wrong solutions run: the usual limit, whatever the learner has set, so that no kernel dies."""
    before, depth = sys.getrecursionlimit(), len(list(traceback.walk_stack(inspect.currentframe())))
    sys.setrecursionlimit(depth + DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)

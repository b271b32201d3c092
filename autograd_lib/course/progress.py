"""Which exercises have been passed and which quizzes answered: a small JSON file beside the notebooks."""

import json
import os
import re
from pathlib import Path
from typing import NamedTuple

from autograd_lib.atomic import one_at_a_time, write_text

VARIABLE = "AUTOGRAD_LIB_PROGRESS"

# How a quiz was answered. The first answer decides, once and for all, whether it was right at the first try.
FIRST, LATER, WRONG = OUTCOMES = ("right at the first try", "right later", "not right yet")


# The form of an id: "4.2", "4.q1".
EXERCISE_ID = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}")
QUIZ_ID = re.compile(r"[0-9]{1,3}\.q[0-9]{1,3}")


class ProgressError(Exception):
    """The progress file cannot be read or written; the message says why, and what became of it."""


class Progress(NamedTuple):
    """What the file holds: the ids of the exercises passed, and for each quiz answered one of `OUTCOMES`."""

    passed: set
    quizzes: dict


def progress_file():
    """Where progress is kept: the path in AUTOGRAD_LIB_PROGRESS, else `progress.json` beside the notebook."""
    return Path(os.environ.get(VARIABLE) or "progress.json")


def stored():
    """The Progress so far. A file from before there were quizzes holds none.

    Raises:
        ProgressError: the file is damaged or cannot be read.
    """
    return read(progress_file())[0]


def read(path):
    """The Progress in the file at `path`, and the whole dictionary in it; a ProgressError as in `stored`."""
    try:
        contents = json.loads(path.read_text(encoding="utf-8-sig"))
        return parsed(contents), contents
    except FileNotFoundError:
        return Progress(set(), {}), {}
    except OSError as error:
        raise ProgressError(f"{path} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ProgressError(f"{path} is damaged ({error}).") from None


def parsed(contents):
    """The Progress in what the JSON file holds; a KeyError, TypeError, … if that is not what we write.

    An exercise or a quiz that we do not know may be one of a later version, if only its id looks like one.
    """
    ids, quizzes = contents["passed"], contents.get("quizzes", {})
    if not isinstance(ids, list):
        raise TypeError("what has been passed is not a list")
    if not all(isinstance(i, str) for i in ids):
        raise TypeError("an exercise's id is not text")
    if not all(EXERCISE_ID.fullmatch(i) for i in ids) or not all(QUIZ_ID.fullmatch(i) for i in quizzes):
        raise ValueError("an exercise or a quiz has an id that is none")
    if not all(outcome in OUTCOMES for outcome in quizzes.values()):
        raise ValueError("a quiz has an outcome that there is not")
    return Progress(set(ids), dict(quizzes))


def passed():
    """The ids of the exercises passed so far, as a set; a ProgressError as in `stored`."""
    return stored().passed


def record(exercise_id):
    """Store that an exercise was passed. A damaged file is kept under another name, and a new one begun.

    Raises:
        ProgressError: the file was damaged, or cannot be read or written.
    """
    change(lambda progress: progress.passed.add(exercise_id))


def record_answer(quiz_id, outcome):
    """Store the outcome of a quiz, one of `OUTCOMES`; otherwise as `record`."""
    change(lambda progress: progress.quizzes.update({quiz_id: outcome}))


def outcome_after(before, is_right):
    """The outcome of a quiz that had the outcome `before` (None: never answered) and was answered once more."""
    if before is None:
        return FIRST if is_right else WRONG
    return LATER if before == WRONG and is_right else before


def change(edit):
    """Read what is stored, let `edit` change it, and store that, with nobody else in between."""
    path, damage = progress_file(), None
    with one_at_a_time(path):
        try:
            progress, contents = read(path)
        except ProgressError as error:
            damage = f"{error} {set_aside(path, error)}"
            progress, contents = Progress(set(), {}), {}
        before = as_text(progress, contents)
        edit(progress)
        after = as_text(progress, contents)
        if after != before:
            try:
                write_text(path, after)
            except OSError as error:
                raise ProgressError(f"{path} cannot be written ({error.strerror}): progress is not kept.") from None
    if damage:
        raise ProgressError(damage)


def as_text(progress, contents):
    """The text of a file with this progress, and with whatever else `contents` has: a later version may have put it."""
    ours = {
        "passed": sorted(progress.passed, key=by_number),
        "quizzes": {quiz_id: progress.quizzes[quiz_id] for quiz_id in sorted(progress.quizzes, key=by_number)},
    }
    return json.dumps({"format": "autograd_lib progress 1"} | contents | ours) + "\n"


def set_aside(path, damage):
    """Move a damaged file to a free name beside it; returns a sentence that says where."""
    number = 1
    try:
        while (kept := beside(path, number)).exists():
            number += 1
        os.replace(path, kept)
    except OSError as error:
        raise ProgressError(f"{damage} It cannot be moved ({error.strerror}): progress is not kept.") from None
    return f"It is kept as {kept.name}, and a new one is begun."


def beside(path, number):
    """The name for a damaged file; cut short, because a long name with more behind it may be too long."""
    return path.with_name(f"{path.stem[:50]}.damaged-{number}{path.suffix}")


def by_number(any_id):
    """The order of exercises and of quizzes: "4.2" before "4.10", "4.q2" before "4.q10"."""
    parts = any_id.replace("q", "").split(".")
    return [int(part) if part.isdigit() else 0 for part in parts]

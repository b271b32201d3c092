"""Which exercises have been passed and which quizzes answered: a small JSON file beside the notebooks."""

import json
import os
from pathlib import Path
from typing import NamedTuple

from autograd_lib.atomic import one_at_a_time, write_text

VARIABLE = "AUTOGRAD_LIB_PROGRESS"

# How a quiz was answered. The first answer decides, once and for all, whether it was right at the first try.
FIRST, LATER, WRONG = OUTCOMES = ("right at the first try", "right later", "not right yet")


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
    path = progress_file()
    try:
        return parsed(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Progress(set(), {})
    except OSError as error:
        raise ProgressError(f"{path} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProgressError(f"{path} is damaged ({error}).") from None


def parsed(contents):
    """The Progress in what the JSON file holds; a KeyError, TypeError, … if that is not what we write."""
    ids, quizzes = contents["passed"], dict(contents.get("quizzes", {}))
    if not all(isinstance(i, str) for i in ids):
        raise TypeError("an exercise's id is not text")
    if not all(outcome in OUTCOMES for outcome in quizzes.values()):
        raise ValueError("a quiz has an outcome that there is not")
    return Progress(set(ids), quizzes)


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
            progress = stored()
        except ProgressError as error:
            damage = f"{error} {set_aside(path)}"
            progress = Progress(set(), {})
        before = as_text(progress)
        edit(progress)
        if as_text(progress) != before:
            try:
                write_text(path, as_text(progress))
            except OSError as error:
                raise ProgressError(f"{path} cannot be written ({error.strerror}): progress is not kept.") from None
    if damage:
        raise ProgressError(damage)


def as_text(progress):
    contents = {
        "format": "autograd_lib progress 1",
        "passed": sorted(progress.passed, key=by_number),
        "quizzes": {quiz_id: progress.quizzes[quiz_id] for quiz_id in sorted(progress.quizzes, key=by_number)},
    }
    return json.dumps(contents) + "\n"


def set_aside(path):
    """Move a damaged file to a free name beside it; returns a sentence that says where."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        os.replace(path, kept)
    except OSError as error:
        raise ProgressError(
            f"{path} is damaged and cannot be moved ({error.strerror}): progress is not kept."
        ) from None
    return f"It is kept as {kept.name}, and a new one is begun."


def by_number(any_id):
    """The order of exercises and of quizzes: "4.2" before "4.10", "4.q2" before "4.q10"."""
    parts = any_id.replace("q", "").split(".")
    return [int(part) if part.isdigit() else 0 for part in parts]

"""Which exercises have been passed: a small JSON file beside the notebooks, and a map of it."""

import json
import os
from pathlib import Path

from autograd_lib.atomic import write_text

VARIABLE = "AUTOGRAD_LIB_PROGRESS"


class ProgressError(Exception):
    """The progress file cannot be read or written; the message says why, and what became of it."""


def progress_file():
    """Where progress is kept: the path in AUTOGRAD_LIB_PROGRESS, else `progress.json` beside the notebook."""
    return Path(os.environ.get(VARIABLE) or "progress.json")


def passed():
    """The ids of the exercises passed so far, as a set.

    Raises:
        ProgressError: the file is damaged or cannot be read.
    """
    path = progress_file()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        ids = stored["passed"]
        if not all(isinstance(i, str) for i in ids):
            raise TypeError("an exercise's id is not text")
        return set(ids)
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise ProgressError(f"{path} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError) as error:
        raise ProgressError(f"{path} is damaged ({error}).") from None


def record(exercise_id):
    """Store that an exercise was passed. A damaged file is kept under another name, and a new one begun.

    Raises:
        ProgressError: the file was damaged, or cannot be read or written.
    """
    path, damage = progress_file(), None
    try:
        ids = passed()
    except ProgressError as error:
        damage = f"{error} {set_aside(path)}"
        ids = set()
    if exercise_id not in ids:
        text = json.dumps({"format": "autograd_lib progress 1", "passed": sorted(ids | {exercise_id}, key=by_number)})
        try:
            write_text(path, text + "\n")
        except OSError as error:
            raise ProgressError(f"{path} cannot be written ({error.strerror}): progress is not kept.") from None
    if damage:
        raise ProgressError(damage)


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


def by_number(exercise_id):
    """The order of exercises: "4.2" before "4.10"."""
    return [int(part) if part.isdigit() else 0 for part in exercise_id.split(".")]

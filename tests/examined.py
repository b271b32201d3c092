"""What the tests of the checker's promises share: the exercises, and what the checker says about a solution."""

import warnings

import numpy as np
import pytest

from autograd_lib.course import diagnosis
from autograd_lib.course.checker import examine
from autograd_lib.course.contents import all_exercises
from autograd_lib.course.diagnosis import BEGINNING, ELSEWHERE, FIRST, SECOND

EXERCISES = all_exercises()
EACH = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


@pytest.fixture
def no_hurry(monkeypatch):
    """Diagnoses stop after a second; here they are to be complete, whatever else is running."""
    monkeypatch.setattr(diagnosis, "SECONDS", 30.0)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def handed_in(exercise, solution):
    """What a learner hands in: the function, or, where the exercise asks for data, what it computes."""
    return solution() if exercise.is_data else solution


def examined(exercise, solution):
    return examine(exercise, handed_in(exercise, solution))


def said(verdict):
    """The sentences about mistakes, without their beginnings."""
    lines = [part.text for part in verdict.parts if part.kind == "diagnosis"]
    known = (FIRST, SECOND, ELSEWHERE, BEGINNING)
    beginnings = [next((each for each in known if line.startswith(each)), None) for line in lines]
    return [line.removeprefix(beginning) for line, beginning in zip(lines, beginnings) if beginning]

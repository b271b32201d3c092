"""Every exercise has its number, a stub that counts as not attempted, and the arguments that the stub shows.

How its solutions and mistakes fare is in `test_guarantees.py`.
"""

import inspect

import pytest

from autograd_lib.course.checker import examine, is_untouched
from autograd_lib.course.contents import all_exercises, exercise_ids, notebooks

EXERCISES = all_exercises()
EACH = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


@EACH
def test_an_untouched_stub_is_not_attempted(exercise):
    assert examine(exercise, ...).status == "not attempted"
    if exercise.stub:
        assert is_untouched(exercise, exercise.stub)


def test_exercises_are_numbered_within_their_notebooks():
    for number in notebooks():
        ids = exercise_ids(number)
        assert ids == [exercise.id for exercise in EXERCISES.values() if exercise.notebook == number]
        assert ids == [f"{int(number)}.{place}" for place in range(1, len(ids) + 1)]
        assert 3 <= len(ids) <= 7 or number == "00"


def test_functions_take_what_the_notebook_says():
    """The parameters that a learner sees in the stub are those of the reference."""
    for exercise in EXERCISES.values():
        if exercise.stub:
            assert inspect.signature(exercise.stub) == inspect.signature(exercise.reference)

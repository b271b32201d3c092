"""Every exercise is itself checked: right solutions pass, and every known mistake fails as itself and no other."""

import inspect

import pytest

from autograd_lib.course.checker import examine, is_untouched
from autograd_lib.course.contents import all_exercises, exercise_ids, notebooks

EXERCISES = all_exercises()
EACH = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


def handed_in(exercise, solution):
    """What a learner hands in: the function, or, where the exercise asks for data, what it computes."""
    return solution() if exercise.is_data else solution


def sentence(misconception):
    return " ".join(misconception.__doc__.split())


@EACH
def test_the_reference_passes_however_often_it_is_tried(exercise):
    """Cases are made afresh for each try: a solution that changes its arguments finds them new the next time."""
    for _ in range(2):
        verdict = examine(exercise, handed_in(exercise, exercise.reference))
        assert verdict.status == "passed", verdict.details


@EACH
def test_other_right_solutions_pass(exercise):
    for solution in exercise.alternatives:
        verdict = examine(exercise, handed_in(exercise, solution))
        assert verdict.status == "passed", (solution.__name__, verdict.details)


@EACH
def test_each_known_mistake_fails_and_is_called_by_its_name(exercise):
    for mistake in exercise.misconceptions:
        verdict = examine(exercise, handed_in(exercise, mistake))
        assert verdict.status == "not yet", mistake.__name__
        named = [words for words in verdict.details if words.startswith("That is what you get when")]
        assert named == [f"That is what you get when {sentence(mistake)}"], (mistake.__name__, verdict.details)


@EACH
def test_an_untouched_stub_is_not_attempted(exercise):
    assert examine(exercise, ...).status == "not attempted"
    if exercise.stub:
        assert is_untouched(exercise, exercise.stub)


@EACH
def test_every_exercise_knows_three_mistakes_or_more_and_says_each_in_a_sentence(exercise):
    assert len(exercise.misconceptions) >= 3
    sentences = [sentence(mistake) for mistake in exercise.misconceptions]
    assert len(set(sentences)) == len(sentences)
    for words in sentences:
        # It goes on from "That is what you get when".
        assert words.endswith(".") and not words.startswith(("That", "when"))


def test_exercises_are_numbered_within_their_notebooks():
    for number in notebooks():
        ids = exercise_ids(number)
        assert ids == [exercise.id for exercise in EXERCISES.values() if exercise.notebook == number]
        assert ids == [f"{int(number)}.{place}" for place in range(1, len(ids) + 1)]
        assert 3 <= len(ids) <= 6 or number == "00"


def test_functions_take_what_the_notebook_says():
    """The parameters that a learner sees in the stub are those of the reference."""
    for exercise in EXERCISES.values():
        if exercise.stub:
            assert inspect.signature(exercise.stub) == inspect.signature(exercise.reference)

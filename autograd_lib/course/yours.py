"""`yours`: a later cell of a notebook takes what the reader wrote, once it has passed, and the library's until then."""

from autograd_lib.course import contents

_passed = {}  # the id of each exercise passed in this kernel, and the solution that passed last


def yours(exercise_id):
    """What the reader wrote for an exercise, if it has passed `check` since the kernel started, else the library's.

    Args:
        exercise_id: as the notebook numbers it, for example "4.2".

    Returns:
        The function, or, where the exercise asks for data, the answer.

    Raises:
        ValueError: there is no such exercise.
    """
    exercise = contents.find_exercise(exercise_id)
    if exercise.id in _passed:
        return _passed[exercise.id]
    return exercise.reference() if exercise.is_data else exercise.reference


def keep(exercise, solution):
    """Remember a solution that has passed, for `yours`."""
    _passed[exercise.id] = solution

"""`yours` for notebook 03, where `Value` is the reader's own class: the library's solutions work on that, too."""

import sys
from types import FunctionType

from autograd_lib.course import contents
from autograd_lib.course.yours import yours as kept


def yours(exercise_id):
    """What the reader wrote for an exercise, if it has passed `check` since the kernel started, else the library's.

    The library's solution finds its global names, above all `Value`, in the notebook that calls this. It is given to
    the reader's class as a method, and returns nodes of that class.

    Args:
        exercise_id: as the notebook numbers it, for example "3.4".

    Raises:
        ValueError: there is no such exercise.
    """
    solution = kept(exercise_id)
    if solution is not contents.find_exercise(exercise_id).reference:
        return solution
    return FunctionType(solution.__code__, sys._getframe(1).f_globals, contents.find_exercise(exercise_id).name)

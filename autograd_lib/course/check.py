"""`check` and `progress`: the two functions of the course that a notebook calls."""

from autograd_lib.course import contents, report
from autograd_lib.course.checker import Verdict, examine
from autograd_lib.course.grading_pipe import tell
from autograd_lib.course.progress import ProgressError, passed, record, stored


def check(exercise_id, solution):
    """Try `solution` on the exercise's cases and show what came out: passed, not yet and why, or not attempted.

    Args:
        exercise_id: as the notebook numbers it, for example "4.2".
        solution: the learner's function, or, where the exercise asks for data, their answer.

    What is passed is remembered (see `progress`). Nothing is raised for a wrong solution, nor for a wrong call.
    """
    try:
        exercise = contents.find_exercise(exercise_id)
    except ValueError as error:
        report.show(Verdict("refused", f"T{str(error)[1:]}"))
        return
    verdict = examine(exercise, solution)
    if verdict.status == "passed":
        tell(exercise.id)
        verdict = remembered(exercise, verdict)
    report.show(verdict)


def remembered(exercise, verdict):
    """The verdict with a line on the notebook's progress, once that is stored."""
    try:
        record(exercise.id)
        lines = (notebook_progress(exercise),)
    except ProgressError as error:
        lines = (str(error),)
    return Verdict(verdict.status, verdict.headline, verdict.details + lines)


def notebook_progress(exercise):
    """ "Notebook 04: 2 of 5 done." """
    ids = contents.exercise_ids(exercise.notebook)
    return f"Notebook {exercise.notebook}: {len(passed() & set(ids))} of {len(ids)} done."


def progress():
    """Show which exercises have been passed and which quizzes answered, notebook by notebook."""
    try:
        done = stored()
    except ProgressError as error:
        report.show(Verdict("refused", f"{error} Passing an exercise begins a new one; this one is then kept."))
        return
    rows = []
    for number in contents.notebooks():
        ids = contents.exercise_ids(number)
        outcomes = [done.quizzes.get(quiz.id) for quiz in contents.quizzes_of(number)]
        rows.append(report.MapRow(number, contents.title_of(number), len(done.passed & set(ids)), len(ids), outcomes))
    report.show_map(rows)

"""The exercises of the notebooks, and the checker that tells a learner which mistake it was.

A notebook needs two names: `check("4.2", solution)` and `progress()`.
"""

from autograd_lib import quizzes
from autograd_lib.exercises import nb00, nb01, nb02, nb03, nb04, nb05, nb06, nb07, nb08, nb09, nb10, nb11, report
from autograd_lib.exercises.checker import Verdict, examine
from autograd_lib.exercises.progress import ProgressError, by_number, passed, record, stored

NOTEBOOKS = {
    "00": nb00,
    "01": nb01,
    "02": nb02,
    "03": nb03,
    "04": nb04,
    "05": nb05,
    "06": nb06,
    "07": nb07,
    "08": nb08,
    "09": nb09,
    "10": nb10,
    "11": nb11,
}
EXERCISES = {exercise.id: exercise for notebook in NOTEBOOKS.values() for exercise in notebook.EXERCISES}


def check(exercise_id, solution):
    """Try `solution` on the exercise's cases and show what came out: passed, not yet and why, or not attempted.

    Args:
        exercise_id: as the notebook numbers it, for example "4.2".
        solution: the learner's function, or, where the exercise asks for data, their answer.

    What is passed is remembered (see `progress`). Nothing is raised for a wrong solution, nor for a wrong call.
    """
    exercise = EXERCISES.get(str(exercise_id))
    if exercise is None:
        report.show(Verdict("refused", f"There is no exercise {exercise_id!r}. {nearest_exercises(exercise_id)}"))
        return
    verdict = examine(exercise, solution)
    if verdict.status == "passed":
        verdict = remembered(exercise, verdict)
    report.show(verdict)


def nearest_exercises(exercise_id):
    """Which exercises there are: in the notebook that was meant, if there is one, else in all."""
    notebook = str(exercise_id).split(".")[0].zfill(2)
    ids = sorted(EXERCISES, key=by_number)
    if notebook in NOTEBOOKS:
        ids = [exercise.id for exercise in NOTEBOOKS[notebook].EXERCISES]
        return f"Those of notebook {notebook} are {', '.join(ids)}."
    return f"They go from {ids[0]} to {ids[-1]}."


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
    ids = [other.id for other in NOTEBOOKS[exercise.notebook].EXERCISES]
    return f"Notebook {exercise.notebook}: {len(passed() & set(ids))} of {len(ids)} done."


def progress():
    """Show which exercises have been passed and which quizzes answered, notebook by notebook."""
    try:
        done = stored()
    except ProgressError as error:
        report.show(Verdict("refused", f"{error} Passing an exercise begins a new one; this one is then kept."))
        return
    rows = []
    for number, notebook in NOTEBOOKS.items():
        ids = {exercise.id for exercise in notebook.EXERCISES}
        outcomes = [done.quizzes.get(quiz.id) for quiz in quizzes.NOTEBOOKS.get(number, ())]
        rows.append(report.MapRow(number, notebook.TITLE, len(ids & done.passed), len(ids), outcomes))
    report.show_map(rows)

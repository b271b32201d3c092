"""`check` and `progress`: the two functions of the course that a notebook calls."""

from contextlib import nullcontext
from dataclasses import replace
from types import FunctionType

from autograd_lib.course import contents, report
from autograd_lib.course.checker import Part, Verdict, examine, is_untouched
from autograd_lib.course.grading_pipe import tell
from autograd_lib.course.progress import ProgressError, passed, record, stored
from autograd_lib.course.running_notice import page_watches
from autograd_lib.course.yours import keep


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
    with page_watches(exercise.id) if will_run(exercise, solution) else nullcontext():
        verdict = examine(exercise, solution)
    tell(exercise.id, verdict.status, [part.text for part in verdict.parts if part.kind == "diagnosis"])
    if verdict.status == "passed":
        keep(exercise, solution)
        verdict = remembered(exercise, verdict)
    report.show(verdict)


def will_run(exercise, solution):
    """Whether code of the learner's will run: not for data, nor for the notebook's stub."""
    if exercise.is_data:
        return False
    if type(solution) is FunctionType:
        return not is_untouched(exercise, solution)
    return callable(solution)


def remembered(exercise, verdict):
    """The verdict with a line on the notebook's progress, once that is stored."""
    try:
        record(exercise.id)
        line = notebook_progress(exercise)
    except ProgressError as error:
        line = str(error)
    return replace(verdict, parts=(*verdict.parts, Part(line, "progress")))


def notebook_progress(exercise):
    """A line such as "Notebook 04: ■■□□□□ 2 of 6 done. Next: 4.3, Run the backward pass." """
    ids, done = contents.page_order(exercise.notebook), passed()
    strip = report.squares([each in done for each in ids])
    line = f"Notebook {exercise.notebook}: {strip} {len(done & set(ids))} of {len(ids)} done."
    place = ids.index(exercise.id)
    still = [contents.find_exercise(each) for each in ids[place + 1 :] + ids[:place] if each not in done]
    if not still:
        return f"{line} That was the last one."
    following = min(still, key=lambda each: each.side_road)  # the first on the main road, or else on a side road
    name = f"{following.id}, {following.title}" + ("" if following.title.endswith("?") else ".")
    return f"{line} The main road is done. On a side road: {name}" if following.side_road else f"{line} Next: {name}"


def progress():
    """Show which exercises have been passed and which quizzes answered, notebook by notebook."""
    try:
        done = stored()
    except ProgressError as error:
        report.show(Verdict("refused", f"{error} Passing an exercise begins a new one; this one is then kept."))
        return
    rows = []
    for number in contents.notebooks():
        ids = contents.page_order(number)
        outcomes = [done.quizzes.get(quiz.id) for quiz in contents.quizzes_of(number)]
        rows.append(report.MapRow(number, contents.title_of(number), [each in done.passed for each in ids], outcomes))
    report.show_map(rows)

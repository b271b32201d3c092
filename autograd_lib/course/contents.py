"""The table of contents: which notebooks, exercises and quizzes there are.

It is read off the folders beside this file: `nb04/ex2_topological_order.py` holds exercise 4.2, `nb04/quizzes.py` the
quizzes 4.q1, 4.q2, …, and `nb04/__init__.py` the title of notebook 04. A file is imported when it is asked for.
"""

import importlib
import pkgutil
import re

PACKAGE = __name__.rpartition(".")[0]
NOTEBOOK = re.compile(r"nb(\d\d)")
EXERCISE = re.compile(r"ex(\d+)_\w+")


def notebooks():
    """The numbers of the notebooks, "00", "01", …, in order."""
    return [found[1] for found in map(NOTEBOOK.fullmatch, files_in(PACKAGE)) if found]


def title_of(notebook):
    """The title of a notebook, given its number."""
    return importlib.import_module(f"{PACKAGE}.nb{notebook}").TITLE


def extra_of(notebook):
    """The extra of the package that a notebook needs, such as "peers", or None, given its number."""
    return getattr(importlib.import_module(f"{PACKAGE}.nb{notebook}"), "EXTRA", None)


def exercise_ids(notebook):
    """The ids of a notebook's exercises, such as "4.1", in order. Imports none of them."""
    return list(exercise_files(notebook))


def page_order(notebook):
    """The same ids in the order in which the exercises stand on the notebook's page."""
    return getattr(importlib.import_module(f"{PACKAGE}.nb{notebook}"), "ORDER", exercise_ids(notebook))


def exercises_of(notebook):
    """The exercises of a notebook, in order."""
    return [find_exercise(exercise_id) for exercise_id in exercise_ids(notebook)]


def all_exercises():
    """A dict from id to exercise, of all notebooks, in order."""
    return {exercise.id: exercise for notebook in notebooks() for exercise in exercises_of(notebook)}


def find_exercise(exercise_id):
    """The exercise with this id.

    Raises:
        ValueError: there is none; the message names those of the notebook that was meant, or the first and the last.
    """
    notebook = notebook_of(exercise_id)
    file = exercise_files(notebook).get(str(exercise_id)) if notebook in notebooks() else None
    if file is None:
        raise ValueError(f"there is no exercise {exercise_id!r}. {neighbours(notebook, exercise_ids)}")
    return importlib.import_module(f"{PACKAGE}.nb{notebook}.{file}").exercise


def quizzes_of(notebook):
    """The quizzes of a notebook, in order."""
    return importlib.import_module(f"{PACKAGE}.nb{notebook}.quizzes").QUIZZES


def all_quizzes():
    """A dict from id to quiz, of all notebooks, in order."""
    return {quiz.id: quiz for notebook in notebooks() for quiz in quizzes_of(notebook)}


def find_quiz(quiz_id):
    """The quiz with this id; a ValueError as for `find_exercise`."""
    notebook = notebook_of(quiz_id)
    for quiz in quizzes_of(notebook) if notebook in notebooks() else ():
        if quiz.id == quiz_id:
            return quiz
    raise ValueError(f"there is no quiz {quiz_id!r}. {neighbours(notebook, quiz_ids)}")


def quiz_ids(notebook):
    return [quiz.id for quiz in quizzes_of(notebook)]


def files_in(package):
    """The names of a package's modules, in the order of the alphabet."""
    return sorted(module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__))


def exercise_files(notebook):
    """A dict from the id of each exercise of a notebook to the name of its file, in order."""
    found = filter(None, map(EXERCISE.fullmatch, files_in(f"{PACKAGE}.nb{notebook}")))
    numbered = sorted((int(file[1]), file[0]) for file in found)
    return {f"{int(notebook)}.{number}": name for number, name in numbered}


def notebook_of(any_id):
    """The number of the notebook that an id belongs to: "04" for "4.2" and for "4.q1"."""
    return str(any_id).split(".")[0].zfill(2)


def neighbours(notebook, ids_of):
    """Which ids there are: those of the notebook that was meant, if there is one, else the first and the last."""
    if notebook in notebooks():
        return f"Those of notebook {notebook} are {', '.join(ids_of(notebook))}."
    first, last = notebooks()[0], notebooks()[-1]
    return f"They go from {ids_of(first)[0]} to {ids_of(last)[-1]}."

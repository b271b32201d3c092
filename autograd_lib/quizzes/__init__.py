"""The quizzes of the notebooks: a question, and what is said to each answer. `autograd_lib.widgets.quiz` shows one.

Here are only data and words. A new notebook's file is entered in `NOTEBOOKS`.
"""

from autograd_lib.quizzes import nb00, nb01, nb02, nb03, nb04, nb05, nb06, nb07, nb08, nb09, nb10, nb11

NOTEBOOKS = {
    "00": nb00.QUIZZES,
    "01": nb01.QUIZZES,
    "02": nb02.QUIZZES,
    "03": nb03.QUIZZES,
    "04": nb04.QUIZZES,
    "05": nb05.QUIZZES,
    "06": nb06.QUIZZES,
    "07": nb07.QUIZZES,
    "08": nb08.QUIZZES,
    "09": nb09.QUIZZES,
    "10": nb10.QUIZZES,
    "11": nb11.QUIZZES,
}
QUIZZES = {quiz.id: quiz for quizzes in NOTEBOOKS.values() for quiz in quizzes}


def find_quiz(quiz_id):
    """The quiz with this id.

    Raises:
        ValueError: there is none; it names those of the notebook that was meant, or of the first and the last.
    """
    if isinstance(quiz_id, str) and quiz_id in QUIZZES:
        return QUIZZES[quiz_id]
    notebook = str(quiz_id).split(".")[0].zfill(2)
    ids = [quiz.id for quiz in NOTEBOOKS.get(notebook, ())]
    known = f"Those of notebook {notebook} are {', '.join(ids)}." if ids else f"They go from {' to '.join(ends())}."
    raise ValueError(f"there is no quiz {quiz_id!r}. {known}")


def ends():
    """The ids of the first quiz and of the last."""
    ids = list(QUIZZES)
    return ids[0], ids[-1]

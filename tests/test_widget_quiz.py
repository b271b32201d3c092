"""What the quiz promises: commit first, then see why; try again at will; and an honest count."""

import html
import sys

import pytest

from autograd_lib import progress
from autograd_lib.course.contents import all_quizzes, notebooks, quizzes_of
from autograd_lib.course.progress import FIRST, LATER, WRONG, stored
from autograd_lib.course.quiz import ChoiceQuiz
from autograd_lib.widgets import quiz
from autograd_lib.widgets.quiz import QuizModel

QUIZZES = all_quizzes()
NEAREST_FIRST, A_STEP = QUIZZES["4.q1"], QUIZZES["1.q3"]
RIGHT = [choice.is_right for choice in NEAREST_FIRST.choices].index(True)


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(path))
    return path


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A reader who takes a second for everything; set `clock.step` to 0 for one who takes no time."""
    clock = Clock()
    monkeypatch.setattr(sys.modules["autograd_lib.widgets.quiz"], "monotonic", clock)
    return clock


class Clock:
    now, step = 0.0, 1.0

    def __call__(self):
        self.now += self.step
        return self.now


def answered(model, answer):
    """Choose an answer and commit to it; returns all that is said."""
    model.choose(answer)
    model.press()
    return model.text()


def test_nothing_is_said_before_the_reader_commits():
    model = QuizModel(NEAREST_FIRST)
    model.choose(0)
    model.choose(RIGHT)
    assert model.text() == "" and model.state == "open" and model.others() == []
    assert stored().quizzes == {}


def test_a_wrong_choice_is_told_its_own_reason_and_the_right_one_is_kept_back():
    for place, choice in enumerate(NEAREST_FIRST.choices):
        if place == RIGHT:
            continue
        model = QuizModel(NEAREST_FIRST)
        said = answered(model, place)
        assert said.startswith(f"Quiz 4.q1 · not right\nYour answer: {choice.text}\n{choice.why}\n")
        assert NEAREST_FIRST.choices[RIGHT].why not in said and model.others() == []


def test_the_right_choice_is_told_why_and_what_is_wrong_with_the_others():
    model = QuizModel(NEAREST_FIRST)
    assert answered(model, RIGHT) == (
        "Quiz 4.q1 · right, at the first try\n"
        f"Your answer: b + b.tanh()\n{NEAREST_FIRST.choices[RIGHT].why}\n"
        "Notebook 04: 1 of 4 quizzes answered, 1 right at the first try."
    )
    assert [answer for answer, _ in model.others()] == ["b * b", "b.tanh() * b.exp()", "a * b"]


def test_once_committed_the_answer_cannot_be_changed():
    view = quiz("4.q1")
    view.answer.value = 0
    view.button.click()
    assert view.answer.disabled


def test_a_choice_that_the_press_has_overtaken_is_the_one_that_counts():
    """The kernel may handle two messages that come at once in another order than they were sent in."""
    view = quiz("4.q1")
    view.answer.value = 0
    view.button.click()
    view.answer.value = RIGHT
    assert "right, at the first try" in view.words.value and view.answer.disabled
    assert stored().quizzes == {"4.q1": FIRST}
    number = quiz("1.q3")
    number.answer.value = "3.05"
    number.button.click()
    number.answer.value = "2.95"
    assert "not right" in number.words.value and number.button.description == "Try again"
    number.answer.value = "three"
    assert number.answer.value == "2.95"
    assert stored().quizzes == {"1.q3": WRONG, "4.q1": FIRST}


def test_an_answer_that_was_refused_because_the_press_overtook_it_is_judged(clock):
    clock.step = 0
    view = quiz("4.q1")
    view.button.click()
    assert "choose an answer first" in view.words.value
    view.answer.value = RIGHT
    assert "right, at the first try" in view.words.value and view.answer.disabled
    assert stored().quizzes == {"4.q1": FIRST}


def test_a_press_that_comes_twice_does_not_begin_again(clock):
    view = quiz("4.q1")
    view.answer.value, clock.step = 0, 0
    view.button.click()
    view.button.click()
    assert view.model.state == "wrong" and view.button.description == "Try again"
    clock.step = 1
    view.button.click()
    assert view.model.state == "open"


def test_who_reads_the_refusal_first_commits_with_the_button():
    view = quiz("4.q1")
    view.button.click()
    view.answer.value = 0
    assert view.model.state == "open" and stored().quizzes == {}
    view.answer.value = RIGHT
    view.button.click()
    assert "right, at the first try" in view.words.value


def test_one_may_try_again_and_the_first_answer_is_the_one_that_counts():
    model = QuizModel(NEAREST_FIRST)
    said = answered(model, 0)
    model.press()
    assert (model.state, model.chosen) == ("open", None)
    assert model.text() == said  # what was said can still be read
    assert answered(model, RIGHT).startswith("Quiz 4.q1 · right, at try 2")
    assert model.text().endswith("Notebook 04: 1 of 4 quizzes answered, 0 right at the first try.")
    assert stored().quizzes == {"4.q1": LATER}
    model.press()
    assert model.state == "right"


def test_running_the_cell_again_does_not_make_a_second_first_try():
    answered(QuizModel(NEAREST_FIRST), 1)
    assert stored().quizzes == {"4.q1": WRONG}
    said = answered(QuizModel(NEAREST_FIRST), RIGHT)
    assert said.startswith("Quiz 4.q1 · right; your first answer, some time ago, was not")
    answered(QuizModel(A_STEP), "3.05")
    answered(QuizModel(A_STEP), "17")
    assert stored().quizzes == {"1.q3": FIRST, "4.q1": LATER}


def test_no_answer_at_all_gets_a_line_and_does_not_count():
    model = QuizModel(NEAREST_FIRST)
    model.press()
    assert model.text() == "Quiz 4.q1 · choose an answer first." and model.state == "open"
    number = QuizModel(A_STEP)
    number.press()
    assert number.text() == "Quiz 1.q3 · type a number first."
    assert "“three” is not a number. Write it like 12, 0.25" in answered(number, "three")
    assert stored().quizzes == {}
    assert answered(number, "3.05").startswith("Quiz 1.q3 · right, at the first try")


def test_a_number_is_told_which_slip_it_was_or_where_to_begin():
    assert "That step goes uphill" in answered(QuizModel(A_STEP), "2.95")
    assert "Mind the two minus signs" in answered(QuizModel(A_STEP), "-40")


def test_what_cannot_be_stored_is_said_and_the_reason_still_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(tmp_path / "no such folder" / "progress.json"))
    said = answered(QuizModel(NEAREST_FIRST), RIGHT)
    assert said.startswith("Quiz 4.q1 · right, at the first try") and NEAREST_FIRST.choices[RIGHT].why in said
    assert said.endswith("progress is not kept.")


def test_a_damaged_file_is_said_to_be_kept_and_the_answer_is_counted(file):
    file.write_text("{")
    assert "It is kept as progress.damaged-1.json, and a new one is begun." in answered(QuizModel(A_STEP), "3.05")
    assert stored().quizzes == {"1.q3": FIRST}


def test_progress_shows_a_circle_for_each_quiz(capsys):
    model = QuizModel(NEAREST_FIRST)
    answered(model, 0)
    model.press()
    answered(model, RIGHT)
    answered(QuizModel(QUIZZES["4.q3"]), 3)
    progress()
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("04")]
    assert line.endswith("□□□□□□  0 of 6  ◐○●○   2 of 4")


def reasons(asked):
    """All that a quiz says only to those who have answered."""
    if isinstance(asked, ChoiceQuiz):
        return [choice.why for choice in asked.choices]
    return [asked.why, asked.otherwise, *(slip.why for slip in asked.slips)]


@pytest.mark.parametrize("quiz_id", QUIZZES)
def test_the_stored_page_has_the_question_and_the_choices_and_no_answer(quiz_id):
    asked = QUIZZES[quiz_id]
    data, _ = quiz(quiz_id)._repr_mimebundle_()
    lines = data["text/plain"].splitlines()
    assert lines[:2] == [f"Quiz {quiz_id}", asked.question]
    assert all(f"    {line}" in lines for line in asked.code.splitlines())
    if isinstance(asked, ChoiceQuiz):
        assert [line for line in lines if line.startswith("○")] == [f"○ {choice.text}" for choice in asked.choices]
    for page in data["text/plain"], html.unescape(data["text/html"]):
        assert not any(why in page for why in reasons(asked))
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_page_is_the_same_before_and_after_it_was_answered():
    before = quiz("4.q1").instead()
    answered(QuizModel(NEAREST_FIRST), RIGHT)
    assert quiz("4.q1").instead() == before


def test_the_buttons_do_what_they_say():
    view = quiz("4.q1")
    assert (view.answer.value, view.answer.description, view.button.description) == (None, "Your answer", "Answer")
    view.answer.value = 0
    view.button.click()
    assert view.answer.disabled and view.button.description == "Try again"
    assert "b is used twice, and that alone does no harm" in view.words.value
    view.button.click()
    assert not view.answer.disabled and view.answer.value is None and view.button.description == "Answer"
    view.answer.value = RIGHT
    view.button.click()
    assert view.answer.disabled and view.button.disabled and view.button.description == "Answered"
    assert "right, at try 2" in view.words.value and "<summary>And the other answers?</summary>" in view.words.value


def test_a_number_is_typed_into_a_field():
    view = quiz("1.q3")
    view.answer.value = "3,05"
    view.button.click()
    assert "“3,05” is not a number" in view.words.value and view.answer.value == "3,05"
    view.answer.value = "3.05"
    view.button.click()
    assert "right, at the first try" in view.words.value


def test_enter_in_the_field_is_the_button():
    view = quiz("1.q3")
    view.answer.value = "3.05"
    view.answer._handle_custom_msg({"event": "submit"}, [])
    assert "right, at the first try" in view.words.value
    view.answer._handle_custom_msg({"event": "submit"}, [])
    assert view.model.tries == 1


def test_a_refusal_goes_once_there_is_another_answer():
    view = quiz("1.q3")
    view.button.click()
    assert "type a number first" in view.words.value
    view.answer.value = "3.05"
    assert view.words.value == ""


@pytest.mark.parametrize("wrong", ["4.q9", "4.1", "quiz", None, 4, ["4.q1"]])
def test_a_quiz_that_there_is_not_gets_one_line(wrong):
    line = repr(quiz(wrong))
    assert line.startswith("quiz: there is no quiz") and "\n" not in line


def test_every_notebook_with_quizzes_has_them_counted():
    for number in notebooks():
        quizzes = quizzes_of(number)
        assert f"Notebook {number}: " in answered(
            QuizModel(quizzes[0]), 0 if isinstance(quizzes[0], ChoiceQuiz) else "0"
        )

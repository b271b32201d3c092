"""What the quiz promises: commit first, then see why; try again with one click; and no word of reproach."""

import html
import sys

import pytest
from living_widgets import living_widgets

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
    """Choose an answer, commit to it and look at the reply; returns all that is said."""
    model.choose(answer)
    return pressed(model)


def pressed(model):
    model.press()
    model.shown = model.replies
    return model.text()


def press(view):
    """Press the button; the page shows the reply and says so."""
    view.button.click()
    show(view)


def show(view):
    view.children[0].placeholder = view.words.placeholder


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
        assert said.startswith(f"Quiz 4.q1 · not yet\nYour answer: {choice.text}\n{choice.why}\n")
        assert NEAREST_FIRST.choices[RIGHT].why not in said and model.others() == []


def test_the_right_choice_is_told_why_and_what_is_wrong_with_the_others():
    model = QuizModel(NEAREST_FIRST)
    assert answered(model, RIGHT) == (
        "Quiz 4.q1 · right\n"
        f"Your answer: b + b.tanh()\n{NEAREST_FIRST.choices[RIGHT].why}\n"
        "Notebook 04: 1 of 4 quizzes answered."
    )
    assert [answer for answer, _ in model.others()] == ["b * b", "b.tanh() * b.exp()", "a * b"]


def test_a_choice_that_the_press_has_overtaken_is_the_one_that_counts():
    """The kernel may handle two messages in another order than they were sent in, however long it takes for them."""
    view = quiz("4.q1")
    view.answer.value = 0
    view.button.click()
    view.answer.value = RIGHT
    assert "Quiz 4.q1 · right" in view.words.value and view.answer.disabled
    assert stored().quizzes == {"4.q1": FIRST}
    number = quiz("1.q3")
    number.answer.value = "3.05"
    number.button.click()
    number.answer.value = "2.95"
    assert "not yet" in number.words.value and number.model.state == "wrong"
    number.answer.value = "three"
    assert number.answer.value == "2.95"
    assert stored().quizzes == {"1.q3": WRONG, "4.q1": FIRST}


def test_a_choice_that_a_later_press_has_overtaken_counts_too():
    model = QuizModel(NEAREST_FIRST)
    answered(model, 0)
    model.press()  # was sent after the next choice
    model.choose(RIGHT)
    assert model.state == "right" and stored().quizzes == {"4.q1": LATER}


def test_after_a_right_answer_whatever_comes_was_overtaken():
    """The page takes no other answer then."""
    model = QuizModel(NEAREST_FIRST)
    answered(model, RIGHT)
    model.choose(0)
    assert model.state == "wrong" and model.text().startswith("Quiz 4.q1 · not yet")


def test_an_answer_that_was_refused_because_the_press_overtook_it_is_judged():
    view = quiz("4.q1")
    view.button.click()
    assert "choose an answer first" in view.words.value
    view.answer.value = RIGHT
    assert "Quiz 4.q1 · right" in view.words.value and view.answer.disabled
    assert stored().quizzes == {"4.q1": FIRST}


def test_once_the_page_has_shown_a_reply_another_choice_waits_for_the_button():
    view = quiz("4.q1")
    view.answer.value = 0
    press(view)
    view.answer.value = RIGHT
    assert view.model.state == "open" and stored().quizzes == {"4.q1": WRONG}


def test_a_page_that_says_nothing_is_taken_to_have_shown_a_reply_after_a_while(clock):
    model = QuizModel(NEAREST_FIRST)
    model.choose(0)
    model.press()
    clock.now += 10
    model.choose(RIGHT)
    assert model.state == "open"
    model.press()
    assert model.state == "right"


def test_a_press_that_comes_twice_counts_once(clock):
    view = quiz("4.q1")
    view.answer.value, clock.step = RIGHT, 0
    press(view)
    view.button.click()
    assert view.model.state == "right" and view.button.description == "Ask me again"
    clock.now += 1
    press(view)
    view.button.click()
    assert view.model.state == "open" and view.words.value == ""


def test_a_press_that_comes_before_the_reply_is_shown_was_meant_for_the_answer():
    model = QuizModel(NEAREST_FIRST)
    model.choose(RIGHT)
    model.press()
    model.press()
    assert model.state == "right"


def test_who_reads_the_refusal_first_commits_with_the_button():
    view = quiz("4.q1")
    press(view)
    view.answer.value = 0
    assert view.model.state == "open" and stored().quizzes == {}
    view.answer.value = RIGHT
    press(view)
    assert "Quiz 4.q1 · right" in view.words.value


def test_after_a_wrong_answer_another_choice_opens_the_quiz_again():
    model = QuizModel(NEAREST_FIRST)
    said = answered(model, 0)
    model.choose(RIGHT)
    assert (model.state, model.chosen) == ("open", RIGHT)
    assert model.text() == said  # what was said can still be read
    pressed(model)
    assert model.text().startswith("Quiz 4.q1 · right\n")
    assert stored().quizzes == {"4.q1": LATER}


def test_the_same_wrong_answer_may_be_given_again_and_gets_the_same_reply():
    model = QuizModel(NEAREST_FIRST)
    said = answered(model, 0)
    pressed(model)
    assert model.text() == said and stored().quizzes == {"4.q1": WRONG}


def test_after_a_right_answer_one_press_asks_again_and_gives_nothing_away():
    model = QuizModel(NEAREST_FIRST)
    answered(model, RIGHT)
    pressed(model)
    assert (model.state, model.chosen, model.text(), model.others()) == ("open", None, "", [])
    assert answered(model, 0).startswith("Quiz 4.q1 · not yet")
    assert stored().quizzes == {"4.q1": FIRST}


def test_the_first_answer_is_the_one_that_counts_even_if_the_cell_is_run_again():
    answered(QuizModel(NEAREST_FIRST), 1)
    assert stored().quizzes == {"4.q1": WRONG}
    answered(QuizModel(NEAREST_FIRST), RIGHT)
    answered(QuizModel(A_STEP), "3.05")
    answered(QuizModel(A_STEP), "17")
    assert stored().quizzes == {"1.q3": FIRST, "4.q1": LATER}


def test_nothing_that_is_said_counts_tries_or_looks_back():
    for earlier in (None, 0, RIGHT):
        model = QuizModel(NEAREST_FIRST)
        if earlier is not None:
            answered(model, earlier)
            pressed(model)
        said = answered(model, RIGHT)
        assert said.startswith("Quiz 4.q1 · right\nYour answer: b + b.tanh()\n")
        assert said.endswith("\nNotebook 04: 1 of 4 quizzes answered.")


def test_no_answer_at_all_gets_a_line_and_does_not_count():
    model = QuizModel(NEAREST_FIRST)
    pressed(model)
    assert model.text() == "Quiz 4.q1 · choose an answer first." and model.state == "open"
    number = QuizModel(A_STEP)
    pressed(number)
    assert number.text() == "Quiz 1.q3 · type a number first."
    assert "“three” is not a number. Write it like 12, 0.25" in answered(number, "three")
    assert stored().quizzes == {}
    assert answered(number, "3.05").startswith("Quiz 1.q3 · right")


def test_a_number_is_told_which_slip_it_was_or_where_to_begin():
    assert "That step goes uphill" in answered(QuizModel(A_STEP), "2.95")
    assert "Mind the two minus signs" in answered(QuizModel(A_STEP), "-40")


def test_what_cannot_be_stored_is_said_and_the_reason_still_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(tmp_path / "no such folder" / "progress.json"))
    said = answered(QuizModel(NEAREST_FIRST), RIGHT)
    assert said.startswith("Quiz 4.q1 · right") and NEAREST_FIRST.choices[RIGHT].why in said
    assert said.endswith("progress is not kept.")


def test_a_damaged_file_is_said_to_be_kept_and_the_answer_is_counted(file):
    file.write_text("{")
    assert "It is kept as progress.damaged-1.json, and a new one is begun." in answered(QuizModel(A_STEP), "3.05")
    assert stored().quizzes == {"1.q3": FIRST}


def test_progress_shows_a_circle_for_each_quiz(capsys):
    model = QuizModel(NEAREST_FIRST)
    answered(model, 0)
    pressed(model)
    answered(model, RIGHT)
    answered(QuizModel(QUIZZES["4.q3"]), 3)
    progress()
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("04")]
    assert line.split()[-8:] == "□□□□□□ 0 of 6 ◐○●○ 2 of 4".split()


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
    press(view)
    assert not view.answer.disabled and view.button.description == "Answer"
    assert "b is used twice, and that alone does no harm" in view.words.value
    view.answer.value = RIGHT
    press(view)
    assert view.answer.disabled and view.button.description == "Ask me again"
    assert "Quiz 4.q1 · right" in view.words.value and "<summary>And the other answers?</summary>" in view.words.value


def test_a_number_is_typed_into_a_field():
    view = quiz("1.q3")
    view.answer.value = "3,05"
    press(view)
    assert "“3,05” is not a number" in view.words.value and view.answer.value == "3,05"
    view.answer.value = "3.05"
    press(view)
    assert "Quiz 1.q3 · right" in view.words.value


def test_enter_in_the_field_is_the_button():
    view = quiz("1.q3")
    view.answer.value = "3.05"
    view.answer._handle_custom_msg({"event": "submit"}, [])
    assert "Quiz 1.q3 · right" in view.words.value
    view.answer._handle_custom_msg({"event": "submit"}, [])
    assert view.model.state == "right" and view.answer.value == "3.05"


def test_a_refusal_goes_once_there_is_another_answer():
    view = quiz("1.q3")
    press(view)
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


def test_a_closed_quiz_is_closed_to_its_last_part():
    before = set(living_widgets)
    view = quiz("4.q1")
    view.close()
    assert set(living_widgets) == before

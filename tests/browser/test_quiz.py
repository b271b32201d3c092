"""The quizzes, taken as a reader takes them: answer wrong, read why, choose again, be right; and progress goes up."""

import json

import pytest
from lab import Notebook
from playwright.sync_api import expect

from autograd_lib.course.contents import notebooks, quizzes_of
from autograd_lib.course.quiz import ChoiceQuiz

CHOICE, NUMBER, MAP = "quiz-1", "quiz-2", "d702b115"
CELLS = "needs", "imports"  # the first cells of 14, which no other test opens
READING = 600  # milliseconds that a reader takes at least; two presses closer together count as one that came twice


@pytest.fixture
def notebook(notebooks):
    return notebooks("00")


def press(notebook, cell, name):
    notebook.output(cell).get_by_role("button", name=name, exact=True).click()


def choose(notebook, answer):
    notebook.output(CHOICE).get_by_role("radio", name=answer).check()


def stored(notebook, lab):
    return json.loads(lab.progress.read_text()).get("quizzes", {})


def test_before_an_answer_the_map_has_empty_circles_and_nothing_is_given_away(notebook):
    notebook.expect_words(MAP, "○○")
    words = notebook.output(CHOICE).inner_text()
    assert "It grows by 0.07, to 10.07." in words and "10.0701" not in words
    radios = notebook.output(CHOICE).get_by_role("radio")
    assert [radio.is_checked() for radio in radios.all()] == [False] * 4


def test_without_a_choice_there_is_a_line(notebook):
    press(notebook, CHOICE, "Answer")
    notebook.expect_words(CHOICE, "Quiz 0.q1 · choose an answer first.")
    notebook.page.wait_for_timeout(READING)


def test_a_wrong_answer_is_told_why_and_counted(notebook, lab):
    choose(notebook, "It grows by 7, to 17.")
    press(notebook, CHOICE, "Answer")
    notebook.expect_words(CHOICE, "Quiz 0.q1 · not yet")
    notebook.expect_words(CHOICE, "x moves by a hundredth of a unit.")
    notebook.expect_words(CHOICE, "Notebook 00: 1 of 2 quizzes answered.")
    notebook.page.wait_for_timeout(READING)
    assert stored(notebook, lab)["0.q1"] == "not right yet"


def test_another_choice_opens_it_again_and_leads_to_the_right_answer_and_its_reason(notebook, lab):
    choose(notebook, "It grows by 0.07, to 10.07.")
    notebook.page.wait_for_timeout(READING)
    notebook.expect_words(CHOICE, "Quiz 0.q1 · not yet")  # until it is committed to
    press(notebook, CHOICE, "Answer")
    notebook.expect_words(CHOICE, "Quiz 0.q1 · right")
    notebook.expect_words(CHOICE, "2.01² + 3 · 2.01 is indeed 10.0701.")
    expect(notebook.output(CHOICE).get_by_role("radio", name="It becomes 7.")).to_be_disabled()
    assert stored(notebook, lab)["0.q1"] == "right later"


def test_the_other_answers_can_be_looked_at(notebook):
    other = notebook.output(CHOICE).get_by_text("7 is no factor on y itself")
    expect(other).not_to_be_visible()
    notebook.output(CHOICE).get_by_text("And the other answers?").click()
    expect(other).to_be_visible()


def test_a_number_is_answered_by_the_keyboard_alone(notebook):
    field = notebook.output(NUMBER).get_by_label("Your answer")
    field.focus()
    notebook.page.keyboard.type("seven")
    notebook.page.keyboard.press("Tab")
    notebook.page.keyboard.press("Space")
    notebook.expect_words(NUMBER, "“seven” is not a number. Write it like 12, 0.25, -3, 1e-5 or 2/3.")
    notebook.page.wait_for_timeout(READING)
    notebook.page.keyboard.press("Shift+Tab")
    notebook.page.keyboard.press("ControlOrMeta+a")
    notebook.page.keyboard.type("13")
    notebook.page.keyboard.press("Enter")
    notebook.expect_words(NUMBER, "Quiz 0.q2 · right")
    notebook.expect_words(NUMBER, "Notebook 00: 2 of 2 quizzes answered.")


def test_one_press_asks_again_and_the_reason_is_covered(notebook, lab):
    press(notebook, CHOICE, "Ask me again")
    radios = notebook.output(CHOICE).get_by_role("radio")
    expect(radios.first).to_be_enabled()
    assert [radio.is_checked() for radio in radios.all()] == [False] * 4
    expect(notebook.output(CHOICE)).not_to_contain_text("10.0701")
    notebook.page.wait_for_timeout(READING)
    assert stored(notebook, lab)["0.q1"] == "right later"


def test_a_choice_is_made_by_the_keyboard_alone(notebook):
    notebook.run(CHOICE)
    keyboard, radios = notebook.page.keyboard, notebook.output(CHOICE).get_by_role("radio")
    radios.first.focus()
    keyboard.press("Space")
    expect(radios.nth(0)).to_be_checked()
    keyboard.press("Tab")
    keyboard.press("Space")
    expect(radios.nth(1)).to_be_checked()
    for _ in range(3):  # past two more choices, to the button
        keyboard.press("Tab")
    keyboard.press("Enter")
    notebook.expect_words(CHOICE, "7 is no factor on y itself.")


def test_no_key_reaches_the_notebook(notebook):
    cells = notebook.page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    for control in ("radio", "button"):
        notebook.output(CHOICE).get_by_role(control).first.focus()
        for key in ("x", "a", "b", "d", "d"):
            notebook.page.keyboard.press(key)
    assert cells.count() == before


def test_progress_has_gone_up_and_the_first_answer_still_counts(notebook):
    notebook.run(MAP)
    row = notebook.output(MAP).get_by_role("row").filter(has_text="Start here")
    expect(row).to_contain_text("◐●")
    expect(row).to_contain_text("2 of 2")


@pytest.fixture(scope="module")
def shown(lab, browser):
    """A page on which the quizzes of all notebooks stand below two cells."""
    page = Notebook(lab, browser, "14")
    ids = [quiz.id for number in notebooks() for quiz in quizzes_of(number)]
    for cell, some in zip(CELLS, (ids[:40], ids[40:])):  # JupyterLab shows 50 outputs of a cell
        page.rewrite(cell, f"from autograd_lib.widgets import quiz\n\nfor number in {some}:\n    display(quiz(number))")
        page.run(cell)
    yield page
    page.close()


def test_every_choice_fits_on_its_line(shown):
    """Each choice stands beside its button, within the 700 points of a widget."""
    quizzes = [quiz for number in notebooks() for quiz in quizzes_of(number) if isinstance(quiz, ChoiceQuiz)]
    choices = [choice.text for quiz in quizzes for choice in quiz.choices]
    labels = shown.page.locator(".jp-OutputArea .widget-radio-box label")
    expect(labels).to_have_count(len(choices), timeout=60_000)
    boxes = shown.page.evaluate(
        """() => [...document.querySelectorAll('.jp-OutputArea .widget-radio-box label')].map(label => {
            const words = document.createRange();
            words.selectNodeContents(label);
            const left = label.closest('.widget-vbox').getBoundingClientRect().left;
            const {right, height} = words.getBoundingClientRect();
            return {text: label.textContent, right: right - left, height};
        })"""
    )
    assert [box["text"] for box in boxes] == choices
    for box in boxes:
        assert box["right"] <= 700 and box["height"] < 30, box


def test_nothing_complained(notebook):
    assert notebook.errors == []

"""Every quiz has one right answer, a reason for each wrong one, and its one place in a notebook."""

import re
from pathlib import Path

import nbformat
import pytest

from autograd_lib.course.contents import all_quizzes, find_quiz, notebooks, quizzes_of
from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, number_in

FOLDER = Path(__file__).parent.parent / "notebooks"
CALL = re.compile(r'^quiz\("(.*?)"\)$', re.MULTILINE)
QUIZZES = all_quizzes()
CHOICES = [quiz for quiz in QUIZZES.values() if isinstance(quiz, ChoiceQuiz)]
NUMBERS = [quiz for quiz in QUIZZES.values() if isinstance(quiz, NumberQuiz)]
LONGEST_LINE = 80  # of a choice, in characters: more do not fit beside its button


def each(quizzes):
    return pytest.mark.parametrize("quiz", quizzes, ids=lambda quiz: quiz.id)


def place_of_the_right_one(quiz):
    return [choice.is_right for choice in quiz.choices].index(True)


def test_ids_are_numbered_within_each_notebook_and_none_comes_twice():
    for number in notebooks():
        quizzes = quizzes_of(number)
        assert [quiz.id for quiz in quizzes] == [f"{int(number)}.q{i}" for i in range(1, len(quizzes) + 1)]
        assert {quiz.notebook for quiz in quizzes} == {number}
        assert 3 <= len(quizzes) <= 5 or number == "00"
    assert len(QUIZZES) == sum(len(quizzes_of(number)) for number in notebooks())


@pytest.mark.parametrize("number", notebooks())
def test_a_notebook_asks_each_of_its_quizzes_once_in_order_and_no_other(number):
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    sources = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    asked = [quiz_id for source in sources for quiz_id in CALL.findall(source)]
    assert asked == [quiz.id for quiz in quizzes_of(number)]


def test_every_notebook_has_its_folder_and_every_folder_its_notebook():
    assert sorted(path.name[:2] for path in FOLDER.glob("*.ipynb")) == notebooks()


@each(CHOICES)
def test_one_choice_is_right_and_each_has_a_reason_of_its_own(quiz):
    assert [choice.is_right for choice in quiz.choices].count(True) == 1
    assert 3 <= len(quiz.choices) <= 5
    assert len({choice.text for choice in quiz.choices}) == len(quiz.choices)
    assert len({choice.why for choice in quiz.choices}) == len(quiz.choices)
    for place, choice in enumerate(quiz.choices):
        assert quiz.judge(place) == (choice.is_right, choice.text, choice.why)
        assert len(choice.why) > 40 and choice.why.endswith((".", "?"))
        # A button shows plain text only.
        assert len(choice.text) <= LONGEST_LINE and not set("`\n") & set(choice.text)


@each(NUMBERS)
def test_the_number_is_accepted_and_each_slip_is_told_apart(quiz):
    assert quiz.judge(quiz.answer)[0::2] == (True, quiz.why)
    close = quiz.answer + 0.5 * quiz.tolerance * max(1, abs(quiz.answer))
    assert quiz.judge(close).is_right
    assert len(quiz.slips) >= 3
    for slip in quiz.slips:
        assert quiz.judge(slip.number)[0::2] == (False, slip.why)


@each(NUMBERS)
def test_a_number_that_nobody_thought_of_gets_a_first_step_that_does_not_give_the_answer_away(quiz):
    judgement = quiz.judge(-777.5)
    assert judgement == (False, "-777.5", quiz.otherwise)
    assert f"{quiz.answer:g}" not in re.findall(r"[-\d.]*\d", quiz.otherwise)


def test_a_number_just_outside_the_tolerance_is_wrong():
    quiz = NumberQuiz(id="0.q1", question="?", answer=2.0, why="", slips=[Slip(3, "slip")], otherwise="other")
    assert quiz.judge(2.0019).is_right and not quiz.judge(2.0021).is_right
    assert quiz.judge(2.998).why == "slip" and quiz.judge(2.99).why == "other"


def test_the_right_choice_is_found_neither_by_its_place_nor_by_its_length():
    places = [place_of_the_right_one(quiz) for quiz in CHOICES]
    assert all(places.count(place) <= 0.4 * len(places) for place in places)
    assert set(places) == set(range(4))
    for quizzes in map(quizzes_of, notebooks()):
        within = [place_of_the_right_one(quiz) for quiz in quizzes if isinstance(quiz, ChoiceQuiz)]
        assert len(within) < 2 or len(set(within)) > 1
    longest = [max(quiz.choices, key=lambda choice: len(choice.text)).is_right for quiz in CHOICES]
    assert sum(longest) < 0.5 * len(longest)


@pytest.mark.parametrize(
    "text, number",
    [("12", 12), (" 0.25 ", 0.25), ("-3", -3), ("−3", -3), ("1e-5", 1e-5), ("2/3", 2 / 3), ("-1 / 4", -0.25)],
)
def test_numbers_can_be_typed_in_several_ways(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize("text", ["0,5", "a lot", "1/0", "2/", "/", "nan", "inf", "1e999", "1 2", "1/2/3"])
def test_what_is_no_number_gets_a_line_that_names_it_and_shows_the_way(text):
    with pytest.raises(ValueError, match="is not a number") as raised:
        number_in(text)
    assert text in str(raised.value)


@pytest.mark.parametrize("text", ["", "   "])
def test_nothing_typed_is_said_to_be_nothing(text):
    with pytest.raises(ValueError, match="type a number first"):
        number_in(text)


def test_an_unknown_quiz_names_its_neighbours():
    with pytest.raises(ValueError, match=r"no quiz '4.q99'. Those of notebook 04 are 4.q1, 4.q2"):
        find_quiz("4.q99")
    with pytest.raises(ValueError, match=r"no quiz 'colour'. They go from 0.q1 to "):
        find_quiz("colour")


def sections_of_quizzes():
    """Quiz id -> (number of its notebook, heading of the section that asks it)."""
    places = {}
    for path in FOLDER.glob("*.ipynb"):
        heading = ""
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                heading = (re.findall(r"^## (.+)$", cell.source, re.MULTILINE) or [heading])[-1]
            places |= {quiz_id: (path.name[:2], heading) for quiz_id in CALL.findall(cell.source)}
    return places


def test_the_table_of_ideas_names_quizzes_where_they_are_asked():
    table = (FOLDER.parent / "docs" / "COVERAGE.md").read_text(encoding="utf-8")
    places, named = sections_of_quizzes(), []
    for idea, notebook, section in re.findall(r"^\| (.+?) \| (\d\d) \| (.+?) \|$", table, re.MULTILINE):
        for quiz_id in re.findall(r"\b\d+\.q\d+\b", idea):
            assert places[quiz_id] == (notebook, section)
            named.append(quiz_id)
    assert len(named) > 10


@pytest.mark.parametrize("page", ["READING.md", "CONTRIBUTING.md", "TEACHING.md"])
def test_pages_name_quizzes_that_are_there(page):
    assert set(re.findall(r"\b\d+\.q\d+\b", (FOLDER.parent / page).read_text(encoding="utf-8"))) <= set(QUIZZES)

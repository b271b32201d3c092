"""How a verdict looks: the same words as in the text, set out so that the eye finds them, on every page."""

import re
from html.parser import HTMLParser

import pytest

from autograd_lib.course.answers import Row
from autograd_lib.course.checker import Part, Verdict
from autograd_lib.course.progress import FIRST, LATER, WRONG
from autograd_lib.course.report import LEGEND, Box, MapRow, ProgressMap, VerdictBox

GAP = Part("b is 2, expected 3.", "gap", (Row("a", "1", "1", True), Row("b", "3", "2")), "Look at `b`.")
NOT_YET = Verdict(
    "not yet",
    "Exercise 4.2 · not yet",
    (
        Part("First case that fails: b = a + a.", "case"),
        GAP,
        Part("That is what you get when `a` is forgotten.", "diagnosis"),
        Part("Your code printed: <1>"),
    ),
)
PASSED = Verdict("passed", "Exercise 4.2 · passed", (Part("Tried."), Part("Notebook 04: □■□ 1 of 3 done.", "progress")))


class Page(HTMLParser):
    """A page in pieces: its `tags`, each with its style, and the `texts` in the cells of its table, row by row."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.rows, self.words, self.is_in_cell = [], [], [], False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes).get("style", "")))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.is_in_cell = True

    def handle_endtag(self, tag):
        self.is_in_cell &= tag not in ("td", "th")

    def handle_data(self, text):
        self.words.append(text)
        if self.is_in_cell:
            self.rows[-1][-1] += text

    def text(self):
        return "".join(self.words)


def html_of(*parts, status="not yet", headline="Exercise 4.2 · not yet"):
    return VerdictBox(Verdict(status, headline, parts))._repr_html_()


def test_as_text_a_verdict_is_its_headline_and_its_parts_line_by_line():
    assert repr(VerdictBox(NOT_YET)) == (
        "Exercise 4.2 · not yet\nFirst case that fails: b = a + a.\nb is 2, expected 3.\n"
        "That is what you get when `a` is forgotten.\nYour code printed: <1>"
    )


@pytest.mark.parametrize(
    ("status", "mark"), [("passed", "✓ "), ("not yet", "✗ "), ("not attempted", ""), ("refused", "")]
)
def test_the_headline_bears_a_mark_if_something_was_judged(status, mark):
    assert Page(html_of(status=status, headline="Exercise 4.2 · words")).text() == f"{mark}Exercise 4.2 · words"


def test_expected_and_got_stand_side_by_side_each_line_with_its_mark_and_the_note_below():
    page = Page(html_of(GAP))
    assert page.rows[0] == ["", "expected", "yours", ""]
    assert page.rows[1:] == [["a", "1", "1", "✓"], ["b", "3", "2", "✗"]]
    assert page.text().endswith("✗Look at b.") and "b is 2" not in page.text()
    assert "<b>2</b>" in html_of(GAP) and "<b>1</b>" not in html_of(GAP)


def test_what_is_not_to_be_given_away_has_no_column():
    assert Page(html_of(Part("", "gap", (Row("t1", None, "7"),)))).rows == [["", "yours", ""], ["t1", "7", "✗"]]


def test_a_single_answer_needs_no_name():
    rows = Page(html_of(Part("", "gap", (Row("", "a, b", "b, a"),)))).rows
    assert rows == [["expected", "yours", ""], ["a, b", "b, a", "✗"]]


def test_a_gap_without_rows_is_its_text_with_line_breaks_and_code():
    assert "Raised.<br>in line 3: <code>x[0]</code></div>" in html_of(Part("Raised.\nin line 3: `x[0]`", "gap"))


def test_a_diagnosis_is_set_off_and_nothing_else_is():
    set_off = re.findall(r'<div style="[^"]*background[^"]*">(.*?)</div>', VerdictBox(NOT_YET)._repr_html_())
    assert set_off == ["That is what you get when <code>a</code> is forgotten."]


def test_whatever_a_learner_returns_is_shown_and_not_run():
    evil = "<img src=x onerror=alert(1)>"
    page = html_of(Part(evil, "gap"), Part("", "gap", (Row(evil, evil, evil),)), headline=evil)
    assert "<img" not in page and page.count("&lt;img src=x onerror=alert(1)&gt;") == 5


def test_passing_shows_the_exercises_of_the_notebook_and_in_the_same_words():
    page = VerdictBox(PASSED)._repr_html_()
    assert '">□■□</span>' in page
    assert Page(page).text() == "✓ Exercise 4.2 · passedTried.Notebook 04: □■□ 1 of 3 done."


def test_a_refusal_is_a_sentence_of_which_only_the_exercise_is_bold():
    assert "<b>Exercise 4.2</b> · wants a function." in html_of(
        status="refused", headline="Exercise 4.2 · wants a function."
    )
    assert "<b>" not in html_of(status="refused", headline="There is no exercise 4.9.")


@pytest.mark.parametrize("box", [VerdictBox(NOT_YET), VerdictBox(PASSED), Box("Quiz", ["words"])])
def test_a_page_that_drops_what_has_a_variable_in_it_still_has_edge_and_code_type(box):
    """JupyterLab does that in a notebook that is not trusted, declaration by declaration."""
    for _, style in Page(box._repr_html_()).tags:
        declared = [declaration.partition(":")[::2] for declaration in style.split("; ") if declaration]
        kept = {name for name, value in declared if "var(" not in value}
        dropped = {name for name, value in declared if "var(" in value}
        assert dropped <= kept | {"border-left-color"} and ("border-left-color" not in dropped or "border-left" in kept)


@pytest.mark.parametrize("status", ["passed", "not yet", "not attempted", "refused"])
def test_no_text_has_a_colour_of_its_own(status):
    """So it is as readable as the page's own text, in any theme."""
    page = Page(html_of(GAP, status=status))
    assert not any(re.search(r"(^|; )color:", style) for _, style in page.tags)


MAP = ProgressMap(
    [
        MapRow("04", "Sort <it>", [False, True, False], [None, FIRST, LATER, WRONG]),
        MapRow("05", "Functions", [True], []),
    ]
)


def test_the_map_has_a_mark_for_each_exercise_and_quiz_at_its_place():
    assert repr(MAP).splitlines() == [
        "04  Sort <it>  □■□  1 of 3  ○●◐◐  3 of 4",
        "05  Functions  ■    1 of 1",
        LEGEND,
    ]
    rows = Page(MAP._repr_html_()).rows
    assert rows[0] == ["", "notebook", "exercises", "passed", "quizzes", "answered"]
    assert rows[1] == ["04", "Sort <it>", "□■□", "1 of 3", "○●◐◐", "3 of 4"]


def test_the_map_says_nothing_reproachful():
    assert LEGEND == "■ exercise passed · ● quiz right at once · ◐ right later, or not yet"
    assert "wrong" not in MAP._repr_html_()

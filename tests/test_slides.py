"""Slides of a notebook: its main road, with pictures, and without solutions."""

import re
from html import unescape
from pathlib import Path

import pytest
from make_slides import LINES, lines_of, main_road, pages, slide, slides_of
from minutes import sections
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from run_notebooks import read

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


@pytest.fixture(scope="module")
def notebook():
    return read(NOTEBOOKS / "04_topological_sort.ipynb")


@pytest.fixture(scope="module")
def slides(notebook):
    return slides_of(notebook)


def words(html):
    return " ".join(unescape(re.sub("<.*?>", "", html)).split())


def test_each_section_of_the_main_road_is_a_column_and_side_roads_are_left_out(notebook, slides):
    wanted = [each.title for each in sections(notebook) if not each.is_side_road and each.level in (1, 2)]
    columns = slides.split("\n<section><section>")
    assert len(columns) == len(wanted) > 5
    for column, title in zip(columns, wanted):
        assert words(re.search(r"<h[12].*?</h[12]>", column, re.DOTALL)[0]) == title.replace("`", "")
    assert "Side road" not in slides


def test_solutions_and_hints_are_not_on_the_slides_and_exercises_are(slides):
    assert "<summary>Solution</summary>" not in slides
    assert "I cannot see at a glance whether an order is safe" not in slides
    assert "Exercise 4.2" in slides


def test_what_a_cell_shows_waits_for_a_key_and_all_that_follows_on_the_slide_too(notebook, slides):
    shown = [output for cell in main_road(notebook) for output in cell.get("outputs", ())]
    assert slides.count('src="data:image/png;base64,') == sum("image/png" in output.get("data", {}) for output in shown)
    code = new_code_cell("ask()", outputs=[new_output("stream", text="the output")])
    page = slide([new_markdown_cell("Predict."), code, new_markdown_cell("The answer."), new_code_cell("more()")])
    before, *steps = page.split('<div class="fragment">')
    assert words(before) == "Predict. ask()"
    assert [words(step) for step in steps] == ["the output", "The answer.", "more()"]


def test_a_slide_takes_no_more_than_it_has_room_for_or_a_single_cell(notebook):
    cells = list(main_road(notebook))
    found = list(pages(cells))
    assert [cell for page in found for cell in page] == cells
    assert all(len(page) == 1 or sum(map(lines_of, page)) <= LINES for page in found)

"""The broadcasting explorer in notebook 10, moved as a reader moves it."""

import pytest
from playwright.sync_api import expect

CELL = "broadcasting-explorer"


@pytest.fixture
def notebook(notebooks):
    return notebooks("10")


SHAPES = "() (1,) (3,) (4,) (1, 1) (1, 4) (3, 1) (3, 4) (4, 3) (2, 1, 1) (2, 1, 4) (2, 3, 1) (2, 3, 4)"


def choose(notebook, name, shape):
    """Move the slider of a shape by keyboard, one shape after the other."""
    steps = SHAPES[: SHAPES.index(shape)].count("(")
    slider = notebook.slider(CELL, f"shape of {name}")
    slider.press("Home")
    for _ in range(steps):
        slider.press("ArrowRight")
    notebook.expect_words(CELL, f"{name} of shape {shape}")


def look_at(notebook, name):
    notebook.output(CELL).get_by_role("button", name=name, exact=True).click()


def entry(notebook, last):
    """The slider over the numbers of an array, which is a new one for each length."""
    slider = notebook.slider(CELL, "entry")
    expect(slider).to_have_attribute("aria-valuemax", f"{last}.0")
    return slider


@pytest.fixture(autouse=True)
def from_the_start(notebook):
    """Start with a column and a row, and the first number of a."""
    choose(notebook, "a", "(3, 1)")
    choose(notebook, "b", "(4,)")
    look_at(notebook, "a")
    entry(notebook, 2).press("Home")
    notebook.expect_words(CELL, "a[0, 0] is used 4 times: a.grad[0, 0] = 7 − 4 − 3 − 2 = −2")


def test_the_keyboard_moves_the_entry_and_the_words_say_what_it_gets(notebook):
    entry(notebook, 2).press("ArrowRight")
    notebook.expect_words(CELL, "a.grad[1, 0] = −3 + 7 + 8 + 3 = 15")
    entry(notebook, 2).press("End")
    notebook.expect_words(CELL, "a.grad[2, 0] = −5 − 4 − 1 + 1 = −9")


def test_the_first_question_of_the_page_is_answered(notebook):
    look_at(notebook, "b")
    entry(notebook, 3).press("Home")
    entry(notebook, 3).press("ArrowRight")
    notebook.expect_words(CELL, "b[1] is used 3 times: b.grad[1] = −4 + 7 − 4 = −1")


def test_the_slider_goes_to_the_last_number_of_the_array_that_is_looked_at(notebook):
    look_at(notebook, "b")
    notebook.expect_words(CELL, "b[0] is used 3 times")
    entry(notebook, 3).press("End")
    notebook.expect_words(CELL, "b[3] is used 3 times")
    entry(notebook, 3).press("Home")
    for place in (1, 2, 3, 3):
        entry(notebook, 3).press("ArrowRight")
        notebook.expect_words(CELL, f"b[{place}] is used 3 times")


def test_the_second_question_a_column_and_a_row_of_three(notebook):
    choose(notebook, "b", "(3,)")
    notebook.expect_words(CELL, "a + b has shape (3, 3).")
    notebook.expect_words(CELL, "a[0, 0] is used 3 times: a.grad[0, 0] = 7 − 4 − 3 = 0")


def test_the_third_question_shapes_that_do_not_fit_and_one_that_does(notebook):
    choose(notebook, "b", "(3, 4)")
    choose(notebook, "a", "(3,)")
    notebook.expect_words(CELL, "Axis -1 has size 3 in one and 4 in the other.")
    choose(notebook, "a", "(3, 1)")
    notebook.expect_words(CELL, "b is used as it is: b.grad is g.")


def test_nothing_jumps_when_shapes_change_and_it_fits_the_page(notebook):
    picture = notebook.output(CELL).locator("svg[role=img]")
    before = picture.bounding_box()
    choose(notebook, "a", "(2, 3, 4)")
    notebook.expect_words(CELL, "a + b has shape (2, 3, 4).")
    after = picture.bounding_box()
    assert (before["width"], before["height"]) == (after["width"], after["height"])
    assert after["width"] <= 700


def test_the_picture_follows_the_slider(notebook, measure):
    choose(notebook, "a", "(3, 4)")
    notebook.expect_words(CELL, "a + b has shape (3, 4).")
    picture = notebook.output(CELL).get_by_role("img").first
    measure("broadcasting explorer, entry moved", entry(notebook, 11), "ArrowRight", picture)


def test_nothing_complained(notebook):
    assert notebook.errors == []

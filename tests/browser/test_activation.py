"""The activation explorer in notebook 05, moved as a reader moves it."""

import pytest

ONE, ROW = "activation-explorer-1", "activation-explorer-2"


@pytest.fixture
def notebook(notebooks):
    return notebooks("05")


def test_the_keyboard_moves_x_and_the_words_say_value_and_slope(notebook):
    x = notebook.slider(ONE, "x")
    x.press("Home")
    notebook.expect_words(ONE, "tanh at x = -6.00: value -1.0000, slope 2.46e-05")
    x.press("End")
    x.press("ArrowLeft")
    notebook.expect_words(ONE, "tanh at x = 5.90: value 1.0000, slope 3.00e-05")


def test_the_buttons_and_the_limit_say_where_a_function_is_flat(notebook):
    notebook.choose(ONE, "function", "sigmoid")
    limit = notebook.slider(ONE, "flat below")
    limit.press("Home")
    notebook.expect_words(ONE, "flat, the slope less than 0.5 from 0 (hatched): everywhere")
    limit.press("End")
    notebook.expect_words(ONE, "less than 0.01 from 0 (hatched): x < -4.58, x > 4.58")
    notebook.choose(ONE, "function", "leaky_relu")
    notebook.expect_words(ONE, "less than 0.01 from 0 (hatched): nowhere from -6 to 6")
    notebook.choose(ONE, "function", "exp")
    notebook.slider(ONE, "x").press("End")
    notebook.expect_words(ONE, "exp at x = 6.00: value 403.4288, slope 403.4288")


def test_a_row_in_the_hands_of_the_reader(notebook):
    notebook.expect_words(ROW, "30 in a row, from x = 1.00: a gradient of 1 becomes 0.0091")
    notebook.choose(ROW, "function", "tanh(1.5x)")
    notebook.expect_words(ROW, "a gradient of 1 becomes 4.25e-13")
    notebook.expect_words(ROW, "the last of them is given 0.8586, where its slope is 0.3943")
    row = notebook.slider(ROW, "in a row")
    row.press("Home")
    notebook.expect_words(ROW, "0 in a row, from x = 1.00: a gradient of 1 becomes 1.0000")
    row.press("ArrowRight")
    notebook.expect_words(ROW, "1 in a row, from x = 1.00: a gradient of 1 becomes 0.2711")


def test_the_picture_follows_the_slider(notebook, measure):
    for cell, label in ((ONE, "x"), (ROW, "in a row")):
        slider = notebook.slider(cell, label)
        slider.press("Home")
        notebook.page.wait_for_timeout(500)
        picture = notebook.output(cell).get_by_role("img").first
        measure(f"activation explorer, {label} moved", slider, "ArrowRight", picture)


def test_it_fits_and_nothing_complained(notebook):
    for cell in (ONE, ROW):
        assert notebook.output(cell).get_by_role("img").first.bounding_box()["width"] <= 700
    assert notebook.errors == []

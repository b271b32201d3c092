"""The tangent explorer in notebook 01, moved as a reader moves it."""

import pytest

CELL = "tangent-explorer"


@pytest.fixture
def notebook(notebooks):
    return notebooks("01")


def test_the_keyboard_moves_h_and_the_words_say_the_slope(notebook):
    h = notebook.slider(CELL, "h")
    h.press("Home")
    notebook.expect_words(CELL, "forward difference with h = 2: 28")
    h.press("ArrowRight")
    notebook.expect_words(CELL, "with h = 1: 19")
    h.press("End")
    notebook.expect_words(CELL, "with h = 1e-14: 12.25686219")
    h.press("Home")


def test_x_and_the_side_are_moved_too(notebook):
    x = notebook.slider(CELL, "x")
    x.press("ArrowRight")
    notebook.expect_words(CELL, "at x = 2.1")
    notebook.expect_words(CELL, "the derivative: 13.23")
    x.press("ArrowLeft")
    notebook.output(CELL).get_by_role("button", name="central").click()
    notebook.expect_words(CELL, "central difference with h = 2: 16")
    notebook.output(CELL).get_by_role("button", name="forward").click()
    notebook.expect_words(CELL, "forward difference with h = 2: 28")


def test_the_picture_follows_the_slider(notebook, measure):
    picture = notebook.output(CELL).get_by_role("img").first
    h = notebook.slider(CELL, "h")
    h.press("Home")
    notebook.expect_words(CELL, "with h = 2:")
    measure("tangent explorer, h moved", h, "ArrowRight", picture)


def test_nothing_complained(notebook):
    assert notebook.errors == []

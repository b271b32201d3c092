"""The digit pad in notebook 11: a digit is drawn as a reader draws it, and the network reads it."""

import pytest
from playwright.sync_api import expect

CELL = "digit-pad"
ONE = [(0, 4), (1, 3), (1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 3), (7, 4), (7, 5)]
FOUR = ["....#...", "...#....", "..#.....", ".#...#..", ".#...#..", ".######.", ".....#..", ".....#.."]


@pytest.fixture
def notebook(notebooks):
    return notebooks("11")


def press(notebook, name):
    notebook.output(CELL).get_by_role("button", name=name, exact=True).click()


def cell(notebook, row, column):
    return notebook.output(CELL).get_by_title(f"row {row}, column {column}", exact=True)


@pytest.fixture(autouse=True)
def empty_pad(notebook):
    notebook.slider(CELL, "grey edges").press("Home")
    press(notebook, "clear")
    notebook.expect_words(CELL, "The pad is empty. Press cells to draw a digit, as large as the pad.")


def soften(notebook, presses=3):
    for _ in range(presses):
        notebook.slider(CELL, "grey edges").press("ArrowRight")


def test_a_one_drawn_by_the_mouse_is_read(notebook):
    soften(notebook)
    for place in ONE:
        cell(notebook, *place).click()
    notebook.expect_words(CELL, "11 cells drawn, edges 0.3")
    notebook.expect_words(CELL, "Read as 1, with probability 0.9")


def test_a_four_drawn_by_the_keyboard_alone_is_read(notebook):
    soften(notebook)
    keyboard = notebook.page.keyboard
    cell(notebook, 0, 0).focus()
    for sign in "".join(FOUR):
        if sign == "#":
            keyboard.press("Space")
        keyboard.press("Tab")
    notebook.expect_words(CELL, f"{''.join(FOUR).count('#')} cells drawn")
    notebook.expect_words(CELL, "Read as 4, with probability")


def test_a_nine_is_read_as_a_three_until_its_edges_are_grey(notebook):
    press(notebook, "9")
    notebook.expect_words(CELL, "Read as 3, with probability 0.43; next is 5, with 0.41.")
    soften(notebook)
    notebook.expect_words(CELL, "Read as 9, with probability")


def test_a_cell_shows_its_ink_and_can_be_taken_back(notebook):
    cell(notebook, 3, 3).click()
    expect(cell(notebook, 3, 3)).to_have_text("■")
    notebook.expect_words(CELL, "1 cell drawn")
    cell(notebook, 3, 3).click()
    expect(cell(notebook, 3, 3)).to_have_text("")
    notebook.expect_words(CELL, "The pad is empty.")


def test_the_arrows_move_the_drawing(notebook):
    press(notebook, "1")
    expect(cell(notebook, 7, 4)).to_have_text("■")
    press(notebook, "→")
    expect(cell(notebook, 7, 5)).to_have_text("■")
    expect(cell(notebook, 7, 4)).to_have_text("")
    press(notebook, "↑")
    expect(cell(notebook, 7, 5)).to_have_text("")
    expect(cell(notebook, 0, 5)).to_have_text("■")


def test_the_picture_follows_a_cell(notebook, measure):
    measure("digit pad, cell pressed", cell(notebook, 4, 4), "Space", notebook.output(CELL).get_by_role("img").first)


def test_it_fits_and_nothing_complained(notebook):
    box = notebook.output(CELL).locator(".widget-vbox").first.bounding_box()
    picture = notebook.output(CELL).get_by_role("img").first.bounding_box()
    assert picture["x"] + picture["width"] <= box["x"] + 700
    assert abs(picture["y"] + picture["height"] / 2 - cell(notebook, 4, 4).bounding_box()["y"]) < 60  # side by side
    assert notebook.errors == []

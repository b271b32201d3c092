"""The graph stepper in notebooks 02, 03 and 04, moved as a reader moves it."""

import pytest

CELL = "graph-stepper"


@pytest.fixture
def notebook(notebooks):
    return notebooks("02")


def press(notebook, name, cell=CELL):
    notebook.output(cell).get_by_role("button", name=name, exact=True).click()


def boxes(notebook, cell=CELL):
    """The current texts of the boxes of the drawing on the page."""
    groups = notebook.output(cell).locator("svg g.node").all()
    return {" ".join(" ".join(group.locator("text").all_text_contents()).split()) for group in groups}


def test_the_buttons_go_through_both_passes_and_back(notebook):
    press(notebook, "start")
    notebook.expect_words(CELL, "Step 0 of 9 · forward pass: the leaves are given.")
    assert {"a data 2.0", "∗ t1"} <= boxes(notebook)
    press(notebook, "next")
    notebook.expect_words(CELL, "t1 = a * b = 2.0 * 3.0 = 6.0")
    press(notebook, "end")
    notebook.expect_words(CELL, "a.grad += 7.0 × 3.0 = 21.0, now 31.0")
    assert {"a data 2.0 grad 31.0", "∗ ▶ t1 data 6.0 grad 7.0"} <= boxes(notebook)
    press(notebook, "back")
    notebook.expect_words(CELL, "Step 8 of 9 · backward pass: t2.grad = 7.0 is complete")
    assert "a data 2.0 grad 10.0" in boxes(notebook)


def test_the_keyboard_moves_the_step_and_reaches_the_buttons(notebook):
    step = notebook.slider(CELL, "step")
    step.press("Home")
    notebook.expect_words(CELL, "Step 0 of 9")
    step.press("ArrowRight")
    notebook.expect_words(CELL, "Step 1 of 9")
    step.press("End")
    notebook.expect_words(CELL, "Step 9 of 9")
    notebook.output(CELL).get_by_role("button", name="end", exact=True).focus()
    notebook.page.keyboard.press("Shift+Tab")
    notebook.page.keyboard.press("Shift+Tab")
    notebook.page.keyboard.press("Enter")
    notebook.expect_words(CELL, "Step 8 of 9")


def test_the_layout_stays_while_steps_go_by(notebook):
    press(notebook, "start")
    notebook.expect_words(CELL, "Step 0 of 9")
    drawing = notebook.output(CELL).locator("svg[role=img]")
    before = drawing.bounding_box()
    press(notebook, "end")
    notebook.expect_words(CELL, "Step 9 of 9")
    after = drawing.bounding_box()
    assert (before["width"], before["height"]) == (after["width"], after["height"])
    assert after["width"] <= 700


def test_a_reader_steps_through_a_graph_of_their_own_class(notebooks):
    notebook = notebooks("03")
    press(notebook, "start")
    notebook.slider(CELL, "step").press("End")
    notebook.expect_words(CELL, "x1.grad += 0.5 × (-3.0) = -1.5, now -1.5")
    assert notebook.errors == []


def test_in_04_b_waits_for_all_three_that_use_it(notebooks):
    notebook = notebooks("04")
    press(notebook, "end")
    press(notebook, "back")
    notebook.expect_words(CELL, "b.grad += 1.284 × 0.94 = 1.207, now 2.5215")
    assert notebook.errors == []


def test_the_picture_follows_the_slider(notebook, measure):
    press(notebook, "start")
    notebook.expect_words(CELL, "Step 0 of 9")
    picture = notebook.output(CELL).get_by_role("img").first
    measure("graph stepper, step moved", notebook.slider(CELL, "step"), "ArrowRight", picture)


def test_nothing_complained(notebook):
    assert notebook.errors == []

"""Order against order in notebook 04, moved as a reader moves it."""

import pytest

CELL, TWICE = "order-against-order", "order-against-order-2"


@pytest.fixture
def notebook(notebooks):
    return notebooks("04")


def press(notebook, name, cell=CELL):
    notebook.output(cell).get_by_role("button", name=name, exact=True).click()


def test_the_first_wrong_payment_is_said_and_marked(notebook):
    press(notebook, "start")
    notebook.expect_words(CELL, "first order, e → b → d: it begins with e.grad = 1.0")
    press(notebook, "next")
    notebook.expect_words(CELL, "Turn 1 of 3")
    drawing = notebook.output(CELL).locator("svg[role=img]")
    assert "✗" not in drawing.text_content()
    press(notebook, "next")
    notebook.expect_words(CELL, "First wrong payment, in turn 2: b passes on 1.0 before d, which uses it, has paid.")
    assert "✗ b" in drawing.text_content() and "▶ d" in drawing.text_content()


def test_the_keyboard_goes_to_the_end_where_one_is_right_and_one_is_not(notebook):
    step = notebook.slider(CELL, "step")
    step.press("Home")
    notebook.expect_words(CELL, "Turn 0 of 3")
    step.press("End")
    notebook.expect_words(CELL, "In the end a.grad is 2.0 and should be 8.0")
    notebook.expect_words(CELL, "In the end all gradients are right.")


def test_a_second_turn_is_a_wrong_payment_too(notebook):
    press(notebook, "start", TWICE)
    press(notebook, "end", TWICE)
    notebook.expect_words(TWICE, "First wrong payment, in turn 3: b has its turn again")
    notebook.expect_words(TWICE, "second order, c → b: it is over.")
    press(notebook, "back", TWICE)
    notebook.expect_words(TWICE, "a.grad += 2.0 × 1.0 = 2.0, now 4.0")


def test_it_fits_the_page(notebook):
    assert notebook.output(CELL).locator("svg[role=img]").bounding_box()["width"] <= 700


def test_the_pictures_follow_the_slider(notebook, measure):
    picture = notebook.output(CELL).get_by_role("img").first
    step = notebook.slider(CELL, "step")
    step.press("Home")
    notebook.expect_words(CELL, "Turn 0 of 3")
    measure("order against order, step moved", step, "ArrowRight", picture, moves=3)


def test_an_order_of_the_readers_own(notebook):
    notebook.rewrite(CELL, 'order_against_order(build()[0], "b d e", "e d b")')
    notebook.run(CELL)
    notebook.slider(CELL, "step").press("ArrowRight")
    notebook.expect_words(
        CELL, "First wrong payment, in turn 1: b passes on 0.0 before d and e, which use it, have paid."
    )


def test_a_node_that_is_not_there_gives_a_line_in_its_place(notebook):
    notebook.rewrite(CELL, 'order_against_order(build()[0], "e x", "e d b")')
    notebook.run(CELL)
    notebook.expect_words(CELL, "order_against_order: no nodes are called 'x'; the nodes are a, (2), b, (3), d, e")


def test_nothing_complained(notebook):
    assert notebook.errors == []

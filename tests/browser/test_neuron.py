"""The neuron playground in notebook 06, moved as a reader moves it."""

import pytest

GATES, XOR = "neuron-playground-1", "neuron-playground-2"


@pytest.fixture
def notebook(notebooks):
    return notebooks("06")


def press(notebook, cell, task):
    notebook.output(cell).get_by_role("button", name=task, exact=True).click()


def test_from_or_to_and_by_the_bias_alone(notebook):
    notebook.expect_words(GATES, "OR: 4 of 4 right")
    press(notebook, GATES, "AND")
    notebook.expect_words(GATES, "AND: 2 of 4 right")
    b = notebook.slider(GATES, "b")
    for _ in range(5):
        b.press("ArrowLeft")
    notebook.expect_words(GATES, "AND: 4 of 4 right")
    notebook.expect_words(GATES, "sum = 1.0·x1 + 1.0·x2 − 1.0; the line is 0.71 from (0, 0), where the answer is no")


def test_the_activation_and_a_common_factor_change_scores_and_no_answer(notebook):
    press(notebook, GATES, "OR")
    notebook.slider(GATES, "b").press("Home")
    notebook.expect_words(GATES, "(0, 0) no, (0, 1) no (wrong), (1, 0) no (wrong), (1, 1) no (wrong)")
    notebook.choose(GATES, "activation", "linear")
    notebook.expect_words(GATES, "scores (linear of the sum) in the same order: -4.0000, -3.0000, -3.0000, -2.0000")
    notebook.slider(GATES, "all times").press("End")
    notebook.expect_words(GATES, "sum = 10 · (1.0·x1 + 1.0·x2 − 4.0)")
    notebook.expect_words(GATES, "in the same order: -40.0000, -30.0000, -30.0000, -20.0000")
    notebook.expect_words(GATES, "(0, 0) no, (0, 1) no (wrong), (1, 0) no (wrong), (1, 1) no (wrong)")


def test_xor_has_one_wrong_corner_after_another(notebook):
    notebook.expect_words(XOR, "XOR: 3 of 4 right, best so far 3")
    notebook.expect_words(XOR, "(1, 1) yes (wrong)")
    w1, w2 = (notebook.slider(XOR, name) for name in ("w1", "w2"))
    for _ in range(5):
        w1.press("ArrowLeft")
    notebook.expect_words(XOR, "(1, 0) no (wrong), (1, 1) yes (wrong)")
    w2.press("Home")
    notebook.expect_words(XOR, "sum = 0.5·x1 − 4.0·x2 − 0.5")
    notebook.expect_words(
        XOR, "2 of 4 right, best so far 3: (0, 0) no, (0, 1) no (wrong), (1, 0) no (wrong), (1, 1) no"
    )


def test_a_click_on_the_track_moves_a_slider(notebook):
    handle = notebook.slider(XOR, "b").bounding_box()
    notebook.slider(XOR, "b").press("End")
    notebook.expect_words(XOR, "− 4.0·x2 + 4.0")
    notebook.page.mouse.click(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    notebook.expect_words(XOR, "− 4.0·x2 − 0.5")


def test_the_picture_follows_the_slider(notebook, measure):
    w1 = notebook.slider(XOR, "w1")
    w1.press("Home")
    notebook.expect_words(XOR, "sum = -4.0·x1")
    measure("neuron playground, w1 moved", w1, "ArrowRight", notebook.output(XOR).get_by_role("img").first)


def test_it_fits_and_nothing_complained(notebook):
    assert notebook.output(XOR).get_by_role("img").first.bounding_box()["width"] <= 700
    assert notebook.errors == []

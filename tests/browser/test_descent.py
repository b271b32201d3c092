"""The descent explorer in notebook 07, moved as a reader moves it."""

import pytest

BOWL, GORGE = "descent-explorer-1", "descent-explorer-2"


@pytest.fixture
def notebook(notebooks):
    return notebooks("07")


def test_one_step_of_the_slider_below_the_limit_at_it_and_above(notebook):
    rate = notebook.slider(BOWL, "learning rate")
    notebook.expect_words(BOWL, "1 − 1.1 · 2 = -1.2: it changes its sign and grows")
    rate.press("ArrowLeft")
    notebook.expect_words(BOWL, "1 − 1.01 · 2 = -1.02: it changes its sign and grows")
    rate.press("ArrowLeft")
    notebook.expect_words(BOWL, "1 − 1 · 2 = -1: it changes its sign, and nothing else")
    notebook.expect_words(BOWL, "error -2; loss 4, at first 4")
    rate.press("ArrowLeft")
    notebook.expect_words(BOWL, "1 − 0.99 · 2 = -0.98: it changes its sign and shrinks")
    notebook.slider(BOWL, "steps").press("End")
    notebook.expect_words(BOWL, "after 100 steps: error -0.2652; loss 0.07035, at first 4")


def test_the_curvature_moves_the_limit(notebook):
    curvature = notebook.slider(BOWL, "curvature")
    curvature.press("End")
    notebook.expect_words(BOWL, "tips over at 2 / 10 = 0.2; the best rate is half of that, 0.1")
    curvature.press("Home")
    notebook.expect_words(BOWL, "tips over at 2 / 0.25 = 8; the best rate is half of that, 4")


def test_a_gorge_has_a_factor_for_each_direction(notebook):
    notebook.expect_words(GORGE, "across: each step takes the error times 1 − 0.01 · 33.28 = 0.6672")
    notebook.expect_words(GORGE, "along: each step takes the error times 1 − 0.01 · 0.7212 = 0.9928")
    rate = notebook.slider(GORGE, "learning rate")
    rate.press("End")
    notebook.expect_words(GORGE, "loss too large for a float, at first 68")
    rate.press("Home")
    notebook.expect_words(GORGE, "1 − 0.001 · 33.28 = 0.9667: it shrinks, and keeps its sign")
    notebook.slider(GORGE, "curvature along").press("End")
    notebook.expect_words(GORGE, "tips over at 2 / 100 = 0.02")
    notebook.slider(GORGE, "curvature across").press("Home")
    for _ in range(100):  # from 0.001 to 0.02
        rate.press("ArrowRight")
    notebook.expect_words(GORGE, "in the long run the best is 2 / (0.25 + 100) = 0.01995")


def test_the_picture_follows_the_slider(notebook, measure):
    for cell in (BOWL, GORGE):
        rate = notebook.slider(cell, "learning rate")
        rate.press("Home")
        notebook.expect_words(cell, "lr = 0.001")
        measure(f"{cell}, learning rate moved", rate, "ArrowRight", notebook.output(cell).get_by_role("img").first)


def test_it_fits_and_nothing_complained(notebook):
    for cell in (BOWL, GORGE):
        assert notebook.output(cell).get_by_role("img").first.bounding_box()["width"] <= 700
    assert notebook.errors == []

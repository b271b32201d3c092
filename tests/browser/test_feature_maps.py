"""The feature maps in notebook 11, moved as a reader moves them."""

import pytest
from playwright.sync_api import expect

CELL = "feature-maps"


@pytest.fixture
def notebook(notebooks):
    return notebooks("11")


@pytest.fixture(autouse=True)
def from_the_start(notebook):
    """Start with the first digit where it was written, and its maps after the first layer."""
    for name, presses in (("image", 0), ("right", 2), ("down", 2), ("map", 0)):
        slider = notebook.slider(CELL, name)
        slider.press("Home")
        for _ in range(presses):
            slider.press("ArrowRight")
    choose_layer(notebook, "0: Conv2d")
    notebook.expect_words(CELL, "image 0, where it was written; after layer 0: Conv2d: 16 maps of 8 × 8")


def choose_layer(notebook, name):
    notebook.choose(CELL, "after layer", name)


def test_the_digit_moves_and_the_maps_with_it(notebook):
    choose_layer(notebook, "1: ReLU")
    notebook.slider(CELL, "right").press("ArrowRight")
    notebook.expect_words(CELL, "image 0, moved by 1 to the right; after layer 1: ReLU: 16 maps of 8 × 8")
    notebook.expect_words(CELL, "at rest by 73 %; moved along with the digit, by 0 %")


def test_the_pool_sees_less_of_a_move(notebook):
    choose_layer(notebook, "4: MaxPool2d")
    right = notebook.slider(CELL, "right")
    right.press("ArrowRight")
    notebook.expect_words(CELL, "after layer 4: MaxPool2d: 32 maps of 4 × 4")
    notebook.expect_words(CELL, "at rest by 58 %; a move by 1 is half a place here")
    right.press("ArrowRight")
    notebook.expect_words(CELL, "at rest by 86 %; moved along with the digit, by 11 %")


def test_another_image_another_map_and_a_move_upwards(notebook):
    notebook.slider(CELL, "image").press("ArrowRight")
    notebook.slider(CELL, "down").press("ArrowLeft")
    notebook.expect_words(CELL, "image 1, moved by 1 up")
    number = notebook.slider(CELL, "map")
    number.press("ArrowRight")
    notebook.expect_words(CELL, "map 1: largest")
    number.press("End")
    notebook.expect_words(CELL, "map 15: largest")


def test_the_slider_for_the_map_has_as_many_stops_as_the_layer_has_maps(notebook):
    choose_layer(notebook, "4: MaxPool2d")
    expect(notebook.slider(CELL, "map")).to_have_attribute("aria-valuemax", "31.0")
    notebook.slider(CELL, "map").press("End")
    notebook.expect_words(CELL, "map 31: largest")
    choose_layer(notebook, "0: Conv2d")
    expect(notebook.slider(CELL, "map")).to_have_attribute("aria-valuemax", "15.0")
    notebook.expect_words(CELL, "map 15: largest")
    notebook.slider(CELL, "map").press("ArrowLeft")
    notebook.expect_words(CELL, "map 14: largest")


def test_the_words_say_where_a_map_is_largest(notebook):
    notebook.expect_words(CELL, "map 0: largest 1.20, in row 5, column 5; 48 of 64 places are above 0")


def test_the_picture_follows_the_slider(notebook, measure):
    image = notebook.slider(CELL, "image")
    notebook.page.wait_for_timeout(500)
    measure("feature maps, image moved", image, "ArrowRight", notebook.output(CELL).get_by_role("img").first)


def test_it_fits_and_nothing_complained(notebook):
    notebook.page.wait_for_timeout(500)  # the picture is replaced with each move of `from_the_start`
    assert notebook.output(CELL).get_by_role("img").first.bounding_box()["width"] <= 700
    assert notebook.errors == []

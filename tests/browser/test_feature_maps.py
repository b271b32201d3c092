"""The feature maps in notebook 11: the image is dragged, its maps are pointed at; and the front in a bare page."""

import re

import numpy as np
import pytest
from bare import bare_page, show
from lab import drag_delays
from playwright.sync_api import expect

from autograd_lib.nn.layers import Conv2d, Flatten, Linear, MaxPool2d, ReLU, Sequential
from autograd_lib.widgets.feature_maps import FeatureMapsFront, FeatureMapsModel

CELL = "feature-maps"
MARGIN, PIXELS = 2, 12  # the stage: pixels around the frame, and from edge to edge
# The large map, as shares of its picture: where its numbers end, and its pixels begin.
EDGE = 18 / 190


@pytest.fixture
def notebook(notebooks):
    return notebooks("11")


@pytest.fixture
def front(notebook):
    return notebook.output(CELL).locator(".al").first


def stage(front):
    return front.locator("[aria-roledescription='image to move']")


def large(front):
    return front.locator("[aria-roledescription='map']")


def press(front, name):
    front.get_by_role("button", name=name).click()


def layer(front, name):
    front.get_by_role("group", name="after layer").get_by_role("button", name=name).press("Enter")


def pixel_of_stage(front, row, column):
    """The middle of a pixel of the image's frame, on the screen."""
    box = stage(front).bounding_box()
    return [box[side] + box["width"] * (MARGIN + k + 0.5) / PIXELS for side, k in (("x", column), ("y", row))]


def pixel_of_map(front, row, column, size=8):
    box = large(front).bounding_box()
    return [
        box[side] + box["width"] * (EDGE + (1 - EDGE) * (k + 0.5) / size) for side, k in (("x", column), ("y", row))
    ]


@pytest.fixture
def from_the_start(notebook, front):
    """Start with the first digit where it was written, and its maps after the first layer."""
    front.get_by_role("group", name="image", exact=True).locator("[tabindex='0']").press("Home")
    stage(front).press("Home")
    layer(front, "0: Conv2d")
    front.get_by_role("slider", name="map").press("Home")
    notebook.expect_words(CELL, "image 0, where it was written; after layer 0: Conv2d: 16 maps of 8 × 8")
    notebook.expect_words(CELL, "map 0: largest 1.20, in row 5, column 5; 48 of 64 places are above 0")


in_the_notebook = pytest.mark.usefixtures("from_the_start")


@in_the_notebook
def test_the_image_is_dragged_and_the_maps_go_with_it(notebook, front):
    layer(front, "1: ReLU")
    stage(front).scroll_into_view_if_needed()
    page = notebook.page
    page.mouse.move(*pixel_of_stage(front, 4, 3))
    page.mouse.down()
    page.mouse.move(*pixel_of_stage(front, 4, 4), steps=4)
    notebook.expect_words(CELL, "image 0, moved by 1 to the right; after layer 1: ReLU: 16 maps of 8 × 8")
    notebook.expect_words(CELL, "at rest by 73 %; moved along with the digit, by 0 %")
    page.mouse.move(*pixel_of_stage(front, 0, 7), steps=4)  # no farther than two
    page.mouse.up()
    notebook.expect_words(CELL, "image 0, moved by 2 to the right and 2 up")


@in_the_notebook
def test_all_layers_say_at_once_what_the_move_changed(notebook, front):
    stage(front).press("ArrowRight")
    notebook.expect_words(CELL, "moved by 1 to the right")
    cards = front.get_by_role("group", name="after layer")
    for name, in_place, along in (
        ("1: ReLU", "73 %", "0 %"),
        ("3: ReLU", "89 %", "7 %"),
        ("4: MaxPool2d", "58 %", "no whole number of places"),
    ):
        card = cards.get_by_role("button", name=name)
        expect(card).to_have_accessible_name(re.compile(f"in place by {in_place}, moved along by {along}$"))
    assert re.search(r"in place\s*73 %\s*moved along\s*0 %", cards.get_by_role("button", name="1: ReLU").inner_text())


@in_the_notebook
def test_the_pool_sees_less_of_a_move(notebook, front):
    layer(front, "4: MaxPool2d")
    press(front, "move the image right")
    notebook.expect_words(CELL, "after layer 4: MaxPool2d: 32 maps of 4 × 4")
    notebook.expect_words(CELL, "at rest by 58 %; a move by 1 is half a place here")
    press(front, "move the image right")
    notebook.expect_words(CELL, "at rest by 86 %; moved along with the digit, by 11 %")
    press(front, "move the image back")
    notebook.expect_words(CELL, "where it was written")


@in_the_notebook
def test_the_image_is_chosen_by_hand_and_by_keys(notebook, front):
    images = front.get_by_role("group", name="image", exact=True)
    images.get_by_role("button", name="image 1", exact=True).click()
    notebook.expect_words(CELL, "image 1, where it was written")
    stage(front).press("ArrowUp")
    notebook.expect_words(CELL, "image 1, moved by 1 up")
    images.locator("[tabindex='0']").press("PageDown")
    notebook.expect_words(CELL, "image 13, moved by 1 up")
    images.locator("[tabindex='0']").press("ArrowRight")
    notebook.expect_words(CELL, "image 14, moved by 1 up")
    images.locator("[tabindex='0']").press("End")
    notebook.expect_words(CELL, "image 448, moved by 1 up")
    press(front, "earlier images")
    images.get_by_role("button", name="image 434").click()
    notebook.expect_words(CELL, "image 434, moved by 1 up")


@in_the_notebook
def test_a_click_on_a_map_makes_it_the_large_one(notebook, front):
    number = front.get_by_role("slider", name="map")
    page = notebook.page
    number.scroll_into_view_if_needed()
    box = number.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.6)  # the third row, the second one
    notebook.expect_words(CELL, "map 9: largest")
    expect(number).to_have_attribute("aria-valuetext", "map 9 of 16")
    number.press("ArrowDown")
    notebook.expect_words(CELL, "map 13: largest")
    number.press("ArrowRight")
    notebook.expect_words(CELL, "map 14: largest")
    layer(front, "4: MaxPool2d")
    expect(number).to_have_attribute("aria-valuemax", "31")
    number.press("End")
    notebook.expect_words(CELL, "map 31: largest")
    layer(front, "0: Conv2d")
    notebook.expect_words(CELL, "map 15: largest")


@in_the_notebook
def test_a_map_can_be_clicked_at_the_first_glance(notebook, front):
    card = front.get_by_role("group", name="after layer").get_by_role("button", name="3: ReLU").locator("canvas")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    notebook.page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.25)  # row 1, column 2 of 6
    notebook.expect_words(CELL, "after layer 3: ReLU: 32 maps of 8 × 8")
    notebook.expect_words(CELL, "map 8: largest")


@in_the_notebook
def test_the_image_is_dragged_quickly(notebook, front, record_drag):
    """Each move goes to another pixel, so that each needs the kernel."""
    stage(front).scroll_into_view_if_needed()
    pixel = stage(front).bounding_box()["width"] / PIXELS
    places = [(x, y) for y in range(-2, 3) for x in (range(-2, 3) if y % 2 else range(2, -3, -1))]
    path = [(x * pixel, y * pixel) for x, y in [*places, *places[-2::-1], *places[1:14]]]
    record_drag("feature maps, image dragged", drag_delays(notebook.page, front, stage(front), path), goal=30)


@in_the_notebook
def test_no_key_reaches_the_notebook(notebook, front):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    for element in (stage(front), large(front), front.get_by_role("slider", name="map")):
        element.focus()
        for key in ("x", "d", "d", "a", "b", "Space", "ArrowUp", "Enter"):
            notebook.page.keyboard.press(key)
        expect(element).to_be_focused()
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_every_control_has_a_name_and_it_fits(notebook, front):
    for role in ("button", "slider", "application", "img"):
        for element in front.get_by_role(role).all():
            assert re.search(r"\w|[‹›]", element.get_attribute("aria-label") or element.inner_text())
    assert front.bounding_box()["width"] <= 720
    assert front.evaluate("root => root.scrollWidth <= root.clientWidth")


def test_nothing_complained(notebook):
    assert notebook.errors == []


# In a bare page.


def model_with(*layers, size=8):
    images = np.random.default_rng(1).integers(0, 17, (15, size, size)) / 16
    return FeatureMapsModel(Sequential(*layers, Flatten()), images)


def two_layers():
    rng = np.random.default_rng(0)
    return model_with(Conv2d(1, 4, 3, padding=1, rng=rng), ReLU(), MaxPool2d(2))


@pytest.fixture
def page(browser):
    page = bare_page(browser, FeatureMapsFront)
    yield page
    assert page.complaints == []
    page.close()


@pytest.fixture
def bare(page):
    return page.locator(".al")


def test_a_state_alone_is_drawn(page, bare):
    model = two_layers()
    model.show(13, 1, -2, 2, 3)
    assert show(page, model) == model.text()
    assert bare.get_by_role("button", name="image 13").get_attribute("aria-pressed") == "true"
    assert bare.get_by_role("slider", name="map").get_attribute("aria-valuetext") == "map 3 of 4"
    assert bare.get_by_text("4 maps after 2: MaxPool2d").is_visible()
    assert bare.get_by_text("12 to 14 of 15").is_visible()


@pytest.mark.parametrize("at", [(0, 0), (3, 5), (7, 7)])
def test_a_pixel_of_a_map_says_its_number_and_lights_up_its_window(page, bare, at):
    model = two_layers()
    model.show(2, 0, 1, 0, 1)
    show(page, model)
    page.mouse.move(*pixel_of_map(bare, *at))
    number = f"{model.maps()[1][at]:.2f}".replace("-", "−")
    assert bare.get_by_text(f"Row {at[0]}, column {at[1]}: {number}. It sees 3 × 3 pixels").is_visible()
    pixel = 190 / PIXELS
    lit = stage(bare).locator("g[visibility=visible] rect").last
    window = [float(lit.get_attribute(name)) / pixel for name in ("x", "y", "width", "height")]
    assert window == pytest.approx([at[1] - 1, at[0] - 1, 3, 3], abs=0.01)
    page.mouse.move(1, 1)
    assert stage(bare).locator("g[visibility=visible]").count() == 0


def test_the_window_of_a_pool_is_as_far_from_the_next_as_its_stride(page, bare):
    model = two_layers()
    model.choose_layer(2)
    show(page, model)
    large(bare).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert bare.get_by_text("It sees 4 × 4 pixels: rows 1 to 4, columns 3 to 6.").is_visible()
    page.keyboard.press("ArrowUp")
    assert bare.get_by_text("4 × 4 pixels: rows 0 to 2, columns 3 to 6, and zeros around them.").is_visible()


def test_a_pixel_of_the_image_says_where_it_is_seen(page, bare):
    model = two_layers()
    model.show(5, 1, 0, 2, 0)
    show(page, model)
    page.mouse.move(*pixel_of_stage(bare, 4, 3))
    ink = model.moved(1, 0)[4, 3]
    assert bare.get_by_text(f"Pixel in row 4, column 3: {ink:.2f}. Seen from rows 1 to 2, columns 1 to 2").is_visible()


def test_what_is_dragged_is_asked_of_the_kernel_once_for_each_pixel(page, bare):
    show(page, two_layers())
    page.mouse.move(*pixel_of_stage(bare, 4, 4))
    page.mouse.down()
    page.mouse.move(*pixel_of_stage(bare, 4, 6), steps=20)
    page.mouse.up()
    sent = page.evaluate("window.sent")
    assert [message["args"] for message in sent] == [[0, 0, 1, 0, 0], [0, 0, 2, 0, 0]]
    assert bare.get_by_text("moved by 2 to the right").is_visible()  # the image moves before the kernel has answered


def test_a_large_image_and_few_images_and_an_unknown_layer_are_drawn(page, bare):
    wide = model_with(Conv2d(1, 2, 5), ReLU(), size=20)
    assert show(page, wide) == wide.text()
    page.mouse.move(*pixel_of_map(bare, 15, 15, size=16))
    assert bare.get_by_text("It sees 5 × 5 pixels: rows 15 to 19, columns 15 to 19.").is_visible()
    few = FeatureMapsModel(Sequential(Conv2d(1, 1, 3), lambda x: x + 1.0, Flatten(), Linear(36, 2)), np.ones((2, 8, 8)))
    few.choose_layer(1)
    assert show(page, few) == few.text()
    page.mouse.move(*pixel_of_map(bare, 0, 0, size=6))
    assert "It sees" not in bare.inner_text() and bare.get_by_text("Row 0, column 0:").is_visible()
    assert not bare.get_by_role("button", name="later images").is_visible()


def test_it_fits_on_a_narrow_page_and_follows_the_theme(page, bare):
    show(page, two_layers())
    for width in (760, 700, 500, 340):
        page.set_viewport_size({"width": width, "height": 800})
        assert bare.evaluate("root => root.scrollWidth <= root.clientWidth")
    colours = "all => all.map(canvas => canvas.toDataURL()).join()"
    page.wait_for_timeout(100)
    light = bare.locator("canvas").evaluate_all(colours)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    page.wait_for_timeout(100)
    assert bare.locator("canvas").evaluate_all(colours) != light

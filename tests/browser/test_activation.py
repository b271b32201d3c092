"""The activation explorer: its front in a bare page, and in notebook 05, moved by hand, by sliders and by keys."""

import pytest
from bare import bare_page, show
from lab import drag_delays

from autograd_lib.engine.value import Value
from autograd_lib.widgets.activation import FUNCTIONS, LIMITS, ActivationFront, ActivationModel

ONE, ROW = "activation-explorer-1", "activation-explorer-2"
POINT, BAND, END = "x: the point on the curve", "flat below: the band of small slopes", "in a row: the end of the row"


@pytest.fixture
def notebook(notebooks):
    return notebooks("05")


def front(notebook, cell):
    return notebook.output(cell).locator(".al").first


def words(root):
    return root.locator(".words").inner_text()


def slider(root, name):
    return root.locator(f"input[aria-label='{name}']")


def press(root, name):
    root.get_by_role("button", name=name, exact=True).click()


def pointer_at(page, plane, x, y):
    """Move the pointer to a place in a picture, from its left and upper edge."""
    box = plane.bounding_box()
    page.mouse.move(box["x"] + x, box["y"] + y)


# In a bare page.


@pytest.fixture
def page(browser):
    page = bare_page(browser, ActivationFront)
    yield page
    assert page.complaints == []
    page.close()


@pytest.fixture
def bare(page):
    return page.locator(".al")


@pytest.mark.parametrize("name", [*FUNCTIONS, "tanh(1.5x)", "log", "3x"])
def test_the_page_computes_what_the_model_computes(page, name):
    more = {"tanh(1.5x)": lambda x: (x * 1.5).tanh(), "log": Value.log, "3x": lambda x: x * 3}
    model = ActivationModel(more if name in more else None, in_a_row=30)
    model.choose(name)
    for k, x in enumerate((-6.0, -2.5, -0.25, 0.0, 0.13, 1.0, 4.44, 6.0)):
        model.move_x(x)
        model.set_limit(LIMITS[k % len(LIMITS)])
        model.set_depth((30, 0, 1, 17)[k % 4])
        assert show(page, model) == model.text()


def test_without_a_row_nothing_speaks_of_one(page, bare):
    model = ActivationModel(x=2.345)
    assert show(page, model) == model.text()
    assert bare.locator("svg").count() == 1 and slider(bare, "in a row").count() == 0


def test_x_is_dragged_anywhere_on_the_plane_and_moved_by_keys(page, bare):
    model = ActivationModel(in_a_row=30)
    show(page, model)
    plane = bare.locator("svg").first
    pointer_at(page, plane, 100, 200)
    page.mouse.down()
    pointer_at(page, plane, 319.5, 120)  # a quarter of 362 pixels to the right of the middle: 3
    page.mouse.up()
    model.move_x(3.33)
    x = float(bare.get_by_label(POINT).get_attribute("aria-valuenow"))
    model.move_x(x)
    assert 2.9 < x < 3.5 and words(bare) == model.text()
    bare.get_by_label(POINT).press("ArrowLeft")
    model.move_x(round(x - 0.1, 2))
    assert words(bare) == model.text()
    bare.get_by_label(POINT).press("Shift+ArrowLeft")
    model.move_x(round(x - 1.1, 2))
    assert words(bare) == model.text()


def test_the_curve_answers_under_the_pointer_and_x_stays(page, bare):
    model = ActivationModel()
    before = show(page, model)
    pointer_at(page, bare.locator("svg").first, 38 + 506 * 0.75, 120)
    assert bare.get_by_text("x 3.00").is_visible()
    assert bare.get_by_text("value 0.9951").is_visible() and bare.get_by_text("slope 0.0099").is_visible()
    assert words(bare) == before
    page.mouse.move(5, 5)
    assert not bare.get_by_text("x 3.00").is_visible()


def test_a_step_of_the_row_says_its_slope_and_what_is_left(page, bare):
    show(page, ActivationModel(in_a_row=30))
    right = bare.locator("svg").last
    pointer_at(page, right, 46 + 212 * 2 / 32, 150)
    _, slopes, products = ActivationModel(in_a_row=1).row()
    assert bare.get_by_text(f"number 1: slope {slopes[0]:.4f}, left {products[1]:.4f}").is_visible()


def test_the_end_of_the_row_and_the_band_are_dragged_and_have_keys(page, bare):
    model = ActivationModel(in_a_row=30)
    show(page, model)
    right = bare.locator("svg").last
    pointer_at(page, right, 46 + 212 * 31 / 32, 160)
    page.mouse.down()
    pointer_at(page, right, 46 + 212 * 11 / 32, 160)
    page.mouse.up()
    model.set_depth(10)
    assert words(bare) == model.text()
    bare.get_by_label(END).press("ArrowLeft")
    bare.get_by_label(BAND).press("ArrowUp")
    model.set_depth(9)
    model.set_limit(0.2)
    assert words(bare) == model.text()
    pointer_at(page, bare.locator("svg").first, 404, 50 + 264 * 2.3 / 4)
    page.mouse.down()
    pointer_at(page, bare.locator("svg").first, 404, 50 + 264 * 2 / 4)
    page.mouse.up()
    model.set_limit(0.5)
    assert words(bare) == model.text()


def test_where_there_is_no_kernel_a_function_of_the_readers_own_still_answers(page, bare):
    model = ActivationModel({"tanh(1.5x)": lambda x: (x * 1.5).tanh()}, in_a_row=30)
    show(page, model)
    press(bare, "tanh(1.5x)")
    bare.get_by_label(POINT).press("ArrowRight")
    model.choose("tanh(1.5x)")
    model.move_x(1.1)
    assert words(bare) == model.text().splitlines()[0]  # and nothing of another function's row


@pytest.mark.parametrize("width", [700, 480])
def test_nothing_is_cut_off(page, bare, width):
    page.set_viewport_size({"width": width, "height": 1100})
    for model in (ActivationModel(), ActivationModel({"tanh(1.5x)": lambda x: (x * 1.5).tanh()}, in_a_row=30)):
        for name in model.functions:
            model.choose(name)
            show(page, model)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# In the notebook.


def test_the_keyboard_moves_x_and_the_words_say_value_and_slope(notebook):
    x = slider(front(notebook, ONE), "x")
    x.press("Home")
    notebook.expect_words(ONE, "tanh at x = -6.00: value -1.0000, slope 2.46e-05")
    x.press("End")
    x.press("ArrowLeft")
    notebook.expect_words(ONE, "tanh at x = 5.90: value 1.0000, slope 3.00e-05")


def test_the_buttons_and_the_limit_say_where_a_function_is_flat(notebook):
    root = front(notebook, ONE)
    press(root, "sigmoid")
    limit = slider(root, "flat below")
    limit.press("End")
    notebook.expect_words(ONE, "flat, the slope less than 0.5 from 0 (hatched): everywhere")
    limit.press("Home")
    notebook.expect_words(ONE, "less than 0.01 from 0 (hatched): x < -4.58, x > 4.58")
    limit.press("ArrowRight")  # to the right the limit grows
    notebook.expect_words(ONE, "less than 0.02 from 0 (hatched)")
    limit.press("Home")
    press(root, "leaky_relu")
    notebook.expect_words(ONE, "less than 0.01 from 0 (hatched): nowhere from -6 to 6")
    press(root, "exp")
    slider(root, "x").press("End")
    notebook.expect_words(ONE, "exp at x = 6.00: value 403.4288, slope 403.4288")


def test_a_row_in_the_hands_of_the_reader(notebook):
    root = front(notebook, ROW)
    notebook.expect_words(ROW, "30 in a row, from x = 1.00: a gradient of 1 becomes 0.0091")
    press(root, "tanh(1.5x)")
    notebook.expect_words(ROW, "a gradient of 1 becomes 4.25e-13")
    notebook.expect_words(ROW, "the last of them is given 0.8586, where its slope is 0.3943")
    row = slider(root, "in a row")
    row.press("Home")
    notebook.expect_words(ROW, "0 in a row, from x = 1.00: a gradient of 1 becomes 1.0000")
    row.press("ArrowRight")
    notebook.expect_words(ROW, "1 in a row, from x = 1.00: a gradient of 1 becomes 0.2711")


@pytest.mark.parametrize("cell, name, goal", [(ONE, "tanh", 16), (ROW, "sigmoid", 16), (ROW, "tanh(1.5x)", 30)])
def test_x_follows_the_hand(notebook, cell, name, goal, record_drag):
    root = front(notebook, cell)
    press(root, name)
    slider(root, "x").press("Home")
    point = root.get_by_label(POINT)
    point.scroll_into_view_if_needed()
    delays = drag_delays(notebook.page, root, point, [(2 * k, 0) for k in range(1, 61)])
    record_drag(f"activation explorer, {name} of {cell}, x dragged", delays, goal)
    x = float(point.get_attribute("aria-valuenow"))
    assert x > -5
    notebook.expect_words(cell, f"{name} at x = {x:.2f}: value")
    if cell == ROW:
        notebook.expect_words(cell, f"in a row, from x = {x:.2f}: a gradient")


def test_no_key_reaches_the_notebook(notebook):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    for label in (POINT, BAND, END):
        front(notebook, ROW).get_by_label(label).focus()
        for key in ("x", "d", "d", "Space", "a", "b"):
            notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_it_fits_and_nothing_complained(notebook):
    for cell in (ONE, ROW):
        assert front(notebook, cell).bounding_box()["width"] <= 720
    assert notebook.errors == []

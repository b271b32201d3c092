"""The tangent explorer in notebook 01, moved as a reader moves it: by hand, by slider and by keys."""

import pytest
from lab import drag_delays

CELL = "tangent-explorer"


@pytest.fixture
def notebook(notebooks):
    return notebooks("01")


@pytest.fixture
def front(notebook):
    front = notebook.output(CELL).locator(".al[data-drawn]").first
    front.evaluate("node => node.scrollIntoView({block: 'center'})")
    return front


def test_the_keyboard_moves_h_and_the_words_say_the_slope(notebook, front):
    h = front.get_by_role("slider", name="h", exact=True).first
    h.press("End")
    notebook.expect_words(CELL, "forward difference with h = 2: 28")
    h.press("ArrowLeft")
    notebook.expect_words(CELL, "with h = 1: 19")
    h.press("Home")
    notebook.expect_words(CELL, "with h = 1e-14: 12.25686219")
    h.press("End")
    notebook.expect_words(CELL, "with h = 2:")


def test_to_the_right_h_grows_whatever_is_moved(notebook, front):
    for name, which in [("second point of the secant: h", 0), ("h", 0), ("h", 1)]:
        handle = front.get_by_role("slider", name=name, exact=True).nth(which)
        handle.press("Home")
        notebook.expect_words(CELL, "with h = 1e-14:")
        handle.press("ArrowRight")
        notebook.expect_words(CELL, "with h = 1.8e-14:")
        handle.press("End")
        notebook.expect_words(CELL, "with h = 2:")


def test_the_legend_says_which_line_is_the_tangent(front):
    assert front.locator(".legend span").all_inner_texts()[:3] == [
        "━ x³",
        "╍ line through both points: drag the second",
        "┈ tangent",
    ]


def test_a_point_that_is_dragged_takes_the_picture_along(notebook, front, record_drag):
    point = front.get_by_role("slider", name="x", exact=True).last
    delays = drag_delays(notebook.page, front, point, [(k, 0) for k in range(1, 61)])
    record_drag("tangent explorer, x dragged", delays, goal=30)
    assert "at x = 2," not in notebook.output(CELL).inner_text()


def test_the_second_point_is_dragged_towards_the_first(notebook, front):
    second = front.get_by_role("slider", name="second point of the secant: h")
    before = float(second.get_attribute("aria-valuenow"))
    drag_delays(notebook.page, front, second, [(-k, 0) for k in range(1, 61)])
    assert float(second.get_attribute("aria-valuenow")) < before / 2


def test_the_side_is_a_button_and_the_keys_move_x(notebook, front):
    front.get_by_role("button", name="central").click()
    notebook.expect_words(CELL, "central difference")
    point = front.get_by_role("slider", name="x", exact=True).last
    before = float(point.get_attribute("aria-valuenow"))
    point.press("ArrowLeft")
    notebook.expect_words(CELL, f"at x = {before - 0.1:g}")


def test_no_key_reaches_the_notebook(notebook, front):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    front.get_by_role("slider", name="x", exact=True).last.focus()
    for key in ("x", "d", "d", "Space", "a", "b"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_nothing_complained(notebook):
    assert notebook.errors == []

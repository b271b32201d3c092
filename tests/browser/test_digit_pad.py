"""The digit pad in notebook 11: a digit is drawn as a reader draws it, and the network reads it."""

import re
import statistics

import pytest
from lab import answer_delays, drag_delays
from playwright.sync_api import expect

CELL = "digit-pad"
SIZE = 32  # points on a side of the pad
FOUR = ["....#...", "...#....", "..#.....", ".#...#..", ".#...#..", ".######.", ".....#..", ".....#.."]
# In points, as one writes them with a pen.
STROKES = {
    "1": [[(12, 8), (17, 2), (17, 30)]],
    "3": [[(8, 4), (15, 2), (23, 5), (22, 12), (14, 15), (22, 18), (24, 25), (16, 30), (8, 28)]],
    "4": [[(16, 2), (7, 20), (25, 20)], [(20, 13), (19, 30)]],
    "7": [[(7, 3), (24, 3), (16, 16), (13, 30)], [(10, 16), (22, 16)]],
    "9": [[(23, 8), (16, 2), (9, 7), (11, 15), (19, 15), (23, 6), (22, 18), (18, 30)]],
}


@pytest.fixture
def notebook(notebooks):
    return notebooks("11")


@pytest.fixture
def front(notebook):
    return notebook.output(CELL).locator(".al").first


@pytest.fixture
def sheet(front):
    return front.get_by_role("application")


def press(front, name):
    front.get_by_role("button", name=name, exact=True).click()


def hand(sheet, strokes, small=1.0):
    """Draw with the mouse, from point to point; `small` times as large, towards the upper left."""
    sheet.scroll_into_view_if_needed()
    page, box = sheet.page, sheet.bounding_box()

    def place(point):
        return [box[side] + box[size] * small * v / SIZE for side, size, v in zip("xy", ("width", "height"), point)]

    for first, *others in strokes:
        page.mouse.move(*place(first))
        page.mouse.down()
        for point in others:
            page.mouse.move(*place(point), steps=6)
        page.mouse.up()


def to_the_corner(sheet):
    """The cursor is where the last stroke ended."""
    sheet.focus()
    for key in ["Shift+ArrowUp", "Shift+ArrowLeft"] * 8:
        sheet.page.keyboard.press(key)


def ink(front):
    """The 64 shares of ink in the image beside the pad."""
    shares = front.locator("svg[aria-label^='the image'] g rect").evaluate_all(
        "all => all.map(rect => Number(rect.getAttribute('fill-opacity')))"
    )
    assert len(shares) == 64
    return shares


@pytest.fixture(autouse=True)
def empty_pad(notebook, front):
    front.get_by_role("slider", name="grey edges").press("Home")
    press(front, "a pen")
    press(front, "0: Conv2d")
    press(front, "clear the ink")
    notebook.expect_words(CELL, "The pad is empty. Draw a digit, as large as the pad.")


def soften(front, presses=3):
    for _ in range(presses):
        front.get_by_role("slider", name="grey edges").press("ArrowRight")


@pytest.mark.parametrize("digit", STROKES)
def test_a_digit_drawn_by_hand_is_read(notebook, front, sheet, digit):
    hand(sheet, STROKES[digit])
    notebook.expect_words(CELL, f"Read as {digit}, with probability")


def test_the_page_counts_ink_as_the_kernel_does(notebook, front, sheet):
    hand(sheet, STROKES["3"])
    soften(front)
    notebook.expect_words(CELL, f"edges 0.3; mean of the image {statistics.mean(ink(front)):.2f}")
    assert len(set(ink(front))) > 5  # many greys, as in the data


def test_the_pointer_asks_a_cell_for_its_ink(front, sheet):
    press(front, "draw a 1")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    sheet.page.mouse.move(box["x"] + 4.5 / 8 * box["width"], box["y"] + 3.5 / 8 * box["height"])
    expect(front).to_contain_text("row 3, column 4: 16 of 16 points have ink: 1.00")


def test_a_one_is_drawn_by_keys_alone(notebook, front, sheet):
    to_the_corner(sheet)
    for key in [*["Shift+ArrowRight"] * 4, "Space", *["Shift+ArrowDown"] * 8, "Space", "Shift+ArrowLeft"]:
        sheet.page.keyboard.press(key)
    notebook.expect_words(CELL, "Read as 1, with probability")
    before = ink(front)
    sheet.page.keyboard.press("ArrowUp")  # the pen is up
    assert ink(front) == before


def test_a_four_is_drawn_cell_by_cell_by_keys_alone(notebook, front, sheet):
    soften(front)
    press(front, "whole cells")
    to_the_corner(sheet)
    keyboard = sheet.page.keyboard
    for k, row in enumerate(FOUR):
        way = "ArrowLeft" if k % 2 else "ArrowRight"
        for sign in reversed(row) if k % 2 else row:
            if sign == "#":
                keyboard.press("Space")
            keyboard.press(way)
        keyboard.press("ArrowDown")
    notebook.expect_words(CELL, f"{''.join(FOUR).count('#')} cells drawn")
    notebook.expect_words(CELL, "Read as 4, with probability")


def test_whole_cells_are_filled_and_taken_back_by_hand(notebook, front, sheet):
    press(front, "whole cells")
    hand(sheet, [[(6, 6), (6, 26)]])
    notebook.expect_words(CELL, "6 cells drawn, edges 0;")
    assert set(ink(front)) == {0, 1}
    hand(sheet, [[(6, 10), (6, 18)]])  # begins on ink: takes it away
    notebook.expect_words(CELL, "3 cells drawn, edges 0;")


def test_a_nine_is_read_as_a_three_until_its_edges_are_grey(notebook, front):
    press(front, "draw a 9")
    notebook.expect_words(CELL, "Read as 3, with probability 0.43; next is 5, with 0.41.")
    soften(front)
    notebook.expect_words(CELL, "Read as 9, with probability")


def test_ink_is_erased_and_strokes_are_undone(notebook, front, sheet):
    hand(sheet, STROKES["1"])
    notebook.expect_words(CELL, "Read as 1,")
    drawn = ink(front)
    press(front, "an eraser")
    hand(sheet, [[(2, 28), (30, 28)]])
    assert sum(ink(front)) < sum(drawn)
    press(front, "undo")
    assert ink(front) == drawn
    sheet.focus()
    sheet.page.keyboard.press("Control+z")
    notebook.expect_words(CELL, "The pad is empty.")


def test_a_small_digit_can_be_made_to_fill_the_pad(notebook, front, sheet):
    hand(sheet, STROKES["3"], small=0.5)
    assert not any(ink(front)[40:])  # the lower rows are paper
    press(front, "make it fill the pad")
    assert any(ink(front)[:8]) and any(ink(front)[56:])
    notebook.expect_words(CELL, "Read as 3,")


def test_a_drawing_of_whole_cells_that_is_as_tall_as_the_pad_keeps_black_and_white(front):
    """Moved into the middle by half a cell, a 1 would be grey at both sides."""
    press(front, "draw a 1")
    press(front, "make it fill the pad")
    assert set(ink(front)) == {0, 1}


def test_the_arrows_move_the_drawing_by_a_cell(front):
    press(front, "draw a 1")
    before = ink(front)
    press(front, "move the drawing right")
    assert [row[1:] for row in rows(ink(front))] == [row[:-1] for row in rows(before)]
    press(front, "move the drawing up")
    assert not any(rows(ink(front))[-1])


def rows(shares):
    return [shares[k : k + 8] for k in range(0, 64, 8)]


def test_a_finger_draws_and_the_page_stays(notebook, front, sheet):
    sheet.scroll_into_view_if_needed()
    box, touch = sheet.bounding_box(), notebook.page.context.new_cdp_session(notebook.page)
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] * k / 20) for k in range(1, 20)]
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * 18], places):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    notebook.expect_words(CELL, "Read as 1,")
    assert sheet.bounding_box()["y"] == box["y"]
    assert all(any(row) for row in rows(ink(front)))


def test_the_feature_maps_are_those_of_the_drawing(notebook, front, sheet):
    picture = "all => all.filter(c => !c.hidden).map(c => c.toDataURL()).join()"
    maps = front.locator(".pad-maps canvas")
    hand(sheet, STROKES["1"])
    notebook.page.wait_for_timeout(500)  # until the last answer is drawn
    one = maps.evaluate_all(picture)
    press(front, "3: ReLU")
    expect(front).to_contain_text("32 maps of 8 × 8")
    press(front, "4: MaxPool2d")
    expect(front).to_contain_text("32 maps of 4 × 4")
    press(front, "0: Conv2d")
    expect(front).to_contain_text("16 maps of 8 × 8")
    assert maps.evaluate_all(picture) == one
    press(front, "draw a 7")
    notebook.expect_words(CELL, "Read as 7,")
    assert maps.evaluate_all(picture) != one


def test_the_ink_follows_the_hand(notebook, front, sheet, record_drag):
    delays = drag_delays(notebook.page, front, sheet, [(k, 40 - k) for k in range(1, 61)])
    record_drag("digit pad, ink and image", delays, goal=16)


def test_the_bars_follow_the_hand(notebook, front, sheet, record_drag):
    answers = answer_delays(notebook.page, front, sheet, [(k, k - 40) for k in range(1, 91)])
    record_drag("digit pad, bars and feature maps", answers, goal=30)


def test_the_cell_can_be_run_again_and_the_new_pad_draws(notebook, front, sheet):
    hand(sheet, STROKES["1"])
    notebook.run(CELL)
    notebook.expect_words(CELL, "Read as 3, with probability 0.43")
    press(front, "clear the ink")
    hand(sheet, STROKES["4"])
    notebook.expect_words(CELL, "Read as 4,")
    assert notebook.output(CELL).locator(".al").count() == 1


def test_no_key_reaches_the_notebook(notebook, front, sheet):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    sheet.focus()
    for key in ("x", "d", "d", "a", "b", "Space", "ArrowUp", "Space", "Enter"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells
    expect(sheet).to_be_focused()


def test_every_control_has_a_name_and_it_fits(notebook, front):
    for role in ("button", "slider", "application", "img"):
        for element in front.get_by_role(role).all():
            assert re.search(r"\w|[←→↑↓]", element.get_attribute("aria-label") or element.inner_text())
    assert front.bounding_box()["width"] <= 720
    assert front.evaluate("root => root.scrollWidth <= root.clientWidth")


def test_nothing_complained(notebook):
    assert notebook.errors == []

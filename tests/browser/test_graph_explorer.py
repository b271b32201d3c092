"""The graph explorer in notebook 02, touched as a reader touches it: with the hand and with keys."""

import pytest
from lab import drag_delays
from playwright.sync_api import expect

CELL = "graph-explorer"


@pytest.fixture
def notebook(notebooks):
    return notebooks("02")


@pytest.fixture
def front(notebook):
    front = notebook.output(CELL).locator(".al").first
    front.scroll_into_view_if_needed()
    return front


@pytest.fixture
def leaf(front):
    return lambda name: front.get_by_role("slider", name=name, exact=True)


def viewed(front):
    return front.locator(".stage > svg").get_attribute("viewBox")


def test_a_node_that_is_pointed_at_lights_its_payments_and_its_paths(notebook, front, leaf):
    front.get_by_role("img", name="t1:").hover()
    notebook.expect_words(CELL, "t1 pays upstream × local: 7.0 × 3.0 = 21.0 to a; 7.0 × 2.0 = 14.0 to b")
    assert front.locator(".edge.paid").count() == 2 and front.locator(".edge.path").count() == 2
    leaf("a").hover()
    notebook.expect_words(CELL, "a.grad = 10.0 × 1.0 from t3 + 7.0 × 3.0 from t1 = 31.0")
    assert front.locator(".tag.on").all_text_contents() == ["+21.0", "+10.0"]
    notebook.page.mouse.move(2, 2)
    expect(front.locator(".dim")).to_have_count(0)


def test_a_leaf_that_is_dragged_takes_values_and_gradients_along(notebook, front, leaf, record_drag):
    delays = drag_delays(notebook.page, front, leaf("a"), [(k, 0) for k in range(1, 61)])
    record_drag("graph explorer, a leaf dragged", delays, goal=30)
    expect(leaf("a")).to_have_attribute("aria-valuenow", "3.2")
    notebook.expect_words(CELL, "L = t2 * t3 = 13.6 * 8.2 = 111.52")
    expect(leaf("b")).to_have_attribute("aria-valuetext", "b = 3.0, grad 26.24")
    front.get_by_role("button", name="all leaves back").click()
    notebook.expect_words(CELL, "L = t2 * t3 = 10.0 * 7.0 = 70.0")


def test_the_keys_move_a_leaf_and_go_from_node_to_node(notebook, front, leaf):
    leaf("a").press("Shift+ArrowRight")
    notebook.expect_words(CELL, "L = t2 * t3 = 13.0 * 8.0 = 104.0")
    leaf("a").press("ArrowDown")
    expect(leaf("a")).to_have_attribute("aria-valuenow", "2.9")
    leaf("a").press("Home")
    expect(leaf("a")).to_have_attribute("aria-valuenow", "2")
    root = front.get_by_role("img", name="L:")
    root.press("ArrowLeft")
    assert notebook.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("t3:")
    notebook.expect_words(CELL, "t3 pays upstream × local: 10.0 × 1.0 = 10.0 to a")


def test_both_passes_are_played_and_stepped(notebook, front):
    front.get_by_role("button", name="play").click()
    notebook.expect_words(CELL, "step 0 of 9")
    notebook.expect_words(CELL, "Forward pass: t1 has its inputs and is computed.")
    front.get_by_role("button", name="pause").click()
    slider = front.get_by_role("slider", name="step of the two passes")
    slider.press("Home")
    slider.press("End")
    notebook.expect_words(CELL, "a.grad += 7.0 × 3.0 = 21.0, now 31.0")
    front.get_by_role("button", name="one step back").click()
    front.get_by_role("button", name="one step back").click()
    notebook.expect_words(CELL, "t3 pays upstream × local:\na.grad += 10.0 × 1.0 = 10.0, now 10.0")
    front.get_by_role("button", name="end the passes").click()
    notebook.expect_words(CELL, "∂L/∂a = 31.0")


def test_the_wheel_with_ctrl_and_the_keys_zoom_and_the_hand_pans(notebook, front):
    stage = front.get_by_role("group", name="the graph")
    whole = viewed(front)
    box = stage.bounding_box()
    notebook.page.mouse.move(box["x"] + 300, box["y"] + 10)
    notebook.page.keyboard.down("Control")
    notebook.page.mouse.wheel(0, -300)
    notebook.page.keyboard.up("Control")
    notebook.page.wait_for_timeout(100)
    zoomed = viewed(front)
    assert float(zoomed.split()[2]) < 0.5 * float(whole.split()[2])
    stage.focus()
    stage.press("ArrowRight")
    assert float(viewed(front).split()[0]) > float(zoomed.split()[0])
    stage.press("0")
    assert float(viewed(front).split()[2]) >= float(whole.split()[2]) - 1
    stage.press("+")
    assert viewed(front) != whole
    front.get_by_role("button", name="show the whole graph").click()


def test_no_key_reaches_the_notebook(notebook, front, leaf):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    leaf("a").focus()
    for key in ("x", "d", "d", "Space", "a", "b", "0"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_no_text_is_cut_off_or_smaller_than_twelve_pixels(front):
    for text in front.locator(".stage .node text").all():
        assert text.evaluate("t => 10 * t.getScreenCTM().a") >= 11.9
    for node in front.locator(".stage .node").all():
        assert node.evaluate(
            """node => {
                const box = node.querySelector('polygon').getBBox();
                return [...node.querySelectorAll('text')].map(text => text.getBBox())
                    .every(text => text.x >= box.x - 0.5 && text.x + text.width <= box.x + box.width + 0.5);
            }"""
        )


def test_nothing_complained(notebook):
    assert notebook.errors == []

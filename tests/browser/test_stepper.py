"""The graph stepper in notebooks 02, 03 and 04, moved as a reader moves it: with the hand and with keys."""

import pytest
from bare import bare_page, show
from lab import drag_delays
from playwright.sync_api import expect

from autograd_lib.engine.value import Value
from autograd_lib.widgets.stepper import StepperFront, StepperModel

CELL = "graph-stepper"


@pytest.fixture
def notebook(notebooks):
    return notebooks("02")


@pytest.fixture
def front(notebook):
    return opened(notebook)


def opened(notebook):
    """The stepper at its first step."""
    front = notebook.output(CELL).locator(".al").first
    front.scroll_into_view_if_needed()
    step(front).press("Home")
    notebook.page.mouse.move(2, 2)
    return front


def step(front):
    return front.get_by_role("slider", name="step")


def press(front, name):
    front.get_by_role("button", name=name).click()


def box(front, name):
    return front.locator(f'.node[aria-label^="{name}:"]')


def boxes(front):
    """The texts of the boxes of the drawing."""
    groups = front.locator(".stage g.node").all()
    return {" ".join(" ".join(group.locator("text").all_text_contents()).split()) for group in groups}


def test_the_buttons_go_through_both_passes_and_back(notebook, front):
    notebook.expect_words(CELL, "Step 0 of 9 · forward pass: the leaves are given.")
    assert {"a data 2.0", "∗ t1"} <= boxes(front)
    press(front, "one step on")
    notebook.expect_words(CELL, "t1 = a * b = 2.0 * 3.0 = 6.0")
    assert "∗ t1 data 6.0" in boxes(front)
    step(front).press("End")
    notebook.expect_words(CELL, "a.grad += 7.0 × 3.0 = 21.0, now 31.0")
    assert {"a data 2.0 grad 31.0", "∗ t1 data 6.0 grad 7.0"} <= boxes(front)
    press(front, "one step back")
    notebook.expect_words(CELL, "Step 8 of 9 · backward pass: t2.grad = 7.0 is complete")
    assert "a data 2.0 grad 10.0" in boxes(front)


def test_payments_stand_on_the_arrows_and_what_is_not_complete_is_seen_without_its_colour(notebook, front):
    for _ in range(7):
        press(front, "one step on")
    notebook.expect_words(CELL, "Step 7 of 9")
    assert front.locator(".tag.on").all_text_contents() == ["10.0× 1.0= 10.0"] * 2
    assert front.locator(".mark[visibility=visible]").all_text_contents() == ["▶"]
    expect(box(front, "a")).to_have_class("node unfinished")
    assert box(front, "a").locator(".grad").evaluate("text => getComputedStyle(text).fontStyle") == "italic"
    assert box(front, "a").get_attribute("aria-label") == "a: data 2.0, grad 10.0, 1 of 2 payments so far"
    step(front).press("End")
    assert box(front, "a").get_attribute("aria-label") == "a: data 2.0, grad 31.0"


def test_a_click_goes_to_the_turn_of_a_node_and_a_second_one_to_its_turn_in_the_other_pass(notebook, front):
    box(front, "t3").click()
    notebook.expect_words(CELL, "Step 3 of 9")
    box(front, "t3").click()
    notebook.expect_words(CELL, "Step 7 of 9")
    box(front, "a").click()
    notebook.expect_words(CELL, "Step 9 of 9")
    box(front, "t3").focus()
    notebook.page.keyboard.press("Enter")
    notebook.expect_words(CELL, "Step 7 of 9")


def test_pointing_at_a_node_tells_what_it_has_got_and_paid_so_far(notebook, front):
    step(front).press("End")
    press(front, "one step back")
    box(front, "a").hover()
    notebook.expect_words(CELL, "a.grad so far: 10.0 × 1.0 from t3 = 10.0; 1 payment is still to come")
    assert front.locator(".edge.paid").count() == 1 and front.locator(".edge.path").count() == 4
    notebook.page.mouse.move(2, 2)
    notebook.expect_words(CELL, "Step 8 of 9 · backward pass")


def test_a_step_has_no_name_before_it_is_reached(notebook, notebooks):
    other = notebooks("04")
    front = opened(other)
    chips = front.locator(".chip")
    assert chips.all_text_contents()[:2] == ["leaves", "·"]
    chips.nth(3).click()
    other.expect_words(CELL, "Step 3 of 11")
    assert chips.all_text_contents()[:5] == [
        "leaves",
        "b",
        chips.nth(2).text_content(),
        chips.nth(3).text_content(),
        "·",
    ]


def test_the_keys_go_on_back_and_play(notebook, front):
    for key, words in [("n", "Step 1 of 9"), ("n", "Step 2 of 9"), ("b", "Step 1 of 9")]:
        notebook.page.keyboard.press(key)
        notebook.expect_words(CELL, words)
    notebook.page.keyboard.press("p")
    notebook.expect_words(CELL, "Step 3 of 9")
    press(front, "pause")
    step(front).press("ArrowRight")


def test_the_layout_stays_while_steps_go_by(notebook, front):
    stage = front.locator(".stage")
    before = stage.bounding_box()
    step(front).press("End")
    notebook.expect_words(CELL, "Step 9 of 9")
    after = stage.bounding_box()
    assert (before["width"], before["height"]) == (after["width"], after["height"])


def test_in_04_b_waits_for_all_three_that_use_it(notebooks):
    notebook = notebooks("04")
    front = opened(notebook)
    step(front).press("End")
    press(front, "one step back")
    notebook.expect_words(CELL, "b.grad += 1.284 × 0.94 = 1.207, now 2.5215")
    assert notebook.errors == []


def test_a_hand_runs_along_the_steps(notebook, front, record_drag):
    chips = front.locator(".chip")
    step(front).press("End")
    left, right = chips.first.bounding_box()["x"], chips.last.bounding_box()["x"]
    reach = right - left
    path = [(reach * k / 60, 0) for k in range(1, 61)]
    delays = drag_delays(notebook.page, front, chips.first, path)
    record_drag("graph stepper, a hand along the steps", delays, goal=16)
    notebook.expect_words(CELL, "Step 9 of 9")


def test_without_a_kernel_it_goes_on(notebook, front):
    notebook.page.evaluate("() => { window.sent = 0; }")
    model = """() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (...args) { window.sent++; return send.apply(this, args); };
    }"""
    notebook.page.evaluate(model)
    for _ in range(9):
        press(front, "one step on")
    notebook.expect_words(CELL, "Step 9 of 9")
    assert notebook.page.evaluate("window.sent") == 0


def test_it_goes_through_all_steps_in_a_bare_page(browser):
    page = bare_page(browser, StepperFront)
    a = Value(3.0, label="a")
    assert show(page, StepperModel((a * a).tanh())).startswith("Step 0 of 5 · forward pass: the leaves are given.")
    for _ in range(5):
        page.get_by_role("button", name="one step on").click()
    expect(page.locator(".words")).to_contain_text("Step 5 of 5 · backward pass: n1.grad = ")
    assert page.locator(".tag.on").count() == 2
    assert page.complaints == [] and page.evaluate("window.sent") == []
    page.close()


def test_nothing_complained(notebook):
    assert notebook.errors == []

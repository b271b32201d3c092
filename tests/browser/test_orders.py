"""Order against order in notebook 04, moved as a reader moves it."""

import pytest
from bare import bare_page
from playwright.sync_api import expect

from autograd_lib.engine.value import Value
from autograd_lib.widgets.orders import OrdersFront, OrdersModel

CELL = "order-against-order"


@pytest.fixture
def notebook(notebooks):
    return notebooks("04")


def opened(notebook):
    """The widget at its first step."""
    front = notebook.output(CELL).locator(".al").first
    front.scroll_into_view_if_needed()
    step(front).press("Home")
    notebook.page.mouse.move(2, 2)
    return front


def step(front):
    return front.get_by_role("slider", name="step")


def press(front, name, times=1):
    for _ in range(times):
        front.get_by_role("button", name=name).click()


def order(front, name):
    return front.get_by_role("group", name=name, exact=True)


def box(order, name):
    return order.locator(f'.node[aria-label^="{name}:"]')


def test_the_first_wrong_payment_is_said_and_marked(notebook):
    front = opened(notebook)
    wrong, good = order(front, "first order"), order(front, "second order")
    notebook.expect_words(CELL, "first order, e → b → d: it begins with e.grad = 1.0")
    press(front, "one step on")
    notebook.expect_words(CELL, "first order, e → b → d: e passes on e.grad = 1.0")
    assert "✗" not in front.locator(".order").all_text_contents()[0]
    press(front, "one step on")
    notebook.expect_words(CELL, "First wrong payment, in turn 2: b passes on 1.0 before d, which uses it, has paid.")
    assert wrong.locator(".mark[visibility=visible]").all_text_contents() == ["✗"]
    assert good.locator(".mark[visibility=visible]").all_text_contents() == ["▶"]
    assert wrong.locator(".tag.on").all_text_contents() == ["1.0× 2.0= 2.0 ✗", "1.0× 3.0= 3.0 ✗"]
    assert "grad 2.0 ✗" in box(wrong, "a").text_content() and "✗" not in good.text_content()
    expect(wrong.locator(".verdict")).to_have_text("✗ first wrong payment")


def test_what_a_node_has_passed_on_too_early_is_written_beside_it(notebook):
    front = opened(notebook)
    press(front, "one step on", 3)
    wrong, good = order(front, "first order"), order(front, "second order")
    expect(box(wrong, "b")).to_have_class("node stale")
    assert "passed on 1.0" in wrong.locator(".signs").text_content()
    assert "passed on" not in good.locator(".signs").text_content()
    box(wrong, "b").hover()
    notebook.expect_words(CELL, "b.grad = 1.0 × 1.0 from e + 1.0 × 3.0 from d = 4.0")
    notebook.expect_words(CELL, "It had only 1.0 then.")


def test_the_keyboard_goes_to_the_end_where_one_is_right_and_one_is_not(notebook):
    front = opened(notebook)
    step(front).press("End")
    notebook.expect_words(CELL, "In the end a.grad is 2.0 and should be 8.0")
    notebook.expect_words(CELL, "In the end all gradients are right.")
    notebook.page.keyboard.press("b")
    expect(front.get_by_text("step 2 of 3")).to_be_visible()


def test_a_click_on_a_name_or_a_node_goes_to_its_turn(notebook):
    front = opened(notebook)
    order(front, "second order").locator(".chip").nth(1).click()
    notebook.expect_words(CELL, "second order, e → d → b: d passes on d.grad = 1.0.")
    box(order(front, "second order"), "b").click()
    notebook.expect_words(CELL, "second order, e → d → b: b passes on b.grad = 4.0.")


def test_both_windows_show_the_same_part(notebook):
    front = opened(notebook)
    press(front, "zoom in", 3)
    first, second = (svg.get_attribute("viewBox") for svg in front.locator(".stage > svg").all())
    assert first == second
    press(front, "fit the graph in")
    again, _ = (svg.get_attribute("viewBox") for svg in front.locator(".stage > svg").all())
    assert again != first


def test_no_text_is_cut_off(notebook):
    front = opened(notebook)
    for stage in front.locator(".stage").all():
        room = stage.bounding_box()
        for node in stage.locator(".node").all():
            place = node.bounding_box()
            assert room["x"] <= place["x"] and place["x"] + place["width"] <= room["x"] + room["width"]


def test_an_order_of_the_readers_own(notebook):
    notebook.rewrite(CELL, 'order_against_order(build()[0], "b d e", "e d b")')
    notebook.run(CELL)
    press(opened(notebook), "one step on")
    notebook.expect_words(
        CELL, "First wrong payment, in turn 1: b passes on 0.0 before d and e, which use it, have paid."
    )


def test_a_node_that_is_not_there_gives_a_line_in_its_place(notebook):
    notebook.rewrite(CELL, 'order_against_order(build()[0], "e x", "e d b")')
    notebook.run(CELL)
    notebook.expect_words(CELL, "order_against_order: no nodes are called 'x'; the nodes are a, (2), b, (3), d, e")


def test_a_second_turn_is_a_wrong_payment_too(browser):
    a = Value(3.0, label="a")
    b = a * 2
    c = b + b
    b.label, c.label = "b", "c"
    model = OrdersModel(c, "c b b", "c b")
    page = bare_page(browser, OrdersFront)
    page.evaluate("state => window.show(state)", model.scene() | model.state())
    front = page.locator(".al").first
    first, second = page.locator(".words").all()
    press(front, "one step on", 3)
    expect(first).to_contain_text("First wrong payment, in turn 3: b has its turn again")
    expect(second).to_contain_text("second order, c → b: it is over.")
    press(front, "one step back")
    expect(first).to_contain_text("a.grad += 2.0 × 2.0 = 4.0, now 4.0")
    assert page.complaints == []
    page.close()


def test_it_goes_through_all_turns_in_a_bare_page(browser):
    page = bare_page(browser, OrdersFront)
    a = Value(1.0, label="a")
    b = a + a
    c = b + b
    model = OrdersModel(c, [c, b, b], [c, b])
    page.evaluate("state => window.show(state)", model.scene() | model.state())
    page.get_by_role("slider", name="step").press("End")
    expect(page.locator(".words").first).to_contain_text("In the end a.grad is 8.0 and should be 4.0.")
    expect(page.locator(".verdict").first).to_have_text("✗ first wrong payment")
    assert page.complaints == [] and page.evaluate("window.sent") == []
    page.close()


def test_nothing_complained(notebook):
    assert notebook.errors == []

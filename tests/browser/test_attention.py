"""The attention explorer in a bare page: the picture follows pointer and keys, the words come from the kernel."""

import pytest
from bare import bare_page, show
from lab import drag_delays

from autograd_lib.nn.gpt import GPT
from autograd_lib.widgets import attention_explorer

TEXT = "abc abd"


@pytest.fixture(scope="module")
def front():
    return attention_explorer(GPT(" abcd", context=8, width=8, heads=2, layers=1, rng=0), TEXT)


@pytest.fixture
def page(browser, front):
    page = bare_page(browser, front)
    show(page, front.model)
    yield page
    assert page.complaints == []
    page.close()


def field(page):
    return page.get_by_role("slider", name="the character that looks")


def shares(page, row):
    """How blue each character of a row is: the boxes of a row stand one after the other."""
    all_boxes = page.locator("svg rect[fill-opacity]").evaluate_all("ns => ns.map(n => n.getAttribute('fill-opacity'))")
    return [float(share) for share in all_boxes[row * len(TEXT) : (row + 1) * len(TEXT)]]


def point_at(page, i):
    box = field(page).bounding_box()
    page.mouse.move(box["x"] + (i + 0.5) / len(TEXT) * box["width"], box["y"] + 40)


def test_it_begins_at_the_last_character(page, front):
    assert field(page).get_attribute("aria-valuetext") == "d, character 6"
    assert shares(page, 1) == pytest.approx(front.model.maps[0, 1, 6].tolist(), abs=1e-3)


def test_pointing_at_a_character_shows_what_each_head_takes_from_there(page, front):
    point_at(page, 2)
    assert field(page).get_attribute("aria-valuetext") == "c, character 2"
    for head in range(2):
        assert shares(page, head) == pytest.approx(front.model.maps[0, head, 2].tolist(), abs=1e-3)
    assert page.evaluate("() => window.sent.at(-1)") == {"n": 1, "move": "look_from", "args": [2]}


def test_the_arrow_keys_go_along_the_text_and_stop_at_its_ends(page):
    field(page).focus()
    page.keyboard.press("ArrowLeft")
    assert field(page).get_attribute("aria-valuenow") == "5"
    assert field(page).get_attribute("aria-valuetext") == "b, character 5"
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert field(page).get_attribute("aria-valuenow") == "6"


def test_the_words_are_those_of_the_kernel(page, front):
    point_at(page, 2)
    front.model.look_from(2)
    page.evaluate("state => window.answer({n: 1, state, problem: ''})", front.model.state())
    front.model.look_from(6)
    assert "from c, character 2" in page.locator(".words").inner_text()
    assert field(page).get_attribute("aria-valuenow") == "2"


def test_the_picture_follows_the_pointer(browser, record_drag):
    """There and back along a longer text, so that each move shows another character."""
    front = attention_explorer(GPT(" abcd", context=40, width=8, heads=4, layers=1, rng=0), "abcd " * 8)
    page = bare_page(browser, front)
    show(page, front.model)
    width = field(page).bounding_box()["width"] / 40
    path = [(width * (k if k <= 18 else 36 - k if k <= 54 else k - 72), 0) for k in range(1, 73)]
    delays = drag_delays(page, page.locator(".al"), field(page), path)
    record_drag("attention explorer, pointed along the text", delays, goal=16)
    page.close()

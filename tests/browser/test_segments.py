"""The segments explorer in a bare page: the slider asks for a size, and the curves are what the kernel answers."""

import pytest
from bare import bare_page, show

from autograd_lib.widgets import segments_explorer


@pytest.fixture
def front():
    return segments_explorer(layers=16)


@pytest.fixture
def page(browser, front):
    page = bare_page(browser, front)
    show(page, front.model)
    yield page
    assert page.complaints == []
    page.close()


def test_the_slider_asks_for_a_size_and_the_words_and_the_title_follow(page, front):
    slider = page.get_by_role("slider", name="layers in a segment")
    assert slider.get_attribute("aria-valuetext") == "1"
    slider.press("End")
    asked = page.evaluate("() => window.sent.at(-1)")
    assert (asked["move"], asked["args"]) == ("choose", [16])
    front.model.choose(4)  # and whatever the kernel says is drawn
    page.evaluate("answer => window.answer(answer)", {"n": asked["n"], "state": front.model.state(), "problem": ""})
    assert page.locator(".words").inner_text() == front.model.text()
    assert page.locator("svg text", has_text="at most 8 outputs kept").count() == 1

"""The text sampler in a bare page: its sliders ask for both settings, and the text is what the kernel answers."""

import pytest
from bare import bare_page, show

from autograd_lib.nn.gpt import GPT
from autograd_lib.widgets import text_sampler


@pytest.fixture
def front():
    return text_sampler(GPT(" abcd", context=8, width=8, heads=2, layers=1, rng=0), "ab", length=30)


@pytest.fixture
def page(browser, front):
    page = bare_page(browser, front)
    show(page, front.model)
    yield page
    assert page.complaints == []
    page.close()


def answer(page, front):
    """Do in Python what the page has asked for last, and answer it."""
    asked = page.evaluate("() => window.sent.at(-1)")
    getattr(front.model, asked["move"])(*asked["args"])
    page.evaluate("answer => window.answer(answer)", {"n": asked["n"], "state": front.model.state(), "problem": ""})


def test_it_shows_the_text_and_both_settings(page, front):
    assert page.locator(".words").inner_text() == front.model.written
    assert page.get_by_role("slider", name="temperature").get_attribute("aria-valuetext") == "0.8"
    assert page.get_by_role("slider", name="top-k").get_attribute("aria-valuetext") == "all 5"


def test_each_slider_moves_its_setting_and_the_text_follows(page, front):
    page.get_by_role("slider", name="temperature").press("End")
    answer(page, front)
    page.get_by_role("slider", name="top-k").press("Home")
    answer(page, front)
    assert (front.model.temperature, front.model.k) == (2.0, 1)
    assert page.locator(".words").inner_text() == front.model.written


def test_the_button_asks_for_other_random_numbers(page, front):
    before = front.model.written
    page.get_by_role("button", name="Other random numbers").click()
    answer(page, front)
    assert page.locator(".words").inner_text() == front.model.written != before

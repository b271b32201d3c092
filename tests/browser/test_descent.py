"""The descent explorer: its front in a bare page, and in notebook 07, moved by hand, by sliders and by keys."""

import pytest
from bare import bare_page, show
from lab import drag_delays

from autograd_lib.widgets.descent import DescentFront, DescentModel

BOWL, GORGE = "descent-explorer-1", "descent-explorer-2"
BALL = {BOWL: "start: the ball on the curve", GORGE: "start: the ball in the valley"}


@pytest.fixture
def notebook(notebooks):
    return notebooks("07")


def front(notebook, cell):
    return notebook.output(cell).locator(".al").first


def slider(notebook, cell, name):
    """One of the sliders, not what is dragged in a picture."""
    return front(notebook, cell).locator(f"input[aria-label='{name}']")


def words(notebook, cell):
    return front(notebook, cell).locator(".words").inner_text()


# In a bare page.


@pytest.fixture
def page(browser):
    page = bare_page(browser, DescentFront)
    yield page
    assert page.complaints == []
    page.close()


@pytest.mark.parametrize("curvatures", [[2.0], [0.25], [10.0], [33.28, 0.7212], [1.0, 50.0], [3.0, 3.0]])
def test_the_page_computes_what_the_model_computes(page, curvatures):
    limit = DescentModel(curvatures).limit()
    for lr in (0.001, 0.1, 0.5, 0.96 * limit, 0.99 * limit, limit, 1.01 * limit, 1.1 * limit, 10.0):
        for steps in (0, 1, 20, 100):
            model = DescentModel(curvatures, min(lr, 10.0), steps)
            assert show(page, model) == model.text()
    model.move_start([-1.35, 2.15][: len(curvatures)])
    assert show(page, model) == model.text()


def test_it_moves_where_there_is_no_kernel(page):
    model = DescentModel(2.0, lr=1.1)
    show(page, model)
    page.get_by_label("one rate lower").click()
    model.set_lr(1.01)
    assert page.locator(".words").inner_text() == model.text()
    page.get_by_label(BALL[BOWL]).press("ArrowRight")
    model.move_start([-1.9])
    assert page.locator(".words").inner_text() == model.text()
    assert page.evaluate("() => window.sent[0]") == {"n": 1, "move": "show", "args": [1.01, [2.0], 20, [-2.0]]}


def test_the_play_goes_on_until_the_walk_has_left_and_stops_with_the_page(page):
    show(page, DescentModel(2.0, lr=1.1, steps=0))
    page.get_by_role("button", name="play").click()
    page.wait_for_function("() => /after [3-9] steps/.test(document.querySelector('.words').textContent)")
    page.get_by_role("button", name="pause").click()
    shown = page.locator(".words").inner_text()
    page.wait_for_timeout(500)
    assert page.locator(".words").inner_text() == shown
    page.get_by_role("button", name="play").click()
    page.evaluate("() => { window.cleanup(); window.last = document.querySelector('.al').dataset.drawn; }")
    page.wait_for_timeout(600)
    assert page.evaluate("() => window.last === document.querySelector('.al').dataset.drawn")


@pytest.mark.parametrize("width", [700, 480])
def test_nothing_is_cut_off(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    for curvatures in (2.0, [33.28, 0.7212]):
        show(page, DescentModel(curvatures, lr=0.0607, steps=100))
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# In the notebook.


def test_one_step_of_the_slider_below_the_limit_at_it_and_above(notebook):
    rate = slider(notebook, BOWL, "learning rate")
    notebook.expect_words(BOWL, "1 − 1.1 · 2 = -1.2: it changes its sign and grows")
    rate.press("ArrowLeft")
    notebook.expect_words(BOWL, "1 − 1.01 · 2 = -1.02: it changes its sign and grows")
    rate.press("ArrowLeft")
    notebook.expect_words(BOWL, "1 − 1 · 2 = -1: it changes its sign, and nothing else")
    notebook.expect_words(BOWL, "error -2; loss 4, at first 4")
    rate.press("ArrowLeft")
    notebook.expect_words(BOWL, "1 − 0.99 · 2 = -0.98: it changes its sign and shrinks")
    slider(notebook, BOWL, "steps").press("End")
    notebook.expect_words(BOWL, "after 100 steps: error -0.2652; loss 0.07035, at first 4")


def test_the_curvature_moves_the_limit(notebook):
    curvature = slider(notebook, BOWL, "curvature")
    curvature.press("End")
    notebook.expect_words(BOWL, "tips over at 2 / 10 = 0.2; the best rate is half of that, 0.1")
    curvature.press("Home")
    notebook.expect_words(BOWL, "tips over at 2 / 0.25 = 8; the best rate is half of that, 4")


def test_a_gorge_has_a_factor_for_each_direction(notebook):
    notebook.expect_words(GORGE, "across: each step takes the error times 1 − 0.01 · 33.28 = 0.6672")
    notebook.expect_words(GORGE, "along: each step takes the error times 1 − 0.01 · 0.7212 = 0.9928")
    rate = slider(notebook, GORGE, "learning rate")
    rate.press("End")
    notebook.expect_words(GORGE, "loss too large for a float, at first 68")
    rate.press("Home")
    notebook.expect_words(GORGE, "1 − 0.001 · 33.28 = 0.9667: it shrinks, and keeps its sign")
    slider(notebook, GORGE, "curvature along").press("End")
    notebook.expect_words(GORGE, "tips over at 2 / 100 = 0.02")
    slider(notebook, GORGE, "curvature across").press("Home")
    for _ in range(100):  # from 0.001 to 0.02
        rate.press("ArrowRight")
    notebook.expect_words(GORGE, "in the long run the best is 2 / (0.25 + 100) = 0.01995")


@pytest.mark.parametrize("cell", [BOWL, GORGE])
def test_the_ball_is_dragged_to_where_the_walk_begins(notebook, cell, record_drag):
    ball = front(notebook, cell).get_by_label(BALL[cell])
    ball.scroll_into_view_if_needed()
    before = words(notebook, cell).splitlines()
    delays = drag_delays(notebook.page, front(notebook, cell), ball, [(k, -k / 3) for k in range(1, 61)])
    record_drag(f"{cell}, the ball dragged", delays, goal=16)
    after = words(notebook, cell).splitlines()
    assert after[:-1] == before[:-1] and after[-1] != before[-1]  # a step does what it did; the walk is another one
    front(notebook, cell).get_by_role("button", name="the ball back").click()
    assert words(notebook, cell).splitlines() == before


def test_the_rate_is_dragged_along_its_factor_and_the_kernel_has_it_too(notebook, record_drag):
    mark = front(notebook, BOWL).locator("g[aria-label='learning rate']")
    slider(notebook, BOWL, "learning rate").press("Home")
    delays = drag_delays(notebook.page, front(notebook, BOWL), mark, [(2 * k, 0) for k in range(1, 61)])
    record_drag("descent explorer, the rate dragged", delays, goal=16)
    rate = float(mark.get_attribute("aria-valuenow"))
    assert 0.1 < rate < 0.4
    mark.press("ArrowRight")
    assert float(mark.get_attribute("aria-valuenow")) > rate
    shown = words(notebook, BOWL)
    # A second view of the same widget begins with what the kernel has.
    notebook.page.wait_for_timeout(500)
    state = notebook.page.evaluate(
        """async () => {
            const session = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            const found = {};
            const code = `
from ipywidgets.widgets.widget import _instances as _all
print([w.model.text() for w in _all.values() if type(w).__name__ == 'DescentFront'])`;
            const future = session.requestExecute({code, store_history: false});
            future.onIOPub = message => { if (message.content.text) found.text = message.content.text; };
            await future.done;
            return found.text;
        }"""
    )
    assert shown.splitlines()[0] in state


def test_no_key_reaches_the_notebook(notebook):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    front(notebook, BOWL).get_by_label(BALL[BOWL]).focus()
    for key in ("x", "d", "d", "Space", "a", "b"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_it_fits_and_nothing_complained(notebook):
    for cell in (BOWL, GORGE):
        assert front(notebook, cell).bounding_box()["width"] <= 720
    assert notebook.errors == []

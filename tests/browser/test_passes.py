"""The passes explorer: its front in a bare page, and in notebook 09, moved by hand and by keys."""

import pytest
from bare import bare_page, show
from lab import drag_delays

from autograd_lib import dual
from autograd_lib.widgets.passes_explorer import FORWARD, REVERSE, PassesFront, PassesModel

CELL = "passes-explorer"


def three_and_two(x, y, z):
    p = x * y
    return [p + dual.sin(z), p * z]


def powers(x):
    return [x * x, x * x * x, 1 / x, 3.0]


def made():
    return PassesModel(three_and_two, [2.0, 3.0, 0.5], ["u", "v"])


# In a bare page.


@pytest.fixture
def page(browser):
    page = bare_page(browser, PassesFront)
    yield page
    assert page.complaints == []
    page.close()


def words(page):
    return page.locator(".words").inner_text()


def entries(page):
    return [[cell.text_content() for cell in row.locator("td").all()] for row in page.locator("tr").all()[1:]]


def tags(page):
    return page.locator(".ps-node .tag.on text").all_text_contents()


@pytest.mark.parametrize(("f", "inputs"), [(three_and_two, [2.0, 3.0, 0.5]), (powers, [-0.5]), (dual.tanh, [1.0])])
def test_the_page_shows_what_the_model_computes(page, f, inputs):
    model = PassesModel(f, inputs)
    for way in (FORWARD, REVERSE):
        for k in range(model.count(way)):
            for step in range(len(model.turns(way, k)) + 1):
                model.show(model.done, (way, k), step)
                assert show(page, model) == model.text()
            model.start(way, k)
            assert show(page, model) == model.text()
            numbers = model.tangents(k) if way == FORWARD else model.rows[k]
            shown = [float(tag[2:].replace("−", "-")) for tag in tags(page)]
            reached = [x for i, x in enumerate(numbers) if way == FORWARD or i < len(inputs) or i in seen(model, k)]
            assert shown == pytest.approx(reached, rel=1e-3)
    assert [[float(x.replace("−", "-")) for x in row] for row in entries(page)] == [
        pytest.approx(row, rel=1e-3) for row in model.jacobian
    ]


def seen(model, k):
    """The nodes that a reverse pass has reached when it is over."""
    found = {model.ends[k]}
    for place in model.turns(REVERSE, k):
        found.update(model.nodes[place].inputs)
    return found


def test_a_pass_plays_and_fills_a_column_and_nothing_is_under_way_when_it_is_gone(page):
    show(page, made())
    page.get_by_role("slider", name="input z").click()
    assert words(page).splitlines()[1].startswith("Forward, z moves: its tangent is 1")
    for _ in range(4):
        page.keyboard.press("n")
    assert entries(page) == [["·", "·", "0.8776"], ["·", "·", "6"]]
    assert "Passes so far: 1 forward, 0 reverse. Filled in: 2 of 6." in words(page)
    assert page.evaluate("() => window.sent[0].args") == [[], [FORWARD, 2], 0, [2, 3, 0.5]]
    page.keyboard.press("b")
    assert "u collects 1 · 0 + 1 · 0.8776 = 0.8776." in words(page) and entries(page)[1][2] == "6"
    page.keyboard.press("p")
    page.evaluate("() => { window.cleanup(); window.last = document.querySelector('.al').dataset.drawn; }")
    page.wait_for_timeout(1500)
    assert page.evaluate("() => window.last === document.querySelector('.al').dataset.drawn")


def test_a_row_by_keys_and_start_over(page):
    show(page, made())
    page.get_by_role("button", name="output v: a reverse pass").press("Enter")
    page.get_by_role("slider", name="step of the pass").press("End")
    assert entries(page) == [["·", "·", "·"], ["1.5", "1", "6"]]
    page.get_by_role("slider", name="input x").press("Enter")
    page.get_by_role("slider", name="step of the pass").press("End")
    assert entries(page) == [["3", "·", "·"], ["1.5", "1", "6"]]
    page.get_by_role("button", name="reverse pass of u: a row").press("Enter")
    page.get_by_role("slider", name="step of the pass").press("End")
    assert words(page).endswith("reverse 2, one for each output: reverse needs fewer.")
    page.get_by_role("button", name="start over").click()
    assert words(page) == made().text()


def test_it_plays_by_itself_and_with_little_motion_a_step_at_a_press(page):
    show(page, made())
    page.get_by_role("button", name="forward pass of x: a column").click()
    page.wait_for_function("() => document.querySelector('.words').textContent.includes('x·y collects 3 · 1')")
    page.emulate_media(reduced_motion="reduce")
    show(page, made())
    page.get_by_role("button", name="forward pass of x: a column").click()
    page.wait_for_timeout(1500)
    assert "its tangent is 1" in words(page)
    page.get_by_role("button", name="step", exact=False).filter(has_text="▶").click()
    assert "x·y collects 3 · 1 + 2 · 0 = 3." in words(page)


def test_what_is_pointed_at_lights_up_its_paths(page):
    show(page, made())
    page.locator("td").nth(4).hover()
    assert words(page).splitlines()[1] == "∂v/∂y: not known yet; y ↓ or v → fills it in"
    assert page.locator(".ps-edge.way").count() == 2
    page.locator(".ps-node").nth(3).hover()
    assert words(page).splitlines()[1] == "x·y = 6: made from x, y; leads to u, v"
    assert page.locator(".ps-edge.way").count() == 4


@pytest.mark.parametrize("width", [700, 480])
def test_nothing_is_cut_off(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    for model in (made(), PassesModel(powers, [2.0])):
        show(page, model)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# In the notebook.


@pytest.fixture
def notebook(notebooks):
    return notebooks("09")


@pytest.fixture
def front(notebook):
    front = notebook.output(CELL).locator(".al").first
    if front.get_by_role("button", name="start over").is_enabled():
        front.get_by_role("button", name="start over").click()
    return front


def test_the_table_is_filled_with_two_reverse_passes(notebook, front):
    for output in ("u", "v"):
        front.get_by_role("button", name=f"output {output}: a reverse pass").click()
        front.get_by_role("slider", name="step of the pass").press("End")
    notebook.expect_words(CELL, "Passes so far: 0 forward, 2 reverse. Filled in: 6 of 6.")
    notebook.expect_words(CELL, "reverse needs fewer")


def test_an_input_is_dragged_and_the_engine_follows(notebook, front, record_drag):
    front.get_by_role("button", name="forward pass of z: a column").click()
    front.get_by_role("slider", name="step of the pass").press("End")
    y = front.get_by_role("slider", name="input y")
    delays = drag_delays(notebook.page, front, y, [(1.5 * k, 0) for k in range(1, 61)])
    record_drag("passes explorer, an input dragged", delays, goal=30)
    assert 3.7 < float(y.get_attribute("aria-valuenow")) < 4.1
    notebook.expect_words(CELL, "Column z is filled in")
    before = float(y.get_attribute("aria-valuenow"))
    y.press("ArrowLeft")
    notebook.page.wait_for_function(f"() => document.querySelector('[aria-label=\"input y\"]').ariaValueNow < {before}")


def test_no_key_reaches_the_notebook(notebook, front):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    front.get_by_role("slider", name="input x").focus()
    for key in ("x", "d", "d", "Space", "a", "b"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_it_fits_and_nothing_complained(notebook, front):
    assert front.bounding_box()["width"] <= 720
    assert notebook.errors == []

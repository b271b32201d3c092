"""The optimiser race: its front in a bare page, and in notebook 08, moved by hand, by sliders and by keys."""

import re

import pytest
from bare import bare_page, show
from lab import drag_delays
from playwright.sync_api import expect

from autograd_lib.widgets.race import RaceModel
from autograd_lib.widgets.race.surfaces import SURFACES
from autograd_lib.widgets.race.view import RaceFront

CELL = "optimiser-race"
NAMES = ("plain descent", "momentum 0.9", "Adam")


# In a bare page.


@pytest.fixture(scope="module")
def page(browser):
    page = bare_page(browser, RaceFront)
    yield page
    assert page.complaints == []
    page.close()


@pytest.mark.parametrize("name", SURFACES)
def test_the_page_says_what_the_model_says(page, name):
    for lr in ((0.07, 0.07, 0.4), (0.003, 0.003, 0.02), (3.0, 1.0, 3.0)):
        for step in (0, 1, 2, 30, 119, 120):
            model = RaceModel(name, step=step, lr=lr)
            assert show(page, model) == model.text()
    model.move_x(-4.5)
    assert show(page, model) == model.text()
    model.move_x(SURFACES[name].minima[0][0])
    model.move_y(SURFACES[name].minima[0][1])
    assert show(page, model) == model.text()


def test_without_a_kernel_one_can_still_go_through_time(page):
    model = RaceModel("saddle")
    show(page, model)
    page.get_by_role("button", name="play").click()
    page.wait_for_function("() => /step [5-9]$/m.test(document.querySelector('.words').textContent)")
    page.get_by_role("button", name="pause").click()
    step = int(page.get_by_label("step", exact=True).get_attribute("aria-valuetext"))
    model.show(step)
    assert step >= 5 and page.locator(".words").inner_text() == model.text()
    page.get_by_role("button", name="play").click()
    page.evaluate("() => { window.cleanup(); window.last = document.querySelector('.al').dataset.drawn; }")
    page.wait_for_timeout(600)
    assert page.evaluate("() => window.last === document.querySelector('.al').dataset.drawn")


def test_the_name_of_a_racer_lights_its_path(page):
    show(page, RaceModel("ravine", step=40))
    dim = page.locator(".race-racer.dim")
    assert dim.count() == 0
    page.get_by_text("lr of Adam").hover()
    assert dim.count() == 6  # two others, each on the map and in two plots
    page.mouse.move(1, 1)
    assert dim.count() == 0


def test_the_map_follows_the_theme(page):
    show(page, RaceModel("ravine"))
    seen = []
    for is_light in ("true", "false", "true"):
        page.evaluate("value => { document.body.dataset.jpThemeLight = value; }", is_light)
        page.wait_for_timeout(500)
        seen.append(page.locator("image").evaluate("image => image.getAttribute('href').length"))
    assert seen[0] == seen[2] != seen[1]


@pytest.mark.parametrize("width", [700, 480])
def test_nothing_is_cut_off(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    show(page, RaceModel("Beale", step=120))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# In the notebook.


@pytest.fixture
def notebook(notebooks):
    """Notebook 08, with the race at its start on the ravine."""
    notebook = notebooks("08")
    choose(notebook, "ravine")
    press(notebook, "reset")
    notebook.expect_words(CELL, "ravine, (x² + 25y²) / 2, from (-4, 1), step 0")
    return notebook


@pytest.fixture
def front(notebook):
    return notebook.output(CELL).locator(".al").first


def press(notebook, name):
    notebook.output(CELL).get_by_role("button", name=name, exact=True).click()


def choose(notebook, surface):
    press(notebook, surface)
    notebook.expect_words(CELL, f"{surface}, ")


def slider(front, name):
    return front.locator(f"input[aria-label='{name}']")


def expect_race(notebook, model):
    for line in model.text().splitlines():
        notebook.expect_words(CELL, line)


def test_the_step_slider_shows_where_everyone_is(notebook, front):
    step = slider(front, "step")
    for _ in range(3):
        step.press("ArrowRight")
    expect_race(notebook, RaceModel("ravine", step=3))
    step.press("End")
    notebook.expect_words(
        CELL, "0.1 of the minimum: plain descent from step 51 on, Adam from step 63 on, momentum 0.9 from step 70 on"
    )


@pytest.mark.parametrize("surface", ["saddle", "Beale"])
def test_the_other_surfaces_have_other_winners(notebook, front, surface):
    choose(notebook, surface)
    slider(front, "step").press("End")
    expect_race(notebook, RaceModel(surface, step=120))
    notebook.expect_words(CELL, "minimum: Adam from step 5")


def test_each_racer_has_its_rate(notebook, front):
    model = RaceModel("ravine", step=120)
    slider(front, "step").press("End")
    for name in model.racers:
        rate, before = slider(front, f"lr of {name}"), model.racers[name].lr
        rate.press("ArrowLeft")
        model.set_rate(name, 0.3 if name == "Adam" else 0.05)
        expect_race(notebook, model)
        rate.press("ArrowRight")
        model.set_rate(name, before)
        expect_race(notebook, model)


def test_from_the_ridge_nobody_leaves(notebook, front):
    choose(notebook, "saddle")
    field = front.get_by_label("start y")
    expect(field).to_have_value("0.001")
    field.fill("0")
    notebook.expect_words(CELL, "from (-2, 0)")
    slider(front, "step").press("End")
    notebook.expect_words(CELL, "within 0.1 of a minimum: nobody")
    press(notebook, "reset")
    notebook.expect_words(CELL, "from (-2, 0.001), step 0")
    expect(field).to_have_value("0.001")


def test_the_keys_move_the_start_and_do_not_pass_by_the_ridge(notebook, front):
    choose(notebook, "saddle")
    start = front.get_by_role("slider", name="start", exact=True)
    start.press("ArrowDown")
    notebook.expect_words(CELL, "from (-2, 0), step 120")
    start.press("ArrowRight")
    notebook.expect_words(CELL, "from (-1.95, 0), step 120")
    start.press("Shift+ArrowDown")
    notebook.expect_words(CELL, "from (-1.95, -0.5), step 120")
    model = RaceModel("saddle", step=120)
    model.move_x(-1.95)
    model.move_y(-0.5)
    expect_race(notebook, model)


def test_the_start_is_dragged_and_all_run_from_there(notebook, front, record_drag):
    start = front.get_by_role("slider", name="start", exact=True)
    start.scroll_into_view_if_needed()
    delays = drag_delays(notebook.page, front, start, [(2 * k, -k / 2) for k in range(1, 61)])
    record_drag("optimiser race, the start dragged", delays, goal=30)
    place = re.search(r"from \((.*), (.*)\), step 120", notebook.output(CELL).inner_text())
    model = RaceModel("ravine", step=120)
    model.move_x(float(place[1]))
    model.move_y(float(place[2]))
    assert model.start[0] > -3 and model.start[1] > 1
    expect_race(notebook, model)


def test_it_plays_pauses_and_begins_anew(notebook, front):
    press(notebook, "▶ play")
    expect(notebook.output(CELL)).to_contain_text(re.compile(r"\), step ([5-9]|\d\d)"), timeout=20_000)
    press(notebook, "❚❚ pause")
    notebook.page.wait_for_timeout(500)
    step = int(slider(front, "step").get_attribute("aria-valuetext"))
    assert step >= 5
    expect_race(notebook, RaceModel("ravine", step=step))
    press(notebook, "reset")
    notebook.expect_words(CELL, "all at the start")


def test_one_goes_through_time_in_the_plots(notebook, front, record_drag):
    plot = front.locator("rect.grip").first
    plot.scroll_into_view_if_needed()
    delays = drag_delays(notebook.page, front, plot, [(k, 0) for k in range(1, 61)])
    record_drag("optimiser race, the step dragged", delays, goal=16)
    step = int(slider(front, "step").get_attribute("aria-valuetext"))
    assert step > 70
    expect_race(notebook, RaceModel("ravine", step=step))


def test_no_key_reaches_the_notebook(notebook, front):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    front.get_by_role("slider", name="start", exact=True).focus()
    for key in ("x", "d", "d", "Space", "a", "b"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_the_cell_can_be_run_again_while_it_plays(notebook):
    press(notebook, "▶ play")
    expect(notebook.output(CELL)).to_contain_text(re.compile(r"\), step [1-9]"))
    notebook.run(CELL)
    notebook.expect_words(CELL, "all at the start")
    notebook.page.wait_for_timeout(1000)  # an old one that went on would complain by now
    notebook.expect_words(CELL, "all at the start")


def test_it_fits_and_nothing_complained(notebook, front):
    assert front.bounding_box()["width"] <= 720
    assert notebook.errors == []

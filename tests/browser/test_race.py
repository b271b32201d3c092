"""The optimiser race in notebook 08, moved as a reader moves it."""

import re

import pytest
from playwright.sync_api import expect

from autograd_lib.widgets.race import RaceModel

CELL = "optimiser-race"


@pytest.fixture
def notebook(notebooks):
    """Notebook 08, with the race at its start on the ravine."""
    notebook = notebooks("08")
    choose(notebook, "ravine")
    notebook.slider(CELL, "step").press("Home")
    notebook.expect_words(CELL, "ravine, (x² + 25y²) / 2, from (-4, 1), step 0")
    return notebook


def choose(notebook, surface):
    """Choose a surface, coming from another one: each choice restores its start."""
    other = "saddle" if surface == "ravine" else "ravine"
    for name in (other, surface):
        notebook.output(CELL).get_by_role("button", name=name, exact=True).click()
        notebook.expect_words(CELL, f"{name}, ")


def press(notebook, name):
    notebook.output(CELL).get_by_role("button", name=name, exact=True).click()


def expect_race(notebook, model):
    for line in model.text().splitlines():
        notebook.expect_words(CELL, line)


def test_the_step_slider_shows_where_everyone_is(notebook):
    step = notebook.slider(CELL, "step")
    for _ in range(3):
        step.press("ArrowRight")
    expect_race(notebook, RaceModel("ravine", step=3))
    step.press("End")
    notebook.expect_words(
        CELL, "0.1 of the minimum: plain descent from step 51 on, Adam from step 63 on, momentum 0.9 from step 70 on"
    )


@pytest.mark.parametrize("surface", ["saddle", "Beale"])
def test_the_other_surfaces_have_other_winners(notebook, surface):
    choose(notebook, surface)
    notebook.slider(CELL, "step").press("End")
    expect_race(notebook, RaceModel(surface, step=120))
    notebook.expect_words(CELL, "minimum: Adam from step 5")


def test_each_racer_has_its_rate(notebook):
    model = RaceModel("ravine", step=120)
    notebook.slider(CELL, "step").press("End")
    for name in model.racers:
        rate, before = notebook.slider(CELL, f"lr of {name}"), model.racers[name].lr
        rate.press("ArrowLeft")
        model.set_rate(name, 0.3 if name == "Adam" else 0.05)
        expect_race(notebook, model)
        rate.press("ArrowRight")
        model.set_rate(name, before)
        expect_race(notebook, model)


def test_from_the_ridge_nobody_leaves(notebook):
    choose(notebook, "saddle")
    field = notebook.control(CELL, "start y").locator("input")
    expect(field).to_have_value("0.001")
    field.fill("0")
    field.press("Enter")
    notebook.expect_words(CELL, "from (-2, 0)")
    notebook.slider(CELL, "step").press("End")
    notebook.expect_words(CELL, "within 0.1 of a minimum: nobody")
    choose(notebook, "saddle")
    expect(field).to_have_value("0.001")


def test_it_plays_pauses_and_begins_anew(notebook):
    press(notebook, "play")
    expect(notebook.output(CELL)).to_contain_text(re.compile(r"\), step ([5-9]|\d\d)"), timeout=20_000)
    press(notebook, "pause")
    notebook.page.wait_for_timeout(800)
    shown = notebook.output(CELL).inner_text()
    step = int(notebook.slider(CELL, "step").get_attribute("aria-valuetext"))
    assert f"step {step}\n" in shown and step >= 5
    expect_race(notebook, RaceModel("ravine", step=step))
    press(notebook, "reset")
    notebook.expect_words(CELL, "all at the start")


def test_the_picture_follows_the_slider(notebook, measure):
    picture = notebook.output(CELL).get_by_role("img").first
    for label in ("step", "lr of Adam"):
        key = "ArrowRight" if label == "step" else "ArrowLeft"
        measure(f"optimiser race, {label} moved", notebook.slider(CELL, label), key, picture)
    press(notebook, "reset")
    notebook.expect_words(CELL, "Adam, lr 0.4")


def test_the_cell_can_be_run_again_while_it_plays(notebook):
    press(notebook, "play")
    expect(notebook.output(CELL)).to_contain_text(re.compile(r"\), step [1-9]"))
    notebook.run(CELL)
    notebook.expect_words(CELL, "all at the start")
    notebook.page.wait_for_timeout(1500)  # an old one that went on would complain by now
    assert notebook.errors == []
    notebook.expect_words(CELL, "all at the start")


def test_it_fits_and_nothing_complained(notebook):
    assert notebook.output(CELL).get_by_role("img").first.bounding_box()["width"] <= 700
    assert notebook.errors == []

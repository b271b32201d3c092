"""Training live in notebooks 07 and 08: it plays, pauses and takes changes, and its words are the model's."""

import re

import pytest
from playwright.sync_api import expect

from autograd_lib.widgets.training import TrainingModel

CELL = "training-live"
NEW_PICTURES = """([node, milliseconds]) => new Promise(resolve => {
    let pictures = 0;
    const observer = new MutationObserver(() => { pictures += 1; });
    observer.observe(node, {childList: true, subtree: true});
    setTimeout(() => { observer.disconnect(); resolve(pictures); }, milliseconds);
})"""


@pytest.fixture
def notebook(notebooks):
    """Notebook 08, with its run at the beginning."""
    notebook = notebooks("08")
    button(notebook, "reset").click()
    notebook.expect_words(CELL, "step 0, training")
    return notebook


def button(notebook, name):
    return notebook.output(CELL).get_by_role("button", name=name, exact=True)


def choose(notebook, label, option):
    notebook.choose(CELL, label, option)


def write(notebook, label, text):
    field = notebook.control(CELL, label).locator("input")
    field.fill(text)
    field.press("Enter")


def words(notebook):
    return notebook.output(CELL).inner_text()


def steps(notebook):
    return int(re.search(r"step (\d+), training", words(notebook))[1])


def wait_for_steps(notebook, least):
    """Wait, while it plays, until this many steps are taken."""
    notebook.page.wait_for_function(
        "([node, least]) => Number(/step (\\d+), training/.exec(node.innerText)?.[1]) >= least",
        arg=[notebook.output(CELL).element_handle(), least],
    )


def count_pictures(notebook, seconds):
    """How often the picture changes in so many seconds."""
    picture = notebook.output(CELL).get_by_role("img").first.locator("xpath=..")
    return picture.evaluate(f"node => ({NEW_PICTURES})([node, {1000 * seconds}])")


def standing(notebook):
    """The steps taken, once the last picture that was under way has arrived."""
    notebook.page.wait_for_timeout(800)
    return steps(notebook)


def expect_run(notebook, name, steps, **options):
    """Expect the words of the same run, computed here."""
    model = TrainingModel(name, **options)
    model.advance(steps)
    for line in model.text().splitlines():
        notebook.expect_words(CELL, line)


def test_single_steps_are_those_of_the_model(notebook):
    for step in (1, 2, 3):
        button(notebook, "one step").click()
        notebook.expect_words(CELL, f"step {step}, training")
    expect_run(notebook, "moons", 3)


def test_it_plays_pauses_goes_on_and_begins_anew(notebook):
    button(notebook, "play").click()
    wait_for_steps(notebook, 60)
    button(notebook, "pause").click()
    paused = standing(notebook)
    expect_run(notebook, "moons", paused)
    losses = notebook.output(CELL).get_by_role("img").nth(1)
    expect(losses).to_have_attribute("aria-label", f"losses up to step {paused}")
    button(notebook, "play").click()
    wait_for_steps(notebook, paused + 1)
    button(notebook, "pause").click()
    button(notebook, "reset").click()
    assert standing(notebook) == 0
    expect_run(notebook, "moons", 0)


def test_a_reset_while_it_plays_stops_it(notebook):
    button(notebook, "play").click()
    wait_for_steps(notebook, 20)
    button(notebook, "reset").click()
    assert standing(notebook) == 0
    button(notebook, "play").click()
    wait_for_steps(notebook, 1)


def test_rate_and_penalty_take_effect_in_the_middle(notebook):
    button(notebook, "one step").click()
    rate, penalty = notebook.slider(CELL, "learning rate"), notebook.slider(CELL, "L2")
    rate.press("End")
    penalty.press("End")
    notebook.expect_words(CELL, "step 1, training")
    notebook.expect_words(CELL, "learning rate 10, L2 0.1")
    button(notebook, "one step").click()
    model = TrainingModel("moons")
    model.advance(1)
    model.set_lr(10.0)
    model.set_l2(0.1)
    model.advance(1)
    notebook.expect_words(CELL, f"step 2, {model.result()}")
    for _ in range(10):
        rate.press("ArrowLeft")
    penalty.press("Home")
    notebook.expect_words(CELL, "learning rate 0.1, L2 0;")


def test_another_network_and_other_data_start_anew(notebook):
    button(notebook, "one step").click()
    write(notebook, "hidden sizes", "3")
    notebook.expect_words(CELL, "2 → 3 → 1 with tanh, 13 parameters")
    choose(notebook, "data", "circles")
    choose(notebook, "activation", "softplus")
    notebook.expect_words(CELL, "circles, 2 → 3 → 1 with softplus")
    for step in (1, 2):
        button(notebook, "one step").click()
        notebook.expect_words(CELL, f"step {step}, training")
    expect_run(notebook, "circles", 2, hidden=(3,), activation="softplus")
    write(notebook, "hidden sizes", "3, 0")
    notebook.expect_words(CELL, "Not possible: hidden sizes are whole numbers > 0 with commas between them")
    write(notebook, "hidden sizes", "")
    notebook.expect_words(CELL, "circles, 2 → 1 with softplus, 3 parameters")
    choose(notebook, "data", "moons")
    choose(notebook, "activation", "tanh")
    write(notebook, "hidden sizes", "16, 16")
    expect_run(notebook, "moons", 0)


def test_a_run_that_diverges_stops_and_says_so(notebook):
    choose(notebook, "activation", "relu")
    notebook.slider(CELL, "learning rate").press("End")
    button(notebook, "play").click()
    notebook.expect_words(CELL, "Diverged in step 4: the loss is 1.2e+07. Press reset, and try a lower learning rate.")
    expect(button(notebook, "play")).to_be_visible()
    for _ in range(10):
        notebook.slider(CELL, "learning rate").press("ArrowLeft")
    choose(notebook, "activation", "tanh")
    expect_run(notebook, "moons", 0)


def test_the_steps_of_a_picture_can_be_fewer(notebook):
    pace = notebook.slider(CELL, "steps a picture")
    pace.press("Home")
    button(notebook, "play").click()
    wait_for_steps(notebook, 2)
    before = steps(notebook)
    pictures = count_pictures(notebook, 2)
    assert steps(notebook) - before <= pictures + 2
    button(notebook, "pause").click()
    expect_run(notebook, "moons", standing(notebook))
    for _ in range(4):
        pace.press("ArrowRight")


def test_it_trains_between_one_picture_and_the_next(notebook, record_property):
    button(notebook, "play").click()
    wait_for_steps(notebook, 20)
    seconds, windows = 3, []
    for _ in range(3):  # a machine with other work to do may be late in one of them
        before = steps(notebook)
        pictures = count_pictures(notebook, seconds)
        windows.append((pictures / seconds, (steps(notebook) - before) / seconds))
    button(notebook, "pause").click()
    pictures, trained = max(windows)
    record_property("pictures a second", pictures)
    print(f"training live: {pictures:.1f} pictures and {trained:.0f} steps a second")
    assert pictures >= 1 and trained >= 2 * pictures


def test_the_picture_follows_the_button(notebook, measure):
    picture = notebook.output(CELL).get_by_role("img").first
    measure("training live, one step pressed", button(notebook, "one step"), "Enter", picture)


def test_xor_in_notebook_07_gets_its_corners_right_in_ten_steps(notebooks):
    notebook = notebooks("07")
    for step in range(1, 11):
        button(notebook, "one step").click()
        notebook.expect_words(CELL, f"step {step}, training")
    notebook.expect_words(CELL, "step 10, training: loss 3.642, 4 of 4 points right")
    notebook.slider(CELL, "learning rate").press("End")
    button(notebook, "play").click()
    wait_for_steps(notebook, 20)
    button(notebook, "pause").click()
    notebook.expect_words(CELL, "training: loss 8.000, 2 of 4 points right")
    button(notebook, "reset").click()
    assert standing(notebook) == 0


def test_it_fits_and_nothing_complained(notebooks):
    for notebook in (notebooks("07"), notebooks("08")):
        for picture in notebook.output(CELL).get_by_role("img").all():
            assert picture.bounding_box()["width"] <= 700
        assert notebook.errors == []

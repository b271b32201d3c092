"""The playground: its front in a bare page, and in notebooks 07 and 08, by hand, by keys, and while it plays."""

import re
import time

import pytest
from bare import bare_page, drag_by_finger, show
from contrast import too_faint
from lab import answer_delays, drag_delays
from playwright.sync_api import expect

from autograd_lib.widgets.training import TrainingModel
from autograd_lib.widgets.training.view import TrainingFront

CELL = "training-live"
SETTINGS = re.compile(
    "4 → 1 with tanh, 37 .* 0.05, L2 0|moons, 2 → 16 → 16 → 1 with tanh, .* 0.1, L2 0; 100 points, 20"
)
COUNT = """([root, milliseconds]) => new Promise(resolve => {
    let pictures = 0;
    const observer = new MutationObserver(() => { pictures += 1; });
    observer.observe(root, {attributes: true, attributeFilter: ['data-read']});
    setTimeout(() => { observer.disconnect(); resolve(pictures); }, milliseconds);
})"""


# In a bare page.


@pytest.fixture(scope="module")
def page(browser):
    page = bare_page(browser, TrainingFront)
    yield page
    assert page.complaints == []
    page.close()


@pytest.mark.parametrize("name", ["XOR", "moons", "circles", "spirals"])
@pytest.mark.parametrize("hidden", [(), (3,), (16, 16), (20, 2), (4, 4, 4, 4, 4)])
def test_the_page_shows_any_network_from_its_state_alone(page, name, hidden):
    model = TrainingModel(name, hidden=hidden, arrays=True)
    model.advance(12)
    assert show(page, model) == model.text()
    expect(page.get_by_role("table")).to_contain_text(f"{model.right(model.train)} / {len(model.train[0])}")
    expect(page.get_by_role("row", name="held out")).to_have_count(0 if name == "XOR" else 1)
    assert page.locator(".mark").count() == len(model.points.rows())
    rings = page.locator(".mark .wrong[visibility=visible]").count()
    assert rings == sum(len(x) - model.right((x, y)) for x, y in (model.train, model.held_out) if x)


def test_a_page_asks_for_pictures_only_while_it_plays_and_never_when_it_is_gone(page):
    show(page, TrainingModel("moons", hidden=(3,)))
    page.evaluate("() => window.sent.length = 0")
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.sent.length") == 0
    page.get_by_role("button", name="play").click()
    asked = page.evaluate("() => window.sent")
    assert [message["args"] for message in asked] == [[[], True]] * 2  # and the next one after an answer
    page.evaluate("() => { window.cleanup(); window.sent.length = 0; }")
    page.wait_for_timeout(5500)
    assert page.evaluate("() => window.sent.length") == 0


def test_a_finger_drags_a_point_in_any_direction_and_scrolls_the_page_beside_it(browser):
    page = bare_page(browser, TrainingFront, has_touch=True)
    show(page, TrainingModel("moons", hidden=(3,)))
    for dx, dy in [(0, 60), (0, -60), (50, 50)]:
        show(page, TrainingModel("moons", hidden=(3,)))
        page.evaluate("() => { window.sent.length = 0; }")
        assert drag_by_finger(page, page.locator(".mark .hit").first, dx, dy) == 0
        moves = [message["args"][0][0] for message in page.evaluate("() => window.sent")]
        assert [move[0] for move in moves] == ["move_point"] * 2  # and the next one after an answer
        assert (moves[1][2] > moves[0][2], moves[1][3] < moves[0][3]) == (dx > 0, dy > 0)
    assert drag_by_finger(page, page.locator(".words"), 0, -60) > 20
    page.close()


def test_a_problem_can_be_read_while_pictures_go_on(page):
    model = TrainingModel("moons", hidden=(3,))
    show(page, model)
    state = model.state()
    page.evaluate("state => window.answer({ n: 1, state, problem: 'Not possible: abc' })", state)
    for n in (2, 3):
        page.evaluate("([n, state]) => window.answer({ n, state })", [n, state])
        page.wait_for_timeout(50)
        assert page.locator(".words").inner_text() == "Not possible: abc"


def test_no_change_is_lost_while_the_kernel_is_silent(page):
    show(page, TrainingModel("moons", hidden=(3,)))
    page.evaluate("() => window.sent.length = 0")
    rate = page.get_by_label("learning rate")
    for _ in range(3):
        rate.press("ArrowRight")
        page.get_by_role("button", name="one step").click()
    first, second = page.evaluate("() => window.sent")
    assert first["args"] == [[["set_lr", 0.2]], False] and second["args"] == [[["advance", 1]], False]
    page.wait_for_timeout(5500)  # until it asks again
    third = page.evaluate("() => window.sent")[2]
    assert third["args"] == [[["set_lr", 0.3], ["advance", 1], ["set_lr", 0.5], ["advance", 1]], False]


@pytest.mark.parametrize("width", [1000, 700, 480, 360])
def test_nothing_is_cut_off(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    show(page, TrainingModel("spirals", hidden=(16, 16)))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("button:visible, input:visible").evaluate_all(
        "all => all.every(each => each.scrollWidth <= each.clientWidth + 1)"
    )


# In the notebooks.


@pytest.fixture
def notebook(notebooks):
    """Notebook 08, with its run at the beginning and the pointer elsewhere."""
    notebook = notebooks("08")
    notebook.page.mouse.move(1, 1)
    return at_the_start(notebook)


def at_the_start(notebook):
    press(notebook, "reset")
    notebook.page.wait_for_timeout(100)
    if not notebook.output(CELL).get_by_text(SETTINGS).count():  # a test before has failed
        notebook.run(CELL)
    notebook.expect_words(CELL, "step 0, training")
    return notebook


@pytest.fixture
def front(notebook):
    return notebook.output(CELL).locator(".al").first


@pytest.fixture
def plane(front):
    """The plane of points, on the screen: the mouse is told places on the screen, and reaches nothing below it."""
    plane = front.locator("svg[role=application]")
    plane.scroll_into_view_if_needed()
    return plane


def button(notebook, name):
    return notebook.output(CELL).get_by_role("button", name=name, exact=True)


def press(notebook, name):
    button(notebook, name).click()


def slider(notebook, name):
    return notebook.output(CELL).get_by_role("slider", name=name, exact=True)


def write(notebook, text):
    field = notebook.output(CELL).get_by_role("textbox", name="hidden sizes")
    field.fill(text)
    field.press("Enter")


def words(notebook):
    return notebook.output(CELL).locator(".words").inner_text()


def steps(notebook):
    return int(re.search(r"step (\d+), training", words(notebook))[1])


def wait_for_steps(notebook, least):
    """Wait, while it plays, until this many steps are taken."""
    notebook.page.wait_for_function(
        "([node, least]) => Number(/step (\\d+), training/.exec(node.innerText)?.[1]) >= least",
        arg=[notebook.output(CELL).element_handle(), least],
    )


def standing(notebook):
    """The steps taken, once the last picture that was under way has arrived."""
    notebook.page.wait_for_timeout(500)
    return steps(notebook)


def expect_run(notebook, name, steps, **options):
    """Expect the words of the same run, computed here."""
    model = TrainingModel(name, arrays=True, **options)
    model.advance(steps)
    for line in model.text().splitlines():
        notebook.expect_words(CELL, line)


def place(plane, x, y):
    """A place in the plane on the page, by shares of what lies between the axes."""
    box = plane.bounding_box()
    unit = box["width"] / 332
    return box["x"] + unit * (36 + 288 * x), box["y"] + unit * (26 + 278 * (1 - y))


def test_single_steps_are_those_of_the_model(notebook):
    for step in (1, 2, 3):
        press(notebook, "one step")
        notebook.expect_words(CELL, f"step {step}, training")
    expect_run(notebook, "moons", 3)


def test_it_plays_pauses_goes_on_and_begins_anew(notebook, front):
    press(notebook, "play")
    wait_for_steps(notebook, 60)
    press(notebook, "pause")
    paused = standing(notebook)
    expect_run(notebook, "moons", paused)
    expect(front.get_by_role("img", name=f"losses up to step {paused}", exact=True)).to_be_visible()
    press(notebook, "play")
    wait_for_steps(notebook, paused + 1)
    press(notebook, "pause")
    press(notebook, "reset")
    assert standing(notebook) == 0
    expect_run(notebook, "moons", 0)


def test_space_plays_and_pauses_and_a_reset_stops(notebook, front):
    button(notebook, "play").focus()
    notebook.page.keyboard.press("Space")
    wait_for_steps(notebook, 20)
    front.locator("svg[role=application]").focus()
    notebook.page.keyboard.press("Space")
    paused = standing(notebook)
    notebook.page.wait_for_timeout(500)
    assert steps(notebook) == paused
    press(notebook, "play")
    wait_for_steps(notebook, paused + 20)
    press(notebook, "reset")
    assert standing(notebook) == 0


def test_values_take_the_same_steps(notebook):
    for step, engine in enumerate(("Values", "Tensors", "Values"), start=1):
        press(notebook, engine)
        press(notebook, "one step")
        notebook.expect_words(CELL, f"step {step}, training")
        nodes = "17 nodes" if engine == "Tensors" else "1,740 nodes"
        notebook.expect_words(CELL, f"a step is a graph of {nodes}")
    expect_run(notebook, "moons", 3)
    press(notebook, "Tensors")


def test_rate_and_penalty_take_effect_in_the_middle(notebook):
    press(notebook, "one step")
    rate, penalty = slider(notebook, "learning rate"), slider(notebook, "L2")
    rate.press("End")
    penalty.press("End")
    notebook.expect_words(CELL, "step 1, training")
    notebook.expect_words(CELL, "learning rate 10, L2 0.1")
    press(notebook, "one step")
    model = TrainingModel("moons", arrays=True)
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
    press(notebook, "one step")
    write(notebook, "3")
    notebook.expect_words(CELL, "2 → 3 → 1 with tanh, 13 parameters")
    press(notebook, "circles")
    press(notebook, "softplus")
    notebook.expect_words(CELL, "circles, 2 → 3 → 1 with softplus")
    for step in (1, 2):
        press(notebook, "one step")
        notebook.expect_words(CELL, f"step {step}, training")
    expect_run(notebook, "circles", 2, hidden=(3,), activation="softplus")
    write(notebook, "3, 0")
    notebook.expect_words(CELL, "Not possible: hidden sizes are whole numbers > 0 with commas between them")
    write(notebook, "")
    notebook.expect_words(CELL, "circles, 2 → 1 with softplus, 3 parameters")
    press(notebook, "moons")
    press(notebook, "tanh")
    write(notebook, "16, 16")
    expect_run(notebook, "moons", 0)


def test_layers_and_neurons_come_and_go_by_buttons(notebook):
    write(notebook, "4")
    notebook.expect_words(CELL, "2 → 4 → 1 with tanh")
    for _ in range(3):  # quicker than the kernel answers
        press(notebook, "one neuron more in hidden layer 1")
    press(notebook, "add a hidden layer")
    press(notebook, "one neuron fewer in hidden layer 2")
    notebook.expect_words(CELL, "2 → 7 → 6 → 1 with tanh")
    press(notebook, "remove the last hidden layer")
    press(notebook, "remove the last hidden layer")
    notebook.expect_words(CELL, "2 → 1 with tanh")
    write(notebook, "16, 16")
    notebook.expect_words(CELL, "2 → 16 → 16 → 1 with tanh")


def test_noise_gives_other_points(notebook):
    before = words(notebook)
    slider(notebook, "noise").press("End")
    expect(notebook.output(CELL).locator(".words")).not_to_have_text(before)
    press(notebook, "moons")  # afresh, with its usual noise
    expect_run(notebook, "moons", 0)


def test_a_run_that_diverges_stops_and_says_so(notebook):
    press(notebook, "relu")
    slider(notebook, "learning rate").press("End")
    press(notebook, "play")
    notebook.expect_words(CELL, "Diverged in step 4: the loss is 1.2e+07. Press reset, and try a lower learning rate.")
    expect(button(notebook, "play")).to_be_visible()
    for _ in range(10):
        slider(notebook, "learning rate").press("ArrowLeft")
    press(notebook, "tanh")
    expect_run(notebook, "moons", 0)


def test_points_are_added_dragged_and_removed_by_hand(notebook, plane):
    mouse = notebook.page.mouse
    plane.scroll_into_view_if_needed()
    press(notebook, "▲ class −1")
    mouse.click(*place(plane, 0.06, 0.06))
    notebook.expect_words(CELL, "101 points, 20 at a time")
    number = plane.locator(".mark").last.get_attribute("data-n")
    mark = plane.locator(f".mark[data-n='{number}']")
    before = mark.get_attribute("transform")
    mouse.move(*place(plane, 0.06, 0.06))
    mouse.down()
    mouse.move(*place(plane, 0.5, 0.06), steps=5)
    mouse.up()
    assert mark.get_attribute("transform") != before
    notebook.page.wait_for_timeout(300)
    expect(mark).to_have_count(1)
    mouse.move(*place(plane, 0.5, 0.06))
    notebook.expect_words(CELL, "a point of class −1, trained on")
    mouse.down()
    mouse.move(*place(plane, 0.5, -0.3), steps=5)
    mouse.up()
    expect(mark).to_have_count(0)
    notebook.expect_words(CELL, "100 points, 20 at a time")
    press(notebook, "● class 1")
    press(notebook, "moons")
    expect_run(notebook, "moons", 0)


def test_a_point_on_the_wrong_side_gets_its_ring_while_it_is_dragged(notebook, plane):
    mouse, corners = notebook.page.mouse, [(x, y) for x in (0.04, 0.96) for y in (0.04, 0.96)]
    mouse.click(*place(plane, *corners[0]))
    notebook.expect_words(CELL, "101 points")
    mouse.move(*place(plane, *corners[0]))
    mouse.down()
    seen = set()
    for corner in corners * 2:
        mouse.move(*place(plane, *corner), steps=4)
        notebook.page.wait_for_timeout(200)
        seen.add(plane.locator(".mark").last.locator(".wrong").get_attribute("visibility"))
    mouse.up()
    press(notebook, "moons")
    assert seen == {"hidden", "visible"}
    expect_run(notebook, "moons", 0)


def test_points_are_added_carried_and_removed_by_keys(notebook, plane, front):
    key, hint = notebook.page.keyboard.press, front.locator(".hint")
    plane.focus()
    for _ in range(8):
        key("Shift+ArrowDown")
        key("Shift+ArrowLeft")
    corner = hint.inner_text()
    assert corner.startswith("at (−")
    key("Enter")
    notebook.expect_words(CELL, "101 points, 20 at a time")
    expect(hint).to_contain_text("a point of class 1, trained on")
    key("Enter")
    for _ in range(5):
        key("ArrowRight")
    expect(hint).to_contain_text("carried")
    key("Enter")
    notebook.page.wait_for_timeout(300)
    expect(hint).not_to_contain_text("carried")
    for _ in range(5):
        key("ArrowLeft")
    expect(hint).to_have_text(corner)  # the point is no longer there
    for _ in range(5):
        key("ArrowRight")
    key("Delete")
    notebook.expect_words(CELL, "100 points, 20 at a time")
    key("n")
    expect(hint).to_contain_text("a point of class")


def test_a_neuron_says_what_it_computes_by_hand_and_by_keys(notebook, front, plane):
    write(notebook, "3")
    notebook.expect_words(CELL, "2 → 3 → 1")
    hint, title = front.locator(".hint"), plane.locator("text[font-weight=bold]")
    network = front.locator("canvas[role=application]")
    network.focus()
    notebook.page.keyboard.press("Shift+Tab")
    notebook.page.keyboard.press("Tab")
    expect(title).to_have_text("input x₁")
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.keyboard.press("ArrowDown")
    expect(title).to_have_text(re.compile("layer 1, neuron [23]"))
    number = r"\d\.\d\d"
    formula = rf"tanh of −?{number} · x₁ [+−] {number} · x₂ [+−] {number}\."
    expect(hint).to_have_text(re.compile(f"^layer 1, neuron [23]: {formula}$"))
    neuron = int(title.text_content()[-1]) - 1
    weights = TrainingModel("moons", hidden=(3,)).network.layers[0].neurons[neuron].w
    for weight in weights:
        expect(hint).to_contain_text(f"{abs(weight.data):.2f} · x")
    network.blur()
    expect(title).to_have_text("output")
    box = network.bounding_box()
    notebook.page.mouse.move(box["x"] + 24, box["y"] + box["height"] / 2 + 52)
    expect(title).to_have_text("input x₂")
    notebook.page.mouse.move(1, 1)
    expect(title).to_have_text("output")
    write(notebook, "16, 16")
    notebook.expect_words(CELL, "2 → 16 → 16 → 1")


def test_the_steps_of_a_picture_can_be_fewer(notebook, front):
    pace = slider(notebook, "steps a picture")
    pace.press("Home")
    press(notebook, "play")
    wait_for_steps(notebook, 10)
    press(notebook, "pause")
    paused = standing(notebook)
    expect_run(notebook, "moons", paused)
    asked = front.evaluate(f"node => ({COUNT})([node, 10])")
    press(notebook, "play")
    wait_for_steps(notebook, paused + 10)
    for _ in range(4):
        pace.press("ArrowRight")
    press(notebook, "pause")
    expect_run(notebook, "moons", standing(notebook))
    assert asked == 0


def test_pictures_a_second_and_cells_answer_meanwhile(notebook, front, record_line):
    press(notebook, "play")
    wait_for_steps(notebook, 20)
    seconds, windows = 2, []
    for _ in range(3):  # a machine with other work to do may be late in one of them
        before = steps(notebook)
        pictures = front.evaluate(f"node => ({COUNT})([node, {1000 * seconds}])")
        windows.append((pictures / seconds, (steps(notebook) - before) / seconds))
    start = time.perf_counter()
    notebook.page.evaluate(
        """() => new Promise((resolve, reject) => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            kernel.requestExecute({code: '1 + 1'}).done.then(resolve, reject);
        })"""
    )
    cell = 1000 * (time.perf_counter() - start)
    press(notebook, "pause")
    pictures, trained = max(windows)
    record_line(
        f"Live training on moons: {pictures:.1f} pictures (goal 25) and {trained:.0f} steps a second; a cell that was "
        f"run meanwhile took {cell:.0f} ms."
    )
    assert pictures >= 5 and trained >= 1.5 * pictures


def test_it_rests_out_of_sight_and_goes_on_in_sight(notebook, front):
    press(notebook, "play")
    wait_for_steps(notebook, 20)
    notebook.page.locator(".jp-Notebook .jp-Cell").first.scroll_into_view_if_needed()
    notebook.page.wait_for_timeout(1000)
    resting = steps(notebook)
    notebook.page.wait_for_timeout(1000)
    assert steps(notebook) == resting
    front.scroll_into_view_if_needed()
    wait_for_steps(notebook, resting + 1)
    press(notebook, "pause")


def test_a_point_follows_the_hand(notebook, plane, front, record_drag):
    front.scroll_into_view_if_needed()
    mark = plane.locator(".mark").first
    delays = drag_delays(notebook.page, front, mark.locator(".hit"), [(k, -k / 3) for k in range(1, 61)])
    record_drag("playground, a point", delays, goal=16)
    press(notebook, "moons")
    expect_run(notebook, "moons", 0)


def test_the_kernel_answers_a_drag(notebook, plane, front, record_drag):
    front.scroll_into_view_if_needed()
    mark = plane.locator(".mark").first
    path = [(k / 2, -k / 4) for k in range(1, 151)]
    answers = answer_delays(notebook.page, front, mark.locator(".hit"), path)
    record_drag("playground, rings and losses", answers, goal=30)
    press(notebook, "moons")
    expect_run(notebook, "moons", 0)


def test_no_key_reaches_the_notebook(notebook, plane):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    plane.focus()
    for key in ("x", "d", "d", "a", "b", "Space", "ArrowUp", "Space", "m"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells
    expect(plane).to_be_focused()


def test_the_cell_can_be_run_again_while_it_plays(notebook, front):
    press(notebook, "play")
    wait_for_steps(notebook, 20)
    notebook.run(CELL)
    notebook.expect_words(CELL, "step 0, training")
    notebook.page.wait_for_timeout(500)
    assert steps(notebook) == 0 and notebook.output(CELL).locator(".al").count() == 1
    press(notebook, "one step")
    expect_run(notebook, "moons", 1)


def test_xor_in_notebook_07_gets_its_corners_right_in_ten_steps(notebooks):
    notebook = at_the_start(notebooks("07"))
    for step in range(1, 11):
        press(notebook, "one step")
        notebook.expect_words(CELL, f"step {step}, training")
    notebook.expect_words(CELL, "step 10, training: loss 3.642, 4 of 4 points right")
    slider(notebook, "learning rate").press("End")
    press(notebook, "play")
    wait_for_steps(notebook, 20)
    press(notebook, "pause")
    notebook.expect_words(CELL, "training: loss 8.000, 2 of 4 points right")
    press(notebook, "reset")
    assert standing(notebook) == 0


@pytest.mark.nightly
def test_the_readers_engine_takes_the_steps_in_notebook_08(notebooks):
    notebook, cell = notebooks("08"), "training-live-own"
    output, model = notebook.output(cell), TrainingModel("moons", hidden=(8,))
    expect(output.get_by_role("button", name="Values")).to_have_attribute("aria-pressed", "true")
    for engine in ("Values", "Tensors", "Values"):
        output.get_by_role("button", name=engine).click()
        output.get_by_role("button", name="one step").click()
        model.advance(1)
        notebook.expect_words(cell, f"step {model.steps}, {model.result()}")
    output.get_by_role("button", name="play").click()
    expect(output.locator(".count")).to_contain_text(re.compile(r"[2-9]\d|\d{3}"))
    output.get_by_role("button", name="pause").click()


@pytest.mark.parametrize("name", ["00", "06"])
def test_it_plays_where_it_is_a_look_ahead(notebooks, name):
    notebook = notebooks(name)
    press(notebook, "play")
    wait_for_steps(notebook, 40)
    press(notebook, "reset")
    assert standing(notebook) == 0 and notebook.errors == []


def test_it_fits_can_be_read_in_both_themes_and_every_control_has_a_name(notebooks):
    for notebook in (notebooks("07"), notebooks("08")):
        front = notebook.output(CELL).locator(".al").first
        for role in ("button", "slider", "application", "img", "textbox"):
            for element in front.get_by_role(role).all():
                assert re.search(r"\w", element.get_attribute("aria-label") or element.text_content())
        assert front.bounding_box()["width"] <= 720
        assert front.evaluate("root => root.scrollWidth <= root.clientWidth")
        for theme in ("dark", "light"):
            notebook.theme(theme)
            assert too_faint(front) == []


def test_nothing_complained(notebooks):
    for notebook in (notebooks("07"), notebooks("08")):
        assert notebook.errors == []

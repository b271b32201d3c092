"""The neuron playground: its front in a bare page, and in notebook 06, moved by hand, by sliders and by keys."""

import itertools
import re

import pytest
from bare import bare_page, show
from lab import drag_delays

from autograd_lib.nn.mlp import ACTIVATIONS
from autograd_lib.widgets.neuron import NeuronFront, NeuronModel

CELL = "neuron-playground-1"
LINE, KNOB, ARROW = "the line: shift it", "the knob: turn the line", "the arrow: all times"
GIVEN = "the point that the neuron is given"


@pytest.fixture
def notebook(notebooks):
    return notebooks("06")


def front(notebook, cell):
    return notebook.output(cell).locator(".al").first


def words(root):
    return root.locator(".words").inner_text()


def slider(root, name):
    return root.locator(f"input[aria-label='{name}']")


def press(root, name):
    root.get_by_role("button", name=name, exact=True).click()


def numbers(root):
    """w1, w2 and b, as the words say them."""
    [found] = re.findall(r"\(?(-?[\d.]+)·x1 ([+−]) ([\d.]+)·x2 ([+−]) ([\d.]+)", words(root))
    w1, sign2, w2, sign3, b = found
    return float(w1), float(f"{sign2}{w2}".replace("−", "-")), float(f"{sign3}{b}".replace("−", "-"))


def grip_of_the_line(root):
    """The arrow to both sides on the line: the line itself is as wide as the plane."""
    return root.get_by_label(LINE).locator("> g").last


def drag(page, handle, dx, dy):
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 11):
        page.mouse.move(x + dx * k / 10, y + dy * k / 10)
    page.mouse.up()


# In a bare page.


@pytest.fixture
def page(browser):
    page = bare_page(browser, NeuronFront)
    yield page
    assert page.complaints == []
    page.close()


@pytest.fixture
def bare(page):
    return page.locator(".al")


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_the_page_computes_what_the_model_computes(page, activation):
    some = [(1.0, 1.0, -0.5), (0.0, 0.0, 0.5), (4.0, 0.0, 0.5), (0.1, 0.2, -0.3), (-0.75, 3.31, -4.0)]
    for weights, times, task in itertools.product(some, (0.25, 1.0, 1.7, 10.0), ("OR", "XOR")):
        model = NeuronModel(task, *weights, activation)
        model.set_times(times)
        assert show(page, model) == model.text()


def test_the_line_is_dragged_and_the_bias_follows(page, bare):
    show(page, NeuronModel())
    drag(page, grip_of_the_line(bare), 28, -28)  # 140 pixels are 1: to x1 + x2 = 0.5 + 0.2 + 0.2
    w1, w2, b = numbers(bare)
    assert (w1, w2) == (1.0, 1.0) and b == pytest.approx(-0.9, abs=0.02)
    assert bare.get_by_label(LINE).get_attribute("aria-valuetext") == f"b = {b:g}"
    sent = page.evaluate("() => window.sent.at(-1)")
    assert sent["move"] == "show" and sent["args"][:4] == ["OR", "tanh", 1, 1]


def test_the_line_follows_the_arrow_keys(page, bare):
    model = NeuronModel()
    show(page, model)
    line = bare.get_by_label(LINE)
    line.press("ArrowRight")
    line.press("ArrowUp")
    model.set_b(-0.7)
    assert words(bare) == model.text()
    line.press("Shift+ArrowLeft")
    model.set_b(0.3)
    assert words(bare) == model.text()


def test_the_line_stays_in_the_picture_however_far_it_is_dragged(page, bare):
    show(page, NeuronModel())
    drag(page, grip_of_the_line(bare), 600, -600)
    assert grip_of_the_line(bare).bounding_box()["x"] < 420
    drag(page, grip_of_the_line(bare), -600, 600)
    assert numbers(bare)[2] > 0


def test_the_knob_turns_the_line_about_a_point_that_stays_on_it(page, bare):
    show(page, NeuronModel())
    drag(page, bare.get_by_label(KNOB), 0, 60)
    w1, w2, b = numbers(bare)
    assert (w1**2 + w2**2) ** 0.5 == pytest.approx(2**0.5, abs=0.02) and w1 < 0.6
    assert 0.25 * w1 + 0.25 * w2 + b == pytest.approx(0, abs=0.02)
    bare.get_by_label(KNOB).press("ArrowUp")
    assert numbers(bare)[0] < w1


def test_the_arrow_is_pulled_longer_and_the_line_stays(page, bare):
    model = NeuronModel()
    show(page, model)
    before = words(bare).splitlines()
    drag(page, bare.get_by_label(ARROW), 20, -20)
    times = float(bare.get_by_label(ARROW).get_attribute("aria-valuenow"))
    assert 1.5 < times < 6
    after = words(bare).splitlines()
    assert after[0] == before[0] and after[1].split(";")[1] == before[1].split(";")[1]
    model.set_times(times)
    assert words(bare) == model.text()
    bare.get_by_label(ARROW).press("ArrowRight")
    assert float(bare.get_by_label(ARROW).get_attribute("aria-valuenow")) in (2, 3, 5, 10)


def test_any_point_goes_through_the_neuron_under_the_pointer_or_by_keys(page, bare):
    model = NeuronModel()
    show(page, model)
    box = bare.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + 0.5 * 140, box["y"] + 2.15 * 140)  # (-0.25, -0.4)
    said = bare.get_by_label(GIVEN).get_attribute("aria-valuetext")
    assert said == f"x1 = -0.25, x2 = -0.4: sum -1.15, score {model.score(-1.15):.4f}, no"
    page.mouse.move(box["x"] + 1.78 * 140, box["y"] + 0.73 * 140)  # near (1, 1)
    assert "x1 = 1.0, x2 = 1.0: sum 1.50, score 0.9051, yes" in bare.get_by_label(GIVEN).get_attribute("aria-valuetext")
    bare.get_by_label(GIVEN).press("ArrowLeft")
    assert "x1 = 0.9, x2 = 1.0: sum 1.40" in bare.get_by_label(GIVEN).get_attribute("aria-valuetext")


def test_what_was_right_on_the_way_is_kept(page, bare):
    show(page, NeuronModel("AND"))
    b = slider(bare, "b")
    for _ in range(5):
        b.press("ArrowLeft")
    assert "AND: 4 of 4 right, best so far 4" in words(bare)
    b.press("Home")
    assert "AND: 3 of 4 right, best so far 4" in words(bare)
    assert page.evaluate("() => window.sent.length") <= 2  # there is no kernel: the others wait, and the newest is kept


def test_the_colours_follow_the_theme(page, bare):
    show(page, NeuronModel())
    pixel = "canvas => [...canvas.getContext('2d').getImageData(340, 5, 1, 1).data].slice(0, 3)"
    light = bare.locator("canvas").evaluate(pixel)
    page.evaluate("() => { document.body.dataset.jpThemeLight = 'false'; }")
    changed = f"light => String(({pixel})(document.querySelector('canvas'))) !== String(light)"
    page.wait_for_function(changed, arg=light)


@pytest.mark.parametrize("width", [700, 480])
def test_nothing_is_cut_off(page, bare, width):
    page.set_viewport_size({"width": width, "height": 1100})
    for model in (NeuronModel(), NeuronModel("NAND", -4.0, 4.0, 4.0, "leaky_relu"), NeuronModel("OR", 0.0, 0.0, 1.0)):
        show(page, model)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# In the notebook.


def test_from_or_to_and_by_the_bias_alone(notebook):
    root = front(notebook, CELL)
    notebook.expect_words(CELL, "OR: 4 of 4 right")
    press(root, "AND")
    notebook.expect_words(CELL, "AND: 2 of 4 right")
    for _ in range(5):
        slider(root, "b").press("ArrowLeft")
    notebook.expect_words(CELL, "AND: 4 of 4 right")
    notebook.expect_words(CELL, "sum = 1.0·x1 + 1.0·x2 − 1.0; the line is 0.71 from (0, 0), where the answer is no")


def test_the_activation_and_a_common_factor_change_scores_and_no_answer(notebook):
    root = front(notebook, CELL)
    press(root, "OR")
    slider(root, "b").press("Home")
    notebook.expect_words(CELL, "(0, 0) no, (0, 1) no (wrong), (1, 0) no (wrong), (1, 1) no (wrong)")
    press(root, "linear")
    notebook.expect_words(CELL, "scores (linear of the sum) in the same order: −4.0000, −3.0000, −3.0000, −2.0000")
    slider(root, "all times").press("End")
    notebook.expect_words(CELL, "sum = 10 · (1.0·x1 + 1.0·x2 − 4.0)")
    notebook.expect_words(CELL, "in the same order: −40.0000, −30.0000, −30.0000, −20.0000")
    notebook.expect_words(CELL, "(0, 0) no, (0, 1) no (wrong), (1, 0) no (wrong), (1, 1) no (wrong)")


def test_xor_has_one_wrong_corner_after_another(notebook):
    notebook.run(CELL)  # afresh
    root = front(notebook, CELL)
    press(root, "XOR")
    notebook.expect_words(CELL, "XOR: 3 of 4 right, best so far 3")
    notebook.expect_words(CELL, "(1, 1) yes (wrong)")
    for _ in range(5):
        slider(root, "w1").press("ArrowLeft")
    notebook.expect_words(CELL, "(1, 0) no (wrong), (1, 1) yes (wrong)")
    slider(root, "w2").press("Home")
    notebook.expect_words(CELL, "sum = 0.5·x1 − 4.0·x2 − 0.5")
    notebook.expect_words(
        CELL, "2 of 4 right, best so far 3: (0, 0) no, (0, 1) no (wrong), (1, 0) no (wrong), (1, 1) no"
    )


def test_the_line_follows_the_hand_and_the_kernel_has_it_too(notebook, record_drag):
    root = front(notebook, CELL)
    for name, key in (("w1", "End"), ("w2", "End"), ("b", "Home")):
        slider(root, name).press(key)
    grip = grip_of_the_line(root)
    grip.scroll_into_view_if_needed()
    before = words(root)
    delays = drag_delays(notebook.page, root, grip, [(-k, k) for k in range(1, 61)])
    record_drag("neuron playground, the line dragged", delays, goal=16)
    assert words(root) != before
    knob = root.get_by_label(KNOB)
    delays = drag_delays(notebook.page, root, knob, [(k / 2, k) for k in range(1, 61)])
    record_drag("neuron playground, the line turned", delays, goal=16)
    notebook.page.wait_for_timeout(500)
    shown, held = words(root), models_of(notebook)
    assert shown.splitlines()[1] in held and shown.splitlines()[2] in held


def models_of(notebook):
    """The texts of the models in the kernel."""
    return notebook.page.evaluate(
        """async () => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            const code = `
from ipywidgets.widgets.widget import _instances as _all
print(*[w.model.text() for w in _all.values() if type(w).__name__ == 'NeuronFront'])`;
            let text = '';
            const future = kernel.requestExecute({code, store_history: false});
            future.onIOPub = message => { text += message.content.text ?? ''; };
            await future.done;
            return text;
        }"""
    )


def test_no_key_reaches_the_notebook(notebook):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    for label in (LINE, KNOB, ARROW, GIVEN):
        front(notebook, CELL).get_by_label(label).focus()
        for key in ("x", "d", "d", "Space", "a", "b"):
            notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_the_field_has_the_colours_of_the_page(notebook):
    """JupyterLab draws a front before it is in the page, where it has no colours yet."""
    corner = "canvas => [...canvas.getContext('2d').getImageData(345, 5, 1, 1).data]"
    press(front(notebook, CELL), "tanh")
    slider(front(notebook, CELL), "b").press("End")
    red, _, blue, strength = front(notebook, CELL).locator("canvas").evaluate(corner)
    assert blue > red + 50 and strength > 100


def test_it_fits_and_nothing_complained(notebook):
    assert front(notebook, CELL).bounding_box()["width"] <= 720
    assert notebook.errors == []

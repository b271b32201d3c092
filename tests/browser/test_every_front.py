"""What every front promises: it is drawn from its JSON alone, can be read in both themes, and is whole at any width."""

import json

import numpy as np
import pytest
from bare import bare_page, drag_by_finger
from contrast import too_faint

from autograd_lib import widgets
from autograd_lib.engine.value import Value
from autograd_lib.nn.gpt import GPT
from autograd_lib.nn.layers import Conv2d, Flatten, Linear, ReLU, Sequential
from autograd_lib.widgets.view import Front

# As JupyterLab's dark theme sets them.
DARK = {
    "--jp-layout-color0": "#111111",
    "--jp-layout-color2": "#424242",
    "--jp-border-color1": "#616161",
    "--jp-content-font-color1": "rgba(255, 255, 255, 0.87)",
    "--jp-content-font-color2": "rgba(255, 255, 255, 0.7)",
    "--jp-brand-color1": "#1e88e5",
}


def graph():
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    c = a * b
    d = c + a
    c.label, d.label = "c", "d"
    return d


def network():
    return Sequential(Conv2d(1, 2, 3, padding=1, rng=0), ReLU(), Flatten(), Linear(128, 10, rng=0))


def gpt():
    return GPT(" ,.Tadefghilmnorstuv", context=40, width=8, heads=4, layers=1, rng=0)


def images():
    images = np.zeros((2, 8, 8))
    images[:, 3:5, 3:5] = 1
    return images


FRONTS = {
    "tangent": lambda: widgets.tangent_explorer(lambda x: x**2, lambda x: 2 * x),
    "graph": lambda: widgets.graph_explorer(lambda a, b: (a * b + a).tanh(), a=0.5, b=-0.3),
    "stepper": lambda: widgets.graph_stepper(graph()),
    "orders": lambda: widgets.order_against_order(graph(), "d c a", "d a c"),
    "activation": lambda: widgets.activation_explorer(),
    "neuron": lambda: widgets.neuron_playground(),
    "descent": lambda: widgets.descent_explorer(),
    "descent in a ravine": lambda: widgets.descent_explorer(curvatures=(2.0, 0.5)),
    "playground": lambda: widgets.training_live("moons"),
    "race": lambda: widgets.optimiser_race(),
    "passes": lambda: widgets.passes_explorer(lambda x, y: (x * y, x + y), [2.0, 3.0], ["u", "v"]),
    "broadcasting": lambda: widgets.broadcasting_explorer(),
    "maps": lambda: widgets.feature_maps(network(), images()),
    "digits": lambda: widgets.digit_pad(network(), example="3", maps=network()),
    "attention": lambda: widgets.attention_explorer(gpt(), "The sum of all gradients, and more"),
    "sampler": lambda: widgets.text_sampler(gpt(), "The sum"),
    "segments": lambda: widgets.segments_explorer(),
}
WIDE, NARROW = 700, 420  # an output in a window of 1024 pixels, and in one of 840 or at twice the size
BESIDE_FILES, HALVED, PHONE = 592, 396, 274  # 1024 pixels with the list of files, 1024 at twice the size, a phone
TALL = 640  # of which a window of 700 pixels shows all but the words

CUT_OFF = """root => {
    const found = [];
    for (const text of root.querySelectorAll('svg text')) {
        const svg = text.ownerSVGElement;
        if (!text.textContent.trim() || !text.checkVisibility() || svg.closest('.stage')) continue;
        if (text.closest('[clip-path]')) continue;
        const inner = text.getBoundingClientRect(), outer = svg.getBoundingClientRect();
        if (inner.left < outer.left - 1 || inner.right > outer.right + 1
            || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1) found.push(text.textContent);
    }
    for (const part of root.querySelectorAll('*')) {
        if (part.namespaceURI.endsWith('svg') || !part.checkVisibility() || part.closest('style')) continue;
        const right = part.getBoundingClientRect().right;
        if (right > root.getBoundingClientRect().right + 1) found.push(part.outerHTML.slice(0, 90));
    }
    return found;
}"""


@pytest.fixture(scope="module", params=FRONTS)
def front(request):
    front = FRONTS[request.param]()
    assert isinstance(front, Front), front
    return front


@pytest.fixture(scope="module")
def page(browser, front):
    page = bare_page(browser, front)
    show(page, front.model)
    yield page
    page.close()


def show(page, model):
    page.evaluate("state => window.show(state)", json.loads(json.dumps(model.scene() | model.state(), allow_nan=False)))


def root(page):
    return page.locator(".al")


def test_it_is_drawn_from_its_json_alone(page):
    assert root(page).get_attribute("data-drawn")
    assert page.complaints == []


def test_each_control_has_a_name(page):
    unnamed = root(page).evaluate(
        """root => [...root.querySelectorAll('button, input, select, [tabindex="0"]')]
            .filter(part => part.checkVisibility())
            .filter(part => !(part.getAttribute('aria-label') || part.getAttribute('aria-labelledby')
                || part.labels?.length || part.textContent.trim()))
            .map(part => part.outerHTML.slice(0, 100))"""
    )
    assert unnamed == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_its_words_can_be_read(page, theme):
    page.evaluate(
        """dark => {
            document.body.style.cssText = 'margin: 0';
            document.body.dataset.jpThemeLight = String(!dark);
            for (const [name, value] of Object.entries(dark || {})) document.body.style.setProperty(name, value);
            document.body.style.background = dark ? '#111111' : 'white';
        }""",
        DARK if theme == "dark" else None,
    )
    page.wait_for_timeout(100)
    assert too_faint(root(page)) == []


@pytest.mark.parametrize("width", [WIDE, BESIDE_FILES, NARROW, HALVED, PHONE])
def test_nothing_is_cut_off(page, width):
    page.set_viewport_size({"width": width, "height": 700})
    for _ in range(20):  # a front finds out by itself, and on a busy machine that takes a while
        page.wait_for_timeout(150)
        cut_off = root(page).evaluate(CUT_OFF)
        if not cut_off:
            break
    assert cut_off == []


def test_cause_and_effect_are_seen_together(page, front):
    """Side by side in a window of 1024 × 700 pixels, also beside JupyterLab's list of files."""
    page.set_viewport_size({"width": BESIDE_FILES, "height": 700})
    page.wait_for_timeout(150)
    if root(page).locator(".beside").count():
        left, right = root(page).locator(".beside > *").all()
        assert right.bounding_box()["y"] < left.bounding_box()["y"] + 5
    pictures = root(page).locator("svg:visible, canvas:visible").all()
    bottom = max(box["y"] + box["height"] for box in (picture.bounding_box() for picture in pictures) if box)
    assert bottom < TALL


@pytest.mark.parametrize("name", ["activation", "descent", "neuron"])
def test_home_and_end_go_to_the_ends_of_what_is_dragged(browser, name):
    """Here the page itself computes what follows. Of the tangent's handles, see its own tests."""
    front = FRONTS[name]()
    page = bare_page(browser, front)
    show(page, front.model)
    handles = root(page).locator("svg [role=slider]").all()
    assert handles
    for handle in handles:
        ends = []
        for key in ("Home", "End", "Home", "ArrowUp", "End"):
            handle.press(key)
            ends.append(float(handle.get_attribute("aria-valuenow")))
        assert ends[0] == ends[2] < ends[1] == ends[4]
    page.close()


def test_a_finger_that_scrolls_the_page_moves_no_slider(browser, front):
    page = bare_page(browser, front, has_touch=True)
    show(page, front.model)
    for slider in root(page).locator("input[type=range]:enabled").all():
        if not slider.is_visible():
            continue
        slider.press("Home")  # away from the middle, where the finger is
        before = slider.input_value()
        drag_by_finger(page, slider, 0, -120)
        assert slider.input_value() == before
    page.close()


def test_it_can_be_drawn_thirty_times_and_taken_away(page, front):
    for _ in range(30):
        show(page, front.model)
    page.evaluate("() => { window.cleanup(); document.body.replaceChildren(); }")
    page.mouse.move(100, 100)
    page.wait_for_timeout(100)
    assert page.complaints == []


COLOURED = """() => [...document.querySelectorAll('.pad-maps canvas')].some(canvas => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((_, i) => i % 4 === 0 && data[i + 3] && data[i + 2] - data[i] > 40);
})"""


def test_the_maps_of_the_digit_pad_are_blue_from_the_beginning(browser):
    """A front is drawn before it is in the page, where it has no colours yet."""
    front = FRONTS["digits"]()
    page = bare_page(browser, front)
    show(page, front.model)
    page.wait_for_timeout(200)
    assert page.evaluate(COLOURED)
    page.close()

"""The graph explorer in notebooks 02 to 05, touched as a reader touches it: with the hand and with keys."""

import lab as jupyterlab
import pytest
from bare import bare_page, show
from lab import Lab, Notebook, drag_delays
from playwright.sync_api import expect

from autograd_lib.widgets.graph_explorer import ExplorerModel, GraphFront

CELL = "graph-explorer"


@pytest.fixture
def notebook(notebooks):
    return notebooks("02")


@pytest.fixture
def front(notebook):
    front = notebook.output(CELL).locator(".al").first
    front.scroll_into_view_if_needed()
    return front


@pytest.fixture
def leaf(front):
    return lambda name: front.get_by_role("slider", name=name, exact=True)


def viewed(front):
    return front.locator(".stage > svg").get_attribute("viewBox")


def test_a_node_that_is_pointed_at_lights_its_payments_and_its_paths(notebook, front, leaf):
    front.get_by_role("img", name="t1:").hover()
    notebook.expect_words(CELL, "t1 pays upstream × local: 7.0 × 3.0 = 21.0 to a; 7.0 × 2.0 = 14.0 to b")
    assert front.locator(".edge.paid").count() == 2 and front.locator(".edge.path").count() == 2
    leaf("a").hover()
    notebook.expect_words(CELL, "a.grad = 10.0 × 1.0 from t3 + 7.0 × 3.0 from t1 = 31.0")
    assert front.locator(".tag.on").all_text_contents() == ["+21.0", "+10.0"]
    notebook.page.mouse.move(2, 2)
    expect(front.locator(".dim")).to_have_count(0)


def test_a_leaf_that_is_dragged_takes_values_and_gradients_along(notebook, front, leaf, record_drag):
    delays = drag_delays(notebook.page, front, leaf("a"), [(k, 0) for k in range(1, 61)])
    record_drag("graph explorer, a leaf dragged", delays, goal=30)
    expect(leaf("a")).to_have_attribute("aria-valuenow", "3.2")
    notebook.expect_words(CELL, "L = t2 * t3 = 13.6 * 8.2 = 111.52")
    expect(leaf("b")).to_have_attribute("aria-valuetext", "b = 3.0, grad 26.24")
    front.get_by_role("button", name="all leaves back").click()
    notebook.expect_words(CELL, "L = t2 * t3 = 10.0 * 7.0 = 70.0")


def test_the_keys_move_a_leaf_and_go_from_node_to_node(notebook, front, leaf):
    leaf("a").press("Shift+ArrowRight")
    notebook.expect_words(CELL, "L = t2 * t3 = 13.0 * 8.0 = 104.0")
    leaf("a").press("ArrowDown")
    expect(leaf("a")).to_have_attribute("aria-valuenow", "2.9")
    leaf("a").press("Home")
    expect(leaf("a")).to_have_attribute("aria-valuenow", "2")


def test_an_arrow_key_goes_to_the_next_box_in_its_direction(notebook, front):
    front.get_by_role("img", name="L:").focus()
    for key, box, words in [
        ("ArrowLeft", "t2", "t2 pays upstream × local: 7.0 × 1.0 = 7.0 to t1"),
        ("ArrowRight", "L", "L.grad = 1.0"),
        ("ArrowLeft", "t2", "t2 pays"),
        ("ArrowLeft", "t1", "t1 pays upstream × local: 7.0 × 3.0 = 21.0 to a"),
        ("ArrowDown", "t3", "t3 pays upstream × local: 10.0 × 1.0 = 10.0 to a"),
    ]:
        notebook.page.keyboard.press(key)
        assert notebook.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(f"{box}:")
        notebook.expect_words(CELL, words)
    middles = [box.bounding_box() for box in (front.get_by_role("img", name=f"{name}:") for name in ("t1", "t3", "t2"))]
    assert middles[0]["x"] < middles[2]["x"] and middles[0]["y"] < middles[1]["y"]


def test_both_passes_are_played_and_stepped(notebook, front):
    front.get_by_role("button", name="play").click()
    notebook.expect_words(CELL, "step 0 of 9")
    notebook.expect_words(CELL, "Forward pass: t1 has its inputs and is computed.")
    front.get_by_role("button", name="pause").click()
    slider = front.get_by_role("slider", name="step of the two passes")
    slider.press("Home")
    slider.press("End")
    notebook.expect_words(CELL, "a.grad += 7.0 × 3.0 = 21.0, now 31.0")
    front.get_by_role("button", name="one step back").click()
    front.get_by_role("button", name="one step back").click()
    notebook.expect_words(CELL, "t3 pays upstream × local:\na.grad += 10.0 × 1.0 = 10.0, now 10.0")
    front.get_by_role("button", name="end the passes").click()
    notebook.expect_words(CELL, "∂L/∂a = 31.0")


def test_the_wheel_with_ctrl_and_the_keys_zoom_and_the_hand_pans(notebook, front):
    stage = front.get_by_role("group", name="the graph")
    whole = viewed(front)
    box = stage.bounding_box()
    notebook.page.mouse.move(box["x"] + 300, box["y"] + 10)
    notebook.page.keyboard.down("Control")
    notebook.page.mouse.wheel(0, -300)
    notebook.page.keyboard.up("Control")
    notebook.page.wait_for_timeout(100)
    zoomed = viewed(front)
    assert float(zoomed.split()[2]) < 0.5 * float(whole.split()[2])
    stage.focus()
    stage.press("ArrowRight")
    assert float(viewed(front).split()[0]) > float(zoomed.split()[0])
    stage.press("0")
    assert float(viewed(front).split()[2]) >= float(whole.split()[2]) - 1
    stage.press("+")
    assert viewed(front) != whole
    front.get_by_role("button", name="fit the graph in").click()
    assert float(viewed(front).split()[2]) >= float(whole.split()[2]) - 1


def test_no_key_reaches_the_notebook(notebook, front, leaf):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    leaf("a").focus()
    for key in ("x", "d", "d", "Space", "a", "b", "0"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_no_text_is_cut_off_or_smaller_than_twelve_pixels(front):
    for text in front.locator(".stage .node text").all():
        assert text.evaluate("t => 10 * t.getScreenCTM().a") >= 11.9
    for node in front.locator(".stage .node").all():
        assert node.evaluate(
            """node => {
                const box = node.querySelector('polygon').getBBox();
                return [...node.querySelectorAll('text')].map(text => text.getBBox())
                    .every(text => text.x >= box.x - 0.5 && text.x + text.width <= box.x + box.width + 0.5);
            }"""
        )


def test_in_03_it_computes_with_the_readers_class(notebooks):
    notebook = notebooks("03")
    front = notebook.output(CELL).locator(".al").first
    x2 = front.get_by_role("slider", name="x2", exact=True)
    for _ in range(13):
        x2.press("ArrowLeft")
    notebook.expect_words(CELL, "x2.grad = 0.8434 × 1.0 from p2 = 0.8434")
    expect(front.get_by_role("slider", name="w2", exact=True)).to_have_attribute(
        "aria-valuetext", "w2 = 1.0, grad -1.0964"
    )
    assert notebook.errors == []


def test_in_05_two_payments_nearly_cancel(notebooks):
    notebook = notebooks("05")
    front = notebook.output(CELL).locator(".al").first
    x = front.get_by_role("slider", name="x", exact=True)
    for _ in range(22):
        x.press("ArrowRight")
    expect(x).to_have_attribute("aria-valuetext", "x = 3.0, grad 0.0099")
    front.locator('.node[aria-label*="data 403.4288"]').hover()
    notebook.expect_words(CELL, "≈ 1.2228e-05")  # what two rounded numbers of the size 0.0025 leave of each other
    assert notebook.errors == []


def test_several_widgets_share_no_ids_and_stay_whole_as_one_reads_on(tmp_path_factory, browser):
    """With JupyterLab's own windowing, which leaves out what is scrolled away."""
    settings = {name: value for name, value in jupyterlab.SETTINGS.items() if "tracker" not in name}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jupyterlab, "SETTINGS", settings)
        lab = Lab(tmp_path_factory.mktemp("windowed"))
    try:
        notebook = Notebook(lab, browser, "02")
        notebook.run_all()
        cells = ["graph-stepper", CELL]
        for cell in [*cells, *cells[::-1]]:
            front = notebook.output(cell).locator(".al").first
            front.scroll_into_view_if_needed()
            expect(front).to_be_in_viewport()
            stage = front.locator(".stage").first
            assert stage.evaluate("stage => stage.querySelector('svg').width.baseVal.value === stage.clientWidth")
            for _ in range(2):
                front.get_by_role("button", name="one step on").click()
            expect(front.locator(".mark[visibility=visible]").first).to_be_visible()
        assert notebook.page.locator(".al svg [id], .al svg [href], .al svg [clip-path]").count() == 0
        assert notebook.errors == []
        notebook.close()
    finally:
        lab.stop()


LONG = """def long_chain(x):
    for k in range(110):
        x = x.tanh() if k % 2 else x * 1.5
    return x


graph_explorer(long_chain, x=0.5)"""


def test_a_leaf_of_a_long_graph_is_dragged_as_well(notebook, record_drag):
    notebook.rewrite(CELL, LONG)
    notebook.run(CELL)
    front = notebook.output(CELL).locator(".al").first
    front.scroll_into_view_if_needed()
    expect(front.locator(".strip")).to_be_visible()
    assert [side.is_visible() for side in front.locator(".more").all()] == [False, True, False, False]
    x = front.get_by_role("slider", name="x", exact=True)
    x.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(front.locator(".more.right")).to_be_visible()
    delays = drag_delays(notebook.page, front, x, [(k, 0) for k in range(1, 61)])
    record_drag("graph explorer, 166 nodes, a leaf dragged", delays, goal=30)
    expect(x).to_have_attribute("aria-valuenow", "1.8")
    front.locator(".node").nth(1).hover()
    notebook.expect_words(CELL, "n2.grad = ")
    front.get_by_role("button", name="show the whole graph").click()
    expect(front.locator(".strip")).to_be_hidden()
    front.get_by_role("button", name="fit the graph in").click()
    expect(front.locator(".strip")).to_be_visible()


MODELS = {
    "a graph of three operations": lambda: (lambda a, b, c, d: (a * b + c) * (a + d), {"a": 2, "b": 3, "c": 4, "d": 5}),
    "a neuron": lambda: (lambda x1, w1, x2, w2, b: (x1 * w1 + x2 * w2 + b).tanh(), dict.fromkeys(NEURON, 0.5)),
    "tanh from its pieces": lambda: (lambda x: ((x * 2).exp() - 1) / ((x * 2).exp() + 1), {"x": 0.8}),
}
NEURON = ("x1", "w1", "x2", "w2", "b")
COVERED = """root => {
    const boxes = [...root.querySelectorAll('.node > polygon')].map(box => box.getBoundingClientRect());
    const common = (a, b, low, high) => Math.max(0, Math.min(a[high], b[high]) - Math.max(a[low], b[low]));
    return [...root.querySelectorAll('.tag.on rect')].map(tag => tag.getBoundingClientRect()).map(tag =>
        Math.max(...boxes.map(box => common(tag, box, 'left', 'right') * common(tag, box, 'top', 'bottom')))
        / (tag.width * tag.height));
}"""


@pytest.mark.parametrize("name", MODELS)
def test_payments_stand_beside_the_boxes(browser, name):
    """At most a fifth of a payment lies on a box: that is its rim, where no number stands."""
    page = bare_page(browser, GraphFront)
    show(page, ExplorerModel(*MODELS[name]()))
    seen = 0
    for _ in range(30):
        page.get_by_role("button", name="one step on").click()
        shares = page.locator(".al").evaluate(COVERED)
        seen += len(shares)
        assert max(shares, default=0) < 1 / 5
    assert seen > 5
    page.close()


def test_a_graph_opens_whole_and_one_that_cannot_be_read_so_at_its_leaves(browser):
    page = bare_page(browser, GraphFront)
    page.set_viewport_size({"width": 592, "height": 700})
    show(page, ExplorerModel(*MODELS["a graph of three operations"]()))
    page.wait_for_timeout(100)
    assert not page.locator(".strip").is_visible() and not page.get_by_text("This is a part of the graph").is_visible()
    page.set_viewport_size({"width": 320, "height": 700})
    page.wait_for_timeout(100)
    assert page.get_by_text("This is a part of the graph").is_visible()
    stage = page.locator(".stage").bounding_box()
    for name in "abd":
        assert page.get_by_role("slider", name=name, exact=True).bounding_box()["x"] >= stage["x"]
    page.locator(".more.right").click()
    assert not page.locator(".more.right").is_visible() or page.locator(".more.left").is_visible()
    page.get_by_role("button", name="show the whole graph").click()
    assert not page.get_by_text("This is a part of the graph").is_visible()
    page.close()


def test_both_passes_are_stepped_and_nodes_touched_in_a_bare_page(browser):
    page = bare_page(browser, GraphFront)
    model = ExplorerModel(lambda a, b: a * b + a, {"a": 2.0, "b": -3.0})
    assert show(page, model).startswith("n3 = n2 + a = (-6.0) + 2.0 = -4.0")
    page.locator('.node[aria-label="b"]').hover()
    expect(page.locator(".words")).to_contain_text("b.grad = 1.0 × 2.0 from n2 = 2.0")
    for _ in range(5):
        page.get_by_role("button", name="one step on").click()
    page.mouse.move(2, 2)
    expect(page.locator(".words")).to_contain_text("Backward pass: n3.grad = 1.0 is complete")
    assert page.complaints == [] and page.evaluate("window.sent") == []
    page.close()


def test_nothing_complained(notebook):
    assert notebook.errors == []

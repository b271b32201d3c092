"""The broadcasting explorer: its front in a bare page, and in notebook 10, moved by hand and by keys."""

import itertools

import pytest
from bare import bare_page, show
from lab import drag_delays

from autograd_lib.widgets.broadcasting import BroadcastingFront, BroadcastingModel

CELL = "broadcasting-explorer"
SHAPES = [(), (1,), (3,), (4,), (1, 1), (1, 4), (3, 1), (3, 4), (4, 3), (2, 1, 1), (2, 1, 4), (2, 3, 1), (2, 3, 4)]

# In a bare page.


@pytest.fixture
def page(browser):
    page = bare_page(browser, BroadcastingFront)
    yield page
    assert page.complaints == []
    page.close()


def words(page):
    return page.locator(".words").inner_text()


def size(page, name, axis):
    return page.get_by_role("slider", name=f"{name}, axis {axis}", exact=True)


def cells(page, which):
    """The cells that are seen of one of the six arrays: a, b, a + b, and the gradient of each."""
    return page.locator(f"[role=img] > g >> nth={which}").locator(".bc-cell:not([visibility=hidden])")


def numbers(page, which, kind=".bc-cell:not(.copy)"):
    """The numbers in some of the cells of an array."""
    seen = cells(page, which).and_(page.locator(kind)).all_text_contents()
    return [int(text.replace("−", "-")) for text in seen]


@pytest.mark.parametrize("a", SHAPES, ids=str)
def test_the_page_computes_what_the_model_computes(page, a):
    for b, name in zip(SHAPES, itertools.cycle(("a", "b", "a + b"))):
        model = BroadcastingModel(a, b)
        model.look_at(name)
        model.go_to(model.last * 2 // 3)
        assert show(page, model) == model.text()
        if model.result is not None:
            arrays = [*map(model.numbers, ("a", "b", "a + b")), model.back("a"), model.back("b"), model.gradient]
            assert [numbers(page, which) for which in range(6)] == [array.ravel().tolist() for array in arrays]


def test_a_number_that_is_pointed_at_lights_up_with_what_it_is_made_of(page):
    model = BroadcastingModel()
    show(page, model)
    cells(page, 2).nth(6).hover()
    assert words(page).splitlines()[-1].startswith("(a + b)[1, 2] = a[1, 0] + b[2] = 20 + 3 = 23;")
    assert numbers(page, 2, ".hot") == [23] and numbers(page, 5, ".hot") == [8]
    assert numbers(page, 0, ".hot") == [20, 20]  # the number, and the copy that is used here
    assert numbers(page, 1, ".hot") == [3, 3]
    cells(page, 4).nth(1).hover()
    assert words(page).endswith("b[1] is used 3 times: b.grad[1] = −4 + 7 − 4 = −1")
    assert numbers(page, 5, ".hot") == [-4, 7, -4]
    page.mouse.move(400, 700)
    assert words(page) == model.text()
    cells(page, 4).nth(1).click()
    page.mouse.move(400, 700)
    assert "b[1] is used 3 times" in words(page)
    assert page.evaluate("() => window.sent.at(-1).args") == [[3, 1], [4], "b", 1]


def test_sizes_are_moved_by_keys_and_an_axis_comes_and_goes(page):
    show(page, BroadcastingModel((3, 1), (4,)))
    size(page, "b", -2).press("ArrowRight")
    assert "b of shape (1, 4)" in words(page)
    size(page, "b", -2).press("3")
    assert "b of shape (3, 4)" in words(page) and "b is used as it is" in words(page)
    size(page, "b", -2).press("Home")
    assert "b of shape (4,)" in words(page)
    size(page, "a", -3).press("End")
    assert "a of shape (2, 3, 1)" in words(page)
    size(page, "a", -1).press("Home")  # only the outermost axis can go
    assert "a of shape (2, 3, 1)" in words(page)
    size(page, "a", -1).press("ArrowUp")
    assert "axis -1 has size 2 in one and 4 in the other" in words(page).lower()
    assert page.locator(".bc-no").text_content() == "✗ they do not fit"
    for _ in range(4):
        size(page, "b", -1).press("ArrowLeft")
    assert "b of shape ()" in words(page)


@pytest.mark.parametrize(
    ("edge", "way", "shape"),
    [
        ("a-1", (100, 0), "a of shape (3, 3)"),
        ("a-2", (0, -30), "a of shape (2, 1)"),
        ("b-2", (0, 30), "b of shape (2, 4)"),
    ],
)
def test_an_edge_that_is_dragged_stretches_an_axis(page, edge, way, shape):
    show(page, BroadcastingModel((3, 1), (4,)))
    box = page.locator(f"[data-grip='{edge}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 6):
        page.mouse.move(x + way[0] * k / 5, y + way[1] * k / 5)
    page.mouse.up()
    assert shape in words(page)


@pytest.mark.parametrize("width", [700, 480])
def test_nothing_is_cut_off_and_nothing_jumps(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    boxes = set()
    for a, b in [((3, 1), (4,)), ((2, 3, 4), (4,)), ((3,), (3, 4)), ((), ())]:
        show(page, BroadcastingModel(a, b))
        boxes.add(str(page.locator(".words").bounding_box()["y"]))
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert len(boxes) == 1


# In the notebook.


@pytest.fixture
def notebook(notebooks):
    return notebooks("10")


@pytest.fixture
def front(notebook):
    return notebook.output(CELL).locator(".al").first


@pytest.fixture(autouse=True)
def from_the_start(request):
    """Start with a column and a row, and the first number of a."""
    if "front" not in request.fixturenames:
        return
    front = request.getfixturevalue("front")
    for name, axis in [("a", -3), ("a", -2), ("b", -3), ("b", -2)]:  # the outermost goes first
        size(front, name, axis).press("Home")
    for name, axis, key in [("a", -2, "3"), ("a", -1, "1"), ("b", -1, "4")]:
        size(front, name, axis).press(key)
    front.get_by_role("button", name="a", exact=True).click()
    front.get_by_role("slider", name="entry").press("Home")


def test_the_keyboard_moves_the_entry_and_the_first_question_is_answered(notebook, front):
    notebook.expect_words(CELL, "a[0, 0] is used 4 times: a.grad[0, 0] = 7 − 4 − 3 − 2 = −2")
    entry = front.get_by_role("slider", name="entry")
    entry.press("End")
    notebook.expect_words(CELL, "a.grad[2, 0] = −5 − 4 − 1 + 1 = −9")
    front.get_by_role("button", name="b", exact=True).click()
    entry.press("Home")
    entry.press("ArrowRight")
    notebook.expect_words(CELL, "b[1] is used 3 times: b.grad[1] = −4 + 7 − 4 = −1")


def test_the_second_question_a_column_and_a_row_of_three(notebook, front):
    size(front, "b", -1).press("3")
    notebook.expect_words(CELL, "a + b has shape (3, 3).")
    notebook.expect_words(CELL, "a[0, 0] is used 3 times: a.grad[0, 0] = 7 − 4 − 3 = 0")


def test_the_third_question_shapes_that_do_not_fit_and_one_that_does(notebook, front):
    size(front, "b", -2).press("3")
    size(front, "a", -2).press("Home")
    size(front, "a", -1).press("3")
    notebook.expect_words(CELL, "Axis -1 has size 3 in one and 4 in the other.")
    size(front, "a", -1).press("1")
    size(front, "a", -2).press("3")
    notebook.expect_words(CELL, "b is used as it is: b.grad is g.")


def test_an_axis_is_stretched_by_hand(notebook, front, record_drag):
    delays = drag_delays(notebook.page, front, front.locator("[data-grip='a-1']"), [(2.5 * k, 0) for k in range(1, 61)])
    record_drag("broadcasting explorer, an edge dragged", delays, goal=16)
    notebook.expect_words(CELL, "a of shape (3, 4)")


def test_no_key_reaches_the_notebook(notebook, front):
    """In JupyterLab x cuts a cell, and d d deletes it."""
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    size(front, "a", -1).focus()
    for key in ("x", "d", "d", "Space", "a", "b"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_it_fits_and_nothing_complained(notebook, front):
    assert front.bounding_box()["width"] <= 720
    assert notebook.errors == []

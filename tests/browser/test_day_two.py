"""Day two: a notebook that was saved while its widgets moved, and what becomes of them when the kernel starts anew."""

import json
import re

import nbformat
import pytest
from lab import Notebook
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

from autograd_lib.lab_server import VIEW

IMPORT = """\
import numpy as np
from autograd_lib import Value
from autograd_lib.nn import Conv2d, Flatten, Linear, ReLU, Sequential
from autograd_lib.widgets import *

a, b = Value(2.0, label="a"), Value(3.0, label="b")
c = a * b
d = c + a
c.label, d.label = "c", "d"
network = Sequential(Conv2d(1, 2, 3, padding=1, rng=0), ReLU(), Flatten(), Linear(128, 10, rng=0))
images = np.zeros((2, 8, 8))
images[:, 3:5, 3:5] = 1
"""
WIDGETS = {
    "tangent": "tangent_explorer(lambda x: x**2, lambda x: 2 * x)",
    "graph": "graph_explorer(lambda a, b: (a * b + a).tanh(), a=0.5, b=-0.3)",
    "stepper": "graph_stepper(d)",
    "orders": 'order_against_order(d, "d c a", "d a c")',
    "activation": "activation_explorer()",
    "neuron": "neuron_playground()",
    "descent": "descent_explorer()",
    "training": 'training_live("moons")',
    "race": "optimiser_race()",
    "passes": 'passes_explorer(lambda x, y: (x * y, x + y), [2.0, 3.0], ["u", "v"])',
    "broadcasting": "broadcasting_explorer()",
    "digits": "digit_pad(network)",
    "maps": "feature_maps(network, images)",
    "quiz": 'quiz("4.q1")',
}
DEAD = re.compile("model not found|Error displaying widget|Loading widget|no longer available", re.IGNORECASE)


@pytest.fixture(scope="module")
def path(lab):
    path = lab.notebooks / "all_widgets.ipynb"
    cells = [new_code_cell(code, id=name) for name, code in {"import": IMPORT, **WIDGETS}.items()]
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": ""}}), path)
    return path


@pytest.fixture(scope="module")
def first_day(lab, browser, path):
    """The notebook as it is when it has been run and saved, with its widgets alive."""
    notebook = Notebook(lab, browser, path.stem)
    notebook.run_all()
    for name in WIDGETS:
        expect(living(notebook, name)).to_have_count(1)
    notebook.command("docmanager:save")
    yield notebook
    notebook.page.close()


@pytest.fixture(scope="module")
def second_day(lab, browser, first_day, path):
    """The same notebook, opened again when its kernel is gone."""
    first_day.command("kernelmenu:shutdown")
    notebook = Notebook(lab, browser, path.stem)
    yield notebook
    notebook.close()


def living(notebook, name):
    """What a widget has in the page while it lives, and a still has not."""
    return notebook.output(name).locator(".al[data-drawn], .jupyter-widgets.widget-vbox").first


@pytest.mark.parametrize("name", WIDGETS)
def test_the_file_holds_a_still_and_its_words_and_no_view(first_day, path, name):
    [cell] = (cell for cell in json.loads(path.read_text())["cells"] if cell["id"] == name)
    [output] = cell["outputs"]
    assert VIEW not in output["data"] and output["data"]["text/plain"]
    assert output["data"].keys() & {"image/png", "text/html"}


def test_after_a_restart_the_widgets_are_still_to_be_seen(first_day):
    first_day.restart()
    for name in WIDGETS:
        expect(living(first_day, name)).to_have_count(1)
        expect(first_day.output(name)).not_to_contain_text(DEAD)


def test_one_that_needs_the_kernel_says_what_to_do_when_it_is_moved_after_a_restart(first_day):
    first_day.output("tangent").get_by_role("slider").first.press("ArrowLeft")
    first_day.expect_words("tangent", "Run this cell again")


def test_run_again_after_a_restart_it_moves_as_before(first_day):
    first_day.run("import")
    first_day.run("tangent")
    slider = first_day.output("tangent").get_by_role("slider").first
    before = slider.get_attribute("aria-valuetext")
    slider.press("ArrowLeft")
    expect(slider).not_to_have_attribute("aria-valuetext", before)
    expect(first_day.output("tangent")).not_to_contain_text("Run this cell again")


def test_nothing_complained_on_the_first_day(first_day):
    assert first_day.errors == []


@pytest.mark.parametrize("name", WIDGETS)
def test_opened_again_it_shows_the_still(second_day, name):
    if name == "quiz":
        expect(second_day.output(name)).to_contain_text("Quiz 4.q1")
    else:
        assert second_day.output(name).locator("img").evaluate("image => image.complete && image.naturalWidth > 100")
    expect(living(second_day, name)).to_have_count(0)
    expect(second_day.output(name)).not_to_contain_text(DEAD)


def test_nothing_complained_on_the_second_day(second_day):
    assert second_day.errors == []

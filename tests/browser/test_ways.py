"""From opening to closing: untouched copies, links that lead somewhere, no news, no work for a closed tab."""

import json

import nbformat
import pytest
from copy_notebooks import copy_new
from lab import PROJECT, Notebook
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import expect
from run_notebooks import KERNEL

HEADINGS = ["## Why sort at all?\n\nBecause.", '## A · mark\n\n<a id="marked"></a>\n\nIt has a dot.']
STEPS_SO_FAR = """
from ipywidgets.widgets.widget import _instances
print(*[widget.model.steps for widget in _instances.values() if type(widget).__name__ == "TrainingFront"])
"""
OPEN = "async place => { await window.jupyterapp.commands.execute('docmanager:open', place); }"
PATH = "() => window.jupyterapp.shell.currentWidget.context.path"


@pytest.fixture
def opened(lab, browser):
    """Opens a notebook of `lab` by the beginning of its name, and closes it after the test."""
    notebooks = []

    def open_it(name):
        notebooks.append(Notebook(lab, browser, name))
        return notebooks[-1].page

    yield open_it
    for notebook in notebooks:
        notebook.close()


def lay(lab, name, *cells):
    notebook = new_notebook(cells=[new_markdown_cell(cell) for cell in cells], metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, lab.notebooks / f"{name}.ipynb")


def test_a_copy_that_was_only_opened_has_nothing_to_save(lab, opened, tmp_path):
    [original] = (PROJECT / "notebooks").glob("02*.ipynb")
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks/copy_of_02.ipynb").write_bytes(original.read_bytes())
    copy_new(tmp_path / "notebooks", lab.notebooks)
    page = opened("copy_of_02")
    page.wait_for_timeout(2000)  # the kernel has said who it is by then
    assert not page.evaluate("() => window.jupyterapp.shell.currentWidget.context.model.dirty")
    assert not any(
        cell.get("outputs") for cell in json.loads((lab.notebooks / "copy_of_02.ipynb").read_text())["cells"]
    )


def test_no_window_with_news_opens(opened):
    page = opened("00")
    page.wait_for_timeout(2000)
    expect(page.locator(".Toastify__toast")).to_have_count(0)


def test_links_lead_to_a_section_to_another_notebook_and_to_a_file(lab, opened):
    links = "[s](#Why-sort-at-all?) [m](#marked) [n](04_topological_sort.ipynb) [f](../autograd_lib/engine/value.py)"
    lay(lab, "links", links, "far\n\n" * 60, *HEADINGS, "far\n\n" * 60)
    page = opened("links")

    def follow(link, then):
        page.evaluate(OPEN, {"path": "my_notebooks/links.ipynb"})
        panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        panel.get_by_role("link", name=link, exact=True).click()
        page.wait_for_function(then, timeout=20_000)

    top = "document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer').scrollTop"
    for link in "sm":
        follow(link, f"() => {top} > 500")
    follow("n", f"() => ({PATH})() === 'my_notebooks/04_topological_sort.ipynb'")
    follow("f", f"() => ({PATH})() === 'autograd_lib/engine/value.py'")


def asked(page, code):
    """What the kernel of the notebook in a page prints."""
    return page.evaluate(
        """async code => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            let text = '';
            const future = kernel.requestExecute({code, store_history: false});
            future.onIOPub = message => { text += message.content.text ?? ''; };
            await future.done;
            return text;
        }""",
        code,
    )


def test_nobody_trains_two_seconds_after_the_tab_was_closed(lab, browser, opened):
    first = Notebook(lab, browser, "00")
    first.run("training-live")
    first.output("training-live").get_by_role("button", name="play", exact=True).click()
    first.page.wait_for_timeout(1500)
    before = float(asked(first.page, STEPS_SO_FAR))
    first.page.close()
    page = opened("00")  # the same kernel
    page.wait_for_timeout(2000)
    then = float(asked(page, STEPS_SO_FAR))
    page.wait_for_timeout(1500)
    assert 0 < before <= then == float(asked(page, STEPS_SO_FAR))


STEPPER = ["68d84de6", "6e6eac69", "graph-stepper"]  # its cell in 02, and those before that it needs


def test_control_s_saves_while_a_widget_has_the_focus(lab, browser):
    notebook = Notebook(lab, browser, "02")
    for cell in STEPPER:
        notebook.run(cell)
    explorer = notebook.page.locator(".al").first
    explorer.get_by_role("button").first.focus()
    notebook.page.keyboard.press("Control+s")
    notebook.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=10_000)
    assert notebook.errors == []
    notebook.close()


# anywidget's two seconds of patience with a page are over at once.
A_SLOW_PAGE = "AbortSignal.timeout = (soon => () => soon.call(AbortSignal, 0))(AbortSignal.timeout)"


def test_a_widget_hears_the_kernel_although_the_page_was_slow_to_load_it(lab, browser):
    notebook = Notebook(lab, browser, "02", first=A_SLOW_PAGE)
    for cell in STEPPER:
        notebook.run(cell)
    notebook.output("graph-stepper").get_by_role("button", name="one step on").click()
    notebook.expect_words("graph-stepper", "Step 1 of 9")
    notebook.close()
    notebook = Notebook(lab, browser, "00", first=A_SLOW_PAGE)
    notebook.run("training-live")
    notebook.output("training-live").get_by_role("button", name="one step", exact=True).click()
    notebook.expect_words("training-live", "step 1,")
    assert notebook.errors == []
    notebook.close()

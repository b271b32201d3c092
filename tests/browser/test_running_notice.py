"""A call that stops the whole kernel: the page says so, in time, and everything it says can be done."""

import json
import time

import nbformat
import pytest
from contrast import too_faint
from lab import Notebook
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

IMPORT, EASY, LOOP, HANGS, POWER = "import", "easy", "loop", "hangs", "power"
CELLS = {
    IMPORT: "from autograd_lib import check",
    EASY: "def order(root):\n    return []\ncheck('4.2', order)",
    LOOP: "def order(root):\n    while True: pass\ncheck('4.2', order)",
    HANGS: "def order(root):\n    return sum(iter(int, 1))\ncheck('4.2', order)",
    POWER: "def order(root):\n    return 10**10**8\ncheck('4.2', order)",
}
SECONDS = 7  # the notice comes after 5


@pytest.fixture(scope="module")
def path(lab):
    path = lab.notebooks / "a_call_that_hangs.ipynb"
    cells = [new_code_cell(code, id=name) for name, code in CELLS.items()]
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": ""}}), path)
    return path


@pytest.fixture(scope="module")
def notebook(lab, browser, path):
    notebook = Notebook(lab, browser, path.stem)
    notebook.run(IMPORT)
    yield notebook
    notebook.page.close()


@pytest.fixture
def notice(notebook):
    return notebook.page.get_by_role("alert")


def start(notebook, cell):
    """Begin to run a cell, and do not wait for its end."""
    notebook.cell(cell).locator(".cm-content").click()
    notebook.page.keyboard.press("Shift+Enter")


def menu(notebook, name, entry):
    notebook.page.get_by_role("menuitem", name=name, exact=True).click()
    notebook.page.locator(f'.lm-Menu [data-command="{entry}"]').click()


def restart(notebook):
    menu(notebook, "Kernel", "kernelmenu:restart")
    notebook.page.get_by_role("button", name="Confirm Kernel Restart").click()


def test_a_check_that_ends_shows_no_notice(notebook, notice):
    notebook.run(EASY)
    notebook.run(LOOP)
    notebook.expect_words(LOOP, "did not finish within 3 seconds")
    notebook.page.wait_for_timeout(SECONDS * 1000)
    expect(notice).to_have_count(0)


def test_a_call_that_hangs_gets_a_notice_in_time_which_says_how_to_restart(notebook, notice):
    start(notebook, HANGS)
    begin = time.monotonic()
    expect(notice).to_be_visible(timeout=SECONDS * 1000)
    assert time.monotonic() - begin > 4
    for words in ("exercise 4.2", "one long call of C code", "Kernel → Restart Kernel…", "Run All Above Selected Cell"):
        expect(notice).to_contain_text(words)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_notice_can_be_read_in_both_themes_and_is_whole_within_the_window(notebook, notice, theme):
    notebook.theme(theme)
    assert too_faint(notice) == []
    box, window = notice.bounding_box(), notebook.page.viewport_size
    assert box["x"] >= 0 and box["x"] + box["width"] <= window["width"]
    assert box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


def test_the_kernel_is_restarted_by_the_menu_and_the_notice_goes(notebook, notice):
    notebook.command("docmanager:save")
    restart(notebook)
    expect(notice).to_have_count(0, timeout=5_000)
    notebook.run(IMPORT)
    notebook.run(EASY)
    notebook.expect_words(EASY, "not yet")


def test_the_file_holds_nothing_of_it_saved_meanwhile_or_afterwards(notebook, path):
    """It was saved while the call was running; here it is saved once more."""
    for _ in range(2):
        stored = json.loads(path.read_text())
        assert "widgets" not in stored["metadata"]
        outputs = {cell["id"]: cell["outputs"] for cell in stored["cells"]}
        assert outputs[HANGS] == [] and len(outputs[LOOP]) == 1  # the verdict
        assert "running_notice" not in path.read_text() and "application/javascript" not in path.read_text()
        notebook.command("docmanager:save")


def test_it_is_closed_by_keyboard_and_what_an_interrupt_stops_need_not_be_restarted(notebook, notice):
    start(notebook, POWER)
    expect(notice).to_be_visible(timeout=SECONDS * 1000)
    close = notice.get_by_role("button", name="Close this notice")
    close.focus()
    notebook.page.keyboard.press("Enter")
    expect(notice).to_have_count(0)
    menu(notebook, "Kernel", "kernelmenu:interrupt")
    expect(notebook.cell(POWER).locator(".jp-InputPrompt")).not_to_contain_text("*")


def test_nothing_complained(notebook):
    # JupyterLab itself wants to ask the kernel about its debugger when it is restarted or the page loaded again.
    assert [error for error in notebook.errors if "debugger state" not in error] == []

"""JupyterLab in a browser, as a reader uses it: start the server, open a notebook, run cells, move widgets."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import expect

PROJECT = Path(__file__).parent.parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
SECONDS = 120

# Cells that are scrolled out of sight stay on the page too, and what one test typed is not saved for the next one.
SETTINGS = {
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension/plugin.jupyterlab-settings": {"autosave": False},
}


def find_browser():
    """The path of an installed Chromium or Chrome, or None. `BROWSER_PATH` names another one."""
    return os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)


class Lab:
    """A JupyterLab server on copies of all notebooks, with a progress file of its own, all in `folder`.

    As in `make lab`, the server shows the whole project, with the copies in a folder of it.
    """

    def __init__(self, folder):
        project = folder / "project"
        self.notebooks = project / "my_notebooks"
        shutil.copytree(PROJECT / "notebooks", self.notebooks, ignore=shutil.ignore_patterns(".*"))
        for name in ("autograd_lib", "READING.md"):
            (project / name).symlink_to(PROJECT / name)
        for name, settings in SETTINGS.items():
            path = folder / "settings" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(settings))
        self.progress = folder / "progress.json"
        self.port, self.token = free_port(), secrets.token_hex(16)
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser", "--ip=127.0.0.1"),
            *(f"--port={self.port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={self.token}"),
            "--ServerApp.jpserver_extensions=autograd_lib.lab_server=True",
            *(f"--ServerApp.root_dir={project}", *(["--allow-root"] if os.geteuid() == 0 else [])),
        ]
        environment = os.environ | {
            "AUTOGRAD_LIB_PROGRESS": str(self.progress),
            "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
            "JUPYTER_CONFIG_DIR": str(folder / "config"),
        }
        self.log = (folder / "server.log").open("w")
        self.process = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log)
        self.wait_until_it_answers()

    def wait_until_it_answers(self):
        for _ in range(SECONDS * 2):
            try:
                urllib.request.urlopen(self.address("api"), timeout=2).close()
                return
            except OSError:
                time.sleep(0.5)
        self.stop()
        raise TimeoutError(f"JupyterLab did not answer within {SECONDS} s:\n{Path(self.log.name).read_text()[-2000:]}")

    def address(self, path):
        return f"http://127.0.0.1:{self.port}/{path}?token={self.token}"

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.log.close()


# What anywidget says when a front has come later than two seconds after its model: ours work all the same.
LATE = "[anywidget] Failed to initialize model."


class Notebook:
    """One notebook of a `Lab`, open in a page of a browser.

    Attributes: `page` (playwright's), `errors` (those that the page's console and its scripts reported). A script given
    as `first` runs before those of the page.
    """

    def __init__(self, lab, browser, name, first=""):
        [path] = lab.notebooks.glob(f"{name}*.ipynb")
        self.ids = [cell["id"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        self.errors = []
        self.page = browser.new_page(viewport={"width": 1200, "height": 1000})
        self.page.set_default_timeout(SECONDS * 1000)
        self.page.add_init_script(first)
        self.page.on("pageerror", self.failed)
        self.page.on("console", self.listen)
        self.page.goto(lab.address(f"lab/tree/{lab.notebooks.name}/{path.name}") + "&reset")
        self.page.locator(".jp-Notebook .jp-Cell").nth(len(self.ids) - 1).wait_for(state="attached")
        self.page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def failed(self, error):
        if LATE not in str(error):
            self.errors.append(f"script: {error}")

    def listen(self, message):
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def command(self, name, **arguments):
        """Run one of JupyterLab's commands, and wait until it is done."""
        self.page.evaluate("([name, args]) => window.jupyterapp.commands.execute(name, args)", [name, arguments])

    def run_all(self):
        """Run all cells, and wait for the last one; an AssertionError if one of them stopped with an error."""
        self.command("notebook:run-all-cells")
        errors = self.error_outputs()
        assert not errors, errors

    def error_outputs(self):
        """The errors shown below cells, except those that the notebook means to show."""
        return self.page.evaluate(
            """() => window.jupyterapp.shell.currentWidget.content.widgets
                .filter(cell => cell.model.type === 'code')
                .filter(cell => !(cell.model.getMetadata('tags') || []).includes('raises-exception'))
                .flatMap(cell => cell.model.sharedModel.outputs.filter(output => output.output_type === 'error'))
                .map(output => output.ename + ': ' + output.evalue)"""
        )

    def cell(self, cell_id):
        """The cell with this id, as a locator."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(self.ids.index(cell_id))

    def output(self, cell_id):
        return self.cell(cell_id).locator(".jp-Cell-outputArea")

    def control(self, cell_id, label):
        """The part of a widget with this label: a slider with its readout, a menu, a field."""
        return self.output(cell_id).locator(f"xpath=.//label[normalize-space()='{label}']/..")

    def slider(self, cell_id, label):
        """The handle of a slider, which takes the arrow keys, Home and End."""
        return self.control(cell_id, label).get_by_role("slider")

    def choose(self, cell_id, label, option):
        """Press one of several buttons side by side, by keyboard."""
        self.control(cell_id, label).get_by_role("button", name=option, exact=True).press("Enter")

    def expect_words(self, cell_id, words):
        """Wait until a widget says these words; an AssertionError if it does not."""
        expect(self.output(cell_id)).to_contain_text(words, timeout=10_000)

    def rewrite(self, cell_id, source):
        """Type `source` into a cell instead of what is there."""
        self.cell(cell_id).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(source)

    def run(self, cell_id):
        """Run one cell as a reader does, with Shift+Enter, and wait until it is done."""
        self.cell(cell_id).locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        prompt = self.cell(cell_id).locator(".jp-InputPrompt")
        expect(prompt).not_to_contain_text("*", timeout=SECONDS * 1000)

    def restart(self):
        """Restart the kernel by the menu, as a reader does, and wait until it is there."""
        self.page.get_by_role("menuitem", name="Kernel", exact=True).click()
        self.page.locator('.lm-Menu [data-command="kernelmenu:restart"]').click()
        self.page.get_by_role("button", name="Confirm Kernel Restart").click()
        self.page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
        )

    def theme(self, name):
        """Change to the "light" or the "dark" theme."""
        self.command("apputils:change-theme", theme=THEMES[name])
        self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=THEMES[name])
        self.page.wait_for_timeout(500)  # asked for another theme earlier, JupyterLab 4.6 itself raises an error

    def close(self):
        self.command("kernelmenu:shutdown")
        self.page.close()


def drag_delays(page, front, handle, path):
    """Milliseconds from each move of a drag to the end of the drawing that shows it, measured in the page.

    Args:
        page: playwright's. front: the root of a front. handle: what is dragged, in it.
        path: the places that the pointer goes to, as (x, y) from the middle of the handle.
    """
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    front.evaluate(
        """root => {
            const waiting = [];
            window.delays = [];
            window.watcher = new MutationObserver(() => {
                const now = performance.now();
                while (waiting.length) window.delays.push(now - waiting.shift());
            });
            window.watcher.observe(root, {attributes: true, attributeFilter: ['data-drawn']});
            window.noted = event => { if (event.buttons) waiting.push(performance.now()); };
            root.addEventListener('pointermove', window.noted, {capture: true});
        }"""
    )
    page.mouse.move(x, y)
    page.mouse.down()
    for dx, dy in path:
        page.mouse.move(x + dx, y + dy)
        page.wait_for_timeout(12)
    page.wait_for_timeout(300)
    page.mouse.up()
    return front.evaluate(
        """root => {
            window.watcher.disconnect();
            root.removeEventListener('pointermove', window.noted, {capture: true});
            return window.delays;
        }"""
    )


def answer_delays(page, front, handle, path):
    """Milliseconds from the first move of a drag after an answer of the kernel to the drawing of the next answer.

    The front says by its attribute `data-read` when it has drawn an answer. The arguments are those of `drag_delays`.
    """
    front.evaluate(
        """root => {
            const waiting = [];
            window.answers = [];
            window.answered = new MutationObserver(() => {
                const now = performance.now();
                if (waiting.length) window.answers.push(now - waiting.splice(0)[0]);
            });
            window.answered.observe(root, {attributes: true, attributeFilter: ['data-read']});
            root.addEventListener('pointermove', event => {
                if (event.buttons) waiting.push(performance.now());
            }, {capture: true});
        }"""
    )
    drag_delays(page, front, handle, path)
    return front.evaluate("() => { window.answered.disconnect(); return window.answers; }")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

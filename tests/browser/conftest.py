"""A browser and a JupyterLab for all tests of this folder; each notebook is opened and run once."""

import os
import platform
import statistics
from datetime import date
from importlib.util import find_spec
from pathlib import Path

import pytest
from nightly import NIGHTLY

from autograd_lib.atomic import write_text

if find_spec("playwright"):
    from lab import Lab, Notebook, find_browser
else:
    collect_ignore_glob = ["test_*.py"]


FIGURES = []  # for each drag that was measured: what, the number of moves, the median, the goal, and how many were late
LINES = []  # what else was measured


def pytest_sessionfinish(session):
    """Write the figures of this run to the page that WIDGETS_PAGE names: see `make bench-widgets`."""
    path = os.environ.get("WIDGETS_PAGE")
    if path and FIGURES:
        machine = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
        rows = [f"| {' | '.join(map(str, row))} |\n" for row in sorted(FIGURES)]
        write_text(path, PAGE.format(date=date.today(), machine=machine) + "".join(rows + LINES))


PAGE = """\
# How soon the widgets follow the hand

Measured on {date}, {machine}, in JupyterLab and Chromium without a graphics card.
`make bench-widgets` writes this page.

One drag of some 60 moves each. A delay is the time in the page from the pointer's move to the end of the drawing; where
the kernel is needed (goal 30 ms), with its answer in between. A move is late after 33 ms.

| what | moves | median, ms | goal, ms | late |
|------|------:|-----------:|---------:|-----:|
"""


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium or Chrome is installed (on Debian: apt install chromium); BROWSER_PATH= names one")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    lab = Lab(tmp_path_factory.mktemp("lab"))
    yield lab
    lab.stop()


# Notebooks that train long: by day only the cells are run that a widget in them needs, and its own.
BY_DAY = {"06": ["neuron-playground-1", "training-live"], "08": ["ae7352ff", "optimiser-race", "training-live"]}


@pytest.fixture(scope="session")
def notebooks(lab, browser):
    """A function that opens a notebook by the beginning of its name ("01") and, the first time, runs its cells."""
    opened = {}

    def notebook(name):
        if name not in opened:
            opened[name] = Notebook(lab, browser, name)
            if NIGHTLY or name not in BY_DAY:
                opened[name].run_all()
            else:
                for cell in BY_DAY[name]:
                    opened[name].run(cell)
        return opened[name]

    yield notebook
    for page in opened.values():
        page.close()


@pytest.fixture
def record_drag(record_property):
    """A function that prints and records how long a front takes to follow a drag; it fails at five times the goal."""

    def recorded(what, delays, goal):
        middle, lost = statistics.median(delays), sum(delay > 1000 / 30 for delay in delays)
        record_property(f"{what}, milliseconds", middle)
        FIGURES.append((what, len(delays), f"{middle:.1f}", goal, lost))
        print(f"{what}: {len(delays)} moves, median {middle:.1f} ms (goal {goal}), {lost} above 33 ms")
        assert len(delays) >= 50 and middle <= 5 * goal

    return recorded


@pytest.fixture
def record_line():
    """A function that prints a sentence of figures and adds it to the page of figures."""

    def recorded(line):
        LINES.append(f"\n{line}\n")
        print(line)

    return recorded

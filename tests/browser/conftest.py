"""A browser and a JupyterLab for all tests of this folder; each notebook is opened and run once."""

import statistics
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("playwright"):
    from lab import Lab, Notebook, find_browser, median_delay
else:
    collect_ignore_glob = ["test_*.py"]


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


@pytest.fixture(scope="session")
def notebooks(lab, browser):
    """A function that opens a notebook by the beginning of its name ("01") and, the first time, runs all its cells."""
    opened = {}

    def notebook(name):
        if name not in opened:
            opened[name] = Notebook(lab, browser, name)
            opened[name].run_all()
        return opened[name]

    yield notebook
    for page in opened.values():
        page.close()


@pytest.fixture
def measure(record_property):
    """A function that measures, prints and records how long after a key a picture changes; see `median_delay`."""

    def measured(what, control, key, picture, **options):
        delay = median_delay(control, key, picture, **options)
        record_property(f"{what}, milliseconds", delay)
        print(f"{what} until the picture has changed: {delay:.0f} ms")

    return measured


@pytest.fixture
def record_drag(record_property):
    """A function that prints and records how long a front takes to follow a drag; it fails at five times the goal."""

    def recorded(what, delays, goal):
        middle, lost = statistics.median(delays), sum(delay > 1000 / 30 for delay in delays)
        record_property(f"{what}, milliseconds", middle)
        print(f"{what}: {len(delays)} moves, median {middle:.1f} ms (goal {goal}), {lost} above 33 ms")
        assert len(delays) >= 50 and middle <= 5 * goal

    return recorded

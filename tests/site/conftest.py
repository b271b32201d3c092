"""The built site, served on this machine, and a browser for all tests of this folder."""

from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("playwright"):
    from lab import find_browser
    from lite import LiteNotebook
else:
    collect_ignore_glob = ["test_*.py"]

from website.serve import SITE, Server


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.site)


@pytest.fixture(scope="session")
def address():
    """Of the site; it ends in "/"."""
    if not (SITE / "index.html").exists():
        pytest.skip("there is no site/ yet: make site")
    server = Server(SITE).start()
    yield server.address
    server.shutdown()


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


@pytest.fixture
def context(browser, address):
    """A reader's browser, empty at first. Afterwards an AssertionError if a page of it asked another machine."""
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    elsewhere = [url for url in asked if not url.startswith((address, "data:", "blob:"))]
    assert asked and not elsewhere


@pytest.fixture
def open_notebook(address, context):
    """A function that opens a notebook of the browser edition, named by its beginning, in this reader's browser."""
    return lambda name: LiteNotebook(address, context, name)

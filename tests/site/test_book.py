"""The book, read in a browser: its search, the dark mode, its links, a phone."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect
from website.serve import SITE

from autograd_lib.course.contents import extra_of

PAGES = sorted(path for path in SITE.rglob("*.html") if not {"lite", "_static"} & set(path.relative_to(SITE).parts))


class Links(HTMLParser):
    """The addresses that a page leads to or shows, and its own names for parts of it."""

    def __init__(self, path):
        super().__init__()
        self.addresses, self.names, self.pictures_without_words = [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.addresses += [attributes[name] for name in ("href", "src") if attributes.get(name)]
        self.names.add(attributes.get("id"))
        if tag == "img" and not attributes.get("alt"):
            self.pictures_without_words.append(attributes.get("src"))


@pytest.fixture(scope="module")
def pages():
    return {path: Links(path) for path in PAGES}


def test_every_link_leads_somewhere(pages):
    for path, page in pages.items():
        for address in page.addresses:
            file, _, name = address.partition("#")
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            if re.match(r"[a-z]+:", address):
                continue
            assert target.exists(), f"{path.name} leads to {address}"
            if name and target in pages:
                assert unquote(name) in pages[target].names, f"{path.name} leads to {address}"


def test_every_picture_has_its_words(pages):
    for path, page in pages.items():
        assert not page.pictures_without_words, path.name


def test_each_notebook_can_be_run_and_downloaded_from_its_page(pages):
    for notebook in (SITE / "notebooks").glob("*.ipynb"):
        page = pages[SITE / "notebooks" / f"{notebook.stem}.html"]
        runs_in_lite = f"../lite/lab/index.html?path=notebooks/{notebook.name}" in page.addresses
        assert runs_in_lite == (extra_of(notebook.stem[:2]) is None)
        assert notebook.name in page.addresses


def test_the_search_finds_a_section(context, address):
    page = context.new_page()
    page.goto(f"{address}search.html?q=topological")
    found = page.locator("#search-results")
    expect(found.get_by_role("link", name=re.compile("Topological sort", re.IGNORECASE)).first).to_be_visible()


def test_the_dark_mode_is_kept_on_the_next_page(context, address):
    page = context.new_page()
    page.goto(f"{address}index.html")
    page.locator(".theme-switch-button").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto(f"{address}READING.html")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_next_page_is_a_link_at_the_end(context, address):
    page = context.new_page()
    page.goto(f"{address}notebooks/04_topological_sort.html")
    page.locator("a.right-next").click()
    expect(page).to_have_title(re.compile("05|[Ff]unctions"))


def test_hints_and_solutions_are_folded(context, address):
    page = context.new_page()
    page.goto(f"{address}notebooks/04_topological_sort.html")
    solution = page.locator("details", has=page.locator("summary", has_text="Solution")).first
    expect(solution.locator("pre, code").first).to_be_hidden()
    solution.locator("summary").click()
    expect(solution.locator("pre, code").first).to_be_visible()


@pytest.mark.parametrize("name", ["index.html", "notebooks/04_topological_sort.html", "docs/mistakes.html"])
def test_a_phone_shows_a_page_without_scrolling_sideways(context, address, name):
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}{name}")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390

"""The book, read in a browser: its search, the dark mode, its links, a phone."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect
from website.fronts import LIVE
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


def living(page, address, name):
    """The page of a notebook, scrolled to its widget that moves: the widget's output, and the cell with its still."""
    page.goto(f"{address}notebooks/{name}.html")
    place = page.locator(".live-front")
    place.scroll_into_view_if_needed()
    return place, place.locator("xpath=preceding-sibling::*[1]").locator(".cell_output")


def test_the_secant_moves_in_the_book_and_says_what_it_cannot_do_there(context, address):
    page = context.new_page()
    place, still = living(page, address, "01_the_chain_rule")
    expect(place.get_by_text("forward difference with h = 2:")).to_be_visible()
    expect(still).to_be_hidden()
    place.get_by_role("slider", name="h", exact=True).first.press("Home")
    expect(place.get_by_text("forward difference with h = 1e-14:")).to_be_visible()
    place.get_by_role("slider", name="x", exact=True).first.press("ArrowRight")
    expect(place.get_by_text("Not on this page")).to_be_visible()


def test_a_recorded_training_run_plays_in_the_book_and_begins_again(context, address):
    page = context.new_page()
    place, still = living(page, address, "00_start_here")
    step = place.locator("output").first
    expect(step).to_have_text("0")
    expect(still).to_be_hidden()
    place.get_by_role("button", name="one step").click()
    expect(step).to_have_text("1")
    place.get_by_role("button", name="play").click()
    expect(place.get_by_text("The recording ends here.")).to_be_visible(timeout=30_000)
    expect(step).to_have_text("80")
    place.get_by_role("button", name="reset").click()
    expect(step).to_have_text("0")


def test_the_passes_of_a_graph_play_in_the_book(context, address):
    page = context.new_page()
    place, still = living(page, address, "02_computational_graphs")
    expect(place.locator("svg").first).to_be_visible()
    expect(still).to_be_hidden()
    before = place.locator(".words").inner_text()
    place.get_by_role("button", name="one step on").click()
    expect(place.locator(".words")).not_to_have_text(before)


@pytest.mark.parametrize("name", LIVE)
def test_where_scripts_do_not_run_the_still_stays(browser, address, name):
    context = browser.new_context(java_script_enabled=False)
    _, still = living(context.new_page(), address, name)
    expect(still).to_be_visible()
    expect(still.locator("img")).to_be_visible()
    context.close()


@pytest.mark.parametrize("name", ["index.html", "notebooks/04_topological_sort.html", "docs/mistakes.html"])
def test_a_phone_shows_a_page_without_scrolling_sideways(context, address, name):
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}{name}")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390

"""The pages around the notebooks say what is so."""

import re
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml

from autograd_lib.course.contents import all_exercises, exercise_ids, notebooks, title_of

PROJECT = Path(__file__).parent.parent
TEXTS = {
    path.name[:2]: "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)
    for path in sorted((PROJECT / "notebooks").glob("*.ipynb"))
}
PAGES = ["README.md", "TEACHING.md", "CONTRIBUTING.md", "READING.md", "docs/COVERAGE.md"]


def rows(page):
    """The rows of the tables of a page, as lists of cells."""
    lines = (PROJECT / page).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def test_every_idea_is_taught_in_a_section_that_is_there():
    ideas = [row for row in rows("docs/COVERAGE.md")[1:] if not row[0].startswith("**")]
    assert len(ideas) > 50
    for idea, notebook, section in ideas:
        text = TEXTS.get(notebook) or (PROJECT / "READING.md").read_text(encoding="utf-8")
        assert re.search(rf"^##+ {re.escape(section)}", text, re.MULTILINE), (idea, notebook, section)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = (PROJECT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert (PROJECT / page).parent.joinpath(target).exists(), target


@pytest.mark.parametrize("page", ["README.md", "TEACHING.md"])
def test_the_maps_name_every_notebook_with_its_title_and_minutes(page):
    table = {row[0]: row for row in rows(page) if re.fullmatch(r"\d\d", row[0])}
    assert list(table) == notebooks()
    for number, row in table.items():
        minutes, side = re.search(
            r"\*\*Time\*\* about (\d+) minutes(?:, and (\d+) on side roads)?", TEXTS[number]
        ).groups()
        place = row.index(minutes)
        assert row[place : place + 2] == [minutes, side or ""], (number, row)
        assert title_of(number).lower() in row[1].lower()


def test_notebook_00_has_the_same_map():
    for page_row in rows("README.md"):
        if page_row[0] in notebooks():
            [found] = re.findall(rf"^\| {page_row[0]} \| .*$", TEXTS["00"], re.MULTILINE)
            row = [cell.strip() for cell in found.strip("|").split("|")]
            assert row[3:5] == page_row[3:5] and title_of(page_row[0]).lower() in row[1].lower(), row


def test_the_teachers_page_counts_the_exercises():
    for row in rows("TEACHING.md"):
        if row[0] in notebooks():
            assert int(row[4]) == len(exercise_ids(row[0])), f"TEACHING.md, row {row[0]}"


def test_questions_point_to_exercises_that_are_there():
    text = (PROJECT / "READING.md").read_text(encoding="utf-8").split("## Can you?")[1]
    assert set(re.findall(r"\b\d\.\d\b", text)) <= set(all_exercises())


def test_the_citation_names_the_version_and_the_licence_of_the_package():
    citation = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert [each["name"] for each in citation["authors"]] == [each["name"] for each in project["authors"]]

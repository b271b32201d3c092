"""The hours are honest: what a notebook says it takes is what `make minutes` reckons, and the main road is short."""

import inspect
import re
import textwrap
from pathlib import Path
from urllib.parse import quote

import nbformat
import pytest
from minutes import (
    EXERCISE,
    MOST,
    MOST_OF_THE_CORE,
    main_road,
    minutes,
    sections,
    side_roads,
    stated_time,
    widget_names,
)
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograd_lib.course.contents import extra_of, find_exercise, notebooks, title_of
from autograd_lib.course.solutions import exercise_cells

FOLDER = Path(__file__).parent.parent / "notebooks"
PATHS = {path.name[:2]: path for path in sorted(FOLDER.glob("*.ipynb"))}
NOTEBOOKS = {number: nbformat.read(path, as_version=4) for number, path in PATHS.items()}
EACH = pytest.mark.parametrize("number", NOTEBOOKS)
# To run those that need an extra, the extra has to be there: `make test-peers`. What trains long is run at night.
MARKS = {number: [pytest.mark.peers, pytest.mark.nightly] for number in NOTEBOOKS if extra_of(number)}
MARKS |= {number: [pytest.mark.nightly] for number in ("06", "08", "11", "12", "13")}
EACH_TO_BE_RUN = pytest.mark.parametrize(
    "number", [pytest.param(number, marks=MARKS.get(number, [])) for number in NOTEBOOKS]
)
GRACE = 5  # minutes: times are stated as multiples of five
LINK = re.compile(r"\]\(([^)\s]+)\)")
MARK = re.compile(r'<a id="([a-z0-9-]+)"></a>')


def minutes_of_main_road(number):
    notebook = NOTEBOOKS[number]
    return minutes(main_road(notebook), widget_names(notebook))


@EACH
def test_the_main_road_takes_ninety_minutes_at_most(number):
    assert minutes_of_main_road(number) <= MOST


def test_from_00_to_08_it_takes_twelve_hours_at_most():
    assert sum(minutes_of_main_road(number) for number in notebooks() if number <= "08") <= MOST_OF_THE_CORE


@EACH
def test_a_notebook_takes_the_time_that_it_states(number):
    assert abs(stated_time(NOTEBOOKS[number]) - minutes_of_main_road(number)) <= GRACE / 2


@EACH
def test_a_side_road_says_how_long_it_takes_and_the_head_how_long_all_of_them_do(number):
    roads = side_roads(NOTEBOOKS[number])
    for title, stated, takes in roads:
        assert stated and abs(stated - takes) <= max(2.5, 0.1 * takes), f"{title!r} takes {takes:.1f} minutes"
    if roads:
        head = NOTEBOOKS[number].cells[0].source
        of_all = re.search(r"\*\*Time\*\* about \d+ minutes, and (\d+) on side roads", head)
        assert of_all and abs(int(of_all[1]) - sum(stated for _, stated, _ in roads)) <= GRACE / 2


@EACH
def test_a_side_road_is_a_section_and_the_exercises_on_it_know_that_they_are(number):
    notebook = NOTEBOOKS[number]
    for section in sections(notebook):
        assert not section.title.startswith("Side road") or section.level == 2, section.title
    on_main_road = "\n".join(cell.source for cell in main_road(notebook) if cell.cell_type == "markdown")
    on_main_road = {exercise_id for exercise_id, _ in EXERCISE.findall(on_main_road)}
    for cell in exercise_cells(notebook):
        assert find_exercise(cell.id).side_road == (cell.id not in on_main_road), cell.id
    assert number == "00" or len(on_main_road) >= 3


@EACH
def test_an_exercise_gets_three_minutes_and_half_a_minute_for_each_line_of_its_solution(number):
    text = "\n".join(cell.source for cell in NOTEBOOKS[number].cells if cell.cell_type == "markdown")
    for exercise_id, stated in EXERCISE.findall(text):
        source = textwrap.dedent(inspect.getsource(find_exercise(exercise_id).reference))
        lines = sum(bool(line.strip()) for line in source.splitlines())
        assert int(stated) >= 3 + lines / 2, f"exercise {exercise_id}: {lines} lines in {stated} minutes"


@pytest.mark.thorough
@EACH_TO_BE_RUN
def test_the_main_road_runs_by_itself(number, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(tmp_path / "progress.json"))
    notebook = new_notebook(cells=[cell.copy() for cell in main_road(NOTEBOOKS[number])])
    NotebookClient(
        notebook, timeout=600, extra_arguments=["--log-level=ERROR"], resources={"metadata": {"path": str(FOLDER)}}
    ).execute()


def anchors(path):
    """What a link may name in a notebook, or in a Markdown file: headings, and places marked by `<a id="…">`.

    JupyterLab 4.6 writes a heading's blanks as `-` and finds it only if nothing in it needs percent-encoding, so a
    heading with a `·` cannot be linked: below it stands `<a id="…"></a>`.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join(c.source for c in nbformat.reads(text, as_version=4).cells if c.cell_type == "markdown")
    headings = [heading.replace("`", "").replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]
    return {heading for heading in headings if heading == quote(heading, safe="?!'(),:;=+*/&@")} | set(
        MARK.findall(text)
    )


@EACH
def test_every_link_leads_to_a_file_or_a_section_that_is_there(number):
    for cell in NOTEBOOKS[number].cells:
        for link in LINK.findall(cell.source) if cell.cell_type == "markdown" else ():
            if "://" in link:
                continue
            file, _, anchor = link.partition("#")
            target = (FOLDER / file).resolve() if file else PATHS[number]
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), (
                f"{link}: write <a id=…></a> below the heading, and link that"
            )


@EACH
def test_another_notebook_that_is_spoken_of_is_a_link(number):
    for cell in NOTEBOOKS[number].cells:
        if cell.cell_type == "markdown":
            for paragraph in re.sub(r"```.*?```", "", cell.source, flags=re.DOTALL).split("\n\n"):
                for other in set(re.findall(r"\bnotebook (\d\d)\b", paragraph, re.IGNORECASE)) - {number}:
                    assert other not in PATHS or f"({PATHS[other].name}" in paragraph, paragraph


@EACH
def test_the_last_line_leads_to_the_notebook_before_and_the_one_after(number):
    last, place = NOTEBOOKS[number].cells[-1].source.splitlines()[-1], notebooks().index(number)
    before, after = notebooks()[max(place - 1, 0) : place], notebooks()[place + 1 : place + 2]
    for other in before:
        assert f"[← {other} · {title_of(other)}]({PATHS[other].name})" in last
    for other in after:
        assert f"[{other} · {title_of(other)} →]({PATHS[other].name})" in last
    assert number == "00" or "[All notebooks](00_start_here.ipynb)" in last


def lesson():
    """A small notebook with a side road between two sections."""
    return new_notebook(
        cells=[
            new_markdown_cell("# 99 · A lesson\n\n**Time** about 5 minutes, and 3 on side roads"),
            new_code_cell("from autograd_lib.widgets import quiz, stepper, TrainingModel"),
            new_markdown_cell(" ".join(["word"] * 178) + "\n\n<details>" + "folded " * 500 + "</details>"),
            new_markdown_cell("## Side road · The sea · 3 min\n\nFor sailors."),
            new_markdown_cell("### Exercise 9.1 · Row  ★ · 3 min"),
            new_markdown_cell("## On we go\n\n**Predict.** "),
            new_code_cell("a = 1\n\nb = 2"),
            new_code_cell("stepper(root)"),
            new_code_cell('quiz("9.q1")'),
            new_code_cell("plot()\n" * 20, metadata={"jupyter": {"source_hidden": True}}),
        ]
    )


def test_minutes_are_reckoned_from_what_a_reader_sees():
    cells, widgets = lesson().cells, ["stepper"]
    assert widget_names(lesson()) == widgets
    words = [14, 0, 178, 11, 9, 5, 0, 0, 0, 0]
    extra = [0, 7 / 60, 0, 0, 3, 0.6, 2 * 7 / 60, 2.5 + 7 / 60, 0.8 + 7 / 60, 0]
    for cell, said, more in zip(cells, words, extra, strict=True):
        assert minutes([cell], widgets) == pytest.approx(said / 180 + more), cell.source[:40]


def test_a_side_road_ends_at_the_next_heading_of_its_level():
    notebook = lesson()
    assert main_road(notebook) == notebook.cells[:3] + notebook.cells[5:]
    assert side_roads(notebook) == [("The sea", 3, pytest.approx(minutes(notebook.cells[3:5], [])))]
    assert stated_time(notebook) == 5

"""How long the notebooks take: `make minutes`.

    minutes.py [FOLDER]        of notebooks/, if none is named

A minute is reckoned from what a reader has before them: prose at 180 words a minute, 7 seconds for each line of code
that is shown, 36 for each prediction, 48 for each quiz, two and a half minutes for each cell with a widget, and the
minutes in the heading of each exercise. What is folded away (`<details>`, hidden code) costs nothing.

A side road is what stands below a heading that begins "Side road", down to the next heading of its level.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

import nbformat

WORDS_A_MINUTE = 180
LINE, PREDICTION, QUIZ, WIDGET = 7 / 60, 0.6, 0.8, 2.5
MOST, MOST_OF_THE_CORE = 90, 12 * 60  # minutes: of one notebook's main road, and of 00 to 08 together

HEADING = re.compile(r"\s*(#+)\s+(.*)")
EXERCISE = re.compile(r"^### Exercise (\S+) .*?(\d+) min$", re.MULTILINE)
SIDE_ROAD = re.compile(r"Side road · (.+) · (\d+) min")
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
WIDGETS = re.compile(r"^from autograd_lib\.widgets(?:\.\w+)? import (\([^)]*\)|.*)", re.MULTILINE)
TIME = re.compile(r"\*\*Time\*\* about (\d+) minutes")


class Section(NamedTuple):
    """What stands below one heading: its level, its title, whether it is (part of) a side road, and its cells."""

    level: int
    title: str
    is_side_road: bool
    cells: list


def sections(notebook):
    """The sections of a notebook, in order. What comes before the first heading belongs to a section without title."""
    found, road = [Section(0, "", False, [])], 0  # road: the level of the side road that we are on, or 0
    for cell in notebook.cells:
        heading = HEADING.match(cell.source) if cell.cell_type == "markdown" else None
        if heading:
            level, title = len(heading[1]), heading[2]
            if not road or level <= road:
                road = level if title.startswith("Side road") else 0
            found.append(Section(level, title, bool(road), []))
        found[-1].cells.append(cell)
    return [section for section in found if section.cells]


def main_road(notebook):
    """The cells of a notebook that are on no side road."""
    return [cell for section in sections(notebook) if not section.is_side_road for cell in section.cells]


def widget_names(notebook):
    """The widgets that a notebook imports: not the quiz, and not the models, whose names are those of classes."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    names = {name for imported in WIDGETS.findall(code) for name in re.findall(r"\w+", imported)}
    return sorted(name for name in names if name != "quiz" and name[0].islower())


def minutes_of(cell, widgets):
    """The minutes that one cell takes."""
    if cell.cell_type == "markdown":
        text = FOLDED.sub("", cell.source)
        exercises = sum(int(minutes) for _, minutes in EXERCISE.findall(text))
        return len(text.split()) / WORDS_A_MINUTE + PREDICTION * text.count("**Predict") + exercises
    if cell.cell_type != "code" or cell.metadata.get("jupyter", {}).get("source_hidden"):
        return 0.0
    lines = sum(bool(line.strip()) for line in cell.source.splitlines())
    moves = any(re.search(rf"\b{name}\(", cell.source) for name in widgets)
    return LINE * lines + QUIZ * len(re.findall(r"\bquiz\(", cell.source)) + WIDGET * moves


def minutes(cells, widgets):
    return sum(minutes_of(cell, widgets) for cell in cells)


def side_roads(notebook):
    """For each side road: its title, the minutes that its heading states (or None), and those that it takes."""
    widgets, found = widget_names(notebook), []
    for section in sections(notebook):
        if not section.is_side_road:
            continue
        if section.title.startswith("Side road"):
            stated = SIDE_ROAD.fullmatch(section.title)
            found.append([stated[1] if stated else section.title, int(stated[2]) if stated else None, 0.0])
        found[-1][2] += minutes(section.cells, widgets)
    return [tuple(road) for road in found]


def stated_time(notebook):
    """The minutes that a notebook states at its head, or None."""
    found = TIME.search("\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown"))
    return int(found[1]) if found else None


def main(folder):
    core = whole = beside = 0.0
    print("            main road   stated   side roads")
    for path in sorted(folder.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        main = minutes(main_road(notebook), widget_names(notebook))
        side = sum(takes for _, _, takes in side_roads(notebook))
        print(f"notebook {path.name[:2]} {main:7.0f} {stated_time(notebook) or '-':>9} {side:9.0f}")
        whole, beside, core = whole + main, beside + side, core + main * (path.name[:2] <= "08")
    print(f"00 to 08 {core / 60:7.1f} hours, all {whole / 60:.1f}, and {beside / 60:.1f} on side roads")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "notebooks")

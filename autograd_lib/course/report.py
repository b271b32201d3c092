"""How a verdict and a map of progress look in a notebook: as text, as a box in HTML, and with a drawing."""

import html
import re
from typing import NamedTuple

from IPython.display import display

from autograd_lib.course.progress import FIRST
from autograd_lib.draw import draw_graph

# The theme's own colours where a page has them, else Okabe-Ito's; the words and marks say the same.
COLOURS = {
    "passed": "var(--jp-success-color1, #009E73)",
    "not yet": "var(--jp-warn-color1, #D55E00)",
    "not attempted": "var(--jp-border-color1, #999999)",
    "refused": "var(--jp-info-color1, #CC79A7)",
}
MARKS = {"passed": "✓ ", "not yet": "✗ "}

# A page that does not trust a notebook drops each declaration that has a variable in it, and keeps the others. The
# greys let the page's own background through, so they suit a light and a dark one.
BLOCK = "padding: 0.2em 0.8em; line-height: 1.5; max-width: 60em"
SET_OFF = "margin: 0.4em 0; padding: 0.3em 0.8em; border-radius: 4px; background-color: rgba(128, 128, 128, 0.15)"
CODE = "font-family: monospace; font-family: var(--jp-code-font-family, monospace); overflow-wrap: anywhere"
TABLE = "margin: 0.4em 0; border-collapse: collapse; font-size: 0.93em"
ROW = "background-color: transparent"
CELL = "text-align: left; vertical-align: top; padding: 0.2em 1em 0.2em 0"
LINE = "border-top: 1px solid rgba(128, 128, 128, 0.35)"
HEAD = "font-weight: normal; opacity: 0.8"
ASIDE = "font-size: 0.93em; opacity: 0.8"
STYLES = {"diagnosis": SET_OFF, "basis": ASIDE}


class Box:
    """Text that shows itself as a box with a coloured edge: a headline, and lines under it."""

    def __init__(self, headline, lines=(), colour=COLOURS["not attempted"]):
        self.headline, self.lines, self.colour = headline, tuple(lines), colour

    def __repr__(self):
        return "\n".join([self.headline, *self.lines])

    def _repr_html_(self):
        headline, lines = f"<b>{in_html(self.headline)}</b>", [f"<div>{in_html(line)}</div>" for line in self.lines]
        return boxed(headline, lines, self.colour)


class VerdictBox:
    """A verdict as a page shows it: a mark, a case that fails, expected and got side by side, the diagnosis set off."""

    def __init__(self, verdict):
        self.verdict = verdict

    def __repr__(self):
        return "\n".join([self.verdict.headline, *self.verdict.details])

    def _repr_html_(self):
        verdict = self.verdict
        return boxed(headline_in_html(verdict), map(part_in_html, verdict.parts), COLOURS[verdict.status])


def boxed(headline, body, colour):
    fallback = colour.rstrip(")").split()[-1]
    edge = f"border-left: 4px solid {fallback}" + (f"; border-left-color: {colour}" if colour != fallback else "")
    return f'<div style="{edge}; {BLOCK}"><div>{headline}</div>{"".join(body)}</div>'


def headline_in_html(verdict):
    """The mark and the headline; of a refusal, which is a whole sentence, only the exercise in bold type."""
    if verdict.status != "refused":
        return f"<b>{MARKS.get(verdict.status, '')}{in_html(verdict.headline)}</b>"
    exercise, dot, words = verdict.headline.partition(" · ")
    return f"<b>{in_html(exercise)}</b>{dot}{in_html(words)}" if dot else in_html(exercise)


def part_in_html(part):
    """A paragraph of a verdict."""
    if part.rows:
        note = f"<div>{in_html(part.note)}</div>" if part.note else ""
        return rows_in_html(part.rows) + note
    words = in_html(part.text)
    if part.kind == "progress":
        words = re.sub("[■□]+", lambda strip: spaced(strip[0]), words)
    style = f' style="{STYLES[part.kind]}"' if part.kind in STYLES else ""
    return f"<div{style}>{words}</div>"


def rows_in_html(rows):
    """Expected and got side by side, in code type, each line with a ✓ or a ✗."""
    reveals, named = any(row.expected is not None for row in rows), any(row.name for row in rows)
    names = [""] * named + ["expected"] * reveals + ["yours", ""]
    lines = []
    for row in rows:
        expected = [cell(html.escape(row.expected or ""), CODE)] if reveals else []
        yours = html.escape(row.yours) if row.is_right else f"<b>{html.escape(row.yours)}</b>"
        name = [cell(html.escape(row.name), CODE)] * named
        lines.append([*name, *expected, cell(yours, CODE), cell("✓" if row.is_right else "✗")])
    return table(names, lines)


def table(names, lines):
    """A table with a line between its rows, in a style of its own: pages have very different ones."""
    head = "".join(f'<th style="{CELL}; {HEAD}">{name}</th>' for name in names)
    rows = "".join(f'<tr style="{ROW}">{"".join(line)}</tr>' for line in [[head], *lines])
    return f'<table style="{TABLE}">{rows}</table>'


def cell(content, style=""):
    return f'<td style="{"; ".join(filter(None, [CELL, LINE, style]))}">{content}</td>'


def spaced(marks):
    """A row of squares or circles, with some space between them."""
    return f'<span style="letter-spacing: 0.05em">{marks}</span>'


def in_html(text):
    """Text as HTML: escaped, `code` between backticks, *stress* between stars, line breaks kept."""
    escaped = html.escape(text, quote=False)
    coded = re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escaped)
    stressed = re.sub(r"(?<![\w*])\*(\w[^*\n]*?)\*(?![\w*])", r"<em>\1</em>", coded)
    return stressed.replace("\n", "<br>")


def show(verdict):
    """Display a verdict, with the graph it is about if there is one."""
    display(VerdictBox(verdict))
    if verdict.root is not None:
        display(draw_graph(verdict.root, highlight=verdict.marked))


class MapRow(NamedTuple):
    """A notebook on the map: for each exercise whether it was passed, for each quiz its outcome, None if unanswered."""

    number: str
    title: str
    passed: list
    outcomes: list


def show_map(rows):
    """Display progress, a `MapRow` for each notebook."""
    display(ProgressMap(rows))


LEGEND = "■ exercise passed · ● quiz right at once · ◐ right later, or not yet"


class ProgressMap:
    """A table of notebooks, with a square for each exercise and a circle for each quiz, filled when it is done."""

    def __init__(self, rows):
        self.rows = rows

    def __repr__(self):
        columns = [self.cells(row) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*columns)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in columns]
        return "\n".join([*lines, LEGEND])

    def _repr_html_(self):
        names = ["", "notebook", "exercises", "passed", "quizzes", "answered"]
        lines = [[cell(self.in_html(words)) for words in self.cells(row)] for row in self.rows]
        return f"{table(names, lines)}<div>{LEGEND}</div>"

    @staticmethod
    def in_html(words):
        is_marks = words and set(words) <= set("■□●◐○")
        return spaced(words) if is_marks else html.escape(words)

    @staticmethod
    def cells(row):
        """A row in words and marks: number, title, squares, "2 of 6", circles, "3 of 4"."""
        answered = len(row.outcomes) - row.outcomes.count(None)
        return (
            row.number,
            row.title,
            squares(row.passed),
            f"{sum(row.passed)} of {len(row.passed)}",
            circles(row.outcomes),
            f"{answered} of {len(row.outcomes)}" if row.outcomes else "",
        )


def squares(passed):
    return "".join("■" if each else "□" for each in passed)


def circles(outcomes):
    return "".join("○" if outcome is None else "●" if outcome == FIRST else "◐" for outcome in outcomes)

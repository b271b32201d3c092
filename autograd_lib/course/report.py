"""How a verdict and a map of progress look in a notebook: as text, as a box in HTML, and with a drawing."""

import html
import re
from typing import NamedTuple

from IPython.display import display

from autograd_lib.course.progress import FIRST
from autograd_lib.draw import draw_graph

# Okabe-Ito colours, which colour-blind people can tell apart; the words say the same.
COLOURS = {"passed": "#009E73", "not yet": "#D55E00", "not attempted": "#999999", "refused": "#CC79A7"}


class Box:
    """Text that shows itself as a box with a coloured edge: a headline, and lines under it."""

    def __init__(self, headline, lines=(), colour="#999999"):
        self.headline, self.lines, self.colour = headline, tuple(lines), colour

    def __repr__(self):
        return "\n".join([self.headline, *self.lines])

    def _repr_html_(self):
        body = "".join(f"<div>{in_html(line)}</div>" for line in self.lines)
        style = f"border-left: 4px solid {self.colour}; padding: 0.2em 0.8em; line-height: 1.5"
        return f'<div style="{style}"><div><b>{in_html(self.headline)}</b></div>{body}</div>'


def in_html(text):
    """Text as HTML: escaped, `code` between backticks, *stress* between stars, line breaks kept."""
    escaped = html.escape(text, quote=False)
    coded = re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escaped)
    stressed = re.sub(r"(?<![\w*])\*(\w[^*\n]*?)\*(?![\w*])", r"<em>\1</em>", coded)
    return stressed.replace("\n", "<br>")


def show(verdict):
    """Display a verdict, with the graph it is about if there is one."""
    display(Box(verdict.headline, verdict.details, COLOURS[verdict.status]))
    if verdict.root is not None:
        display(draw_graph(verdict.root, highlight=verdict.marked))


class MapRow(NamedTuple):
    """A notebook on the map: its exercises, passed and in all, and the outcome of each quiz, None if unanswered."""

    number: str
    title: str
    passed: int
    exercises: int
    outcomes: list


def show_map(rows):
    """Display progress, a `MapRow` for each notebook."""
    display(ProgressMap(rows))


LEGEND = "■ exercise passed · ● quiz right at the first try · ◐ quiz answered, at first wrongly"


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
        head = "".join(f'<th style="text-align: left">{name}</th>' for name in names)
        rows = "".join(f"<tr>{''.join(map(table_cell, self.cells(row)))}</tr>" for row in self.rows)
        return f"<table><tr>{head}</tr>{rows}</table><div>{LEGEND}</div>"

    @staticmethod
    def cells(row):
        """A row in words and marks: number, title, squares, "2 of 6", circles, "3 of 4"."""
        answered = len(row.outcomes) - row.outcomes.count(None)
        return (
            row.number,
            row.title,
            squares(row.passed, row.exercises),
            f"{row.passed} of {row.exercises}",
            circles(row.outcomes),
            f"{answered} of {len(row.outcomes)}" if row.outcomes else "",
        )


def table_cell(text):
    return f'<td style="text-align: left">{html.escape(text)}</td>'


def squares(done, all_):
    return "■" * done + "□" * (all_ - done)


def circles(outcomes):
    return "".join("○" if outcome is None else "●" if outcome == FIRST else "◐" for outcome in outcomes)

"""How a verdict and a map of progress look in a notebook: as text, as a box in HTML, and with a drawing."""

import html
import re

from IPython.display import display

from autograd_lib.draw import draw_graph

# Okabe-Ito colours, which people with colour-blindness tell apart; the words say the same.
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


def show_map(rows):
    """Display progress: rows of (notebook, title, exercises passed, exercises in all)."""
    display(ProgressMap(rows))


class ProgressMap:
    """A table of notebooks, with a square for each exercise: filled when it has been passed."""

    def __init__(self, rows):
        self.rows = rows

    def __repr__(self):
        width = max(len(title) for _, title, _, _ in self.rows)
        return "\n".join(
            f"{number}  {title.ljust(width)}  {squares(done, all_)}  {done} of {all_}"
            for number, title, done, all_ in self.rows
        )

    def _repr_html_(self):
        cells = "".join(
            f'<tr><td>{number}</td><td style="text-align: left">{html.escape(title)}</td>'
            f'<td style="text-align: left">{squares(done, all_)}</td><td>{done} of {all_}</td></tr>'
            for number, title, done, all_ in self.rows
        )
        return f"<table><tr><th></th><th>notebook</th><th>exercises</th><th>passed</th></tr>{cells}</table>"


def squares(done, all_):
    return "■" * done + "□" * (all_ - done)

"""What all widgets share: a `View` with controls, a picture and its facts in words, on a model that knows everything.

A *model* is a plain object without ipywidgets: its attributes are the state, its methods the moves, `figure()` gives a
matplotlib figure of it and `text()` its facts. A view passes what the reader moves on to the model, and shows it.
"""

import functools
import html
import io

import ipywidgets
import matplotlib
from IPython import get_ipython

from autograd_lib.draw import RenderingError
from autograd_lib.picture import from_figure
from autograd_lib.plot.style import ONE_AT_A_TIME

# What a widget or its still picture cannot be made of ends in one of these.
CANNOT = (TypeError, ValueError, ArithmeticError, RenderingError)


class Shown(ipywidgets.VBox):
    """A widget in a cell's output. A subclass says by `instead()` what stands for it where nothing can move."""

    def close(self):
        """Close this widget and all that it is made of, so that neither Python nor the page holds on to them."""
        for widget in parts_of(self):
            close_part(widget)
        super().close()

    def _repr_mimebundle_(self, **kwargs):
        close_earlier_views_of_this_cell(self)
        data = super()._repr_mimebundle_(**kwargs)
        try:
            instead, metadata = self.instead()
        except CANNOT as error:
            instead, metadata = {"text/plain": f"No still picture: {error}"}, {}
        return data | instead, metadata


class View(Shown):
    """Controls above a picture above its facts, for one model.

    In a notebook's stored output, where nothing can move, its still picture and its text stand for it.

    Args:
        model: has `figure()` and `text()`.
        controls: ipywidgets, in the order in which the keyboard reaches them; see `on` for what they do.
    """

    is_moving = False

    def __init__(self, model, controls):
        self.model = model
        self.picture = ipywidgets.HTML()
        self.words = ipywidgets.HTML()
        row = ipywidgets.Box(controls, layout={"flex_flow": "row wrap", "grid_gap": "0 12px", "align_items": "center"})
        super().__init__([row, self.picture, self.words], layout={"max_width": "700px"})
        self.refresh()

    def on(self, control, move, trait="value"):
        """Whenever the reader sets `control`, call `move` with what it was set to, and show the model anew.

        A ValueError or ArithmeticError of the move is shown as a line below the picture.
        """

        def moved(change):
            self.attempt(move, change["new"])

        control.observe(moved, trait)

    def on_click(self, button, move):
        """Whenever the reader presses `button`, call `move`, and show the model anew."""
        button.on_click(lambda _: self.attempt(move))

    def replace(self, old, new):
        """Put another control into the place of one. (A slider cannot change its range: its End key keeps the old.)"""
        row, *_ = self.children
        row.children = [new if control is old else control for control in row.children]
        for widget in parts_of(old):
            close_part(widget)

    def attempt(self, move, *args):
        """Call `move`, and show the model anew; where it cannot be done, say so and leave the picture as it was."""
        # The first move of a control may come in the kernel's main thread, and the next in another one.
        with ONE_AT_A_TIME:
            if self.is_moving:  # a control that is set here, to what the model says, is no move of the reader's
                return
            self.is_moving = True
            try:
                move(*args)
                self.refresh()
            except (ValueError, ArithmeticError) as error:
                self.words.value = paragraph(f"Not possible: {error}")
            finally:
                self.is_moving = False

    def refresh(self):
        """Show the model as it is now."""
        text = self.model.text()
        self.picture.value = inline(self.svg(), label=text.partition("\n")[0])
        self.words.value = paragraph(text)

    def svg(self):
        """The picture of the model now as SVG: quicker to make than a PNG, sharp at any size, without flicker."""
        return svg_of(self.model.figure())

    def still(self):
        """The same as a Picture, for pages where nothing moves."""
        return from_figure(self.model.figure(), self.model.text())

    def instead(self):
        return self.still()._repr_mimebundle_()


def close_part(widget):
    """Close one of the widgets that a view is made of."""
    widget.unobserve_all()
    if isinstance(widget, ipywidgets.Play):
        widget.playing = False  # the page would go on beating the time, for nobody
    if not isinstance(widget, Shown):
        widget.close()


def parts_of(widget):
    """A widget, its children and theirs, and the layout and style that each brings along."""
    for child in getattr(widget, "children", ()):
        yield from parts_of(child)
    yield widget
    for name in ("layout", "style"):
        if hasattr(widget, name):
            yield getattr(widget, name)


# Views by the cell that shows them, with the number of the run that made them: {cell: (run, [view, ...])}.
_shown = {}


def close_earlier_views_of_this_cell(view):
    """Close what earlier runs of the running cell have shown: the page has lost them, and Python would keep them."""
    shell = get_ipython()
    if shell is None:
        return
    # Front ends name the cell; where one does not, its code does.
    header = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = header.get("metadata", {}).get("cellId") or shell.user_ns.get("In", [""])[-1]
    run, views = _shown.get(cell, (None, []))
    if run != shell.execution_count:
        for earlier in views:
            earlier.close()
        views = []
    _shown[cell] = (shell.execution_count, [*views, view])


class Notice:
    """A line in the place of a widget that could not be made."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def line_in_its_place(make):
    """Above a function that makes a widget: wrong use of it gives a line in the widget's place, and no traceback."""

    @functools.wraps(make)
    def made(*args, **kwargs):
        try:
            return make(*args, **kwargs)
        except CANNOT as error:
            # Of a division by zero, the words alone do not say that something was called and failed.
            kind = f"{type(error).__name__}: " if isinstance(error, ArithmeticError) else ""
            return Notice(f"{make.__name__}: {kind}{error}")

    return made


def paragraph(text):
    """Text as HTML in the colours of the page, line breaks kept."""
    return f'<div style="white-space: pre-wrap; line-height: 1.5">{html.escape(text)}</div>'


def inline(svg, label):
    """An SVG as a part of a page: on white, as wide as there is room, with a name for those who cannot see it."""
    look = "max-width: 100%; height: auto; background: white"
    return f'<svg role="img" aria-label="{html.escape(label)}" style="{look}" {svg[svg.index("<svg") + len("<svg ") :]}'


def svg_of(figure):
    """A matplotlib figure as the text of an SVG."""
    file = io.StringIO()
    # With a fixed salt the same figure gives the same text.
    with ONE_AT_A_TIME, matplotlib.rc_context({"svg.hashsalt": "autograd_lib"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()

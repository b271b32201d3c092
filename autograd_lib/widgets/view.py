"""The base of all widgets: a `Front` draws a model in the browser, a `Shown` is put together from those of ipywidgets.

A *model* is a plain object without ipywidgets, which decides everything. Its attributes are the state, its methods the
moves; `figure()` gives a matplotlib figure of it and `text()` its facts in words. A widget passes the reader's moves on
to the model, and shows it again.
"""

import functools

import anywidget
import ipywidgets
import traitlets
from IPython import get_ipython

from autograd_lib.draw import RenderingError
from autograd_lib.picture import from_figure
from autograd_lib.plot.style import ONE_AT_A_TIME

VIEW = "application/vnd.jupyter.widget-view+json"

# Errors that a widget reports in a line instead of a traceback.
EXPECTED_ERRORS = (TypeError, ValueError, ArithmeticError, RenderingError)


class Stilled:
    """A widget in a cell's output. A subclass defines `instead()`: what is shown where nothing can move."""

    _ipython_display_ = None  # ipywidgets 7, which Colab has, would show the widget by this, and without the still

    def close(self):
        """Close this widget and all its parts, so that neither Python nor the page keeps them alive."""
        for widget in parts_of(self):
            close_part(widget)
        super().close()

    def _repr_mimebundle_(self, **kwargs):
        close_earlier_views_of_this_cell(self)
        if hasattr(super(), "_repr_mimebundle_"):
            data = super()._repr_mimebundle_(**kwargs)
            if isinstance(data, tuple):  # as anywidget gives it: with metadata
                data = data[0]
        else:  # ipywidgets 7
            data = {VIEW: {"version_major": 2, "version_minor": 0, "model_id": self.model_id}}
        try:
            instead, metadata = self.instead()
        except EXPECTED_ERRORS as error:
            instead, metadata = {"text/plain": f"No still picture: {error}"}, {}
        return data | instead, metadata


class Shown(Stilled, ipywidgets.VBox):
    """A widget that is put together from those of ipywidgets."""


class Front(Stilled, anywidget.AnyWidget):
    """A widget that is drawn in the browser, from a state that its model gives, and that answers the hand there.

    The front asks for a move of the model by its name, with a number; the answer has the same number and the state
    after it. A subclass sets `_esm` to a `module` of `autograd_lib.widgets.front`.

    Args:
        model: has `figure()` and `text()`; `scene()`, what never changes, and `state()`, what does, as JSON; and
            `moves`, the names of the methods that a front may call. It may have `listing()`, which says more than
            `text()`: what a reader finds out by moving it, for pages where nothing moves.
    """

    state = traitlets.Dict().tag(sync=True)

    def __init__(self, model):
        self.model = model
        super().__init__(state=model.scene() | model.state())
        self.on_msg(self.asked)

    def get_state(self, *args, **kwargs):
        """The state as it is now, also for a page that is opened later than the moves were made."""
        self.set_trait_quietly(self.model.scene() | self.model.state())
        return super().get_state(*args, **kwargs)

    def set_trait_quietly(self, state):
        """Keep a state without sending it: the page that asked for a move has its answer already."""
        self._trait_values["state"] = state

    def asked(self, _, content, buffers):
        """Make the move that the front asks for, and answer with the state after it, or with what was wrong."""
        move = content.get("move")
        if move not in self.model.moves:
            return
        # One move may come in the kernel's main thread, and the next in another one.
        with ONE_AT_A_TIME:
            try:
                getattr(self.model, move)(*content.get("args", ()))
                answer = {"state": self.model.state(), "problem": ""}
            except (ValueError, ArithmeticError) as error:
                answer = {"state": self.model.state(), "problem": f"Not possible: {error}"}
        self.send({"n": content.get("n"), **answer})

    def still(self):
        """The model's picture and text as a Picture, for pages where nothing moves."""
        words = self.model.listing if hasattr(self.model, "listing") else self.model.text
        return from_figure(self.model.figure(), words())

    def instead(self):
        return self.still()._repr_mimebundle_()


def close_part(widget):
    """Close one of the widgets that a view is made of."""
    widget.unobserve_all()
    if not isinstance(widget, Stilled):
        widget.close()


def parts_of(widget):
    """A widget and all its descendants, each with its layout and style."""
    for child in getattr(widget, "children", ()):
        yield from parts_of(child)
    yield widget
    for name in ("layout", "style"):
        if hasattr(widget, name):
            yield getattr(widget, name)


# The views that each cell shows, with the number of the run that made them: {cell: (run, [view, ...])}.
_shown = {}


def close_earlier_views_of_this_cell(view):
    """Close the views that earlier runs of this cell have shown: the page has lost them, but Python would keep them."""
    shell = get_ipython()
    if shell is None:
        return
    # Front ends send the cell's id. If one does not, the cell's code identifies it.
    header = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = header.get("metadata", {}).get("cellId") or shell.user_ns.get("In", [""])[-1]
    run, views = _shown.get(cell, (None, []))
    if run != shell.execution_count:
        for earlier in views:
            earlier.close()
        views = []
    _shown[cell] = (shell.execution_count, [*views, view])


class Notice:
    """A line that is shown instead of a widget that could not be made."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def errors_as_notice(make):
    """Decorator for a function that makes a widget: wrong use shows a line of text, and no traceback."""

    @functools.wraps(make)
    def made(*args, **kwargs):
        try:
            return make(*args, **kwargs)
        except EXPECTED_ERRORS as error:
            # The message of an arithmetic error, such as "division by zero", does not say that a call failed.
            kind = f"{type(error).__name__}: " if isinstance(error, ArithmeticError) else ""
            return Notice(f"{make.__name__}: {kind}{error}")

    return made

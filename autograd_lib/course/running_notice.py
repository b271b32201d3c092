"""The page speaks for a kernel that cannot: one long call of C code stops all of its threads, our time limit too.

A model without a view lives in the page (`running_notice.js`). It is told when a solution begins to run and when it has
ended. If it hears nothing for five seconds, it says what is going on and how to restart. Nothing is shown in the cell,
and so nothing is stored in the notebook.
"""

import contextlib
import threading
from pathlib import Path

from IPython import get_ipython

SCRIPT = Path(__file__).with_suffix(".js")
SECONDS = 1.0  # how long to wait, at most, until a message has left the kernel


@contextlib.contextmanager
def page_watches(exercise_id):
    """Tell the page that a solution to this exercise begins to run, and afterwards that it has ended.

    Where there is no page, or where it cannot be told, this does nothing.
    """
    try:
        with contextlib.suppress(Exception):
            tell_the_page(exercise_id)
            wait_until_sent()
        yield
    finally:
        with contextlib.suppress(Exception):
            tell_the_page(None)


def tell_the_page(running):
    """Tell the page which exercise's solution is running now, or None."""
    if is_asked_by_a_page():
        notice_of_this_kernel().send({"running": running})


_notices = []  # the one of this kernel, once there is one


def notice_of_this_kernel():
    """The model in the page, made when it is first needed."""
    if not _notices or _notices[-1].comm is None:  # `Widget.close_all()` closes ours, too
        import anywidget  # here because of the time it takes; plain Python needs none

        _notices[:] = [anywidget.AnyWidget(_esm=SCRIPT.read_text(encoding="utf-8"))]
    return _notices[-1]


def is_asked_by_a_page():
    """Whether the running cell was sent by a page: it sends the cell's id. (nbclient, nbval and consoles send none.)"""
    shell = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    return bool(parent.get("metadata", {}).get("cellId"))


def wait_until_sent():
    """Wait until a thread of the kernel has sent all messages: no thread can, while a call of C code runs."""
    if is_asked_by_a_page():
        sent = threading.Event()
        get_ipython().kernel.iopub_thread.schedule(sent.set)
        sent.wait(SECONDS)

"""A bar for a cell that runs for long. It stands in the page while the loop runs; nothing of it is stored."""

import html
import time

from IPython.display import HTML, clear_output, display

from autograd_lib.course.running_notice import is_asked_by_a_page

SECONDS = 0.1  # between two pictures of the bar


def with_bar(steps, what="steps"):
    """The same steps, one after the other, with a bar in the page that says how many of them are done.

    Args:
        steps: something with a length: a list, a range.
        what: what is counted, in the plural, for the words beside the bar.

    When the loop ends, the bar goes, with whatever else the cell has shown so far: let the loop come first, and the
    printing after it. Where no page has asked (tests, scripts), nothing is shown at all.
    """
    if not is_asked_by_a_page():
        yield from steps
        return
    shown, begun = display(drawing(0, len(steps), what, None), display_id=True), time.monotonic()
    last = begun
    try:
        for done, step in enumerate(steps):
            now = time.monotonic()
            if now - last > SECONDS:
                last = now
                left = (now - begun) * (len(steps) - done) / done if done else None
                shown.update(drawing(done, len(steps), what, left))
            yield step
    finally:
        clear_output()


def drawing(done, number, what, left):
    """The bar as HTML, `left` the seconds that it will still take, or None."""
    words = f"{done:,} of {number:,} {what}" + (f", about {left:.0f} s left" if left is not None else "")
    return HTML(
        f'<progress max="{number}" value="{done}" style="width: 20em; vertical-align: middle" '
        f'aria-label="{html.escape(what)}"></progress> <span>{html.escape(words)}</span>'
    )

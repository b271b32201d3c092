"""The bar of a long cell stands in the page while the loop runs, and nothing of it stays."""

import pytest

from autograd_lib import with_bar
from autograd_lib.course import bar


@pytest.fixture
def page(monkeypatch):
    """A page that shows what it is sent: its list of events."""
    events = []

    class Handle:
        def update(self, drawing):
            events.append(drawing.data)

    def display(drawing, display_id):
        events.append(drawing.data)
        return Handle()

    monkeypatch.setattr(bar, "is_asked_by_a_page", lambda: True)
    monkeypatch.setattr(bar, "display", display)
    monkeypatch.setattr(bar, "clear_output", lambda: events.append("cleared"))
    monkeypatch.setattr(bar, "SECONDS", -1)  # every step is drawn
    return events


def test_the_steps_are_those_of_the_loop_and_the_bar_counts_them(page):
    assert list(with_bar(range(3), "updates")) == [0, 1, 2]
    assert [f"{done} of 3 updates" in drawn for done, drawn in zip([0, 0, 1, 2], page)] == [True] * 4
    assert page[4:] == ["cleared"]


@pytest.mark.parametrize("ends_by", [StopIteration, KeyboardInterrupt])
def test_it_goes_also_when_the_loop_is_left_early(page, ends_by):
    with pytest.raises(ends_by):
        for _ in with_bar([1, 2, 3]):
            raise ends_by
    assert page[-1] == "cleared"


def test_where_no_page_asks_nothing_is_shown(page, monkeypatch):
    monkeypatch.setattr(bar, "is_asked_by_a_page", lambda: False)
    assert list(with_bar("abc")) == ["a", "b", "c"]
    assert page == []


def test_what_is_counted_is_shown_as_it_was_written(page):
    list(with_bar([1], 'runs with a < b & "c"'))
    assert "runs with a &lt; b &amp; &quot;c&quot;" in page[0]

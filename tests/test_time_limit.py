"""The time limit leaves nothing behind: no thread that goes on interrupting, and no handler of its own."""

import contextlib
import signal
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from autograd_lib.checks.time_limit import OutOfTime, time_limit


def watchers():
    return [thread for thread in threading.enumerate() if "watch" in thread.name]


def wait_until(ends):
    """A loop in a function, as a learner's is: CPython 3.13 leaves the jump back of a loop that stands directly in a
    `with` out of what the `with` guards.
    """
    while time.perf_counter() < ends:
        pass


def test_code_that_takes_just_as_long_as_it_may_leaves_nothing_behind():
    before = signal.getsignal(signal.SIGINT)
    for number in range(200):
        ends = time.perf_counter() + 0.005 + (number - 50) * 2e-6
        with contextlib.suppress(OutOfTime), time_limit(0.005):
            wait_until(ends)
        assert not watchers() and signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("place", [contextlib.__file__, time_limit.__wrapped__.__code__.co_filename])
def test_an_interruption_on_the_way_out_is_raised_at_the_end(place):
    before = signal.getsignal(signal.SIGINT)
    frame = SimpleNamespace(f_code=SimpleNamespace(co_filename=place))
    lines = []
    with pytest.raises(KeyboardInterrupt), time_limit(5):
        signal.getsignal(signal.SIGINT)(signal.SIGINT, frame)
        lines.append("the code goes on")
    assert lines and not watchers() and signal.getsignal(signal.SIGINT) is before


def test_an_interruption_on_the_way_in_is_raised_before_the_code_begins(monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    start = threading.Thread.start

    def interrupted(thread):
        start(thread)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), time_limit(5):
        pytest.fail("the code has begun")
    assert not watchers() and signal.getsignal(signal.SIGINT) is before


def step_watchers():
    """The ids of the tools of `watch_steps` that are at work."""
    return [tool for tool in range(6) if sys.monitoring.get_tool(tool)]


if hasattr(sys, "monitoring"):  # from Python 3.12 on; a browser tab has 3.14

    @pytest.fixture
    def by_steps(monkeypatch):
        """The time limit as in a browser tab, where there are no threads."""
        monkeypatch.setattr("autograd_lib.checks.time_limit.sys.platform", "emscripten")
        before = step_watchers()
        yield
        assert step_watchers() == before

    def loops():
        while True:
            pass

    def catches():
        for _ in range(2):
            try:
                loops()
            except BaseException:
                pass

    @pytest.mark.parametrize("code", [loops, catches, lambda: list(map(lambda _: loops(), [0]))])
    def test_steps_are_watched_where_there_are_no_threads(by_steps, code):
        start = time.monotonic()
        with pytest.raises(OutOfTime), time_limit(0.1):
            code()
        assert time.monotonic() - start < 2

    def test_one_limit_may_stand_within_another_there(by_steps):
        with time_limit(5), pytest.raises(OutOfTime), time_limit(0.1):
            loops()

    def test_nothing_is_raised_where_it_would_be_forgotten_there(by_steps):
        class Slow:
            def __del__(self):
                end = time.monotonic() + 0.3
                while time.monotonic() < end:
                    pass
                lines.append("to the end")

        lines = []
        with pytest.raises(OutOfTime), time_limit(0.1):
            Slow()
            loops()
        assert lines == ["to the end"]

"""The time limit leaves nothing behind: no thread that goes on interrupting, and no handler of its own."""

import contextlib
import signal
import threading
import time
from types import SimpleNamespace

import pytest

from autograd_lib.checks.time_limit import OutOfTime, time_limit


def watchers():
    return [thread for thread in threading.enumerate() if "watch" in thread.name]


def test_code_that_takes_just_as_long_as_it_may_leaves_nothing_behind():
    before = signal.getsignal(signal.SIGINT)
    for number in range(200):
        ends = time.perf_counter() + 0.005 + (number - 50) * 2e-6
        with contextlib.suppress(OutOfTime), time_limit(0.005):
            while time.perf_counter() < ends:
                pass
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

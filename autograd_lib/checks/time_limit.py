"""Cutting off code that does not end, with the notebook's kernel alive afterwards."""

import _thread
import signal
import sys
import threading
import time
from contextlib import contextmanager

REMINDER = 0.2  # seconds until code that caught an interruption is interrupted again


class OutOfTime(BaseException):
    """The time is up. Not an Exception, so that a learner's `except Exception` does not swallow it."""


@contextmanager
def time_limit(seconds):
    """Raise OutOfTime in the code under `with` once it has run for `seconds`.

    Works as a keyboard interrupt does, on every platform: between two steps of Python code, in the main thread. In
    another thread nothing is limited. A loop that catches everything (a bare `except:`) can escape it.

    Whatever the code catches, the first interruption is raised again when the `with` ends: OutOfTime, or the
    KeyboardInterrupt of a user who pressed Ctrl-C. So the code may catch every exception of a learner's class, even a
    KeyboardInterrupt of its own, and the user can still stop it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    expired, inside, over, interruption = threading.Event(), False, False, None

    def on_interrupt(signum, frame):
        nonlocal interruption
        if not over:
            interruption = interruption or (OutOfTime if expired.is_set() else KeyboardInterrupt)
            if inside and frame.f_code.co_filename not in ON_THE_WAY:
                raise interruption

    watch = watch_steps if sys.platform == "emscripten" else watch_from_a_thread
    before = signal.signal(signal.SIGINT, on_interrupt)
    stop_watching = watch(seconds, expired, on_interrupt)
    inside = True
    try:
        if interruption:
            raise interruption
        yield
    finally:
        over = True
        stop_watching()
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
    if interruption:
        raise interruption


def watch_from_a_thread(seconds, expired, on_interrupt):
    """After `seconds`, set `expired` and interrupt the main thread, again and again. Returns a function that ends it.

    Args:
        on_interrupt: the handler of SIGINT; here the signal calls it.
    """
    stop = threading.Event()

    def watch():
        wait = seconds
        while not stop.wait(wait):
            expired.set()
            interrupt_main_thread()
            wait = REMINDER

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()

    def stop_watching():
        stop.set()
        watcher.join()

    return stop_watching


def watch_steps(seconds, expired, on_interrupt):
    """The same where there are no threads, in a browser tab: looks at the clock at each call and each turn of a loop.

    Args:
        on_interrupt: called with the frame of the code that is running.
    """
    monitoring, due = sys.monitoring, time.monotonic() + seconds
    tool = next(tool for tool in FREE_TOOLS if monitoring.get_tool(tool) is None)
    events = (monitoring.events.JUMP, monitoring.events.PY_START)

    def look(code, *_):
        nonlocal due
        # What is raised in a `__del__` would be printed, and then forgotten.
        if time.monotonic() > due and code.co_name != "__del__":
            due = time.monotonic() + REMINDER
            expired.set()
            on_interrupt(signal.SIGINT, sys._getframe(1))

    monitoring.use_tool_id(tool, "autograd_lib.checks.time_limit")
    for event in events:
        monitoring.register_callback(tool, event, look)
    monitoring.set_events(tool, events[0] | events[1])

    def stop_watching():
        monitoring.set_events(tool, monitoring.events.NO_EVENTS)
        monitoring.free_tool_id(tool)

    return stop_watching


# Two of the numbers that Python gives to tools like this one, and profilers' as a third: limits may be nested.
FREE_TOOLS = (3, 4, 2)


def interrupt_main_thread():
    """Do what Ctrl-C does. A real signal, where the platform has them, also ends a sleep."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        _thread.interrupt_main()


# Raised on the way into the `with` or out of it, an interruption could leave the watcher running for ever. What comes
# there is raised before the code begins, or at its end.
ON_THE_WAY = {contextmanager.__code__.co_filename, interrupt_main_thread.__code__.co_filename}

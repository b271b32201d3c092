"""Cutting off code that does not end, with the notebook's kernel alive afterwards."""

import _thread
import signal
import threading
from contextlib import contextmanager


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
    stop, expired, inside, over, interruption = threading.Event(), threading.Event(), False, False, None

    def on_interrupt(signum, frame):
        nonlocal interruption
        if not over:
            interruption = interruption or (OutOfTime if expired.is_set() else KeyboardInterrupt)
            if inside and frame.f_code.co_filename not in ON_THE_WAY:
                raise interruption

    def watch():
        wait = seconds
        while not stop.wait(wait):
            expired.set()
            interrupt_main_thread()
            wait = 0.2

    before = signal.signal(signal.SIGINT, on_interrupt)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    inside = True
    try:
        if interruption:
            raise interruption
        yield
    finally:
        over = True
        stop.set()
        watcher.join()
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
    if interruption:
        raise interruption


def interrupt_main_thread():
    """Do what Ctrl-C does. A real signal, where the platform has them, also ends a sleep."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        _thread.interrupt_main()


# Raised on the way into the `with` or out of it, an interruption could leave the watcher running for ever. What comes
# there is raised before the code begins, or at its end.
ON_THE_WAY = {contextmanager.__code__.co_filename, interrupt_main_thread.__code__.co_filename}

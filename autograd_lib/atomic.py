"""Write a file whole or not at all, and one writer at a time, so that nothing costs the reader what they had."""

import contextlib
import os
import secrets
import shutil
import time
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows has none
    fcntl = None


def write_text(path, text):
    """Write `text`, as UTF-8, to the file at `path`, as `write_bytes` does."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path, contents):
    """Write `contents` to the file at `path`: afterwards it holds all of it, or what it held before.

    They go to a new file in the same folder, and onto the disk, before that file takes the name of the old one
    in one step. A link is followed, and the permissions of an existing file are kept.

    Raises:
        OSError (FileNotFoundError, PermissionError, …): the file cannot be written; the error names `path`.
    """
    # What a link points to is replaced, not the link.
    target = Path(path).resolve()
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        reason = f"could not be written ({error.strerror or error}); what was there is as it was"
        raise OSError(error.errno, reason, str(path)) from error
    finally:
        # Gone already when all went well: os.replace gave it its new name.
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def one_at_a_time(path, seconds=2.0):
    """Inside of it no other process is: for reading the file at `path`, changing what was read, and writing it.

    What is locked is the file's folder, which leaves nothing behind and ends with the process. Where there are no such
    locks (Windows, some network drives), or somebody keeps it for longer than `seconds`, it goes on without: what is
    written then is whole all the same, but of two changes in the same moment one may be lost.
    """
    try:
        folder = os.open(Path(path).resolve().parent, os.O_RDONLY) if fcntl else None
    except OSError:
        folder = None  # whoever writes will say what is wrong with it
    try:
        if folder is not None:
            wait_for_lock(folder, seconds)
        yield
    finally:
        if folder is not None:
            os.close(folder)  # and with it goes the lock


def wait_for_lock(folder, seconds):
    """Lock an open folder, or give up after that many seconds, or at once where it cannot be locked."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(0.005)
        except OSError:
            return

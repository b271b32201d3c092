"""Write a file whole or not at all, and one writer at a time, so that nothing costs the reader what they had."""

import contextlib
import glob
import hashlib
import os
import secrets
import shutil
import time
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows has none
    fcntl = None
if not hasattr(fcntl, "flock"):  # nor has a browser tab, though it has the module
    fcntl = None

LONGEST_WRITE = 3600  # seconds: more than any write takes


def write_text(path, text):
    """Write `text`, as UTF-8, to the file at `path`, as `write_bytes` does."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path, contents):
    """Write `contents` to the file at `path`: afterwards it holds all of it, or what it held before.

    They go to a new file in the same folder, and onto the disk, before that file takes the name of the old one
    in one step. A link is followed, and the permissions of an existing file are kept. What earlier writes to the same
    path have left behind, because they were killed, is removed.

    Raises:
        OSError (FileNotFoundError, PermissionError, …): the file cannot be written; the error names `path`.
    """
    target = real(path)
    try:
        clear_leftovers(target)
        with temporary_file(target) as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, file.name)
            if fcntl is None:
                file.close()  # Windows renames no open file
            os.replace(file.name, target)
    except OSError as error:
        reason = f"could not be written ({error.strerror or error}); what was there is as it was"
        # Without `from None` the traceback would also show the name of the temporary file.
        raise OSError(error.errno, reason, str(path)) from None


def real(path):
    """The path with all links followed: what a link points to is replaced, not the link."""
    return Path(os.path.realpath(path))


@contextlib.contextmanager
def temporary_file(target):
    """A new file beside `target`, locked for as long as its writer lives, and gone afterwards unless it was renamed."""
    file = new_locked_file(target)
    try:
        yield file
    finally:
        file.close()
        with contextlib.suppress(OSError):
            os.unlink(file.name)


def new_locked_file(target):
    while True:
        file = open(target.with_name(f"{temporary_stem(target)}{secrets.token_hex(4)}.tmp"), "xb")
        if fcntl is None:
            return file
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)
        # Before it was locked, another writer may have taken it for a leftover and removed it.
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()


def clear_leftovers(target):
    """Remove the temporary files of writers to `target` that were killed."""
    for path in target.parent.glob(f"{glob.escape(temporary_stem(target))}{'[0-9a-f]' * 8}.tmp"):
        with contextlib.suppress(OSError), open(path, "rb+") as file:
            if has_no_writer(file):
                if fcntl is None:
                    file.close()  # Windows removes no open file
                os.unlink(path)


def has_no_writer(file):
    """Whether nobody has locked a temporary file; where there are no locks, whether it is too old to have a writer."""
    if fcntl:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        except OSError:
            pass  # a file system without locks
    return time.time() - os.fstat(file.fileno()).st_mtime > LONGEST_WRITE


def temporary_stem(target):
    """How the names of the temporary files of `target` begin. A long name is digested, or they would be too long."""
    name = os.fsencode(target.name)
    return f".{target.name if len(name) <= 100 else hashlib.sha256(name).hexdigest()[:32]}."


@contextlib.contextmanager
def one_at_a_time(path, seconds=2.0):
    """Inside of it no other process is: for reading the file at `path`, changing what was read, and writing it.

    What is locked is the file's folder, which leaves nothing behind and ends with the process. Where there are no such
    locks (Windows, some network drives), or somebody keeps it for longer than `seconds`, it goes on without: what is
    written then is whole all the same, but of two changes in the same moment one may be lost.
    """
    try:
        folder = os.open(real(path).parent, os.O_RDONLY) if fcntl else None
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

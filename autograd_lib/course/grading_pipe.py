"""How a notebook's kernel tells the grader what was passed: through a pipe, which nothing in a folder can disturb.

What comes out of the pipe is taken for anything: a notebook may write junk into it, leave a process behind that keeps
it open, or write more than it holds. Windows hands no pipe on; there a file in a folder of the grader's own serves.
"""

import contextlib
import os
import tempfile
import threading
from pathlib import Path

VARIABLE = "AUTOGRAD_LIB_GRADER"
HAS_PIPES = os.name == "posix"

LARGEST_PIPE = 2**20  # bytes: more than a pipe holds
LONGEST_ID = 100


def tell(exercise_id):
    """Tell the grader that an exercise was passed, if it is a grader who has started this kernel."""
    address = os.environ.get(VARIABLE)
    if not address:
        return
    message = f"\n{exercise_id}\n".encode()  # on a line of its own, whatever else was written there
    with contextlib.suppress(OSError, ValueError, OverflowError):
        if not HAS_PIPES:
            with open(address, "ab") as file:
                file.write(message)
        elif address == address_of(pipe := int(address.partition(" ")[0])):
            os.write(pipe, message)


def address_of(pipe):
    """Which descriptor, and which pipe: in a process that did not get the pipe the number may be another file's."""
    status = os.fstat(pipe)
    return f"{pipe} {status.st_dev} {status.st_ino}"


@contextlib.contextmanager
def listening(exercise_ids):
    """Inside of it a kernel can `tell`.

    Args:
        exercise_ids: what else is told does not count.

    Yields:
        A set that holds, afterwards, the ids that were told; and two settings for starting the kernel: the variables
        of its environment that it needs, and the descriptors that it is to inherit.
    """
    heard = set()
    with listening_to_pipe(exercise_ids, heard) if HAS_PIPES else listening_to_file(exercise_ids, heard) as settings:
        yield heard, *settings


@contextlib.contextmanager
def listening_to_pipe(exercise_ids, heard):
    receiving, sending = os.pipe()
    os.set_blocking(receiving, False)
    over = threading.Event()
    listener = threading.Thread(target=listen, args=(receiving, over, exercise_ids, heard), daemon=True)
    listener.start()
    try:
        yield {VARIABLE: address_of(sending)}, (sending,)
    finally:
        over.set()
        listener.join()
        os.close(receiving)
        os.close(sending)


@contextlib.contextmanager
def listening_to_file(exercise_ids, heard):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder, "passed")
        try:
            yield {VARIABLE: str(file)}, ()
        finally:
            with contextlib.suppress(OSError):
                heard.update(ids_in(file.read_bytes().split(b"\n"), exercise_ids))


def listen(pipe, over, exercise_ids, heard):
    """Read a pipe, so that no writer has to wait, until `over` is set and what was written before that is read."""
    rest, still_to_read = b"", LARGEST_PIPE
    while True:
        is_over = over.is_set()
        chunk = read_what_is_there(pipe)
        *lines, rest = (rest + chunk).split(b"\n")
        heard.update(ids_in(lines, exercise_ids))
        rest = rest[-LONGEST_ID:]
        if is_over:
            # The end of the pipe is not waited for: who keeps it open may go on writing for ever.
            still_to_read -= len(chunk)
            if not chunk or still_to_read <= 0:
                return
        elif not chunk:
            over.wait(0.02)


def read_what_is_there(pipe):
    try:
        return os.read(pipe, 2**16)
    except BlockingIOError:
        return b""


def ids_in(lines, exercise_ids):
    return {i for i in exercise_ids if i.encode() in lines}

"""Write a file whole or not at all, so that a crash half-way never costs the reader what they had."""

import os
import secrets
import shutil
from pathlib import Path


def write_text(path, text):
    """Write `text`, as UTF-8, to the file at `path`: afterwards it holds all of it, or what it held before.

    The text goes to a new file in the same folder, and onto the disk, before that file takes the name of the old one
    in one step. A link is followed, and the permissions of an existing file are kept.

    Raises:
        OSError (FileNotFoundError, PermissionError, …): the file cannot be written; the error names `path`.
    """
    # What a link points to is replaced, not the link.
    target = Path(path).resolve()
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
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

"""Copy notebooks/ to my_notebooks/, so that the reader works on copies that no update touches.

A file that is already in my_notebooks/ is never overwritten. To start one again, rename it or delete it first.
"""

import os
import shutil
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def copy_new(source, target):
    """Copy each file of `source`, at any depth, that `target` does not have, and return the names of those copied.

    Hidden files and folders (checkpoints) are left out. A copy gets its name only when it is complete.
    """
    copied = []
    for file in sorted(source.rglob("*")):
        name = file.relative_to(source)
        # lexists, because a broken link is the reader's too.
        if not file.is_file() or os.path.lexists(target / name) or any(part.startswith(".") for part in name.parts):
            continue
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        unfinished = copy.with_name(f".{copy.name}.unfinished")
        shutil.copyfile(file, unfinished)
        unfinished.rename(copy)
        copied.append(str(name))
    return copied


def main():
    source, target = PROJECT / "notebooks", PROJECT / "my_notebooks"
    try:
        target.mkdir(exist_ok=True)
        copied = copy_new(source, target)
    except OSError as error:
        sys.exit(f"The notebooks could not be copied to {target.name}/: {error}")
    print(f"{target.name}/: {len(copied)} new from {source.name}/, what was there is as it was.")


if __name__ == "__main__":
    main()

"""Copy notebooks/ to my_notebooks/, so that the reader works on copies that no update touches.

A copy has no outputs: what a cell shows is to be found out. A file that is already in my_notebooks/ is never
overwritten. If its original has become another one since, the new edition is laid beside it, and that is said.
"""

import hashlib
import json
import os
import platform
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
EDITIONS = ".editions.json"  # among the copies: the name of each, and the edition of the original that it was made from


def copy_new(source, target):
    """Copy each file of `source`, at any depth, that `target` does not have yet in this edition.

    Returns two lists: the names of those that were not there at all, and for each that was there in another edition the
    pair of its name and the name of the new edition beside it. Hidden files and folders (checkpoints) are left out. A
    copy gets its name only when it is complete.
    """
    copied, beside, editions = [], [], known_editions(target)
    for file in sorted(source.rglob("*")):
        name = file.relative_to(source)
        if not file.is_file() or any(part.startswith(".") for part in name.parts):
            continue
        edition = edition_of(file)
        new = name
        number = 1
        # lexists, because a broken link is the reader's too.
        while os.path.lexists(target / new) and editions.get(str(new)) != edition:
            new = name.with_name(f"{name.stem}.new{'' if number == 1 else f'-{number}'}{name.suffix}")
            number += 1
        if not os.path.lexists(target / new):
            write(target / new, clean_copy(file))
            editions[str(new)] = edition
            write(target / EDITIONS, json.dumps(editions, indent=1).encode())
            copied += [str(name)] * (new == name)
        beside += [(str(name), str(new))] * (new != name)
    return copied, beside


def known_editions(target):
    """The editions that the copies were made from; none for copies that were made before this was written down."""
    try:
        editions = json.loads((target / EDITIONS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return editions if isinstance(editions, dict) else {}


def edition_of(file):
    """A text that is another one when what a reader reads has changed: in a notebook the cells, not their outputs."""
    notebook = as_notebook(file)
    text = [[cell.get("cell_type"), cell.get("source")] for cell in notebook["cells"]] if notebook else None
    return hashlib.sha256(json.dumps(text).encode() if notebook else file.read_bytes()).hexdigest()


def clean_copy(file):
    """The bytes of the copy: those of the file, a notebook without its outputs."""
    notebook = as_notebook(file)
    if not notebook:
        return file.read_bytes()
    for cell in notebook["cells"]:
        if cell.get("cell_type") == "code":
            cell.update(outputs=[], execution_count=None)
    # JupyterLab writes this version into a notebook that it opens, and takes it for unsaved if another stood there.
    notebook.get("metadata", {}).get("language_info", {})["version"] = platform.python_version()
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def as_notebook(file):
    """A notebook as the dictionary in its file; None for a file that is none."""
    if file.suffix != ".ipynb":
        return None
    try:
        notebook = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return None
    return notebook if isinstance(notebook, dict) and isinstance(notebook.get("cells"), list) else None


def write(path, contents):
    """Write a file that is complete under its name, or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_bytes(contents)
    os.replace(unfinished, path)


def main():
    source, target = PROJECT / "notebooks", PROJECT / "my_notebooks"
    try:
        target.mkdir(exist_ok=True)
        copied, beside = copy_new(source, target)
    except OSError as error:
        sys.exit(f"The notebooks could not be copied to {target.name}/: {error}")
    print(f"{target.name}/: {len(copied)} new from {source.name}/, what was there is as it was.")
    for name, new in beside:
        print(f"  {name} is an older edition. It is as you left it; the new one lies beside it: {new}")


if __name__ == "__main__":
    main()

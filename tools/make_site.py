"""Build site/: the book, and beside it, in site/lite/, the notebooks to run in the browser. `make site` calls this.

    make_site.py WHEELS        WHEELS: a folder with the wheels of website/wheels.txt

REPOSITORY names the address of the repository on GitHub, for the links to Binder and Colab: it is read from the
environment, where the workflow that publishes the site sets it.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from website import book, lite

PROJECT = Path(__file__).resolve().parent.parent
SITE = PROJECT / "site"


def build(wheels, repository):
    """Build the site beside the old one, which it replaces at the end: a failure leaves the old one."""
    with tempfile.TemporaryDirectory(dir=PROJECT, prefix=".site-") as folder:
        work, new = Path(folder), Path(folder) / "site"
        names = lite.build(wheels, work, new / "lite")
        book.build(work, new, repository, names)
        shutil.rmtree(SITE, ignore_errors=True)
        new.rename(SITE)


def main():
    start = time.monotonic()
    build(Path(sys.argv[1]).resolve(), os.environ.get("REPOSITORY", "").rstrip("/"))
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    print(f"site/: {size / 1e6:.0f} MB, built in {time.monotonic() - start:.0f} s. To read it: make serve")


if __name__ == "__main__":
    main()

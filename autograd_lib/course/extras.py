"""For notebooks that need packages beyond those of every other: one line that says what is missing, and how to get it.

`EXTRA` in `nb14/__init__.py` says that notebook 14 is such a one (see `contents.extra_of`).
"""

import sys
from importlib.util import find_spec

REMEDY = (
    "In the folder of the project, `make peers` installs what is missing, or, without make, "
    '`python -m pip install -e ".[peers]"`. Then restart the kernel.'
)
IN_A_TAB = "There is no build of it for the browser: run this notebook on your own machine."


class MissingExtraError(ImportError):
    """Packages are missing that a notebook needs. In a notebook it shows as its message alone, without a traceback."""

    def _render_traceback_(self):
        return [str(self)]


def needs(*modules):
    """Make sure that these modules can be imported. Imports none of them.

    Args:
        modules: their names, such as "torch" and "jax".

    Raises:
        MissingExtraError: some cannot; the message names them and says how to get them.
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        remedy = IN_A_TAB if sys.platform == "emscripten" else REMEDY
        raise MissingExtraError(f"This notebook needs {', '.join(missing)}. {remedy}")

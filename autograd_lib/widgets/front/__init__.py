"""The fronts: plain ES modules, one for each kind of widget, and those that they import: `shared.js` and others."""

import base64
import functools
import re
from pathlib import Path

HERE = Path(__file__).parent
IMPORTED = re.compile(r'"\./(\w+)\.js"')


@functools.cache
def module(name):
    """The source of a front, as one module: a page that loads it has no folder to import other modules from.

    Args:
        name: that of its file, without ".js".
    """
    source = (HERE / f"{name}.js").read_text(encoding="utf-8")
    return IMPORTED.sub(lambda found: f'"{as_address(found[1])}"', source)


def as_address(name):
    """A module, with all that it imports itself, as an address that a page can import."""
    return f"data:text/javascript;base64,{base64.b64encode(module(name).encode()).decode()}"

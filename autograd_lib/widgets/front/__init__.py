"""The fronts: plain ES modules, one for each kind of widget, and `shared.js`, which all of them import."""

import base64
import functools
from pathlib import Path

HERE = Path(__file__).parent
SHARED = '"./shared.js"'


@functools.cache
def module(name):
    """The source of a front, as one module: a page that loads it has no folder to import `shared.js` from.

    Args:
        name: that of its file, without ".js".
    """
    source = (HERE / f"{name}.js").read_text(encoding="utf-8")
    shared = base64.b64encode((HERE / "shared.js").read_bytes()).decode()
    return source.replace(SHARED, f'"data:text/javascript;base64,{shared}"')

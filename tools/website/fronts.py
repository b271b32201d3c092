"""Widgets that move on pages of the book, where no Python runs: their fronts, and answers that are recorded here.

A front asks its model for moves, by messages, and draws the state that comes back. Here the notebook's own cell makes
the model, and the model makes moves that a reader may make; docs/_static/fronts.js plays the answers back.
"""

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell

# The cells whose widgets move in the book: the name of the notebook, and the id of the cell.
LIVE = {
    "00_start_here": "training-live",
    "01_the_chain_rule": "tangent-explorer",
    "02_computational_graphs": "graph-explorer",
}
STEPS_OF_A_FILM = 80  # 2 MB


def record_all(notebooks, target):
    """Write the fronts of all cells in LIVE, and their records, into the folder `target`.

    Args:
        notebooks: the folder of the notebooks.
    """
    target.mkdir(parents=True)
    for name, cell_id in LIVE.items():
        cells = json.loads((notebooks / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
        widget = widget_of(cells, cell_id)
        (target / f"{name}.js").write_text(widget._esm, encoding="utf-8")
        text = json.dumps(record_of(widget), allow_nan=False, separators=(",", ":"))
        (target / f"{name}.json").write_text(text, encoding="utf-8")


def widget_of(cells, cell_id):
    """The widget that a cell shows, when the code of the notebook has been run up to it."""
    names = {"__name__": "__main__"}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        if cell["id"] == cell_id:
            *before, last = ast.parse(source).body
            exec(compile(ast.Module(before, []), cell_id, "exec"), names)
            return eval(compile(ast.Expression(last.value), cell_id, "eval"), names)
        exec(compile(source, cell["id"], "exec"), names)
    raise ValueError(f"no cell has the id {cell_id}: change LIVE in {__file__}")


def record_of(widget):
    """The record of a widget, as JSON: its state, and what its model answers to the moves that a page can make.

    `film`: the states that come one after the other while a network trains; of each, what differs from the first.
    `settings`: for each move that is answered, the entry of the state that it sets; `states`: one for all settings.
    """
    model = widget.model
    if hasattr(widget, "moments"):
        model.steps_a_picture = 1
        return {"state": model.scene() | model.state(), "film": film_of(model)}
    record = {"state": model.scene() | model.state(), "settings": {}, "states": []}
    if "move_h" in model.moves:
        record |= {"settings": {"move_h": "h", "choose": "side"}, "states": secants_of(model)}
    return record


def film_of(model):
    """The states of a training model after each of its first steps."""
    first, film = model.state(), []
    for _ in range(STEPS_OF_A_FILM):
        model.act([], True)
        state = model.state() | {"milliseconds": None}  # nobody asks how long a step took where this was recorded
        film.append({key: value for key, value in state.items() if value != first[key]})
    return film


def secants_of(model):
    """The states of a tangent model for every h on both sides, at its own x."""
    states, scene = [], model.scene()
    for side in scene["sides"]:
        model.choose(side)
        for h in scene["steps"]:
            model.move_h(h)
            states.append(model.state())
    return states


def main():
    # What the cells print, and the progress that they might write, is for nobody.
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.environ["AUTOGRAD_LIB_PROGRESS"] = os.path.join(folder, "progress.json")
        InteractiveShell.instance()
        record_all(Path(sys.argv[1]), Path(sys.argv[2]))


if __name__ == "__main__":
    main()

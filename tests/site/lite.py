"""The browser edition in a browser, as a reader uses it."""

import json

from lab import SECONDS, Notebook
from website.serve import SITE

NOTEBOOKS = SITE / "lite/files/notebooks"


class LiteNotebook(Notebook):
    """A notebook of the browser edition, open in a tab; the moves are those of `Notebook`.

    Args:
        address: of the site; it ends in "/".
        context: of a browser. Its tabs share what the browser keeps, as those of one reader do.
        name: how the name of the notebook begins, such as "04".
    """

    def __init__(self, address, context, name):
        [path] = NOTEBOOKS.glob(f"{name}*.ipynb")
        self.ids = [cell["id"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        self.errors = []
        self.page = context.new_page()
        self.page.set_default_timeout(SECONDS * 1000)
        self.page.on("pageerror", self.failed)
        self.page.on("console", self.listen)
        self.page.goto(f"{address}lite/lab/index.html?path=notebooks/{path.name}")
        self.page.wait_for_function(HAS_CELLS, arg=len(self.ids))
        self.wait_until_idle()

    def listen(self, message):
        if "favicon.ico" not in message.location.get("url", ""):  # which the site does not have
            super().listen(message)

    def wait_until_idle(self):
        self.page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def run_cell(self, cell_id, source=None, seconds=SECONDS):
        """Run one cell without a hand, with `source` in it if given; returns its outputs as nbformat has them."""
        return self.page.evaluate(RUN_CELL, [self.ids.index(cell_id), source, 1000 * seconds])

    def source(self, cell_id):
        """What stands in a cell."""
        return self.page.evaluate(f"i => {CELLS}[i].model.sharedModel.getSource()", self.ids.index(cell_id))

    def set_source(self, cell_id, source):
        """Write something else into a cell."""
        self.page.evaluate(f"([i, s]) => {CELLS}[i].model.sharedModel.setSource(s)", [self.ids.index(cell_id), source])


def text_of(outputs):
    """What outputs show, as text."""
    texts = [
        output.get("text") or output.get("data", {}).get("text/plain") or output.get("evalue") for output in outputs
    ]
    return "".join(filter(None, texts))


CELLS = "window.jupyterapp.shell.currentWidget.content.widgets"
HAS_CELLS = "n => window.jupyterapp?.shell.currentWidget?.content?.widgets?.length === n"

RUN_CELL = """async ([index, source, most]) => {
  const notebook = window.jupyterapp.shell.currentWidget.content, cell = notebook.widgets[index].model.sharedModel;
  if (source !== null) cell.setSource(source);
  notebook.activeCellIndex = index;
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('the kernel does not answer')), most));
  await Promise.race([window.jupyterapp.commands.execute('notebook:run-cell'), late]);
  return cell.getOutputs();
}"""

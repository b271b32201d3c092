"""Make slides of notebooks, of the main road and without hints and solutions, in slides/: `make slides`.

    make_slides.py [NOTEBOOK ...]        all of notebooks/, if none is named

Each section is a column of slides: right goes to the next section, down through this one, and what a cell shows appears
at the next key. The slides are shown by reveal.js, which lies beside them: they need no internet.
"""

import functools
import html
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from minutes import main_road
from nbconvert import HTMLExporter
from nbformat import from_dict
from nbformat.v4 import new_notebook
from pygments.formatters import HtmlFormatter
from run_notebooks import KERNEL, LANGUAGE, NotebookError, read

from autograd_lib.atomic import write_text
from autograd_lib.course.solutions import unsolved

PROJECT = Path(__file__).resolve().parent.parent
LINES = 22  # of text that a slide has room for; what is longer scrolls
WORDS_A_LINE = 14
LINES_OF_A_PICTURE = 12

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="reveal/dist/reveal.css">
<link rel="stylesheet" href="reveal/dist/theme/white.css">
<style>
.reveal {{ font-size: 25px; }}
.reveal .slides section {{ text-align: left; }}
.reveal .slides section > .page {{ max-height: 700px; overflow-y: auto; padding: 4px; }}
.reveal h1, .reveal h2, .reveal h3 {{ text-transform: none; letter-spacing: 0; }}
.reveal h1 {{ font-size: 1.8em; }} .reveal h2 {{ font-size: 1.4em; }} .reveal h3 {{ font-size: 1.1em; }}
.reveal pre {{ width: 100%; margin: 8px 0; box-shadow: none; font-size: 18px; line-height: 1.35; overflow-x: auto; }}
.reveal .input pre {{ background: #f3f3f3; padding: 8px 12px; }}
.reveal code {{ font-size: 0.9em; }}
.reveal img {{ margin: 8px 0; max-height: 520px; }}
{colours}
.reveal table {{ margin: 8px 0; font-size: 0.85em; }}
</style>
<div class="reveal"><div class="slides">
{slides}
</div></div>
<script src="reveal/dist/reveal.js"></script>
<script>
Reveal.initialize({{ hash: true, center: false, width: 1200, height: 800, margin: 0.04, transition: "none" }});
</script>
</html>
"""


def slides_of(notebook):
    """A notebook's slides as HTML: a column for each section of its main road."""
    notebook = unsolved(notebook, hints=False, outputs=True)
    sections = [[]]
    for cell in main_road(notebook):
        if cell.cell_type == "markdown" and re.match("##? ", cell.source):
            sections.append([])
        sections[-1].append(cell)
    columns = ["".join(map(slide, pages(section))) for section in sections if section]
    return "\n".join(f"<section>{column}</section>" for column in columns)


def pages(section):
    """The cells of a section in lists, each about as long as a slide has room for."""
    page, room = [], LINES
    for cell in section:
        if page and lines_of(cell) > room:
            yield page
            page, room = [], LINES
        page.append(cell)
        room -= lines_of(cell)
    yield page


def lines_of(cell):
    """About how many lines of a slide a cell takes."""
    shown = [output.get("data", {}) for output in cell.get("outputs", ())]
    lines = sum(LINES_OF_A_PICTURE if "image/png" in data else str(data).count("\\n") + 2 for data in shown)
    if cell.cell_type == "code":
        return lines + (0 if is_hidden(cell) else cell.source.count("\n") + 2)
    return sum(1 + len(line.split()) // WORDS_A_LINE for line in cell.source.splitlines())


def is_hidden(cell):
    return cell.metadata.get("jupyter", {}).get("source_hidden", False)


def slide(page):
    """A page as HTML. From the first cell that shows something on, each step waits for a key: no answer comes early."""
    steps, waits = [], False
    for cell in page:
        for part in parts(cell):
            waits |= part.is_shown
            steps.append(f'<div class="fragment">{part.html}</div>' if waits else part.html)
    return f'<section><div class="page">{"".join(steps)}</div></section>\n'


class Part(NamedTuple):
    """A piece of a slide, and whether it is what a cell shows."""

    html: str
    is_shown: bool = False


def parts(cell):
    """A cell as HTML: its text or code, and what it shows."""
    if cell.cell_type == "markdown":
        yield Part(rendered(cell))
        return
    if not is_hidden(cell):
        yield Part(f'<div class="input">{rendered(cell | {"outputs": []})}</div>')
    if cell.outputs:
        yield Part(rendered(cell, exclude_input=True), is_shown=True)


@functools.cache
def exporter(exclude_input):
    return HTMLExporter(
        template_name="basic",
        exclude_input=exclude_input,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
    )


def rendered(cell, exclude_input=False):
    notebook = new_notebook(cells=[from_dict(cell)], metadata={"kernelspec": KERNEL, "language_info": LANGUAGE})
    return exporter(exclude_input).from_notebook_node(notebook)[0]


def main():
    paths = [Path(name) for name in sys.argv[1:]] or sorted((PROJECT / "notebooks").glob("*.ipynb"))
    folder = PROJECT / "slides"
    # A package for Sphinx, which is not needed here, carries the files of reveal.js.
    reveal = Path(find_spec("sphinx_revealjs").origin).parent / "_static" / "revealjs"
    try:
        shutil.copytree(reveal, folder / "reveal", dirs_exist_ok=True)
        for path in paths:
            notebook = read(path)
            title = html.escape(notebook.cells[0].source.splitlines()[0].lstrip("# "))
            page = PAGE.format(
                title=title, colours=HtmlFormatter().get_style_defs(".highlight"), slides=slides_of(notebook)
            )
            write_text(folder / f"{path.stem}.html", page)
    except (NotebookError, OSError) as error:
        sys.exit(f"{path}: {error}")
    print(f"{folder.name}/: {len(paths)} files; open one in a browser, F shows it on the whole screen.")


if __name__ == "__main__":
    main()

"""Make the text that notebook 12 trains on, from the prose of notebooks 00 to 11: `freeze_text.py FILE`.

The text was frozen once, into autograd_lib/datasets/course_text.txt, so that the losses in notebook 12 stay what they
are when another notebook is edited. Freezing it anew changes them all.

Kept are the markdown cells, paragraph by paragraph, one to a line. Left out are code, solutions, tables, formulas on
lines of their own, links' addresses, and the marks of markdown and HTML.
"""

import html
import re
import sys
import unicodedata
from pathlib import Path

import nbformat

from autograd_lib.atomic import write_text

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LAST = "11"

# Characters that are written otherwise. What is still outside ASCII then loses its accents, or is left out.
FOLDED = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "·": "*", "×": "*", "⊙": "*", "÷": "/",
    "…": "...", "→": "->", "≥": ">=", "≤": "<=", "±": "+-", "½": "1/2", "′": "'", "∂": "d", "Σ": "sum ", "√": "root ",
    "∛": "cube root ", "∞": "infinity", "β": "beta", "δ": "delta", "ε": "eps", "φ": "phi", "π": "pi",
    "{": "(", "}": ")", "$": "", "&": "and", "\\": "", "~": "about ",
}  # fmt: skip
SUPERSCRIPTS = re.compile("[⁰¹²³⁴-⁹⁻ᵃᵇᵐⁿˢᵗᵀˣᶻ]+")

# Whatever stands between these is left out with them.
LEFT_OUT = [r"```.*?```", r"<summary>Solution</summary>.*?</details>"]


def prose(notebook):
    """The paragraphs of a notebook, as lines of plain characters."""
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    lines = [plain(line) for cell in cells for line in without_blocks(cell).splitlines()]
    return [line for line in lines if is_prose(line)]


def without_blocks(source):
    for pattern in LEFT_OUT:
        source = re.sub(pattern, "", source, flags=re.DOTALL)
    return source


def plain(line):
    """One line of markdown without its marks, in plain characters."""
    line = html.unescape(re.sub(r"</?[a-z][^>]*>", "", line))
    line = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", line)  # a link: its words
    line = re.sub(r"^\s*(?:[#>]+\s*|[-*]\s+|\d+\.\s+)*", "", line)  # headings, quotations, lists
    line = re.sub(r"[`★]|\*\*|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", line)  # code, stars, emphasis
    line = re.sub(r" +· +(?=[A-Z]|\d+ min)", " - ", line)  # a dot between the parts of a heading is no product
    line = SUPERSCRIPTS.sub(lambda power: f"^{power[0]}", line)
    folded = unicodedata.normalize("NFKD", line.translate(str.maketrans(FOLDED)))
    return re.sub(r"\s+", " ", folded.encode("ascii", "ignore").decode()).strip()


def is_prose(line):
    """Whether a line is mostly words: no row of a table, no formula, no link to the notebook before and after."""
    letters = sum(character.isalpha() or character == " " for character in line)
    return len(line) > 20 and "|" not in line and letters > 0.8 * len(line)


def course_text(folder):
    """The prose of the notebooks of a folder up to number LAST, in their order, one paragraph to a line."""
    paths = [path for path in sorted(folder.glob("*.ipynb")) if path.name[:2] <= LAST]
    lines = [line for path in paths for line in prose(nbformat.read(path, as_version=4))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: freeze_text.py FILE")
    write_text(Path(sys.argv[1]), course_text(NOTEBOOKS))

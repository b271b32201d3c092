"""A replay can be read in one sitting: its lines of code are counted, without comments and docstrings.

The tables that say how each operation is computed are not counted in the library, and neither is what only `fast` needs
(the lattice and the buffers). They are in files of their own. The replay of notebook 13 is counted with its tables.
"""

import ast
import io
import tokenize
from pathlib import Path

import nbformat
import pytest

from autograd_lib.course.contents import find_exercise
from autograd_lib.course.solutions import solution_text

HOUSE = Path(__file__).parent.parent
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of_code(source):
    """How many lines hold code: neither blank, nor a comment, nor part of a docstring."""
    texts = [part for part in ast.walk(ast.parse(source)) if isinstance(part, ast.Expr)]
    docstrings = [part for part in texts if isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {line for t in tokens if t.type not in NO_CODE for line in range(t.start[0], t.end[0] + 1)}
    return len(lines - {line for text in docstrings for line in range(text.lineno, text.end_lineno + 1)})


def test_comments_docstrings_and_blank_lines_are_not_counted():
    assert lines_of_code('"""Two\nlines."""\n\n# a comment\ndef f(x):\n    "one"\n    return x  # the same\n') == 2


@pytest.mark.parametrize("files, most", [(["values"], 100), (["tensors", "calls"], 200)], ids=["Values", "Tensors"])
def test_the_librarys_replay_is_short(files, most):
    sources = [(HOUSE / "autograd_lib" / "compile" / f"{name}.py").read_text(encoding="utf-8") for name in files]
    assert sum(map(lines_of_code, sources)) < most


def test_the_replay_of_notebook_13_is_short_with_all_its_operations():
    cells = nbformat.read(HOUSE / "notebooks" / "13_record_and_replay.ipynb", as_version=4).cells
    printed = [cell.source for cell in cells if cell.id in ("tables", "replay")]
    theirs = [solution_text(find_exercise(exercise)) for exercise in ("13.1", "13.2", "13.3")]
    assert len(printed) == 2
    assert 40 < sum(map(lines_of_code, [*theirs, *printed])) < 100

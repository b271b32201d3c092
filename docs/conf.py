"""How Sphinx builds the book; `make site` gives it the sources, laid out as in the repository."""

import os

project = "Automatic differentiation, built by its reader"
author = "the autograd_lib authors"
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["autograd_lib"]
suppress_warnings = ["myst.header"]  # an exercise's heading is of the third level, also where none of the second is

# Notebooks are shown as they are stored.
nb_execution_mode = "off"
nb_merge_streams = True
myst_heading_anchors = 4
myst_heading_slug_func = "website.book.anchor_of"

html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["docs/_static"]
html_css_files = ["site.css"]
html_js_files = [("fronts.js", {"type": "module"})]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "repository_url": os.environ.get("REPOSITORY", ""),
    "use_repository_button": bool(os.environ.get("REPOSITORY")),
    "use_download_button": False,  # each page of a notebook has a line of its own for this
    "show_toc_level": 2,
    "home_page_in_toc": True,
}

# Signatures as they are written, members in the order of the source.
autodoc_member_order = "bysource"
autodoc_typehints = "none"
add_module_names = False
napoleon_numpy_docstring = False
default_role = "code"  # docstrings write `code` as Markdown does


def plain_bars(app, what, name, thing, options, lines):
    """In a docstring |x| is an absolute value, and not reStructuredText's substitution."""
    lines[:] = [line.replace("|", "\\|") for line in lines]


def setup(app):
    app.connect("autodoc-process-docstring", plain_bars, priority=900)

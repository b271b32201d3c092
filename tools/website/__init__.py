"""The parts of the site: the browser edition of the notebooks, its Python, and the book."""

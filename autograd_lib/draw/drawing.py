"""`Drawing`: a Graphviz graph that a notebook shows as a picture, with the same in words for everything else."""

import graphviz

from autograd_lib.draw.render import HAS_PAINTER, RenderingError, in_one_line, png_of, svg_of
from autograd_lib.picture import SvgPicture, mimebundle


class Drawing(graphviz.Digraph):
    """A `graphviz.Digraph` that shows itself in a notebook with no program called dot on the machine.

    Attributes: `listing` (the graph in words), `source` (in DOT), `svg` (a str), `png` (bytes, at twice the size).
    The pictures are made when they are asked for, and raise RenderingError where that cannot be done.
    """

    def __init__(self, *args, listing="", alt="", **kwargs):
        super().__init__(*args, **kwargs)
        self.listing = listing
        self.alt = alt

    def _copy_kwargs(self, **kwargs):
        return {**super()._copy_kwargs(**kwargs), "listing": self.listing, "alt": self.alt}

    @property
    def svg(self):
        return svg_of(self.source)

    @property
    def png(self):
        return png_of(self.source)[0]

    def __repr__(self):
        return self.listing

    __str__ = __repr__  # where there is no notebook, `display` prints this; graphviz' own is the source in DOT

    def _repr_mimebundle_(self, include=None, exclude=None, **_):
        """The picture and the listing, or the listing and a line on how to get pictures; never an exception."""
        try:
            if not HAS_PAINTER:
                return SvgPicture(self.svg, self.listing, self.alt)._repr_mimebundle_()
            png, width, height = png_of(self.source)
        # Whatever comes from programs that are not ours, the listing is shown.
        except Exception as error:
            reason = error if isinstance(error, RenderingError) else f"The graph could not be painted: {error!r}"
            return {"text/plain": f"{self.listing}\n{in_one_line(reason)}"}
        return mimebundle(png, (width, height), self.listing, self.alt)

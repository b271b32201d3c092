"""Pictures of curves, decision boundaries and small images, each also described in words."""

from autograd_lib.plot.boundary import plot_boundary
from autograd_lib.plot.curves import plot_curves, plot_losses
from autograd_lib.plot.images import confusion, show_confusion, show_images
from autograd_lib.plot.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, STYLES, VERMILLION, scores_map

__all__ = [
    "BLACK",
    "BLUE",
    "GREEN",
    "ORANGE",
    "PURPLE",
    "SCORES",
    "SKY",
    "STYLES",
    "VERMILLION",
    "confusion",
    "plot_boundary",
    "plot_curves",
    "plot_losses",
    "show_confusion",
    "show_images",
]


def __getattr__(name):
    """`SCORES`, the colormap, is made when somebody asks for it (PEP 562): matplotlib is slow to import."""
    if name == "SCORES":
        return scores_map()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

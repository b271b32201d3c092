"""Pictures of curves, decision boundaries and small images, each also described in words."""

from autograd_lib.plot.boundary import plot_boundary
from autograd_lib.plot.curves import plot_curves, plot_losses
from autograd_lib.plot.images import confusion, show_confusion, show_images
from autograd_lib.plot.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, SCORES, SKY, STYLES, VERMILLION

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

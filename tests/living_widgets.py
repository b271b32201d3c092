"""All widgets that live in this process: ipywidgets 8 keeps them in another place than 7, which Colab has."""

import ipywidgets

try:
    from ipywidgets.widgets.widget import _instances as living_widgets
except ImportError:
    living_widgets = ipywidgets.Widget.widgets

__all__ = ["living_widgets"]

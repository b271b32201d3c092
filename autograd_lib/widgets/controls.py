"""Controls that several widgets use: sliders with stops, and buttons to choose from."""

import ipywidgets
import traitlets


class Stops(ipywidgets.HBox):
    """A slider with stops, and beside it the text of the current stop.

    A `SelectionSlider` has such a readout itself, but lets the reader type into it and then ignores what was typed.

    Args:
        description: its label.
        options: its stops, each as (text, value).
        value: the value it begins with.
        width: the width of the slider with its label.
        label_width: the width of the label.

    Attributes: `value`, of the current stop.
    """

    value = traitlets.Any()

    def __init__(self, description, options, value, width="300px", label_width="initial"):
        self.slider = ipywidgets.SelectionSlider(
            options=options,
            value=value,
            description=description,
            readout=False,
            style={"description_width": label_width},
            layout={"width": width},
        )
        shown = ipywidgets.Label(layout={"width": "60px", "margin": "2px 2px 2px 12px"})
        super().__init__([self.slider, shown], value=value)
        traitlets.link((self, "value"), (self.slider, "value"))
        traitlets.dlink((self.slider, "index"), (shown, "value"), lambda place: options[place][0])

    @property
    def description(self):
        return self.slider.description


def stops(description, numbers, value, **look):
    """A slider with stops at `numbers` and at its first value.

    A slider over powers of ten in equal steps would offer a rate of 0.0708 instead of 0.07.
    """
    return Stops(description, [(f"{number:.4g}", number) for number in sorted({*numbers, value})], value, **look)


def rates(lowest, highest, digits=(1, 2, 3, 5, 7)):
    """The numbers from `lowest` to `highest` that are one of `digits` times a power of ten, from 1e-9 to 1e8."""
    numbers = (float(f"{digit}e{exponent}") for exponent in range(-9, 9) for digit in digits)
    return [number for number in numbers if lowest <= number <= highest]


def choices(description, options, value):
    """Buttons side by side, one of them pressed. (JupyterLab 4.6 takes the arrow keys away from a menu.)"""
    return ipywidgets.ToggleButtons(
        options=list(options), value=value, description=description, style={"button_width": "auto"}
    )

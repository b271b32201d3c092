"""Controls that several widgets use: sliders that stop at round numbers, and buttons to choose one of a few."""

import ipywidgets


def stops(description, numbers, value, width="330px"):
    """A slider over these numbers, and over the one with which it begins: a rate is then 0.07 and not 0.0708.

    Args:
        description: its label.
        numbers: where it stops.
        value: where it stands at first.
        width: of the slider with its label and its readout.
    """
    options = [(f"{number:g}", number) for number in sorted({*numbers, value})]
    return ipywidgets.SelectionSlider(
        options=options,
        value=value,
        description=description,
        style={"description_width": "initial"},
        layout={"width": width},
    )


def rates(lowest, highest):
    """The numbers 1, 2, 3, 5 and 7 times a power of ten from `lowest` up to `highest`."""
    numbers = (float(f"{digit}e{exponent}") for exponent in range(-9, 9) for digit in (1, 2, 3, 5, 7))
    return [number for number in numbers if lowest <= number <= highest]


def choices(description, options, value):
    """Buttons side by side, one of them pressed. Of a menu JupyterLab 4.6 would take the arrow keys for itself."""
    return ipywidgets.ToggleButtons(
        options=list(options), value=value, description=description, style={"button_width": "auto"}
    )

"""Controls that several widgets use: sliders with stops, buttons to choose one of a few, and a button to play."""

import ipywidgets
import traitlets


class Stops(ipywidgets.HBox):
    """A slider that stops at some places, and beside it where it stands.

    A `SelectionSlider` has such a number itself, but lets one write into it, and then takes no notice.

    Args:
        description: its label.
        options: where it stops, each as (text, value).
        value: where it stands at first.
        width: of the slider with its label.
        label_width: of the label.

    Attributes: `value`.
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
    """A slider over these numbers, and over the one with which it begins: a rate is then 0.07 and not 0.0708."""
    return Stops(description, [(f"{number:.4g}", number) for number in sorted({*numbers, value})], value, **look)


def rates(lowest, highest, digits=(1, 2, 3, 5, 7)):
    """The numbers from `lowest` up to `highest` that are one of `digits` times a power of ten, from 1e-9 to 1e8."""
    numbers = (float(f"{digit}e{exponent}") for exponent in range(-9, 9) for digit in digits)
    return [number for number in numbers if lowest <= number <= highest]


def choices(description, options, value):
    """Buttons side by side, one of them pressed. Of a menu JupyterLab 4.6 would take the arrow keys for itself."""
    return ipywidgets.ToggleButtons(
        options=list(options), value=value, description=description, style={"button_width": "auto"}
    )


class Player(ipywidgets.HBox):
    """A button that plays and pauses.

    A `Play` beats the time, out of sight: its own buttons are pictures without a name.

    Args:
        play: the `Play`.
    """

    def __init__(self, play):
        self.play = play
        play.layout.display = "none"
        # It says whether to play, and not only that it was pressed: the kernel may handle two presses in another order.
        self.button = ipywidgets.ToggleButton(description="play", layout={"width": "90px"})
        super().__init__([self.button, play])
        traitlets.link((play, "playing"), (self.button, "value"))
        play.observe(self.name_button, "playing")

    def name_button(self, change):
        self.button.description = "pause" if change["new"] else "play"

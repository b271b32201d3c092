"""The base of the widgets that go step by step: a slider, four buttons, and an SVG that the model makes."""

import ipywidgets

from autograd_lib.draw.render import png_of_svg
from autograd_lib.picture import Picture
from autograd_lib.widgets.view import View

# For each button its name, what it does, and the step it leads to from a step, given the number of the last one.
BUTTONS = (
    ("start", "to the first step", lambda step, last: 0),
    ("back", "one step back", lambda step, last: step - 1),
    ("next", "one step on", lambda step, last: step + 1),
    ("end", "to the last step", lambda step, last: last),
)


class StepView(View):
    """A slider with buttons for the steps of a model, and its picture.

    Args:
        model: has `step`, `last` (the number of the last step), `go_to(step)`, `svg()` and `text()`; and, for pages
            where nothing moves, `still_svg()`, `alt` (its alternative text) and `listing()` (all steps in words).
    """

    def __init__(self, model):
        slider = ipywidgets.IntSlider(model.step, 0, model.last, description="step", layout={"width": "300px"})
        super().__init__(model, [*map(self.button, BUTTONS), slider])
        # Made now, so that an error in making it is shown instead of the widget.
        png, _, _ = png_of_svg(model.still_svg())
        self.picture_on_paper = Picture(png, model.listing(), alt=model.alt)
        self.slider = slider
        self.on(slider, model.go_to)

    def button(self, parts):
        """A button that moves the slider, and so the model. The slider does not go beyond its ends."""
        description, tooltip, lead = parts
        button = ipywidgets.Button(description=description, tooltip=tooltip, layout={"width": "68px"})
        button.on_click(lambda _: self.slider.set_trait("value", lead(self.slider.value, self.slider.max)))
        return button

    def svg(self):
        return self.model.svg()

    def still(self):
        return self.picture_on_paper

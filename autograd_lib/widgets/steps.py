"""What the widgets that go step by step share: a slider, four buttons, and an SVG of the model's own making."""

import ipywidgets

from autograd_lib.draw.render import png_of_svg
from autograd_lib.picture import Picture
from autograd_lib.widgets.view import View

# What each button is called, what it does, and where it leads from a step, when there are so many.
BUTTONS = (
    ("start", "to the first step", lambda step, last: 0),
    ("back", "one step back", lambda step, last: step - 1),
    ("next", "one step on", lambda step, last: step + 1),
    ("end", "to the last step", lambda step, last: last),
)


class StepView(View):
    """A slider with buttons for the steps of a model, and its picture.

    Args:
        model: has `step`, `last` (the number of the last step), `go_to(step)`, `svg()` and `text()`, and for pages
            where nothing moves, `still_svg()` and `listing()`, which has all steps in words.
    """

    def __init__(self, model):
        slider = ipywidgets.IntSlider(model.step, 0, model.last, description="step", layout={"width": "300px"})
        super().__init__(model, [*map(self.button, BUTTONS), slider])
        # Made now, so that what keeps it from being made is said in the place of the widget.
        png, _, _ = png_of_svg(model.still_svg())
        self.picture_on_paper = Picture(png, model.listing(), alt=model.alt)
        self.slider = slider
        self.on(slider, model.go_to)

    def button(self, parts):
        """A button that moves the slider, and so the model. The slider keeps to its ends by itself."""
        description, tooltip, lead = parts
        button = ipywidgets.Button(description=description, tooltip=tooltip, layout={"width": "68px"})
        button.on_click(lambda _: self.slider.set_trait("value", lead(self.slider.value, self.slider.max)))
        return button

    def svg(self):
        return self.model.svg()

    def still(self):
        return self.picture_on_paper

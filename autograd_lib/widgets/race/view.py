"""The optimiser race with its controls."""

import functools

import ipywidgets
import traitlets

from autograd_lib.widgets.controls import Player, choices, rates, stops
from autograd_lib.widgets.race.model import STEPS, RaceModel, check_step
from autograd_lib.widgets.race.surfaces import SURFACES
from autograd_lib.widgets.view import View, errors_as_notice

WIDE = {"description_width": "initial"}
EDGE = 4.5  # x and y of a start lie between -EDGE and EDGE


class RaceView(View):
    """The race, with its controls kept in step with the model: a surface sets its start, and `reset` sets everything.

    Args:
        model, controls: as for `View`.
        start: the fields for x and y among the controls.
        step, play: the slider for the step, and the `Play` that moves it.
        sliders: for each racer's name, the slider for its learning rate.
        shown: how many steps the still picture shows.
    """

    def __init__(self, model, controls, start, step, play, sliders, shown):
        self.start, self.step, self.play, self.sliders, self.shown = start, step, play, sliders, shown
        super().__init__(model, controls)

    def reset(self):
        self.play.playing = False
        self.model.reset()

    def refresh(self):
        for field, number in zip(self.start, self.model.start):
            field.value = number
        self.step.value = self.model.step
        for name, slider in self.sliders.items():
            slider.value = self.model.racers[name].lr
        super().refresh()

    def still(self):
        """All surfaces, as a Picture, for pages where nothing moves."""
        return self.model.still(self.shown)


@errors_as_notice
def optimiser_race(surface="ravine", shown=30, **options):
    """A widget in which plain descent, momentum and Adam race on a ravine, a saddle and Beale's function.

    Each has its own learning rate.

    Args:
        surface: the surface to begin with: "ravine", "saddle" or "Beale".
        shown: how many steps a still picture of all three surfaces shows, where nothing can move.
        options: as for `RaceModel`.
    """
    model = RaceModel(surface, **options)
    check_step(shown)
    choice = choices("surface", SURFACES, surface)
    play = ipywidgets.Play(max=STEPS, interval=150, show_repeat=False)
    step = ipywidgets.IntSlider(model.step, max=STEPS, description="step", style=WIDE, layout={"width": "400px"})
    reset = ipywidgets.Button(description="reset", layout={"width": "90px"})
    traitlets.link((step, "value"), (play, "value"))
    sliders = {
        name: stops(f"lr of {name}", rates(0.0001, 3), racer.lr, width="360px", label_width="150px")
        for name, racer in model.racers.items()
    }
    x, y = (
        ipywidgets.BoundedFloatText(
            number, min=-EDGE, max=EDGE, step=0.1, description=f"start {axis}", style=WIDE, layout={"width": "160px"}
        )
        for axis, number in zip("xy", model.start)
    )
    controls = [choice, x, y, Player(play), reset, step, *sliders.values()]
    view = RaceView(model, controls, (x, y), step, play, sliders, shown)
    view.on(choice, model.choose)
    view.on(step, model.show)
    view.on_click(reset, view.reset)
    for name, slider in sliders.items():
        view.on(slider, functools.partial(model.set_rate, name))
    view.on(x, model.move_x)
    view.on(y, model.move_y)
    return view

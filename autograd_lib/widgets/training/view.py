"""Training live: a network in training with its controls."""

import ipywidgets

from autograd_lib.nn.mlp import ACTIVATIONS
from autograd_lib.widgets.controls import Player, choices, rates, stops
from autograd_lib.widgets.training.model import TrainingModel
from autograd_lib.widgets.view import View, errors_as_notice, inline, svg_of

WIDE = {"description_width": "initial"}
LATEST = 2000  # the largest step of a still picture: a few seconds of training


class TrainingView(View):
    """The plane beside the losses, which are drawn less often while the widget plays.

    Args:
        model, controls: as for `View`.
        play: the `Play` among the controls.
        moments: the numbers of steps after which the still picture shows the plane.
    """

    EVERY = 5

    def __init__(self, model, controls, play, moments):
        self.play, self.moments, self.shown = play, moments, 0
        self.points, self.losses = ipywidgets.HTML(), ipywidgets.HTML()
        super().__init__(model, controls)
        row, *_ = self.children
        plane = ipywidgets.Box([self.picture, self.points], layout={"display": "grid"})
        for layer in plane.children:
            layer.layout.grid_area = "1 / 1"  # both in one cell of the grid, the points on top
        pictures = ipywidgets.Box([plane, self.losses], layout={"flex_flow": "row wrap"})
        self.children = (row, pictures, self.words)

    def frame(self, number):
        """Train until the next picture, at each tick of `play`."""
        if self.play.playing:  # otherwise this tick was under way when `play` was stopped here
            self.model.run()

    def restart(self):
        self.play.playing = False
        self.model.reset()

    def refresh(self):
        if self.model.ended:
            self.play.playing = False
        super().refresh()
        self.points.value = transparent(self.model.live.points)
        self.shown += 1
        if not self.play.playing or self.shown % self.EVERY == 0:
            self.losses.value = inline(svg_of(self.model.curves()), label=f"losses up to step {self.model.steps}")

    def svg(self):
        return self.model.layer()

    def still(self):
        """The plane at several moments, as a Picture, for pages where nothing moves."""
        return self.model.still(self.moments)


@errors_as_notice
def training_live(*data, moments=(0, 10, 30, 150), **options):
    """A widget to watch a network learn: its decision boundary, and its losses on training and held-out points.

    Args:
        data: names of data sets to choose from: XOR, moons, circles, spirals.
        moments: the numbers of steps after which a still picture shows the plane, where nothing can move.
        options: as for `TrainingModel`.
    """
    model = TrainingModel(*data, **options)
    if not moments or list(moments) != sorted(moments) or moments[0] < 0 or moments[-1] > LATEST:
        raise ValueError(
            f"moments are numbers of steps, one after the other, up to {LATEST:,}, as in (0, 10, 30): got {moments!r}"
        )
    play = ipywidgets.Play(max=10**6, interval=100, show_repeat=False)
    one = ipywidgets.Button(description="one step", layout={"width": "90px"})
    reset = ipywidgets.Button(description="reset", layout={"width": "90px"})
    data_sets = [choices("data", model.names, model.name)] if len(model.names) > 1 else []
    hidden = ipywidgets.Text(
        ", ".join(map(str, model.hidden)),
        description="hidden sizes",
        continuous_update=False,
        style=WIDE,
        layout={"width": "170px"},
    )
    activation = choices("activation", ACTIVATIONS, model.activation)
    lr = stops("learning rate", rates(0.001, 10), model.lr, width="260px")
    l2 = stops("L2", [0, *rates(0.0001, 0.1)], model.l2, width="220px")
    pace = stops("steps a picture", [1, 2, 5, 10, 20, 50, 1000], model.steps_a_picture, width="260px")
    view = TrainingView(model, [Player(play), one, reset, *data_sets, hidden, activation, lr, l2, pace], play, moments)
    view.on(play, view.frame)
    view.on(play, lambda playing: None, "playing")  # draws the losses too when it pauses
    view.on_click(one, lambda: model.advance(1))
    view.on_click(reset, view.restart)
    for name in data_sets:
        view.on(name, model.choose_data)
    view.on(hidden, model.choose_hidden)
    view.on(activation, model.choose_activation)
    view.on(lr, model.set_lr)
    view.on(l2, model.set_l2)
    view.on(pace, model.set_steps_a_picture)
    return view


def transparent(svg):
    """An SVG to be laid over another one, whose label describes both."""
    look = "max-width: 100%; height: auto; pointer-events: none"
    return f'<svg aria-hidden="true" style="{look}" {svg[svg.index("<svg") + len("<svg ") :]}'

"""Training live: a network in training, in the page."""

from autograd_lib.engine.value import Value
from autograd_lib.widgets.front import module
from autograd_lib.widgets.training.model import TrainingModel
from autograd_lib.widgets.view import Front, errors_as_notice

STEPS_A_PICTURE = 2  # at some 28 pictures a second the moons are learned in three seconds: slow enough to be watched
LATEST = 2000  # the largest step of a still picture: a few seconds of training


class TrainingFront(Front):
    """The playground. While it plays, the page asks for one picture after the other; nothing runs by itself here.

    Args:
        model: as for `Front`.
        moments: the numbers of steps after which the still picture shows the plane.
    """

    _esm = module("playground")

    def __init__(self, model, moments):
        self.moments = moments
        super().__init__(model)

    def still(self):
        """The plane at several moments, as a Picture, for pages where nothing moves."""
        return self.model.still(self.moments)


@errors_as_notice
def training_live(*data, moments=(0, 10, 30, 150), **options):
    """A widget to watch a network learn, and to change its data, its shape and its rules while it does.

    Args:
        data: names of data sets to choose from: XOR, moons, circles, spirals.
        moments: the numbers of steps after which a still picture shows the plane, where nothing can move.
        options: as for `TrainingModel`. It trains on Tensors; `value=` another class than Value, on that one.
    """
    options.setdefault("arrays", options.get("value", Value) is Value)
    options.setdefault("steps_a_picture", STEPS_A_PICTURE)
    model = TrainingModel(*data, **options)
    if not moments or list(moments) != sorted(moments) or moments[0] < 0 or moments[-1] > LATEST:
        raise ValueError(
            f"moments are numbers of steps, one after the other, up to {LATEST:,}, as in (0, 10, 30): got {moments!r}"
        )
    return TrainingFront(model, moments)

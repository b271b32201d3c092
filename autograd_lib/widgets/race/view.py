"""The optimiser race as a widget."""

from autograd_lib.widgets.front import module
from autograd_lib.widgets.race.model import RaceModel, check_step
from autograd_lib.widgets.view import Front, errors_as_notice


class RaceFront(Front):
    """The race on a map, on which the start is dragged, beside what each racer has left.

    Args:
        model: a `RaceModel`.
        shown: how many steps the still picture shows.
    """

    _esm = module("race")

    def __init__(self, model, shown):
        self.shown = shown
        super().__init__(model)

    def still(self):
        """All surfaces, as a Picture, for pages where nothing moves."""
        return self.model.still(self.shown)


@errors_as_notice
def optimiser_race(surface="ravine", shown=30, **options):
    """A widget in which plain descent, momentum and Adam race on a ravine, a saddle and Beale's function.

    Each has its own learning rate. The start is dragged over the map.

    Args:
        surface: the surface to begin with: "ravine", "saddle" or "Beale".
        shown: how many steps a still picture of all three surfaces shows, where nothing can move.
        options: as for `RaceModel`.
    """
    model = RaceModel(surface, **options)
    check_step(shown)
    return RaceFront(model, shown)

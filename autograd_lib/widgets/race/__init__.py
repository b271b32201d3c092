"""The optimiser race: SGD, momentum and Adam on a ravine, a saddle and Beale's function. Who wins where, and why?

`surfaces.py` defines the surfaces, `model.py` runs the optimisers, `picture.py` draws the still and the map, and
`view.py` has the widget, whose front is `front/race.js`.
"""

from autograd_lib.widgets.race.model import RaceModel
from autograd_lib.widgets.race.view import optimiser_race

__all__ = ["RaceModel", "optimiser_race"]

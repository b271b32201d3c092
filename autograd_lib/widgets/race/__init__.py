"""The optimiser race: SGD, momentum and Adam on a ravine, a saddle and Beale's function. Who wins where, and why?

`surfaces.py` holds the surfaces, `model.py` lets the optimisers walk, `picture.py` draws them, and `view.py` puts
controls to it.
"""

from autograd_lib.widgets.race.model import RaceModel
from autograd_lib.widgets.race.view import optimiser_race

__all__ = ["RaceModel", "optimiser_race"]

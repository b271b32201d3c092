"""Training live: watch a boundary bend while a network learns, and change the rules while it does.

`engines.py` takes the steps, on scalars or on arrays; `data.py` and `plane.py` hold the points; `model.py` is the run,
with all that can be changed in it; `view.py` hands it to the page, where `playground.js` draws it.
"""

from autograd_lib.widgets.training.model import TrainingModel
from autograd_lib.widgets.training.view import training_live

__all__ = ["TrainingModel", "training_live"]

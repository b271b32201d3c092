"""Training live: watch a boundary bend while a network learns, and change the rules while it does.

`model.py` trains, `plane.py` holds the points and asks the network for scores around them, `live.py` draws them many
times a second, and `view.py` adds the controls.
"""

from autograd_lib.widgets.training.model import TrainingModel
from autograd_lib.widgets.training.view import training_live

__all__ = ["TrainingModel", "training_live"]
